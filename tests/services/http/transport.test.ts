// Conformance of both transports: the same responses, and the same errors.
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { Deadline } from '../../../src/services/http/deadline.js';
import { nodeTransport } from '../../../src/services/http/node-transport.js';
import { type HttpRequest, type Transport, TransportError } from '../../../src/services/http/transport.js';
import { undiciTransport } from '../../../src/services/http/undici-transport.js';
import { inFakeTime, whileTimePasses } from '../../support/fake-time.js';
import { until } from '../../support/limit.js';
import { neverRespond, raw, reset, respond, type Script, scripted } from '../../support/scripted-server.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
const transports = [nodeTransport, undiciTransport].map((make): [string, () => Transport] => [
  make.name,
  () => {
    const pool = make();
    open.push(() => pool.close());
    return pool.exchange;
  },
]);
const requestTo = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  ...{ method: 'GET', url: `${url}/x?y=1`, isPathSecret: false, headers: { Accept: 'a/b' }, timeout: 0 },
  maxBody: 1000,
  ...more,
});
async function broken(exchange: Transport, request: HttpRequest): Promise<TransportError> {
  const error = await exchange(request).then(
    (got) => new Error(`an answer came: ${got.status}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

describe.each(transports)('%s', (_, make) => {
  test('sends method, path, headers and body, and returns status, headers and bytes', async () => {
    const exchange = make();
    const { url, requests } = await scripted(respond(418, Buffer.from([0, 255, 1]), { 'x-one': '1' }), 'network');
    const got = await exchange(requestTo(url, { method: 'POST', headers: { 'X-A': 'b' }, body: '{"ü":1}' }));
    expect({ status: got.status, body: [...got.body], one: got.headers['x-one'] }).toEqual({
      ...{ status: 418, body: [0, 255, 1], one: '1' },
    });
    expect(requests[0]).toMatchObject({
      ...{ method: 'POST', path: '/x?y=1', headers: { 'x-a': 'b', 'content-length': '8' } },
    });
  });

  test('follows no redirect, inflates compressed bodies', async () => {
    const exchange = make();
    const redirect = await scripted(respond(302, '', { location: 'http://127.0.0.1:1/' }), 'network');
    expect((await exchange(requestTo(redirect.url))).status).toBe(302);
    const packed = await scripted(respond(200, gzipSync('{"a":1}'), { 'content-encoding': 'gzip' }), 'network');
    expect((await exchange(requestTo(packed.url))).body.toString()).toBe('{"a":1}');
  });

  const cases: [string, Script, string, boolean][] = [
    ['a reset before the answer', reset, 'no-answer', true],
    ['a close before the answer', raw(''), 'no-answer', true],
    ['a body cut short', raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'), 'cut', true],
    ['a chunked body cut short', raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'), 'cut', true],
    ['a body past the cap', respond(200, 'x'.repeat(2000)), 'too-big', true],
    [
      'a packed body past the cap',
      respond(200, gzipSync('x'.repeat(100_000)), { 'content-encoding': 'gzip' }),
      'too-big',
      true,
    ],
    ['what is no HTTP', raw('SSH-2.0-OpenSSH_9.9\r\n\r\n'), 'malformed', true],
    ['endless headers', raw(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(100)}\r\n`.repeat(2000)}\r\n`), 'malformed', true],
    ['bad gzip', respond(200, 'plain', { 'content-encoding': 'gzip' }), 'malformed', true],
    ['an unknown encoding', respond(200, 'x', { 'content-encoding': 'rot13' }), 'malformed', true],
  ];
  test.each(cases)('%s', async (_name, script, reason, mayHaveArrived) => {
    const exchange = make();
    const { url } = await scripted(script, 'network');
    expect(await broken(exchange, requestTo(url))).toMatchObject({ reason, mayHaveArrived });
  });

  test('large headers are read', async () => {
    const exchange = make();
    const large = 'y'.repeat(40_000);
    const { url } = await scripted(respond(200, '{}', { 'x-large': large }), 'network');
    expect((await exchange(requestTo(url))).headers['x-large']).toBe(large);
  });

  const interim = (status: number, header = '') => `HTTP/1.1 ${status} X\r\n${header}\r\n`;
  test.each<[string, readonly string[]]>([
    ['100', [interim(100)]],
    ['102', [interim(102)]],
    ['103 with headers', [interim(103, 'link: </a>; rel=preload\r\n')]],
    ['199', [interim(199)]],
    ['many', [interim(100), interim(103, 'x: y\r\n').repeat(300), interim(100)]],
    ['parts', ['HTT', 'P/1.1 10', '0 X\r\nx: y\r', '\n\r', '\nHTTP/1.1 103 X\r\n\r\nHTTP/1.', '1 ']],
  ])('passes over interim responses: %s', async (name, parts) => {
    const exchange = make();
    const { url } = await scripted(async (socket) => {
      const body = 'HTTP/1.1 100 X\r\n\r\n';
      const end = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length + 1}\r\n\r\n!`;
      for (const part of [...parts, name === 'parts' ? end.slice('HTTP/1.1 '.length) : end, body]) {
        socket.write(part);
        await new Promise((written) => setImmediate(written));
      }
    }, 'network');
    for (let exchanges = 0; exchanges < 2; exchanges++) {
      const { status, body } = await exchange(requestTo(url));
      expect([status, body.toString()]).toEqual([200, '!HTTP/1.1 100 X\r\n\r\n']);
    }
  });

  test('an old connection that the server closes is told from a new one', async () => {
    const exchange = make();
    const { url, requests } = await scripted((socket, { method }) => {
      if (method === 'GET') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      else socket.resetAndDestroy();
    }, 'network');
    expect(await broken(exchange, requestTo(url, { method: 'POST' }))).toMatchObject({ isStale: false });
    await exchange(requestTo(url));
    expect(await broken(exchange, requestTo(url, { method: 'POST' }))).toMatchObject({
      ...{ isStale: true, reason: 'no-answer', mayHaveArrived: true },
    });
    await exchange(requestTo(url));
    expect(await broken(exchange, requestTo(url, { method: 'POST', fresh: true }))).toMatchObject({ isStale: false });
    expect(requests).toHaveLength(5);
  });

  test('no server: reports that nothing was sent', async () => {
    const exchange = make();
    const { url, close } = await scripted(neverRespond, 'network');
    await close();
    const unsent = { reason: 'no-connection', mayHaveArrived: false };
    const refused = { ...unsent, message: 'the connection was refused' };
    expect(await broken(exchange, requestTo(url))).toMatchObject(refused);
    expect(await broken(exchange, requestTo('http://host.invalid'))).toMatchObject(unsent);
  });

  test('a time-out and an abort while the server is silent', async () => {
    const exchange = make();
    const { url, requests } = await scripted(neverRespond, 'network');
    const late = await inFakeTime(async ({ pass }) => {
      const running = broken(exchange, requestTo(url, { timeout: 5000 }));
      await until(() => requests.length === 1);
      await pass(5000);
      return running;
    });
    const stop = new AbortController();
    const silent = await scripted(() => stop.abort(), 'network');
    const aborted = await broken(exchange, requestTo(silent.url, { deadline: new Deadline(stop) }));
    expect([late, aborted].map(({ reason, mayHaveArrived }) => [reason, mayHaveArrived])).toEqual([
      ...[['timeout', true] as const, ['aborted', true] as const],
    ]);
  });

  test('a time-out after the headers has the status that they had', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';
    const { url } = await scripted((socket) => void socket.write(head), 'network');
    const error = await whileTimePasses(() => broken(make(), requestTo(url, { timeout: 5000 })));
    expect(error).toMatchObject({ reason: 'timeout', mayHaveArrived: true, begun: 200 });
  });

  test.each(['GET', 'POST', 'DELETE'])('%s: aborted before the start: nothing is sent', async (method) => {
    const exchange = make();
    const { url, requests } = await scripted(respond(200, '{}'), 'network');
    const aborted = { signal: AbortSignal.abort() };
    for (const source of [aborted, { ...aborted, stopped: () => true }, { stopped: () => true }])
      expect(await broken(exchange, requestTo(url, { method, deadline: new Deadline(source) }))).toMatchObject({
        reason: 'aborted',
        mayHaveArrived: false,
      });
    const ended = new Deadline({}, 0);
    expect(await broken(exchange, requestTo(url, { method, deadline: ended }))).toMatchObject({
      ...{ reason: 'timeout', mayHaveArrived: false, message: 'no response before the time ran out' },
    });
    const unused = new Deadline({ signal: new AbortController().signal, stopped: () => false });
    expect((await exchange(requestTo(url, { deadline: unused }))).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test.each(['GET', 'POST'])('%s: aborted while connecting: nothing is sent', async (method) => {
    const exchange = make();
    const stop = new AbortController();
    const url = await neverGreets(() => stop.abort());
    const aborted = await broken(exchange, requestTo(url, { method, deadline: new Deadline(stop) }));
    expect(aborted).toMatchObject({ reason: 'aborted', mayHaveArrived: false });
    const late = await broken(exchange, requestTo(url, { method, timeout: 60 }));
    expect(late).toMatchObject({ reason: 'timeout', mayHaveArrived: false });
  });

  test('a failure within the transport is a bug, and nothing was sent', async () => {
    const exchange = make();
    expect(await broken(exchange, requestTo('no address'))).toMatchObject({
      mayHaveArrived: false,
      message: expect.stringContaining('Invalid URL'),
    });
  });
});

/** A TLS server that reads the ClientHello and never responds. */
async function neverGreets(greeted: () => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', greeted);
    open.push(() => socket.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(() => server.close());
  return `https://127.0.0.1:${(server.address() as { port: number }).port}`;
}
