// `tuk wait` and `tuk watch`: until things of any kind have ended, or as long as they change.

import type { Command, Group } from '../../cli/command/command.js';
import { type Flag, plain } from '../../cli/settings/options.js';
import { announceFlags } from '../../engine/request/announce-flags.js';
import { watchKinds } from '../../things/kinds.js';
import { type OpenWatch, openWait, runWatch } from './run.js';

const watchNote = `Ends at a good end (exit 0), at a bad one (13), or when --max-wait has run out (8). An unknown status is shown and is
neither, unless it is a common word of a bad end, such as REJECTED. An outage is logged and waited out. Prints plain lines; JSON lines with --json, -o ndjson or --fields; CSV with -o csv.`;

const kinds = watchKinds.map(({ name, what }) => `  ${name.padEnd(13)} ${what}`).join('\n');
const forms = `A thing is KIND:ID, or a bare id: an operation of the ledger, the hash of a transaction (with --network, unless the ledger has it), or a UUID, whose kind is looked up.
A UUID may be shortened to its beginning, of six characters at least: it is completed from your own lists (the ride under way, the active withdrawals, what has
a list) and from the ledger of this machine. A kind alone is the one under way: ride. Several things, also of several kinds, are
watched together: things on one list share its requests. --for and --fail-on take a status of any of them, or KIND=STATUS.
Kinds:
${kinds}`;

function uses(): Record<string, string[]> {
  const calls: Record<string, Set<string>> = {};
  for (const { service, call } of watchKinds.flatMap(({ readings }) => readings)) {
    calls[service] ??= new Set();
    calls[service].add(call);
  }
  return Object.fromEntries(Object.entries(calls).map(([service, names]) => [service, [...names]]));
}

const options: readonly Flag[] = [
  plain('--network <network>', 'the network of transactions that name none'),
  plain('--for <status>', 'the status to wait for, as status=FINISHED or FINISHED; repeatable', { repeatable: true }),
  plain('--for-existence', 'also wait for what the service does not show yet: KIND:ID that is answered with 404'),
  plain('--fail-on <status>', 'a status that counts as a bad end; repeatable', { repeatable: true }),
  plain(
    '--interval <duration>',
    'the first pause between reads; default: 2s, at least 1s; longer while nothing changes',
  ),
  ...announceFlags('TUK_ID, TUK_STATUS, TUK_WAS'),
];

const wait: Command = {
  name: '',
  values: '<id-or-hash...>',
  summary: 'Wait until things have ended: rides, orders, payments, transactions',
  description: `${forms}\n${watchNote} Waits for at most an hour unless --max-wait says otherwise; 0 waits without limit.`,
  options,
  examples: [
    'tuk wait withdrawal:ad7195ab-88e1-4b4e-b98c-fe0463161fb0 --max-wait 20m',
    'tuk wait ride --for PICKUP_ARRIVED --max-wait 20m',
    "tuk wait ride:<id> op-2611-0003 --on-change 'notify-send tuk' -o ndjson",
    'tuk wait order:<id> --for SUCCESS --fail-on CANCEL_REQUESTED',
  ],
  uses: uses(),
  wait: { open: openWait },
  run: async (args, context) => runWatch(args, context, { limited: true }),
};

const watch = (openWatch: OpenWatch): Command => ({
  ...wait,
  summary: 'Follow things until all of them have ended: their states, then each change',
  description: `${forms}\n${watchNote} Without --max-wait it continues until all of them have ended. One thing on a terminal has a screen of its own.`,
  examples: [
    'tuk watch ride',
    'tuk watch ride:74c06736-df17-4d73-9501-7dbe34354076 payment:<id> op-2611-0003',
    'tuk watch tx:BSC:<hash> --bell -o ndjson',
    'tuk watch staking:<id> --max-wait 1h',
  ],
  run: async (args, context, runner) =>
    runWatch(args, context, { limited: false, openWatch: runner && ((own, screen) => openWatch(own, runner, screen)) }),
});

export const waitGroup: Group = { commands: [wait] };
/** The group `watch`. @param openWatch opens the watch screen on a terminal */
export const watchGroup = (openWatch: OpenWatch): Group => ({ commands: [watch(openWatch)] });
