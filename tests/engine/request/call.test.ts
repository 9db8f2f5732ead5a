// A call that moves value is never made as an ordinary one: it needs a transfer, whichever command makes it; a failed read of a fact is retried.
import { expect, test } from 'vitest';
import type { Context } from '../../../src/cli/command/command.js';
import { type AnyEndpoint, type AnyValues, perform, readEndpoint, sendNow } from '../../../src/engine/request/call.js';

import { catalogues, type ServiceName } from '../../../src/services/catalogue/index.js';
import { virtualTime } from '../../support/virtual-time.js';

test('every call that moves value is refused before its request is built', async () => {
  const moving = (await catalogues()).flatMap(({ calls }) =>
    Object.values(calls).filter(({ effect }) => effect === 'money'),
  );
  expect(moving.length).toBeGreaterThan(20);
  for (const call of moving) {
    const build = () => Promise.reject(new Error('built'));
    await expect(perform({} as Context, call, build)).rejects.toMatchObject({
      code: 'BUG',
      message: expect.stringContaining(call.name),
    });
  }
});

test('it is neither sent at once nor read', async () => {
  const context = {
    ...{ http: () => expect.fail('reached HTTP'), settings: () => ({ of: {} }), flags: {} },
  } as unknown as Context;
  for (const [service, name] of [
    ['user', 'transferPoints'],
    ['sale', 'payOrder'],
  ] as const) {
    const values = (name === 'payOrder' ? { id: '1', body: {} } : { body: {} }) as AnyValues;
    const refused = { code: 'BUG', message: expect.stringContaining(name) };
    await expect(sendNow(context, service as ServiceName, name as AnyEndpoint, values)).rejects.toMatchObject(refused);
    if (name === 'payOrder')
      await expect(readEndpoint(context, service, name, { id: '1' })).rejects.toMatchObject(refused);
  }
});

test.each([
  ['a fact is read again as --retry says', 'user', 'getCurrency', { id: 'MVP' }, 2, 3],
  ['without --retry it is read once', 'user', 'getCurrency', { id: 'MVP' }, 0, 1],
] as const)('%s', async (_, service, name, values, tries, expected) => {
  let sent = 0;
  const transport = async () => {
    sent += 1;
    return { status: 503, headers: {}, body: Buffer.from('{}'), milliseconds: 0 };
  };
  const deadline = virtualTime().deadlineIn();
  const context = {
    http: () => ({
      requestContext: async () => ({
        ...{ base: () => 'http://127.0.0.1', credentials: {}, timeout: 0, transport, deadline },
      }),
    }),
    ...{ settings: () => ({ of: {}, retry: { value: tries }, maxWait: { value: 60_000 } }), flags: {}, world: {} },
    ...{ log: () => {}, deadline },
  } as unknown as Context;
  await expect(readEndpoint(context, service, name, values)).rejects.toMatchObject({ where: { status: 503 } });
  expect(sent).toBe(expected);
});
