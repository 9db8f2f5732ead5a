// `--all`: the pages of a list, one after another to their end, as one answer.

import type { Arguments } from '../cli/command.js';
import type { Flag } from '../cli/options.js';
import { type Call, open } from '../services/catalogue/define.js';
import { BadInput, Failure, ServerFailure } from '../services/http/errors.js';
import { knownFields } from '../services/http/params.js';
import type { Response } from '../services/http/send.js';
import { compact, isNothing } from '../services/json-value.js';
import { type Listing, listing } from '../ui/format/columns.js';
import type { Params } from './params.js';

/** How pages follow one another: by fields of the last row, as the catalogue says of the call (`rows`), or by a number from 1. */
export type Pages = 'rows' | { readonly number: string };
/** Asks for a page: the fields that say which one go beside, or in the place of, those that were given. Nothing where it was only to be shown. */
export type AskPage = (place: Params) => Promise<Response | undefined>;

export const pagingFlags: readonly Flag[] = [
  { flags: '--all', summary: 'follow the pages to their end' },
  { flags: '--max-items <n>', summary: 'with --all: stop after so many rows' },
];

/** The fields of the first page; none for a call beside the others of a command that takes no page. */
export function firstPage(call: Call, by: Pages | undefined): Params {
  if (by === undefined || !isPaged(call, by)) return {};
  return by === 'rows' ? (call.pages?.first ?? {}) : { [by.number]: '1' };
}

const isPaged = ({ pages, query }: Call, by: Pages): boolean =>
  by === 'rows' ? pages !== undefined : query === open || by.number in knownFields(query);

/** Whether, and how far, pages are followed. @throws {BadInput} for a count that is none, or without --all */
export function allOf({ all, maxItems }: Arguments['options']): { readonly most: number } | undefined {
  if (maxItems !== undefined && !/^[1-9]\d{0,8}$/.test(String(maxItems)))
    throw new BadInput('BAD_COUNT', `--max-items takes a number from 1, and ${JSON.stringify(String(maxItems).slice(0, 30))} is none.`);
  if (maxItems !== undefined && all !== true) throw new BadInput('STRAY_OPTION', '--max-items belongs to --all.');
  return all === true ? { most: maxItems === undefined ? Number.POSITIVE_INFINITY : Number(maxItems) } : undefined;
}

/** @throws {BadInput} where nobody knows how a call pages */
export function checkPaged(call: Call, by: Pages): void {
  const { service, path } = call;
  if (!isPaged(call, by)) throw new BadInput('NO_PAGES', `How ${path} of ${service} pages is not public, so --all cannot follow it.`);
}

/**
 * The texts of the pages from the first, which has been answered, to the empty one, which is left out unless it is the first. What goes wrong on the
 * way ends it, and is put to what is lost.
 */
export async function* pagesFrom(
  first: Response,
  by: Pages,
  { ask, most, lost }: { readonly ask: AskPage; readonly most: number; readonly lost: Failure[] },
): AsyncGenerator<string> {
  let reply: Response | undefined = first;
  let left = most;
  let before: string | undefined;
  for (let number = 2; reply !== undefined; number++) {
    const { call, text } = reply;
    const list = await listIn(text);
    const rows = list?.elements ?? [];
    if (rows.length === 0 && before !== undefined) return;
    const own = compact(rows[0]);
    if (own === before) return void lost.push(pagingFailure(call, 'PAGES_REPEAT', 'answers the same page again and again'));
    yield rows.length <= left ? text : await cut(text, left);
    left -= rows.length;
    if (rows.length === 0 || left <= 0) return;
    before = own;
    const place = by === 'rows' ? placeBehind(call, list!) : { [by.number]: String(number) };
    if (!place) return void lost.push(pagingFailure(call, 'NO_NEXT_PAGE', 'has rows that do not say where the next page begins'));
    try {
      reply = await ask(place);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return void lost.push(error);
    }
  }
}

/** Pages as one: the rows of all in the first. */
export async function joined(pages: readonly string[]): Promise<string> {
  const [first = '[]', ...more] = pages;
  if (more.length === 0) return first;
  const lists = await Promise.all(pages.map(listIn));
  return withRows(
    first,
    lists.flatMap((list) => list?.elements ?? []),
  );
}

const listIn = async (text: string): Promise<Listing | undefined> => {
  const { parseLossless } = await import('../services/lossless-number.js');
  return text === '' ? undefined : listing(parseLossless(text));
};
const cut = async (text: string, most: number): Promise<string> => withRows(text, (await listIn(text))!.elements.slice(0, most));

/** An answer with other rows in its list, all else as it came. */
async function withRows(text: string, rows: readonly unknown[]): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../services/lossless-number.js');
  const answer = parseLossless(text);
  const field = listing(answer)?.field;
  return stringifyLossless(field === undefined ? rows : { ...(answer as object), [field]: rows });
}

/** Where the next page begins: what the last row says in the fields that the catalogue names; nothing where it does not. */
function placeBehind({ pages }: Call, { rows }: Listing): Params | undefined {
  const last = rows.at(-1);
  const place = Object.entries(pages?.from ?? {}).map(([name, field]) => [name, last?.[field]] as const);
  return place.some(([, value]) => isNothing(value)) ? undefined : Object.fromEntries(place.map(([name, value]) => [name, String(value)]));
}

const pagingFailure = ({ service, name, path }: Call, code: string, what: string): Failure =>
  new ServerFailure(code, `${path} of ${service} ${what}; what came until then is all that there is to show.`, { service, call: name });
