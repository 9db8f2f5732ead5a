// Renders one record as a page: name and status, labelled fields, nested objects as sections and small tables.
import { grouped } from '../money/values/decimal.js';
import { listWith } from '../services/catalogue/statuses.js';
import { counted } from '../services/counted.js';
import { moneyValue } from '../services/decode/values.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import {
  type Column,
  cellOf,
  gaugeText,
  guessed,
  holds,
  labelOf,
  nameFor,
  ofField,
  timesIn,
  unitPath,
} from './column.js';
import { columnCount, columnsOf } from './columns.js';
import { apart, broken, filled, type Line, line, lineText, wide as measured, type Span, span } from './line.js';
import { present } from './present.js';

import { table } from './table.js';
import { cutMiddle, widest, width, wrap } from './text.js';
import { ageOf, clockTime, dayAndTime, dayOf, isDay, momentOf, ofTime, spanOf, statedTime } from './time.js';
import { escapeControls } from './visible.js';

// Renders the JSON Schema of a form in a response as a list of its questions.

/** The questions of an object schema, one row each. */
function questionsOf(value: Row): Row[] | undefined {
  const { type, properties, required } = value;
  if (type !== 'object' || !isRecord(properties) || !Object.values(properties).every(isRecord)) return undefined;
  const requiredNames = new Set(Array.isArray(required) ? required.map(asText) : []);
  return Object.entries(properties as Readonly<Record<string, Row>>).map(([name, property]) => ({
    question: isScalar(property.title) ? property.title : name,
    field: property.title === name || !isScalar(property.title) ? undefined : name,
    answer: allowedValues(property),
    needed: requiredNames.has(name) ? 'yes' : 'no',
    description: isScalar(property.description) ? property.description : undefined,
  }));
}

/** The allowed values: of the enum, or the type. */
function allowedValues({ enum: words, type, format, maxLength }: Row): string {
  if (Array.isArray(words) && words.every(isScalar)) return words.map(asText).join(' | ');
  const kind = [type, format].filter(isScalar).map(asText).join(', ') || 'anything';
  return maxLength === undefined ? kind : `${kind}, at most ${asText(maxLength)} characters`;
}

/** Whether a field beside a schema is a UI schema, which has only layout hints. */
const isWidgets = (name: string): boolean => /^ui[_-]?schema$/i.test(name);

const [most, leastText, leastLabel, mostLabel] = [100, 24, 12, 24];
const mostRows = 10;
// The number of rows in a record that are printed field by field, if a table would omit columns.
const fewRows = 3;

/** The width of a page, and the time of its ages. */
interface PageOptions {
  readonly wide: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Words that are too long for the page, such as ids, are shortened in their middle; otherwise they stay whole. */
  readonly isCut?: boolean;
  /** Fields and sections stand in columns if there is room, counts as bars, and other fields below a heading. */
  readonly flows?: boolean;
}
/**
 * Renders one record, wrapped to `wide` columns between words; ids and amounts stay whole. Fields with `columns` come
 * first, in their format; others follow in the order of the response. Empty fields are omitted.
 */
