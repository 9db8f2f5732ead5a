// `tuk account`: the exact request of each command, its output, and no secret in the output.
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { raw, respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const token = 'sns-token-of-google-0123456789';
const share = '{"share":"half-of-the-key \\"with\\" quotes, and \'these\' &c"}';
const pushToken = 'push:token/of+a=device';
const session = 'access-token-in-use';
/** Every encoding in which a text may contain a secret. */
const forms = [token, share, 'half-of-the-key', pushToken, session].flatMap((one) => [
  one,
  encodeURIComponent(one),
  JSON.stringify(one).slice(1, -1),
  Buffer.from(one).toString('base64').replace(/=+$/, ''),
]);
const leaked = (...texts: string[]) => forms.filter((form) => texts.some((text) => text.includes(form)));

/** A signed-in user of a stub service, with a share file. */
async function setup(script: Script = respondJson({ status: 'ok' })) {
  const user = await stubUser(script, { signIn: false });
  await user.run('login --tokens-stdin', {
    stdin: JSON.stringify({ accessToken: session, refreshToken: 'refresh-token' }),
  });
  writeFileSync(path.join(user.home, 'share.json'), `${share}\n`);
  const file = path.join(user.home, 'sessions/box.json');
  const stored = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  return { ...user, stored, requests: user.server.requests };
}

const id = '0d3adbee-0000-4000-8000-000000000001';
const created = { id, accessToken: 'fresh-access-token', refreshToken: 'fresh-refresh-token' };
const kept = { jsonString: share, polynomialId: 'poly-1', deviceShareIndex: '2' };
const device = { id: 'm1', os: 'IOS', osVersion: '18', appVersion: '5.0.1', fcmToken: pushToken };
const printedState = '{"polynomialId":"poly-1","deviceShareIndex":"2"}\n';
const newest = { snsProof: token, type: 'GOOGLE' };
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const identity = '--type GOOGLE --token-stdin';
const restore = `account restore ${identity} --share-file share.json --wallet-address-0 ${address}`;

interface Row {
  readonly argv: string;
  readonly stdin?: string;
  readonly sends: readonly [method: string, path: string, body?: unknown];
  /** The response and the output, if they are not the status. */
  readonly response?: unknown;
  readonly prints?: string;
  /** Whether it requires a confirmation. */
  readonly changes?: true;
  readonly public?: true;
}
const reads: readonly Row[] = [
  { argv: 'account show', sends: ['GET', '/user/v2.1/accounts'] },
  { argv: 'account show --api-version v1', sends: ['GET', '/user/v1/accounts'] },
  { argv: 'account show u1', sends: ['GET', '/user/users/abstract/u1'] },
  { argv: 'account uid', sends: ['GET', '/user/v2/accounts/uid'] },
  { argv: 'account uid show', sends: ['GET', '/user/v2/accounts/uid'] },
  { argv: 'account uid check a.b', sends: ['POST', '/user/v2/accounts/uid/a.b/check'] },
  { argv: 'account uid check me -f x=1', sends: ['POST', '/user/v2/accounts/uid/me/check', { x: '1' }] },
  { argv: 'account email show', sends: ['GET', '/user/users/email/me'] },
  {
    argv: 'account mobile check --os ANDROID --fcm-token-stdin',
    stdin: pushToken,
    sends: ['GET', `/user/v2/mobiles/current?os=ANDROID&fcmToken=${encodeURIComponent(pushToken)}`],
  },
];
const publicRows: readonly Row[] = [
  {
    argv: 'account check --type APPLE --identifier a@b.c --token-stdin --api-version v2',
    stdin: `${token}\n`,
    sends: ['POST', '/user/v2/accounts/check', { type: 'APPLE', identifier: 'a@b.c', token }],
  },
  {
    argv: 'account check --api-version v2.1 -f a.b=1 -F c=[1.10]',
    sends: ['POST', '/user/v2.1/accounts/check', { a: { b: '1' }, c: [1.1] }],
  },
  {
    argv: `account create ${identity} --identifier me --share-file share.json`,
    stdin: token,
    response: created,
    sends: ['POST', '/user/v2/accounts', { type: 'GOOGLE', token, identifier: 'me', share }],
    prints: `{"id":"${id}"}\n`,
    changes: true,
  },
  {
    argv: 'account create --api-version v2.1 --input -',
    stdin: JSON.stringify(newest),
    response: created,
    sends: ['POST', '/user/v2.1/accounts', newest],
    prints: `{"id":"${id}"}\n`,
    changes: true,
  },
  {
    argv: restore,
    stdin: token,
    sends: ['POST', '/user/v2/accounts/restore', { type: 'GOOGLE', token, share, walletAddress0: address }],
    changes: true,
  },
  {
    argv: `account state ${identity} --polynomial-id p&1`,
    stdin: token,
    response: kept,
    sends: ['GET', `/user/v2/accounts/ss?type=GOOGLE&token=${token}&polynomialId=p%261`],
    prints: printedState,
  },
  {
    argv: 'account state --api-version v2.1 --input -',
    stdin: JSON.stringify(newest),
    response: kept,
    sends: ['GET', `/user/v2.1/accounts/ss?snsProof=${token}&type=GOOGLE`],
    prints: printedState,
  },
];
const changeRows: readonly Row[] = [
  { argv: 'account delete', sends: ['POST', '/user/v2/accounts/delete'] },
  {
    argv: 'account delete --api-version v2.1 -f why=done',
    sends: ['POST', '/user/v2.1/accounts/delete', { why: 'done' }],
  },
  { argv: 'account delete --user', sends: ['DELETE', '/user/users/me'] },
  { argv: 'account email set -f email=a@b.c', sends: ['POST', '/user/users/email/me', { email: 'a@b.c' }] },
  { argv: 'account email set --input -', stdin: '{"e":1e40}', sends: ['POST', '/user/users/email/me', { e: 1e40 }] },
  {
    argv: 'account referrer --user-id u1 --via link',
    sends: ['POST', '/user/users/referrer', { userId: 'u1', via: 'link' }],
  },
  {
    argv: 'account mobile register --os IOS --os-version 18 --app-version 5.0.1 --fcm-token-stdin',
    stdin: pushToken,
    response: device,
    sends: ['POST', '/user/v2/mobiles', { os: 'IOS', fcmToken: pushToken, osVersion: '18', appVersion: '5.0.1' }],
    prints: `${JSON.stringify({ ...device, fcmToken: '[redacted]' })}\n`,
  },
  {
    argv: 'account app-state -f state=ACTIVE -F n=1e400',
    sends: ['POST', '/user/v2/app-event/state', { state: 'ACTIVE', n: Number.POSITIVE_INFINITY }],
  },
];
const rows: readonly Row[] = [
  ...reads,
  ...publicRows.map((row) => ({ ...row, public: true as const })),
  ...changeRows.map((row) => ({ ...row, changes: true as const })),
];

describe('each command', () => {
  test.each(rows)(
    '$argv: sends exactly one request and prints no secret',
    async ({
      argv,
      stdin = '',
      response = { status: 'ok' },
      sends,
      prints = '{"status":"ok"}\n',
      changes,
      public: open,
    }) => {
      const { run, requests } = await setup(respondJson(response));
      const { code, stdout, stderr } = await run(`${argv} -vv${changes ? ' --yes' : ''}`, { stdin });
      expect({ code, stdout }).toEqual({ code: exit.ok, stdout: prints });
      expect(requests.map(({ method, path: at, body }) => [method, at, ...(body ? [JSON.parse(body)] : [])])).toEqual([
        sends,
      ]);
      expect(requests[0]?.headers.authorization).toBe(open ? undefined : `Bearer ${session}`);
      expect(leaked(stdout, stderr)).toEqual([]);
      expect(stderr).toContain(`${sends[0]} http`);
      expect(stderr).not.toMatch(/fresh-(access|refresh)-token/);
    },
  );

  test.each(rows)('$argv: a dry run needs no session and sends nothing', async ({ argv, stdin = '', sends }) => {
    const { run, requests } = await setup();
    await run('logout');
    requests.length = 0;
    for (const flag of ['--dry-run', '--print-curl']) {
      const { code, stdout, stderr } = await run(`${argv} ${flag}`, { stdin });
      expect({ code, stderr }).toEqual({ code: exit.ok, stderr: '' });
      expect(stdout).toContain(sends[1].replace(/(token|snsProof|fcmToken)=[^&]+/i, '$1=[redacted]'));
      expect(leaked(stdout)).toEqual([]);
      if (flag === '--dry-run') expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, method: sends[0] });
    }
    expect(requests).toEqual([]);
  });

  test.each(rows.filter(({ changes }) => changes))(
    '$argv: needs --yes, and is refused if all is read-only',
    async ({ argv, stdin = '' }) => {
      const { run, requests, stored } = await setup();
      const unasked = await run(argv, { stdin });
      expect(`${unasked.code} ${unasked.stderr}`).toMatch(/^7 .*there is no terminal to prompt on; nothing was sent/);
      const guarded = await run(`${argv} --yes`, { stdin, env: { TUK_READ_ONLY: '1' } });
      expect(`${guarded.code} ${guarded.stderr}`).toMatch(/^7 .*read-only/);
      expect(requests).toEqual([]);
      expect(stored()).toMatchObject({ accessToken: session });
    },
  );

  const repeatAll =
    (status: number): Script =>
    (socket, request) =>
      respondJson(
        { message: `no ${request.path} ${request.body} ${request.headers.authorization}`, code: 'NO' },
        status,
      )(socket, request);

  test.each<[string, Script, number]>([
    ['a 500 that repeats the request', repeatAll(500), exit.server],
    ['a 401 that repeats the request', repeatAll(401), exit.signIn],
    ['a 409', respondJson({ message: 'already existing user!', code: 'ALREADY_EXIST' }, 409), exit.refused],
    ['HTML', respond(200, '<html>hello</html>', { 'content-type': 'text/html' }), exit.server],
    [
      'a cut response',
      raw('HTTP/1.1 201 X\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"sta'),
      exit.server,
    ],
  ])('%s is explained, prints no secret and stores nothing', async (_, script, expected) => {
    for (const { argv, stdin = '' } of rows.filter((row) => row.stdin !== undefined || row.argv === 'account delete')) {
      const { run, requests, stored } = await setup(script);
      const { code, stdout, stderr } = await run(`${argv} -vv --yes`, { stdin });
      expect({ argv, code, stdout, leaked: leaked(stderr) }).toEqual({ argv, code: expected, stdout: '', leaked: [] });
      expect(requests).toHaveLength(1);
      expect(stored()).toMatchObject({ accessToken: session });
    }
  });

  test('a response that repeats a secret is printed without it, and stays valid JSON', async () => {
    const { json } = await setup(respondJson({ exists: true, token, echo: `of ${token}` }));
    expect(await json(`account check ${identity} -o json`, { stdin: token })).toEqual({
      exists: true,
      token: '[redacted]',
      echo: 'of [redacted]',
    });
  });

  test.each([
    ['in whole', share, share],
    ['in part', '{"share":{"share":"half-of-the-key","shareIndex":"0a0b0c0d"}}', 'bad share: half-of-the-key'],
  ])('a key share that a service repeats %s is not printed', async (_, file, message) => {
    const { run, home } = await setup(respondJson({ message }, 400));
    writeFileSync(path.join(home, 'share.json'), file);
    const { code, stderr } = await run(`${restore} --yes -vv`, { stdin: token });
    expect([code, leaked(stderr)]).toEqual([exit.refused, []]);
  });
});

