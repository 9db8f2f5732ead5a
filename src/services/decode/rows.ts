// Finds the rows or the record of a response, at most three envelopes deep. The only place that looks for a list.

import { foldName } from '../fold-text.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../json-value.js';
import { type CallMap, dataBy, without } from './map.js';

/** The fields beside the rows or the record, such as `count`, of all its envelopes. */
type Beside = readonly (readonly [name: string, value: unknown])[];
export interface Rows {
  readonly is: 'rows';
  /** The path of the list; empty if the response itself is the list. */
  readonly at: readonly string[];
  /** The elements as the response has them. */
  readonly elements: readonly unknown[];
  /**
   * The elements as rows: a scalar becomes `{value}`, an entry of a map gets its `key`, and the values of a table with
   * `columns` get their names.
   */
  readonly rows: readonly Row[];
  readonly beside: Beside;
}
interface OneRecord {
  readonly is: 'record';
  /** The path of the record; empty if the response itself is the record. */
  readonly at: readonly string[];
  readonly row: Row;
  readonly beside: Beside;
}
/** What a response has. `nothing`: an empty body, or null. `value`: a text, a number or a boolean. */
export type Body = Rows | OneRecord | { readonly is: 'nothing' } | { readonly is: 'value'; readonly value: unknown };

/** The most envelopes around a list or a record. */
const mostEnvelopes = 3;

/** Fields beside a wrapped list. */
const paging =
  /^(count|total|size|page|limit|offset|skip|take|cursor|next|prev|previous|has|is|first|last|number)|(count|total|pages?|cursor|token)$/i;
/**
 * What a response has, by its form alone.
 * @param expects `record`: a list beside other things is a part of the record
 */
export function bodyOf(data: unknown, expects?: 'record', map?: CallMap): Body {
  if (isNothing(data) || isEmptyEnvelope(data)) return { is: 'nothing' };
  const list = expects === 'record' ? rowsAloneIn(data, map) : rowsIn(data, map);
  if (list) return list;
  return recordIn(data, map) ?? { is: 'value', value: data };
}

/** Whether an envelope carries null: `{"code":0,"data":null}`. */
const isEmptyEnvelope = (data: unknown) =>
  isRecord(data) &&
  Object.entries(data).some(([name, value]) => recordNames.has(foldName(name)) && isNothing(value)) &&
  Object.entries(data).every(
    (field) => (recordNames.has(foldName(field[0])) && isNothing(field[1])) || isBeside(field),
  );

/**
 * The rows in a response: the response itself if it is an array, the only array of objects in an object, the only map
 * of objects (`{tokens: {...}}`), a table of `columns` and `rows`, or such a list in up to three envelopes. Undefined
 * for anything else, and for an object with an `id`, which is a single record. A map of the platform says where they are.
 */
export function rowsIn(data: unknown, map?: CallMap): Rows | undefined {
  return within(data, map?.rows, listOf) ?? within(data, map?.data, rowsIn) ?? inLevels(data, 0);
}
/** The rows at a path of a map. */
function within(data: unknown, path: string | undefined, find: (data: unknown) => Rows | undefined): Rows | undefined {
  const list = path === undefined || !isRecord(data) ? undefined : find(valueAt(data, path));
  const beside = list && [...Object.entries(without(data as Row, path!)), ...list.beside];
  return beside && { ...list, at: [...path!.split('.'), ...list.at], beside };
}
/** A list, or an object that has the rows by their keys. */
function listOf(found: unknown): Rows | undefined {
  if (Array.isArray(found)) return inLevels(found, 0);
  return isRecord(found) && Object.values(found).every(isRecord) ? ofMap(found, Object.entries(found)) : undefined;
}

