// Finds a known field: the one that holds a declared fact, in rows of any spelling. It is known by a rule; everything else
// is unknown, with the names that were tried.

import { foldName } from '../fold-text.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../json-value.js';
import { type Mapped, pathBy } from './map.js';
import { isStatusName } from './outcome.js';

/**
 * The rule by which a field is known: `declared` under its declared path; `spelling` under the same name in another
 * spelling (`unit_price`); `wrapped` in an object of the form of the response (`attributes`, `node`); `role` under a
 * usual name of its role (`ride_status`); `map` as the map of the platform says.
 */
export type Rule = 'map' | 'declared' | 'spelling' | 'wrapped' | 'role';
/** A value that is known by a rule, or unknown. Unknown is neither missing nor empty. */
export type Known<T> =
  | { readonly is: 'known'; readonly value: T; readonly by: Rule }
  | { readonly is: 'unknown'; readonly tried: readonly string[] };

/** The role of a field, which has usual names. */
export type Role = 'id' | 'status';
/** What is known of the rows beside their fields. */
export interface RowsOf extends Mapped {
  /** The words for the thing, in lower case: `ride`, `store order`. */
  readonly nouns?: readonly string[];
  /** The names of the calls that return it: `listOfferings`. */
  readonly calls?: readonly string[];
  /** The names of fields of other things that hold its id. */
  readonly namedBy?: readonly RegExp[];
  /** The rows are one record: a field in it may be the id of another thing, unless its name says so. */
  readonly isRecord?: boolean;
  /** Whether a word is a status of the thing. */
  readonly isStatus?: (word: string) => boolean;
}

/** The bounds of the search: rows, depth of objects, fields, and elements of a list in a row. */
const [mostRows, mostDepth, mostFields, mostElements] = [500, 4, 2000, 8];
/** Objects that the form of a response puts around the fields of a row. */
const wrappers = ['attributes', 'properties', 'node', 'data', 'result', 'fields', 'record', 'item'];

/** The fields of rows by their names, in any spelling. */
export class Fields {
  readonly #rows: readonly Row[];
  readonly #of: RowsOf;
  /** The paths of the fields, by their folded paths; null if several have one. */
  #folded: ReadonlyMap<string, string | null> | undefined;
  #wrappers: readonly string[] | undefined;

  /** @param rows of one list, or the one record */
  constructor(rows: readonly Row[], of: RowsOf = {}) {
    this.#rows = rows;
    this.#of = of;
  }

