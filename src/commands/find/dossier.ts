// What a search has found as one story: parts with their states and links, and one time line. Pure.

import { directionOf } from '../../engine/change/direction.js';
import { grouped } from '../../money/amount-text.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { classInWords, classOf, type StatusList } from '../../services/catalogue/statuses.js';
import { filledLine } from '../../services/command-line.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isDecimal, isId, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';
import type { StateRead } from '../../things/operation.js';
import type { Thing } from '../../things/thing.js';
import type { FoundRow, Unanswered } from './found.js';
import type { LocalRow } from './local.js';
import { isNamedBy, matchingFields } from './match.js';
import type { Part } from './part.js';
import { kindNames, type Scrap } from './scrap.js';
import { idOf } from './source.js';
import { eventsOf, type TimelineEvent } from './timeline.js';
import { unknowable } from './unknowable.js';

/** Calls without a response for one reason. */
interface UnansweredGroup {
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
  /** The calls that were not asked, and those that were asked and have failed. */
  readonly unasked: readonly UnansweredGroup[];
  readonly failed: readonly UnansweredGroup[];
  readonly unknowable: readonly string[];
  /** How many requests were made. */
  readonly asked: number;
}

interface Findings {
  readonly found: readonly FoundRow[];
  readonly local: readonly LocalRow[];
  readonly unanswered: readonly Unanswered[];
  readonly asked: number;
}

