// Learned shapes: observed field names and types of responses, per profile. Never a promise of the service; no values.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Context } from '../../cli/command/command.js';
import { LocalFailure } from '../../services/http/errors.js';
import { compact, isRecord, type Row } from '../../services/json-value.js';
import { replaceFile } from '../../services/whole-file.js';
import { paths } from '../../session/paths.js';
import { readPlainFile } from '../../session/plain-file.js';
import { present } from '../../text/present.js';

type TypeName = 'text' | 'number' | 'boolean' | 'null' | 'object' | 'list';
/** The types of a field, and whether every object at its place had it. */
interface LearnedField {
  readonly types: readonly TypeName[];
  readonly always: boolean;
}
export type Observer = 'smoke' | 'har';
/** The observations of a call. Fields by path: `items[].id`. */
export interface LearnedCall {
  readonly responses: number;
  readonly first: string;
  readonly last: string;
  readonly from: readonly Observer[];
  /** Its responses do not fit the published shape: this one stands in its place. */
  readonly isOther?: true;
  /** Hashes of different responses, as many as prove that a field is always there. */
  readonly prints?: readonly string[];
  /** The kinds of the response itself; an earlier version did not record them. */
  readonly roots?: readonly TypeName[];
  readonly fields: Readonly<Record<string, LearnedField>>;
  /** The types of the elements of lists, by path: `items[]`; an earlier version did not record them. */
  readonly elements?: Readonly<Record<string, readonly TypeName[]>>;
  /** The field names of request bodies. */
  readonly requestFields?: readonly string[];
}
interface LearnedFile {
  readonly schema: 1;
  readonly calls: Readonly<Record<string, LearnedCall>>;
}

/** A field that is missing is news after so many different responses that had it: one proves nothing, nor does its copy. */
const leastResponses = 3;
const [mostDepth, mostFields, mostItems, mostKeys] = [6, 400, 200, 60];
/** A field name. Other names, and very many names, are keys of a map, which are data. */
const fieldName = /^[A-Za-z_$][\w$-]{0,79}$/;

/** The number of objects at each place, and of each field. */
interface Observation {
  readonly root: TypeName;
  readonly objects: Map<string, number>;
  /** The types of the elements of each list, by its path: `items[]`. */
  readonly elements: Map<string, Set<TypeName>>;
  readonly fields: Map<string, { readonly types: Set<TypeName>; count: number; readonly parent: string }>;
}

function observe(value: unknown): Observation {
  const observation: Observation = {
    root: typeOf(value),
    objects: new Map(),
    elements: new Map(),
    fields: new Map(),
  };
  const visit = (value: unknown, at: string, depth: number) => {
    if (Array.isArray(value))
      for (const item of value.slice(0, mostItems)) {
        observation.elements.set(`${at}[]`, (observation.elements.get(`${at}[]`) ?? new Set()).add(typeOf(item)));
        visit(item, `${at}[]`, depth);
      }
    if (typeOf(value) !== 'object' || depth >= mostDepth) return;
    const entries = Object.entries(value as Row);
    if (entries.length > mostKeys || entries.some(([name]) => !fieldName.test(name))) return; // a map
    observation.objects.set(at, (observation.objects.get(at) ?? 0) + 1);
    for (const [name, field] of entries) {
      const path = at === '' ? name : `${at}.${name}`; // `[].id` in a list at the top
      const entry = observation.fields.get(path) ?? { types: new Set<TypeName>(), count: 0, parent: at };
      if (!observation.fields.has(path) && observation.fields.size >= mostFields) continue;
      entry.types.add(typeOf(field));
      entry.count++;
      observation.fields.set(path, entry);
      visit(field, path, depth + 1);
    }
  };
  visit(value, '', 0);
  return observation;
}

function typeOf(value: unknown): TypeName {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  // long numbers are objects of their own class
  return typeof value === 'number' || !isRecord(value) ? 'number' : 'object';
}

