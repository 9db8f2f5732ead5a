// Sends, allowances and swaps on a real chain, judged by ethers, viem and cast; the program signs with none of them. And transactions that a tool signs: a person confirms the receipt.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Contract, formatEther, Transaction } from 'ethers';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Anvil,
  type AnvilProfile,
  anvilProblem,
  anvilProfile,
  at,
  cast,
  deploy,
  startAnvil,
} from '../support/anvil.js';
import { ends, exit } from '../support/exit.js';
import { connect } from '../support/mcp-client.js';
import { tukProcess } from '../support/processes.js';
import { solanaKey, solanaProfile } from '../support/solana.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const payee = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';

if (anvilProblem !== undefined) console.warn(`  Skipped: ${anvilProblem}`);

describe.skipIf(anvilProblem !== undefined)('on anvil', () => {
  let chain: Anvil;
  let bench: AnvilProfile;
  const tokens: Record<string, Contract & { readonly address: string }> = {};
  let router: string;

  beforeAll(async () => {
    chain = await startAnvil();
    const owner = chain.wallet(9);
    tokens.USD = await deploy(owner, 'Token', ['USD', 6]);
    tokens.TWO = await deploy(owner, 'Token', ['TWO', 18]);
    tokens.WETH = await deploy(owner, 'Token', ['WETH', 18]);
    tokens.FEE = await deploy(owner, 'FeeToken');
    tokens.OLD = await deploy(owner, 'OldToken');
    const implementation = await deploy(owner, 'Router', [tokens.WETH.address], 10n ** 18n);
    const proxy = await deploy(owner, 'Proxy', [implementation.address], 5n * 10n ** 18n);
    router = proxy.address;
    const asRouter = at(implementation, router);
    const rates = [
      ['WETH', 'USD', 3000n * 10n ** 6n],
      ['USD', 'WETH', 10n ** 30n / 3000n],
      ['OLD', 'WETH', 10n ** 30n / 3000n],
      ['USD', 'TWO', 2n * 10n ** 30n],
    ] as const;
    for (const [from, to, rate] of rates)
      await (
        await (asRouter.connect(owner) as Contract).setRate!(tokens[from]!.address, tokens[to]!.address, rate)
      ).wait();
    for (const token of Object.values(tokens))
      for (const one of [account, router]) await (await token.mint!(one, 10n ** 24n)).wait();
    const list = Object.entries(tokens).map(([symbol, { address }]) => {
      return [symbol, [address, /USD|OLD/.test(symbol) ? 6 : 18]] as const;
    });
    bench = await anvilProfile(chain, Object.fromEntries(list), { router: asRouter, wrapped: tokens.WETH.address });
  }, 60_000);

  const common = '--network BSC --key-file phrase.txt --yes --interval 20ms';
  const sending = (token: string, amount: string) =>
    `wallet send --token ${token} --to ${payee} --amount ${amount} --new-recipient ${common}`;
  const send = (token: string, amount: string) => bench.run(sending(token, amount));
  const swapping = (from: string, to: string, amount: string) =>
    `swap run --from ${from} --to ${to} --amount ${amount} ${common}`;
  const swap = (from: string, to: string, amount: string) => bench.run(swapping(from, to, amount));
  const balance = (token: string, of: string): Promise<bigint> => tokens[token]!.balanceOf!(of) as Promise<bigint>;

  test('a coin arrives to the wei, and viem, ethers and cast read from the bytes what the receipt said', async () => {
    const before = await chain.provider.getBalance(payee);
    const { code, stdout, stderr } = await send('BNB', '1.234567890123456789');
    expect(code).toBe(exit.ok);
    expect((await chain.provider.getBalance(payee)) - before).toBe(1_234_567_890_123_456_789n);
    const raw = bench.sent().at(-1)! as `0x02${string}`;
    const row = JSON.parse(stdout);
    const viem = parseTransaction(raw);
    const value = BigInt(row.rawAmount);
    expect(viem).toMatchObject({ value, chainId: 31_337, type: 'eip1559' });
    expect(viem.to?.toLowerCase()).toBe(payee);
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(row.from);
    expect(Transaction.from(raw).hash).toBe(row.hash);
    const printed: unknown = JSON.parse(await cast('decode-transaction', raw));
    const decoded = (typeof printed === 'string' ? JSON.parse(printed) : printed) as Record<string, string>;
    const read = [BigInt(decoded.value!), decoded.to!.toLowerCase(), BigInt(decoded.chainId!)];
    expect(read).toEqual([value, payee, 31_337n]);
    expect(stderr).toContain(`You send      ${formatEther(viem.value!)} BNB`);
    expect(stderr).toContain('chain 31337');
  });

  test.each([
    ['USD', '12.345678', 12_345_678n],
    ['TWO', '0.000000000000000001', 1n],
    ['OLD', '7', 7_000_000n],
  ] as const)('%s arrives to the last unit', async (token, amount, raw) => {
    const before = await balance(token, payee);
    const { code, stdout } = await send(token, amount);
    const arrived = (await balance(token, payee)) - before;
    expect([code, arrived, JSON.parse(stdout).rawAmount]).toEqual([exit.ok, raw, raw.toString()]);
  });

  test('a token that keeps a part is refused, unless the share that arrives is accepted', async () => {
    const before = await balance('FEE', payee);
    const count = bench.sent().length;
    const less = /By simulation 99 FEE of 100 would arrive.*\n.*--accept-less 0\.99/;
    for (const accepts of ['', ' --accept-less 0.991'])
      expect(await send('FEE', `100${accepts}`)).toMatchObject(ends(exit.guarded, less));
    expect(bench.sent().length).toBe(count);
    const { code, stdout, stderr } = await send('FEE', '100 --accept-less 0.99');
    const { warnings, ...row } = JSON.parse(stdout);
    expect([code, row]).toMatchObject([exit.ok, { amount: '100', spent: '100', received: '99', receivedToken: 'FEE' }]);
    const told = warnings.filter((one: { code: string }) => one.code === 'ARRIVES_LESS');
    expect(told).toMatchObject([{ message: expect.stringContaining('99 FEE arrived of 100') }]);
    expect(stderr).toMatch(/▲ 99 FEE arrived of 100/);
    expect((await balance('FEE', payee)) - before).toBe(99n * 10n ** 18n);
  });

  test('coins and tokens are swapped both ways, with exact allowances, also for a token that must be reset', async () => {
    const before = await balance('USD', account);
    const { code, stdout } = await swap('BNB', 'USD', '0.5');
    const swapped = { received: '1500', receivedToken: 'USD', floor: '1492.5' };
    expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, swapped]);
    expect((await balance('USD', account)) - before).toBe(1500n * 10n ** 6n);
    expect((await swap('USD', 'TWO', '10')).code).toBe(exit.ok);
    expect(await tokens.USD!.allowance!(account, router)).toBe(0n);
    const allow = `wallet allowance set --token OLD --spender ${router} --amount 1 ${common}`;
    expect((await bench.run(allow)).code).toBe(exit.ok);
    expect((await swap('OLD', 'BNB', '30')).code).toBe(exit.ok);
    expect(await tokens.OLD!.allowance!(account, router)).toBe(0n);
  });

  /** Runs a line in a process of its own, which is killed before or after the node answers a method for the nth time; then runs it again here until it has ended. */
  async function killed(line: string, method: string, nth: number, when: 'before' | 'after') {
    const running = tukProcess(line.split(' '), { home: bench.home });
    let count = 0;
    bench.node.rules[method] = async (_, { forward, drop }) => {
      count += 1;
      if (count !== nth) return forward();
      if (when === 'after') await forward().catch(() => undefined);
      running.kill();
      await running.done;
      return drop();
    };
    await running.done;
    bench.node.rules[method] = undefined;
    return bench.run(line);
  }
  /** The nonces for which more than one transaction was sent. */
  const signedTwice = () => {
    const byNonce = new Map<number, Set<string>>();
    for (const { nonce, hash } of bench.sent().map((raw) => Transaction.from(raw)))
      byNonce.set(nonce, new Set([...(byNonce.get(nonce) ?? []), hash!]));
    return [...byNonce].filter(([, hashes]) => hashes.size > 1);
  };

  test('a send that is killed before and after each step, and run again with its reference: one transaction on the chain', async () => {
    const before = await chain.provider.getBalance(payee);
    const reads = ['getTransactionCount', 'estimateGas', 'call', 'getTransactionReceipt', 'blockNumber'];
    const methods = [...reads, 'sendRawTransaction'];
    for (const method of methods)
      for (const when of ['before', 'after'] as const) {
        const line = `${sending('BNB', '0.001')} --client-ref send-${method}-${when}`;
        expect(await killed(line, `eth_${method}`, 1, when), line).toMatchObject(ends(exit.ok, ''));
      }
    expect((await chain.provider.getBalance(payee)) - before).toBe(BigInt(methods.length * 2) * 10n ** 15n);
    expect(signedTwice()).toEqual([]);
  }, 120_000);

  test('a swap with its allowance that is killed at each signature, and run again with its reference: one of each', async () => {
    const [usd, two] = [await balance('USD', account), await balance('TWO', account)];
    const points = [
      ['eth_estimateGas', 1],
      ['eth_sendRawTransaction', 1],
      ['eth_getTransactionReceipt', 1],
      ['eth_estimateGas', 2],
      ['eth_sendRawTransaction', 2],
      ['eth_getTransactionReceipt', 3],
    ] as const;
    for (const [method, nth] of points)
      for (const when of ['before', 'after'] as const) {
        const ref = `swap-${method}-${nth}-${when}`;
        const line = `${swapping('USD', 'TWO', '1')} --client-ref ${ref}`;
        expect(await killed(line, method, nth, when), ref).toMatchObject(ends(exit.ok, ''));
      }
    const count = BigInt(points.length * 2);
    const moved = [usd - (await balance('USD', account)), (await balance('TWO', account)) - two];
    expect(moved).toEqual([count * 10n ** 6n, count * 2n * 10n ** 18n]);
    expect(await tokens.USD!.allowance!(account, router)).toBe(0n);
    expect(signedTwice()).toEqual([]);
  }, 180_000);

  test('anvil as the external signer signs a send and its replacement, and the node of the chain is asked for neither', async () => {
    await bench.set(`signer.BSC ${chain.url}`);
    const before = await chain.provider.getBalance(payee);
    const line = `wallet send --network BSC --token BNB --to ${payee} --amount 1.5 --new-recipient --yes --confirmations 0`;
    await chain.provider.send('evm_setAutomine', [false]);
    const { operation } = JSON.parse((await bench.run(`${line} --wallet ${account}`)).stdout);
    const faster = await bench.run(`wallet tx speed-up ${operation} --yes --confirmations 0`);
    expect(faster).toMatchObject(ends(exit.ok, 'is asked'));
    await chain.provider.send('evm_setAutomine', [true]);
    await chain.provider.send('evm_mine', []);
    expect((await chain.provider.getBalance(payee)) - before).toBe(15n * 10n ** 17n);
    const [first, second] = bench
      .sent()
      .slice(-2)
      .map((raw) => Transaction.from(raw));
    expect([second!.from, second!.nonce]).toEqual([account, first!.nonce]);
    expect(bench.node.requests.some(({ method }) => method === 'eth_signTransaction')).toBe(false);
    expect((await bench.run(line)).code).toBe(exit.usage); // of its ten accounts one must be chosen
    await bench.set('signer.BSC');
  });
});

