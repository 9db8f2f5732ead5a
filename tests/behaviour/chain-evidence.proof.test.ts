// Evidence on a chain: an outcome needs a block at a depth, absence proves nothing, and a result is compared with its promise.
import { type Contract, Transaction } from 'ethers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, type AnvilProfile, anvilProblem, anvilProfile, deploy, startAnvil } from '../support/anvil.js';
import { ends, exit } from '../support/exit.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const payee = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';

describe.skipIf(anvilProblem !== undefined)('on anvil', () => {
  let chain: Anvil;
  let bench: AnvilProfile;
  const tokens: Record<string, Contract & { readonly address: string }> = {};

  beforeAll(async () => {
    chain = await startAnvil();
    const owner = chain.wallet(9);
    tokens.USDC = await deploy(owner, 'Token', ['USDC', 6]);
    tokens.FEE = await deploy(owner, 'FeeToken');
    tokens.LYING = await deploy(owner, 'LyingToken');
    tokens.false = await deploy(owner, 'Token', ['USDC', 6]); // calls itself USDC, and is not listed
    const router = await deploy(owner, 'Router', [tokens.USDC.address]);
    for (const token of Object.values(tokens)) await (await token.mint!(account, 10n ** 24n)).wait();
    const { USDC, FEE, LYING } = tokens;
    const list = { USDC: [USDC.address, 6], FEE: [FEE.address, 18], LYING: [LYING.address, 18] } as const;
    bench = await anvilProfile(chain, list, { router });
  }, 60_000);

  const common = '--network BSC --key-file phrase.txt --yes --interval 20ms';
  const sending = (token: string, amount: string, more = '') =>
    `wallet send --token ${token} --to ${payee} --amount ${amount} --new-recipient ${common} ${more}`.trim();
  const send = async (token: string, amount: string, more = '') => {
    const { code, stdout, stderr } = await bench.run(sending(token, amount, more));
    return { code, stderr, row: stdout === '' ? undefined : JSON.parse(stdout) };
  };
  const check = async (operation: string) => {
    const { code, stdout } = await bench.run(`ops check ${operation} --json`);
    return [code, JSON.parse(stdout).outcome];
  };
  const shown = async (operation: string) => JSON.parse((await bench.run(`ops show ${operation} --json`)).stdout);
  const statesOf = ({ history }: { readonly history: readonly { readonly state: string }[] }) =>
    history.map(({ state }) => state).join(' ');
  const rpc = (method: string, ...params: unknown[]) => chain.provider.send(method, params) as Promise<string>;
  /** Takes blocks back, and mines as many others, so that their hashes differ. */
  const reorganise = async (depth: number) => {
    await rpc('anvil_rollback', depth);
    await rpc('anvil_setCoinbase', `0x${'ab'.repeat(20)}`);
  };

  test('a transaction is mined until its block is deep enough, then done, and holds up nothing meanwhile', async () => {
    await bench.set('finality.BSC 3');
    const { code, row } = await send('BNB', '0.01');
    expect([code, row.outcome, row.status, row.confirmations]).toEqual([exit.ok, 'mined', 'SUCCESS', '1']);
    expect(await check(row.operation)).toEqual([exit.pending, 'mined']);
    expect((await send('BNB', '0.01')).code).toBe(exit.ok);
    await rpc('anvil_mine', '0x3');
    expect(await check(row.operation)).toEqual([exit.ok, 'done']);
    expect(statesOf(await shown(row.operation))).toBe('pending mined');
    await bench.set('finality.BSC 1');
  });

  test('a transaction whose block is reorganised away is unknown, and the same bytes bring it back', async () => {
    const before = await chain.provider.getBalance(payee);
    const { row } = await send('BNB', '0.5', '--client-ref reorg-1');
    expect([row.outcome, await check(row.operation)]).toEqual(['done', [exit.ok, 'done']]);
    await reorganise(1);
    expect(await check(row.operation)).toEqual([exit.unknown, 'unknown']);
    expect(await send('BNB', '0.01')).toMatchObject(ends(exit.guarded, `wallet tx resume ${row.operation}`));
    const again = await send('BNB', '0.5', '--client-ref reorg-1');
    expect([again.code, again.row.hash]).toEqual([exit.ok, row.hash]);
    expect((await chain.provider.getBalance(payee)) - before).toBe(5n * 10n ** 17n);
    const operation = await shown(row.operation);
    expect([operation.outcome, statesOf(operation)]).toEqual(['done', 'pending mined absent pending mined']);
  });

  test('another transaction in the place of ours is no end before it is deep, and the reference stays taken', async () => {
    await bench.set('finality.BSC 3');
    const before = await chain.provider.getBalance(payee);
    const { row } = await send('BNB', '0.7', '--client-ref reorg-2');
    const bytes = bench.sent().at(-1)!;
    await reorganise(1);
    const { nonce } = Transaction.from(bytes);
    const other = await chain.wallet(0).sendTransaction({ to: account, value: 0n, nonce });
    await other.wait();
    expect(await check(row.operation)).toEqual([exit.pending, 'mined']);
    const count = bench.sent().length;
    expect((await send('BNB', '0.7', '--client-ref reorg-2')).code).toBe(exit.endedBadly);
    expect(bench.sent().length).toBe(count);
    await reorganise(1);
    await rpc('eth_sendRawTransaction', bytes); // the first bytes come back
    const again = await send('BNB', '0.7', '--client-ref reorg-2');
    expect([again.code, again.row.hash, again.row.operation]).toEqual([exit.ok, row.hash, row.operation]);
    expect((await chain.provider.getBalance(payee)) - before).toBe(7n * 10n ** 17n);
    await bench.set('finality.BSC 1');
  });

  test('a reference whose transaction counted as not done is looked for again before anything new is signed', async () => {
    const before = await chain.provider.getBalance(payee);
    const { row } = await send('BNB', '0.3', '--client-ref reorg-3');
    const bytes = bench.sent().at(-1)!;
    await reorganise(1);
    await (
      await chain.wallet(0).sendTransaction({ to: account, value: 0n, nonce: Transaction.from(bytes).nonce })
    ).wait();
    expect(await check(row.operation)).toEqual([exit.ok, 'not-done']);
    await reorganise(1);
    await rpc('eth_sendRawTransaction', bytes);
    const again = await send('BNB', '0.3', '--client-ref reorg-3');
    expect([again.code, again.row.hash]).toEqual([exit.ok, row.hash]);
    expect((await chain.provider.getBalance(payee)) - before).toBe(3n * 10n ** 17n);
  });

  test('a transaction that the node has forgotten is exit 10: it stays done while the chain has its block, else it is unknown', async () => {
    const { row } = await send('BNB', '0.01');
    const {
      eth_getTransactionReceipt: _,
      eth_getTransactionByHash: __,
      eth_getBlockByNumber: ___,
      ...rules
    } = bench.node.rules;
    bench.node.rules.eth_getTransactionReceipt = bench.node.rules.eth_getTransactionByHash = () => null;
    expect(await check(row.operation)).toEqual([exit.unknown, 'done']);
    bench.node.rules.eth_getBlockByNumber = async ({ params }, { forward }) =>
      params[0] === '0x0' || params[0] === 'latest' ? forward() : null;
    expect(await check(row.operation)).toEqual([exit.unknown, 'unknown']);
    for (const method of Object.keys(bench.node.rules)) bench.node.rules[method] = rules[method];
    expect(await check(row.operation)).toEqual([exit.ok, 'done']);
    expect((await shown(row.operation)).fee).toBe(row.fee);
  });

  test('a token that logs a transfer that it does not make is refused before anything is signed', async () => {
    const count = bench.sent().length;
    expect(await send('LYING', '1')).toMatchObject(ends(exit.guarded, '0 LYING of 1 would arrive'));
    expect(bench.sent().length).toBe(count);
  });

  test('a token that borrows the symbol of a listed one is none of the limits and prices of that', async () => {
    const { address } = tokens.false!;
    const dry = await bench.run(`${sending(address, '1', '--decimals 6')} --dry-run`);
    expect(dry.stderr).toMatch(/not the listed USDC/);
    expect((await bench.run(['profile', 'set', 'box', 'limits.transfer', '400,1000000 USDC'])).code).toBe(exit.ok);
    const { code, stderr } = await send(address, '1', '--decimals 6');
    await bench.run(['profile', 'set', 'box', 'limits.transfer', '--yes']);
    expect([code, stderr]).toEqual([exit.guarded, expect.stringContaining('USDC (0x')]);
    const { row } = await send(address, '1', '--decimals 6');
    expect(row.warnings).toMatchObject([{ code: 'BORROWED_SYMBOL' }]);
    expect((await shown(row.operation)).contract).toBe(address);
  });

  test('max sends all of a token, and all coins but the most that the fee can be', async () => {
    const all = await tokens.USDC!.balanceOf!(account);
    const { code, row } = await send('USDC', 'max');
    expect([code, BigInt(row.rawAmount), await tokens.USDC!.balanceOf!(account)]).toEqual([exit.ok, all, 0n]);
    const balance = await chain.provider.getBalance(account);
    const coins = await send('BNB', 'max');
    expect(coins.code).toBe(exit.ok);
    const { fee } = (await chain.provider.getTransactionReceipt(coins.row.hash))!;
    expect(await chain.provider.getBalance(account)).toBe(balance - BigInt(coins.row.rawAmount) - fee);
    await rpc('anvil_setBalance', account, '0x21e19e0c9bab2400000');
  });

  test('a node that says that a fee is too low does not take the bytes, which stay signed: exit 10, and the command that helps is named', async () => {
    bench.node.rules.eth_sendRawTransaction = (_, { refuse }) =>
      refuse('transaction underpriced: gas tip cap 0, minimum needed 25000000000');
    const { code, stderr } = await send('BNB', '0.01', '--client-ref tip-1');
    bench.node.rules.eth_sendRawTransaction = undefined;
    expect([code, stderr]).toEqual([exit.unknown, expect.stringContaining('wallet tx speed-up op-')]);
    expect(await send('BNB', '0.01')).toMatchObject({ code: exit.guarded });
    const [, operation = ''] = /speed-up (op-[\d-]+)/.exec(stderr) ?? [];
    const line = `wallet tx speed-up ${operation} --key-file phrase.txt --yes --interval 20ms`;
    expect(await bench.run(`${line} --fee max=0.5`)).toMatchObject(ends(exit.usage, '--fee max'));
    expect((await bench.run(line)).code).toBe(exit.ok);
    expect(await send('BNB', '0.01', '--client-ref tip-1')).toMatchObject({ code: exit.ok, row: { operation } });
  });

  /** Keeps transactions out of blocks while `use` runs. */
  const withoutBlocks = async (use: () => Promise<void>) => {
    await rpc('evm_setAutomine', false as never);
    await use();
    await rpc('evm_setAutomine', true as never);
    await rpc('anvil_mine', '0x1');
  };

  test('a cancellation that is sped up stays one, and a line that is run again does not take it for its payment', async () => {
    const before = await chain.provider.getBalance(payee);
    let operation = '';
    await withoutBlocks(async () => {
      operation = (await send('BNB', '3', '--confirmations 0 --client-ref cancel-1')).row.operation;
      const again = `--key-file phrase.txt --yes --confirmations 0`;
      for (const kind of ['cancel', 'speed-up'])
        expect((await bench.run(`wallet tx ${kind} ${operation} ${again}`)).code).toBe(exit.ok);
    });
    expect(await check(operation)).toEqual([exit.ok, 'not-done']);
    expect(await chain.provider.getBalance(payee)).toBe(before);
    expect(await send('BNB', '3', '--client-ref cancel-1 --dry-run')).toMatchObject({ code: exit.ok }); // its reference is free, and it would be signed anew
  });

  test('what is on its way is not sent twice', async () => {
    const has = await chain.provider.getBalance(account);
    const half = String(Number(has / 10n ** 18n) * 0.6);
    await withoutBlocks(async () => {
      expect((await send('BNB', half, '--confirmations 0')).code).toBe(exit.ok);
      expect(await send('BNB', half, '--confirmations 0')).toMatchObject(ends(exit.refused, 'on their way'));
      const { code, row } = await send('BNB', 'max', '--confirmations 0');
      const left = has - BigInt(Math.round(Number(half) * 10)) * 10n ** 17n;
      expect([code, BigInt(row.rawAmount) < left]).toEqual([exit.ok, true]);
    });
    await rpc('anvil_setBalance', account, '0x21e19e0c9bab2400000');
  });

  test('a rate limit is no verdict: the request is made again', async () => {
    let limited = 0;
    const once: (typeof bench.node.rules)[string] = (_, { forward, refuse }) => {
      limited += 1;
      return limited === 1 ? refuse('request rate exceeded', -32_005) : forward();
    };
    for (const method of ['eth_estimateGas', 'eth_call', 'eth_getTransactionReceipt']) {
      limited = 0;
      bench.node.rules[method] = once;
      const { code, stderr } = await send('FEE', '0.1', '--accept-less 0.9 --retry 2');
      expect([method, code, limited > 1, stderr]).toEqual([method, exit.ok, true, expect.any(String)]);
      bench.node.rules[method] = undefined;
    }
  });

  test('a node that limits event logs, or has no old state, holds nothing up', async () => {
    bench.node.rules.eth_getLogs = (_, { refuse }) => refuse('limit exceeded', -32_005);
    const { code, row } = await send('FEE', '0.1', '--accept-less 0.9');
    expect([code, row.received]).toEqual([exit.ok, '0.099']);
    bench.node.rules.eth_getLogs = undefined;
    bench.node.rules.eth_getBalance = bench.node.rules.eth_getTransactionCount = async (
      { params },
      { forward, refuse },
    ) => (String(params[1]).startsWith('0x') ? refuse('missing trie node') : forward());
    expect((await send('FEE', '0.1', '--accept-less 0.9')).code).toBe(exit.ok);
    bench.node.rules.eth_getBalance = bench.node.rules.eth_getTransactionCount = undefined;
  });

  test('a coin is broadcast after four rounds of requests, a token by its symbol too', async () => {
    for (const token of ['BNB', 'FEE']) {
      bench.node.rounds.length = 0;
      expect((await send(token, '0.0001', token === 'FEE' ? '--accept-less 0.9' : '')).code).toBe(exit.ok);
      const before = bench.node.rounds.findIndex((methods) => methods.includes('eth_sendRawTransaction'));
      expect(before).toBeLessThanOrEqual(4);
    }
  });
});
