// `tuk flow run`: runs the steps of a file, each with what it saves, expects and waits for.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import type { Flag } from '../../cli/settings/options.js';
import type { Nouns } from '../../engine/lines/line.js';
import { lineHelp, lineOptions } from '../../engine/lines/options.js';
import { runFlow } from './flow.js';

const nouns: Nouns = { whole: 'flow', part: 'step' };
const options: readonly Flag[] = [
  ...lineOptions(nouns, 'its step S has the reference NAME:S'),
  {
    flags: '--report <form:file>',
    effects: ['file'],
    summary: 'write a report: json:FILE, junit:FILE; repeatable',
    repeatable: true,
  },
];

const flowRun = (groups: Groups): Command => ({
  name: 'run',
  dryRun: 'plan',
  values: '<file>',
  summary: 'Run the steps of a YAML file; each may save values, expect a response, and wait for one',
  description: `FILE has steps:, a list; - is standard input. A step has a name and run, a command line without tuk. It may also have
  save     {id: .id}: values of its response; later lines use them as {id}
  expect   '.status == "PAID"': a condition on its response
  wait     {until: '.status == "PAID"', max: 30s, every: 2s}: repeats a read until its response meets the condition
All three are jq. An amount in quotes is a text: (.total | tonumber) >= 3. In conditions $id is a saved value, $NAME a variable that --env names, and $exit the
exit code. An exit code other than 0 is a failure, unless a condition names $exit. The response of a failed step is its error.
${lineHelp(nouns)}
Steps run one after the other; a step that fails ends the flow with exit 1. Standard error has a line for each step; -o json, or a pipe, prints the steps.`,
  options,
  examples: [
    'tuk flow run order.yaml',
    'tuk flow run pay.yaml --client-ref march --new-recipient --yes',
    'tuk flow run smoke.yaml --keep-going --report junit:flow.xml',
    'tuk flow run pay.yaml --client-ref march --dry-run',
  ],
  run: async (args, context) => runFlow(args, context, groups),
});

/** Makes the group. @param groups have the commands of the steps */
export const flowGroup = (groups: Groups): Group => ({ commands: [flowRun(groups)] });
