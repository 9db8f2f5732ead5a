// Watched rides: how the screen ends; in lines, for screen readers, one description, then changes only, and never in the middle of a question.
import { expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { program } from '../../support/screen.js';
import { reset, respond, type Script } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

const leng = { name: 'Leng Tan', carModel: 'Prius', carColor: 'white', carPlate: 'SLK 4821 C' };
const statuses = 'WAITPAY PAYCONFIRMED CONFIRMED PENDING ASSIGNED PICKUP PICKUP_ARRIVED INUSE FINISHED'.split(' ');
/** A ride with this status, and a status log like that of the sandbox. */
const rideAt = (id: string, status: string, driverInfo: object | null) => ({
  ...{ id, status, region: 'SG', fare: '9.40', currency: 'SGD', driverInfo },
  ...{ origin: { name: 'Marina Gate 2' }, destination: { name: 'Changi\x1b[2J Airport\u202e T3' } },
  statusLog: statuses
    .slice(0, statuses.indexOf(status) + 1)
    .map((word, at) => ({ status: word, at: new Date(Date.parse('2026-11-20T06:02:11Z') + at * 8000).toISOString() })),
});

/** A service with rides of this status, and the number of their reads since it changed. */
async function rides(status = 'PICKUP') {
  const backend = {
    ...{ word: status, driver: leng as object | null, fails: undefined as Script | undefined, refuses: '' },
    waiting: [] as { reads: number; done(): void }[],
  };
  const { home, changes } = await stubUser((socket, request) => {
    if (backend.fails) return backend.fails(socket, request);
    if (request.method === 'POST') {
      const refusal = respond(422, JSON.stringify({ message: backend.refuses }), { 'x-request-id': 'req-4711' });
      if (backend.refuses !== '') return refusal(socket, request);
      backend.word = 'USER_CANCELED';
      return respond(200, '{"isFreeCancel":true}')(socket, request);
    }
    const [, id = 'ride-1'] = /request\/([^/?]+)/.exec(request.path) ?? [];
    for (const one of backend.waiting) if (--one.reads <= 0) one.done();
    return respond(200, JSON.stringify(rideAt(id, backend.word, backend.driver)))(socket, request);
  });
  /** The new status, once it has been read and used: the next request was sent. */
  const changed = (word: string) => {
    backend.word = word;
    return new Promise<void>((done) => backend.waiting.push({ reads: 2, done }));
  };
  const line = ['watch', 'ride:ride-1', '-p', 'box', '--interval', '20ms'];
  /** The watch of the ride in lines, and its output up to the first prompt after the first response. */
  const watching = async (
    env: Readonly<Record<string, string>> = { ACCESSIBLE: '1' },
    more: readonly string[] = [],
  ) => {
    const talk = conversation([...line, ...more], { home, env, columns: 120, rows: 60 });
    const opening = await talk.opening;
    return { talk, text: /Status \w+,/.test(opening) ? opening : opening + (await talk.until(/Status \w+,/)) };
  };
  return { home, backend, changed, watching, changes, line };
}

test('on the screen a time-out is exit 8, a ride that is gone exit 5, a bad end exit 13 with a message', async () => {
  const { home, backend } = await rides('PENDING');
  const opened = async (...more: readonly string[]) => {
    const app = await program(['watch', 'ride:ride-1', '--interval', '1s', ...more], { home });
    await app.until(/step \d\/10|the driver cancelled it/);
    return app;
  };
  const late = await opened('--max-wait', '3s');
  expect(await late.ended()).toBe(exit.pending);
  expect(late.written()).toMatch(/Not yet: ride:ride-1 is PENDING; the time has run out/);
  const gone = await opened();
  backend.fails = respond(404, '{}');
  expect(await gone.ended()).toBe(exit.notFound);
  expect(gone.written()).toContain('✗ ');
  Object.assign(backend, { fails: undefined, word: 'DRIVER_CANCELED' });
  const bad = await opened();
  await bad.press('q');
  expect(await bad.ended()).toBe(exit.endedBadly);
  expect(bad.written()).toContain('✗ ride:ride-1 ended DRIVER_CANCELED.');
});

test('the ride is described once, in sentences', async () => {
  const { watching } = await rides();
  const { talk, text } = await watching({ TERM: 'xterm' }, ['--linear']);
  const time = String.raw`\d\d:\d\d:\d\d`;
  const passed = (nth: number, word: string) => `  ${nth}\\. ${word}, passed, ${time}, after 8 seconds\\.`;
  expect(text).toMatch(
    new RegExp(
      [
        'Ride, Requests, ride-1\\.\nStatus PICKUP, pending: the driver is on the way to you.*\\.\nStep 7 of 10\\.',
        ...[`  1\\. WAITPAY, passed, ${time}\\.`, passed(2, 'PAYCONFIRMED'), '  3\\. MATCHED, not seen\\.'],
        ...[passed(4, 'CONFIRMED'), passed(5, 'PENDING'), passed(6, 'ASSIGNED'), `  7\\. PICKUP, now, ${time}\\.`],
        '  8, 9, 10\\. PICKUP_ARRIVED, INUSE, FINISHED, not yet\\.',
        ...['Section Driver:', '  Driver: Le•• T••', '  Car: Prius', '  Colour: white', '  Plate: SLK 4821 C'],
        ...['  Position: not known', 'Section Trip:', '  From: Marina Gate 2'],
        ...[
          '  To: Changi\\\\x1b\\[2J Airport\\\\u202e T3',
          '  Fare: 9\\.40 SGD',
          '  Region: SG',
          'x can do: cancel\\.',
        ],
        '',
        'x actions   j json, raw   r reload   w pause   c command line   b back   h help   q quit',
        'Choice or command: $',
      ].join('\n'),
    ),
  );
  const end = await talk.type('b');
  expect(await talk.exitCode).toBe(exit.pending);
  expect(end).toMatch(/◐ Not yet: ride:ride-1 is PICKUP; it continues\.\n$/);
  expect(text + end).not.toMatch(/[\x1b\u202e]/);
});

test('then only changes are printed, each on a line; an end ends it', async () => {
  const { watching, backend } = await rides('PENDING');
  backend.driver = null;
  const { talk } = await watching();
  Object.assign(backend, { driver: leng, word: 'ASSIGNED' });
  let text = await talk.until(/Changed: status ASSIGNED/);
  expect(text).toMatch(
    /\d\d:\d\d:\d\d\. Changed: status ASSIGNED, was PENDING\.\nDriver: Le•• T••\nCar: Prius[\s\S]*\nPosition: not known\n/,
  );
  for (const [script, said] of [
    [reset, /No response: .* Next request in /],
    [respond(503, '{"message":"Maintenance"}'), /503.* Next request in /],
  ] as const) {
    backend.fails = script;
    text += await talk.until(said);
    backend.fails = undefined;
    text += await talk.until(/It answers again\./);
  }
  backend.word = 'FINISHED';
  text += await talk.until(/It is over/);
  expect(await talk.exitCode).toBe(exit.ok);
  expect(text).toMatch(/Changed: status FINISHED, was ASSIGNED\.\nIt is over: succeeded, the ride is over\.\n$/);
  expect(text.match(/No response:/g)).toHaveLength(1);
  expect(text).not.toMatch(/\x1b|Step \d/);
});

test('a change waits until the question of a command is answered, and is said then', async () => {
  const { watching, changed } = await rides();
  const { talk } = await watching();
  expect(await talk.type('x')).toMatch(/1 {2}Cancel…[\s\S]*Number, 1 to 2/);
  expect(await talk.type('1')).toMatch(/Type y to go on: $/);
  await changed('INUSE');
  const said = await talk.type('n');
  expect(said).toMatch(
    /^n\n✗ Not confirmed\. Nothing was sent\.\n[\s\S]*Changed: status INUSE, was PICKUP\.[\s\S]*Choice or command: $/,
  );
  expect(said.match(/Changed:/g)).toHaveLength(1);
  await talk.type('q');
  await talk.exitCode;
});

test('an end that comes while a list of actions is open is said after the answer, and ends the watching', async () => {
  const { watching, backend } = await rides();
  const { talk } = await watching();
  await talk.until(/Number, 1 to/, 'x');
  backend.word = 'FINISHED';
  expect(await talk.until(/It is over/, '.')).toMatch(/Changed: status FINISHED, was PICKUP\.\nIt is over: succeeded/);
  expect(await talk.exitCode).toBe(exit.ok);
});

test('a cancellation is sent after y only; one that is refused is said whole, with its request id', async () => {
  const { watching, backend, changes } = await rides();
  const { talk } = await watching();
  for (const [answer, said, count] of [
    ['', /Nothing was sent/, 0],
    ['y', /it would have to be in PENDING[\s\S]*req-4711/, 1],
  ] as const) {
    backend.refuses = 'The ride request is in PICKUP; it would have to be in PENDING';
    await talk.type('x');
    await talk.type('1');
    expect(await talk.type(answer)).toMatch(said);
    expect(changes()).toHaveLength(count);
  }
  backend.refuses = '';
  await talk.type('x');
  await talk.type('1');
  expect(await talk.until(/ended USER_CANCELED/, 'y')).toMatch(
    /It is over: failed, you cancelled it\.\n✗ .* ended USER_CANCELED\.\n$/,
  );
  expect(await talk.exitCode).toBe(exit.endedBadly);
});

test('pause holds the output and resumes it, and the choices say which; of what has ended it says why it cannot', async () => {
  const { home, backend } = await rides();
  const talk = conversation(['--linear'], { home });
  await talk.opening;
  expect(await talk.until(/Status PICKUP/, 'watch ride:ride-1')).toMatch(/ {3}w pause {3}/);
  expect(await talk.type('pause')).toMatch(/^Paused: r reloads, w resumes\.[\s\S]* {3}w resume {3}/);
  backend.word = 'INUSE';
  expect(await talk.type('v')).toContain('Driver: Leng Tan');
  expect(await talk.type('json')).toContain('"status": "PICKUP"');
  expect(await talk.type('b')).not.toContain('Changed:');
  expect(await talk.until(/Changed: status INUSE/, 'resume')).toMatch(
    /^Automatic refresh is on\.[\s\S]* {3}w pause {3}/,
  );
  backend.word = 'FINISHED';
  expect(await talk.until(/It is over/, 'r')).toMatch(/Changed: status FINISHED/);
  expect(await talk.type('h')).not.toMatch(/w pause|w resume|bell rings/);
  expect(await talk.type('pause')).toMatch(/^It has ended, so there is nothing to pause: r reloads\./);
  expect(await talk.until(/FINISHED[\s\S]*FINISHED/, 'watch ride:ride-1 ride:ride-2')).not.toMatch(/w pause/);
  expect(await talk.type('w')).toMatch(/^None of these is under way, so there is nothing to pause: r reloads\./);
  await talk.type('q');
  await talk.exitCode;
});

test('in CI, with -o, --jq, -v or --no-input the output on a terminal is that of a pipe', async () => {
  const { home, line } = await rides('FINISHED');
  const ofPipe = ends(exit.ok, /^/, /^(?![\s\S]*(Step |\x1b\[\?1049h))[\s\S]*FINISHED/);
  const envs = [{ CI: '1' }, { TERM: 'dumb', CI: '1' }, {}, {}, {}, { ACCESSIBLE: '1' }] as Record<string, string>[];
  for (const [at, more] of ['', '', '-o ndjson', '--jq .status', '-v', '--no-input'].entries()) {
    const argv = [...line, ...more.split(' ').filter(Boolean)];
    expect(await newUser(home).run(argv, { terminal: true, env: envs[at]! })).toMatchObject(ofPipe);
  }
});

test('a pinned ride is said on any screen when it changes, and pinned opens what is pinned', async () => {
  const { changed, watching } = await rides('PICKUP');
  const { talk } = await watching();
  expect(await talk.type('pin')).toContain('Pinned: ride ride-1. pinned says all that is pinned.');
  await talk.type('requests');
  const said = talk.until(/Changed/);
  await changed('INUSE');
  const text = await said;
  expect(text).toMatch(/\d\d:\d\d:\d\d\. Pinned ride ride-1\. Changed: status INUSE, pending\./);
  expect(text.match(/Changed/g)).toHaveLength(1);
  expect(await talk.type('pinned')).toMatch(/Ride, Requests, ride-1\.\nStatus INUSE/);
  expect(await talk.type('unpin')).toContain('Not pinned any more: ride ride-1.');
  expect(await talk.type('pinned')).toContain('Nothing is pinned: pin, where something is watched, pins it.');
  await talk.type('q');
  await talk.exitCode;
});
