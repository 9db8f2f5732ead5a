// The clock of the service is measured; a row that differs only in its time never counts as absent.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/money/ledger/operation.js';
import { exit } from '../support/exit.js';
import { userOf } from '../support/operations.js';
import { reset, respond, respondJson, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const minute = 60_000;
const transfer = 'points transfer --to dara --amount 50 --new-recipient --yes';
const sendsFifty = ({ amount }: { readonly amount: string }) => amount.startsWith('-50');

test('in a sandbox whose world is behind, a transfer whose response was lost is found, and not sent again', async () => {
  const user = newUser();
  const at = (minutes: number) => ({ now: now + minutes * minute });
  await user.run('login', at(0));
  await user.run('sandbox reset --yes', at(9));
  await user.run('login', at(9));
  await user.run(['sandbox', 'fault', 'add', 'lost-answer', '--on', 'user transferPoints', '--times', '1'], at(9));
  expect((await user.run(`${transfer} --client-ref cron-9`, at(9))).code).toBe(exit.unknown);
  const [{ id, serviceAt }] = await user.json('ops list', at(9));
  const shown: Operation = await user.json(`ops show ${id}`, at(9));
  expect(shown.serviceAt).toBe(serviceAt);
  const own = (await user.json('points history', at(9))).find(sendsFifty);
  expect(Math.abs(Date.parse(shown.serviceAt!) - Date.parse(own.createdAt))).toBeLessThan(minute);
  for (const later of [10, 500]) {
    const checked = await user.run(`ops check ${id}`, at(later));
    expect([later, checked.code, JSON.parse(checked.stdout).outcome]).toEqual([later, exit.ok, 'done']);
  }
  expect((await user.run(`${transfer} --client-ref cron-9`, at(21))).code).toBe(exit.ok);
  expect((await user.json('points history', at(21))).filter(sendsFifty)).toHaveLength(1);
});

/** The check of a transfer that took effect and whose response was lost, by a service whose clock is `ahead` and whose responses say it where `dated`. */
async function checkLostTransfer(ahead: number, dated: 'always' | 'reads after' | 'never') {
  const history: Record<string, unknown>[] = [
    { amount: '-1', createdAt: new Date(now + ahead - 300 * minute).toISOString() },
  ];
  let isSent = false;
  const { run, json } = await stubUser((socket, request) => {
    if (request.method !== 'GET' && !/fee$/.test(request.path)) {
      isSent = true;
      history.unshift({ amount: '-50', receiverNickname: 'dara', createdAt: new Date(now + ahead).toISOString() });
      return reset(socket, request);
    }
    const says = dated === 'always' || (dated === 'reads after' && isSent);
    const body = request.path.endsWith('/mvp/history')
      ? history
      : { id: request.path.split('/').at(-1), feeAmount: '0', amount: isSent ? '950' : '1000' };
    const headers = says ? { date: new Date(now + ahead).toUTCString() } : undefined;
    return respond(200, JSON.stringify(body), headers)(socket, request);
  });
  expect(await run(`${transfer} --client-ref r`)).toMatchObject({ code: exit.unknown, stderr: expect.any(String) });
  const [{ id }] = await json('ops list');
  const { code, stdout } = await run(`ops check ${id}`, { now: now + (dated === 'never' ? 11 : 0) * minute });
  return { code, json: JSON.parse(stdout), rowAt: history[0]!.createdAt };
}

describe.each([-300, -5, 20, 300])('a clock that is %d minutes ahead', (minutes) => {
  test.each(['always', 'reads after'] as const)('is measured by the header Date of the reads: %s', async (dated) => {
    const { code, json } = await checkLostTransfer(minutes * minute, dated);
    expect([code, json.outcome]).toEqual([exit.ok, 'done']);
  });

  test('that nothing says leaves the outcome unknown, with the time of the row', async () => {
    const { code, json, rowAt } = await checkLostTransfer(minutes * minute, 'never');
    const reason = expect.stringContaining(`a row is like it in all but its time (${rowAt})`);
    expect([code, json]).toEqual([exit.pending, expect.objectContaining({ outcome: 'unknown', reason })]);
  });
});

test('a row of another time that another operation claims does not count: absence says that it was not done', async () => {
  const createdAt = new Date(now - 60 * minute).toISOString();
  const old = { id: 'tx-000001', amount: '-50', createdAt, accountId: 'account-of-dara' };
  const answers: Script[] = [respondJson({ id: 'tx-000001', accountId: 'account-of-dara' }, 201), reset];
  const user = await userOf((...request) => answers.shift()!(...request), {
    '/mvp/history': [old, { amount: '-7', createdAt: '2026-01-01T00:00:00.000Z' }],
  });
  expect([(await user.run(transfer)).code, (await user.run(transfer)).code]).toEqual([exit.ok, exit.unknown]);
  const [{ id }] = (await user.list()) as [Operation];
  const check = () => user.run(`ops check ${id}`, { now: now + 11 * minute });
  old.id = 'tx-000002'; // not the other one's; that both name the same person claims nothing
  expect((await check()).code).toBe(exit.pending);
  old.id = 'tx-000001';
  const checked = await check();
  expect([checked.code, JSON.parse(checked.stdout).outcome]).toEqual([exit.ok, 'not-done']);
});

test.each(['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', 'soon'])(
  'a header Date that is not a clock is none: %s',
  async (date) => {
    const user = await userOf(respond(201, '{"id":"t1","amount":"50"}', { date }), {});
    expect((await user.run(transfer)).code).toBe(exit.ok);
    const [{ id, outcome }] = (await user.list()) as [Operation];
    expect([outcome, (await user.json(`ops show ${id}`)).serviceAt]).toEqual(['done', undefined]);
  },
);
