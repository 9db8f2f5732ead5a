// `tuk wallet key`: keys from every source, no secret in any output, and files that other wallets open.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import { Wallet } from 'ethers';
import { describe, expect, test } from 'vitest';
import { solanaAddressOf } from '../../../src/money/keys/ed25519.js';
import { lockedKeyFile } from '../../../src/money/keys/key-file.js';
import { saveStoredKey } from '../../../src/money/keys/key-store.js';
import { randomKey } from '../../../src/money/keys/keys.js';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { digits, first, password, phrase, setup, v3 } from '../../support/key-files.js';

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
type User = ReturnType<typeof setup>;
/** A stored key as commands show it. */
const shown = (user: User, name: string, address: string) => ({ name, family: 'evm', address, path: user.file(name) });
/** Stores a key that opens fast, as the program stores one. */
async function store(user: User, name: string): Promise<string> {
  const key = randomKey();
  await user.run('wallet key list'); // the folder is not there yet
  saveStoredKey(user.folder, name, await lockedKeyFile(key, password, { n: 2 }), () => {});
  return key.address;
}

describe('new', () => {
  test.each<[string, string, Readonly<Record<string, string>>, RegExp]>([
    ['without a password', '', {}, /there is no terminal to prompt for one/],
    ['with an empty password file', '--password-file empty.txt', {}, /The password is empty/],
    ['with a password file that is not there', '--password-file hunter22', {}, /by --password-file: there is no such/],
    ['with a password in the variable', '', { TUK_KEY_PASSWORD_FILE: 'hunter22' }, /by TUK_KEY_PASSWORD_FILE: there/],
  ])('stores nothing %s, and does not repeat it', async (_, options, env, says) => {
    const user = setup({ 'empty.txt': '\r\n' });
    for (const form of ['', '--json', '-vv']) {
      const { code, stdout, stderr } = await user.run(`wallet key new work ${options} ${form}`, { env });
      expect([code, stdout]).toEqual([exit.usage, '']);
      expect(stderr).toMatch(says);
      expect(stderr).not.toContain('hunter22');
    }
    expect((await user.run('wallet key new work --password-file password.txt --dry-run')).code).toBe(exit.ok);
    expect(existsSync(user.folder)).toBe(false);
  });

  test('at a terminal the password is typed twice, unseen', async () => {
    const user = setup();
    const talk = conversation(['wallet', 'key', 'new', 'work'], { home: user.home });
    const said = [await talk.opening, await talk.type('one password'), await talk.type('another')];
    const unequal = /Password for the key[\s\S]*The same password again[\s\S]*not the same; nothing was stored/;
    expect(said.join('')).toMatch(unequal);
    expect([await talk.exitCode, existsSync(user.folder)]).toEqual([exit.usage, false]);
    const again = conversation(['wallet', 'key', 'new', 'work'], { home: user.home });
    const all = [await again.opening, await again.type('one password'), await again.type('one password')].join('');
    expect([await again.exitCode, readdirSync(user.folder)]).toEqual([exit.ok, ['work.json']]);
    expect(all).not.toContain('one password');
    const empty = conversation(['wallet', 'key', 'new', 'other'], { home: user.home });
    expect(`${await empty.opening}${await empty.type('')}`).toContain('The password is empty');
  });
});

