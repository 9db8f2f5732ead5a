// `tuk account`: the exact request of each command, its output, and the versions of the account that it falls back to.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const session = 'access-token-in-use';
/** A signed-in user of a stub service. */
async function setup(script: Script = respondJson({ status: 'ok' })) {
  const user = await stubUser(script, { signIn: false });
  const stdin = JSON.stringify({ accessToken: session, refreshToken: 'refresh-token' });
  await user.run('login --tokens-stdin', { stdin });
  return { ...user, requests: user.server.requests };
}

const email = '/user/users/email/me';
type Row = [argv: string, method: string, path: string, body?: unknown];
const rows: readonly Row[] = [
  ['account show', 'GET', '/user/v2.1/accounts'],
  ['account show u1', 'GET', '/user/users/abstract/u1'],
  ['account email show', 'GET', email],
  ['account email set -f email=a@b.c', 'POST', email, { email: 'a@b.c' }],
  ['account email set --input -', 'POST', email, { e: 1e40 }],
  ['account referrer --user-id u1 --via link', 'POST', '/user/users/referrer', { userId: 'u1', via: 'link' }],
];

describe('each command', () => {
  test.each<Row>(rows)('%s sends one request, after a confirmation if it changes something', async (argv, ...sends) => {
    const { run, requests } = await setup();
    const stdin = argv.endsWith(' -') ? '{"e":1e40}' : '';
    const isChange = sends[0] === 'POST';
    if (isChange) expect((await run(argv, { stdin })).code).toBe(exit.guarded);
    expect(requests).toEqual([]);
    const stderr = expect.not.stringContaining(session);
    const ended = await run(`${argv} -vv${isChange ? ' --yes' : ''}`, { stdin });
    expect(ended).toEqual({ code: exit.ok, stdout: '{"status":"ok"}\n', stderr });
    const sent = requests.map(({ method, path, body }) => [method, path, ...(body ? [JSON.parse(body)] : [])]);
    expect(sent).toEqual([sends]);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${session}`);
  });

  test.each<[argv: string, says: RegExp]>([
    ['account show ..', /would change the path/],
    ['account email set', /-f/],
    ['account referrer --user-id u1', /--via/],
    ['account delete', /was removed\. Use tuk api user delete-account-v2/],
    ['account create --type GOOGLE --token-stdin', /was removed\. Use tuk api user create-account-v2/],
  ])('%s is refused before anything is sent', async (argv, says) => {
    const { run, requests } = await setup();
    expect(await run(`${argv} --yes`)).toMatchObject(ends(exit.usage, says, ''));
    expect(requests).toEqual([]);
  });
});

describe('fallback to other versions', () => {
  const html = respond(404, '<html>404</html>', { 'content-type': 'text/html' });

  test.each([
    ['a page', html],
    ['an empty 404', respond(404, '')],
    ['an empty 405', respond(405, '')],
    ['what the framework says', respondJson({ message: 'Cannot GET /v2.1/accounts', error: 'Not Found' }, 404)],
    ['a bare Not Found', respondJson({ message: 'Not Found', statusCode: 404 }, 404)],
    ['what a gateway says', respondJson({ message: 'no Route matched with those values' }, 404)],
  ])('account show falls back to the next version: %s', async (_, script) => {
    const { run, requests } = await setup(respondByPath({ '/v1/accounts': { id: 'a1' } }, script));
    const { code, stdout } = await run('account show');
    expect({ code, stdout }).toEqual({ code: exit.ok, stdout: '{"id":"a1"}\n' });
    expect(requests.map(({ path }) => path)).toEqual(['2.1', '2', '1'].map((version) => `/user/v${version}/accounts`));
  });

  test.each<[string, Script, number]>([
    ['a missing thing, by its code', respondJson({ message: 'No user', code: 'NOT_FOUND_USER' }, 404), exit.notFound],
    ['a missing thing, by its words alone', respondJson({ message: 'UserIdentifier not exists!' }, 404), exit.notFound],
    ['401', respondJson({ message: 'no', code: 'X' }, 401), exit.signIn],
    ['500', respond(500, ''), exit.server],
  ])('%s is a response: no other version is tried', async (_, script, expected) => {
    const { run, requests } = await setup(script);
    expect((await run('account show')).code).toBe(expected);
    expect(requests).toHaveLength(1);
  });
});

test('on a terminal an e-mail address and the name of a user are masked', async () => {
  const person = respondJson({ id: 'u1', name: 'N', avatar: 'a.png' });
  const { table } = await setup(respondByPath({ '/email/me': { email: 'mina@host.example' } }, person));
  expect((await table('account email show')).stdout).toContain('mi••@ho••');
  expect((await table('account email show --reveal')).stdout).toContain('mina@host.example');
  expect((await table('account show u1')).stdout).toMatch(/^••\n\n {2}Id +u1\n {2}Avatar +a\.png\n$/);
});
