// A protected profile: a change requires the profile's name, typed or with --confirm; reads do not.
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const change = 'api user set-email -f email=a@b.c';
const live = () => stubUser(respondJson({}, 201), { settings: { protected: 'true' } });

test('a change requires the profile name, on a terminal and in a script', async () => {
  const { run, server } = await live();
  expect(await run(`${change} --yes`)).toMatchObject(ends(exit.guarded, '--confirm box'));
  expect((await run(change)).code).toBe(exit.guarded);
  expect(await run(`${change} --confirm staging`)).toMatchObject(ends(exit.guarded, 'the profile in use is box'));
  expect((await run(change, { terminal: true, stdin: 'y\n' })).code).toBe(exit.guarded);
  expect((await run(`${change} --yes`, { terminal: true, stdin: 'yes\n' })).code).toBe(exit.guarded);
  expect(server.requests).toEqual([]);
  expect((await run(change, { terminal: true, stdin: 'box\n' })).code).toBe(exit.ok);
  expect((await run(`${change} --confirm box`)).code).toBe(exit.ok);
  expect(server.requests).toHaveLength(2);
  await run('profile add other --base https://other.example/{service} --protected');
  expect((await run('profile list --jq .[1:][].guard')).stdout).toBe('protected\nprotected\n');
});

test('reads need no confirmation; --confirm with the name works in other profiles, too', async () => {
  const { run, server } = await live();
  expect((await run('api user list-sessions')).code).toBe(exit.ok);
  await run('profile set box protected false --confirm box');
  expect((await run(`${change} --confirm box`)).code).toBe(exit.ok);
  await run('profile set box read-only true');
  expect((await run(`${change} --confirm box`)).code).toBe(exit.guarded);
  expect(server.requests).toHaveLength(2);
});
