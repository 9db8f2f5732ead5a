// `tuk login`: every sign-in method, on the embedded sandbox and against hostile servers.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Wallet } from 'ethers';
import { describe, expect, test } from 'vitest';
import type { Keyring } from '../../../src/session/stored-session.js';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { digits, first, phrase, setup, v3 } from '../../support/key-files.js';
import { type ReceivedRequest, respond, respondJson, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { keyringOf, newUser, type User } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

const key = `0x${digits}`;

/** Writes files into the home of a user. */
function withFiles<Of extends User>(user: Of, files: Readonly<Record<string, string>>): Of {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(user.home, name), text);
  return user;
}
const nameOf = async (user: User) => (await user.run('whoami --jq .user.name')).stdout.trim();
const sessionOf = ({ home }: User, profile = 'sandbox') => path.join(home, `sessions/${profile}.json`);

test('where the session of a protected profile is stored is a setting of it, which needs its name', async () => {
  const { run, server } = await stubUser(respondJson({}));
  await run('profile set box protected true');
  const before = server.requests.length;
  expect(await run('login --secure-storage auto --yes')).toMatchObject(ends(exit.guarded, '--confirm box', ''));
  expect(server.requests).toHaveLength(before);
});

describe('on the sandbox', () => {
  test('with a wallet: the key as hex, a phrase, on stdin, in the key folder', async () => {
    const mina = withFiles(newUser(), { 'key.txt': key, 'phrase.txt': phrase });
    mkdirSync(path.join(mina.home, 'keys'));
    writeFileSync(path.join(mina.home, 'keys/work.json'), key);
    for (const line of ['--key-file key.txt', '--key-file phrase.txt', '--key-stdin', '--key work']) {
      const { code, stdout, stderr } = await mina.run(`login web3 ${line} -vv`, { stdin: key });
      const said = /✓ Signed in as Mina Park \(WEB3, WorkspaceWeb\), profile sandbox, until/;
      expect({ code, stdout, stderr }).toMatchObject(ends(exit.ok, said, ''));
      for (const secret of [key, key.slice(2), phrase]) expect(stderr).not.toContain(secret);
      expect(await nameOf(mina)).toBe('Mina Park');
      await mina.run('logout');
    }
  });

  test('with a locked key store: its password from a file named by a variable', async () => {
    const mina = setup({ 'wallet.json': v3, 'wrong.txt': 'sesame' });
    const login = (env = {}) => mina.run('login web3 --key-file wallet.json', { env });
    expect((await login({ TUK_KEY_PASSWORD_FILE: 'password.txt' })).code).toBe(exit.ok);
    const wrong = await login({ TUK_KEY_PASSWORD_FILE: 'wrong.txt' });
    expect(wrong).toMatchObject(ends(exit.usage, 'does not open the key'));
    expect(await login()).toMatchObject(ends(exit.usage, 'TUK_KEY_PASSWORD_FILE'));
  });

  test('with the account key', async () => {
    const mina = withFiles(newUser(), { 'phrase.txt': phrase, 'key.txt': key });
    const { code, stderr } = await mina.run('login hmac --key-file phrase.txt -vv');
    expect([code, stderr.includes(phrase), await nameOf(mina)]).toEqual([exit.ok, false, 'Mina Park']);
    expect(await mina.run('login hmac --key-file key.txt')).toMatchObject(ends(exit.usage, 'not a single private key'));
    const stranger = withFiles(newUser(), { 'phrase.txt': Wallet.createRandom().mnemonic!.phrase });
    const refused = await stranger.run('login hmac --key-file phrase.txt');
    expect(refused).toMatchObject(ends(exit.refused, 'must be signed up'));
  });

  test('a one-time code for another client needs a confirmation and is never logged', async () => {
    const lan = newUser();
    await lan.run('login --as lan');
    expect((await lan.run('auth code')).code).toBe(exit.guarded);
    const code = (await lan.run('auth code --yes')).stdout;
    expect(Object.keys(JSON.parse(code))).toEqual(['type', 'code']);
    expect((await lan.run('login code -vv', { stdin: code })).stderr).not.toContain(JSON.parse(code).code);
    expect((await lan.run('login code', { stdin: code })).code).toBe(exit.signIn);
  });

  test('with Privy: its token on stdin, in the assumed or the configured field', async () => {
    const lan = newUser();
    expect((await lan.run('login privy', { stdin: 'privy:lan-privy\n' })).code).toBe(exit.ok);
    expect(await nameOf(lan)).toBe('Lan Tran');
    expect((await lan.run('login privy --field idToken', { stdin: 'privy:lan-privy' })).code).toBe(exit.refused);
    expect((await lan.json('login privy --field idToken --dry-run')).body).toEqual({ idToken: '[redacted]' });
  });

  test('in a browser: the address is printed for scripts, and never followed', async () => {
    const kenji = newUser();
    const { code, stdout } = await kenji.run('login twitter --redirect-url http://127.0.0.1:5000/done');
    expect(code).toBe(exit.ok);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:5000\/done\?type=\w+&code=\S+\n$/);
    expect((await kenji.run('login twitter')).code).toBe(exit.usage);
    const query = new URL(stdout).searchParams;
    const carried = JSON.stringify({ type: query.get('type'), code: query.get('code') });
    expect((await kenji.run('login code', { stdin: carried })).code).toBe(exit.ok);
  });

  test('in a browser that does not come back in time', async () => {
    const line = 'login google --max-wait 5s --no-open';
    const late = await whileTimePasses(() => newUser().run(line, { terminal: true }));
    expect(late).toMatchObject(ends(exit.pending, 'did not come back in time'));
  });

  test('prints the signed-in user as data', async () => {
    const { stdout } = await withFiles(newUser(), { 'key.txt': key }).run('login web3 --key-file key.txt -o json');
    const user = { profile: 'sandbox', user: 'Mina Park', type: 'WEB3', client: 'WorkspaceWeb' };
    expect(JSON.parse(stdout)).toMatchObject(user);
    expect(stdout).not.toContain('eyJ');
  });
});