export function recordLines(record: Row, columns: readonly Column[], options: PageOptions): Line[] {
  const { wide, now } = options;
  const { flows = false } = options;
  // counts are shown together, as the parts of a whole
  const isCounted = ({ path }: Column) => {
    const of = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const value = of === '' ? undefined : valueAt(record, of);
    return flows && isRecord(value) && countsIn({ path: of, value }) !== undefined;
  };
  const { title, status, fields, sections } = partsOf(
    record,
    columns.filter((column) => !isCounted(column)),
  );
  const top = topLine(record, title, status, Math.min(wide, 78), now);
  const isOther = ({ path }: Column) => !columns.some((column) => column.path === path);
  const more = fields.filter(isOther);
  const isApart = flows && more.length > 2 && more.length < fields.length;
  const placed = isApart ? [...fields.filter((field) => !isOther(field)), ...urlsLast(record, more)] : fields;
  const isRest = (column: Column) => column.path === 'id' || isOther(column);
  // a record without a name has no headline
  const isRestLast = fields.every((column) => column.section !== undefined || isRest(column));
  const isTable = (section: Section) => flows && Array.isArray(section.value) && !countsIn(section);
  const drawnSections = (room: PageOptions, areTables: boolean) =>
    sections
      .filter((section) => isTable(section) === areTables)
      .map((section) => drawn(withoutOwner(section, record.id), columns, room));
  const blocks = (room: PageOptions) => {
    const headed = headedOf(placed).map(([head, members]) => {
      const lines = labelled(record, members, room);
      return head === undefined || lines.length === 0 ? lines : [line(head.toUpperCase(), 'head'), ...lines];
    });
    if (isRestLast) headed.push(headed.shift()!);
    return [...headed, ...drawnSections(room, false)];
  };
  const upper = flows ? inColumns((wide) => blocks({ ...options, wide }), wide) : stacked(blocks(options));
  return stacked([top, upper, ...(flows ? drawnSections(options, true) : [])]);
}
/** The fields beside those with columns, under a heading of their own; addresses of pictures and pages come last. */
function urlsLast(record: Row, fields: readonly Column[]): Column[] {
  const isUrl = ({ path }: Column) => /^[a-z][\w.+-]*:\/\//.test(asText(record[path]));
  return [...fields.filter((field) => !isUrl(field)), ...fields.filter(isUrl)].map((field) => ({
    ...field,
    section: 'More',
  }));
}
/** Blocks in as many columns as there is room for, read from top to bottom; the columns are about as high. */
function inColumns(blocksIn: (wide: number) => readonly (readonly Line[])[], wide: number): Line[] {
  for (let count = mostColumns; count > 1; count--) {
    const room = Math.floor((wide - betweenBlocks * (count - 1)) / count);
    const blocks = room < leastColumn[count - 2]! ? [] : blocksIn(room).filter(({ length }) => length > 0);
    if (blocks.length < count || blocks.flat().some((row) => measured(row) > room)) continue;
    const columns = parted(blocks, count).map(stacked);
    const high = Math.max(...columns.map(({ length }) => length));
    return Array.from({ length: high }, (_, row) =>
      columns.flatMap((column, at) => {
        const own = column[row] ?? [];
        return columns.slice(at + 1).some((later) => later[row]?.length) ? filled(own, room + betweenBlocks) : own;
      }),
    );
  }
  return stacked(blocksIn(wide));
}
const [mostColumns, leastColumn, betweenBlocks] = [3, [27, 44], 3] as const;
/** Blocks below each other, with a blank line between them. */
export const stacked = (blocks: readonly (readonly Line[])[]): Line[] =>
  blocks.filter(({ length }) => length > 0).flatMap((block, at) => (at === 0 ? block : [[], ...block]));
/** Blocks in their order in so many parts, which are about as high; none is empty. */
function parted(blocks: readonly (readonly Line[])[], count: number): (readonly Line[])[][] {
  const parts: (readonly Line[])[][] = Array.from({ length: count }, () => []);
  const all = stacked(blocks).length;
  let [high, at] = [0, 0];
  for (const [nth, block] of blocks.entries()) {
    const isFull = high + block.length / 2 > (all * (at + 1)) / count;
    if (parts[at]!.length > 0 && (isFull || blocks.length - nth < count - at)) at = Math.min(at + 1, count - 1);
    parts[at]!.push(block);
    high += block.length + 1;
  }
  return parts;
}
/**
 * The parts of a record: the fields of its name and status, the other fields with columns first, and nested objects and
 * lists.
 */
