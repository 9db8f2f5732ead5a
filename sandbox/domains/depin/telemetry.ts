// Reports of vehicles: power, charge, place and kilometres. A report has its own moment: two reads of it are equal.
import { type Context, minute, openedAt, rows, seededInteger } from '../../core/index.js';
import { hasBattery, location, odometerKm, phaseOf, runMs, runsBetween, type Vehicle } from '../fleet/vehicle.js';
import type { Point } from '../rides/fares.js';
import { batterySwap, returnedSoc, socAfterSwap, swapSchedule, takenOver } from './batteries.js';
import { scheduledBetween } from './scheduled-rides.js';
import { lastTurn, turnAfter } from './turn-schedule.js';

interface ReportTime {
  readonly at: number;
  readonly on: boolean;
}
/** The charge is in per cent. */
export interface Report extends ReportTime {
  readonly soc: number;
  readonly speedKmh: number;
  readonly odometerKm: number;
  readonly location: Point;
}
export interface Reports {
  readonly timeOf: (vehicle: Vehicle) => ReportTime;
  readonly of: (vehicle: Vehicle) => Report;
}

/** Rides that ended since the last report of a switched-off vehicle. */
const recentMs = 200 * minute;
const [whileOn, whileOff] = [minute, 20 * minute];
const highestSpeed = 38;

/** Reads the shared facts once, for a list of any length. */
export function reportsNow(context: Context): Reports {
  const rides = recentRides(context);
  const opened = openedAt(context);
  const timeOf = (vehicle: Vehicle) =>
    reportTime(context, vehicle, rides.get(vehicle.num) ?? none, vehicle.change?.updatedAt ?? opened);
  let charge: ReturnType<typeof chargesNow> | undefined;
  const of = (vehicle: Vehicle): Report => {
    const { at, on } = timeOf(vehicle);
    charge ??= chargesNow(context);
    return {
      at,
      on,
      soc: charge(vehicle, at),
      speedKmh: on ? seededInteger(context, 'vehicle', String(vehicle.num), `speed ${at}`, 0, highestSpeed) : 0,
      odometerKm: odometerKm(context, vehicle, at),
      location: location(context, vehicle, at),
    };
  };
  return { timeOf, of };
}

const none: readonly Span[] = [];
type Span = readonly [from: number, to: number];
/** By the number of the vehicle. */
function recentRides(context: Context): ReadonlyMap<number, readonly Span[]> {
  const spans = new Map<number, Span[]>();
  for (const { vehicle, at, droppedOffAt = Number.POSITIVE_INFINITY } of scheduledBetween(
    context,
    context.now - recentMs,
    context.now,
  ))
    spans.set(vehicle.num, [...(spans.get(vehicle.num) ?? []), [at, droppedOffAt]]);
  return spans;
}

/** A vehicle reports every minute while it is on, then every twenty minutes, and never off the road. */
function reportTime(context: Context, vehicle: Vehicle, rides: readonly Span[], changed: number): ReportTime {
  const { now } = context;
  if (vehicle.status !== 40 || !hasBattery(vehicle)) return { at: changed, on: false };
  const phase = phaseOf(context, vehicle, now);
  const ride = rides.find(([, to]) => now < to);
  const on = phase.on || ride !== undefined || Boolean(vehicle.change?.rideId);
  const begun = on
    ? phase.on
      ? phase.since
      : (ride?.[0] ?? changed)
    : Math.max(phase.since, ...rides.map(([, to]) => to));
  const every = on ? whileOn : whileOff;
  return { at: Math.max(changed, begun, Math.floor(now / every) * every), on };
}

/** The charge before a swap, and of a vehicle that has never moved. */
const [low, parked] = [18, 60];
const range = socAfterSwap - low;

/** Whole per cent: by its battery swaps, or charged while off if it has none. */
function chargesNow(context: Context): (vehicle: Vehicle, at: number) => number {
  const { rota } = swapSchedule(context);
  const stored = rows(context, batterySwap);
  const since = stored.length === 0 ? undefined : takenOver(rota.members, stored);
  const indexOf = memberIndex(rota.members);
  return (vehicle, at) => {
    const { change, status, num, vin } = vehicle;
    if (status !== 40 && change === undefined) return parked;
    if (!hasBattery(vehicle)) return 0;
    const byHand = stored.findLast((row) => row.body.vin === vin && row.at <= at);
    const index = indexOf.get(num);
    if (byHand || index === undefined)
      return Math.floor(chargedWhileOff(context, vehicle, byHand?.at ?? change?.chargedAt, at));
    const member = rota.members[index]!;
    const last = lastTurn(context, rota, index, Math.min(at, (since?.get(member) ?? Number.POSITIVE_INFINITY) - 1));
    const next = turnAfter(context, rota, last);
    const whole = runMs(context, vehicle, next.at) - runMs(context, vehicle, last.at);
    const done = Math.min(1, (runMs(context, vehicle, at) - runMs(context, vehicle, last.at)) / Math.max(1, whole));
    return Math.floor(socAfterSwap - (socAfterSwap - returnedSoc(context, next.number)) * done);
  };
}

const indexes = new WeakMap<readonly { readonly vehicle: Vehicle }[], ReadonlyMap<number, number>>();
function memberIndex(members: readonly { readonly vehicle: Vehicle }[]): ReadonlyMap<number, number> {
  const index = indexes.get(members) ?? new Map(members.map(({ vehicle }, at) => [vehicle.num, at]));
  indexes.set(members, index);
  return index;
}

/** The charge falls while the vehicle runs and rises while it stands. */
function chargedWhileOff(context: Context, vehicle: Vehicle, fullAt: number | undefined, at: number): number {
  const { on, share } = phaseOf(context, vehicle, at);
  const usual = on ? socAfterSwap - range * share : low + range * share;
  return fullAt === undefined
    ? usual
    : Math.max(usual, socAfterSwap - range * runsBetween(context, vehicle, fullAt, at));
}
