// A dossier as text for people.
import { counted } from '../../services/counted.js';
import { moneyObject } from '../../services/decode/values.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { type Line, line, type Role, type Span, span, wide } from '../../text/line.js';
import { masked, maskedText } from '../../text/mask.js';
import { moneyText } from '../../text/money-place.js';
import { fieldsOf, labelledLines } from '../../text/record.js';
import { meaningless } from '../../text/resolved-columns.js';
import { width, wrap } from '../../text/text.js';
import { dayOf, momentOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { type Column, statusIn } from '../../things/column.js';
import { type Dossier, visibleCount } from './dossier.js';
import { kindNames } from './query.js';
import type { Part } from './results.js';
import { eventsOf, joinedEvents, type TimelineEvent } from './timeline.js';

// Breaks lines between their words: the edge of a terminal must not cut an id, a sentence or a command.

/** Breaks a text between its words. */
const wrapped = (text: string, columns: number, role: Role): readonly Line[] =>
  wrap(text, columns).map((part) => line(part, role));

/** Breaks a line between its spans, then between words. An id that is wider than the terminal stays whole. */
function flowed(whole: Line, columns: number, indent: number): readonly Line[] {
  if (wide(whole) <= columns) return [whole];
  const lines: Span[][] = [[]];
  for (const piece of whole) {
    const last = lines.at(-1)!;
    if (wide([...last, piece]) <= columns || last.length === 0) {
      last.push(piece);
      continue;
    }
    const room = columns - indent;
    const [first = '', ...rest] =
      width(piece.text.trim()) <= room ? [piece.text.trim()] : wrap(piece.text.trim(), room);
    for (const text of [first, ...rest]) lines.push([span(' '.repeat(indent)), { ...piece, text }]);
  }
  return lines;
}

/** Joins pieces in as few lines as possible. Each piece stays whole: a command can be copied. */
function joinedPieces(pieces: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const joined = lines.length === 0 ? piece : `${lines.at(-1)} · ${piece}`;
    if (lines.length > 0 && width(joined) > columns) lines.push(piece);
    else lines.splice(-1, 1, joined);
  }
  return lines;
}

/** Masks the personal data of a dossier. */
export const maskedDossier = (dossier: Dossier): Dossier => ({
  ...dossier,
  text: dossier.mayBe.includes(kindNames.phone)
    ? asText((masked({ phone: dossier.text }) as Row).phone)
    : maskedText(dossier.text),
  parts: dossier.parts.map((part) => {
    const row = masked(part.row, { persons: part.thing?.persons === 'row' });
    return isRecord(row) ? { ...part, row } : part;
  }),
});

const roles: Readonly<Record<string, Role>> = { good: 'good', bad: 'bad', pending: 'wait', 'needs-you': 'need' };
const mostEvents = 40;
const timeWidth = 22;

interface LineOptions {
  readonly columns: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly columnsFor: (part: Part) => readonly Column[];
}

/** The lines of a dossier on a terminal. */
export function dossierLines(dossier: Dossier, { columns, now, columnsFor }: LineOptions): Line[] {
  const { text, mayBe, parts, money, unasked, failed, unknowable, asked } = dossier;
  const visible = visibleCount(parts);
  const hidden = countedKinds(parts.slice(visible));
  const wide = Math.min(columns, 110);
  const events = joinedEvents(parts);
  const chosen = nearest(events, now);
  const summary = `may be ${mayBe.join(' or ')}: ${counted(parts.length, 'item')} found by ${counted(asked, 'request')}`;
  const muted = (sentence: string) => wrapped(sentence, columns, 'muted');
  const calls = (groups: Dossier['unasked']) =>
    groups.flatMap((group) => wrapped(`${escapeControls(group.why)}: ${group.calls.join(', ')}`, columns, 'need'));
  const eventLine = (event: TimelineEvent) => {
    const time = span(momentOf(event.at).padEnd(timeWidth), 'muted');
    return flowed([time, span(eventText(event)), span(`  ${event.id}`, 'muted')], columns, timeWidth);
  };
  return [
    ...flowed([span(text, 'head'), span(` ${summary}`, 'muted')], columns, 2),
    ...parts
      .slice(0, visible)
      .flatMap((part, at) => partLines(part, at, parts, { wide, now, visible, columns: columnsFor(part) })),
    ...(hidden === '' ? [] : [[], ...muted(`And ${hidden}: -o json has all of them`)]),
    ...(money === undefined ? [] : section('MONEY', muted(moneyText(money)))),
    ...section('TIME LINE', chosen.flatMap(eventLine)),
    ...(chosen.length === events.length
      ? []
      : muted(
          `${chosen.length} of ${events.length} lines, the first and those nearest to now: -o json has all of them`,
        )),
    ...section('NOT ASKED', calls(unasked)),
    ...section('ASKED, AND FAILED', calls(failed)),
    ...section('WHAT NO CALL KNOWS', unknowable.flatMap(muted)),
  ];
}
/** The first event, and those nearest to now: as many as a terminal shows. */
function nearest(events: readonly TimelineEvent[], now: number): readonly TimelineEvent[] {
  const order = events.slice(1).sort((a, b) => Math.abs(a.at - now) - Math.abs(b.at - now));
  const chosen = new Set([events[0], ...order.slice(0, mostEvents - 1)]);
  return events.filter((event) => chosen.has(event));
}

