// The case of a text: its first thing with status and money, one time line, the tree of what belongs to it, its fields,
// and what is not known. The rows are those of `tuk find`.
import { classInWords, type StatusClass } from '../../services/catalogue/statuses.js';
import { counted } from '../../services/counted.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { stacked } from '../../text/blocks.js';
import { type Column, ofField } from '../../text/column.js';
import { apart, beside, type Line, line, type Role, span, wide } from '../../text/line.js';
import { type Money, moneyLines } from '../../text/money-place.js';
import { present } from '../../text/present.js';
import { fieldsOf, labelledLines } from '../../text/record.js';
import { roleOf, signOf } from '../../text/signs.js';
import { factTexts, spoken } from '../../text/spoken-record.js';

import { cutMiddle, wrap } from '../../text/text.js';
import { clockTime, dayAndTime, dayOf, momentOf, ofTime, spanOf } from '../../text/time.js';
import { things } from '../../things/index.js';
import type { Action } from '../../things/thing.js';
import type { PageKind } from './page-kind.js';

/** The width from which the tree is beside the time line. */
const besideFrom = 84;
/** The most events, the newest. */
const mostEvents = 24;
/** The most fields of the first thing: J has all of them. */
const mostFields = 16;

/** The rows that are things; the others are the time line and the calls without a response. */
const isThing = ({ response }: Row): boolean => response !== undefined;

export const caseOf: PageKind = {
  is: 'all that is known of one thing',
  lines({ rows }, { columns }, now) {
    if (!rows) return undefined;
    const parts = rows.filter(isThing);
    const [first] = parts;
    if (!first) return rows.flatMap((row) => missingLines(row, columns));
    const events = eventLines(
      rows.find(({ what }) => what === 'time line'),
      first,
      now,
    );
    const isWide = columns >= besideFrom && events.length > 0;
    const left = isWide ? Math.min(Math.max(...events.map(wide)) + 3, Math.floor(columns * 0.6)) : 0;
    const tree = stacked([treeLines(parts), fieldLines(first, columns - left, now)]);
    return stacked([
      [...headLines(first, columns), ...(isRecord(first.money) ? moneyLines(moneyFrom(first.money), columns) : [])],
      ...(isWide ? [beside([events, left], [tree, columns - left])] : [events, tree]),
      [...unknownLines(first, columns), ...rows.flatMap((row) => missingLines(row, columns))],
    ]);
  },
  texts({ rows }, now) {
    if (!rows) return undefined;
    const parts = rows.filter(isThing);
    const [first] = parts;
    const missing = rows.flatMap(missingTexts);
    if (!first) return missing;
    const events = eventsOf(
      rows.find(({ what }) => what === 'time line'),
      first,
    );
    const sentences = [first.means, first.about]
      .map((text) => sentenceOf(asText(text)))
      .filter(Boolean)
      .join('. ');
    const latest = events.slice(-mostEvents);
    const day = dayOfAll(latest, now);
    const newest = latest.length < events.length ? `, the newest ${latest.length}; j has all` : '';
    return [
      `${thingText(first)}.${sentences === '' ? '' : ` ${sentences}.`}`,
      ...(first.tells === undefined ? [] : [`To the customer: ${asText(first.tells)}`]),
      ...(first.moneyIs === undefined ? [] : [`Money: ${asText(first.moneyIs)}`]),
      ...(events.length === 0
        ? []
        : [`Time line${day === undefined ? '' : ` of ${day}`}, ${counted(events.length, 'event')}${newest}:`]),
      ...latest.map(({ time, event, kind }, at) => {
        const since = at === 0 ? 0 : time - latest[at - 1]!.time;
        const is = kind === undefined ? '' : `, ${classInWords[kind]}`;
        return `  ${(day === undefined ? momentOf : clockTime)(time)}, ${event}${is}${since < 1000 ? '' : `, after ${spoken(since)}`}.`;
      }),
      ...(parts.length < 2 ? [] : ['What belongs to it:']),
      ...parts
        .slice(1)
        .map((part) => `  ${thingText(part)}.${part.about === undefined ? '' : ` ${asText(part.about)}.`}`),
      ...(isRecord(first.response)
        ? factTexts(
            first.response,
            shownFields(first, first.response).map((field) => ({ ...field, section: undefined })), // in their order
            now,
          )
        : []),
      ...(first.noCallKnows === undefined ? [] : [`Not known: ${asText(first.noCallKnows)}`]),
      ...missing,
    ];
  },
  selected: (rows) => rows.find(isThing),
  actions: ({ actions }) => (Array.isArray(actions) ? (actions as readonly Action[]) : []),
  copies: ({ rows = [] }) => asText(rows.find(isThing)?.id) || undefined,
};

