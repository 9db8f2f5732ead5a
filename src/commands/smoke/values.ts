// Finds the values that a call of a smoke run needs: in the fixtures, in earlier answers, in closed lists.
import { type Call, type Field, pathNames } from '../../services/catalogue/define.js';
import { knownFields } from '../../services/http/params.js';
import { type Fixtures, fixtureFor, fixtureNames } from './fixtures.js';
import { isRead } from './selection.js';
import { assumedQueries, type Source, sources } from './sources.js';

/** A value that a call requires. */
export interface RequiredValue {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly words?: readonly (string | number)[];
  readonly field?: Field;
}
/** The key of a call in tables and answers. */
export const keyOf = ({ service, name }: Call): string => `${service} ${name}`;

/** The values that a call requires: path values, required fields, assumed fields, and those that the fixtures name. */
export function requiredValues(call: Call, fixtures: Fixtures): RequiredValue[] {
  const words = (name: string) => (call.words[name] ? { words: call.words[name] } : {});
  const path = pathNames(call.path).map((name): RequiredValue => ({ name, place: 'path', ...words(name) }));
  const fixtureFields = fixtureNames(fixtures, call).filter((name) => !pathNames(call.path).includes(name));
  const fields = (place: 'query' | 'body'): RequiredValue[] =>
    Object.entries(knownFields(call[place]))
      .filter(([name, { required: needed }]) => needed || fixtureFields.includes(name))
      .map(([name, field]) => ({ name, place, field, ...(field.words ? { words: field.words } : {}) }));
  const table = [...fields('query'), ...fields('body')];
  const assumed = fixtureFields.length > 0 ? [] : (assumedQueries[keyOf(call)] ?? []);
  const open = [...assumed, ...fixtureFields].filter((name) => !table.some((need) => need.name === name));
  const place = call.method === 'GET' || call.method === 'DELETE' ? ('query' as const) : ('body' as const);
  return [...path, ...table, ...open.map((name): RequiredValue => ({ name, place }))];
}

/** The assumed query names of a call that neither fixtures nor profile replace. */
export const assumedNames = (call: Call, { fixtures, renamed }: Known): readonly string[] =>
  fixtureNames(fixtures, call).length > 0
    ? []
    : (assumedQueries[keyOf(call)] ?? []).filter((name) => !renamed.has(`${keyOf(call)} ${name}`));

/** All reads by their keys, as sources of values. */
export type Reads = ReadonlyMap<string, Call>;
export const readsOf = (calls: readonly Call[]): Reads => new Map(calls.filter(isRead).map((call) => [keyOf(call), call]));

/** The sources of a value in the order in which they are tried: the table, else the neighbours of the path. */
export function sourcesOf(call: Call, { name, place }: RequiredValue, reads: Reads): readonly Source[] {
  const configured = [`${keyOf(call)} ${name}`, `${call.service} ${name}`, name]
    .map((key) => sources[key])
    .find((source) => source !== undefined);
  return configured ?? (place === 'path' ? neighbours(call, name, reads) : []);
}

/**
 * The reads beside a path value, whose rows contain it: `/v1/orders` and `/v1/orders/active` for `/v1/orders/{id}`. After them their public
 * variants, `/v1/orders/public/active`.
 */
function neighbours(call: Call, name: string, reads: Reads): Source[] {
  const before = call.path.slice(0, call.path.indexOf(`/{${name}}`));
  const beside = (path: string, where = before) =>
    path === where || (path.startsWith(`${where}/`) && /^\/[^/{]+$/.test(path.slice(where.length)));
  const serviceReads = [...reads.values()].filter((one) => one.service === call.service);
  const first = serviceReads.filter((one) => beside(one.path));
  const sources = [
    ...first,
    ...serviceReads.filter((one) => !first.includes(one) && beside(withoutPublic(one.path), withoutPublic(before))),
  ];
  return sources.flatMap((one) => (name === 'id' ? ['id'] : [name, 'id']).map((field) => `${keyOf(one)} ${field}`));
}

/** A path without its segment `public`. */
const withoutPublic = (path: string): string => path.replace(/\/public(?=\/|$)/, '');

/** The calls whose answers a call may take values from. */
export function dependenciesOf(call: Call, fixtures: Fixtures, reads: Reads): Call[] {
  const unset = requiredValues(call, fixtures).filter(({ name }) => fixtureFor(fixtures, call, name) === undefined);
  const sourceNames = unset.flatMap((need) => sourcesOf(call, need, reads)).filter((source) => typeof source === 'string');
  const keys = new Set(sourceNames.map((source) => source.slice(0, source.lastIndexOf(' '))));
  return [...keys].flatMap((key) => (key === keyOf(call) ? [] : (reads.get(key) ?? [])));
}

/** A value with its source, or why there is none. */
export type Resolved = { readonly value: unknown; readonly from: string } | { readonly missing: string };

/** The values known at a point of a run: `answers` has the responses by the keys of their calls; `now` is epoch milliseconds. */
export interface Known {
  readonly fixtures: Fixtures;
  readonly reads: Reads;
  /** The profile's replacements of assumed field names, by `service call field`. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly answers: ReadonlyMap<string, unknown>;
  readonly now: number;
}
/** Finds a required value. */
export function resolveValue(call: Call, need: RequiredValue, { fixtures, reads, answers, now }: Known): Resolved {
  const fixture = fixtureFor(fixtures, call, need.name);
  if (fixture !== undefined) return { value: fixture, from: 'file' };
  const isAllowed = (value: string) => need.words === undefined || need.words.map(String).includes(value);
  const attempted: string[] = [];
  for (const source of sourcesOf(call, need, reads)) {
    if (typeof source !== 'string') {
      if (isAllowed(source.value)) return { value: source.value, from: 'table' };
      continue;
    }
    const at = source.lastIndexOf(' ');
    const [key, field] = [source.slice(0, at), source.slice(at + 1)];
    const value = answers.has(key) ? findField(answers.get(key), field) : undefined;
    if (value !== undefined && isAllowed(value)) return { value, from: key };
    if (reads.has(key) && !attempted.includes(key)) attempted.push(key);
  }
  if (need.words) return { value: String(need.words[0]), from: 'words' };
  if (need.name === 'timestamp') return { value: String(now), from: 'clock' };
  const where = need.place === 'path' ? `{${need.name}}` : need.name;
  return {
    missing: `no value for ${where}: ${attempted.length > 0 ? `none in ${attempted.join(', ')}` : 'no source, give it with --values'}`,
  };
}

/** The first value of a field in a response, the outermost first; text or number, as text. */
function findField(answer: unknown, field: string): string | undefined {
  let level: unknown[] = [answer];
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      const value = Array.isArray(one) ? undefined : asText((one as Record<string, unknown>)[field]);
      if (value !== undefined) return value;
      inner.push(...Object.values(one).slice(0, 200));
    }
    level = inner;
  }
  return undefined;
}

/** A value as text for an address; a lossless number has its digits. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null && 'digits' in value ? String(value.digits) : undefined;
}
