// The ride watch in a real terminal: to its end, cancelled, resized, interrupted, through outages; the terminal is restored.
import { expect, test } from 'vitest';
import { homeWith } from '../support/processes.js';
import { type Asked, answer, reset, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const start = Date.parse('2026-11-20T06:02:11Z');
const road = ['WAITPAY', 'PAYCONFIRMED', 'CONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'FINISHED'];
/** The ride where it has this word; its log as the sandbox keeps one. */
const rideAt = (status: string) => ({
  id,
  status,
  region: 'SG',
  productCode: 'STANDARD',
  origin: { name: 'Marina Gate 2' },
  destination: { name: 'Changi Airport T3' },
  fare: '9.40',
  currency: 'SGD',
  driverInfo: { name: 'Leng Tan', carModel: 'Prius', carColor: 'white', carPlate: 'SLK 4821 C' },
  statusLog: (road.includes(status) ? road.slice(0, road.indexOf(status) + 1) : ['PENDING', status]).map((word, at) => ({
    status: word,
    at: new Date(start + at * 8000).toISOString(),
  })),
});

/** A back end with one ride, whose word the test sets, and a person who is signed in there. */
async function withRide(word: string) {
  const back = { word, answers: true, gone: false, token: 'access-1', cancelled: 0 };
  const script = (asked: Asked) => {
    if (!back.answers) return reset;
    if (asked.path.endsWith('/refresh')) return answer(200, JSON.stringify({ accessToken: back.token, refreshToken: 'refresh-2' }));
    if (asked.headers.authorization !== `Bearer ${back.token}`) return answer(401, '{"code":"EXPIRED_SESSION"}');
    if (asked.method === 'POST' && asked.path.endsWith('/cancel')) {
      back.cancelled++;
      back.word = 'USER_CANCELED';
      return answer(200, '{"isFreeCancel":true}');
    }
    return back.gone ? answer(404, '{}') : answer(200, JSON.stringify(rideAt(back.word)));
  };
  const server = await scripted((socket, asked) => script(asked)(socket, asked));
  const home = await homeWith('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
  const watch = (more: readonly string[] = [], given: Partial<Parameters<typeof terminal>[1]> = {}) =>
    terminal(['ride', 'watch', id, '-p', 'staged', '--interval', '1s', ...more], { home, ...given });
  return { back, watch };
}

/** The exit code; the terminal is as it was before. */
async function ended(one: Terminal): Promise<number> {
  const { exitCode } = await one.exited;
  await one.text();
  expect(one.buffer()).toBe('normal');
  expect(one.written().lastIndexOf('\x1b[?25h')).toBeGreaterThan(one.written().lastIndexOf('\x1b[?25l'));
  expect(one.written().match(/\x1b\[\?1049l/g)).toHaveLength(1);
  return exitCode;
}
const said = async (one: Terminal) => (await one.all()).join('\n').trim();
const copied = (text: string) => `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`;

test('to its end: drawn as it goes on, it stays until a key, then one line is left', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch([], { cols: 120 });
  expect(await one.until(/◐ PICKUP +the driver is on the way to you/)).toMatch(
    /✓ ASSIGNED +\d\d:\d\d:\d\d +\+8 s +SLK 4821 C\n.*Le|Le•• T••/,
  );
  expect(one.buffer()).toBe('alternate');
  back.word = 'INUSE';
  await one.until(/◐ INUSE +you are on the way.*\n.*step 9\/10/);
  back.word = 'FINISHED';
  await one.until(/✓ FINISHED: nothing follows by itself\. Other keys leave/);
  one.press('y'); // what shows or copies does not leave
  await one.until(/✓ Copied 3f1c/);
  expect(one.written()).toContain(copied(id));
  expect(one.buffer()).toBe('alternate');
  one.press(' ');
  expect(await ended(one)).toBe(0);
  expect(await said(one)).toMatch(/^\S+T\S+ {2}FINISHED +was INUSE +good end$/);
});

test('a bad end is exit 13 with a message; a time-out is exit 8 and needs no key', async () => {
  const { back, watch } = await withRide('PENDING');
  const late = watch(['--max-wait', '400ms'], { cols: 120 });
  expect(await ended(late)).toBe(8);
  expect(await said(late)).toMatch(/PENDING[\s\S]*Not yet: 3f1c.* is PENDING; the time has run out/);
  back.word = 'DRIVER_CANCELED';
  const one = watch();
  await one.until(/✗ DRIVER_CANCELED +the driver cancelled it/);
  one.press(keys.enter);
  expect(await ended(one)).toBe(13);
  expect(await said(one)).toContain(`✗ ${id} ended DRIVER_CANCELED.`);
});

test.each([
  ['q', 8, /PICKUP[\s\S]*◐ Not yet: .* is PICKUP; it goes on without us/],
  [keys.esc, 8, /it goes on without us/],
  [keys.ctrlC, 130, /^✗ Interrupted; what was watched goes on without us\.$/],
])('%j leaves before the end', async (key, code, left) => {
  const { watch } = await withRide('PICKUP');
  const one = watch();
  await one.until(/step 7\/10/);
  one.press(key);
  expect(await ended(one)).toBe(code);
  expect(await said(one)).toMatch(left);
});

test('SIGTERM, SIGINT and SIGHUP give the terminal back', async () => {
  const { watch } = await withRide('PICKUP');
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const) {
    const one = watch();
    await one.until(/step 7\/10/);
    one.kill(signal);
    expect(await ended(one)).toBe(code);
  }
});

test('cancel: confirmed on the screen by y only, sent once; the ride ends with its outcome', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch();
  await one.until(/step 7\/10/);
  one.press('cy'); // typed before the question could be read
  await one.until(/y cancels/);
  one.press(keys.enter);
  await one.until(/Nothing was cancelled/);
  expect(back.cancelled).toBe(0);
  one.press('D');
  await one.until(/y cancels/);
  one.press('y');
  await one.until(/✗ USER_CANCELED +you cancelled it/);
  expect(back.cancelled).toBe(1);
  one.press('q');
  expect(await ended(one)).toBe(13);
});

test('a forbidden change is forbidden on the screen, too: nothing is sent', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch([], { env: { TUK_READ_ONLY: '1' }, cols: 120 });
  await one.until(/step 7\/10/);
  one.press('c');
  await one.until(/y cancels/);
  one.press('y');
  await one.until(/✗ .*read-only/);
  expect(back.cancelled).toBe(0);
  one.press('q');
  expect(await ended(one)).toBe(8);
});

