// An answer with a name twice in one object, or with a fact in a JSON text only, is unusable: exit 11 for a read, 10 for a call that was sent.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duplicateKey } from '../../src/services/duplicate-keys.js';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { client } from '../support/stated-facts.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

/** A user of a stub back end whose answers are texts, by the end of the path; `money` answers the calls that move value. */
async function userOf(reads: Readonly<Record<string, string>>, money: string) {
  const server = await scripted((socket, { method, path }) => {
    const text = method === 'GET' ? (Object.entries(reads).find(([end]) => path.split('?')[0]!.endsWith(end))?.[1] ?? '{}') : money;
    respond(200, text)(socket, { method, path } as never);
  });
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  return { ...user, sent: () => server.requests.filter(({ method }) => method !== 'GET').length };
}
const product = '{"id":"1","name":"Cape","price":"25","currencyId":"MVP"}';
const order = 'api sale create-order -f productId=1 -F quantity=1 --yes';

describe('a name that is twice in one object', () => {
  test.each([
    ['the same', '{"price":"25","currencyId":"MVP","price":"1"}'],
    ['written with an escape', '{"price":"25","currencyId":"MVP","p\\u0072ice":"1"}'],
    ['in other letter case', '{"price":"25","currencyId":"MVP","PRICE":"1"}'],
    ['in full width', '{"price":"25","currencyId":"MVP","ｐｒｉｃｅ":"1"}'],
    ['within an envelope', '{"data":{"price":"25","currencyId":"MVP","currencyId":"BTC"}}'],
    ['in a list', '[{"price":"25","currencyId":"MVP","price":"25"}]'],
  ])('%s: a read is exit 11, and nothing is sent', async (_, text) => {
    const { run, sent } = await userOf({ '/products/1': text }, '{"id":"t"}');
    for (const line of [order, 'store buy 1 --quantity 1 --yes'])
      expect(await run(line)).toMatchObject({ code: exit.server, stdout: '', stderr: expect.stringContaining('twice in one object') });
    expect(sent()).toBe(0);
  });

  test.each(['{"id":"t","amount":"25","amount":"25"}', '{"id":"t","data":{"status":"OK","stat\\u0075s":"DONE"}}'])(
    'a response %s to a call that moves value is exit 10, and its outcome unknown',
    async (money) => {
      const { run, sent } = await userOf({ '/products/1': product }, money);
      expect(await run(order)).toMatchObject({ code: exit.unknown, stdout: '', stderr: expect.stringContaining('twice in one object') });
      expect(JSON.parse((await run('ops list')).stdout)).toMatchObject([{ outcome: 'unknown' }]);
      expect(sent()).toBe(1);
    },
  );

  test('a name in two objects, or a value that is equal to a name, is none', async () => {
    const { run } = await userOf(
      { '/products/1': product },
      '{"id":"t","items":[{"id":"a","name":"id"},{"id":"b"}],"more":{"id":["id","id"]}}',
    );
    expect((await run(order)).code).toBe(exit.ok);
  });

  test('it is found in any JSON, wherever it is, and in no other', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.string(), fc.nat(3), (inner, name, depth) => {
        expect(duplicateKey(inner)).toBeUndefined(); // made of an object: no name is twice
        const key = JSON.stringify(name);
        const twice = `{${key}:${inner},"another ${'x'.repeat(40)}":[],${key.replace(/^"([a-z])/, (_, one: string) => `"\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}:1}`;
        const wrapped = Array.from({ length: depth }).reduce<string>((text, _, at) => (at % 2 ? `[0,${text}]` : `{"w":${text}}`), twice);
        expect(duplicateKey(wrapped)).toBe(name);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Zß-ü]{1,8}$/), (name) => {
        const text = `{${JSON.stringify(name)}:1,${JSON.stringify(name.toUpperCase())}:2}`;
        expect(duplicateKey(text, { folds: true })).toBeDefined();
      }),
    );
  });
});

describe('a fact in a JSON text within an answer', () => {
  test.each([
    [
      '/products/1',
      { data: JSON.stringify({ price: '25', currencyId: 'MVP' }) },
      'api sale create-order -f productId=1 -F quantity=1 --yes',
    ],
    ['/products/1', JSON.stringify({ price: '25', currencyId: 'MVP' }), 'api sale create-order -f productId=1 -F quantity=1 --yes'],
    ['/products/1', { name: 'Cape', currencyId: 'MVP', data: { row: '[{"price":"25"}]' } }, 'store buy 1 --quantity 1 --yes'],
    ['/mvp/transfer/fee', { result: '{"feeAmount":"5000"}' }, 'points transfer --to u --amount 5 --new-recipient --yes'],
    [
      '/offering/public/1',
      { title: 'One', data: '{"currency":"BTC"}' },
      'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes',
    ],
  ])('%s answers %j: %s is exit 11, and nothing is sent', async (at, answer, line) => {
    const { run, transfers } = await client({ reads: { [at]: answer } });
    expect(await run(line)).toMatchObject({ code: exit.server, stdout: '', stderr: expect.stringContaining('JSON') });
    expect(transfers()).toEqual([]);
  });

  test('a text beside the fact changes nothing', async () => {
    const reads = { '/products/1': { name: 'Cape', price: '25', currencyId: 'MVP', data: '{"price":"1","size":"M"}', note: '"quoted"' } };
    const { run, transfers } = await client({ reads });
    expect((await run('api sale create-order -f productId=1 -F quantity=1 --yes')).code).toBe(exit.ok);
    expect(transfers()).toHaveLength(1);
  });
});
