// Sends every call that may know a text within a deadline, and collects the rows that hold it.
import type { Context } from '../../cli/command/command.js';
import { readPrices } from '../../engine/read/prices.js';
import { type AnyEndpoint, readEndpoint } from '../../engine/request/call.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { bodyOf } from '../../services/decode/rows.js';
import { inCamel } from '../../services/decode/spelling.js';
import { Failure } from '../../services/http/errors.js';
import { withRetry } from '../../services/http/retry.js';
import { sleep } from '../../services/http/rounds.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { price, token } from '../../things/token.js';
import { account } from '../../things/user.js';
import { wallet } from '../../things/wallet.js';
import { holds, isSame, type Lead, linksIn, matchingFields, mayHold, type Question } from './match.js';
import type { Query } from './query.js';
import { type Hit, idOf, missingResponse, outOfTime, type SearchResult, type Source, sources } from './results.js';

// Sends the requests of one search: a few to each service at once, within one deadline and one number of requests.
// A service that is silent, or asks to wait, must not block the others.

const concurrency = 6;
const mostPerService = 3;
/** The part of the remaining time that one request may take. */
const patience = 2 / 3;

interface Reply {
  readonly question: Question;
  /** The text of the response; empty for a call without one. */
  readonly body: string;
  /** Its value, which is parsed at the first use: most lists do not hold the text. */
  readonly value: () => unknown;
  readonly failure?: Failure;
}
function replyTo(question: Question, { text: body = '', failure }: { text?: string; failure?: Failure }): Reply {
  let parsed: { value: unknown } | undefined;
  const value = () => {
    parsed ??= { value: body === '' ? undefined : inCamel(parseLossless(body)) };
    return parsed.value;
  };
  return { question, body, value, failure };
}

/** Sends the requests. It skips a service that has left a request without a response. */
class Asker {
  readonly #context: Context;
  /** The number of requests that may still be made. */
  #budget: number;
  readonly #running = new Map<string, number>();
  readonly #silent = new Set<string>();

  /** @param context has the time for all questions @param most the most requests of all questions */
  constructor(context: Context, most: number) {
    this.#context = context;
    this.#budget = most;
  }

  /** @returns the replies in order @throws {Failure} only if interrupted, after all requests have ended */
  async askAll(questions: readonly Question[]): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    const waiting = [...questions.entries()];
    const running = new Set<Promise<void>>();
    const thrown: unknown[] = [];
    const runningOf = ({ source }: Question) => this.#running.get(source.service) ?? 0;
    while (thrown.length === 0 && (waiting.length > 0 || running.size > 0)) {
      const next =
        running.size < concurrency ? waiting.findIndex(([, question]) => runningOf(question) < mostPerService) : -1;
      const [chosen] = next < 0 ? [] : waiting.splice(next, 1);
      if (chosen === undefined) {
        await Promise.race(running);
        continue;
      }
      const [at, question] = chosen;
      const count = (change: number) => this.#running.set(question.source.service, runningOf(question) + change);
      count(1);
      const request = this.#ask(question)
        .then(
          (reply) => {
            replies[at] = reply;
          },
          (error: unknown) => {
            thrown.push(error);
          },
        )
        .finally(() => {
          count(-1);
          running.delete(request);
        });
      running.add(request);
    }
    await Promise.all(running);
    if (thrown.length > 0) throw thrown[0];
    return replies;
  }

  async #ask(question: Question): Promise<Reply> {
    const { source, text, network } = question;
    const { deadline } = this.#context;
    if (deadline.timeLeft() === 0)
      return replyTo(question, { failure: notAsked('the time was over before: --within takes more') });
    if (this.#silent.has(source.service))
      return replyTo(question, {
        failure: notAsked(`${source.service} has left other requests without a response`),
      });
    const limited = pollContext(this.#context, deadline.within(deadline.timeLeft() * patience));
    const attempt = async () => {
      if (this.#budget <= 0) throw notAsked('the search has made as many requests as one may');
      this.#budget -= 1;
      const params = source.params?.(text, network) ?? {};
      return readEndpoint(limited, source.service, source.call as AnyEndpoint, params, { tries: 0 }); // each counts
    };
    try {
      return replyTo(question, await this.#repeated(attempt, limited));
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind === 'interrupted' && deadline.isStopped())) throw error;
      if (limited.deadline.timeLeft() === 0) this.#silent.add(source.service);
      return replyTo(question, { failure: error });
    }
  }

  /** Retries as --retry says, else once after a Retry-After that fits in the time. */
  async #repeated<T>(attempt: () => Promise<T>, { deadline, settings, log }: Context): Promise<T> {
    const tries = settings().retry.value;
    if (tries > 0)
      return withRetry(attempt, { tries, maxWait: Number.POSITIVE_INFINITY, say: (text) => log(text), deadline });
    try {
      return await attempt();
    } catch (error) {
      const wait = error instanceof Failure ? error.where.retryAfter : undefined;
      if (wait === undefined || wait >= deadline.timeLeft() || this.#budget <= 0) throw error;
      await sleep(deadline, wait);
      return attempt();
    }
  }
}
const notAsked = (why: string): Failure => new Failure('pending', outOfTime, why);

/** The most requests of one search, followed links included. */
export const mostRequests = 80;
/** The most rows of one list, and the most links that are followed, in both steps together. */
const mostRows = 25;
const mostLinks = 16;

/**
 * Searches for a text, then follows the ids in the hits: a payment leads to its order, a vehicle on to its offering.
 * @param limited has the time for the whole search
 * @param ofMachine what the ledger of this machine leads to, which is looked up meanwhile
 * @throws {Failure} only if interrupted, or that of `ofMachine`
 */
