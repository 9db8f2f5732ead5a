// The versions of an account endpoint: a read falls back to an older version, a write never does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const session = 'access-token-in-use';
/** A signed-in user of a stub service. */
async function setup(script: Script) {
  const user = await stubUser(script, { signIn: false });
  await user.run('login --tokens-stdin', {
    stdin: JSON.stringify({ accessToken: session, refreshToken: 'refresh-token' }),
  });
  const stored = () => JSON.parse(readFileSync(path.join(user.home, 'sessions/box.json'), 'utf8'));
  return { ...user, stored, requests: user.server.requests };
}

describe('fallback to other versions', () => {
  const html = respond(404, '<html>404</html>', { 'content-type': 'text/html' });

  test.each([
    ['a page', html],
    ['an empty 404', respond(404, '')],
    ['an empty 405', respond(405, '')],
    [
      'what the framework says',
      respondJson({ statusCode: 404, message: 'Cannot GET /v2.1/accounts', error: 'Not Found' }, 404),
    ],
    ['a bare Not Found', respondJson({ message: 'Not Found', statusCode: 404 }, 404)],
    ['what a gateway says', respondJson({ message: 'no Route matched with those values' }, 404)],
  ])('account show falls back to the next version: %s', async (_, script) => {
    const { run, requests } = await setup(respondByPath({ '/v1/accounts': { id: 'a1' } }, script));
    const { code, stdout, stderr } = await run('account show');
    expect({ code, stdout }).toEqual({ code: exit.ok, stdout: '{"id":"a1"}\n' });
    expect(requests.map(({ path: at }) => at)).toEqual([
      '/user/v2.1/accounts',
      '/user/v2/accounts',
      '/user/v1/accounts',
    ]);
    expect(stderr).toContain('does not support v2.1');
  });

  test.each<[string, Script, number]>([
    [
      'a missing thing, by its code',
      respondJson({ message: 'There is no user', code: 'NOT_FOUND_USER' }, 404),
      exit.notFound,
    ],
    [
      'a missing thing, by the plainest code',
      respondJson({ message: 'no such account', code: 'NOT_FOUND' }, 404),
      exit.notFound,
    ],
    ['a missing thing, by its words alone', respondJson({ message: 'UserIdentifier not exists!' }, 404), exit.notFound],
    ['401', respondJson({ message: 'no', code: 'X' }, 401), exit.signIn],
    ['500', respond(500, ''), exit.server],
    ['a page with 200', respond(200, '<html>'), exit.server],
  ])('%s is a response: no other version is tried', async (_, script, expected) => {
    const { run, requests } = await setup(script);
    expect((await run('account show')).code).toBe(expected);
    expect(requests).toHaveLength(1);
  });

  test('a server without any version: the error of the newest one is reported', async () => {
    const { run, requests } = await setup(html);
    expect(await run('account show')).toMatchObject({
      code: exit.notFound,
      stderr: expect.stringContaining('✗ user answered 404 to GET /v2.1/accounts.'),
    });
    expect(requests).toHaveLength(3);
  });

  test.each(['account show --api-version v2.1', 'account delete --yes', 'account check --api-version v2.1 -f a=b'])(
    'an explicit version and a write never fall back: %s',
    async (argv) => {
      const { run, requests, stored } = await setup(html);
      expect((await run(argv)).code).toBe(exit.notFound);
      expect(requests).toHaveLength(1);
      expect(stored()).toMatchObject({ accessToken: session });
    },
  );
});
