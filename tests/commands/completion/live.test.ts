// The ids of a service: a wait of a tenth of a second, a private file for a minute, and a session that stays as it is.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { neverRespond, respond, respondJson } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { keyringOf, type User } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

const station = (id: string) => ({ id, name: `Station ${id}`, status: 'ON' });
type Options = Parameters<User['run']>[1];
async function offered(user: User, line = 'depin station ', options: Options = {}): Promise<string[]> {
  const words = line.split(' ').map((word) => `:${word}`);
  const { code, stdout, stderr } = await user.run(['completion', 'zsh', '--', ...words], options);
  expect([code, stderr]).toEqual([exit.ok, '']);
  return stdout.split('\n').slice(1, -1);
}
const file = ({ home }: User) => path.join(home, 'completion', 'box.json');
const sessionOf = ({ home }: User) => readFileSync(path.join(home, 'sessions', 'box.json'), 'utf8');

test('ids are kept in a private file for a minute, then read again', async () => {
  const user = await stubUser(respondJson([station('s1')]));
  expect(await offered(user, 'depin station ', { now })).toEqual(['s1\tON Station s1']);
  expect(statSync(file(user)).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file(user))).mode & 0o777).toBe(0o700);
  expect(readFileSync(file(user), 'utf8')).not.toMatch(/\baaaa\b|rrrr/);
  expect(await offered(user, 'depin swaps --station ', { now: now + 59_000 })).toHaveLength(1);
  expect(user.server.requests).toHaveLength(1);
  await offered(user, 'depin station ', { now: now + 61_000 });
  expect(user.server.requests).toHaveLength(2);
});

test('a sign-out removes the file, and another account never sees it', async () => {
  const user = await stubUser(respondJson([station('s1')]));
  await offered(user);
  const kept = readFileSync(file(user));
  await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: 'bbbb', refreshToken: 'ssss' }) });
  expect(existsSync(file(user))).toBe(false);
  writeFileSync(file(user), kept, { mode: 0o600 }); // as if a process in the background had written it late
  await offered(user);
  expect(user.server.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
  await user.run('logout');
  expect(existsSync(file(user))).toBe(false);
});

test('a silent service is waited for a tenth of a second, and once; nothing is offered in place of its ids', async () => {
  const user = await stubUser(neverRespond);
  expect(await offered(user)).toEqual([]);
  expect(await offered(user)).toEqual([]); // the first read is under way
  expect(user.server.requests).toHaveLength(1);
});

test('the background reads a list once, and only a list', async () => {
  const user = await stubUser(respondJson([station('s1')]));
  const filled = await user.run('completion fill -p box -- :depin :stations');
  expect(filled).toEqual({ code: exit.ok, stdout: '', stderr: '' });
  expect(await offered(user)).toEqual(['s1\tON Station s1']);
  expect(user.server.requests).toHaveLength(1);
  await user.run('completion fill -- :store :order :cancel :1');
  await user.run('completion fill -- :logout');
  expect(user.server.requests).toHaveLength(1);
  expect(sessionOf(user)).toContain('aaaa');
});

test('an expired session is not renewed, and stays as it is', async () => {
  const user = await stubUser(respond(401, '{"code":"EXPIRED_SESSION","message":"expired"}'));
  const before = sessionOf(user);
  expect(await offered(user)).toEqual([]);
  await user.run('completion fill -p box -- :depin :stations');
  expect(user.server.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(sessionOf(user)).toBe(before);
});

test('tokens go to the origins of the sign-in only', async () => {
  const user = await stubUser(respondJson([station('s1')]));
  const other = await stubUser(respondJson([station('x')]));
  await user.run(['profile', 'set', 'box', 'base', `${other.server.url}/{service}`]);
  expect(await offered(user)).toEqual([]);
  expect([user.server.requests, other.server.requests]).toEqual([[], []]);
});

test('a key ring stays closed', async () => {
  const user = await stubUser(respondJson([station('s1')]));
  const { options } = keyringOf();
  let opened = 0;
  const keyring = () => {
    opened++;
    return options.keyring();
  };
  await user.run('profile set box secureStorage required');
  const login = { stdin: JSON.stringify({ accessToken: 'aaaa', refreshToken: 'rrrr' }), keyring };
  expect((await user.run('login --tokens-stdin', login)).code).toBe(exit.ok);
  opened = 0;
  expect(await offered(user, 'depin station ', { keyring })).toEqual([]);
  expect([opened, user.server.requests]).toEqual([0, []]);
});

test('a read-only profile is read as any other; a failure offers nothing and says nothing', async () => {
  const readOnly = await stubUser(respondJson([station('s1')]), { settings: { readOnly: 'true' } });
  expect(await offered(readOnly)).toHaveLength(1);
  const user = await stubUser(respond(500, 'broken'));
  expect(await offered(user)).toEqual([]);
  expect(await offered(user, 'depin stations --status ')).toEqual(['ON', 'OFF']);
});

test('ids with what a shell or a terminal would run are not offered, or only as text', async () => {
  const texts = ['ok-1', 'a b', "it's", '$(touch x)', '`x`'];
  const ids = [...texts, '-rf', 'line\nbreak', 'tab\there', 'esc\u001b[2J', '\u202Eflip'];
  const user = await stubUser(respondJson(ids.map((id) => ({ id, name: 'x\u001b[31m\nred', status: 'ON' }))));
  const found = await offered(user);
  expect(found.map((line) => line.split('\t')[0])).toEqual(texts);
  expect(found.join('')).not.toMatch(/[\u001b\u202e]/);
  const behind = await offered(user, 'depin station -- ');
  expect(behind.map((line) => line.split('\t')[0])).toContain('-rf');
  const line = (text: string) => user.run(['completion', 'bash', '--', `:tuk depin station ${text}`, ': =:']);
  expect((await line('')).stdout).toBe("words\nok-1\na\\ b\nit\\'s\n\\$\\(touch\\ x\\)\n\\`x\\`\n");
  expect((await line("'$(")).stdout).toBe('words\n$(touch x)\n');
  expect((await line('"a')).stdout).toBe('words\na b\n');
});
