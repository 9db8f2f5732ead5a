// The application in its linear form: whatever a screen shows as sentences and numbered lines. For screen readers and terminals that cannot redraw.
import { isUnderWay } from '../models/acts.js';
import { type Answer, answerOf } from '../models/answers.js';
import { typed } from '../models/field.js';
import { missingIn } from '../models/form.js';
import type { Head } from '../models/page.js';
import { nameOf } from '../models/rows.js';
import type { BoardScreen, FormScreen, GroupSpec, ScreenSpec } from '../models/screens.js';
import type { Application, Pane } from '../models/state.js';
import { classInWords, classOf } from '../models/status-classes.js';
import { type Chart, seriesOf } from './chart.js';
import { type Column, cellOf } from './column.js';
import { columnsOf } from './columns.js';
import { labelOf } from './label.js';
import { masked, maskName } from './mask.js';
import { fieldsOf, sectionsOf, titleOf, without } from './record.js';
import { headSaid, spoken } from './ride-lines.js';
import { dayAndTime, dayOf, ofTime } from './time.js';
import { grouped } from './units.js';
import { asText, isId, isNothing, isRecord, isScalar, type Row, valueAt } from './value.js';
import { visible } from './visible.js';

/** How many rows or lines are said at a time. */
export const atATime = 20;
const named = ['title', 'name', 'displayName', 'username', 'symbol'];
const day = 86_400_000;
const counted = (n: number, what: string) => `${grouped(String(n))} ${what}${n === 1 ? '' : 's'}`;

/** Whose services these are and who is there, in one sentence or a few. */
export function whoseSaid(head: Head, signedIn: boolean, now: number): string {
  const who = head.who === undefined ? 'Signed in.' : `Signed in as ${maskName(visible(head.who)).split('•')[0]}, masked.`;
  return `tuk. ${headSaid(head, now)} ${signedIn ? who : 'Nobody is signed in.'}`;
}

/** The groups by their digits. */
export const groupsSaid = (groups: readonly GroupSpec[]): string[] => [
  'Groups:',
  ...groups.map(
    ({ digit, name, screens }) =>
      `  ${digit}. ${name}${screens.length === 0 ? ', what goes on now' : `, ${counted(screens.length, 'screen')}`}`,
  ),
];

const kindInWords: Readonly<Record<string, string>> = {
  read: '',
  chart: 'amounts over time',
  form: 'a form',
  find: 'search by words',
  'heat map': 'counts by place',
  dash: 'counts',
};
/** The screens of a group, numbered. */
export const screensSaid = ({ name, screens }: GroupSpec): string[] => [
  `${visible(name)}. ${counted(screens.length, 'screen')}:`,
  ...screens.map((spec, at) => {
    const kind = kindOf(spec);
    return `${numberOf(at + 1, screens.length)}${visible(spec.name)}${kind === '' ? '' : `, ${kind}`}`;
  }),
];
const kindOf = ({ kind = 'read' }: ScreenSpec): string => kindInWords[kind] ?? kind;
const numberOf = (number: number, of: number): string => `  ${String(number).padStart(String(of).length)}. `;

/** Where one is: the group, what lies below, the name. */
export const placeSaid = ({
  group,
  over = [],
  name,
}: {
  readonly group: string;
  readonly over?: readonly string[];
  readonly name: string;
}) => `${visible([group, ...over, name].join(', '))}.`;

/** What stands at the head of a list: its name, how many rows, its columns. */
export function listSaid({ group, over, spec, filter, shown }: BoardScreen, { rows = [], columns, id, note }: Answer): string[] {
  const count = filter === '' ? `${counted(rows.length, 'row')}.` : `${shown.length} of ${rows.length} match ${visible(filter)}.`;
  const heads = rowColumns(columns, id).map((column) => headOf(column));
  return [
    `${placeSaid({ group, over, name: spec.name })} ${count}${note === undefined ? '' : ` ${visible(note)}.`}`,
    ...(shown.length === 0 ? [] : [`Columns: ${heads.join(', ')}.`]),
  ];
}