const sentenceOf = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const idSpan = (row: Row, isWhole = false) => {
  const id = asText(row.id);
  return ofField(span(isWhole ? id : cutMiddle(id, 13), 'muted'), 'id', id, row);
};
const statusSpans = ({ status, class: kind }: Row, before = ''): Line => {
  if (status === undefined) return [];
  const of = (kind ?? 'unknown') as StatusClass;
  return [span(`${before}${signOf[of]} ${asText(status)}`, kind === undefined ? 'text' : roleOf[of])];
};

function headLines(row: Row, columns: number): Line[] {
  const { what, about, means, tells } = row;
  const title = [...statusSpans(row), span(row.status === undefined ? '' : '  '), span(asText(what), 'head')];
  const words = [means, about].map(asText).filter(Boolean).join('  ');
  const isOneLine = wide(title) + wide([idSpan(row, true)]) + 4 <= columns;
  return [
    ...(isOneLine ? [apart(title, [idSpan(row, true)], columns)] : [title, [span('  '), idSpan(row, true)]]),
    ...(words === '' ? [] : wrap(words, columns - 2).map((text) => line(`  ${text}`))),
    ...(tells === undefined ? [] : sentence('SAY', asText(tells), columns, 'accent')),
  ];
}

/** The money of a row of `tuk find`; the texts of any other shape. */
const moneyFrom = ({ of, amount, goesTo, state, by }: Row): Money => ({
  of: of === undefined ? undefined : asText(of),
  amount: asText(amount),
  goesTo: asText(goesTo),
  state: asText(state) as Money['state'],
  by: asText(by),
});

interface Event {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly event: string;
  readonly kind: StatusClass | undefined;
}
/** The events of a time line, oldest first. Those of other things than the first say whose they are. */
function eventsOf(row: Row | undefined, first: Row): readonly Event[] {
  const list = Array.isArray(row?.timeline) ? row.timeline.filter(isRecord) : [];
  return list.flatMap(({ at, what, id, event, class: kind, summary }) => {
    const time = ofTime(asText(at));
    const isFirst = what === first.what && id === first.id;
    const text = (isFirst ? [asText(event) || what] : [what, event, summary]).map(asText).filter(Boolean).join(' ');
    return time === undefined ? [] : [{ time, event: text, kind: kind as StatusClass | undefined }];
  });
}

/** The day of all of the events; undefined if they have several. */
const dayOfAll = ([first, ...others]: readonly Event[], now: number): string | undefined =>
  first && others.every(({ time }) => dayOf(time, now) === dayOf(first.time, now)) ? dayOf(first.time, now) : undefined;

/** The time line: the time, the sign of a status, what happened, and the time since the event before. Its head has a day of all. */
function eventLines(row: Row | undefined, first: Row, now: number): Line[] {
  const events = eventsOf(row, first);
  const newest = events.slice(-mostEvents);
  const count = (part: (date: Date) => unknown) => new Set(newest.map(({ time }) => part(new Date(time)))).size;
  const day = dayOfAll(newest, now);
  const timeText = day !== undefined ? clockTime : count((date) => date.getFullYear()) === 1 ? dayAndTime : momentOf;
  const high = Math.max(0, ...newest.map(({ time }) => timeText(time).length));
  const lines = newest.map(({ time, event, kind }, at): Line => {
    const before = newest[at - 1];
    const since = before && time - before.time >= 1000 ? `+${spanOf(time - before.time)}` : '';
    const role: Role = kind === undefined ? 'muted' : roleOf[kind];
    return [
      span(`  ${timeText(time).padStart(high)} `, 'muted'),
      span(`${kind === undefined ? '·' : signOf[kind]} `, role),
      span(event),
      span(since === '' ? '' : `  ${since}`, 'muted'),
    ];
  });
  const hidden = events.length - newest.length;
  const about = present([day, hidden > 0 && `${hidden} earlier: J`]).map((text) => span(`  ${text}`, 'muted'));
  return lines.length === 0 ? [] : [[span('TIME LINE', 'head'), ...about], ...lines];
}