describe('usage errors, before anything is sent', () => {
  test.each<[argv: string, says: RegExp, stdin?: string]>([
    ['account show --api-version v3', /no version "v3"[\s\S]*There are: v2.1, v2, v1/],
    ['account show u1 --api-version v2', /--api-version is for the account of the signed-in user/],
    ['account show ..', /would change the path/],
    ['account check --type GOOGLE', /also needs --token-stdin/],
    ['account check --token-stdin', /also needs --type/, token],
    ['account check --type google --token-stdin', /not a value of type[\s\S]*Did you mean GOOGLE\?/, token],
    ['account check --type GOOGLE --token-stdin', /Standard input is empty/],
    ['account check --type GOOGLE --token-stdin', /is not a token/, 'two words'],
    ['account check --type GOOGLE --identifier= --token-stdin', /The value of --identifier is empty/, token],
    ['account check --type GOOGLE --token-stdin -f a=b', /--field needs --api-version v2.1/, token],
    ['account check --type GOOGLE --api-version v2.1 -f a=b', /--type does not work with --api-version v2.1/],
    ['account check --api-version v2.1', /give the fields with -f, -F or --input/],
    ['account check --api-version v2.1 -F token="x"', /token is a secret/],
    ['account check --api-version v2.1 -f a=b --input -', /not both/, '{}'],
    ['account check --api-version v2.1 --input -', /Standard input is not valid JSON/, '{'],
    ['account create --type GOOGLE --share-file nowhere --token-stdin', /no such file/, token],
    [
      'account create --type GOOGLE --share-file - --token-stdin',
      /one value only, not both --token-stdin and --share-file/,
      token,
    ],
    ['account restore --type GOOGLE --share-file share.json --token-stdin', /also needs --wallet-address-0/, token],
    ['account delete -f a=b', /--field needs --api-version v2.1/],
    [
      'account delete --user --api-version v2',
      /--user calls another endpoint, which takes no fields: leave out --api-version/,
    ],
    ['account state --type GOOGLE --token-stdin --reveal', /to a file only[\s\S]*--reveal --out FILE/, token],
    ['account state --type GOOGLE --token-stdin --out new.json', /and needs --reveal/, token],
    ['account state --type GOOGLE --token-stdin --reveal --out -', /never to standard output/, token],
    ['account state --type GOOGLE --token-stdin --reveal --out share.json', /not overwritten/, token],
    ['account state --api-version v2.1 -f token=x', /token is a secret/],
    ['account state --api-version v2.1 --input -', /without nesting/, '{"a":{"b":1}}'],
    ['account state --api-version v2.1 --input -', /without nesting/, '[1]'],
    ['account uid chek', /no command "chek"[\s\S]*Did you mean check\?/],
    ['account email set', /give the fields with -f, -F or --input/],
    ['account mobile register --fcm-token-stdin', /also needs --os/, pushToken],
  ])('%s: %s', async (argv, expected, stdin = '') => {
    const { run, requests, stored, home } = await setup();
    const { code, stdout, stderr } = await run(`${argv} --yes`, { stdin });
    expect({ code, stdout }).toEqual({
      code: /needs --reveal/.test(expected.source) ? exit.guarded : exit.usage,
      stdout: '',
    });
    expect(stderr).toMatch(expected);
    expect(leaked(stderr)).toEqual([]);
    expect(requests).toEqual([]);
    expect(stored()).toMatchObject({ accessToken: session });
    expect(readFileSync(path.join(home, 'share.json'), 'utf8')).toBe(`${share}\n`);
  });

  test('no command waits for a token at the keyboard', async () => {
    const { run, requests } = await setup();
    const { code, stderr } = await run(`account check ${identity}`, { terminal: true, stdin: token });
    expect(`${code} ${stderr}`).toMatch(/^2 .*Standard input is a terminal; pipe the token into it/);
    expect(requests).toEqual([]);
  });
});

