// The native swap of the wallet service in all versions: tokens, spender, quote and the transaction to sign.

import { boolean, number, optional, text } from '../../src/services/catalogue/define.js';
import type { Network, WalletTransactionStatus } from '../../src/services/catalogue/words.js';
import {
  addRow,
  badRequest,
  type Context,
  defineKind,
  enterState,
  type HandlerContext,
  iso,
  type MachineBody,
  notFound,
  refuse,
  rows,
  type StateMachine,
  scenarioOf,
} from '../core/index.js';
import { addressList, addressWord, encodeCall, readCall, word } from './abi.js';
import type { ContractCall } from './contract-calls.js';
import { coinAddress, isRouter, router, sameAddress, wrapped } from './contracts.js';
import { gasPriceOf, heightOf, networks, shownToken, type Token, tokensOf } from './networks.js';
import { amountsOut, type Hop, hopsOf, priceImpact, shiftPrice, swapGas } from './pools.js';
import { swapOf } from './simulate-call.js';

interface BuiltSwap extends MachineBody {
  readonly status: WalletTransactionStatus;
  readonly data: string;
}
export const nativeSwap: StateMachine<BuiltSwap> = defineKind({
  name: 'native-swap',
  scenarioPrefix: 'swap',
  scenarios: {
    'price moves': 'a transaction that reverts, FAIL in the history: the price falls by 3 % before its block',
    'hostile recipient': 'what is built pays to a stranger',
    'hostile router': 'what is built is sent to a stranger, who is also the spender to approve',
    'hostile value': 'the transaction sends twice the requested coins',
    'hostile floor': 'what is built takes any amount, however little',
    'hostile chain': 'what is built names a main network',
  },
  next: () => undefined,
});

/** Moves the price against a swap built under `price moves`. */
export function moveMarket(
  context: Context,
  { network, to, data, value }: Omit<ContractCall, 'value' | 'from'> & { readonly value: string },
): void {
  if (to === null || !isRouter(network, to)) return;
  const built = rows(context, nativeSwap, { status: ['PENDING'] }).find(
    ({ body }) => body.scenario === 'price moves' && body.data.toLowerCase() === data.toLowerCase(),
  );
  const read = built && readCall(data);
  const hops = read && hopsOf(context, swapOf({ value: BigInt(value) }, read)?.path ?? []);
  if (!hops) return;
  shiftPrice(context, hops);
  enterState(context, nativeSwap, built, 'FAIL');
}

/** The queries of version 1.1 and 3 have the names of the others (platform 3.4, inferred). */
export const quoteQuery = {
  fromTokenAddress: text(),
  toTokenAddress: text(),
  amount: text(),
  protocols: optional(text()),
  gasPrice: optional(text()),
};
export const swapQuery = {
  ...quoteQuery,
  fromAddress: text(),
  slippage: optional(number()),
  destReceiver: optional(text()),
  disableEstimate: optional(boolean()),
};

/** Only BNB Smart Chain (platform 1.4). @throws {Refusal} 400 NOT_SUPPORT_NETWORK */
function swapNetwork({ path }: HandlerContext): 'BSC_TEST' {
  const network = path.network ?? '';
  if (network === 'BSC' || network === 'BSC_TEST') return 'BSC_TEST';
  return refuse(
    400,
    `Not Support network: ${network.slice(0, 50)}. Only BNB Smart Chain is supported for now.`,
    'NOT_SUPPORT_NETWORK',
  );
}

/** TokenInfoDto (platform 12.1). */
function tokenInfo(token: Token) {
  const { symbol, name, decimals, logoURI } = shownToken(token);
  return { symbol, name, address: token.contractAddress ?? coinAddress, decimals, logoURI };
}

/** The tokens by address in lower case. */
export const listSwapTokens = (context: HandlerContext) => ({
  tokens: Object.fromEntries(
    tokensOf(swapNetwork(context)).map((token) => [
      (token.contractAddress ?? coinAddress).toLowerCase(),
      tokenInfo(token),
    ]),
  ),
});

/** The address to approve: the router. */
export function showSpender(context: HandlerContext) {
  swapNetwork(context);
  return { address: hostile(context, 'router') ? stranger : router };
}

/** The target of hostile transactions. Its key does not exist. */
const stranger = '0x24A141Fbf8ecBF4508aAE5C01612A0a1549F426c';
const hostile = ({ scenario }: HandlerContext, what: string): boolean =>
  scenario?.replaceAll('-', ' ').replace(':', '') === `swap hostile ${what}`;

interface Quoted {
  readonly amount: bigint;
  readonly from: Token;
  readonly to: Token;
  readonly hops: readonly Hop[];
  readonly amounts: readonly bigint[];
  /** Contract addresses, with the wrapped coin for the coin. */
  readonly path: readonly string[];
}