test('many resizes: the screen is whole at every size', async () => {
  const { watch } = await withRide('PICKUP');
  const one = watch();
  await one.until(/step 7\/10/);
  for (let i = 0; i < 60; i++) one.resize(20 + ((i * 37) % 180), 5 + ((i * 13) % 55));
  one.resize(120, 40);
  expect(await one.until(/WHAT CAME[\s\S]*\? keys$/)).toMatch(/^ tuk {2}staged/);
  one.resize(20, 8);
  expect(await one.until(/^tuk needs 40x10, t…$/)).toBeTruthy();
  one.resize(80, 24);
  const screen = (await one.until(/^ tuk {2}staged[\s\S]*\? keys$/)).split('\n');
  expect(screen).toHaveLength(24);
  one.press('q');
  expect(await ended(one)).toBe(8);
  expect(one.written()).not.toContain('\x1b[3J');
});

test('an outage: it is shown, the data stay, and the watch goes on', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch();
  await one.until(/step 7\/10/);
  back.answers = false;
  expect(await one.until(/◌ offline/)).toMatch(/◐ PICKUP[\s\S]*Le•• T••[\s\S]*◌ /);
  back.answers = true;
  one.press('r'); // no need to wait for it
  await one.until(/● 0 s/);
  back.word = 'FINISHED';
  await one.until(/Other keys leave/);
  one.press('x');
  expect(await ended(one)).toBe(0);
});

