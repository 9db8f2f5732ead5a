// Swapping a battery at a station, and the swaps of the last thirty days.
import { optional, text } from '../../../services/catalogue/define.js';
import { tell } from '../../core/effects.js';
import { page, paging } from '../../core/handlers.js';
import { seededId } from '../../core/ids.js';
import { notFound, refuse } from '../../core/refusal.js';
import { addRow, theRow } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { batterySoc, changeVehicle, vehicleByVin } from '../fleet/vehicle.js';
import { batteriesNow, type Done } from './batteries.js';
import { stateOf } from './chargers.js';
import { remembered } from './rota.js';
import { station } from './station.js';
import { batterySwap, shownSwap } from './swap.js';

export const swapQuery = { vin: optional(text()), stationId: optional(text()), ...paging };
/** GET /v1/depin/battery/swap: of the last thirty days, the last first. */
export function listSwaps(world: World): unknown {
  const { vin, stationId } = world.query;
  const found = batteriesNow(world)
    .swaps(world.now - remembered, world.now)
    .filter(({ body }) => (vin === undefined || body.vin === vin) && (stationId === undefined || body.stationId === stationId));
  return page(world, found).map(({ from, at, body }: Done) =>
    shownSwap(world, typeof from === 'number' ? seededId(world.seed, 'network swap', from) : from.id, at, body),
  );
}

export const swapBody = { vin: text(), stationId: text() };
/** POST /vehicle/battery/swap: the battery of a vehicle against a full one of a station of its city. Anybody may record one. */
export function swapBattery(world: World): unknown {
  const { vin, stationId } = world.body as { vin: string; stationId: string };
  const vehicle = vehicleByVin(world, vin) ?? notFound('VEHICLE', vin);
  const place = theRow(world, station, stationId);
  if (place.body.city !== vehicle.city)
    refuse(422, `The vehicle is in ${vehicle.city}, the station in ${place.body.city}.`, 'NOT_AT_STATION');
  if (place.body.status === 'OFF') refuse(409, 'The station is OFF.', 'STATION_OFF');
  const { slots, held, inVehicle } = batteriesNow(world);
  const ready = slots.find((slot) => slot.stationId === place.id && stateOf(world, slot, held[slot.index]!).status === 'FULLY_CHARGED');
  if (!ready) return refuse(409, 'No battery of the station is FULLY_CHARGED.', 'NO_BATTERY_READY');
  const socOut = batterySoc(world, vehicle);
  const socIn = batterySoc(world, changeVehicle(world, vehicle.num, { chargedAt: world.now }));
  const { userId } = caller(world);
  const about = { vin: vehicle.vin, num: vehicle.num, stationId: place.id, slot: ready.index };
  const batteries = { out: inVehicle.get(vehicle.vin) ?? null, in: held[ready.index]!.battery! };
  const row = addRow(world, batterySwap, { owner: userId, at: world.now, body: { ...about, ...batteries, socOut, socIn } });
  tell(world, 'battery swapped', { userId, vin: vehicle.vin, stationId: place.id });
  return batterySwap.show(row, world);
}
