// Prints the pages of a response as one response.

import { rowsIn } from '../../services/decode/rows.js';
import { parseLossless } from '../../services/lossless-number.js';
import { scopeOf } from '../../text/empty.js';
import type { Context, Result } from '../command/command.js';
import { joinPages } from '../output/joined-pages.js';
import type { Presentation } from '../output/output.js';
import { withoutSum } from '../output/without-sum.js';
import { printBelow } from './below-table.js';

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
  noteNone(json, shown, context);
  await context.out.print(json, shown);
  if (shown.chart || shown.code || shown.picture || shown.qr !== undefined) await printBelow(json, shown, context);
}

/** The most characters of an empty list in any envelope. */
const longestNone = 500;

/**
 * Notes of what an empty list of data speaks: a table says it itself.
 * @param isAlone nothing else is printed; else only of an address, a network or a node that the program has chosen
 */
export function noteNone(
  json: string,
  { empty, usualFormat }: Presentation,
  context: Context,
  isAlone = context.out.jsonErrors,
): void {
  const { out, world } = context;
  if (!empty) return;
  const scope = scopeOf(empty);
  if (!isAlone && scope.network === undefined && scope.from !== 'node') return;
  const format = out.options.format ?? usualFormat ?? (world.stdout.isTTY ? 'table' : 'json');
  if (format === 'table' || json.length > longestNone || rowsIn(parseLossless(json))?.rows.length !== 0) return;
  context.note({ is: 'none', nothing: [empty.says].flat()[0]!, scope, profile: out.options.profileInUse?.() });
}
