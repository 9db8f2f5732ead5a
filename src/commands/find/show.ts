// A dossier as text for people.

import { counted } from '../../services/counted.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { type Line, line, type Role, span } from '../../text/line.js';
import { masked, maskedText } from '../../text/mask.js';
import { fieldsOf, labelledLines } from '../../text/record.js';
import { dayOf, momentOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { type Dossier, shownCount } from './dossier.js';
import { flowed, joinedPieces, wrapped } from './flow.js';
import type { Part } from './part.js';
import { kindNames } from './scrap.js';
import { eventsOf, joinedEvents, type TimelineEvent } from './timeline.js';

/** The same dossier with the personal data of its rows masked. */
export const maskedDossier = (dossier: Dossier): Dossier => ({
  ...dossier,
  text: dossier.mayBe.includes(kindNames.phone) ? asText((masked({ phone: dossier.text }) as Row).phone) : maskedText(dossier.text),
  parts: dossier.parts.map((part) => ({ ...part, row: maskedRow(part) })),
});
function maskedRow({ row, thing }: Part): Row {
  const shown = masked(row, { persons: thing?.persons === 'row' });
  return isRecord(shown) ? shown : row;
}

const roles: Readonly<Record<string, Role>> = { good: 'good', bad: 'bad', pending: 'wait', 'needs-you': 'need' };
const mostEvents = 40;
/** The column of the times in the time line. */
const timeWide = 22;

interface LineOptions {
  /** The width of the terminal. */
  readonly columns: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The columns of the command that shows a thing. */
  readonly columnsFor: (part: Part) => readonly Column[];
}

/** The lines of a dossier on a terminal. */
export function dossierLines(dossier: Dossier, { columns, now, columnsFor }: LineOptions): Line[] {
  const { text, mayBe, parts, unasked, failed, unknowable, asked } = dossier;
  const shown = shownCount(parts);
  const left = countedKinds(parts.slice(shown));
  const wide = Math.min(columns, 110);
  const lines = joinedEvents(parts);
  const chosen = nearest(lines, now);
  const summary = `may be ${mayBe.join(', ')}: ${counted(parts.length, 'thing')} found by ${counted(asked, 'request')}`;
  const unanswered = (groups: Dossier['unasked']) =>
    groups.flatMap(({ why, calls }) => wrapped(`${escapeControls(why)}: ${calls.join(', ')}`, columns, 'need'));
  return [
    ...flowed([span(escapeControls(text), 'head'), span(` ${summary}`, 'muted')], columns, 2),
    ...parts.slice(0, shown).flatMap((part, at) => partLines(part, at, parts, { wide, now, shown, columns: columnsFor(part) })),
    ...(left === '' ? [] : [[], ...wrapped(`And ${left}: -o json has all of them`, columns, 'muted')]),
    ...section(
      'TIME LINE',
      chosen.flatMap((event) =>
        flowed(
          [
            span(momentOf(event.at).padEnd(timeWide), 'muted'),
            span(escapeControls(eventText(event))),
            span(`  ${escapeControls(event.id)}`, 'muted'),
          ],
          columns,
          timeWide,
        ),
      ),
    ),
    ...(chosen.length === lines.length
      ? []
      : wrapped(
          `${chosen.length} of ${lines.length} lines, the first and those nearest to now: -o json has all of them`,
          columns,
          'muted',
        )),
    ...section('NOT ASKED', unanswered(unasked)),
    ...section('ASKED, AND FAILED', unanswered(failed)),
    ...section(
      'WHAT NO CALL KNOWS',
      unknowable.flatMap((sentence) => wrapped(sentence, columns, 'muted')),
    ),
  ];
}
/** The first line, and those that are nearest to now: as many as a terminal shows. */
function nearest(lines: readonly TimelineEvent[], now: number): readonly TimelineEvent[] {
  const [first] = lines;
  const order = lines.slice(1).sort((one, other) => Math.abs(one.at - now) - Math.abs(other.at - now));
  const chosen = new Set([first, ...order.slice(0, mostEvents - 1)]);
  return lines.filter((one) => chosen.has(one));
}

/** An event for people: `ride income begins: 1,227 KHR`. */
export const eventText = ({ what, event, summary }: TimelineEvent): string =>
  `${[what, event].filter(Boolean).join(' ')}${summary === undefined ? '' : `: ${summary}`}`;

/** The parts at some places, for people: `battery swap 2, 3, 4; swap station 19`. */
export function namesOf(places: readonly number[], parts: readonly Part[], shown = parts.length): string {
  const byKind = new Map<string, number[]>();
  for (const place of places) byKind.set(parts[place]!.what, [...(byKind.get(parts[place]!.what) ?? []), place + 1]);
  return [...byKind]
    .map(([what, numbers]) => {
      const named = numbers.filter((number) => number <= shown).slice(0, mostNamed);
      const more = numbers.length - named.length;
      return `${what} ${[...named, ...(more === 0 ? [] : [named.length === 0 ? `(${more})` : `and ${more} more`])].join(', ')}`;
    })
    .join('; ');
}
const mostNamed = 5;

/** `22 × battery swap, 1 × ride`. */
function countedKinds(parts: readonly Part[]): string {
  const counts = new Map<string, number>();
  for (const { what } of parts) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
}
const section = (head: string, lines: readonly Line[]): readonly Line[] => (lines.length === 0 ? [] : [[], line(head, 'head'), ...lines]);

function partLines(
  part: Part,
  at: number,
  parts: readonly Part[],
  {
    wide,
    now,
    shown: numbered,
    columns,
  }: { readonly wide: number; readonly now: number; readonly shown: number; readonly columns: readonly Column[] },
): readonly Line[] {
  const { what, id, status, class: kind, means, from, command, links, row, summary } = part;
  const title: Line = [
    span(`${at + 1} ${what}`, 'accent'),
    ...(status === undefined
      ? []
      : [span(`  ${escapeControls(status)}${means === undefined ? '' : `: ${means}`}`, roles[kind ?? ''] ?? 'text')]),
    span(`  ${escapeControls(id)}`),
  ];
  if (summary !== undefined) {
    const before = parts[parts.indexOf(part) - 1];
    const follows = before?.summary !== undefined && before.what === what;
    const since = eventsOf(part)[0]?.at;
    const day = since === undefined ? [] : [span(`  ${dayOf(since, now)}`)];
    return [
      ...(follows ? [] : [[]]),
      ...flowed([...title.slice(0, -1), span(`  ${escapeControls(summary)}`), ...day, span(`  from ${from}`, 'muted')], wide, 2),
    ];
  }
  const fields = shownFields(part, columns);
  const footer = [
    `from ${from}`,
    ...(command === undefined ? [] : [escapeControls(command)]),
    ...(links.length === 0 ? [] : [`with ${namesOf(links, parts, numbered)}`]),
  ];
  return [
    [],
    ...flowed(title, wide, 2),
    ...labelledLines({ ...row, ...part.shown, matches: matchText(part) }, fields, { wide: wide - 2, now }).map(
      (one): Line => [span('  '), ...one],
    ),
    ...joinedPieces(footer, wide - 2).map((one) => line(`  ${one}`, 'muted')),
  ];
}

/** The fields that a terminal shows of a thing: where the text is in it, those of its command, then all others. */
function shownFields({ row, shown = {}, matches = [] }: Part, columns: readonly Column[]): readonly Column[] {
  const isShown = ({ path }: Column) => Object.hasOwn(shown, path);
  const known = columns.filter((one, at) => !isShown(one) || columns.findIndex(({ path }) => path === one.path) === at);
  const readable = known.map((one) =>
    isShown(one) ? { path: one.path, ...(one.heading && one.heading !== 'base units' ? { heading: one.heading } : {}) } : one,
  );
  const own = { ...row, ...shown };
  const status = columns.flatMap(({ path, as }) => (typeof as === 'object' && 'status' in as ? path : []));
  const units = Object.keys(shown).flatMap((name) => [`whole${name.charAt(0).toUpperCase()}${name.slice(1)}`, 'decimals']);
  const hidden = ['status', 'id', ...status, ...units, ...hiddenFields];
  const all = fieldsOf(own, [...readable, ...inner(own, readable)], hidden).filter(({ path }) => !['status', ...status].includes(path));
  const isSeen = matches.some((path) => all.slice(0, mostFields).some((one) => one.path === path));
  return [...(matches.length === 0 || isSeen ? [] : [{ path: 'matches' }]), ...all.slice(0, mostFields)];
}
/** Where the text is in a thing: `+65••••01 (rider.phone)`. */
function matchText({ row, matches = [] }: Part): string {
  const fields = fieldsIn(row);
  return matches.map((path) => `${fields.find((one) => one.path === path)?.text ?? ''} (${path})`).join(', ');
}
/** The fields of nested objects: the name of each that has one; all of them where the record itself says little, as that of a withdrawal. */
function inner(row: Row, columns: readonly Column[]): readonly Column[] {
  const known = new Set(columns.map(({ path }) => path));
  const isSparse = Object.values(row).filter(isScalar).length < leastOwn;
  return Object.entries(row).flatMap(([name, value]): Column[] => {
    if (!isRecord(value)) return [];
    if (typeof value.name === 'string') return known.has(`${name}.name`) ? [] : [{ path: `${name}.name`, heading: name }];
    return isSparse
      ? Object.keys(value)
          .map((field) => ({ path: `${name}.${field}` }))
          .filter(({ path }) => !known.has(path) && !path.endsWith('.id'))
      : [];
  });
}
const leastOwn = 9;
const mostFields = 18;
/** What nobody asks for: links to pictures, and one-time numbers of sign-ins. */
const hiddenFields = ['iconUrl', 'image', 'imageUrl', 'avatar', 'authNonce', 'lastSignatureMade'];