test.each([
  ['account delete', 'delete-account-v2'],
  ['account delete --user', 'delete-user'],
  ['account referrer --user-id u1 --via link', 'register-referrer'],
  ['account restore --api-version v2.1 -f a=b', 'restore-account'],
])('%s cannot be undone and requires the word %s on a terminal', async (argv, name) => {
  const { run, requests } = await setup();
  for (const typed of ['', 'yes\n', `${name.slice(0, -1)}\n`])
    expect(await run(argv, { terminal: true, stdin: typed })).toMatchObject({
      code: exit.guarded,
      stderr: expect.stringContaining(`cannot be undone. Type ${name} to go on`),
    });
  expect(requests).toEqual([]);
  expect((await run(argv, { terminal: true, stdin: `${name}\n` })).code).toBe(exit.ok);
  expect(requests).toHaveLength(1);
});

describe('account create', () => {
  const create = `account create ${identity} --share-file share.json --yes`;

  test('stores its tokens and never prints them, in any output', async () => {
    const { run, stored } = await setup(respondJson(created));
    for (const flags of ['', '-o json', '-o table', '--reveal', '--jq .', '-vv']) {
      const { code, stdout, stderr } = await run(`${create} ${flags}`, { stdin: token });
      expect([code, stdout]).toEqual([exit.ok, expect.stringContaining(id)]);
      expect(stdout + stderr).not.toMatch(/fresh-(access|refresh)-token/);
      if (!flags.includes('json')) expect(stderr).toContain('✓ Created the account and signed in, profile box.');
    }
    expect(stored()).toMatchObject({ accessToken: 'fresh-access-token', refreshToken: 'fresh-refresh-token' });
  });

  test.each([{ id: 'new' }, { id: 'new', accessToken: 'a b', refreshToken: 'r' }])(
    'an account without usable tokens: prints the id and exits 11: %j',
    async (body) => {
      const { run, stored } = await setup(respondJson(body));
      expect(await run(create, { stdin: token })).toEqual({
        code: exit.server,
        stdout: '{"id":"new"}\n',
        stderr: expect.stringContaining('The account was created, but the response has no usable tokens'),
      });
      expect(stored()).toMatchObject({ accessToken: session });
    },
  );

  test('sends nothing if the session cannot be stored', async () => {
    const { run, home, server } = await stubUser(respondJson(created), { signIn: false });
    symlinkSync(path.join(home, 'nowhere/at/all'), path.join(home, 'sessions'));
    writeFileSync(path.join(home, 'share.json'), share);
    expect((await run(create, { stdin: token })).code).toBe(exit.local);
    expect(server.requests).toEqual([]);
  });
});

