// The result of a search as one story: parts with their states and links, and one time line. Pure.
import { directionOf } from '../../engine/change/direction.js';
import { grouped } from '../../money/values/decimal.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { classInWords, classOf, type StatusList } from '../../services/catalogue/statuses.js';
import { filledLine } from '../../services/command-line.js';
import { isId, isPrefixedHash } from '../../services/forms.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isDecimal, isNothing, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { type Money, moneyIn } from '../../text/money-place.js';
import { present } from '../../text/present.js';
import { isTimeText } from '../../text/time.js';
import { thingInRow } from '../../things/decoded.js';
import type { StateRead } from '../../things/operation.js';
import { pointsChange } from '../../things/points-change.js';
import type { Thing } from '../../things/thing.js';
import type { LocalRow } from './local.js';
import { isNamedBy, matchingFields } from './match.js';
import { kindNames, type Query, type QueryKind } from './query.js';
import { type Hit, idOf, type MissingResponse, mostRides, type Part, type SearchResult } from './results.js';
import { eventsOf, type TimelineEvent } from './timeline.js';

// The place of the money of a thing, by its status and by the other parts. Pure.

/**
 * The place of the money of the first part, or of the only thing with money that shares an id with it, such as the order
 * of an item. A part that only looks alike, such as an equal amount on the same day, is not evidence: a part counts if
 * it shares an id with the first one.
 * @returns undefined if the thing has no money, or its status is not known
 */
export function moneyOf(parts: readonly Part[]): Money | undefined {
  const [first] = parts;
  const linked = first?.thing?.money
    ? []
    : (first?.links ?? []).map((at) => parts[at]!).filter(({ thing }) => thing?.money);
  const part = linked.length === 1 ? linked[0] : first;
  const found = part?.thing && moneyIn(part.thing, part.row, part.status, part.shown);
  if (!part || !found) return undefined;
  const money = { ...found, of: part === first ? undefined : part.what };
  const credit = money.state === 'not known' ? part.links.map((at) => parts[at]!).find(isCredit) : undefined;
  return credit ? { ...money, state: 'returned', by: `${credit.what} ${credit.id}` } : money;
}
/** Whether a part is a change of the points by a positive amount. */
const isCredit = ({ thing, row }: Part): boolean =>
  thing === pointsChange && /^\d*\.?\d*[1-9]/.test(asText(row.amount));

interface MissingGroup {
  readonly why: string;
  readonly calls: readonly string[];
}
export interface Dossier {
  readonly text: string;
  /** The kinds of text that it may be, for people. */
  readonly mayBe: readonly string[];
  readonly parts: readonly Part[];
  readonly timeline: readonly TimelineEvent[];
  /** Where the money of the first part is. */
  readonly money?: Money;
  /** The calls that were not sent, and those that failed. */
  readonly unasked: readonly MissingGroup[];
  readonly failed: readonly MissingGroup[];
  readonly unknowable: readonly string[];
  /** The number of requests. */
  readonly asked: number;
}

interface Findings extends SearchResult {
  readonly local: readonly LocalRow[];
  /** Sentences on what of this machine is left out. */
  readonly leftOut?: readonly string[];
}

/** Makes the dossier of a text. */
export function dossierOf(query: Query, { hits, local, leftOut = [], missing, asked }: Findings): Dossier {
  const remote = hits.map((hit) => partOf(hit, query));
  const ids = new Set(remote.map(({ id }) => id));
  // The row of a service is newer than the response in the ledger.
  const machine = local.filter(({ what, id }) => what === 'operation' || !ids.has(id));
  const merged = [...machine.map((row) => localPart(withStatusNow(row, hits))), ...remote].map((part) =>
    withMatches(part, query),
  );
  const isNamed = ({ id }: UnlinkedPart) => isNamedBy(id, query);
  // the thing itself comes first
  const unlinked = leading([...merged.filter(isNamed), ...merged.filter((part) => !isNamed(part))]);
  const links = linksBetween(unlinked, query.text);
  const owner = ownerText(unlinked, query, missing);
  const parts = unlinked.map((part, at) => ({
    ...part,
    means: at === 0 ? (part.means ?? owner) : part.means,
    links: links[at]!,
  }));
  const money = moneyOf(parts);
  const compare =
    money?.state === 'not known'
      ? ['What came back is recognised in the points history alone, by its id. All of it: tuk points history']
      : [];
  return {
    text: query.text,
    mayBe: query.kinds.map((kind) => kindNames[kind]),
    parts,
    money,
    timeline: parts.flatMap(eventsOf).sort((a, b) => a.at - b.at),
    unasked: byReason(missing.filter(({ wasAsked }) => !wasAsked)),
    failed: byReason(missing.filter(({ wasAsked }) => wasAsked)),
    unknowable: [...whyNot(parts[0]), ...compare, ...leftOut, ...unknowableOf(query, unlinked.some(isNamed))],
    asked,
  };
}

