// What is sent again on a new connection: a read whose old connection the server has closed, and never a change.
import { afterEach, expect, test } from 'vitest';
import type { Call } from '../../../src/services/catalogue/define.js';
import { nodeTransport } from '../../../src/services/http/node-transport.js';
import { type RequestContext, sendTraced } from '../../../src/services/http/send.js';
import { undiciTransport } from '../../../src/services/http/undici-transport.js';
import { reset, type Script, scripted } from '../../support/scripted-server.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
const closes: Script = (socket) => socket.end();
/** Answers the first request of each connection, and ends the connection at the second. */
async function forgetful(end: Script) {
  const ports: (number | undefined)[] = [];
  const { url } = await scripted((socket, request) => {
    const isOld = ports.includes(socket.remotePort);
    ports.push(socket.remotePort);
    if (isOld) end(socket, request);
    else socket.write(ok);
  }, 'network');
  return { url, ports };
}

const pools = [nodeTransport, undiciTransport].map((make) => [make.name, make] as const);
const ends = [
  ['resets', reset],
  ['closes', closes],
] as const;
const cases = pools.flatMap(([name, make]) => ends.map(([how, end]) => [name, how, make, end] as const));

test.each(cases)(
  '%s, the server %s the old connection: a read is sent again, a change once',
  async (...[, , make, end]) => {
    const { exchange, close } = make();
    open.push(close);
    const { url, ports } = await forgetful(end);
    const traced: unknown[] = [];
    const trace: RequestContext['trace'] = (...[, , outcome]) => traced.push(outcome);
    const context: Partial<RequestContext> = { transport: exchange, trace };
    const send = async (effect: Call['effect'], method: string) =>
      sendTraced(
        { effect } as Call,
        {
          ...{ method, url: `${url}/x`, isPathSecret: false, headers: {} },
          ...{ body: method === 'GET' ? undefined : '{}', timeout: 0, maxBody: 1000 },
        },
        context as RequestContext,
      );
    await send('none', 'GET');
    expect((await send('none', 'POST')).status).toBe(200); // a search is a read
    expect([ports.length, traced.map((outcome) => outcome instanceof Error)]).toEqual([3, [false, true, false]]);
    for (const effect of ['service', 'money'] as const) expect((await send(effect, 'POST')).status).toBe(200);
    expect([ports.length, new Set(ports).size]).toEqual([5, 4]);
  },
);

test.each(pools)('%s: a read that fails on a new connection is not sent again', async (_, make) => {
  const { exchange, close } = make();
  open.push(close);
  const { url, requests } = await scripted(reset, 'network');
  const request = { method: 'GET', url, isPathSecret: false, headers: {}, timeout: 0, maxBody: 1000 };
  await expect(
    sendTraced({ effect: 'none' } as Call, request, { transport: exchange } as RequestContext),
  ).rejects.toThrow('the connection was reset');
  expect(requests).toHaveLength(1);
});
