// The price of `tuk swap run`: floor and impact by two sources, the tokens of the path, old plans, remaining allowances.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Transaction } from 'ethers';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUnits } from '../../../src/money/values/decimal.js';
import { account, bMVL, chainProfile, forwarding, friend, router, routerAbi, usdc, wbnb } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';
import { argvOf } from '../../support/tuk.js';

const swap = (more = '', from = 'BNB', to = 'USDC', amount = '0.05') =>
  `swap run --network BSC --from ${from} --to ${to} --amount ${amount} --key-file phrase.txt --yes --interval 10ms ${more}`;

/** A share in millionths. */
type Share = bigint;
const whole: Share = 1_000_000n;
const shareOf = (amount: bigint, share: Share) => (amount * share) / whole;

/** What the platform and the router say in place of what the sandbox says. */
interface Market {
  /** Shares of what is quoted, of the floor of what is built, and of what the router answers. */
  quoted: Share;
  built: Share;
  routed: Share;
  /** What the quote says of the price impact; nothing leaves it out, and `as is` leaves it as it is. */
  impact: string | undefined;
  /** The path of what is built. */
  path: ((path: readonly string[]) => readonly string[]) | undefined;
  /** Whether the router and the price list answer. */
  routerAnswers: boolean;
  listAnswers: boolean;
}
const honest: Market = {
  ...{ quoted: whole, built: whole, routed: whole, impact: 'as is' },
  ...{ path: undefined, routerAnswers: true, listAnswers: true },
};

/** Changes floor and path of a built transaction. */
function rebuilt({ tx, ...rest }: { tx: Record<string, string> }, { built, path: changed }: Market) {
  const call = routerAbi.parseTransaction({ data: tx.data! })!;
  const args = call.args.toArray() as unknown[];
  const at = args.length - 4;
  args[at] = shareOf(args[at] as bigint, built);
  args[at + 1] = changed?.([...(args[at + 1] as string[])]) ?? [...(args[at + 1] as string[])];
  return { ...rest, tx: { ...tx, data: routerAbi.encodeFunctionData(call.name, args) } };
}

/** A user whose platform and router say what `market` says, which may be changed at any time. */
async function marketUser(settings: Readonly<Record<string, string>> = {}, scenario?: string) {
  const market: Market = { ...honest };
  const changed = (requestPath: string, body: unknown): unknown => {
    if (requestPath.includes('/simple/price')) return market.listAnswers ? body : {};
    if (requestPath.includes('/quote?')) {
      const { priceImpact, toTokenAmount, ...rest } = body as Record<string, string>;
      const impact = market.impact === 'as is' ? priceImpact : market.impact;
      const quoted = shareOf(BigInt(toTokenAmount!), market.quoted).toString();
      return { ...rest, toTokenAmount: quoted, ...(impact && { priceImpact: impact }) };
    }
    return requestPath.includes('/swap?') ? rebuilt(body as never, market) : body;
  };
  const bench = await chainProfile({ script: (sandbox) => forwarding(sandbox, changed, scenario), settings });
  bench.node.rules.eth_call = async ({ params: [{ data }] }, { forward, refuse }) => {
    if (!data.startsWith(routerAbi.getFunction('getAmountsOut')!.selector)) return forward();
    if (!market.routerAnswers) return refuse('execution reverted', 3);
    const amounts = routerAbi.decodeFunctionResult('getAmountsOut', await forward())[0] as bigint[];
    const routed = [...amounts.slice(0, -1), shareOf(amounts.at(-1)!, market.routed)];
    return routerAbi.encodeFunctionResult('getAmountsOut', [routed]);
  };
  /** The floors of the swaps that were signed. */
  const floors = () =>
    bench.broadcasts().flatMap((raw) => {
      const call = routerAbi.parseTransaction(Transaction.from(raw));
      return call ? [call.args.amountOutMin as bigint] : [];
    });
  /** What the router brings for an amount of the coin. */
  const brings = async (amount: bigint, to: string) => {
    const data = routerAbi.encodeFunctionData('getAmountsOut', [amount, [wbnb, to]]);
    const output = await bench.ask('eth_call', { to: router, data }, 'latest');
    return (routerAbi.decodeFunctionResult('getAmountsOut', output)[0] as bigint[]).at(-1)!;
  };
  const signIn = async () => {
    const response = await fetch(`${bench.sandbox.url}/_sandbox/token?user=mina`);
    expect(await bench.run('login --tokens-stdin', { stdin: await response.text() })).toMatchObject({ code: exit.ok });
  };
  return { ...bench, market, floors, brings, signIn };
}
type MarketUser = Awaited<ReturnType<typeof marketUser>>;
const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

