// A charger of the network, at a swap station (platform 9.1).

import { anyText, thing } from './thing.js';

export const charger = thing({
  name: 'charger',
  natural: ['stationName', 'slot'],
  group: 'Depin',
  status: { list: 'ChargerStatus', at: ['status'] },
  reads: [{ call: 'vehicle-oracle listChargers', of: 'everybody', finds: anyText, namedBy: /^chargerId$/i }],
  shownBy: 'depin chargers',
  next: 'depin station {stationId}',
  fields: [
    { path: 'status', as: { status: 'ChargerStatus' } },
    { path: 'stationName', heading: 'station', room: 'stays' },
    { path: 'slot', room: 'stays' },
    { path: 'soc', heading: 'charge', as: 'percent', gauge: true },
    { path: 'powerW', heading: 'watts', as: 'amount' },
    { path: 'temperatureC', heading: 'celsius' },
    { path: 'stationId', heading: 'station id' },
    { path: 'id', room: 'yields' },
    { path: 'batteryId', heading: 'battery' },
  ],
});
