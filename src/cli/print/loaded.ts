// A result as one response, for readers that print nothing.

import { BadInput } from '../../services/http/errors.js';
import type { Result } from '../command/command.js';
import { joinPages } from '../output/joined-pages.js';

/** A response as one JSON text, undefined in a dry run, and the parts of it that failed. */
export interface Loaded extends Pick<Result, 'shown' | 'failures'> {
  readonly json: string | undefined;
}
/** Reads all pages of a result. A text counts as a JSON string. @throws {BadInput} NOT_HERE for binary data */
export async function loaded({ body, shown, failures }: Result): Promise<Loaded> {
  if (body.is === 'text') return { json: JSON.stringify(body.text), shown, failures };
  if (body.is === 'bytes' || body.is === 'lines')
    throw new BadInput('NOT_HERE', 'Binary data can be neither shown on a screen nor put in a list.');
  const pages: string[] = [];
  for await (const page of body.pages) pages.push(page);
  return { json: pages.length > 1 ? joinPages(pages, shown.of?.().map) : pages[0], shown, failures };
}
