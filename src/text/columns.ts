// Selects the columns of a list from its rows alone.

import { grouped } from '../money/values/decimal.js';
import { isWholeFact } from '../services/decode/pages.js';
import { isPlainEnvelope, type Rows } from '../services/decode/rows.js';
import { moneyObject } from '../services/decode/values.js';
import { asText, isNothing, isNumeric, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { fieldNames, mostColumns } from '../services/row-fields.js';
import { type Column, cellOf, labelledField, moneyText } from './column.js';

import { headingOf } from './table.js';
import { width } from './text.js';
import { dayAndTime, ofTime } from './time.js';

const mostNoted = 40;

/** The other fields of the response in one line, such as `count 12`, unescaped. */
export function noteOf({
  beside: all,
  elements,
}: Pick<Rows, 'beside'> & { readonly elements?: Rows['elements'] }): string | undefined {
  const isPage = (field: readonly [string, unknown]) => elements !== undefined && isWholeFact(field, elements.length);
  const others = all.filter((field) => !isPlainEnvelope(field));
  const pages = others.filter(isPage);
  // a number alone may be a fact of its own
  const beside = pages.length === 1 && isNumeric(pages[0]![1]) ? others : others.filter((field) => !isPage(field));
  const parts = beside.slice(0, mostNoted).flatMap(([name, value]) => notePart(name, value));
  if (parts.length === 0) return undefined;
  const more = beside.length - mostNoted;
  return [...parts, ...(more > 0 ? [`and ${grouped(String(more))} other fields`] : [])].join(', ');
}

function notePart(name: string, value: unknown): string[] {
  if (isNothing(value)) return [];
  const [named, column] = labelledField({ path: name }, { [name]: value });
  const label = named.toLowerCase();
  if (!isScalar(value)) return [label];
  const at = column.as === 'time' ? ofTime(asText(value)) : undefined;
  return [`${label} ${at === undefined ? cellOf({ [name]: value }, column, 0, 'whole').text : dayAndTime(at)}`];
}

interface RankedColumn {
  readonly path: string;
  readonly rank: number;
  readonly wide: number;
}

// from the most to the least informative; ids come last, but are kept first
const [status, name, amount, short, long, id] = [0, 1, 2, 3, 4, 5];
const tableColumns = 8;
// The number of rows that determine the kind of a column; names come from all rows.
const sampleSize = 500;
const longText = 32;
const leastShown = 12;

/** The first `mostColumns` scalar fields, with nested objects one level deep as `a.b`, in order of appearance. */
export const fieldsOf = (rows: readonly Row[]): string[] => scalarPaths(rows).slice(0, mostColumns);

/** The most informative columns that fit: status and name first, long texts and ids last. */
export function columnsOf(rows: readonly Row[], width?: number): Column[] {
  const paths = fieldsOf(rows);
  const topLevel = paths.filter((path) => rows.some((row) => Object.hasOwn(row, path)));
  const inspectedPaths = (topLevel.length > 0 ? topLevel : paths).map((path) => inspected(rows, path));
  const order = [...inspectedPaths].sort((a, b) => a.rank - b.rank);
  return choose(order, width).map(({ path }) => ({ path }));
}

/** The number of fields that could have a column. */
export const columnCount = (rows: readonly Row[]): number => scalarPaths(rows).length;

/** The paths of all scalars and arrays of scalars, one level deep, in order of appearance. */
function scalarPaths(rows: readonly Row[]): string[] {
  const paths = new Set<string>();
  const nested = new Set<string>();
  const scalar = new Set<string>();
  for (const row of rows) {
    for (const [field, value] of Object.entries(row)) {
      if (moneyObject(value)) paths.add(field);
      else if (isRecord(value)) {
        nested.add(field);
        for (const [inner, part] of Object.entries(value)) if (isShown(part)) paths.add(`${field}.${inner}`);
      } else if (isShown(value) || value === null) paths.add(field);
      if (isScalar(value)) scalar.add(field);
    }
  }
  // a field that is null in one row and an object in another is split
  const visible = [...paths].filter((path) => !nested.has(path) || scalar.has(path));
  return visible.length > 0 ? visible : fieldNames(rows);
}

const isShown = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

function inspected(rows: readonly Row[], path: string): RankedColumn {
  const values = rows.slice(0, sampleSize).flatMap((row) => valueAt(row, path) ?? []);
  const widest = values.reduce<number>((most, value) => Math.max(most, width(textOf(value))), 0);
  return {
    path,
    rank: rankOf(path, values, widest),
    wide: Math.max(Math.min(widest, leastShown), width(headingOf(path))),
  };
}

const textOf = (value: unknown): string => {
  const money = moneyObject(value);
  return money ? moneyText(money) : asText(value);
};

function rankOf(path: string, values: readonly unknown[], widest: number): number {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (/^(id|uuid|key|hash)$|(Id|ID|Uuid|Hash|Address|_id)$|^(address|vin)$/.test(last)) return id;
  if (/(status|state)$/i.test(last)) return status;
  if (/^(name|title|symbol|label|type)$|(Name|Title|Symbol)$/.test(last)) return name;
  if (widest > longText) return long;
  if (values.length > 0 && values.every((value) => isNumeric(value) || moneyObject(value))) return amount;
  if (/(amount|price|balance|rate|fee|value|total|At|Date|Time|date|time)$/.test(last)) return amount;
  return short;
}

/** The first columns that fit, with room for one id. */
function choose(order: readonly RankedColumn[], width: number | undefined): RankedColumn[] {
  const key = order.find((column) => column.rank === id);
  const room = (width ?? Number.POSITIVE_INFINITY) - (key === undefined ? 0 : key.wide + 2);
  const chosen: RankedColumn[] = [];
  let total = 0;
  for (const column of order) {
    if (column === key || chosen.length >= tableColumns - (key === undefined ? 0 : 1)) continue;
    if (total + column.wide > room && chosen.length > 0) continue;
    total += column.wide + 2;
    chosen.push(column);
  }
  return key === undefined ? chosen : [...chosen, key];
}
