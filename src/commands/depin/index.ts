// The commands of `tuk depin`: chargers, stations, batteries, vehicles, rides, tokens, subscriptions.

import {
  type Arguments,
  type Command,
  type Context,
  type Group,
  linesResult,
  resultOf,
  textResult,
} from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { loaded } from '../../cli/print/loaded.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { rowsInText } from '../../engine/read/with-rows.js';
import { readEndpoint } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import { listRows } from '../../engine/request/validate-response.js';
import {
  ChargerStatus,
  City,
  NoticeCategory,
  RideAbstractStatus,
  RidePointType,
  StationStatus,
  StationType,
  VehicleFilter,
  VehicleType,
} from '../../services/catalogue/words.js';
import type { CallMap } from '../../services/decode/map.js';
import { rowsIn } from '../../services/decode/rows.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { BadInput, cited, Failure, partFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { relayout } from '../../services/json-text.js';
import { asText, isNumeric, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { isForScreenReader, wantsLines } from '../../text/dialogue.js';
import { byCount } from '../../text/heat-grid.js';
import { heatLines } from '../../text/heat-map.js';
import { sorted } from '../../text/row-order.js';
import { charger } from '../../things/charger.js';
import {
  batterySwap,
  networkRide,
  networkVehicle,
  subscription,
  subscriptionFields,
  vehicleToken,
} from '../../things/network-vehicle.js';
import { station } from '../../things/station.js';

// The battery reads of `tuk depin`: statistics, chargers, swap stations, batteries, swaps.
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
  const quoted = cited(typed);
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

const batteries: readonly Command[] = [
  showCommand('vehicle-oracle', {
    name: 'dash',
    summary: 'Show statistics of the batteries and vehicles of the network',
    description: 'Combines the responses of batteries and vehicles. If one fails, the other is still shown.',
    examples: ['tuk depin dash'],
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
    examples: ['tuk depin stations', 'tuk depin stations --type MEGA --status ON'],
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
    examples: ['tuk depin inventory', "tuk depin inventory --station 'royal palace'"],
    endpoint: 'listBatteries',
    alsoUses: { 'vehicle-oracle': ['listStations'] },
    toParams: ({ station: _, ...params }) => params,
    transformAll: atStation,
    columns: [
      { path: 'serial' },
      { path: 'soc', heading: 'charge', as: 'percent', gauge: true },
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
    examples: ['tuk depin swaps'],
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

// `tuk depin heatmap`: draws the starts and ends of rides as a grid, or prints them as GeoJSON.

const listHeatmap = listCommand('vehicle-oracle', {
  name: 'heatmap',
  summary: 'Show a heat map of ride starts and ends',
  description:
    'Draws a grid around the busiest place. In a pipe, or with -o table, it lists the cells. Without --point it counts starts and ends.',
  options: [
    plain('--point <point>', 'only pick-ups or only drop-offs', { words: RidePointType }),
    plain('--city <city>', 'filter by city', { words: City }),
    plain('--geojson', 'print the cells as GeoJSON points', { param: false }),
  ],
  examples: ['tuk depin heatmap --city PNH', 'tuk depin heatmap --point PICKUP -o csv', 'tuk depin heatmap --geojson'],
  endpoint: 'getHeatMap',
  open: true,
  columns: [
    { path: 'count', as: 'amount' },
    { path: 'type', heading: 'point' },
    { path: 'latitude' },
    { path: 'longitude' },
  ],
  id: 'latitude',
  key: ['type', 'latitude', 'longitude', 'geometry', 'properties.type'],
  empty: ['No rides there.', 'Look everywhere: tuk depin heatmap'],
  transform: (json, { options }) => (options.geojson === true ? geoJson(json) : json),
});

const heatmap: Command = {
  ...listHeatmap,
  run: async (args, context) => {
    const isDefault = usesDefaultOutput(context) && args.options.watch !== true;
    const asGeoJson = isDefault && args.options.geojson === true;
    const speaks = isDefault && isForScreenReader(context.world.env);
    if (!asGeoJson && !speaks && !(isDefault && !wantsLines(context.world.env))) return listHeatmap.run(args, context);
    const result = await (await listHeatmap.open!(args, context))(context);
    const { json, shown } = await loaded(result);
    if (json === undefined) return 0;
    if (asGeoJson) return textResult(relayout(json, 2));
    const rows = rowsOf(json, shown.of?.().map);
    const lines = speaks ? [] : heatLines(rows, (context.world.stdout as { columns?: number }).columns ?? 80);
    if (lines.length > 0) return linesResult(lines);
    return resultOf(speaks ? stringifyLossless(sorted(rows, byCount)) : json || '[]', {
      columns: shown.columns,
      empty: shown.empty,
    });
  },
};

const rowsOf = (json: string, map?: CallMap): readonly Row[] =>
  rowsIn(json === '' ? [] : inOurNames(parseLossless(json), map, true))?.rows ?? [];

/** Whether the output goes to a terminal without an output option. */
const usesDefaultOutput = ({ world, out }: Context) => {
  const { format, jq, fields, columns, sortBy, match, sum } = out.options;
  const shaping = [format, jq, fields, columns, sortBy, match, sum];
  return world.stdout.isTTY === true && shaping.every((option) => option === undefined);
};

/** The rows as GeoJSON points. A row without coordinates has no geometry (RFC 7946, section 3.2). */
const geoJson = (json: string) =>
  stringifyLossless({ type: 'FeatureCollection', features: rowsInText(json, inOwnNames).map(featureOf) });
const inOwnNames = (text: string) => inOurNames(parseLossless(text), undefined, true);
const featureOf = (row: Row) => {
  const { latitude, longitude, ...properties } = row;
  if (!isNumeric(latitude) || !isNumeric(longitude)) return { type: 'Feature', geometry: null, properties: row };
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties };
};

// The vehicle reads of `tuk depin`: vehicles, rides of the network, updates, notices.

const network: readonly Command[] = [
  showCommand('vehicle-oracle', {
    name: 'vehicles',
    summary: 'Show statistics of the vehicles of the network',
    description: 'No endpoint lists vehicles: this counts the vehicles that match the filters.',
    options: [
      plain('--filter <filter>', 'all vehicles, or only those that are on or off', { words: VehicleFilter }),
      plain('--type <type>', 'filter by type', { words: VehicleType }),
    ],
    examples: ['tuk depin vehicles', 'tuk depin vehicles --filter VEHICLE_ON --type T1'],
    endpoint: 'getVehicleDash',
    open: true,
  }),
  showCommand('vehicle-oracle', {
    name: 'vehicle',
    values: '<num>',
    summary: 'Show one vehicle of the network',
    examples: ['tuk depin vehicle 1'],
    endpoint: 'getVehicle',
    columns: [...networkVehicle.fields, ...subscription.fields],
    id: 'vin',
  }),
  listCommand('vehicle-oracle', {
    name: 'rides',
    summary: 'List the rides of the network',
    description:
      'tuk applies --status and --point to the response, because no public request field exists. --point keeps the rides with that point.',
    options: [
      plain('--status <status>', 'filter by status', { words: RideAbstractStatus, filterPath: 'abstractStatus' }),
      plain('--point <point>', 'only rides with a point of this type', {
        words: RidePointType,
        filterPath: 'points.type',
      }),
    ],
    examples: [
      'tuk depin rides --status MATCHED',
      'tuk depin rides --point DROPOFF -o csv',
      'tuk depin rides -f city=PNH',
    ],
    endpoints: [{ endpoint: 'listRides' }, { endpoint: 'listRidesV1', when: 'unknown' }],
    open: true,
    columns: networkRide.fields,
    empty: ['No rides.', 'See where rides start and end: tuk depin heatmap'],
  }),
  listCommand('vehicle-oracle', {
    name: 'updates',
    summary: 'List the latest updates of the vehicles',
    examples: ['tuk depin updates'],
    endpoint: 'listVehicleUpdates',
    open: true,
    columns: networkVehicle.fields,
    id: 'vin',
    empty: ['No updates.', 'See statistics: tuk depin vehicles'],
  }),
  listCommand('vehicle-oracle', {
    name: 'notices',
    summary: 'List the notices',
    options: [plain('--category <category>', 'filter by category', { words: NoticeCategory })],
    examples: ['tuk depin notices', 'tuk depin notices --category NEW_RELEASE'],
    endpoint: 'listNotices',
    open: true,
    columns: [
      { path: 'publishedAt', heading: 'when', as: 'time' },
      { path: 'category' },
      { path: 'title' },
      { path: 'url' },
      { path: 'id', room: 'yields' },
    ],
    empty: ['No notices.', 'List them all: tuk depin notices'],
  }),
];

// The token read of `tuk depin`.

const tokens: readonly Command[] = [
  showCommand('vehicle-oracle', {
    name: 'token',
    values: '<token-id>',
    summary: 'Show one vehicle token',
    examples: ['tuk depin token 1'],
    endpoint: 'getToken',
    columns: vehicleToken.fields,
    id: 'tokenId',
  }),
];

// The changes of `tuk depin`: vehicles, battery swaps and subscriptions. No body has public fields.

const fieldsNote = 'Its fields are not public. Give them with --input, or one by one with -f and -F.';
const noListNote = `${fieldsNote} No endpoint lists subscriptions. Keep the id of the response; the ledger has it, too.`;

const changes: readonly Command[] = [
  changeCommand('vehicle-oracle', {
    name: 'register',
    summary: 'Register a vehicle',
    description: fieldsNote,
    examples: ['tuk depin register -f vin=SBXT1E041TS900001 -f model=T1 -f city=PNH --yes'],
    endpoint: 'registerVehicle',
    open: 'needed',
    next: (_, { num }) => (typeof num === 'number' ? `tuk depin vehicle ${num}` : undefined),
  }),
  changeCommand('vehicle-oracle', {
    name: 'swap-battery',
    summary: 'Record a battery swap',
    description: fieldsNote,
    examples: ['tuk depin swap-battery -f vin=SBXT1E046SS000001 -f stationId=1 --yes'],
    endpoint: 'swapBattery',
    open: 'needed',
    next: () => 'tuk depin swaps',
  }),
  changeCommand('vehicle-oracle', {
    name: 'subscription create',
    summary: 'Start a subscription for a vehicle; this costs money',
    description: noListNote,
    examples: ['tuk depin subscription create -f vin=SBXX2E028TS000046 -f period=WEEK --yes'],
    endpoint: 'subscribe',
    open: 'needed',
    money: true,
    columns: subscriptionFields,
    next: vehicleCommand,
  }),
  changeCommand('vehicle-oracle', {
    name: 'subscription update',
    summary: 'Change a subscription for a vehicle; this may cost money',
    description: noListNote,
    examples: ['tuk depin subscription update -f id=<id> -f action=pay --yes'],
    endpoint: 'updateSubscription',
    open: 'needed',
    money: true,
    columns: subscriptionFields,
    next: vehicleCommand,
  }),
];

function vehicleCommand(_: unknown, { vin }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof vin === 'string' ? `tuk depin vehicle ${vin}` : undefined;
}

export const group: Group = { commands: [...batteries, ...network, heatmap, ...tokens, ...changes] };
