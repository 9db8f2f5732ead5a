// What vehicles report: whether they are on, their charge, place and kilometres. A report is of its own moment: two reads of one report show the same.

import { type Context, minute, seededInteger } from '../../core/context.js';
import { rows } from '../../core/rows.js';
import { location, phaseOf, runMs, runsBetween } from '../fleet/running.js';
import { hasBattery, odometerKm, type Vehicle } from '../fleet/vehicle.js';
import type { Point } from '../rides/fares.js';
import { batterySwap, returnedSoc, socAfterSwap, swapSchedule, takenOver } from './batteries.js';
import { scheduledBetween } from './scheduled-rides.js';
import { lastTurn, turnAfter } from './turn-schedule.js';

/** When a vehicle reported last, and whether it was on then. */
interface ReportTime {
  readonly at: number;
  readonly on: boolean;
}
/** A report. The charge is in per cent. */
export interface Report extends ReportTime {
  readonly soc: number;
  readonly speedKmh: number;
  readonly odometerKm: number;
  readonly location: Point;
}
/** The latest reports at the moment of a request. */
export interface Reports {
  readonly timeOf: (vehicle: Vehicle) => ReportTime;
  readonly of: (vehicle: Vehicle) => Report;
}

/** How far back a ride may lie that ended since the last report of a vehicle that is off. */
const recentMs = 200 * minute;
const [whileOn, whileOff] = [minute, 20 * minute];
const highestSpeed = 38;

/** Reads what all reports depend on once, for a list of any length. */
export function reportsNow(context: Context): Reports {
  const rides = recentRides(context);
  const opened = Number(context.state.meta('seededAt'));
  const timeOf = (vehicle: Vehicle) => reportTime(context, vehicle, rides.get(vehicle.num) ?? none, vehicle.change?.updatedAt ?? opened);
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
/** The times of the scheduled rides of the last hours, by the number of the vehicle. */
function recentRides(context: Context): ReadonlyMap<number, readonly Span[]> {
  const found = new Map<number, Span[]>();
  for (const { vehicle, at, droppedOffAt = Number.POSITIVE_INFINITY } of scheduledBetween(context, context.now - recentMs, context.now))
    found.set(vehicle.num, [...(found.get(vehicle.num) ?? []), [at, droppedOffAt]]);
  return found;
}

/** A vehicle reports every minute while it is on, when it is switched off, every twenty minutes from then on, and no more once it is off the road. */
function reportTime(context: Context, vehicle: Vehicle, rides: readonly Span[], changed: number): ReportTime {
  const { now } = context;
  if (vehicle.status !== 40 || !hasBattery(vehicle)) return { at: changed, on: false };
  const phase = phaseOf(context, vehicle, now);
  const ride = rides.find(([, to]) => now < to);
  const on = phase.on || ride !== undefined || Boolean(vehicle.change?.rideId);
  const begun = on ? (phase.on ? phase.since : (ride?.[0] ?? changed)) : Math.max(phase.since, ...rides.map(([, to]) => to));
  const every = on ? whileOn : whileOff;
  return { at: Math.max(changed, begun, Math.floor(now / every) * every), on };
}

/** What a battery falls to before it is charged or swapped, and what it was at when a vehicle that has never moved was parked. */
const [low, parked] = [18, 60];
const range = socAfterSwap - low;

/** The charge of any vehicle at a moment, in whole per cent: as its battery swaps say, or charged while it is off where nobody swaps. */
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
    if (byHand || index === undefined) return Math.floor(chargedWhileOff(context, vehicle, byHand?.at ?? change?.chargedAt, at));
    const member = rota.members[index]!;
    const last = lastTurn(context, rota, index, Math.min(at, (since?.get(member) ?? Number.POSITIVE_INFINITY) - 1));
    const next = turnAfter(context, rota, last);
    const whole = runMs(context, vehicle, next.at) - runMs(context, vehicle, last.at);
    const done = Math.min(1, (runMs(context, vehicle, at) - runMs(context, vehicle, last.at)) / Math.max(1, whole));
    return Math.floor(socAfterSwap - (socAfterSwap - returnedSoc(context, next.number)) * done);
  };
}

const indexes = new WeakMap<readonly { readonly vehicle: Vehicle }[], ReadonlyMap<number, number>>();
/** The place of every vehicle in the schedule of swaps, by its number. */
function memberIndex(members: readonly { readonly vehicle: Vehicle }[]): ReadonlyMap<number, number> {
  const known = indexes.get(members) ?? new Map(members.map(({ vehicle }, index) => [vehicle.num, index]));
  indexes.set(members, known);
  return known;
}

/** It falls while the vehicle runs and rises while it stands; after a full charge it falls from there first. */
function chargedWhileOff(context: Context, vehicle: Vehicle, fullAt: number | undefined, at: number): number {
  const { on, share } = phaseOf(context, vehicle, at);
  const usual = on ? socAfterSwap - range * share : low + range * share;
  return fullAt === undefined ? usual : Math.max(usual, socAfterSwap - range * runsBetween(context, vehicle, fullAt, at));
}
