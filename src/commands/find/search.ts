// Asks every call that may know a text, several at once and within a deadline, and collects the rows that hold it. Failures are kept: what could not be
// asked is part of the answer.

import type { Context } from '../../cli/context.js';
import { pollContext } from '../../engine/poll-context.js';
import { readByName } from '../../engine/read-endpoint.js';
import { canonicalAddress } from '../../money/address.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isId, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { listing } from '../../ui/format/listing.js';
import type { Scrap, ScrapKind } from './scrap.js';
import { type Source, sources } from './sources.js';

/** A row that a call has returned. */
export interface FoundRow {
  readonly source: Source;
  readonly row: Row;
  /** The network that was asked, where each one is asked. */
  readonly network?: string;
}
/** A call that could not be asked, or has not answered, and why. */
export interface Unasked {
  readonly service: string;
  readonly call: string;
  readonly why: string;
  readonly kind: Failure['kind'];
}
/** What a search has brought. */
export interface SearchResult {
  readonly found: readonly FoundRow[];
  readonly unasked: readonly Unasked[];
  /** How many requests were made. */
  readonly asked: number;
}

const concurrency = 8;
/** The most requests of one search, those that follow links among them. */
export const mostRequests = 80;
/** The most rows of one list, and the most links that are followed. */
const mostRows = 25;
const mostLinks = 12;

interface Question {
  readonly source: Source;
  readonly text: string;
  readonly network: string;
  /** Only the rows that hold this: the transfer of a transaction in the history of its sender. */
  readonly holding?: string;
}
interface Answer {
  readonly question: Question;
  readonly value?: unknown;
  readonly failure?: Failure;
}

/**
 * Searches for a text, then follows the ids in what was found once: a payment leads to its order.
 * @param within the time for all of it, milliseconds
 * @throws {Failure} only when interrupted
 */
export async function search(context: Context, scrap: Scrap, within: number): Promise<SearchResult> {
  const limited = pollContext(context, within);
  const first = questionsFor(scrap).slice(0, mostRequests);
  const answers = await askAll(limited, first);
  const found = answers.flatMap((answer) => rowsHolding(answer, scrap));
  const links = linksIn(found, scrap, ownIds(answers)).slice(0, Math.min(mostLinks, mostRequests - first.length));
  const followed = await askAll(limited, links);
  const linked = followed.flatMap((answer) => {
    const { holding } = answer.question;
    return holding === undefined
      ? rowsOf(answer).slice(0, mostRows)
      : rowsWith(answer, (field) => field.toLowerCase() === holding.toLowerCase());
  });
  // a list that was read for the first question may have what a link leads to
  const listed = answers
    .filter(({ question }) => question.source.params === undefined)
    .flatMap((answer) => rowsOf(answer).filter(({ row }) => links.some(({ text }) => asText(row.id) === text)));
  const unasked = [...answers, ...followed].flatMap(({ question: { source }, failure }): Unasked[] =>
    failure === undefined || isAbsence(failure)
      ? []
      : [{ service: source.service, call: source.call, why: failure.message, kind: failure.kind }],
  );
  return { found: distinct([...found, ...linked, ...listed]), unasked, asked: first.length + links.length };
}

/** A service that does not know an id says so in one of these ways. */
const isAbsence = ({ kind, where }: Failure): boolean =>
  kind === 'not-found' || (kind === 'refused' && [400, 404, 410, 422].includes(where.status ?? 0));

/** A list in which the beginning of an id can be looked for; a call that names an id takes whole ones only. */
const isListOfIds = ({ params, kinds }: Source): boolean => params === undefined && kinds.includes('uuid');

function questionsFor({ text, kinds, networks }: Scrap): readonly Question[] {
  return sources
    .filter((source) => source.kinds.some((kind) => kinds.includes(kind)) || (kinds.includes('part') && isListOfIds(source)))
    .flatMap((source) =>
      source.eachNetwork ? networks.map((network) => ({ source, text, network })) : [{ source, text, network: networks[0] ?? '' }],
    );
}