/** The fields of the rows of a list, or of a record, at their own level. */
export function rowFields({ fields }: LearnedCall): readonly string[] {
  const paths = Object.keys(fields);
  const rows = paths.find((path) => path.includes('[].'));
  const inList = rows?.slice(0, rows.indexOf('[].') + 3) ?? '';
  const rowPaths = paths.filter((path) => path.startsWith(inList) && !path.slice(inList.length).includes('.'));
  return [...new Set(rowPaths.map((path) => path.slice(inList.length).replaceAll('[]', '')))].filter(
    (name) => name !== '',
  );
}

/** The learned shapes of a profile, in memory and in their file. */
export class LearnedShapes {
  readonly #file: string;
  readonly #calls: Map<string, LearnedCall>;
  readonly #added = new Map<
    string,
    { data: unknown[]; requests: Set<string>; from: Observer; isOther: boolean | undefined }
  >();
  constructor(file: string, calls: Readonly<Record<string, LearnedCall>>) {
    this.#file = file;
    this.#calls = new Map(Object.entries(calls));
  }

  /** All observed calls, by `service call`. */
  get calls(): ReadonlyMap<string, LearnedCall> {
    return this.#calls;
  }

  /** Adds a response for `save`. @param key `service call` */
  add(
    key: string,
    data: unknown,
    from: Observer,
    { requestFields = [], isOther }: { readonly requestFields?: readonly string[]; readonly isOther?: boolean } = {},
  ): void {
    const added = this.#added.get(key) ?? { data: [], requests: new Set<string>(), from, isOther };
    if (data !== undefined) added.data.push(data);
    for (const name of requestFields) if (fieldName.test(name)) added.requests.add(name);
    this.#added.set(key, added);
  }

