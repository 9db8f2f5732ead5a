// An offer: a built swap with a floor that both price sources confirm. It is made anew when it is old.

import { leftOut } from '../../cli/command/notes.js';
import { listedTokens } from '../../engine/read/listed-tokens.js';
import { readPrices } from '../../engine/read/prices.js';
import { readSwap } from '../../engine/read/swap-versions.js';
import { type ChainToken, type ChainWarning, type TransactionEffect, wholeAmount } from '../../money/chain/effect.js';
import { sameAddress } from '../../money/chain/hex.js';
import { effectOf } from '../../money/evm/describe.js';
import { amountOut, wrappedCoin } from '../../money/evm/router.js';
import {
  floorOf,
  listSource,
  lowestFloorOf,
  type PricedToken,
  routerSource,
  type SecondSource,
  type SwapPrice,
  sampleOf,
  slippageWithin,
  worstImpact,
} from '../../money/evm/swap-price.js';
import { checksummed } from '../../money/evm/transaction.js';
import { amountLimits } from '../../money/policy/limit-table.js';
import {
  decimalOf,
  decimalOfNumber,
  decimalText,
  grouped,
  isMore,
  roundedUp,
  whole,
} from '../../money/values/decimal.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { cited, Guarded, ServerFailure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { checkQuotedToken, fetchQuote, type Quote, query, type SwapRequest } from './swap-order.js';

// The transaction that the platform builds for a swap, checked before it is signed: fields, value, decoded data.
/** The bounds of a built transaction's deadline, seconds from now. */
const [shortestDeadline, longestDeadline] = [20n, 3600n];

export interface BuiltTransaction {
  readonly to: string;
  readonly data: string;
  readonly value: string;
}

/**
 * Requests the transaction of a quote from the platform.
 * @param slippage the tolerated loss against the quote, in per cent
 * @throws {Guarded} for another account, chain, router or type; {ServerFailure}
 */
async function buildTransaction(request: SwapRequest, quote: Quote, slippage: string): Promise<BuiltTransaction> {
  const { context, version, network, from, recipient, raw, router, access } = request;
  const params: Record<string, string> = { ...query(request), fromAddress: from, slippage };
  if (quote.protocols !== undefined) params.protocols = stringifyLossless(quote.protocols);
  if (!sameAddress(recipient, from)) params.destReceiver = recipient;
  const response = await readSwap(context, version, 'build', network, params);
  const { tx, fromTokenAmount } = response;
  if (!isRecord(tx))
    throw new ServerFailure('UNUSABLE_ANSWER', 'The platform did not build a transaction.', {
      service: 'wallet',
      call: 'buildSwap',
      unsent: true,
    });
  const refuse = (code: CodeOf<'guarded'>, what: string) =>
    new Guarded(code, `The transaction of the platform is refused: ${what}.`);
  if (!isNothing(fromTokenAmount) && asText(fromTokenAmount) !== raw.toString())
    throw refuse('OTHER_QUOTE', `it sells ${asText(fromTokenAmount).slice(0, 90)} base units for ${raw}`);
  checkQuotedToken(response, 'fromToken', request.sells);
  checkQuotedToken(response, 'toToken', request.buys);
  for (const name of Object.keys(tx))
    if (!builtFields.has(name))
      throw refuse('UNKNOWN_FIELD', `it has the field ${cited(name)}, whose meaning is not known`);
  const text = (name: string) => asText(tx[name]);
  if (!sameAddress(text('from'), from)) throw refuse('OTHER_ACCOUNT', `it is from ${text('from').slice(0, 60)}`);
  if (!sameAddress(text('to'), router))
    throw refuse('OTHER_ROUTER', `it is sent to ${text('to').slice(0, 60)}, not to the trusted router ${router}`);
  const { chainId, type } = tx;
  if (!isNothing(chainId) && !isNumber(asText(chainId), access.chain.chainId))
    throw refuse(
      'OTHER_CHAIN',
      `it is for chain ${asText(chainId).slice(0, 30)}, and ${network} is chain ${access.chain.chainId}`,
    );
  if (!isNothing(type) && !isNumber(asText(type), 0n) && !isNumber(asText(type), 2n))
    throw refuse('BAD_TRANSACTION', `its type is ${asText(type).slice(0, 30)}`);
  const value = text('value') === '' ? '0' : text('value');
  if (!/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) throw refuse('BAD_TRANSACTION', 'its value is not a number');
  if (!/^0x([0-9a-fA-F]{2})+$/.test(text('data'))) throw refuse('BAD_TRANSACTION', 'its call data are not bytes');
  return { to: checksummed(text('to')), data: text('data').toLowerCase(), value: BigInt(value).toString() };
}
/** The fields that a built transaction may have. Gas, its price and the nonce are not taken from it. */
const builtFields: ReadonlySet<string> = new Set(
  'from to data value gas gasPrice gasLimit maxFeePerGas maxPriorityFeePerGas nonce chainId type'.split(' '),
);
const isNumber = (text: string, number: bigint) =>
  /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(text) && BigInt(text) === number;

