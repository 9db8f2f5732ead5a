// Responses that were observed, from which a map of the platform is proposed.

import type { Context } from '../../cli/command/command.js';
import { type Call, returnsList } from '../../services/catalogue/define.js';
import { Fields, type RowsOf } from '../../services/decode/fields.js';
import { type CallMap, isOkBy } from '../../services/decode/map.js';
import { bodyOf } from '../../services/decode/rows.js';
import type { HttpResponse } from '../../services/http/transport.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';

/** A response to a call of the catalogue, or what a description says of one. */
export interface Observed {
  readonly call: Call;
  readonly status: number;
  /** The body, with exact numbers. */
  readonly data: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The query of the request. */
  readonly query?: Readonly<Record<string, string>>;
  /** The names of the fields of a JSON request body. */
  readonly requestFields?: readonly string[];
  /** It was made from a description (OpenAPI): its names are stated, its values are not. */
  readonly isDescribed?: true;
}

/** What is known of the calls: of a map in use, and of lines that were proposed before. */
export type MapOf = (call: Pick<Call, 'service' | 'name'>) => CallMap | undefined;

export const keyOf = ({ service, name }: Pick<Call, 'service' | 'name'>): string => `${service} ${name}`;

/** A response of a call as it is observed; none without a JSON body. */
export function observedIn(call: Call, url: string, { status, headers, body }: HttpResponse): readonly Observed[] {
  const query = URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {};
  try {
    return [{ call, status, data: parseLossless(body.toString('utf8')), headers, query }];
  } catch {
    return [];
  }
}
/** What the map in use says of a call, as if it were trusted; nothing without a map. @throws {LocalFailure} BAD_MAP */
export async function mapInUse(context: Context): Promise<MapOf> {
  const map = await context.http().platformMap();
  return (call) => {
    const said = map?.of(call);
    return said && { ...said, isTrusted: true };
  };
}

/** Whether a response is a success, by its status and the map. */
export const isSuccess = ({ status, data }: Observed, map: CallMap | undefined): boolean =>
  status >= 200 && status < 300 && isOkBy(map, data) !== false;

/** The rows or the record of a response as rows; none for anything else. */
export function rowsOf(data: unknown, expects: 'record' | undefined, map: CallMap | undefined): readonly Row[] {
  const body = bodyOf(data, expects, map);
  return body.is === 'rows' ? body.rows.filter(isRecord) : body.is === 'record' ? [body.row] : [];
}

/** The rows of the responses of one call, and what is known of their fields. */
export function fieldsOf(of: readonly Observed[], known: RowsOf, mapOf: MapOf) {
  const { call } = of[0]!;
  const [map, isList] = [mapOf(call), returnsList(call)];
  const rows = of.flatMap(({ data }) => rowsOf(data, isList ? undefined : 'record', map));
  const fields = new Fields(rows, { ...known, calls: [call.name], map, isRecord: !isList });
  return { call, map, isList, rows, fields };
}

/** A field in a value, by its path through objects, with its values. */
export interface Place {
  readonly path: string;
  readonly values: readonly unknown[];
}
/** The bounds of a search: levels of objects, fields, and rows. */
const [mostLevels, mostPlaces, mostRows] = [4, 600, 200];

/**
 * The fields of rows by their paths, in the order of the first row that has them; lists are fields, their elements are
 * not.
 * @param isWhole whether an object is one value, as an amount of money is
 */
export function placesIn(rows: readonly unknown[], isWhole: (value: Row) => boolean = () => false): readonly Place[] {
  const places = new Map<string, unknown[]>();
  const visit = (value: unknown, prefix: string, level: number) => {
    if (!isRecord(value) || level > mostLevels) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!/^[^\s.:[\]]+$/.test(name)) continue; // no path can name it
      const path = prefix + name;
      if (!places.has(path) && places.size >= mostPlaces) continue;
      places.set(path, [...(places.get(path) ?? []), inner]);
      if (isRecord(inner) && !isWhole(inner)) visit(inner, `${path}.`, level + 1);
    }
  };
  for (const row of rows.slice(0, mostRows)) visit(row, '', 1);
  return [...places].map(([path, values]) => ({ path, values }));
}

/** The elements by a key, in the order of their first elements. */
export function groupedBy<Key, Element>(
  elements: readonly Element[],
  keyOf: (element: Element) => Key,
): ReadonlyMap<Key, readonly Element[]> {
  const groups = new Map<Key, Element[]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  return groups;
}

/** The reads to make. */
export interface Collection {
  /** Patterns of calls, as those of `tuk smoke --calls`; by default all reads. */
  readonly patterns?: readonly string[];
  /** Requests a second, `5/s`. */
  readonly rate: string;
  readonly isWanted?: (call: Call) => boolean;
  /** What is known of the responses, in place of the map in use. */
  readonly mapOf?: MapOf;
}
/**
 * Makes the reads of the profile, and passes each response on: `commands/smoke/collect`. Stores nothing.
 * @returns the number of calls that could not be made
 */
export type CollectReads = (
  collection: Collection,
  context: Context,
  observe: (call: Call, url: string, response: HttpResponse) => void,
) => Promise<number>;
