// `tuk batch`: checks the command lines of a file, confirms them once and runs them, or resumes them.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { type Flag, plain } from '../../cli/settings/options.js';
import type { Nouns } from '../../engine/lines/line.js';
import { lineHelp, lineOptions } from '../../engine/lines/options.js';
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
  prints: 'lines',
  dryRun: 'plan',
  values: '<file>',
  summary: 'Run the command lines of a file, checked first and confirmed once',
  description: `FILE is CSV with a header, or JSON lines; - is standard input. A row has a column command (a command line), or is a transfer (network, token, to, amount: tuk
wallet send); its other columns are options, and ref names it. --template gives every row the same command. {row.N.field} and {ref:NAME.field}
take a value from the JSON of an earlier row, {env:NAME} from a variable that --env names.
${lineHelp(nouns)}
Reads run in parallel, after the changes above them. Changes run one at a time, in the order of the file. Sends of one key beside one another are signed and broadcast
together, ten at most (--parallel states fewer), and do not wait for their blocks. Each row ends with one JSON line that has "final":true.`,
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
