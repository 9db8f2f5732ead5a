// Sends every call that may know a text within a deadline, and collects the rows that hold it.

import type { Context } from '../../cli/context.js';
import { readPrices } from '../../engine/read/prices.js';
import { Failure } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { price, token } from '../../things/token.js';
import { account } from '../../things/user.js';
import { wallet } from '../../things/wallet.js';
import { Asker, type Reply } from './ask.js';
import { type Lead, linksIn, type Question } from './links.js';
import { isSame, matchingFields } from './match.js';
import { type Hit, missingResponse, type SearchResult } from './results.js';
import type { Scrap } from './scrap.js';
import { idOf, type Source, sources } from './source.js';

/** The most requests of one search, followed links included. */
export const mostRequests = 80;
/** The most rows of one list, and the most links that are followed, in both steps together. */
const mostRows = 25;
const mostLinks = 16;

/**
 * Searches for a text, then follows the ids in the hits: a payment leads to its order, a vehicle on to its offering.
 * @param limited has the time for the whole search
 * @param leads what the ledger of this machine leads to
 * @throws {Failure} only if interrupted
 */
export async function search(limited: Context, scrap: Scrap, leads: readonly Lead[]): Promise<SearchResult> {
  const first = questionsFor(scrap).slice(0, mostRequests);
  const asker = new Asker(limited, mostRequests);
  const replies = await asker.askAll(first);
  const hits = replies.flatMap((reply) => rowsHolding(reply, scrap));
  const withoutList = leads.filter(({ holding }) => holding !== undefined).length; // no list shows them: each is read
  const room = Math.min(mostLinks + withoutList, mostRequests - first.length);
  const accountIds = ownIds(replies);
  const linking = hits.filter(({ row }) => !isOnlyUnit(row, scrap));
  const links = linksIn(linking, { scrap, accountIds, leads, known: hits }).slice(0, room);
  const followed = await asker.askAll(links);
  const linked = followed.flatMap((reply) => rowsFollowed(reply, scrap));
  const leading = linked.filter(({ source }) => source.thing.leadsOn);
  const more = linksIn(leading, { scrap, accountIds, known: [...hits, ...linked] }).slice(0, room - links.length);
  const last = await asker.askAll(more);
  // A list of the first step may have the row that a link leads to.
  const listed = replies
    .filter(({ question }) => question.source.params === undefined)
    .flatMap((reply) => rowsOf(reply).filter(({ row }) => links.some(({ text }) => asText(row.id) === text)));
  const prices = await pricesOf(limited, hits, scrap);
  const sent = [...replies, ...followed, ...last];
  const missing = [...sent.flatMap(missingIn), ...prices.missing].map((call) => ({
    ...call,
    why: limited.out.redact.clean(call.why),
  }));
  const unsent = missing.filter(({ wasAsked }) => !wasAsked).length;
  return {
    hits: distinct([
      ...prices.hits,
      ...hits,
      ...linked,
      ...last.flatMap((reply) => rowsFollowed(reply, scrap)),
      ...listed,
    ]),
    missing,
    asked: sent.length + prices.asked - unsent,
  };
}

/**
 * The missing response of a reply. A service that does not know an id in a request says so by one of these statuses.
 * A list without parameters cannot be absent: any 4xx of it is a failure.
 */
function missingIn({ question: { source }, failure }: Reply): SearchResult['missing'] {
  if (failure === undefined) return [];
  const isList = /^(list|search)/.test(source.call);
  const absences = source.params ? [400, 404, 410, 422] : isList ? [] : [404];
  return absences.includes(failure.where.status ?? 0) ? [] : [missingResponse(source, failure)];
}
/** Whether a symbol is only the unit of a row: the links of an offering in MVL say nothing of MVL. */
function isOnlyUnit(row: Row, scrap: Scrap) {
  const fields = scrap.kinds.includes('symbol') ? matchingFields(row, scrap) : [];
  return fields.length > 0 && fields.every(({ name }) => /(currency|ticker|symbol|token)(Id|Code)?$/i.test(name));
}