describe('without limits', () => {
  let user: MarketUser;
  beforeEach(async () => {
    user ??= await marketUser();
    Object.assign(user.market, honest);
  });
  /** How a run ends that signs nothing: its exit code, the code of its error, and what it says. */
  const refused = async (line: string, change: Partial<Market>) => {
    const count = user.broadcasts().length;
    Object.assign(user.market, change);
    const { code, stdout, stderr } = await user.run(`${line} --json`);
    expect([user.broadcasts().length, stdout]).toEqual([count, '']);
    return `${code} ${errorOf(stderr).code}: ${errorOf(stderr).message}`;
  };

  test('a platform that halves quote and floor is refused with what the router brings, and so is one that doubles them', async () => {
    const [half, double] = [whole / 2n, whole * 2n].map((share) => ({ quoted: share, built: share }));
    const worse =
      /^7 QUOTE_WORSE: 9\d\d\.\d+ bMVL would arrive by the quote, 19\d\d\.\d+ bMVL by the router, and .* 19\d\d/;
    expect(await refused(swap('', 'BNB', 'bMVL', '0.01'), half!)).toMatch(worse);
    expect(await refused(swap(), double!)).toMatch(/^7 QUOTE_WORSE/);
  });

  test('a floor that is below both sources is refused, also if the platform would build a better one the second time', async () => {
    expect(await refused(swap(), { built: whole - 1n })).toMatch(/^7 FLOOR_TOO_LOW/);
    let built = 0;
    const other = await marketUser();
    Object.defineProperty(other.market, 'built', { get: () => (++built === 1 ? 0n : whole) });
    const { code, stderr } = await other.run(`${swap()} --json`);
    expect([code, errorOf(stderr).code, other.broadcasts(), built]).toEqual([exit.guarded, 'FLOOR_TOO_LOW', [], 1]);
  });

  test('if the price has risen since the quote, the swap is built again with the higher floor', async () => {
    user.market.routed = whole + 20n; // 0.002 %
    const floor = shareOf(shareOf(await user.brings(5n * 10n ** 16n, usdc), user.market.routed), 990_000n);
    expect((await user.run(swap('--slippage 1'))).code).toBe(exit.ok);
    expect(user.floors().at(-1)).toBeGreaterThanOrEqual(floor);
  });

  test('if the price has fallen between quote and transaction, the swap is built again', async () => {
    const other = await marketUser();
    let quotes = 0;
    Object.defineProperty(other.market, 'quoted', { get: () => (++quotes === 1 ? whole + 100n : whole) });
    expect([(await other.run(swap('--slippage 1'))).code, quotes]).toEqual([exit.ok, 2]);
    expect(other.floors()[0]).toBeGreaterThan(0n);
  });

  const steep = swap('--max-impact 0.05', 'BNB', 'bMVL', '1');
  const shown = /^7 IMPACT_TOO_HIGH.* by 0\.19\d* %/;
  const through = (way: readonly string[]) => [way[0]!, friend, way.at(-1)!];
  test.each<[string, string, Partial<Market>, RegExp]>([
    ['an impact of 0.2 % that the quote calls 0.01 is what the router shows', steep, { impact: '0.01' }, shown],
    ['one that it calls 0 is so, too', steep, { impact: '0' }, shown],
    ['one that it does not name is so, too', steep, { impact: undefined }, shown],
    ['an impact that the quote calls higher counts', swap(), { impact: '-5.01%' }, /by 5.01 %/],
    ['a path through a token that no list has is refused', swap(), { path: through }, /^7 UNLISTED_TOKEN/],
    ['more than the account has needs no allowance', swap('', 'bMVL', 'BNB', '3000000'), {}, /INSUFFICIENT_FUNDS/],
  ])('%s', async (_, line, change, said) => expect(await refused(line, change)).toMatch(said));

  test('a router that does not answer has the list prices stand in', async () => {
    user.market.routerAnswers = false;
    const { code, stderr } = await user.run(swap('', 'BNB', 'USDC', '0.01'));
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(/Compared +5\.\d+ USDC by the list prices/)]);
    const worse = (share: Share) => ({ routerAnswers: false, quoted: share, built: share });
    expect(await refused(swap(), worse(whole / 2n))).toMatch(/^7 IMPACT_TOO_HIGH/);
    const wide = await refused(swap('--max-impact 50'), worse((whole * 6n) / 10n));
    expect(wide).toMatch(/QUOTE_WORSE.* by the list prices/);
  });

  test('without any second source a warning is in the receipt', async () => {
    Object.assign(user.market, { routerAnswers: false, listAnswers: false, impact: undefined });
    const unconfirmed = /▲ Note +Neither the router nor the list prices confirm the quote/;
    expect(await user.run(swap('', 'BNB', 'USDC', '0.01'))).toMatchObject(ends(exit.ok, unconfirmed));
  });

  test.each(['v1', 'v2'])('an honest swap of version %s is made of the coin, and of tokens', async (version) => {
    const count = user.floors().length;
    if (version === 'v2') await user.signIn();
    const ways = ['BNB bMVL 0.01', 'bMVL BNB 100', 'bMVL USDC 9'];
    for (const way of ways) expect([way, (await user.run(swap('', ...way.split(' ')))).code]).toEqual([way, exit.ok]);
    expect(user.floors().length).toBe(count + 3);
  });
});

