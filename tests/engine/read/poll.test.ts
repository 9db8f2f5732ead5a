// `-w` repeats a read: changes as JSON lines in a pipe, redrawn in place on a terminal.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intervalOf } from '../../../src/cli/settings/duration.js';
import { type Change, changedFields, changesOf, type PolledRows } from '../../../src/engine/read/poll.js';
import { compact, type Row } from '../../../src/services/json-value.js';
import { ends, exit } from '../../support/exit.js';
import { inFakeTime, whileTimePasses } from '../../support/fake-time.js';
import { property } from '../../support/runs.js';
import { neverRespond, reset, respond, respondJson, type Script } from '../../support/scripted-server.js';
import { jsonLines } from '../../support/streams.js';
import { argvOf } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

/** A user of a service that answers the first request with `responses(0)`, and so on. */
function setup(responses: (count: number) => Script, signIn = false) {
  let count = 0;
  return stubUser((...request) => responses(count++)(...request), { signIn });
}
const rows = (...all: object[]) => respondJson(all);
const line = 'assets offerings -w --interval 5s --max-wait 1m --timeout 10s';

test('in a pipe the first state is printed, then changes, with before and after, and every digit', async () => {
  const steps = [
    '[{"id":"a","n":1},{"id":"b"}]',
    '[{"id":"a","n":123456789012345678901},{"id":"b"}]',
    '[{"id":"a","n":123456789012345678901},{"id":"c"}]',
  ];
  const { run } = await setup((count) => respond(200, steps[Math.min(count, 2)]!));
  const { code, stdout } = await whileTimePasses(() => run(line));
  expect(code).toBe(exit.ok);
  expect(stdout).toContain('"after":{"id":"a","n":123456789012345678901}');
  const lines = jsonLines(stdout);
  expect(lines.map(({ id, change }) => `${id} ${change}`)).toEqual(['a is', 'b is', 'a changed', 'c came', 'b went']);
  expect(lines[0]).toMatchObject({ before: null, after: { id: 'a', n: 1 } });
  expect(lines[4]).toMatchObject({ before: { id: 'b' }, after: null });
});

test('an outage is logged once and survived; a permanent failure ends the poll', async () => {
  const responses = [rows({ id: 'a' }), reset, neverRespond, rows({ id: 'b' })];
  const { run } = await setup((count) => responses[Math.min(count, 3)]!);
  const { code, stdout, stderr } = await whileTimePasses(() => run(line));
  expect(code, stderr).toBe(exit.ok);
  expect(stderr.match(/◌/g)).toHaveLength(1);
  expect(stderr).toContain('● It responds again.');
  expect(stdout.trim().split('\n')).toHaveLength(3);
  const refused = await setup((count) =>
    count === 0 ? rows({ id: 'a' }) : respond(403, '{"message":"no","code":"FORBIDDEN"}'),
  );
  expect((await whileTimePasses(() => refused.run(line))).code).toBe(exit.refused);
});

test('on a terminal it is redrawn in place with changed rows marked, and never exceeds the screen', async () => {
  const { table } = await setup((count) =>
    rows({ id: 'a', title: 'One', status: count === 0 ? 'OPEN' : 'CLOSED' }, { id: 'b', title: 'Two', status: 'OPEN' }),
  );
  const { stdout } = await whileTimePasses(() => table(`${line} --count 2`));
  expect(stdout).toMatch(/^ {2}STATUS +TITLE +ID\n {2}● OPEN +One +a\n {2}● OPEN +Two +b\n◐ [\d:]+, every 5 s\n/);
  expect(stdout).toContain('\x1b[4A\x1b[0J');
  expect(stdout).toMatch(/• ○ CLOSED +One +a\n {2}● OPEN +Two +b\n◐ [\d:]+, every 5 s, changed: status\n/);
  const manyRows = await setup(() => rows(...Array.from({ length: 100 }, (_, at) => ({ id: `r${at}` }))));
  expect((await whileTimePasses(() => manyRows.run(line, { terminal: true }))).stdout).toContain('more lines');
});

test('Ctrl-C ends it with 130; a format other than JSON lines is refused', async () => {
  const stop = new AbortController();
  const { run } = await setup(() => rows({ id: 'a' }));
  await inFakeTime(async ({ pass, finish }) => {
    const watching = run('assets offerings -w --interval 1h', { signal: stop.signal });
    await pass(5000); // it sleeps
    stop.abort('SIGINT');
    expect((await finish(watching)).code).toBe(exit.interrupted);
  });
  expect((await run('assets offerings -w -o yaml')).code).toBe(exit.usage);
});

