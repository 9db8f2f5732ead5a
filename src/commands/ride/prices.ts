// What a ride costs: a search for a route, asked for once while somebody makes up their mind.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { wordNeeded } from '../../cli/enum-value.js';
import { ask } from '../../engine/call.js';
import { filled } from '../../engine/parameters.js';
import { Region } from '../../services/catalogue/words.js';
import { BadInput, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { type Stop, stopNamed } from './location.js';

/** One of the products that a search offers; the names are the sandbox's and may be missing elsewhere. */
export interface Product {
  readonly productCode?: unknown;
  readonly name?: unknown;
  readonly seats?: unknown;
  readonly payAmount?: unknown;
  readonly fare?: unknown;
  readonly currency?: unknown;
  /** Until a driver is there, seconds. */
  readonly etaS?: unknown;
}
/** A search that was answered; no answer where the request was only to be shown. */
export interface Priced {
  readonly reply: Response | undefined;
  readonly stops: readonly [Stop, Stop];
}

/** Searches the prices of a route. @throws {BadInput} for a place that there is not, or several of; {Failure} */
export async function searched(context: Context, options: Arguments['options']): Promise<Priced> {
  const region = wordNeeded(Region, options.region, '--region');
  const city = typeof options.city === 'string' ? options.city : undefined;
  const stops = [await stopNamed(context, String(options.from), city), await stopNamed(context, String(options.to), city)] as const;
  const locations = stops.map(({ latitude, longitude, name, address }) => ({ latitude, longitude, name, address }));
  const values = await filled(context, 'ride-hailing', 'searchRides', { region, locations, currency: options.currency }, options);
  return { reply: await ask(context, 'ride-hailing', 'searchRides', values), stops };
}

/** A price is not looked at for longer than this, milliseconds: then it is asked for again. */
const goodFor = 60_000;

/** Searches that are remembered for a minute: what is chosen from is what is asked for. */
export function prices(context: Context): (options: Arguments['options']) => Promise<Priced> {
  let last: { readonly route: string; readonly at: number; readonly priced: Priced } | undefined;
  return async ({ from, to, region, city }) => {
    const route = JSON.stringify([from, to, region, city]);
    const now = context.world.clock.now();
    if (last?.route !== route || now - last.at > goodFor)
      last = { route, at: now, priced: await searched(context, { from, to, region, city }) };
    return last.priced;
  };
}

/** The products of a search. */
export function productsOf({ reply }: Priced): readonly Product[] {
  const { products } = (reply?.data ?? {}) as { readonly products?: unknown };
  return Array.isArray(products) ? products : [];
}

/** The search's own id (`checkSum` in the published ride vocabulary, CONTRACT.md section 5), and the product that was chosen. @throws {BadInput} for one that it does not offer; {ServerFailure} */
export function chosen(priced: Priced, code: string): { readonly searchId: string; readonly product: Product } {
  const { checkSum, searchId = checkSum } = (priced.reply?.data ?? {}) as { readonly checkSum?: unknown; readonly searchId?: unknown };
  if (typeof searchId !== 'string')
    throw new ServerFailure('NO_SEARCH', 'The answer to the search holds no searchId that a ride could be asked for with.', {
      service: 'ride-hailing',
      call: 'searchRides',
    });
  const products = productsOf(priced);
  const product = products.find((one) => one.productCode === code);
  if (product) return { searchId, product };
  const codes = products.map(({ productCode }) => String(productCode)).join(', ');
  throw new BadInput('UNKNOWN_PRODUCT', `The search offers no product ${JSON.stringify(code)}.`, `It offers: ${codes || 'none'}.`);
}
