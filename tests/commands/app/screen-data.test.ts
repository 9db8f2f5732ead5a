// The data of a screen, loaded by its command line.
import { expect, test } from 'vitest';
import { type Command, type Context, type Groups, resultOf } from '../../../src/cli/command/command.js';
import { loadScreenData } from '../../../src/commands/app/screen-data.js';
import { repeatable } from '../../../src/engine/read/repeatable.js';

/** A context whose requests have this time limit. */
function contextOf(timeout: number): Context {
  const deadline = { within: () => deadline };
  const settings = { profile: { value: 'box' } };
  return {
    ...{ deadline, flags: {}, settings: () => settings, out: { options: {}, redact: {} } },
    http: () => ({ requestContext: async () => ({ timeout }) }),
  } as unknown as Context;
}

const groupsOf = (command: Command): Groups => ({
  box: { summary: '', section: 'Everyday', load: async () => ({ group: { commands: [command] } }) },
});

const limits = [['30 seconds where none is set', 0, 30_000] as const, ['that of the profile', 90_000, 90_000] as const];
test.each(limits)('a read of a screen has a time limit: %s', async (_, set, expected) => {
  const run = async (_: unknown, context: Context) =>
    resultOf(JSON.stringify({ timeout: (await context.http().requestContext()).timeout }));
  const command: Command = { name: 'thing', summary: '', examples: [], run };
  const loaded = await loadScreenData('box thing', undefined, { first: contextOf(set) }, groupsOf(command));
  expect(loaded?.value).toEqual({ timeout: expected });
});

test('a screen reads a line with -w once: it repeats its reads itself', async () => {
  const run = async ({ options }: { options: object }) => resultOf(JSON.stringify(options));
  const command = repeatable({ name: 'thing', summary: '', examples: [], run });
  const line = 'box thing -w --interval 5s --utc';
  const loaded = await loadScreenData(line, undefined, { first: contextOf(0) }, groupsOf(command));
  expect(loaded?.value).toMatchObject({ utc: true });
  expect(loaded?.value).not.toHaveProperty('watch');
});