export async function search(
  limited: Context,
  query: Query,
  ofMachine: Promise<{ readonly leads: readonly Lead[] }>,
): Promise<SearchResult> {
  const first = questionsFor(query).slice(0, mostRequests);
  const asker = new Asker(limited, mostRequests);
  const [replies, { leads }] = await Promise.all([asker.askAll(first), ofMachine]);
  const hits = replies.flatMap((reply) => rowsHolding(reply, query));
  const withoutList = leads.filter(({ holding }) => holding !== undefined).length; // no list shows them: each is read
  const room = Math.min(mostLinks + withoutList, mostRequests - first.length);
  const accountIds = ownIds(replies);
  const linking = hits.filter(({ row }) => !isOnlyUnit(row, query));
  const links = linksIn(linking, { query, accountIds, leads, known: hits }).slice(0, room);
  const followed = await asker.askAll(links);
  const linked = followed.flatMap((reply) => rowsFollowed(reply, query));
  const leading = linked.filter(({ source }) => source.thing.leadsOn);
  const more = linksIn(leading, { query, accountIds, known: [...hits, ...linked] }).slice(0, room - links.length);
  const last = await asker.askAll(more);
  // A list of the first step may have the row that a link leads to.
  const listed = replies
    .filter(({ question, body }) => question.source.params === undefined && links.some(({ text }) => holds(body, text)))
    .flatMap((reply) => rowsOf(reply).filter(({ row }) => links.some(({ text }) => asText(row.id) === text)));
  const prices = await pricesOf(limited, hits, query);
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
      ...last.flatMap((reply) => rowsFollowed(reply, query)),
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
function isOnlyUnit(row: Row, query: Query) {
  const fields = query.kinds.includes('symbol') ? matchingFields(row, query) : [];
  return fields.length > 0 && fields.every(({ name }) => /(currency|ticker|symbol|token)(Id|Code)?$/i.test(name));
}

/** Whether rows can be searched for the beginning of an id; a call that names an id takes whole ones only. */
const isListOfIds = ({ params, finds }: Source) => params === undefined && finds.includes('uuid');

function questionsFor({ text, kinds, networks }: Query): readonly Question[] {
  return sources
    .filter(
      (source) => source.finds.some((form) => kinds.includes(form)) || (kinds.includes('part') && isListOfIds(source)),
    )
    .flatMap((source) =>
      (source.eachNetwork ? networks : [networks[0] ?? '']).map((network): Question => ({ source, text, network })),
    );
}

/** The rows of a response that belong to the text. A record may hold a number by chance, so it must match. */
const rowsHolding = (reply: Reply, query: Query): readonly Hit[] =>
  reply.question.source.params !== undefined && !query.kinds.includes('number')
    ? rowsOf(reply).slice(0, mostRows)
    : mayHold(reply.body, query)
      ? rowsWith(reply, (text, name) => isSame(text, name, query))
      : [];

/** The rows of a linked response: all, or those with the value of the link. */
function rowsFollowed(reply: Reply, query: Query): readonly Hit[] {
  const { holding } = reply.question;
  if (holding === undefined) return rowsOf(reply).slice(0, mostRows);
  return holding === query.text
    ? rowsWith(reply, (text, name) => isSame(text, name, query))
    : rowsWith(reply, (text) => text.toLowerCase() === holding.toLowerCase());
}

const rowsWith = (reply: Reply, fits: (text: string, name: string) => boolean): readonly Hit[] =>
  rowsOf(reply)
    .filter(({ row }) => fieldsIn(row).some(({ name, text }) => fits(text, name)))
    .slice(0, mostRows);

function rowsOf({ question: { source, network }, value }: Reply): readonly Hit[] {
  const body = bodyOf(value());
  const isFilled = body.is === 'record' && Object.keys(body.row).length > 0;
  const rows = body.is === 'rows' ? body.rows : isFilled ? [body.row] : [];
  return rows.map((row) => ({ source, row, network: source.eachNetwork ? network : undefined }));
}

/** The ids and addresses of the account itself: all its things hold them, so they link nothing. */
const ownIds = (replies: readonly Reply[]): ReadonlySet<string> =>
  new Set(
    replies
      .filter(({ question: { source } }) => source.thing === account || source.thing === wallet)
      .flatMap(({ value }) => fieldsIn(value()).map(({ text }) => text)),
  );

/** Drops rows that an earlier call has returned. */
function distinct(rows: readonly Hit[]): readonly Hit[] {
  const seen = new Set<string>();
  return rows.filter(({ source: { thing, service }, row, network }) => {
    const id = thing.identity ? undefined : idOf(thing, row);
    const fields = () => thing.identity?.map((path) => asText(valueAt(row, path))) ?? fieldsIn(row);
    const key =
      id === undefined
        ? `${service} ${network ?? asText(row.network)} ${JSON.stringify(fields())}`
        : `${thing.name} ${id}`;
    return !seen.has(key) && seen.add(key);
  });
}

const priceOfToken = sources.find(({ thing }) => thing === price)!;
/** Reads the prices of the tokens that have the symbol. @throws {Failure} only if interrupted */
async function pricesOf(context: Context, hits: readonly Hit[], { text, kinds }: Query): Promise<SearchResult> {
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
    if (!(error instanceof Failure) || (error.kind === 'interrupted' && context.deadline.isStopped())) throw error;
    return { hits: [], missing: [missingResponse(priceOfToken, error)], asked: 1 };
  }
}