export function partsOf(record: Row, columns: readonly Column[]) {
  const title = titleOf(record);
  const status = columns.find(
    ({ as, path }) => typeof as === 'object' && 'status' in as && !isNothing(valueAt(record, path)),
  );
  const otherColumns = columns.filter(({ path }) => path !== title && path !== status?.path);
  const fields = fieldsOf(record, otherColumns, [title, status?.path]);
  const printed = new Set([...fields.flatMap((column) => [column.path, unitPath(column)]), status?.path]);
  return {
    title,
    status,
    fields,
    sections: sectionsOf(record, '', columns).map((section) => without(section, printed)),
  };
}

/** Groups fields by section heading, fields without one first; a section is at its first field. */
export function headedOf(fields: readonly Column[]): [head: string | undefined, fields: Column[]][] {
  const heads = new Map<string | undefined, Column[]>([[undefined, []]]);
  for (const field of fields) {
    const head = heads.get(field.section);
    if (head === undefined) heads.set(field.section, [field]);
    else head.push(field); // a copy for each field would be quadratic
  }
  return [...heads];
}

/** Renders the fields of only these columns, with labels; missing fields are omitted. */
export const labelledLines = (record: Row, columns: readonly Column[], options: PageOptions): Line[] =>
  labelled(
    record,
    columns.filter((column) => isLine(valueAt(record, column.path)) && holds(column, record)),
    options,
  );

/** The field with the display name of a record. */
const titleOf = (record: Row): string | undefined =>
  ['title', 'name', 'displayName', 'username', 'symbol'].find(
    (name) => typeof record[name] === 'string' && record[name] !== '',
  );

function topLine(
  record: Row,
  title: string | undefined,
  status: Column | undefined,
  wide: number,
  now: number,
): Line[] {
  if (title === undefined && status === undefined) return [];
  const word = status === undefined ? [] : [cellOf(record, status, now)];
  if (title === undefined) return [word];
  const name = escapeControls(asText(record[title]));
  const isOneLine = width(name) + measured(word) + 2 <= wide;
  return isOneLine
    ? [apart([span(name, 'head')], word, wide)]
    : [...wrap(name, wide).map((text) => line(text, 'head')), word];
}

/** The scalar fields: those with columns first, the id last. */
export function fieldsOf(record: Row, columns: readonly Column[], printed: readonly (string | undefined)[]): Column[] {
  const hinted = columns.filter((column) => isLine(valueAt(record, column.path)) && holds(column, record));
  const paths = new Set([
    ...printed,
    ...columns.filter((column) => !holds(column, record)).map(({ path }) => path),
    ...hinted.flatMap((column) => [column.path, unitPath(column), ...besideUnits(column)]),
  ]);
  const others = Object.keys(record).filter((name) => !paths.has(name) && isLine(record[name]));
  const isId = ({ path }: Column) => path === 'id';
  return [...hinted.filter((column) => !isId(column)), ...others.map((path) => ({ path })), ...hinted.filter(isId)];
}
/**
 * The fields that repeat a column: the class of a state; of base units `wholeValue` beside `value`, and the decimals.
 */
const besideUnits = ({ path, as }: Column): string[] =>
  typeof as !== 'object'
    ? []
    : 'classAt' in as
      ? [as.classAt]
      : 'units' in as
        ? [`whole${path.charAt(0).toUpperCase()}${path.slice(1)}`, String(as.units)]
        : [];
const isLine = (value: unknown): boolean =>
  isScalar(value) ||
  moneyValue(value) !== undefined ||
  (Array.isArray(value) && value.length > 0 && value.every(isScalar));

