// The file of a map: YAML with what a platform's responses are like, for services, calls and things. Compiled into what is
// known of each call (`services/decode/map`), with line and column for every mistake.

import { isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { type Call, callTyped } from '../services/catalogue/define.js';
import { catalogue, isService, serviceNames } from '../services/catalogue/index.js';
import { type StatusList, statusLists, wordsOf } from '../services/catalogue/statuses.js';
import { camel } from '../services/command-line.js';
import {
  type CallMap,
  type Condition,
  conditionOf,
  isPath,
  type MoneyNames,
  merged,
  millisecondsIn,
} from '../services/decode/map.js';
import { LocalFailure } from '../services/http/errors.js';
import { decimalsOf } from '../services/json-value.js';
import { unitIn } from './column.js';
import { things } from './index.js';
import type { Thing } from './thing.js';

/** A compiled map: what is said of each service, of each call of its own or of a thing (`sale listProducts`), and thing. */
export interface CompiledMap {
  readonly services: Readonly<Record<string, CallMap>>;
  readonly calls: Readonly<Record<string, CallMap>>;
  readonly things: Readonly<Record<string, CallMap>>;
}

/** The keys of each part, which the schema for editors has too. */
export const mapKeys = {
  service: ['ok', 'data', 'error', 'money', 'times', 'zone', 'words', 'next', 'total'],
  call: ['ok', 'data', 'error', 'money', 'times', 'zone', 'words', 'rows', 'id', 'fields', 'next', 'total'],
  money: ['amount', 'currency', 'scale'],
  /** A field of money may have its unit from nowhere but the map. */
  amount: ['amount', 'currency', 'unit', 'scale'],
  next: ['url', 'cursor', 'page', 'pages', 'from', 'offset', 'as'],
} as const;

/** UTC, or an offset from it. */
export const zoneForm = /^(UTC|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** The declared paths of a thing: its ids, its status, its fields, and the facts of its transfers. */
export function declaredPaths(thing: Thing): readonly string[] {
  const { ids = ['id'], status, fields = [], units, operations = {}, reads } = thing;
  const responses = Object.values(operations).flatMap(({ response, state = [] }) => [
    ...textsIn(response),
    ...state.flatMap(({ row, status: at }) => [...textsIn(row), at]),
  ]);
  const units_ = [...(units?.amounts ?? []), typeof units?.token === 'string' ? units.token : undefined];
  const all = [
    ...['id', ...ids, ...reads.flatMap((read) => [...(read.ids ?? []), ...(read.summary ?? [])])],
    ...(status?.at ?? []),
    ...fields.flatMap(({ path, as }) => [path, unitIn(as)]),
    ...units_,
    ...responses,
  ];
  return [
    ...new Set(all.filter((path) => path !== undefined && /^[A-Za-z_$][\w$]*(\.[\w$]+)*$/.test(path))),
  ] as string[];
}
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => (/^(known|amounts|list)$/.test(name) ? [] : textsIn(inner)))
      : [];

/** The calls whose responses have a thing. */
export const callsOf = ({ reads, operations = {} }: Thing): readonly string[] => [
  ...new Set([...reads.map(({ call }) => call as string), ...Object.keys(operations)]),
];

/** A thing by its name, or by the last words of it, if no other thing has them. */
export function thingNamed(name: string): Thing | undefined {
  const wanted = name.toLowerCase().replaceAll(/[-_]/g, ' ');
  const exact = things.find((thing) => thing.name.toLowerCase() === wanted);
  const [ending, ...others] = things.filter((thing) => thing.name.toLowerCase().endsWith(` ${wanted}`));
  return exact ?? (others.length === 0 ? ending : undefined);
}
/** The call that `sale listProducts` or `sale list-products` names. */
async function callNamed(text: string): Promise<Call | undefined> {
  const [service = '', name = '', ...more] = text.split(/\s+/);
  return more.length > 0 || !isService(service) ? undefined : callTyped((await catalogue(service)).calls, name);
}

/**
 * Compiles the text of a map.
 * @param file its path, for messages
 * @throws {LocalFailure} BAD_MAP with the line and the column of the first mistake
 */
export async function compileMap(text: string, file: string): Promise<CompiledMap> {
  const lines = new LineCounter();
  const bad = (why: string, offset = 0, hint = 'See what a map has: tuk help profile set'): LocalFailure => {
    const { line, col } = lines.linePos(offset);
    return new LocalFailure('BAD_MAP', `${file}:${line}:${col}: ${why}.`, hint);
  };
  const document = parseDocument(text, { lineCounter: lines, schema: 'failsafe' });
  const [error] = document.errors;
  if (error)
    throw bad(
      `it is not YAML: ${error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')}`,
      error.pos[0],
    );
  const reader = new Reader(bad);
  const root = document.contents;
  if (root !== null && !isMap(root)) throw bad('a map has services, calls and things', 0);
  const parts = reader.entries(root as YAMLMap | null, ['services', 'calls', 'things'], 'a map');
  const services: Record<string, CallMap> = {};
  const calls: Record<string, CallMap> = {};
  const ofThings: Record<string, CallMap> = {};
  for (const [name, value, at] of reader.open(parts.get('services'), 'services')) {
    if (!isService(name)) throw bad(`there is no service ${quoted(name)}`, at, `There are: ${serviceNames.join(', ')}`);
    services[name] = reader.rules(value, mapKeys.service, `service ${name}`);
  }
  for (const [name, value, at] of reader.open(parts.get('things'), 'things')) {
    const thing = thingNamed(name);
    if (!thing)
      throw bad(`there is no thing ${quoted(name)}`, at, `There are: ${things.map((one) => one.name).join(', ')}`);
    const said = reader.thing(value, thing);
    ofThings[thing.name] = said;
    for (const key of callsOf(thing)) calls[key] = merged(calls[key], said);
  }
  for (const [name, value, at] of reader.open(parts.get('calls'), 'calls')) {
    const call = await callNamed(name);
    if (!call)
      throw bad(`there is no call ${quoted(name)}`, at, `Write it like: sale listFeatured. See them: tuk api list`);
    const key = `${call.service} ${call.name}`;
    calls[key] = merged(calls[key], reader.rules(value, mapKeys.call, `call ${name}`));
  }
  for (const [key, said] of Object.entries(calls)) calls[key] = merged(services[key.split(' ')[0]!], said);
  return { services, calls, things: ofThings };
}

/** The words of all statuses. */
const allWords = () => [...new Set((Object.keys(statusLists) as StatusList[]).flatMap(wordsOf))];
const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));