/** `3. status OPEN, on. Phnom Penh Tuk-tuks I. rate 8.5 %.` */
export const rowSaid = (row: Row, at: number, of: number, answer: Pick<Answer, 'columns' | 'id'>, now: number): string =>
  `${numberOf(at + 1, of)}${sentences(cellsSaid(row, answer, now))}`;

/** Sentences one behind the other, whatever ends them. */
const sentences = (parts: readonly string[]): string => `${parts.map((one) => one.replace(/\.$/, '')).join('. ')}.`;
/** What stands above a column, as words. */
const headOf = (column: Column): string =>
  visible(nameOf(column)).replace(/([a-z0-9])([A-Z])/g, (_, low, high) => `${low} ${high.toLowerCase()}`);

/** The cells of a row that are not empty, each with its name; a name stands alone. */
function cellsSaid(row: Row, { columns, id }: Pick<Answer, 'columns' | 'id'>, now: number): string[] {
  const said = rowColumns(columns, id).flatMap((column) => {
    const text = valueSaid(row, column, now, 'cut');
    return text === undefined ? [] : [named.includes(column.path) ? text : `${headOf(column)} ${text}`];
  });
  return said.length > 0 ? said : ['empty'];
}
/** Columns without the id, where something else names a row. */
function rowColumns(columns: readonly Column[], id: string): readonly Column[] {
  const telling = columns.some(({ path, as }) => named.includes(path) || (typeof as === 'object' && 'status' in as));
  return telling && columns.length > 1 ? columns.filter(({ path }) => path !== id) : columns;
}

/** A value in words; nothing where the row has none. */
function valueSaid(row: Row, column: Column, now: number, ids: 'cut' | 'whole'): string | undefined {
  const value = valueAt(row, column.path);
  const text = asText(value);
  if (isNothing(value) || text === '') return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const { as } = column;
  if (typeof as === 'object' && 'status' in as) return `${visible(text)}, ${classInWords[classOf(as.status, text)]}`;
  const at = as === undefined || as === 'time' ? ofTime(text) : undefined;
  if (at !== undefined) return ids === 'cut' ? agoSaid(at, now) : momentSaid(at, now);
  return cellOf(row, column, now, ids).text;
}
/** `6 minutes ago`, `in 2 days`; the day once that is a week. */
function agoSaid(at: number, now: number): string {
  const away = Math.abs(now - at);
  if (away >= 7 * day) return dayOf(at, now);
  const days = Math.floor(away / day);
  const long = days > 0 ? counted(days, 'day') : away < 60_000 ? spoken(away) : spoken(away - (away % 60_000));
  return at > now ? `in ${long}` : `${long} ago`;
}

/** The moment itself, and how far away it is while that is days. */
function momentSaid(at: number, now: number): string {
  const moment = dayAndTime(at).replace(/ (\d\d:)/, ` ${new Date(at).getFullYear()} $1`);
  return Math.abs(now - at) < 7 * day ? `${agoSaid(at, now)}, ${moment}` : moment;
}

/** One thing as a page: its name where that is not `known` already, then label and value, a line each; what lies within it as sections with names. */
export function pageSaid(record: Row, columns: readonly Column[], now: number, known?: string): string[] {
  const visibleTitle = (path: string) => visible(asText(record[path]));
  const title = titleOf(record);
  const status = columns.find(({ as }) => typeof as === 'object' && 'status' in as);
  const rest = columns.filter(({ path }) => path !== title && path !== status?.path);
  const own = fieldsOf(record, rest, [title, status?.path]);
  const shown = new Set([...own.map(({ path }) => path), status?.path]);
  return [
    ...(title === undefined || visibleTitle(title) === known ? [] : [`${visibleTitle(title)}.`]),
    ...labelledSaid(record, [...(status ? [status] : []), ...own], now, ''),
    ...sectionsOf(record, '', columns).flatMap((section) => sectionSaid(without(section, shown), columns, now)),
  ];
}
const labelledSaid = (record: Row, fields: readonly Column[], now: number, indent: string): string[] =>
  fields.flatMap((column) => {
    const text = valueSaid(record, column, now, 'whole');
    return text === undefined ? [] : [`${indent}${labelOf(column.heading ?? column.path)}: ${text}`];
  });
