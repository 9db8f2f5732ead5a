// Finds the values that a call of a smoke run needs: in the fixtures, in earlier responses, in closed lists.

import type { Context } from '../../cli/command/command.js';
import { inputName, readJsonText } from '../../cli/files/input-file.js';
import { type Call, callTyped, type Field as PublicField, pathNames } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { Fields, nounOfCall, nounsIn } from '../../services/decode/fields.js';
import { bodyOf } from '../../services/decode/rows.js';
import { foldName } from '../../services/fold-text.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { knownFields } from '../../services/http/params.js';
import { type Field, fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, isScalar, valueAt } from '../../services/json-value.js';
import { LosslessNumber, parseLossless } from '../../services/lossless-number.js';
import { isRead } from './selection.js';

// The sources of the values of a smoke run, by name, after its fixtures; values.ts has the rules beside the table.

/** A field of a call's response, `service call field`, or a plain value. */
type Source = string | { readonly value: string };

/**
 * By `service call name`, `service name` or `name`: the nearest key counts, and its sources are tried in order. An enum
 * takes only its own values. A name without a line is looked up beside its path; an enum defaults to its first value.
 */
export const sources: Readonly<Record<string, readonly Source[]>> = {
  // Enums: the values with the most data
  network: [{ value: 'BSC' }],
  region: [{ value: 'KH' }],
  'activity region': ['activity listBanners region', { value: 'KH' }],
  filter: [{ value: 'ALL' }],
  currency: [{ value: 'MVP' }, 'user getPoints currencyId'],
  // Users
  userId: ['user getCurrent userId', 'user listInvitees id', 'user getCurrent id'],
  identifier: ['user getCurrent identifier', 'user getCurrent userId'],
  address: ['user getMainWallet address', 'user listWallets address', 'user listWalletsV2 address'],
  fromAddress: ['user getMainWallet address', 'user listWallets address', 'user listWalletsV2 address'],
  pubkey: [],
  phone: [{ value: '+85512000000' }],
  fcmToken: [{ value: 'tuk-smoke' }], // the token of no device
  // Points, apps, games
  currencyId: ['user getPoints currencyId', 'sale listCurrencies id', 'sale listCurrencies value'],
  'user getCurrency id': ['sale listCurrencies id', 'user getPoints currencyId', 'sale listCurrencies value'],
  appId: ['user listPublicApps id', 'user listApps id'],
  eventAlias: ['user listAppEarnEvents alias'],
  requestId: ['user listParticipations requestId'],
  missionPointId: ['activity listMissionGroups missionPointId', 'activity listMissions missionPointId'],
  missionGroupId: ['activity listMissionGroups id'],
  'user getGame id': ['user getActiveDemocopter id'],
  'user getGameResult id': ['user listPastDemocopterResults id'],
  'user getGameResultAbstract id': ['user listPastDemocopterResults id'],
  'user getForm id': [],
  slug: ['user listFirstSale slug'],
  // The store
  'sale getOrder id': ['sale listItems orderId'],
  // Vehicles
  vin: ['musubi listVehicles vin', 'musubi listPublicVehicles vin'],
  num: ['musubi listPublicVehicles num', 'vehicle-oracle listVehicleUpdates num'],
  tokenId: ['musubi listPublicVehicles tokenId', 'musubi listTransactions tokenId'],
  nftNo: ['musubi listPublicVehicles nftNo'],
  saleId: [],
  'vehicle-oracle network': ['musubi listCollections network'],
  contractAddress: ['musubi listCollections contractAddress'],
  // Places
  'ride-hailing getPlace id': ['ride-hailing listRecommendedPlaces placeId', 'ride-hailing searchPlaces placeId'],
  ids: ['ride-hailing listRecommendedPlaces placeId'],
  latitude: ['ride-hailing listRecommendedPlaces latitude', { value: '11.5564' }],
  longitude: ['ride-hailing listRecommendedPlaces longitude', { value: '104.9282' }],
  q: ['ride-hailing listRecommendedPlaces name', { value: 'market' }],
  // The chain
  'wallet ids': ['wallet listTokens priceId', { value: 'mass-vehicle-ledger' }],
  vs_currencies: [{ value: 'usd' }],
  tokenSymbol: ['wallet listNetworkTokens symbol'],
  // the network's own coin, as swap aggregators spell it
  fromTokenAddress: [{ value: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }],
  toTokenAddress: ['wallet listTokensV1 contractAddress'],
  hash: ['wallet listHistory hash'],
  blockNumber: ['wallet listHistory blockNumber'],
  'wallet getHistoryRow id': ['wallet listHistory id'],
  beforeblock: [{ value: '2147483647' }], // as the published client begins
  beforeindex: [{ value: '2147483647' }],
  // Plain ones
  'wallet amount': [{ value: '1000000000000000' }],
  amount: [{ value: '10' }],
  'user type': [{ value: 'DEPOSIT' }],
  page: [{ value: '0' }],
  isContainCanceled: [{ value: 'false' }],
};

