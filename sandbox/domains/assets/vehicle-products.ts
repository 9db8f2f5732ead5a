// Vehicles for sale or lease, as products.

import { optional, word } from '../../../src/services/catalogue/define.js';
import { VehicleProductCategory } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  defineKind,
  type Kind,
  list,
  paging,
  type Row,
  type Stored,
  saveRow,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';

/** Prices are whole units of `currency`. */
type VehicleProduct = Stored<typeof shapes.Product>;

const specs = {
  T1: { rangeKm: 120, topSpeedKmh: 60, batteryKwh: 7.2, seats: 4 },
  X1: { rangeKm: 380, topSpeedKmh: 150, batteryKwh: 52, seats: 5 },
  X2: { rangeKm: 90, topSpeedKmh: 85, batteryKwh: 2.9, seats: 2 },
} as const;
const categories = { T1: 'TUKTUK', X1: 'CAR', X2: 'BIKE' } as const;

type Price = readonly [
  price: string,
  currency: VehicleProduct['currency'],
  leasePrice: string,
  leasePeriod: VehicleProduct['leasePeriod'],
];
function seed(
  name: string,
  model: VehicleProduct['model'],
  [price, currency, leasePrice, leasePeriod]: Price,
  stockLeft: number,
): VehicleProduct {
  const imageUrls = [`https://pictures.sandbox.invalid/${name.toLowerCase().replaceAll(' ', '-')}.png`];
  return {
    name,
    category: categories[model],
    model,
    price,
    currency,
    leasePrice,
    leasePeriod,
    stockLeft,
    specs: specs[model],
    imageUrls,
  };
}
/** By ordinal: the first three are of the models (`fleet/vehicle.ts`). */
const seeds: readonly VehicleProduct[] = [
  seed('T1 Tuk-tuk', 'T1', ['4900', 'USD', '45', 'WEEK'], 40),
  seed('X1 Car', 'X1', ['21000', 'USD', '690', 'MONTH'], 12),
  seed('X2 Bike', 'X2', ['1900', 'USDC', '6', 'DAY'], 60),
  seed('X2 Pro', 'X2', ['2600', 'USDC', '8', 'DAY'], 25),
  seed('X1 Car Japan', 'X1', ['3150000', 'JPY', '103500', 'MONTH'], 6),
  seed('T1 Cargo', 'T1', ['5400', 'USD', '52', 'WEEK'], 0),
];

export const vehicleProduct: Kind<VehicleProduct> = defineKind({
  name: 'vehicle-product',
  seed: (opening) => {
    for (const body of seeds) addRow(opening, vehicleProduct, { body });
  },
});

/** Of a category, or all. */
export const listProducts = list(vehicleProduct, {
  query: { category: optional(word(VehicleProductCategory)), ...paging },
  filters: ['category'],
});

/** A negative number takes from the stock. */
export const restock = (context: Context, row: Row<VehicleProduct>, by: number): void => {
  saveRow(context, vehicleProduct, row, { ...row.body, stockLeft: row.body.stockLeft + by });
};
