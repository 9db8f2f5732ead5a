// Asks every call that may know a text, several at once and within a deadline, and collects the rows that hold it. What was not asked, and what has failed,
// is part of the answer.

import type { Context } from '../../cli/context.js';
import type { Failure } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { account } from '../../things/user.js';
import { wallet } from '../../things/wallet.js';
import { Asker, type Reply } from './ask.js';
import { type FoundRow, type SearchResult, type Unanswered, unansweredOf } from './found.js';
import { type Lead, linksIn, type Question } from './links.js';
import { isSame, matchingFields } from './match.js';
import { pricesOf } from './prices.js';
import type { Scrap } from './scrap.js';
import { idOf, type Source, sources } from './source.js';

/** The most requests of one search, those that follow links among them. */
export const mostRequests = 80;
/** The most rows of one list, and the most links that are followed, in both steps together. */
const mostRows = 25;
const mostLinks = 16;

/**
 * Searches for a text, then follows the ids in what was found once: a payment leads to its order, and a vehicle that a link has led to also to its offering.
 * @param limited a context with the time for all of it
 * @param leads what the ledger of this machine leads to
 * @throws {Failure} only when interrupted
 */
export async function search(limited: Context, scrap: Scrap, { leads }: { readonly leads: readonly Lead[] }): Promise<SearchResult> {
  const first = questionsFor(scrap).slice(0, mostRequests);
  const asker = new Asker(limited, mostRequests);
  const replies = await asker.askAll(first);
  const found = replies.flatMap((reply) => rowsHolding(reply, scrap));
  const room = Math.min(mostLinks, mostRequests - first.length);
  const own = ownIds(replies);
  const links = linksIn(
    found.filter(({ row }) => !isOnlyUnit(row, scrap)),
    { scrap, own, leads, known: found },
  ).slice(0, room);
  const followed = await asker.askAll(links);
  const linked = followed.flatMap(rowsFollowed);
  const more = linksIn(
    linked.filter(({ source }) => source.thing.leadsOn),
    { scrap, own, known: [...found, ...linked] },
  ).slice(0, room - links.length);
  const last = await asker.askAll(more);
  // a list that was read for the first question may have what a link leads to
  const listed = replies
    .filter(({ question }) => question.source.params === undefined)
    .flatMap((reply) => rowsOf(reply).filter(({ row }) => links.some(({ text }) => asText(row.id) === text)));
  const prices = await pricesOf(limited, found, scrap);
  const all = [...replies, ...followed, ...last];
  const unanswered = [...all.flatMap(unansweredIn), ...prices.unanswered].map((one) => ({
    ...one,
    why: limited.out.redact.clean(one.why),
  }));
  const unsent = unanswered.filter(({ wasAsked }) => !wasAsked).length;
  return {
    found: distinct([...prices.found, ...found, ...linked, ...last.flatMap(rowsFollowed), ...listed]),
    unanswered,
    asked: all.length + prices.asked - unsent,
  };
}

function unansweredIn({ question: { source }, failure }: Reply): readonly Unanswered[] {
  return failure === undefined || isAbsence(failure) ? [] : [unansweredOf(source, failure)];
}
/** Whether a symbol is only the unit of a row: what an offering in MVL is linked with says nothing of MVL. */
function isOnlyUnit(row: Row, scrap: Scrap): boolean {
  const fields = scrap.kinds.includes('symbol') ? matchingFields(row, scrap) : [];
  return fields.length > 0 && fields.every(({ name }) => /(currency|ticker|symbol|token)(Id|Code)?$/i.test(name));
}

/** A service that does not know an id says so in one of these ways. */
const isAbsence = ({ kind, where }: Failure): boolean =>
  kind === 'not-found' || (kind === 'refused' && [400, 404, 410, 422].includes(where.status ?? 0));

/** A list in which the beginning of an id can be looked for; a call that names an id takes whole ones only. */
const isListOfIds = ({ params, finds }: Source): boolean => params === undefined && finds.includes('uuid');

function questionsFor({ text, kinds, networks }: Scrap): readonly Question[] {
  return sources
    .filter((source) => source.finds.some((form) => kinds.includes(form)) || (kinds.includes('part') && isListOfIds(source)))
    .flatMap((source) =>
      source.eachNetwork ? networks.map((network) => ({ source, text, network })) : [{ source, text, network: networks[0] ?? '' }],
    );
}

/** The rows of a response that belong to the text: the whole record of a call that names it (of a number: if it says that number, since a service may count its rows); else the rows in which a field is the text. */
const rowsHolding = (reply: Reply, scrap: Scrap): readonly FoundRow[] =>
  reply.question.source.params === undefined || scrap.kinds.includes('number')
    ? rowsWith(reply, (field, name) => isSame(field, name, scrap))
    : rowsOf(reply).slice(0, mostRows);

/** The rows of the answer to a link: all of them, or those that hold what the link was followed for. */
function rowsFollowed(reply: Reply): readonly FoundRow[] {
  const { holding } = reply.question;
  return holding === undefined
    ? rowsOf(reply).slice(0, mostRows)
    : rowsWith(reply, (field) => field.toLowerCase() === holding.toLowerCase());
}

const rowsWith = (reply: Reply, fits: (value: string, name: string) => boolean): readonly FoundRow[] =>
  rowsOf(reply)
    .filter(({ row }) => fieldsIn(row).some(({ name, text }) => fits(text, name)))
    .slice(0, mostRows);

/** The rows of a response: those of its list, or its record. */
function rowsOf({ question: { source, network }, value }: Reply): readonly FoundRow[] {
  const rows = listing(value)?.rows ?? (isRecord(value) && Object.keys(value).length > 0 ? [value] : []);
  return rows.map((row) => ({ source, row, ...(source.eachNetwork ? { network } : {}) }));
}

/** The ids and addresses of the account itself, which everything of it holds: they link nothing. */
function ownIds(replies: readonly Reply[]): ReadonlySet<string> {
  return new Set(
    replies
      .filter(({ question: { source } }) => source.thing === account || source.thing === wallet)
      .flatMap(({ value }) => fieldsIn(value).map(({ text }) => text)),
  );
}

/** The rows without those that another call has returned too; the first stays. */
function distinct(rows: readonly FoundRow[]): readonly FoundRow[] {
  const seen = new Set<string>();
  return rows.filter(({ source, row, network }) => {
    const { identity } = source.thing;
    const id = identity ? undefined : idOf(source.thing, row);
    const fields = identity?.map((path) => asText(valueAt(row, path))) ?? fieldsIn(row);
    const key =
      id === undefined ? `${source.service} ${network ?? asText(row.network)} ${JSON.stringify(fields)}` : `${source.thing.name} ${id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
