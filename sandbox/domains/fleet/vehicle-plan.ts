// The vehicles of a new world: numbers, models, cities and offerings; and VINs with their check digit (ISO 3779).

import { City, type VehicleType } from '../../../src/services/catalogue/words.js';
import { type Context, sizeOf } from '../../core/index.js';

/** I, O and Q are not allowed. */
const values = new Map([...'0123456789'].map((digit) => [digit, Number(digit)]));
for (const [letters, first] of [
  ['ABCDEFGH', 1],
  ['JKLMN', 1],
  ['P', 7],
  ['R', 9],
  ['STUVWXYZ', 2],
] as const)
  for (const [index, letter] of [...letters].entries()) values.set(letter, first + index);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const checkAt = 8;

/** The weighted sum modulo 11, ten as `X`. */
function checkDigit(vin: string): string {
  const sum = [...vin].reduce((total, letter, index) => total + values.get(letter)! * weights[index]!, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** 17 allowed characters with a valid check digit. */
export const isVin = (text: string): boolean =>
  /^[0-9A-HJ-NPR-Z]{17}$/.test(text) && text[checkAt] === checkDigit(text);

/** The letters of model years. */
type YearLetter = 'R' | 'S' | 'T';

/** `SBX`, model, `E`, number of the city, check digit, year, plant `S`, six digits. The sandbox's own. */
export function makeVin(model: string, city: City, year: YearLetter, num: number): string {
  const front = `SBX${model}E${String(City.indexOf(city) + 1).padStart(2, '0')}`;
  const back = `${year}S${String(num).padStart(6, '0')}`;
  return `${front}${checkDigit(`${front}0${back}`)}${back}`;
}

export interface PlannedVehicle {
  readonly model: VehicleType;
  readonly city: City;
  readonly year: YearLetter;
  /** The ordinal of its offering, or null for a vehicle sold or leased as a product. */
  readonly offering: number | null;
  readonly leased?: true;
  /** The handle of the seed user who owns it. */
  readonly owner?: string;
}
const plan = (
  model: PlannedVehicle['model'],
  city: PlannedVehicle['city'],
  year: YearLetter,
  offering: number | null,
  more: Partial<PlannedVehicle> = {},
): PlannedVehicle => ({ model, city, year, offering, ...more });

/** Mina's six: four are hers, one of them leased, two she has shares of. Three are of offerings. */
const vehiclesOfMina: readonly PlannedVehicle[] = [
  plan('T1', 'PNH', 'S', null, { owner: 'mina' }),
  plan('T1', 'PNH', 'S', 1),
  plan('X1', 'SIN', 'S', null, { owner: 'mina' }),
  plan('X2', 'BKK', 'T', 7),
  plan('T1', 'HAN', 'R', null, { owner: 'mina', leased: true }),
  plan('X1', 'ADD', 'R', 9, { owner: 'mina' }),
];
/** By number. With mina's each offering has its number of vehicles. */
const otherVehicles: readonly (readonly [count: number, vehicle: PlannedVehicle])[] = [
  [23, plan('T1', 'PNH', 'S', 1)],
  [12, plan('T1', 'REP', 'R', 3)],
  [40, plan('X2', 'HAN', 'T', 4)],
  [30, plan('X2', 'HCM', 'S', 5)],
  [20, plan('X1', 'SIN', 'T', 6)],
  [5, plan('X1', 'ADD', 'R', 9)],
  [21, plan('X2', 'BKK', 'T', 7)],
  [10, plan('X1', 'SEL', 'S', 10)],
  [8, plan('X1', 'HKG', 'T', 11)],
  [1, plan('T1', 'PNH', 'S', null, { leased: true, owner: 'kenji' })],
  [4, plan('T1', 'SHV', 'S', null, { leased: true })],
  [4, plan('T1', 'KPK', 'S', null, { leased: true })],
  [1, plan('X2', 'GLOBAL', 'T', 12)],
  [30, plan('T1', 'PNH', 'T', 2)],
  [25, plan('X2', 'JKT', 'T', 8)],
];

/** Number `n` is at index `n - 1`. */
export const plannedVehicles: readonly PlannedVehicle[] = [
  ...vehiclesOfMina,
  ...otherVehicles.flatMap(([count, vehicle]) => Array.from({ length: count }, () => vehicle)),
];

/** Vehicles of a new world. */
export function plannedCount({ state }: Pick<Context, 'state'>): number {
  const size = sizeOf(state);
  return size === 'empty' ? 0 : size === 'large' ? 10_000 : plannedVehicles.length;
}

/** Numbers beyond the plan repeat it, sold as products. */
export function plannedVehicle(context: Pick<Context, 'state'>, num: number): PlannedVehicle | undefined {
  if (!Number.isInteger(num) || num < 1 || num > plannedCount(context)) return undefined;
  const { owner, ...like } = plannedVehicles[(num - 1) % plannedVehicles.length]!;
  return num <= plannedVehicles.length ? plannedVehicles[num - 1] : { ...like, offering: null };
}

/** The last 12 are not ready, every twelfth other is suspended. A finished offering's vehicles are retired. */
const notReady = 12;
const finishedOffering = 9;
/**
 * The status at the opening. The codes are not public: 20 is read as not ready, 40 as on the road, 50 as suspended, 70
 * as retired.
 */
export function firstStatus(num: number): 20 | 40 | 50 | 70 {
  if (num > plannedVehicles.length - notReady && num <= plannedVehicles.length) return 20;
  if (plannedVehicles[num - 1]?.offering === finishedOffering) return 70;
  return num % 12 === 4 ? 50 : 40;
}
