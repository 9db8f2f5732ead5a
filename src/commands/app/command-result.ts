// Finds the result of a command for its screen: an order to watch, an image to preview.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { lineWithoutKeys } from '../../money/keys/line-without-keys.js';
import { grouped } from '../../money/values/decimal.js';
import { filledLine, optionIn } from '../../services/command-line.js';
import { isRecord } from '../../services/json-value.js';
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
function filePreview(file: string, now: number): FilePreview | undefined {
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

interface CompletedCommand {
  readonly line: string;
  readonly code: number;
  /** Start time, epoch milliseconds. */
  readonly since: number;
}

/** The result of a completed command, if there is one. */
export async function commandResult(
  { line, code, since }: CompletedCommand,
  context: Context,
): Promise<{ readonly watches?: string; readonly made?: FilePreview }> {
  const watches = await watchCommandOf(line, since, context);
  const out =
    watches === undefined && code === 0 && line.startsWith('image create ') ? optionIn(line, '--out') : undefined;
  return {
    watches,
    made: out === undefined ? undefined : filePreview(inWorkingFolder(context.world, out), context.world.clock.now()),
  };
}

/** Commands that start something: the call that returns its id, and the command that watches it. */
const startingCommands = [
  { command: 'store buy', service: 'sale', call: 'createOrder', watches: 'watch order:{id}' },
] as const;

/** The command that watches what a command has started, by the ledger. @param since epoch milliseconds */
async function watchCommandOf(line: string, since: number, context: Context): Promise<string | undefined> {
  const profile = context.settings().profile.value;
  const entry = startingCommands.find(({ command }) => line === command || line.startsWith(`${command} `));
  if (!entry) return undefined;
  try {
    const [last] = await readLedger(context, (ledger) =>
      ledger.newestOf(1, { profile, calls: (_, call) => call === entry.call }),
    );
    if (!last || last.service !== entry.service || Date.parse(last.at) < since) return undefined;
    const response: unknown = JSON.parse(last.answer ?? 'null');
    return isRecord(response) ? filledLine(entry.watches, response, 'id') : undefined;
  } catch {
    return undefined; // a response that is not JSON has no id
  }
}