describe('with limits', () => {
  test.each<Readonly<Record<string, string>>>([
    { 'limits.impact': '3' },
    { 'limits.slippage': '3' },
    { 'limits.transfer': '5 BNB' },
    { 'limits.day': '5 BNB' },
  ])('a swap that no second source confirms is refused: %o', async (settings) => {
    const user = await marketUser(settings);
    Object.assign(user.market, { routerAnswers: false, listAnswers: false });
    const { code, stderr } = await user.run(`${swap()} --json`);
    expect([code, errorOf(stderr).code, user.broadcasts()]).toEqual([exit.guarded, 'NO_SECOND_SOURCE', []]);
    user.market.routerAnswers = true;
    expect((await user.run(swap())).code).toBe(exit.ok);
  });

  test('a quote without an impact is judged by limits.impact', async () => {
    const user = await marketUser({ 'limits.impact': '0.1' });
    user.market.impact = undefined;
    const { code, stderr } = await user.run(`${swap('', 'BNB', 'bMVL', '1')} --json`);
    expect([code, errorOf(stderr).code, user.broadcasts()]).toEqual([exit.guarded, 'IMPACT_TOO_HIGH', []]);
    expect((await user.run(swap('', 'BNB', 'bMVL', '0.1'))).code).toBe(exit.ok);
  });
});