/** Whether rows can be searched for the beginning of an id; a call that names an id takes whole ones only. */
const isListOfIds = ({ params, finds }: Source) => params === undefined && finds.includes('uuid');

function questionsFor({ text, kinds, networks }: Scrap): readonly Question[] {
  return sources
    .filter(
      (source) => source.finds.some((form) => kinds.includes(form)) || (kinds.includes('part') && isListOfIds(source)),
    )
    .flatMap((source) =>
      (source.eachNetwork ? networks : [networks[0] ?? '']).map((network): Question => ({ source, text, network })),
    );
}

/** The rows of a response that belong to the text. A record may hold a number by chance, so it must match. */
const rowsHolding = (reply: Reply, scrap: Scrap): readonly Hit[] =>
  reply.question.source.params === undefined || scrap.kinds.includes('number')
    ? rowsWith(reply, (text, name) => isSame(text, name, scrap))
    : rowsOf(reply).slice(0, mostRows);

/** The rows of a linked response: all, or those with the value of the link. */
function rowsFollowed(reply: Reply, scrap: Scrap): readonly Hit[] {
  const { holding } = reply.question;
  if (holding === undefined) return rowsOf(reply).slice(0, mostRows);
  return holding === scrap.text
    ? rowsWith(reply, (text, name) => isSame(text, name, scrap))
    : rowsWith(reply, (text) => text.toLowerCase() === holding.toLowerCase());
}

const rowsWith = (reply: Reply, fits: (text: string, name: string) => boolean): readonly Hit[] =>
  rowsOf(reply)
    .filter(({ row }) => fieldsIn(row).some(({ name, text }) => fits(text, name)))
    .slice(0, mostRows);

function rowsOf({ question: { source, network }, value }: Reply): readonly Hit[] {
  const rows = listing(value)?.rows ?? (isRecord(value) && Object.keys(value).length > 0 ? [value] : []);
  return rows.map((row) => ({ source, row, network: source.eachNetwork ? network : undefined }));
}

/** The ids and addresses of the account itself: all its things hold them, so they link nothing. */
const ownIds = (replies: readonly Reply[]): ReadonlySet<string> =>
  new Set(
    replies
      .filter(({ question: { source } }) => source.thing === account || source.thing === wallet)
      .flatMap(({ value }) => fieldsIn(value).map(({ text }) => text)),
  );

/** Drops rows that an earlier call has returned. */
function distinct(rows: readonly Hit[]): readonly Hit[] {
  const seen = new Set<string>();
  return rows.filter(({ source: { thing, service }, row, network }) => {
    const id = thing.identity ? undefined : idOf(thing, row);
    const fields = thing.identity?.map((path) => asText(valueAt(row, path))) ?? fieldsIn(row);
    const key =
      id === undefined
        ? `${service} ${network ?? asText(row.network)} ${JSON.stringify(fields)}`
        : `${thing.name} ${id}`;
    return !seen.has(key) && seen.add(key);
  });
}

const priceOfToken = sources.find(({ thing }) => thing === price)!;
/** Reads the prices of the tokens that have the symbol. @throws {Failure} only if interrupted */
async function pricesOf(context: Context, hits: readonly Hit[], { text, kinds }: Scrap): Promise<SearchResult> {
  const named = hits.filter(
    ({ source, row }) => source.thing === token && asText(row.symbol).toLowerCase() === text.toLowerCase(),
  );
  const symbols = new Map(named.map(({ row }) => [asText(row.priceId), asText(row.symbol)]));
  symbols.delete('');
  if (!kinds.includes('symbol') || symbols.size === 0) return { hits: [], missing: [], asked: 0 };
  try {
    const prices = [...(await readPrices(context, [...symbols.keys()], 'USD'))];
    const rows = prices.map(([priceId, value]) => ({
      symbol: symbols.get(priceId),
      price: value,
      currency: 'USD',
      priceId,
    }));
    return { hits: rows.map((row) => ({ source: priceOfToken, row })), missing: [], asked: 1 };
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind === 'interrupted' && context.cancellation.isStopped())) throw error;
    return { hits: [], missing: [missingResponse(priceOfToken, error)], asked: 1 };
  }
}