/** The limits of every call for a text. The limits for ids say nothing of an id with a result. */
const unknowableOf = ({ kinds }: Query, isFound: boolean): readonly string[] => [
  ...new Set(kinds.flatMap((kind) => (kind === 'uuid' && isFound ? [] : (unknowable[kind] ?? [])))),
];

/** Says of a bad end that no call has its reason, unless a field of the row may have it. */
function whyNot(first: UnlinkedPart | undefined): readonly string[] {
  if (first?.class !== 'bad') return [];
  const mayHaveReason = fieldsIn(first.row).some(
    ({ path, text }) => /reason|message|error|cause|note/i.test(path) && text !== '',
  );
  return mayHaveReason ? [] : [`No call says why the ${first.what} ended as ${first.status ?? 'it did'}.`];
}

/** The owner of an address by the list of wallets; undefined for other texts, and if the list was not read. */
function ownerText(parts: readonly UnlinkedPart[], { kinds }: Query, missing: Findings['missing']): string | undefined {
  if (!kinds.includes('address') || missing.some(({ call }) => call.startsWith(walletsCall))) return undefined;
  const isOwn = parts.some(({ from, matches = [] }) => from === `user ${walletsCall}` && matches.includes('address'));
  return isOwn ? 'it is one of your wallets' : 'none of your wallets has it; whose it is, no call says';
}
const walletsCall = 'listWallets';

const endedWithdrawal =
  'No list has ended withdrawals. Search by the whole id; the ledger of this machine has those that were made here.';
const inApplication = 'The application compares it also with all that it has read.';
/** The limits of every call for a kind of text. */
const unknowable: Readonly<Partial<Record<QueryKind, readonly string[]>>> = {
  email: [
    'No call searches by e-mail address. It is compared only with your account and the users that you have invited.',
  ],
  phone: [
    `No call searches by phone number. It is compared only with your account, the active ride, and your newest ${mostRides} rides of this machine.`,
    inApplication,
  ],
  plate: [
    `No call searches by plate. A plate is compared only with the active ride and your newest ${mostRides} rides of this machine. Search for a vehicle by its VIN or number.`,
    inApplication,
  ],
  address: ['No list shows a transfer by link before it is received.', endedWithdrawal],
  uuid: [
    'tuk cannot read the rides, orders, payments and withdrawals of other people. For the services they do not exist.',
    'No call shows an asset payment by its id. After it is paid, the asset transactions have it.',
  ],
  part: [
    'The beginning of an id is compared with the lists of this account and the ledger of this machine. No list has ended rides, ended withdrawals or orders of the store. Search for them by the whole id, unless they were made here.',
  ],
  hash: ['Test networks are asked with --network only.', endedWithdrawal],
};

/** The most parts of one kind that a terminal shows, and the most parts of all kinds. */
const mostOfKind = 3;
const mostParts = 16;
/** The most parts of one kind that have one line each. */
const mostOneLine = 12;
function areVisible(parts: readonly UnlinkedPart[]): readonly boolean[] {
  const counts = new Map<string, number>();
  let whole = 0;
  return parts.map(({ what, summary }) => {
    const nth = (counts.get(what) ?? 0) + 1;
    counts.set(what, nth);
    return summary === undefined ? nth <= mostOfKind && ++whole <= mostParts : nth <= mostOneLine;
  });
}
/** Sorts the visible parts first, so their numbers have no gaps. */
function leading(parts: readonly UnlinkedPart[]): readonly UnlinkedPart[] {
  const visible = areVisible(parts);
  return [...parts.filter((_, at) => visible[at]), ...parts.filter((_, at) => !visible[at])];
}
/** The number of leading parts that a terminal shows. */
export const visibleCount = (parts: readonly Part[]): number => areVisible(parts).filter(Boolean).length;

type UnlinkedPart = Omit<Part, 'links'>;
const localPart = ({ statusList, about: _, from = 'this machine', means, ...rest }: LocalRow): UnlinkedPart => ({
  ...rest,
  from,
  means: means ?? meaningIn(statusList, rest),
});

