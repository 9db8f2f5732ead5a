// Renders one record as a page: name and status, labelled fields, nested objects as sections and small tables.
import { counted } from '../services/counted.js';
import { moneyValue } from '../services/decode/values.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { statusIn } from '../things/column.js';
import { inColumns, stacked } from './blocks.js';
import { type Column, cellOf, guessed, holds, labelledField, labelOf, ofField, timesIn, unitPath } from './column.js';
import { columnCount, columnsOf } from './columns.js';
import { countLines, countsIn, type Section } from './counts.js';
import { apart, broken, type Line, line, lineText, wide as measured, type Span, span } from './line.js';
import { present } from './present.js';

import { table } from './table.js';
import { cutMiddle, widest, width, wrap } from './text.js';
import { ageOf, dayAndTime, dayOf, isDay, momentOf, ofTime, spanOf, statedTime } from './time.js';
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
  const { wide, now, flows = false } = options;
  // counts are shown together, as the parts of a whole
  const isPart = ({ path }: Column) => {
    const of = path.replace(/\.?[^.]*$/, '');
    const value = valueAt(record, of);
    return flows && isRecord(value) && countsIn({ path: of, value }) !== undefined;
  };
  const { title, status, fields, sections } = partsOf(
    record,
    columns.filter((column) => !isPart(column)),
  );
  const top = topLine(record, title, status, Math.min(wide, 78), now);
  const isOther = ({ path }: Column) => !columns.some((column) => column.path === path);
  // addresses of pictures and pages come last
  const isUrl = ({ path }: Column) => Number(/^\w+:\/\//.test(asText(record[path])));
  const said = new Set(fields.flatMap((field) => (isOther(field) ? [] : [asText(record[field.path]).toLowerCase()])));
  const more = fields
    .filter((field) => isOther(field) && (!flows || isNews(record, field.path, said)))
    .sort((one, other) => isUrl(one) - isUrl(other));
  const isApart = flows && more.length > 2 && more.length < fields.length;
  const placed = isApart
    ? [...fields.filter((field) => !isOther(field)), ...more.map((field) => ({ ...field, section: 'More' }))]
    : fields.filter((field) => !isOther(field) || more.includes(field));
  // a record without a name has no headline
  const isLast = fields.every((column) => column.section ?? (column.path === 'id' || isOther(column)));
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
    if (isLast) headed.push(headed.shift()!);
    return [...headed, ...drawnSections(room, false)];
  };
  const upper = flows ? inColumns((wide) => blocks({ ...options, wide }), wide) : stacked(blocks(options));
  return stacked([top, upper, ...(flows ? drawnSections(options, true) : [])]);
}
/** Whether a field adds something on a page: it is no address of a picture, no word that stands above it, and no id of a part below. */
export function isNews(record: Row, path: string, said: ReadonlySet<string>): boolean {
  const [value, part] = [valueAt(record, path), record[path.replace(/_?[iI]d$/, '')]];
  return (
    !/^https?:\/\/\S+\.(png|jpe?g|svg|webp|gif)$/i.test(asText(value)) &&
    !(typeof value === 'string' && /^\p{L}[\p{L}_ ]+$/u.test(value) && said.has(value.toLowerCase())) &&
    !(isRecord(part) && part.id === value)
  );
}
/**
 * The parts of a record: the fields of its name and status, the other fields with columns first, and nested objects and
 * lists.
 */
export function partsOf(record: Row, columns: readonly Column[]) {
  const title = titleOf(record);
  const status = columns.find(({ as, path }) => statusIn(as) && !isNothing(valueAt(record, path)));
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
 * The fields that repeat a column: the class of a state, and those that it follows from; of base units `wholeValue` beside `value`, and the decimals.
 */
const besideUnits = ({ path, as }: Column): string[] =>
  typeof as !== 'object'
    ? []
    : 'classAt' in as
      ? [as.classAt]
      : 'states' in as
        ? as.states.flatMap(([, , at]) => at ?? [])
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
    const [label, column] = labelledField(field, record);
    return [label, inFull(record, column, now), column] as const;
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

function drawn({ path, value }: Section, columns: readonly Column[], options: PageOptions): Line[] {
  const { wide, now } = options;
  const declared = columns.find((column) => column.path === path)?.heading;
  const head = (declared ?? path.split('.').map(labelOf).join(' › ')).toUpperCase();
  const counts = options.flows ? countsIn({ path, value }) : undefined;
  if (counts) return countLines(head, counts, wide);
  if (!Array.isArray(value)) {
    const members = columns
      .filter((column) => column.path.startsWith(`${path}.`))
      .map((column) => ({ ...column, path: column.path.slice(path.length + 1) }));
    const fields = fieldsOf(value as Row, members, []);
    const news = options.flows ? fields.filter((field) => isNews(value as Row, field.path, new Set())) : fields;
    const lines = labelled(value as Row, news, options);
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
  const shown = visible.map((column) => ({ heading: labelOf(column.path), ...guessed(column, rows) }));
  const text = table(rows, shown.map(withClock), { width: wide - 2, colour: false, now, id: 'id' });
  const more = present([
    value.length > rows.length && `${value.length - rows.length} more`,
    leftOut > 0 && `${counted(leftOut, 'column')} left out`,
  ]);
  const lines = text.map((row, at) => line(`  ${row}`, at === 0 ? 'muted' : undefined));
  return [top, ...lines, ...(more.length === 0 ? [] : [line(`  ${more.join(', ')}: -o json`, 'muted')])];
}
