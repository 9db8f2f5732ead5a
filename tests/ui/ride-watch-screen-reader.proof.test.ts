// The ride watch for screen readers in a pseudo-terminal: one description, then changes only; numbers and words as keys.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { type ReceivedRequest, reset, respond, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { signedInHome } from '../support/users.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const start = Date.parse('2026-11-20T06:02:11Z');
const statuses = ['WAITPAY', 'PAYCONFIRMED', 'CONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'FINISHED'];
const rideAt = (status: string, driver: object | null) => ({
  id,
  status,
  region: 'SG',
  productCode: 'STANDARD',
  origin: { name: 'Marina Gate 2' },
  destination: { name: 'Changi\x1b[2J Airport\u202e T3' },
  fare: '9.40',
  currency: 'SGD',
  driverInfo: driver,
  statusLog: (statuses.includes(status) ? statuses.slice(0, statuses.indexOf(status) + 1) : ['PENDING', status]).map((word, at) => ({
    status: word,
    at: new Date(start + at * 8000).toISOString(),
  })),
});
const leng = { name: 'Leng Tan', carModel: 'Prius', carColor: 'white', carPlate: 'SLK 4821 C' };

async function withRide(word: string) {
  const backend = { word, answers: true, driver: leng as object | null, cancelled: 0, refuses: '' };
  const server = await scripted((socket, request: ReceivedRequest) => {
    if (!backend.answers) return reset(socket, request);
    if (request.method === 'POST' && backend.refuses !== '')
      return respond(422, JSON.stringify({ message: backend.refuses }), { 'x-request-id': 'req-4711' })(socket, request);
    if (request.method === 'POST') {
      backend.cancelled++;
      backend.word = 'USER_CANCELED';
      return respond(200, '{"isFreeCancel":true}')(socket, request);
    }
    return respond(200, JSON.stringify(rideAt(backend.word, backend.driver)))(socket, request);
  });
  const home = await signedInHome('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
  const watch = (env: Record<string, string> = { TERM: 'dumb' }, more: readonly string[] = []) =>
    terminal(['ride', 'watch', id, '-p', 'staged', '--interval', '1s', ...more], { home, env, cols: 120, rows: 60 });
  return { backend, watch };
}
const prompt = /q quit\n[\s\S]*Choice or command:$/;
const typeLine = async (term: Terminal) => (await term.all()).join('\n').trim();
/** Types a line at the prompt, and waits for the output. */
async function choose(term: Terminal, line: string, expected: RegExp): Promise<void> {
  await term.until(prompt);
  term.press(`${line}\r`);
  await term.until(expected);
}

test('the ride is described once, in sentences', async () => {
  const { watch } = await withRide('PICKUP');
  const term = watch();
  const screen = await term.until(prompt);
  const time = String.raw`\d\d:\d\d:\d\d`;
  expect(screen).toMatch(
    new RegExp(
      [
        '^tuk\\. Profile staged\\..*',
        '',
        'Ride, Requests.*\\.',
        'No response yet\\.',
        'Choice or command:',
        `Ride, Requests, ${id}\\.`,
        'Status PICKUP, pending: the driver is on the way to you, for \\d+ hours.*\\.',
        'Step 7 of 10\\.',
        `  1 of 10\\. WAITPAY, passed, ${time}\\.`,
        `  2 of 10\\. PAYCONFIRMED, passed, ${time}, after 8 seconds\\.`,
        '  3 of 10\\. MATCHED, not seen\\.',
        `  4 of 10\\. CONFIRMED, passed, ${time}, after 8 seconds\\.`,
        `  5 of 10\\. PENDING, passed, ${time}, after 8 seconds\\.`,
        `  6 of 10\\. ASSIGNED, passed, ${time}, after 8 seconds\\.`,
        `  7 of 10\\. PICKUP, now, ${time}\\.`,
        '  8, 9, 10\\. PICKUP_ARRIVED, INUSE, FINISHED, not yet\\.',
        'Section Driver:',
        '  Driver: Le•• T••',
        '  Car: Prius',
        '  Colour: white',
        '  Plate: SLK 4821 C',
        '  Position: not known',
        'Section Trip:',
        '  From: Marina Gate 2',
        '  To: Changi\\\\x1b\\[2J Airport\\\\u202e T3',
        '  Fare: 9\\.40 SGD',
        '  Region: SG',
        '  Product: STANDARD',
        'x can do: cancel, stop waiting\\.',
        `Command: tuk ride watch ${id} -p staged`,
        '',
        'x actions   j json, raw   r reload   w pause   c command line   b back   h help   q quit',
        'Choice or command:$',
      ].join('\n'),
    ),
  );
  term.press('b\r');
  expect((await term.exited).exitCode).toBe(exit.pending);
  expect(await typeLine(term)).toMatch(/◐ Not yet: 3f1c.* is PICKUP; it goes on without us\.$/);
  expect(term.written()).not.toMatch(/[\x1b\u202e]/);
});

test('then only changes are printed, each on a line; an end ends it', async () => {
  const { backend, watch } = await withRide('PENDING');
  backend.driver = null;
  const term = watch({ ACCESSIBLE: '1' });
  await term.until(prompt);
  backend.driver = leng;
  backend.word = 'ASSIGNED';
  await term.until(
    /\d\d:\d\d:\d\d\. Changed: status ASSIGNED, was PENDING\.\nDriver: Le•• T••\nCar: Prius[\s\S]*\nPosition: not known\nChoice or command:$/,
  );
  backend.answers = false;
  await term.until(/No response: .* Next request in /);
  backend.answers = true;
  await term.until(/It answers again\./);
  backend.word = 'FINISHED';
  expect((await term.exited).exitCode).toBe(exit.ok);
  const text = await typeLine(term);
  expect(text).toMatch(/Changed: status FINISHED, was ASSIGNED\.\nIt is over: good end, the ride is over\.$/);
  expect(text.match(/^Step \d+ of 10\./gm)).toHaveLength(1);
  expect(text.match(/ {2}1 of 10\./g)).toHaveLength(1);
  expect(text.match(/No response:/g)).toHaveLength(1);
  expect(term.written()).not.toContain('\x1b');
  expect(term.buffer()).toBe('normal');
});

test('letters, words and the keys of the screen work; pause holds the output; an unknown one is said to be none', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch();
  await choose(term, 'w', /Paused: r reloads, w resumes\./);
  backend.word = 'INUSE';
  await choose(term, 'json', /"status": "PICKUP"[\s\S]*"driverInfo"/);
  await choose(term, 'b', /Back at Ride, Requests/);
  await choose(term, '99', /There is no 99 here/);
  await choose(term, 'nothing like this', /is no choice here/);
  await choose(term, 'h', /bell rings at each change/);
  await choose(term, 'v', /Driver: Leng Tan/);
  await choose(term, 'copy', /Copied:?\s+3f1c9a52|3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2/);
  expect((await typeLine(term)).match(/Changed:/g)).toBeNull();
  await choose(term, 'pause', /Changed: status INUSE, was PICKUP\./);
  await choose(term, '', /Status INUSE, pending: you are on the way[\s\S]*Driver: Leng Tan/);
  await term.until(prompt);
  term.press('q\r');
  expect((await term.exited).exitCode).toBe(exit.pending);
});

test('a refused cancellation is said whole, with its request id', async () => {
  const { backend, watch } = await withRide('CONFIRMED');
  backend.refuses = 'The ride request is in CONFIRMED; it would have to be in PENDING';
  const term = watch();
  await choose(term, 'x', /1[.)]? +Cancel/);
  term.press('1\r');
  await term.until(/Type y to go on/);
  term.press('y\r');
  const said = (await term.until(/req-4711/)).replace(/\s+/g, '');
  expect(said).toMatch(/itwouldhavetobeinPENDING/);
});