describe('import', () => {
  const mistyped = first.replace('f39F', 'F39f');
  const edited = /either it is wrong, or the key file was edited/;
  test.each<[string, string, number, RegExp]>([
    ['the key of another address', `key.txt --address ${second}`, exit.guarded, /0xf39F\S+, not to 0x7099\S+; nothing/],
    ['an address that is none', 'key.txt --address 0x12', exit.usage, /--address is not an address/],
    ['an address with a wrong checksum', `key.txt --address ${mistyped}`, exit.usage, /mistyped/],
    ['a key for its address', `key.txt --address ${digits}`, exit.guarded, /may be a private key/],
    ['a key for a file', digits, exit.guarded, /The value of --key-file may be a private key/],
    ['a key for the password', `key.txt --password-file ${digits}`, exit.guarded, /password-file may be a private key/],
    ['a cut key for a file', digits.slice(2), exit.guarded, /may be a private key/],
    ['a text that is not a key', 'password.txt', exit.usage, /not a key in a known form/],
    ['a wrong password', 'v3.json --password-file wrong.txt', exit.usage, edited],
    ['a file that asks for too much', 'costly.json', exit.guarded, /more memory or work than is allowed/],
    ['two secrets from one pipe', '- --password-file -', exit.usage, /cannot both come from standard input/],
  ])('stores nothing for %s, and repeats no secret', async (_, options, code, says) => {
    const costly = JSON.parse(v3);
    Object.assign((costly.Crypto ?? costly.crypto).kdfparams, { n: 2 ** 28 });
    const files = { 'key.txt': digits, 'v3.json': v3, 'wrong.txt': 'not this one' };
    const user = setup({ ...files, 'costly.json': JSON.stringify(costly) });
    const line = `--key-file ${options}${options.includes('--password-file') ? '' : ' --password-file password.txt'}`;
    for (const form of ['', '--json', '-vv']) {
      const result = await user.run(`wallet key import work ${line} ${form}`, { stdin: digits });
      expect([line, result.code, result.stdout]).toEqual([line, code, '']);
      expect(result.stderr).toMatch(says);
      for (const secret of [digits.slice(5, 40), password]) expect(result.stderr).not.toContain(secret);
    }
    expect(existsSync(user.folder)).toBe(false);
  });

  test('a key as the name is refused and not repeated', async () => {
    const user = setup();
    for (const name of [digits, `0x${digits}`, digits.slice(3), phrase])
      for (const words of [
        ...['import', 'new', 'address', 'export', 'restore', 'remove'].map((verb) => [verb, name, '--yes']),
        ...[['rename', name, 'next'], ['rename', 'next', name], [name]],
      ]) {
        const { code, stdout, stderr } = await user.run(['wallet', 'key', ...words, '-vv'], { stdin: digits });
        expect([exit.usage, exit.guarded]).toContain(code);
        expect(`${stdout}${stderr}`).not.toContain(name.slice(4, 30));
      }
  });
});

