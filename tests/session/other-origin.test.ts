// A session is bound to the origins of its sign-in: with another base address no token leaves, by any call.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { respondJson, scripted } from '../support/scripted-server.js';
import { stubUser, tokens } from '../support/users.js';

/** A user who signed in at one server, and another server; both note the Authorization headers that reach them. */
async function setup() {
  const expired = respondJson({ message: 'Session expired or deleted', code: 'EXPIRED_SESSION' }, 401);
  const [user, other] = [await stubUser(respondJson({ id: '1' })), await scripted(expired)];
  return {
    ...user,
    other,
    file: path.join(user.home, 'sessions/box.json'),
    tokensAtOther: () => other.requests.flatMap(({ headers }) => headers.authorization ?? []),
    toOther: () => user.run(['profile', 'set', 'box', 'base', `${other.url}/{service}`]),
  };
}

const lines = [
  'whoami',
  'auth status',
  'auth refresh',
  'api GET user /users/current',
  'api user set-email -f email=a@b.c --yes',
  'points transfer --to u-1 --amount 1 --new-recipient --yes',
];

test.each(lines)('%s: exit 4 at another origin, and no token is sent', async (line) => {
  const { run, other, tokensAtOther, toOther } = await setup();
  expect((await toOther()).code).toBe(exit.ok);
  expect([line, await run(line)]).toMatchObject([line, ends(exit.signIn, `this call goes to ${other.url}`)]);
  expect(tokensAtOther()).toEqual([]);
});

test('one service at another origin: its calls are refused, others work; a new sign-in binds it', async () => {
  const { run, other, tokensAtOther } = await setup();
  await run(['profile', 'set', 'box', 'service.ride-hailing', other.url]);
  expect((await run('api ride-hailing get-active-request')).code).toBe(exit.signIn);
  expect((await run('whoami')).code).toBe(exit.ok);
  expect(tokensAtOther()).toEqual([]);
  await run('login --tokens-stdin', { stdin: '{"accessToken":"new.access"}' });
  await run('api ride-hailing get-active-request');
  expect(tokensAtOther()).toContain('Bearer new.access');
});

test('another path or service address of the same origin is the same origin', async () => {
  const { run, server } = await setup();
  await run(['profile', 'set', 'box', 'base', `${server.url}/v9/{service}`]);
  expect((await run('whoami')).code).toBe(exit.ok);
});

test.each(['logout', 'logout --every'])('%s at another origin sends no token', async (line) => {
  const { run, tokensAtOther, file, toOther } = await setup();
  expect(JSON.parse(readFileSync(file, 'utf8')).origins).toHaveLength(1);
  await toOther();
  expect(await run(line)).toMatchObject(ends(line === 'logout' ? exit.ok : exit.signIn, 'Signed out'));
  expect(tokensAtOther()).toEqual([]);
});

describe('a session of an earlier version, without origins', () => {
  async function earlier() {
    const user = await setup();
    const { origins: _, ...session } = JSON.parse(readFileSync(user.file, 'utf8'));
    writeFileSync(user.file, JSON.stringify(session));
    return { ...user, session };
  }

  test.each(['whoami', 'auth refresh'])(
    '%s: it is bound at its first use, and its token goes to no other origin afterwards',
    async (line) => {
      const { run, file, server, toOther, tokensAtOther, session } = await earlier();
      await run(line);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ id: session.id, origins: [server.url] });
      await toOther();
      expect((await run(line)).code).toBe(exit.signIn);
      expect(tokensAtOther()).toEqual([]);
    },
  );

  test('runs at once bind it once, and keep its tokens', async () => {
    const { run, file } = await earlier();
    const results = await Promise.all(['whoami', 'whoami', 'points balance'].map((line) => run(line)));
    expect(results.map(({ code }) => code)).toEqual([exit.ok, exit.ok, exit.ok]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ generation: 2, ...tokens });
  });

  test('where it cannot be saved, its token is not sent', async () => {
    const { run, home, server } = await earlier();
    rmSync(path.join(home, 'locks'), { recursive: true });
    writeFileSync(path.join(home, 'locks'), '');
    expect((await run('whoami')).code).toBe(exit.local);
    expect(server.requests).toEqual([]);
  });
});
