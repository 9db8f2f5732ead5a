// `tuk login`: every sign-in method, on the embedded sandbox and against hostile servers.
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encryptKeystoreJsonSync, Wallet } from 'ethers';
import { describe, expect, test } from 'vitest';
import type { Keyring } from '../../src/session/store.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { miniAppData } from '../support/mini-app.js';
import { type ReceivedRequest, respond, type Script, scripted } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';

const phrase = 'test test test test test test test test test test test junk';
const key = Wallet.fromPhrase(phrase).privateKey;
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const light = { scrypt: { N: 1024, r: 8, p: 1 } };

/** A user with files. */
function setup(files: Readonly<Record<string, string>> = {}) {
  const user = newUser();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(user.home, name), text);
  return { ...user, session: (profile = 'sandbox') => path.join(user.home, `sessions/${profile}.json`) };
}
const nameOf = async (user: ReturnType<typeof setup>) => (await user.run('whoami --jq .user.name')).stdout.trim();

describe('on the sandbox', () => {
  test('with a wallet: the key as hex, a phrase, on stdin, in the key folder', async () => {
    const mina = setup({ 'key.txt': key, 'phrase.txt': phrase });
    mkdirSync(path.join(mina.home, 'keys'));
    writeFileSync(path.join(mina.home, 'keys/work.json'), key);
    for (const [line, stdin] of [
      ['--key-file key.txt', ''],
      ['--key-file phrase.txt', ''],
      ['--key-stdin', key],
      ['--key work', ''],
    ] as const) {
      const { code, stdout, stderr } = await mina.run(`login --web3 ${line} -vv`, { stdin });
      expect(`${code} ${stderr}`).toMatch(/^0 [\s\S]*✓ Signed in as Mina Park \(WEB3, WorkspaceWeb\), profile sandbox, until /);
      expect(stdout).toBe('');
      for (const secret of [key, key.slice(2), phrase]) expect(stderr).not.toContain(secret);
      expect(await nameOf(mina)).toBe('Mina Park');
      await mina.run('logout');
    }
  });

  test('with a locked key store: its password from a file named by a variable', async () => {
    const store = encryptKeystoreJsonSync(new Wallet(key), 'open sesame', light);
    const mina = setup({ 'wallet.json': store, 'password.txt': 'open sesame\n', 'wrong.txt': 'sesame' });
    const login = (env = {}) => mina.run('login --web3 --key-file wallet.json', { env });
    expect((await login({ TUK_KEY_PASSWORD_FILE: 'password.txt' })).code).toBe(exit.ok);
    expect(await login({ TUK_KEY_PASSWORD_FILE: 'wrong.txt' })).toMatchObject({
      code: exit.usage,
      stderr: expect.stringContaining('does not open the key'),
    });
    expect(await login()).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('TUK_KEY_PASSWORD_FILE') });
  });

  test('with the account key', async () => {
    const mina = setup({ 'phrase.txt': phrase, 'key.txt': key });
    const { code, stderr } = await mina.run('login --hmac --key-file phrase.txt -vv');
    expect(`${code} ${stderr}`).toMatch(/^0 [\s\S]*✓ Signed in/);
    expect(stderr).not.toContain(phrase);
    expect(await nameOf(mina)).toBe('Mina Park');
    expect(await mina.run('login --hmac --key-file key.txt')).toMatchObject({
      code: exit.usage,
      stderr: expect.stringContaining('not a single private key'),
    });
    const stranger = setup({ 'phrase.txt': Wallet.createRandom().mnemonic!.phrase });
    expect(await stranger.run('login --hmac --key-file phrase.txt')).toMatchObject({
      code: exit.refused,
      stderr: expect.stringContaining('must be signed up'),
    });
  });

  test('with a one-time code of another client, which works once', async () => {
    const lan = setup();
    await lan.run('login --as lan');
    expect((await lan.run('auth code')).code).toBe(exit.guarded);
    const code = (await lan.run('auth code --yes')).stdout;
    expect(Object.keys(JSON.parse(code))).toEqual(['type', 'code']);
    await lan.run('logout');
    const result = await lan.run('login --deferred -vv', { stdin: code });
    expect(`${result.code} ${result.stderr}`).toMatch(/^0 [\s\S]*✓ Signed in as Lan Tran/);
    expect(result.stderr).not.toContain(JSON.parse(code).code);
    writeFileSync(path.join(lan.home, 'code.json'), code);
    expect(await lan.run('login --deferred --code-file code.json')).toMatchObject({
      code: exit.signIn,
      stderr: expect.stringContaining('Invalid auth code'),
    });
    expect(await nameOf(lan)).toBe('Lan Tran');
  });

  test('with Privy: its token on stdin, in the assumed or the configured field', async () => {
    const lan = setup();
    expect((await lan.run('login --privy --token-stdin', { stdin: 'privy:lan-privy\n' })).code).toBe(exit.ok);
    expect(await nameOf(lan)).toBe('Lan Tran');
    expect((await lan.run('login --privy --token-stdin --field idToken', { stdin: 'privy:lan-privy' })).code).toBe(exit.refused);
    expect(JSON.parse((await lan.run('login --privy --field idToken --dry-run')).stdout).body).toEqual({ idToken: '[redacted]' });
  });

  test('to ride-hailing, with signed mini app data', async () => {
    const data = miniAppData({ id: 700_000_001, first_name: 'Mina' });
    const mina = setup({ 'data.txt': `${data}\n`, 'forged.txt': `${data}`.replace('700000001', '700000002') });
    const result = await mina.run('login --ride --init-data-file data.txt -vv');
    expect(`${result.code} ${result.stderr}`).toMatch(/^0 [\s\S]*✓ Signed in/);
    expect(result.stderr).not.toContain(data.get('hash'));
    expect(await nameOf(mina)).toBe('Mina Park');
    expect((await mina.run('login --ride --init-data-file forged.txt')).code).toBe(exit.signIn);
  });

  test('in a browser: the address is printed for scripts, and never followed', async () => {
    const kenji = setup();
    const { code, stdout } = await kenji.run('login --browser twitter --redirect-url http://127.0.0.1:5000/done');
    expect(code).toBe(exit.ok);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:5000\/done\?type=\w+&code=\S+\n$/);
    expect((await kenji.run('login --browser twitter')).code).toBe(exit.usage);
    expect((await kenji.run('login --browser myspace')).stderr).toContain('There are: discord, facebook, google, twitter.');
    const query = new URL(stdout).searchParams;
    const carried = JSON.stringify({ type: query.get('type'), code: query.get('code') });
    expect((await kenji.run('login --deferred', { stdin: carried })).code).toBe(exit.ok);
  });

  test.runIf(process.platform !== 'win32')('in a browser: it opens, returns a code, and the code signs in', async () => {
    const mina = setup({ browser: '#!/bin/sh\nexec "$NODE" -e \'fetch(process.argv[1])\' "$1"\n' });
    const opener = path.join(mina.home, 'browser');
    chmodSync(opener, 0o755);
    process.env.NODE = process.execPath; // for the script only
    const result = await mina.run('login --browser google --wait 20s', { terminal: true, env: { BROWSER: opener } });
    expect(`${result.code} ${result.stderr}`).toMatch(/^0 [\s\S]*✓ Signed in as Mi•• P•• \(GOOGLE/);
    const late = await mina.run('login --browser google --wait 50ms --no-open', { terminal: true });
    expect(late).toMatchObject({ code: exit.pending, stderr: expect.stringContaining('did not come back in time') });
  });

  test('prints the signed-in user as data', async () => {
    const mina = setup({ 'key.txt': key });
    const { stdout } = await mina.run('login --web3 --key-file key.txt -o json');
    expect(JSON.parse(stdout)).toMatchObject({ profile: 'sandbox', user: 'Mina Park', type: 'WEB3', client: 'WorkspaceWeb' });
    expect(stdout).not.toContain('eyJ');
  });
});

