// The price of the token that a symbol names.

import type { Context } from '../../cli/context.js';
import { readPrices } from '../../engine/read/prices.js';
import { Failure } from '../../services/http/errors.js';
import { asText } from '../../services/json-value.js';
import { price, token } from '../../things/token.js';
import { type FoundRow, type SearchResult, unansweredOf } from './found.js';
import type { Scrap } from './scrap.js';
import { sources } from './source.js';

const priceOfToken = sources.find(({ thing }) => thing === price)!;

/** Reads the prices of the tokens among what was found that have the symbol. @throws {Failure} only when interrupted */
export async function pricesOf(context: Context, found: readonly FoundRow[], { text, kinds }: Scrap): Promise<SearchResult> {
  const named = found.filter(({ source, row }) => source.thing === token && asText(row.symbol).toLowerCase() === text.toLowerCase());
  const symbols = new Map(named.map(({ row }) => [asText(row.priceId), asText(row.symbol)]));
  symbols.delete('');
  if (!kinds.includes('symbol') || symbols.size === 0) return { found: [], unanswered: [], asked: 0 };
  try {
    const prices = await readPrices(context, [...symbols.keys()], 'USD');
    const rows = [...prices].map(([priceId, price]) => ({ symbol: symbols.get(priceId), price, currency: 'USD', priceId }));
    return { found: rows.map((row) => ({ source: priceOfToken, row })), unanswered: [], asked: 1 };
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind === 'interrupted' && context.cancellation.isStopped())) throw error;
    return { found: [], unanswered: [unansweredOf(priceOfToken, error)], asked: 1 };
  }
}
