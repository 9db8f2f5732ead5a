// A record and amounts over time as a screen reader says them: labels and sections, numbers.

import { counted } from '../services/counted.js';
import { asText, isRecord, type Row } from '../services/json-value.js';
import { type Chart, seriesOf } from './chart.js';
import type { Column } from './column.js';
import { columnsOf } from './columns.js';
import { guessed, nameFor } from './guess.js';
import { labelOf } from './label.js';
import { fieldsOf, headedOf, partsOf, type Section } from './record.js';
import { rowText, valueText } from './spoken-value.js';
import { escapeControls } from './visible.js';

/** How many rows are said at a time. */
export const atATime = 20;

/** One thing as a page: its name where that is not `known` already, then label and value, a line each; what lies within it as sections with names. */
export function pageLines(record: Row, columns: readonly Column[], now: number, known?: string): string[] {
  const { title, status, fields, sections } = partsOf(record, columns);
  const name = title === undefined ? undefined : escapeControls(asText(record[title]));
  return [
    ...(name === undefined || name === known ? [] : [`${name}.`]),
    ...headedTexts(record, [...(status ? [status] : []), ...fields], now),
    ...sections.flatMap((section) => sectionLines(section, columns, now)),
  ];
}
/** The fields of these columns under the names of their sections; without columns all of the record. */
export const factTexts = (record: Row, columns: readonly Column[] | undefined, now: number): string[] =>
  columns ? headedTexts(record, columns, now) : pageLines(record, [], now);
const headedTexts = (record: Row, columns: readonly Column[], now: number): string[] =>
  headedOf(columns).flatMap(([head, fields]) => {
    const lines = labelledTexts(record, fields, now, head === undefined ? '' : '  ');
    return head === undefined || lines.length === 0 ? lines : [`Section ${head}:`, ...lines];
  });
const labelledTexts = (record: Row, fields: readonly Column[], now: number, indent: string): string[] =>
  fields.flatMap((own) => {
    const column = guessed(own, [record]);
    const text = valueText(record, column, now, 'whole');
    return text === undefined ? [] : [`${indent}${labelOf(column.heading ?? nameFor(column))}: ${text.replaceAll('\n', ' ')}`];
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
  const read = { columns: columnsOf(rows, 'table'), id: 'id' };
  const more = rows.length > atATime ? [`  ${rows.length - atATime} more: j says them.`] : [];
  const lines = rows.slice(0, atATime).map((row, at) => rowText(row, at, rows.length, read, now));
  return [`${head}, ${counted(rows.length, 'row')}:`, ...lines, ...more];
}

/** A chart as its numbers: sum, average, high, low and change of each unit, then a line for each time. */
export const chartTexts = (rows: readonly Row[], chart: Chart): string[] =>
  seriesOf(rows, chart).flatMap(({ unit, bars, total: [is, total], average, best, worst, change }) => {
    const [high, low] = [bars[best], bars[worst]!];
    const figures = [
      `${is === 'sum' ? 'Sum' : 'Last'} ${`${total} ${unit}`.trim()}.`,
      `Average ${average}.`,
      ...(high ? [`High ${high.text}, ${high.label}.`] : []),
      `Low ${low.text}, ${low.label}.`,
      `Change ${change === '–' ? 'not known' : change.replace('-', 'minus ').replace('+', 'plus ')}.`,
    ];
    const first = `${unit === '' ? '' : `${unit}. `}${counted(bars.length, 'line')}. ${figures.join(' ')}`;
    return [first, ...bars.map(({ label, text }) => `  ${label}: ${`${text} ${unit}`.trim()}`)];
  });
