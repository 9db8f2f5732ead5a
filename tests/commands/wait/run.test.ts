// `tuk wait` and `tuk watch`: every kind of thing, its ends, unknown words, outages, ended sessions, and the number of requests.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/services/catalogue/index.js';
import { endsOf, type StatusList } from '../../../src/services/catalogue/statuses.js';
import { ledgerKind, watchKinds } from '../../../src/things/kinds.js';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { until } from '../../support/limit.js';
import { type ReceivedRequest, reset, respond } from '../../support/scripted-server.js';
import { jsonLines } from '../../support/streams.js';
import { signedIn, stubUser } from '../../support/users.js';

type Answer = readonly [status: number, body: string];

/** A signed-in user at a server whose answers a function gives, by the number of earlier requests of the same path. */
async function at(answer: (request: ReceivedRequest, earlier: number) => Answer) {
  const counts = new Map<string, number>();
  const { run, server } = await stubUser((socket, request) => {
    const [path = ''] = request.path.split('?');
    const earlier = counts.get(path) ?? 0;
    counts.set(path, earlier + 1);
    const [status, body] = answer(request, earlier);
    (status === 0 ? reset : respond(status, body))(socket, request);
  });
  return { requests: server.requests, run: (line: string) => whileTimePasses(() => run(`${line} --interval 20ms`)) };
}
const shown = (stdout: string) => jsonLines(stdout).map(({ status, class: kind, ended }) => [status, kind, ended]);

/** The kinds and statuses of lines. */
const statesOf = (stdout: string) => jsonLines(stdout).map(({ kind, status }) => `${kind} ${status}`);
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A thing of each kind that a service shows: what is typed, the list of its statuses, and its response with a status. */
const things = watchKinds
  .filter((kind) => kind !== ledgerKind)
  .map(({ name: kind, readings }) => {
    const reading = readings[0]!;
    const id = kind === 'migration' ? address : kind === 'tx' ? `BSC:0x${'ab'.repeat(32)}` : '7';
    const body = (status: string | undefined) => {
      const path = (reading.read.status ?? reading.thing.status)!.at[0]!;
      const row = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), status);
      const isList = reading.params === undefined;
      const [idPath] = reading.read.ids ?? reading.thing.ids ?? ['id'];
      const whole = isList ? { [idPath!.split('.')[0]!]: id, ...(row as object) } : row;
      return JSON.stringify(isList ? [{ other: 1, status: 'X' }, whole] : whole);
    };
    return [kind, { name: `${kind}:${id}`, list: reading.statusList as StatusList, body }] as const;
  });

describe.each(things)('%s', (_, { name, list, body }) => {
  const { good, bad } = endsOf(list);

  test('a good end is exit 0, a bad one 13; a word that no list has is shown and waited out', async () => {
    for (const [end, code, ended] of [
      [good[0]!, exit.ok, 'good'],
      ...bad.slice(0, 1).map((word) => [word, exit.endedBadly, 'bad'] as const),
    ] as const) {
      const { run } = await at((__, earlier) => [200, body(earlier === 0 ? 'SOMETHING_NEW' : end)]);
      const result = await run(`wait ${name} -o ndjson`);
      const first = ['SOMETHING_NEW', 'unknown', null];
      expect([result.code, shown(result.stdout)]).toEqual([code, [first, [end, ended, ended]]]);
      expect(jsonLines(result.stdout)[0]).toMatchObject({ kind: name.split(':')[0], id: name });
    }
  });

  test('an ended session is exit 4 at once', async () => {
    const ended = await at(() => [401, '{"code":"SESSION_ENDED"}']);
    expect([(await ended.run(`wait ${name}`)).code, ended.requests.length]).toEqual([exit.signIn, 1]);
  });

  test('a connection that is reset, too many requests and an outage are waited out', async () => {
    const statuses = [0, 429, 503, 200];
    const answer = (status: number): Answer => [status, status === 200 ? body(good[0]!) : '{}'];
    const { run, requests } = await at((_, earlier) => answer(statuses[Math.min(earlier, 3)]!));
    const { code, stderr } = await run(`wait ${name} --retry 0`);
    expect([code, requests.length, stderr.match(/◌/g)?.length]).toEqual([exit.ok, 4, 1]);
  });
});

