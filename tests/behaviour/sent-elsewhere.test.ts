// What the account sends with another wallet, another machine or a late signer is an operation, too: an equal one is done, and is not paid again.
import { cpSync, rmSync } from 'node:fs';
import { HDNodeWallet, Transaction, Wallet } from 'ethers';
import { beforeEach, expect, test } from 'vitest';
import { account, chainProfile, friend } from '../support/chain.js';
import { ends, exit } from '../support/exit.js';
import { externalSigner } from '../support/external-signer.js';
import { solanaKey, solanaProfile } from '../support/solana.js';
import { newHome, newUser } from '../support/tuk.js';

const own = new Wallet(
  HDNodeWallet.fromPhrase('test test test test test test test test test test test junk').privateKey,
);
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let bench: Awaited<ReturnType<typeof chainProfile>>;
beforeEach(async () => {
  bench = await chainProfile();
});
const send = (ref: string, amount = '0.01', more = '--key-file phrase.txt') =>
  `wallet send --network BSC --token BNB --to ${friend} --amount ${amount} --client-ref ${ref} --new-recipient --yes --interval 10ms ${more}`;
const balance = async () => BigInt(await bench.ask('eth_getBalance', friend, 'latest'));
const nextNonce = async () => Number(await bench.ask('eth_getTransactionCount', account, 'latest'));
/** Sends coins with another wallet of the same key. */
const elsewhere = async (value: bigint, { to = friend, nonce }: { to?: string; nonce?: number } = {}) => {
  const fields = { chainId: 97, nonce: nonce ?? (await nextNonce()), to, value, gasLimit: 30_000, type: 2 };
  const price = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 5_000_000_000n };
  const transaction = Transaction.from({ ...fields, ...price });
  transaction.signature = own.signingKey.sign(transaction.unsignedHash);
  return (await bench.ask('eth_sendRawTransaction', transaction.serialized)) as string;
};

test('a restored folder does not pay a reference again that was paid since; another line goes on, with a note', async () => {
  expect((await bench.run(send('first', '0.5'))).code).toBe(exit.ok);
  const backup = newHome('empty');
  cpSync(bench.home, backup, { recursive: true });
  expect((await bench.run(send('rent'))).code).toBe(exit.ok);
  const paid = await balance();
  rmSync(bench.home, { recursive: true });
  cpSync(backup, bench.home, { recursive: true });
  for (const more of ['', '--dry-run'])
    expect(await bench.run(`${send('rent')} ${more}`)).toMatchObject(ends(exit.local, '--despite nonce-'));
  const other = await bench.run(send('other', '0.02'));
  expect([other.code, JSON.parse(other.stdout).warnings]).toMatchObject([exit.ok, [{ code: 'ADOPTED' }]]);
  expect((await bench.run(send('rent'))).code).toBe(exit.local); // it was seen a moment ago
  expect((await balance()) - paid).toBe(2n * 10n ** 16n);
  const nonce = (await nextNonce()) - 2;
  expect((await bench.run(`${send('rent')} --despite nonce-${nonce}`)).code).toBe(exit.ok);
});

test('what lies ahead and cannot be read stops a reference; a new home has a note only', async () => {
  expect(JSON.parse((await bench.run(send('first', '0.5'))).stdout).warnings).toEqual([]);
  await elsewhere(1n, { to: stranger });
  bench.node.rules.eth_getTransactionCount = async ({ params }, { forward, refuse }) => {
    if (params[1] !== 'latest' && params[1] !== 'pending') return refuse('missing trie node');
    return forward();
  };
  expect(await bench.run(send('second'))).toMatchObject(ends(exit.local, 'does not show all of them'));
  const home = newUser();
  cpSync(bench.keyFile, `${home.home}/phrase.txt`);
  for (const line of [
    `profile add box --base ${bench.sandbox.url}/{service}`,
    'profile use box',
    'profile set box chain.BSC 97',
    `profile set box rpc.BSC ${bench.node.url}`,
  ])
    await home.run(line);
  expect(JSON.parse((await home.run(send('second'))).stdout).warnings).toMatchObject([{ code: 'ADOPTED' }]);
});

test('a signer that answers an error and sends it later has paid: the line does not pay again, and the check finds it', async () => {
  const signer = await externalSigner([own]);
  await bench.run(['profile', 'set', 'box', 'signer.BSC', signer.url]);
  signer.misbehave = ({ method }, response) => {
    if (method !== 'eth_signTransaction') return false;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'request timed out' } }));
    return true;
  };
  const before = await balance();
  expect((await bench.run(send('late', '0.01', ''))).code).toBe(exit.guarded);
  const [{ id, outcome }] = await bench.json('ops list');
  expect(outcome).toBe('not-sent');
  const nonce = await nextNonce();
  await elsewhere(10n ** 16n);
  const again = await bench.run(send('late', '0.01', ''));
  const found = { operation: id, kind: 'elsewhere', outcome: 'done', nonce: String(nonce) };
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([exit.ok, found]);
  expect((await balance()) - before).toBe(10n ** 16n);
  expect(await bench.run(`ops check ${id}`)).toMatchObject({ code: exit.ok });
  // one that is only refused is signed anew, with the same nonce
  expect((await bench.run(send('denied', '0.03', ''))).code).toBe(exit.guarded);
  const free = await nextNonce();
  signer.misbehave = undefined;
  const signed = await bench.run(send('denied', '0.03', ''));
  const anew = { nonce: String(free), kind: 'original' };
  expect([signed.code, JSON.parse(signed.stdout)]).toMatchObject([exit.ok, anew]);
});

test('on Solana the newest transactions of the account are the witness', async () => {
  const solana = await solanaProfile();
  const { address: to } = solanaKey();
  const line = (ref: string, amount: string, more = '') =>
    solana.sending('SOL', amount, to, `--client-ref ${ref} ${more}`.trim());
  expect((await solana.run(line('first', '0.1'))).code).toBe(exit.ok);
  const backup = newHome('empty');
  cpSync(solana.home, backup, { recursive: true });
  expect((await solana.run(line('rent', '0.6'))).code).toBe(exit.ok);
  rmSync(solana.home, { recursive: true });
  cpSync(backup, solana.home, { recursive: true });
  expect(await solana.run(line('rent', '0.6'))).toMatchObject(ends(exit.local, '--despite slot-'));
  const other = await solana.run(line('other', '0.2'));
  expect(JSON.parse(other.stdout).warnings).toContainEqual(expect.objectContaining({ code: 'ADOPTED' }));
  expect((await solana.run(line('rent', '0.6'))).code).toBe(exit.local);
  expect(solana.node.lamports(to)).toBe(900_000_000n);
  solana.node.rules.getTransaction = async () => null; // a node that does not keep them
  rmSync(solana.home, { recursive: true });
  cpSync(backup, solana.home, { recursive: true });
  expect((await solana.run(line('new', '0.3'))).stderr).toContain('does not show all of them');
});
