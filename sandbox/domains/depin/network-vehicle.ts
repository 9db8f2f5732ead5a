// Vehicles of the network: power, location and telemetry, and the registration of new ones.

import { number, optional, text, word } from '../../../src/services/catalogue/define.js';
import { City, VehicleFilter, VehicleSeries, VehicleType } from '../../../src/services/catalogue/words.js';
import {
  badRequest,
  callerId,
  type HandlerContext,
  iso,
  notFound,
  page,
  paging,
  refuse,
  view,
} from '../../core/index.js';
import { addVehicle, type Vehicle, vehicleByNum, vehicleByVin, vehicles } from '../fleet/vehicle.js';
import { isVin } from '../fleet/vehicle-plan.js';
import { subscriptionOf } from './subscription.js';
import { type Report, reportsNow } from './telemetry.js';
import { parseTime } from './turn-schedule.js';

type Series = Exclude<(typeof VehicleSeries)[number], 'ALL'>;
const seriesOf = ({ model }: Pick<Vehicle, 'model'>): Series => (model === 'T1' ? 'T1' : 'X');

function reportFields({ num, vin, model }: Vehicle, { at, on, ...report }: Report) {
  return { num, vin, vehicleType: model, series: seriesOf({ model }), on, ...report, updatedAt: iso(at) };
}

/** By number or VIN, with the caller's subscription. */
export function showVehicle(context: HandlerContext) {
  const { num: name = '' } = context.path;
  const vehicle = /^\d{1,9}$/.test(name)
    ? vehicleByNum(context, Number(name))
    : (vehicleByVin(context, name) ?? notFound('VEHICLE', name));
  return {
    ...reportFields(vehicle, reportsNow(context).of(vehicle)),
    subscription: subscriptionOf(context, callerId(context), vehicle.vin),
  };
}

/** The latest report of each vehicle, the last first. */
export const listUpdates = view(
  (context) => {
    const { filter = 'ALL', series = 'ALL' } = context.query;
    const since = parseTime('since', context.query.since) ?? Number.NEGATIVE_INFINITY;
    const reports = reportsNow(context);
    // ten thousand vehicles report at few moments: sorting the moments is faster
    const byTime = new Map<number, Vehicle[]>();
    for (const vehicle of vehicles(context)) {
      const { at, on } = reports.timeOf(vehicle);
      const fits =
        (filter === 'ALL' || on === (filter === 'VEHICLE_ON')) && (series === 'ALL' || seriesOf(vehicle) === series);
      if (!fits || at <= since) continue;
      const same = byTime.get(at);
      if (same) same.push(vehicle);
      else byTime.set(at, [vehicle]);
    }
    const sorted = [...byTime].sort(([a], [b]) => b - a).flatMap(([, group]) => group);
    return page(context, sorted, (vehicle) => reportFields(vehicle, reports.of(vehicle)));
  },
  {
    query: {
      since: optional(text()),
      filter: optional(word(VehicleFilter)),
      series: optional(word(VehicleSeries)),
      ...paging,
    },
  },
);

/** The numbers of vehicles that match. */
export const showVehicleDash = view(
  (context) => {
    const { city, filter = 'ALL', series = 'ALL', type } = context.query;
    const { timeOf } = reportsNow(context);
    const isOn = (vehicle: Vehicle): boolean => timeOf(vehicle).on;
    const matches = vehicles(context)
      .filter(
        (vehicle) => (city === undefined || city === vehicle.city) && (type === undefined || type === vehicle.model),
      )
      .filter((vehicle) => series === 'ALL' || series === seriesOf(vehicle))
      .filter((vehicle) => filter === 'ALL' || (filter === 'VEHICLE_ON') === isOn(vehicle));
    const on = matches.filter(isOn).length;
    const ofSeries = (series: Series) => matches.filter((vehicle) => seriesOf(vehicle) === series).length;
    return { total: matches.length, on, off: matches.length - on, bySeries: { T1: ofSeries('T1'), X: ofSeries('X') } };
  },
  {
    query: {
      city: optional(word(City)),
      filter: optional(word(VehicleFilter)),
      series: optional(word(VehicleSeries)),
      type: optional(word(VehicleType)),
    },
  },
);

const highestNum = 999_999;
/** The new vehicle has no owner and is on the road at once. */
export const registerVehicle = view(
  (context) => {
    const { vin, model, city, num } = context.body;
    if (!isVin(vin.toUpperCase()))
      badRequest('vin must be 17 characters without I, O and Q, with the check digit of ISO 3779 at the ninth place.');
    if (num !== undefined && !(Number.isInteger(num) && num >= 1 && num <= highestNum))
      badRequest(`num must be a whole number from 1 to ${highestNum}.`);
    const same = vehicles(context).find((vehicle) => vehicle.vin === vin.toUpperCase() || vehicle.num === num);
    if (same)
      refuse(409, `Vehicle ${same.num} has this ${same.num === num ? 'number' : 'VIN'} already.`, 'ALREADY_REGISTERED');
    const added = addVehicle(context, { vin, model, city, num });
    return reportFields(added, reportsNow(context).of(added));
  },
  { body: { vin: text(), model: word(VehicleType), city: word(City), num: optional(number()) } },
);
