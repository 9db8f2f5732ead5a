// Screen reader form of a page: a record as labels and sections, amounts over time as numbers.

import { grouped } from '../../money/amount-text.js';
import { asText, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { type Chart, seriesOf } from '../format/chart.js';
import { type Column, unitPath } from '../format/column.js';
import { columnsOf } from '../format/columns.js';
import { guessed, nameFor } from '../format/guess.js';
import { labelOf } from '../format/label.js';
import { masked } from '../format/mask.js';
import { fieldsOf, headedOf, sectionsOf, titleOf, without } from '../format/record.js';
import { escapeControls } from '../format/visible.js';
import type { Answer } from '../state/answers.js';
import type { BoardScreen } from '../state/screens.js';
import { rowText } from './list-lines.js';
import { valueText } from './value-text.js';
import { atATime, counted } from './wording.js';

/** One thing as a page: its name where that is not `known` already, then label and value, a line each; what lies within it as sections with names. */
export function pageLines(record: Row, columns: readonly Column[], now: number, known?: string): string[] {
  const visibleTitle = (path: string) => escapeControls(asText(record[path]));
  const title = titleOf(record);
  const status = columns.find(({ as }) => typeof as === 'object' && 'status' in as);
  const rest = columns.filter(({ path }) => path !== title && path !== status?.path);
  const own = fieldsOf(record, rest, [title, status?.path]);
  const shown = new Set([...own.flatMap((column) => [column.path, unitPath(column)]), status?.path]);
  return [
    ...(title === undefined || visibleTitle(title) === known ? [] : [`${visibleTitle(title)}.`]),
    ...headedTexts(record, [...(status ? [status] : []), ...own], now),
    ...sectionsOf(record, '', columns).flatMap((section) => sectionLines(without(section, shown), columns, now)),
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
function sectionLines({ path, value }: ReturnType<typeof without>, columns: readonly Column[], now: number): string[] {
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

/** What a board is made of where it is no list: a chart as its numbers, one thing as a page. */
export function bodyLines(screen: BoardScreen, answer: Answer, now: number, reveal: boolean): string[] {
  const open = (value: unknown) => (reveal ? value : masked(value));
  const chart = answer.chart ?? screen.spec.chart;
  if (answer.rows) {
    if (screen.spec.kind === 'chart' && chart) return chartTexts(answer.rows, chart);
    return answer.rows.map((row, at) => rowText(open(row) as Row, at, answer.rows!.length, answer, now));
  }
  const value = open(answer.value ?? screen.row);
  return pageLines(
    isRecord(value) ? value : { value },
    screen.spec.kind === 'dash' ? [] : (screen.columns ?? answer.columns),
    now,
    screen.spec.name,
  );
}

/** What stands above the rows from another read: `3,200 MVP.` */
export function besideTexts({ value }: Answer): string[] {
  if (!isRecord(value)) return [];
  const amount = ['amount', 'balance', 'total'].map((name) => value[name]).find((one) => !isNothing(one));
  const unit = ['currencyId', 'currency', 'symbol'].map((name) => value[name]).find((one) => typeof one === 'string');
  return amount === undefined ? [] : [`${escapeControls(`${grouped(asText(amount))} ${unit ?? ''}`.trim())}.`];
}
