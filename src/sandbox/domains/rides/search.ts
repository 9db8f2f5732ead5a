// Ride searches: the price of a route, valid for three minutes (platform 6.3).

import { json, optional, text, word } from '../../../services/catalogue/define.js';
import { Region } from '../../../services/catalogue/words.js';
import { iso, minute } from '../../core/clock.js';
import { type HandlerContext, requireCaller, seededInteger } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import type { Draft, Kind } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import type { Answer, Stored } from '../../core/stored.js';
import { cities, cityAt } from './cities.js';
import { offersFor, routeBetween } from './fares.js';
import { pointOf } from './places.js';
import { requireRideCurrency } from './ride-currencies.js';
import type { Ride, Stop } from './ride-row.js';

export interface Search extends Stored<typeof shapes.Search, 'searchId'> {
  readonly city: Ride['city'];
  readonly origin: Stop;
  readonly destination: Stop;
}
const validMs = 3 * minute;

export const search: Kind<Search, Answer<typeof shapes.Search>> = {
  name: 'search',
  table: 'ride_search',
  noun: 'SEARCH',
  owned: true,
  show: ({ id, body: { city, origin, destination, ...shown } }) => ({ searchId: id, ...shown }),
};

/** The body of base-search; `locations` are named as in the published ride vocabulary. */
export const searchBody = { region: word(Region), locations: json(), payCurrency: optional(text()) };

/** Prices a way. Refuses points that are in no city of the region, or not in the same one. */
export function makeSearch(context: HandlerContext, id: string): Draft<Search> {
  const region = context.body.region as (typeof Region)[number];
  const [origin, destination] = stopsOf(context.body.locations);
  const [city, other] = [cityAt(origin), cityAt(destination)];
  if (!city || city !== other || cities[city].region !== region)
    refuse(400, `Both locations must be in the same city of ${region}.`, 'INVALID_REQUEST');
  const { payCurrency = 'POINT' } = context.body;
  if (payCurrency !== 'POINT') requireRideCurrency(region, payCurrency as string); // refuses a currency that pays for no ride there
  const route = routeBetween(city, origin, destination);
  const eta = (code: string) => seededInteger(context, 'search', id, `eta ${code}`, 60, 300);
  const products = offersFor(city, route).map((offer) => ({ ...offer, etaS: eta(offer.productCode) }));
  const validUntil = iso(context.now + validMs);
  const body = { validUntil, region, city, distanceKm: route.distanceKm, durationS: route.minutes * 60, products, origin, destination };
  return { owner: requireCaller(context).userId, at: context.now, body };
}

function stopsOf(value: unknown): [Stop, Stop] {
  const [from, to, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  if (from === undefined || to === undefined || more.length > 0)
    return refuse(400, `locations must be a list of two: ${manual}`, 'INVALID_REQUEST');
  return [stopOf(from), stopOf(to)];
}
const manual = 'each {latitude, longitude, name, address}.';

function stopOf(value: unknown): Stop {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '');
  return { ...pointOf(fields), name: text(fields.name), address: text(fields.address) };
}