test.each([
  ['two ways', 'web3 --as mina --key-file key.txt', /web3 or --as, not both/],
  ['an option of another way', 'ride --key-file key.txt', /--key-file belongs to tuk login web3/],
  ['an option of no way', '--file x', /--file belongs to tuk login code/],
  ['an unknown way', 'myspace', /no sign-in method "myspace"[\s\S]*There are: web3, hmac, discord, /],
  ['no key', 'web3', /needs a key/],
  ['two keys', 'web3 --key-file key.txt --key-stdin', /one of --key, --key-file and --key-stdin/],
  ['a file that is not there', 'web3 --key-file none.txt', /there is no such file/],
  ['what is not a key', 'web3 --key-file text.txt', /is not a key in a known form/],
  ['a name that climbs', 'web3 --key ../key', /not a valid key name/],
  ['no data', 'ride', /is empty/],
  ['empty data', 'ride --file empty.txt', /is empty/],
  ['no token', 'privy', /is empty/],
  ['a code of another form', 'code --file text.txt', /not valid JSON/],
  ['a code without its type', 'code --file code.json', /not of the form/],
  ['an unknown mode', '--secure-storage maybe', /not a mode of --secure-storage/],
])('invalid input is one sentence, and nothing is sent: %s', async (_, line, expected) => {
  const files = { 'key.txt': key, 'text.txt': 'hello there', 'empty.txt': '\n', 'code.json': '{"code":"abcd"}' };
  const { run, server } = withFiles(await stubUser(respondJson({}), { signIn: false }), files);
  const ended = await run(`login ${line}`);
  expect(ended).toMatchObject(ends(exit.usage, expected));
  expect(ended.stderr).not.toContain('hello there');
  expect(server.requests).toEqual([]);
});

