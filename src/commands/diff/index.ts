// `tuk diff`: the differences of a read between two profiles, or between an earlier output and now.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { runDiff } from './diff.js';

const diff = (groups: Groups): Command => ({
  name: '',
  values: '<line...>',
  summary: 'Compare a read between two profiles or with an earlier output, or compare two JSON files',
  description: `Use it to see what differs between two profiles, or what has changed since an earlier output.

Quote the line, and leave out tuk. The line must only read; it may be an alias.
Add -p a,b to compare two profiles. Add --since FILE to compare with an earlier -o json output.
Two names that end in .json are two files. Two reports of tuk smoke are compared case by case.

Rows match by their id, or by the fields of --by. If two profiles have no id in common, rows match by their name,
and ids are not compared. The order of rows and fields does not matter. Numbers compare by value: 1.0 equals 1.
A field without a value counts as missing. Read times such as quotedAt are ignored.
In the line, --match, --limit, --sort-by and --fields select on both sides. Put formats and --jq after the line.

With -o json each difference has change (added, removed or changed), id, path, before and after.
A single record has no id; a whole row has no path.
Exit 0: no differences. Exit 1: differences. If a read fails, its exit code is used.`,
  options: [
    {
      flags: '--since <file>',
      effects: ['file'],
      summary: 'an earlier -o json output of the line; - is standard input',
    },
    {
      flags: '--by <fields>',
      effects: 'plain',
      summary: 'match rows by these fields, such as name; ids are not compared',
    },
  ],
  readOnly: true,
  takesProfiles: true,
  examples: [
    "tuk diff 'points balance' -p <a>,<b>",
    "tuk diff 'store featured' -p <a>,<b> --by name",
    "tuk diff 'depin stations --match status=on' --since <file>",
    "tuk diff 'store order list' --since <file> -o csv",
    'tuk diff <before>.json <after>.json',
  ],
  run: (args, context) => runDiff(args, context, groups),
});

/** The group `diff`. @param groups all groups: the line is one of their commands */
export const diffGroup = (groups: Groups): Group => ({ commands: [diff(groups)] });
