// Which values a call of a smoke run needs, and where each can be had: from a file, from earlier answers, from closed lists.
import { type Call, type Field, pathNames } from '../../services/catalogue/define.js';
import { knownFields } from '../../services/http/params.js';
import { type Given, givenFor, namesUnder } from './given.js';
import { isRead } from './selection.js';
import { assumedQueries, type Source, sources } from './sources.js';

/** A value that a call cannot do without. */
export interface Need {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly words?: readonly (string | number)[];
  readonly field?: Field;
}
/** The key of a call in tables and answers. */
export const keyOf = ({ service, name }: Call): string => `${service} ${name}`;

/** What a call needs: its path values, its needed fields, those whose names are assumed, and whatever a file names for it. */
export function needsOf(call: Call, given: Given): Need[] {
  const words = (name: string) => (call.words[name] ? { words: call.words[name] } : {});
  const path = pathNames(call.path).map((name): Need => ({ name, place: 'path', ...words(name) }));
  const named = namesUnder(given, call).filter((name) => !pathNames(call.path).includes(name));
  const fields = (place: 'query' | 'body'): Need[] =>
    Object.entries(knownFields(call[place]))
      .filter(([name, { needed }]) => needed || named.includes(name))
      .map(([name, field]) => ({ name, place, field, ...(field.words ? { words: field.words } : {}) }));
  const table = [...fields('query'), ...fields('body')];
  const guessed = named.length > 0 ? [] : (assumedQueries[keyOf(call)] ?? []);
  const open = [...guessed, ...named].filter((name) => !table.some((need) => need.name === name));
  const place = call.method === 'GET' || call.method === 'DELETE' ? ('query' as const) : ('body' as const);
  return [...path, ...table, ...open.map((name): Need => ({ name, place }))];
}

/** The names of a call's query that are only assumed: no file and no profile has said them. */
export const assumedNames = (call: Call, { given, renamed }: Known): readonly string[] =>
  namesUnder(given, call).length > 0 ? [] : (assumedQueries[keyOf(call)] ?? []).filter((name) => !renamed.has(`${keyOf(call)} ${name}`));

/** All reads by their keys, to look for answers in. */
export type Reads = ReadonlyMap<string, Call>;
export const readsOf = (calls: readonly Call[]): Reads => new Map(calls.filter(isRead).map((call) => [keyOf(call), call]));

/** Where a value can be had, in the order in which it is tried: the table, else the neighbours of the path. */
export function sourcesOf(call: Call, { name, place }: Need, reads: Reads): readonly Source[] {
  const listed = [`${keyOf(call)} ${name}`, `${call.service} ${name}`, name]
    .map((key) => sources[key])
    .find((found) => found !== undefined);
  return listed ?? (place === 'path' ? neighbours(call, name, reads) : []);
}

/**
 * The reads that stand where a value of a path does: `/v1/orders` and `/v1/orders/active` for `/v1/orders/{id}`; their rows name it. Behind them those that
 * say the same to who is not signed in, `/v1/orders/public/active`: whichever has answered counts.
 */
function neighbours(call: Call, name: string, reads: Reads): Source[] {
  const before = call.path.slice(0, call.path.indexOf(`/{${name}}`));
  const beside = (path: string, where = before) =>
    path === where || (path.startsWith(`${where}/`) && /^\/[^/{]+$/.test(path.slice(where.length)));
  const own = [...reads.values()].filter((one) => one.service === call.service);
  const first = own.filter((one) => beside(one.path));
  const found = [...first, ...own.filter((one) => !first.includes(one) && beside(openly(one.path), openly(before)))];
  return found.flatMap((one) => (name === 'id' ? ['id'] : [name, 'id']).map((field) => `${keyOf(one)} ${field}`));
}

/** A path without the word that is there for who is not signed in. */
const openly = (path: string): string => path.replace(/\/public(?=\/|$)/, '');

/** The reads whose answers a call may need. */
export function feedersOf(call: Call, given: Given, reads: Reads): Call[] {
  const asked = needsOf(call, given).filter(({ name }) => givenFor(given, call, name) === undefined);
  const named = asked.flatMap((need) => sourcesOf(call, need, reads)).filter((source) => typeof source === 'string');
  const keys = new Set(named.map((source) => source.slice(0, source.lastIndexOf(' '))));
  return [...keys].flatMap((key) => (key === keyOf(call) ? [] : (reads.get(key) ?? [])));
}

/** A value and where it is from, or why there is none. */
export type Found = { readonly value: unknown; readonly from: string } | { readonly lacking: string };

/** What is known at a point of a run: `answers` holds those that came, by the keys of their calls; `now` is epoch milliseconds. */
export interface Known {
  readonly given: Given;
  readonly reads: Reads;
  /** What the profile calls fields whose names are assumed, by `service call field`. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly answers: ReadonlyMap<string, unknown>;
  readonly now: number;
}
/** The value of a need. */
export function valueFor(call: Call, need: Need, { given, reads, answers, now }: Known): Found {
  const typed = givenFor(given, call, need.name);
  if (typed !== undefined) return { value: typed, from: 'file' };
  const fitting = (value: string) => need.words === undefined || need.words.map(String).includes(value);
  const tried: string[] = [];
  for (const source of sourcesOf(call, need, reads)) {
    if (typeof source !== 'string') {
      if (fitting(source.is)) return { value: source.is, from: 'table' };
      continue;
    }
    const at = source.lastIndexOf(' ');
    const [key, field] = [source.slice(0, at), source.slice(at + 1)];
    const value = answers.has(key) ? firstNamed(answers.get(key), field) : undefined;
    if (value !== undefined && fitting(value)) return { value, from: key };
    if (reads.has(key) && !tried.includes(key)) tried.push(key);
  }
  if (need.words) return { value: String(need.words[0]), from: 'words' };
  if (need.name === 'timestamp') return { value: String(now), from: 'clock' };
  const where = need.place === 'path' ? `{${need.name}}` : need.name;
  return {
    lacking: `no value for ${where}: ${tried.length > 0 ? `none in ${tried.join(', ')}` : 'nothing names one, give it with --values'}`,
  };
}

/** The first value of a field's name in an answer, the outermost first; text or number, as text. */
function firstNamed(answer: unknown, field: string): string | undefined {
  let level: unknown[] = [answer];
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      const value = Array.isArray(one) ? undefined : plain((one as Record<string, unknown>)[field]);
      if (value !== undefined) return value;
      inner.push(...Object.values(one).slice(0, 200));
    }
    level = inner;
  }
  return undefined;
}

/** A value that can stand in an address; an exact number is an object that writes its digits. */
function plain(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null && 'digits' in value ? String(value.digits) : undefined;
}