function quoted(context: HandlerContext): Quoted {
  const network = swapNetwork(context);
  const { fromTokenAddress, toTokenAddress, amount: requested } = context.query as Readonly<Record<string, string>>;
  if (!/^\d{1,78}$/.test(requested!) || BigInt(requested!) === 0n)
    refuse(400, 'Amount must greater than 0', 'INVALID_AMOUNT');
  const [from, to] = [tokenNamed(network, fromTokenAddress!), tokenNamed(network, toTokenAddress!)];
  if (from === to) badRequest('fromTokenAddress and toTokenAddress are the same.');
  const [first, last] = [from, to].map(({ contractAddress }) => contractAddress ?? wrapped.contractAddress) as [
    string,
    string,
  ];
  const direct = [from, to].some(({ contractAddress }) => contractAddress === null);
  const path = direct ? [first, last] : [first, wrapped.contractAddress, last];
  const hops = hopsOf(context, path) ?? refuse(404, 'There is no pool for these tokens.', 'NOT_FOUND_POOL');
  const amount = BigInt(requested!);
  return { amount, from, to, hops, amounts: amountsOut(amount, hops), path };
}
const tokenNamed = (network: Network, address: string): Token =>
  tokensOf(network).find(({ contractAddress }) => sameAddress(contractAddress ?? coinAddress, address)) ??
  notFound('TOKEN', address);

const routeOf = (hops: readonly Hop[]): readonly string[] =>
  hops.map(({ pair, from, to }) =>
    JSON.stringify({ name: 'SANDBOX_V2', pair: pair.address, from: from.symbol, to: to.symbol }),
  );

/** FetchPriceResponseDto (platform 12.1). */
export function showQuote(context: HandlerContext) {
  const { amount, from, to, hops, amounts } = quoted(context);
  return {
    fromToken: tokenInfo(from),
    toToken: tokenInfo(to),
    fromTokenAmount: amount.toString(),
    toTokenAmount: amounts.at(-1)!.toString(),
    priceImpact: priceImpact(amount, hops),
    protocols: routeOf(hops).map((hop) => JSON.parse(hop) as unknown),
    estimatedGas: Number(swapGas(hops.length)),
  };
}

const usualSlippage = 0.5;
const deadlineSeconds = 20 * 60;

/** A transaction of the V2 router to sign. CreateNativeSwapTransactionResponseDto (platform 12.1). */
export function buildSwap(context: HandlerContext) {
  const quote = quoted(context);
  const { amount, from, to, hops, amounts } = quote;
  const scenario = scenarioOf(context, nativeSwap);
  const { fromAddress } = context.query as Readonly<Record<string, string>>;
  const tx = transactionOf(context, quote, scenario);
  if (scenario === 'price moves') {
    const body = {
      status: 'PENDING',
      scenario,
      data: tx.data,
      statusLog: [{ status: 'PENDING', at: iso(context.now) }],
    } as const;
    addRow(context, nativeSwap, { owner: fromAddress!, body });
  }
  return {
    tx,
    fromToken: tokenInfo(from),
    toToken: tokenInfo(to),
    fromTokenAmount: amount.toString(),
    toTokenAmount: amounts.at(-1)!.toString(),
    protocols: routeOf(hops),
  };
}

function transactionOf(
  context: HandlerContext,
  { amount, from, to, hops, amounts, path }: Quoted,
  scenario: string | undefined,
) {
  const {
    fromAddress,
    destReceiver = fromAddress,
    slippage = usualSlippage,
  } = context.query as {
    fromAddress: string;
    destReceiver?: string;
    slippage?: number;
  };
  for (const [name, address] of Object.entries({ fromAddress, destReceiver }))
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) badRequest(`${name} is not an address: ${address.slice(0, 100)}`);
  if (!(slippage >= 0 && slippage <= 50)) badRequest('slippage must be from 0 to 50 per cent.');
  const kept = 1_000_000n - BigInt(Math.round(slippage * 10_000));
  const floor = scenario === 'hostile floor' ? 0n : (amounts.at(-1)! * kept) / 1_000_000n;
  const recipient = scenario === 'hostile recipient' ? stranger : destReceiver;
  const value = from.contractAddress === null ? (scenario === 'hostile value' ? amount * 2n : amount) : 0n;
  return {
    from: fromAddress,
    to: scenario === 'hostile router' ? stranger : router,
    data: callData({ amount, from, to, path }, floor, recipient, Math.floor(context.now / 1000) + deadlineSeconds),
    value: value.toString(),
    gasPrice: gasPriceOf(context, 'BSC_TEST', heightOf(context, 'BSC_TEST') + 1).toString(),
    gas: ((swapGas(hops.length) * 12n) / 10n).toString(),
    chainId: scenario === 'hostile chain' ? networks.ETHEREUM.chainId : undefined,
  };
}

function callData(
  { amount, from, to, path }: Omit<Quoted, 'hops' | 'amounts'>,
  floor: bigint,
  recipient: string,
  deadline: number,
): string {
  const tail = addressList(path);
  if (from.contractAddress === null)
    return encodeCall(
      'swapExactETHForTokens',
      word(floor),
      word(4 * 32),
      addressWord(recipient),
      word(deadline),
      ...tail,
    );
  const method = to.contractAddress === null ? 'swapExactTokensForETH' : 'swapExactTokensForTokens';
  return encodeCall(method, word(amount), word(floor), word(5 * 32), addressWord(recipient), word(deadline), ...tail);
}
