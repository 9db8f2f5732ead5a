// The options of lists: limits and headers of rows, words of closed lists, the help of --fields, and what an empty list says of its scope.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { groups } from '../../src/groups.js';
import { exit } from '../support/exit.js';
import { asyncProperty } from '../support/runs.js';
import { respondJson } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

test('a word of a closed list is taken in any letters, and is sent as the list spells it', async () => {
  const { run } = newUser();
  const [typed, spelled] = [await run('assets offerings --status open'), await run('assets offerings --status OPEN')];
  expect([typed.code, typed.stdout]).toEqual([exit.ok, spelled.stdout]);
  expect(JSON.parse(typed.stdout)).not.toHaveLength(0);
  const twice = await run('wallet price --currency usd --currency Sgd --dry-run');
  expect(twice.stdout + twice.stderr).toMatch(/vs_currencies=usd%2Csgd|USD|usd/);
  expect((await run('assets offerings --status openn')).code).toBe(exit.usage);
});

test('an empty list says that there are none with its options, and not that there are none', async () => {
  const { table } = await signedIn();
  const filtered = await table('assets vehicles --category unknown --status 20');
  expect([filtered.code, filtered.stdout]).toEqual([exit.ok, '']);
  expect(filtered.stderr).not.toContain('yet');
  expect(filtered.stderr).toContain(
    'with --status 20 --category UNKNOWN (profile sandbox). List all: tuk assets vehicles',
  );
  expect((await table('assets offerings --status NOT_READY -f x=y --match zzz')).stderr).not.toContain('None with');
});

test('a price is found by symbol or name in any letters', async () => {
  const { run, json } = await signedIn();
  const [{ id }] = await json('wallet price BTC');
  for (const typed of ['btc', 'Bitcoin', id])
    expect([typed, await json(['wallet', 'price', typed])]).toEqual([typed, [expect.objectContaining({ id })]]);
  expect((await run('wallet price mvl')).stdout).toContain('mass-vehicle-ledger');
  expect((await run('wallet price Nope')).code).toBe(exit.usage);
});

test('a charger says the name of its station, by which --match finds it', async () => {
  const { json } = await signedIn();
  const [station] = await json('depin stations');
  const rows: { stationId: string }[] = await json(['depin', 'chargers', '--match', `station~"${station.name}"`]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ stationId }) => stationId === station.id)).toBe(true);
});