test('cancel prompts, and only y confirms', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch();
  await choose(term, 'x', /1[.)]? +Cancel/);
  term.press('1\r');
  await term.until(/Type y to go on/);
  term.press('\r');
  await term.until(/nothing was sent/);
  expect(backend.cancelled).toBe(0);
  await choose(term, 'x', /Cancel…[\s\S]*nothing was sent[\s\S]*Cancel…/);
  term.press('1\r');
  await term.until(/Type y to go on[\s\S]*Type y to go on/);
  term.press('y\r');
  expect((await term.exited).exitCode).toBe(exit.endedBadly);
  expect(await typeLine(term)).toMatch(/It is over: bad end, you cancelled it\.\n✗ .* ended USER_CANCELED\.$/);
  expect(backend.cancelled).toBe(1);
});

test('--linear selects it, too', async () => {
  const { watch } = await withRide('PICKUP');
  const term = watch({}, ['--linear']);
  await term.until(/^tuk\. Profile staged[\s\S]*Step 7 of 10[\s\S]*Choice or command:$/);
  term.press('b\r');
  expect((await term.exited).exitCode).toBe(exit.pending);
  expect(term.written()).not.toContain('\x1b');
});

test.each([
  ['Ctrl-C', keys.ctrlC, exit.interrupted],
  ['Ctrl-D', keys.ctrlD, exit.pending],
])('%s leaves', async (_, key, code) => {
  const { watch } = await withRide('PICKUP');
  const term = watch();
  await term.until(prompt);
  term.press(key);
  expect((await term.exited).exitCode).toBe(code);
});

test('with -o, in CI or with --no-input the output is that of a pipe', async () => {
  const { watch } = await withRide('FINISHED');
  for (const [env, more] of [
    [{ TERM: 'dumb', CI: '1' }, []],
    [{ TERM: 'dumb' }, ['-o', 'ndjson']],
    [{ TERM: 'dumb' }, ['--no-input']],
  ] as const) {
    const term = watch(env, more);
    expect((await term.exited).exitCode).toBe(exit.ok);
    expect(await typeLine(term)).not.toContain('Step ');
  }
});