/** Checks the recipient and the value of a built transaction. @throws {Guarded} OTHER_ROUTER, OTHER_VALUE */
function checkBuilt({ to, value }: BuiltTransaction, { sells, raw, router }: SwapRequest): void {
  if (!sameAddress(to, router))
    throw new Guarded('OTHER_ROUTER', `The transaction is sent to ${to}, not to the trusted router ${router}.`);
  const expected = sells.address === undefined ? raw : 0n;
  if (BigInt(value) === expected) return;
  throw new Guarded('OTHER_VALUE', `The transaction sends ${value} wei, but you asked for ${expected}.`);
}

export type SwapEffect = Extract<TransactionEffect, { readonly kind: 'swap' }>;

/** The decoded swap, with any floor and deadline. @throws {Guarded} for another swap than the requested one */
export function requestedSwap(
  effect: TransactionEffect,
  { sells, buys, raw, recipient, router }: SwapRequest,
): SwapEffect {
  if (effect.kind !== 'swap') throw refused('OPAQUE_CALL', 'it is not a swap of the trusted router');
  if (!sameAddress(effect.router, router)) throw refused('OTHER_ROUTER', `it calls ${effect.router}`);
  if (effect.sells.token.address !== sells.address || effect.sells.raw !== raw)
    throw refused('OTHER_VALUE', `it sells ${wholeAmount(effect.sells)} ${effect.sells.token.symbol}`);
  if (effect.floor.token.address !== buys.address)
    throw refused('OTHER_TOKEN', `it buys ${effect.floor.token.symbol}, not ${buys.symbol}`);
  if (!sameAddress(effect.recipient, recipient))
    throw refused('OTHER_RECIPIENT', `the bought tokens go to ${effect.recipient}, not to ${recipient}`);
  return effect;
}

/** Checks the floor of a swap. @param floor in base units @throws {Guarded} FLOOR_TOO_LOW */
export function checkFloor({ floor: { raw, token } }: SwapEffect, floor: bigint): void {
  if (raw >= floor) return;
  const text = (amount: bigint) => `${wholeAmount({ token, raw: amount })} ${token.symbol}`;
  throw refused('FLOOR_TOO_LOW', `as little as ${text(raw)} may arrive, and the floor is ${text(floor)}`);
}

/** Whether the deadline of a swap is within the bounds. @param now epoch seconds, of the chain */
const isTimely = ({ deadline }: SwapEffect, now: bigint): boolean =>
  deadline - now >= shortestDeadline && deadline - now <= longestDeadline;

/** Checks the deadline of a swap. @param now epoch seconds, of the chain @throws {Guarded} BAD_DEADLINE */
export function checkDeadline(effect: SwapEffect, now: bigint): void {
  if (isTimely(effect, now)) return;
  const isNear = effect.deadline - now < shortestDeadline;
  throw refused(
    'BAD_DEADLINE',
    isNear ? 'its deadline has passed or is too near' : 'it is valid for more than an hour',
  );
}

const refused = (code: CodeOf<'guarded'>, what: string) => new Guarded(code, `The transaction is refused: ${what}.`);

// The second source of a price beside the quote (the pinned router, else the list prices), and the check of a path.

const routerOf = ({ access, router, from }: SwapRequest) => ({ rpc: access.rpc, router, from });

/**
 * The amount that a path brings by the router, else by the list prices.
 * @param quoted the amount by the quote, in base units
 * @returns undefined if neither source has it @throws {Failure} of the node
 */
async function secondSource(
  request: SwapRequest,
  path: readonly string[],
  quoted: bigint,
): Promise<SecondSource | undefined> {
  const { raw } = request;
  const [brings, sampleBrings] = await Promise.all(
    [raw, sampleOf(raw)].map((amount) => amountOut(routerOf(request), amount, path)),
  );
  return brings === undefined ? pricesOfList(request, quoted) : routerSource(raw, brings, sampleBrings ?? 0n);
}

/**
 * The source by list prices; undefined without a readable price of both tokens.
 * @throws {Failure} if it is interrupted
 */
