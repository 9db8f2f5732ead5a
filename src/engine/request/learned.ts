// Learned shapes: the field names and types that responses of a profile were seen to have. Observations, never a promise of the service; no values.

import { existsSync, readFileSync } from 'node:fs';
import type { Context } from '../../cli/context.js';
import { LocalFailure } from '../../services/http/errors.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { replaceFile } from '../../services/whole-file.js';
import { paths } from '../../session/paths.js';

/** The kinds of value. */
type TypeName = 'text' | 'number' | 'boolean' | 'null' | 'object' | 'list';
/** A field: its types, and whether every object at its place had it. */
interface LearnedField {
  readonly types: readonly TypeName[];
  readonly always: boolean;
}
/** Where an observation came from. */
export type Observer = 'smoke' | 'har';
/** What was observed of a call. Fields by their path: `items[].id`. */
export interface LearnedCall {
  readonly responses: number;
  readonly first: string;
  readonly last: string;
  readonly from: readonly Observer[];
  readonly fields: Readonly<Record<string, LearnedField>>;
  /** The names of the fields of request bodies. */
  readonly requestFields?: readonly string[];
}
interface LearnedFile {
  readonly schema: 1;
  readonly calls: Readonly<Record<string, LearnedCall>>;
}

const [mostDepth, mostFields, mostItems, mostKeys] = [6, 400, 200, 60];
/** A name of a field. Others, and objects with very many, are keys of a map, whose names are data. */
const fieldName = /^[A-Za-z_$][\w$-]{0,79}$/;

/** How often the objects at a place were seen, and how often with each field. */
interface Observation {
  readonly objects: Map<string, number>;
  readonly fields: Map<string, { readonly types: Set<TypeName>; count: number; readonly parent: string }>;
}

/** The fields in a value with their types. */
function observe(value: unknown): Observation {
  const seen: Observation = { objects: new Map(), fields: new Map() };
  const visit = (one: unknown, at: string, depth: number): void => {
    if (Array.isArray(one)) for (const item of one.slice(0, mostItems)) visit(item, `${at}[]`, depth);
    if (typeOf(one) !== 'object' || depth >= mostDepth) return;
    const entries = Object.entries(one as Row);
    if (entries.length > mostKeys || entries.some(([name]) => !fieldName.test(name))) return; // a map
    seen.objects.set(at, (seen.objects.get(at) ?? 0) + 1);
    for (const [name, field] of entries) {
      const path = at === '' ? name : `${at}.${name}`; // `[].id` in a list at the top
      const known = seen.fields.get(path) ?? { types: new Set<TypeName>(), count: 0, parent: at };
      if (!seen.fields.has(path) && seen.fields.size >= mostFields) continue;
      known.types.add(typeOf(field));
      known.count++;
      seen.fields.set(path, known);
      visit(field, path, depth + 1);
    }
  };
  visit(value, '', 0);
  return seen;
}

function typeOf(value: unknown): TypeName {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || !isRecord(value) ? 'number' : 'object'; // a number with more digits than a double is an object of its own class
}

/** The fields of the rows of a list, or of a record, at their own level. */
export function rowFields({ fields }: LearnedCall): readonly string[] {
  const paths = Object.keys(fields);
  const rows = paths.find((path) => path.includes('[].'));
  const inList = rows?.slice(0, rows.indexOf('[].') + 3) ?? '';
  const own = paths.filter((path) => path.startsWith(inList) && !path.slice(inList.length).includes('.'));
  return [...new Set(own.map((path) => path.slice(inList.length).replaceAll('[]', '')))].filter((name) => name !== '');
}

/** The learned shapes of one profile, in memory and in their file. */
export class LearnedShapes {
  readonly #file: string;
  readonly #calls: Map<string, LearnedCall>;
  readonly #added = new Map<string, { data: unknown[]; requests: Set<string>; from: Observer }>();
  constructor(file: string, calls: Readonly<Record<string, LearnedCall>>) {
    this.#file = file;
    this.#calls = new Map(Object.entries(calls));
  }

  /** All calls that something is known of, by `service call`. */
  get calls(): ReadonlyMap<string, LearnedCall> {
    return this.#calls;
  }

  /** Adds a response, which `save` stores. @param key `service call` */
  add(key: string, data: unknown, from: Observer, requestFields: readonly string[] = []): void {
    const added = this.#added.get(key) ?? { data: [], requests: new Set<string>(), from };
    if (data !== undefined) added.data.push(data);
    for (const name of requestFields) if (fieldName.test(name)) added.requests.add(name);
    this.#added.set(key, added);
  }

