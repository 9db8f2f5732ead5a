// Every sign-in method against the second back end, and the renewal of its session.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Wallet } from 'ethers';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { secondBackend } from '../../support/second-backend.js';
import { newHome, newUser } from '../../support/tuk.js';

const phrase = 'test test test test test test test test test test test junk';

async function setup(options: Parameters<typeof secondBackend>[0] = {}) {
  const backend = await secondBackend(options);
  const home = newHome();
  const write = (name: string, text: string) => writeFileSync(path.join(home, name), text);
  write('config.json', JSON.stringify({ current: 'box', profiles: { box: { base: `${backend.url}/{service}` } } }));
  write('phrase.txt', phrase);
  return {
    ...{ backend, home, write, tuk: (line: string, stdin = '') => newUser(home).run(line, { stdin }) },
    /** Checks that the session works, that it is renewed when it has expired, and that no secret was printed. */
    async checkSession({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) {
      expect(`${code} ${stderr}`).toMatch(/^0 [\s\S]*✓ Signed in/);
      const stored = JSON.parse(readFileSync(path.join(home, 'sessions/box.json'), 'utf8'));
      for (const secret of [stored.accessToken, stored.refreshToken, phrase])
        expect(stdout + stderr).not.toContain(secret);
      backend.expire();
      expect(await newUser(home).run('whoami -q')).toMatchObject({ code: exit.ok, stderr: '' });
      expect([backend.count('refresh'), backend.count('confirm')]).toEqual([1, 1]);
    },
  };
}

test('with a wallet', async () => {
  const { tuk, checkSession, backend } = await setup();
  await checkSession(await tuk('login web3 --key-file phrase.txt -vv'));
  const validate = backend.calls.find(({ path: at }) => at.endsWith('/web3/validate'));
  expect(validate?.body).toMatchObject({
    walletAddress: Wallet.fromPhrase(phrase).address,
    signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
  });
});

test.each([
  ['the account key', 'hmac --key-file phrase.txt', ''],
  ['mini app data', 'ride --file data.txt', ''],
  ['a Privy token', 'privy', 'a-privy-token'],
])('with %s', async (_, line, stdin) => {
  const { tuk, checkSession, write } = await setup();
  write('data.txt', 'user=%7B%22id%22%3A1%7D&hash=abcd');
  await checkSession(await tuk(`login ${line} -vv`, stdin));
});

test('with tokens, while a variable overrides them: this is said', async () => {
  const { home, backend } = await setup();
  const options = { stdin: JSON.stringify(backend.signIn()), env: { TUK_TOKEN: 'another' } };
  expect((await newUser(home).run('login --tokens-stdin', options)).stderr).toContain('TUK_TOKEN is set and overrides');
});

test('with a one-time code of another session', async () => {
  const first = await setup();
  await first.tuk('login --tokens-stdin', JSON.stringify(first.backend.signIn()));
  const { stdout: code } = await first.tuk('auth code --yes');
  await first.checkSession(await first.tuk('login code -vv', code));
  expect((await first.tuk('login code', code)).code).toBe(exit.signIn);
});

test('in a browser: its address has no credentials, and the returned code signs in', async () => {
  const received: string[] = [];
  const user = await setup({
    redirect: (provider, redirectUrl) => {
      received.push(provider, redirectUrl);
      return redirectUrl; // skips the exchange between provider and service
    },
  });
  await user.tuk('login --tokens-stdin', JSON.stringify(user.backend.signIn()));
  const code = JSON.parse((await user.tuk('auth code --yes')).stdout) as { type: string; code: string };
  user.write(
    'browser',
    `#!/bin/sh\nexec "${process.execPath}" -e 'fetch(process.argv[1]+"?type=${code.type}&code=${code.code}")' "$1"\n`,
  );
  chmodSync(path.join(user.home, 'browser'), 0o755);
  const { code: exitCode, stderr } = await newUser(user.home).run('login discord --max-wait 1h', {
    terminal: true,
    env: { BROWSER: path.join(user.home, 'browser') },
  });
  expect([exitCode, stderr]).toEqual([exit.ok, expect.stringContaining('✓ Signed in as Se•• P••')]);
  expect(received).toEqual(['discord', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{24}$/)]);
  expect(user.backend.calls.find(({ path: at }) => at.startsWith('/user/auth/discord'))?.authorization).toBeUndefined();
});

test('several users side by side, each in an own profile', async () => {
  const { tuk, backend, write } = await setup();
  const base = `${backend.url}/{service}`;
  write('config.json', JSON.stringify({ profiles: { ann: { base }, bob: { base } } }));
  for (const name of ['Ann', 'Bob'])
    await tuk(`login --tokens-stdin -p ${name.toLowerCase()}`, JSON.stringify(backend.signIn(name)));
  backend.expire();
  const names = await Promise.all(['ann', 'bob', 'ann', 'bob'].map((name) => tuk(`whoami -p ${name} --jq .user.name`)));
  expect(names.map(({ stdout }) => stdout.trim())).toEqual(['Ann', 'Bob', 'Ann', 'Bob']);
  expect(backend.count('refresh')).toBe(2);
  expect((await tuk('logout --every -p ann')).code).toBe(exit.ok);
  expect((await tuk('whoami -q -p ann')).code).toBe(exit.signIn);
  expect((await tuk('whoami -q -p bob')).code).toBe(exit.ok);
});
