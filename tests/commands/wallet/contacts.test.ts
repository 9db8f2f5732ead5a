// The address book of a profile and the user's wallets: known recipients, and names in place of addresses.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/session/lock.js';
import { ends, exit } from '../../support/exit.js';
import { afterTurns } from '../../support/later.js';
import { codeAndStderr, mine, other, platformUser } from '../../support/platform.js';
import { now } from '../../support/time.js';
import { newUser } from '../../support/tuk.js';

const typed = (name: string, address: string, network = 'ETHEREUM') =>
  ['wallet', 'contacts', 'add', name, address].concat('--network', network);
const add = (name: string, address: string, network?: string) => [...typed(name, address, network), '--yes'];
const withdrawal = 'wallet withdraw create --currency MVL --amount 5 --yes'.split(' ');
const withdraw = (to: string) => [...withdrawal, '--to', to];
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const book = (home: string) => path.join(home, 'contacts', 'box.json');

test('a contact is a known recipient by its name and by its address; the receipt has name and whole address', async () => {
  const { run, json, transfers, home } = await platformUser();
  expect((await run(withdraw('Dara'))).code).toBe(exit.usage);
  expect((await run(withdraw(other))).code).toBe(exit.guarded);
  expect((await run(add('Dara', other))).code).toBe(exit.ok);
  expect(statSync(book(home)).mode & 0o777).toBe(0o600);
  expect(await json('wallet contacts list')).toEqual([{ name: 'Dara', address: other, network: 'ETHEREUM' }]);
  const receipt = /To +Dara \(ETHEREUM\): 0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8\n/;
  const first = await run(withdraw('Dara'));
  expect(first).toMatchObject(ends(exit.ok, receipt));
  expect(first.stderr).toMatch(/Recipient is +in your address book\n/);
  for (const to of ['dara', other]) expect(await run(withdraw(to))).toMatchObject(ends(exit.ok, receipt));
  const api = `api user create-withdrawal -f amount=5 -f currencyId=MVL -f toAddress=${other} --yes`;
  expect([(await run(api)).code, transfers().length]).toEqual([exit.ok, 4]);
  for (const { body } of transfers()) expect(body).toContain(other);
  expect((await run('wallet migration start Dara -f network=BSC --yes')).code).toBe(exit.ok);
  expect((await run('wallet contacts remove DARA --yes')).code).toBe(exit.ok);
  expect(await json('wallet contacts list')).toEqual([]);
  expect((await run('wallet contacts remove Dara')).code).toBe(exit.usage);
});

test('a near miss of a contact is refused with the difference shown, with any flags', async () => {
  const { run, transfers } = await platformUser();
  await run(add('Dara', other));
  const lower = other.toLowerCase();
  const [swapped, other_] = [lower.replace('7970', '9770'), lower.replace('12dc', '12dd')];
  for (const to of [swapped, lower.replace(/.{30}79c8$/, `${'0'.repeat(30)}79c8`), other_]) {
    const line = [...withdraw(to), '--new-recipient'];
    const why = /^7 ✗ 0x 7099 [\s\S]*is known here, but is another address[\s\S]*It has \w{4} for \w{4}/;
    expect(codeAndStderr(await run(line))).toMatch(why);
    expect(codeAndStderr(await run(add('Other', to)))).toMatch(/^7 ✗ [\s\S]*another address/);
  }
  expect(transfers()).toEqual([]);
});

test('a contact in limits.recipients becomes its address', async () => {
  const { run, home } = await platformUser();
  await run(add('Dara', other));
  expect((await run(['profile', 'set', 'box', 'limits.recipients', `u-1, dara,${mine}`])).code).toBe(exit.ok);
  const { profiles } = JSON.parse(readFileSync(path.join(home, 'config.json'), 'utf8'));
  expect(profiles.box.limits.recipients).toEqual(['u-1', other, mine]);
  expect((await run(withdraw('Dara'))).code).toBe(exit.ok);
  await run(add('Mina', third, 'BSC'));
  const notAmong = /^7 ✗ [\s\S]*not among the recipients that limits\.recipients/;
  expect(codeAndStderr(await run(withdraw('Mina')))).toMatch(notAmong);
});