async function pricesOfList(request: SwapRequest, quoted: bigint): Promise<SecondSource | undefined> {
  const { context, network, sells, buys, raw } = request;
  try {
    const rows = await listedTokens(context, network);
    const ids = [sells, buys].flatMap((token) => priceIdOf(rows, token) ?? []);
    const prices = ids.length === 2 ? await readPrices(context, ids, 'USD') : new Map<string, string>();
    const [sold, bought] = ids.map((id) => decimalOfNumber(prices.get(id) ?? ''));
    if (!sold?.units || !bought?.units) return undefined;
    const priced = (token: ChainToken, price: typeof sold): PricedToken => ({ decimals: token.decimals, price });
    return listSource(raw, priced(sells, sold), priced(buys, bought), quoted);
  } catch (error) {
    context.note(leftOut('No list price can be read', error));
    return undefined;
  }
}

/** The id of the price of a token, by its contract; undefined if the rows have none or several. */
function priceIdOf(rows: readonly Row[], { address, symbol }: ChainToken) {
  const isToken = (row: Row) =>
    contractOf(row) === address?.toLowerCase() && (address !== undefined || asText(row.symbol) === symbol);
  const ids = new Set(rows.filter(isToken).map(({ priceId }) => asText(priceId)));
  const [id] = ids;
  return ids.size === 1 && id !== '' ? id : undefined;
}

/** The contract of a listed token, in lower case; undefined for the coin. */
const contractOf = ({ contractAddress }: Row) =>
  isNothing(contractAddress) ? undefined : asText(contractAddress).toLowerCase();

/**
 * Requires that every token of a path is in a list of the platform, or is the wrapped coin of the router.
 * @throws {Guarded} UNLISTED_TOKEN
 */
async function checkPath(request: SwapRequest, path: readonly string[]): Promise<void> {
  const { context, network, listed } = request;
  const [rows, coin] = await Promise.all([listedTokens(context, network), wrappedCoin(routerOf(request))]);
  const contracts = new Set([
    ...listed.map(({ address }) => asText(address).toLowerCase()),
    ...rows.map(contractOf),
    coin,
  ]);
  const other = path.find((token) => !contracts.has(token.toLowerCase()));
  if (other === undefined) return;
  throw new Guarded(
    'UNLISTED_TOKEN',
    `The transaction is refused: its path goes through ${other}, which is on no token list of ${network}.`,
  );
}

/** A built swap, with its price by both sources. */
export interface Offer {
  readonly built: BuiltTransaction;
  readonly price: SwapPrice;
  /** The least that must arrive, in base units. */
  readonly floor: bigint;
  /** The gas by the quote. */
  readonly gas: number | undefined;
  /** When it was quoted, epoch milliseconds. */
  readonly at: number;
}

/** The age at which an offer is made anew, milliseconds. */
const freshness = 30_000;
/** Whether an offer is older than 30 s and must be made anew. */
export const isStale = ({ at }: Offer, { context }: SwapRequest): boolean => context.world.clock.now() - at > freshness;

/** The most builds of a swap while the price rises. */
const rounds = 3;

/**
 * Makes an offer. A transaction is built anew if the price changed since its quote; a candidate also if its deadline is
 * near. The last transaction, and one that both sources contradict, are returned unchanged: the check before the
 * signature refuses them.
 * @param floor the least that must arrive by any source, in base units
 * @param candidate a transaction to prefer
 * @throws {Guarded} QUOTE_WORSE if the price is below the floor; IMPACT_TOO_HIGH, NO_SECOND_SOURCE, UNLISTED_TOKEN; as
 * `requestedSwap`
 */
export async function makeOffer(request: SwapRequest, floor = 0n, candidate?: BuiltTransaction): Promise<Offer> {
  let least = floor;
  let last: Offer | undefined;
  for (let round = 1; ; round += 1) {
    request.access.rpc.hold(); // the router is asked anew with each quote
    const quote = await fetchQuote(request);
    const worse = (second?: SecondSource) =>
      quoteWorse(request, { quoted: quote.toAmount, second: second ?? last?.price.second }, least, least === floor);
    if (quote.toAmount < least) throw worse();
    const ready = round === 1 ? candidate : undefined;
    const built =
      ready ?? (await buildTransaction(request, quote, slippageWithin(request.slippage, quote.toAmount, least)));
    const effect = await decoded(request, built);
    const [second, now] = await Promise.all([
      secondSource(request, effect.path, quote.toAmount),
      request.access.rpc.newestBlock().then(({ time }) => time),
      checkPath(request, effect.path),
    ]);
    const price = { quoted: quote.toAmount, quotedImpact: quote.impact, second };
    checkPrice(price, request);
    if (second?.name === 'router' && second.brings < least) throw worse(second);
    const byPrice = floorOf(price, request.slippage);
    least = byPrice > least ? byPrice : least;
    last = { built, price, floor: least, gas: quote.gas, at: quote.at };
    const isGood = effect.floor.raw >= least && isTimely(effect, now);
    const isAtOdds =
      ready === undefined && (effect.floor.raw < lowestFloorOf(price, request.slippage) || !isTimely(effect, now));
    if (isGood || isAtOdds || round === rounds) return last;
  }
}