/** Replaces the status in the ledger with the status that a service returns now. */
function withStatusNow(local: LocalRow, hits: readonly Hit[]): LocalRow {
  const { about, statusList, means: _, ...rest } = local;
  if (about === undefined || statusList === undefined) return local;
  for (const read of about.reads)
    for (const { source, row } of hits) {
      if (`${source.service} ${source.call}` !== read.call || !isRowOf(read, row, about.id)) continue;
      const status = asText(valueAt(row, read.status)) || read.existing;
      if (status) return { ...rest, statusList, status, class: classOf(statusList, status) };
    }
  return local;
}
/** Whether a row has an id, by the ids and the constants of its read. */
const isRowOf = ({ ids = [], params = {} }: StateRead, row: Row, id: string) =>
  ids.some((place) => place.row.some((path) => asText(valueAt(row, path)) === id)) &&
  Object.entries(params).every(([name, from]) => !('constant' in from) || asText(row[name]) === from.constant);

function partOf({ source, row, network, shown, seen }: Hit, { text }: Query): UnlinkedPart {
  const { thing } = source;
  const id = idOf(thing, row) ?? text;
  const summary = source.summary && summaryOf({ ...row, ...shown, direction: directionOf(row, text) }, source.summary);
  const at = network ?? (source.summary ? asText(row.network) : undefined);
  const status = statusIn(row, thing);
  const line = source.shownBy && filledLine(source.shownBy, { ...row, id, network: at || row.network }, 'id');
  const from = `${source.service} ${source.call}`;
  return {
    thing,
    what: at ? `${source.what} on ${at}` : source.what,
    id,
    from: seen === undefined ? from : `${from}, ${seen}`,
    row,
    ...status,
    means: present([seen, isStated(row, thing) && meaningIn(thing.status?.list, status)]).join(': ') || undefined,
    summary: summary || undefined,
    shown,
    command: line === undefined ? undefined : `tuk ${line}`,
  };
}
/** Whether a row states its status itself, and is not over because it is there. */
const isStated = (row: Row, { status }: Thing): boolean =>
  status?.existing === undefined || status.at.some((path) => !isNothing(valueAt(row, path)));
/** The status of a row and its class. A number without a list says nothing to people. */
function statusIn(row: Row, thing: Thing): Pick<Part, 'status' | 'class'> {
  const list = thing.status?.list;
  const known = thing.status ? thingInRow(thing, row).status : undefined;
  const value = known === undefined ? row.status : known.is === 'known' ? known.value : undefined;
  const status = isScalar(value) ? asText(value) : '';
  if (status === '' || (list === undefined && isDecimal(status))) return {};
  return { status, class: list && classOf(list, status) };
}
function meaningIn(
  list: StatusList | undefined,
  { status, class: kind }: Pick<Part, 'status' | 'class'>,
): string | undefined {
  const meaning = list === undefined || status === undefined ? undefined : meaningsOf[list]?.[status];
  return meaning ?? (kind === 'needs-you' ? classInWords[kind] : undefined);
}
/** The fields in one line, without times: the time line has them. */
const summaryOf = (row: Row, paths: readonly string[]) =>
  paths
    .map((path) => asText(valueAt(row, path)))
    .filter((text) => text !== '' && !isTimeText(text))
    .map(grouped)
    .join(' ');

const mostMatches = 3;
function withMatches(part: UnlinkedPart, query: Query): UnlinkedPart {
  if (isNamedBy(part.id, query)) return part;
  const matches = matchingFields(part.row, query).map(({ path }) => path);
  return matches.length === 0 ? part : { ...part, matches: matches.slice(0, mostMatches) };
}

/** The links of each part: a shared id or transaction. The text itself is in all parts, and links nothing. */
function linksBetween(parts: readonly UnlinkedPart[], typed: string): readonly (readonly number[])[] {
  const ids = new Set(parts.map(({ id }) => id).filter((id) => isId(id)));
  const holders = new Map<string, Set<number>>();
  for (const [at, { row, id }] of parts.entries())
    for (const text of [id, ...fieldsIn(row).map((field) => field.text)]) {
      if (text.toLowerCase() === typed.toLowerCase() || !(ids.has(text) || isPrefixedHash(text))) continue;
      holders.set(text, (holders.get(text) ?? new Set()).add(at));
    }
  const linked = [...holders.values()];
  return parts.map((_, at) =>
    [...new Set(linked.flatMap((places) => (places.has(at) ? [...places] : [])))].filter((place) => place !== at),
  );
}

function byReason(missing: readonly MissingResponse[]): readonly MissingGroup[] {
  const groups = new Map<string, Set<string>>();
  for (const { service, call, why, kind, wasAsked } of missing) {
    const reason = kind === 'sign-in' && !wasAsked ? 'they need a session' : why.replace(/\.$/, '');
    groups.set(reason, (groups.get(reason) ?? new Set()).add(`${service} ${call}`));
  }
  return [...groups].map(([why, calls]) => ({ why, calls: [...calls] }));
}
