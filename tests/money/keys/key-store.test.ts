// Stored keys: files that other programs open, an edited file told from a wrong password, costs refused before any work, files that only the person can read.
import * as fs from 'node:fs';
import path from 'node:path';
import { encryptKeystoreJsonSync, Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lockedKeyFile, parseKeyFile, unlockKeyFile } from '../../../src/money/keys/key-file.js';
import {
  isStored,
  listStoredKeys,
  readStoredKey,
  renameStoredKey,
  saveStoredKey,
} from '../../../src/money/keys/key-store.js';
import { randomKey, readKey, wipe } from '../../../src/money/keys/keys.js';
import { failureOf, refusal } from '../../support/failure.js';
import { fifo } from '../../support/fifo.js';
import { asyncProperty, runs } from '../../support/runs.js';
import { newHome } from '../../support/tuk.js';

const light = { n: 2 };
const ethersLight = { scrypt: { N: 1024, r: 8, p: 1 } };
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;
const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);
/** Notes that a password was asked for, and gives it. */
const asking = (asked: string[], password: string): string => {
  asked.push(password);
  return password;
};
/** The fields of a key file that tests change. */
interface V3File {
  address?: string;
  readonly crypto: { readonly kdfparams: object };
}
/** A password in any script, with characters that NFKC changes. */
const odd = fc.constantFrom('ﬁne', 'Å', 'Å', '１２３', ' ', 'Ω\n');
const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
const passwords = fc.oneof(anyText, odd).filter((text) => text.isWellFormed());
/** The key file of another library, its fields, and its crypto. */
function foreignFile(password: string, privateKey = Wallet.createRandom().privateKey) {
  const text = encryptKeystoreJsonSync(new Wallet(privateKey), password, ethersLight);
  const file = JSON.parse(text);
  return { text, file, crypto: file.Crypto ?? file.crypto, privateKey };
}

