// Broken, hostile and unexpected servers: documented exit codes, nothing on stdout, no control character on a terminal, and sentences that say no more than the response does.
import { createGzip } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { asyncProperty } from '../support/runs.js';
import { neverRespond, raw, reset, respond, respondJson, type Script, scripted } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

/** A user of a stub service that is reached through the network. */
async function against(script: Script) {
  const user = await stubUser(script, { way: 'network' });
  return { ...user, requests: user.server.requests };
}
const read = 'api user get-current';
const change = 'api user set-email -f email=a@b.c --yes';
const money = 'api user transfer-points -f amount=1 --new-recipient --yes';

const chunked =
  (write: (socket: Parameters<Script>[0]) => void): Script =>
  (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
    write(socket);
  };
const endless: Script = chunked((socket) => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65536, 0x20), Buffer.from('\r\n')]);
  const push = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', push);
  };
  push();
});
const bomb: Script = (socket) => {
  socket.write(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n',
  );
  const gzip = createGzip();
  gzip.pipe(socket);
  gzip.end(Buffer.alloc(64 * 1024 ** 2, 0x20));
};
const deep = '['.repeat(200_000) + ']'.repeat(200_000);

/** What is not an answer: exit 11 for a read and a change, and the outcome of a transfer is unknown. */
const none = [exit.server, exit.server, exit.unknown] as const;
const all = (code: number) => [code, code, code] as const;
const html = respond(200, '<!DOCTYPE html><html>gateway</html>', { 'content-type': 'text/html' });
const short = raw('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":1');
const away = respond(302, '', { location: 'https://evil.example/steal' });
const upgrade = raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
const cases: [name: string, script: Script, read: number, change: number, money: number][] = [
  ['HTML', html, ...none],
  ['an empty body', respond(200, ''), exit.server, exit.ok, exit.ok], // a transfer is accepted, and no more is known
  ['a body that is no JSON', respond(200, '{"a":'), ...none],
  ['bytes that are no UTF-8', respond(200, Buffer.from([0x22, 0xff, 0xfe, 0x22])), ...none],
  ['200,000 nested arrays', respond(200, deep), ...none],
  ['a hidden __proto__ key', respond(200, '{"\\u005f_proto__":{"admin":true}}'), ...none],
  ['a body cut short', short, ...none],
  ['an endless body', endless, ...none],
  ['a gzip bomb', bomb, ...none],
  ['no HTTP at all', raw('SSH-2.0-OpenSSH_9.9\r\n'), ...none],
  ['a redirect to another host', away, ...none],
  ['a protocol switch', upgrade, ...none],
  ['500', respond(500, '{"message":"broken"}'), ...none],
  ['a status that is none', respond(600, '{}'), ...none],
  ['400', respond(400, '{"message":"no","code":"NO_WAY"}'), ...all(exit.refused)],
  ['401', respond(401, '{"message":"no"}'), ...all(exit.signIn)],
  ['403', respond(403, '<html>'), exit.refused, exit.refused, exit.unknown],
  ['404', respond(404, '{"message":"no"}'), ...all(exit.notFound)],
  ['429', respond(429, '{}', { 'retry-after': '7' }), exit.rateLimited, exit.rateLimited, exit.unknown],
  ['a reset before the answer', reset, exit.unreachable, exit.unknown, exit.unknown],
];

/** The requests without the reads that a transfer makes for its facts. */
const withoutFacts = <Request extends { readonly path: string }>(requests: readonly Request[]): Request[] =>
  requests.filter(({ path }) => !/\/transfer\/fee|\/currencies\//.test(path));

test.each(cases)('%s: a read, a change, a transfer', async (_, script, ...codes) => {
  const { run, requests } = await against(script);
  for (const [i, line] of [read, change, money].entries()) {
    const { code, stdout, stderr } = await run(line);
    expect(code, stderr).toBe(codes[i]);
    if (code !== exit.ok) expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^✗ \S.*\.$/m)]);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  expect(withoutFacts(requests)).toHaveLength(3);
});

test.each([
  ['an endless body', endless],
  ['a gzip bomb', bomb],
  ['a length of gigabytes', raw('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n{')],
  ['a body of a byte more', respond(200, `"${'x'.repeat(1024 ** 2 - 1)}"`)],
])('%s is cut off at the size limit, and the limit is named', async (what, script) => {
  const { run } = await against(script);
  expect(await run(`${read} --max-body 1MiB`)).toMatchObject(ends(exit.server, 'larger than 1048576 bytes'));
  if (what.includes('byte more')) expect((await run(`${read} --max-body 1048577`)).code).toBe(exit.ok);
});

