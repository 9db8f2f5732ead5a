// The nine products of a new store.
import products from './products.json' with { type: 'json' };
import type { StoreProduct } from './store-rows.js';

/** A product, its sale in days around the moment the world begins. */
interface ProductSeed extends Omit<StoreProduct, 'salesStartAt' | 'salesEndAt' | 'imageUrl'> {
  readonly startsAfterDays: number;
}

/** In the order of their ordinals: the sandbox's own. */
export const productSeeds = products as readonly ProductSeed[];
/** The ordinals that other seeds name. */
export const productNo = { helmet: 1, rideVoucher: 2, batteryPass: 3, mysteryBox: 4, driverKit: 6, founderBadge: 8 } as const;
/** How many days a voucher lasts. */
export const voucherDays = productSeeds[productNo.rideVoucher - 1]!.hidden.lastsDays!;
