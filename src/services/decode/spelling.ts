// A response in the spelling of the program: for readers that know fields by their declared names alone.

import type { Call } from '../catalogue/define.js';
import { isRecord, type Row, valueAt } from '../json-value.js';
import { parseLossless, stringifyLossless } from '../lossless-number.js';
import { Fields } from './fields.js';
import { recordIn, rowsIn } from './rows.js';

/** Two words in camel case, a name in capitals, and one in snake, kebab or Pascal case. */
const inCamelCase = /^[a-z][a-z0-9]*[A-Z]/;
const inOtherCase = /^([a-z][a-z0-9]*([_-][a-z0-9]+)+|[A-Z][a-z0-9]+([_-]?[A-Z]?[a-z0-9]+)*)$/;
/** A name in camel case; a name in capitals is a word of data, and stays. */
const camel = (name: string): string =>
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
  if (Array.isArray(value)) {
    const elements = value.map(inCamel);
    return elements.every((element, at) => element === value[at]) ? value : elements;
  }
  if (!isRecord(value)) return value;
  const fields = Object.entries(value);
  const names = fields.map(([name]) => name);
  const isFixed = names.some((name) => inCamelCase.test(name)) || fields.every(([, inner]) => isRecord(inner));
  const others = isFixed ? names : names.map(camel);
  const named = new Set(others).size === names.length ? others : names;
  const inner = fields.map(([, field]) => inCamel(field));
  return fields.every(([name, field], at) => name === named[at] && field === inner[at])
    ? value
    : Object.fromEntries(named.map((name, at) => [name, inner[at]]));
}

/**
 * A response to a call as JSON text: its fields in camel case, the id of its rows or its record as `id`, and without the
 * objects of its form. The same text for a response that is so.
 */
export function asDeclared(text: string, { name }: Pick<Call, 'name'>): string {
  if (text === '') return text;
  const whole = parseLossless(text);
  const value = inCamel(whole);
  const list = rowsIn(value);
  if (list) {
    const rows = withId(list.rows, { calls: [name] });
    const isSame = rows.every((row, at) => row === list.elements[at] || !isRecord(list.rows[at]) || 'value' in row);
    return isSame ? (value === whole ? text : stringifyLossless(value)) : stringifyLossless(rows);
  }
  const record = recordIn(value)?.row;
  if (record === undefined) return text;
  const [row] = withId([record], { calls: [name], isRecord: true });
  return row === whole ? text : stringifyLossless(row);
}

/** Rows with their id as `id`, where a rule knows it. */
function withId(rows: readonly Row[], of: ConstructorParameters<typeof Fields>[1]): readonly Row[] {
  if (rows.length === 0 || rows.some((row) => Object.hasOwn(row, 'id'))) return rows;
  const known = new Fields(rows, of).path('id', 'id');
  if (known.is === 'unknown') return rows;
  return rows.map((row) => ({ id: valueAt(row, known.value), ...row }));
}