/** Renders labels in a column, with wrapped texts beside them; a long word goes below its label, or is cut. */
function labelled(record: Row, fields: readonly Column[], { wide, now, isCut = false }: PageOptions): Line[] {
  const rows = fields.map((field) => {
    const column = guessed(field, [record]);
    return [labelOf(column.heading ?? nameFor(column)), inFull(record, column, now), column] as const;
  });
  const labels = widest(
    rows.map(([label]) => label),
    leastLabel,
  );
  // longer labels have their value below
  const indent = Math.min(mostLabel, labels + 2, Math.max(leastLabel, Math.floor(wide / 2)));
  return rows.flatMap(([label, full, column]) => {
    const left = wide - indent - 2;
    const value = (isCut && width(full.text) > left && momentIn(record, column, now, left)) || full;
    const isNarrow = isCut && wide < leastBeside;
    const isWord = isCut && value.text.length > longestWhole && /^\S+$/.test(value.text);
    const room = isCut ? Math.max(1, left) : Math.max(leastText, Math.min(wide, most) - indent - 2);
    const lines =
      isWord && room >= leastCut
        ? [cutMiddle(value.text, room)]
        : value.text.split('\n').flatMap((text) => wrap(text, room));
    const longest = widest(lines);
    const space = wide - width(label) - width(value.text) - 2;
    if (isNarrow && space >= 2) return [[span(`  ${label}${' '.repeat(space)}`, 'muted'), value]];
    if (
      isNarrow ||
      (isCut && lines.length > mostBeside) ||
      longest > wide - indent - 2 ||
      (!isCut && width(label) >= indent && indent < mostLabel && longest > wide - width(label) - 3)
    )
      return [
        ...(isCut ? wrap(label, wide - 2) : [label]).map((text) => line(`  ${text}`, 'muted')),
        ...value.text
          .split('\n')
          .flatMap((text) =>
            isWord
              ? [cutMiddle(text, wide - under)]
              : wrap(text, wide - under).flatMap((part) =>
                  isCut ? broken(line(part), wide - under).map(lineText) : [part],
                ),
          )
          .map((text): Line => [span(' '.repeat(!isCut && longest + under > wide ? 0 : under)), { ...value, text }]),
      ];
    const isAbove = isCut && width(label) >= indent; // its value stays in the column of the others
    const above = isAbove ? wrap(label, wide - 2).map((text) => line(`  ${text}`, 'muted')) : [];
    const beside = lines.map((text, at): Line => {
      const before = at === 0 && !isAbove ? label : '';
      return [span(`  ${before}${' '.repeat(Math.max(1, indent - width(before)))}`, 'muted'), { ...value, text }];
    });
    return [...above, ...beside];
  });
}
const under = 4;
/** The most lines beside the label of a page that cuts: a longer text has the whole width, below its label. */
const mostBeside = 3;
/** On a narrower page that cuts, values stand at the right, or below their labels. */
const leastBeside = 28;
/**
 * The longest word that stays whole on a page that cuts: longer ones are ids, hashes and addresses. The least room in
 * which they can be distinguished.
 */
const [longestWhole, leastCut] = [20, 8] as const;

const timeIn = ({ as }: Column, text: string): number | undefined =>
  as === 'time' ? statedTime(text) : as === undefined ? ofTime(text) : undefined;

/** A value in full: a time with its relative time, ids whole. */
function inFull(record: Row, column: Column, now: number): Span {
  const text = asText(valueAt(record, column.path));
  const at = timeIn(column, text);
  if (at !== undefined) return span(isDay(text) ? dayOf(at, 0) : bothTimes(at, now));
  return column.as === undefined &&
    !isRecord(valueAt(record, column.path)) &&
    typeof valueAt(record, column.path) !== 'boolean'
    ? ofField(span(escapeControls(timesIn(text))), column.path, text, record)
    : cellOf(record, column, now, 'whole');
}

/**
 * A time in short, for a page without room for both of its forms: `20 Nov 14:02:11`, with the year unless it is the
 * current one; `20 Nov 14:02` in less room.
 */
function momentIn(record: Row, column: Column, now: number, room: number): Span | undefined {
  const text = asText(valueAt(record, column.path));
  const at = timeIn(column, text);
  if (at === undefined || isDay(text)) return undefined;
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const moment = isThisYear ? dayAndTime(at) : momentOf(at);
  return span(moment.length > room ? moment.replace(/:\d\d$/, '') : moment);
}

/** `6 min ago, 20 Nov 2026 14:02:11`. */
export function bothTimes(at: number, now: number): string {
  return `${at > now ? `in ${spanOf(at - now)}` : `${ageOf(now - at)} ago`}, ${momentOf(at)}`;
}

