// Names of profiles, keys and aliases are names of files on every system; two that differ in letter case only are one file on many.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isFileName } from '../../../src/services/platform/file-name.js';
import { ends, exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

test.each([
  ...'con NUL Aux.txt com1 lpt9.a.b prn a. . .. a/b a\\b a:b a? a*b <a a|b a"b COM¹ conin$'.split(' '),
  ...['a ', '', 'a\nb'],
])('%j is not the name of a file on every system', (name) => expect(isFileName(name)).toBe(false));
test.each(['a', 'console', 'com', 'com10', 'my.nul', 'a.b', '.a', 'A-b_c'])('%j is one', (name) =>
  expect(isFileName(name)).toBe(true),
);

const add = (name: string) => ['profile', 'add', name, '--base', 'https://x.example/{service}'];

test.each([
  ['Pay', 'pay'],
  ['pay', 'PAY'],
  ['a.B', 'A.b'],
])('beside the profile %s, %s is refused', async (first, second) => {
  const { run } = newUser();
  expect(await run(add(first))).toMatchObject({ code: exit.ok });
  expect(await run(add(second))).toMatchObject(ends(exit.usage, first));
  expect(JSON.parse((await run('profile list -o json')).stdout)).toHaveLength(2);
});

test.each(['Sandbox', 'con', 'NUL', 'com1', 'aux.a', 'a.'])('a profile cannot be named %s', async (name) => {
  const { run } = newUser();
  expect(await run(add(name))).toMatchObject({ code: exit.usage, stdout: '' });
  expect(JSON.parse((await run('profile list -o json')).stdout)).toHaveLength(1);
});

test('two profiles of an earlier configuration that differ in letter case only are refused until one is removed', async () => {
  const { run, home } = newUser();
  const base = 'https://x.example/{service}';
  writeFileSync(path.join(home, 'config.json'), JSON.stringify({ profiles: { Pay: { base }, pay: { base } } }), {
    mode: 0o600,
  });
  for (const line of ['whoami -p pay', 'login --as mina -p Pay', 'logout -p Pay'])
    expect(await run(line), line).toMatchObject(
      ends(exit.usage, /Pay.*differ in letter case only|pay.*differ in letter case only/),
    );
  expect((await run('profile list -o name')).stdout).toBe('sandbox\nPay\npay\n');
  const { stderr } = await run('whoami -p pay');
  const remedy = /tuk (profile remove Pay -p sandbox)/.exec(stderr)![1]!;
  expect(await run(remedy)).toMatchObject({ code: exit.ok });
  expect(await run('whoami -p pay')).toMatchObject({ code: exit.signIn });
});

test('a key and an alias cannot have the name of a device', async () => {
  const { run } = newUser();
  expect(await run('wallet key new nul')).toMatchObject(ends(exit.usage, '"nul"'));
  expect(await run(['alias', 'set', 'con', 'whoami'])).toMatchObject({ code: exit.usage });
});
