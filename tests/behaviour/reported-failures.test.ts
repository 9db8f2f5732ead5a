// A 2xx response that reports a failure is never exit 0, for any change and through every door; other responses pass.
import { describe, expect, test } from 'vitest';
import { failureInPlaceOfData, reportedFailure } from '../../src/services/decode/outcome.js';
import { allCalls } from '../support/catalogue.js';
import { ends, exit } from '../support/exit.js';
import { platformUser } from '../support/platform.js';
import { respond } from '../support/scripted-server.js';

const lease = 'assets lease apply --product 1 --months 6 --phone +6590000001';
const lines = [
  lease,
  'api musubi submit-lease-application -f productId=1 -f months=6 -f phone=1',
  'api POST musubi /v1/lease-application/submit -f productId=1',
  'store order cancel o-1',
  'notify dismiss n-1',
  'assets contact --title a --message-file -',
  'api user delete-wallet -f id=w',
];
const failures = [
  { success: false },
  { Success: 'false', data: { id: 'x' } },
  { ok: false, id: 'x' },
  { error: 'NOT_ELIGIBLE' },
  { data: { errors: [{ message: 'no' }] } },
  { id: 'x', errorCode: 17 },
  { code: 'NOT_ELIGIBLE', message: 'no' },
  { result: { isSuccess: false } },
  { meta: { success: false }, data: null },
  { results: [true, false].map((success, id) => ({ id, success })) },
];
describe('a change that the service reports as failed', () => {
  test.each(lines.flatMap((line) => failures.map((answer) => [line, answer] as const)))(
    '%s: %j is exit 3',
    async (line, answer) => {
      const { run, transfers } = await platformUser({ money: answer });
      expect(await run(`${line} --yes`)).toMatchObject(
        ends(exit.refused, /was answered 200, but it says .+\n.*Check it before you repeat it/, ''),
      );
      expect(transfers()).toHaveLength(1);
    },
  );

  test('a single value that says no, and what it says is escaped', async () => {
    for (const answer of ['false', '"FAILED"', '{"error":"\\u001b[2Jgone"}']) {
      const { run } = await platformUser({ money: respond(200, answer) });
      const { code, stderr } = await run(`${lease} --yes`);
      expect([answer, code, stderr.includes('\u001b')]).toEqual([answer, exit.refused, false]);
    }
  });

  test.each([
    { success: true, id: 'x', error: null },
    { id: 'x', errors: [] },
    { status: 'APPLIED', errorCode: 0 },
    { code: 'OK', message: 'done' },
    {},
    [],
    null,
  ])('%j is exit 0', async (answer) => {
    const { run } = await platformUser({ money: respond(200, JSON.stringify(answer)) });
    expect(await run(`${lease} --yes`)).toMatchObject({ code: exit.ok });
  });

  test('a read that reports a failure in place of its data is one; data with such fields are data', () => {
    const call = { service: 'user', name: 'getPoints', method: 'GET', effect: 'none' };
    const points = (body: object) => failureInPlaceOfData(call as never, 200, body);
    for (const body of [
      { success: false, message: 'down', data: [] },
      { errors: [{ message: 'down' }], data: null },
      { error: 'down', items: [], status: 500 },
      { code: 'ERR_X', message: 'down' },
    ])
      expect(points(body), JSON.stringify(body)).toMatchObject({ kind: 'server', where: { reason: 'down' } });
    for (const body of [
      { id: 'x', success: false },
      { errors: [{ message: 'partly' }], data: { amount: '1' } },
      { error: null, errors: [], items: [] },
      { success: true, data: [] },
      { code: 'MINA' },
      [{ success: false }],
    ])
      expect(points(body), JSON.stringify(body)).toBeUndefined();
  });

  test('holds for every call that is no GET; a read that is made by POST may show a state that ended badly', async () => {
    const calls = (await allCalls()).filter(({ method, effect }) => method !== 'GET' && effect !== 'money');
    expect(calls.length).toBeGreaterThan(90);
    for (const call of calls) {
      expect(reportedFailure(call, '{"data":{"success":false}}', 200)?.kind, call.name).toBe('refused');
      const isData = reportedFailure(call, '{"status":"REJECTED"}', 200) === undefined;
      expect(isData, call.name).toBe(call.effect === 'none');
    }
  });
});

describe('a read of one thing', () => {
  const failed = [
    { errors: [{ message: 'down' }], data: null },
    { status: 'error' },
    { status: 'error', message: 'down', data: null },
    { status: 'fail', data: { id: 'is not known' } },
    { success: false, message: 'down' },
    { error: { message: 'down' } },
    { statusCode: 500, message: 'down', timestamp: 't', path: '/x' },
    { code: 'NOT_THERE', message: 'down' },
    { ok: false },
    { isSuccess: 'false', result: {} },
  ];
  test.each(failed)('that is answered 200 and %j is exit 11, and prints nothing', async (body) => {
    const { run } = await platformUser({ reads: { '/users/current': body, '/products/7': body } });
    for (const line of ['whoami', 'store product 7'])
      expect(await run(line)).toMatchObject(ends(exit.server, 'reports a failure', ''));
    for (const line of ['api user get-current', 'api GET user /users/current'])
      expect(await run(line)).toMatchObject({ code: exit.server, stdout: '' });
  });
  test.each([
    { status: 'FAIL', hash: '0x1' },
    { status: 'FAIL' },
    { status: 'CANCELED', message: 'by the driver' },
    { data: null },
    { code: 'MINA' },
    { code: 'MINA', message: 'welcome' },
    { message: 'hello' },
    { id: 'x', error: 'reverted' },
    { amount: '0', errors: [] },
    { data: { amount: '1' }, errors: [{ message: 'partly' }] },
    { success: true, result: {} },
  ])('that is %j is printed', async (body) => {
    const { run } = await platformUser({ reads: { '/users/current': body } });
    expect(await run('whoami')).toMatchObject({ code: exit.ok });
  });
});

test('a problem (RFC 9457) with a status of success is a failure, of a read, of a change and of a smoke run, whatever its members', async () => {
  const problem = respond(200, '{"title":"Closed","stock":3}', { 'content-type': 'application/problem+json' });
  const { run } = await platformUser({ money: problem, reads: { '/products/7': problem } });
  expect(await run('store product 7')).toMatchObject(ends(exit.server, 'Closed', ''));
  expect(await run(`${lease} --yes`)).toMatchObject(ends(exit.refused, 'Closed', ''));
  const smoke = await run('smoke --service sale --calls get-product --values -', { stdin: '{"id":"7"}' });
  expect(smoke.stderr).toContain('Closed');
});
