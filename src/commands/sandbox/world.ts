// The world commands of `tuk sandbox`: status, reset, seed, clock.
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
    summary: 'Reset the world to its seed',
    description:
      'Also removes armed scenarios, planned faults, the log and all tokens. A broken state file is set aside.',
    recreatesWorld: true,
    examples: ['tuk sandbox reset'],
  }),
  controlCommand('seed', {
    summary: 'Recreate the world with another seed or size',
    description: 'All data is lost. Without a value the seed does not change. A broken state file is set aside.',
    recreatesWorld: true,
    values: '[n]',
    options: [
      { flags: '--size <size>', effects: 'plain', summary: 'standard, large, empty, hostile', offers: () => sizes },
    ],
    examples: ['tuk sandbox seed 1', 'tuk sandbox seed 1 --size standard'],
    body: (args) => {
      const [n] = args.positionals;
      return { n: n === undefined ? undefined : parseWhole(n, 'the seed'), size: optionValue(args, 'size', parseSize) };
    },
  }),
  controlCommand('advance', {
    summary: 'Advance world time',
    values: '<duration>',
    examples: ['tuk sandbox advance 5m'],
    body: ({ positionals: [by = ''] }) => {
      if (durationMs(by) === undefined)
        throw new BadInput('BAD_DURATION', `${JSON.stringify(by)} is not a duration.`, `${durationForms}.`);
      return { by };
    },
  }),
  controlCommand('clock', {
    summary: 'Set the speed of world time: 1x, 20x, frozen',
    values: '<rate>',
    offers: { rate: () => rates },
    examples: ['tuk sandbox clock 20x'],
    body: ({ positionals: [input = ''] }) => ({ rate: parseRate(input) }),
  }),
  controlCommand('until', {
    summary: 'Advance world time until a row has a status',
    description:
      'The row is KIND:ID, or an id alone. Changes nothing if the row would not reach the status within a year.',
    values: ['<row>', '<status>'],
    offers: { status: () => [...new Set((Object.keys(statusLists) as StatusList[]).flatMap(wordsOf))] },
    examples: ['tuk sandbox until offering:4da20f98-8dc4-427c-88b7-8703b349db9f CLOSED'],
    body: ({ positionals: [row, word] }) => ({ row, word }),
  }),
];
