// What a search has found as one story: parts with their states and links, and one time line. Pure.

import { directionOf, fieldsOf } from '../../engine/row-parts.js';
import { grouped } from '../../money/amount-text.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { classOf, type StatusClass } from '../../services/catalogue/statuses.js';
import { filledLine } from '../../services/command-line.js';
import { asText, isId, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { ofTime } from '../../ui/format/time.js';
import { kindNames, type Scrap } from './scrap.js';
import { type FoundRow, fieldsIn, type Unasked } from './search.js';
import { unknowable } from './sources.js';

/** One thing that was found. */
export interface Part {
  readonly what: string;
  readonly id: string;
  readonly status?: string;
  readonly class?: StatusClass;
  /** What the status means. */
  readonly means?: string;
  /** The service and the call that returned it, or this machine. */
  readonly from: string;
  /** The command that shows it. */
  readonly command?: string;
  /** The places of the parts that name one of its ids, or whose ids it names. */
  readonly links: readonly number[];
  /** It in one line: `SEND_ETH 0.02 ETH`. */
  readonly summary?: string;
  readonly row: Row;
}
/** A time in the time line. */
interface TimelineEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly what: string;
  readonly id: string;
  readonly event: string;
  readonly summary?: string;
}
/** Calls that could not be asked for one reason. */
interface UnaskedGroup {
  readonly why: string;
  readonly calls: readonly string[];
}
/** All that is known of a text. */
export interface Dossier {
  readonly text: string;
  /** What the text may be, for people. */
  readonly mayBe: readonly string[];
  readonly parts: readonly Part[];
  readonly timeline: readonly TimelineEvent[];
  readonly unasked: readonly UnaskedGroup[];
  readonly unknowable: readonly string[];
  readonly asked: number;
}

/** A row of this machine: of the ledger, or a contact. */
export interface LocalRow {
  readonly what: string;
  readonly id: string;
  readonly command: string;
  readonly row: Row;
}

/** Makes the dossier of a text. */
export function dossierOf(
  scrap: Scrap,
  {
    found,
    local,
    unasked,
    asked,
  }: {
    readonly found: readonly FoundRow[];
    readonly local: readonly LocalRow[];
    readonly unasked: readonly Unasked[];
    readonly asked: number;
  },
): Dossier {
  const all = [...local.map(localPart), ...found.map((one) => partOf(one, scrap))];
  const isNamed = ({ id }: UnlinkedPart) => id.toLowerCase() === scrap.text.toLowerCase();
  const unlinked = leading([...all.filter(isNamed), ...all.filter((one) => !isNamed(one))]); // the thing itself before what mentions it
  const links = linksBetween(unlinked, scrap.text);
  const parts = unlinked.map((part, at) => ({ ...part, links: links[at]! }));
  return {
    text: scrap.text,
    mayBe: scrap.kinds.map((kind) => kindNames[kind]),
    parts,
    timeline: parts.flatMap(eventsOf).sort((one, other) => one.at - other.at),
    unasked: byReason(unasked),
    unknowable: scrap.kinds.flatMap((kind) => unknowable[kind] ?? []),
    asked,
  };
}

/** The most things of one kind that a terminal shows, and of all. */
const mostOfKind = 3;
const mostParts = 16;
/** The most things of one kind that stand in one line each. */
const mostOneLine = 12;
/** Whether a terminal shows each of these things: some of each kind, and not too many in all. */
function areShown(parts: readonly UnlinkedPart[]): readonly boolean[] {
  const counts = new Map<string, number>();
  let whole = 0;
  return parts.map(({ what, summary }) => {
    const nth = (counts.get(what) ?? 0) + 1;
    counts.set(what, nth);
    return summary === undefined ? nth <= mostOfKind && ++whole <= mostParts : nth <= mostOneLine;
  });
}
/** The things that a terminal shows before the others, so that their numbers have no gaps. */
function leading(parts: readonly UnlinkedPart[]): readonly UnlinkedPart[] {
  const shown = areShown(parts);
  return [...parts.filter((_, at) => shown[at]), ...parts.filter((_, at) => !shown[at])];
}
/** How many of the things a terminal shows: the first ones. */
export const shownCount = (parts: readonly Part[]): number => areShown(parts).filter(Boolean).length;

type UnlinkedPart = Omit<Part, 'links'>;
const localPart = ({ what, id, command, row }: LocalRow): UnlinkedPart => ({
  what,
  id,
  from: 'this machine',
  command,
  row,
  ...(row.outcome === undefined ? {} : { status: asText(row.outcome) }),
});

function partOf({ source, row, network }: FoundRow, { text }: Scrap): UnlinkedPart {
  const id = idOf(row) ?? text;
  const summary = source.oneLine && summaryOf({ ...shownRow(row), direction: directionOf(row, text) }, source.oneLine);
  const at = network ?? (source.oneLine ? asText(row.network) : undefined);
  const status = source.statusList === undefined ? undefined : asText(valueAt(row, 'status') ?? valueAt(row, 'request.status'));
  const line = source.command && filledLine(source.command, { id, network: at, num: row.num }, 'id');
  return {
    what: at ? `${source.what} on ${at}` : source.what,
    id,
    from: `${source.service} ${source.call}`,
    row,
    ...(status ? { status, class: classOf(source.statusList!, status), ...meaningOf(meaningsOf[source.statusList!]?.[status]) } : {}),
    ...(summary ? { summary } : {}),
    ...(line === undefined ? {} : { command: `tuk ${line}` }),
  };
}
const meaningOf = (means: string | undefined) => (means === undefined ? {} : { means });
/** The fields in one line; times have their own place, in the time line. */
const summaryOf = (row: Row, paths: readonly string[]): string =>
  paths
    .map((path) => asText(valueAt(row, path)))
    .filter((text) => text !== '' && ofTime(text) === undefined)
    .join(' ');

