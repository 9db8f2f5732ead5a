// `tuk diff`: the differences of a read between two profiles, or between an earlier output and now.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { runDiff } from './diff.js';

const diff = (groups: Groups): Command => ({
  name: '',
  values: '<line...>',
  summary: 'Show the differences of a read between two profiles or since an earlier output, or of two JSON files',
  description: `Quote the line, and leave out tuk. It must only read; it may be an alias. Compare two profiles with -p a,b, or an earlier -o json
output of the same line with --since FILE. Two names that end in .json are two files; two reports of tuk smoke are compared by their cases. Exit 1: there are differences; 0: there are none. If a read fails, its exit code is used.
Rows are matched by their identity, such as their id. The order of rows and of fields does not count. Numbers compare by value: 1.0 is 1. A
field without a value counts as missing. --match, --limit, --sort-by and --fields in the line select on both sides; formats and --jq belong after the line.
Times that only say when the response was read are left out, such as quotedAt.
Each difference has the fields change (added, removed or changed), id (of the row; null in a record), path (of the field; null for a whole row), before and
after. With -o json they are an array; it is empty if there are none.`,
  options: [
    {
      flags: '--since <file>',
      effects: ['file'],
      summary: 'an earlier -o json output of the line; - is standard input',
    },
  ],
  readOnly: true,
  takesProfiles: true,
  examples: [
    "tuk diff 'points balance' -p <a>,<b>",
    "tuk diff 'depin stations --match status=on' --since <file>",
    "tuk diff 'store order list' --since <file> -o csv",
    'tuk diff <before>.json <after>.json',
  ],
  run: (args, context) => runDiff(args, context, groups),
});

/** The group `diff`. @param groups all groups: the line is one of their commands */
export const diffGroup = (groups: Groups): Group => ({ commands: [diff(groups)] });
