// Fares: the thirteen cities of platform 6.2, distance and time of a route, products of a region, discounts.
import { City, type Fiat, type Region, type VehicleType } from '../../../src/services/catalogue/words.js';
import type { ResponseOf } from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { fiat, fiatOf, toBase, toDecimal } from '../balances/currencies.js';

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
export interface Fare {
  readonly currency: Fiat;
  /** In whole units of the currency. */
  readonly base: number;
  readonly perKm: number;
  readonly perMinute: number;
}
interface CityFacts {
  readonly region: Region;
  readonly centre: Point;
  readonly fare: Fare;
}

const city = (
  region: Region,
  latitude: number,
  longitude: number,
  [base, perKm, perMinute]: readonly [number, number, number],
): CityFacts => ({
  region,
  centre: { latitude, longitude },
  fare: { currency: fiatOf[region], base, perKm, perMinute },
});
const khmer = [4000, 1500, 120] as const;
const vietnamese = [1, 0.45, 0.03] as const;

/** The regions are public (platform 6.2), the fares the sandbox's own. KPK is taken as Kampot. */
export const cities: Readonly<Record<City, CityFacts>> = {
  SIN: city('SG', 1.2903, 103.8519, [3.9, 0.75, 0.18]),
  HAN: city('VN', 21.0278, 105.8342, vietnamese),
  HCM: city('VN', 10.7769, 106.7009, vietnamese),
  PNH: city('KH', 11.5564, 104.9282, khmer),
  REP: city('KH', 13.3633, 103.8564, khmer),
  SEL: city('KR', 37.5665, 126.978, [4800, 1000, 130]),
  ADD: city('ET', 9.03, 38.74, [1.5, 0.5, 0.04]),
  JKT: city('ID', -6.2088, 106.8456, [9000, 3500, 250]),
  HKG: city('HK', 22.3193, 114.1694, [3.2, 1.3, 0.2]),
  BKK: city('TH', 13.7563, 100.5018, [35, 9, 2]),
  SHV: city('KH', 10.627, 103.522, khmer),
  KPK: city('KH', 10.6104, 104.1815, khmer),
  GLOBAL: city('GLOBAL', 51.4779, -0.0015, [1, 1, 0]),
};

const earthKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance. */
export function kmBetween(a: Point, b: Point): number {
  const [latitude, longitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const h =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * earthKm * Math.asin(Math.sqrt(h));
}

/** The radius of a city. */
const cityKm = 60;

/** The nearest city, within `cityKm`. */
export function cityAt(point: Point): City | undefined {
  const [nearest] = City.map((word) => [word, kmBetween(point, cities[word].centre)] as const).sort(
    ([, a], [, b]) => a - b,
  );
  return nearest && nearest[1] <= cityKm ? nearest[0] : undefined;
}

/** A point between two, to six decimals. */
export const between = (a: Point, b: Point, share: number): Point => ({
  latitude: Number((a.latitude + (b.latitude - a.latitude) * share).toFixed(6)),
  longitude: Number((a.longitude + (b.longitude - a.longitude) * share).toFixed(6)),
});

/** The sandbox's own estimate. */
export interface Route {
  readonly distanceKm: number;
  readonly minutes: number;
}
/** Streets are longer than the great circle. */
const detour = 1.3;
/** In kilometres per hour. */
const speed = (city: City) => (city === 'SIN' ? 32 : 22);

/** Kilometres by road and whole minutes. */
export function routeBetween(city: City, from: Point, to: Point): Route {
  const distanceKm = Number((kmBetween(from, to) * detour).toFixed(2));
  return { distanceKm, minutes: Math.ceil((distanceKm / speed(city)) * 60) };
}

interface Product {
  readonly productCode: string;
  readonly name: string;
  readonly seats: number;
  readonly share: number;
}
/** Only STANDARD is public (platform 6.3). `share` is of the ordinary fare. */
const products: readonly Product[] = [
  { productCode: 'STANDARD', name: 'Standard', seats: 4, share: 1 },
  { productCode: 'POOL', name: 'Shared', seats: 2, share: 1 },
  { productCode: 'BIKE', name: 'Bike', seats: 1, share: 0.55 },
];
const withoutBikes: readonly Region[] = ['SG', 'KR', 'HK'];

const vehicleOf = ({ productCode }: Product, region: Region): VehicleType =>
  productCode === 'BIKE' ? 'X2' : region === 'KH' ? 'T1' : 'X1';

export type Offer = Omit<ResponseOf<typeof shapes.Search>['products'][number], 'etaS'>;

/** The products of a city with their fares: base, per kilometre and per minute. */
export function offersFor(city: City, route: Route): Offer[] {
  const { region, fare } = cities[city];
  const { decimals } = fiat[fare.currency];
  return products
    .filter(({ productCode }) => productCode !== 'BIKE' || !withoutBikes.includes(region))
    .map((product) => {
      const whole = (fare.base + fare.perKm * route.distanceKm + fare.perMinute * route.minutes) * product.share;
      const amount = BigInt(Math.round(Number((whole * 10 ** decimals).toFixed(4))));
      const discount = discountOf(product, region, amount, decimals);
      const payAmount = toDecimal(amount - (discount ? toBase(discount.amount, decimals) : 0n), decimals);
      const { productCode, name, seats } = product;
      const vehicleType = vehicleOf(product, region);
      return {
        productCode,
        name,
        vehicleType,
        seats,
        fare: toDecimal(amount, decimals),
        currency: fare.currency,
        discount,
        payAmount,
      };
    });
}

/** Shared rides cost a fifth less; standard rides in Thailand 10 baht less. */
function discountOf({ productCode }: Product, region: Region, fare: bigint, decimals: number): Offer['discount'] {
  if (productCode === 'POOL') return { type: 'PERCENTAGE', value: '20', amount: toDecimal(fare / 5n, decimals) };
  if (productCode === 'STANDARD' && region === 'TH') return { type: 'AMOUNT', value: '10', amount: '10' };
  return null;
}

/** In the smallest unit. */
export const fareRaw = (fare: string, currency: Fare['currency']): bigint => toBase(fare, fiat[currency].decimals);