/** A row with its amounts in whole tokens in place of those in base units. */
export function shownRow(row: Row): Row {
  const { decimals, ...rest } = row;
  const token = asText(valueAt(row, 'asset.ticker') ?? row.ticker);
  const shown: Record<string, unknown> = { ...rest };
  for (const [name, value] of Object.entries(rest)) {
    const [, first, more] = /^whole([A-Z])(.*)$/.exec(name) ?? [];
    if (first === undefined || decimals === undefined) continue;
    delete shown[name];
    shown[`${first.toLowerCase()}${more}`] = `${grouped(asText(value))} ${token}`.trim();
  }
  return shown;
}

const idNames = ['id', 'request.id', 'hash', 'uuid', 'vin', 'num', 'tokenId', 'address', 'symbol', 'alias', 'code'];
const idOf = (row: Row): string | undefined => idNames.map((name) => asText(valueAt(row, name))).find((id) => id !== '');

/** Which parts name the id of another one, or the same transaction; the text itself, which all of them hold, links nothing. */
function linksBetween(parts: readonly UnlinkedPart[], text: string): readonly (readonly number[])[] {
  const ids = new Set(parts.map(({ id }) => id).filter((id) => isId(id)));
  const holders = new Map<string, Set<number>>();
  for (const [at, { row, id }] of parts.entries())
    for (const value of [id, ...fieldsIn(row).map(([, field]) => field)]) {
      if (value.toLowerCase() === text.toLowerCase() || !(ids.has(value) || /^0x[0-9a-f]{64}$/i.test(value))) continue;
      holders.set(value, (holders.get(value) ?? new Set()).add(at));
    }
  return parts.map((_, at) =>
    [...new Set([...holders.values()].filter((own) => own.has(at)).flatMap((own) => [...own]))].filter((other) => other !== at),
  );
}

/**
 * Every time that a part says, with what happened then by the name of its field (`cancelledAt` is `cancelled`), or by the status that stands beside it in a
 * log of statuses.
 */
export function eventsOf({ what, id, row, summary }: Omit<Part, 'links'>): readonly TimelineEvent[] {
  const logged = Object.values(row).flatMap((list) => (Array.isArray(list) ? list.filter(isRecord).flatMap(logEvents) : []));
  const own = fieldsOf(row).flatMap(([name, value]) => timedEvent(eventNamed(name, what), value));
  const times = new Set(logged.map(({ at }) => at));
  const events = [...own.filter(({ at }) => !times.has(at)), ...logged].map((event) => ({
    ...event,
    what,
    id,
    ...(summary === undefined ? {} : { summary }),
  }));
  return events.filter(({ at, event }, place) => events.findIndex((one) => one.at === at && one.event === event) === place);
}
/** A line of a log: it has a status, a type or a name, and one time; an entry with an id is a thing, not a line of a log. */
function logEvents(entry: Row): readonly Pick<TimelineEvent, 'at' | 'event'>[] {
  if (Object.hasOwn(entry, 'id')) return [];
  const word = ['status', 'state', 'type', 'event'].map((name) => asText(entry[name])).find((text) => text !== '');
  const time = Object.values(entry).find((value) => typeof value === 'string' && ofTime(value) !== undefined);
  return word === undefined ? [] : timedEvent(word, time);
}
function timedEvent(event: string, value: unknown): readonly Pick<TimelineEvent, 'at' | 'event'>[] {
  const at = typeof value === 'string' && value.length > 10 ? ofTime(value) : undefined;
  return at === undefined ? [] : [{ at, event }];
}
/** What happened at the time in a field: `cancelledAt` is `cancelled`; `swappedAt` of a battery swap adds nothing to its name. */
function eventNamed(name: string, what: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .replace(/ ?\b(at|time|timestamp|date|on)$/, '');
  if (words === 'from' || words === 'to') return words === 'from' ? 'begins' : 'ends';
  if (words === '') return 'recorded';
  const [first = '', ...rest] = words.split(' ');
  return what.split(' ').some((word) => word.length > 3 && first.startsWith(word)) ? rest.join(' ') : words;
}

function byReason(unasked: readonly Unasked[]): readonly UnaskedGroup[] {
  const groups = new Map<string, string[]>();
  for (const { service, call, why, kind } of unasked) {
    const reason = kind === 'sign-in' ? 'they need a session, and there is none' : why.replace(/\.$/, '');
    groups.set(reason, [...(groups.get(reason) ?? []), `${service} ${call}`]);
  }
  return [...groups].map(([why, calls]) => ({ why, calls: [...new Set(calls)] }));
}