function inLevels(data: unknown, depth: number): Rows | undefined {
  if (Array.isArray(data)) return { is: 'rows', at: [], elements: data, rows: data.map(asRow), beside: [] };
  if (!isRecord(data) || Object.hasOwn(data, 'id')) return undefined;
  const fields = Object.entries(data);
  const own = ofTable(data) ?? ofLevel(fields, depth);
  if (own === undefined && isMap(fields)) return ofMap(data, fields);
  if (own) {
    const others = fields.filter(([name]) => name !== own.at[0] && name !== own.head);
    // an object with other things beside its list is a record
    return depth > 0 && !others.every(isBeside) ? undefined : { ...own, is: 'rows', beside: others };
  }
  const inner = depth < mostEnvelopes ? carried(fields) : undefined;
  const list = inner && inLevels(inner[1], depth + 1);
  return inner && list && around(list, inner[0], fields);
}

/** A list, and the field with the names of its columns. */
type Found = Pick<Rows, 'at' | 'elements' | 'rows'> & { readonly head?: string };
/** The list of one object. */
function ofLevel(fields: readonly (readonly [string, unknown])[], depth: number): Found | undefined {
  const all = fields.filter(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isRecord));
  // errors beside data are not its rows
  const hasData = fields.some(([name, value]) => !isBesideName(name) && !isScalar(value) && !isNothing(value));
  const lists = hasData ? all.filter(([name]) => !/^(errors?|warnings)$/i.test(name)) : all;
  const named = lists.length > 1 ? lists.filter(([name]) => listNames.has(foldName(name))) : lists;
  const others = lists.filter((list) => list !== named[0]);
  const only =
    named.length === 1 && others.every(([name]) => isBesideName(name))
      ? named[0]
      : lists.length === 0
        ? (wrapped(fields) ?? (depth === 0 ? mapOf(fields) : undefined))
        : undefined;
  if (only === undefined) return undefined;
  const [field, value] = only;
  const rows = Array.isArray(value)
    ? value.map(asRow)
    : Object.entries(value as Row).map(([key, entry]) => keyed(key, entry as Row));
  return { at: [field], elements: Array.isArray(value) ? value : rows, rows };
}

/** A table: the names in `columns`, and arrays of values in `rows`. */
function ofTable(record: Row): Found | undefined {
  const rowsName = ['rows', 'data', 'values'].find((name) => Array.isArray(record[name]));
  const head = ['columns', 'fields', 'headers'].find((name) => Array.isArray(record[name]));
  const columns = head === undefined ? undefined : record[head];
  if (rowsName === undefined || !Array.isArray(columns)) return undefined;
  const names = columns.map((column) => (isRecord(column) ? (column.name ?? column.key) : column));
  const elements = record[rowsName] as readonly unknown[];
  const isTable = elements.every((values) => Array.isArray(values) && values.length === names.length);
  const areNames =
    names.every((name) => typeof name === 'string' && name !== '') && new Set(names).size === names.length;
  if (elements.length === 0 && rowsName === 'rows') return { at: [rowsName], elements, rows: [], head };
  if (elements.length === 0 || names.length === 0 || !isTable || !areNames) return undefined;
  const rows = elements.map((values) =>
    Object.fromEntries((values as readonly unknown[]).map((value, at) => [names[at] as string, value])),
  );
  return { at: [rowsName], elements, rows, head };
}

/** The record in a response: in `data` or `result` of an envelope, else the response itself. Undefined for no object. */
export function recordIn(whole: unknown, map?: CallMap): OneRecord | undefined {
  const data = dataBy(map, whole);
  if (!isRecord(data)) return undefined;
  let found: OneRecord = { is: 'record', at: [], row: data, beside: [] };
  for (let depth = 0; depth < mostEnvelopes; depth++) {
    const fields = Object.entries(found.row);
    const inner = carried(fields);
    if (inner === undefined || !recordNames.has(foldName(inner[0]))) break;
    const others = fields.filter(([name]) => name !== inner[0]);
    found = { is: 'record', at: [...found.at, inner[0]], row: inner[1], beside: [...found.beside, ...others] };
  }
  const row = contentOf(found.row);
  return row === found.row ? found : { ...found, row };
}

