// What a saved line, a line of a file, an imported line and a model may not use: nothing that confirms, widens or runs a program.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { admits } from '../../src/cli/command/effects.js';
import { flagKey } from '../../src/cli/settings/options.js';
import { readGroups, toolsOf } from '../../src/commands/mcp/tools.js';
import { groups } from '../../src/groups.js';
import { ends, exit } from '../support/exit.js';
import type { User } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

let mina: User;
beforeAll(async () => {
  mina = await signedIn();
});
const file = (name: string, text: string) => {
  writeFileSync(path.join(mina.home, name), text);
  return name;
};
const transfer = 'points transfer --to dara --amount 1';
const nothingSent = async () => expect(await mina.json('ops list')).toEqual([]);

describe('a model', () => {
  test('gets no option and no value that is not plain, of any command', async () => {
    const tools = await toolsOf(groups, { writes: true, all: true });
    for (const name of readGroups)
      for (const command of (await groups[name as keyof typeof groups].load()).group.commands) {
        const tool = tools.find(
          (one) => one.name === [name, ...command.name.split(' ')].filter(Boolean).join('_').replaceAll('-', '_'),
        );
        if (!tool) continue;
        const offered = Object.keys(tool.inputSchema.properties);
        const parts = [
          ...(command.options ?? []).map(({ flags, effects }) => [flagKey(flags), effects] as const),
          ...valuesOf(command.values).map(({ key, effects }) => [key, effects] as const),
        ];
        const found = parts.filter(([key, effects]) => !admits('foreign', effects) && offered.includes(key));
        expect(found, tool.name).toEqual([]);
      }
  });
  test('cannot pass an argument that a tool does not offer, nor standard input', async () => {
    const tools = await toolsOf(groups, { writes: true, all: true });
    const argv = (name: string, input: object) => tools.find((tool) => tool.name === name)!.argv(input);
    for (const more of [{ onChange: 'touch x' }, { 'on-change': 'touch x' }, { yes: true }, { profile: 'other' }])
      expect(() => argv('wait', { idOrHash: ['ride:1'], ...more })).toThrow('no argument');
    for (const more of [{ despite: ['op-1'] }, { atMost: '9 MVP' }, { newRecipient: true }, { input: 'x.json' }])
      expect(() => argv('points_transfer', { to: 'dara', amount: '1', ...more })).toThrow('no argument');
    expect(() => argv('explain', { word: '-' })).toThrow('reads no file');
    expect(argv('explain', { word: 'NO_SERVICE' })).toContain('NO_SERVICE');
  });
});

describe('an imported alias', () => {
  test.each([
    `${transfer} --yes`,
    `${transfer} --new-recipient --yes`,
    `${transfer} -y`,
    `${transfer} -qy`,
    `${transfer} --despite op-2611-0001`,
    `${transfer} --at-most=9`,
    `${transfer} -p other`,
    `${transfer} --input body.json`,
    'wait ride:1 --on-change ls',
    'batch pay.csv',
    'explain -',
    'profile use other',
    'profile set box limits.pause false',
    'login --as whale',
    'auth token',
    'wallet send --network BSC --token BNB --to {1} --amount {2} --key main',
  ])('cannot be %s', async (line) => {
    const name = file('aliases.json', JSON.stringify({ balance: line }));
    const end = await mina.run(`alias import ${name}`);
    expect(end).toMatchObject(ends(exit.usage, 'an imported alias cannot hold it'));
    expect(existsSync(path.join(mina.home, 'views'))).toBe(false);
    expect((await mina.run('balance')).code).toBe(exit.usage);
    await nothingSent();
  });

  test('may be any line that is plain', async () => {
    const lines = { send: 'points transfer --to {1} --amount {2}', on: 'depin stations --match status=ON' };
    expect((await mina.run(`alias import ${file('plain.json', JSON.stringify(lines))}`)).code).toBe(exit.ok);
    for (const alias of ['send', 'on']) await mina.run(`alias remove ${alias}`);
  });
});

test('an alias whose file was changed by hand is refused when it runs', async () => {
  await mina.run(`alias set gift '${transfer}'`);
  const saved = path.join(mina.home, 'views', 'gift.json');
  writeFileSync(saved, JSON.stringify({ line: [...transfer.split(' '), '--new-recipient', '--yes'] }), { mode: 0o600 });
  expect(await mina.run('gift')).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('cannot hold it') });
  await nothingSent();
  await mina.run('alias remove gift');
});

describe('a row of a batch and a step of a flow', () => {
  test.each([
    ['--despite', 'to,amount,despite\ndara,1,op-2611-0001\n'],
    ['--at-most', 'to,amount,at-most\ndara,1,9\n'],
    ['--accept-less', 'command\nwallet send --network BSC --token BNB --to dara --amount 1 --accept-less 0.5\n'],
    ['--on-change', 'command\n"wait ride:1 --on-change ls"\n'],
    ['--allow-unknown-word', 'command\n"depin stations --status NOPE --allow-unknown-word"\n'],
  ])('of a file cannot have %s', async (option, text) => {
    const rows = text.startsWith('to,')
      ? text.replace('to,', 'command,to,').replace('\ndara', '\npoints transfer,dara')
      : text;
    const { code, stderr } = await mina.run(`batch ${file('rows.csv', rows)} --client-ref x --yes`);
    expect({ code, stderr }).toEqual({ code: exit.usage, stderr: expect.stringContaining(`it has ${option}, which`) });
    const run = rows.split('\n')[1]!.replaceAll('"', '');
    if (!text.startsWith('to,')) {
      const flow = file('steps.yaml', JSON.stringify({ steps: [{ name: 'a', run }] }));
      expect((await mina.run(`flow run ${flow} --client-ref x --yes`)).stderr).toContain(`it has ${option}, which`);
    }
    await nothingSent();
  });

  test('of a template that is typed may have what widens, but a column names no option', async () => {
    const rows = file('typed.csv', 'to,amount,option\ndara,1,despite\n');
    const run = async (template: string) =>
      (await mina.run(['batch', rows, '--client-ref', 'y', '--new-recipient', '--dry-run', '--template', template]))
        .stderr;
    expect(await run('points transfer --to {to} --amount {amount} --at-most 9')).not.toContain('which lifts');
    expect(await run('points transfer --to {to} --amount {amount} --{option}=op-1')).toContain(
      'the name of an option from a column',
    );
    await nothingSent();
  });
});
