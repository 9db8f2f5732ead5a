// The clock of the service is measured, and a row whose time alone does not fit never counts as absent.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareLookUp } from '../../src/engine/look-up.js';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { userOf } from '../support/operations.js';
import { reset, respond, scripted } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const minute = 60_000;
const transfer = 'points transfer --to dara --amount 50 --new-recipient --yes';

test('in a sandbox whose world is behind, a transfer whose response was lost is found, and not sent again', async () => {
  const user = newUser();
  const at = (minutes: number) => ({ now: now + minutes * minute });
  await user.run('login', at(0));
  await user.run('sandbox reset --yes', at(9));
  await user.run('login', at(9));
  await user.run(['sandbox', 'fault', 'add', 'lost-answer', '--on', 'user transferPoints', '--times', '1'], at(9));
  expect((await user.run(`${transfer} --client-ref cron-9`, at(9))).code).toBe(exit.unknown);
  const [{ id, serviceAt }] = JSON.parse((await user.run('ops list', at(9))).stdout) as [Operation];
  const shown = JSON.parse((await user.run(`ops show ${id}`, at(9))).stdout) as Operation;
  const rows = JSON.parse((await user.run('points history', at(9))).stdout) as { readonly createdAt: string; readonly amount: string }[];
  const own = rows.find(({ amount }) => amount.startsWith('-50'))!;
  expect(serviceAt).toBeUndefined(); // it is in the detail
  expect(Math.abs(Date.parse(shown.serviceAt!) - Date.parse(own.createdAt))).toBeLessThan(minute);
  for (const later of [10, 20, 500]) {
    const checked = await user.run(`ops check ${id}`, at(later));
    expect([later, checked.code, JSON.parse(checked.stdout).outcome]).toEqual([later, exit.ok, 'done']);
  }
  expect((await user.run(`${transfer} --client-ref cron-9`, at(21))).code).toBe(exit.ok);
  const after = JSON.parse((await user.run('points history', at(21))).stdout) as { readonly amount: string }[];
  expect(after.filter(({ amount }) => amount.startsWith('-50'))).toHaveLength(1);
});

/** A user of a service whose clock is `ahead` and whose responses say it where `dated`; its transfer took effect, and the response was lost. */
async function withLostTransfer(ahead: number, dated: 'always' | 'reads after' | 'never') {
  const history: Record<string, unknown>[] = [{ amount: '-1', createdAt: new Date(now + ahead - 300 * minute).toISOString() }];
  let isSent = false;
  const server = await scripted((socket, request) => {
    const date = { date: new Date(now + ahead).toUTCString() };
    const says = dated === 'always' || (dated === 'reads after' && isSent);
    if (request.method !== 'GET' && !/fee$/.test(request.path)) {
      isSent = true;
      history.unshift({ amount: '-50', toUserId: 'dara', createdAt: new Date(now + ahead).toISOString() });
      return reset(socket, request);
    }
    const body = request.path.endsWith('/mvp/history') ? history : { id: 'x', feeAmount: '0', amount: '1000' };
    return respond(200, JSON.stringify(body), says ? date : {})(socket, request);
  });
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  const sent = await user.run(`${transfer} -p box --client-ref r`);
  expect([sent.code, sent.stderr]).toEqual([exit.unknown, expect.any(String)]);
  const [{ id }] = JSON.parse((await user.run('ops list -p box')).stdout) as [Operation];
  return {
    ...user,
    history,
    check: () => user.run(`ops check ${id} -p box`, { now: now + (dated === 'never' ? 11 : 0) * minute }),
  };
}

