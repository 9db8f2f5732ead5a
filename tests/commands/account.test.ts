// The account group: the exact request of each command, its output, and no secret in the output.
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { raw, respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';

const token = 'sns-token-of-google-0123456789';
const share = '{"share":"half-of-the-key \\"with\\" quotes, and \'these\' &c"}';
const pushToken = 'push:token/of+a=device';
const session = 'access-token-in-use';
const secrets = [token, share, 'half-of-the-key', pushToken, session];
/** Every encoding in which a text may contain a secret. */
const forms = secrets.flatMap((one) => [
  one,
  encodeURIComponent(one),
  JSON.stringify(one).slice(1, -1),
  Buffer.from(one).toString('base64').replace(/=+$/, ''),
]);
const leaked = (...texts: string[]) => forms.filter((form) => texts.some((text) => text.includes(form)));

/** A signed-in user with a profile for a stub server, and a folder with a share file. */
async function setup(script: Script = respond(201, '{"status":"ok"}')) {
  const server = await scripted(script);
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  await user.run('profile use box');
  expect(
    (await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: session, refreshToken: 'refresh-token' }) })).code,
  ).toBe(exit.ok);
  writeFileSync(path.join(user.home, 'share.json'), `${share}\n`);
  const stored = () => {
    const file = path.join(user.home, 'sessions/box.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  return {
    ...user,
    server,
    stored,
    sent: () => server.requests.map(({ method, path: where, body }) => [method, where, body && JSON.parse(body)]),
  };
}