/** The things by their links: those that share an id with the first one, then those that share one with these. */
function treeLines(parts: readonly Row[]): Line[] {
  const depth = new Map([[0, 0]]);
  const order: number[] = [0];
  const visit = (at: number) => {
    const links = parts[at]!.links;
    for (const next of Array.isArray(links) ? (links as readonly number[]) : []) {
      if (depth.has(next) || parts[next] === undefined) continue;
      depth.set(next, depth.get(at)! + 1);
      order.push(next);
      visit(next);
    }
  };
  visit(0);
  for (const at of parts.keys()) if (!depth.has(at)) order.push(at); // it holds the text
  const levels = order.map((at) => depth.get(at) ?? 1);
  /** Whether another one follows at a level, below the same one. */
  const goesOn = (nth: number, level: number) => levels.find((later, place) => place > nth && later <= level) === level;
  return [
    [span('TREE', 'head'), span(`  ${parts.length}`, 'muted')],
    ...order.map((at, nth): Line => {
      const row = parts[at]!;
      const level = levels[nth]!;
      const isNamed = nth === 0 || row.id !== parts[0]!.id; // the head has it
      const branch = Array.from({ length: level }, (_, above) =>
        above + 1 < level ? (goesOn(nth, above + 1) ? '│ ' : '  ') : goesOn(nth, level) ? '├ ' : '└ ',
      );
      return [
        span(`  ${branch.join('')}`, 'rule'),
        span(`${asText(row.what)}${isNamed ? '  ' : ''}`),
        ...(isNamed ? [idSpan(row)] : []),
        ...statusSpans(row, '  '),
        span(row.about === undefined || level === 0 ? '' : `  ${asText(row.about)}`, 'muted'),
      ];
    }),
  ];
}

/** The fields of the first thing in the order of its kind; those of its head are left out. */
function shownFields({ thing, fields: own = [] }: Row, response: Row): readonly Column[] {
  const { fields = own as readonly Column[], status } = things.find(({ name }) => name === thing) ?? {};
  const inHead = ['id', 'status', ...(status?.at ?? [])];
  const others = fields.filter(({ path }) => !inHead.includes(path));
  return fieldsOf(response, others, inHead).slice(0, mostFields);
}
function fieldLines(first: Row, columns: number, now: number): Line[] {
  const { response } = first;
  if (!isRecord(response)) return [];
  const lines = labelledLines(response, shownFields(first, response), { wide: columns, now, isCut: true });
  return lines.length === 0 ? [] : [line('FIELDS', 'head'), ...lines];
}

/** A thing in words: `ride 5aee…, DRIVER_CANCELED, bad end`. */
const thingText = ({ what, id, status, class: kind }: Row): string =>
  [`${asText(what)} ${asText(id)}`, status, kind === undefined ? undefined : classInWords[kind as StatusClass]]
    .map(asText)
    .filter(Boolean)
    .join(', ');
const missingTexts = ({ what, about, from }: Row): string[] =>
  what === 'failed' || what === 'not asked'
    ? [`${what === 'failed' ? 'Failed' : 'Not asked'}: ${asText(about)}: ${asText(from)}.`]
    : [];

const unknownLines = ({ noCallKnows }: Row, columns: number): Line[] =>
  noCallKnows === undefined ? [] : sentence('NOT KNOWN', asText(noCallKnows), columns);
function missingLines({ what, about, from }: Row, columns: number): Line[] {
  if (what !== 'not asked' && what !== 'failed') return [];
  return sentence(what === 'failed' ? 'FAILED' : 'NOT ASKED', `${asText(about)}: ${asText(from)}`, columns, 'need');
}
function sentence(head: string, text: string, columns: number, role: Role = 'muted'): Line[] {
  const indent = 11;
  return wrap(text, columns - indent).map((part, at) => [
    span(at === 0 ? head.padEnd(indent) : ' '.repeat(indent), 'head'),
    span(part, role),
  ]);
}
