// What `tuk depin` reads of batteries: all in numbers, chargers, swap stations, the batteries, the swaps.

import type { Command } from '../../cli/command.js';
import type { Params } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import { ChargerStatus, StationStatus, StationType } from '../../services/catalogue/words.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Column } from '../../ui/format/column.js';

const stationColumns: readonly Column[] = [
  { path: 'status', as: { status: 'StationStatus' } },
  { path: 'name' },
  { path: 'type' },
  { path: 'city' },
  { path: 'chargerCounts.FULLY_CHARGED', heading: 'full' },
  { path: 'chargerCounts.CHARGING', heading: 'charging' },
  { path: 'chargerCounts.PROBLEM', heading: 'problem' },
  { path: 'address' },
  { path: 'id' },
];
const works = 'What is asked for works on the answer: no field of the request is known to take it.';

export const batteries: readonly Command[] = [
  readCommand({
    name: 'dash',
    summary: 'Show the batteries and the vehicles of the network in numbers',
    description: 'Two answers as one: batteries and vehicles. What cannot be had of one does not keep the other back.',
    examples: ['tuk depin dash', 'tuk depin dash --jq .vehicles.on'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'getBatteryDash' }, { call: 'getVehicleDash', needs: ['vehicles'] }],
    uses: ['vehicle-oracle GET /v1/depin/battery/dash', 'vehicle-oracle GET /v1/depin/vehicles/dash'],
    fetchAll: (once, _, { lost }) => both(once, lost),
  }),
  readCommand({
    name: 'chargers',
    summary: 'List the battery chargers, or count them',
    description: works,
    options: [
      { flags: '--status <status>', summary: 'only those of a status', words: ChargerStatus, rows: 'status' },
      { flags: '--counts', summary: 'how many there are of each status' },
    ],
    examples: ['tuk depin chargers --status PROBLEM', 'tuk depin chargers --counts', 'tuk depin chargers -o csv'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'listChargers' }, { call: 'countChargers', needs: ['counts'] }],
    uses: ['vehicle-oracle GET /v1/depin/battery/chargers', 'vehicle-oracle GET /v1/depin/battery/chargers/counts'],
    columns: [
      { path: 'status', as: { status: 'ChargerStatus' } },
      { path: 'slot' },
      { path: 'soc', heading: 'charge', as: 'percent' },
      { path: 'powerW', heading: 'watts', as: 'amount' },
      { path: 'temperatureC', heading: 'celsius' },
      { path: 'stationId', heading: 'station', room: 'stays' },
      { path: 'id', room: 'yields' },
      { path: 'batteryId', heading: 'battery' },
    ],
    empty: ['No chargers.', 'List them all: tuk depin chargers'],
    toParams: (given, { options }) => {
      if (given.counts !== undefined && options.status !== undefined)
        throw new BadInput('CONFLICT', '--counts counts every status: give it without --status.');
      return given;
    },
  }),
  readCommand({
    name: 'stations',
    summary: 'List the swap stations',
    description: works,
    options: [
      { flags: '--status <status>', summary: 'only those that are on, or off', words: StationStatus, rows: 'status' },
      { flags: '--type <type>', summary: 'only those of a type', words: StationType, rows: 'type' },
    ],
    examples: ['tuk depin stations', 'tuk depin stations --type MEGA --status ON', 'tuk depin stations -o csv'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'listStations' }],
    uses: ['vehicle-oracle GET /v1/depin/battery/stations'],
    columns: stationColumns,
    empty: ['No swap stations.', 'List them all: tuk depin stations'],
  }),
  readCommand({
    name: 'station',
    values: '<id>',
    summary: 'Show one swap station',
    examples: ['tuk depin station 1', 'tuk depin station 1 --jq .status'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'getStation' }],
    uses: ['vehicle-oracle GET /v1/depin/battery/stations/{id}'],
    columns: stationColumns,
  }),
  readCommand({
    name: 'inventory',
    summary: 'List the batteries',
    examples: ['tuk depin inventory', 'tuk depin inventory --sort-by soh -o csv'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'listBatteries' }],
    uses: ['vehicle-oracle GET /v1/depin/battery/inventory'],
    columns: [
      { path: 'serial' },
      { path: 'soc', heading: 'charge', as: 'percent' },
      { path: 'soh', heading: 'health', as: 'percent' },
      { path: 'cycleCount', heading: 'cycles', as: 'amount' },
      { path: 'vin' },
      { path: 'stationId', heading: 'station' },
      { path: 'id', room: 'yields' },
    ],
    empty: ['No batteries.', 'See the network: tuk depin dash'],
  }),
  readCommand({
    name: 'swaps',
    summary: 'List the battery swaps',
    examples: ['tuk depin swaps', "tuk depin swaps --jq '.[0].vin'"],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'listBatterySwaps' }],
    uses: ['vehicle-oracle GET /v1/depin/battery/swap'],
    columns: [
      { path: 'swappedAt', heading: 'when', as: 'time' },
      { path: 'num' },
      { path: 'vin' },
      { path: 'socOut', heading: 'out', as: 'percent' },
      { path: 'socIn', heading: 'in', as: 'percent' },
      { path: 'stationId', heading: 'station' },
      { path: 'id', room: 'yields' },
    ],
    empty: ['No battery swaps.', 'See the stations: tuk depin stations'],
  }),
];

/** Both dashes as one answer; what cannot be had of one is told after the other has been shown. */
async function both(once: (given: Params) => Promise<Response | undefined>, lost: Failure[]): Promise<string | undefined> {
  const parts: Record<string, string> = {};
  let shown = false;
  for (const [name, given] of [
    ['batteries', {}],
    ['vehicles', { vehicles: true }],
  ] as const) {
    try {
      const reply = await once(given);
      if (reply) parts[name] = reply.text || 'null';
      else shown = true; // it was only to be shown
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted' || error.kind === 'sign-in') throw error;
      lost.push(error);
    }
  }
  const names = Object.keys(parts);
  if (shown || names.length === 0) return undefined;
  return `{${names.map((name) => `"${name}":${parts[name]}`).join(',')}}`;
}
