// Where every battery is: in a charger or in a vehicle. A vehicle on the road has a charger of its city where it changes its battery whenever
// its turn comes, which is a function of the time. What people have swapped is stored, and stands over it.
import type { City } from '../../../services/catalogue/words.js';
import { type Row, rows } from '../../core/rows.js';
import { type Moment, pickBetween } from '../../core/world.js';
import { planned } from '../fleet/plan.js';
import { type Vehicle, vehicles } from '../fleet/vehicle.js';
import { firstVehicles, lastTurn, type Rota, type Turn, turnsBetween, working } from './rota.js';
import { slotsOf, station } from './station.js';
import { batterySwap, type Swap } from './swap.js';

/** Batteries in all, one in each vehicle of the plan and the others in chargers. */
const batteryCount = 520;

/** A charger: its number among all from 0, its number in the station from 1. */
export interface Slot {
  readonly index: number;
  readonly stationId: string;
  readonly city: (typeof City)[number];
  readonly slot: number;
  /** Always in one of these two states, whatever is in it. */
  readonly always: 'OFF' | 'PROBLEM' | undefined;
}
/** What is in a charger: which battery, since when, how full it was then. A spare is let down and charged again all the time. */
export interface Held {
  readonly battery: number | null;
  readonly since: number;
  readonly soc: number;
  readonly spare?: number;
}
/** A vehicle, the charger where it changes its battery, and the two batteries that take turns. */
interface Member {
  readonly city: (typeof City)[number];
  readonly vehicle: Vehicle;
  readonly slot: Slot;
  readonly batteries: readonly [inVehicle: number, inSlot: number];
}
/** All batteries at a moment. */
export interface Batteries {
  readonly slots: readonly Slot[];
  /** By the index of the charger. */
  readonly held: readonly Held[];
  /** The battery of a vehicle, by VIN. */
  readonly inVehicle: ReadonlyMap<string, number>;
  /** The swaps of some time, the last first. */
  readonly swaps: (from: number, to: number) => readonly Done[];
}
/** A swap, made by somebody or in turn. */
export interface Done {
  /** Of a stored one the row, of another one its number. */
  readonly from: Row<Swap> | number;
  readonly at: number;
  readonly body: Swap;
}

function slotsNow(moment: Moment): readonly Slot[] {
  const found = rows(moment, station).flatMap(({ id, body: { city, type, status } }) =>
    Array.from({ length: slotsOf[type] }, (_, index) => ({ stationId: id, city, slot: index + 1, off: status === 'OFF' })),
  );
  return found.map(({ off, ...slot }, index) => {
    const always = off || index % 61 === 23 ? ('OFF' as const) : index % 37 === 17 ? ('PROBLEM' as const) : undefined;
    return { ...slot, index, always };
  });
}

/** The vehicles that take turns, each with a sound charger of its city. Cities without stations have none. */
function membersOf(moment: Moment, slots: readonly Slot[], all: readonly Vehicle[]): readonly Member[] {
  const free = new Map<string, Slot[]>();
  for (const slot of slots) if (!slot.always) free.set(slot.city, [...(free.get(slot.city) ?? []), slot]);
  const members: Member[] = [];
  for (const vehicle of working(moment, 'swap', all)) {
    const slot = free.get(vehicle.city)?.shift();
    const batteries = [vehicle.num, planned.length + members.length + 1] as const;
    if (slot) members.push({ city: vehicle.city, vehicle, slot, batteries });
  }
  return members;
}

/** When somebody first took a hand in what a member does: from then on it takes no more turns. */
function takenOver(members: readonly Member[], stored: readonly Row<Swap>[]): ReadonlyMap<Member, number> {
  const since = new Map<Member, number>();
  for (const { at, body } of stored)
    for (const member of members)
      if ((member.vehicle.vin === body.vin || member.slot.index === body.slot) && !since.has(member)) since.set(member, at);
  return since;
}

/** How full the battery is that a vehicle brings at a turn of the rota. */
const brings = (moment: Moment, number: number): number => pickBetween(moment, 'network swap', String(number), 'soc', 6, 24);

/** All batteries as they are now. */
export function batteriesNow(moment: Moment): Batteries {
  const slots = slotsNow(moment);
  const all = vehicles(moment);
  const stored = rows(moment, batterySwap);
  const rota: Rota<Member> = { name: 'swap', members: membersOf(moment, slots, all) };
  const since = takenOver(rota.members, stored);

  const held = slots.map((): Held => ({ battery: null, since: 0, soc: 0 }));
  const inVehicle = new Map(firstVehicles(all).map(({ vin, num }) => [vin, num]));
  for (const [index, member] of rota.members.entries()) {
    const last = lastTurn(moment, rota, index, Math.min(moment.now, (since.get(member) ?? Number.POSITIVE_INFINITY) - 1));
    const { out, into } = exchanged(last);
    held[member.slot.index] = { battery: out, since: last.at, soc: brings(moment, last.number) };
    inVehicle.set(member.vehicle.vin, into);
  }
  layOutSpares(slots, held, planned.length + rota.members.length);
  for (const { at, body } of stored) {
    held[body.slot] = { battery: body.out, since: at, soc: body.socOut };
    inVehicle.set(body.vin, body.in);
  }
  const swaps = (from: number, to: number) => {
    const turns = turnsBetween(moment, rota, from, to).filter(({ member, at }) => at < (since.get(member) ?? Number.POSITIVE_INFINITY));
    const byHand = stored.filter(({ at }) => at >= from && at <= to).map((row): Done => ({ from: row, at: row.at, body: row.body }));
    return [...byHand.reverse(), ...turns.map((turn) => done(moment, turn))].sort((a, b) => b.at - a.at);
  };
  return { slots, held, inVehicle, swaps };
}

/** The two batteries change places at every turn. */
function exchanged({ member, round }: Turn<Member>): { out: number; into: number } {
  const [first, second] = member.batteries;
  return round % 2 === 0 ? { out: first, into: second } : { out: second, into: first };
}

function done(moment: Moment, turn: Turn<Member>): Done {
  const { vehicle, slot } = turn.member;
  const { out, into } = exchanged(turn);
  const socOut = brings(moment, turn.number);
  const body = { vin: vehicle.vin, num: vehicle.num, stationId: slot.stationId, slot: slot.index, out, in: into, socOut, socIn: 100 };
  return { from: turn.number, at: turn.at, body };
}

/** The batteries that are left lie in chargers that nobody comes to by turns, so that no city goes without; the others stay empty. */
function layOutSpares(slots: readonly Slot[], held: Held[], placed: number): void {
  const empty = slots.filter(({ index }) => held[index]!.battery === null);
  const spares = batteryCount - placed;
  for (let spare = 0; spare < spares && empty.length > 0; spare++) {
    const { index } = empty[Math.floor((spare * empty.length) / spares)]!;
    held[index] = { battery: placed + spare + 1, since: 0, soc: 0, spare: spare / spares };
  }
}
