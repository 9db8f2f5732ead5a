// The key that a command signs with: which one it is, when it is unlocked, and that it stays in a process of its own.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { base58 } from '@scure/base';
import { encryptKeystoreJsonSync, Transaction, Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunContext } from '../../../src/cli/run/run-context.js';
import { serveKeys } from '../../../src/engine/chain/key-process.js';
import { type KeySelection, type SelectedSigner, signerOf } from '../../../src/engine/chain/signing-key.js';
import { lockedKeyFile } from '../../../src/money/keys/key-file.js';
import { saveStoredKey } from '../../../src/money/keys/key-store.js';
import { type Key, randomKey } from '../../../src/money/keys/keys.js';
import type { ChainFamily } from '../../../src/money/keys/signer.js';
import { failureOf, refusal } from '../../support/failure.js';
import { digits, first, phrase } from '../../support/key-files.js';
import { until } from '../../support/limit.js';
import { asyncProperty } from '../../support/runs.js';
import { collector, pipeEnds } from '../../support/streams.js';
import { newHome } from '../../support/tuk.js';

const light = { scrypt: { N: 1024, r: 8, p: 1 } };
const unsigned = Transaction.from({
  ...{ type: 2, to: first, chainId: 97, gasLimit: 21_000n, maxFeePerGas: 2n },
}).unsignedSerialized;
/** The address that a signer signs for, as ethers reads it from the signed bytes. */
const signsFor = async (signer: SelectedSigner) =>
  Transaction.from(await signer.withKey((key) => key.sign({ kind: 'transaction', family: 'evm', unsigned }))).from;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** A user with keys in the key folder, locked with the password `p`, and with files. */
async function setup(names: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const home = newHome();
  for (const [name, text] of Object.entries({ 'p.txt': 'p\n', 'wrong.txt': 'not this one', ...files }))
    writeFileSync(path.join(home, name), text);
  const folder = path.join(home, 'keys');
  const keys: Record<string, Key> = {};
  for (const name of names) {
    const key = randomKey();
    keys[name] = key;
    saveStoredKey(folder, name, await lockedKeyFile(key, 'p', { n: 2 }), () => {});
  }
  const context = (
    stdin = '',
    env: Readonly<Record<string, string>> = {},
    startKeyProcess?: () => Duplex,
    signal: AbortSignal = new AbortController().signal,
  ) =>
    new RunContext(
      {
        stdin: Object.assign(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), { isTTY: false }),
        ...{ stdout: collector({ isTTY: false, columns: 80 }), stderr: collector({ isTTY: false, columns: 80 }) },
        ...{ env: { TUK_HOME: home, ...env }, clock: { now: () => 0 }, home, cwd: home, version: '0.0.0-test' },
        ...{ leastInterval: 0, signal },
        ...(startKeyProcess && { startKeyProcess }),
      },
      {},
    );
  /** A context with keys at the other end of pipes, and the messages from there. */
  const throughPipe = (stdin = '') => {
    const pipes: Duplex[] = [];
    let said = '';
    const own = context(stdin, {}, () => {
      const [near, far] = pipeEnds();
      pipes.push(near);
      void serveKeys(far, context(stdin).world);
      return near.on('data', (text) => {
        said += text;
      });
    });
    return { context: own, pipes, said: () => said };
  };
  return {
    ...{ home, folder, keys, file: (name: string) => path.join(folder, `${name}.json`), context, throughPipe },
    signer: (selection: KeySelection, stdin?: string, family: ChainFamily = 'evm') =>
      signerOf(context(stdin), { passwordFile: 'p.txt', ...selection }, family),
  };
}

