// Chargers, stations and batteries as they are answered: all of it follows from where the batteries are and what time it is.
import { number, optional, text, word } from '../../../services/catalogue/define.js';
import { ChargerStatus, City, StationStatus, StationType } from '../../../services/catalogue/words.js';
import { day, iso, minute, second } from '../../core/clock.js';
import { page, paging } from '../../core/handlers.js';
import { seededId } from '../../core/ids.js';
import { type Row, rows } from '../../core/rows.js';
import { type Moment, pickBetween, type World } from '../../core/world.js';
import { batterySoc, vehicles } from '../fleet/vehicle.js';
import { type Batteries, batteriesNow, type Held, type Slot } from './batteries.js';
import { type Station, station } from './station.js';
import { batteryId } from './swap.js';

type StatusWord = (typeof ChargerStatus)[number];

/** A charger gives a battery one per cent in forty seconds. */
const percentMs = 40 * second;
/** A spare battery is let down to a fifth every eight hours, and charged again. */
const careMs = 480 * minute;
const letDownTo = 20;

/** How full the battery in a charger is, in whole per cent; 0 for none. */
function socOf({ now }: Moment, { battery, since, soc, spare }: Held): number {
  if (battery === null) return 0;
  const spell = spare === undefined ? now - since : (now + spare * careMs) % careMs;
  return Math.min(100, Math.floor((spare === undefined ? soc : letDownTo) + spell / percentMs));
}

/** The state of a charger. */
export function stateOf(moment: Moment, { always }: Slot, held: Held): { readonly status: StatusWord; readonly soc: number } {
  const soc = socOf(moment, held);
  const status = always ?? (held.battery === null ? 'NO_BATTERY' : soc === 100 ? 'FULLY_CHARGED' : 'CHARGING');
  return { status, soc };
}

interface Charger {
  readonly stationId: string;
  readonly status: StatusWord;
}
const chargerWatts = 1200;

function chargersOf(moment: Moment, { slots, held }: Batteries): readonly Charger[] {
  return slots.map((slot) => {
    const { battery } = held[slot.index]!;
    const { status, soc } = stateOf(moment, slot, held[slot.index]!);
    const charging = status === 'CHARGING';
    return {
      id: seededId(moment.seed, 'charger', slot.index + 1),
      stationId: slot.stationId,
      slot: slot.slot,
      status,
      batteryId: battery === null ? null : batteryId(moment, battery),
      soc,
      powerW: charging ? chargerWatts : 0,
      temperatureC: pickBetween(moment, 'charger', String(slot.index), 'temperature', 27, 31) + (charging ? 8 : 0),
      updatedAt: iso(moment.now),
    };
  });
}

const counts = (chargers: readonly Charger[]): Readonly<Record<StatusWord, number>> =>
  Object.fromEntries(ChargerStatus.map((word) => [word, chargers.filter(({ status }) => status === word).length])) as Record<
    StatusWord,
    number
  >;

export const chargerQuery = { stationId: optional(text()), status: optional(word(ChargerStatus)), ...paging };
const asked = (world: World): readonly Charger[] => {
  const { stationId, status } = world.query;
  return chargersOf(world, batteriesNow(world)).filter(
    (one) => (stationId === undefined || one.stationId === stationId) && (status === undefined || one.status === status),
  );
};
/** GET /v1/depin/battery/chargers. */
export const listChargers = (world: World): unknown => page(world, asked(world)).map((one) => one);
/** GET /v1/depin/battery/chargers/counts. */
export function countChargers(world: World): unknown {
  const found = asked(world);
  return { total: found.length, ...counts(found) };
}