/** Calls whose thing need not exist: 204, or 404 with a code NOT_FOUND_…, says so. */
export const optionalResources: ReadonlySet<string> = new Set([
  'ride-hailing getActiveRequest',
  'ride-hailing getCancelStatus',
  'user getActiveDemocopter',
  'wallet getMigration',
]);

const swapFields = ['fromTokenAddress', 'toTokenAddress', 'amount'];
/**
 * Required query fields without a public name, by the names of the sandbox. A failure says which names were used. A
 * values file that names the call replaces them.
 */
export const assumedQueries: Readonly<Record<string, readonly string[]>> = {
  'user quotePoints': ['type', 'amount'],
  'user quotePointsV2': ['type', 'amount'],
  'musubi getPublicVehicle': ['vin'],
  'ride-hailing checkPhone': ['phone'],
  'ride-hailing listPlaceAttributes': ['ids'],
  'ride-hailing listNearbyPlaces': ['latitude', 'longitude'],
  'ride-hailing getCurrentRegion': ['latitude', 'longitude'],
  'ride-hailing findPlace': ['latitude', 'longitude'],
  'ride-hailing searchPlaces': ['q'],
  'wallet quoteSwapV1_1': swapFields,
  'wallet buildSwapV1_1': [...swapFields, 'fromAddress'],
  'wallet listTransactionsV1_1': ['network', 'address', 'beforeblock', 'beforeindex'],
  'wallet listBlockTransactions': ['network', 'blockNumber'],
};

// Reads the fixtures of a smoke run: the values that `--values` names, by service and call.
type Plain = string | number | boolean;
/** Fixture values by `name`, by `service name` and by `service call name`. */
export type Fixtures = ReadonlyMap<string, Plain>;

/** Reads the values of a file; empty without a file. @throws {BadInput} for an invalid file */
export async function readFixtures(file: string | undefined, context: Context): Promise<Fixtures> {
  if (file === undefined) return new Map();
  const text = await readJsonText(context.world, file);
  const source = inputName(file);
  const values = new Map<string, Plain>();
  const put = (names: readonly string[], value: unknown): void => {
    if (value instanceof LosslessNumber) values.set(names.join(' '), value.digits);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values.set(names.join(' '), value);
    else if (names.length > 2 || !isRecord(value)) throw unfit(names, source);
    else for (const [name, inner] of Object.entries(value)) put([...names, name], inner);
  };
  const document = parseLossless(text);
  if (!isRecord(document)) throw unfit([], source);
  for (const [name, value] of Object.entries(document)) put(name.split(' '), value);
  return withCallNames(values, source);
}

const unfit = (names: readonly string[], source: string) =>
  new BadInput(
    'BAD_VALUES',
    `${source} has no plain value at ${names.length > 0 ? JSON.stringify(names.join(' ')) : 'its top'}.`,
    'Names stand under a service, a call of it, or at the top: {"sale": {"id": "..."}, "user": {"getGame": {"id": "..."}}}',
  );

/** Replaces call names by the names of the catalogue. @throws {BadInput} for an unknown service or call */
async function withCallNames(values: Fixtures, source: string): Promise<Fixtures> {
  const renamed = [...values].map(async ([key, value]): Promise<[string, Plain]> => {
    const [service = '', callName = '', ...rest] = key.split(' ');
    if (callName === '') return [key, value];
    if (!isService(service))
      throw new BadInput('UNKNOWN_SERVICE', `${source} names an unknown service: ${cited(service)}.`);
    if (rest.length === 0) return [key, value];
    const call = callTyped((await catalogue(service)).calls, callName);
    if (!call)
      throw new BadInput('UNKNOWN_CALL', `${source} names a call that ${service} does not have: ${cited(callName)}.`);
    return [[service, call.name, ...rest].join(' '), value];
  });
  return new Map(await Promise.all(renamed));
}

/** The nearest value for a name of a call. */
export const fixtureFor = (fixtures: Fixtures, { service, name: call }: Call, name: string): Plain | undefined =>
  [`${service} ${call} ${name}`, `${service} ${name}`, name]
    .map((key) => fixtures.get(key))
    .find((value) => value !== undefined);