describe('for scripts', () => {
  const second = { id: 'b', status: 'OPEN', n: 1 };
  const states = [
    [{ id: 'a', status: 'OPEN', n: 1 }],
    [{ id: 'a', status: 'OPEN', n: 2 }, second],
    [{ id: 'a', status: 'CLOSED', n: 2 }, second],
  ];
  const offerings = () => setup((count) => rows(...states[Math.min(count, 2)]!));
  const short = 'assets offerings -w --interval 5ms';

  test.each([
    ['--fields id,status', '{"id":"a","status":"OPEN"}\n{"id":"b","status":"OPEN"}\n{"id":"a","status":"CLOSED"}\n'],
    ['-o csv --columns id,status', 'id,status\na,OPEN\nb,OPEN\na,CLOSED\n'],
    ['-o csv --fields status', 'status\nOPEN\nOPEN\nCLOSED\n'],
    ['--jq [.[].status]', '["OPEN"]\n["OPEN","OPEN"]\n["CLOSED","OPEN"]\n'],
    ['--match status=CLOSED --fields id', '{"id":"a"}\n'],
  ])('%s applies to rows as without -w, and only what differs is printed again', async (options, expected) => {
    const { run, server } = await offerings();
    const { code, stdout } = await run(`${short} --count 5 ${options}`);
    expect([code, stdout, server.requests.length]).toEqual([exit.ok, expected, 5]);
  });

  test('--on-change gets each change as JSON and its id as a variable; no text of a row is run, a failure is said', async () => {
    const id = '$(touch injected)`touch injected`';
    const { run, home } = await setup((count) => rows({ id, n: count }));
    const seen = path.join(home, 'seen');
    const command = 'cat >> "$SEEN"; echo "$TUK_CHANGE $TUK_ID" >> "$SEEN"; exit 3';
    const line = [...argvOf(`${short} --count 2 --on-change`), command];
    expect(await run(line, { env: { SEEN: seen } })).toMatchObject({
      code: exit.ok,
      stderr: '  The command of --on-change ended with 3.\n',
    });
    expect(readFileSync(seen, 'utf8')).toBe(`${compact({ id, n: 1 })}\nchanged ${id}\n`);
    expect(existsSync('injected')).toBe(false);
    expect((await run(['assets', 'offerings', '--on-change', command])).code).toBe(exit.usage);
  });

  test('--until ends as soon as it is true; --count and --max-wait before that are exit 8', async () => {
    const until = ['--until', '.[0].status == "CLOSED"'];
    const words = (...more: string[]) => [...short.split(' '), ...until, ...more];
    const met = await offerings();
    const { code, stdout } = await met.run(words('--jq', '.[0].n'));
    expect([code, stdout, met.server.requests.length]).toEqual([exit.ok, '1\n2\n', 3]);
    const counted = await offerings();
    expect((await counted.run(words('--count', '2'))).code).toBe(exit.pending);
    expect(counted.server.requests).toHaveLength(2);
    const one = await setup(() => rows({ id: 'a' }));
    expect((await whileTimePasses(() => one.run(words('--max-wait', '10s')))).code).toBe(exit.pending);
    const alone = await offerings(); // it needs no -w
    expect((await alone.run(words().filter((word) => word !== '-w'))).code).toBe(exit.ok);
  });

  test('--until compares with the first response of the run as $first', async () => {
    const until = '.[0].n != $first[0].n # a comment';
    const { run, server } = await offerings();
    expect((await run([...short.split(' '), '--until', until])).code).toBe(exit.ok);
    expect(server.requests.length).toBe(2);
    const never = await offerings();
    const words = [...short.split(' '), '--until', '$first[0].id != .[0].id', '--count', '3'];
    expect((await never.run(words)).code).toBe(exit.pending);
    expect(await never.run([...short.split(' '), '--until', '$first[0].n !='])).toMatchObject(
      ends(exit.usage, 'The --until expression cannot'),
    );
  });

  test.each([
    ['--until .[', exit.usage],
    ['--count 0', exit.usage],
    ['--fields nothing', exit.server],
  ])('%s is exit %i', async (options, code) => {
    const { run } = await offerings();
    expect((await run(`${short} --count 2 ${options}`.replace(/--count 2 (?=--count)/, ''))).code).toBe(code);
  });
});