test.each([
  ['two ways', '--web3 --hmac --key-file key.txt', /--web3 or --hmac, not both/],
  ['an option of another way', '--ride --key-file key.txt', /--key-file belongs to --web3/],
  ['an option of no way', '--code-file x', /--code-file belongs to --deferred/],
  ['no key', '--web3', /needs a key/],
  ['two keys', '--web3 --key-file key.txt --key-stdin', /one of --key, --key-file and --key-stdin/],
  ['a file that is not there', '--web3 --key-file none.txt', /there is no such file/],
  ['what is no key', '--web3 --key-file text.txt', /is no key that tuk knows/],
  ['a name that climbs', '--web3 --key ../key', /not a valid key name/],
  ['no data', '--ride', /needs --init-data-file/],
  ['empty data', '--ride --init-data-file empty.txt', /is empty/],
  ['no token', '--privy', /needs --token-stdin/],
  ['a code of another form', '--deferred --code-file text.txt', /not valid JSON/],
  ['a code without its type', '--deferred --code-file code.json', /not of the form/],
  ['an unknown terminalEffect', '--secure-storage maybe', /not a mode of --secure-storage/],
])('invalid input is one sentence, and nothing is sent: %s', async (_, line, expected) => {
  const server = await scripted(respond(200, '{}'));
  const user = setup({ 'key.txt': key, 'text.txt': 'hello there', 'empty.txt': '\n', 'code.json': '{"code":"abcd"}' });
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  const { code, stderr } = await user.run(`login -p box ${line}`);
  expect(code).toBe(exit.usage);
  expect(stderr).toMatch(expected);
  expect(stderr).not.toContain('hello there');
  expect(server.requests).toEqual([]);
});

