// `tuk swap run` against a sandbox: it signs the quoted swap or nothing, whichever transaction the platform builds.
import { Interface, Transaction } from 'ethers';
import { describe, expect, test } from 'vitest';
import { account, bMVL, chainProfile, forwarding, friend, router, routerAbi, usdc, wbnb } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';
import { now } from '../../support/time.js';

const erc20 = new Interface(['function approve(address spender, uint256 amount)']);
const swap = (more = '', from = 'BNB', to = 'USDC', amount = '0.05') =>
  `swap run --network BSC --from ${from} --to ${to} --amount ${amount} --key-file phrase.txt --yes --interval 10ms ${more}`;
const stranger = '0x24A141Fbf8ecBF4508aAE5C01612A0a1549F426c';

describe('an honest platform', async () => {
  const bench = await chainProfile();

  test('a coin is swapped: bytes, receipt and result agree', async () => {
    const { code, stdout, stderr } = await bench.run(swap());
    const [raw] = bench.broadcasts();
    const tx = Transaction.from(raw!);
    const call = routerAbi.parseTransaction(tx)!;
    const row = JSON.parse(stdout);
    expect([code, call.name, tx.to, tx.value]).toEqual([exit.ok, 'swapExactETHForTokens', router, 5n * 10n ** 16n]);
    const rawFloor = call.args.amountOutMin.toString();
    expect(row).toMatchObject({ rawFloor, to: call.args.to, hash: tx.hash, status: 'SUCCESS' });
    expect(stderr).toContain(`${row.floor} USDC at least`);
  });

  test('a token gets an allowance of exactly the amount first, and nothing of it is left', async () => {
    const count = bench.broadcasts().length;
    const { code, stdout } = await bench.run(swap('--slippage 1', 'bMVL', 'BNB', '100'));
    const sent = bench.broadcasts().slice(count);
    const [approval, sale] = sent.map((raw) => Transaction.from(raw));
    expect(code).toBe(exit.ok);
    expect(erc20.parseTransaction(approval!)!.args.toArray()).toEqual([router, 100n * 10n ** 18n]);
    expect(routerAbi.parseTransaction(sale!)!.name).toBe('swapExactTokensForETH');
    expect(JSON.parse(stdout).what).toBe('swap');
    const left = await bench.json(`wallet allowance list --network BSC --wallet ${account} --all`);
    expect(left).toMatchObject([{ token: 'bMVL', spender: router, rawAllowance: '0', who: 'trusted router' }]);
  });

  test('a reference swaps once, also where the balance would not suffice again', async () => {
    const count = bench.broadcasts().length;
    const line = swap('--client-ref dca-1', 'bMVL', 'USDC', '50');
    expect((await bench.run(line)).code).toBe(exit.ok);
    const sent = bench.broadcasts().length - count;
    const again = await bench.run(line);
    expect(again).toMatchObject(ends(exit.ok, 'Sent before'));
    expect(bench.broadcasts().length - count).toBe(sent);
    expect((await bench.run(line.replace('50', '51'))).code).toBe(exit.usage);
  });

  test('a plan has its allowance, its floor and its recipient, and is signed once', async () => {
    const count = bench.broadcasts().length;
    const planned = await bench.run(swap('--plan-out plan.json', 'bMVL', 'BNB', '100'));
    expect([planned.code, bench.broadcasts().length]).toEqual([exit.ok, count]);
    const { transfers } = await bench.json('plan show plan.json');
    const sold = { amount: '100', token: 'bMVL', account: `address:${account.toLowerCase()}` };
    expect(transfers).toMatchObject([
      { ...sold, call: 'chain approve', object: router },
      { ...sold, call: 'chain swap', arrivesToken: 'BNB' },
    ]);
    const signed = await bench.run('plan apply plan.json --yes');
    expect([signed.code, bench.broadcasts().length - count]).toEqual([exit.ok, 2]);
    expect(Number(JSON.parse(signed.stdout).floor)).toBeGreaterThanOrEqual(Number(transfers[1].arrives));
    expect((await bench.run('plan apply plan.json --yes')).code).toBe(exit.guarded);
    const old = await bench.run('swap run --plan plan.json --key-file phrase.txt --yes');
    expect(old.stderr).toContain('tuk plan apply FILE');
  });

  test.each([
    ['--slippage 51', exit.usage],
    ['--slippage -1', exit.usage],
    ['--max-impact 0.000000001', exit.usage],
    ['--max-impact 0', exit.guarded],
    [`--recipient ${friend}`, exit.guarded],
    ['--plan-out /', exit.usage],
  ])('%s is refused', async (option, code) => {
    const count = bench.broadcasts().length;
    const result = await bench.run(swap(option));
    expect([option, result.code, bench.broadcasts().length]).toEqual([option, code, count]);
    if (!option.startsWith('--plan-out')) expect(result.stdout).toBe(''); // its figures are shown before the file is written
  });

  test('limits.slippage and limits.impact hold', async () => {
    expect((await bench.run('profile set box limits.slippage 0.3')).code).toBe(exit.ok);
    expect((await bench.run(swap('--slippage 0.4'))).code).toBe(exit.guarded);
    expect(await bench.run(swap('--dry-run'))).toMatchObject(ends(exit.ok, 'slippage 0.3 %'));
    await bench.run('profile set box limits.slippage');
  });
});

