// Searches for a ride: what it would cost now, for three minutes (CONTRACT.md section 5).
import { json, optional, text, word } from '../../../services/catalogue/define.js';
import { Region } from '../../../services/catalogue/words.js';
import { iso, minute } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import type { Draft, Kind } from '../../core/rows.js';
import { caller, pickBetween, type World } from '../../core/world.js';
import { cities, cityAt } from './cities.js';
import { theRideCurrency } from './currencies.js';
import { type Offer, offersFor, wayBetween } from './fares.js';
import { pointOf } from './places.js';
import type { Ride, Stop } from './ride-body.js';

export interface Search extends Pick<Ride, 'region' | 'city' | 'origin' | 'destination'> {
  readonly validUntil: string;
  readonly distanceKm: number;
  readonly durationS: number;
  readonly products: readonly (Offer & { readonly etaS: number })[];
}
const validMs = 3 * minute;

export const search: Kind<Search> = {
  name: 'search',
  table: 'ride_search',
  noun: 'SEARCH',
  owned: true,
  show: ({ id, body: { city, origin, destination, ...shown } }) => ({ searchId: id, ...shown }),
};

/** The names that base-search takes; `locations` are named as the published ride vocabulary names them. */
export const searchBody = { region: word(Region), locations: json(), payCurrency: optional(text()) };

/** Prices a way. Refuses points that are in no city of the region, or not in the same one. */
export function makeSearch(world: World, id: string): Draft<Search> {
  const region = world.body.region as (typeof Region)[number];
  const [origin, destination] = stopsOf(world.body.locations);
  const [city, other] = [cityAt(origin), cityAt(destination)];
  if (!city || city !== other || cities[city].region !== region)
    refuse(400, `Both locations must be in the same city of ${region}.`, 'INVALID_REQUEST');
  const { payCurrency = 'POINT' } = world.body;
  if (payCurrency !== 'POINT') theRideCurrency(region, payCurrency as string); // refuses what pays for no ride there
  const way = wayBetween(city, origin, destination);
  const eta = (code: string) => pickBetween(world, 'search', id, `eta ${code}`, 60, 300);
  const products = offersFor(city, way).map((offer) => ({ ...offer, etaS: eta(offer.productCode) }));
  const validUntil = iso(world.now + validMs);
  const body = { validUntil, region, city, distanceKm: way.distanceKm, durationS: way.minutes * 60, products, origin, destination };
  return { owner: caller(world).userId, at: world.now, body };
}

function stopsOf(given: unknown): [Stop, Stop] {
  const [from, to, ...more] = Array.isArray(given) ? (given as unknown[]) : [];
  if (from === undefined || to === undefined || more.length > 0)
    return refuse(400, `locations must be a list of two: ${manual}`, 'INVALID_REQUEST');
  return [stopOf(from), stopOf(to)];
}
const manual = 'each {latitude, longitude, name, address}.';

function stopOf(given: unknown): Stop {
  const fields = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '');
  return { ...pointOf(fields), name: text(fields.name), address: text(fields.address) };
}
