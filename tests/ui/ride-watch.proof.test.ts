// The ride watch in a pseudo-terminal: to its end, cancelled, resized, interrupted; the terminal is restored.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { type ReceivedRequest, respond, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { signedInHome } from '../support/users.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const start = Date.parse('2026-11-20T06:02:11Z');
const statuses = ['WAITPAY', 'PAYCONFIRMED', 'CONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'FINISHED'];
/** The ride with this status, and a status log like that of the sandbox. */
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
  statusLog: (statuses.includes(status) ? statuses.slice(0, statuses.indexOf(status) + 1) : ['PENDING', status]).map((word, at) => ({
    status: word,
    at: new Date(start + at * 8000).toISOString(),
  })),
});

/** A stub back end with one ride whose status the test sets, and a signed-in user. */
async function withRide(word: string) {
  const backend = { word, gone: false, token: 'access-1', cancelled: 0 };
  const script = (request: ReceivedRequest) => {
    if (request.path.endsWith('/refresh')) return respond(200, JSON.stringify({ accessToken: backend.token, refreshToken: 'refresh-2' }));
    if (request.headers.authorization !== `Bearer ${backend.token}`) return respond(401, '{"code":"EXPIRED_SESSION"}');
    if (request.method === 'POST' && request.path.endsWith('/cancel')) {
      backend.cancelled++;
      backend.word = 'USER_CANCELED';
      return respond(200, '{"isFreeCancel":true}');
    }
    return backend.gone ? respond(404, '{}') : respond(200, JSON.stringify(rideAt(backend.word)));
  };
  const server = await scripted((socket, request) => script(request)(socket, request));
  const home = await signedInHome('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
  const watch = (more: readonly string[] = [], options: Partial<Parameters<typeof terminal>[1]> = {}) =>
    terminal(['ride', 'watch', id, '-p', 'staged', '--interval', '1s', ...more], { home, ...options });
  return { backend, watch };
}

/** Waits for the exit code and checks that the terminal is restored. */
async function ended(term: Terminal): Promise<number> {
  const { exitCode } = await term.exited;
  await term.text();
  expect(term.buffer()).toBe('normal');
  expect(term.written().lastIndexOf('\x1b[?25h')).toBeGreaterThan(term.written().lastIndexOf('\x1b[?25l'));
  expect(term.written().match(/\x1b\[\?1049l/g)).toHaveLength(1);
  return exitCode;
}
const choose = async (term: Terminal) => (await term.all()).join('\n').trim();
const copied = (text: string) => `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`;

test('to its end: redrawn in place, it stays until a key, then leaves one line', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch([], { cols: 120 });
  expect(await term.until(/◐ PICKUP +the driver is on the way to you/)).toMatch(/✓ ASSIGNED +\d\d:\d\d:\d\d +\+8 s[\s\S]*|Le•• T••/);
  expect(term.buffer()).toBe('alternate');
  backend.word = 'INUSE';
  await term.until(/◐ INUSE +you are on the way.*\n.*step 9\/10/);
  backend.word = 'FINISHED';
  await term.until(/✓ FINISHED: nothing follows by itself\. esc leaves/);
  term.press('y'); // keys that show or copy do not leave
  await term.until(/✓ Copied 3f1c/);
  expect(term.written()).toContain(copied(id));
  expect(term.buffer()).toBe('alternate');
  term.press(keys.esc);
  expect(await ended(term)).toBe(exit.ok);
  expect(await choose(term)).toMatch(/^\S+T\S+ {2}FINISHED +was INUSE +good end$/);
});

test('a bad end is exit 13 with a message; a time-out is exit 8 and needs no key', async () => {
  const { backend, watch } = await withRide('PENDING');
  const late = watch(['--max-wait', '3s'], { cols: 120 });
  expect(await ended(late)).toBe(exit.pending);
  expect(await choose(late)).toMatch(/PENDING[\s\S]*Not yet: 3f1c.* is PENDING; the time has run out/);
  backend.word = 'DRIVER_CANCELED';
  const term = watch();
  await term.until(/✗ DRIVER_CANCELED +the driver cancelled it/);
  term.press('q');
  expect(await ended(term)).toBe(exit.endedBadly);
  expect(await choose(term)).toContain(`✗ ${id} ended DRIVER_CANCELED.`);
});

test.each([
  ['q', exit.pending, /PICKUP[\s\S]*◐ Not yet: .* is PICKUP; it goes on without us/],
  [keys.esc, exit.pending, /it goes on without us/],
  [keys.ctrlC, exit.interrupted, /^✗ Interrupted; what was watched goes on without us\.$/],
])('%j leaves before the end', async (key, code, left) => {
  const { watch } = await withRide('PICKUP');
  const term = watch();
  await term.until(/step 7\/10/);
  term.press(key);
  expect(await ended(term)).toBe(code);
  expect(await choose(term)).toMatch(left);
});

test('SIGTERM, SIGINT and SIGHUP restore the terminal', async () => {
  const { watch } = await withRide('PICKUP');
  for (const [signal, code] of [
    ['SIGTERM', exit.terminated],
    ['SIGINT', exit.interrupted],
    ['SIGHUP', exit.hungUp],
  ] as const) {
    const term = watch();
    await term.until(/step 7\/10/);
    term.kill(signal);
    expect(await ended(term)).toBe(code);
  }
});

test('cancel: its command asks in a dialog, and only y confirms; the ride ends with its outcome', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch();
  await term.until(/step 7\/10/);
  term.press('D');
  await term.until(/Type y to go on/);
  term.press(keys.enter);
  await term.until(/Not confirmed; nothing was sent/);
  expect(backend.cancelled).toBe(0);
  term.press(keys.enter);
  await term.until(/D cancel…/);
  term.press('D');
  await term.until(/Type y to go on/);
  term.press('y\r');
  await term.until(/Is free cancel[\s\S]*Enter goes back/);
  term.press(keys.enter);
  await term.until(/✗ USER_CANCELED +you cancelled it/);
  expect(backend.cancelled).toBe(1);
  term.press('q');
  expect(await ended(term)).toBe(exit.endedBadly);
});

