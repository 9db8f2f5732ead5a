// The options of commands that wait for statuses, and the note about them. Only data.

import type { Flag } from '../../cli/options.js';

export const watchFlags: readonly Flag[] = [
  {
    flags: '--for <status>',
    effects: 'plain',
    summary: 'the status to wait for, as status=FINISHED or FINISHED; repeatable',
    repeatable: true,
  },
  {
    flags: '--fail-on <status>',
    effects: 'plain',
    summary: 'a status that counts as a bad end; repeatable',
    repeatable: true,
  },
  {
    flags: '--interval <duration>',
    effects: 'plain',
    summary: 'the first pause between reads; default: 2s, at least 1s; longer while nothing changes',
  },
  {
    flags: '--on-change <command>',
    effects: ['exec'],
    summary: 'run a command at each change, with TUK_ID, TUK_STATUS, TUK_WAS and the row as JSON on stdin',
  },
  { flags: '--bell', effects: 'plain', summary: 'ring the terminal bell at each change' },
  {
    flags: '--notify',
    effects: 'plain',
    summary: 'show a desktop notification at each change, where the terminal has them',
  },
];
export const watchNote = `Ends at a good end (exit 0), at a bad one (13), or when --max-wait has run out (8). An unknown status is shown and is
neither. An outage is logged and waited out. Prints plain lines; JSON lines with --json, -o ndjson or --fields; CSV with -o csv.`;
