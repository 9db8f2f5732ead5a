// A swap station of the network (platform 9.1).

import { anyId, byId, type PlaceFields, thing } from './thing.js';

/** The fields of stations on a map. */
export const stationPlaces: PlaceFields = {
  at: 'location',
  name: 'name',
  status: 'status',
  list: 'StationStatus',
  id: 'id',
};

export const station = thing({
  name: 'swap station',
  natural: ['name'],
  group: 'Depin',
  status: { list: 'StationStatus', at: ['status'] },
  reads: [
    { call: 'vehicle-oracle getStation', params: byId, finds: anyId, namedBy: /^stationId$/i },
    { call: 'vehicle-oracle listStations', of: 'user', finds: ['number', 'code', 'name'] },
  ],
  shownBy: 'depin station {id}',
  actions: [
    ['Its chargers', 'depin chargers --station {id}', { opens: 'screen' }],
    ['Its batteries', 'depin inventory --station {id}', { opens: 'screen' }],
    ['Its swaps', 'depin swaps --station {id}', { opens: 'screen' }],
  ],
  fields: [
    { path: 'status', as: { status: 'StationStatus' } },
    { path: 'name' },
    { path: 'chargerCounts.FULLY_CHARGED', heading: 'full', room: 'stays' },
    { path: 'chargerCounts.PROBLEM', heading: 'problem', room: 'stays' },
    { path: 'chargerCounts.CHARGING', heading: 'charging', room: 'yields' },
    { path: 'city' },
    { path: 'type', room: 'yields' },
    { path: 'address' },
    { path: 'batteryReadyCount', heading: 'batteries ready', room: 'page' },
    { path: 'updatedAt', heading: 'seen', as: 'time', room: 'page' },
    { path: 'id' },
  ],
});