test.each([
  [200, exit.ok, '{"accessToken":"bbbb","refreshToken":"ssss"}'],
  [401, exit.signIn, '{"code":"INVALID_SESSION"}'],
])('an expired session is renewed once for all things; if the renewal is answered %i: exit %i', async (...row) => {
  const [status, code, renewal] = row;
  const { run, requests } = await at(({ path, headers }) => {
    if (path.includes('/sessions/')) return [status, renewal];
    return headers.authorization === 'Bearer aaaa'
      ? [401, '{"code":"EXPIRED_SESSION"}']
      : [200, '{"status":"SUCCESS"}'];
  });
  expect((await run('wait order:7 order:8 order:9')).code).toBe(code);
  expect(requests.filter(({ path }) => path.endsWith('/sessions/refresh'))).toHaveLength(1);
});

test('every kind names reads of the catalogue', async () => {
  for (const { readings } of watchKinds)
    for (const { service, call } of readings)
      expect((await catalogue(service)).calls[call]?.effect, `${service} ${call}`).toBe('none');
});

test('200 things of one list are one request a poll; 200 rides are 200, at most 8 at a time, and one that is named twice is one', async () => {
  const rows = (status: string) => JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ id: `b${n}`, status })));
  const names = Array.from({ length: 200 }, (_, n) => `bridge:b${n}`).join(' ');
  const list = await at((_, earlier) => [200, rows(earlier < 2 ? 'PENDING' : 'SUCCESS')]);
  expect([(await list.run(`wait ${names}`)).code, list.requests.length]).toEqual([exit.ok, 3]);
  const rides = await at(() => [200, '{"status":"FINISHED"}']);
  const typed = Array.from({ length: 200 }, (_, n) => `ride:r${n}`).join(' ');
  expect([(await rides.run(`wait ${typed} ${typed}`)).code, rides.requests.length]).toEqual([exit.ok, 200]);
});

test('kinds are mixed: each has its own ends, and --for names a status of one of them', async () => {
  const ofRide = ['PENDING', 'PICKUP', 'PICKUP'];
  const ofOrder = ['DRAFT', 'DRAFT', 'SUCCESS'];
  const answer = ({ path }: ReceivedRequest, earlier: number): Answer => {
    const status = (path.includes('/rides/') ? ofRide : ofOrder)![Math.min(earlier, 2)];
    return [200, `{"status":"${status}"}`];
  };
  const line = 'wait ride:1 order:2 -o ndjson';
  const { code, stdout } = await (await at(answer)).run(`${line} --for ride=PICKUP`);
  const ended = shown(stdout).filter(([, , end]) => end);
  expect([code, ended.map(String)]).toEqual([exit.ok, ['PICKUP,pending,good', 'SUCCESS,good,good']]);
  expect((await (await at(answer)).run(`${line} --fail-on order=DRAFT --for PICKUP`)).code).toBe(exit.endedBadly);
});

test('an outage of one service does not stop the things of another', async () => {
  let rides = 0;
  const { run } = await at(({ path }) => {
    if (!path.includes('/rides/')) return rides < 4 ? [503, '{}'] : [200, '{"status":"SUCCESS"}'];
    rides += 1;
    return [200, `{"status":"${rides < 4 ? 'PENDING' : 'FINISHED'}"}`];
  });
  const { code, stdout, stderr } = await run('wait ride:1 order:2 -o ndjson');
  expect(code).toBe(exit.ok);
  expect(statesOf(stdout)).toEqual(['ride PENDING', 'ride FINISHED', 'order SUCCESS']);
  expect(stderr).toContain('The others continue; order:2 waits for it.');
});

test.each([
  ['wait 74c06736df17', exit.usage, 'does not know which kind of item'],
  ['wait rides:1', exit.usage, 'Did you mean ride?'],
  ['wait ride:', exit.usage, 'has no id'],
  ['wait tx:0xabc', exit.usage, 'has no network'],
  ['wait tx:MOON:0xabc', exit.usage, 'is not a network'],
  ['wait ride:1 --for DONE', exit.usage, 'is not a status of RideStatus'],
  ['wait ride:1 order:2 --fail-on lease=PAID', exit.usage, 'is not a status'],
  ['wait op-2611-9999', exit.notFound, 'There is no operation op-2611-9999'],
])('%s', async (line, code, message) => {
  const { run, requests } = await at(() => [200, '{"status":"FINISHED"}']);
  const result = await run(line);
  expect([result.code, result.stderr, requests.length]).toEqual([code, expect.stringContaining(message), 0]);
});