describe('keys of Solana', () => {
  const seed = Buffer.alloc(32, 7);
  const address = solanaAddressOf(seed);
  const pair = Buffer.concat([seed, base58.decode(address)]);

  test('a key pair is imported by its form, and a phrase by --family; list and address show both in base58', async () => {
    const user = setup({ 'id.json': JSON.stringify([...pair]), 'phrase.txt': phrase });
    const imported = await user.json('wallet key import pair --key-file id.json --password-file password.txt');
    expect(imported).toEqual({ name: 'pair', family: 'solana', address, path: user.file('pair') });
    const line = 'wallet key import words --family solana --key-file phrase.txt --password-file password.txt';
    expect(await user.json(line)).toMatchObject({ address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' });
    const [listed, words] = await user.json('wallet key list');
    expect([listed, words.name, words.family]).toEqual([imported, 'words', 'solana']);
    expect((await user.run('wallet key address pair')).stdout).toBe(`${address}\n`);
    expect(readFileSync(user.file('pair'), 'utf8')).not.toContain(seed.toString('hex'));
    const again = setup({ 'copy.json': readFileSync(user.file('pair'), 'utf8') });
    const dry = 'wallet key import copy --key-file copy.json --password-file password.txt --dry-run';
    expect(await again.run(dry)).toMatchObject(ends(exit.ok, address));
  });

  test.each([
    ['another address than --address', `--key-file id.json --address ${solanaAddressOf(Buffer.alloc(32, 8))}`],
    ['an address of an EVM chain', `--key-file id.json --address ${second}`],
    ['a key of an EVM chain', '--key-file key.txt --family solana'],
    ['a key pair for an EVM chain', '--key-file id.json --family evm'],
  ])('import refuses %s', async (_, options) => {
    const user = setup({ 'id.json': JSON.stringify([...pair]), 'key.txt': digits });
    const result = await user.run(`wallet key import work ${options} --password-file password.txt`);
    expect([result.code, result.stdout]).toEqual([exit.guarded, '']);
    expect(result.stderr).not.toContain(digits.slice(5, 40));
    expect(existsSync(user.file('work'))).toBe(false);
  });

  test('new makes one, and a command of an EVM chain does not sign with it', async () => {
    const user = setup();
    const made = await user.json('wallet key new sol --family solana --password-file password.txt');
    expect(made).toMatchObject({ name: 'sol', family: 'solana' });
    const line = `wallet send --network BSC --token BNB --to ${second} --amount 1 --dry-run`;
    expect((await user.run(line)).stderr).toMatch(/no stored key to sign with for EVM chains/);
    expect(await user.run(`${line} --key sol`)).toMatchObject(ends(exit.guarded, /one of Solana, and cannot sign/));
  });
});

describe('list, address, remove', () => {
  test('list shows every key, and a file that cannot be used with its problem', async () => {
    const user = setup();
    expect(await user.run('wallet key list')).toEqual({ code: exit.ok, stdout: '[]\n', stderr: '' });
    const address = await store(user, 'work');
    writeFileSync(user.file('torn'), '{"version":3,"address":"\u001b[31m', { mode: 0o600 });
    const edited = JSON.parse(readFileSync(user.file('work'), 'utf8'));
    const text = JSON.stringify({ ...edited, address: second.slice(2).toLowerCase() });
    writeFileSync(user.file('edited'), text, { mode: 0o600 });
    const faulty = (name: string, problem: string) => {
      return { name, path: user.file(name), problem: expect.stringContaining(problem) };
    };
    const listed = [faulty('edited', 'edited or is damaged'), faulty('torn', 'not valid JSON')];
    expect(await user.json('wallet key list')).toEqual([...listed, shown(user, 'work', address)]);
    const table = await user.run('wallet key list', { terminal: true, columns: 200 });
    expect(table.stdout).toContain(address);
    expect((await user.run('wallet key list -o name')).stdout).toBe('edited\ntorn\nwork\n');
  });

  test('address prints the address alone, or with its name and path', async () => {
    const user = setup();
    const address = await store(user, 'work');
    expect(await user.run('wallet key address work')).toEqual({ code: exit.ok, stdout: `${address}\n`, stderr: '' });
    expect(await user.json('wallet key address work --json')).toEqual(shown(user, 'work', address));
    const missing = { code: exit.usage, stderr: expect.stringContaining('There are: work.') };
    expect(await user.run('wallet key address home')).toMatchObject(missing);
    const text = readFileSync(user.file('work'), 'utf8');
    writeFileSync(user.file('edited'), text.replace('"version": 3', '"version": 3, "note": 1'));
    expect(await user.run('wallet key address edited')).toMatchObject(ends(exit.usage, 'edited or is damaged', ''));
  });

  test('remove needs a confirmation', async () => {
    const user = setup();
    await store(user, 'work');
    for (const line of ['remove work', 'remove work --no-input', 'remove work --confirm other'])
      expect((await user.run(`wallet key ${line}`)).code).toBe(exit.guarded);
    expect((await user.run('wallet key remove work --dry-run')).code).toBe(exit.ok);
    expect((await user.run('wallet key remove home --yes')).code).toBe(exit.usage);
    expect(existsSync(user.file('work'))).toBe(true);
    const talk = conversation(['wallet', 'key', 'remove', 'work'], { home: user.home });
    expect(await talk.opening).toContain('It can be restored for thirty days');
    expect(await talk.type('n')).toContain('Not confirmed');
    expect(existsSync(user.file('work'))).toBe(true);
    expect((await user.run('wallet key remove work --yes')).code).toBe(exit.ok);
    expect(existsSync(user.file('work'))).toBe(false);
  });
});

describe('removed keys', () => {
  const start = Date.UTC(2030, 0, 1);
  const day = 24 * 3_600_000;

  test('a removed key is listed, and comes back by the command that its removal names, within thirty days', async () => {
    const user = setup();
    const address = await store(user, 'work');
    const { stdout, stderr } = await user.run('wallet key remove work --yes', { now: start });
    const until = '2030-01-31T00:00:00.000Z';
    expect(stderr).toContain('✓ Removed work. Until 2030-01-31 it can be restored: tuk wallet key restore work');
    expect(JSON.parse(stdout)).toMatchObject({ name: 'work', address, removed: '2030-01-01T00:00:00.000Z', until });
    expect(await user.json('wallet key list', { now: start })).toEqual([]);
    expect(await user.json('wallet key list --removed', { now: start + 29 * day })).toEqual([JSON.parse(stdout)]);
    expect((await user.run('wallet key restore work --dry-run', { now: start })).stderr).toContain(address);
    expect(await user.json('wallet key list', { now: start })).toEqual([]);
    expect(await user.json('wallet key restore work', { now: start })).toEqual(shown(user, 'work', address));
    expect(await user.json('wallet key list --removed', { now: start })).toEqual([]);
  });

  test('after thirty days any key command deletes it, but no dry run', async () => {
    const others = ['address other', 'remove other --yes', 'rename other third', 'export other'];
    for (const line of ['list', 'list --removed', ...others]) {
      const user = setup();
      await store(user, 'work');
      await store(user, 'other');
      await user.run('wallet key remove work --yes', { now: start });
      const trash = () => readdirSync(`${user.folder}-removed`).filter((file) => file.startsWith('work'));
      await user.run(`wallet key ${line} --dry-run`, { now: start + 31 * day });
      await user.run(`wallet key ${line}`, { now: start + 30 * day - 1 });
      expect(trash()).toHaveLength(1);
      await user.run(`wallet key ${line}`, { now: start + 30 * day });
      expect([line, trash()]).toEqual([line, []]);
    }
    const user = setup();
    expect(await user.run('wallet key restore work')).toMatchObject(ends(exit.usage, 'There is no removed key work'));
  });

  test('a name that is taken is refused by restore and rename, and nothing changes', async () => {
    const user = setup();
    const removed = await store(user, 'work');
    await user.run('wallet key remove work --yes');
    const address = await store(user, 'work');
    const other = await store(user, 'other');
    const taken = 'There is a stored key work already; nothing was changed.';
    const renames = ['rename other work', 'rename work work', 'rename other work --dry-run'];
    for (const line of ['restore work', 'restore work --dry-run', ...renames])
      expect(await user.run(`wallet key ${line} --json`)).toMatchObject(ends(exit.usage, taken, ''));
    expect(await user.json('wallet key list')).toMatchObject([{ address: other }, { address }]);
    expect(await user.json('wallet key list --removed')).toMatchObject([{ address: removed }]);
  });
});

describe('rename and export', () => {
  test('rename moves the file, and refuses what is no name', async () => {
    const user = setup();
    const address = await store(user, 'work');
    expect((await user.run('wallet key rename work home --dry-run')).stderr).toContain(`work to home: ${address}`);
    expect(existsSync(user.file('work'))).toBe(true);
    expect(await user.json('wallet key rename work home')).toEqual(shown(user, 'home', address));
    expect(await user.json('wallet key list')).toMatchObject([{ name: 'home', address }]);
    for (const [names, says] of [
      ['none third', 'There is no stored key none.'],
      ['home ../up', 'is not a valid key name'],
      [`home ${digits}`, 'may be a private key'],
    ]) {
      const { code, stderr } = await user.run(`wallet key rename ${names}`);
      expect([code === exit.ok, stderr]).toEqual([false, expect.stringContaining(says!)]);
      expect(stderr).not.toContain(digits.slice(4, 40));
    }
  });

  test('export writes the locked file as it is stored, to standard output or a new file of mode 600', async () => {
    const user = setup();
    const address = await store(user, 'work');
    const text = readFileSync(user.file('work'), 'utf8');
    for (const line of ['wallet key export work', 'wallet key export work --out -'])
      expect(await user.run(line)).toEqual({ code: exit.ok, stdout: text, stderr: '' });
    expect(await user.json('wallet key export work --json')).toEqual(JSON.parse(text));
    expect((await user.run('wallet key export work --jq .version')).stdout).toBe('3\n');
    const out = path.join(user.home, 'out.json');
    expect(await user.run('wallet key export work --out out.json --dry-run')).toMatchObject(ends(exit.ok, '', ''));
    expect(existsSync(out)).toBe(false);
    const written = { name: 'work', address, path: out };
    expect(await user.json('wallet key export work --out out.json')).toMatchObject(written);
    expect([readFileSync(out, 'utf8'), statSync(out).mode & 0o777]).toEqual([text, 0o600]);
    const again = await user.run('wallet key export work --out out.json');
    expect(again).toMatchObject(ends(exit.usage, 'out.json exists and is not overwritten'));
    expect((await user.run('wallet key export work --out nowhere/out.json')).code).toBe(exit.local);
    const wallet = await Wallet.fromEncryptedJson(text, password);
    expect(wallet.address).toBe(address);
  });

  test('export never writes a key that is not locked', async () => {
    const user = setup();
    await store(user, 'work');
    for (const [name, text] of Object.entries({ bare: digits, phrase, json: JSON.stringify({ privateKey: digits }) })) {
      writeFileSync(user.file(name), text, { mode: 0o600 });
      for (const more of ['', '--json', '--out out.json', '-vv']) {
        const { code, stdout, stderr } = await user.run(`wallet key export ${name} ${more}`);
        expect([code, stdout]).toEqual([exit.usage, '']);
        expect(stderr).toMatch(name === 'json' ? /it has no field crypto|its version is not 3/ : /is not locked/);
        for (const secret of [digits.slice(4, 40), 'junk']) expect(stderr).not.toContain(secret);
      }
    }
    expect(existsSync(path.join(user.home, 'out.json'))).toBe(false);
  });
});

test('a stored key signs in, and a key that was never locked still does', { timeout: 30_000 }, async () => {
  const user = setup({ 'key.txt': digits });
  await user.run('wallet key import work --key-file key.txt --password-file password.txt');
  const env = { TUK_KEY_PASSWORD_FILE: 'password.txt' };
  expect((await user.run('login web3 --key work', { env })).code).toBe(exit.ok);
  writeFileSync(user.file('bare'), phrase);
  expect(await user.run('login hmac --key bare')).toMatchObject(ends(exit.ok, 'it is 600 now'));
  const refused = { code: exit.guarded, stderr: expect.not.stringContaining(digits.slice(5, 40)) };
  for (const value of [digits, `/nowhere/${digits}`])
    expect(await user.run(`login web3 --key-file ${value}`)).toMatchObject(refused);
});
