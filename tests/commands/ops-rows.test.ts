// A row settles an operation only where it names what identifies it, and where its status can be read: `tuk ops check` with the rows of a hostile service.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareLookUp } from '../../src/engine/look-up.js';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { runs } from '../support/runs.js';
import { reset, respond, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const zeros = '0'.repeat(18);
const minute = 60_000;
const iso = (away = 0) => new Date(now + away).toISOString();
const readsBefore: Readonly<Record<string, unknown>> = {
  '/bridge-swap/fee': { feeAmount: `1${zeros}`, minAmount: `10${zeros}`, maxAmount: `1000000${zeros}` },
  '/transfer/fee': { feeAmount: '0', currencyId: 'MVP' },
  '/games/1': { id: '1', title: 'Democopter', entryFeeAmount: '5', entryFeeCurrencyId: 'MVP' },
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18, network: 'ETHEREUM', contractAddress: '' }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18, network: 'BSC', contractAddress: '' }],
  '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
};

/** The code, the ledger entry and the output of `ops check` after a change whose read is answered with `shown`. */
async function checked(
  line: string,
  path: string,
  shown: () => unknown,
  { answer = reset, later = 0 }: { answer?: Script; later?: number } = {},
) {
  const user = await userOf(answer, (requested) => {
    const at = requested.split('?')[0]!;
    return at.endsWith(path) ? shown() : Object.entries(readsBefore).find(([end]) => at.endsWith(end))?.[1];
  });
  const sent = await user.run(`${line} -p box`);
  expect([line, sent.code, sent.stderr]).toEqual([line, answer === reset ? exit.unknown : exit.ok, expect.any(String)]);
  const [{ id }] = (await user.list()) as [Operation];
  const result = await user.run(`ops check ${id} -p box`, { now: now + later * minute });
  const [entry] = (await user.list()) as [Operation];
  return { ...user, id, code: result.code, json: JSON.parse(result.stdout), stderr: result.stderr, entry };
}

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';
const history = '/mvp/history';
const older = { amount: '-1', createdAt: '2026-01-01T00:00:00.000Z' };
const sentRow = (more: object | (() => object)) => () => [
  { id: 'r1', amount: '-5', status: 'COMPLETED', createdAt: iso(), ...(typeof more === 'function' ? more() : more) },
  older,
];