describe('a hostile platform', async () => {
  /** What the platform answers instead, set by each test. */
  let changed: (requestPath: string, body: unknown) => unknown = (_, body) => body;
  const bench = await chainProfile({ script: (sandbox) => forwarding(sandbox, (...response) => changed(...response)) });
  const call = (name: string, ...args: unknown[]) => routerAbi.encodeFunctionData(name, args);
  const far = 4_000_000_000;
  const own = account.slice(2).toLowerCase();
  const multicall = new Interface(['function multicall(bytes[] data)']);
  type Tx = Record<string, string>;
  const decoded = (tx: Tx) =>
    routerAbi.decodeFunctionData('swapExactETHForTokens', tx.data!).toArray() as [bigint, string[], string, bigint];
  const again = (tx: Tx, change: (args: [bigint, string[], string, bigint]) => unknown[]) => {
    const args = decoded(tx).map((one) => (Array.isArray(one) ? [...one] : one)) as never;
    return { data: call('swapExactETHForTokens', ...change(args)) };
  };

  const word = (hex: string) => hex.padStart(64, '0');
  const sale = ([floor, , , until]: ReturnType<typeof decoded>) => {
    return { data: call('swapExactTokensForTokens', 1n, floor, [bMVL, usdc], account, until) };
  };
  test.each<[string, (tx: Tx) => object]>([
    ['another function', () => ({ data: erc20.encodeFunctionData('approve', [stranger, 1n]) })],
    ['a multicall around it', (tx) => ({ data: multicall.encodeFunctionData('multicall', [[tx.data]]) })],
    ['a permit of EIP-2612', () => ({ data: `0xd505accf${'00'.repeat(224)}` })],
    ['a trailing word', (tx) => ({ data: `${tx.data}${'0'.repeat(64)}` })],
    ['dirty bytes before an address', (tx) => ({ data: tx.data!.replace(word(own), own.padStart(64, '1')) })],
    ['another offset', (tx) => ({ data: tx.data!.replace(word('80'), word('a0')) })],
    ['no call data', () => ({ data: '0x' })],
    ['another recipient', (tx) => again(tx, ([floor, way, , until]) => [floor, way, stranger, until])],
    ['a lower floor', (tx) => again(tx, ([floor, way, to, until]) => [floor - 1n, way, to, until])],
    ['another token', (tx) => again(tx, ([floor, , to, until]) => [floor, [wbnb, bMVL], to, until])],
    ['a path of one token', (tx) => again(tx, ([floor, , to, until]) => [floor, [usdc], to, until])],
    ['a deadline far away', (tx) => again(tx, ([floor, way, to]) => [floor, way, to, far])],
    ['a deadline that has passed', (tx) => again(tx, ([floor, way, to]) => [floor, way, to, 1])],
    ['a sale of tokens instead', (tx) => sale(decoded(tx))],
    ['twice the value', ({ value }) => ({ value: (BigInt(value!) * 2n).toString() })],
    ['no value', () => ({ value: '0' })],
    ['a value that is not a number', () => ({ value: '1e18' })],
    ['another sender', () => ({ from: friend })],
    ['another target', () => ({ to: stranger })],
    ['a main chain', () => ({ chainId: 56 })],
    ['a chain in hexadecimal', () => ({ chainId: '0x38' })],
    ['a transaction of type 4', () => ({ type: 4 })],
    ['an authorization list', () => ({ authorizationList: [] })],
    ['a permit beside it', () => ({ permit: '0x00' })],
  ])('%s: nothing is signed, exit 7', async (_, change) => {
    changed = (requestPath, body) => {
      const { tx } = (body ?? {}) as { tx?: Tx };
      return requestPath.includes('/swap?') && tx ? { ...(body as object), tx: { ...tx, ...change(tx) } } : body;
    };
    expect(await bench.run(swap())).toMatchObject(ends(exit.guarded, /Nothing was sent|not signed|never signs/, ''));
    expect([bench.broadcasts(), await bench.json('ops list')]).toEqual([[], []]);
  });

  test.each<[string, RegExp, object, number]>([
    ['a quote of another amount', /\/quote/, { fromTokenAmount: '1' }, exit.guarded],
    ['a quote of another token', /\/quote/, { toToken: { address: bMVL, decimals: 18 } }, exit.guarded],
    ['a quote of other decimals', /\/quote/, { toToken: { address: usdc, decimals: 6 } }, exit.guarded],
    ['a quote of nothing', /\/quote/, { toTokenAmount: '0' }, exit.server],
    ['a quote of an amount that is not a number', /\/quote/, { toTokenAmount: '1e30' }, exit.server],
    ['a price impact above 5 %', /\/quote/, { priceImpact: '5.01' }, exit.guarded],
    ['a price impact that is not a number', /\/quote/, { priceImpact: 'low' }, exit.server],
    ['a spender that is not the trusted router', /\/spender/, { address: stranger }, exit.guarded],
    ['a spender that is none', /\/spender/, { address: 'router' }, exit.server],
  ])('%s: nothing is signed', async (_, place, change, code) => {
    changed = (requestPath, body) => (place.test(requestPath) ? { ...(body as object), ...change } : body);
    const result = await bench.run(swap());
    expect([result.code, result.stdout, bench.broadcasts()]).toEqual([code, '', []]);
  });

  test('a quote that has grown older than 30 s is fetched again, and one that brings less than the floor is not signed', async () => {
    for (const share of [1000n, 900n]) {
      const code = share === 1000n ? exit.ok : exit.guarded;
      let quotes = 0;
      const shared = (requestPath: string, body: unknown) => {
        if (!requestPath.includes('/quote?') || ++quotes === 1) return body;
        const { toTokenAmount } = body as { toTokenAmount: string };
        return { ...(body as object), toTokenAmount: ((BigInt(toTokenAmount) * share) / 1000n).toString() };
      };
      const bench = await chainProfile({ script: (sandbox) => forwarding(sandbox, shared) });
      let time = now;
      const result = await bench.run(swap(), { now: () => (time += 12_000) });
      const isSigned = bench.broadcasts().length > 0;
      expect([share, result.code, quotes > 1, isSigned]).toEqual([share, code, true, code === exit.ok]);
      if (code === exit.guarded) expect(result.stderr).toContain('The price has changed');
    }
  });

  test('without a trusted router nothing is signed, and the command that trusts it is named', async () => {
    const bench = await chainProfile({ trust: false });
    expect(await bench.run(swap())).toMatchObject(ends(exit.usage, `tuk profile set box router.BSC ${router}`));
    expect(bench.broadcasts()).toEqual([]);
  });

  /** A node whose contract has the address of another one in this slot. */
  const storage = (at: string) => ({
    eth_getStorageAt: ({ params: [, slot] }: { params: string[] }) =>
      slot!.startsWith(at) ? `0x${stranger.slice(2).padStart(64, '0')}` : `0x${'0'.repeat(64)}`,
  });
  test.each<[string, object]>([
    ['a proxy with another implementation', storage('0x3608')],
    ['a beacon proxy', storage('0xa3f0')],
    ['an account that is delegated to a contract', { eth_getCode: () => `0xef0100${stranger.slice(2)}` }],
    ['an account without code', { eth_getCode: () => '0x' }],
    ['on another chain', { eth_chainId: () => '0x38' }],
  ])('a router that has become %s is refused', async (_, rules) => {
    const bench = await chainProfile();
    Object.assign(bench.node.rules, rules);
    const { code, stdout } = await bench.run(swap());
    expect([code, stdout, bench.broadcasts()]).toEqual([exit.guarded, '', []]);
    const spender = `--network BSC --token bMVL --spender ${router} --amount 1 --key-file phrase.txt --yes`;
    const allow = await bench.run(`wallet allowance set ${spender}`);
    expect([allow.code, allow.stdout, bench.broadcasts()]).toEqual([exit.guarded, '', []]);
  });
});