/** The decoded swap of a transaction, checked against the request. @throws {Guarded} */
async function decoded(request: SwapRequest, built: BuiltTransaction): Promise<SwapEffect> {
  const { access, deps } = request;
  checkBuilt(built, request);
  const effect = await effectOf({ ...built, value: BigInt(built.value) }, access.chain, deps.tokenAt, deps.isRouter);
  return requestedSwap(effect, request);
}

/** @throws {Guarded} NO_SECOND_SOURCE if a limit needs a second source; IMPACT_TOO_HIGH */
function checkPrice(price: SwapPrice, { limits, maxImpact }: SwapRequest) {
  const isLimited = ([...amountLimits, 'approvals', 'slippage'] as const).some((name) => limits[name] !== undefined);
  const isUnconfirmed = (isLimited && !price.second) || (limits.impact !== undefined && !price.second?.impact);
  if (isUnconfirmed)
    throw new Guarded(
      'NO_SECOND_SOURCE',
      'Neither the router nor the list prices confirm the quote, which the limits of the profile need.',
      'Try again later, or with another node: tuk profile set NAME rpc.NETWORK URL',
    );
  const impact = worstImpact(price);
  if (impact === undefined || !isMore(impact, decimalOf(maxImpact)!)) return;
  throw new Guarded(
    'IMPACT_TOO_HIGH',
    `The swap moves the price by ${decimalText(impact)} %, more than --max-impact (${maxImpact} %).`,
    'Swap less at a time.',
  );
}

const amountText = (raw: bigint, { symbol, decimals }: ChainToken) => `${whole(raw, decimals)} ${symbol}`;

const sourceNames = { router: 'the router', list: 'the list prices' } as const;

/** The refusal of a price below the floor. @param hasChanged whether the floor is of an earlier price */
function quoteWorse(
  { buys }: SwapRequest,
  { quoted, second }: Pick<SwapPrice, 'quoted' | 'second'>,
  floor: bigint,
  hasChanged: boolean,
): Guarded {
  const other = second ? `, ${amountText(second.brings, buys)} by ${sourceNames[second.name]}` : '';
  return new Guarded(
    'QUOTE_WORSE',
    `${hasChanged ? 'The price has changed: ' : ''}${amountText(quoted, buys)} would arrive by the quote${other}, and the floor is ${amountText(floor, buys)}.`,
    hasChanged
      ? 'Run it again to confirm the new price.'
      : 'Run it again. If both still differ, do not trust the quote.',
  );
}

/** Requires that the price of an old offer still brings its floor. @throws {Guarded} QUOTE_WORSE; as `fetchQuote` */
export async function checkStillOffered(request: SwapRequest, offer: Offer): Promise<void> {
  if (!isStale(offer, request)) return;
  const quote = await fetchQuote(request);
  if (quote.toAmount < offer.floor)
    throw quoteWorse(request, { quoted: quote.toAmount, second: undefined }, offer.floor, true);
  checkPrice({ ...offer.price, quoted: quote.toAmount, quotedImpact: quote.impact }, request);
}

/** The receipt lines of the price. */
export function priceLines({ price }: Offer, { slippage, buys }: SwapRequest): readonly (readonly [string, string])[] {
  const text = (raw: bigint) => `${grouped(whole(raw, buys.decimals)!)} ${buys.symbol}`;
  const impact = worstImpact(price);
  const { second, quoted } = price;
  const impactText = impact ? `, price impact ${decimalText(roundedUp(impact, 2))} %` : '';
  const quotedLine = ['Quoted', `${text(quoted)}, slippage ${slippage} %${impactText}`] as const;
  return second ? [quotedLine, ['Compared', `${text(second.brings)} by ${sourceNames[second.name]}`]] : [quotedLine];
}

/** The warnings of an offer. */
export function priceWarnings({ price }: Offer): readonly ChainWarning[] {
  const warnings: ChainWarning[] = [];
  if (!price.second)
    warnings.push({ code: 'NO_SECOND_SOURCE', message: 'Neither the router nor the list prices confirm the quote.' });
  if (!worstImpact(price))
    warnings.push({ code: 'IMPACT_UNKNOWN', message: 'No source shows how far the swap moves the price.' });
  return warnings;
}
