// A response in the spelling of the program: each known field has its declared name, which some readers ask for alone.

import { type Call, returnsList } from '../catalogue/define.js';
import type { Response } from '../http/send.js';
import { isRecord, isScalar, type Row, valueAt } from '../json-value.js';
import { parseLossless, stringifyLossless } from '../lossless-number.js';
import { Fields, type RowsOf, thingAlone } from './fields.js';
import { type CallMap, type Mapped, pathBy, reader } from './map.js';
import { recordIn, rowsAloneIn, rowsIn } from './rows.js';

/** Two words in camel case, a name in capitals, and one in snake, kebab or Pascal case. */
const inCamelCase = /^[a-z][a-z0-9]*[A-Z]/;
const inOtherCase = /^([a-z][a-z0-9]*([_-][a-z0-9]+)+|[A-Z][a-z][A-Za-z0-9]*([_-][A-Za-z0-9]+)*)$/;
/** A name in camel case; a name in capitals is a word of data, and stays. */
const camel = (name: string) =>
  inOtherCase.test(name)
    ? name
        .replace(/^[A-Z]/, (first) => first.toLowerCase())
        .replace(/[_-]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name;

/**
 * A value whose fields have names in camel case; the same value if they have. The keys of a map of objects, and the
 * fields of an object that has names in camel case, stay.
 */
export function inCamel(value: unknown): unknown {
  if (Array.isArray(value)) return renamed(value, inCamel);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value);
  const names = fields.map(([name]) => name);
  const isFixed = names.some((name) => inCamelCase.test(name)) || fields.every(([, inner]) => isRecord(inner));
  const others = isFixed ? names : names.map(camel);
  const named = new Set(others).size === names.length ? others : names;
  // the names of a table are in its head
  const isHead = (name: string, field: unknown): field is string[] =>
    /^(columns|fields|headers)$/i.test(name) && Array.isArray(field) && field.every((one) => typeof one === 'string');
  const inner = fields.map(([name, field]) => (isHead(name, field) ? renamed(field, camel) : inCamel(field)));
  return fields.every(([name, field], at) => name === named[at] && field === inner[at])
    ? value
    : Object.fromEntries(named.map((name, at) => [name, inner[at]]));
}

function renamed<Part>(parts: readonly Part[], change: (part: Part) => Part): readonly Part[] {
  const others = parts.map(change);
  return others.every((other, at) => other === parts[at]) ? parts : others;
}

/**
 * A response with its fields in the names of the program: as the map of the platform says, then in camel case. With a map
 * only the fields that it names stay beside rows.
 * @param isList whether it is a list, although something stands beside it
 */
export function inOurNames(value: unknown, map: CallMap | undefined, isList: boolean): unknown {
  if (map === undefined) return inCamel(value);
  const list = isList ? rowsIn(value, map) : rowsAloneIn(value, map);
  const read = reader(map);
  if (list) {
    const rows = list.rows.map((row, at) => (isScalar(list.elements[at]) ? row.value : read(row)));
    const beside = Object.fromEntries(list.beside);
    const named = Object.keys(map.fields ?? {}).filter((name) => pathBy(map, [beside], name) !== undefined);
    const around = named.length > 0 && Object.entries(read(beside)).filter(([name]) => named.includes(name));
    return inCamel(around ? { ...Object.fromEntries(around), rows } : rows);
  }
  const record = recordIn(value, map);
  return inCamel(record ? read(record.row) : value);
}

/**
 * A response to a call as JSON text: its rows or its record alone, with fields in camel case and without the objects of
 * its form; the id of rows as `id`. The same text for a response that is so.
 */
export function asDeclared(text: string, call: Pick<Call, 'name'> & Mapped): string {
  if (text === '') return text;
  const whole = parseLossless(text);
  const value = inOurNames(whole, call.map, returnsList(call));
  const of = { calls: [call.name] };
  const list = returnsList(call) ? rowsIn(value) : rowsAloneIn(value);
  if (list) {
    const rows = withId(list.rows, of).map((row, at) => (isScalar(list.elements[at]) ? list.elements[at] : row));
    const isSame = value === whole && list.at.length === 0 && rows.every((row, at) => row === list.elements[at]);
    return isSame ? text : stringifyLossless(rows);
  }
  const record = recordIn(value)?.row;
  if (record === undefined) return text;
  const row = thingAlone(record, of);
  return row === whole ? text : stringifyLossless(row);
}

/** Rows with their id as `id`, where a rule knows it. */
function withId(rows: readonly Row[], of: RowsOf): readonly Row[] {
  if (rows.length === 0 || rows.some((row) => Object.hasOwn(row, 'id'))) return rows;
  const known = new Fields(rows, of).path('id', 'id');
  if (known.is === 'unknown') return rows;
  return rows.map((row) => ({ id: valueAt(row, known.value), ...row }));
}

/** A response with its fields under their declared names. */
export function withDeclaredNames(response: Response): Response {
  const text = asDeclared(response.text, response.call);
  const { original = response.text } = response;
  return text === response.text ? response : { ...response, text, original, data: JSON.parse(text) };
}

/** A response by a map that a person trusts, for facts that money depends on; the same response without one. */
export const byTrustedMap = (response: Response): Response =>
  response.call.map?.isTrusted && response.call.as === 'json' ? withDeclaredNames(response) : response;
