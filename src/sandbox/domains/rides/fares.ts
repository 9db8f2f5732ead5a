// Fares: the distance and time of a route, the products of a region, their discounts.
import type { City, DiscountType, Region, VehicleType } from '../../../services/catalogue/words.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { cities, type Fare, kmBetween, type Point } from './cities.js';

type CityWord = (typeof City)[number];

/** A way's length and time, the sandbox's own estimate. */
export interface Route {
  readonly distanceKm: number;
  readonly minutes: number;
}
/** Streets are longer than the great circle by this much. */
const detour = 1.3;
/** Kilometres an hour. */
const speed = (city: CityWord) => (city === 'SIN' ? 32 : 22);

export function routeBetween(city: CityWord, from: Point, to: Point): Route {
  const distanceKm = Number((kmBetween(from, to) * detour).toFixed(2));
  return { distanceKm, minutes: Math.ceil((distanceKm / speed(city)) * 60) };
}

interface Product {
  readonly productCode: string;
  readonly name: string;
  readonly seats: number;
  readonly share: number;
}
/** Of the codes only STANDARD is public (platform 6.3). `share`: of the ordinary fare. */
const products: readonly Product[] = [
  { productCode: 'STANDARD', name: 'Standard', seats: 4, share: 1 },
  { productCode: 'POOL', name: 'Shared', seats: 2, share: 1 },
  { productCode: 'BIKE', name: 'Bike', seats: 1, share: 0.55 },
];
const withoutBikes: readonly (typeof Region)[number][] = ['SG', 'KR', 'HK'];

const vehicleOf = ({ productCode }: Product, region: (typeof Region)[number]): (typeof VehicleType)[number] =>
  productCode === 'BIKE' ? 'X2' : region === 'KH' ? 'T1' : 'X1';

interface Discount {
  readonly type: (typeof DiscountType)[number];
  /** Per cent, or an amount. */
  readonly value: string;
  readonly amount: string;
}
export interface Offer {
  readonly productCode: string;
  readonly name: string;
  readonly vehicleType: (typeof VehicleType)[number];
  readonly seats: number;
  readonly fare: string;
  readonly currency: Fare['currency'];
  readonly discount: Discount | null;
  readonly payAmount: string;
}

/** The products of a city for a way, with their fares: base + per kilometre + per minute. */
export function offersFor(city: CityWord, route: Route): Offer[] {
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
      return { productCode, name, vehicleType, seats, fare: toDecimal(amount, decimals), currency: fare.currency, discount, payAmount };
    });
}

/** Shared rides cost a fifth less; in Thailand every standard ride costs 10 baht less. */
function discountOf({ productCode }: Product, region: (typeof Region)[number], fare: bigint, decimals: number): Discount | null {
  if (productCode === 'POOL') return { type: 'PERCENTAGE', value: '20', amount: toDecimal(fare / 5n, decimals) };
  if (productCode === 'STANDARD' && region === 'TH') return { type: 'AMOUNT', value: '10', amount: '10' };
  return null;
}

/** The smallest unit's number of a fare. */
export const fareRaw = (fare: string, currency: Fare['currency']): bigint => toBase(fare, fiat[currency].decimals);