test('a hanging server: the time-out of a read is exit 6, of a change that was sent exit 10', async () => {
  const { run, requests } = await against(neverRespond);
  const late = async (line: string) => (await whileTimePasses(() => run(`${line} --timeout 5s`))).code;
  expect(await late(read)).toBe(exit.unreachable);
  for (const line of [change, money]) expect(await late(line)).toBe(exit.unknown);
  expect(withoutFacts(requests)).toHaveLength(3);
});

test('Ctrl-C: exit 130 for a read, exit 10 after a transfer was sent', async () => {
  const stop = new AbortController();
  const { run } = await against(() => stop.abort('SIGINT'));
  expect((await run(read, { signal: stop.signal })).code).toBe(exit.interrupted);
  const again = new AbortController();
  const second = await against((socket, request) =>
    request.method === 'GET' ? respond(200, '{}')(socket, request) : again.abort('SIGINT'),
  );
  expect((await second.run(money, { signal: again.signal })).code).toBe(exit.unknown);
  const term = new AbortController();
  const third = await against(() => term.abort('SIGTERM'));
  expect((await third.run(read, { signal: term.signal })).code).toBe(exit.terminated);
});

test('no server: exit 6 for a read and for a change, with the host', async () => {
  const { run, server } = await against(neverRespond);
  const { close, url } = server;
  await close();
  for (const line of [read, change, money]) {
    expect(await run(line)).toMatchObject(ends(exit.unreachable, new URL(url).host));
  }
});

test('a redirect is named, and never followed with the token', async () => {
  const elsewhere = await scripted(respond(200, '{}'), 'network');
  const { run, requests } = await against(respond(302, '', { location: `${elsewhere.url}/steal` }));
  expect(await run(read)).toMatchObject(ends(exit.server, elsewhere.url));
  expect(requests[0]!.headers.authorization).toBe('Bearer aaaa');
  expect(elsewhere.requests).toEqual([]);
});

test('the error as JSON has the fields that a script needs', async () => {
  const body = '{"message":"Amount must greater than 0","code":"INVALID_AMOUNT"}';
  const { run } = await against(respond(400, body, { 'x-request-id': 'r-1' }));
  const { stderr, stdout } = await run(`${read} --json`);
  expect(stdout).toBe('');
  expect(JSON.parse(stderr)).toEqual({
    error: {
      ...{ code: 'INVALID_AMOUNT', category: 'refused', status: 400, exitCode: exit.refused, retryable: false },
      ...{ service: 'user', call: 'getCurrent', requestId: 'r-1', reason: 'Amount must greater than 0' },
      message: 'Amount must greater than 0 (user answered 400 to GET /users/current).',
    },
  });
});

test('requests identify the client', async () => {
  const { run, requests } = await against(respond(200, '{}'));
  await run(`${read} --lang jp`);
  expect(requests[0]).toMatchObject({
    ...{ method: 'GET', path: '/user/users/current' },
    headers: {
      ...{ 'x-auth-client-id': 'WorkspaceWeb', 'x-auth-client-version': '1', 'accept-language': 'jp' },
      ...{ 'user-agent': 'tuk/0.0.0-test', authorization: 'Bearer aaaa' },
    },
  });
});

test('any response bytes give a known exit code, one sentence, and no control character on a terminal', async () => {
  let script: Script = neverRespond;
  let users = 0;
  const { run } = await against((socket, request) => script(socket, request));
  const status = fc.constantFrom(200, 201, 204, 301, 400, 401, 404, 429, 500, 503, 999);
  const json = fc.json().map((text) => Buffer.from(text));
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    json,
    fc.tuple(json, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 3 })).map(([text, at, bytes]) => {
      const cut = at % (text.length + 1);
      return Buffer.concat([text.subarray(0, cut), Buffer.from(bytes), text.subarray(cut + 1)]);
    }),
  );
  const type = fc.constantFrom('application/json', 'text/html', 'image/png', '');
  const known = [exit.ok, exit.refused, exit.signIn, exit.notFound, exit.unknown, exit.server, exit.rateLimited];
  const acts = /\n\s+at |(?!\u001b\[\d*m)[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/u;
  const typed = fc.constantFrom(read, change, money);
  await asyncProperty(150, status, body, type, typed, async (code, bytes, contentType, line) => {
    script = respond(code, bytes, { 'content-type': contentType });
    // each transfer has its own recipient: an unknown outcome stops further transfers to one
    const result = await run(line === money ? `${money} -f toUserId=u-${users++}` : line, { terminal: true });
    expect(known).toContain(result.code);
    expect(result.stdout + result.stderr).not.toMatch(acts);
    if (result.code !== exit.ok) expect(result.stdout).toBe('');
  });
});

