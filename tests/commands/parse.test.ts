// The quick reader and Commander read every line alike: the quick one gives the same, or leaves the line to Commander.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlain } from '../../src/cli/arguments.js';
import { readFully } from '../../src/cli/commander.js';
import { flagKey, globalFlags } from '../../src/cli/options.js';
import { optionsOf } from '../../src/commands/api/index.js';
import { groupNames, groups } from '../../src/groups.js';
import { catalogues } from '../../src/services/catalogue/index.js';

const flags = [
  ...globalFlags,
  { flags: '-f, --field <key=value>', summary: '', many: true as const },
  { flags: '--input <file>', summary: '' },
  { flags: '--tokens-stdin', summary: '' },
];
const spellings = flags.flatMap((flag) => flag.flags.match(/--?[\w-]+/g) ?? []);
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...spellings) },
  { weight: 4, arbitrary: fc.constantFrom('a', 'x=1', '-', '10s', 'json', '') },
  { weight: 1, arbitrary: fc.constantFrom('--', '-vv', '-vq', '--output=yaml', '--nope', '-x', '-ojson', '--no-input=1', '--field', '-1') },
);
const wanted = fc.constantFrom('', '<a>', '[a]', '<a> <b>', '[a] [b] [more...]', '<a> [b...]');

test('what the quick reader reads, Commander reads alike', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), wanted, (line, values) => {
      const read = readPlain(line, flags, values);
      if (!read) return;
      plain++;
      expect(readFully('x', line, flags, values)).toEqual(read);
    }),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(200);
});

test('everyday lines are read without Commander', () => {
  expect(readPlain(['user', 'get-current', '-p', 'box', '-o', 'json'], flags, '[service] [call] [values...]')).toEqual({
    positionals: ['user', 'get-current'],
    options: { profile: 'box', output: 'json', verbose: 0 },
  });
});

test('no option of a command, and no field of a call, shadows a global flag or stands twice', async () => {
  const shared = new Set(globalFlags.map((flag) => flagKey(flag.flags)));
  const api = (await groups.api.load()).group.commands.find(({ name }) => name === '')!;
  for (const name of groupNames) {
    for (const command of (await groups[name].load()).group.commands) {
      const keys = (command.options ?? []).map((flag) => flagKey(flag.flags));
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(shared.has(key), `${name} ${command.name} --${key}`).toBe(false);
    }
  }
  const own = new Set(api.options!.map((flag) => flagKey(flag.flags)));
  for (const { calls } of await catalogues()) {
    for (const call of Object.values(calls))
      for (const flag of optionsOf(call))
        expect(shared.has(flagKey(flag.flags)) || own.has(flagKey(flag.flags)), `${call.service} ${call.name} ${flag.flags}`).toBe(false);
  }
});