describe('a hostile server', () => {
  const signedIn = JSON.stringify({
    accessToken: 'aaaa.bbbb.cccc',
    type: 'WEB3',
    authSession: { refreshToken: 'rrrr' },
    user: { name: 'N' },
  });
  const siwe = (domain: string) => {
    const issued = new Date(now).toISOString();
    return `${domain} wants you to sign in with your Ethereum account:\n${address}\n\nWelcome.\n\nURI: http://${domain}/x\nVersion: 1\nChain ID: 84532\nNonce: abcdefgh1234\nIssued At: ${issued}`;
  };
  async function server(message: (request: ReceivedRequest) => unknown, validated: Script = respond(201, signedIn)) {
    const user = setup({ 'key.txt': key });
    const received = await scripted((socket, request) =>
      request.path.endsWith('/request')
        ? respond(201, JSON.stringify({ msg: message(request), nonce: 'abcdefgh1234' }))(socket, request)
        : validated(socket, request),
    );
    await user.run(['profile', 'add', 'box', '--base', `${received.url}/{service}`]);
    const login = (more = '') => user.run(`login --web3 --key-file key.txt -p box ${more}`);
    return { ...user, login, sent: () => received.requests.map(({ path: at }) => at) };
  }

  test('a valid message is signed and sent once', async () => {
    const { login, sent, session } = await server(({ headers }) => siwe(headers.host!));
    expect((await login()).code).toBe(exit.ok);
    expect(sent()).toEqual(['/user/auth/web3/request', '/user/auth/web3/validate']);
    expect(JSON.parse(readFileSync(session('box'), 'utf8'))).toMatchObject({ accessToken: 'aaaa.bbbb.cccc', refreshToken: 'rrrr' });
  });

  test.each([
    ['another domain', () => siwe('evil.example')],
    ['a hash', () => `0x${'ab'.repeat(32)}`],
    ['typed data', () => '{"primaryType":"Permit"}'],
    ['an escape sequence', ({ headers }: ReceivedRequest) => `${siwe(headers.host!)}\u001b[2J`],
  ])('%s: exit 7, and no signature is sent', async (_, message) => {
    const { login, sent, session } = await server(message);
    for (const more of ['', '--accept-plain-message']) {
      const { code, stderr } = await login(more);
      expect(code).toBe(exit.guarded);
      expect(stderr).toContain('Nothing was signed');
    }
    expect(sent()).toEqual(['/user/auth/web3/request', '/user/auth/web3/request']);
    expect(() => statSync(session('box'))).toThrow();
  });

  test('a plain message is shown in full, and signed after confirmation', async () => {
    const { login, sent } = await server(() => 'Welcome!\nSign to go on: 42');
    const { code, stderr } = await login();
    expect(code).toBe(exit.guarded);
    expect(stderr).toContain('  │ Welcome!\n  │ Sign to go on: 42\n');
    expect(sent()).toHaveLength(1);
    expect((await login('--accept-plain-message')).code).toBe(exit.ok);
  });

  test('a valid message is shown in full before it is signed, and what it leaves open is said', async () => {
    const { login, run } = await server(({ headers }) => siwe(headers.host!));
    const { stderr } = await login();
    expect(stderr).toMatch(/ {2}│ 127\.0\.0\.1:\d+ wants you to sign in[\s\S]* {2}│ Nonce: abcdefgh1234\n {2}│ Issued At: /);
    expect(stderr).toMatch(/names no time at which it ends[\s\S]*pins no chain/);
    expect((await run('profile set box web3Chain BASE_SEPOLIA')).code).toBe(exit.ok);
    const pinned = await login();
    expect([pinned.code, pinned.stderr.includes('pins no chain')]).toEqual([exit.ok, false]);
    expect((await run('profile set box web3Chain SERVERED')).code).toBe(exit.usage);
    await run('profile set box web3Chain ETHEREUM');
    expect((await login()).code).toBe(exit.guarded);
  });

  test.each(['--json', '-o json', '-q', '--error-format json'])('%s hides neither the message nor what it leaves open', async (format) => {
    const { login } = await server(({ headers }) => siwe(headers.host!));
    const { code, stderr } = await login(format);
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(/ {2}│ \S+ wants you to sign in[\s\S]* {2}│ Issued At: /)]);
    expect(stderr).toMatch(/ {2}▲ .*names no time at which it ends.*\n {2}▲ .*pins no chain/);
  });

  test('with --json a refused plain message is shown, and the error is the last line', async () => {
    const { login, sent } = await server(() => 'Welcome!\u202fSign to go on: 42');
    const { code, stderr } = await login('--json');
    expect([code, sent().length]).toEqual([exit.guarded, 1]);
    const lines = stderr.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1)!).error.code).toBe('PLAIN_MESSAGE');
    expect(lines[0]).toMatch(/^ {2}│ Welcome!/);
  });

  test('the domain configured in the profile may request a signature, too', async () => {
    const { login, run } = await server(() => siwe('app.example.com'));
    expect((await login()).code).toBe(exit.guarded);
    await run('profile set box web3Domain app.example.com');
    expect((await login()).code).toBe(exit.ok);
  });

  test.each([
    ['no message', respond(201, '{}'), exit.server],
    ['HTML', respond(200, '<html>'), exit.server],
    ['500', respond(500, '{"message":"no"}'), exit.server],
    ['404', respond(404, '{"message":"no"}'), exit.notFound],
  ])('the request for a message is answered with %s', async (_, script, code) => {
    const user = setup({ 'key.txt': key });
    const { url } = await scripted(script);
    await user.run(['profile', 'add', 'box', '--base', `${url}/{service}`]);
    expect((await user.run('login --web3 --key-file key.txt -p box')).code).toBe(code);
  });

  test.each([
    ['no tokens', respond(201, '{}'), exit.server],
    ['a token with a line break', respond(201, '{"accessToken":"a\\r\\nb"}'), exit.server],
    ['a list', respond(201, '[]'), exit.server],
    ['text', respond(201, '"token"'), exit.server],
    ['401', respond(401, '{"message":"Invalid signature"}'), exit.signIn],
    ['a redirect', respond(307, '', { location: 'https://evil.example/' }), exit.server],
  ])('the signature is answered with %s: nothing is stored', async (_, script, code) => {
    const { login, session } = await server(({ headers }) => siwe(headers.host!), script);
    expect((await login()).code).toBe(code);
    expect(() => statSync(session('box'))).toThrow();
  });

  test('an invalid browser address: nothing is opened', async () => {
    const user = setup();
    const { url } = await scripted(respond(302, '', { location: 'javascript:alert(1)' }));
    await user.run(['profile', 'add', 'box', '--base', `${url}/{service}`]);
    const { code, stdout } = await user.run('login --browser google --redirect-url http://127.0.0.1:1/x -p box');
    expect({ code, stdout }).toEqual({ code: exit.server, stdout: '' });
  });
});

