// The options that several kinds of commands share. Data only: every start of a command reads them.

import type { Flag } from '../cli/options.js';

/** The options that add fields of the person's own, or replace all fields (--input). */
export const openFlags: readonly Flag[] = [
  { flags: '-f, --field <key=value>', summary: 'a field as text; a.b nests, a[] repeats', many: true },
  { flags: '-F, --json-field <key=JSON>', summary: 'a field as JSON, its digits kept', many: true },
  { flags: '--input <file>', summary: 'all fields as JSON, from a file or - for standard input' },
];

/** The options of a list with pages. */
export const pagingFlags: readonly Flag[] = [
  { flags: '--all', summary: 'follow the pages to their end' },
  { flags: '--max-items <n>', summary: 'with --all: stop after so many rows' },
];

/** The options of every read that can be repeated. */
export const pollOptions: readonly Flag[] = [
  { flags: '-w, --watch', summary: 'ask again and again: drawn in place, what changed marked; in a pipe the changes as JSON lines' },
  { flags: '--interval <duration>', summary: 'how often with -w, 5s if not given, 1s at least' },
];

/** The options of every command that watches a status. */
export const watchFlags: readonly Flag[] = [
  { flags: '--for <word>', summary: 'the word to wait for, as status=FINISHED or FINISHED; may stand several times', many: true },
  { flags: '--fail-on <word>', summary: 'a word that is to end it badly; may stand several times', many: true },
  { flags: '--interval <duration>', summary: 'how often to ask at first, 2s if not given, 1s at least; less often while nothing changes' },
  {
    flags: '--on-change <command>',
    summary: 'run a command at each change; it gets TUK_ID, TUK_STATUS, TUK_WAS and the row as JSON on stdin',
  },
  { flags: '--bell', summary: 'ring at each change' },
];
/** The part of a command's description that explains these options. */
export const watchNote = `Ends at a good end (exit 0), at a bad one (13), or when --max-wait has run out (8). Words that are on no list are shown and never
judged. An outage is waited out and said. Plain lines; JSON lines with --json or -o ndjson.`;

/** The option of every command that moves value. */
export const clientRefFlag: Flag = {
  flags: '--client-ref <name>',
  summary: 'your own name for it: the same line run again gives the earlier result',
};