describe('a hostile server', () => {
  const tokens = { accessToken: 'aaaa.bbbb.cccc', authSession: { refreshToken: 'rrrr' }, user: { name: 'N' } };
  const siwe = (domain: string) => {
    const issued = new Date(now).toISOString();
    return `${domain} wants you to sign in with your Ethereum account:\n${first}\n\nWelcome.\n\nURI: http://${domain}/x\nVersion: 1\nChain ID: 84532\nNonce: abcdefgh1234\nIssued At: ${issued}`;
  };
  const valid = ({ headers }: ReceivedRequest) => siwe(headers.host!);
  async function server(message: (request: ReceivedRequest) => unknown, validated: Script = respondJson(tokens, 201)) {
    const requested = (request: ReceivedRequest) => respondJson({ msg: message(request), nonce: 'abcdefgh1234' }, 201);
    const script: Script = (socket, request) =>
      (request.path.endsWith('/request') ? requested(request) : validated)(socket, request);
    const user = await stubUser(script, { signIn: false });
    withFiles(user, { 'key.txt': key });
    const login = (more = '') => user.run(`login web3 --key-file key.txt ${more}`);
    const paths = () => user.server.requests.map(({ path: at }) => at);
    return { ...user, login, paths, session: sessionOf(user, 'box') };
  }

  test('a valid message is shown in full, signed and sent once, and what it leaves open is said', async () => {
    const { login, run, paths, session } = await server(valid);
    const whole = / {2}│ 127\.0\.0\.1:\d+ wants you to sign in[\s\S]* {2}│ Nonce: abcdefgh1234\n {2}│ Issued At/;
    const shown = await login();
    expect(shown).toMatchObject(ends(exit.ok, whole));
    expect(shown.stderr).toMatch(/has no end time[\s\S]*pins no chain/);
    expect(paths()).toEqual(['/user/auth/web3/request', '/user/auth/web3/validate']);
    const stored = { accessToken: 'aaaa.bbbb.cccc', refreshToken: 'rrrr' };
    expect(JSON.parse(readFileSync(session, 'utf8'))).toMatchObject(stored);
    expect((await run('profile set box web3Chain BASE_SEPOLIA')).code).toBe(exit.ok);
    expect(await login()).toMatchObject({ code: exit.ok, stderr: expect.not.stringContaining('pins no chain') });
    expect((await run('profile set box web3Chain SERVERED')).code).toBe(exit.usage);
    await run('profile set box web3Chain ETHEREUM');
    expect((await login()).code).toBe(exit.guarded);
  });

  test.each([
    ['another domain', () => siwe('evil.example')],
    ['a hash', () => `0x${'ab'.repeat(32)}`],
    ['typed data', () => '{"primaryType":"Permit"}'],
    ['an escape sequence', (request: ReceivedRequest) => `${valid(request)}\u001b[2J`],
  ])('%s: exit 7, and no signature is sent', async (_, message) => {
    const { login, paths, session } = await server(message);
    for (const more of ['', '--accept-plain-message'])
      expect(await login(more)).toMatchObject(ends(exit.guarded, 'Nothing was signed'));
    expect(paths()).toEqual(['/user/auth/web3/request', '/user/auth/web3/request']);
    expect(existsSync(session)).toBe(false);
  });

  test('a plain message is shown in full, and signed after confirmation', async () => {
    const { login, paths } = await server(() => 'Welcome!\nSign to go on: 42');
    const stderr = expect.stringContaining('  │ Welcome!\n  │ Sign to go on: 42\n');
    expect(await login()).toMatchObject({ code: exit.guarded, stderr });
    const asJson = await login('--json');
    expect([asJson.code, asJson.stderr]).toEqual([exit.guarded, expect.stringMatching(/^ {2}│ Welcome!/)]);
    expect(JSON.parse(asJson.stderr.trimEnd().split('\n').at(-1)!).error.code).toBe('PLAIN_MESSAGE');
    expect(paths()).toHaveLength(2);
    expect((await login('--accept-plain-message')).code).toBe(exit.ok);
  });

  test.each(['-o json', '-q', '--json'])('%s hides neither the message nor what it leaves open', async (format) => {
    const { login } = await server(valid);
    const { code, stderr } = await login(format);
    const [message, open] = [
      / {2}│ \S+ wants you to sign in[\s\S]* {2}│ Issued At: /,
      / {2}▲ .*has no end.*\n {2}▲ .*chain/,
    ];
    expect([code, stderr, stderr]).toEqual([exit.ok, expect.stringMatching(message), expect.stringMatching(open)]);
  });

  test('the domain configured in the profile may request a signature, too', async () => {
    const { login, run } = await server(() => siwe('app.example.com'));
    expect((await login()).code).toBe(exit.guarded);
    await run('profile set box web3Domain app.example.com');
    expect((await login()).code).toBe(exit.ok);
  });

  test.each([
    ['no message', respondJson({}, 201), exit.server],
    ['HTML', respond(200, '<html>'), exit.server],
    ['404', respondJson({ message: 'no' }, 404), exit.notFound],
  ])('the request for a message is answered with %s', async (_, script, code) => {
    const { run } = withFiles(await stubUser(script, { signIn: false }), { 'key.txt': key });
    expect((await run('login web3 --key-file key.txt')).code).toBe(code);
  });

  test.each([
    ['no tokens', respondJson({}, 201), exit.server],
    ['a token with a line break', respondJson({ accessToken: 'a\r\nb' }, 201), exit.server],
    ['a list', respondJson([], 201), exit.server],
    ['text', respondJson('token', 201), exit.server],
    ['401', respondJson({ message: 'Invalid signature' }, 401), exit.signIn],
    ['a redirect', respond(307, '', { location: 'https://evil.example/' }), exit.server],
  ])('the signature is answered with %s: nothing is stored', async (_, script, code) => {
    const { login, session } = await server(valid, script);
    expect((await login()).code).toBe(code);
    expect(existsSync(session)).toBe(false);
  });

  test('an invalid browser address: nothing is opened', async () => {
    const { run } = await stubUser(respond(302, '', { location: 'javascript:alert(1)' }), { signIn: false });
    const result = await run('login google --redirect-url http://127.0.0.1:1/x');
    expect(result).toMatchObject({ code: exit.server, stdout: '' });
  });
});

