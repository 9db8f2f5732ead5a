// `-w`: repeats a read. On a terminal its output is redrawn in place, with changed rows marked; in a pipe only the changes are printed.

import type { Context } from '../cli/context.js';
import { duration, intervalOf } from '../cli/duration.js';
import { type Presentation, writeAll } from '../cli/output/output.js';
import { BadInput } from '../services/http/errors.js';
import { compact, type Row } from '../services/json-value.js';
import { type Change, changedFields, changesOf, rowsById } from './changes.js';
import { pollTimer, watchInterrupted } from './poll-timer.js';
import { loadOrOutage } from './watch.js';

const maxPause = 60_000; // milliseconds

/**
 * Repeats a read until it is interrupted or --max-wait is over. An outage is logged and waited out. @returns the exit code
 * @throws {BadInput} {Failure} also where no response came until --max-wait was over
 */
export async function pollRead(
  load: (context: Context) => Promise<string | undefined>,
  context: Context,
  { interval: intervalOption, id, presentation }: { readonly interval?: string; readonly id?: string; readonly presentation: Presentation },
): Promise<number> {
  const { flags, world } = context;
  const outputOptions = context.out.options;
  const interval = intervalOf(intervalOption, '5s', world);
  const asLines = !world.stdout.isTTY || outputOptions.jq !== undefined || (outputOptions.format ?? 'table') !== 'table';
  if (asLines && outputOptions.format !== undefined && !/json$/.test(outputOptions.format))
    throw new BadInput('CONFLICT', `-w gives changes as JSON lines, so it cannot be used with -o ${outputOptions.format}.`);
  const deadline = flags.maxWait === undefined ? Number.POSITIVE_INFINITY : Date.now() + duration(flags.maxWait, '--max-wait');
  const { parseLossless } = await import('../services/lossless-number.js');
  const timer = pollTimer(world.signal);
  let before: ReadonlyMap<string, Row> | undefined;
  let drawnLines = 0;
  for (let failures = 0; ; ) {
    const result = await loadOrOutage(load, context, deadline - Date.now());
    if ('json' in result && result.json === undefined) return 0; // the request was only shown (--dry-run)
    if ('json' in result) {
      if (failures > 0) context.log('● It responds again.');
      failures = 0;
      const after = rowsById(result.json === '' ? [] : parseLossless(result.json!), id);
      const changes = before === undefined ? [] : changesOf(before, after);
      if (asLines) for (const change of changes) await context.out.print(changeLine(change), {});
      else drawnLines = await redraw(result.json!, changes, drawnLines, context, presentation, interval);
      if (asLines && before === undefined)
        context.log(`  Watching ${after.size} ${after.size === 1 ? 'row' : 'rows'}; what changes follows.`);
      before = after;
    } else if (failures++ === 0) context.log(`◌ ${result.message} Retrying until it responds.`);
    const retryAfter = 'wait' in result ? (result.wait ?? 0) : 0;
    const delay = failures === 0 ? interval : Math.max(interval, retryAfter, Math.min(maxPause, 500 * 2 ** failures));
    const pause = Math.min(delay, deadline - Date.now());
    if (pause > 0) await timer.sleep(pause);
    if (Date.now() >= deadline && before === undefined && 'failure' in result) throw result.failure;
    if (Date.now() >= deadline) return 0;
    if (world.signal?.aborted) throw watchInterrupted();
  }
}

const changeLine = ({ id, before, after }: Change): string =>
  compact({
    at: new Date().toISOString(),
    id,
    change: before === undefined ? 'came' : after === undefined ? 'went' : 'changed',
    before: before ?? null,
    after: after ?? null,
  });

/** Draws the response in the place of the previous one. @returns the number of lines drawn */
async function redraw(
  json: string,
  changes: readonly Change[],
  drawnLines: number,
  context: Context,
  presentation: Presentation,
  interval: number,
): Promise<number> {
  const { stdout } = context.world;
  const changedRows = new Set(changes.flatMap(({ after }) => (after ? [compact(after)] : [])));
  const text = await context.out.render(json, { ...presentation, isMarked: (row) => changedRows.has(compact(row)) });
  const maxLines = Math.max(4, ((stdout as { rows?: number }).rows ?? 24) - 2);
  const lines = text.trimEnd().split('\n');
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines - 1), `… ${lines.length - maxLines + 1} more lines`] : lines;
  const clock = new Date(context.world.clock.now()).toTimeString().slice(0, 8);
  const footer = `◐ ${clock}, every ${interval / 1000} s${changeSummary(changes)}`;
  await writeAll(
    stdout,
    `${drawnLines === 0 ? '' : `\u001b[${drawnLines}A\u001b[0J`}${shown.join('\n')}\n${footer}\n`,
    context.cancellation,
  );
  return shown.length + 1;
}

function changeSummary(changes: readonly Change[]): string {
  const [only, ...more] = changes;
  if (only === undefined) return '';
  const came = changes.filter(({ before }) => before === undefined).length;
  const went = changes.filter(({ after }) => after === undefined).length;
  if (more.length === 0 && came + went === 0) return `, changed: ${changedFields(only).slice(0, 4).join(', ')}`;
  const counts = [`${changes.length - came - went} changed`, `${came} came`, `${went} went`].filter((one) => !one.startsWith('0'));
  return `, ${counts.join(', ')}`;
}
