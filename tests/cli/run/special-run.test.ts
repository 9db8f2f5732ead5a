// Protects --web: the page of what a command shows is printed in a pipe and opened on a terminal; nothing else is opened.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openerOf } from '../../../src/cli/files/open-address.js';
import { chainProfile } from '../../support/chain.js';
import { afterFile } from '../../support/cleanup.js';
import { ends, exit } from '../../support/exit.js';
import { prepared, transferCommands } from '../../support/money-commands.js';
import { respond, respondByPath, respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

// Protects -i: the status line, redacted headers and an empty line come first on stdout, and no header forges a line.
/** The status line, the header lines and the text behind the empty line. */
function parts(stdout: string) {
  const end = stdout.indexOf('\n\n');
  const [status, ...headers] = stdout.slice(0, end).split('\n');
  return { status, headers, body: stdout.slice(end + 2) };
}

test('the response of a call is printed as received, behind its status line and headers', async () => {
  const body = '{"n":12345678901234567890,"a":1.10}';
  const { run } = await stubUser(respond(200, body, { 'x-request-id': 'r-1' }));
  for (const flag of ['-i', '--include']) {
    const { code, stdout } = await run(`api user get-current ${flag}`);
    const { status, headers, body: printed } = parts(stdout);
    expect([code, status, printed]).toEqual([exit.ok, 'HTTP/1.1 200 OK', `${body}\n`]);
    expect(headers).toContain('x-request-id: r-1');
  }
});

test('an everyday command has the headers of its last call, then its own output', async () => {
  const { run } = await signedIn();
  const plain = await run('depin stations --limit 2 --fields name -o csv');
  const { stdout } = await run('depin stations --limit 2 --fields name -o csv -i');
  expect([parts(stdout).status, parts(stdout).body]).toEqual(['HTTP/1.1 200 OK', plain.stdout]);
  expect((await run('wallet balance -i')).stdout.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
});

test('secret headers are redacted, and so are tokens in others', async () => {
  const { run } = await stubUser(
    respond(200, '{}', {
      ...{ 'set-cookie': 'session=1', 'x-api-key': 'k', 'x-echo': 'Bearer aaaa' },
      'x-from': 'http://me:word@host/x',
    }),
  );
  const { headers } = parts((await run('api user get-current -i')).stdout);
  expect(headers.filter((line) => /^(set-cookie|x-api-key|x-echo|x-from)/.test(line))).toEqual([
    'set-cookie: [redacted]',
    'x-api-key: [redacted]',
    'x-echo: Bearer [redacted]',
    'x-from: http://[redacted]@host/x',
  ]);
});

test('a control character in a header is escaped, in a pipe too', async () => {
  const { run } = await stubUser(respond(200, '{}', { 'x-note': 'a\u0085b\u009b31m' }));
  const { stdout } = await run('api user get-current -i');
  expect(stdout).toMatch(/^x-note: a.?\\x85b.?\\x9b31m$/m); // UTF-8 in a header is read as Latin-1
});

test('a failed call shows its response on stdout and its error on stderr, with its exit code', async () => {
  const { run } = await stubUser(respond(404, '{"message":"no such station"}'));
  const { code, stdout, stderr } = await run('depin station x -i');
  const { status, body } = parts(stdout);
  expect([code, status, body]).toEqual([exit.notFound, 'HTTP/1.1 404 Not Found', '{"message":"no such station"}\n']);
  expect(stderr).toContain('no such station');
  expect(parts((await run('depin station x -i -q')).stdout).body).toBe('');
});

test('the headers alone are printed for an empty response, and with -q', async () => {
  const { run } = await stubUser(respond(204, ''));
  const empty = await run('api notification delete-notification 1 --yes -i');
  expect([empty.code, empty.stdout.split('\n')[0]]).toEqual([exit.ok, 'HTTP/1.1 204 No Content']);
  expect(empty.stdout).toMatch(/\n\n$/);
  const other = await stubUser(respondJson({ id: 1 }));
  expect((await other.run('api user get-current -i -q')).stdout).toMatch(/^HTTP\/1\.1 200 OK\n[^{]*\n\n$/);
});

test('a refusal before the last call is not shown as its response', async () => {
  const { run } = await stubUser(respondJson({ id: 1 }));
  const { code, stdout } = await run('whoami -i --fields nope');
  expect([code === exit.ok, stdout]).toEqual([false, '']);
});

test('a renewed session is no call of the command', async () => {
  const expired = '{"code":"EXPIRED_SESSION","message":"x"}';
  const renewed = respondJson({ accessToken: 'bbbb', refreshToken: 'ssss' });
  for (const [renewal, body] of [
    [renewed, '{"id":"me"}'],
    [respond(401, '{"code":"INVALID_TOKEN","message":"y"}'), expired],
  ] as const) {
    let isExpired = true;
    const { run } = await stubUser((socket, request) => {
      const current = isExpired ? respond(401, expired) : respondJson({ id: 'me' });
      if (request.path.endsWith('/users/current')) isExpired = false;
      (request.path.endsWith('/refresh') ? renewal : current)(socket, request);
    });
    const { stdout } = await run('api user get-current -i');
    expect([stdout.match(/^HTTP/gm)?.length, parts(stdout).body]).toEqual([1, `${body}\n`]);
  }
});

test('on a terminal the body is JSON with personal data masked; a chosen format is kept', async () => {
  const { table } = await signedIn();
  const { stdout } = await table('whoami -i');
  expect(JSON.parse(parts(stdout).body).user.email).toContain('••');
  expect(parts((await table('whoami -i -o table')).stdout).body).not.toContain('{');
});

test.each([
  ['depin stations -i --dry-run', '--dry-run'],
  ['depin stations -i --print-curl', '--print-curl'],
  ['depin stations -i -w', '-w'],
  ['depin stations -i --count 2', '--count'],
  ['depin stations -i -p a,b', 'one profile'],
  ['wallet history 1 --network BSC --all -o ndjson -i', '--all'],
  ['wait ride:1 -i', 'many calls'],
  ['smoke -i', 'many calls'],
  ['batch - -i', 'many calls'],
  ['mcp -i', 'many calls'],
  ['profile list -i', 'no call'],
  ['api list -i', 'no call'],
])('%s is refused', async (line, why) => {
  const { run } = await signedIn();
  expect(await run(line)).toMatchObject(ends(exit.usage, why, ''));
});

test('a row of a batch has no -i, and a view keeps none', async () => {
  const { run } = await signedIn();
  expect(await run('batch -', { stdin: '{"command":"whoami -i"}\n' })).toMatchObject(ends(exit.usage, '--include', ''));
});

const hash = `0x${'ab'.repeat(32)}`;
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const explorers = { 'explorer.bsc': 'https://scan.example/bsc/', 'explorer.BASE': 'http://base.example' };
const { PATH = '/usr/bin:/bin' } = process.env;

/** A browser that writes its arguments, one a line, into a file. */
function browser() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-browser-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const [script, file] = [path.join(folder, 'open'), path.join(folder, 'opened')];
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$@" > '${file}'\n`);
  chmodSync(script, 0o755);
  return { script, opened: () => readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

test('a transaction and an address have their page in the explorer of their network, without a request', async () => {
  const { run, server } = await stubUser(respondJson({}), { settings: explorers, signIn: false });
  const pages = [
    [`wallet tx show ${hash} --network BSC`, `https://scan.example/bsc/tx/${hash}`],
    [`wallet tx refresh ${hash} --network bsc`, `https://scan.example/bsc/tx/${hash}`],
    [`swap status ${hash} --network BASE`, `http://base.example/tx/${hash}`],
    [`wallet history ${address} --network BSC`, `https://scan.example/bsc/address/${address}`],
    [`wallet balance ${address} --network BASE`, `http://base.example/address/${address}`],
  ];
  for (const [line, page] of pages)
    expect(await run(`${line} --web`), line).toMatchObject({ code: exit.ok, stdout: `${page}\n`, stderr: '' });
  expect(server.requests).toEqual([]);
});

test('a ride has its tracking link, and only http and https links are opened', async () => {
  const rideWith = async (rideShareUrl: unknown) =>
    (await stubUser(respondJson({ id: 'r1', status: 'ASSIGNED', rideShareUrl }))).run('ride status r1 --web');
  expect(await rideWith('https://rides.example/r1?a=1')).toMatchObject({ stdout: 'https://rides.example/r1?a=1\n' });
  for (const link of ['file:///etc/passwd', 'javascript:alert(1)', 'https://u:p@rides.example', '--new', '', null, 7])
    expect(await rideWith(link), String(link)).toMatchObject({ code: exit.usage, stdout: '' });
});

test('a withdrawal has that of its transaction, else the link of the service', async () => {
  const log = { transactionHash: hash, network: 'BSC', blockExplorerUrl: 'https://other.example/tx/1' };
  const body = { request: { id: '1', tokenTransactionLogs: [log] } };
  const { run } = await stubUser(respondJson(body));
  expect((await run('wallet withdraw show 1 --web')).stdout).toBe('https://other.example/tx/1\n');
  await run('profile set box explorer.BSC https://scan.example');
  expect((await run('wallet withdraw show 1 --web')).stdout).toBe(`https://scan.example/tx/${hash}\n`);
});

test('an operation has that of its transaction', async () => {
  const user = await chainProfile({ settings: { 'explorer.BSC': 'https://scan.example' } });
  const { move, run, json } = await prepared(transferCommands['wallet send']![0]!, user);
  const sent = await move('--yes');
  expect(sent.stderr).toContain('op-');
  const [{ id }] = await json('ops list');
  const { hash: mined } = (await json('wallet tx list'))[0];
  const page = `https://scan.example/tx/${mined}\n`;
  expect(await run(`ops show ${id} --web`)).toMatchObject({ code: exit.ok, stdout: page });
});

test('BROWSER opens it on a terminal, as one argument that no shell reads', async () => {
  const rideShareUrl = "https://rides.example/r1?x=$(touch pwned)&y=';z";
  const { table } = await stubUser(respondJson({ id: 'r1', status: 'ASSIGNED', rideShareUrl }));
  const { script, opened } = browser();
  const href = new URL(rideShareUrl).href;
  for (const [command, words] of [
    [script, [href]],
    [`${script} --new 'a b'`, ['--new', 'a b', href]],
    [`${script} --url=%s -x`, [`--url=${href}`, '-x']],
  ] as const) {
    expect((await table('ride status r1 --web', { env: { PATH, BROWSER: command } })).code).toBe(exit.ok);
    expect(opened()).toEqual(words);
  }
});

test('the address is printed if nothing can open it', async () => {
  const { table } = await stubUser(respondJson({ id: 'r1', status: 'ASSIGNED', rideShareUrl: 'https://r.example/1' }));
  for (const BROWSER of ['no-such-browser', 'false'])
    expect((await table('ride status r1 --web', { env: { PATH, BROWSER } })).stdout).toBe('https://r.example/1\n');
});

test('the opener of a system gets the address last, and never through a shell', () => {
  expect(openerOf('https://a.b', undefined, 'linux')).toEqual(['xdg-open', 'https://a.b']);
  expect(openerOf('https://a.b', ' ', 'darwin')).toEqual(['open', 'https://a.b']);
  expect(openerOf('https://a.b', '', 'win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler', 'https://a.b']);
  expect(openerOf('https://a.b/$&', 'x %s', 'linux')).toEqual(['x', 'https://a.b/$&']);
});

test('without an explorer, a network or a hash it is exit 2 with the remedy', async () => {
  const { run } = await stubUser(
    respondByPath({ '/transactions': { hash }, '/histories/1': { hash }, '/main': { address } }),
    { settings: { 'explorer.BASE': 'https://base.example' } },
  );
  const none = await run(`wallet tx show ${hash} --network BSC --web`);
  expect(none).toMatchObject(ends(exit.usage, 'tuk profile set box explorer.BSC URL', ''));
  const empty = await stubUser(respondJson({ status: 'PENDING' }), { settings: explorers });
  expect(await empty.run('wallet tx show 2 --network BSC --web')).toMatchObject({ code: exit.usage, stdout: '' });
  expect(await (await signedIn()).run('wallet main --web')).toMatchObject(ends(exit.usage, 'explorer.NETWORK URL'));
});

test('the network of a transaction is never guessed, and of several things none is opened', async () => {
  const { run } = await stubUser(respondJson([{ hash }, { hash: `0x${'cd'.repeat(32)}` }]), {
    settings: { 'explorer.BSC': 'https://scan.example' },
  });
  const wallets = await stubUser(respondJson(['BSC', 'XTZ'].map((network) => ({ address, network }))), {
    settings: { 'explorer.BSC': 'https://scan.example' },
  });
  expect((await wallets.run('wallet list --web')).stderr).toContain('Name one');
  await wallets.run('profile set box explorer.XTZ https://other.example');
  expect(await wallets.run('wallet list --web')).toMatchObject({ code: exit.usage, stdout: '' });
  expect((await run('wallet tx show 2 --web')).code).not.toBe(exit.ok);
});

const options = ['-o json', '--jq .', '--limit 1', '-i', '-w', '--dry-run', '-p a,b'];
test.each(options)('%s is refused beside it', async (option) => {
  const { run, server } = await stubUser(respondJson({ hash }), { settings: explorers });
  const before = server.requests.length;
  const { code, stdout } = await run(`wallet tx show ${hash} --network BSC --web ${option}`);
  expect([code, stdout, server.requests.length]).toEqual([exit.usage, '', before]);
});

test('an explorer is an http or https address with a path alone; a profile lists it', async () => {
  const { run, json } = await stubUser(respondJson({}), { settings: explorers });
  for (const url of ['ftp://x', 'x', 'https://u:p@x', 'https://x/?a=1', 'https://x/#a', 'https://x/{}', 'javascript:1'])
    expect(await run(['profile', 'set', 'box', 'explorer.BSC', url]), url).toMatchObject({ code: exit.usage });
  expect((await run('profile set box explorer.NOPE https://x')).code).toBe(exit.usage);
  const own = { BSC: 'https://scan.example/bsc/', BASE: 'http://base.example' };
  expect((await json('profile show box')).explorers).toEqual(own);
  expect((await run('profile set box explorer.BSC')).code).toBe(exit.ok);
  expect((await json('profile show box')).explorers).toEqual({ BASE: 'http://base.example' });
});