describe('which key', () => {
  test('the only stored key is the default, and --key and --wallet choose one of several', async () => {
    const one = await setup(['work']);
    expect((await one.signer({})).address).toBe(one.keys.work!.address);
    const user = await setup(['work', 'home']);
    for (const name of ['work', 'home']) {
      const { address } = user.keys[name]!;
      const more = [{ wallet: address }, { wallet: address.toLowerCase() }, { key: name, wallet: address }];
      for (const selection of [{ key: name }, ...more]) expect((await user.signer(selection)).address).toBe(address);
    }
  });

  test('several keys and none chosen: the failure lists names and addresses', async () => {
    const damaged = await setup(['work']);
    writeFileSync(damaged.file('torn'), '{', { mode: 0o600 });
    expect(await refusal(damaged.signer({}))).toMatch(/^WHICH_KEY /); // it is not a reason to sign with the other one
    const user = await setup(['work', 'home']);
    writeFileSync(user.file('torn'), '{', { mode: 0o600 });
    const said = await refusal(user.signer({}));
    expect(said).toMatch(/^WHICH_KEY usage.*home.*torn \(its file cannot be used\).*work/s);
    for (const { address } of Object.values(user.keys)) expect(said).toContain(address);
  });

  test('none stored: the failure says how to get one', async () => {
    const user = await setup();
    expect(await refusal(user.signer({}))).toMatch(/^NO_KEY.*wallet key new NAME.*wallet key import NAME/s);
    expect(await refusal(user.signer({ key: 'work' }))).toMatch(/^UNKNOWN_KEY /);
  });

  test('a key of another address than --wallet is refused, stored or not', async () => {
    const locked = encryptKeystoreJsonSync(new Wallet(`0x${digits}`), 'p', light);
    const user = await setup(['work'], { 'key.txt': digits, 'v3.json': locked });
    const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    for (const selection of [{}, { key: 'work' }, { keyFile: 'key.txt' }, { keyFile: 'v3.json' }])
      expect(await refusal(user.signer({ ...selection, wallet }))).toMatch(/^WRONG_KEY guarded/);
  });

  test('two stored keys of one address: --wallet alone does not choose', async () => {
    const user = await setup(['work']);
    saveStoredKey(user.folder, 'copy', readFileSync(user.file('work'), 'utf8'), () => {});
    const { address } = user.keys.work!;
    expect(await refusal(user.signer({ wallet: address }))).toMatch(new RegExp(`^WHICH_KEY.*${address}`));
  });

  test.each<[string, KeySelection, string]>([
    ['--key and --key-file', { key: 'work', keyFile: 'key.txt' }, 'WHICH_KEY'],
    ['a key for the name', { key: digits }, 'MAY_BE_KEY'],
    ['a path for the name', { key: '../work' }, 'BAD_VALUE'],
    ['a key for the file', { keyFile: digits }, 'MAY_BE_KEY'],
    ['a file that is not there', { keyFile: 'nothing' }, 'NO_FILE'],
    ['a key for the address', { wallet: digits }, 'MAY_BE_KEY'],
    ['an address that is none', { wallet: '0x12' }, 'BAD_ADDRESS'],
    ['both secrets from one pipe', { keyFile: '-', passwordFile: '-' }, 'CONFLICT'],
    ['a stored key that is not locked', { key: 'bare' }, 'BAD_KEY'],
    ['a stored key that is a link', { key: 'link' }, 'KEY_FILE_UNUSABLE'],
    ['a stored key that was edited', { key: 'edited' }, 'BAD_KEY'],
  ])('%s is refused, and no secret is repeated', async (_, selection, code) => {
    const user = await setup(['work'], { 'key.txt': digits });
    writeFileSync(user.file('bare'), digits, { mode: 0o600 });
    symlinkSync(user.file('work'), user.file('link'));
    const file = JSON.parse(readFileSync(user.file('work'), 'utf8'));
    writeFileSync(user.file('edited'), JSON.stringify({ ...file, address: first.slice(2).toLowerCase() }), {
      mode: 0o600,
    });
    const said = await refusal(user.signer(selection));
    expect(said.split(' ')[0]).toBe(code);
    expect(said).not.toContain(digits.slice(8, 40));
  });
});

