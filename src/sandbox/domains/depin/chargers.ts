// Lists chargers, stations and batteries. All of it is computed from where the batteries are and the time.

import { number, optional, text, word } from '../../../services/catalogue/define.js';
import { ChargerStatus, City, StationStatus, StationType } from '../../../services/catalogue/words.js';
import { day, iso, minute, second } from '../../core/clock.js';
import { type HandlerContext, type SandboxContext, seededInteger } from '../../core/context.js';
import { page, paging } from '../../core/handlers.js';
import { type Row, rows } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import type * as shapes from '../../core/shapes/vehicle-oracle.js';
import type { Answer } from '../../core/stored.js';
import { vehicles } from '../fleet/vehicle.js';
import { type BatteryInventory, batteriesNow, type ChargerContent, type Slot } from './batteries.js';
import { batteryId } from './battery-swap.js';
import { type Station, station } from './station.js';
import { reportsNow } from './telemetry.js';

type StatusWord = (typeof ChargerStatus)[number];

/** A charger adds one per cent in forty seconds. */
const percentMs = 40 * second;
/** A spare battery is let down to a fifth every eight hours, and charged again. */
const careMs = 480 * minute;
const letDownTo = 20;

/** How full the battery in a charger is, in whole per cent; 0 for none. */
function socOf({ now }: SandboxContext, { battery, since, soc, spare }: ChargerContent): number {
  if (battery === null) return 0;
  const spell = spare === undefined ? now - since : (now + spare * careMs) % careMs;
  return Math.min(100, Math.floor((spare === undefined ? soc : letDownTo) + spell / percentMs));
}

/** The state of a charger. */
export function stateOf(
  context: SandboxContext,
  { always }: Slot,
  content: ChargerContent,
): { readonly status: StatusWord; readonly soc: number } {
  const soc = socOf(context, content);
  const status = always ?? (content.battery === null ? 'NO_BATTERY' : soc === 100 ? 'FULLY_CHARGED' : 'CHARGING');
  return { status, soc };
}

type Charger = Answer<typeof shapes.Chargers>;
const chargerWatts = 1200;

function chargersOf(context: SandboxContext, { slots, contents }: BatteryInventory): readonly Charger[] {
  return slots.map((slot) => {
    const { battery } = contents[slot.index]!;
    const { status, soc } = stateOf(context, slot, contents[slot.index]!);
    const charging = status === 'CHARGING';
    return {
      id: seededId(context.seed, 'charger', slot.index + 1),
      stationId: slot.stationId,
      slot: slot.slot,
      status,
      batteryId: battery === null ? null : batteryId(context, battery),
      soc,
      powerW: charging ? chargerWatts : 0,
      temperatureC: seededInteger(context, 'charger', String(slot.index), 'temperature', 27, 31) + (charging ? 8 : 0),
      updatedAt: iso(context.now),
    };
  });
}

const counts = (chargers: readonly Charger[]): Readonly<Record<StatusWord, number>> =>
  Object.fromEntries(ChargerStatus.map((word) => [word, chargers.filter(({ status }) => status === word).length])) as Record<
    StatusWord,
    number
  >;

export const chargerQuery = { stationId: optional(text()), status: optional(word(ChargerStatus)), ...paging };
const matchingChargers = (context: HandlerContext): readonly Charger[] => {
  const { stationId, status } = context.query;
  return chargersOf(context, batteriesNow(context)).filter(
    (one) => (stationId === undefined || one.stationId === stationId) && (status === undefined || one.status === status),
  );
};
/** GET /v1/depin/battery/chargers. */
export const listChargers = (context: HandlerContext): unknown => page(context, matchingChargers(context)).map((one) => one);
/** GET /v1/depin/battery/chargers/counts. */
export function countChargers(context: HandlerContext): unknown {
  const found = matchingChargers(context);
  return { total: found.length, ...counts(found) };
}