/** The only object that an envelope carries; undefined for an object with fields of its own. */
function carried(fields: readonly (readonly [string, unknown])[]): readonly [string, Row] | undefined {
  const inner = fields.filter(([name, value]) => isRecord(value) && !isBesideName(name));
  const [only] = inner.length === 1 ? inner : [];
  return only !== undefined && fields.every((field) => field[0] === only[0] || isBeside(field))
    ? [only[0], only[1] as Row]
    : undefined;
}
/** Whether a field of this name belongs to an envelope, or has no thing. */
export const isBesideName = (name: string): boolean => {
  const key = foldName(name);
  return envelopeNames.has(key) || besideNames.has(key);
};
/** Whether a field belongs to an envelope, and not to a thing. */
export const isBeside = ([name, value]: readonly [string, unknown]): boolean =>
  isBesideName(name) ||
  (isScalar(value) || isNothing(value) ? paging.test(name) : Array.isArray(value) && value.length === 0);

/** Whether a field of an envelope says nothing but that all went well: `code: 0`, `msg: success`, a trace id. */
export const isPlainEnvelope = ([name, value]: readonly [string, unknown]): boolean =>
  envelopeNames.has(foldName(name)) &&
  (callNames.has(foldName(name)) ||
    isNothing(value) ||
    (Array.isArray(value) && value.length === 0) ||
    (isScalar(value) && /^(0+|200|true|ok|success)$/i.test(asText(value))));

const around = (list: Rows, name: string, fields: Beside): Rows => ({
  ...list,
  at: [name, ...list.at],
  beside: [...fields.filter(([other]) => other !== name), ...list.beside],
});

/**
 * A response with other elements in its list.
 * @param order the places of the elements among those of `list`: a map keeps their keys, and without it becomes a list
 */
export function withElements(
  data: unknown,
  at: readonly string[],
  elements: readonly unknown[],
  order?: readonly number[],
): unknown {
  const [name, ...inner] = at;
  if (name === undefined) return order && isRecord(data) ? entriesAt(data, order) : elements;
  const record = data as Row;
  return { ...record, [name]: withElements(record[name], inner, elements, order) };
}
function entriesAt(map: Row, order: readonly number[]): Row {
  const entries = Object.entries(map);
  return Object.fromEntries(order.map((place) => entries[place]!));
}

/**
 * The fields of a thing, without the object of its form: the node of an edge, a resource of JSON:API, a feature of
 * GeoJSON without a geometry; the links of HAL are no fields. The same object for any other.
 */
export function contentOf(whole: Row): Row {
  const { _links: links, ...linked } = whole;
  const row = isRecord(links) ? linked : whole;
  const has = (...names: readonly string[]) => Object.keys(row).every((name) => names.includes(name));
  if (isRecord(row.node) && has('node', 'cursor')) return contentOf(row.node);
  const { type, attributes, properties, ...others } = row;
  if (
    isRecord(attributes) &&
    typeof type === 'string' &&
    has('type', 'id', 'attributes', 'relationships', 'links', 'meta')
  )
    return { ...others, ...attributes };
  if (isRecord(properties) && type === 'Feature' && has('type', 'id', 'properties', 'geometry', 'bbox'))
    return isNothing(row.geometry) ? { ...properties, ...(Object.hasOwn(row, 'id') ? { id: row.id } : {}) } : row;
  return row;
}

const asRow = (element: unknown): Row => (isRecord(element) ? contentOf(element) : { value: element });
const keyed = (key: string, entry: Row): Row =>
  Object.values(entry).some((value) => isScalar(value) && asText(value) === key) ? entry : { key, ...entry };

/** The array that must be the wrapped list, although it is empty or has only scalars. */
function wrapped(fields: readonly (readonly [string, unknown])[]): readonly [string, unknown] | undefined {
  const arrays = fields.filter(([name, value]) => Array.isArray(value) && !envelopeNames.has(foldName(name)));
  const only = arrays.length === 1 ? arrays[0] : undefined;
  if (only === undefined) return undefined;
  const others = fields.filter(([name]) => name !== only[0]);
  return listNames.has(foldName(only[0])) || others.every(([name]) => paging.test(name)) ? only : undefined;
}

