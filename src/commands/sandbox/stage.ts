// What is to happen: scenarios for rows to come or under way, and faults for answers.

import type { Arguments, Command } from '../../cli/command.js';
import { BadInput } from '../../services/http/errors.js';
import { given, hand, textOf } from './hand.js';
import { fraction, whole } from './values.js';

/** The words of `scenario`: nothing, a name, or a row and a name. */
function scenarioBody({ positionals: [first, second], options }: Arguments): Readonly<Record<string, unknown>> {
  const off = options.off === true;
  const [user, times] = [textOf({ options }, 'for'), textOf({ options }, 'times')];
  if (times !== undefined && times !== 'always') whole(times, '--times');
  if (second !== undefined && (off || user !== undefined || times !== undefined))
    throw new BadInput('CONFLICT', 'A row is given a scenario as it is: without --for, --times and --off.');
  return second === undefined ? given({ name: first, user, times, ...(off && { off }) }) : { id: first, name: second };
}

const number = (typed: Arguments, key: string, read: (text: string, name: string) => number = whole): number | undefined => {
  const text = textOf(typed, key);
  return text === undefined ? undefined : read(text, `--${key}`);
};

export const stageCommands: readonly Command[] = [
  hand('scenario', {
    summary: 'List the scenarios, arm one for the next rows of its kind, or send a row on another course',
    description:
      'Without a value all scenarios are listed, with what each leads to. With a row (KIND:ID or an id) and a name the row follows it from here on.',
    values: '[row] [name]',
    options: [
      { flags: '--for <user>', summary: 'only for rows of this user' },
      { flags: '--times <n>', summary: 'for so many rows, or always; 1 if not given' },
      { flags: '--off', summary: 'disarm it; all, where none is named' },
    ],
    examples: [
      'tuk sandbox scenario',
      "tuk sandbox scenario 'ride: driver cancels' --for kenji --times 2",
      'tuk sandbox scenario --off',
      "tuk sandbox scenario ride:<id> 'ride: breaks'",
    ],
    body: scenarioBody,
  }),
  hand('fault add', {
    summary: 'Plan faults: what is to go wrong, with which requests, how often',
    description:
      'Faults are written as in the header X-Sandbox-Fault; several are separated by commas. A fault that there is not is answered with all that there are.',
    values: '<spec>',
    options: [
      { flags: '--on <call>', summary: 'only these requests: "POST sale /v1/orders", "sale createOrder", "GET user", "sale"' },
      { flags: '--for <user>', summary: 'only requests of this user' },
      { flags: '--times <n>', summary: 'so many times; always if not given' },
      { flags: '--after <n>', summary: 'let so many requests go by first' },
      { flags: '--chance <p>', summary: 'with this probability, 0 to 1, as the seed has it' },
    ],
    examples: [
      "tuk sandbox fault add status=503 --on 'POST sale /v1/orders' --times 2",
      'tuk sandbox fault add latency=20ms --for dara --chance 0.5',
    ],
    body: (typed) =>
      given({
        spec: typed.positionals[0],
        on: textOf(typed, 'on'),
        user: textOf(typed, 'for'),
        times: number(typed, 'times'),
        after: number(typed, 'after'),
        chance: number(typed, 'chance', fraction),
      }),
  }),
  hand('fault list', { summary: 'List the planned faults, each with how often it has struck', examples: ['tuk sandbox fault list'] }),
  hand('fault clear', {
    summary: 'Forget the planned faults, or one of them',
    values: '[id]',
    examples: ['tuk sandbox fault clear'],
    body: ({ positionals: [id] }) => given({ id: id === undefined ? undefined : whole(id, 'the id') }),
  }),
];