describe('the family of a key', () => {
  const solanaText = (key: Key) => JSON.stringify([...key.privateKey, ...base58.decode(key.address)]);

  test('the family chooses among stored keys, and --key and --wallet cannot choose one of the other', async () => {
    const user = await setup(['work']);
    const key = randomKey('solana');
    saveStoredKey(user.folder, 'sol', await lockedKeyFile(key, 'p', { n: 2 }), () => {});
    expect((await user.signer({})).address).toBe(user.keys.work!.address);
    for (const selection of [{}, { key: 'sol' }, { wallet: key.address }]) {
      const signer = await user.signer(selection, '', 'solana');
      expect([signer.address, await signer.withKey((own) => own.address)]).toEqual([key.address, key.address]);
    }
    for (const [key, family] of Object.entries({ sol: 'evm', work: 'solana' } as const))
      expect(await refusal(user.signer({ key }, '', family))).toMatch(/^WRONG_KEY guarded/);
    for (const wallet of [key.address.toLowerCase(), user.keys.work!.address])
      expect(await refusal(user.signer({ wallet }, '', 'solana'))).toMatch(/^[A-Z]/);
  });

  test('no stored key of the family: the hint makes one', async () => {
    const user = await setup(['work']);
    expect(await refusal(user.signer({}, '', 'solana'))).toMatch(/^NO_KEY.*--family solana/s);
  });

  test('a file of one family never signs for the other, and a phrase has a key of each', async () => {
    const key = randomKey('solana');
    const pair = solanaText(key);
    const locked = await lockedKeyFile(key, 'p', { n: 2 });
    const user = await setup([], { 'key.txt': digits, 'id.json': pair, 'locked.json': locked, 'phrase.txt': phrase });
    const wrong = { 'key.txt': 'solana', 'id.json': 'evm', 'locked.json': 'evm' } as const;
    for (const [keyFile, family] of Object.entries(wrong)) {
      const said = await refusal(user.signer({ keyFile }, '', family));
      expect(said).toMatch(/^WRONG_KEY guarded(?!.*(\d{3},|[0-9a-f]{20}))/s);
    }
    expect((await user.signer({ keyFile: 'id.json' }, '', 'solana')).address).toBe(key.address);
    expect((await user.signer({ keyFile: 'locked.json' }, '', 'solana')).address).toBe(key.address);
    expect((await user.signer({ keyFile: 'phrase.txt' }, '', 'evm')).address).toBe(first);
    expect((await user.signer({ keyFile: 'phrase.txt' }, '', 'solana')).address).toBe(
      'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    );
  });

  test('a key of Solana signs no EVM transaction, and says what it signs', async () => {
    const key = randomKey('solana');
    const user = await setup([], { 'id.json': solanaText(key) });
    const signer = await user.signer({ keyFile: 'id.json' }, '', 'solana');
    await signer.withKey(async (own) => {
      expect(own.capabilities).toEqual({ transactions: ['solana'], texts: ['solana'], mayWait: false });
      expect(await refusal(own.sign({ kind: 'transaction', family: 'evm', unsigned }))).toMatch(/^WRONG_KEY /);
      expect(await refusal(own.sign({ kind: 'transaction', family: 'solana', unsigned }))).toMatch(/^BAD_TRANSACTION /);
    });
  });
});

describe('unlocking', () => {
  test('a random key signs as it was made, with any password', async () => {
    const passwords = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => text.isWellFormed() && !/[\r\n\ufeff]/.test(text));
    const user = await setup();
    mkdirSync(user.folder, { mode: 0o700 });
    await asyncProperty(40, passwords, async (password) => {
      const key = randomKey();
      writeFileSync(user.file('work'), await lockedKeyFile(key, password, { n: 2 }), { mode: 0o600 });
      writeFileSync(path.join(user.home, 'password'), password);
      const signer = await user.signer({ key: 'work', passwordFile: 'password' });
      expect([signer.address, await signsFor(signer)]).toEqual([key.address, key.address]);
    });
  });

  test('the address is known without a password, which is read once, for the first use', async () => {
    const user = await setup(['work']);
    const locked = await signerOf(user.context(), { key: 'work' }, 'evm');
    expect(locked.address).toBe(user.keys.work!.address);
    expect(await refusal(locked.withKey(() => 'used'))).toMatch(/^NEEDS_PASSWORD /);
    const signer = await user.signer({ key: 'work' });
    expect(await signer.withKey(({ address }) => address)).toBe(signer.address);
    writeFileSync(path.join(user.home, 'p.txt'), 'not this one');
    expect(await signer.withKey(({ address }) => address)).toBe(signer.address);
  });

  test('a wrong password is not remembered', async () => {
    const user = await setup(['work']);
    const signer = await user.signer({ passwordFile: 'wrong.txt' });
    expect(await refusal(signer.withKey(() => 'used'))).toMatch(/^WRONG_PASSWORD /);
    writeFileSync(path.join(user.home, 'wrong.txt'), 'p');
    expect(await signer.withKey(() => 'used')).toBe('used');
  });

  test('a key file of any form signs, from a file and from a pipe', async () => {
    const v3 = encryptKeystoreJsonSync(new Wallet(`0x${digits}`), 'p', light);
    const { address: _, ...withoutAddress } = JSON.parse(v3);
    for (const text of [digits, `0x${digits}\n`, phrase, v3, JSON.stringify(withoutAddress)]) {
      const user = await setup([], { 'key.txt': text });
      for (const signer of [await user.signer({ keyFile: 'key.txt' }), await user.signer({ keyFile: '-' }, text)]) {
        expect(signer.address).toBe(first);
        expect([await signsFor(signer), await signsFor(signer)]).toEqual([first, first]);
      }
    }
  });

  test('a file that states the address of another key never signs', async () => {
    const file = JSON.parse(encryptKeystoreJsonSync(new Wallet(`0x${hex(randomKey().privateKey)}`), 'p', light));
    const user = await setup([], { 'forged.json': JSON.stringify({ ...file, address: first.slice(2).toLowerCase() }) });
    const signer = await user.signer({ keyFile: 'forged.json', wallet: first });
    const used: string[] = [];
    expect(await refusal(signer.withKey(({ address }) => used.push(address)))).toMatch(/^WRONG_KEY guarded/);
    expect(used).toEqual([]);
  });
});