describe('the key ring', () => {
  const never = () => new Promise<never>(() => {});
  const hanging: Keyring = { get: never, set: never, delete: never };
  const failing: Keyring = {
    get: async () => undefined,
    set: () => Promise.reject(new Error("Couldn't access platform storage: AccessDenied\n\nStack backtrace:\n   0: x")),
    delete: () => Promise.reject(new Error('no')),
  };

  test('tokens are stored only there, found, renewed and deleted there', async () => {
    const lan = newUser();
    const { held, options } = keyringOf();
    const run = async (line: string) => (await lan.run(line, options)).code;
    const file = () => readFileSync(sessionOf(lan), 'utf8');
    const tokenHeld = () => JSON.parse(held.get(sessionOf(lan))!).accessToken;
    expect(await run('login --as lan --secure-storage required')).toBe(exit.ok);
    expect(JSON.parse(file())).toEqual({
      ...{ version: 1, generation: 1, in: 'keyring' },
      ...{ id: expect.any(String), origins: expect.any(Array), savedAt: expect.any(String) },
    });
    const before = tokenHeld();
    expect(await run('whoami')).toBe(exit.ok);
    await run('sandbox session expire lan');
    expect(await run('whoami')).toBe(exit.ok);
    expect(tokenHeld()).not.toBe(before);
    expect(JSON.parse(held.get(sessionOf(lan))!)).not.toHaveProperty('confirm');
    expect(file()).not.toContain('Token');
    expect(await run('login --as lan')).toBe(exit.ok); // the built-in profile does not remember it: a file again
    expect([held.size, JSON.parse(file()).accessToken]).toEqual([0, expect.stringMatching(/./)]);
    await run('login --as lan --secure-storage auto');
    expect(file()).not.toContain('Token');
    expect(await run('logout')).toBe(exit.ok);
    expect(held.size).toBe(0);
    expect(await run('auth token')).toBe(exit.signIn);
  });

  test('the profile remembers the choice', async () => {
    const user = await stubUser(respondJson({}), { signIn: false });
    const { held, options } = keyringOf();
    const login = (more = '') =>
      user.run(`login --tokens-stdin ${more}`, { stdin: '{"accessToken":"aaaa","refreshToken":"bbbb"}', ...options });
    expect((await login('--secure-storage auto')).code).toBe(exit.ok);
    expect((await user.json('profile show box')).secureStorage).toBe('auto');
    await user.run('logout', options);
    await login();
    expect(held.get(sessionOf(user, 'box'))).toContain('aaaa');
    expect((await user.run('auth token', options)).stdout).toBe('aaaa\n');
    await login('--secure-storage off');
    expect(held.size).toBe(0);
    expect(JSON.parse(readFileSync(sessionOf(user, 'box'), 'utf8')).accessToken).toBe('aaaa');
  });

  const rings = { hanging, failing };
  test.each(['hanging', 'failing'] as const)(
    'with a %s key ring auto falls back to a file with a note, required is exit 9 and stores nothing',
    async (ring) => {
      const user = newUser();
      const login = (mode: string) =>
        whileTimePasses(() =>
          user.run(`login --as lan --secure-storage ${mode}`, { keyring: async () => rings[ring] }),
        );
      const required = await login('required');
      const unusable = /✗ The key ring of this system cannot be used: [^\n]+\.\n {2}Unlock it/;
      expect(required).toMatchObject(ends(exit.local, unusable));
      expect(required.stderr).not.toContain('backtrace');
      expect(existsSync(sessionOf(user))).toBe(false);
      expect(await login('auto')).toMatchObject(ends(exit.ok, 'The session is stored in a file'));
      expect(await nameOf(user)).toBe('Lan Tran');
    },
  );

  test('a key ring that lost the tokens: exit 9 and the next step; a new sign-in repairs it', async () => {
    const lan = newUser();
    const { held, options } = keyringOf();
    await lan.run('login --as lan --secure-storage required', options);
    held.clear();
    const lost = await lan.run('whoami', options);
    expect(`${lost.code} ${lost.stderr}`).toMatch(/^9 [\s\S]*no longer has the tokens[\s\S]*tuk login/);
    for (const line of ['login --as lan', 'whoami']) expect((await lan.run(line, options)).code).toBe(exit.ok);
  });

  test('the key ring is not used unless it is configured', async () => {
    const user = newUser();
    const touched = { keyring: () => Promise.reject(new Error('touched')) };
    for (const line of ['login', 'whoami', 'auth status', 'auth refresh', 'logout'])
      expect((await user.run(line, touched)).code).toBe(exit.ok);
  });
});
