// `tuk diff`: a difference is never missed, a failed read is that failure, and only reads are made.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respond, respondJson, type Script } from '../../support/scripted-server.js';
import { argvOf } from '../../support/tuk.js';
import { signedIn, userOfTwo } from '../../support/users.js';

/** A user with the profiles a and b, whose reads these scripts answer. */
async function withTwo(first: Script, second: Script) {
  const user = await userOfTwo((name) => (name === 'a' ? first : second));
  const run = (line: string | readonly string[], options = {}) =>
    user.run(typeof line === 'string' ? argvOf(line) : line, options);
  const save = (name: string, text: string) => writeFileSync(path.join(user.home, name), text);
  return { ...user, run, save, requests: () => user.requests };
}
/** The differences of these texts as the responses of two profiles to a list. */
async function between(before: string, after: string, line = "diff 'depin stations' -p a,b") {
  const user = await withTwo(respond(200, before), respond(200, after));
  const { code, stdout, stderr } = await user.run(line);
  return { code, stderr, found: stdout === '' ? undefined : JSON.parse(stdout) };
}
const rows = (...list: readonly unknown[]) => JSON.stringify(list);
const changed = (...[id, path_, before, after]: readonly unknown[]) => ({
  ...{ change: 'changed', id, path: path_, before, after },
});