const listOf = (list: readonly Row[]): PolledRows => ({ rows: list, isList: true });
const texts = (list: readonly Row[]) => list.map(compact).sort();
/** The rows after the changes: one of the old ones is taken away for each `before`, and each `after` is added. */
function applied(old: readonly Row[], changes: readonly Change[]): readonly Row[] {
  const left = [...old];
  for (const { before } of changes)
    if (before)
      left.splice(
        left.findIndex((row) => compact(row) === compact(before)),
        1,
      );
  return [...left, ...changes.flatMap(({ after }): readonly Row[] => (after ? [after] : []))];
}

test('the changes applied to the old rows give the new rows, whatever identifies them', () => {
  const row = fc.record(
    { id: fc.constantFrom('a', 'b', 'c', 'd', null), n: fc.integer({ max: 3, min: 0 }) },
    { requiredKeys: ['n'] },
  );
  property(300, fc.array(row), fc.array(row), (before, after) => {
    const changes = changesOf(listOf(before), listOf(after));
    expect(texts(applied(before, changes))).toEqual(texts(after));
    for (const change of changes) expect(changedFields(change).length).toBeGreaterThan(0);
    const count = (list: readonly Row[], id: unknown) => list.filter((one) => one.id === id).length;
    for (const { id, before: old, after: now } of changes) {
      expect((now ?? old)?.id ?? null).toBe(id);
      if (old && now) expect([old.id, count(before, id), count(after, id)]).toEqual([id, 1, 1]);
    }
    expect(changesOf(listOf(before), listOf(before.toReversed()))).toEqual([]);
  });
});

test('rows without an identity are never one row that has changed, and their places are no ids', async () => {
  const entry = (place: number) => ({ place, t: 'x' });
  const { run } = await setup((count) => rows(...(count === 0 ? [entry(3), entry(2)] : [entry(4), entry(3)])), true);
  const { stdout } = await whileTimePasses(() => run('notify list -w --count 2'));
  expect(jsonLines(stdout).map(({ id, change, before, after }) => [id, change, before, after])).toEqual([
    [null, 'is', null, entry(3)],
    [null, 'is', null, entry(2)],
    [null, 'came', null, entry(4)],
    [null, 'went', entry(2), null],
  ]);
});

test('a response that is one thing changes, also without an id', () => {
  const one = (n: number): PolledRows => ({ rows: [{ n }], isList: false });
  expect(changesOf(one(1), one(2))).toEqual([{ id: null, before: { n: 1 }, after: { n: 2 } }]);
  expect(changesOf(one(1), one(1))).toEqual([]);
});

test('--match refuses a column that no row has had, and one thing; a row may lose a field later', async () => {
  const steps = [rows({ id: '1', status: 'ON', name: 'A' }), rows({ id: '1', name: 'A' })];
  const { run } = await setup((count) => steps[Math.min(count, 1)]!, true);
  expect((await run('depin stations -w --interval 5ms --count 3 --match status=on --fields id')).code).toBe(exit.ok);
  const other = await setup(() => rows({ id: '1', mode: 'ON' }), true);
  expect(await other.run('depin stations -w --interval 5ms --count 3 --match status=on')).toMatchObject(
    ends(exit.usage, 'has the field "status" of --match; there are: id, mode', ''),
  );
  expect((await other.run('depin stations -w --count 1 --match zzz~on')).code).toBe(exit.usage);
  const none = await setup(() => rows(), true);
  expect(await none.run('depin stations -w --count 1 --match zzz~on')).toMatchObject(
    ends(exit.ok, 'it is unknown whether they have "zzz"'),
  );
  const record = await setup(() => respondJson({ id: '1', a: 1 }), true);
  expect((await record.run('api vehicle-oracle get-station 1 -w --count 1 --match a~1')).code).toBe(exit.usage);
});

test('an interval below one second is refused', async () => {
  const user = await signedIn();
  for (const line of ['wallet list -w', 'notify list -w', 'wait ride:r1', 'wait tx:0x1 --network BSC'])
    for (const interval of ['0', '999ms']) {
      const { code, stderr } = await user.run(`${line} --interval ${interval} --max-wait 1s`, { leastInterval: 1000 });
      expect([line, code]).toEqual([line, exit.usage]);
      expect(stderr).toContain(`--interval is at least 1s, and ${interval} is less.`);
    }
  await user.run('notify list'); // its part of the sandbox is loaded
  expect(
    (await whileTimePasses(() => user.run('notify list -w --interval 1s --max-wait 1s', { leastInterval: 1000 }))).code,
  ).toBe(exit.ok);
  expect(() => intervalOf('999ms', '5s', {})).toThrow('--interval is at least 1s'); // without a minimum from the world
});