async function askAll(context: Context, questions: readonly Question[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async () => {
    while (next < questions.length) {
      const at = next++;
      answers[at] = await ask(context, questions[at]!);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(concurrency, questions.length) }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason; // after all requests have ended
  return answers;
}

async function ask(context: Context, question: Question): Promise<Answer> {
  const { source, text, network } = question;
  try {
    const { text: body } = await readByName(context, source.service, source.call, source.params?.(text, network) ?? {});
    return { question, value: body === '' ? undefined : parseLossless(body) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === 'interrupted' && context.cancellation.isStopped()) throw error;
    return { question, failure: error };
  }
}

/** The rows of an answer that belong to the text: the whole record of a call that names it (of a number: if it says that number, since a service may count its rows); else the rows in which a field is the text. */
const rowsHolding = (answer: Answer, scrap: Scrap): readonly FoundRow[] =>
  answer.question.source.params === undefined || scrap.kinds.includes('number')
    ? rowsWith(answer, (field, name) => isSame(field, name, scrap))
    : rowsOf(answer).slice(0, mostRows);

const rowsWith = (answer: Answer, fits: (value: string, name: string) => boolean): readonly FoundRow[] =>
  rowsOf(answer)
    .filter(({ row }) => fieldsIn(row).some(([name, field]) => fits(field, name)))
    .slice(0, mostRows);

/** The rows of an answer: those of its list, or its record. */
function rowsOf({ question: { source, network }, value }: Answer): readonly FoundRow[] {
  const rows = listing(value)?.rows ?? (isRecord(value) && Object.keys(value).length > 0 ? [value] : []);
  return rows.map((row) => ({ source, row, ...(source.eachNetwork ? { network } : {}) }));
}

/** The names by which a number, a symbol or a phone number is what it is: a bare 12 is an amount elsewhere. */
const namedFields: Readonly<Partial<Record<ScrapKind, RegExp>>> = {
  number: /(id|num|number|no|code)$/i,
  symbol: /(symbol|ticker|currency|token|code|id|alias)$/i,
  phone: /(phone|mobile|tel)/i,
  code: /(code|alias|slug|id|num|number|plate|name|vin|key|uid)$/i,
  name: /(name|title)$/i,
};

function isSame(field: string, name: string, { text, kinds }: Scrap): boolean {
  return kinds.some((kind) => {
    const names = namedFields[kind];
    if (names && !names.test(name)) return false;
    if (kind === 'phone') return field.replace(/\D/g, '').replace(/^0+/, '') === text.replace(/\D/g, '').replace(/^0+/, '');
    if (kind === 'address') return canonicalAddress(field) === canonicalAddress(text);
    if (kind === 'name') return holdsName(field, text);
    if (kind === 'part') return isPartOf(text, field);
    return field.toLowerCase() === text.toLowerCase();
  });
}

/** Whether a text is the beginning of an id, or its two ends. */
function isPartOf(text: string, id: string): boolean {
  const [start = '', end = ''] = text.toLowerCase().split(/…|\.{2,3}/);
  return isId(id) && id.toLowerCase().startsWith(start) && id.toLowerCase().endsWith(end);
}

/** Whether a name holds a text from the beginning of one of its words on. */
function holdsName(name: string, text: string): boolean {
  const [whole, part] = [name.toLowerCase(), text.toLowerCase()];
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(whole[at - 1]!)) return true;
  return false;
}

/** Every text and number in a value with the name of its field, at most five levels deep. */
export function fieldsIn(value: unknown, name = '', depth = 5): (readonly [name: string, value: string])[] {
  if (isScalar(value)) return [[name, asText(value)]];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => fieldsIn(one, name, depth - 1));
  return isRecord(value) ? Object.entries(value).flatMap(([own, field]) => fieldsIn(field, own, depth - 1)) : [];
}

/** The ids and addresses of the account itself, which everything of it holds: they link nothing. */
function ownIds(answers: readonly Answer[]): ReadonlySet<string> {
  return new Set(
    answers
      .filter(({ question: { source } }) => ['getCurrent', 'listWallets'].includes(source.call))
      .flatMap(({ value }) => fieldsIn(value).map(([, field]) => field)),
  );
}

const history = sources.find(({ call }) => call === 'listHistory')!;
/** The history in which a transaction has its token and its time, which it does not say itself: that of its sender. */
const historyOf = ({ source, row, network = '' }: FoundRow): readonly Question[] =>
  source.call === 'getTransaction' && asText(row.from) !== ''
    ? [{ source: history, text: asText(row.from), network, holding: asText(row.hash) }]
    : [];

/** The questions to which the ids in rows lead, by the names of their fields. */
function linksIn(found: readonly FoundRow[], scrap: Scrap, own: ReadonlySet<string>): readonly Question[] {
  const known = new Set([scrap.text.toLowerCase(), ...found.map(({ row }) => asText(row.id).toLowerCase())]);
  const questions: Question[] = found.flatMap(historyOf);
  for (const { row } of found)
    for (const [name, id] of fieldsIn(row)) {
      const source = id === '' || own.has(id) || known.has(id.toLowerCase()) ? undefined : sources.find(({ fields }) => fields?.test(name));
      if (!source) continue;
      known.add(id.toLowerCase());
      questions.push({ source, text: id, network: '' });
    }
  // one of each kind first: twenty stations must not keep out the token of the vehicle
  const nth = (question: Question) => questions.filter(({ source }) => source === question.source).indexOf(question);
  return questions
    .map((question) => ({ question, nth: nth(question) }))
    .sort((a, b) => a.nth - b.nth)
    .map(({ question }) => question);
}

/** The rows without those that another call has returned too; the first stays. */
function distinct(rows: readonly FoundRow[]): readonly FoundRow[] {
  const seen = new Set<string>();
  return rows.filter(({ source, row, network }) => {
    const id = asText(row.id);
    const own = source.identity?.map((path) => asText(valueAt(row, path))) ?? fieldsIn(row);
    const key =
      id === ''
        ? `${source.service} ${network ?? asText(row.network)} ${JSON.stringify(own)}`
        : `${source.what.replace(/^your | under way$/g, '')} ${id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
