// The pages of a list, read one after the other: for `--all`, and for a list that is read for a fact, since what its first
// page lacks is not absent.

import type { Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { type Call, kebab, returnsList } from '../../services/catalogue/define.js';
import { counted } from '../../services/counted.js';
import { Fields } from '../../services/decode/fields.js';
import type { CallMap } from '../../services/decode/map.js';
import { pageAt, wholeOf } from '../../services/decode/pages.js';
import { type Rows, rowsAloneIn, rowsIn, withElements } from '../../services/decode/rows.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { Failure, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { compact, isNothing, isScalar, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { BuildRequest } from './call.js';
import type { Params } from './params.js';

/** The most pages of a list that is read for a fact. */
const mostPages = 20;

/**
 * How the next page is requested: by fields of the last row (`rows`, named in the catalogue), or by a parameter that
 * counts from 1.
 */
export type Pages = 'rows' | { readonly number: string };
/**
 * Fetches a page: `pageParams` are merged into the other parameters, or the request is made at `url`, which a response
 * has named. Returns undefined in a dry run.
 * @throws {ServerFailure} FOREIGN_PAGE for a URL of another origin or path
 */
export type FetchPage = (pageParams: Params, url?: string) => Promise<Response | undefined>;

/**
 * A request at the URL of a next page, which must have its origin and path, or with one other parameter (`&cursor=abc`).
 * @throws {ServerFailure} FOREIGN_PAGE
 */
export const atPage =
  (next: string) =>
  (call: Call, build: BuildRequest): BuildRequest =>
  async (requestContext) => {
    const request = await build(requestContext);
    const from = new URL(request.url);
    if (next.startsWith('&')) {
      const [, name = '', value = ''] = /^&([^=]*)=(.*)$/s.exec(next) ?? [];
      from.searchParams.set(name, value);
      return { ...request, url: from.href };
    }
    const to = URL.canParse(next, request.url) ? new URL(next, from) : undefined;
    if (to?.origin === from.origin && to.pathname === from.pathname) return { ...request, url: to.href };
    throw new ServerFailure(
      'FOREIGN_PAGE',
      `${call.service} ${kebab(call.name)} names a next page at another address, which is not followed.`,
      { service: call.service, call: call.name },
    );
  };

/**
 * A list with the rows of the pages that follow it, as far as the responses name them. A note says what is not read. A
 * whole list, and a record, stay as they are.
 * @param page reads the page at a URL
 * @throws an interruption, and anything that is no failure
 */
export async function wholeList(
  first: Response,
  page: (url: string) => Promise<Response | undefined>,
  context: Pick<Context, 'note'>,
): Promise<Response> {
  const { call } = first;
  if (!returnsList(call) && !(first.text && rowsAloneIn(parseLossless(first.text), call.map))) return first;
  const failures: Failure[] = [];
  const fetchPage: FetchPage = (_, url) => page(url!);
  let count = 0;
  const rows: unknown[] = [];
  for await (const { text } of pagesFrom(first, undefined, {
    fetchPage,
    maxPages: mostPages,
    partialFailures: failures,
  })) {
    const list = await listIn(text, call.map);
    rows.push(...(list?.rows ?? []).map((row, at) => (isScalar(list!.elements[at]) ? list!.elements[at] : row)));
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
 * Yields the pages, up to an empty page, which is omitted unless it is the first. A failure ends the
 * pages, and is added to `partialFailures`; so does a page that was there before, after any number of others.
 */
export async function* pagesFrom(
  first: Response,
  by: Pages | undefined,
  {
    fetchPage,
    maxRows = Number.POSITIVE_INFINITY,
    maxPages = 10_000,
    partialFailures,
  }: {
    readonly fetchPage: FetchPage;
    readonly maxRows?: number;
    readonly maxPages?: number;
    readonly partialFailures: Failure[];
  },
): AsyncGenerator<Response> {
  let response: Response | undefined = first;
  let [remaining, shown] = [maxRows, 0];
  let previousFirstRow: string | undefined;
  const { createHash } = await import('node:crypto'); // loaded for --all alone
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  const seen = new Set<string>(); // digests of pages, and of the parameters that asked for them
  for (let number = 2; response !== undefined; number++) {
    const { call, text, headers }: Response = response;
    const list = await listIn(text, call.map);
    const rows = list?.elements ?? [];
    if (rows.length === 0 && previousFirstRow !== undefined) return;
    const firstRow = compact(rows[0]);
    const page = digest(compact(rows));
    if (firstRow === previousFirstRow || seen.has(page)) return void partialFailures.push(pagesRepeat(call));
    seen.add(page);
    yield rows.length <= remaining ? response : { ...response, text: await firstRows(text, remaining, call.map) };
    remaining -= rows.length;
    shown += rows.length;
    if (list === undefined || remaining <= 0) return;
    const whole = wholeOf(list, headers, call.map);
    if (rows.length === 0 && whole.is !== 'part') return;
    previousFirstRow = firstRow;
    const url = pageAt(whole);
    const isLast = whole.is !== 'part' || (whole.next === undefined && shown >= Number(whole.total));
    if (url === undefined && (by === undefined || call.map?.next !== undefined) && isLast) return;
    const pageParams: Params | undefined =
      url !== undefined
        ? { '': url }
        : by === 'rows'
          ? nextPageParams(call, list)
          : by && { [by.number]: String(number) };
    if (!pageParams)
      return void partialFailures.push(
        pagingFailure(call, 'NO_NEXT_PAGE', 'has rows that do not say where the next page begins'),
      );
    if (number > maxPages)
      return void partialFailures.push(pagingFailure(call, 'NO_LAST_PAGE', `has more than ${maxPages} pages`));
    const asked = digest(JSON.stringify(pageParams));
    if (seen.has(asked)) return void partialFailures.push(pagesRepeat(call));
    seen.add(asked);
    try {
      response = url === undefined ? await fetchPage(pageParams) : await fetchPage({}, url);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return void partialFailures.push(error);
    }
  }
}

/** Yields pages up to a number of rows. */
export async function* upTo(pages: AsyncIterable<string>, maxRows: number): AsyncGenerator<string> {
  let remaining = maxRows;
  for await (const page of pages) {
    const count = (await listIn(page))?.elements.length ?? 0;
    yield count <= remaining ? page : await firstRows(page, remaining);
    remaining -= count;
    if (remaining <= 0) return;
  }
}

const listIn = async (text: string, map?: CallMap): Promise<Rows | undefined> => {
  return text === '' ? undefined : rowsIn(parseLossless(text), map);
};
const firstRows = async (text: string, maxRows: number, map?: CallMap): Promise<string> => {
  const { at, elements } = (await listIn(text, map))!;
  return stringifyLossless(withElements(parseLossless(text), at, elements.slice(0, maxRows)));
};

/** The parameters of the next page, from fields of the last row; undefined if the row lacks one. */
function nextPageParams({ pages, name: callName, map }: Response['call'], { rows }: Rows): Params | undefined {
  const fields = new Fields(rows, { calls: [callName], map });
  const pageParams = Object.entries(pages?.from ?? {}).map(([name, field]) => {
    const known = fields.path(field, field === 'id' ? 'id' : undefined);
    return [name, known.is === 'known' ? valueAt(rows.at(-1), known.value) : undefined] as const;
  });
  return pageParams.some(([, value]) => isNothing(value))
    ? undefined
    : Object.fromEntries(pageParams.map(([name, value]) => [name, String(value)]));
}

const pagesRepeat = (call: Call): Failure =>
  pagingFailure(call, 'PAGES_REPEAT', 'answers pages again that it has answered before');
const pagingFailure = ({ service, name, path }: Call, code: CodeOf<'server'>, what: string): Failure =>
  new ServerFailure(code, `${path} of ${service} ${what}; what came until then is all that there is to show.`, {
    service,
    call: name,
  });
