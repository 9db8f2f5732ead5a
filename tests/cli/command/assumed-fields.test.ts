// Fields that no public source states are offered as the sandbox takes them, and never filled in.
import { expect, test } from 'vitest';
import { assumedOfCommand } from '../../../src/cli/command/assumed-fields.js';
import type { Command } from '../../../src/cli/command/command.js';
import { formOf } from '../../../src/commands/app/command-entries.js';
import { groupNames, groups } from '../../../src/groups.js';
import { typed } from '../../../src/ui/state/core/field.js';
import type { FormScreen } from '../../../src/ui/state/core/screens.js';
import { formLine } from '../../../src/ui/state/forms/form.js';
import { newUser } from '../../support/tuk.js';

const { run } = newUser();
const lines: (readonly [string, Command])[] = [];
for (const name of groupNames)
  for (const command of (await groups[name].load()).group.commands)
    if (command.opens) lines.push([`${name} ${command.name}`, command]);

test.each(lines)(
  'tuk %s: help and form offer the same fields as assumed, and nothing fills them in',
  async (line, command) => {
    const names = Object.keys(await assumedOfCommand(command));
    const { stdout } = await run(`${line} --help`);
    const inHelp = [...stdout.matchAll(/^ {2}-[fF] (\w+)=\.\.\./gm)].map(([, name]) => name);
    const inForm = (await formOf(line, groups)).fields.filter(({ field }) => field !== undefined);
    expect([inHelp.sort(), inForm.map(({ field }) => field).sort()]).toEqual([names.sort(), names.sort()]);
    expect(
      inForm.filter(({ required, text, is }) => required || typed(text) !== '' || !is.startsWith('assumed')),
    ).toEqual([]);
  },
);

test('a filled field becomes -f or -F of the line, by its kind', async () => {
  const fields = (await formOf('depin register', groups)).fields.filter(({ field }) => field !== undefined);
  expect(fields.find(({ field }) => field === 'model')?.words).toContain('X1');
  const form = { kind: 'form', line: 'depin register', fields, at: 0 } as unknown as FormScreen;
  const textOf = (field = '') => (field === 'num' ? '7' : `a ${field}`);
  const filled = fields.map((one) => ({ ...one, text: { before: textOf(one.field), after: '' } }));
  expect(formLine({ ...form, fields: filled })).toBe(
    "depin register -f 'vin=a vin' -f 'model=a model' -f 'city=a city' -F num=7",
  );
});

test('help as data has them, and the page of a call', async () => {
  const { commands } = JSON.parse((await run('help depin -o json')).stdout);
  const register = commands.find(({ command }: { readonly command: string }) => command === 'tuk depin register');
  expect(register.assumed.model).toEqual({ kind: 'word', required: true, words: ['X1', 'T1', 'X2'] });
  expect((await run('api vehicle-oracle register-vehicle --help')).stdout).toMatch(/ASSUMED FIELDS[\s\S]*-F num=/);
});
