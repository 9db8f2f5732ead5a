// Swaps on a real chain with a moving price and a lying platform: a signed swap brings at least the amount of the router.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Contract } from 'ethers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Anvil, anvilPhrase, anvilProblem, deploy, startAnvil } from '../../support/anvil.js';
import { exit } from '../../support/exit.js';
import { rpcProxy } from '../../support/rpc-proxy.js';
import { respondJson, scripted } from '../../support/scripted-server.js';
import { argvOf, newUser, type User } from '../../support/tuk.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
type Deployed = Contract & { readonly address: string };

/** What the platform says falsely: per cent of the price, and a token in the middle of the path. */
interface Lies {
  percent: bigint;
  through: string | undefined;
}
const none: Lies = { percent: 100n, through: undefined };

if (anvilProblem !== undefined) console.warn(`  Skipped: ${anvilProblem}`);

describe.skipIf(anvilProblem !== undefined)('swaps on anvil', () => {
  let chain: Anvil;
  let node: Awaited<ReturnType<typeof rpcProxy>>;
  let user: User;
  let router: Deployed;
  const tokens = {} as Record<'WETH' | 'USD' | 'TWO' | 'ODD', Deployed>;
  const lies: Lies = { ...none };
  const usual = 3000n * 10n ** 6n;
  const setRate = async (from: keyof typeof tokens, to: keyof typeof tokens, rate: bigint) =>
    (await router.setRate!(tokens[from].address, tokens[to].address, rate)).wait();

  beforeAll(async () => {
    chain = await startAnvil();
    node = await rpcProxy(chain.url);
    const owner = chain.wallet(9);
    for (const [symbol, decimals] of Object.entries({ WETH: 18, USD: 6, TWO: 18, ODD: 18 }))
      tokens[symbol as keyof typeof tokens] = await deploy(owner, 'Token', [symbol, decimals]);
    router = await deploy(owner, 'Router', [tokens.WETH.address], 10n ** 20n);
    await setRate('WETH', 'ODD', 10n ** 18n);
    await setRate('ODD', 'USD', usual);
    for (const token of Object.values(tokens))
      for (const holder of [account, router.address]) await (await token.mint!(holder, 10n ** 24n)).wait();
    const infos = [
      { symbol: 'BNB', address: coin, decimals: 18 },
      ...(['USD', 'TWO'] as const).map((symbol) => ({
        symbol,
        address: tokens[symbol].address,
        decimals: symbol === 'USD' ? 6 : 18,
      })),
    ];
    const platform = await scripted((socket, request) => {
      const { pathname, searchParams } = new URL(request.path, 'http://x');
      const answer = async (): Promise<unknown> => {
        if (/\/token(\/BSC)?$/.test(pathname))
          return infos.map(({ address, ...rest }) => ({ ...rest, contractAddress: address === coin ? null : address }));
        if (pathname.endsWith('/tokens'))
          return { tokens: Object.fromEntries(infos.map((info) => [info.address, info])) };
        if (pathname.endsWith('/spender')) return { address: router.address };
        if (!/\/(quote|swap)$/.test(pathname)) return { success: true };
        const {
          fromTokenAddress: from = '',
          toTokenAddress: to = '',
          amount = '',
          slippage = '0.5',
          fromAddress,
        } = Object.fromEntries(searchParams);
        const [first, last] = [from, to].map((address) => (address === coin ? tokens.WETH.address : address)) as [
          string,
          string,
        ];
        const way = lies.through === undefined ? [first, last] : [first, lies.through, last];
        const paid = ((await router.getAmountsOut!(BigInt(amount), way)) as bigint[]).at(-1)!;
        const out = (paid * lies.percent) / 100n;
        const quote = {
          fromTokenAmount: amount,
          toTokenAmount: out.toString(),
          priceImpact: '0.1',
          estimatedGas: 150_000,
        };
        if (pathname.endsWith('/quote')) return quote;
        const floor = (out * (1_000_000n - BigInt(Math.round(Number(slippage) * 10_000)))) / 1_000_000n;
        const until = (await chain.provider.getBlock('latest'))!.timestamp + 1200;
        const ends = [floor, way, fromAddress, until];
        const data =
          from === coin
            ? router.interface.encodeFunctionData('swapExactETHForTokens', ends)
            : router.interface.encodeFunctionData(to === coin ? 'swapExactTokensForETH' : 'swapExactTokensForTokens', [
                amount,
                ...ends,
              ]);
        return { ...quote, tx: { from: fromAddress, to: router.address, data, value: from === coin ? amount : '0' } };
      };
      void answer().then((body) => respondJson(body)(socket, request));
    });
    user = newUser();
    writeFileSync(path.join(user.home, 'phrase.txt'), anvilPhrase, { mode: 0o600 });
    await user.run(['profile', 'add', 'box', '--base', `${platform.url}/{service}`]);
    await user.run('profile use box');
    for (const line of ['chain.BSC 31337', `rpc.BSC ${node.url}`, `router.BSC ${router.address}`])
      expect(await user.run(`profile set box ${line}`)).toMatchObject({ code: exit.ok });
  }, 60_000);

  beforeEach(async () => {
    Object.assign(lies, none);
    for (const method of Object.keys(node.rules)) node.rules[method] = undefined;
    await setRate('WETH', 'USD', usual);
    await setRate('USD', 'WETH', 10n ** 30n / 3000n);
    await setRate('USD', 'TWO', 2n * 10n ** 30n);
  });

  const common = '--key-file phrase.txt --yes --interval 20ms --json';
  const swap = (from: string, to: string, amount: string, more = '') =>
    user.run(`swap run --network BSC --from ${from} --to ${to} --amount ${amount} ${common} ${more}`);
  const held = (token: keyof typeof tokens): Promise<bigint> => tokens[token].balanceOf!(account) as Promise<bigint>;
  const sent = () =>
    node.requests.filter(({ method }) => method === 'eth_sendRawTransaction').map(({ params }) => params[0] as string);
  const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

  test('an honest swap brings what the router pays, and its JSON says so', async () => {
    const [usd, two] = [await held('USD'), await held('TWO')];
    const bought = await swap('BNB', 'USD', '0.5');
    expect([bought.code, JSON.parse(bought.stdout)]).toMatchObject([
      exit.ok,
      { received: '1500', floor: '1492.5', warnings: [] },
    ]);
    expect((await held('USD')) - usd).toBe(1500n * 10n ** 6n);
    expect((await swap('USD', 'TWO', '10')).code).toBe(exit.ok);
    expect((await held('TWO')) - two).toBe(20n * 10n ** 18n);
    expect((await swap('USD', 'BNB', '10')).code).toBe(exit.ok);
    expect(await tokens.USD.allowance!(account, router.address)).toBe(0n);
  });

  test('a swap that reverts in its block leaves its allowance, which the error names and its command takes back', async () => {
    let broadcasts = 0;
    node.rules.eth_sendRawTransaction = async (_, { forward }) => {
      broadcasts += 1;
      if (broadcasts === 2) await setRate('USD', 'TWO', 10n ** 30n);
      return forward();
    };
    const { code, stdout, stderr } = await swap('USD', 'TWO', '7');
    const { code: word, allowance, revoke } = errorOf(stderr);
    expect([code, JSON.parse(stdout).status, word]).toEqual([exit.endedBadly, 'FAIL', 'ALLOWANCE_LEFT']);
    expect(allowance).toEqual({
      spender: router.address,
      token: 'USD',
      contract: tokens.USD.address,
      amount: '7',
      rawAmount: '7000000',
    });
    expect(await tokens.USD.allowance!(account, router.address)).toBe(7_000_000n);
    node.rules.eth_sendRawTransaction = undefined;
    expect((await user.run(argvOf(revoke))).code).toBe(exit.ok);
    expect(await tokens.USD.allowance!(account, router.address)).toBe(0n);
  });

  test('a swap whose price falls once its allowance is mined: exit 14, with the allowance', async () => {
    node.rules.eth_sendRawTransaction = async (_, { forward }) => {
      const hash = await forward();
      await setRate('USD', 'TWO', 10n ** 30n);
      return hash;
    };
    const count = sent().length;
    const { code, stderr } = await swap('USD', 'TWO', '7');
    const error = errorOf(stderr);
    expect([code, error.category, error.code, error.allowance.amount, sent().length - count]).toEqual([
      exit.partial,
      'partial',
      'QUOTE_WORSE',
      '7',
      1,
    ]);
    expect(stderr).not.toMatch(/nothing was sent/i);
    node.rules.eth_sendRawTransaction = undefined;
    expect((await user.run(argvOf(error.revoke))).code).toBe(exit.ok);
    expect(await tokens.USD.allowance!(account, router.address)).toBe(0n);
  });
});
