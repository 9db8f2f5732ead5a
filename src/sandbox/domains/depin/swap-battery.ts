// Swaps a battery at a station, and lists the swaps of the last thirty days.

import { optional, text } from '../../../services/catalogue/define.js';
import { type HandlerContext, requireCaller } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { page, paging } from '../../core/handlers.js';
import { notFound, refuse } from '../../core/refusal.js';
import { addRow, requireRow } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import type * as shapes from '../../core/shapes/vehicle-oracle.js';
import type { Answer } from '../../core/stored.js';
import { changeVehicle, vehicleByVin } from '../fleet/vehicle.js';
import { batteriesNow, type CompletedSwap } from './batteries.js';
import { batterySwap, shownSwap, socAfterSwap } from './battery-swap.js';
import { stateOf } from './chargers.js';
import { station } from './station.js';
import { reportsNow } from './telemetry.js';
import { historyMs } from './turn-schedule.js';

export const batterySwapQuery = { vin: optional(text()), stationId: optional(text()), ...paging };
/** GET /v1/depin/battery/swap: of the last thirty days, the last first. */
export function listSwaps(context: HandlerContext): unknown {
  const { vin, stationId } = context.query;
  const found = batteriesNow(context)
    .swaps(context.now - historyMs, context.now)
    .filter(({ body }) => (vin === undefined || body.vin === vin) && (stationId === undefined || body.stationId === stationId));
  return page(context, found).map(({ from, at, body }: CompletedSwap) =>
    shownSwap(context, typeof from === 'number' ? seededId(context.seed, 'network swap', from) : from.id, at, body),
  );
}

export const batterySwapBody = { vin: text(), stationId: text() };
/** POST /vehicle/battery/swap: the battery of a vehicle against a full one of a station of its city. Anybody may record one. */
export function swapBattery(context: HandlerContext): Answer<typeof shapes.BatterySwap> {
  const { vin, stationId } = context.body as { vin: string; stationId: string };
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
  const { userId } = requireCaller(context);
  const about = { vin: vehicle.vin, num: vehicle.num, stationId: place.id, slot: ready.index };
  const batteries = { out: inVehicle.get(vehicle.vin) ?? null, in: contents[ready.index]!.battery! };
  const row = addRow(context, batterySwap, { owner: userId, at: context.now, body: { ...about, ...batteries, socOut, socIn } });
  emit(context, 'activity done', { userId, typeId: 'swap_battery' });
  return batterySwap.show(row, context);
}
