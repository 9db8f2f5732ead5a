// The options of lists: words of closed lists in any letters, and what an empty list says where options may have left rows out.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

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
