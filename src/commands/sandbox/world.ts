// The world commands of `tuk sandbox`: status, reset, advance, clock.
import type { Command } from '../../cli/command.js';
import { type StatusList, statusLists, wordsOf } from '../../services/catalogue/statuses.js';
import { durationForms, durationMs } from '../../services/duration.js';
import { BadInput } from '../../services/http/errors.js';
import { controlCommand, optionValue } from './control-command.js';
import { parseRate, parseSize, parseWhole, rates, sizes } from './option-values.js';

export const worldCommands: readonly Command[] = [
  controlCommand('status', {
    summary: 'Show the time, the clock and the contents of the world',
    examples: ['tuk sandbox status'],
  }),
  controlCommand('reset', {
    summary: 'Reset the world to its seed, or to another seed or size',
    description:
      'All data is lost, and armed scenarios, planned faults, the log and all tokens are removed. A broken state file is set aside.',
    recreatesWorld: true,
    options: [
      { flags: '--seed <n>', effects: 'plain', summary: 'another seed' },
      { flags: '--size <size>', effects: 'plain', summary: 'standard, large, empty, hostile', offers: () => sizes },
    ],
    examples: ['tuk sandbox reset', 'tuk sandbox reset --seed 1 --size standard'],
    control: () => 'seed',
    body: (args) => ({
      n: optionValue(args, 'seed', (text) => parseWhole(text, '--seed')),
      size: optionValue(args, 'size', parseSize),
    }),
  }),
  controlCommand('advance', {
    summary: 'Advance world time, or until a row has a status',
    description:
      'The row is KIND:ID, or an id alone. Nothing changes if the row would not reach the status within a year.',
    values: ['<duration-or-row>', '[status]'],
    offers: { status: () => [...new Set((Object.keys(statusLists) as StatusList[]).flatMap(wordsOf))] },
    examples: ['tuk sandbox advance 5m', 'tuk sandbox advance offering:4da20f98-8dc4-427c-88b7-8703b349db9f CLOSED'],
    control: ({ positionals: [, status] }) => (status === undefined ? 'advance' : 'until'),
    body: ({ positionals: [first = '', status] }) => {
      if (status !== undefined) return { row: first, word: status };
      if (durationMs(first) === undefined)
        throw new BadInput('BAD_DURATION', `${JSON.stringify(first)} is not a duration.`, `${durationForms}.`);
      return { by: first };
    },
  }),
  controlCommand('clock', {
    summary: 'Set the speed of world time: 1x, 20x, frozen',
    values: '<rate>',
    offers: { rate: () => rates },
    examples: ['tuk sandbox clock 20x'],
    body: ({ positionals: [input = ''] }) => ({ rate: parseRate(input) }),
  }),
];
