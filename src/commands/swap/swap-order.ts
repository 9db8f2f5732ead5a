// The order of a swap: options, account, tokens, bounds and limits, read and checked once.

import type { Arguments, Context } from '../../cli/command/command.js';
import { rulesNow } from '../../cli/command/ledger-rules.js';
import { plain } from '../../cli/settings/options.js';
import { type ChainAccess, chainAccess, chainDependencies } from '../../engine/chain/access.js';
import { feeChoice, followOptions } from '../../engine/chain/operation.js';
import { selectionOf } from '../../engine/chain/options.js';
import type { FollowOptions } from '../../engine/chain/sent-operation.js';
import { type KeySelection, signerOf } from '../../engine/chain/signing-key.js';
import { coinAddress } from '../../engine/chain/token.js';
import { limitsNow } from '../../engine/change/guard-change.js';
import { clientRefOf } from '../../engine/change/money-options.js';
import { readSwap, type SwapVersion, swapVersionOf } from '../../engine/read/swap-versions.js';
import { despiteOf } from '../../engine/request/shared-options.js';
import { type ChainToken, coinOf } from '../../money/chain/effect.js';
import { sameAddress } from '../../money/chain/hex.js';
import type { FeeChoice } from '../../money/evm/fees.js';
import type { EvmDependencies } from '../../money/evm/intent.js';
import { checksummed } from '../../money/evm/transaction.js';
import { type Limits, limitsBeside } from '../../money/policy/limits.js';
import { requireAddress } from '../../money/values/address.js';
import { amountOf, baseUnits, type Decimal, decimalOf, decimalText, isMore } from '../../money/values/decimal.js';
import { isEvmAddress } from '../../services/forms.js';
import { BadInput, cited, Guarded, ServerFailure } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';

/** The tokens and the amount of a swap. */
export const orderOptions = [
  plain('--from <token>', 'the token to sell: a symbol or an address', { required: true }),
  plain('--to <token>', 'the token to buy: a symbol or an address', { required: true }),
  plain('--amount <amount>', 'the amount to sell, in whole tokens', { as: 'amount', required: true }),
] as const;

// The quote of the platform for a swap that is signed here, checked against its order.

/** A quote of the platform. */
export interface Quote {
  /** The amount that arrives, in base units. */
  readonly toAmount: bigint;
  /** The price impact in per cent, if stated. */
  readonly impact: Decimal | undefined;
  readonly protocols: unknown;
  readonly gas: number | undefined;
  /** Epoch milliseconds, before the request. */
  readonly at: number;
}

/** The fields of a swap in a request. */
export const query = ({ sells, buys, raw }: SwapOrder) => ({
  fromTokenAddress: sells.address ?? coinAddress,
  toTokenAddress: buys.address ?? coinAddress,
  amount: raw.toString(),
});

/** Fetches a quote. @throws {Guarded} OTHER_QUOTE, OTHER_TOKEN, DECIMALS_DISAGREE; {ServerFailure} */
export async function fetchQuote(order: SwapOrder): Promise<Quote> {
  const { context, version, network, sells, buys, raw } = order;
  const at = context.world.clock.now();
  const quote = await readSwap(context, version, 'quote', network, query(order));
  checkQuotedToken(quote, 'fromToken', sells);
  checkQuotedToken(quote, 'toToken', buys);
  const [fromAmount, toAmount] = [asText(quote.fromTokenAmount), asText(quote.toTokenAmount)];
  if (fromAmount !== raw.toString())
    throw new Guarded('OTHER_QUOTE', `The quote is for ${cited(fromAmount)} base units, and ${raw} were requested.`);
  if (!/^[1-9]\d{0,77}$/.test(toAmount)) throw unusable('The quote has no amount to receive in base units');
  const gas = Number(asText(quote.estimatedGas));
  return {
    toAmount: BigInt(toAmount),
    impact: impactOf(quote),
    protocols: quote.protocols,
    gas: Number.isSafeInteger(gas) && gas > 21_000 ? gas : undefined,
    at,
  };
}

/** The price impact of a quote, without its sign. @throws {ServerFailure} */
function impactOf(quote: Row): Decimal | undefined {
  const text = asText(quote.priceImpact).replace(/%$/, '').trim();
  const impact = decimalOf(text.replace(/^-/, ''));
  if (impact !== undefined || text === '') return impact;
  throw unusable(`The price impact of the quote is ${cited(text)}, which is not a number`);
}