describe('account delete', () => {
  test.each(['account delete --yes', 'account delete --user --yes', 'account delete --yes --fields nope'])(
    'the session is removed with the account, and the message says so: %s',
    async (argv) => {
      const { run, stored } = await setup();
      expect((await run(argv)).stderr).toContain('✓ Removed the session of profile box.');
      expect(stored()).toBeUndefined();
    },
  );

  test('an empty response is said to be empty', async () => {
    const { run } = await setup(respond(200, ''));
    const stderr = expect.stringContaining('user delete-user: done, the response is empty.');
    expect(await run('account delete --user --yes')).toEqual({ code: exit.ok, stdout: '', stderr });
  });

  test('a token from the environment deletes its own account: the stored session is kept', async () => {
    const { run, requests, stored } = await setup();
    const { code, stderr } = await run('account delete --yes', { env: { TUK_TOKEN: 'another-token' } });
    expect([code, requests[0]?.headers.authorization]).toEqual([exit.ok, 'Bearer another-token']);
    expect(stderr).toContain('TUK_TOKEN is set');
    expect(stderr).not.toContain('Removed the session');
    expect(stored()).toMatchObject({ accessToken: session });
  });

  test('a session that is renewed during the call is removed, too', async () => {
    const expired = respondJson({ message: 'Expired', code: 'EXPIRED_SESSION' }, 401);
    const renewed = respondByPath({ '/refresh': { accessToken: 'newer-token', refreshToken: 'newer-refresh' } });
    const { run, stored } = await setup((socket, request) =>
      (request.headers.authorization === `Bearer ${session}` && !request.path.endsWith('/refresh') ? expired : renewed)(
        socket,
        request,
      ),
    );
    expect((await run('account delete --yes')).code).toBe(exit.ok);
    expect(stored()).toBeUndefined();
  });
});