describe('key files', () => {
  test('a key of ours opens with the same password, here and in another library', async () => {
    await asyncProperty(40, passwords, async (password) => {
      const key = randomKey();
      const text = await lockedKeyFile(key, password, light);
      expect(parseKeyFile(text)).toMatchObject({ address: key.address, hasChecksum: true });
      const read = await readKey(text, async () => password);
      expect([read.key.address, hex(read.key.privateKey)]).toEqual([key.address, hex(key.privateKey)]);
      const other = Wallet.fromEncryptedJsonSync(text, password);
      expect([other.address, other.privateKey]).toEqual([key.address, hex(key.privateKey)]);
    });
  });

  test('a key of another library opens here', async () => {
    await asyncProperty(20, passwords, async (password) => {
      const { text, privateKey } = foreignFile(password);
      const { key } = await readKey(text, async () => password);
      expect(hex(key.privateKey)).toBe(privateKey);
    });
  });

  test('a wrong password of our file is called so, and that of another file may be an edited file', async () => {
    const key = randomKey();
    const own = await refusal(async () => readKey(await lockedKeyFile(key, 'right', light), async () => 'wrong'));
    expect(own).toMatch(/^WRONG_PASSWORD (?!.*(edited|damaged))/s);
    const foreign = foreignFile('right', hex(key.privateKey));
    const other = await refusal(() => readKey(foreign.text, async () => 'wrong'));
    expect(other).toMatch(/^WRONG_PASSWORD.*either it is wrong, or the key file was edited or is damaged/s);
  });

  test('our file with any character changed is called edited, or opens the same key; it is never called a wrong password', async () => {
    const key = randomKey();
    const text = await lockedKeyFile(key, 'right', light);
    let edited = 0;
    await asyncProperty(400, fc.nat(text.length - 1), fc.constantFrom(...'0aF7"{}:, x', ''), async (at, character) => {
      const changed = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
      try {
        const read = await readKey(changed, async () => 'right');
        expect(hex(read.key.privateKey)).toBe(hex(key.privateKey));
      } catch (error) {
        expect([at, character, (error as { code?: string }).code]).toEqual([at, character, 'BAD_KEY']);
        edited++;
      }
    });
    expect(edited).toBeGreaterThan(runs(400) / 2);
  });

  test.each<[string, (file: V3File) => void]>([
    ['the salt', ({ crypto }) => Object.assign(crypto.kdfparams, { salt: 'ab'.repeat(32) })],
    ['a cost that is not allowed', ({ crypto }) => Object.assign(crypto.kdfparams, { n: 2 ** 30 })],
    ['the address', (file) => Object.assign(file, { address: 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266' })],
    ['a new field', (file) => Object.assign(file, { note: 1 })],
    ['no address', (file) => delete file.address],
  ])('our file is called edited after a change of %s', async (_, change) => {
    const file = JSON.parse(await lockedKeyFile(randomKey(), 'right', light));
    change(file);
    const asked: string[] = [];
    const read = () => readKey(JSON.stringify(file), async () => asking(asked, 'right'));
    expect(await refusal(read)).toMatch(/^BAD_KEY.*edited or is damaged/s);
    expect(asked).toEqual([]);
  });

  test('a file of another program whose iv or address was changed opens with no other key', async () => {
    const { file, crypto } = foreignFile('right');
    const iv = { ...file, Crypto: { ...crypto, cipherparams: { iv: '00'.repeat(16) } } };
    for (const changed of [iv, { ...file, address: 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266' }])
      expect(await refusal(() => readKey(JSON.stringify(changed), async () => 'right'))).toMatch(/^WRONG_KEY /);
  });

  test.each<[string, { readonly kdf: string; readonly [cost: string]: unknown }]>([
    ['memory of scrypt', { kdf: 'scrypt', n: 2 ** 20, r: 32, p: 1 }],
    ['memory of scrypt by r', { kdf: 'scrypt', n: 2, r: 2 ** 30, p: 1 }],
    ['work of scrypt', { kdf: 'scrypt', n: 2 ** 18, r: 9, p: 8 }],
    ['work of scrypt by p', { kdf: 'scrypt', n: 2, r: 1, p: 2 ** 30 }],
    ['rounds of PBKDF2', { kdf: 'pbkdf2', c: 2 ** 31, prf: 'hmac-sha256' }],
    ['the derived length', { kdf: 'scrypt', n: 2, r: 1, p: 1, dklen: 2 ** 31 }],
  ])('a file that asks for too much is refused before its password is asked for: %s', async (_, { kdf, ...cost }) => {
    const { file, crypto } = foreignFile('p');
    const kdfparams = { dklen: 32, salt: crypto.kdfparams.salt, ...cost };
    const costly = { ...file, Crypto: undefined, crypto: { ...crypto, kdf, kdfparams } };
    const asked: string[] = [];
    const read = () => readKey(JSON.stringify(costly), async () => asking(asked, 'p'));
    expect(await refusal(read)).toMatch(/^KEY_TOO_COSTLY guarded/);
    expect(asked).toEqual([]);
  });

  test.each([
    '{"version":3,"version":3}',
    '{"version":3,"crypto":{},"Crypto":{}}',
    `{"version":3,"crypto":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    `{"x-tuk":{},"version":3,"crypto":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    `{"version":3,"crypto":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    `{"version":3,"note":"${'x'.repeat(70_000)}"}`,
    '{"__proto__":{"version":3}}',
  ])('what is not a key file is one sentence that repeats nothing of it: %#', async (text) => {
    const { code, message } = await failureOf(() => parseKeyFile(text));
    expect(code).toBe('BAD_KEY');
    expect(message.length).toBeLessThan(120);
  });

  test('an empty password locks no key', async () => {
    expect(await refusal(() => lockedKeyFile(randomKey(), '', light))).toMatch(/^EMPTY_PASSWORD /);
  });

  test('a key is zeroed after use, with the account that it was derived from', async () => {
    const phrase = 'test test test test test test test test test test test junk';
    for (const text of [phrase, 'ab'.repeat(32), await lockedKeyFile(randomKey(), 'p', light)]) {
      const material = await readKey(text, async () => 'p');
      wipe(material);
      expect(hex(material.key.privateKey)).toBe(`0x${'00'.repeat(32)}`);
      expect(hex(material.account?.privateKey ?? new Uint8Array(32))).toBe(`0x${'00'.repeat(32)}`);
    }
  });

  test('a key that locks a file is unchanged, so that its owner zeroes it', async () => {
    const key = randomKey();
    const before = hex(key.privateKey);
    const bytes = await unlockKeyFile(parseKeyFile(await lockedKeyFile(key, 'p', light)), 'p');
    expect([hex(key.privateKey), hex(bytes)]).toEqual([before, before]);
  });
});

describe('the key folder', () => {
  const setup = () => {
    const folder = path.join(newHome(), 'keys');
    const warnings: string[] = [];
    const file = (name: string) => path.join(folder, `${name}.json`);
    return { folder, warnings, warn: (line: string) => warnings.push(line), file };
  };
  const fresh = async () => lockedKeyFile(randomKey(), 'p', light);

  test('a key is a file of mode 600 in a folder of mode 700, and nothing else stays there', async () => {
    const { folder, warn, file, warnings } = setup();
    const text = await fresh();
    expect(saveStoredKey(folder, 'work', text, warn)).toBe(file('work'));
    expect([modeOf(folder), modeOf(file('work')), fs.readdirSync(folder)]).toEqual(['700', '600', ['work.json']]);
    expect(fs.statSync(file('work')).nlink).toBe(1);
    expect(readStoredKey(folder, 'work', warn)).toBe(text);
    expect(warnings).toEqual([]);
  });

  test('no name is taken twice: by a key, a damaged file, a folder or a link to nothing', async () => {
    const { folder, warn, file } = setup();
    const text = await fresh();
    saveStoredKey(folder, 'work', text, warn);
    fs.writeFileSync(file('damaged'), '');
    fs.mkdirSync(file('folder'));
    fs.symlinkSync(path.join(folder, 'nothing'), file('link'));
    for (const name of ['work', 'damaged', 'folder', 'link']) {
      expect(isStored(folder, name)).toBe(true);
      expect(await refusal(async () => saveStoredKey(folder, name, await fresh(), warn))).toMatch(/^KEY_EXISTS /);
    }
    expect(['work', 'damaged'].map((name) => fs.readFileSync(file(name), 'utf8'))).toEqual([text, '']);
    expect(fs.existsSync(path.join(folder, 'nothing'))).toBe(false);
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('a mode that is too open is repaired and said', async () => {
    const { folder, warn, file, warnings } = setup();
    saveStoredKey(folder, 'work', await fresh(), warn);
    fs.chmodSync(file('work'), 0o644);
    fs.chmodSync(folder, 0o755);
    readStoredKey(folder, 'work', warn);
    expect([modeOf(folder), modeOf(file('work'))]).toEqual(['700', '600']);
    const said = ['(755); it is 700 now', '(644); it is 600 now'].map((text) => expect.stringContaining(text));
    expect(warnings).toEqual(said);
  });

  test('a link, a folder and a pipe are not read; a broken file never hides the others', async () => {
    const { folder, warn, file } = setup();
    const key = randomKey();
    saveStoredKey(folder, 'work', await lockedKeyFile(key, 'p', light), warn);
    fs.writeFileSync(path.join(folder, 'target'), await fresh(), { mode: 0o600 });
    fs.symlinkSync(path.join(folder, 'target'), file('link'));
    fs.mkdirSync(file('folder'));
    fifo(file('pipe'));
    fs.writeFileSync(file('torn'), (await fresh()).slice(0, 100), { mode: 0o600 });
    fs.writeFileSync(file('bare'), 'ab'.repeat(32), { mode: 0o600 });
    for (const name of ['ab'.repeat(32), '.hidden', '-x', 'a b']) fs.writeFileSync(file(name), ''); // no names of keys
    const keys = listStoredKeys(folder, warn);
    expect(keys.map(({ name, address, problem }) => [name, address ?? problem])).toEqual([
      ['bare', expect.stringContaining('not locked')],
      ['folder', expect.stringContaining('is a folder')],
      ['link', expect.stringContaining('is a symbolic link')],
      ['pipe', expect.stringContaining('is a FIFO')],
      ['torn', expect.stringContaining('not valid JSON')],
      ['work', key.address],
    ]);
    expect(JSON.stringify(keys)).not.toContain('abab');
    for (const name of ['link', 'folder', 'pipe'])
      expect(await refusal(() => readStoredKey(folder, name, warn))).toMatch(/^KEY_FILE_UNUSABLE local/);
  });

  test('a new name takes no other one, and what a killed process left beside the old one goes', async () => {
    const { folder, warn, file } = setup();
    const text = await fresh();
    saveStoredKey(folder, 'work', text, warn);
    saveStoredKey(folder, 'work.json.2', await fresh(), warn);
    fs.writeFileSync(`${file('work')}.123.tmp`, await fresh());
    for (const taken of ['work', 'work.json.2'])
      expect(await refusal(() => renameStoredKey(folder, 'work', taken, warn))).toMatch(/^KEY_EXISTS usage/);
    expect(await refusal(() => renameStoredKey(folder, 'none', 'free', warn))).toMatch(/^UNKNOWN_KEY /);
    expect(renameStoredKey(folder, 'work', 'home', warn)).toBe(file('home'));
    expect(fs.readdirSync(folder).sort()).toEqual(['home.json', 'work.json.2.json']);
    expect(fs.readFileSync(file('home'), 'utf8')).toBe(text);
  });

  test('a key folder that is a link or a file is refused', async () => {
    const { folder, warn } = setup();
    fs.mkdirSync(`${folder}-elsewhere`);
    fs.symlinkSync(`${folder}-elsewhere`, folder);
    const { folder: other } = setup();
    fs.writeFileSync(other, '');
    for (const one of [folder, other])
      for (const use of [
        () => listStoredKeys(one, warn),
        () => readStoredKey(one, 'work', warn),
        async () => saveStoredKey(one, 'work', await fresh(), warn),
      ])
        expect(await refusal(use)).toMatch(/^KEY_FOLDER_UNUSABLE local/);
    expect((await failureOf(() => listStoredKeys(folder, warn))).message).toContain('is a symbolic link');
    expect(fs.readdirSync(`${folder}-elsewhere`)).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('a file or a folder of another user is refused', async () => {
    const { folder, warn, file } = setup();
    saveStoredKey(folder, 'work', await fresh(), warn);
    fs.chownSync(file('work'), 12345, 12345);
    expect(await refusal(() => readStoredKey(folder, 'work', warn))).toMatch(/^KEY_FILE_UNUSABLE /);
    const problem = expect.stringContaining('belongs to another user');
    expect(listStoredKeys(folder, warn)).toMatchObject([{ name: 'work', problem }]);
    fs.chownSync(folder, 12345, 12345);
    expect(await refusal(() => listStoredKeys(folder, warn))).toMatch(/^KEY_FOLDER_UNUSABLE /);
  });

  test.each<readonly [string, string]>([
    ...['', '../up', 'a\nb', 'x'.repeat(65)].map((name) => [name, 'BAD_VALUE'] as const),
    ['ab'.repeat(32), 'MAY_BE_KEY'],
    ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'MAY_BE_KEY'],
    ['legal winner thank year wave sausage worth useful legal winner thank yellow', 'MAY_BE_KEY'],
  ])('the name %j is refused', async (name, code) => {
    const { folder, warn } = setup();
    const said = await refusal(async () => saveStoredKey(folder, name, await fresh(), warn));
    expect(said.split(' ')[0]).toBe(code);
    if (code === 'MAY_BE_KEY') expect(said).not.toContain(name.slice(0, 12));
    expect(fs.existsSync(folder)).toBe(false);
  });

  test('a key that is not there names those that are', async () => {
    const { folder, warn } = setup();
    expect(await refusal(() => readStoredKey(folder, 'work', warn))).toMatch(/^UNKNOWN_KEY.*key new/s);
    saveStoredKey(folder, 'home', await fresh(), warn);
    expect(await refusal(() => readStoredKey(folder, 'work', warn))).toMatch(/^UNKNOWN_KEY.* There are: home\.$/s);
  });
});
