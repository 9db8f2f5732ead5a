// `tuk wait` and `tuk watch`: until things of any kind have ended, or as long as they change.

import type { Command, Group } from '../../cli/command/command.js';
import { type Flag, plain } from '../../cli/settings/options.js';
import { signalFlags } from '../../engine/read/repetition.js';
import { watchKinds } from '../../things/kinds.js';
import { type OpenWatch, openWait, runWatch } from './run.js';

const watchNote = `If tuk does not know a status, it prints the status and keeps waiting. Common words of failures, such as REJECTED, count as failures.
If a service does not respond, tuk tries again. The output is plain lines, JSON lines (--json, -o ndjson, --fields), or CSV (-o csv).
Exit 0: all succeeded. Exit 13: at least one failed. Exit 8: --max-wait ran out.`;

const kinds = watchKinds.map(({ name, what }) => `  ${name.padEnd(13)} ${what}`).join('\n');
const forms = `An item is KIND:ID, a bare id, the hash of a transaction, or an operation of the ledger.
A UUID may be shortened to six or more characters. tuk completes it from your own lists and the ledger.
A kind alone is the active item of that kind: ride. A hash needs --network, unless the ledger has the transaction.
You may name several items of any kind. --for and --fail-on take a status, or KIND=STATUS. The kinds:

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
  plain('--for-existence', 'also wait for an item that the service does not show yet (404)'),
  plain('--fail-on <status>', 'a status that counts as a failure; repeatable', { repeatable: true }),
  plain(
    '--interval <duration>',
    'the first pause between reads; default: 2s, at least 1s; it grows while nothing changes',
  ),
  {
    flags: '--on-change <command>',
    effects: ['exec'],
    summary: 'run a command at each change, with TUK_ID, TUK_STATUS, TUK_WAS and the row as JSON on stdin',
  },
  ...signalFlags,
];

const wait: Command = {
  name: '',
  values: '<id-or-hash...>',
  summary: 'Wait for rides, orders, payments or transactions to finish',
  description: `Use it in a script, to go on only when something has finished. Stops after an hour, unless you give --max-wait; 0 has no limit.

${forms}

${watchNote}`,
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
  summary: 'Print each change of rides, orders, payments and transactions',
  description: `Use it to see what happens to an item. Prints each status, then each change. Ends when all items have finished, or after --max-wait.
One item on a terminal has a screen of its own.

${forms}

${watchNote}`,
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