test('--retry repeats a read after a temporary failure, not at once, logs it, and honours Retry-After within --max-wait', async () => {
  let left = 2;
  const { run, requests } = await against((socket, request) =>
    (left-- > 0 ? respond(503, '{}', { 'retry-after': '0' }) : respond(200, '{"a":1}'))(socket, request),
  );
  const said = /Trying again in (0\.[3-9]|1\.0) s, 2 of 3\./;
  expect(await run(`${read} --retry 3`)).toMatchObject(ends(exit.ok, said, '{"a":1}\n'));
  expect(requests).toHaveLength(3);
  const slow = await against(respond(429, '{}', { 'retry-after': '3600' }));
  expect((await slow.run(`${read} --retry 3`)).code).toBe(exit.rateLimited);
  expect(slow.server.requests).toHaveLength(1);
});

test('--retry never repeats a change, nor a permanent refusal', async () => {
  for (const [script, line, code] of [
    [respond(503, '{}', { 'retry-after': '0' }), change, exit.server],
    [respond(503, '{}', { 'retry-after': '0' }), money, exit.unknown],
    [respond(400, '{}'), read, exit.refused],
    [respond(500, '{}'), read, exit.server],
  ] as const) {
    const { run, requests } = await against(script);
    expect((await run(`${line} --retry 3`)).code).toBe(code);
    expect(withoutFacts(requests)).toHaveLength(1);
  }
});

describe('a response without the field', () => {
  test.each([
    ['-o name', 'notify list -o name'],
    ['--sort-by', 'notify list --sort-by createdAt'],
  ])('%s: exit 11', async (_, line) => {
    const { run, server } = await stubUser(respondJson([{ x: 1 }]));
    expect(await run(line)).toMatchObject(ends(exit.server, /^✗ The response has no/m, ''));
    expect(server.requests).toHaveLength(1);
    const told = await run(`${line} --json`);
    const error = { code: 'UNKNOWN_FIELD', category: 'server', exitCode: exit.server };
    expect(JSON.parse(told.stderr)).toMatchObject({ error });
  });

  test('of what is read on this machine alone: exit 2', async () => {
    const { run, server } = await stubUser(respond(200, '[]'));
    expect(await run('profile list --sort-by nope')).toMatchObject(ends(exit.usage, 'no field "nope"'));
    expect(server.requests).toEqual([]);
  });

  test('products without codes are no unknown product', async () => {
    const { selectProduct } = await import('../../src/commands/ride/prices.js');
    const search = (products: unknown) => ({ response: { data: { searchId: 's', products } } }) as never;
    for (const [products, kind] of [
      [[{ name: 'Tuktuk' }], 'server'],
      [[{ productCode: 'CAR' }], 'usage'],
    ])
      expect(() => selectProduct(search(products), 'TUK')).toThrow(expect.objectContaining({ kind }));
  });
});

describe('the message of an error', () => {
  test.each([
    [['a must be a number', 'b is needed'], 'a must be a number; b is needed'],
    [['one', ['two', null, ''], { field: 'c' }], 'one; two; {"field":"c"}'],
    [{ a: ['x'] }, '{"a":["x"]}'],
    [42, '42'],
    ['', ''],
    [[], ''],
    [null, ''],
  ])('%j reads as text', async (message, said) => {
    const { run } = await stubUser(respondJson({ message }, 400));
    const { code, stderr } = await run('api user get-current');
    expect(code).toBe(exit.refused);
    const [first] = stderr.split('\n');
    if (said === '') expect(first).toMatch(/\/users\/current\.$/);
    else expect(first).toBe(`✗ ${said} (user answered 400 to GET /users/current).`);
  });

  test('that is long is cut, as text and as JSON', async () => {
    for (const message of ['x'.repeat(100_000), Array(20_000).fill('field is needed')]) {
      const { run } = await stubUser(respondJson({ message }, 400));
      const { stderr } = await run('api user get-current');
      expect(stderr.length).toBeLessThan(700);
      expect(stderr).toContain('…');
      expect(JSON.parse((await run('api user get-current --json')).stderr).error.message.length).toBeLessThan(700);
    }
  });
});

test.each<[string | undefined, string]>([
  [undefined, 'a redirect without an address'],
  ['', 'a redirect without an address'],
  ['/elsewhere?token=t', 'a redirect to another path of the same host'],
  ['//evil.example/x', 'a redirect to the host evil.example'],
  ['https://evil.example/x?token=t', 'a redirect to https://evil.example'],
  ['javascript:alert(1)', 'a redirect to an address of the scheme javascript'],
  ['http://[', 'a redirect to an address that is not valid'],
])('a redirect names only what the response names %s', async (location, words) => {
  const { run, server } = await stubUser(respond(302, '', location === undefined ? {} : { location }));
  const { code, stderr } = await run('api user get-current');
  expect(code).toBe(exit.server);
  expect(stderr).toContain(`${words}; it was not followed.`);
  expect(stderr).not.toContain(new URL(server.url).host);
  expect(stderr).not.toContain('token');
});
