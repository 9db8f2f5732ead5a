// `tuk flow run`: runs the steps of a file, each with what it saves, expects and waits for.

import type { Command, Group, Groups } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { lineOptions } from '../../engine/lines/options.js';
import { runFlow } from './flow.js';

const options: readonly Flag[] = [
  ...lineOptions({ whole: 'flow', part: 'step' }, 'its step S has the reference NAME:S'),
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
  expect   {status: PAID, '.total': '>= 3', exit: 0}: conditions on its response
  wait     {until: {status: PAID}, max: 30s, every: 2s}: repeats a read until its response matches
A bare key is a field of the response, a key with a dot a jq path. A value is a text, a number (compared as a decimal with every digit, in texts
too), true, false, null (or missing), a comparison with >, >=, <, <=, == or !=, a list (one of its values), or a mapping of fields. The response of a
failed step is its error. An exit code other than 0 is a failure, unless expect states it.
Every step is parsed, and every transfer is checked, before the first step runs; one receipt shows the totals and every new recipient. It stops at the first
step that fails (exit 1), unless --keep-going, and at an unknown outcome with exit 10.
A flow that moves value needs --client-ref. The same line run again resumes it: reads run again, completed changes do not, and an unknown
outcome is looked up first. Without --client-ref a second run repeats every change.
Standard error has a line for each step; -o json, or a pipe, prints the steps.`,
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