describe('the process of the key', () => {
  test('what is read from a file or a pipe never reaches this process: neither answers nor failures have it', async () => {
    for (const text of [digits, `0x${digits}`, phrase, `${digits}0`, `${phrase} junk`]) {
      const user = await setup([], { 'key.txt': text });
      for (const [selection, stdin] of [[{ keyFile: 'key.txt' }, ''] as const, [{ keyFile: '-' }, text] as const]) {
        const { context, said } = user.throughPipe(stdin);
        await signerOf(context, selection, 'evm')
          .then(signsFor)
          .catch(() => {});
        expect(said()).toMatch(/"address":"0xf39F|BAD_KEY/);
        for (const secret of [digits, 'junk']) expect(said()).not.toContain(secret);
      }
    }
  });

  test('a stored key whose file was replaced after its address was read never signs', async () => {
    const user = await setup(['work', 'other']);
    const signer = await user.signer({ key: 'work' });
    writeFileSync(user.file('work'), readFileSync(user.file('other')));
    const used: string[] = [];
    expect(await refusal(signer.withKey(({ address }) => used.push(address)))).toMatch(/^WRONG_KEY guarded/);
    expect(used).toEqual([]);
  });

  test('it starts for a stored key when something is signed, and ends with release or the run', async () => {
    const user = await setup(['work'], { 'key.txt': digits });
    const { context, pipes } = user.throughPipe();
    const signer = await signerOf(context, { key: 'work', passwordFile: 'p.txt' }, 'evm');
    expect(pipes).toHaveLength(0);
    expect([await signsFor(signer), await signsFor(signer), pipes.length]).toEqual([signer.address, signer.address, 1]);
    signer.release();
    await until(() => pipes[0]!.destroyed);
    await signerOf(context, { keyFile: 'key.txt' }, 'evm');
    expect([pipes.length, pipes[1]!.destroyed]).toEqual([2, false]);
    await context.close();
    await until(() => pipes[1]!.destroyed);
  });

  test.each<[string, (pipe: Duplex) => void]>([
    ['ends', (pipe) => pipe.destroy()],
    ['fails', (pipe) => pipe.destroy(new Error('ECONNRESET'))],
    ['does not answer in JSON', (pipe) => pipe.push('segmentation fault\n')],
  ])('if it %s, nothing is signed, and one sentence says so', async (_, break_) => {
    const user = await setup([], { 'key.txt': digits });
    const { context, pipes } = user.throughPipe();
    const signer = await signerOf(context, { keyFile: 'key.txt' }, 'evm');
    break_(pipes[0]!);
    expect(await failureOf(signsFor(signer))).toMatchObject({
      ...{ code: 'KEY_PROCESS_ENDED', kind: 'local', isUnsent: true },
    });
  });

  test('if it does not start, nothing is signed', async () => {
    const user = await setup([], { 'key.txt': digits });
    const context = user.context('', {}, () => {
      throw new Error('EAGAIN');
    });
    expect(await refusal(signerOf(context, { keyFile: 'key.txt' }, 'evm'))).toMatch(/^KEY_PROCESS_ENDED /);
  });

  test('a stop of the run ends it, and what waits for it is interrupted', async () => {
    const user = await setup([], { 'key.txt': digits });
    const stop = new AbortController();
    const [pipe] = pipeEnds();
    const context = user.context('', {}, () => pipe, stop.signal);
    const waiting = refusal(signerOf(context, { keyFile: 'key.txt' }, 'evm'));
    await until(() => pipe.readableFlowing === true);
    stop.abort('SIGINT');
    expect([await waiting, pipe.destroyed]).toEqual([expect.stringMatching(/^INTERRUPTED /), true]);
  });
});
