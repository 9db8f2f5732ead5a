// `tuk notify watch`: asks again and again, and tells of every notification that was not there before.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration, pauseOf } from '../../cli/duration.js';
import { ask, callOf, usable } from '../../engine/call.js';
import { interrupted, ownCommand, passing, waits } from '../../engine/watch.js';
import { BadInput } from '../../services/http/errors.js';
import { sendRequest } from '../../services/http/send.js';
import { asText, compact, isNothing, type Row } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';
import { span } from '../../ui/format/line.js';
import { dayAndTime, ofTime } from '../../ui/format/time.js';
import { escapeControls } from '../../ui/format/visible.js';

export const watch: Command = {
  name: 'watch',
  summary: 'Wait for new notifications, and print each as it comes',
  description: `Those that are there when it begins are not new. Goes on until it is interrupted, or until --max-wait is over (exit 0). An outage is waited
out and said. Lines for eyes on a terminal; in a pipe, with --json and with -o ndjson, one JSON line each.`,
  options: [
    {
      flags: '--on-new <command>',
      summary: 'run a command for each; it gets TUK_ID, TUK_TYPE, TUK_TITLE and the notification as JSON on stdin',
    },
    { flags: '--interval <duration>', summary: 'how often to ask, 5s if not given, 1s at least; less often in an outage' },
    { flags: '--bell', summary: 'ring for each' },
  ],
  examples: ['tuk notify watch --max-wait 1s', "tuk notify watch --max-wait 1s --on-new 'cat >> new.txt' -o ndjson"],
  uses: ['notification GET /v1/entity-notifications'],
  run: async ({ options }, context) => {
    if (context.onlyShows) {
      await ask(context, 'notification', 'listNotifications');
      return 0;
    }
    const { form, jq } = context.outputOptions;
    if (form !== undefined && jq === undefined && !/json$/.test(form))
      throw new BadInput('CONFLICT', `notify watch gives lines as they come, so it cannot be used with -o ${form}.`);
    const interval = pauseOf(options.interval, '5s', context.world);
    return watched(context, options, interval);
  },
};

const mostPause = 60_000;
const patience = 30_000;

async function watched(context: Context, options: Arguments['options'], interval: number): Promise<number> {
  const { flags, world } = context;
  const limit = flags.maxWait === undefined ? 0 : duration(flags.maxWait, '--max-wait');
  const until = limit === 0 ? Number.POSITIVE_INFINITY : Date.now() + limit;
  const waiting = waits(world.signal);
  const { parseLossless } = await import('../../services/lossless-number.js');
  const load = () => look(context);
  context.onSession = ({ kind }) => context.log(`  The session was ${kind}.`);
  let known: ReadonlySet<string> | undefined;
  for (let failures = 0; ; ) {
    const answer = await passing(load, context);
    if ('json' in answer) {
      if (failures > 0) context.log('● It answers again.');
      failures = 0;
      const rows = listing(answer.json ? parseLossless(answer.json) : [])?.rows ?? [];
      if (known === undefined) context.log(`  ${rows.length} there; what comes is printed.`);
      else for (const row of newOf(rows, known)) await told(row, context, options);
      known = new Set([...(known ?? []), ...rows.map(keyOf)]); // one that was gone for a moment is not new
    } else if (failures++ === 0) context.log(`◌ ${answer.message} Asking on until it answers.`);
    const wanted = 'wait' in answer ? (answer.wait ?? 0) : 0; // Retry-After
    const often = failures === 0 ? interval : Math.max(interval, wanted, Math.min(mostPause, 500 * 2 ** failures));
    const pause = Math.min(often, until - Date.now());
    if (pause > 0) await waiting.pause(pause);
    if (world.signal?.aborted) throw interrupted();
    if (Date.now() >= until) return 0;
  }
}

/** Asks once; each asking ends by itself, so that an outage is seen as one. */
async function look(context: Context): Promise<string> {
  const { call, build } = await callOf('notification', 'listNotifications');
  const reach = await context.requestContext();
  const patient = { ...reach, timeout: reach.timeout || patience };
  return (await usable(await sendRequest(call, await build(patient), patient))).text;
}

const keyOf = (row: Row): string => (isNothing(row.id) ? compact(row) : asText(row.id));
const at = ({ createdAt }: Row): number => ofTime(asText(createdAt)) ?? 0;
/** Those that were not there, the oldest first where they say when they came. */
const newOf = (rows: readonly Row[], known: ReadonlySet<string>): readonly Row[] =>
  rows.filter((row) => !known.has(keyOf(row))).toSorted((a, b) => at(a) - at(b));

async function told(row: Row, context: Context, { onNew, bell }: Arguments['options']): Promise<void> {
  const { world, outputOptions } = context;
  if (bell === true && world.stderr.isTTY) context.writeError('\u0007');
  if (world.stdout.isTTY && outputOptions.form === undefined && outputOptions.jq === undefined && !outputOptions.fields)
    await context.printLines([lineOf(row, context)]);
  else await context.print(compact(row), {});
  if (typeof onNew !== 'string') return;
  const env = { TUK_ID: asText(row.id), TUK_TYPE: asText(row.entityType), TUK_TITLE: asText(row.title) };
  await ownCommand(context, onNew, { option: '--on-new', env, input: compact(row) });
}

function lineOf(row: Row, { world }: Context) {
  const when = at(row) || world.clock.now();
  const [title, body] = [asText(row.title), asText(row.body)];
  if (title === '' && body === '') return [span(`${dayAndTime(when)}  `, 'muted'), span(escapeControls(compact(row)))];
  return [span(`${dayAndTime(when)}  `, 'muted'), span(escapeControls(title), 'head'), span(`  ${escapeControls(body)}`)];
}