/** An entry of a mapping: its key, its value, and the place of the key. */
type Entry = readonly [key: string, value: unknown, at: number];

class Reader {
  readonly #bad: (why: string, offset: number, hint?: string) => LocalFailure;
  constructor(bad: (why: string, offset: number, hint?: string) => LocalFailure) {
    this.#bad = bad;
  }

  /** The entries of a mapping whose keys are open; none for an empty value. */
  open(node: unknown, what: string): readonly Entry[] {
    if (node === undefined || node === null || (isScalar(node) && (node.value === null || node.value === '')))
      return [];
    if (!isMap(node)) throw this.#bad(`${what} is a mapping`, placeOf(node));
    return node.items.map((pair: Pair) => [textOf(pair.key), pair.value, placeOf(pair.key)] as const);
  }
  /** The values of a mapping whose keys are closed. */
  entries(node: unknown, keys: readonly string[], what: string): ReadonlyMap<string, unknown> {
    const found = this.open(node, what);
    const stray = found.find(([key]) => !keys.includes(key));
    if (stray) throw this.#bad(`${what} has the key ${quoted(stray[0])}, and takes ${keys.join(', ')}`, stray[2]);
    return new Map(found.map(([key, value]) => [key, value]));
  }
  text(node: unknown, what: string): string {
    const text = textOf(node);
    if (!isScalar(node) || text === '') throw this.#bad(`${what} is a text`, placeOf(node));
    return text;
  }
  path(node: unknown, what: string): string {
    const text = this.text(node, what);
    if (!isPath(text)) throw this.#bad(`${what} is a path such as data.list, not ${quoted(text)}`, placeOf(node));
    return text;
  }