/** The names under a call itself. They are sent even if the catalogue does not have them. */
const fixtureNames = (fixtures: Fixtures, { service, name: call }: Call): string[] =>
  [...fixtures.keys()]
    .filter((key) => key.startsWith(`${service} ${call} `))
    .map((key) => key.slice(`${service} ${call} `.length));

export interface RequiredValue {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly words?: readonly (string | number)[];
  readonly field?: PublicField;
}
/** The key of a call in tables and responses. */
export const keyOf = ({ service, name }: Call): string => `${service} ${name}`;

/** The values that a call requires: path values, required fields, assumed fields, and fields of the fixtures. */
export function requiredValues(call: Call, fixtures: Fixtures): RequiredValue[] {
  const path = pathNames(call.path).map((name): RequiredValue => ({ name, place: 'path', words: call.words[name] }));
  const fixtureFields = fixtureNames(fixtures, call).filter((name) => !pathNames(call.path).includes(name));
  const fields = (place: 'query' | 'body'): RequiredValue[] =>
    Object.entries(knownFields(call[place]))
      .filter(([name, { required }]) => required || fixtureFields.includes(name))
      .map(([name, field]) => ({ name, place, field, words: field.words }));
  const table = [...fields('query'), ...fields('body')];
  const assumed = fixtureFields.length > 0 ? [] : (assumedQueries[keyOf(call)] ?? []);
  const open = [...assumed, ...fixtureFields].filter((name) => !table.some((need) => need.name === name));
  const place = call.method === 'GET' || call.method === 'DELETE' ? ('query' as const) : ('body' as const);
  return [...path, ...table, ...open.map((name): RequiredValue => ({ name, place }))];
}

/** The assumed query names of a call that neither fixtures nor profile replace. */
export const assumedNames = (call: Call, { fixtures, renamed }: ValueSources): readonly string[] =>
  fixtureNames(fixtures, call).length > 0
    ? []
    : (assumedQueries[keyOf(call)] ?? []).filter((name) => !renamed.has(`${keyOf(call)} ${name}`));

/** All reads by their keys, as sources of values. */
export type Reads = ReadonlyMap<string, Call>;
/** Keeps the reads among calls, by `service name`. Other calls are not sources: they may change something. */
export const readsOf = (calls: readonly Call[]): Reads =>
  new Map(calls.filter(isRead).map((call) => [keyOf(call), call]));

/** The sources of a value in their order: by the table, else the neighbours of the path. */
export function sourcesOf(call: Call, { name, place }: RequiredValue, reads: Reads): readonly Source[] {
  const configured = [`${keyOf(call)} ${name}`, `${call.service} ${name}`, name]
    .map((key) => sources[key])
    .find((source) => source !== undefined);
  return configured ?? (place === 'path' ? neighbours(call, name, reads) : []);
}

/**
 * The reads beside a path value: `/v1/orders` and `/v1/orders/active` for `/v1/orders/{id}`. Their public variants
 * follow:
 * `/v1/orders/public/active`.
 */