  /**
   * The path of the field with a declared path.
   * @param role of the field, whose usual names are tried last
   */
  path(declared: string, role?: Role): Known<string> {
    const { map } = this.#of;
    const mapped = pathBy(map, this.#rows, declared);
    if (mapped !== undefined && (map!.isTrusted || !this.#has(declared)))
      return { is: 'known', value: mapped, by: 'map' };
    if (this.#has(declared)) return { is: 'known', value: declared, by: 'declared' };
    const other = this.#foldedPath(declared);
    if (other !== undefined) return { is: 'known', value: other, by: 'spelling' };
    const tried = [declared];
    for (const wrapper of this.#wrapped()) {
      const inner = `${wrapper}.${declared}`;
      tried.push(inner);
      const path = this.#has(inner) ? inner : this.#foldedPath(inner);
      if (path !== undefined) return { is: 'known', value: path, by: 'wrapped' };
    }
    const usual =
      role === undefined ? undefined : (this.#tail(declared) ?? (role === 'id' ? this.#idPath() : this.#statusPath()));
    return usual === undefined ? { is: 'unknown', tried } : { is: 'known', value: usual, by: 'role' };
  }

  /** The path of a known field; the declared path if no rule knows it. */
  at(declared: string, role?: Role): string {
    const known = this.path(declared, role);
    return known.is === 'known' ? known.value : declared;
  }

  /** The field whose declared path has an object around it, at the top of the row: `status` for `request.status`. */
  #tail(declared: string): string | undefined {
    const tail = declared.slice(declared.lastIndexOf('.') + 1);
    return tail !== declared && this.#has(tail) ? tail : undefined;
  }

  /** The path of the first of these declared paths that is known, by the best rule. */
  firstPath(declared: readonly string[], role?: Role): Known<string> {
    const known = declared.map((path) => this.path(path));
    const found =
      known.find((one) => one.is === 'known' && (one.by === 'declared' || one.by === 'map')) ??
      known.find(({ is }) => is === 'known');
    if (found) return found;
    const last = role && declared[0] !== undefined ? this.path(declared[0], role) : undefined;
    return last?.is === 'known'
      ? last
      : { is: 'unknown', tried: known.flatMap((one) => (one.is === 'unknown' ? one.tried : [])) };
  }

  #has = (path: string) => this.#rows.some((row) => valueAt(row, path) !== undefined);

  #foldedPath(path: string): string | undefined {
    this.#folded ??= foldedPaths(this.#rows);
    return this.#folded.get(foldPath(path)) ?? undefined;
  }

  /** The words for the thing as one word each. */
  #words(): readonly string[] {
    const { nouns = [], calls = [] } = this.#of;
    return [...new Set([...nouns, ...calls.map(nounOfCall)].flatMap(nounsIn))];
  }

  /** The paths of the objects around the fields of the rows: `order`, and `data.order` in an envelope. */
  #wrapped(): readonly string[] {
    if (this.#wrappers) return this.#wrappers;
    const rows = this.#rows.slice(0, mostRows);
    const nouns = this.#words();
    const within = (sample: readonly Row[], depth: number): readonly string[] => {
      const names = [...new Set(sample.flatMap((row) => Object.keys(row).filter((name) => isRecord(row[name]))))];
      // an object without fields of its own is an envelope
      const isAlone = (name: string) => sample.every((row) => Object.keys(row).every((other) => other === name));
      const found = names.filter((name) => wrappers.includes(name) || nouns.includes(foldName(name)) || isAlone(name));
      if (depth === 0) return found;
      return found.flatMap((name) => [
        name,
        ...within(sample.map((row) => row[name]).filter(isRecord), depth - 1).map((inner) => `${name}.${inner}`),
      ]);
    };
    this.#wrappers = within(rows, 1);
    return this.#wrappers;
  }

  /** The objects that may have the fields of a row: the row itself, then the objects of its form. */
  #levels(): readonly { readonly prefix: string; readonly rows: readonly Row[] }[] {
    const sample = this.#rows.slice(0, mostRows);
    const inside = (path: string) => sample.map((row) => valueAt(row, path)).filter(isRecord);
    return [
      { prefix: '', rows: sample },
      ...this.#wrapped().map((path) => ({ prefix: `${path}.`, rows: inside(path) })),
    ];
  }

  /** The id under the name of its thing, else, in a list, the field whose name and values are those of an id. */
  #idPath(): string | undefined {
    const { namedBy = [] } = this.#of;
    const words = this.#words();
    for (const { prefix, rows } of this.#levels()) {
      const names = namesOf(rows);
      const [own, ...others] = names.filter((name) => ownId.test(name) && rows.every((row) => isIdValue(row[name])));
      if (own !== undefined && others.length === 0) return prefix + own;
      const named = names.filter(
        (name) =>
          namedBy.some((pattern) => pattern.test(camel(name))) ||
          words.some((noun) => foldName(name).startsWith(noun) && idEnd.test(foldName(name).slice(noun.length))),
      );
      if (named.length === 1 && rows.every((row) => isIdValue(row[named[0]!])) && !isShared(rows, named[0]!))
        return prefix + named[0]!;
      if (this.#of.isRecord) continue;
      const [first] = names;
      const like = names.filter((name) => endsAsId.test(name) && tellsRowsApart(rows, name));
      // the first field of a row is its own; a later one may be the id of another thing, as its name then says
      if (first !== undefined && like.includes(first)) return prefix + first;
      const [only] = like.length === 1 && names.filter((name) => endsAsId.test(name)).length === 1 ? like : [];
      if (rows.length > 1 && only !== undefined && !isOfOther.test(only)) return prefix + only;
    }
    return undefined;
  }

  /** The status under the name of its thing, else the only field whose name and words are those of a status. */
  #statusPath(): string | undefined {
    const { isStatus } = this.#of;
    const words = ['', ...this.#words()];
    for (const { prefix, rows } of this.#levels()) {
      const names = namesOf(rows).filter((name) => rows.every((row) => isScalar(row[name]) || isNothing(row[name])));
      const named = names.filter((name) =>
        words.some((noun) => ['status', 'state'].some((end) => foldName(name) === noun + end)),
      );
      if (named.length === 1) return prefix + named[0]!;
      const like = names.filter((name) => /(status|state)$/.test(foldName(name)));
      const listed = like.filter((name) => rows.every((row) => isStatus?.(asText(row[name])) === true));
      if (like.length === 1 && listed.length === 1 && isStatusName(like[0]!)) return prefix + listed[0]!;
    }
    return undefined;
  }
}

/** The thing in a record that has nothing but it, under its own name: `{"offering": {...}}`. */
export function thingAlone(record: Row, { nouns = [], calls = [] }: RowsOf): Row {
  const [[name, inner] = [], ...others] = Object.entries(record);
  const words = [...nouns, ...calls.map(nounOfCall)].flatMap(nounsIn);
  return others.length === 0 && isRecord(inner) && words.includes(foldName(name!)) ? inner : record;
}

/** The thing that a call returns, by its name: `offering` of `listOfferings`. */
export const nounOfCall = (call: string): string =>
  call
    .replace(/^(list|search|get|read|find)/, '')
    .replace(/V\d+(_\d+)?$/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
/** `store order`: `storeorder`, `order`. */
export const nounsIn = (name: string): readonly string[] => {
  const words = name.toLowerCase().split(' ');
  return [...new Set([words.join(''), words.at(-1)!])].filter((word) => word.length > 2);
};
const idEnd = /^(id|uid|no|nr|num|number|code|uuid|key|hash|ref|alias|symbol)$/;
/** The end of the name of an id: `place_id`, `productCode`, `sku`. */
const endsAsId =
  /(^|[a-z0-9]_|[a-z0-9]-|[a-z0-9](?=[A-Z]))(id|uid|uuid|no|code|num|number|key|hash|sku|alias)$|(Id|ID|Uid|Uuid|No|Code|Number|Key|Hash)$/;
/** Names of ids that are no other thing's. */
const ownId = /^(uid|uuid|_id)$/i;
/** The name of an id with the name of a thing before it: `entityId`, `owner_id`. */
const isOfOther = /.(_id|-id|Id|ID|_uid|Uid|_uuid|Uuid)$/;
const camel = (name: string) => name.replace(/[_-]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
const isIdValue = (value: unknown) => isScalar(value) && typeof value !== 'boolean' && asText(value) !== '';
/** Whether several rows have all the same value: it is of what they belong to. */
const isShared = (rows: readonly Row[], name: string) =>
  rows.length > 1 && rows.every((row) => asText(row[name]) === asText(rows[0]![name]));
const tellsRowsApart = (rows: readonly Row[], name: string) =>
  rows.every((row) => isIdValue(row[name])) && new Set(rows.map((row) => asText(row[name]))).size === rows.length;
const namesOf = (rows: readonly Row[]): readonly string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/** A path whose names are folded, with its dots. */
const foldPath = (path: string) => path.split('.').map(foldName).join('.');

function foldedPaths(rows: readonly Row[]): ReadonlyMap<string, string | null> {
  const paths = new Set<string>();
  const add = (row: Row, prefix: string, depth: number) => {
    for (const [name, value] of Object.entries(row)) {
      if (paths.size >= mostFields) return;
      if (name.includes('.')) continue; // its path would be taken for that of an inner field
      paths.add(prefix + name);
      const inner = Array.isArray(value)
        ? value.slice(0, mostElements).filter(isRecord)
        : isRecord(value)
          ? [value]
          : [];
      if (depth < mostDepth) for (const one of inner) add(one, `${prefix}${name}.`, depth + 1);
    }
  };
  for (const row of rows.slice(0, mostRows)) add(row, '', 1);
  const folded = new Map<string, string | null>();
  for (const path of paths) {
    const key = foldPath(path);
    folded.set(key, folded.has(key) ? null : path); // two fields of one name: unknown
  }
  return folded;
}
