// Seeds the nine products of the store.
import { day } from '../../core/clock.js';
import type { StoreProduct } from './store-rows.js';

/** A product, its sale in days around the moment the world begins. */
export interface ProductSeed extends Omit<StoreProduct, 'salesStartAt' | 'salesEndAt' | 'imageUrl'> {
  readonly startsAfter: number;
}

type Facts = Pick<StoreProduct, 'name' | 'description' | 'price' | 'currencyId' | 'actionType'>;
const selling = { featured: true, stockLeft: 500, maxPerUser: null, startsAfter: -180 * day } as const;
const product = (facts: Facts, more: Partial<ProductSeed> = {}): ProductSeed => ({
  ...facts,
  ...selling,
  hidden: { credits: null, lastsDays: null },
  ...more,
});
const points = { currencyId: 'MVP', actionType: 'NONE' } as const;
const lasting = (lastsDays: number) => ({ hidden: { credits: null, lastsDays } });

/** How many days a voucher lasts. */
export const voucherDays = 90;

/** In the order of their ordinals: the sandbox's own. */
export const productSeeds: readonly ProductSeed[] = [
  product({ ...points, name: 'Helmet', description: 'A helmet for bikes and tuk-tuks.', price: '25' }),
  product(
    { ...points, name: 'Ride voucher', description: 'One ride within a city.', price: '50', actionType: 'DEEPLINK' },
    lasting(voucherDays),
  ),
  product(
    { ...points, name: 'Battery pass', description: 'Thirty days of battery swaps.', price: '120', actionType: 'WEBVIEW' },
    lasting(30),
  ),
  product({ name: 'Mystery box', description: 'Nobody knows.', price: '10', currencyId: 'MVL', actionType: 'DAPPVIEW' }),
  product(
    { name: 'MVP pack', description: '110 points at once.', price: '100', currencyId: 'MVL', actionType: 'NONE' },
    { hidden: { credits: { currencyId: 'MVP', amount: '110' }, lastsDays: null } },
  ),
  product(
    { ...points, name: 'Driver kit', description: 'All that a new driver needs.', price: '300', actionType: 'DEEPLINK_WITH_DEFERRED_AUTH' },
    { featured: false },
  ),
  product({ ...points, name: 'Rain poncho', description: 'For the monsoon.', price: '15' }, { stockLeft: 0 }),
  product({ ...points, name: 'Founder badge', description: 'One for each.', price: '5' }, { featured: false, maxPerUser: 1 }),
  product({ ...points, name: 'Night light', description: 'On sale next week.', price: '40' }, { startsAfter: 7 * day }),
];
/** The ordinals that other seeds name. */
export const productNo = { helmet: 1, rideVoucher: 2, batteryPass: 3, mysteryBox: 4, driverKit: 6, founderBadge: 8 } as const;