test('a UUID without a kind is asked of the calls of every kind, and then of those that knew one', async () => {
  const [ride, other] = ['74c06736-df17-4d73-9501-7dbe34354076', 'ad7195ab-88e1-4b4e-b98c-fe0463161fb0'];
  const knows =
    (...ids: readonly string[]) =>
    ({ path }: ReceivedRequest): Answer => {
      if (path.includes('/rides/') && ids.some((id) => path.includes(id))) return [200, '{"status":"FINISHED"}'];
      return /[0-9a-f]{12}/.test(path) ? [404, '{"code":"NOT_FOUND"}'] : [200, '[]'];
    };
  const one = await at(knows(ride));
  const found = await one.run(`wait ${ride} -o ndjson`);
  expect([found.code, statesOf(found.stdout), found.stderr]).toEqual([exit.ok, ['ride FINISHED'], '']);
  const both = await at(knows(ride, other));
  expect((await both.run(`wait ${ride} ${other}`)).code).toBe(exit.ok);
  expect(both.requests.length - one.requests.length).toBe(2); // whether it is a ride, and its status
  expect(one.requests.filter(({ path }) => /migration|vehicles/.test(path))).toEqual([]); // their ids are addresses and numbers
  expect(await (await at(knows())).run(`wait ${ride}`)).toMatchObject(ends(exit.notFound, `tuk find ${ride}`));
  const down = await at(() => [503, '{}']);
  expect((await down.run(`wait ${ride} --retry 0`)).code).toBe(exit.server);
  expect(down.requests.length).toBeLessThan(30);
});

test('a response without a status, and an id that its list does not have, end the wait', async () => {
  expect((await (await at(() => [200, '{"id":"1"}'])).run('wait ride:1')).code).toBe(exit.server);
  const others = await at(() => [200, '[{"id":"2","status":"SUCCESS"}]']);
  expect((await others.run('wait bridge:1')).code).toBe(exit.notFound);
  expect((await (await at(() => [404, '{"code":"NOT_FOUND"}'])).run('wait order:1')).code).toBe(exit.notFound);
});

test('--for-existence waits for what the service does not show yet; another failure still ends it', async () => {
  const none: Answer = [404, '{"code":"NOT_FOUND"}'];
  const late = await at((_, earlier) => (earlier < 2 ? none : [200, '{"id":"1","status":"SUCCESS"}']));
  expect((await late.run('wait order:1 --for-existence')).code).toBe(exit.ok);
  const never = await at(() => none);
  expect((await never.run('wait order:1 --for-existence --max-wait 50ms')).code).toBe(exit.pending);
  const refused = await at(() => [403, '{"code":"FORBIDDEN"}']);
  expect((await refused.run('wait order:1 --for-existence')).code).toBe(exit.refused);
});

test('a failure that ends the wait comes after the requests that are under way', async () => {
  let answered = 0;
  const { run } = await at(({ path }) => {
    answered += 1;
    return path.includes('/rides/') ? [403, '{"code":"FORBIDDEN"}'] : [200, '{"status":"DRAFT"}'];
  });
  const { code } = await run(`wait ride:1 ${Array.from({ length: 20 }, (_, n) => `order:${n}`).join(' ')} -vv`);
  const before = answered;
  await new Promise((resolve) => setImmediate(resolve));
  expect([code, answered === before, answered < 21]).toEqual([exit.refused, true, true]);
});

test('time that runs out is exit 8, with what was last seen', async () => {
  const { run } = await at(() => [200, '{"status":"SOMETHING_NEW"}']);
  const late = await run('watch ride:1 ride:2 --max-wait 1s');
  expect(late).toMatchObject(ends(exit.pending, /2 of 2 continue.*the time has run out/));
  expect(late.stdout).toContain('SOMETHING_NEW');
});

test('a claim is one of an earn event, or of a ranking where no earn event has the id', async () => {
  const { run } = await at(({ path }) => (path.includes('ranking') ? [200, '{"status":"SUCCESS"}'] : [404, '{}']));
  expect((await run('wait claim:7')).code).toBe(exit.ok);
});