describe('two profiles', () => {
  test('rows are compared by their ids: added, removed and changed ones, with the path', async () => {
    const { code, found, stderr } = await between(
      rows({ id: '1', name: 'A', location: { latitude: 1 } }, { id: '2', name: 'B' }),
      rows({ id: '3', name: 'C' }, { id: '1', name: 'A', location: { latitude: 2 } }),
    );
    expect(code).toBe(exit.failed);
    expect(found).toEqual([
      { change: 'added', id: '3', path: null, before: null, after: { id: '3', name: 'C' } },
      changed('1', 'location.latitude', 1, 2),
      { change: 'removed', id: '2', path: null, before: { id: '2', name: 'B' }, after: null },
    ]);
    expect(stderr).toContain('3 differences: 1 added, 1 removed, 1 changed');
  });

  test.each([
    ['the last of 30 digits', `[{"id":"1","a":1.${'0'.repeat(30)}1}]`, `[{"id":"1","a":1.${'0'.repeat(30)}2}]`],
    ['a text that is no amount', '[{"id":"1","version":"1.10"}]', '[{"id":"1","version":"1.1"}]'],
    ['leading zeros of a text', '[{"id":"1","code":"007"}]', '[{"id":"1","code":"7"}]'],
    ['a number and a text', '[{"id":"1","a":1}]', '[{"id":"1","a":"1"}]'],
    ['an empty text and none', '[{"id":"1","a":""}]', '[{"id":"1"}]'],
    ['a field beside the list', '{"data":[{"id":"1"}],"owner":"x"}', '{"data":[{"id":"1"}],"owner":"y"}'],
    ['the last row', '{"vehicles":[{"id":"1"}],"owner":"x"}', '{"vehicles":[],"owner":"x"}'],
  ])('%s is a difference', async (_, before, after) => {
    const { code, found, stderr } = await between(before, after);
    expect([code, found?.length, stderr]).toEqual([exit.failed, 1, expect.any(String)]);
  });

  test('rows in any envelope have their known id, and what stands around them is compared once', async () => {
    const list = (title: string, total: number) =>
      JSON.stringify({ data: { items: [{ station_no: 7, title }], total, next_cursor: title } });
    const { found } = await between(list('A', 1), list('B', 2));
    expect(found).toEqual([changed(null, 'data.total', 1, 2), changed('7', 'title', 'A', 'B')]);
  });

  test('rows of two environments are compared by what names them, and their ids are no differences', async () => {
    const uuid = (n: number) => `0000000${n}-ffff-4000-a000-000000000000`;
    const station = (n: number, name: string, more = {}) => ({
      ...{ id: uuid(n), ownerId: n, name, chargers: [{ id: n, name: 'x' }], ...more },
    });
    const first = rows(station(1, 'Central'), station(2, 'Airport'), station(3, 'Old', { paid: 1 }));
    const second = rows(station(4, 'Airport', { city: 'PNH' }), station(5, 'Central'), station(6, 'Old', { paid: 2 }));
    const { found, stderr } = await between(first, second);
    expect(found).toEqual([changed('Airport', 'city', null, 'PNH'), changed('Old', 'paid', 1, 2)]);
    expect(stderr).toContain('No id is in both: rows match by name, and ids are not compared.');
    expect((await between(rows(station(1, 'A')), rows(station(2, 'A')))).code).toBe(exit.ok);
  });

  test('--by takes fields and headings; rows without them are compared as a whole, an unknown one is refused', async () => {
    const first = rows({ id: '1', name: 'A', n: 1 }, { id: '3' });
    const second = rows({ id: '1', name: 'B' }, { id: '2', name: 'A', n: 1 });
    const line = "diff 'depin stations' -p a,b --by";
    expect((await between(first, second, `${line} NAME`)).found).toEqual([
      { change: 'added', id: 'B', path: null, before: null, after: { id: '1', name: 'B' } },
      { change: 'removed', id: null, path: null, before: { id: '3' }, after: null },
    ]);
    expect(await between(first, second, `${line} nope`)).toMatchObject(ends(exit.usage, 'No row has a field "nope"'));
    const ofOne = await between('{"id":"1"}', '{"id":"1"}', "diff 'depin station 1' -p a,b --by name");
    expect(ofOne.code).toBe(exit.usage);
  });

  test('one record is compared by its fields, lists in it by their ids', async () => {
    const { found } = await between(
      '{"id":"1","name":"A","chargers":[{"id":"x","soc":1},{"id":"y","soc":5}],"tags":["a"]}',
      '{"id":"2","name":"A","chargers":[{"id":"y","soc":5},{"id":"x","soc":2}],"tags":["a","b"]}',
      "diff 'depin station 1' -p a,b",
    );
    expect(found).toEqual([
      changed(null, 'id', '1', '2'),
      changed(null, 'chargers[id=x].soc', 1, 2),
      changed(null, 'tags', ['a'], ['a', 'b']),
    ]);
  });

  test('rows with one key are told apart by the fields of their command, in any order', async () => {
    const balance = (ticker: string, network: string, amount: string) => ({ asset: { ticker }, network, amount });
    const { found } = await between(
      rows(balance('ETH', 'BASE', '1'), balance('ETH', 'BSC', '2')),
      rows(balance('ETH', 'BSC', '3'), balance('ETH', 'BASE', '1.0')),
      "diff 'api user get-balance-v2 --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC' -p a,b",
    );
    expect(found).toEqual([changed('ETH', 'amount', '2', '3')].map((row) => ({ ...row, id: expect.any(String) })));
  });

  test('a failed read is that failure, which names its profile', async () => {
    const refuse = respond(403, '{"message":"no"}');
    const broken = respond(500, '{"message":"no"}');
    for (const [first, second, code, name] of [
      [refuse, respondJson([]), exit.refused, 'a'],
      [respondJson([]), refuse, exit.refused, 'b'],
      [broken, refuse, exit.server, 'b'],
    ] as const) {
      const { run } = await withTwo(first, second);
      expect(await run("diff 'depin stations' -p a,b")).toMatchObject(ends(code, `Profile ${name}: `, ''));
    }
  });

  test('a list against a record is a failure', async () => {
    const { code, stderr } = await between('{"id":"1"}', '[{"id":"1"}]', "diff 'api GET vehicle-oracle /v1/x' -p a,b");
    expect([code, stderr]).toEqual([exit.server, expect.stringContaining('a list, and the other one with a record')]);
  });

  test('a list that is cut at a page says so, for its profile', async () => {
    const page = Array.from({ length: 50 }, (_, at) => ({ id: String(at) }));
    const { run } = await withTwo(respondJson({ data: page, total: 90 }), respondJson([{ id: '0' }]));
    for (const line of ['depin stations', 'api vehicle-oracle list-stations'])
      expect((await run(['diff', line, '-p', 'a,b'])).stderr, line).toContain('Profile a: These are 50 of 90 rows');
  });
});