test('one swap over the bridge is shown by the beginning of its id, with the address that it waits for', async () => {
  const { run, json } = await signedIn();
  const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const line = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`;
  expect((await run(line)).code).toBe(exit.ok);
  const [swap] = await json('swap bridge list');
  const shown = await run(`swap bridge show ${swap.id.slice(0, 8)}`);
  expect([shown.code, JSON.parse(shown.stdout)]).toEqual([exit.ok, swap]);
  if (swap.depositHash === null)
    expect(shown.stderr).toContain(`it may wait for your payment to ${swap.depositAddress}`);
  expect((await run('swap bridge show nope')).code).toBe(exit.notFound);
});

test('--fields help on a change is refused before anything changes; on a read it lists the fields', async () => {
  const { run, json } = await signedIn();
  const state = async () => [await json('points balance --jq .amount'), await json('wallet list --jq length')];
  const before = await state();
  const lines = [
    'points transfer --to dara --amount 5 --new-recipient --yes',
    'wallet remove 5 --yes',
    'store buy 1 --quantity 1 --currency MVP --yes',
    'api user transfer-points -f receiverId=dara -f amount=5 --new-recipient --yes',
  ];
  for (const line of lines) {
    const result = await run(`${line} --fields help`);
    expect([line, result.code, result.stdout]).toEqual([line, exit.usage, '']);
    expect(result.stderr).toMatch(
      /--fields help lists the fields of a response, and this (changes something|is a transfer|cannot be undone)\.$/m,
    );
  }
  expect(await state()).toEqual(before);
  expect((await run('points balance --fields help')).stdout).toContain('amount');
});

test('every list that needs no value names the profile in the sentence that it is empty', async () => {
  const lines: string[] = [];
  for (const [group, { load }] of Object.entries(groups))
    for (const { name, values, options = [], read } of (await load()).group.commands)
      if (
        read?.empty &&
        !valuesOf(values).some(({ required }) => required) &&
        !options.some(({ required }) => required)
      )
        lines.push(`${group} ${name}`);
  expect(lines.length).toBeGreaterThan(20);
  const { table } = await stubUser(respondJson([]));
  const said: string[] = [];
  for (const line of lines) {
    const { code, stderr } = await table(line);
    if (code === exit.ok && stderr.trim() !== '') said.push(`${line}: ${stderr}`);
  }
  expect(said.length).toBeGreaterThan(15);
  for (const text of said) expect(text).toMatch(/profile box\)/);
});

test.each([
  ['ops list', /No transfers \(by the ledger, profile sandbox\)/],
  ['wallet tx list', /\(by the ledger, profile sandbox\)/],
  ['wallet contacts list', /No contacts \(profile sandbox\)/],
  ['ride status --known', /No ride is known here \(by the ledger, profile sandbox\)/],
  ['assets vehicles --category unknown --status 20', /None with --status 20 --category UNKNOWN \(profile sandbox\)/],
  [
    'wallet history 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc --network BSC',
    /\(0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc, on BSC, profile sandbox\)/,
  ],
])('tuk %s', async (line, scope) => {
  const { table } = await signedIn();
  const { stderr } = await table(line);
  expect(stderr).toMatch(scope);
});

test('what belongs to no profile names none', async () => {
  const { table } = await signedIn();
  for (const line of ['alias list', 'api list nothinghasthisword'])
    expect((await table(line)).stderr, line).not.toContain('profile');
});

const rows = Array.from({ length: 25 }, (_, n) => {
  return { id: `r${n}`, title: `T${24 - n}`, status: n % 2 === 0 ? 'OPEN' : 'CLOSED' };
});
async function setup() {
  const user = await stubUser(respondJson({ count: 25, data: rows }), { signIn: false });
  return (line: string, terminal = false) =>
    (terminal ? user.table : user.run)(`assets offerings ${line}`, terminal ? { columns: 100 } : {});
}

test.each([
  ['--limit 2 -o ndjson --fields id', '{"id":"r0"}\n{"id":"r1"}\n'],
  ['--limit 2 -o csv --columns id', 'id\nr0\nr1\n'],
  ['--limit 2 -o csv --columns id --no-header', 'r0\nr1\n'],
  ['--limit 2 --sort-by -id -o name', 'r9\nr8\n'],
  ['--limit 2 --sort-by title --match status=CLOSED -o csv --fields id --no-header', 'r23\nr13\n'],
  ['--limit 99 -o csv --columns id --match id=r7', 'id\nr7\n'],
  ['--limit 1 -o table --columns id,status --no-header', 'r0  ● OPEN\n'],
  ['--limit 1 -w --count 1 -o csv --columns id --no-header', 'r0\n'],
])('%s', async (line, expected) => {
  const run = await setup();
  expect(await run(line)).toMatchObject({ code: exit.ok, stdout: expected });
});

test('JSON keeps what is around the list', async () => {
  const run = await setup();
  expect(JSON.parse((await run('--limit 1')).stdout)).toEqual({ count: 25, data: [rows[0]] });
});

test('any limit gives the first rows of the whole list', async () => {
  const run = await setup();
  await asyncProperty(15, fc.integer({ min: 1, max: 40 }), async (limit) => {
    const { stdout } = await run(`--limit ${limit} -o name`);
    expect(stdout.trim().split('\n')).toEqual(rows.slice(0, limit).map(({ id }) => id));
  });
});

test('a call that has a limit of its own gets it', async () => {
  const { run, server } = await stubUser(respondJson(rows), { signIn: false });
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --beforeblock 1 --beforeindex 1';
  const { stdout } = await run(`api wallet list-transactions-v1 --network BSC --address ${address} --limit 2 -o name`);
  expect([stdout, server.requests.map(({ path }) => path)]).toEqual(['r0\nr1\n', [expect.stringContaining('limit=2')]]);
});

test('a terminal says how many rows a long or a cut list has', async () => {
  const run = await setup();
  expect((await run('', true)).stderr).toContain('25 rows');
  expect((await run('--limit 3', true)).stderr).toContain('3 of 25 rows');
  expect((await run('--match status=CLOSED', true)).stderr).toContain('12 of 25 rows');
});

test.each(['--limit 0', '--limit x', '--limit 1.5', '--limit 2 --jq .'])(
  '%s is refused before anything is sent',
  async (line) => {
    const { run, server } = await stubUser(respondJson([]), { signIn: false });
    expect([(await run(`assets offerings ${line}`)).code, server.requests.length]).toEqual([exit.usage, 0]);
  },
);
