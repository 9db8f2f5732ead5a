// The project file .tuk.json: it selects a profile, an output format and a language for its folder, and has no other
// effect.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { asyncProperty } from '../support/runs.js';
import { newUser } from '../support/tuk.js';

const posix = process.platform !== 'win32';
const root = process.getuid?.() === 0;

const folder = (home: string, name: string, text?: string) => {
  const at = path.join(home, name);
  mkdirSync(at, { recursive: true });
  if (text !== undefined) writeFileSync(path.join(at, '.tuk.json'), text);
  return at;
};

test('a project file applies in its folder and below only; flag and variable take precedence', async () => {
  const user = newUser();
  await user.run(['profile', 'add', 'work', '--base', 'https://work.example/{service}']);
  await user.run(['profile', 'add', 'other', '--base', 'https://other.example/{service}']);
  const cwd = folder(user.home, 'project', '{"profile":"work","output":"yaml","language":"jp"}');
  const subfolder = folder(user.home, 'project/a/b');
  const inUse = async (content: object, line = 'config show --origin -o json') =>
    JSON.parse((await user.run(line, content)).stdout).find(
      ({ setting }: { setting: string }) => setting === 'profile',
    );
  for (const at of [cwd, subfolder])
    expect(await inUse({ cwd: at })).toMatchObject({ value: 'work', origin: path.join(cwd, '.tuk.json') });
  expect(await inUse({})).toMatchObject({ value: 'sandbox', origin: 'default' });
  expect(await inUse({ cwd, env: { TUK_PROFILE: 'other' } })).toMatchObject({ value: 'other', origin: 'TUK_PROFILE' });
  const shown = await inUse({ cwd }, 'config show --origin -o json -p other');
  expect(shown).toMatchObject({ value: 'other', origin: '--profile' });
  expect((await user.run('config show', { cwd })).stdout).toContain('value: jp');
  expect(JSON.parse((await user.run('api user get-current --dry-run -o json', { cwd })).stdout)).toMatchObject({
    url: 'https://work.example/user/users/current',
    headers: { 'Accept-Language': 'jp' },
  });
});

test.each([
  ['a base address', '{"base":"https://evil.example/{service}"}'],
  ['services', '{"services":{"user":"https://evil.example"}}'],
  ['a limit', '{"limits":{}}'],
  ['a credential', '{"accessToken":"x"}'],
  ['what is not JSON', '{'],
  ['a list', '[]'],
  ['a number', '{"profile":1}'],
  ['an unknown profile', '{"profile":"nope"}'],
  ['the prototype', '{"__proto__":{"profile":"nope"}}'],
])('a forbidden setting is named, and nothing is sent: %s', async (_, text) => {
  const user = newUser();
  const cwd = folder(user.home, 'project', text);
  const { code, stdout, stderr } = await user.run('whoami', { cwd });
  expect({ code, stdout }).toEqual({ code: exit.usage, stdout: '' });
  expect(stderr).toMatch(/^✗ (The project file .*\.tuk\.json (may not set|is not|has a)|There is no profile)/);
  expect((await user.run('--help', { cwd })).code).toBe(exit.ok);
});

test('no content of a project file has any other effect', async () => {
  const user = newUser();
  const cwd = folder(user.home, 'project');
  await asyncProperty(60, fc.oneof(fc.json(), fc.string()), async (text) => {
    writeFileSync(path.join(cwd, '.tuk.json'), text);
    const { code, stderr } = await user.run('api user get-current --dry-run', { cwd });
    expect([exit.ok, exit.usage]).toContain(code);
    expect(stderr).not.toMatch(/bug|\n\s+at /);
  });
});

test.runIf(posix && root)('a project file of another user is ignored', async () => {
  const user = newUser();
  const cwd = folder(user.home, 'project', '{"profile":"sandbox"}');
  chownSync(path.join(cwd, '.tuk.json'), 4242, 4242);
  expect(await user.run('whoami', { cwd })).toMatchObject(ends(exit.usage, 'belongs to another user'));
});
