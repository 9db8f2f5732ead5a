// `uses`: a command makes exactly the API calls that help names. Transfers are tested here, reads in tests/behaviour/examples-in-help.proof.test.ts.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../src/cli/command/command.js';
import { endpointLines } from '../../src/cli/command/endpoint-lines.js';
import { groupNames, groups } from '../../src/groups.js';
import { callReader } from '../support/calls-made.js';
import { prepared, transferCommands } from '../support/money-commands.js';

type Named = { readonly name: string; readonly command: Command };
let all: Named[];
let callsIn: (stderr: string) => string[];
/** The endpoints that help names for a command. */
const usesOf = new Map<Command, string[]>();

beforeAll(async () => {
  all = [];
  for (const name of groupNames)
    for (const command of (await groups[name].load()).group.commands)
      all.push({ name: `${name} ${command.name}`.trim(), command });
  for (const { command } of all) usesOf.set(command, await endpointLines(command));
  callsIn = await callReader();
});

describe('every command that moves value', () => {
  test('is in the table', () => {
    const money = all.filter(
      ({ name, command: { options = [] } }) =>
        !['api', 'batch', 'flow run'].includes(name) && options.some(({ flags }) => flags.startsWith('--client-ref')),
    );
    expect(Object.keys(transferCommands).sort()).toEqual(money.map(({ name }) => name).sort());
  });

  test.each(Object.entries(transferCommands))('%s makes exactly the calls that its help names', async (name, lines) => {
    const calls = new Set<string>();
    for (const one of lines) {
      const { move } = await prepared(one);
      const result = await move('--yes -v');
      for (const call of callsIn(result.stderr)) if (!call.startsWith('rpc ')) calls.add(call); // a chain's node is not a service
    }
    const documentedCalls = usesOf.get(all.find((one) => one.name === name)!.command)!;
    expect([...calls].sort()).toEqual([...documentedCalls].sort());
  });
});
