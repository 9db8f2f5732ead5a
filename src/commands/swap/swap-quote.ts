// The quote of the platform for a swap that is signed here, checked against what was asked for.

import type { Context } from '../../cli/context.js';
import { coinAddress } from '../../engine/chain-token.js';
import { readSwap, type SwapVersion } from '../../engine/swap-versions.js';
import { whole } from '../../money/amount-text.js';
import { decimalOf, isMore } from '../../money/decimal.js';
import type { EvmToken } from '../../money/evm/describe.js';
import { sameAddress } from '../../money/evm/hex.js';
import { Guarded, ServerFailure } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, type Row, valueAt } from '../../services/json-value.js';

/** A swap that is asked of the platform. */
export interface SwapRequest {
  readonly context: Context;
  readonly version: SwapVersion;
  readonly network: string;
  readonly sells: EvmToken;
  readonly buys: EvmToken;
  readonly raw: bigint;
  readonly from: string;
  readonly recipient: string;
  readonly slippage: string;
  readonly maxImpact: string;
}
/** What the platform says of it. */
export interface Quote {
  readonly toAmount: bigint;
  readonly impact: string | undefined;
  readonly protocols: unknown;
  readonly gas: number | undefined;
  /** Epoch milliseconds, before the request. */
  readonly at: number;
}

/** The fields that name it in a request. */
export const query = ({ sells, buys, raw }: SwapRequest) => ({
  fromTokenAddress: sells.address ?? coinAddress,
  toTokenAddress: buys.address ?? coinAddress,
  amount: raw.toString(),
});

/** Fetches a quote. @throws {Guarded} OTHER_QUOTE, OTHER_TOKEN, DECIMALS_DISAGREE, IMPACT_TOO_HIGH; {ServerFailure} */
export async function fetchQuote(request: SwapRequest): Promise<Quote> {
  const { context, version, network, sells, buys, raw, maxImpact } = request;
  const at = context.world.clock.now();
  const quote = await readSwap(context, version, 'quote', network, query(request));
  checkQuotedToken(quote, 'fromToken', sells);
  checkQuotedToken(quote, 'toToken', buys);
  const [fromAmount, toAmount] = [asText(quote.fromTokenAmount), asText(quote.toTokenAmount)];
  if (fromAmount !== raw.toString())
    throw new Guarded(
      'OTHER_QUOTE',
      `The quote is for ${JSON.stringify(fromAmount.slice(0, 90))} base units, and ${raw} were requested; nothing was signed.`,
    );
  if (!/^[1-9]\d{0,77}$/.test(toAmount))
    throw new ServerFailure('UNUSABLE_ANSWER', 'The quote has no amount to receive in base units; nothing was signed.', {
      service: 'wallet',
      call: 'quoteSwap',
    });
  const impact = asText(quote.priceImpact).replace(/%$/, '').trim();
  const decimal = impact === '' ? undefined : decimalOf(impact.replace(/^-/, ''));
  if (impact !== '' && decimal === undefined)
    throw new ServerFailure(
      'UNUSABLE_ANSWER',
      `The price impact of the quote is ${JSON.stringify(impact.slice(0, 60))}, which is not a number; nothing was signed.`,
      { service: 'wallet', call: 'quoteSwap' },
    );
  if (decimal === undefined) context.log('▲ The quote names no price impact.');
  else if (isMore(decimal, decimalOf(maxImpact)!))
    throw new Guarded(
      'IMPACT_TOO_HIGH',
      `The swap moves the price by ${impact} %, and --max-impact is ${maxImpact} %; nothing was signed.`,
      'Swap less at a time.',
    );
  const gas = Number(asText(quote.estimatedGas));
  return {
    toAmount: BigInt(toAmount),
    impact: impact === '' ? undefined : impact,
    protocols: quote.protocols,
    gas: Number.isSafeInteger(gas) && gas > 21_000 ? gas : undefined,
    at,
  };
}

/** A new quote for an old one. @throws {Guarded} QUOTE_WORSE where it brings less than the floor */
export async function refreshed(request: SwapRequest, floor: bigint): Promise<Quote> {
  const quote = await fetchQuote(request);
  if (quote.toAmount >= floor) return quote;
  throw priceFell(quote.toAmount, floor, request.buys);
}
/** That a new price brings less than the floor. */
export const priceFell = (now: bigint, floor: bigint, { symbol, decimals }: EvmToken): Guarded =>
  new Guarded(
    'QUOTE_WORSE',
    `The price has changed: ${whole(now.toString(), decimals)} ${symbol} would arrive now, and the floor is ${whole(floor.toString(), decimals)} ${symbol}; nothing was signed.`,
    'Run it again to be asked about the new price.',
  );

/** @throws {Guarded} OTHER_TOKEN, DECIMALS_DISAGREE where a quote or a built swap is about another token */
export function checkQuotedToken(quote: Row, field: string, token: EvmToken): void {
  const [address, decimals] = [valueAt(quote, `${field}.address`), valueAt(quote, `${field}.decimals`)];
  if (!isNothing(address) && !sameAddress(asText(address), token.address ?? coinAddress))
    throw new Guarded('OTHER_TOKEN', `The quote is about another ${field} than ${token.symbol}; nothing was signed.`);
  if (!isNothing(decimals) && decimalsOf(decimals) !== token.decimals)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${token.symbol} has ${token.decimals} decimals, and ${asText(decimals)} by the quote; nothing was signed.`,
    );
}