const id = '0d3adbee-0000-4000-8000-000000000001';
const created = JSON.stringify({ id, accessToken: 'fresh-access-token', refreshToken: 'fresh-refresh-token' });
const kept = JSON.stringify({ jsonString: share, polynomialId: 'poly-1', deviceShareIndex: '2' });
const device = JSON.stringify({
  id: 'm1',
  os: 'IOS',
  osVersion: '18',
  appVersion: '5.0.1',
  fcmToken: pushToken,
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const open21 = '{"snsProof":"sns-token-of-google-0123456789","type":"GOOGLE"}';

interface Row {
  readonly argv: string;
  readonly stdin?: string;
  readonly response?: readonly [status: number, body: string];
  readonly sends: readonly [method: string, path: string, body?: unknown];
  readonly prints: string;
  /** Whether it requires a confirmation. */
  readonly changes?: true;
  readonly public?: true;
}
const ok = '{"status":"ok"}';
const known = { type: 'GOOGLE', token };
const rows: readonly Row[] = [
  {
    argv: 'account show',
    response: [200, '{"id":"a1","n":1.10}'],
    sends: ['GET', '/user/v2.1/accounts'],
    prints: '{"id":"a1","n":1.10}\n',
  },
  { argv: 'account show --api-version v2', response: [200, '{"id":"a1"}'], sends: ['GET', '/user/v2/accounts'], prints: '{"id":"a1"}\n' },
  { argv: 'account show --api-version v1', response: [200, '{"id":"a1"}'], sends: ['GET', '/user/v1/accounts'], prints: '{"id":"a1"}\n' },
  {
    argv: 'account show u1',
    response: [200, '{"id":"u1","name":"N","avatar":null}'],
    sends: ['GET', '/user/users/abstract/u1'],
    prints: '{"id":"u1","name":"N","avatar":null}\n',
  },
  {
    argv: 'account check --type GOOGLE --token-stdin',
    stdin: `${token}\n`,
    response: [201, '{"exists":true}'],
    sends: ['POST', '/user/v2/accounts/check', known],
    prints: '{"exists":true}\n',
    public: true,
  },
  {
    argv: 'account check --type APPLE --identifier a@b.c --token-stdin --api-version v2',
    stdin: token,
    response: [201, '{"exists":false}'],
    sends: ['POST', '/user/v2/accounts/check', { type: 'APPLE', identifier: 'a@b.c', token }],
    prints: '{"exists":false}\n',
    public: true,
  },
  {
    argv: 'account check --api-version v2.1 --input -',
    stdin: open21,
    response: [201, '{"exists":true}'],
    sends: ['POST', '/user/v2.1/accounts/check', { snsProof: token, type: 'GOOGLE' }],
    prints: '{"exists":true}\n',
    public: true,
  },
  {
    argv: 'account check --api-version v2.1 -f a.b=1 -F c=[1.10]',
    response: [201, '{"exists":true}'],
    sends: ['POST', '/user/v2.1/accounts/check', { a: { b: '1' }, c: [1.1] }],
    prints: '{"exists":true}\n',
    public: true,
  },
  {
    argv: 'account create --type GOOGLE --identifier me --share-file share.json --token-stdin',
    stdin: token,
    response: [201, created],
    sends: ['POST', '/user/v2/accounts', { ...known, identifier: 'me', share }],
    prints: `{"id":"${id}"}\n`,
    changes: true,
    public: true,
  },
  {
    argv: 'account create --api-version v2.1 --input -',
    stdin: open21,
    response: [201, created],
    sends: ['POST', '/user/v2.1/accounts', { snsProof: token, type: 'GOOGLE' }],
    prints: `{"id":"${id}"}\n`,
    changes: true,
    public: true,
  },
  {
    argv: 'account restore --type GOOGLE --share-file share.json --wallet-address-0 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --token-stdin',
    stdin: token,
    sends: ['POST', '/user/v2/accounts/restore', { ...known, share, walletAddress0: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    prints: `${ok}\n`,
    changes: true,
    public: true,
  },
  {
    argv: 'account restore --api-version v2.1 --input -',
    stdin: open21,
    sends: ['POST', '/user/v2.1/accounts/restore', { snsProof: token, type: 'GOOGLE' }],
    prints: `${ok}\n`,
    changes: true,
    public: true,
  },
  { argv: 'account delete', sends: ['POST', '/user/v2/accounts/delete'], prints: `${ok}\n`, changes: true },
  {
    argv: 'account delete --api-version v2.1 -f why=done',
    sends: ['POST', '/user/v2.1/accounts/delete', { why: 'done' }],
    prints: `${ok}\n`,
    changes: true,
  },
  { argv: 'account delete --user', response: [200, ''], sends: ['DELETE', '/user/users/me'], prints: '', changes: true },
  {
    argv: 'account state --type GOOGLE --polynomial-id p&1 --token-stdin',
    stdin: token,
    response: [200, kept],
    sends: ['GET', `/user/v2/accounts/ss?type=GOOGLE&token=${token}&polynomialId=p%261`],
    prints: '{"polynomialId":"poly-1","deviceShareIndex":"2"}\n',
    public: true,
  },
  {
    argv: 'account state --api-version v2.1 --input -',
    stdin: open21,
    response: [200, kept],
    sends: ['GET', `/user/v2.1/accounts/ss?snsProof=${token}&type=GOOGLE`],
    prints: '{"polynomialId":"poly-1","deviceShareIndex":"2"}\n',
    public: true,
  },
  { argv: 'account uid', response: [200, '{"uid":"7"}'], sends: ['GET', '/user/v2/accounts/uid'], prints: '{"uid":"7"}\n' },
  { argv: 'account uid show', response: [200, '{"uid":"7"}'], sends: ['GET', '/user/v2/accounts/uid'], prints: '{"uid":"7"}\n' },
  {
    argv: 'account uid check a.b',
    response: [201, '{"exists":true}'],
    sends: ['POST', '/user/v2/accounts/uid/a.b/check'],
    prints: '{"exists":true}\n',
  },
  {
    argv: 'account uid check me -f x=1',
    response: [201, '{"exists":true}'],
    sends: ['POST', '/user/v2/accounts/uid/me/check', { x: '1' }],
    prints: '{"exists":true}\n',
  },
  {
    argv: 'account email show',
    response: [200, '{"email":"mina@host.example"}'],
    sends: ['GET', '/user/users/email/me'],
    prints: '{"email":"mina@host.example"}\n',
  },
  {
    argv: 'account email set -f email=a@b.c',
    response: [201, '{"email":"a@b.c"}'],
    sends: ['POST', '/user/users/email/me', { email: 'a@b.c' }],
    prints: '{"email":"a@b.c"}\n',
    changes: true,
  },
  {
    argv: 'account email set --input -',
    stdin: '{"e":123456789012345678901234567890}',
    sends: ['POST', '/user/users/email/me', { e: 1.2345678901234568e29 }],
    prints: `${ok}\n`,
    changes: true,
  },
  {
    argv: 'account referrer --user-id u1 --via link',
    response: [201, '{"userId":"u0","inviterId":"u1"}'],
    sends: ['POST', '/user/users/referrer', { userId: 'u1', via: 'link' }],
    prints: '{"userId":"u0","inviterId":"u1"}\n',
    changes: true,
  },
  {
    argv: 'account mobile register --os IOS --os-version 18 --app-version 5.0.1 --fcm-token-stdin',
    stdin: pushToken,
    response: [201, device],
    sends: ['POST', '/user/v2/mobiles', { os: 'IOS', fcmToken: pushToken, osVersion: '18', appVersion: '5.0.1' }],
    prints: `${device.replace(pushToken, '[redacted]')}\n`,
    changes: true,
  },
  {
    argv: 'account mobile check --os ANDROID --fcm-token-stdin',
    stdin: pushToken,
    response: [200, '{"current":true}'],
    sends: ['GET', `/user/v2/mobiles/current?os=ANDROID&fcmToken=${encodeURIComponent(pushToken)}`],
    prints: '{"current":true}\n',
  },
  {
    argv: 'account app-state -f state=ACTIVE -F n=1e400',
    sends: ['POST', '/user/v2/app-event/state', { state: 'ACTIVE', n: Number.POSITIVE_INFINITY }],
    prints: `${ok}\n`,
    changes: true,
  },
];

describe('each command', () => {
  test.each(rows)(
    '$argv: sends exactly one request and prints no secret',
    async ({ argv, stdin, response, sends, prints, changes, public: open }) => {
      const one = await setup(respond(...(response ?? [201, ok])));
      const result = await one.run(`${argv} -vv${changes ? ' --yes' : ''}`, stdin === undefined ? {} : { stdin });
      expect({ code: result.code, stdout: result.stdout }).toEqual({ code: exit.ok, stdout: prints });
      expect(one.sent()).toEqual([[sends[0], sends[1], sends[2] ?? '']]);
      expect(one.server.requests[0]?.headers.authorization).toBe(open ? undefined : `Bearer ${session}`);
      expect(leaked(result.stdout, result.stderr)).toEqual([]);
      expect(result.stderr).toContain(`${sends[0]} http`);
      expect(result.stderr).not.toMatch(/fresh-(access|refresh)-token/);
    },
  );

  test.each(rows)('$argv: a dry run needs no session and sends nothing', async ({ argv, stdin, sends }) => {
    const one = await setup();
    expect((await one.run('logout')).code).toBe(exit.ok);
    one.server.requests.length = 0;
    for (const flag of ['--dry-run', '--print-curl']) {
      const { code, stdout, stderr } = await one.run(`${argv} ${flag}`, stdin === undefined ? {} : { stdin });
      expect({ code, stderr }).toEqual({ code: exit.ok, stderr: '' });
      expect(stdout).toContain(sends[1].replace(/(token|snsProof|fcmToken)=[^&]+/i, '$1=[redacted]'));
      expect(leaked(stdout)).toEqual([]);
      if (flag === '--dry-run') expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, method: sends[0] });
    }
    expect(one.server.requests).toEqual([]);
  });

  test.each(rows.filter(({ changes }) => changes))(
    '$argv: needs --yes without a terminal, and is refused where all is read-only',
    async ({ argv, stdin }) => {
      const one = await setup();
      const options = stdin === undefined ? {} : { stdin };
      const unasked = await one.run(argv, options);
      expect(`${unasked.code} ${unasked.stderr}`).toMatch(/^7 .*there is no terminal to prompt on; nothing was sent/);
      const guarded = await one.run(`${argv} --yes`, { ...options, env: { TUK_READ_ONLY: '1' } });
      expect(`${guarded.code} ${guarded.stderr}`).toMatch(/^7 .*read-only/);
      expect(one.server.requests).toEqual([]);
      expect(one.stored()).toMatchObject({ accessToken: session });
    },
  );

  test.each(rows)(
    '$argv: an invalid response is explained, prints no secret and stores nothing',
    async ({ argv, stdin, changes, public: open }) => {
      const output = [token, pushToken].find((secret) => stdin?.includes(secret)) ?? (open ? 'nothing' : session);
      const hostile: [Script, number][] = [
        [respond(500, `{"message":"no ${output}"}`), exit.server],
        [respond(401, `{"message":"no ${output}","code":"INVALID_TOKEN"}`), exit.signIn],
        [respond(404, '{"message":"There is no user","code":"NOT_FOUND_USER"}'), exit.notFound],
        [respond(409, '{"message":"already existing user!","code":"ALREADY_EXIST"}'), exit.refused],
        [respond(200, '<html>hello</html>', { 'content-type': 'text/html' }), exit.server],
        [raw('HTTP/1.1 201 X\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"sta'), exit.server],
      ];
      for (const [script, expected] of hostile) {
        const one = await setup(script);
        const result = await one.run(`${argv} -vv${changes ? ' --yes' : ''}`, stdin === undefined ? {} : { stdin });
        expect({ code: result.code, stdout: result.stdout }).toEqual({ code: expected, stdout: '' });
        expect(leaked(result.stderr)).toEqual([]);
        expect(one.server.requests).toHaveLength(1);
        expect(one.stored()).toMatchObject({ accessToken: session });
      }
    },
  );

  test('a response that repeats a secret is printed without it, and stays valid JSON', async () => {
    const one = await setup(respond(201, JSON.stringify({ exists: true, token, echo: `of ${token}` })));
    const { stdout } = await one.run('account check --type GOOGLE --token-stdin -o json', { stdin: token });
    expect(JSON.parse(stdout)).toEqual({ exists: true, token: '[redacted]', echo: 'of [redacted]' });
  });

  test('a key share that a service repeats, in whole or in part, is not printed', async () => {
    for (const message of [share, 'bad share: half-of-the-key']) {
      const parts = JSON.stringify({ share: { share: 'half-of-the-key', shareIndex: '0a0b0c0d' }, polynomialID: 'poly-1' });
      const one = await setup(respond(400, JSON.stringify({ message })));
      writeFileSync(path.join(one.home, 'share.json'), message === share ? share : parts);
      const restore =
        'account restore --type GOOGLE --share-file share.json --wallet-address-0 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --token-stdin --yes -vv';
      const { code, stderr } = await one.run(restore, { stdin: token });
      expect(code).toBe(exit.refused);
      expect(leaked(stderr)).toEqual([]);
    }
  });
});

describe('usage errors, before anything is sent', () => {
  const bad: [argv: string, says: RegExp, stdin?: string][] = [
    ['account shw', /Did you mean show\?/],
    ['account show --api-version v3', /no version "v3"[\s\S]*There are: v2.1, v2, v1/],
    ['account show u1 --api-version v2', /--api-version is for the account of the signed-in user/],
    ['account check --type GOOGLE', /also needs --token-stdin/],
    ['account check --token-stdin', /also needs --type/, token],
    ['account check --type google --token-stdin', /not a value of type[\s\S]*Did you mean GOOGLE\?/, token],
    ['account check --type GOOGLE --token-stdin', /Standard input is empty/, ''],
    ['account check --type GOOGLE --token-stdin', /is not a token/, 'two words'],
    ['account check --type GOOGLE --token-stdin', /is not a token/, 'two\nlines'],
    ['account check --type GOOGLE --identifier= --token-stdin', /The value of --identifier is empty/, token],
    ['account check --type GOOGLE --token x', /There is no option --token/],
    ['account check --type GOOGLE --token-stdin --api-version v1', /no version "v1"/, token],
    ['account check --type GOOGLE --token-stdin -f a=b', /--field needs --api-version v2.1/, token],
    ['account check --type GOOGLE --api-version v2.1 -f a=b', /--type does not work with --api-version v2.1/],
    ['account check --api-version v2.1', /give the fields with -f, -F or --input/],
    ['account check --api-version v2.1 -f token=x', /token is a secret/],
    ['account check --api-version v2.1 -F token="x"', /token is a secret/],
    ['account check --api-version v2.1 -f a=b --input -', /not both/, '{}'],
    ['account check --api-version v2.1 --input -', /Standard input is not valid JSON/, '{'],
    ['account create --type GOOGLE --token-stdin', /also needs --share-file/, token],
    ['account create --type GOOGLE --share-file nowhere --token-stdin', /no such file/, token],
    ['account create --type GOOGLE --share-file - --token-stdin', /one value only, not both --token-stdin and --share-file/, token],
    ['account restore --type GOOGLE --share-file share.json --token-stdin', /also needs --wallet-address-0/, token],
    ['account delete --api-version v2.1', /give the fields with -f, -F or --input/],
    ['account delete -f a=b', /--field needs --api-version v2.1/],
    ['account delete --user --api-version v2', /--user calls another endpoint, which takes no fields: leave out --api-version/],
    ['account delete --user -f a=b', /leave out --field/],
    ['account state --type GOOGLE --token-stdin --reveal', /to a file only[\s\S]*--reveal --out FILE/, token],
    ['account state --type GOOGLE --token-stdin --out new.json', /and needs --reveal/, token],
    ['account state --type GOOGLE --token-stdin --reveal --out -', /never to standard output/, token],
    ['account state --type GOOGLE --token-stdin --reveal --out share.json', /not overwritten/, token],
    ['account state --api-version v2.1 -f token=x', /token is a secret/],
    ['account state --api-version v2.1 --input -', /nothing nested/, '{"a":{"b":1}}'],
    ['account state --api-version v2.1 --input -', /nothing nested/, '[1]'],
    ['account uid chek', /no command "chek"[\s\S]*Did you mean check\?/],
    ['account uid check', /tuk account uid check needs <uid>\./],
    ['account uid check ..', /would change the path/],
    ['account show ..', /would change the path/],
    ['account email set', /give the fields with -f, -F or --input/],
    ['account email set -f email', /not of the form key=value/],
    ['account referrer --user-id u1', /also needs --via/],
    ['account referrer --user-id= --via x', /The value of --user-id is empty/],
    ['account mobile register --fcm-token-stdin', /also needs --os/, pushToken],
    ['account mobile register --os IOS', /also needs --fcm-token-stdin/],
    ['account mobile check --os SYMBIAN --fcm-token-stdin', /not a value of os/, pushToken],
    ['account app-state', /give the fields with -f, -F or --input/],
  ];
  test.each(bad)('%s: %s', async (argv, expected, stdin = '') => {
    const one = await setup();
    const result = await one.run(`${argv} --yes`, { stdin });
    expect({ code: result.code, stdout: result.stdout }).toEqual({
      code: /needs --reveal/.test(expected.source) ? exit.guarded : exit.usage,
      stdout: '',
    });
    expect(result.stderr).toMatch(expected);
    expect(leaked(result.stderr)).toEqual([]);
    expect(one.server.requests).toEqual([]);
    expect(one.stored()).toMatchObject({ accessToken: session });
    expect(readFileSync(path.join(one.home, 'share.json'), 'utf8')).toBe(`${share}\n`);
  });

  test('no command waits for a token at the keyboard', async () => {
    const one = await setup();
    const result = await one.run('account check --type GOOGLE --token-stdin', { terminal: true, stdin: token });
    expect(`${result.code} ${result.stderr}`).toMatch(/^2 .*Standard input is a terminal; pipe the token into it/);
    expect(one.server.requests).toEqual([]);
  });

  test('without a session: exit 4, and nothing is sent', async () => {
    const one = await setup();
    await one.run('logout');
    one.server.requests.length = 0;
    for (const argv of ['account show', 'account show u1', 'account uid', 'account delete --yes', 'account email show'])
      expect((await one.run(argv)).code).toBe(exit.signIn);
    expect(one.server.requests).toEqual([]);
  });
});

describe('final calls require their name on a terminal', () => {
  test.each([
    ['account delete', 'delete-account-v2'],
    ['account delete --api-version v2.1 -f a=b', 'delete-account'],
    ['account delete --user', 'delete-user'],
    ['account referrer --user-id u1 --via link', 'register-referrer'],
    ['account restore --api-version v2.1 -f a=b', 'restore-account'],
  ])('%s: %s', async (argv, name) => {
    const one = await setup();
    for (const typed of ['', 'y\n', 'yes\n', `${name.slice(0, -1)}\n`]) {
      const no = await one.run(argv, { terminal: true, stdin: typed });
      expect(no.code).toBe(exit.guarded);
      expect(no.stderr).toContain(`cannot be undone. Type ${name} to go on`);
    }
    expect(one.server.requests).toEqual([]);
    expect((await one.run(argv, { terminal: true, stdin: `${name}\n` })).code).toBe(exit.ok);
    expect(one.server.requests).toHaveLength(1);
  });
});

describe('fallback to other versions', () => {
  const html = respond(404, '<html>404</html>', { 'content-type': 'text/html' });
  const noRoute: [name: string, script: Script][] = [
    ['a page', html],
    ['an empty 404', respond(404, '')],
    ['an empty 405', respond(405, '')],
    ['what the framework says', respond(404, '{"statusCode":404,"message":"Cannot GET /v2.1/accounts","error":"Not Found"}')],
    ['a bare Not Found', respond(404, '{"message":"Not Found","statusCode":404}')],
    ['what a gateway says', respond(404, '{"message":"no Route matched with those values"}')],
  ];
  const from =
    (first: Script, then: Record<string, Script>): Script =>
    (socket, request) => {
      const of = Object.entries(then).find(([where]) => request.path === where)?.[1] ?? first;
      of(socket, request);
    };

  test.each(noRoute)('account show falls back to the next version: %s', async (_, script) => {
    const one = await setup(from(script, { '/user/v1/accounts': respond(200, '{"id":"a1"}') }));
    const { code, stdout, stderr } = await one.run('account show');
    expect({ code, stdout }).toEqual({ code: exit.ok, stdout: '{"id":"a1"}\n' });
    expect(one.sent().map(([, where]) => where)).toEqual(['/user/v2.1/accounts', '/user/v2/accounts', '/user/v1/accounts']);
    expect(stderr).toContain('does not support v2.1');
  });

  test('the fallback stops at the first version that responds', async () => {
    const one = await setup(from(html, { '/user/v2/accounts': respond(200, '{"id":"a2"}') }));
    expect((await one.run('account show')).stdout).toBe('{"id":"a2"}\n');
    expect(one.server.requests).toHaveLength(2);
  });

  test.each<[string, Script, number]>([
    ['a missing thing, by its code', respond(404, '{"message":"There is no user","code":"NOT_FOUND_USER"}'), exit.notFound],
    ['a missing thing, by the plainest code', respond(404, '{"message":"no such account","code":"NOT_FOUND"}'), exit.notFound],
    ['a missing thing, by its words alone', respond(404, '{"message":"UserIdentifier not exists!"}'), exit.notFound],
    ['401', respond(401, '{"message":"no","code":"X"}'), exit.signIn],
    ['403', respond(403, ''), exit.refused],
    ['500', respond(500, ''), exit.server],
    ['501', respond(501, ''), exit.server],
    ['a page with 200', respond(200, '<html>'), exit.server],
  ])('%s is a response: no other version is tried', async (_, script, expected) => {
    const one = await setup(script);
    expect((await one.run('account show')).code).toBe(expected);
    expect(one.server.requests).toHaveLength(1);
  });

  test('a server without any version: the error of the newest one is reported', async () => {
    const one = await setup(html);
    const { code, stderr } = await one.run('account show');
    expect(code).toBe(exit.notFound);
    expect(stderr).toContain('✗ user answered 404 to GET /v2.1/accounts.');
    expect(one.server.requests).toHaveLength(3);
  });

  test.each([
    'account show --api-version v2.1',
    'account delete --yes',
    'account check --api-version v2.1 -f a=b',
    'account state --api-version v2.1 -f a=b',
    'account create --api-version v2.1 -f a=b --yes',
  ])('an explicit version and a write never fall back: %s', async (argv) => {
    const one = await setup(html);
    expect((await one.run(argv)).code).toBe(exit.notFound);
    expect(one.server.requests).toHaveLength(1);
    expect(one.stored()).toMatchObject({ accessToken: session });
  });
});

describe('account create', () => {
  const create = 'account create --type GOOGLE --share-file share.json --token-stdin --yes';
  test('stores its tokens and never prints them, in any output', async () => {
    const one = await setup(respond(201, created));
    for (const flags of ['', '-o json', '-o yaml', '-o table', '--reveal', '--jq .', '-vv']) {
      const { code, stdout, stderr } = await one.run(`${create} ${flags}`, { stdin: token });
      expect(code).toBe(exit.ok);
      expect(stdout).toContain(id);
      expect(stdout + stderr).not.toMatch(/fresh-(access|refresh)-token/);
      if (!flags.includes('json')) expect(stderr).toContain('✓ Created the account and signed in, profile box.');
    }
    expect(one.stored()).toMatchObject({ accessToken: 'fresh-access-token', refreshToken: 'fresh-refresh-token' });
  });

  test.each(['{"id":"new"}', '{"id":"new","accessToken":""}', '{"id":"new","accessToken":"a b","refreshToken":"r"}'])(
    'creates an account without usable tokens: prints the id and exits 11: %s',
    async (body) => {
      const one = await setup(respond(201, body));
      const { code, stdout, stderr } = await one.run(create, { stdin: token });
      expect({ code, stdout }).toEqual({ code: exit.server, stdout: '{"id":"new"}\n' });
      expect(stderr).toContain('The account was created, but the response has no usable tokens');
      expect(one.stored()).toMatchObject({ accessToken: session });
    },
  );

  test('sends nothing if the session cannot be stored', async () => {
    const server = await scripted(respond(201, created));
    const user = newUser();
    await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    symlinkSync(path.join(user.home, 'nowhere/at/all'), path.join(user.home, 'sessions'));
    writeFileSync(path.join(user.home, 'share.json'), share);
    expect((await user.run(`${create} -p box`, { stdin: token })).code).toBe(exit.local);
    expect(server.requests).toEqual([]);
  });
});

describe('account delete', () => {
  test.each(['account delete --yes', 'account delete --user --yes', 'account delete --yes --fields nope'])(
    'the session is removed with the account, and the message says so: %s',
    async (argv) => {
      const one = await setup();
      expect((await one.run(argv)).stderr).toContain('✓ The session of profile box is forgotten.');
      expect(one.stored()).toBeUndefined();
    },
  );

  test('a token from the environment deletes its own account: the stored session is kept', async () => {
    const one = await setup();
    const { code, stderr } = await one.run('account delete --yes', { env: { TUK_TOKEN: 'another-token' } });
    expect(code).toBe(exit.ok);
    expect(one.server.requests[0]?.headers.authorization).toBe('Bearer another-token');
    expect(stderr).toContain('TUK_TOKEN is set');
    expect(stderr).not.toContain('forgotten');
    expect(one.stored()).toMatchObject({ accessToken: session });
  });

  test('a session that is renewed during the call is removed, too', async () => {
    const one = await setup((socket, request) => {
      if (request.path.endsWith('/refresh'))
        return respond(201, '{"accessToken":"newer-token","refreshToken":"newer-refresh"}')(socket, request);
      const stale = request.headers.authorization === `Bearer ${session}`;
      return respond(stale ? 401 : 201, stale ? '{"message":"Expired","code":"EXPIRED_SESSION"}' : ok)(socket, request);
    });
    expect((await one.run('account delete --yes')).code).toBe(exit.ok);
    expect(one.stored()).toBeUndefined();
  });
});

describe('account state', () => {
  const state = 'account state --type GOOGLE --token-stdin';
  test('the key share is written to a new private file only', async () => {
    const one = await setup(respond(200, kept));
    const { code, stdout, stderr } = await one.run(`${state} --reveal --out new.json -vv`, { stdin: token });
    expect({ code, stdout }).toEqual({ code: exit.ok, stdout: '{"polynomialId":"poly-1","deviceShareIndex":"2"}\n' });
    expect(leaked(stdout, stderr)).toEqual([]);
    expect(readFileSync(path.join(one.home, 'new.json'), 'utf8')).toBe(share);
    expect(statSync(path.join(one.home, 'new.json')).mode & 0o777).toBe(0o600);
    expect((await one.run(`${state} --reveal --out new.json`, { stdin: token })).code).toBe(exit.usage);
    expect(one.server.requests).toHaveLength(1);
  });

  test('a link is refused as no new file, and a missing folder is exit 9', async () => {
    const one = await setup(respond(200, kept));
    symlinkSync(path.join(one.home, 'elsewhere'), path.join(one.home, 'link'));
    expect((await one.run(`${state} --reveal --out link`, { stdin: token })).code).toBe(exit.usage);
    expect(existsSync(path.join(one.home, 'elsewhere'))).toBe(false);
    const lost = await one.run(`${state} --reveal --out no/where`, { stdin: token });
    expect(lost.code).toBe(exit.local);
    expect(leaked(lost.stdout, lost.stderr)).toEqual([]);
  });

  test.each([
    '-o json',
    '-o yaml',
    '-o csv',
    '-o wide',
    '--jq .',
    '--fields jsonString',
    '--columns jsonString',
    '-o name',
    '--json',
    '-vv',
  ])('no output format prints the key share: %s', async (flags) => {
    const one = await setup(respond(200, kept));
    const { stdout, stderr } = await one.run([...state.split(' '), ...flags.split(' ')], { stdin: token });
    expect(leaked(stdout, stderr)).toEqual([]);
  });

  test('other fields of the response are not printed', async () => {
    const one = await setup(respond(200, JSON.stringify({ polynomialId: { s: share }, deviceShareIndex: 3, serverShare: share })));
    const { stdout } = await one.run('account state --api-version v2.1 -f a=b', {});
    expect(stdout).toBe('{"deviceShareIndex":3}\n');
    const none = await one.run('account state --api-version v2.1 -f a=b --reveal --out new.json');
    expect(`${none.code} ${none.stderr}`).toMatch(/^11 .*has no key share; nothing was written/);
    expect(existsSync(path.join(one.home, 'new.json'))).toBe(false);
  });
});

describe('on a terminal', () => {
  test('an e-mail address is masked by default', async () => {
    const one = await setup(respond(200, '{"email":"mina@host.example"}'));
    expect((await one.run('account email show', { terminal: true })).stdout).toContain('mi••@ho••');
    expect((await one.run('account email show --reveal', { terminal: true })).stdout).toContain('mina@host.example');
  });

  test('a device shows the important columns', async () => {
    const one = await setup(respond(200, '{"id":"u1","name":"N","avatar":"a.png","createdAt":"x"}'));
    const { stdout } = await one.run('account show u1', { terminal: true, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^••\n\n {2}Avatar +a\.png\n {2}Created at +x\n {2}Id +u1\n$/);
  });
});

describe('on the sandbox', () => {
  test('an account is created, used and deleted', async () => {
    const user = newUser();
    const sns = 'sns:GOOGLE:nova@sandbox.invalid';
    const parts = { share: { share: 'a1b2c3d4e5f6', shareIndex: '0f0e0d0c' }, polynomialID: 'poly-of-nova' };
    writeFileSync(path.join(user.home, 'share.json'), JSON.stringify(parts));
    const flags = '--type GOOGLE --token-stdin';
    expect((await user.run(`account check ${flags}`, { stdin: sns })).stdout).toBe('{"exists":false}\n');
    const created = await user.run(`account create ${flags} --share-file share.json --yes`, { stdin: sns });
    expect(created.code).toBe(exit.ok);
    expect((await user.run(`account check ${flags}`, { stdin: sns })).stdout).toBe('{"exists":true}\n');
    expect(JSON.parse((await user.run('account show')).stdout)).toMatchObject(JSON.parse(created.stdout));
    expect((await user.run(`account state ${flags} --reveal --out back.json`, { stdin: sns })).code).toBe(exit.ok);
    expect((await user.run('account delete --yes')).stderr).toContain('is forgotten');
    expect((await user.run('account show')).code).toBe(exit.signIn);
    const restored = await user.run(
      `account restore ${flags} --share-file back.json --wallet-address-0 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --yes`,
      { stdin: sns },
    );
    expect(restored).toMatchObject({ code: exit.ok });
  });
});