test('Ctrl-C during the command of a change ends the run: the changes behind it start none', async () => {
  const user = await stubUser(respond(200, '{"status":"PENDING"}'));
  const stop = new AbortController();
  const started = path.join(user.home, 'started');
  const command = 'echo "$TUK_ID" >> "$STARTED"; exec sleep 60';
  const line = ['wait', 'ride:1', 'ride:2', 'ride:3', '--on-change', command];
  const running = user.run(line, { signal: stop.signal, env: { STARTED: started, PATH: process.env.PATH! } });
  await until(() => existsSync(started) && readFileSync(started, 'utf8') !== '');
  stop.abort('SIGINT');
  expect([(await running).code, readFileSync(started, 'utf8')]).toEqual([exit.interrupted, 'ride:1\n']);
});

describe('the beginning of an id', () => {
  const [ride, swap, other] = [
    '74c06736-df17-4d73-9501-7dbe34354076',
    '46c7b520-88e1-4b4e-b98c-fe0463161fb0',
    '46c7b5ff-88e1-4b4e-b98c-fe0463161fb0',
  ];
  const lists = ({ path }: ReceivedRequest): Answer => {
    if (path.includes('/request/active')) return [200, JSON.stringify({ id: ride, status: 'PENDING' })];
    if (path.includes(`/request/${ride}`)) return [200, JSON.stringify({ id: ride, status: 'FINISHED' })];
    const swaps = [swap, other].map((id) => ({ id, status: 'SUCCESS' }));
    if (path.includes('/bridge-swap')) return [200, JSON.stringify(swaps)];
    return /[0-9a-f]{8}/.test(path) ? [404, '{"code":"NOT_FOUND"}'] : [200, '[]'];
  };

  test.each([
    ['ride:74c06736', exit.ok, 'ride FINISHED'],
    ['74c06736', exit.ok, 'ride FINISHED'],
    ['bridge:46c7b520', exit.ok, 'bridge SUCCESS'],
    ['46c7b520-88', exit.ok, 'bridge SUCCESS'],
    ['bridge:46c7b5', exit.usage, '2 ids begin with "46c7b5"'],
    ['46c7b5', exit.usage, `${swap}, ${other}`],
    ['ride:00000000', exit.notFound, ''],
    ['00000000', exit.usage, 'or on a list of the account'],
  ])('%s: exit %i', async (typed, code, said) => {
    const { run } = await at(lists);
    const result = await run(`wait ${typed} -o ndjson`);
    const text = code === exit.ok ? statesOf(result.stdout).join() : result.stderr.replaceAll('\\"', '"');
    expect([result.code, text]).toEqual([code, expect.stringContaining(said)]);
  });

  test('is looked for once in each list; a whole id is not', async () => {
    const { run, requests } = await at(lists);
    await run(`wait ride:${ride}`);
    expect(requests.length).toBe(1);
    await run('wait 74c06736 ride:74c067');
    expect(requests.filter(({ path }) => path.includes('/request/active')).length).toBe(1);
  });

  test('is not a short id of a service: a number, or an id that is exactly so', async () => {
    const { run, requests } = await at(() => [200, '{"subscription":{"status":"FINISHED"}}']);
    expect([(await run('wait subscription:123456')).code, requests.length]).toEqual([exit.ok, 1]);
    const rows = await at(() => [200, '[{"id":"46c7b5","status":"SUCCESS"},{"id":"46c7b520-1","status":"PENDING"}]']);
    expect((await rows.run('wait bridge:46c7b5')).code).toBe(exit.ok);
  });
});

test('the beginning of an id in the ledger is completed; any other says that it is none', async () => {
  const user = await signedIn();
  const { id } = await user.json('store buy 1 --quantity 1 --currency MVP --yes');
  await user.run('sandbox advance 1h');
  expect((await user.run(`wait ${id.slice(0, 8)} --for status=SUCCESS --max-wait 1m -o json`)).stdout).toContain(id);
  const unknown = /begins no id in the ledger[\s\S]*Type the whole id, or look it up: tuk find 00000000/;
  expect(await user.run('watch 00000000')).toMatchObject(ends(exit.usage, unknown));
});