describe('an earlier output', () => {
  const owner = async (now: string) => withTwo(respond(200, now), respondJson([]));

  test('is compared with the read of now, from a file or standard input', async () => {
    const { run, save } = await owner('[{"id":"1","a":2}]');
    save('old.json', '[{"id":"1","a":1}]\n');
    for (const file of ['old.json', '-']) {
      const line = ['diff', 'depin stations', '-p', 'a', '--since', file];
      const { code, stdout } = await run(line, { stdin: '[{"id":"1","a":1}]' });
      expect([code, JSON.parse(stdout)]).toEqual([exit.failed, [changed('1', 'a', 1, 2)]]);
    }
  });

  test.each([
    ['is empty', ''],
    ['is not JSON', 'id,name\n1,a'],
    ['is not JSON', '{"id":'],
    ['has a failure', '{"error":{"code":"NO","exitCode":5}}'],
  ])('that %s is refused, and nothing is sent', async (what, text) => {
    const { run, save, requests } = await owner('[]');
    save('old.json', text);
    const result = await run("diff 'depin stations' -p a --since old.json");
    expect(result).toMatchObject(ends(exit.usage, `old.json ${what}`, ''));
    expect(requests()).toEqual([]);
  });

  test('of another kind, or that is missing, is refused', async () => {
    const { run, save } = await owner('[{"id":"1"}]');
    save('old.json', '{"id":"1"}');
    const result = await run("diff 'depin stations' -p a --since old.json");
    expect(result).toMatchObject(ends(exit.usage, 'a list, the other is a record', ''));
    expect((await run("diff 'depin stations' -p a --since none.json")).code).toBe(exit.usage);
  });

  test('whose names are masked makes no false difference', async () => {
    const user = await signedIn('mina');
    const since = (line: string, old: string) => {
      writeFileSync(path.join(user.home, 'old.json'), old);
      return user.run(['diff', line, '--since', 'old.json']);
    };
    const { stdout } = await user.run('whoami --mask');
    expect(stdout).toContain('••');
    expect(await since('whoami', stdout)).toMatchObject({ code: exit.ok, stdout: '[]\n' });
    expect((await since('whoami', stdout.replace('••', 'x••'))).code).toBe(exit.failed);
    const invitees = await user.run('points referral invitees --mask');
    expect((await since('points referral invitees', invitees.stdout)).stdout).toBe('[]\n');
  });

  test('of the sandbox differs by facts alone, whenever it was read', async () => {
    const user = await signedIn('mina');
    const now = Date.UTC(2026, 10, 27);
    const quote = 'points quote -f type=WITHDRAWAL -f amount=50';
    for (const line of ['depin stations', 'assets claimable', 'store order list', quote]) {
      const { stdout } = await user.run([...line.split(' '), '-o', 'json'], { now });
      writeFileSync(path.join(user.home, 'old.json'), stdout);
      const later = await user.run(['diff', line, '--since', 'old.json'], { now: now + 3000 });
      const paths = JSON.parse(later.stdout).map(({ path: at }: { path: string }) => at);
      expect([line, paths.filter((at: string) => !/amount/i.test(at))]).toEqual([line, []]);
    }
  });
});

