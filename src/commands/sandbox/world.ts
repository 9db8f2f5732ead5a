// The world as a whole: how it stands, its time, its seed, and whether it is sound.
import type { Command } from '../../cli/command.js';
import { duration } from '../../cli/duration.js';
import { askControl } from '../../cli/sandbox-control.js';
import { given, hand, textOf } from './hand.js';
import { rate, size, whole } from './values.js';

const check: Command = {
  name: 'check',
  summary: 'Look for what is not as it must be in the state of the sandbox',
  description:
    'Holds the ledger, the steps that are due, every row, every word and the answer of every read. Exit 1 where something is found.',
  examples: ['tuk sandbox check', 'tuk sandbox check -o json --jq .findings'],
  run: async (_, context) => {
    const text = await askControl(context, 'check');
    await context.print(text);
    return (JSON.parse(text) as { sound: boolean }).sound ? 0 : 1;
  },
};

export const worldCommands: readonly Command[] = [
  hand('status', { summary: 'Show the world: its time, its clock, what it holds', examples: ['tuk sandbox status'] }),
  hand('reset', {
    summary: 'Put the world back to its seed',
    description: 'Armed scenarios, planned faults, the log and all tokens go too.',
    examples: ['tuk sandbox reset'],
  }),
  hand('seed', {
    summary: 'Make the world anew, from another seed or in another size',
    description: 'Everything that was made is forgotten. Without a value the seed stays as it is.',
    values: '[n]',
    options: [{ flags: '--size <size>', summary: 'standard, large, empty, hostile' }],
    examples: ['tuk sandbox seed 1', 'tuk sandbox seed 1 --size standard'],
    body: ({ positionals: [n], options }) =>
      given({
        n: n === undefined ? undefined : whole(n, 'the seed'),
        size: textOf({ options }, 'size') === undefined ? undefined : size(textOf({ options }, 'size')!),
      }),
  }),
  hand('advance', {
    summary: 'Move world time on',
    values: '<duration>',
    examples: ['tuk sandbox advance 5m'],
    body: ({ positionals: [by = ''] }) => {
      duration(by, 'advance');
      return { by };
    },
  }),
  hand('clock', {
    summary: 'Set how fast world time runs: 1x, 20x, frozen',
    values: '<rate>',
    examples: ['tuk sandbox clock 20x'],
    body: ({ positionals: [typed = ''] }) => ({ rate: rate(typed) }),
  }),
  hand('until', {
    summary: 'Let world time run until a row has a word, and no further',
    description: 'The row is KIND:ID, or an id alone. Moves nothing where the word does not come by itself within a year.',
    values: '<row> <word>',
    examples: ['tuk sandbox until offering:4da20f98-8dc4-427c-88b7-8703b349db9f CLOSED'],
    body: ({ positionals: [row, word] }) => ({ row, word }),
  }),
  check,
];
