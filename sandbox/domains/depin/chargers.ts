// Lists chargers, stations and batteries, computed from the time, and swaps a battery at a station.

import { number, optional, text, word } from '../../../src/services/catalogue/define.js';
import { ChargerStatus, City, StationStatus, StationType } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  callerId,
  day,
  emit,
  type HandlerContext,
  iso,
  matches,
  minute,
  notFound,
  page,
  paging,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
  second,
  seededId,
  seededInteger,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/vehicle-oracle.js';
import { changeVehicle, vehicleByVin, vehicles } from '../fleet/vehicle.js';
import {
  type BatteryInventory,
  batteriesNow,
  batteryId,
  batterySwap,
  type ChargerContent,
  type CompletedSwap,
  type Slot,
  shownSwap,
  socAfterSwap,
} from './batteries.js';
import { type Station, station } from './station.js';
import { reportsNow } from './telemetry.js';
import { historyMs } from './turn-schedule.js';

type StatusWord = (typeof ChargerStatus)[number];

/** A charger adds one per cent in forty seconds. */
const percentMs = 40 * second;
/** A spare battery is discharged to a fifth every eight hours, and charged again. */
const careMs = 480 * minute;
const letDownTo = 20;

/** The charge in whole per cent; 0 without a battery. */
function socOf({ now }: Context, { battery, since, soc, spare }: ChargerContent): number {
  if (battery === null) return 0;
  const spell = spare === undefined ? now - since : (now + spare * careMs) % careMs;
  return Math.min(100, Math.floor((spare === undefined ? soc : letDownTo) + spell / percentMs));
}

function stateOf(
  context: Context,
  { always }: Slot,
  content: ChargerContent,
): { readonly status: StatusWord; readonly soc: number } {
  const soc = socOf(context, content);
  const status = always ?? (content.battery === null ? 'NO_BATTERY' : soc === 100 ? 'FULLY_CHARGED' : 'CHARGING');
  return { status, soc };
}

type Charger = ResponseOf<typeof shapes.Chargers>;
const chargerWatts = 1200;