const unusable = (what: string) =>
  new ServerFailure('UNUSABLE_ANSWER', `${what}.`, { service: 'wallet', call: 'quoteSwap', unsent: true });

/** @throws {Guarded} OTHER_TOKEN, DECIMALS_DISAGREE if a quote or a built swap is about another token */
export function checkQuotedToken(
  quote: Row,
  field: string,
  token: Pick<ChainToken, 'address' | 'decimals' | 'symbol'>,
): void {
  const [address, decimals] = [valueAt(quote, `${field}.address`), valueAt(quote, `${field}.decimals`)];
  if (!isNothing(address) && !sameAddress(asText(address), token.address ?? coinAddress))
    throw new Guarded('OTHER_TOKEN', `The quote is about another ${field} than ${token.symbol}.`);
  if (!isNothing(decimals) && decimalsOf(decimals) !== token.decimals)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${token.symbol} has ${token.decimals} decimals, and ${asText(decimals)} by the quote.`,
    );
}

// The tokens that can be swapped on a network, by the lists of the platform and their contracts.

/** The tokens that can be swapped. @throws {Failure} */
async function tokenList(context: Context, version: SwapVersion, network: string): Promise<readonly Row[]> {
  const { tokens } = await readSwap(context, version, 'tokens', network);
  const rows = isRecord(tokens) ? Object.values(tokens) : Array.isArray(tokens) ? tokens : [];
  return rows.filter(isRecord);
}

/**
 * Finds a token of the list of a network by its symbol or address. A symbol in the same case comes first.
 * @throws {BadInput} UNKNOWN_TOKEN, WHICH_TOKEN
 */
export function listedToken(rows: readonly Row[], input: string, flag: string): Row {
  const isAddress = /^0x/i.test(input);
  const matches = rows.filter((row) =>
    isAddress ? sameAddress(asText(row.address), input) : asText(row.symbol).toLowerCase() === input.toLowerCase(),
  );
  const exact = matches.filter((row) => row.symbol === input);
  const [row, ...others] = exact.length > 0 ? exact : matches;
  if (row === undefined) {
    const symbols = [...new Set(rows.map(({ symbol }) => asText(symbol)))].slice(0, 30).join(', ');
    throw new BadInput(
      'UNKNOWN_TOKEN',
      `${flag}: ${cited(input)} cannot be swapped on this network.`,
      symbols === '' ? 'The service lists none.' : `There are: ${symbols}.`,
    );
  }
  if (others.every(({ address }) => sameAddress(asText(address), asText(row.address)))) return row;
  throw new BadInput(
    'WHICH_TOKEN',
    `${flag}: ${others.length + 1} tokens of this network are called ${input}.`,
    'Give the address: tuk swap tokens NETWORK',
  );
}

/**
 * A token of the list. The list, the contract and the token list of the platform must agree on its decimals.
 * @throws {BadInput} UNKNOWN_TOKEN, WHICH_TOKEN; {Guarded} DECIMALS_DISAGREE
 */
async function swapToken(
  rows: readonly Row[],
  input: string,
  flag: string,
  tokenAt: (address: string) => Promise<ChainToken>,
  coin: ChainToken,
): Promise<ChainToken> {
  if (/^0x/i.test(input)) requireAddress(input, flag);
  const row = listedToken(rows, input, flag);
  const address = asText(row.address).toLowerCase();
  if (!isEvmAddress(address)) throw new Guarded('UNUSABLE_TOKEN', `${flag}: the list names no usable address for it.`);
  const listed = decimalsOf(row.decimals);
  const token: ChainToken = sameAddress(address, coinAddress) ? coin : await tokenAt(address);
  if (listed === token.decimals) return token;
  throw new Guarded(
    'DECIMALS_DISAGREE',
    `${flag}: ${token.symbol} has ${token.decimals} decimals by its contract, and ${Number.isNaN(listed) ? 'none' : listed} by the swap list.`,
  );
}

export interface SwapOrder {
  readonly context: Context;
  readonly version: SwapVersion;
  readonly network: string;
  readonly sells: ChainToken;
  readonly buys: ChainToken;
  /** The sold amount, in base units. */
  readonly raw: bigint;
  readonly from: string;
  readonly recipient: string;
  /** In per cent. */
  readonly slippage: string;
  /** In per cent. */
  readonly maxImpact: string;
  readonly limits: Limits;
  /** The tokens that the platform swaps on the network. */
  readonly listed: readonly Row[];
  readonly access: ChainAccess;
  readonly deps: EvmDependencies;
  readonly fee: FeeChoice;
  readonly follow: FollowOptions;
  readonly clientRef: string | undefined;
  readonly key: KeySelection;
  /** The request as canonical JSON, to which a reference is bound. */
  readonly asked: string;
}
export interface SwapRequest extends SwapOrder {
  readonly router: string;
}

/** The slippage without --slippage, in per cent. */
export const usualSlippage = '0.5';

/**
 * Reads the order of a swap.
 * @throws {BadInput} for an unusable option or token; {Guarded} OVER_LIMIT; {Failure}
 */
export async function readOrder(input: Arguments['options'], context: Context): Promise<SwapOrder> {
  const network = String(input.network);
  const limits = await limitsOfSwap(context);
  const slippage = limitedPercent(input.slippage, usualSlippage, '--slippage', limits.slippage, 'limits.slippage');
  const maxImpact = limitedPercent(input.maxImpact, '5', '--max-impact', limits.impact, 'limits.impact');
  amountOf(String(input.amount), '--amount');
  const [fee, follow, clientRef] = [feeChoice(input), followOptions(input, context), clientRefOf(input)];
  if (typeof input.recipient === 'string') requireAddress(input.recipient, '--recipient', network);
  const version = await swapVersionOf(context);
  const key = selectionOf(input);
  const signer = await signerOf(context, key, 'evm', network);
  const from = signer.address;
  const access = await chainAccess(context, network);
  const deps = await chainDependencies(context, access, signer, {
    newRecipient: input.newRecipient === true,
    despite: despiteOf(input),
  });
  const listed = await tokenList(context, version, network);
  const coin = coinOf(access.chain);
  const sells = await swapToken(listed, String(input.from), '--from', deps.tokenAt, coin);
  const buys = await swapToken(listed, String(input.to), '--to', deps.tokenAt, coin);
  if (sells.address === buys.address) throw new BadInput('SAME_TOKEN', '--from and --to name the same token.');
  const raw = baseUnits(String(input.amount), sells.decimals, '--amount');
  const recipient = typeof input.recipient === 'string' ? checksummed(input.recipient) : from;
  const asked = JSON.stringify({
    swap: true,
    network,
    chainId: access.chain.chainId.toString(),
    from,
    sells: sells.address ?? 'coin',
    buys: buys.address ?? 'coin',
    rawAmount: raw.toString(),
    recipient,
  });
  const bounds = { slippage, maxImpact, limits };
  return {
    ...{ context, version, network, sells, buys, raw, from, recipient, listed, access, deps },
    ...{ ...bounds, fee, follow, clientRef, key, asked },
  };
}

/** The limits of the profile and of its ledger: the lower slippage and impact. @throws {Guarded} {LocalFailure} */
async function limitsOfSwap(context: Context): Promise<Limits> {
  const all = limitsBeside([limitsNow(context), ...(await rulesNow(context))]);
  const least = (name: 'slippage' | 'impact') =>
    all.flatMap((one) => one[name] ?? []).reduce<Decimal | undefined>((a, b) => (a && isMore(b, a) ? a : b), undefined);
  return Object.assign({}, ...all, { slippage: least('slippage'), impact: least('impact') });
}

/** Compares the bounds of a swap with the limits that the profile has now. @throws {Guarded} OVER_LIMIT */
export async function checkBounds({ context, slippage, maxImpact }: SwapOrder): Promise<void> {
  const limits = await limitsOfSwap(context);
  limitedPercent(slippage, usualSlippage, '--slippage', limits.slippage, 'limits.slippage');
  limitedPercent(maxImpact, '5', '--max-impact', limits.impact, 'limits.impact');
}

/** Parses a share in per cent. @throws {BadInput} */
export function percent(text: unknown, flag: string) {
  const value = text === '0' ? '0' : amountOf(String(text), flag, 4);
  if (Number(value) <= 50) return value;
  throw new BadInput('BAD_VALUE', `${flag} is at most 50 percent.`);
}
/** A share in per cent, up to the limit of the profile. @throws {BadInput} {Guarded} OVER_LIMIT */
function limitedPercent(typed: unknown, usual: string, flag: string, limit: Decimal | undefined, name: string) {
  const value = percent(typed ?? usual, flag);
  if (limit === undefined || !isMore(decimalOf(value)!, limit)) return value;
  if (typed === undefined) return decimalText(limit);
  throw new Guarded('OVER_LIMIT', `${flag} is ${value} %, above ${name} of the profile, ${decimalText(limit)} %.`);
}