export const stationQuery = {
  type: optional(word(StationType)),
  status: optional(word(StationStatus)),
  city: optional(word(City)),
  ...paging,
};
function shownStation({ id, body }: Row<Station>, moment: Moment, all: readonly Charger[]) {
  const chargerCounts = counts(all.filter(({ stationId }) => stationId === id));
  return { id, ...body, chargerCounts, batteryReadyCount: chargerCounts.FULLY_CHARGED, updatedAt: iso(moment.now) };
}
/** GET /v1/depin/battery/stations. */
export function listStations(world: World): unknown {
  const all = chargersOf(world, batteriesNow(world));
  const found = rows(world, station).filter(({ body }) =>
    (['type', 'status', 'city'] as const).every((field) => world.query[field] === undefined || world.query[field] === body[field]),
  );
  return page(world, found).map((row) => shownStation(row, world, all));
}
/** GET /v1/depin/battery/stations/{id}: with its chargers, and the batteries in them. */
export function showStation(row: Row<Station>, moment: Moment): unknown {
  const now = batteriesNow(moment);
  const all = chargersOf(moment, now);
  const chargers = all.filter(({ stationId }) => stationId === row.id);
  const batteries = inventory(moment, now).filter(({ stationId }) => stationId === row.id);
  return { ...shownStation(row, moment, all), chargers, batteries };
}

interface Battery {
  readonly id: string;
  readonly serial: string;
  readonly soc: number;
  readonly soh: number;
  readonly cycleCount: number;
  readonly stationId: string | null;
  readonly vin: string | null;
}
/** When the batteries were new. */
const made = Date.UTC(2025, 0, 1);

function inventory(moment: Moment, { slots, held, inVehicle }: Batteries): readonly Battery[] {
  const battery = (number: number, soc: number, where: Pick<Battery, 'stationId' | 'vin'>) => {
    const cycleCount =
      pickBetween(moment, 'battery', String(number), 'cycles', 5, 60) + Math.max(0, Math.floor((moment.now - made) / (4 * day)));
    const soh = Math.max(70, 100 - Math.floor(cycleCount / 25));
    const serial = `SBX-B-${String(number).padStart(6, '0')}`;
    return [number, { id: batteryId(moment, number), serial, soc, soh, cycleCount, ...where }] as const;
  };
  const inChargers = slots.flatMap((slot) => {
    const own = held[slot.index]!;
    return own.battery === null ? [] : [battery(own.battery, socOf(moment, own), { stationId: slot.stationId, vin: null })];
  });
  const inVehicles = vehicles(moment).flatMap((vehicle) => {
    const number = inVehicle.get(vehicle.vin);
    return number === undefined ? [] : [battery(number, batterySoc(moment, vehicle), { stationId: null, vin: vehicle.vin })];
  });
  return [...inChargers, ...inVehicles].sort(([a], [b]) => a - b).map(([, one]) => one);
}

export const batteryQuery = { stationId: optional(text()), vin: optional(text()), minSoc: optional(number()), ...paging };
/** GET /v1/depin/battery/inventory. */
export function listBatteries(world: World): unknown {
  const { stationId, vin, minSoc } = world.query as { stationId?: string; vin?: string; minSoc?: number };
  const found = inventory(world, batteriesNow(world)).filter(
    (one) => (stationId === undefined || one.stationId === stationId) && (vin === undefined || one.vin === vin) && one.soc >= (minSoc ?? 0),
  );
  return page(world, found).map((one) => one);
}

/** What a full battery holds, in kilowatt-hours. */
const batteryKwh = 2.2;
/** GET /v1/depin/battery/dash: today is the day since midnight UTC. */
export function showBatteryDash(world: World): unknown {
  const now = batteriesNow(world);
  const today = now.swaps(Math.floor(world.now / day) * day, world.now);
  const energy = today.reduce((sum, { body }) => sum + ((body.socIn - body.socOut) / 100) * batteryKwh, 0);
  return {
    stationCount: rows(world, station).length,
    chargerCounts: counts(chargersOf(world, now)),
    batteryCount: inventory(world, now).length,
    swapCountToday: today.length,
    energyKwhToday: Number(energy.toFixed(1)),
  };
}