describe('a row of the points history that is another thing settles no transfer', () => {
  test.each<[string, object]>([
    ['a type of the store', { toUserId: 'dara', type: 'STORE_ORDER' }],
    ['a type of a game', { toUserId: 'dara', type: 'GAME_ENTRY' }],
    ['a type of a withdrawal', { toUserId: 'dara', type: 'WITHDRAW' }],
    ['a type that nobody knows', { toUserId: 'dara', type: 'X_17' }],
    ['a transaction type in camel case', { toUserId: 'dara', txType: 'storePurchase' }],
    ['a category', { toUserId: 'dara', category: 'Ride' }],
    ['a nested type', { toUserId: 'dara', detail: { kind: 'MISSION_REWARD' } }],
    ['a title', { toUserId: 'dara', title: 'Store order 12' }],
    ['a title of a refund', { toUserId: 'dara', description: 'Transfer given back' }],
    ['points received', { toUserId: 'dara', title: 'Received from dara' }],
    ['a title with another recipient', { title: 'Sent to mallory' }],
    ['a note with another recipient', { description: 'Transfer to @mallory' }],
    ['a counterpart', { counterpart: 'mallory' }],
    ['a counterparty', { counterparty: { nickname: 'mallory' } }],
    ['a nickname', { toNickname: 'mallory' }],
    ['a user name', { recipientName: 'mallory' }],
    ['a target', { targetUserId: 'mallory' }],
    ['an id of another user beside the nickname', { toUserId: 'mallory', toNickname: 'dara' }],
    ['a game', { toUserId: 'dara', gameId: 'g1' }],
    ['an order', { toUserId: 'dara', order: { id: '12' } }],
    ['a withdrawal request', { toUserId: 'dara', withdrawalRequestId: 'w1' }],
    ['a made-up swap', { toUserId: 'dara', swapType: 'WITHDRAWAL' }],
    ['the other direction', { toUserId: 'dara', amount: '5', direction: 'IN' }],
    ['a credit', { toUserId: 'dara', amount: '5', type: 'CREDIT' }],
    ['no recipient at all', {}],
    ['no recipient, and a fitting title', { title: 'Transfer' }],
    ['a recipient in another form', { toUserId: '9b2f0c1e-1111-4222-8333-444455556666' }],
    ['a display name', { receiver: { name: 'Dara Sok' } }],
    ['the recipient as the sender', { fromUserId: 'dara' }],
    ['made an hour before, and changed now', { toUserId: 'dara', createdAt: iso(-60 * minute), updatedAt: iso() }],
    ['made an hour before by its epoch, and valid until now', { toUserId: 'dara', createdAt: now - 60 * minute, validUntil: iso() }],
    ['no time', { toUserId: 'dara', createdAt: undefined }],
    ['the time of another thing', { toUserId: 'dara', createdAt: undefined, account: { createdAt: iso() } }],
    ['another unit', { toUserId: 'dara', currencyId: 'TADAP' }],
  ])('%s', async (_, more) => {
    const { code, entry, sent } = await checked(transfer, history, sentRow(more));
    expect([code, entry.outcome, sent()]).toEqual([exit.pending, 'unknown', 1]);
    const late = await checked(transfer, history, sentRow(more), { later: 11 });
    expect([late.code, late.entry.outcome]).toEqual([exit.pending, 'unknown']); // nor does it prove that nothing was done
  });

  test('what fits and what is missing is said, with the row', async () => {
    const { json, stderr } = await checked(transfer, history, sentRow({ memo: 'lunch\u001b[2J' }));
    expect(json.reason).toMatch(/the row that fits \(.*\) has the same amount, time, but does not name the recipient\.$/);
    expect(json.rows).toMatchObject([{ id: 'r1', amount: '-5' }]);
    expect(stderr).toMatch(/The row: \{"id":"r1".*tuk ops settle/s);
    expect(stderr).not.toContain('\u001b[2J');
    const near = await checked(transfer, history, sentRow({ toUserId: 'dara', title: 'Store order 12' }));
    expect(near.json.reason).toMatch(/a row has the same amount and time \(.*\), but it says "Store order 12", which is no transfer\.$/);
  });
});

describe('an honest row of the points history settles a transfer', () => {
  test.each<[string, object | (() => object)]>([
    ['a user id', { toUserId: 'dara' }],
    ['an object of the user', { receiver: { id: '9b2f0c1e-1111-4222-8333-444455556666', nickname: 'dara', name: 'Dara Sok' } }],
    ['a title', { title: 'Sent to dara' }],
    ['a title in other letters', { description: 'Transfer to Dara' }],
    ['a counterpart, a type and a direction', { counterpart: 'dara', type: 'TRANSFER', direction: 'OUT' }],
    ['a debit', { toNickname: 'dara', type: 'DEBIT' }],
    ['a free note', { toUserId: 'dara', memo: 'for lunch' }],
    ['references to nothing', { toUserId: 'dara', gameId: null, paymentId: '', order: null, withdrawalRequestId: null }],
    ['epoch milliseconds', () => ({ toUserId: 'dara', createdAt: now + 500 })],
    ['epoch milliseconds as text', () => ({ toUserId: 'dara', createdAt: String(now + 500) })],
    ['epoch seconds', () => ({ toUserId: 'dara', createdAt: undefined, timestamp: Math.floor(now / 1000) + 1 })],
    ['a time without a zone, in UTC', () => ({ toUserId: 'dara', createdAt: iso(1000).replace('Z', '') })],
    ['a time when it ended', { toUserId: 'dara', completedAt: iso(60 * minute) }],
    ['no status', { toUserId: 'dara', status: null }],
    ['a status in other letters', { toUserId: 'dara', status: 'Completed' }],
    ['a state', { toUserId: 'dara', status: undefined, state: 'COMPLETED' }],
  ])('%s', async (_, more) => {
    const { code, entry, stderr } = await checked(transfer, history, sentRow(more));
    expect([code, entry.outcome, stderr]).toEqual([exit.ok, 'done', expect.any(String)]);
  });
});

describe('a status that cannot be read settles nothing', () => {
  const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`;
  const flat = (more: object) => () => [
    { id: 'w1', status: 'COMPLETED', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL', createdAt: iso(), ...more },
  ];
  const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`;
  const swapped = (more: object) => () => [
    { id: 'b1', type: 'TO_BEP20', amount: `20${zeros}`, toAddress: to, status: 'SUCCESS', createdAt: iso(), ...more },
  ];
  test.each<[string, string, string, () => unknown, number, string, RegExp]>([
    ['a flat withdrawal', withdraw, '/withdrawals/active', flat({}), exit.ok, 'done', /COMPLETED/],
    ['a flat withdrawal that failed', withdraw, '/withdrawals/active', flat({ status: 'FAILED' }), exit.ok, 'not-done', /FAILED/],
    ['one that failed in other letters', withdraw, '/withdrawals/active', flat({ status: ' failed' }), exit.ok, 'not-done', /FAILED/],
    [
      'one that was cancelled, in the other spelling',
      withdraw,
      '/withdrawals/active',
      flat({ status: 'CANCELLED' }),
      exit.ok,
      'not-done',
      /CANCELED/,
    ],
    [
      'a flat withdrawal without a status',
      withdraw,
      '/withdrawals/active',
      flat({ status: undefined }),
      exit.pending,
      'unknown',
      /it has no status/,
    ],
    [
      'a status that no list has',
      withdraw,
      '/withdrawals/active',
      flat({ status: 'ODD' }),
      exit.pending,
      'unknown',
      /status "ODD", which no public list has/,
    ],
    [
      'two statuses',
      withdraw,
      '/withdrawals/active',
      flat({ payout: { status: 'FAILED' } }),
      exit.pending,
      'unknown',
      /COMPLETED and FAILED/,
    ],
    [
      'a failure beside a good status',
      withdraw,
      '/withdrawals/active',
      flat({ success: false }),
      exit.pending,
      'unknown',
      /it says success: "false"/,
    ],
    ['a time of its refund', withdraw, '/withdrawals/active', flat({ refundedAt: iso() }), exit.pending, 'unknown', /it says refundedAt/],
    ['another recipient beside ours', withdraw, '/withdrawals/active', flat({ toAddress: other }), exit.pending, 'unknown', /./],
    ['no unit', withdraw, '/withdrawals/active', flat({ currencyId: undefined }), exit.pending, 'unknown', /does not name the unit/],
    ['no recipient', withdraw, '/withdrawals/active', flat({ address: undefined }), exit.pending, 'unknown', /does not name the recipient/],
    ['a bridge swap', bridge, '/v1/bridge-swap', swapped({}), exit.ok, 'done', /SUCCESS/],
    ['a bridge swap that failed', bridge, '/v1/bridge-swap', swapped({ status: 'FAIL' }), exit.ok, 'not-done', /FAIL/],
    [
      'a bridge swap without a status',
      bridge,
      '/v1/bridge-swap',
      swapped({ status: undefined }),
      exit.pending,
      'unknown',
      /it has no status/,
    ],
    [
      'a bridge swap with a status of null',
      bridge,
      '/v1/bridge-swap',
      swapped({ status: null }),
      exit.pending,
      'unknown',
      /it has no status/,
    ],
    ['an empty status', bridge, '/v1/bridge-swap', swapped({ status: '' }), exit.pending, 'unknown', /status/],
    ['a number as a status', bridge, '/v1/bridge-swap', swapped({ status: 3 }), exit.pending, 'unknown', /status "3"/],
    ['a list as a status', bridge, '/v1/bridge-swap', swapped({ status: ['SUCCESS'] }), exit.pending, 'unknown', /status/],
    ['an object as a status', bridge, '/v1/bridge-swap', swapped({ status: { name: 'SUCCESS' } }), exit.pending, 'unknown', /status/],
    [
      'a payout that failed',
      bridge,
      '/v1/bridge-swap',
      swapped({ payout: { status: 'FAIL' } }),
      exit.pending,
      'unknown',
      /SUCCESS and FAIL/,
    ],
    [
      'a bridge swap of no type',
      bridge,
      '/v1/bridge-swap',
      swapped({ type: undefined }),
      exit.pending,
      'unknown',
      /does not name the unit/,
    ],
    [
      'a bridge swap to nobody',
      bridge,
      '/v1/bridge-swap',
      swapped({ toAddress: null }),
      exit.pending,
      'unknown',
      /does not name the recipient/,
    ],
    [
      'points that were given back',
      transfer,
      history,
      sentRow({ toUserId: 'dara', status: null, reversed: true }),
      exit.pending,
      'unknown',
      /reversed/,
    ],
    [
      'points whose transfer has an error',
      transfer,
      history,
      sentRow({ toUserId: 'dara', status: null, error: 'X' }),
      exit.pending,
      'unknown',
      /error/,
    ],
  ])('%s', async (_, line, path, shown, code, outcome, why) => {
    const result = await checked(line, path, shown);
    expect([result.code, result.entry.outcome, result.stderr]).toEqual([code, outcome, expect.stringMatching(why)]);
    if (code === exit.pending) {
      const waited = await whileTimePasses(() => result.run(`ops wait ${result.id} --max-wait 300ms --interval 50ms -p box`));
      expect([waited.code === exit.pending || waited.code === exit.unknown, (await result.list())[0]?.outcome]).toEqual([true, 'unknown']);
    }
  });

  test('the state of a withdrawal that is read by its id may be flat, or the only element of a list', async () => {
    const answer = respond(
      201,
      JSON.stringify({ request: { id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' } }),
    );
    const cases: readonly (readonly [name: string, shown: () => unknown, code: number])[] = [
      ['flat', () => flat({ status: 'FAILED' })()[0], exit.endedBadly],
      ['in a list', () => [{ request: flat({})()[0] }], exit.ok],
      ['in an envelope', () => ({ data: { request: flat({})()[0] } }), exit.ok],
      ['an id alone', () => ({ id: 'w1' }), exit.pending],
      ['a status alone', () => ({ request: { status: 'COMPLETED' } }), exit.ok],
      ['another id', () => flat({ id: 'w2' })()[0], exit.unknown],
    ];
    for (const [name, shown, code] of cases) {
      const user = await userOf(answer, (requested) =>
        requested.endsWith('/withdrawals/w1')
          ? shown()
          : requested.endsWith('/currencies/MVL')
            ? readsBefore['/currencies/MVL']
            : undefined,
      );
      expect((await user.run(`${withdraw} -p box`)).code).toBe(exit.ok);
      const [{ id }] = (await user.list()) as [Operation];
      expect([name, (await whileTimePasses(() => user.run(`ops wait ${id} --max-wait 400ms --interval 50ms -p box`))).code]).toEqual([
        name,
        code,
      ]);
    }
  });
});

test('in the sandbox a lost transfer and a lost withdrawal of points are found by whom they went to, beside others of the same amount', async () => {
  const user = newUser();
  await user.run('login');
  expect((await user.run('points transfer --to kenji --amount 60 --new-recipient --yes')).code).toBe(exit.ok);
  for (const [call, line] of [
    ['transferPoints', 'points transfer --to dara --amount 60 --new-recipient --yes'],
    ['withdrawPoints', `points withdraw --amount 60 -f currencyId=MVL -f address=${to} --new-recipient --yes`],
  ] as const) {
    await user.run(['sandbox', 'fault', 'add', 'lost-answer', '--on', `user ${call}`, '--times', '1']);
    expect((await user.run(line)).code).toBe(exit.unknown);
    const [{ id }] = JSON.parse((await user.run('ops list')).stdout) as [Operation];
    expect([call, (await user.run(`ops check ${id}`)).code]).toEqual([call, exit.ok]);
  }
});

test('a status that no list has is shown by wait as it is, and is no end', async () => {
  const { run, id } = await checked(transfer, history, sentRow({ toUserId: 'dara', status: 'ODD' }));
  const waited = await whileTimePasses(() => run(`ops wait ${id} --max-wait 300ms --interval 50ms -o ndjson -p box`));
  expect([waited.code, JSON.parse(waited.stdout)]).toEqual([exit.pending, expect.objectContaining({ status: 'ODD', ended: null })]);
});

describe('an entry fee of a game', () => {
  const pay = 'api user pay-game 1 --yes';
  test.each<[string, object, number]>([
    ['by the id of the game', { gameId: '1' }, exit.ok],
    ['by its title', { description: 'Entry fee of a game' }, exit.ok],
    ['by its title, without a status', { description: 'Entry fee of a game', status: null }, exit.ok],
    ['an entry of another game', { gameId: '2', description: 'Entry fee of a game' }, exit.pending],
    ['an earlier entry of the same game', { gameId: '1', createdAt: iso(-60 * minute) }, exit.pending],
    ['a row of the same amount', {}, exit.pending],
    ['a transfer of the same amount', { description: 'Sent to dara' }, exit.pending],
  ])('%s', async (_, more, code) => {
    expect((await checked(pay, history, sentRow(more))).code).toBe(code);
  });
});

test('a list that begins with what is old, or whose old times are those of other things, proves nothing by absence', async () => {
  for (const [rows, code] of [
    [[{ amount: '-7', createdAt: iso(-60 * minute) }, older], exit.ok],
    [[older, { amount: '-7', createdAt: iso(-60 * minute) }], exit.pending],
    [[{ amount: '-7', createdAt: iso(minute), currency: { createdAt: '2022-01-01T00:00:00.000Z' } }], exit.pending],
    [[{ amount: '-7', createdAt: iso(minute), user: { joinedAt: 1_600_000_000 } }], exit.pending],
  ] as const) {
    const result = await checked(transfer, history, () => rows, { later: 11 });
    expect([rows, result.code]).toEqual([rows, code]);
  }
});

test('whatever else a row has, it settles a transfer only where it names amount, recipient, kind and time, and a status of the list', async () => {
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
    body: '{"toUserId":"dara","amount":"5"}',
    amount: '5',
    token: 'MVP',
    recipient: 'dara',
  };
  const { find } = (await prepareLookUp(operation, {}))!;
  const whom = ['toUserId', 'recipientId', 'toNickname', 'counterpart', 'title', 'from'] as const;
  const row = fc.record(
    {
      amount: fc.constantFrom('-5', '5.0', -5, '-50', '5 MVP'),
      who: fc.tuple(fc.constantFrom(...whom), fc.constantFrom('dara', 'mallory', '17')),
      type: fc.constantFrom('TRANSFER', 'SEND_POINTS', 'STORE_ORDER', 'GAME_ENTRY', 'CREDIT', 'X', 'DEBIT'),
      status: fc.constantFrom('COMPLETED', 'completed', 'FAILED', 'ODD', null, 7),
      createdAt: fc.constantFrom('2026-11-22T12:00:01.000Z', at + 1000, Math.floor(at / 1000) + 1, '2026-11-22T11:00:00.000Z', null),
      updatedAt: fc.constant('2026-11-22T12:00:05.000Z'),
    },
    { requiredKeys: ['amount'] },
  );
  let settled = 0;
  fc.assert(
    fc.property(row, ({ who, ...rest }) => {
      const named = who === undefined ? {} : { [who[0]]: who[0] === 'title' ? `Sent to ${who[1]}` : who[1] };
      const sighting = find(JSON.stringify([{ ...rest, ...named }]), [operation], at);
      if (sighting.kind !== 'seen') return;
      settled++;
      expect(['-5', '5.0', -5]).toContain(rest.amount);
      expect(who?.[1]).toBe('dara');
      expect(who?.[0]).not.toBe('from');
      expect(['TRANSFER', 'SEND_POINTS', 'DEBIT', undefined]).toContain(rest.type);
      expect(rest.createdAt).not.toBe('2026-11-22T11:00:00.000Z');
      const statuses: readonly unknown[] = ['COMPLETED', 'completed', 'FAILED', null, undefined];
      expect(statuses.includes(rest.status)).toBe(sighting.status !== undefined);
    }),
    { numRuns: runs(1500) },
  );
  expect(settled).toBeGreaterThan(runs(1500) / 30);
});