function chargersOf(context: Context, { slots, contents }: BatteryInventory): readonly Charger[] {
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
  Object.fromEntries(
    ChargerStatus.map((word) => [word, chargers.filter(({ status }) => status === word).length]),
  ) as Record<StatusWord, number>;

const chargerQuery = { stationId: optional(text()), status: optional(word(ChargerStatus)), ...paging };
const matchingChargers = (context: HandlerContext): readonly Charger[] =>
  chargersOf(context, batteriesNow(context)).filter((charger) =>
    matches(context.query, ['stationId', 'status'], charger),
  );
/** The chargers that match. */
export const listChargers = view((context) => page(context, matchingChargers(context)), { query: chargerQuery });
/** Their number, by status too. */
export const countChargers = view(
  (context) => {
    const chargers = matchingChargers(context);
    return { total: chargers.length, ...counts(chargers) };
  },
  { query: chargerQuery },
);

function shownStation({ id, body }: Row<Station>, context: Context, chargers: readonly Charger[]) {
  const chargerCounts = counts(chargers.filter(({ stationId }) => stationId === id));
  return { id, ...body, chargerCounts, batteryReadyCount: chargerCounts.FULLY_CHARGED, updatedAt: iso(context.now) };
}
/** The stations that match. */
export const listStations = view(
  (context) => {
    const chargers = chargersOf(context, batteriesNow(context));
    const stations = rows(context, station).filter(({ body }) =>
      matches(context.query, ['type', 'status', 'city'], body),
    );
    return page(context, stations, (row) => shownStation(row, context, chargers));
  },
  {
    query: {
      type: optional(word(StationType)),
      status: optional(word(StationStatus)),
      city: optional(word(City)),
      ...paging,
    },
  },
);
/** A station with its chargers and their batteries. */
export function showStation(row: Row<Station>, context: Context) {
  const now = batteriesNow(context);
  const local = { ...now, slots: now.slots.filter(({ stationId }) => stationId === row.id), inVehicle: new Map() };
  const chargers = chargersOf(context, local);
  return { ...shownStation(row, context, chargers), chargers, batteries: inventory(context, local) };
}

type Battery = ResponseOf<typeof shapes.Batteries>;
const manufacturedAt = Date.UTC(2025, 0, 1);

function inventory(context: Context, { slots, contents, inVehicle }: BatteryInventory): readonly Battery[] {
  const battery = (number: number, soc: number, where: Pick<Battery, 'stationId' | 'vin'>) => {
    const cycleCount =
      seededInteger(context, 'battery', String(number), 'cycles', 5, 60) +
      Math.max(0, Math.floor((context.now - manufacturedAt) / (4 * day)));
    const soh = Math.max(70, 100 - Math.floor(cycleCount / 25));
    const serial = `SBX-B-${String(number).padStart(6, '0')}`;
    return [number, { id: batteryId(context, number), serial, soc, soh, cycleCount, ...where }] as const;
  };
  const inChargers = slots.flatMap((slot) => {
    const content = contents[slot.index]!;
    return content.battery === null
      ? []
      : [battery(content.battery, socOf(context, content), { stationId: slot.stationId, vin: null })];
  });
  const reports = reportsNow(context);
  const inVehicles = vehicles(context).flatMap((vehicle) => {
    const number = inVehicle.get(vehicle.vin);
    return number === undefined
      ? []
      : [battery(number, reports.of(vehicle).soc, { stationId: null, vin: vehicle.vin })];
  });
  return [...inChargers, ...inVehicles].sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** The batteries that match. */
export const listBatteries = view(
  (context) => {
    const { minSoc = 0 } = context.query;
    const batteries = inventory(context, batteriesNow(context)).filter(
      (battery) => matches(context.query, ['stationId', 'vin'], battery) && battery.soc >= minSoc,
    );
    return page(context, batteries);
  },
  {
    query: {
      stationId: optional(text()),
      vin: optional(text()),
      minSoc: optional(number()),
      ...paging,
    },
  },
);

const batteryKwh = 2.2;
/** Today begins at midnight UTC. */
export function showBatteryDash(context: HandlerContext) {
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

/** The swaps of the last thirty days, the last first. */
export const listSwaps = view(
  (context) => {
    const swaps = batteriesNow(context)
      .swaps(context.now - historyMs, context.now)
      .filter(({ body }) => matches(context.query, ['vin', 'stationId'], body));
    return page(context, swaps, ({ from, at, body }: CompletedSwap) =>
      shownSwap(context, typeof from === 'number' ? seededId(context.seed, 'network swap', from) : from.id, at, body),
    );
  },
  { query: { vin: optional(text()), stationId: optional(text()), ...paging } },
);

/** Exchanges a battery for a full one in its city. Every user may record a swap. */
export const swapBattery = view(
  (context) => {
    const { vin, stationId } = context.body;
    const vehicle = vehicleByVin(context, vin) ?? notFound('VEHICLE', vin);
    const place = requireRow(context, station, stationId);
    if (place.body.city !== vehicle.city)
      refuse(422, `The vehicle is in ${vehicle.city}, the station in ${place.body.city}.`, 'NOT_AT_STATION');
    if (place.body.status === 'OFF') refuse(409, 'The station is OFF.', 'STATION_OFF');
    const { slots, contents, inVehicle } = batteriesNow(context);
    const ready = slots.find(
      (slot) => slot.stationId === place.id && stateOf(context, slot, contents[slot.index]!).status === 'FULLY_CHARGED',
    );
    if (!ready) return refuse(409, 'No battery of the station is FULLY_CHARGED.', 'NO_BATTERY_READY');
    const socOut = reportsNow(context).of(vehicle).soc;
    const socIn = socAfterSwap;
    changeVehicle(context, vehicle.num, { chargedAt: context.now });
    const userId = callerId(context);
    const about = { vin: vehicle.vin, num: vehicle.num, stationId: place.id, slot: ready.index };
    const batteries = { out: inVehicle.get(vehicle.vin) ?? null, in: contents[ready.index]!.battery! };
    const row = addRow(context, batterySwap, {
      owner: userId,
      body: { ...about, ...batteries, socOut, socIn },
    });
    emit(context, 'activity done', { userId, typeId: 'swap_battery' });
    return batterySwap.show(row, context);
  },
  { body: { vin: text(), stationId: text() } },
);