test.each([
  ['a wrong checksum', add('Dara', other.replace('dc79', 'Dc79')), exit.guarded],
  ['an address of another network', add('Dara', other, 'BITCOIN'), exit.usage],
  ['no address', add('Dara', 'u-1'), exit.usage],
  ['no network', ['wallet', 'contacts', 'add', 'Dara', other], exit.usage],
  ['a burn address', add('Dara', `0x${'0'.repeat(40)}`), exit.guarded],
  ['a precompiled contract', add('Dara', `0x${'0'.repeat(38)}04`), exit.guarded],
  ['a key as the address', add('Dara', 'ab'.repeat(32)), exit.guarded],
  ['a key as the name', add('ab'.repeat(32), other), exit.guarded],
  ['an address as the name', add(mine, other), exit.usage],
  ['a name with a comma', add('Dara, Mina', other), exit.usage],
  ['a name with an escape sequence', add('Da\u001b[2Jra', other), exit.usage],
  ['an empty name', add('', other), exit.usage],
  ['an ENS name as the name', add('dara.eth', other), exit.usage],
  ['an ENS name with a hidden character', add('dara.\u200beth', other), exit.usage],
])('%s makes no contact', async (_, line, code) => {
  const { run, home } = await platformUser();
  const result = await run(line);
  expect([result.code, result.stdout]).toEqual([code, '']);
  expect(`${result.stderr}${result.stdout}`).not.toContain('abababab');
  expect(existsSync(book(home))).toBe(false);
});

test('a name is taken once, in any letter case', async () => {
  const { run, home } = await platformUser();
  await run(add('Dara', other));
  const before = readFileSync(book(home), 'utf8');
  for (const name of ['Dara', 'dara', 'Ｄara']) expect((await run(add(name, mine))).code).toBe(exit.usage);
  expect(readFileSync(book(home), 'utf8')).toBe(before);
});

test('since it makes a recipient known, a script needs --yes, a terminal a y, and a protected profile its name', async () => {
  const { run, home } = await platformUser();
  expect(codeAndStderr(await run(typed('Dara', other)))).toMatch(/^7 [\s\S]*Add --yes/);
  expect((await run(typed('Dara', other), { terminal: true, stdin: 'n\n' })).code).toBe(exit.guarded);
  expect(existsSync(book(home))).toBe(false);
  expect((await run(typed('Dara', other), { terminal: true, stdin: 'y\n' })).code).toBe(exit.ok);
  await run('profile set box protected true');
  expect((await run(add('Mina', mine))).code).toBe(exit.guarded);
  expect(readFileSync(book(home), 'utf8')).not.toContain('Mina');
  expect((await run([...typed('Mina', mine), '--confirm', 'box'])).code).toBe(exit.ok);
});

test('a profile that only a .tuk.json has selected takes the trust of its folder', async () => {
  const { run, home } = await platformUser();
  await run('profile use sandbox');
  const cwd = path.join(home, 'work');
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, '.tuk.json'), '{"profile":"box"}');
  expect(codeAndStderr(await run(add('Dara', other), { cwd }))).toMatch(/^7 [\s\S]*tuk profile trust/);
  expect(existsSync(book(home))).toBe(false);
  expect((await run([...add('Dara', other), '-p', 'box'], { cwd })).code).toBe(exit.ok);
  await run('profile trust .', { cwd });
  expect((await run(add('Mina', mine), { cwd })).code).toBe(exit.ok);
});

test.each([
  ['in the groups of a receipt', '0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8'],
  ['with a space before it', ` ${other}`],
  ['with a no-break space after it', `${other}\u00a0`],
])('an address %s is refused, and the spaces are named', async (_, address) => {
  const { run, transfers, home } = await platformUser();
  expect(codeAndStderr(await run(add('Dara', address)))).toMatch(/^2 ✗ [\s\S]*spaces/);
  expect(codeAndStderr(await run([...withdraw(address), '--new-recipient']))).toMatch(/^[27] [\s\S]*spaces/);
  expect([transfers(), existsSync(book(home))]).toEqual([[], false]);
});

