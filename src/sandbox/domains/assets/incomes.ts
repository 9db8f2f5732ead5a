// What the caller's shares have earned: settled, still to be settled, and ride by ride.
import { optional, text, word } from '../../../services/catalogue/define.js';
import { IncomeCurrency, Period } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { type Listing, page, paging } from '../../core/handlers.js';
import { notFound, refuse } from '../../core/refusal.js';
import { findRow, type Row, ready } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { ridesOf, type VehicleRide } from '../fleet/rides.js';
import { type Vehicle, vehicleByNum, vehicleByVin } from '../fleet/vehicle.js';
import { cities } from '../rides/cities.js';
import { earned, type Income, ownersPart } from './settling.js';
import { type Share, share, sharesOf } from './shares.js';

export const incomeQuery = {
  period: optional(word(Period)),
  currency: optional(word(IncomeCurrency)),
  vin: optional(text()),
  from: optional(text()),
  to: optional(text()),
  ...paging,
};

/** The moment of a field, ISO; another where it was not sent. @throws {Refusal} 400 */
function timeIn({ query }: World, name: 'from' | 'to', otherwise: number): number {
  if (query[name] === undefined) return otherwise;
  const at = Date.parse(query[name] as string);
  return Number.isNaN(at) ? refuse(400, `${name} must be an ISO time.`, 'INVALID_REQUEST') : at;
}

/** GET /v1/rwa/incomes: of the period, the currency, the vehicle, and settled within the times asked for; the newest first. */
export const incomeListing: Listing<Income> = {
  where: ({ at, body }, world) => {
    const fits = (['period', 'currency', 'vin'] as const).every(
      (name) => world.query[name] === undefined || world.query[name] === body[name],
    );
    return fits && at >= timeIn(world, 'from', 0) && at <= timeIn(world, 'to', world.now);
  },
  sort: () => (a, b) => b.at - a.at || a.ordinal - b.ordinal,
};

export const claimableQuery = paging;
/** GET /v1/rwa-vehicle/claimable: what each share has earned since it was last settled; nothing is claimed by hand. */
export function listClaimable(world: World): unknown {
  const open = sharesOf(world, caller(world).userId).map(({ body }) => earned(world, body, Date.parse(body.settledUntil), world.now));
  return page(
    world,
    open.filter(({ amount }) => Number(amount) > 0),
  ).map(({ vin, num, currency, amount, from, to }) => ({ vin, num, currency, amount, from, to }));
}

export const rideIncomeQuery = { from: optional(text()), to: optional(text()), ...paging };
/** How many days are shown where no time is asked for, and at most. */
const [usualDays, mostDays] = [7, 92];

/** GET /v1/rwa-vehicle/ride-hailing-incomes/{vin}: day by day, the newest first, in the fiat currency of the vehicle's city. */
export function listRideIncomes(world: World): unknown {
  const { vehicle, held } = ownVehicle(world, world.path.vin ?? '');
  const to = timeIn(world, 'to', world.now);
  const from = Math.max(timeIn(world, 'from', to - usualDays * day), to - mostDays * day);
  const dates = Array.from({ length: Math.max(0, Math.floor(to / day) - Math.floor(from / day) + 1) }, (_, n) => Math.floor(to / day) - n);
  const since = Math.min(...held.map(({ body }) => Date.parse(body.acquiredAt)));
  const whole = dates.map((date) => [Math.max(from, since, date * day), Math.min(to, (date + 1) * day)] as const);
  return page(
    world,
    whole.filter(([begins, ends]) => begins < ends),
  ).map(([begins, ends]) => dayOf(vehicle, held, [begins, ends], ridesOf(world, vehicle, begins, ends)));
}

function dayOf({ vin, city }: Vehicle, held: readonly Row<Share>[], [from, to]: readonly [number, number], rides: readonly VehicleRide[]) {
  const share = held.reduce((sum, { body }) => sum + toBase(body.share, 4), 0n);
  const partOf = ({ fare, currency }: VehicleRide) => (toBase(fare, fiat[currency].decimals) * ownersPart * share) / 10n ** 8n;
  const currency = rides[0]?.currency ?? cities[city].fare.currency;
  const { decimals } = fiat[currency];
  const amount = toDecimal(
    rides.reduce((sum, ride) => sum + partOf(ride), 0n),
    decimals,
  );
  return {
    vin,
    from: iso(from),
    to: iso(to),
    currency,
    amount,
    rideCount: rides.length,
    rides: rides.map(({ rideId, fare, currency: paid, finishedAt, ...ride }) => ({
      rideId,
      fare,
      currency: paid,
      share: toDecimal(partOf({ rideId, fare, currency: paid, finishedAt, ...ride }), decimals),
      finishedAt: iso(finishedAt),
    })),
  };
}

/** A vehicle that the caller has a share of: by its VIN, or by the share's id or ordinal. */
function ownVehicle(world: World, name: string): { readonly vehicle: Vehicle; readonly held: readonly Row<Share>[] } {
  ready(world, share);
  const own = sharesOf(world, caller(world).userId);
  const found = findRow(world, share, name, caller(world).userId);
  const vehicle = found ? vehicleByNum(world, found.body.num) : vehicleByVin(world, name);
  const held = own.filter(({ body }) => body.num === vehicle?.num);
  return vehicle && held.length > 0 ? { vehicle, held } : notFound('VEHICLE', name);
}