test('personal data are masked on a terminal, also ids and paths, and whole in a pipe', async () => {
  const invitee = (name: string, email: string) => respondJson([{ name, invitedAt: 'x', email }]);
  const user = await withTwo(invitee('Dara Sok', 'dara@example.com'), invitee('Kenji Ito', 'kenji@example.com'));
  const line = "diff 'points referral invitees' -p a,b";
  expect((await user.run(line)).stdout).toContain('Dara Sok');
  for (const masked of [await user.run(line, { terminal: true }), await user.run(`${line} --mask`)]) {
    expect([masked.code, masked.stdout]).toEqual([exit.failed, expect.stringContaining('••')]);
    expect(masked.stdout).not.toMatch(/Dara|Sok|Kenji|Ito|example/);
  }
});

describe('the line', () => {
  test.each([
    ['points transfer --to dara --amount 1', 'tuk diff only reads'],
    ['login', 'tuk diff only reads'],
    ['batch x.csv', 'tuk diff only reads'],
    ['diff x', 'tuk diff only reads'],
    ['alias list', 'tuk diff only reads'],
    ['api user delete-user', 'tuk diff only reads'],
    ['api POST user /v1/x', 'tuk diff only reads'],
    ['depin stations -w', 'repeats its read'],
    ['depin stations --count 1', 'repeats its read'],
    ['wait ride:x', 'does not end by itself'],
    ['whoami --reveal', '--reveal'],
    ['whoami --dry-run', '--dry-run'],
    ['whoami -o csv', '--output'],
    ['whoami --json', '--json'],
    ['whoami --jq .id', '--jq'],
    ['depin stations --columns id', '--columns'],
    ['tuk whoami', 'without tuk'],
    ['whoami -h', 'prints help'],
    ['nothing-here', 'nothing-here'],
    ["whoami '", 'open quote'],
    ['whoami -p c', 'names the profile c itself'],
  ])('%s is refused, and nothing is sent', async (line, message) => {
    const { run, requests } = await withTwo(respondJson({}), respondJson({}));
    expect(await run(['diff', line, '-p', 'a,b'])).toMatchObject(ends(exit.usage, message, ''));
    expect(requests()).toEqual([]);
  });

  test.each([
    ['', 'needs two profiles'],
    ['-p a', 'names 1 profile'],
    ['-p a,a', 'names 1 profile'],
    ['-p a,b,c', 'names 3 profiles'],
    ['-p a,b --since x', 'give one of them'],
    ['-p a,', 'lacks the name'],
    ['-p a,zz', 'no profile "zz"'],
    ['-p a,b --dry-run', 'no dry run'],
  ])('with %j is refused with a remedy', async (options, message) => {
    const { run, requests } = await withTwo(respondJson({}), respondJson({}));
    expect(await run(`diff whoami ${options}`)).toMatchObject(ends(exit.usage, message, ''));
    expect(requests()).toEqual([]);
  });

  test('without quotes is the same line, and its filter is not taken for one of the differences', async () => {
    const { run, requests } = await withTwo(respondJson([{ id: '1', a: 1 }]), respondJson([{ id: '1', a: 2 }]));
    expect(JSON.parse((await run('diff depin stations -p a,b')).stdout)).toEqual([changed('1', 'a', 1, 2)]);
    const before = requests().length;
    for (const option of ['--match status=on', '--fields id,status', '--sort-by status', '--columns name'])
      expect(await run(`diff depin stations ${option} -p a,b`), option).toMatchObject({ code: exit.usage, stdout: '' });
    const shaped = await run('diff depin stations -p a,b --fields id,before --sort-by -id --match change~changed');
    expect(shaped.code).toBe(exit.failed);
    expect(requests()).toHaveLength(before + 2);
  });

  test('may name a hash of 64 digits', async () => {
    const { run } = await withTwo(respondJson({ hash: 'x', fee: 1 }), respondJson({ hash: 'x', fee: 2 }));
    const hash = `0x${'ab12'.repeat(16)}`;
    const { code, stdout } = await run(['diff', `wallet tx show ${hash} --network ETHEREUM`, '-p', 'a,b']);
    expect([code, JSON.parse(stdout)]).toEqual([exit.failed, [changed(null, 'fee', 1, 2)]]);
  });

  test('selects on both sides with --match, --limit and --fields', async () => {
    const now = rows({ id: '1', status: 'ON', name: 'A' }, { id: '2', status: 'OFF', name: 'C' });
    const { run, save } = await withTwo(respond(200, now), respondJson([]));
    save('old.json', rows({ id: '1', status: 'ON', name: 'B' }, { id: '2', status: 'OFF', name: 'D' }));
    const found = async (line: string) =>
      JSON.parse((await run(['diff', line, '-p', 'a', '--since', 'old.json'])).stdout);
    expect(await found('depin stations')).toEqual([changed('1', 'name', 'B', 'A'), changed('2', 'name', 'D', 'C')]);
    expect(await found('depin stations --match status=on')).toEqual([changed('1', 'name', 'B', 'A')]);
    expect(await found('depin stations --limit 1')).toEqual([changed('1', 'name', 'B', 'A')]);
    expect(await found('depin stations --fields status')).toEqual([]);
    const unknown = await run(['diff', 'depin stations --fields nam', '-p', 'a', '--since', 'old.json']);
    expect([unknown.code, unknown.stdout]).toEqual([exit.server, '']); // as the read itself
  });

  test('may be an alias, whose format is left out', async () => {
    const { run } = await withTwo(respondJson([{ id: '1', a: 1 }]), respondJson([{ id: '1', a: 2 }]));
    await run("alias set on 'depin stations --columns id -o csv'");
    await run("alias set one 'depin station {1}'");
    await run("alias set send 'points transfer --to {1} --amount 1'");
    expect(JSON.parse((await run(['diff', 'on', '-p', 'a,b'])).stdout)).toEqual([changed('1', 'a', 1, 2)]);
    expect((await run(['diff', 'one 7', '-p', 'a,b'])).code).toBe(exit.failed);
    expect(await run(['diff', 'send dara', '-p', 'a,b'])).toMatchObject({ code: exit.usage, stdout: '' });
    expect(await run(['diff', 'none', '-p', 'a,b'])).toMatchObject({ code: exit.usage, stdout: '' });
  });
});

