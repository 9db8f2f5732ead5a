// `tuk batch`: checks the command lines of a file, confirms them once and runs them, or resumes them.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { type Flag, plain } from '../../cli/settings/options.js';
import { lineHelp, lineOptions } from '../../engine/lines/plan.js';
import type { Nouns } from '../../engine/lines/values.js';
import { runBatch } from './batch.js';

const nouns: Nouns = { whole: 'batch', part: 'row' };
const options: readonly Flag[] = [
  {
    flags: '--template <command>',
    effects: ['exec'],
    summary: 'the command line of every row, with {column} for its values',
  },
  ...lineOptions(nouns, 'row 7 has the reference NAME#7, or NAME:REF with a column ref'),
  plain('--parallel <n>', 'how many rows run at the same time; default: 8'),
  plain('--interval <duration>', 'the pause between two checks of transactions; default: 2s'),
];

const batch = (groups: Groups): Command => ({
  name: '',
  changesNothing: true,
  prints: 'lines',
  dryRun: 'plan',
  values: '<file>',
  summary: 'Run the command lines of a file, checked first and confirmed once',
  description: `Use it to run many commands or transfers in one go. FILE is CSV with a header, a sheet (-o sheet), or JSON lines; - is standard input.

Each row has a command, or the fields of a transfer: network, token, to and amount (tuk wallet send).
The other columns are options. The column ref names the row. Use --template to give every row the same command.
Write {row.N.field} or {ref:NAME.field} for a value of an earlier row's JSON. Write {env:NAME} for a variable that --env names.

${lineHelp(nouns)}

Reads run in parallel, after the changes above them. Changes run one at a time, in order.
Neighbouring sends of one key are broadcast together, at most ten (--parallel). They do not wait for their blocks.
Prints JSON lines; the last line of a row has "final":true.`,
  options,
  examples: [
    "tuk batch pay.csv --client-ref march --template 'points transfer --to {to} --amount {amount}' --new-recipient --yes",
    'tuk batch lines.ndjson --parallel 4',
    "tuk batch pay.csv --client-ref march --template 'points transfer --to {to} --amount {amount}' --new-recipient --dry-run",
  ],
  run: async (args, context) => runBatch(args, context, groups),
});

/** Makes the group. @param groups have the commands of the rows */
export const batchGroup = (groups: Groups): Group => ({ commands: [batch(groups)] });