describe('allowances', () => {
  test('are set exactly, revoked, and never unlimited without the words', async () => {
    const bench = await chainProfile();
    const base = `--network BSC --token bMVL --spender ${router} --key-file phrase.txt --yes --interval 10ms`;
    expect((await bench.run(`wallet allowance set ${base} --amount 7.5`)).code).toBe(exit.ok);
    const list = () => bench.json(`wallet allowance list --network BSC --wallet ${account}`);
    const rawAllowance = `75${'0'.repeat(17)}`;
    expect(await list()).toMatchObject([{ token: 'bMVL', allowance: '7.5', rawAllowance, unlimited: false }]);
    expect(await bench.run(`wallet allowance set ${base} --unlimited`)).toMatchObject(ends(exit.guarded, 'words'));
    expect((await bench.run(`wallet allowance set ${base} --raw-amount ${2n ** 256n - 1n}`)).code).toBe(exit.guarded);
    const other = await bench.run(`wallet allowance set ${base.replace(router, stranger)} --amount 1`);
    expect(other).toMatchObject(ends(exit.guarded, 'not the trusted router'));
    expect((await bench.run(`wallet allowance revoke ${base}`)).code).toBe(exit.ok);
    expect(await list()).toEqual([]);
    expect(bench.broadcasts().length).toBe(2);
  });
});
