// Searches the prices of a route, and caches the search for a minute.

import type { Arguments, Context } from '../../cli/command/command.js';

import { enumValue } from '../../cli/command/enum-value.js';
import { callEndpoint } from '../../engine/request/call.js';
import { amountAt } from '../../money/facts/compare.js';
import { decimalText } from '../../money/values/decimal.js';
import { Region } from '../../services/catalogue/words.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { BadInput, cited, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { resolveStop, rideParams, type Stop } from './location.js';

/** A product of a search, by the field names of the sandbox; a service may have others. `etaS`: the seconds until the driver arrives. */
export type Product = Readonly<
  Partial<Record<'productCode' | 'name' | 'seats' | 'payAmount' | 'fare' | 'currency' | 'etaS', unknown>>
>;
/** A search of a route; without a response in a dry run. */
export interface RouteSearch {
  readonly response: Response | undefined;
  readonly stops: readonly [Stop, Stop];
}

/** Searches the prices of a route. @throws {BadInput} for an unknown or ambiguous place; {Failure} */
export async function searchRoute(context: Context, options: Arguments['options']): Promise<RouteSearch> {
  const region = enumValue(Region, options.region, '--region')!;
  const city = typeof options.city === 'string' ? options.city : undefined;
  const stops = [
    await resolveStop(context, String(options.from), city),
    await resolveStop(context, String(options.to), city),
  ] as const;
  const locations = stops.map(({ latitude, longitude, name, address }) => ({ latitude, longitude, name, address }));
  const params = await rideParams(context, 'searchRides', { region, locations, currency: options.currency }, options);
  return { response: await callEndpoint(context, 'ride-hailing', 'searchRides', params), stops };
}

/** The lifetime of a cached search, milliseconds. */
const maxAge = 60_000;

/** A search that caches the last route for a minute: a request uses the prices that were shown. */
export function cachedSearch(context: Context): (options: Arguments['options']) => Promise<RouteSearch> {
  let cached: { readonly route: string; readonly at: number; readonly priced: RouteSearch } | undefined;
  return async ({ from, to, region, city }) => {
    const route = JSON.stringify([from, to, region, city]);
    const now = context.world.clock.now();
    if (cached?.route !== route || now - cached.at > maxAge)
      cached = { route, at: now, priced: await searchRoute(context, { from, to, region, city }) };
    return cached.priced;
  };
}

/** The facts of a search: by a map only if a person trusts it. */
function factsOf({ response }: RouteSearch): Row {
  const { map } = response?.call ?? {};
  const data = map?.isTrusted ? inOurNames(parseLossless(response!.text), map, true) : response?.data;
  return isRecord(data) ? data : {};
}
/** The products of a search. */
function productsOf(search: RouteSearch): readonly Product[] {
  const { products, rows = products } = factsOf(search);
  return Array.isArray(rows) ? rows.map(plain) : [];
}
/** A product whose prices are numbers, with the unit of what is paid beside them. */
function plain(product: Product): Product {
  const found = ['fare', 'payAmount'].flatMap((path) => {
    const { number, unit } = amountAt(product, path) ?? {};
    return number && unit ? [[path, decimalText(number)] as const, ['currency', unit] as const] : [];
  });
  return { ...product, ...Object.fromEntries(found) };
}

/**
 * The id of the search (`checkSum` in the published ride vocabulary, platform 6.3), and the chosen product.
 * @throws {BadInput} UNKNOWN_PRODUCT; {ServerFailure} NO_SEARCH, MISSING_FIELD, DUPLICATE_FIELD
 */
export function selectProduct(
  search: RouteSearch,
  code: string,
): { readonly searchId: string; readonly product: Product } {
  refuseDuplicateKeys('ride-hailing', 'searchRides', search.response?.text ?? '', { folds: true });
  const { checkSum, searchId = checkSum } = factsOf(search);
  const where = { service: 'ride-hailing', call: 'searchRides' };
  if (!isScalar(searchId))
    throw new ServerFailure('NO_SEARCH', 'The response to the search has no searchId, which a request needs.', where);
  const products = productsOf(search);
  const product = products.find(({ productCode }) => productCode === code);
  if (product) return { searchId: asText(searchId), product };
  if (products.length > 0 && products.every(({ productCode }) => isNothing(productCode)))
    throw new ServerFailure(
      'MISSING_FIELD',
      'No product of the search has the field productCode, which a request needs.',
      where,
    );
  const codes = products.map(({ productCode }) => String(productCode)).join(', ');
  throw new BadInput(
    'UNKNOWN_PRODUCT',
    `The search offers no product ${cited(code)}.`,
    `It offers: ${codes || 'none'}.`,
  );
}