export interface Section {
  readonly path: string;
  readonly value: Row | readonly Row[];
}
function sectionsOf(record: Row, prefix: string, columns: readonly Column[]): Section[] {
  const asks = Object.values(record).some((value) => isRecord(value) && questionsOf(value));
  return Object.entries(record).flatMap(([name, value]): Section[] => {
    if (asks && isWidgets(name)) return [];
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const questions = isRecord(value) ? questionsOf(value) : undefined;
    if (questions) return [{ path: 'questions', value: questions }];
    if (moneyValue(value)) return [];
    if (isRecord(value)) return [{ path, value }, ...sectionsOf(value, path, columns)];
    return Array.isArray(value) && value.some(isRecord) ? [{ path, value: value.filter(isRecord) }] : [];
  });
}

/** A section without the fields that are printed above it. */
const without = ({ path, value }: Section, printed: ReadonlySet<string | undefined>): Section => ({
  path,
  value: isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !printed.has(`${path}.${name}`)))
    : value,
});

/** Rows of a section without the fields that repeat the id of the record in each of them. */
function withoutOwner({ path, value }: Section, id: unknown): Section {
  if (!Array.isArray(value) || isNothing(id)) return { path, value };
  const rows = value as readonly Row[];
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const repeated = new Set([...names].filter((name) => rows.every((row) => row[name] === id)));
  if (repeated.size === 0) return { path, value };
  return {
    path,
    value: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !repeated.has(name)))),
  };
}

/** Rows without fields that are blank in all of them: a record's table has no room for those. */
function withoutBlank(rows: readonly Row[]): readonly Row[] {
  const isBlank = (value: unknown): boolean =>
    isNothing(value) || value === '' || (isRecord(value) && Object.keys(value).length === 0);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const blank = new Set(names.filter((name) => rows.every((row) => isBlank(row[name]))));
  return blank.size === 0
    ? rows
    : rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !blank.has(name))));
}

/** A column of times with their time of day: rows of one record are often of one day, and their order matters. */
const withClock = (column: Column): Column => (column.as === 'time' ? { ...column, as: 'clock' } : column);

/** Whether all times of a column are of one day: then a narrow table has their time of day, whole. */
function isOfOneDay(rows: readonly Row[], { path, as }: Column): boolean {
  const days = new Set(rows.map((row) => new Date(ofTime(asText(row[path])) ?? Number.NaN).toDateString()));
  return as === 'time' && days.size === 1 && rows.every((row) => asText(row[path]).length > 10);
}
const withTimeOfDay = (row: Row, paths: readonly string[]): Row => ({
  ...row,
  ...Object.fromEntries(paths.map((path) => [path, clockTime(ofTime(asText(row[path]))!)])),
});

