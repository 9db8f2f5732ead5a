// `tuk flow run`: runs the steps of a file, each with what it saves, expects and waits for.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import type { Flag } from '../../cli/settings/options.js';
import { lineHelp, lineOptions } from '../../engine/lines/options.js';
import type { Nouns } from '../../engine/lines/values.js';
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
  changesNothing: true,
  dryRun: 'plan',
  values: '<file>',
  summary: 'Run the steps of a YAML file, which may save values, expect responses, and wait for them',
  description: `Use it for a job of several steps that depend on each other. FILE is YAML; - is standard input. Each step has a name and a run line without tuk, and optionally:

  save     {id: .id}: values of its response; later lines use them as {id}
  expect   '.status == "PAID"': a condition on its response
  wait     {until: '.status == "PAID"', max: 30s, every: 2s}: repeats a read until its response meets the condition

All three use jq. Convert a quoted amount before you compare it: (.total | tonumber) >= 3.
In conditions $id is a saved value, $NAME is a variable of --env, and $exit is the exit code.
A step fails if its exit code is not 0, unless a condition names $exit. A condition that fails ends the flow with exit 1.

${lineHelp(nouns)}

Steps run one after the other. A line on standard error reports each step. In a pipe, or with -o json, tuk prints the steps.
More: tuk help flows.`,
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
