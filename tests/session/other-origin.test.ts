// A session is bound to the origins of its sign-in: with another base address no token leaves, by any call.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

/** A user who signed in at one server; a second server stands by. Both note the Authorization headers that reach them. */
async function setup() {
  const expired = respond(401, '{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}');
  const [home, other] = [await scripted(respond(200, '{"id":"1"}')), await scripted(expired)];
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${home.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"secret.access","refreshToken":"secret.refresh"}' });
  const tokensAtOther = () => other.requests.flatMap(({ headers }) => headers.authorization ?? []);
  const file = path.join(user.home, 'sessions/box.json');
  return { ...user, first: home, other, tokensAtOther, file };
}

const lines = [
  'whoami',
  'auth status',
  'auth refresh',
  'auth sessions',
  'points balance',
  'api user get-current',
  'api GET user /users/current',
  'api user set-email -f email=a@b.c --yes',
  'points transfer --to u-1 --amount 1 --new-recipient --yes',
  'api POST user /v2/balance/mvp/transfer -f toUserId=u-1 -f amount=1 --new-recipient --yes',
];

test.each(lines)('%s: exit 4 at another origin, and no token is sent', async (line) => {
  const { run, other, tokensAtOther } = await setup();
  expect((await run(['profile', 'set', 'box', 'base', `${other.url}/{service}`])).code).toBe(exit.ok);
  const { code, stderr } = await run(line);
  expect([line, code, stderr]).toEqual([line, exit.signIn, expect.stringContaining(`this call goes to ${other.url}`)]);
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
  const { run, first } = await setup();
  await run(['profile', 'set', 'box', 'base', `${first.url}/v9/{service}`]);
  expect((await run('whoami')).code).toBe(exit.ok);
});

test.each(['logout', 'logout --every'])('%s at another origin sends no token', async (line) => {
  const { run, other, tokensAtOther, file } = await setup();
  const before = JSON.parse(readFileSync(file, 'utf8')).origins;
  expect(before).toHaveLength(1);
  await run(['profile', 'set', 'box', 'base', `${other.url}/{service}`]);
  const { code, stderr } = await run(line, { env: { TUK_TOKEN: '' } });
  expect([code, stderr]).toEqual([line === 'logout' ? exit.ok : exit.signIn, expect.stringContaining('Signed out')]);
  expect(tokensAtOther()).toEqual([]);
});

describe('a session of an earlier version, without origins', () => {
  async function earlier() {
    const user = await setup();
    const { origins: _, ...session } = JSON.parse(readFileSync(user.file, 'utf8'));
    writeFileSync(user.file, JSON.stringify(session));
    return { ...user, session, atOther: () => user.run(['profile', 'set', 'box', 'base', `${user.other.url}/{service}`]) };
  }

  test.each(lines)('%s: it is bound at its first use, and its token goes to no other origin afterwards', async (line) => {
    const { run, file, first, atOther, tokensAtOther, session } = await earlier();
    await run(line);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ id: session.id, origins: [first.url] });
    await atOther();
    expect((await run(line)).code).toBe(exit.signIn);
    expect(tokensAtOther()).toEqual([]);
  });

  test('runs at once bind it once, and keep its tokens', async () => {
    const { run, file } = await earlier();
    const results = await Promise.all(['whoami', 'whoami', 'points balance'].map((line) => run(line)));
    expect(results.map(({ code }) => code)).toEqual([exit.ok, exit.ok, exit.ok]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      generation: 2,
      accessToken: 'secret.access',
      refreshToken: 'secret.refresh',
    });
  });

  test('where it cannot be saved, its token is not sent', async () => {
    const { run, file, first } = await earlier();
    rmSync(path.join(path.dirname(path.dirname(file)), 'locks'), { recursive: true });
    writeFileSync(path.join(path.dirname(path.dirname(file)), 'locks'), '');
    const before = first.requests.length;
    expect((await run('whoami')).code).toBe(exit.local);
    expect(first.requests.length).toBe(before);
  });
});
