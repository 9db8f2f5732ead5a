// A record and amounts over time in words for a screen reader.

import { counted } from '../services/counted.js';
import { asText, isRecord, type Row } from '../services/json-value.js';
import { type Chart, seriesOf } from './chart.js';
import type { Column } from './column.js';
import { columnsOf } from './columns.js';
import { guessed, nameFor } from './guess.js';
import { labelOf } from './label.js';
import { present } from './present.js';
import { fieldsOf, headedOf, partsOf, type Section } from './record.js';
import { rowText, valueText } from './spoken-value.js';
import { escapeControls } from './visible.js';

/** The number of rows that are said at a time. */
export const atATime = 20;

/**
 * A record as a page: its name unless it equals `heading`, a line per label and value, and nested parts as named
 * sections.
 */
export function pageLines(record: Row, columns: readonly Column[], now: number, heading?: string): string[] {
  const { title, status, fields, sections } = partsOf(record, columns);
  const name = title === undefined ? undefined : escapeControls(asText(record[title]));
  return present([
    name !== undefined && name !== heading && `${name}.`,
    ...headedTexts(record, status ? [status, ...fields] : fields, now),
    ...sections.flatMap((section) => sectionLines(section, columns, now)),
  ]);
}
/** The fields of these columns under their section names; without columns the whole record. */
export const factTexts = (record: Row, columns: readonly Column[] | undefined, now: number): string[] =>
  columns ? headedTexts(record, columns, now) : pageLines(record, [], now);
const headedTexts = (record: Row, columns: readonly Column[], now: number): string[] =>
  headedOf(columns).flatMap(([head, fields]) => {
    const lines = labelledTexts(record, fields, now, head === undefined ? '' : '  ');
    return head === undefined || lines.length === 0 ? lines : [`Section ${head}:`, ...lines];
  });
const labelledTexts = (record: Row, fields: readonly Column[], now: number, indent: string): string[] =>
  fields.flatMap((field) => {
    const column = guessed(field, [record]);
    const text = valueText(record, column, now, 'whole');
    return text === undefined
      ? []
      : [`${indent}${labelOf(column.heading ?? nameFor(column))}: ${text.replaceAll('\n', ' ')}`];
  });
function sectionLines({ path, value }: Section, columns: readonly Column[], now: number): string[] {
  const head = `Section ${path.split('.').map(labelOf).join(', ')}`;
  if (isRecord(value)) {
    const within = columns
      .filter((column) => column.path.startsWith(`${path}.`))
      .map((column) => ({ ...column, path: column.path.slice(path.length + 1) }));
    const lines = labelledTexts(value, fieldsOf(value, within, []), now, '  ');
    return lines.length === 0 ? [] : [`${head}:`, ...lines];
  }
  const rows = value as readonly Row[];
  const read = { columns: columnsOf(rows), id: 'id' };
  const more = rows.length > atATime ? [`  ${rows.length - atATime} more: j says them.`] : [];
  const lines = rows.slice(0, atATime).map((row, at) => rowText(row, at, rows.length, read, now));
  return [`${head}, ${counted(rows.length, 'row')}:`, ...lines, ...more];
}

/** A chart as numbers: sum, average, high, low and change of each unit, then a line per time. */
export const chartTexts = (rows: readonly Row[], chart: Chart): string[] =>
  seriesOf(rows, chart).flatMap(({ unit, bars, total: [is, total], average, best, worst, change }) => {
    const [high, low] = [bars[best], bars[worst]!];
    const figures = present([
      `${is === 'sum' ? 'Sum' : 'Last'} ${`${total} ${unit}`.trim()}.`,
      `Average ${average}.`,
      high && `High ${high.text}, ${high.label}.`,
      `Low ${low.text}, ${low.label}.`,
      `Change ${change === '–' ? 'not known' : change.replace('-', 'minus ').replace('+', 'plus ')}.`,
    ]);
    const first = `${unit === '' ? '' : `${unit}. `}${counted(bars.length, 'line')}. ${figures.join(' ')}`;
    return [first, ...bars.map(({ label, text }) => `  ${label}: ${`${text} ${unit}`.trim()}`)];
  });
