// The results of commands for their screen: the sum of several lines, the preview of an image.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../cli/command/command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { lineWithoutKeys } from '../../money/keys/line-without-keys.js';
import { grouped } from '../../money/values/decimal.js';
import { mediaTypeOf } from '../../text/media-type.js';
import { pictureOf, sizeOfPng } from '../../text/png.js';
import type { FilePreview } from '../../ui/state/core/screens.js';
import type { OwnedContext } from './owned-context.js';

// Runs the commands for several marked rows one after the other, and sums them up.

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

// Builds the preview of a written image: its facts, and its pixels if they can be drawn.

/** The preview of a file; undefined if it cannot be read. @param now epoch milliseconds */
export function filePreview(file: string, now: number): FilePreview | undefined {
  try {
    const bytes = readFileSync(file);
    return { path: path.basename(file), facts: factsOf(bytes), at: now, picture: pictureOf(bytes) };
  } catch {
    return undefined; // removed meanwhile
  }
}

function factsOf(bytes: Uint8Array): string[] {
  const size = sizeOfPng(bytes);
  const type = mediaTypeOf(bytes) ?? 'unknown format';
  return [...(size ? [`${size.width} × ${size.height}`] : []), type, `${grouped(String(bytes.length))} bytes`];
}
