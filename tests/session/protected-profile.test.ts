// A protected profile: a change requires the profile's name, typed or with --confirm; reads do not.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const change = 'api user set-email -f email=a@b.c -p live';
async function live() {
  const server = await scripted(respond(201, '{}'));
  const user = newUser();
  await user.run(['profile', 'add', 'live', '--base', `${server.url}/{service}`, '--protected']);
  confirmFieldNames(user.home, 'live');
  await user.run('login --tokens-stdin -p live', { stdin: '{"accessToken":"aaaa"}' });
  return { ...user, sent: () => server.requests.length };
}

test('a change requires the profile name, on a terminal and in a script', async () => {
  const { run, sent } = await live();
  expect(await run(`${change} --yes`)).toMatchObject({ code: exit.guarded, stderr: expect.stringContaining('--confirm live') });
  expect((await run(change)).code).toBe(exit.guarded);
  expect(await run(`${change} --confirm staging`)).toMatchObject({
    code: exit.guarded,
    stderr: expect.stringContaining('the profile in use is live'),
  });
  expect((await run(change, { terminal: true, stdin: 'y\n' })).code).toBe(exit.guarded);
  expect((await run(`${change} --yes`, { terminal: true, stdin: 'yes\n' })).code).toBe(exit.guarded);
  expect(sent()).toBe(0);
  expect((await run(change, { terminal: true, stdin: 'live\n' })).code).toBe(exit.ok);
  expect((await run(`${change} --confirm live`)).code).toBe(exit.ok);
  expect(sent()).toBe(2);
  expect((await run('profile list --jq .[1].guard')).stdout).toBe('protected\n');
});

test('reads need no confirmation; --confirm with the name works in other profiles, too', async () => {
  const { run, sent } = await live();
  expect((await run('api user list-sessions -p live')).code).toBe(exit.ok);
  await run('profile set live protected false');
  expect((await run(`${change} --confirm live`)).code).toBe(exit.ok);
  await run('profile set live read-only true');
  expect((await run(`${change} --confirm live`)).code).toBe(exit.guarded);
  expect(sent()).toBe(2);
});
