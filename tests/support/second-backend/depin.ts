// The vehicle network (vehicle-oracle) of the second back end. None of its responses are public: the field names are invented here.
import { created201, ok200, pathSegment, valuesIn } from './course.js';
import { Refusal, type Routes } from './http.js';
import type { Sessions } from './sessions.js';

const stops = [
  { code: 'SW-1', title: 'River hub', power: 'ON', sort: 'HUB', spot: { north: 11.56, east: 104.93 }, slots: 12 },
  { code: 'SW-2', title: 'Airport mini', power: 'OFF', sort: 'MINI', spot: { north: 11.54, east: 104.84 }, slots: 4 },
  { code: 'SW-3', title: 'Hill post', power: 'HALF_LIT', sort: 'MINI', spot: { north: 11.6, east: 104.9 }, slots: 2 }, // no known word
];

export function depinRoutes({ signedIn }: Sessions): Routes {
  let plans = 0;
  return {
    'GET /vehicle-oracle/v1/depin/battery/stations': signedIn(() =>
      ok200({ stops, span: { from: 1, to: stops.length, of: stops.length } }),
    ),
    'GET /vehicle-oracle/v1/depin/battery/stations/{id}': signedIn((_, request) => {
      const stop = stops.find(({ code }) => code === pathSegment(request, 5));
      if (!stop) throw new Refusal(404, 'No such stop');
      return ok200({ stop });
    }),
    'GET /vehicle-oracle/v1/depin/battery/dash': signedIn(() => ok200({ packs: { whole: 240, full: 91.5 } })),
    'GET /vehicle-oracle/v1/depin/vehicles/dash': signedIn(() => ok200({ wheels: { rolling: 31, parked: 12 } })),
    'GET /vehicle-oracle/v1/depin/vehicles/{num}': signedIn((_, request) =>
      ok200({ machine: { plate: pathSegment(request, 4), odometer: 10412.5 } }),
    ),
    'GET /vehicle-oracle/v2/depin/rides': () => ok200({ trips: [{ trip: 'T-1', began: 1_763_600_000_000, leg: 'MATCHED' }], cursor: 'c2' }),
    'POST /vehicle-oracle/vehicle/subscription': signedIn((_, { body }) => {
      valuesIn(body);
      return created201({ plan: { no: `SU-${++plans}`, dues: 'ON_TIME', monthly: 55 } });
    }),
  };
}
