// A variable that chooses the account is absent, valid or refused: one that is set and empty never means another account.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

test.each([
  ['TUK_TOKEN', ''],
  ['TUK_TOKEN', '  '],
  ['TUK_TOKEN', 'abc\n'],
  ['TUK_TOKEN', 'a\r\nb'],
  ['TUK_PROFILE', ''],
  ['TUK_PROFILE', '\n'],
  ['TUK_HOME', ''],
  ['TUK_HOME', ' '],
])('%s=%j is exit 2, and the stored account sends nothing', async (name, value) => {
  const { run } = await signedIn('mina');
  for (const line of [
    'points transfer --to dara --amount 1 --new-recipient --yes',
    'whoami',
    'api user get-current',
    'points balance --json',
    'auth status',
  ])
    expect(await run(line, { env: { [name]: value } }), line).toMatchObject(ends(exit.usage, name, ''));
  expect(JSON.parse((await run('ops list -o json')).stdout)).toEqual([]);
});

test.each(['TUK_TOKEN', 'TUK_PROFILE', 'TUK_HOME'])('what needs no account runs with an empty %s', async (name) => {
  const { run } = newUser();
  const env = { [name]: '' };
  const more = name === 'TUK_PROFILE' ? [] : ['api list -o json', 'completion bash'];
  for (const line of ['--help', 'help money', ...more])
    expect(await run(line, { env }), line).toMatchObject({ code: exit.ok });
  const { stdout, stderr } = await run('doctor', { env });
  expect(stdout + stderr).toContain(`${name} is set and empty`);
  expect(stdout + stderr).not.toContain('bug');
});

test('-p takes precedence over an empty TUK_PROFILE', async () => {
  const { run } = await signedIn('mina');
  expect(await run('whoami -p sandbox', { env: { TUK_PROFILE: '' } })).toMatchObject({ code: exit.ok });
});

test.each(['TUK_BASIC_USER', 'TUK_BASIC_PASSWORD'])('an empty %s is not the user of the profile', async (name) => {
  const { run, server } = await stubUser(() => undefined);
  await run('profile set box basicUser someone');
  const env = { TUK_BASIC_USER: 'u', TUK_BASIC_PASSWORD: 'p', [name]: '' };
  expect(await run('api point get-merchant-point m1', { env })).toMatchObject({ code: exit.usage });
  expect(server.requests).toEqual([]);
});

test.each(['logout', 'login --as dara'])('an empty TUK_TOKEN stops %s, and the session stays', async (line) => {
  const user = newUser();
  await user.run('login --as mina');
  expect(await user.run(line, { env: { TUK_TOKEN: '' } })).toMatchObject(ends(2, 'TUK_TOKEN'));
  expect((await user.run('whoami')).stdout.toLowerCase()).toContain('mina');
});

test('no source reads such a variable by itself', () => {
  const root = path.resolve(import.meta.dirname, '../../src');
  const readers = (readdirSync(root, { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /env\.TUK_(HOME|PROFILE|TOKEN|BASIC_\w+)\b/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(readers.sort()).toEqual([
    'cli/print/errors.ts', // the hint of a refused token
    'cli/run/run-context.ts', // whether a profile is named
    'commands/config/index.ts', // where a setting comes from
    'commands/doctor/subject.ts', // the name of a profile that cannot be used
    'commands/logout/index.ts', // a note
    'engine/sign-in/store-session.ts', // a note
    'session/paths.ts', // whether there is a home
  ]);
});
