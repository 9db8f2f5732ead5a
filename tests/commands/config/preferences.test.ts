// `tuk config preferences`: the preferences of the application are shown and reset.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
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

test('shows a row for each preference, and one of them by its name', async () => {
  const { json, table } = withStored();
  expect(await json('config preferences')).toEqual([
    { preference: 'group', value: 'Ride' },
    { preference: 'recent', value: 'ride history, login' },
    { preference: 'mouse', value: 'off' },
    {
      ...{ preference: 'depin stations', sort: '-name', hidden: ['id', 'at'], order: ['name', 'status'] },
      value: 'sorted by -name; without id, at; in the order name, status',
    },
    { preference: 'wallet list', value: 'without id', hidden: ['id'] },
  ]);
  expect((await json('config preferences wallet list')).map(({ value }: { value: string }) => value)).toEqual([
    'without id',
  ]);
  expect((await table('config preferences')).stdout).toMatch(
    /^PREFERENCE +VALUE\ngroup +Ride\n[\s\S]*wallet list +without id\n$/,
  );
});

test('a theme and the mouse are set by their values; a wrong value says which there are, and changes nothing', async () => {
  const user = withStored();
  expect(await user.run('config preferences theme okabe-dark')).toMatchObject({
    code: exit.ok,
    stderr: '✓ theme: okabe-dark.\n',
  });
  expect(user.read()).toEqual({ ...stored, theme: 'okabe-dark' });
  await user.run('config preferences mouse on --dry-run');
  expect(user.read().mouse).toBe(false);
  await user.run('config preferences mouse on');
  expect(user.read().mouse).toBe(true);
  const wrong = await user.run('config preferences theme okabe-drak');
  expect(wrong).toMatchObject({
    code: exit.usage,
    stderr: expect.stringMatching(/no theme "okabe-drak": dark, light, contrast, [\s\S]*mean okabe-dark/),
  });
  expect((await user.run('config preferences mouse maybe')).stderr).toContain('mouse is on or off.');
  expect((await user.run('config preferences mouse on --reset')).code).toBe(exit.usage);
  expect(user.read().theme).toBe('okabe-dark');
  await user.run('config preferences theme auto');
  expect(user.read()).not.toHaveProperty('theme');
});

test('a theme of your own is set by the name of its file; a wrong one says why', async () => {
  const user = withStored();
  mkdirSync(path.join(user.home, 'themes'));
  writeFileSync(path.join(user.home, 'themes', 'night.json'), '{"base":"dark","roles":{"accent":"#ff8800"}}');
  writeFileSync(path.join(user.home, 'themes', 'broken.json'), '{');
  expect((await user.run('config preferences theme night')).code).toBe(exit.ok);
  expect(user.read().theme).toBe('night');
  expect(await user.run('config preferences theme broken')).toMatchObject({
    code: exit.usage,
    stderr: expect.stringMatching(/broken\.json cannot be used: it is not JSON\./),
  });
});

test('--reset resets one preference or one board; what a newer version has added stays', async () => {
  const user = withStored();
  expect(await user.run('config preferences mouse --reset')).toMatchObject({
    code: exit.ok,
    stdout: '',
    stderr: '✓ mouse is reset.\n',
  });
  expect((await user.run('config preferences depin stations --reset --dry-run')).code).toBe(exit.ok);
  expect(await user.json('config preferences')).toHaveLength(4);
  await user.run('config preferences depin stations --reset');
  const { mouse: _, boards, ...others } = stored;
  expect(user.read()).toEqual({ ...others, boards: { 'wallet list': boards['wallet list'] } });
  expect((await user.run('config preferences theme --reset')).code).toBe(exit.ok);
});

test.each(['{"mouse":fa', '{"version":2}', JSON.stringify(stored)])(
  '--reset resets all of them, whatever is in the file: %s',
  async (content) => {
    const user = keeper(content);
    await user.run('config preferences --reset --dry-run');
    expect(existsSync(user.file)).toBe(true);
    expect((await user.run('config preferences --reset')).code).toBe(exit.ok);
    expect(existsSync(user.file)).toBe(false);
    expect(await user.run('config preferences')).toMatchObject({ code: exit.ok, stdout: '[]\n' });
  },
);

test('shows nothing where nothing is kept, and creates no file', async () => {
  const user = keeper();
  expect((await user.table('config preferences')).stderr).toContain('No preferences.');
  expect(existsSync(user.file)).toBe(false);
});

test('an unknown preference, a file that cannot be read or removed', async () => {
  const user = withStored();
  const unknown = { code: exit.usage, stderr: expect.stringMatching(/no preference "muose"[\s\S]*mean mouse/) };
  expect(await user.run('config preferences muose --reset')).toMatchObject(unknown);
  writeFileSync(user.file, '{');
  const broken = { code: exit.local, stdout: '', stderr: expect.stringMatching(/is broken[\s\S]*preferences --reset/) };
  for (const line of ['config preferences', 'config preferences mouse --reset'])
    expect(await user.run(line)).toMatchObject(broken);
  const folder = keeper();
  mkdirSync(folder.file);
  expect(await folder.run('config preferences --reset')).toMatchObject({
    code: exit.local,
    stderr: expect.stringContaining('Cannot remove'),
  });
});
