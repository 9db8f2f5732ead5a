// `tuk wallet key`: keys are locked at full strength, which takes 256 MiB and most of a second each.
import { readFileSync, statSync } from 'node:fs';
import { Wallet } from 'ethers';
import { describe, expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { digits, first, password, phrase, setup, v3 } from '../../support/key-files.js';

describe('new', () => {
  test('stores a random key that another wallet opens, and prints its name, address and path', {
    timeout: 60_000,
  }, async () => {
    const user = setup();
    const { code, stdout, stderr } = await user.run('wallet key new work --password-file password.txt -vv');
    expect([code, stderr]).toEqual([exit.ok, expect.stringContaining('Keep a copy')]);
    const made = JSON.parse(stdout);
    const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
    expect(made).toEqual({ name: 'work', family: 'evm', address, path: user.file('work') });
    expect((statSync(user.file('work')).mode & 0o777).toString(8)).toBe('600');
    const text = readFileSync(user.file('work'), 'utf8');
    const crypto = { kdf: 'scrypt', kdfparams: { n: 262_144, r: 8, p: 1 } };
    expect(JSON.parse(text)).toMatchObject({ version: 3, crypto });
    const wallet = await Wallet.fromEncryptedJson(text, password);
    expect(wallet.address).toBe(made.address);
    for (const secret of [password, wallet.privateKey.slice(2)])
      expect(`${stdout}${stderr}${text}`.toLowerCase()).not.toContain(secret);
  });

  test('makes another key each time', async () => {
    const user = setup();
    const make = (name: string) => user.json(`wallet key new ${name} --password-file password.txt`);
    expect((await make('two')).address).not.toBe((await make('one')).address);
  });
});

describe('import', () => {
  const lines = `  ${phrase.replaceAll(' ', '\n')} `;
  const forms = { hex: digits, '0x': `0x${digits.toUpperCase()}\n`, phrase: lines, V3: v3 };
  test.each(Object.entries(forms))(
    'stores a key of the form %s from a file and from a pipe',
    { timeout: 60_000 },
    async (form, text) => {
      const user = setup({ 'key.txt': text });
      const options = `--password-file password.txt --address ${first} -vv`;
      for (const [name, result] of [
        ['file', await user.run(`wallet key import file --key-file key.txt ${options}`)],
        ['pipe', await user.run(`wallet key import pipe ${options}`, { stdin: text })],
      ] as const) {
        const key = { name, family: 'evm', address: first, path: user.file(name) };
        expect([result.code, JSON.parse(result.stdout)]).toEqual([exit.ok, key]);
        expect(result.stderr).toContain(`The key belongs to ${first}.`);
        const stored = readFileSync(user.file(name), 'utf8');
        expect(JSON.parse(stored).crypto.kdfparams.n).toBe(262_144); // also where the file that was read asked for less
        for (const secret of [digits, phrase, password])
          expect(`${result.stdout}${result.stderr}${stored}`.toLowerCase()).not.toContain(secret);
      }
      const opened =
        form === 'V3' && (await Wallet.fromEncryptedJson(readFileSync(user.file('pipe'), 'utf8'), password));
      if (opened) expect(opened.privateKey).toBe(`0x${digits}`);
    },
  );

  test('says which other stored key is that of the same address', async () => {
    const user = setup({ 'key.txt': digits });
    await user.run('wallet key import one --key-file key.txt --password-file password.txt');
    const second = await user.run('wallet key import two --key-file key.txt --password-file password.txt');
    expect(second).toMatchObject(ends(exit.ok, 'The stored key one is that of the same address.'));
  });

  test('at a terminal the key is typed unseen', { timeout: 30_000 }, async () => {
    const user = setup();
    const argv = ['wallet', 'key', 'import', 'work', '--password-file', 'password.txt'];
    const talk = conversation(argv, { home: user.home });
    const all = `${await talk.opening}${await talk.type(phrase)}`;
    expect([await talk.exitCode, all]).toEqual([exit.ok, expect.stringContaining(first)]);
    expect(all).not.toContain('junk');
  });
});