/** An event for people: `ride income begins: 1,227 KHR`. */
export const eventText = ({ what, event, summary }: TimelineEvent): string =>
  `${[what, event].filter(Boolean).join(' ')}${summary === undefined ? '' : `: ${summary}`}`;

const mostNamed = 5;
/** The parts at some places, for people: `battery swap 2, 3, 4; swap station 19`. */
export function namesOf(places: readonly number[], parts: readonly Part[], visible = parts.length): string {
  const byKind = grouped(places, (place) => parts[place]!.what);
  return [...byKind]
    .map(([what, ofKind]) => {
      const named = ofKind.filter((place) => place < visible).slice(0, mostNamed);
      const more = ofKind.length - named.length;
      const rest = more === 0 ? [] : [named.length === 0 ? `(${more})` : `and ${more} more`];
      return `${what} ${[...named.map((place) => place + 1), ...rest].join(', ')}`;
    })
    .join('; ');
}

/** `22 × battery swap, 1 × ride`. */
const countedKinds = (parts: readonly Part[]) =>
  [...grouped(parts, ({ what }) => what)].map(([what, ofKind]) => `${ofKind.length} × ${what}`).join(', ');
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
const section = (head: string, lines: readonly Line[]): readonly Line[] =>
  lines.length === 0 ? [] : [[], line(head, 'head'), ...lines];

interface PartLineOptions {
  readonly wide: number;
  readonly now: number;
  readonly visible: number;
  readonly columns: readonly Column[];
}
function partLines(
  part: Part,
  at: number,
  parts: readonly Part[],
  { wide, now, visible, columns }: PartLineOptions,
): readonly Line[] {
  const { what, id, status, class: kind, means, from, command, links, row, summary } = part;
  const meaning = means === undefined ? '' : `: ${means}`;
  const title: Line = [
    span(`${at + 1} ${what}`, 'accent'),
    ...(status === undefined ? [] : [span(`  ${status}${meaning}`, roles[kind ?? ''] ?? 'text')]),
  ];
  if (summary !== undefined) {
    const before = parts[at - 1];
    const follows = before?.summary !== undefined && before.what === what;
    const since = eventsOf(part)[0]?.at;
    const day = since === undefined ? [] : [span(`  ${dayOf(since, now)}`)];
    const lines = flowed([...title, span(`  ${summary}`), ...day, span(`  from ${from}`, 'muted')], wide, 2);
    return follows ? lines : [[], ...lines];
  }
  const fields = visibleFields(part, columns);
  const values = labelledLines({ ...row, ...part.shown, matches: matchText(part) }, fields, { wide: wide - 2, now });
  const footer = [
    `from ${from}`,
    ...(command === undefined ? [] : [escapeControls(command)]),
    ...(links.length === 0 ? [] : [`with ${namesOf(links, parts, visible)}`]),
  ];
  return [
    [],
    ...flowed([...title, span(`  ${id}`)], wide, 2),
    ...values.map((value): Line => [span('  '), ...value]),
    ...joinedPieces(footer, wide - 2).map((text) => line(`  ${text}`, 'muted')),
  ];
}

/** The visible fields of a part: the matches, the fields of its command, then the others. */
function visibleFields({ row, shown = {}, matches = [] }: Part, columns: readonly Column[]): readonly Column[] {
  const hasAmount = ({ path }: Column) => Object.hasOwn(shown, path);
  const distinct = columns.filter(
    (column, at) => !hasAmount(column) || columns.findIndex(({ path }) => path === column.path) === at,
  );
  const readable = distinct.map((column): Column => {
    const { path, heading, role } = column;
    return hasAmount(column) ? { path, heading: role === 'units' ? undefined : heading } : column;
  });
  const record = { ...row, ...shown };
  const status = columns.flatMap(({ path, as }) => (statusIn(as) ? path : []));
  const units = Object.keys(shown).flatMap((name) => [
    `whole${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    'decimals',
  ]);
  const hidden = ['status', ...status, 'id', ...units, ...meaningless];
  const visible = fieldsOf(record, [...readable, ...nestedFields(record, readable)], hidden);
  const first = visible.filter(({ path }) => path !== 'status' && !status.includes(path)).slice(0, mostFields);
  const isSeen = matches.some((path) => first.some((column) => column.path === path));
  return matches.length === 0 || isSeen ? first : [{ path: 'matches' }, ...first];
}
/** The place of the text in a part: `+65••••01 (rider.phone)`. */
function matchText({ row, matches = [] }: Part) {
  const fields = fieldsIn(row);
  return matches.map((path) => `${fields.find((field) => field.path === path)?.text ?? ''} (${path})`).join(', ');
}
/** The names of nested objects. A record with few fields has all fields of its nameless objects. */
function nestedFields(row: Row, columns: readonly Column[]): readonly Column[] {
  const paths = new Set(columns.map(({ path }) => path));
  const isSparse = Object.values(row).filter(isScalar).length < leastFields;
  return Object.entries(row).flatMap(([name, value]): Column[] => {
    if (!isRecord(value)) return [];
    if (moneyObject(value)) return paths.has(name) ? [] : [{ path: name }];
    if (typeof value.name === 'string')
      return paths.has(`${name}.name`) ? [] : [{ path: `${name}.name`, heading: name }];
    const nested = isSparse ? Object.keys(value).map((field) => ({ path: `${name}.${field}` })) : [];
    return nested.filter(({ path }) => !paths.has(path) && !path.endsWith('.id'));
  });
}
const leastFields = 9;
const mostFields = 18;