describe('account state', () => {
  const state = `account state ${identity}`;

  test('the key share is written to a new private file only', async () => {
    const { run, home, requests } = await setup(respondJson(kept));
    const { code, stdout, stderr } = await run(`${state} --reveal --out new.json -vv`, { stdin: token });
    expect({ code, stdout }).toEqual({ code: exit.ok, stdout: printedState });
    expect(leaked(stdout, stderr)).toEqual([]);
    expect(readFileSync(path.join(home, 'new.json'), 'utf8')).toBe(share);
    expect(statSync(path.join(home, 'new.json')).mode & 0o777).toBe(0o600);
    expect(requests).toHaveLength(1);
  });

  test('a link is refused as no new file, and a missing folder is exit 9', async () => {
    const { run, home } = await setup(respondJson(kept));
    symlinkSync(path.join(home, 'elsewhere'), path.join(home, 'link'));
    expect((await run(`${state} --reveal --out link`, { stdin: token })).code).toBe(exit.usage);
    expect(existsSync(path.join(home, 'elsewhere'))).toBe(false);
    const lost = await run(`${state} --reveal --out no/where`, { stdin: token });
    expect([lost.code, leaked(lost.stdout, lost.stderr)]).toEqual([exit.local, []]);
  });

  test.each(['-o csv', '-o table', '--jq .', '--fields jsonString', '--columns jsonString', '-o name'])(
    'no output format prints the key share: %s',
    async (flags) => {
      const { run } = await setup(respondJson(kept));
      const { stdout, stderr } = await run(`${state} ${flags} -vv`, { stdin: token });
      expect(leaked(stdout, stderr)).toEqual([]);
    },
  );

  test('other fields of the response are not printed', async () => {
    const { run, home } = await setup(
      respondJson({ polynomialId: { s: share }, deviceShareIndex: 3, serverShare: share }),
    );
    expect((await run('account state --api-version v2.1 -f a=b')).stdout).toBe('{"deviceShareIndex":3}\n');
    const { code, stderr } = await run('account state --api-version v2.1 -f a=b --reveal --out new.json');
    expect(`${code} ${stderr}`).toMatch(/^11 .*has no key share; nothing was written/);
    expect(existsSync(path.join(home, 'new.json'))).toBe(false);
  });
});

test('on a terminal an e-mail address is masked, and a user shows the important columns', async () => {
  const { table } = await setup(
    respondByPath(
      { '/email/me': { email: 'mina@host.example' } },
      respondJson({ id: 'u1', name: 'N', avatar: 'a.png' }),
    ),
  );
  expect((await table('account email show')).stdout).toContain('mi••@ho••');
  expect((await table('account email show --reveal')).stdout).toContain('mina@host.example');
  expect((await table('account show u1')).stdout).toMatch(/^••\n\n {2}Avatar +a\.png\n {2}Id +u1\n$/);
});
