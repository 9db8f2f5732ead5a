// `tuk config`: what the application remembers is shown and reset.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { newHome, newUser } from '../../support/tuk.js';

const stored = {
  ...{ version: 1, group: 'Ride', recent: ['ride history', 'login'], mouse: false, density: 'compact' },
  boards: {
    'depin stations': { hidden: ['id', 'at'], order: ['name', 'status'], sort: { path: 'name', down: true } },
    'wallet list': { hidden: ['id'] },
  },
};
function keeper(content?: string) {
  const user = newUser(newHome('empty'));
  const file = path.join(user.home, 'preferences.json');
  if (content !== undefined) writeFileSync(file, content);
  return { ...user, file, read: () => JSON.parse(readFileSync(file, 'utf8')) };
}
const withStored = () => keeper(JSON.stringify(stored));

test('config show has what the application remembers, beside the settings', async () => {
  const { json, table } = withStored();
  const all: Record<string, string>[] = await json('config show --origin');
  const rows = all.filter(({ origin }) => origin === 'the application');
  expect(rows.map(({ setting, value }) => [setting, value])).toEqual([
    ['group', 'Ride'],
    ['recent', 'ride history, login'],
    ['mouse', 'off'],
    ['depin stations', 'sorted by -name; without id, at; in the order name, status'],
    ['wallet list', 'without id'],
  ]);
  expect((await table('config show')).stdout).toMatch(
    /^SETTING +VALUE +MEANS\n[\s\S]*\nmaxBody +8388608 +8 MiB\n[\s\S]*\ngroup +Ride\n/,
  );
});

test('reset resets one preference or one board; what a newer version has added stays', async () => {
  const user = withStored();
  expect(await user.run('config reset mouse')).toMatchObject(ends(exit.ok, '✓ mouse is reset.\n', ''));
  expect((await user.run('config reset depin stations --dry-run')).code).toBe(exit.ok);
  expect(user.read().boards).toHaveProperty(['depin stations']);
  await user.run('config reset depin stations');
  const { mouse: _, boards, ...others } = stored;
  expect(user.read()).toEqual({ ...others, boards: { 'wallet list': boards['wallet list'] } });
  expect((await user.run('config reset theme')).code).toBe(exit.ok);
});

const contents = ['{"mouse":fa', '{"version":2}', JSON.stringify(stored)];
test.each(contents)('reset resets all of them, whatever is in the file: %s', async (content) => {
  const user = keeper(content);
  await user.run('config reset --dry-run');
  expect(existsSync(user.file)).toBe(true);
  expect((await user.run('config reset')).code).toBe(exit.ok);
  expect(existsSync(user.file)).toBe(false);
});

test('an unknown preference, a file that cannot be read or removed', async () => {
  const user = withStored();
  const unknown = { code: exit.usage, stderr: expect.stringMatching(/no preference "muose"[\s\S]*mean mouse/) };
  expect(await user.run('config reset muose')).toMatchObject(unknown);
  writeFileSync(user.file, '{');
  const broken = { code: exit.local, stdout: '', stderr: expect.stringMatching(/is broken[\s\S]*config reset/) };
  expect(await user.run('config reset mouse')).toMatchObject(broken);
  expect(await user.run('config show')).toMatchObject(ends(exit.ok, 'cannot be read'));
  const folder = keeper();
  mkdirSync(folder.file);
  expect(await folder.run('config reset')).toMatchObject(ends(exit.local, 'Cannot remove'));
});