function drawn({ path, value }: Section, columns: readonly Column[], options: PageOptions): Line[] {
  const { wide, now } = options;
  const head = path.split('.').map(labelOf).join(' › ').toUpperCase();
  const counts = options.flows ? countsIn({ path, value }) : undefined;
  if (counts) return countLines(head, counts, wide);
  if (!Array.isArray(value)) {
    const members = columns
      .filter((column) => column.path.startsWith(`${path}.`))
      .map((column) => ({ ...column, path: column.path.slice(path.length + 1) }));
    const lines = labelled(value as Row, fieldsOf(value as Row, members, []), options);
    return lines.length === 0 ? [] : [line(head, 'head'), ...lines];
  }
  const rows = withoutBlank(value.slice(0, mostRows));
  const top = [span(head, 'head'), span(`  ${value.length}`, 'muted')];
  const visible = columnsOf(rows, wide - 2);
  const leftOut = columnCount(rows) - visible.length;
  if (leftOut > 0 && value.length <= fewRows)
    return [
      top,
      ...rows.flatMap((row, at) => {
        const fields = fieldsOf(row, [], []).filter(({ path }) => asText(row[path]) !== '');
        const lines = labelled(row, fields, options);
        return at === 0 ? lines : [[], ...lines];
      }),
    ];
  const shown = visible.map((column) => guessed(column, rows));
  const drawnIn = (room: number, ofOneDay: readonly string[]) =>
    table(
      rows.map((row) => withTimeOfDay(row, ofOneDay)),
      shown.map((column) => (ofOneDay.includes(column.path) ? { ...column, as: undefined } : withClock(column))),
      { width: room, colour: false, now, id: 'id' },
    );
  const isTight = options.isCut && widest(drawnIn(Number.MAX_SAFE_INTEGER, [])) > wide - 2;
  const ofOneDay = isTight ? shown.filter((column) => isOfOneDay(rows, column)).map(({ path }) => path) : [];
  const text = drawnIn(wide - 2, ofOneDay);
  const more = present([
    value.length > rows.length && `${value.length - rows.length} more`,
    leftOut > 0 && `${counted(leftOut, 'column')} left out`,
  ]);
  const lines = text.map((row, at) => line(`  ${row}`, at === 0 ? 'muted' : undefined));
  return [top, ...lines, ...(more.length === 0 ? [] : [line(`  ${more.join(', ')}: -o json`, 'muted')])];
}

// Counts that are the parts of a whole: bars, in place of bare numbers.

/**
 * The counts of a section, by name, if they are the parts of a whole: its name says so, or they add up to its total.
 * Rows of a name and a count are such a section, too.
 */
function countsIn({ path, value }: Section): readonly (readonly [name: string, count: bigint])[] | undefined {
  const pairs = Array.isArray(value)
    ? value.map((row: Row) => {
        const names = Object.keys(row).filter((name) => name !== 'count');
        return [names.length === 1 ? asText(row[names[0]!]) : '', row.count] as const;
      })
    : Object.entries(value).filter(([, count]) => isScalar(count));
  const counts = pairs.map(
    ([name, count]) => [name, /^\d{1,15}$/.test(asText(count)) ? BigInt(asText(count)) : -1n] as const,
  );
  if (counts.length < 2 || counts.some(([name, count]) => name === '' || count < 0n)) return undefined;
  const parts = counts.filter(([name]) => name !== 'total');
  const [sum, total] = [sumOf(parts), counts.find(([name]) => name === 'total')?.[1]];
  const isWhole = Array.isArray(value) || /(^|[a-z])[cC]ounts$|(^|\.)by[A-Z]\w*$/.test(path) || total === sum;
  return isWhole && sum > 0n && (total === undefined || total === sum) ? parts : undefined;
}
const sumOf = (counts: readonly (readonly [string, bigint])[]): bigint =>
  counts.reduce((sum, [, count]) => sum + count, 0n);
/** Each count with its share of all as a bar; a status has its sign. */
function countLines(head: string, counts: readonly (readonly [name: string, count: bigint])[], wide: number): Line[] {
  const all = sumOf(counts);
  const list = listWith(counts.map(([name]) => name));
  const labels = counts.map(([name]) =>
    list ? cellOf({ name }, { path: 'name', as: { status: list } }, 0) : span(labelOf(name), 'muted'),
  );
  const names = Math.max(...labels.map((label) => measured([label])));
  const numbers = counts.map(([, count]) => grouped(String(count)));
  const digits = widest(numbers);
  const bar = Math.min(mostBar, wide - names - digits - 13);
  return [
    [span(head, 'head'), span(`  ${grouped(String(all))}`, 'muted')],
    ...counts.map(
      ([, count], at): Line => [
        span('  '),
        ...filled([labels[at]!], names + 2),
        span(numbers[at]!.padStart(digits)),
        ...(bar < leastBar
          ? []
          : [span(`  ${gaugeText({ units: count, places: 0 }, { units: all, places: 0 }, bar)}`, 'accent')]),
      ],
    ),
  ];
}
const [leastBar, mostBar] = [4, 24] as const;
