// The everyday reads over a back end with other forms: rows in envelopes, fields in other spellings, money with its unit.
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { userOf } from '../support/operations.js';
import { respond, respondJson, type Script } from '../support/scripted-server.js';
import { jsonLines } from '../support/streams.js';
import { stubUser } from '../support/users.js';

const over = (body: unknown) => stubUser(respondJson(body));

test('an empty list in any form is an empty list', async () => {
  const enveloped = { code: 0, msg: 'success', data: { list: [], total: 0 } };
  for (const body of [enveloped, { columns: ['id'], rows: [] }])
    expect(await (await over(body)).run('assets offerings -o table')).toMatchObject(
      ends(exit.ok, /^No offerings|None/),
    );
});

test('what no rule knows is named once, and the other fields are shown', async () => {
  const delta = { value: '1500000', scale: 6, currency: 'MVP' };
  const { run } = await over([{ entry_id: 'e1', delta, why: 'mission' }]);
  const { stdout, stderr } = await run('points history -o table');
  expect(stdout).toMatch(/^ *ID +DELTA +WHY\n *e1 +1\.5 MVP +mission\n$/);
  expect(stderr).toContain('No field of the response is known as when, amount, after, what or fee; its other fields');
});

const scaled = (value: string, currency = 'MVP') => ({ value, scale: 6, currency });
test.each([
  ['an object', [scaled('1500000'), scaled('-500000'), scaled('7', 'USD')], '1', '0.000007'],
  ['one text', ['25 MVP', 'MVP 1.50', '2 USD'], '26.5', '2'],
])('--sum adds money as %s in its unit, and no other value', async (_, amounts, mvp, usd) => {
  const sum = async (of: readonly unknown[]) =>
    (await over(of.map((amount) => ({ amount })))).run('points history --sum amount');
  const sums = { MVP: { sum: mvp, rows: 2 }, USD: { sum: usd, rows: 1 } };
  const expected = Object.entries(sums).map(([currency, one]) => ({ currency, ...one }));
  expect(JSON.parse((await sum(amounts)).stdout)).toEqual(expected);
  expect(await sum([scaled('1'), '5'])).toMatchObject({ code: exit.server, stdout: '' });
});

test.each<[string, object]>([
  ['two envelopes', { result: { data: { fee_amount: '0.5', currency_id: 'MVP' } } }],
  ['money as an object', { result: { data: { fee: { amount: '0.5', currency: 'MVP' } } } }],
  ['money as a text', { data: { fee: '0.50 MVP' } }],
])('a receipt has the fee in %s', async (_, fee) => {
  const { run } = await userOf(respondJson({ id: 't1', amount: '5' }, 201), { '/transfer/fee': fee });
  const { stderr } = await run('points transfer --to dara --amount 5 --new-recipient --yes');
  expect(stderr).toMatch(/Fee +0\.50? MVP\n[\s\S]*Costs in all +5\.5 MVP\n/);
});

test.each<[string, object]>([
  ['a nested record with its noun', { data: { order: { order_no: '7', total_price: '10 MVP' } } }],
  ['price and quantity', { data: { order: { order_no: '7', unit_price: '5 MVP', quantity: 2 } } }],
])('an order is placed and paid whose response has %s', async (_, placed) => {
  const post: Script = (socket, request) =>
    respondJson(request.path.endsWith('/orders') ? placed : { id: 'p1', amount: '10 MVP' }, 201)(socket, request);
  const read = { '/products/1': { id: '1', unit_price: '5 MVP' }, '/orders/7': placed };
  const { run, list } = await userOf(post, read);
  expect((await run('store buy 1 --quantity 2 --yes')).code).toBe(exit.ok);
  expect((await list()).map(({ call, outcome }) => `${call} ${outcome}`).join()).toBe('payOrder done,createOrder done');
});

test.each<[string, unknown]>([
  ['a code and a message', { code: 1007, msg: 'insufficient balance', data: null }],
  ['a status', { status: 'REQUEST_DENIED', results: [], error_message: 'bad key' }],
  ['a negative code', { ret: -1, errmsg: 'token invalid' }],
  ['a problem document', { type: 'https://x.example/e', title: 'Service down', status: 503, detail: 'db' }],
  ['a word that no rule knows', { status: 'FAIL', result: null }],
])('a refusal with status 200 is no data: %s', async (_, body) => {
  const { run } = await over(body);
  for (const line of ['points history', 'points balance'])
    expect(await run(line)).toMatchObject({ code: exit.server, stdout: '' });
});

test('204 is an empty list, and no thing', async () => {
  const { run } = await stubUser(respond(204, ''));
  expect(await run('notify list -o json')).toMatchObject({ code: exit.ok, stdout: '[]\n' });
  expect(await run('ride status')).toMatchObject({ code: exit.notFound, stdout: '' });
  for (const body of [{ data: { ride: null } }, { code: 0, data: null }, { ride: null }])
    expect(await (await over(body)).run('ride status')).toMatchObject({ code: exit.notFound, stdout: '' });
});

test.each<[string, object]>([
  ['ride:r1', { ride: { ride_request_id: 'r1', ride_status: 'finished' } }],
  ['order:o1', { data: { order_id: 'o1', order_state: 'success' } }],
  ['ride:r1', { data: { id: 'r1', status: 'Finished' } }],
])('wait finds the status of %s in %j', async (name, body) => {
  const { run } = await over(body);
  const { code, stdout } = await run(`wait ${name} -o ndjson`);
  expect([code, jsonLines(stdout).at(-1)]).toMatchObject([exit.ok, { ended: 'good' }]);
});

test.each(['rejected', 'Declined', 'FAILED', 'CANCELLED'])(
  'a common bad end is one, whatever the list: %s',
  async (state) => {
    const { run } = await over({ withdrawal_id: 'w1', state });
    const { code, stdout } = await run('wait withdrawal:w1 -o ndjson');
    expect([code, jsonLines(stdout).at(-1)]).toMatchObject([exit.endedBadly, { ended: 'bad' }]);
  },
);

test.each([
  ['11111111-0000-4000-8000-000000000001', '11111111-0000-4000-8000-000000000002'],
  ['r9', 'r10'],
])('wait for %s refuses a response about %s', async (asked, other) => {
  const about = (body: object) => over({ data: { ride: { status: 'FINISHED', ...body } } });
  const result = await (await about({ id: other })).run(`wait ride:${asked}`);
  expect([result.code, result.stderr]).toEqual([exit.server, expect.stringContaining('the response is about')]);
  for (const body of [{ id: asked }, { id: other, rideRequestId: asked }, {}])
    expect((await (await about(body)).run(`wait ride:${asked}`)).code).toBe(exit.ok);
});

test('a response in another form between good ones is an outage', async () => {
  let asked = 0;
  const { run } = await stubUser((socket, request) => {
    asked += 1;
    respondJson(asked === 2 ? { status: 'maintenance' } : [{ id: `n${asked}` }])(socket, request);
  });
  expect(await run('notify list -w --interval 20ms --count 3')).toMatchObject(ends(exit.ok, 'It responds again'));
  const never = await over({ status: 'maintenance' });
  expect((await never.run('notify list -w --interval 20ms --count 3')).code).toBe(exit.server);
});

test('wait refuses a response whose status no rule knows, and names its fields', async () => {
  const { run } = await over({ ride: { ride_request_id: 'r1', progress: 'finished' } });
  expect(await run('wait ride:r1')).toMatchObject(ends(exit.server, 'there are: ride'));
});
