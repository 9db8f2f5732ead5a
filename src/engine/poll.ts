// `-w`: a read asked again and again. On a terminal it is drawn in place, with what changed marked; in a pipe only the changes come.

import type { Context } from '../cli/context.js';
import { duration, pauseOf } from '../cli/duration.js';
import type { Flag } from '../cli/options.js';
import { type Presentation, writeAll } from '../cli/output/output.js';
import { BadInput } from '../services/http/errors.js';
import { compact, type Row } from '../services/json-value.js';
import { type Change, changesOf, fieldsThatDiffer, rowsById } from './changes.js';
import { interrupted, passing, waits } from './watch.js';

/** The options of every read that can be watched. */
export const pollOptions: readonly Flag[] = [
  { flags: '-w, --watch', summary: 'ask again and again: drawn in place, what changed marked; in a pipe the changes as JSON lines' },
  { flags: '--interval <duration>', summary: 'how often with -w, 5s if not given, 1s at least' },
];

const most = 60_000;

/** Asks until it is interrupted or --max-wait is over. Outages are waited out and said. @throws {BadInput} {Failure} */
export async function pollRead(
  load: () => Promise<string | undefined>,
  context: Context,
  { interval: typed, id, hints }: { readonly interval?: string; readonly id?: string; readonly hints: Presentation },
): Promise<number> {
  const { flags, outputOptions, world } = context;
  const interval = pauseOf(typed, '5s', world);
  const lines = !world.stdout.isTTY || outputOptions.jq !== undefined || (outputOptions.form ?? 'table') !== 'table';
  if (lines && outputOptions.form !== undefined && !/json$/.test(outputOptions.form))
    throw new BadInput('CONFLICT', `-w gives changes as JSON lines, so it cannot be used with -o ${outputOptions.form}.`);
  const until = flags.maxWait === undefined ? Number.POSITIVE_INFINITY : Date.now() + duration(flags.maxWait, '--max-wait');
  const { parseLossless } = await import('../services/lossless-number.js');
  const waiting = waits(world.signal);
  let before: ReadonlyMap<string, Row> | undefined;
  let drawn = 0;
  for (let failures = 0; ; ) {
    const answer = await passing(load, context);
    if ('json' in answer && answer.json === undefined) return 0; // it was only to be shown
    if ('json' in answer) {
      if (failures > 0) context.log('● It answers again.');
      failures = 0;
      const after = rowsById(answer.json === '' ? [] : parseLossless(answer.json!), id);
      const changes = before === undefined ? [] : changesOf(before, after);
      if (lines) for (const change of changes) await context.print(lineOf(change), {});
      else drawn = await draw(answer.json!, changes, drawn, context, hints, interval);
      if (lines && before === undefined)
        context.log(`  Watching ${after.size} ${after.size === 1 ? 'row' : 'rows'}; what changes follows.`);
      before = after;
    } else if (failures++ === 0) context.log(`◌ ${answer.message} Asking on until it answers.`);
    const wanted = 'wait' in answer ? (answer.wait ?? 0) : 0; // Retry-After
    const often = failures === 0 ? interval : Math.max(interval, wanted, Math.min(most, 500 * 2 ** failures));
    const pause = Math.min(often, until - Date.now());
    if (pause <= 0) return 0;
    await waiting.pause(pause);
    if (Date.now() >= until) return 0;
    if (world.signal?.aborted) throw interrupted();
  }
}

const lineOf = ({ id, before, after }: Change): string =>
  compact({
    at: new Date().toISOString(),
    id,
    change: before === undefined ? 'came' : after === undefined ? 'went' : 'changed',
    before: before ?? null,
    after: after ?? null,
  });

/** The answer in the place of the one before. @returns how many lines it took */
async function draw(
  json: string,
  changes: readonly Change[],
  drawn: number,
  context: Context,
  hints: Presentation,
  interval: number,
): Promise<number> {
  const { stdout } = context.world;
  const changed = new Set(changes.flatMap(({ after }) => (after ? [compact(after)] : [])));
  const text = await context.rendered(json, { ...hints, marks: (row) => changed.has(compact(row)) });
  const rows = Math.max(4, ((stdout as { rows?: number }).rows ?? 24) - 2);
  const all = text.trimEnd().split('\n');
  const shown = all.length > rows ? [...all.slice(0, rows - 1), `… ${all.length - rows + 1} more lines`] : all;
  const clock = new Date(context.world.clock.now()).toTimeString().slice(0, 8);
  const foot = `◐ ${clock}, every ${interval / 1000} s${toldOf(changes)}`;
  await writeAll(stdout, `${drawn === 0 ? '' : `\u001b[${drawn}A\u001b[0J`}${shown.join('\n')}\n${foot}\n`);
  return shown.length + 1;
}

function toldOf(changes: readonly Change[]): string {
  const [only, ...more] = changes;
  if (only === undefined) return '';
  const came = changes.filter(({ before }) => before === undefined).length;
  const went = changes.filter(({ after }) => after === undefined).length;
  if (more.length === 0 && came + went === 0) return `, changed: ${fieldsThatDiffer(only).slice(0, 4).join(', ')}`;
  const counts = [`${changes.length - came - went} changed`, `${came} came`, `${went} went`].filter((one) => !one.startsWith('0'));
  return `, ${counts.join(', ')}`;
}
