// Reading a change back: prints its row of the list with every digit; the change succeeds although the list lacks it.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { withdrawalResponse } from '../../support/platform.js';
import { respond, type Script, scripted } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const changed =
  (list: Script): Script =>
  (socket, { path: at, method, ...request }) => {
    if (method === 'POST')
      return respond(
        201,
        JSON.stringify({
          id: 's1',
          status: 'PENDING',
          ...withdrawalResponse(request, 'w1'),
          createdAt: '2026-01-01T00:00:00Z',
        }),
      )(socket, { path: at, method, ...request });
    if (/active$|bridge-swap$|\/swap$|history$/.test(at.replace(/\?.*/, '')))
      return list(socket, { path: at, method, ...request });
    const answer = respond(200, at.includes('/token/') ? tokens : '{"feeAmount":"1"}');
    return answer(socket, { path: at, method, ...request });
  };
const tokens = '[{"symbol":"MVL","decimals":18},{"symbol":"bMVL","decimals":18}]';
const lines = [
  [`wallet withdraw create --currency MVL --amount 25 --to ${to}`, '.request.status'],
  [`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to}`, '.status'],
  [`swap bridge create --type TO_BEP20 --amount 21 -f toAddress=${to}`, '.balanceAfter'],
] as const;
async function setup(list: Script) {
  const server = await scripted(changed(list));
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  await user.run('profile use box');
  for (const call of ['bep20-swap.create-bridge-swap', 'user.transfer-points'])
    await user.run(`profile set box name.${call} confirmed`);
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  return user;
}

test('is printed as in its list, with every digit', async () => {
  const row =
    '{"id":"s1","status":"DONE","request":{"id":"w1","status":"DONE"},"createdAt":"2026-01-01T00:00:00Z","balanceAfter":123456789012345678901.5}';
  const user = await setup(respond(200, `[{"id":"other","request":{"id":"w0"}},${row}]`));
  for (const [line, path] of lines) {
    expect([line, await user.run([...line.split(' '), '--new-recipient', '--yes', '--jq', path])]).toMatchObject([
      line,
      { code: exit.ok, stdout: path === '.balanceAfter' ? '123456789012345678901.5\n' : 'DONE\n' },
    ]);
  }
});

test.each([
  ['is not in its list', respond(200, '[{"id":"other"}]'), ''],
  ['has a list that cannot be had', respond(500, '{}'), 'It was done, but reading it back failed'],
  ['has no list in the answer', respond(200, '{}'), 'It was done, but reading it back failed'],
])('that %s is printed as it was returned: success stays success', async (_, list, output) => {
  const user = await setup(list);
  for (const [line] of lines) {
    const result = await user.run([...line.split(' '), '--new-recipient', '--yes']);
    expect([line, result.code, JSON.parse(result.stdout).status]).toEqual([line, exit.ok, 'PENDING']);
    expect(result.stderr).toContain(output);
  }
});