/** Whether each key of an object is data of the object that it names: `{"a1": {"id": "a1"}}`, or an id by its form. */
const isMap = (fields: readonly (readonly [string, unknown])[]) =>
  fields.length > 0 &&
  fields.every(
    ([key, entry]) =>
      isRecord(entry) &&
      (isKey.test(key) ||
        (fields.length > 1 && Object.values(entry).some((value) => isScalar(value) && asText(value) === key))),
  );
const isKey = /^(0x[0-9a-f]{6,}|\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/i;
function ofMap(data: Row, fields: readonly (readonly [string, unknown])[]): Rows {
  const rows = fields.map(([key, entry]) => keyed(key, entry as Row));
  return { is: 'rows', at: [], elements: Object.values(data), rows, beside: [] };
}

/** The field that maps keys to objects of one kind, in an object with only paging fields otherwise. */
function mapOf(fields: readonly (readonly [string, unknown])[]): readonly [string, unknown] | undefined {
  const [only, ...more] = fields.filter(([, value]) => isRecord(value));
  if (only === undefined || more.length > 0 || !fields.every(([name]) => name === only[0] || paging.test(name)))
    return undefined;
  const entries = Object.entries(only[1] as Row);
  const first = entries[0]?.[1];
  if (!isRecord(first) || !entries.every(([, entry]) => isRecord(entry))) return undefined;
  // a single entry is a map only if its key is data: an address, a number, a symbol
  if (entries.length === 1) return /^(0x|\d|[A-Z0-9_]+$)/.test(entries[0]?.[0] ?? '') ? only : undefined;
  return entries.every(([, entry]) => Object.keys(entry as Row).some((name) => Object.hasOwn(first, name)))
    ? only
    : undefined;
}

/** The rows of a response that may be one record with lists: only of a list that stands alone. */
export function rowsAloneIn(data: unknown, map?: CallMap): Rows | undefined {
  const inner = within(data, map?.data, rowsAloneIn);
  if (inner) return inner;
  const list = rowsIn(data, map);
  return list &&
    (map?.rows !== undefined ||
      list.at.length === 0 ||
      (listNames.has(foldName(list.at.at(-1)!)) && list.beside.every(isBeside)))
    ? list
    : undefined;
}

/** Rows that are a list of their own. */
export const ofRows = (rows: readonly Row[]): Rows => ({ is: 'rows', at: [], elements: rows, rows, beside: [] });

// The one list of the names of envelopes: what each says of the response around its data. All names are folded.

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** How a call ended: a status of HTTP, a code. */
export const endNames = names('status statuscode httpstatus code errno rc ret resultcode returncode retcode');
const flags = 'success succeeded successful issuccess issuccessful issucceeded ok isok';
/** Flags of a success. A thing may have `accepted`. */
export const successNames = names(`${flags} accepted`);
export const failureNames = names('failed isfailed failure isfailure fail iserror haserror haserrors');
const errors = 'error errors err errmsg exception errorcode errormessage errormsg errordescription';
export const errorNames = names(`${errors} errorreason failurereason failreason`);
const messages = 'message msg resultmessage resultmsg returnmessage statusmessage statustext';
export const messageNames = names(`${messages} reason detail info text`);
/** The call itself, in its envelope. */
export const callNames = names('time timestamp traceid requestid correlationid version jsonapi apiversion');
/** Fields of an envelope, whatever else the object has. */
export const envelopeNames = new Set([
  ...[...endNames, ...callNames],
  ...names(`${flags} ${errors} ${messages} type warnings messages`),
]);
/** Objects beside a list that have no thing. */
export const besideNames = names(
  'meta metadata links paging pagination pageinfo page pageable included summary header extensions sort',
);
/** Fields of an envelope that a thing may have, too: they belong to an envelope if no field is that of a thing. */
export const problemNames = names('reason detail details title path instance availablesince total count');

/** Wrapped lists. An empty array is a list only under such a name, or if it is alone. */
export const listNames = names(
  'data list items content contents results result rows records elements entries edges features nodes values',
);
/** Wrapped records. */
export const recordNames = names('data result payload response body');
