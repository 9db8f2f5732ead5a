// Protects -i: the status line, redacted headers and an empty line come first on stdout, and no header forges a line.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { respond, respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

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
  const balances = await run('wallet balance -i');
  expect(balances.stdout.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
});

test('secret headers are redacted, and so are tokens in others', async () => {
  const { run } = await stubUser(
    respond(200, '{}', {
      'set-cookie': 'session=1',
      'x-api-key': 'k',
      'x-echo': 'Bearer aaaa',
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
  expect([empty.code, empty.stdout.split('\n')[0], empty.stdout.endsWith('\n\n')]).toEqual([
    exit.ok,
    'HTTP/1.1 204 No Content',
    true,
  ]);
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
  const { code, stdout, stderr } = await run(line);
  expect([code, stdout]).toEqual([exit.usage, '']);
  expect(stderr).toContain(why);
});

test('a row of a batch has no -i, and a view keeps none', async () => {
  const { run } = await signedIn();
  const batch = await run('batch -', { stdin: '{"command":"whoami -i"}\n' });
  expect([batch.code, batch.stdout]).toEqual([exit.usage, '']);
  expect(batch.stderr).toContain('--include');
});
