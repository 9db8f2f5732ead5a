// The battery reads of `tuk depin`: statistics, chargers, swap stations, batteries, swaps.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { plain } from '../../cli/settings/options.js';

import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { readEndpoint } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import { listRows } from '../../engine/request/validate-response.js';
import { ChargerStatus, StationStatus, StationType } from '../../services/catalogue/words.js';
import { BadInput, Failure, partFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { charger } from '../../things/charger.js';
import { batterySwap } from '../../things/network-vehicle.js';
import { station } from '../../things/station.js';

// Finds a swap station by its name, and the names of stations by their ids.

const mostNamed = 6;

/** A word with a digit may be an id of any service: `SW-3`. */
const mayBeId = /^[\w.:-]*\d[\w.:-]*$/;

/**
 * The id of a station: the typed text if it may be an id, else the id of the only station with such a name.
 * @throws {Failure} NO_STATION, {BadInput} AMBIGUOUS, and the failures of the list
 */
async function stationId(typed: string, context: Context): Promise<string> {
  if (mayBeId.test(typed)) return typed;
  const rows = await stations(context);
  const text = typed.toLowerCase();
  const named = (fits: (name: string) => boolean) =>
    rows.filter(({ name }) => typeof name === 'string' && fits(name.toLowerCase()));
  const same = named((name) => name === text);
  const matches = same.length > 0 ? same : named((name) => name.includes(text));
  if (matches.length === 1) return asText(matches[0]!.id);
  const quoted = JSON.stringify(typed.slice(0, 60));
  if (matches.length === 0)
    throw new Failure(
      'not-found',
      'NO_STATION',
      `No swap station is called ${quoted}.`,
      'List them: tuk depin stations --columns name,city,id',
    );
  const names = matches.slice(0, mostNamed).map(({ name, city }) => `${asText(name)} (${asText(city)})`);
  const more = matches.length > mostNamed ? `, and ${matches.length - mostNamed} more` : '';
  throw new BadInput(
    'AMBIGUOUS',
    `${matches.length} swap stations fit ${quoted}: ${names.join(', ')}${more}.`,
    'Type more of its name, or its id.',
  );
}

async function stations(context: Context): Promise<readonly Row[]> {
  const response = await readEndpoint(context, 'vehicle-oracle', 'listStations', {}, { patient: true });
  return listRows(response);
}

/**
 * The names of the swap stations by their ids. Logs an unreadable list: then no row has the name of its station.
 * @throws {Failure} if interrupted
 */
async function stationNames(context: Context): Promise<ReadonlyMap<string, string>> {
  try {
    const named = (await stations(context)).filter(({ name }) => typeof name === 'string' && name !== '');
    return new Map(named.map(({ id, name }) => [asText(id), asText(name)]));
  } catch (error) {
    context.note(leftOut('The names of the stations cannot be read, so no row has one', error));
    return new Map();
  }
}

const stationOption = plain('--station <id-or-name>', 'only those at one swap station');
/** Keeps the rows of the station of --station. It is looked up once. */
function atStation({ options }: Arguments, context: Context): (json: string) => Promise<string> {
  const { station } = options;
  if (typeof station !== 'string') return async (json) => json;
  let id: Promise<string> | undefined;
  return async (json) => {
    id ??= stationId(station, context);
    const [rows, key] = [parseLossless(json), await id];
    return Array.isArray(rows)
      ? stringifyLossless(rows.filter((row) => isRecord(row) && asText(row.stationId) === key))
      : json;
  };
}
/** Keeps the rows of the station of --station, and adds the names of stations. */
function withStationNames(args: Arguments, context: Context): (json: string) => Promise<string> {
  const keep = atStation(args, context);
  let reading: Promise<ReadonlyMap<string, string>> | undefined;
  return async (json) => {
    const filtered = await keep(json);
    const rows: unknown = parseLossless(filtered);
    const isUnnamed = (row: unknown): row is Row =>
      isRecord(row) && isScalar(row.stationId) && row.stationName === undefined;
    if (!Array.isArray(rows) || !rows.some(isUnnamed)) return filtered;
    reading ??= stationNames(context);
    const names = await reading;
    return stringifyLossless(
      rows.map((row: unknown) => {
        const stationName = isUnnamed(row) ? names.get(asText(row.stationId)) : undefined;
        return stationName === undefined ? row : { ...(row as Row), stationName };
      }),
    );
  };
}
const filterNote = 'The filters work on the response: no request field is known for them.';

export const batteries: readonly Command[] = [
  showCommand('vehicle-oracle', {
    name: 'dash',
    summary: 'Show statistics of the batteries and vehicles of the network',
    description: 'Combines two responses, batteries and vehicles. If one fails, the other is still shown.',
    examples: ['tuk depin dash', 'tuk depin dash --jq .vehicles.on'],
    endpoints: [{ endpoint: 'getBatteryDash' }, { endpoint: 'getVehicleDash', requires: ['vehicles'] }],
    fetchAll: (fetchOnce, _, { partialFailures }) => readBoth(fetchOnce, partialFailures),
  }),
  listCommand('vehicle-oracle', {
    name: 'chargers',
    summary: 'List the battery chargers',
    description: filterNote,
    options: [
      plain('--status <status>', 'filter by status', { words: ChargerStatus, filterPath: 'status' }),
      stationOption,
    ],
    examples: ['tuk depin chargers --status PROBLEM', 'tuk depin chargers -o csv'],
    endpoint: 'listChargers',
    alsoUses: { 'vehicle-oracle': ['listStations'] },
    transformAll: withStationNames,
    columns: charger.fields,
    empty: ['No chargers.', 'List them all: tuk depin chargers'],
    toParams: ({ station: _, ...params }) => params,
  }),
  listCommand('vehicle-oracle', {
    name: 'stations',
    summary: 'List the swap stations',
    description: filterNote,
    options: [
      plain('--status <status>', 'filter by status: on or off', { words: StationStatus, filterPath: 'status' }),
      plain('--type <type>', 'filter by type', { words: StationType, filterPath: 'type' }),
    ],
    examples: ['tuk depin stations', 'tuk depin stations --type MEGA --status ON', 'tuk depin stations -o csv'],
    endpoint: 'listStations',
    columns: station.fields,
    empty: ['No swap stations.', 'List them all: tuk depin stations'],
  }),
  showCommand('vehicle-oracle', {
    name: 'station',
    values: '<id-or-name>',
    summary: 'Show one swap station, by its id, or by its name or a part of it',
    examples: ['tuk depin station 1', "tuk depin station 'royal palace' --jq .status"],
    endpoint: 'getStation',
    alsoUses: { 'vehicle-oracle': ['listStations'] },
    columns: station.fields,
    toParams: async ({ idOrName }, _, context) => ({ id: await stationId(String(idOrName), context) }),
  }),
  listCommand('vehicle-oracle', {
    name: 'inventory',
    summary: 'List the batteries',
    description: filterNote,
    options: [stationOption],
    examples: [
      'tuk depin inventory',
      'tuk depin inventory --sort-by soh -o csv',
      "tuk depin inventory --station 'royal palace'",
    ],
    endpoint: 'listBatteries',
    alsoUses: { 'vehicle-oracle': ['listStations'] },
    toParams: ({ station: _, ...params }) => params,
    transformAll: atStation,
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
  listCommand('vehicle-oracle', {
    name: 'swaps',
    summary: 'List the battery swaps',
    description: filterNote,
    options: [stationOption],
    examples: ['tuk depin swaps', "tuk depin swaps --jq '.[0].vin'"],
    endpoint: 'listBatterySwaps',
    alsoUses: { 'vehicle-oracle': ['listStations'] },
    toParams: ({ station: _, ...params }) => params,
    transformAll: atStation,
    columns: batterySwap.fields,
    empty: ['No battery swaps.', 'See the stations: tuk depin stations'],
  }),
];

/** Combines both dashboards in one object. A failure of one is reported after the output of the other. */
async function readBoth(
  fetchOnce: (params: Params) => Promise<Response | undefined>,
  failures: Failure[],
): Promise<string | undefined> {
  const parts: Record<string, string> = {};
  let dryRun = false;
  for (const [name, params] of [
    ['batteries', {}],
    ['vehicles', { vehicles: true }],
  ] as const) {
    try {
      const response = await fetchOnce(params);
      if (response) parts[name] = response.text || 'null';
      else dryRun = true;
    } catch (error) {
      failures.push(partFailure(error, 'sign-in'));
    }
  }
  const names = Object.keys(parts);
  if (dryRun || names.length === 0) return undefined;
  return `{${names.map((name) => `"${name}":${parts[name]}`).join(',')}}`;
}
