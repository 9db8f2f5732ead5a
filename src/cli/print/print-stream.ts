// Prints the pages of a long list: as JSON lines while they come, else as one response once all have come.

import { setFlagsFromString } from 'node:v8';
import { Spool } from '../../services/spool.js';
import type { Context, Result } from '../command/command.js';
import type { Presentation } from '../output/output.js';
import { printPages } from './print-pages.js';

export async function printStream(
  pages: AsyncIterable<string>,
  shown: Presentation,
  failures: Result['failures'],
  context: Context,
): Promise<void> {
  // pages that are printed and forgotten must not make the heap grow
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=25');
  const { format, sortBy, limit, sum } = context.out.options;
  if (format === 'ndjson' && !sortBy && limit === undefined && sum === undefined) {
    for await (const page of pages) await context.out.print(page, shown);
    return;
  }
  const spool = new Spool();
  try {
    for await (const page of pages) spool.add(page);
    await printPages(spool, shown, failures, context);
  } finally {
    spool.close();
  }
}