export const stationQuery = {
  type: optional(word(StationType)),
  status: optional(word(StationStatus)),
  city: optional(word(City)),
  ...paging,
};
function shownStation({ id, body }: Row<Station>, context: SandboxContext, all: readonly Charger[]) {
  const chargerCounts = counts(all.filter(({ stationId }) => stationId === id));
  return { id, ...body, chargerCounts, batteryReadyCount: chargerCounts.FULLY_CHARGED, updatedAt: iso(context.now) };
}
/** GET /v1/depin/battery/stations. */
export function listStations(context: HandlerContext): unknown {
  const all = chargersOf(context, batteriesNow(context));
  const found = rows(context, station).filter(({ body }) =>
    (['type', 'status', 'city'] as const).every((field) => context.query[field] === undefined || context.query[field] === body[field]),
  );
  return page(context, found).map((row) => shownStation(row, context, all));
}
/** GET /v1/depin/battery/stations/{id}: with its chargers, and the batteries in them. */
export function showStation(row: Row<Station>, context: SandboxContext): unknown {
  const now = batteriesNow(context);
  const own = { ...now, slots: now.slots.filter(({ stationId }) => stationId === row.id), inVehicle: new Map() };
  const chargers = chargersOf(context, own);
  return { ...shownStation(row, context, chargers), chargers, batteries: inventory(context, own) };
}

type Battery = Answer<typeof shapes.Batteries>;
/** When the batteries were new. */
const manufacturedAt = Date.UTC(2025, 0, 1);

function inventory(context: SandboxContext, { slots, contents, inVehicle }: BatteryInventory): readonly Battery[] {
  const battery = (number: number, soc: number, where: Pick<Battery, 'stationId' | 'vin'>) => {
    const cycleCount =
      seededInteger(context, 'battery', String(number), 'cycles', 5, 60) +
      Math.max(0, Math.floor((context.now - manufacturedAt) / (4 * day)));
    const soh = Math.max(70, 100 - Math.floor(cycleCount / 25));
    const serial = `SBX-B-${String(number).padStart(6, '0')}`;
    return [number, { id: batteryId(context, number), serial, soc, soh, cycleCount, ...where }] as const;
  };
  const inChargers = slots.flatMap((slot) => {
    const own = contents[slot.index]!;
    return own.battery === null ? [] : [battery(own.battery, socOf(context, own), { stationId: slot.stationId, vin: null })];
  });
  const reports = reportsNow(context);
  const inVehicles = vehicles(context).flatMap((vehicle) => {
    const number = inVehicle.get(vehicle.vin);
    return number === undefined ? [] : [battery(number, reports.of(vehicle).soc, { stationId: null, vin: vehicle.vin })];
  });
  return [...inChargers, ...inVehicles].sort(([a], [b]) => a - b).map(([, one]) => one);
}

export const batteryQuery = { stationId: optional(text()), vin: optional(text()), minSoc: optional(number()), ...paging };
/** GET /v1/depin/battery/inventory. */
export function listBatteries(context: HandlerContext): unknown {
  const { stationId, vin, minSoc } = context.query as { stationId?: string; vin?: string; minSoc?: number };
  const found = inventory(context, batteriesNow(context)).filter(
    (one) => (stationId === undefined || one.stationId === stationId) && (vin === undefined || one.vin === vin) && one.soc >= (minSoc ?? 0),
  );
  return page(context, found).map((one) => one);
}

/** The capacity of a battery, in kilowatt-hours. */
const batteryKwh = 2.2;
/** GET /v1/depin/battery/dash: today is the day since midnight UTC. */
export function showBatteryDash(context: HandlerContext): unknown {
  const now = batteriesNow(context);
  const today = now.swaps(Math.floor(context.now / day) * day, context.now);
  const energy = today.reduce((sum, { body }) => sum + ((body.socIn - body.socOut) / 100) * batteryKwh, 0);
  return {
    stationCount: rows(context, station).length,
    chargerCounts: counts(chargersOf(context, now)),
    batteryCount: inventory(context, now).length,
    swapCountToday: today.length,
    energyKwhToday: Number(energy.toFixed(1)),
  };
}
