// A record and amounts over time in words for a screen reader.

import { classInWords, classText, statusClass } from '../services/catalogue/statuses.js';
import { counted } from '../services/counted.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../services/json-value.js';
import { isTabular, statusIn } from '../things/column.js';
import { type Chart, notDrawn, seriesOf } from './chart.js';
import { type Column, cellOf, labelledField, labelOf, stateIn } from './column.js';
import { columnsOf } from './columns.js';
import type { Section } from './counts.js';
import { present } from './present.js';
import { fieldsOf, headedOf, isNews, partsOf } from './record.js';
import { nameOf } from './row-match.js';
import { dayOf, isDay, momentOf, ofTime, statedTime } from './time.js';
import { escapeControls } from './visible.js';

// A value, a row and counts in words for a screen reader: names, yes and no, the class of a status, relative times.

const day = 86_400_000;

/** The number before a choice, padded to the last one. */
export const numberOf = (number: number, of: number): string => `  ${String(number).padStart(String(of).length)}. `;

/** Joins sentences with full stops. */
export const sentences = (parts: readonly string[]): string =>
  `${parts.map((part) => part.replace(/\.$/, '')).join('. ')}.`;

/** A duration in words: `8 seconds`, `5 minutes 20 seconds`, `2 hours 5 minutes`, `16 days 18 hours`. */
export function spoken(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes === 0) return counted(seconds, 'second');
  const [most, rest] =
    hours === 0
      ? [counted(minutes, 'minute'), counted(seconds % 60, 'second')]
      : hours < 24
        ? [counted(hours, 'hour'), counted(minutes % 60, 'minute')]
        : [counted(Math.floor(hours / 24), 'day'), counted(hours % 24, 'hour')];
  return rest.startsWith('0 ') ? most : `${most} ${rest}`;
}

/** The heading of a column in words. */
export const headOf = (column: Column): string =>
  escapeControls(nameOf(column)).replace(/([a-z0-9])([A-Z])/g, (_, low, high) => `${low} ${high.toLowerCase()}`);

/** A value in words, if the row has one. `times`: relative (cut), or also the moment (whole). */
function valueText(row: Row, column: Column, now: number, ids: 'cut' | 'whole', times = ids): string | undefined {
  const value = valueAt(row, column.path);
  const text = asText(value);
  if (isNothing(value) || text === '') return undefined;
  const { as } = column;
  if (typeof as === 'object' && 'states' in as) return stateIn(row, as.states, now)?.[0];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof as === 'object' && 'status' in as) return `${escapeControls(text)}, ${classText(as.status, text)}`;
  if (typeof as === 'object' && 'classAt' in as) {
    const of = statusClass(valueAt(row, as.classAt));
    return of === undefined ? escapeControls(text) : `${escapeControls(text)}, ${classInWords[of]}`;
  }
  const at = as === 'time' ? statedTime(text) : as === undefined ? ofTime(text) : undefined;
  const isGauge = column.gauge || (typeof as === 'object' && ('share' in as || 'partOf' in as)); // a bar is not said
  if (at === undefined) {
    const cell = cellOf(row, column, now, isGauge ? 'whole' : ids);
    return cell.unscaled === undefined
      ? cell.text
      : `an unknown amount${cell.unscaled}${ids === 'whole' ? ', decimals unknown' : ''}`;
  }
  if (isDay(text)) return dayOf(at, now);
  if (times === 'cut') return agoText(at, now);
  // relative only within a week
  return Math.abs(now - at) < 7 * day ? `${agoText(at, now)}, ${momentOf(at)}` : momentOf(at);
}
/** `6 minutes ago`, `in 2 days`; the day from a week on. */
function agoText(at: number, now: number): string {
  const away = Math.abs(now - at);
  if (away >= 7 * day) return dayOf(at, now);
  const days = Math.floor(away / day);
  const long = days > 0 ? counted(days, 'day') : away < 60_000 ? spoken(away) : spoken(away - (away % 60_000));
  return at > now ? `in ${long}` : `${long} ago`;
}

/** Columns with values that name a row. */
const named: readonly string[] = ['title', 'name', 'displayName', 'username', 'symbol'];
/** The columns of rows and the path of their id. `clock`: times are moments. `areWhole`: ids are included and whole. */
interface RowsOf {
  readonly columns: readonly Column[];
  readonly id: string;
  readonly clock?: boolean;
  readonly areWhole?: boolean;
}
/** `3. status OPEN, on. Phnom Penh Tuk-tuks I. rate 8.5 %.` */
export const rowText = (row: Row, at: number, of: number, response: RowsOf, now: number): string =>
  `${numberOf(at + 1, of)}${sentences(cellTexts(row, response, now))}`;

/** The non-empty cells of a row with their headings; a name has no heading. */
export function cellTexts(row: Row, { columns, id, clock = false, areWhole = false }: RowsOf, now: number): string[] {
  const texts = (areWhole ? columns : rowColumns(columns, id)).flatMap((column) => {
    const text = valueText(row, column, now, areWhole ? 'whole' : 'cut', clock ? 'whole' : 'cut');
    return text === undefined ? [] : [named.includes(column.path) ? text : `${headOf(column)} ${text}`];
  });
  return texts.length > 0 ? texts : ['empty'];
}
/** Whether a column is said: base units repeat an amount. */
const isSaid = ({ role }: Column): boolean => role !== 'units';
/** Columns without the id, if something else names a row. */
export function rowColumns(all: readonly Column[], id: string): readonly Column[] {
  const columns = all.filter(isTabular);
  const telling = columns.some(({ path, as }) => named.includes(path) || statusIn(as));
  return telling && columns.length > 1 ? columns.filter(({ path }) => path !== id) : columns;
}

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
  fields
    .filter((field) => isSaid(field) && isNews(record, field.path, new Set()))
    .flatMap((field) => {
      const [label, column] = labelledField(field, record);
      const text = valueText(record, column, now, 'whole');
      return text === undefined ? [] : [`${indent}${label}: ${text.replaceAll('\n', ' ')}`];
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
export const chartTexts = (rows: readonly Row[], chart: Chart): string[] => {
  const units = seriesOf(rows, chart);
  if (units.length === 0 && rows.length > 0) return [notDrawn(rows.length)];
  return units.flatMap(({ unit, bars, total: [is, total], average, best, worst, change }) => {
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
};