  rules(node: unknown, keys: readonly string[], what: string): CallMap {
    const found = this.entries(node, keys, what);
    const pathAt = (key: string) => (found.has(key) ? this.path(found.get(key), key) : undefined);
    const by = <Rule>(key: string, read: (node: unknown) => Rule) =>
      found.has(key) ? read(found.get(key)) : undefined;
    const id = pathAt('id');
    const named = this.open(found.get('fields'), 'fields').map(([key, value]) => [key, this.#field(value, key)]);
    return present({
      ...Object.fromEntries(['data', 'error', 'rows', 'total'].map((key) => [key, pathAt(key)])),
      ok: by('ok', (value) => this.#condition(value)),
      money: by('money', (value) => this.#money(value, 'money')),
      times: by('times', (value) => this.#unit(value)),
      zone: by('zone', (value) => this.#zone(value)),
      words: by('words', (value) => ({ '': this.#words(value, allWords(), 'thing') })),
      next: by('next', (value) => this.#next(value)),
      fields: id === undefined && named.length === 0 ? undefined : { ...(id && { id }), ...Object.fromEntries(named) },
    });
  }

  thing(node: unknown, thing: Thing): CallMap {
    const [declared, { status, ids = ['id'], operations = {} }] = [declaredPaths(thing), thing];
    const fields: Record<string, string | MoneyNames> = {};
    let words: Record<string, Record<string, string>> | undefined;
    for (const [key, value, at] of this.open(node, thing.name)) {
      if (key === 'words') {
        if (status === undefined) throw this.#bad(`a ${thing.name} has no status`, at);
        const found = this.#words(value, wordsOf(status.list), thing.name);
        const ends = Object.values(operations).flatMap(({ response }) => response?.status ?? []);
        const paths = [...status.at, ...ends.flatMap((end) => (end.list === status.list ? end.at : []))];
        words = Object.fromEntries(paths.map((one) => [one, found]));
        continue;
      }
      const name = declared.includes(key) ? key : declared.find((one) => one === camel(key));
      const names = key === 'status' && status ? status.at : key === 'id' ? ['id', ...ids] : [name];
      if (names[0] === undefined)
        throw this.#bad(`a ${thing.name} has no field ${quoted(key)}`, at, `It has: ${declared.join(', ')}`);
      for (const one of names) fields[one!] = this.#field(value, key);
    }
    return present({ fields, words });
  }

  #condition(node: unknown): Condition {
    const text = this.text(node, 'ok');
    const condition = conditionOf(text);
    if (condition) return condition;
    throw this.#bad(`ok is a condition such as code = 0, not ${quoted(text)}`, placeOf(node));
  }
  /** The path of a field, or those of its money. */
  #field(node: unknown, key: string): string | MoneyNames {
    return isMap(node) ? this.#money(node, key, mapKeys.amount) : this.path(node, key);
  }
  #money(node: unknown, what: string, keys: readonly string[] = mapKeys.money): MoneyNames {
    const found = this.entries(node, keys, what);
    const at = (key: string) => (found.has(key) ? this.path(found.get(key), `${what}.${key}`) : undefined);
    const [amount, currency, unit, scale] = mapKeys.amount.map(at);
    if (amount === undefined || (currency ?? unit) === undefined || (currency && unit))
      throw this.#bad(`${what} needs amount and ${keys.slice(1, -1).join(' or ')}`, placeOf(node));
    const places = decimalsOf(scale);
    return present({ amount, currency, unit, scale: Number.isNaN(places) ? scale : places });
  }
  #zone(node: unknown): string {
    const text = this.text(node, 'zone');
    if (!zoneForm.test(text))
      throw this.#bad(`zone is UTC or an offset such as +07:00, not ${quoted(text)}`, placeOf(node));
    return text === 'UTC' ? 'Z' : text;
  }
  #unit(node: unknown): CallMap['times'] {
    const text = this.text(node, 'times');
    if (Object.hasOwn(millisecondsIn, text)) return text as CallMap['times'];
    throw this.#bad(`times is one of ${Object.keys(millisecondsIn).join(', ')}, not ${quoted(text)}`, placeOf(node));
  }
  #next(node: unknown): CallMap['next'] {
    const found = this.entries(node, mapKeys.next, 'next');
    const at = (key: string) => (found.has(key) ? this.path(found.get(key), `next.${key}`) : undefined);
    const [url, cursor, page, pages, , offset, as] = mapKeys.next.map((key) => (key === 'from' ? undefined : at(key)));
    const rule = { url, cursor, page, pages, offset, as };
    const from = found.has('from') ? this.text(found.get('from'), 'next.from') : undefined;
    if ([url, cursor, page, offset].filter(Boolean).length !== 1)
      throw this.#bad('next has one of url, cursor, page and offset', placeOf(node));
    if (url === undefined && as === undefined)
      throw this.#bad('next has no `as`: the parameter that takes the next page', placeOf(node));
    if (from !== undefined && from !== '0' && from !== '1')
      throw this.#bad('next.from is 0 or 1', placeOf(found.get('from')));
    return present({ ...rule, from: from === undefined ? undefined : (Number(from) as 0 | 1) });
  }
  #words(node: unknown, known: readonly string[], thing: string): Record<string, string> {
    return Object.fromEntries(
      this.open(node, 'words').map(([word, value]) => {
        const text = this.text(value, word);
        if (!known.includes(text))
          throw this.#bad(
            `${quoted(text)} is no status of a ${thing}`,
            placeOf(value),
            `There are: ${known.join(', ')}`,
          );
        return [word, text];
      }),
    );
  }
}

const placeOf = (node: unknown): number => (node as { range?: readonly number[] } | null)?.range?.[0] ?? 0;
const textOf = (node: unknown): string => (isScalar(node) ? String(node.value ?? '').trim() : '');
const present = <Rules extends object>(rules: Rules): Rules =>
  Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as Rules;

/** A line of a map as it stands there. */
export interface MapLine {
  readonly part: 'services' | 'calls' | 'things';
  /** The service, the call or the thing, by its full name. */
  readonly of: string;
  readonly key: readonly string[];
  readonly value: string;
  /** The number of the line in the file, from 1. */
  readonly line: number;
}
/** The lines of a map that `compileMap` takes. */
export async function linesOf(text: string): Promise<readonly MapLine[]> {
  const counter = new LineCounter();
  const root = parseDocument(text, { lineCounter: counter, schema: 'failsafe' }).contents;
  const found: MapLine[] = [];
  const add = (part: MapLine['part'], of: string, keys: readonly string[], node: unknown): void => {
    if (isMap(node) && (keys.length === 0 || /^(fields|words)$/.test(keys.at(-1)!)))
      for (const { key, value } of node.items) add(part, of, [...keys, textOf(key)], value);
    else if (keys.length > 0) {
      const value = isMap(node)
        ? node.items.map((pair) => `${textOf(pair.key)}: ${textOf(pair.value)}`).join(', ')
        : textOf(node);
      found.push({ part, of, key: keys, value, line: counter.linePos(placeOf(node)).line });
    }
  };
  for (const part of ['services', 'calls', 'things'] as const) {
    const entries = isMap(root) ? root.get(part) : undefined;
    for (const { key, value } of isMap(entries) ? entries.items : []) {
      const name = textOf(key);
      const call = part === 'calls' ? await callNamed(name) : undefined;
      add(
        part,
        call ? `${call.service} ${call.name}` : part === 'things' ? (thingNamed(name)?.name ?? name) : name,
        [],
        value,
      );
    }
  }
  return found;
}
