// `tuk notify watch`: polls the notifications, and prints each new one.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration, intervalOf } from '../../cli/duration.js';
import { showDesktopNote } from '../../cli/output/desktop-note.js';
import { isDryRun } from '../../cli/settings.js';
import { loadOrOutage } from '../../engine/read/outage.js';
import { pollTimer, watchInterrupted } from '../../engine/read/poll-timer.js';
import { giveSignsOfLife } from '../../engine/read/sign-of-life.js';
import { callEndpoint, sendNow } from '../../engine/request/call.js';
import { logSession } from '../../engine/watch/watch.js';
import { runUserCommand } from '../../engine/watch/watch-changes.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, compact, isNothing, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless } from '../../services/lossless-number.js';
import { cellOf } from '../../text/column.js';
import { span } from '../../text/line.js';
import { dayAndTime, ofTime } from '../../text/time.js';

export const watch: Command = {
  name: 'watch',
  prints: 'stream',
  summary: 'Wait for new notifications, and print each as it arrives',
  description: `Existing notifications are not printed. It runs until it is interrupted, or until --max-wait has passed (exit 0; 6 if there was no response).
Logs an outage and waits until it is over. Prints a line for each on a terminal; in a pipe, with --json and with -o ndjson, a JSON line.`,
  options: [
    {
      flags: '--on-new <command>',
      effects: ['exec'],
      summary: 'run a command for each, with TUK_ID, TUK_TYPE, TUK_TITLE and the notification as JSON on stdin',
    },
    {
      flags: '--interval <duration>',
      effects: 'plain',
      summary: 'the polling interval; default: 5s, at least 1s, longer in an outage',
    },
    { flags: '--bell', effects: 'plain', summary: 'ring the terminal bell for each' },
    {
      flags: '--notify',
      effects: 'plain',
      summary: 'show a desktop notification for each, where the terminal has them',
    },
  ],
  examples: ['tuk notify watch --max-wait 1s', "tuk notify watch --max-wait 1s --on-new 'cat >> new.txt' -o ndjson"],
  uses: { notification: ['listNotifications'] },
  run: async ({ options }, context) => {
    if (isDryRun(context.flags)) {
      await callEndpoint(context, 'notification', 'listNotifications');
      return 0;
    }
    const { format, jq } = context.out.options;
    if (format !== undefined && jq === undefined && !/json$/.test(format))
      throw new BadInput('CONFLICT', `notify watch prints a stream of lines, so it does not support -o ${format}.`);
    const interval = intervalOf(options.interval, '5s', context.world);
    return watchNotifications(context, options, interval);
  },
};

const maxPause = 60_000;

async function watchNotifications(context: Context, options: Arguments['options'], interval: number) {
  const { flags, world } = context;
  const limit = flags.maxWait === undefined ? 0 : duration(flags.maxWait, '--max-wait');
  const until = limit === 0 ? Number.POSITIVE_INFINITY : Date.now() + limit;
  const timer = pollTimer(world.signal);
  logSession(context);
  let seen: ReadonlySet<string> | undefined;
  const stopSigns = giveSignsOfLife(context, () => 'new notifications are printed');
  try {
    for (let failures = 0; ; ) {
      const result = await loadOrOutage(requestNotifications, context, until - Date.now());
      if ('json' in result) {
        if (failures > 0) context.log('● It responds again.');
        failures = 0;
        const rows = listing(result.json ? parseLossless(result.json) : [])?.rows ?? [];
        if (seen === undefined) context.log(`  ${rows.length} existing; new ones are printed.`);
        else for (const row of newRows(rows, seen)) await report(row, context, options, until);
        seen = new Set([...(seen ?? []), ...rows.map(keyOf)]); // a row that comes back is not new
      } else if (failures++ === 0) context.log(`◌ ${result.message} Retrying until it responds.`);
      const retryAfter = 'wait' in result ? (result.wait ?? 0) : 0;
      const delay = failures === 0 ? interval : Math.max(interval, retryAfter, Math.min(maxPause, 500 * 2 ** failures));
      const pause = Math.min(delay, until - Date.now());
      if (pause > 0) await timer.sleep(pause);
      if (world.signal?.aborted) throw watchInterrupted();
      if (Date.now() >= until && seen === undefined && 'failure' in result) throw result.failure;
      if (Date.now() >= until) return 0;
    }
  } finally {
    stopSigns();
  }
}

async function requestNotifications(context: Context) {
  return (await sendNow(context, 'notification', 'listNotifications')).text;
}

const keyOf = (row: Row) => (isNothing(row.id) ? compact(row) : asText(row.id));
const at = ({ createdAt }: Row) => ofTime(asText(createdAt)) ?? 0;
/** The new rows, the oldest first. */
const newRows = (rows: readonly Row[], seen: ReadonlySet<string>): readonly Row[] =>
  rows.filter((row) => !seen.has(keyOf(row))).toSorted((a, b) => at(a) - at(b));

async function report(row: Row, context: Context, { onNew, bell, notify }: Arguments['options'], until: number) {
  const { world } = context;
  const { format, jq, fields } = context.out.options;
  if (bell === true && world.stderr.isTTY) context.out.draw('\u0007');
  if (notify === true) showDesktopNote(context, 'tuk', asText(row.title) || 'A new notification');
  if (world.stdout.isTTY && format === undefined && jq === undefined && !fields)
    await context.out.printLines([lineOf(row, context)]);
  else await context.out.print(compact(row), {});
  if (typeof onNew !== 'string') return;
  const env = { TUK_ID: asText(row.id), TUK_TYPE: asText(row.entityType), TUK_TITLE: asText(row.title) };
  await runUserCommand(context, onNew, {
    ...{ option: '--on-new', env, input: compact(row) },
    timeLeft: until - Date.now(),
  });
}

function lineOf(row: Row, { world }: Context) {
  const now = world.clock.now();
  const received = isNothing(row.createdAt)
    ? dayAndTime(now)
    : cellOf(row, { path: 'createdAt', as: 'clock' }, now).text;
  const time = span(`${received}  `, 'muted');
  const [title, body] = [asText(row.title), asText(row.body)];
  return title === '' && body === '' ? [time, span(compact(row))] : [time, span(title, 'head'), span(`  ${body}`)];
}