test('a renewed session is reported and the watch goes on', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch();
  await one.until(/step 7\/10/);
  back.token = 'access-2';
  await one.until(/✓ session renewed/);
  back.word = 'FINISHED';
  await one.until(/Other keys leave/);
  one.press(' ');
  expect(await ended(one)).toBe(0);
});

test('a permanent failure leaves the screen with an explanation', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch();
  await one.until(/step 7\/10/);
  back.gone = true;
  expect(await ended(one)).toBe(5);
  expect(await said(one)).toMatch(/^✗ /);
});

test('pause holds the screen; JSON, help and copying work meanwhile', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch();
  await one.until(/step 7\/10/);
  one.press('p');
  await one.until(/Paused\. Data of \d\d:\d\d:\d\d/);
  back.word = 'INUSE';
  one.press('J');
  expect(await one.until(/2 {4}"id"/)).toContain('"status": "PICKUP"');
  one.press('G');
  await one.until(/"PICKUP"[\s\S]* {4}\]\n +46 {2}\}/);
  one.press('?');
  await one.until(/Keys of raw JSON/);
  one.press(`xJY`);
  await one.until(/✓ Copied tuk ride watch/);
  expect(one.written()).toContain(copied(`tuk ride watch ${id} -p staged`));
  expect(await one.until(/◐ PICKUP/)).toContain('paused');
  one.press('w');
  await one.until(/◐ INUSE/);
  one.press('q');
  expect(await ended(one)).toBe(8);
});

test('output beside the screen is printed after it; the command of --on-change runs', async () => {
  const { back, watch } = await withRide('PICKUP');
  const one = watch(['--on-change', 'echo not here >&2; exit 3']);
  await one.until(/step 7\/10/);
  back.word = 'FINISHED';
  await one.until(/Other keys leave/);
  one.press(' ');
  expect(await ended(one)).toBe(0);
  expect(await said(one)).toContain('The command of --on-change ended with 3.');
  expect(one.written()).not.toContain('not here');
});

test('lines for a screen reader, a dumb terminal, CI, and with -o', async () => {
  const { watch } = await withRide('FINISHED');
  const plainly: [string[], Record<string, string>][] = [
    [[], { ACCESSIBLE: '1' }],
    [[], { INK_SCREEN_READER: 'true' }],
    [[], { TERM: 'dumb' }],
    [[], { CI: '1' }],
    [['-o', 'ndjson'], {}],
    [['--jq', '.status'], {}],
    [['-v'], {}],
    [['--no-input'], {}],
  ];
  for (const [more, env] of plainly) {
    const one = watch(more, { env });
    expect((await one.exited).exitCode, await said(one)).toBe(0);
    expect(await said(one)).toContain('FINISHED');
    expect(one.written()).not.toContain('\x1b[?1049h');
  }
}, 120_000);

test('NO_COLOR leaves bold, dim and reverse', async () => {
  const { watch } = await withRide('PICKUP');
  const one = watch([], { env: { NO_COLOR: '1', COLORTERM: 'truecolor', COLORFGBG: '15;0' } });
  await one.until(/step 7\/10/);
  one.press('q');
  await ended(one);
  expect(one.written()).not.toMatch(/\x1b\[[345]\d?[\d;]*m/);
  expect(one.written()).toMatch(/\x1b\[7m[\s\S]*\[2Ride\]/);
});

test('ASCII where the locale has no more: every edge in its place', async () => {
  const { watch } = await withRide('PICKUP');
  const one = watch([], { env: { LC_ALL: 'C' } });
  const rows = (await one.until(/step 7\/10/)).split('\n');
  expect(rows.slice(0, 22).join('\n').replace('Le•• T••', '')).toMatch(/^[\n -~]*$/);
  expect(rows[2]).toMatch(/^- Ride \/ Requests \/ 3f1c9a\.\.8e04d2 -+ SG \. live, every 1 s or more -$/);
  expect(rows[2]).toHaveLength(80);
  one.press('q');
  expect(await ended(one)).toBe(8);
});
