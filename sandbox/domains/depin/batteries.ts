// Computes the place of every battery: a charger or a vehicle. Vehicles swap at chargers of their city by a schedule,
// a function of the time. Stored swaps take precedence.

import type { City } from '../../../src/services/catalogue/words.js';
import {
  type Context,
  defineKind,
  iso,
  type Kind,
  oncePerWorld,
  type ResponseOf,
  type Row,
  rows,
  type Stored,
  seededId,
  seededInteger,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/vehicle-oracle.js';
import type { Vehicle } from '../fleet/vehicle.js';
import { plannedVehicles } from '../fleet/vehicle-plan.js';
import { slotsOf, station } from './station.js';
import {
  firstVehicles,
  lastTurn,
  scheduledVehicles,
  type Turn,
  type TurnSchedule,
  turnsBetween,
} from './turn-schedule.js';

/** A swap at a charger. Batteries are numbered from 1. */
export interface BatterySwap extends Stored<typeof shapes.BatterySwap, 'batteryOutId' | 'batteryInId' | 'swappedAt'> {
  /** The charger's number among all, from 0. */
  readonly slot: number;
  /** Null for a vehicle without a battery. */
  readonly out: number | null;
  readonly in: number;
}

/** In per cent. */
export const socAfterSwap = 100;

/** The same for the same seed. */
export const batteryId = ({ seed }: Pick<Context, 'seed'>, battery: number): string =>
  seededId(seed, 'battery', battery);

export const shownSwap = (
  context: Context,
  id: string,
  at: number,
  { slot, out, in: into, ...swap }: BatterySwap,
): ResponseOf<typeof shapes.BatterySwap> => ({
  id,
  ...swap,
  batteryOutId: out === null ? null : batteryId(context, out),
  batteryInId: batteryId(context, into),
  swappedAt: iso(at),
});

export const batterySwap: Kind<BatterySwap, ResponseOf<typeof shapes.BatterySwap>> = defineKind({
  name: 'battery-swap',
  show: ({ id, at, body }, context) => shownSwap(context, id, at, body),
});

/** One in each planned vehicle, the others in chargers. */
const batteryCount = 520;

/** The index counts all chargers from 0, the slot the chargers of a station from 1. */
export interface Slot {
  readonly index: number;
  readonly stationId: string;
  readonly city: City;
  readonly slot: number;
  /** The fixed state of a broken charger. */
  readonly always: 'OFF' | 'PROBLEM' | undefined;
}
/** A battery in a charger since a time, with its charge then. A spare is discharged and recharged in turn. */
export interface ChargerContent {
  readonly battery: number | null;
  readonly since: number;
  readonly soc: number;
  readonly spare?: number;
}
interface ScheduledVehicle {
  readonly city: City;
  readonly vehicle: Vehicle;
  readonly slot: Slot;
  readonly batteries: readonly [inVehicle: number, inSlot: number];
}
export interface BatteryInventory {
  readonly slots: readonly Slot[];
  /** By index of the charger. */
  readonly contents: readonly ChargerContent[];
  /** By VIN. */
  readonly inVehicle: ReadonlyMap<string, number>;
  /** The last first. */
  readonly swaps: (from: number, to: number) => readonly CompletedSwap[];
}
/** A swap of a user or of the schedule. */
export interface CompletedSwap {
  /** The stored row, or the number of the turn. */
  readonly from: Row<BatterySwap> | number;
  readonly at: number;
  readonly body: BatterySwap;
}

function slotsNow(context: Context): readonly Slot[] {
  const chargers = rows(context, station).flatMap(({ id, body: { city, type, status } }) =>
    Array.from({ length: slotsOf[type] }, (_, index) => ({
      stationId: id,
      city,
      slot: index + 1,
      off: status === 'OFF',
    })),
  );
  return chargers.map(({ off, ...slot }, index) => {
    const always = off || index % 61 === 23 ? ('OFF' as const) : index % 37 === 17 ? ('PROBLEM' as const) : undefined;
    return { ...slot, index, always };
  });
}

/** Each scheduled vehicle has a working charger of its city. Cities without stations have none. */
function membersOf(context: Context, slots: readonly Slot[]): readonly ScheduledVehicle[] {
  const free = new Map<string, Slot[]>();
  for (const slot of slots) if (!slot.always) free.set(slot.city, [...(free.get(slot.city) ?? []), slot]);
  const members: ScheduledVehicle[] = [];
  for (const vehicle of scheduledVehicles(context, 'swap')) {
    const slot = free.get(vehicle.city)?.shift();
    const batteries = [vehicle.num, plannedVehicles.length + members.length + 1] as const;
    if (slot) members.push({ city: vehicle.city, vehicle, slot, batteries });
  }
  return members;
}

/** The chargers and the order of the swaps. */
interface SwapSchedule {
  readonly slots: readonly Slot[];
  readonly rota: TurnSchedule<ScheduledVehicle>;
}
/** Every charge reads it. */
export const swapSchedule = oncePerWorld((context): SwapSchedule => {
  const slots = slotsNow(context);
  return { slots, rota: { name: 'swap', members: membersOf(context, slots) } };
});

/** From its first swap by hand a vehicle or charger is out of the schedule. */
export function takenOver(
  members: readonly ScheduledVehicle[],
  stored: readonly Row<BatterySwap>[],
): ReadonlyMap<ScheduledVehicle, number> {
  const since = new Map<ScheduledVehicle, number>();
  for (const { at, body } of stored)
    for (const member of members)
      if ((member.vehicle.vin === body.vin || member.slot.index === body.slot) && !since.has(member))
        since.set(member, at);
  return since;
}

/** The charge of the returned battery at a turn. */
export const returnedSoc = (context: Context, number: number): number =>
  seededInteger(context, 'network swap', String(number), 'soc', 6, 24);

/** After all scheduled and stored swaps. */
export function batteriesNow(context: Context): BatteryInventory {
  const { slots, rota } = swapSchedule(context);
  const stored = rows(context, batterySwap);
  const since = takenOver(rota.members, stored);

  const contents = slots.map((): ChargerContent => ({ battery: null, since: 0, soc: 0 }));
  const inVehicle = new Map(firstVehicles(context).map(({ vin, num }) => [vin, num]));
  for (const [index, member] of rota.members.entries()) {
    const last = lastTurn(
      context,
      rota,
      index,
      Math.min(context.now, (since.get(member) ?? Number.POSITIVE_INFINITY) - 1),
    );
    const { out, into } = exchanged(last);
    contents[member.slot.index] = { battery: out, since: last.at, soc: returnedSoc(context, last.number) };
    inVehicle.set(member.vehicle.vin, into);
  }
  layOutSpares(slots, contents, plannedVehicles.length + rota.members.length);
  for (const { at, body } of stored) {
    contents[body.slot] = { battery: body.out, since: at, soc: body.socOut };
    inVehicle.set(body.vin, body.in);
  }
  const swaps = (from: number, to: number) => {
    const turns = turnsBetween(context, rota, from, to).filter(
      ({ member, at }) => at < (since.get(member) ?? Number.POSITIVE_INFINITY),
    );
    const byHand = stored
      .filter(({ at }) => at >= from && at <= to)
      .map((row): CompletedSwap => ({ from: row, at: row.at, body: row.body }));
    return [...byHand.reverse(), ...turns.map((turn) => completedSwap(context, turn))].sort((a, b) => b.at - a.at);
  };
  return { slots, contents, inVehicle, swaps };
}

/** The two batteries change places at every turn. */
function exchanged({ member, round }: Turn<ScheduledVehicle>): { out: number; into: number } {
  const [first, second] = member.batteries;
  return round % 2 === 0 ? { out: first, into: second } : { out: second, into: first };
}

function completedSwap(context: Context, turn: Turn<ScheduledVehicle>): CompletedSwap {
  const { vehicle, slot } = turn.member;
  const { out, into } = exchanged(turn);
  const socOut = returnedSoc(context, turn.number);
  const body = {
    vin: vehicle.vin,
    num: vehicle.num,
    stationId: slot.stationId,
    slot: slot.index,
    out,
    in: into,
    socOut,
    socIn: socAfterSwap,
  };
  return { from: turn.number, at: turn.at, body };
}

/** Spreads the remaining batteries over chargers without a schedule. The others stay empty. */
function layOutSpares(slots: readonly Slot[], contents: ChargerContent[], placed: number): void {
  const empty = slots.filter(({ index }) => contents[index]!.battery === null);
  const spares = batteryCount - placed;
  for (let spare = 0; spare < spares && empty.length > 0; spare++) {
    const { index } = empty[Math.floor((spare * empty.length) / spares)]!;
    contents[index] = { battery: placed + spare + 1, since: 0, soc: 0, spare: spare / spares };
  }
}