test('an address book that is not what tuk wrote is not used: nothing is sent', async () => {
  for (const text of ['{"contacts":[{"name":1}]}', 'no JSON']) {
    const { run, home, transfers } = await platformUser();
    await run(add('Dara', other));
    writeFileSync(book(home), text);
    for (const line of [withdraw('Dara'), withdraw(other), ['wallet', 'contacts', 'list'], add('Mina', mine)])
      expect(await run(line)).toMatchObject(ends(exit.local, 'The address book'));
    expect(transfers()).toEqual([]);
  }
  const { run, home } = await platformUser();
  await run(add('Dara', other));
  const elsewhere = path.join(home, 'elsewhere.json');
  writeFileSync(elsewhere, '{"contacts":[]}', { mode: 0o600 });
  rmSync(book(home));
  symlinkSync(elsewhere, book(home));
  expect((await run('wallet contacts list -o json')).stdout).toBe('[]\n'); // through a link of the same owner
  rmSync(elsewhere);
  expect((await run('wallet contacts list')).code).toBe(exit.local);
});

test('the contacts of a profile are its own, private, and go with it', async () => {
  const { run, json, home, server } = await platformUser();
  await run(add('Dara', other));
  await run(['profile', 'add', 'next', '--base', `${server.url}/{service}`]);
  expect(await json('wallet contacts list -p next')).toEqual([]);
  chmodSync(book(home), 0o666);
  expect((await run('wallet contacts list -o table')).stderr).toContain('(666); it is 600 now.');
  expect(statSync(book(home)).mode & 0o777).toBe(0o600);
  await run('profile remove box --yes');
  expect(existsSync(book(home))).toBe(false);
});

describe('own wallets', () => {
  const savings = { id: '1', name: 'Savings', network: 'ETHEREUM', index: 0, address: mine };
  const withWallets = (wallets: unknown = [savings]) => platformUser({ reads: { '/v2/wallets': wallets } });

  test('a wallet of the list is a known recipient; the list is read once, and only where nothing else knows the address', async () => {
    const { run, server } = await withWallets();
    const listed = () => server.requests.filter(({ path: at }) => at.split('?')[0]!.endsWith('/v2/wallets')).length;
    const isOwn = /To +Savings: 0x f39F[\s\S]*Recipient is +a wallet of your own/;
    expect(await run(withdraw(mine))).toMatchObject(ends(exit.ok, isOwn));
    expect(listed()).toBe(1);
    expect((await run(withdraw(mine))).code).toBe(exit.ok); // the ledger knows it
    await run(add('Dara', other));
    expect((await run(withdraw('Dara'))).code).toBe(exit.ok);
    expect(listed()).toBe(1);
    for (const more of [['--dry-run'], []]) expect((await run([...withdraw(third), ...more])).code).toBe(exit.guarded);
    expect(listed()).toBe(3);
  });

  test('a near miss of an own wallet is refused, with any flags', async () => {
    const { run, transfers } = await withWallets();
    const to = mine.toLowerCase().replace('d6e5', 'd5e6');
    const near = await run([...withdraw(to), '--new-recipient']);
    expect(codeAndStderr(near)).toMatch(/^7 ✗ [\s\S]*differs in 2 characters[\s\S]*d5e6 for d6e5/i);
    expect(transfers()).toEqual([]);
  });

  const odd: [unknown][] = [[{}], ['no list'], [[{ name: 'x' }, null, 3]]];
  test.each(odd)('a list of another form makes nothing known: %j', async (wallets) => {
    const { run } = await withWallets(wallets);
    expect((await run(withdraw(mine))).code).toBe(exit.guarded);
    expect((await run([...withdraw(mine), '--new-recipient'])).code).toBe(exit.ok);
  });
});

test('a contact that another process adds meanwhile is kept: changes take turns', async () => {
  const user = newUser();
  const file = path.join(user.home, 'contacts', 'sandbox.json');
  await user.run(add('First', mine, 'BSC'));
  const before = readFileSync(file, 'utf8');
  await user.run(add('Other', other, 'BSC'));
  const withOther = readFileSync(file, 'utf8');
  writeFileSync(file, before);
  const lock = await takeLock(`${file}.lock`, 1000, () => now); // as the process that adds Other
  const adding = user.run(add('Mine', third, 'BSC'));
  await afterTurns(300, () => {});
  writeFileSync(file, withOther);
  lock.release();
  expect((await adding).code).toBe(exit.ok);
  const listed: { name: string }[] = await user.json('wallet contacts list');
  expect(listed.map(({ name }) => name)).toEqual(['First', 'Other', 'Mine']);
});
