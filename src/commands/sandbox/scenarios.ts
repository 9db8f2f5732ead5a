// The scenario and fault commands of `tuk sandbox`: scenarios for rows, faults for responses.

import type { Arguments, Command } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { sandboxUsers } from '../../engine/sign-in/sandbox-users.js';
import { BadInput } from '../../services/http/errors.js';
import { controlCommand, optionText, optionValue } from './control-command.js';
import { parseFraction, parseWhole } from './option-values.js';

/** The body of `scenario`: empty, a name, or a row and a name. */
function scenarioBody(args: Arguments): Readonly<Record<string, unknown>> {
  const [first, second] = args.positionals;
  const off = args.options.off === true || undefined;
  const [user, times] = [optionText(args, 'for'), optionText(args, 'times')];
  if (times !== undefined && times !== 'always') parseWhole(times, '--times');
  if (second !== undefined && (off || user !== undefined || times !== undefined))
    throw new BadInput('CONFLICT', 'A scenario for a row takes no --for, --times or --off.');
  return second === undefined ? { name: first, user, times, off } : { id: first, name: second };
}

const numberOption = (
  args: Arguments,
  key: string,
  parse: (text: string, name: string) => number = parseWhole,
): number | undefined => optionValue(args, key, (text) => parse(text, `--${key}`));

export const scenarioCommands: readonly Command[] = [
  controlCommand('scenario', {
    summary: 'List the scenarios, arm one for the next rows of its kind, or apply one to a row',
    description:
      'Without a value it lists all scenarios with their effects. With a row (KIND:ID or an id) and a name the row follows the scenario from now on.',
    values: ['[row]', '[name]'],
    options: [
      plain('--for <user>', 'only for rows of this user', { offers: () => sandboxUsers }),
      plain('--times <n>', 'the number of rows, or always; default: 1'),
      plain('--off', 'disarm the scenario, or all'),
    ],
    examples: [
      'tuk sandbox scenario',
      "tuk sandbox scenario 'ride: driver cancels' --for kenji --times 2",
      'tuk sandbox scenario --off',
      "tuk sandbox scenario ride:<id> 'ride: breaks'",
    ],
    body: scenarioBody,
  }),
  controlCommand('fault add', {
    summary: 'Plan faults for requests',
    description:
      'Faults have the syntax of the header X-Sandbox-Fault, separated by commas. An unknown fault lists the known ones.',
    values: '<spec>',
    options: [
      plain('--on <call>', 'only these requests: "POST sale /v1/orders", "sale createOrder", "GET user", "sale"'),
      plain('--for <user>', 'only requests of this user', { offers: () => sandboxUsers }),
      plain('--times <n>', 'how many times; default: always'),
      plain('--after <n>', 'skip this many requests first'),
      plain('--chance <p>', 'the probability, 0 to 1, drawn from the seed'),
    ],
    examples: [
      "tuk sandbox fault add status=503 --on 'POST sale /v1/orders' --times 2",
      'tuk sandbox fault add latency=20ms --for dara --chance 0.5',
    ],
    body: (args) => ({
      spec: args.positionals[0],
      on: optionText(args, 'on'),
      user: optionText(args, 'for'),
      times: numberOption(args, 'times'),
      after: numberOption(args, 'after'),
      chance: numberOption(args, 'chance', parseFraction),
    }),
  }),
  controlCommand('fault list', {
    summary: 'List the planned faults with their hit counts',
    examples: ['tuk sandbox fault list'],
  }),
  controlCommand('fault clear', {
    summary: 'Remove the planned faults, or one of them',
    values: '[id]',
    examples: ['tuk sandbox fault clear'],
    body: ({ positionals: [id] }) => ({ id: id === undefined ? undefined : parseWhole(id, 'the id') }),
  }),
];