describe('a plan', () => {
  let user: MarketUser;
  let count = 0;
  const sign = (file: string) => user.run(`plan apply ${file} --yes --json`);
  const planned = async (more = '') => {
    count += 1;
    const file = `plan-${count}.json`;
    expect((await user.run(swap(`--plan-out ${file} ${more}`))).code).toBe(exit.ok);
    return file;
  };
  /** The planned floor in base units. */
  const floorIn = (file: string) => {
    const { transfers } = JSON.parse(readFileSync(path.join(user.home, file), 'utf8'));
    return baseUnits(transfers.at(-1).arrives, 18, 'the floor');
  };
  const moved = (share: Share): Partial<Market> => ({ quoted: share, built: share, routed: share });
  beforeEach(async () => {
    user ??= await marketUser();
    Object.assign(user.market, honest);
  });

  test.each([
    ['the same', whole, ''],
    ['0.002 % better', whole + 20n, ''],
    ['0.01 % worse, with --slippage 1', whole - 100n, '--slippage 1'],
    ['0.4 % worse', whole - 4000n, ''],
    ['3 % better', whole + 30_000n, '--slippage 5'],
  ])('is signed if the price is %s', async (_, share, more) => {
    const file = await planned(more);
    Object.assign(user.market, moved(share));
    const { code, stderr } = await sign(file);
    expect([code, code === exit.ok || stderr]).toEqual([exit.ok, true]);
    const floor = floorIn(file);
    expect(user.floors().at(-1)).toBeGreaterThanOrEqual(floor);
    if (share > whole) expect(user.floors().at(-1)).toBeGreaterThanOrEqual(shareOf(floor, share) - 1n);
    else expect(user.floors().at(-1)).toBeLessThan(shareOf(floor, whole + 10n));
  });

  test('is refused with the numbers if the price is below its floor', async () => {
    const file = await planned();
    const signed = user.floors().length;
    for (const change of [moved(whole - 6000n), { routed: whole - 6000n }, { quoted: whole - 6000n }]) {
      Object.assign(user.market, honest, change);
      const { code, stderr } = await sign(file);
      const { code: word, message } = errorOf(stderr);
      expect([change, code, word]).toEqual([change, exit.guarded, 'QUOTE_WORSE']);
      expect(message).toMatch(/The price has changed: [\d.]+ USDC would arrive .*, and the floor is [\d.]+ USDC\.$/);
    }
    expect(user.floors().length).toBe(signed);
  });
});

describe('an allowance', () => {
  test('that was mined before its swap is refused: exit 14, with the line that takes it back, which works', async () => {
    const user = await marketUser();
    user.node.rules.eth_sendRawTransaction = async (_, { forward }) => {
      Object.assign(user.market, { quoted: whole - 50_000n, built: whole - 50_000n, routed: whole - 50_000n });
      return forward();
    };
    const { code, stdout, stderr } = await user.run(`${swap('', 'bMVL', 'BNB', '12')} --json`);
    const error = errorOf(stderr);
    expect([code, stdout, user.broadcasts().length]).toEqual([exit.partial, '', 1]);
    expect(error).toMatchObject({
      ...{ code: 'QUOTE_WORSE', category: 'partial', exitCode: exit.partial },
      allowance: { spender: router, token: 'bMVL', contract: bMVL, amount: '12', rawAmount: `12${'0'.repeat(18)}` },
      revoke: `tuk wallet allowance revoke --network BSC --token ${bMVL} --spender ${router} --key-file phrase.txt --yes`,
    });
    expect(stderr).not.toMatch(/nothing was sent/i);
    expect(error.hint.endsWith(`The router may still take 12 bMVL. Take it back: ${error.revoke}`)).toBe(true);
    expect((await user.run(argvOf(error.revoke))).code).toBe(exit.ok);
    expect(await user.json(`wallet allowance list --network BSC --wallet ${account}`)).toEqual([]);
  });

  test('that was mined before its swap reverted: exit 13, with the same', async () => {
    const user = await marketUser({}, 'swap: price moves');
    const { code, stdout, stderr } = await user.run(`${swap('', 'bMVL', 'BNB', '12')} --json`);
    const error = errorOf(stderr);
    expect([code, JSON.parse(stdout).status]).toEqual([exit.endedBadly, 'FAIL']);
    expect(error).toMatchObject({ code: 'ALLOWANCE_LEFT', allowance: { amount: '12' } });
    expect(stderr).not.toMatch(/nothing was sent/i);
    expect((await user.run(argvOf(error.revoke))).code).toBe(exit.ok);
  });

  test('that the swap uses up is not named, nor while the swap is not mined', async () => {
    const user = await marketUser();
    for (const more of ['', '--confirmations 0']) {
      const { code, stderr } = await user.run(swap(more, 'bMVL', 'BNB', '12'));
      expect([code, stderr]).toEqual([exit.ok, expect.not.stringContaining('may still take')]);
    }
  });

  test('is not set for a swap that is refused before it', async () => {
    const user = await marketUser({}, 'swap: hostile floor');
    const { code, stderr } = await user.run(`${swap('', 'bMVL', 'BNB', '12')} --json`);
    expect([code, errorOf(stderr).code, user.broadcasts()]).toEqual([exit.guarded, 'FLOOR_TOO_LOW', []]);
  });
});
