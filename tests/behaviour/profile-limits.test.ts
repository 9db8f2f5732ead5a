// Limits and protection of a profile: checked, shown, removed; a change of a protected one requires its name, typed or with --confirm.
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { codeAndStderr, mine, platformUser } from '../support/platform.js';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

test.each([
  [['limits.transfer', '400,'], 'limits.transfer takes numbers'],
  [['limits.transfer', '-5'], 'is not a valid amount'],
  [['limits.day', '0'], 'must be above zero'],
  [['limits.fee', '1 MVP,2 MVP'], 'two limits of MVP'],
  [['limits.networks', 'BSC,MARS'], '"MARS" is not a network'],
  [['limits.recipients', `u-1,${mine.replace('F', 'f')}`], 'checksum'],
  [['limits.recipients', 'a b'], 'must be a list'],
  [['limits.pause', 'yes'], 'true or false'],
  [['limits.slip', '1'], 'There is no limit "slip"'],
  [['limits.slippage', '51'], 'at most 50 percent'],
  [['limits.impact', '1e1'], 'is not a valid amount'],
  [['limits.transfers', '1'], 'Did you mean transfer'],
])('%j is refused in one sentence', async (words, why) => {
  const { run } = await platformUser();
  expect(await run(['profile', 'set', 'box', ...words])).toMatchObject(ends(exit.usage, why));
  expect(JSON.parse((await run('profile show')).stdout).limits).toBeUndefined();
});

test('limits are shown, and removed one by one', async () => {
  const { run, json } = await platformUser({
    limits: { transfer: '400,1000.50 MVP', networks: 'BSC,BASE', recipients: mine, pause: 'true' },
  });
  const shown = async () => (await json('profile show')).limits;
  const read = { networks: ['BSC', 'BASE'], recipients: [mine], pause: true };
  expect(await shown()).toEqual({ transfer: '400,1000.5 MVP', ...read });
  for (const key of ['transfer', 'networks', 'recipients', 'pause']) await run(`profile set box limits.${key}`);
  expect(await shown()).toBeUndefined();
});

test.each([
  ['is protected', ['protected', 'true']],
  ['has limits', ['limits.day', '5']],
])('a profile that %s requires its name before it is removed, and is not overwritten', async (why, setting) => {
  const { run } = await platformUser();
  const names = async () => (await run('profile list -o name')).stdout.split('\n');
  await run(['profile', 'set', 'box', ...setting]);
  expect(codeAndStderr(await run('profile remove box'))).toMatch(/^7 ✗ [\s\S]*--confirm box/);
  expect(codeAndStderr(await run('profile remove box --yes'))).toMatch(
    new RegExp(`^7 ✗ [\\s\\S]*[Tt]he profile box ${why}, so --yes is not enough[\\s\\S]*--confirm box`),
  );
  expect((await run('profile remove box --confirm next')).code).toBe(exit.guarded);
  expect((await run('profile remove box --yes', { terminal: true, stdin: 'yes\n' })).code).toBe(exit.guarded);
  expect(codeAndStderr(await run('profile add box --base https://host.example/{service} --yes'))).toMatch(
    /^2 ✗ There is a profile box already/,
  );
  expect(await names()).toContain('box');
  const typed = await run('profile remove box', { terminal: true, stdin: 'box\n' });
  expect([typed.code, typed.stderr]).toEqual([exit.ok, expect.stringContaining(`The profile box ${why}. `)]);
  expect(await names()).not.toContain('box');
  await run('profile add box --base https://host.example/{service}');
  await run(['profile', 'set', 'box', ...setting]);
  expect((await run('profile remove box --confirm box')).code).toBe(exit.ok);
  expect(await names()).not.toContain('box');
});

test('a recipient that the limit does not allow is refused without a hint to add it', async () => {
  const { run, transfers } = await platformUser({ limits: { recipients: 'u-1' } });
  for (const to of ['dara', 'ｄara', 'a,b']) {
    const hasHint = to === 'dara';
    const { code, stderr } = await run(['points', 'transfer', '--to', to, '--amount', '5', '--new-recipient', '--yes']);
    expect([to, code, stderr.includes('Allow it first')]).toEqual([to, exit.guarded, hasHint]);
    if (hasHint) expect((await run(['profile', 'set', 'box', 'limits.recipients', `u-1,${to}`])).code).toBe(exit.ok);
    if (hasHint) await run('profile set box limits.recipients u-1');
  }
  expect(transfers()).toEqual([]);
});

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
