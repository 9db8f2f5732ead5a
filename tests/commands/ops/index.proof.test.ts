// `tuk ops export` on a real chain: the sums of dozens of transactions equal the balances that ethers reads, fees included.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Contract, formatUnits, parseUnits, Transaction } from 'ethers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, type AnvilProfile, anvilProblem, anvilProfile, deploy, startAnvil } from '../../support/anvil.js';
import { exit } from '../../support/exit.js';

const payee = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';

describe.skipIf(anvilProblem !== undefined)('on anvil', () => {
  let chain: Anvil;
  let bench: AnvilProfile;
  let router: Contract & { readonly address: string };
  /** Two accounts that sign here, by the file of their key. */
  const accounts: Record<string, string> = {};
  const tokens: Record<string, Contract & { readonly address: string }> = {};
  const decimals = (symbol: string) => (symbol === 'USD' ? 6 : 18);

  beforeAll(async () => {
    chain = await startAnvil();
    const owner = chain.wallet(9);
    tokens.USD = await deploy(owner, 'Token', ['USD', 6]);
    tokens.TWO = await deploy(owner, 'Token', ['TWO', 18]);
    tokens.FEE = await deploy(owner, 'FeeToken');
    tokens.WETH = await deploy(owner, 'WrappedCoin', [], 100n * 10n ** 18n);
    tokens.ODD = await deploy(owner, 'Token', ['USD', 18]); // calls itself USD, and is not listed
    router = await deploy(owner, 'UnwrappingRouter', [tokens.WETH.address]);
    await rate('WETH', 'USD', 3_000_000_001n);
    await rate('USD', 'WETH', 10n ** 30n / 3001n);
    await rate('USD', 'TWO', 2n * 10n ** 30n + 7n);
    Object.assign(accounts, { 'phrase.txt': chain.wallet(0).address, 'second.txt': chain.wallet(1).address });
    for (const token of Object.values(tokens))
      for (const one of [...Object.values(accounts), router.address]) await (await token.mint!(one, 10n ** 24n)).wait();
    const { ODD: _, ...listed } = tokens;
    const list = Object.entries(listed).map(([symbol, { address }]) => [symbol, [address, decimals(symbol)]] as const);
    const swaps = { router, wrapped: tokens.WETH.address };
    bench = await anvilProfile(chain, Object.fromEntries(list), swaps);
    writeFileSync(path.join(bench.home, 'second.txt'), chain.wallet(1).privateKey, { mode: 0o600 });
  }, 60_000);

  const rate = async (from: string, to: string, value: bigint) =>
    (await router.setRate!(tokens[from]!.address, tokens[to]!.address, value)).wait();

  const rpc = (method: string, ...params: unknown[]) => chain.provider.send(method, params);
  const withKey = (key: string) => `--network BSC --key-file ${key} --yes --interval 20ms`;
  /** Runs a line that ends with a code. @returns its JSON */
  const run = async (line: string, code: number = exit.ok) => {
    const result = await bench.run(line);
    expect([line, result.code, result.stderr]).toEqual([line, code, expect.any(String)]);
    return result.stdout === '' ? undefined : JSON.parse(result.stdout);
  };
  const send = (token: string, amount: string, { to = payee, key = 'phrase.txt', more = '' } = {}) =>
    run(`wallet send --token ${token} --to ${to} --amount ${amount} --new-recipient ${withKey(key)} ${more}`.trim());
  const swap = (from: string, to: string, amount: string, more = '') =>
    run(`swap run --from ${from} --to ${to} --amount ${amount} ${withKey('phrase.txt')} ${more}`.trim());
  /** Runs `use` while no block is mined, then mines one. */
  const inOneBlock = async (use: () => Promise<unknown>) => {
    await rpc('evm_setAutomine', false);
    await use();
    await rpc('anvil_mine', '0x1');
    await rpc('evm_setAutomine', true);
  };

  /** The balances of the two accounts by `account asset`, in base units, with the fees of what another program has sent added again. */
  const balances = async (): Promise<Record<string, bigint>> => {
    const entries = Object.values(accounts).map(async (account) => [
      [`${account} BNB`, await chain.provider.getBalance(account)] as const,
      ...(await Promise.all(
        Object.values(tokens).map(
          async (token) => [`${account} ${token.address}`, (await token.balanceOf!(account)) as bigint] as const,
        ),
      )),
    ]);
    return Object.fromEntries((await Promise.all(entries)).flat());
  };
  /** The sums of an export by `account asset`, in base units. */
  const sums = (rows: readonly Record<string, string>[]): Record<string, bigint> => {
    const byKey: Record<string, bigint> = {};
    for (const { kind, account, asset, contract, amount } of rows) {
      if (kind === 'open') continue;
      const symbol = Object.keys(tokens).find((one) => tokens[one]!.address === contract);
      if (contract === '') expect(asset).toBe('BNB');
      const units = parseUnits(amount!, symbol === undefined ? 18 : decimals(symbol));
      const key = `${account} ${contract === '' ? 'BNB' : contract}`;
      byKey[key] = (byKey[key] ?? 0n) + (kind === 'in' ? units : -units);
    }
    return byKey;
  };
  const exported = async (more = ''): Promise<Record<string, string>[]> => {
    const { code, stdout } = await bench.run(`ops export -o csv --tz Asia/Phnom_Penh ${more}`.trim());
    expect(code).toBe(exit.ok);
    return parse(stdout, { columns: true });
  };

  test('sums by account and asset agree with the chain', async () => {
    const before = await balances();
    const first = accounts['phrase.txt']!;
    const second = accounts['second.txt']!;
    const odd = tokens.ODD!.address;
    for (const amount of ['1.234567890123456789', '0.000000000000000001', '7']) await send('BNB', amount);
    for (const amount of ['12.345678', '0.000001']) await send('USD', amount);
    for (const amount of ['3.000000000000000007', '100000']) await send('TWO', amount);
    await send(odd, '5.5', { more: '--decimals 18' });
    for (const amount of ['100', '0.000000000000000199']) await send('FEE', amount, { more: '--accept-less 0.9' });
    for (const [token, amount] of Object.entries({ BNB: '0.5', USD: '1.5', TWO: '0.25' })) {
      await send(token, amount, { to: first }); // to itself
      await send(token, amount, { to: second }); // to another account that signs here
      await send(token, '0.1', { to: first, key: 'second.txt' });
    }
    await send('FEE', '2', { to: second, more: '--accept-less 0.9' });
    await send('FEE', '1', { to: first, more: '--accept-less 0.9' });
    await send('USD', '4', { key: 'second.txt' });
    await run(`wallet allowance set --token USD --spender ${router.address} --amount 3 ${withKey('phrase.txt')}`);
    await run(`wallet allowance revoke --token USD --spender ${router.address} ${withKey('phrase.txt')}`);
    await swap('BNB', 'USD', '0.3');
    await swap('USD', 'TWO', '10.000001'); // with an allowance
    await swap('USD', 'BNB', '33.333333');

    await inOneBlock(async () => {
      await swap('BNB', 'USD', '0.2', '--confirmations 0');
      const owner = chain.wallet(9);
      const data = router.interface.encodeFunctionData('setRate', [tokens.WETH!.address, tokens.USD!.address, 1n]);
      const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 10n ** 12n };
      await owner.sendTransaction({ to: router.address, data, ...fees }); // first in the block
    });
    for (const [token, kind] of Object.entries({ BNB: 'cancel', TWO: 'speed-up' }))
      await inOneBlock(async () => {
        const { operation } = await send(token, '8', { more: '--confirmations 0' });
        await run(`wallet tx ${kind} ${operation} --key-file phrase.txt --yes --confirmations 0`);
      });
    let foreign = 0n;
    await inOneBlock(async () => {
      const { nonce } = await send('BNB', '50', { more: '--confirmations 0' });
      const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 10n ** 12n };
      const { hash } = await chain.wallet(0).sendTransaction({ to: first, value: 0n, nonce: Number(nonce), ...fees });
      await rpc('anvil_mine', '0x1');
      foreign = (await chain.provider.getTransactionReceipt(hash))!.fee;
    });
    await run('ops check');
    await rpc('evm_setAutomine', false);
    const { operation: pending } = await send('BNB', '60', { more: '--confirmations 0' });

    const rows = await exported();
    const after = await balances();
    after[`${first} BNB`]! += foreign; // what another program has sent is in no ledger of this one
    const moved = Object.entries(after).filter(([key, now]) => now !== before[key]);
    const changes = Object.fromEntries(moved.map(([key, now]) => [key, now - before[key]!]));
    expect(sums(rows)).toEqual(changes);
    expect(Object.keys(changes).length).toBeGreaterThan(7);
    expect(new Set(rows.map(({ operation }) => operation)).size).toBeGreaterThan(30);
    const open = { operation: pending, asset: 'BNB', amount: '60', hash: expect.any(String), block: '' };
    expect(rows.filter(({ kind }) => kind === 'open')).toMatchObject([open]);
    const ofOdd = rows.filter(({ contract }) => contract === odd).map(({ asset }) => asset);
    expect(new Set(ofOdd)).toEqual(new Set([`USD (${odd})`]));

    const failed = rows.filter(({ outcome }) => outcome === 'not-done');
    expect(failed.map(({ kind, note }) => [kind, note])).toEqual([
      ['fee', expect.stringMatching(/^Its transaction is in block \d+, reverted\.$/)],
      ['fee', expect.stringMatching(/^Its cancellation is in block \d+\.$/)],
    ]);
    const all = (await run('ops list')) as Record<string, string>[];
    const sent = new Map(
      bench.node.requests
        .filter(({ method }) => method === 'eth_sendRawTransaction')
        .map(({ params }) => [Transaction.from(params[0]).hash!, Transaction.from(params[0])]),
    );
    for (const { operation, hash, block, time, date, amount } of rows.filter((row) => row.kind === 'fee')) {
      const receipt = (await chain.provider.getTransactionReceipt(hash!))!;
      const { timestamp } = (await chain.provider.getBlock(receipt.blockNumber))!;
      expect(sent.has(hash!)).toBe(true);
      expect([block, amount]).toEqual([receipt.blockNumber.toString(), formatUnits(receipt.fee, 18)]);
      expect([Date.parse(time!), time!.slice(-6), date]).toEqual([timestamp * 1000, '+07:00', time!.slice(0, 10)]);
      const line = all.find(({ id }) => id === operation);
      expect(line).toMatchObject({ hash, block, fee: amount, network: 'BSC', maxFee: expect.any(String) });
    }
  }, 300_000);
});
