// An empty list says of what it is empty: the profile that was asked, the typed values and the filters.
import { expect, test } from 'vitest';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { groups } from '../../src/groups.js';
import { exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { signedIn, stubUser } from '../support/users.js';

test('every list that needs no value names the profile in the sentence that it is empty', async () => {
  const lines: string[] = [];
  for (const [group, { load }] of Object.entries(groups))
    for (const { name, values, options = [], read } of (await load()).group.commands)
      if (
        read?.empty &&
        !valuesOf(values).some(({ required }) => required) &&
        !options.some(({ required }) => required)
      )
        lines.push(`${group} ${name}`);
  expect(lines.length).toBeGreaterThan(20);
  const { table } = await stubUser(respondJson([]));
  const said: string[] = [];
  for (const line of lines) {
    const { code, stderr } = await table(line);
    if (code === exit.ok && stderr.trim() !== '') said.push(`${line}: ${stderr}`);
  }
  expect(said.length).toBeGreaterThan(15);
  for (const text of said) expect(text).toMatch(/profile box\)/);
});

test.each([
  ['ops list', /No transfers \(by the ledger, profile sandbox\)/],
  ['wallet tx list', /\(by the ledger, profile sandbox\)/],
  ['wallet contacts list', /No contacts \(profile sandbox\)/],
  ['ride status --known', /No ride is known here \(by the ledger, profile sandbox\)/],
  ['assets vehicles --category unknown --status 20', /None with --status 20 --category UNKNOWN \(profile sandbox\)/],
  [
    'wallet history 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc --network BSC',
    /\(0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc, on BSC, profile sandbox\)/,
  ],
])('tuk %s', async (line, scope) => {
  const { table } = await signedIn();
  const { stderr } = await table(line);
  expect(stderr).toMatch(scope);
});

test('what belongs to no profile names none', async () => {
  const { table } = await signedIn();
  for (const line of ['alias list', 'api list nothinghasthisword'])
    expect((await table(line)).stderr, line).not.toContain('profile');
});
