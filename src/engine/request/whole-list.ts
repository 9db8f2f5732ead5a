// All rows of a list that is read for a fact: what its first page lacks is not absent.

import type { Context } from '../../cli/command.js';
import { type Call, kebab, returnsList } from '../../services/catalogue/define.js';
import { wholeOf } from '../../services/decode/pages.js';
import { type Rows, rowsAloneIn, rowsIn } from '../../services/decode/rows.js';
import { ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { isScalar } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { BuildRequest } from './call.js';

/** The most pages of one list. */
const mostPages = 20;

/** A request at the URL of a next page, which must have its origin and path. @throws {ServerFailure} FOREIGN_PAGE */
export const atPage =
  (next: string) =>
  (call: Call, build: BuildRequest): BuildRequest =>
  async (requestContext) => {
    const request = await build(requestContext);
    const from = new URL(request.url);
    const to = URL.canParse(next, request.url) ? new URL(next, from) : undefined;
    if (to?.origin === from.origin && to.pathname === from.pathname) return { ...request, url: to.href };
    throw new ServerFailure(
      'FOREIGN_PAGE',
      `${call.service} ${kebab(call.name)} names a next page at another address, which is not followed.`,
      { service: call.service, call: call.name },
    );
  };

/**
 * A response with its rows and those of the pages that follow it, as far as the responses name them. A note says what is
 * cut. A whole list stays as it is.
 * @param page reads the page at a URL
 */
export async function wholeList(
  first: Response,
  page: (url: string) => Promise<Response | undefined>,
  context: Pick<Context, 'note'>,
): Promise<Response> {
  const { service, name } = first.call;
  const rows: unknown[] = [];
  const seen = new Set<string>();
  let response: Response | undefined = first;
  while (response) {
    const data = response.text === '' ? undefined : parseLossless(response.text);
    const list: Rows | undefined = returnsList(first.call) ? rowsIn(data) : rowsAloneIn(data);
    if (!list) break;
    rows.push(...list.rows.map((row, at) => (isScalar(list.elements[at]) ? list.elements[at] : row)));
    const whole = wholeOf(list, response.headers);
    if (whole.is !== 'part' || rows.length >= Number(whole.total)) break;
    const url = whole.next?.is === 'url' ? whole.next.url : undefined;
    if (url === undefined || seen.has(url) || seen.size === mostPages) {
      context.note({ is: 'cut', of: `${service} ${kebab(name)}`, shown: rows.length, total: whole.total, all: false });
      break;
    }
    seen.add(url);
    response = await page(url);
  }
  if (seen.size === 0) return first;
  const text = stringifyLossless(rows);
  return { ...first, text, data: JSON.parse(text) };
}