describe('the output', () => {
  test('is a table on a terminal, with the names of the profiles; CSV and others as of any list', async () => {
    const second = rows({ id: '1', status: 'OFF', name: 'A' }, { id: '2', status: 'ON', name: 'B' });
    const { run } = await withTwo(respondJson([{ id: '1', status: 'ON', name: 'A' }]), respond(200, second));
    const line = "diff 'depin stations' -p a,b";
    const table = await run(line, { terminal: true, env: { NO_COLOR: '1' } });
    expect(table.stdout).toMatch(/CHANGE +ID +PATH +A +B\n.*changed +1 +status +ON +OFF\nadded +2 +ON, B/);
    const added = 'added,2,,,"{""id"":""2"",""status"":""ON"",""name"":""B""}"';
    const csv = `change,id,path,before,after\nchanged,1,status,ON,OFF\n${added}\n`;
    expect((await run(`${line} -o csv`)).stdout).toBe(csv);
    expect((await run(`${line} --jq '.[].path'`)).stdout).toBe('status\nnull\n');
    expect((await run(`${line} --match change~added -o name`)).stdout).toBe('2\n');
    expect(await run(`${line} -q`)).toMatchObject({ code: exit.failed, stdout: '' });
    expect(await run("diff 'depin stations' -p a,b -o md")).toMatchObject({ code: exit.failed });
  });

  test('of no difference says so on a terminal, and is an empty list in a pipe', async () => {
    const { run } = await withTwo(respondJson([{ id: '1' }]), respondJson([{ id: '1' }]));
    const line = "diff 'depin stations' -p a,b";
    expect(await run(line)).toMatchObject({ code: exit.ok, stdout: '[]\n' });
    expect((await run(line, { terminal: true })).stderr).toContain('No differences.');
  });
});