describe.each([-300, -5, 20, 300])('a clock that is %d minutes ahead', (minutes) => {
  test('is measured by the header Date of the reads before the transfer', async () => {
    const user = await withLostTransfer(minutes * minute, 'always');
    const checked = await user.check();
    expect([checked.code, JSON.parse(checked.stdout).outcome]).toEqual([exit.ok, 'done']);
  });

  test('is measured by that of the read where nothing was before', async () => {
    const user = await withLostTransfer(minutes * minute, 'reads after');
    const checked = await user.check();
    expect([checked.code, JSON.parse(checked.stdout).outcome]).toEqual([exit.ok, 'done']);
  });

  test('that nothing says leaves the outcome unknown, with the time of the row', async () => {
    const user = await withLostTransfer(minutes * minute, 'never');
    const checked = await user.check();
    expect([checked.code, JSON.parse(checked.stdout)]).toEqual([
      exit.pending,
      expect.objectContaining({
        outcome: 'unknown',
        reason: expect.stringContaining(`a row is like it in all but its time (${user.history[0]!.createdAt})`),
      }),
    ]);
  });
});

test('a row of another time that another operation claims does not count: absence says that it was not done', async () => {
  const old = { id: 'tx-000001', amount: '-5', createdAt: new Date(now - 60 * minute).toISOString(), accountId: 'account-of-dara' };
  let first = true;
  const user = await userOf(
    (socket, request) => {
      const script = first ? respond(201, JSON.stringify({ id: 'tx-000001', accountId: 'account-of-dara' })) : reset;
      first = false;
      script(socket, request);
    },
    (requested) => (requested.endsWith('/mvp/history') ? [old, { amount: '-7', createdAt: '2026-01-01T00:00:00.000Z' }] : undefined),
  );
  const line = 'points transfer --to dara --amount 5 --new-recipient --yes -p box';
  expect([(await user.run(line)).code, (await user.run(line)).code]).toEqual([exit.ok, exit.unknown]);
  const [{ id }] = (await user.list()) as [Operation];
  const check = () => user.run(`ops check ${id} -p box`, { now: now + 11 * minute });
  old.id = 'tx-000002'; // not the other one's; that both name the same person claims nothing
  expect((await check()).code).toBe(exit.pending);
  old.id = 'tx-000001';
  const checked = await check();
  expect([checked.code, JSON.parse(checked.stdout).outcome]).toEqual([exit.ok, 'not-done']);
});

test.each(['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', 'soon'])('a header Date that is no clock is none: %s', async (date) => {
  const user = await userOf(respond(201, '{"id":"t1"}', { date }), () => undefined);
  expect((await user.run(`${transfer} -p box`)).code).toBe(exit.ok);
  const [{ id, outcome }] = (await user.list()) as [Operation];
  expect([outcome, JSON.parse((await user.run(`ops show ${id} -p box`)).stdout).serviceAt]).toEqual(['done', undefined]);
});

test('whatever the clocks say, absence is never certain while a row is alike', async () => {
  const at = Date.parse('2026-11-22T12:00:00.000Z');
  const operation: Operation = {
    id: 'op-1',
    at: new Date(at).toISOString(),
    pid: 1,
    outcome: 'unknown',
    profile: 'box',
    service: 'user',
    call: 'transferPoints',
    method: 'POST',
    url: 'https://x.example/v2/balance/mvp/transfer',
    body: '{"to":"dara","amount":"50"}',
    amount: '50',
    token: 'MVP',
    recipient: 'dara',
  };
  const minutes = fc.integer({ min: -10_000, max: 10_000 });
  await fc.assert(
    fc.asyncProperty(minutes, fc.option(minutes, { nil: undefined }), minutes, fc.boolean(), async (shown, sent, ahead, isThere) => {
      const serviceAt = sent === undefined ? undefined : new Date(at + sent * minute).toISOString();
      const { find } = (await prepareLookUp({ ...operation, serviceAt }, {}))!;
      const row = { amount: '-50', toUserId: 'dara', createdAt: new Date(at + shown * minute).toISOString() };
      const rows = [...(isThere ? [row] : []), { amount: '-1', createdAt: '2020-01-01T00:00:00.000Z' }];
      const sighting = find(JSON.stringify(rows), [operation], at + 60 * minute, ahead * minute);
      const away = shown - (sent ?? ahead);
      if (isThere) expect(sighting).toMatchObject(away >= 0 && away <= 15 ? { kind: 'seen' } : { kind: 'absent', conclusive: false });
      else expect(sighting).toMatchObject({ kind: 'absent', conclusive: true });
    }),
  );
});
