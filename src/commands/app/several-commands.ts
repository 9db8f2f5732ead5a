// Runs the commands for several marked rows one after the other, and sums them up.

import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { lineWithoutKeys } from '../../money/line-without-keys.js';
import type { OwnedContext } from './owned-context.js';

/**
 * Runs command lines one after the other, until an interruption, or until another profile or session is in use.
 * @param run runs one line and returns its exit code
 * @returns the exit code of the first failed line, else 0
 */
export async function runSeveral(
  lines: readonly string[],
  ownedContext: OwnedContext,
  {
    run,
    log,
  }: { readonly run: (line: string, context: Context) => Promise<number>; readonly log: (text: string) => void },
): Promise<number> {
  const owner = ownedContext.key;
  const codes: number[] = [];
  for (const line of lines) {
    await ownedContext.check();
    const { context } = ownedContext;
    if (ownedContext.key !== owner || context.world.signal?.aborted) break;
    log(`$ tuk ${lineWithoutKeys(line)}`);
    codes.push(await run(line, context));
    if (codes.at(-1) === exitCode('interrupted')) break;
  }
  const done = codes.filter((code) => code === 0).length;
  log(`${done} of ${lines.length} commands are done.`);
  for (const [at, code] of codes.entries())
    if (code !== 0) log(`✗ exit code ${code}: tuk ${lineWithoutKeys(lines[at]!)}`);
  if (codes.length < lines.length) log(`○ not run: ${lines.length - codes.length}`);
  const first = codes.find((code) => code !== 0);
  return (
    first ?? (codes.length === lines.length ? 0 : exitCode(ownedContext.key === owner ? 'interrupted' : 'guarded'))
  );
}
