// Prints the pages of a response as one response.

import type { Context, Result } from '../command/command.js';
import { joinPages } from '../output/joined-pages.js';
import type { Presentation } from '../output/output.js';
import { withoutSum } from '../output/without-sum.js';
import { printBelow } from './below-table.js';
import { noteNone } from './say-notes.js';

/** Prints pages as one response. @throws {Failure} of a failed part if rows are added: a sum of a part looks whole */
export async function printPages(
  pages: readonly string[] | Iterable<string>,
  shown: Presentation,
  failures: Result['failures'],
  context: Context,
): Promise<void> {
  if (context.out.options.sum !== undefined && failures[0]) throw withoutSum(failures[0]);
  const [first, second] = pages;
  if (first === undefined) return;
  const isWhole = shown.chart && context.world.stdout.isTTY; // a chart has all rows
  if (second !== undefined && !isWhole && (await context.out.printPages(pages, shown))) return;
  const json = second === undefined ? first : joinPages([...pages], shown.of?.().map);
  if (json === '') return context.note({ is: 'empty' });
  // an empty list is short, in any envelope
  if (shown.empty && json.length < 500) noteNone(json, shown, context);
  await context.out.print(json, shown);
  if (shown.chart || shown.code || shown.picture || shown.qr !== undefined) await printBelow(json, shown, context);
}
