// A thing in a response: its row, and its known fields, with its ids and its status, in any spelling.

import { classOf, type StatusList, spelled } from '../services/catalogue/statuses.js';
import { Fields, type Known, type RowsOf } from '../services/decode/fields.js';
import { recordIn, rowsIn } from '../services/decode/rows.js';
import { asText, isNothing, isScalar, type Row, valueAt } from '../services/json-value.js';
import type { Thing, ThingRead } from './thing.js';

/** A thing in a row of a response. Unknown is undefined only where nothing but reading is at stake. */
export interface DecodedThing {
  /** The row as the response has it. */
  readonly row: Row;
  /** The value of a declared field; undefined if no field is known as it. */
  at(path: string): unknown;
  /** Its ids, the best first; empty if none is known. */
  readonly ids: readonly string[];
  /** Its status in the spelling of its list, or as the response has it; unknown without a field for it. */
  readonly status: Known<string | undefined>;
}

type Reading = Pick<Thing, 'name' | 'reads' | 'ids' | 'status'>;
type OfRead = Pick<ThingRead, 'ids' | 'status'>;

/** What is known of the rows of a thing. */
export function rowsOfThing({ name, reads, status }: Reading, list = status?.list): RowsOf {
  return {
    nouns: [name],
    namedBy: reads.flatMap(({ namedBy }) => namedBy ?? []),
    isStatus: list && ((word) => isWordOf(list, word)),
  };
}
const isWordOf = (list: StatusList, word: string): boolean => classOf(list, spelled(list, word)) !== 'unknown';

/** The things in the rows of a list; undefined if the response has no list. */
export function thingsIn(thing: Reading, data: unknown, read: OfRead = {}): readonly DecodedThing[] | undefined {
  const rows = rowsIn(data)?.rows;
  return rows && decoded(thing, rows, read, false);
}
/** The thing in a response about one thing, or in a list of one; undefined if the response has no object. */
export function thingIn(thing: Reading, data: unknown, read: OfRead = {}): DecodedThing | undefined {
  const rows = Array.isArray(data) && data.length === 1 ? rowsIn(data)!.rows : undefined;
  const record = rows?.[0] ?? recordIn(data)?.row;
  return record && decoded(thing, [record], read, true)[0];
}

/** The thing in a row alone. */
export const thingInRow = (thing: Reading, row: Row, read: OfRead = {}): DecodedThing =>
  decoded(thing, [row], read, true)[0]!;

function decoded(thing: Reading, rows: readonly Row[], read: OfRead, isRecord: boolean): readonly DecodedThing[] {
  const status = read.status ?? thing.status;
  const fields = new Fields(rows, { ...rowsOfThing(thing, status?.list), isRecord });
  const paths = new Map<string, string | undefined>();
  const pathOf = (path: string): string | undefined => {
    if (!paths.has(path)) paths.set(path, pathIn(fields.path(path)));
    return paths.get(path);
  };
  const idPaths = (read.ids ?? thing.ids ?? ['id']).flatMap((path) => pathOf(path) ?? []);
  const known =
    idPaths.length > 0 ? idPaths : [pathIn(fields.firstPath(read.ids ?? thing.ids ?? ['id'], 'id')) ?? []].flat();
  const statusPaths = (status?.at ?? []).flatMap((path) => pathOf(path) ?? []);
  const byRole = statusPaths.length > 0 || !status ? undefined : fields.firstPath(status.at, 'status');
  const statusFields = byRole?.is === 'known' ? [byRole.value] : statusPaths;
  return rows.map((row) => ({
    row,
    at: (path) => {
      const inRow = pathOf(path);
      return inRow === undefined ? undefined : valueAt(row, inRow);
    },
    ids: known
      .map((path) => valueAt(row, path))
      .filter(isScalar)
      .map(asText)
      .filter((id) => id !== ''),
    status: statusOf(row, statusFields, status),
  }));
}
const pathIn = (known: Known<string>): string | undefined => (known.is === 'known' ? known.value : undefined);

function statusOf(row: Row, paths: readonly string[], status: Thing['status']): Known<string | undefined> {
  const value = paths.map((path) => valueAt(row, path)).find((word) => !isNothing(word));
  if (status && isScalar(value)) return { is: 'known', value: spelled(status.list, asText(value)), by: 'declared' };
  if (value === undefined && status?.existing !== undefined)
    return { is: 'known', value: status.existing, by: 'declared' };
  return paths.length === 0
    ? { is: 'unknown', tried: status?.at ?? [] }
    : { is: 'known', value: undefined, by: 'declared' };
}
