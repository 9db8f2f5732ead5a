// Swap stations: their locations and numbers of chargers.

import { type City, StationType } from '../../../src/services/catalogue/words.js';
import { addRow, defineKind, type Kind, type Stored } from '../../core/index.js';
import type * as shapes from '../../core/shapes/vehicle-oracle.js';
import { cities } from '../rides/fares.js';
import { stops } from '../rides/places.js';

type TypeWord = (typeof StationType)[number];

export type Station = Stored<typeof shapes.Stations, 'chargerCounts' | 'batteryReadyCount' | 'updatedAt'>;

/** 400 chargers in all. */
export const slotsOf: Readonly<Record<TypeWord, number>> = {
  MEGA: 20,
  HUB: 10,
  FACTORY: 10,
  SERVICE_CENTER: 5,
  PARTNER: 5,
  MINI: 4,
};
type Counts = Readonly<Partial<Record<TypeWord, number>>>;
/** Sixty stations. */
const network: Readonly<Partial<Record<City, Counts>>> = {
  PNH: { MEGA: 1, HUB: 2, FACTORY: 1, SERVICE_CENTER: 1, PARTNER: 4, MINI: 3 },
  SIN: { MEGA: 1, HUB: 1, SERVICE_CENTER: 1, PARTNER: 1, MINI: 1 },
  HAN: { MEGA: 1, HUB: 1, SERVICE_CENTER: 1, PARTNER: 3, MINI: 2 },
  HCM: { HUB: 2, FACTORY: 1, PARTNER: 3, MINI: 2 },
  REP: { HUB: 1, SERVICE_CENTER: 1, PARTNER: 2, MINI: 2 },
  BKK: { MEGA: 1, SERVICE_CENTER: 1, PARTNER: 3, MINI: 1 },
  JKT: { HUB: 1, PARTNER: 3, MINI: 1 },
  SHV: { PARTNER: 3, MINI: 1 },
  KPK: { PARTNER: 1, MINI: 2 },
  ADD: { HUB: 1, SERVICE_CENTER: 1, PARTNER: 1 },
};
/** Ordinals: one in Phnom Penh, one in Hanoi, one in Bangkok. */
const switchedOff = [12, 25, 45];
const noun: Readonly<Record<TypeWord, string>> = {
  MEGA: 'mega station',
  HUB: 'hub',
  FACTORY: 'factory',
  SERVICE_CENTER: 'service center',
  PARTNER: 'partner station',
  MINI: 'mini station',
};

export const station: Kind<Station> = defineKind({
  name: 'station',
  seed: (opening) => {
    const stations = (Object.keys(network) as City[]).flatMap((city) => stationsOf(city));
    for (const [index, body] of stations.entries()) {
      const status = switchedOff.includes(index + 1) ? 'OFF' : 'ON';
      addRow(opening, station, { body: { ...body, status } });
    }
  },
});

/** The stations of a city are at its places in turn. */
function stationsOf(city: City): Omit<Station, 'status'>[] {
  const places = stops(city);
  const types = StationType.flatMap((type) => Array.from({ length: network[city]?.[type] ?? 0 }, () => type));
  return types.map((type, index) => {
    const { name, address, locationPoint } = places[index % places.length]!;
    const aside = 0.0008 * Math.floor(index / places.length);
    const location = {
      latitude: locationPoint.latitude,
      longitude: Number((locationPoint.longitude + aside).toFixed(6)),
    };
    return { name: `${name} ${noun[type]}`, type, region: cities[city].region, city, address, location };
  });
}
