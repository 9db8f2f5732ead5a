// `--all`: fetches all pages of a list, and joins them into one response.

import type { OutputOptions } from '../../cli/output/output.js';
import { type Call, open } from '../../services/catalogue/define.js';
import { Fields } from '../../services/decode/fields.js';
import { wholeOf } from '../../services/decode/pages.js';
import { type Rows, rowsIn, withElements } from '../../services/decode/rows.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { Failure, ServerFailure } from '../../services/http/errors.js';
import { knownFields } from '../../services/http/params.js';
import type { Response } from '../../services/http/send.js';
import { compact, isNothing, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { Params } from '../request/params.js';

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

/** The parameters of the first page; empty for an endpoint without pages. */
export function firstPageParams(call: Call, by: Pages | undefined): Params {
  if (by === undefined || !isPaged(call, by)) return {};
  return by === 'rows' ? (call.pages?.first ?? {}) : { [by.number]: '1' };
}

/** Whether --all follows the pages of a call as the command knows. */
export const isPaged = ({ pages, query }: Call, by: Pages | undefined): boolean =>
  by === 'rows' ? pages !== undefined : by !== undefined && (query === open || by.number in knownFields(query));

/**
 * How many rows are read for --limit: if rows are chosen, ordered or added first, as many as without it, at least.
 * @param usual how many are read without it
 */
export function rowsNeeded({ limit, match, sortBy, sum }: OutputOptions, usual: number): number {
  if (limit === undefined) return usual;
  return match === undefined && sortBy === undefined && sum === undefined ? limit : Math.max(limit, usual);
}

/**
 * Yields the JSON texts of the pages, up to an empty page, which is omitted unless it is the first. A failure ends the
 * pages, and is added to `partialFailures`; so does a page that was there before, after any number of others.
 */
export async function* pagesFrom(
  first: Response,
  pages: Pages | undefined,
  {
    fetchPage,
    maxRows,
    partialFailures,
  }: { readonly fetchPage: FetchPage; readonly maxRows: number; readonly partialFailures: Failure[] },
): AsyncGenerator<Response> {
  const by = isPaged(first.call, pages) ? pages : undefined;
  let response: Response | undefined = first;
  let [remaining, shown] = [maxRows, 0];
  let previousFirstRow: string | undefined;
  const { createHash } = await import('node:crypto'); // loaded for --all alone
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  const seen = new Set<string>(); // digests of pages, and of the parameters that asked for them
  for (let number = 2; response !== undefined; number++) {
    const { call, text, headers }: Response = response;
    const list = await listIn(text);
    const rows = list?.elements ?? [];
    if (rows.length === 0 && previousFirstRow !== undefined) return;
    const firstRow = compact(rows[0]);
    const page = digest(compact(rows));
    if (firstRow === previousFirstRow || seen.has(page)) return void partialFailures.push(pagesRepeat(call));
    seen.add(page);
    yield rows.length <= remaining ? response : { ...response, text: await firstRows(text, remaining) };
    remaining -= rows.length;
    shown += rows.length;
    if (rows.length === 0 || remaining <= 0) return;
    previousFirstRow = firstRow;
    const whole = wholeOf(list!, headers);
    const url = whole.is === 'part' && whole.next?.is === 'url' ? whole.next.url : undefined;
    const isLast = whole.is !== 'part' || (whole.next === undefined && shown >= Number(whole.total));
    if (url === undefined && by === undefined && isLast) return;
    const pageParams: Params | undefined =
      url !== undefined
        ? { '': url }
        : by === 'rows'
          ? nextPageParams(call, list!)
          : by && { [by.number]: String(number) };
    if (!pageParams)
      return void partialFailures.push(
        pagingFailure(call, 'NO_NEXT_PAGE', 'has rows that do not say where the next page begins'),
      );
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

const listIn = async (text: string): Promise<Rows | undefined> => {
  return text === '' ? undefined : rowsIn(parseLossless(text));
};
const firstRows = async (text: string, maxRows: number): Promise<string> =>
  withRows(text, (await listIn(text))!.elements.slice(0, maxRows));

/** A response with other rows in its list. */
async function withRows(text: string, rows: readonly unknown[]): Promise<string> {
  const data = parseLossless(text);
  return stringifyLossless(withElements(data, rowsIn(data)?.at ?? [], rows));
}

/** The parameters of the next page, from fields of the last row; undefined if the row lacks one. */
function nextPageParams({ pages, name: callName }: Call, { rows }: Rows): Params | undefined {
  const fields = new Fields(rows, { calls: [callName] });
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
