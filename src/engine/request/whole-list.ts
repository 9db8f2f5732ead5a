// The pages of a list, read one after the other: for `--all`, and for a list that is read for a fact, since what its first
// page lacks is not absent.

import type { Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { type Call, kebab, returnsList } from '../../services/catalogue/define.js';
import { counted } from '../../services/counted.js';
import { Fields } from '../../services/decode/fields.js';
import { wholeOf } from '../../services/decode/pages.js';
import { type Rows, rowsAloneIn, rowsIn, withElements } from '../../services/decode/rows.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { Failure, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { compact, isNothing, isScalar, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { Params } from './params.js';

/** The most pages of a list that is read for a fact. */
const mostPages = 20;

/**
 * Fetches a page: with parameters beside the others, or where a response says that it is (`atPage`). Returns undefined in a
 * dry run.
 * @throws {ServerFailure} FOREIGN_PAGE for a URL of another origin or path
 */
export type FetchPage = (next: Params | string) => Promise<Response | undefined>;

/**
 * A request at the URL of a next page, which must have its origin and path, or with one other parameter (`&cursor=abc`).
 * @throws {ServerFailure} FOREIGN_PAGE
 */
export const atPage =
  (next: string) =>
  <Of>(call: Call, build: (of: Of) => Promise<HttpRequest>) =>
  async (of: Of): Promise<HttpRequest> => {
    const request = await build(of);
    const from = new URL(request.url);
    if (next.startsWith('&')) {
      const [, name = '', value = ''] = /^&([^=]*)=(.*)$/s.exec(next) ?? [];
      from.searchParams.set(name, value);
      return { ...request, url: from.href };
    }
    const to = URL.canParse(next, request.url) ? new URL(next, from) : undefined;
    if (to?.origin === from.origin && to.pathname === from.pathname) return { ...request, url: to.href };
    throw pagingFailure(call, 'FOREIGN_PAGE', 'names a next page at another address, which is not followed');
  };

/**
 * A list with the rows of the pages that follow it, as far as the responses name them. A note says what is not read. A
 * whole list, and a record, stay as they are.
 * @throws an interruption, and anything that is no failure
 */
export async function wholeList(
  first: Response,
  fetchPage: FetchPage,
  context: Pick<Context, 'note'>,
): Promise<Response> {
  const { call } = first;
  if (!returnsList(call) && !(first.text && rowsAloneIn(parseLossless(first.text), call.map))) return first;
  const failures: Failure[] = [];
  const named = { ...first, call: { ...call, pages: undefined } };
  let count = 0;
  const rows: unknown[] = [];
  for await (const page of pagesFrom(named, {
    fetchPage,
    maxPages: mostPages,
    partialFailures: failures,
  })) {
    const { rows: more = [], elements = [] } = listIn(page) ?? {};
    rows.push(...more.map((row, at) => (isScalar(elements[at]) ? elements[at] : row)));
    count++;
  }
  for (const failure of failures)
    context.note({
      ...leftOut(`Only ${counted(rows.length, 'row')} of ${call.service} ${kebab(call.name)} can be read`, failure),
      follows: 'what the others say is missing here',
    });
  if (count < 2) return first;
  const text = stringifyLossless(rows);
  return { ...first, text, data: JSON.parse(text) };
}

/**
 * Yields the pages, up to an empty page, which is omitted unless it is the first. A failure ends the pages, and is added to
 * `partialFailures`; so does a page that was there before, after any number of others.
 */
export async function* pagesFrom(
  first: Response,
  {
    fetchPage,
    maxPages = 10_000,
    partialFailures,
  }: {
    readonly fetchPage: FetchPage;
    readonly maxPages?: number;
    readonly partialFailures: Failure[];
  },
): AsyncGenerator<Response> {
  const { call } = first;
  const seen = new Set<string>(); // the first rows of pages, and what asked for them
  const requireNew = (key: string) => {
    if (seen.has(key)) throw pagingFailure(call, 'PAGES_REPEAT', 'answers pages again that it has answered before');
    seen.add(key);
  };
  let response: Response | undefined = first;
  let shown = 0;
  try {
    for (let number = 2; response !== undefined; number++) {
      const list = listIn(response);
      const rows = list?.elements ?? [];
      if (rows.length === 0 && number > 2) return;
      requireNew(compact(rows[0]));
      yield response;
      shown += rows.length;
      if (list === undefined) return;
      const whole = wholeOf(list, response.headers, call.map);
      const part = whole.is === 'part' ? whole : undefined;
      if (rows.length === 0 && !part) return;
      const isLast = !part || shown >= Number(part.total);
      if (part?.next === undefined && (call.pages === undefined || call.map?.next !== undefined) && isLast) return;
      const next = part?.next ?? nextPageParams(call, list, number);
      if (next === undefined)
        throw pagingFailure(call, 'NO_NEXT_PAGE', 'has rows that do not say where the next page begins');
      if (number > maxPages) throw pagingFailure(call, 'NO_LAST_PAGE', `has more than ${maxPages} pages`);
      requireNew(JSON.stringify(next));
      response = await fetchPage(next);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    partialFailures.push(error);
  }
}

/** Yields pages up to a number of rows. */
export async function* upTo<Page extends Pick<Response, 'call' | 'text'>>(
  pages: AsyncIterable<Page>,
  maxRows: number,
): AsyncGenerator<Page> {
  let remaining = maxRows;
  for await (const page of pages) {
    const { at = [], elements = [] } = listIn(page) ?? {};
    const cut = () => stringifyLossless(withElements(parseLossless(page.text), at, elements.slice(0, remaining)));
    yield elements.length <= remaining ? page : { ...page, text: cut() };
    remaining -= elements.length;
    if (remaining <= 0) return;
  }
}

const listIn = ({ text, call }: Pick<Response, 'call' | 'text'>): Rows | undefined =>
  text === '' ? undefined : rowsIn(parseLossless(text), call.map);

/** The parameters of a page, from fields of the last row; undefined without them. */
function nextPageParams(
  { pages, name: callName, map }: Response['call'],
  { rows }: Rows,
  number: number,
): Params | undefined {
  const { from, first } = pages ?? {};
  if (from === undefined)
    return (
      first && Object.fromEntries(Object.entries(first).map(([name, one]) => [name, String(Number(one) + number - 1)]))
    );
  const fields = new Fields(rows, { calls: [callName], map });
  const pageParams = Object.entries(from).map(([name, field]) => {
    const known = fields.path(field, field === 'id' ? 'id' : undefined);
    return [name, known.is === 'known' ? valueAt(rows.at(-1), known.value) : undefined] as const;
  });
  return pageParams.some(([, value]) => isNothing(value))
    ? undefined
    : Object.fromEntries(pageParams.map(([name, value]) => [name, String(value)]));
}

const pagingFailure = ({ service, name, path }: Call, code: CodeOf<'server'>, what: string): Failure =>
  new ServerFailure(code, `${path} of ${service} ${what}.`, { service, call: name });