  /** Merges the added observations, and writes the file. @returns the new fields, by call. @throws {LocalFailure} */
  async save(now: number): Promise<ReadonlyMap<string, readonly string[]>> {
    const news = new Map<string, readonly string[]>();
    for (const [key, { data, requests, from, isOther }] of this.#added) {
      const before = this.#calls.get(key);
      const after = joined(before, data.map(observe), {
        requests,
        prints: data.map(printOf),
        from,
        isOther,
        at: new Date(now).toISOString(),
      });
      this.#calls.set(key, after);
      news.set(
        key,
        Object.keys(after.fields).filter((path) => before?.fields[path] === undefined),
      );
    }
    this.#added.clear();
    const sorted = [...this.#calls].sort(([a], [b]) => (a < b ? -1 : 1));
    try {
      replaceFile(
        this.#file,
        Buffer.from(`${JSON.stringify({ schema: 1, calls: Object.fromEntries(sorted) }, undefined, 1)}\n`),
        0o600,
      );
    } catch (error) {
      throw new LocalFailure(
        'LEARNED_SHAPES',
        `The learned fields cannot be stored in ${this.#file}: ${(error as Error).message}.`,
        undefined,
        error,
      );
    }
    return news;
  }

  /**
   * A sentence about the kind of the response, if it is another one; about fields that every earlier response had and
   * this one lacks, that have another type, or that are null and never were.
   */
  driftOf(key: string, data: unknown): string | undefined {
    const learned = this.#calls.get(key);
    if (!learned) return undefined;
    const now = observe(data);
    const vanished: string[] = [];
    const changed: string[] = [];
    const roots = learned.roots ?? [];
    if (roots.length > 0 && !roots.includes(now.root))
      changed.push(`the response is ${kindOf(now.root)}, was ${roots.map(kindOf).join(' or ')}`);
    for (const [path, { types, always }] of Object.entries(learned.fields)) {
      const observed = now.fields.get(path);
      if (observed === undefined) {
        if (always && (learned.prints?.length ?? 0) >= leastResponses && (now.objects.get(parentOf(path)) ?? 0) > 0)
          vanished.push(path);
        continue;
      }
      const news = [...observed.types].filter((type) => !types.includes(type));
      const seen = types.filter((type) => type !== 'null');
      if (news.length > 0 && seen.length > 0) changed.push(`${path} is ${news.join(' or ')}, was ${seen.join(' or ')}`);
    }
    for (const [path, types] of Object.entries(learned.elements ?? {})) {
      const news = [...(now.elements.get(path) ?? [])].filter((type) => !types.includes(type));
      if (news.length > 0) changed.push(`${path} is ${news.join(' or ')}, was ${types.join(' or ')}`);
    }
    const parts = present([
      vanished.length > 0 && `without ${list(vanished)}`,
      changed.length > 0 && `changed: ${list(changed)}`,
    ]);
    return parts.length === 0
      ? undefined
      : `The response differs from the learned shape (${learned.responses} responses until ${learned.last.slice(0, 10)}): ${parts.join('; ')}.`;
  }
}
/** A response as a hash that is too short to tell its values. */
const printOf = (data: unknown) => createHash('sha256').update(compact(data)).digest('hex').slice(0, 8);
const kindOf = (type: TypeName) => (type === 'null' ? type : /^o/.test(type) ? `an ${type}` : `a ${type}`);
const mostListed = 5;
const list = (names: readonly string[]) =>
  names.slice(0, mostListed).join(', ') + (names.length > mostListed ? ` and ${names.length - mostListed} more` : '');

function joined(
  before: LearnedCall | undefined,
  observations: readonly Observation[],
  {
    requests,
    prints,
    from,
    isOther,
    at,
  }: {
    readonly requests: ReadonlySet<string>;
    readonly prints: readonly string[];
    readonly from: Observer;
    readonly isOther: boolean | undefined;
    readonly at: string;
  },
): LearnedCall {
  const fields: Record<string, LearnedField> = { ...before?.fields };
  for (const { objects, fields: observedFields } of observations) {
    for (const [path, { types, count, parent }] of observedFields) {
      const field = fields[path];
      const isNew = field === undefined;
      const always = count === objects.get(parent) && (isNew ? !wasSeen(before, parent) : field.always);
      fields[path] = { types: [...new Set([...(field?.types ?? []), ...types])].sort(), always };
    }
    for (const [path, field] of Object.entries(fields)) {
      const parent = parentOf(path);
      if (field.always && !observedFields.has(path) && (objects.get(parent) ?? 0) > 0)
        fields[path] = { ...field, always: false };
    }
  }
  const elements: Record<string, readonly TypeName[]> = { ...before?.elements };
  for (const [path, types] of observations.flatMap((observation) => [...observation.elements]))
    elements[path] = [...new Set([...(elements[path] ?? []), ...types])].sort();
  const names = [...new Set([...(before?.requestFields ?? []), ...requests])].sort();
  return {
    responses: (before?.responses ?? 0) + observations.length,
    first: before?.first ?? at,
    last: at,
    from: [...new Set([...(before?.from ?? []), from])],
    isOther: (isOther ?? before?.isOther) || undefined,
    prints: [...new Set([...(before?.prints ?? []), ...prints])].slice(0, leastResponses),
    roots:
      before === undefined || before.roots
        ? [...new Set([...(before?.roots ?? []), ...observations.map(({ root }) => root)])].sort()
        : undefined,
    fields: Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
    elements: Object.keys(elements).length > 0 ? elements : undefined,
    requestFields: names.length > 0 ? names : undefined,
  };
}
/** The place of a field's object: `items[]` of `items[].id`. */
function parentOf(path: string) {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? '' : path.slice(0, dot);
}
const wasSeen = (before: LearnedCall | undefined, parent: string) =>
  before !== undefined && Object.keys(before.fields).some((path) => parentOf(path) === parent);

/**
 * The learned shapes of the profile in use; empty without a file.
 * @throws {LocalFailure} for a file of another form, or an unreadable one
 */
export async function openLearned(context: Context): Promise<LearnedShapes> {
  const file = paths(context.world).learned(context.settings().profile.value);
  return new LearnedShapes(file, learnedIn(file));
}

const largest = 64 * 1024 ** 2;

/** The calls in a file of learned shapes. @throws {LocalFailure} */
function learnedIn(file: string): LearnedFile['calls'] {
  if (!existsSync(file)) return {};
  try {
    const document: unknown = JSON.parse(readPlainFile(file, { links: true, most: largest }));
    if (isRecord(document) && document.schema === 1 && isRecord(document.calls))
      return document.calls as unknown as LearnedFile['calls'];
  } catch {
    // reported below
  }
  throw new LocalFailure(
    'LEARNED_SHAPES',
    `${file} has no learned shapes.`,
    'Remove it, and learn them again: tuk smoke --learn',
  );
}