test('a forbidden change is forbidden on the screen, too: nothing is sent', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch([], { env: { TUK_READ_ONLY: '1' }, cols: 120 });
  await term.until(/step 7\/10/);
  term.press('D');
  await term.until(/read-only[\s\S]*Enter goes back/);
  term.press(keys.enter);
  expect(backend.cancelled).toBe(0);
  term.press('q');
  expect(await ended(term)).toBe(exit.pending);
});

test('after many resizes the screen is complete at every size', async () => {
  const { watch } = await withRide('PICKUP');
  const term = watch();
  await term.until(/step 7\/10/);
  for (let i = 0; i < 60; i++) term.resize(20 + ((i * 37) % 180), 5 + ((i * 13) % 55));
  term.resize(120, 40);
  expect(await term.until(/DRIVER[\s\S]*\? keys$/)).toMatch(/^ tuk {2}staged/);
  term.resize(20, 8);
  expect(await term.until(/^tuk needs 40x10, t…$/)).toBeTruthy();
  term.resize(80, 24);
  const screen = (await term.until(/^ tuk {2}staged[\s\S]*\? keys$/)).split('\n');
  expect(screen).toHaveLength(24);
  term.press('q');
  expect(await ended(term)).toBe(exit.pending);
  expect(term.written()).not.toContain('\x1b[3J');
});

test('a renewed session is reported and the watch continues', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch();
  await term.until(/step 7\/10/);
  backend.token = 'access-2';
  await term.until(/The session was renewed|Another process has renewed the session/);
  backend.word = 'FINISHED';
  await term.until(/nothing follows by itself/);
  term.press(keys.esc);
  expect(await ended(term)).toBe(exit.ok);
});

test('a permanent failure leaves the screen with an explanation', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch();
  await term.until(/step 7\/10/);
  backend.gone = true;
  expect(await ended(term)).toBe(exit.notFound);
  expect(await choose(term)).toMatch(/^✗ /);
});

test('output during the watch is printed after it; the command of --on-change runs', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch(['--on-change', 'echo not here >&2; exit 3']);
  await term.until(/step 7\/10/);
  backend.word = 'FINISHED';
  await term.until(/nothing follows by itself/);
  term.press(keys.esc);
  expect(await ended(term)).toBe(exit.ok);
  expect(await choose(term)).toContain('The command of --on-change ended with 3.');
  expect(term.written()).not.toContain('not here');
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
    const term = watch(more, { env });
    expect((await term.exited).exitCode, await choose(term)).toBe(exit.ok);
    expect(await choose(term)).toContain('FINISHED');
    expect(term.written()).not.toContain('\x1b[?1049h');
  }
});

test('NO_COLOR leaves bold, dim and reverse', async () => {
  const { watch } = await withRide('PICKUP');
  const term = watch([], { env: { NO_COLOR: '1', COLORTERM: 'truecolor', COLORFGBG: '15;0' } });
  await term.until(/step 7\/10/);
  term.press('q');
  await ended(term);
  expect(term.written()).not.toMatch(/\x1b\[[345]\d?[\d;]*m/);
  expect(term.written()).toMatch(/\x1b\[7m[\s\S]*\[2Ride\]/);
});

test('ASCII if the locale requires it: every edge in its place', async () => {
  const { watch } = await withRide('PICKUP');
  const term = watch([], { env: { LC_ALL: 'C' } });
  const rows = (await term.until(/step 7\/10/)).split('\n');
  expect(rows.slice(0, 22).join('\n').replace('Le•• T••', '')).toMatch(/^[\n -~]*$/);
  expect(rows[2]).toMatch(/^- Ride \/ Requests \/ 3f1c9a\.\.8e04d2 -+ lines 1-12 of 13 \. live, (next in \d s|reading) -+$/);
  expect(rows[2]).toHaveLength(80);
  term.press('q');
  expect(await ended(term)).toBe(exit.pending);
});