function sectionSaid({ path, value }: ReturnType<typeof without>, columns: readonly Column[], now: number): string[] {
  const head = `Section ${path.split('.').map(labelOf).join(', ')}`;
  if (isRecord(value)) {
    const within = columns
      .filter((column) => column.path.startsWith(`${path}.`))
      .map((column) => ({ ...column, path: column.path.slice(path.length + 1) }));
    const lines = labelledSaid(value, fieldsOf(value, within, []), now, '  ');
    return lines.length === 0 ? [] : [`${head}:`, ...lines];
  }
  const rows = value as readonly Row[];
  const read = { columns: columnsOf(rows, 'table'), id: 'id' };
  const more = rows.length > atATime ? [`  ${rows.length - atATime} more: j says them.`] : [];
  const lines = rows.slice(0, atATime).map((row, at) => rowSaid(row, at, rows.length, read, now));
  return [`${head}, ${counted(rows.length, 'row')}:`, ...lines, ...more];
}

/** A chart as its numbers: sum, average, high, low and change of each unit, then a line for each time. */
export const chartSaid = (rows: readonly Row[], chart: Chart): string[] =>
  seriesOf(rows, chart).flatMap(({ unit, bars, sum, average, best, worst, change }) => {
    const [high, low] = [bars[best], bars[worst]!];
    const figures = [
      `Sum ${`${sum} ${unit}`.trim()}.`,
      `Average ${average}.`,
      ...(high ? [`High ${high.text}, ${high.label}.`] : []),
      `Low ${low.text}, ${low.label}.`,
      `Change ${change === '–' ? 'not known' : change.replace('−', 'minus ').replace('+', 'plus ')}.`,
    ];
    const first = `${unit === '' ? '' : `${unit}. `}${counted(bars.length, 'line')}. ${figures.join(' ')}`;
    return [first, ...bars.map(({ label, text }) => `  ${label}: ${`${text} ${unit}`.trim()}`)];
  });

/** What differs from the answer before: rows by what names them, anything else line by line. */
export function changesSaid(before: Answer, after: Answer, screen: BoardScreen, now: number, reveal: boolean): string[] {
  const open = <Value>(value: Value): Value => (reveal ? value : (masked(value) as Value));
  if (before.rows && after.rows && !screen.spec.kind) return rowChanges(open(before.rows), open(after.rows), after, now);
  const was = bodySaid(screen, before, now, reveal);
  return bodySaid(screen, after, now, reveal)
    .filter((one) => !was.includes(one))
    .map((one) => `Changed: ${one.trim()}`);
}
function rowChanges(before: readonly Row[], after: readonly Row[], answer: Answer, now: number): string[] {
  const key = (row: Row) => asText(valueAt(row, answer.id) ?? row);
  const [was, is] = [new Map(before.map((row) => [key(row), row])), new Set(after.map(key))];
  const title = (row: Row) => visible(asText(named.map((name) => row[name]).find((one) => !isNothing(one)) ?? key(row)));
  return [
    ...after.flatMap((row) => {
      const old = was.get(key(row));
      if (!old) return [`New: ${sentences(cellsSaid(row, answer, now))}`];
      const changed = answer.columns.filter(({ path }) => asText(valueAt(row, path)) !== asText(valueAt(old, path)));
      if (changed.length === 0) return [];
      const parts = changed.map(
        (column) =>
          `${headOf(column)} ${valueSaid(row, column, now, 'whole') ?? 'none'}, was ${valueSaid(old, column, now, 'whole') ?? 'none'}`,
      );
      return [`Changed: ${title(row)}: ${parts.join('; ')}.`];
    }),
    ...before.filter((row) => !is.has(key(row))).map((row) => `Gone: ${title(row)}.`),
  ];
}

/** What a board is made of where it is no list: a chart as its numbers, one thing as a page. */
export function bodySaid(screen: BoardScreen, answer: Answer, now: number, reveal: boolean): string[] {
  const open = (value: unknown) => (reveal ? value : masked(value));
  const chart = answer.chart ?? screen.spec.chart;
  if (answer.rows) {
    if (screen.spec.kind === 'chart' && chart) return chartSaid(answer.rows, chart);
    return answer.rows.map((row, at) => rowSaid(open(row) as Row, at, answer.rows!.length, answer, now));
  }
  const value = open(answer.value ?? screen.row);
  return pageSaid(
    isRecord(value) ? value : { value },
    screen.spec.kind === 'dash' ? [] : (screen.columns ?? answer.columns),
    now,
    screen.spec.name,
  );
}