function neighbours(call: Call, name: string, reads: Reads): Source[] {
  const base = call.path.slice(0, call.path.indexOf(`/{${name}}`));
  const isBeside = (path: string, parent: string) =>
    path === parent || (path.startsWith(`${parent}/`) && /^\/[^/{]+$/.test(path.slice(parent.length)));
  const serviceReads = [...reads.values()].filter(({ service }) => service === call.service);
  const beside = serviceReads.filter(({ path }) => isBeside(path, base));
  const variants = serviceReads.filter(({ path }) => isBeside(withoutPublic(path), withoutPublic(base)));
  const fields = name === 'id' ? ['id'] : [name, 'id'];
  return [...new Set([...beside, ...variants])].flatMap((read) => fields.map((field) => `${keyOf(read)} ${field}`));
}

const withoutPublic = (path: string) => path.replace(/\/public(?=\/|$)/, '');

/** The calls that may provide values for a call. */
export function dependenciesOf(call: Call, fixtures: Fixtures, reads: Reads): Call[] {
  const unset = requiredValues(call, fixtures).filter(({ name }) => fixtureFor(fixtures, call, name) === undefined);
  const sourceNames = unset
    .flatMap((need) => sourcesOf(call, need, reads))
    .filter((source) => typeof source === 'string');
  const keys = new Set(sourceNames.map((source) => source.slice(0, source.lastIndexOf(' '))));
  return [...keys].flatMap((key) => (key === keyOf(call) ? [] : (reads.get(key) ?? [])));
}

/** A value with its source, or the reason why it is missing. `isGuess`: no source of the table has it. */
export type Resolved =
  | { readonly value: unknown; readonly from: string; readonly isGuess?: true }
  | { readonly missing: string };

/** The data of a run by the keys of their calls: of passed cases, and of every response of a read with a body. */
export interface Responses {
  readonly passed: Map<string, unknown>;
  readonly all: Map<string, unknown>;
}

export interface ValueSources {
  readonly fixtures: Fixtures;
  readonly reads: Reads;
  /** The profile's replacements of assumed field names, by `service call field`. */
  readonly renamed: ReadonlyMap<string, string>;
  /** By the keys of their calls. */
  readonly responses: ReadonlyMap<string, unknown>;
  /** Every response so far, where a value that no source has is looked for. */
  readonly others?: ReadonlyMap<string, unknown>;
  /** Epoch milliseconds. */
  readonly now: number;
}
/** Finds a required value. */
export function resolveValue(
  call: Call,
  need: RequiredValue,
  { fixtures, reads, responses, others, now }: ValueSources,
): Resolved {
  const fixture = fixtureFor(fixtures, call, need.name);
  if (fixture !== undefined) return { value: fixture, from: 'file' };
  const isAllowed = (value: string) => need.words === undefined || need.words.map(String).includes(value);
  const sources = sourcesOf(call, need, reads);
  const attempted: string[] = [];
  for (const source of sources) {
    if (typeof source !== 'string') {
      if (isAllowed(source.value)) return { value: source.value, from: 'table' };
      continue;
    }
    const at = source.lastIndexOf(' ');
    const [key, field] = [source.slice(0, at), source.slice(at + 1)];
    const value = fieldIn(responses.get(key) ?? others?.get(key), field, key);
    if (value !== undefined && isAllowed(value)) return { value, from: key };
    if (reads.has(key) && !attempted.includes(key)) attempted.push(key);
  }
  if (need.words) return { value: String(need.words[0]), from: 'words' };
  if (need.name === 'timestamp') return { value: String(now), from: 'clock' };
  const guess = others && need.place === 'path' ? guessed(call, need.name, others) : undefined;
  if (guess) return { ...guess, isGuess: true };
  const where = need.place === 'path' ? `{${need.name}}` : need.name;
  return {
    missing: `no value for ${where}: ${attempted.length > 0 ? `none in ${attempted.join(', ')}` : 'no source, give it with --values'}`,
  };
}

/** The first value of a field in a response, the outermost first; else that of the first row, by any rule. */
function fieldIn(response: unknown, field: string, key: string): string | undefined {
  const depth = ({ path }: Field) => path.split(/[.[]/).length;
  const [named] = fieldsIn(response)
    .filter(({ name, text }) => name === field && text !== '')
    .sort((a, b) => depth(a) - depth(b));
  return named?.text ?? fieldOfRow(response, [field], key);
}

/**
 * The id of the thing in a path, in the response of any call: in the rows of that thing under any name of an id, in
 * others under the name of the thing (`order_id`). Calls of the same service come first.
 */
function guessed(call: Call, name: string, others: ReadonlyMap<string, unknown>) {
  const before = call.path.slice(0, call.path.indexOf(`/{${name}}`)).replace(/(\/public|\/abstract)+$/, '');
  const nouns = [name.replace(/Id$|^(id|num)$/, ''), nounOfCall(`list${before.slice(before.lastIndexOf('/') + 1)}`)]
    .map(foldName)
    .filter((noun) => noun.length > 2);
  const isOwn = (key: string) => (key.startsWith(`${call.service} `) ? 0 : 1);
  for (const key of [...others.keys()].sort((a, b) => isOwn(a) - isOwn(b) || (a < b ? -1 : 1))) {
    const ofThing = nounsIn(nounOfCall(key.split(' ')[1]!)).some((noun) => nouns.includes(noun));
    const fields = [...(ofThing ? [name, 'id'] : []), ...nouns.map((noun) => `${noun}Id`)];
    const value = fieldOfRow(others.get(key), fields, key, nouns);
    if (value !== undefined) return { value, from: key };
  }
  return undefined;
}

/** The value of the first of some fields in the first row, where a rule knows it: `offering_id` for an offering's `id`. */
function fieldOfRow(response: unknown, names: readonly string[], key: string, nouns: readonly string[] = []) {
  const body = bodyOf(response);
  const rows = body.is === 'rows' ? body.rows : body.is === 'record' ? [body.row] : [];
  const fields = new Fields(rows, { nouns, calls: [key.split(' ')[1]!], isRecord: body.is === 'record' });
  for (const name of names) {
    const known = fields.path(name, name === 'id' ? 'id' : undefined);
    const value = known.is === 'known' ? valueAt(rows[0], known.value) : undefined;
    if (isScalar(value) && asText(value) !== '') return asText(value);
  }
  return undefined;
}