  /** Adds what was added to what was known, and writes the file. @returns the fields that are new, by call. @throws {LocalFailure} */
  async save(now: number): Promise<ReadonlyMap<string, readonly string[]>> {
    const news = new Map<string, readonly string[]>();
    for (const [key, { data, requests, from }] of this.#added) {
      const before = this.#calls.get(key);
      const after = joined(before, data.map(observe), { requests, from, at: new Date(now).toISOString() });
      this.#calls.set(key, after);
      news.set(
        key,
        Object.keys(after.fields).filter((path) => before?.fields[path] === undefined),
      );
    }
    this.#added.clear();
    const sorted = [...this.#calls].sort(([one], [other]) => (one < other ? -1 : 1));
    try {
      replaceFile(this.#file, Buffer.from(`${JSON.stringify({ schema: 1, calls: Object.fromEntries(sorted) }, undefined, 1)}\n`), 0o600);
    } catch (error) {
      throw new LocalFailure(
        'LEARNED_SHAPES',
        `What was learned cannot be stored in ${this.#file}: ${(error as Error).message}.`,
        undefined,
        error,
      );
    }
    return news;
  }

  /** The fields that were in every earlier response of a call and are in none of this one, or have another type: a sentence. */
  driftOf(key: string, data: unknown): string | undefined {
    const known = this.#calls.get(key);
    if (!known) return undefined;
    const now = observe(data);
    const vanished: string[] = [];
    const changed: string[] = [];
    for (const [path, { types, always }] of Object.entries(known.fields)) {
      const seen = now.fields.get(path);
      if (seen === undefined) {
        if (always && (now.objects.get(parentOf(path)) ?? 0) > 0) vanished.push(path);
        continue;
      }
      const news = [...seen.types].filter((type) => type !== 'null' && !types.includes(type));
      if (news.length > 0 && types.some((type) => type !== 'null'))
        changed.push(`${path} is ${news.join(' or ')}, was ${types.filter((type) => type !== 'null').join(' or ')}`);
    }
    const parts = [
      ...(vanished.length > 0 ? [`without ${list(vanished)}`] : []),
      ...(changed.length > 0 ? [`changed: ${list(changed)}`] : []),
    ];
    return parts.length === 0
      ? undefined
      : `The response differs from what was learned (${known.responses} responses until ${known.last.slice(0, 10)}): ${parts.join('; ')}.`;
  }
}
const mostListed = 5;
const list = (names: readonly string[]): string =>
  names.slice(0, mostListed).join(', ') + (names.length > mostListed ? ` and ${names.length - mostListed} more` : '');

function joined(
  before: LearnedCall | undefined,
  observations: readonly Observation[],
  { requests, from, at }: { readonly requests: ReadonlySet<string>; readonly from: Observer; readonly at: string },
): LearnedCall {
  const fields: Record<string, LearnedField> = { ...before?.fields };
  for (const { objects, fields: seen } of observations) {
    for (const [path, { types, count, parent }] of seen) {
      const known = fields[path];
      const isNew = known === undefined;
      const always = count === objects.get(parent) && (isNew ? !wasSeen(before, parent) : known.always);
      fields[path] = { types: [...new Set([...(known?.types ?? []), ...types])].sort(), always };
    }
    for (const [path, known] of Object.entries(fields)) {
      const parent = parentOf(path);
      if (known.always && !seen.has(path) && (objects.get(parent) ?? 0) > 0) fields[path] = { ...known, always: false };
    }
  }
  const names = [...new Set([...(before?.requestFields ?? []), ...requests])].sort();
  return {
    responses: (before?.responses ?? 0) + observations.length,
    first: before?.first ?? at,
    last: at,
    from: [...new Set([...(before?.from ?? []), from])],
    fields: Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))),
    requestFields: names.length > 0 ? names : undefined,
  };
}
/** The place of the object that has a field: `items[]` of `items[].id`. */
function parentOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? '' : path.slice(0, dot);
}
const wasSeen = (before: LearnedCall | undefined, parent: string): boolean =>
  before !== undefined && Object.keys(before.fields).some((path) => parentOf(path) === parent);

/** The learned shapes of the profile in use; none where there is no file, and where it cannot be read. @throws {LocalFailure} for a file of another form */
export async function openLearned(context: Context): Promise<LearnedShapes> {
  const file = paths(context.world).learned(context.settings().profile.value);
  return new LearnedShapes(file, learnedIn(file));
}

/** The calls in a file of learned shapes. @throws {LocalFailure} */
function learnedIn(file: string): LearnedFile['calls'] {
  if (!existsSync(file)) return {};
  try {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRecord(document) && document.schema === 1 && isRecord(document.calls)) return document.calls as unknown as LearnedFile['calls'];
  } catch {
    // said below
  }
  throw new LocalFailure('LEARNED_SHAPES', `${file} has no learned shapes.`, 'Remove it, and learn them again: tuk smoke --learn');
}