let bench: Awaited<ReturnType<typeof solanaProfile>>;
const to = solanaKey().address;
const line = { network: 'SOLANA', token: 'SOL', to, amount: '1', clientRef: 'may' };
const isOfRecipient = (question: string) => /new recipient/.test(question);

beforeEach(async () => {
  bench = await solanaProfile();
  const password = path.join(bench.home, 'password.txt');
  writeFileSync(password, 'a long password', { mode: 0o600 });
  const stored = await bench.run(`wallet key import main --key-file ${bench.keyFile} --password-file ${password}`);
  expect(stored.code, stored.stderr).toBe(exit.ok);
});

/** Calls the tool that sends. @param answer what the person types at each question; without it the client cannot ask */
async function send(answer?: (question: string) => string | undefined) {
  const password = { TUK_KEY_PASSWORD_FILE: path.join(bench.home, 'password.txt') };
  const { call, asked, close } = await connect(bench.home, '--allow-writes --groups wallet', answer, password);
  const result = await call('wallet_send', line);
  await close();
  return { ...result, asked };
}

test('is signed for a person who reads the receipt and types what is asked for; the same reference pays once', async () => {
  const answer = (question: string) => (isOfRecipient(question) ? to.slice(-6) : 'yes');
  const first = await send(answer);
  expect(first.isError, first.text).toBe(false);
  expect(first.asked[0]).toMatch(/You send +1 SOL[\s\S]*new recipient/);
  bench.node.advance(40);
  const again = await send(answer);
  expect(again.isError, again.text).toBe(false);
  expect(bench.node.sent).toHaveLength(1);
});

test.each<[string, ((question: string) => string | undefined) | undefined]>([
  ['cannot ask a person', undefined],
  ['has a person who declines', () => undefined],
  ['has a person who types yes for a new recipient', () => 'yes'],
  ['has a person who confirms the recipient only', (question) => (isOfRecipient(question) ? to.slice(-6) : 'no')],
])('is not signed if the client %s', async (_, answer) => {
  const { isError } = await send(answer);
  expect([isError, bench.node.sent]).toEqual([true, []]);
});