describe('the key ring', () => {
  function ring(): Keyring & { readonly held: Map<string, string> } {
    const held = new Map<string, string>();
    return {
      held,
      get: async (account) => held.get(account),
      set: async (account, secret) => void held.set(account, secret),
      delete: async (account) => void held.delete(account),
    };
  }
  const withRing = (keyring: Keyring) => ({ keyring: async () => keyring });
  const hanging: Keyring = { get: () => new Promise(() => {}), set: () => new Promise(() => {}), delete: () => new Promise(() => {}) };
  const failing: Keyring = {
    get: async () => undefined,
    set: () => Promise.reject(new Error("Couldn't access platform storage: AccessDenied\n\nStack backtrace:\n   0: x")),
    delete: () => Promise.reject(new Error('no')),
  };

  test('tokens are stored only there, found, renewed and deleted there', async () => {
    const lan = setup();
    const keys = ring();
    expect((await lan.run('login --as lan --secure-storage required', withRing(keys))).code).toBe(exit.ok);
    const file = () => readFileSync(lan.session(), 'utf8');
    expect(JSON.parse(file())).toEqual({
      version: 1,
      id: expect.any(String),
      origins: expect.any(Array),
      generation: 1,
      savedAt: expect.any(String),
      in: 'keyring',
    });
    const before = JSON.parse(keys.held.get(lan.session())!);
    expect((await lan.run('whoami', withRing(keys))).code).toBe(exit.ok);
    await lan.run('sandbox session expire lan', withRing(keys));
    expect((await lan.run('whoami', withRing(keys))).code).toBe(exit.ok);
    const after = JSON.parse(keys.held.get(lan.session())!);
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after).not.toHaveProperty('confirm');
    expect(file()).not.toContain('Token');
    expect((await lan.run('login --as lan', withRing(keys))).code).toBe(exit.ok); // the built-in profile does not remember it: a file again
    expect(keys.held.size).toBe(0);
    expect(JSON.parse(file()).accessToken).toBeTruthy();
    await lan.run('login --as lan --secure-storage auto', withRing(keys));
    expect(file()).not.toContain('Token');
    expect((await lan.run('logout', withRing(keys))).code).toBe(exit.ok);
    expect(keys.held.size).toBe(0);
    expect((await lan.run('auth token', withRing(keys))).code).toBe(exit.signIn);
  });

  test('the profile remembers the choice', async () => {
    const user = setup();
    const keys = ring();
    await user.run(['profile', 'add', 'box', '--base', 'https://host.example/{service}']);
    const tokens = { stdin: '{"accessToken":"aaaa","refreshToken":"bbbb"}', ...withRing(keys) };
    expect((await user.run('login --tokens-stdin -p box --secure-storage auto', tokens)).code).toBe(exit.ok);
    expect(JSON.parse((await user.run('profile show box')).stdout).secureStorage).toBe('auto');
    await user.run('logout -p box', withRing(keys));
    await user.run('login --tokens-stdin -p box', tokens);
    expect(keys.held.get(user.session('box'))).toContain('aaaa');
    expect((await user.run('auth token -p box', withRing(keys))).stdout).toBe('aaaa\n');
    await user.run('login --tokens-stdin -p box --secure-storage off', tokens);
    expect(keys.held.size).toBe(0);
    expect(JSON.parse(readFileSync(user.session('box'), 'utf8')).accessToken).toBe('aaaa');
  });

  test.each([
    ['hangs', hanging],
    ['fails', failing],
  ])(
    'a key ring that %s: auto falls back to a file with a note, required is exit 9 and stores nothing',
    { timeout: 20_000 },
    async (_, keyring) => {
      const user = setup();
      const required = await whileTimePasses(() => user.run('login --as lan --secure-storage required', withRing(keyring)));
      expect(`${required.code} ${required.stderr}`).toMatch(
        /^9 [\s\S]*✗ The key ring of this system cannot be used: [^\n]+\.\n {2}Unlock it/,
      );
      expect(required.stderr).not.toContain('backtrace');
      expect(() => statSync(user.session())).toThrow();
      const auto = await whileTimePasses(() => user.run('login --as lan --secure-storage auto', withRing(keyring)));
      expect(`${auto.code} ${auto.stderr}`).toMatch(/^0 [\s\S]*The session is stored in a file/);
      expect(await nameOf(user)).toBe('Lan Tran');
    },
  );

  test('a key ring that lost the tokens: exit 9 and the next step; a new sign-in repairs it', async () => {
    const lan = setup();
    const keys = ring();
    await lan.run('login --as lan --secure-storage required', withRing(keys));
    keys.held.clear();
    const lost = await lan.run('whoami', withRing(keys));
    expect(`${lost.code} ${lost.stderr}`).toMatch(/^9 [\s\S]*does not give out the tokens[\s\S]*tuk login/);
    expect((await lan.run('login --as lan', withRing(keys))).code).toBe(exit.ok);
    expect((await lan.run('whoami', withRing(keys))).code).toBe(exit.ok);
  });

  test('the key ring is not used unless it is configured', async () => {
    const user = setup();
    const touched = { keyring: () => Promise.reject(new Error('touched')) };
    for (const line of ['login', 'whoami', 'auth status', 'auth refresh', 'logout'])
      expect((await user.run(line, touched)).code).toBe(exit.ok);
  });
});