/** What stands above the rows from another read: `3,200 MVP.` */
export function besideSaid({ value }: Answer): string[] {
  if (!isRecord(value)) return [];
  const amount = ['amount', 'balance', 'total'].map((name) => value[name]).find((one) => !isNothing(one));
  const unit = ['currencyId', 'currency', 'symbol'].map((name) => value[name]).find((one) => typeof one === 'string');
  return amount === undefined ? [] : [`${visible(`${grouped(asText(amount))} ${unit ?? ''}`.trim())}.`];
}

/** The fields of a form, numbered, with what is in them. */
export function formSaid(form: FormScreen): string[] {
  const { group, spec, fields = [], line } = form;
  const missing = missingIn(form);
  const lines = fields.map((field, at) => {
    const text = typed(field.text);
    const is = field.isSwitch ? (text === '' ? 'off' : 'on') : text === '' ? 'empty' : visible(text);
    const words = field.words ? `, ${counted(field.words.length, 'word')} to choose from` : '';
    const about = field.is === '' ? '' : `. ${visible(field.is)}`;
    return `${numberOf(at + 1, fields.length)}${visible(field.label)}: ${is}${field.needed ? ', needed' : ''}${words}${about}`;
  });
  return [
    `${placeSaid({ group, name: spec.name })} A form for tuk ${visible(line)}, ${counted(fields.length, 'field')}:`,
    ...lines,
    missing.length > 0 ? `Still needed: ${visible(missing.join(', '))}.` : 'Nothing more is needed.',
  ];
}

/** A pane of Home; nothing where its command is missing. */
export function paneSaid(state: Pick<Application, 'answers' | 'reveal'>, pane: Pane, now: number): string | undefined {
  const answer = answerOf(state.answers, pane.line);
  if (answer.absent) return undefined;
  if (answer.at === undefined) return `${pane.title}: ${visible(answer.trouble?.text ?? 'no answer')}`;
  return `${pane.title}: ${sentences(paneBody(pane, answer, now, state.reveal))}`;
}
const mostInPane = 4;
function paneBody(pane: Pane, answer: Answer, now: number, reveal: boolean): string[] {
  const open = <Value>(value: Value): Value => (reveal ? value : (masked(value) as Value));
  const rows = open(answer.rows ?? []);
  switch (pane.shows) {
    case 'ride': {
      const ride = rows.find(isUnderWay);
      return ride ? cellsSaid(ride, answer, now) : ['no ride is under way'];
    }
    case 'course': {
      const [series] = answer.chart && rows.length > 1 ? seriesOf(rows, answer.chart) : [];
      const last = series?.bars.at(-1);
      return series && last
        ? [`${last.text} ${series.unit}`.trim(), `Change ${series.change.replace('−', 'minus ').replace('+', 'plus ')}`]
        : ['none'];
    }
    case 'figures': {
      const value = open(answer.value);
      if (!isRecord(value)) return [visible(asText(value))];
      const some = pane.fields?.filter((path) => !isNothing(valueAt(value, path))) ?? [];
      const paths = some.length > 0 ? some : Object.keys(value).filter((name) => isScalar(value[name]) && !isId(asText(value[name])));
      return paths.slice(0, mostInPane).map((path) => `${labelOf(path)} ${cellOf(value, { path, as: 'amount' }, now).text}`);
    }
    case 'rows': {
      const { only, fields } = pane;
      const wanted = only === undefined ? rows : rows.filter((row) => valueAt(row, only) === true);
      const own =
        fields?.map((path): Column => answer.columns.find((column) => column.path === path) ?? { path }) ?? answer.columns.slice(0, 3);
      const said = wanted.slice(0, mostInPane).map((row) => cellsSaid(row, { columns: own, id: answer.id }, now).join(', '));
      return [
        wanted.length === 0 ? 'none' : counted(wanted.length, 'row'),
        ...said,
        ...(wanted.length > mostInPane ? [`and ${wanted.length - mostInPane} more`] : []),
      ];
    }
  }
}
