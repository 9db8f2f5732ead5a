// The quote of the platform for a swap that is signed here, checked against its order.

import { coinAddress } from '../../engine/chain/token.js';
import { readSwap } from '../../engine/read/swap-versions.js';
import type { ChainToken } from '../../money/chain/effect.js';
import { type Decimal, decimalOf } from '../../money/decimal.js';
import { sameAddress } from '../../money/evm/hex.js';
import { Guarded, ServerFailure } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, type Row, valueAt } from '../../services/json-value.js';
import type { SwapOrder } from './swap-order.js';

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
    throw new Guarded(
      'OTHER_QUOTE',
      `The quote is for ${JSON.stringify(fromAmount.slice(0, 90))} base units, and ${raw} were requested; nothing was signed.`,
    );
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
  throw unusable(`The price impact of the quote is ${JSON.stringify(text.slice(0, 60))}, which is not a number`);
}

const unusable = (what: string) =>
  new ServerFailure('UNUSABLE_ANSWER', `${what}; nothing was signed.`, { service: 'wallet', call: 'quoteSwap' });

/** @throws {Guarded} OTHER_TOKEN, DECIMALS_DISAGREE if a quote or a built swap is about another token */
export function checkQuotedToken(quote: Row, field: string, token: ChainToken): void {
  const [address, decimals] = [valueAt(quote, `${field}.address`), valueAt(quote, `${field}.decimals`)];
  if (!isNothing(address) && !sameAddress(asText(address), token.address ?? coinAddress))
    throw new Guarded('OTHER_TOKEN', `The quote is about another ${field} than ${token.symbol}; nothing was signed.`);
  if (!isNothing(decimals) && decimalsOf(decimals) !== token.decimals)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${token.symbol} has ${token.decimals} decimals, and ${asText(decimals)} by the quote; nothing was signed.`,
    );
}