/** Makes the dossier of a text. */
export function dossierOf(scrap: Scrap, { found, local, unanswered, asked }: Findings): Dossier {
  const remote = found.map((one) => partOf(one, scrap));
  const ids = new Set(remote.map(({ id }) => id));
  const own = local.filter(({ what, id }) => what === 'operation' || !ids.has(id)); // what a service shows is newer than the response of then
  const all = [...own.map((one) => localPart(withStatusNow(one, found))), ...remote].map((part) => withMatches(part, scrap));
  const isNamed = ({ id }: UnlinkedPart) => isNamedBy(id, scrap);
  const unlinked = leading([...all.filter(isNamed), ...all.filter((one) => !isNamed(one))]); // the thing itself before what mentions it
  const links = linksBetween(unlinked, scrap.text);
  const parts = unlinked.map((part, at) => ({ ...part, links: links[at]! }));
  return {
    text: scrap.text,
    mayBe: scrap.kinds.map((kind) => kindNames[kind]),
    parts,
    timeline: parts.flatMap(eventsOf).sort((one, other) => one.at - other.at),
    unasked: byReason(unanswered.filter(({ wasAsked }) => !wasAsked)),
    failed: byReason(unanswered.filter(({ wasAsked }) => wasAsked)),
    unknowable: [...new Set(scrap.kinds.flatMap((kind) => unknowable[kind] ?? []))],
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
const localPart = ({ statusList, about: _, from = 'this machine', means, ...rest }: LocalRow): UnlinkedPart => ({
  ...rest,
  from,
  ...meaningOf(means ?? meaningIn(statusList, rest)),
});

/** A row of the ledger with the status that a service shows of it by now, where it was found. */
function withStatusNow(local: LocalRow, found: readonly FoundRow[]): LocalRow {
  const { about, statusList, means: _, ...rest } = local;
  if (about === undefined || statusList === undefined) return local;
  for (const read of about.reads)
    for (const { source, row } of found) {
      if (`${source.service} ${source.call}` !== read.call || !isShownBy(read, row, about.id)) continue;
      const status = asText(valueAt(row, read.status)) || read.existing;
      if (status) return { ...rest, statusList, status, class: classOf(statusList, status) };
    }
  return local;
}
/** Whether a row is the one of an id: by the ids and the constants of the read. */
const isShownBy = ({ ids = [], params = {} }: StateRead, row: Row, id: string): boolean =>
  ids.some((one) => one.row.some((path) => asText(valueAt(row, path)) === id)) &&
  Object.entries(params).every(([name, from]) => !('constant' in from) || asText(row[name]) === from.constant);

function partOf({ source, row, network, shown }: FoundRow, { text }: Scrap): UnlinkedPart {
  const { thing } = source;
  const id = idOf(thing, row) ?? text;
  const summary = source.summary && summaryOf({ ...row, ...shown, direction: directionOf(row, text) }, source.summary);
  const at = network ?? (source.summary ? asText(row.network) : undefined);
  const status = statusIn(row, thing);
  const line = source.shownBy && filledLine(source.shownBy, { ...row, id, ...(at ? { network: at } : {}) }, 'id');
  return {
    thing,
    what: at ? `${source.what} on ${at}` : source.what,
    id,
    from: `${source.service} ${source.call}`,
    row,
    ...status,
    ...meaningOf(meaningIn(thing.status?.list, status)),
    ...(summary ? { summary } : {}),
    ...(shown === undefined ? {} : { shown }),
    ...(line === undefined ? {} : { command: `tuk ${line}` }),
  };
}
/** The status of a row, in the words of its list; one without a list may have a number, which says nothing to people. */
function statusIn(row: Row, { status: field }: Thing): Pick<Part, 'status' | 'class'> {
  const list = field?.list;
  const value = (field?.at ?? ['status']).map((path) => valueAt(row, path)).find((one) => one !== undefined);
  const status = isScalar(value) ? asText(value) : '';
  if (status === '' || (list === undefined && isDecimal(status))) return {};
  return { status, ...(list === undefined ? {} : { class: classOf(list, status) }) };
}
function meaningIn(list: StatusList | undefined, { status, class: kind }: Pick<Part, 'status' | 'class'>): string | undefined {
  const own = list === undefined || status === undefined ? undefined : meaningsOf[list]?.[status];
  return own ?? (kind === 'needs-you' ? classInWords[kind] : undefined);
}
const meaningOf = (means: string | undefined) => (means === undefined ? {} : { means });
/** The fields in one line; times have their own place, in the time line. */
const summaryOf = (row: Row, paths: readonly string[]): string =>
  paths
    .map((path) => asText(valueAt(row, path)))
    .filter((text) => text !== '' && ofTime(text) === undefined)
    .map(grouped)
    .join(' ');

function withMatches(part: UnlinkedPart, scrap: Scrap): UnlinkedPart {
  if (isNamedBy(part.id, scrap)) return part;
  const matches = matchingFields(part.row, scrap).map(({ path }) => path);
  return matches.length === 0 ? part : { ...part, matches: matches.slice(0, mostMatches) };
}
const mostMatches = 3;

/** Which parts name the id of another one, or the same transaction; the text itself, which all of them hold, links nothing. */
function linksBetween(parts: readonly UnlinkedPart[], typed: string): readonly (readonly number[])[] {
  const ids = new Set(parts.map(({ id }) => id).filter((id) => isId(id)));
  const holders = new Map<string, Set<number>>();
  for (const [at, { row, id }] of parts.entries())
    for (const text of [id, ...fieldsIn(row).map((field) => field.text)]) {
      if (text.toLowerCase() === typed.toLowerCase() || !(ids.has(text) || /^0x[0-9a-f]{64}$/i.test(text))) continue;
      holders.set(text, (holders.get(text) ?? new Set()).add(at));
    }
  return parts.map((_, at) =>
    [...new Set([...holders.values()].filter((own) => own.has(at)).flatMap((own) => [...own]))].filter((other) => other !== at),
  );
}

function byReason(unanswered: readonly Unanswered[]): readonly UnansweredGroup[] {
  const groups = new Map<string, string[]>();
  for (const { service, call, why, kind, wasAsked } of unanswered) {
    const reason = kind === 'sign-in' && !wasAsked ? 'they need a session, and there is none' : why.replace(/\.$/, '');
    groups.set(reason, [...(groups.get(reason) ?? []), `${service} ${call}`]);
  }
  return [...groups].map(([why, calls]) => ({ why, calls: [...new Set(calls)] }));
}
