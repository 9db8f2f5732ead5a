// What is concluded from what a service shows: a row settles an operation only where it names what identifies it, and where its status can be read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uncertainty } from '../../src/commands/ops/uncertainty.js';
import { prepareLookUp, type Sighting } from '../../src/engine/look-up.js';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { runs } from '../support/runs.js';
import { reset, respondByPath, respondJson, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { signedIn } from '../support/users.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const uuid = '9b2f0c1e-1111-4222-8333-444455556666';
const zeros = '0'.repeat(18);
const minute = 60_000;
const iso = (away = 0) => new Date(now + away).toISOString();
const hourAgo = iso(-60 * minute);

const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`;
const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`;
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 70 --yes';
const withdrawal = { id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' };
/** The command that makes an operation of each kind, and the response to it. */
const commands = {
  transfer: ['points transfer --to dara --amount 5 --new-recipient --yes', reset],
  deposit: [
    `points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes`,
    respondJson({ balanceDepositRequest: { id: 'pd1', status: 'INCOMING', goalAmount: '50', currencyId: 'MVL' }, toAddress: to }, 201),
  ],
  order: [order, respondJson({ id: 'o1', amount: '70', currency: 'USDC' }, 201)],
  'contradicted order': [order, respondJson({ id: 'o1', amount: '7000', currency: 'USDC' }, 201)],
  bridge: [bridge, respondJson({ id: 'b1', amount: `20${zeros}` }, 201)],
  'lost bridge': [bridge, reset],
  withdrawal: [withdraw, respondJson({ request: withdrawal }, 201)],
  'lost withdrawal': [withdraw, reset],
  game: ['api user pay-game 1 --yes', reset],
} as const satisfies Record<string, readonly [line: string, answer: Script]>;
type Kind = keyof typeof commands;
/** The reads that the commands make before they send. */
const readsBefore = {
  '/offering/public/1': { id: '1', title: 'Tuks', currency: 'USDC', minAmount: '50', purchaseType: 'FRACTIONAL', status: 'OPEN' },
  '/bridge-swap/fee': { feeAmount: `1${zeros}`, minAmount: `10${zeros}`, maxAmount: `1000000${zeros}` },
  '/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/games/1': { id: '1', title: 'Democopter', entryFeeAmount: '5', entryFeeCurrencyId: 'MVP' },
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18, network: 'ETHEREUM', contractAddress: '' }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18, network: 'BSC', contractAddress: '' }],
  '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
};

/** A user who has made an operation. `shown` is the response to the read of its state, whose path has the end `read`. */
async function userWith(kind: Kind, read = '-', shown: unknown = undefined) {
  const [line, answer] = commands[kind];
  const user = await userOf(answer, { ...readsBefore, [read]: shown });
  const { code } = await user.run(line);
  expect([line, code]).toEqual([line, answer === reset || kind === 'contradicted order' ? exit.unknown : exit.ok]);
  const [{ id }] = (await user.list()) as [Operation];
  return { ...user, id, wait: () => whileTimePasses(() => user.run(`ops wait ${id} --max-wait 300ms --interval 50ms`)) };
}

const recorded = new Map<Kind, Promise<Operation>>();
/** The operation of a kind as the program has recorded it. */
function operationOf(kind: Kind): Promise<Operation> {
  const made = recorded.get(kind) ?? userWith(kind).then(({ id, withLedger }) => withLedger((ledger) => ledger.find(id)!));
  recorded.set(kind, made);
  return made;
}
/** What a response to the read of its state shows of an operation. */
async function sightingOf(kind: Kind, response: unknown, minutesLater = 0): Promise<Sighting> {
  const operation = await operationOf(kind);
  const { find } = (await prepareLookUp(operation, {}))!;
  return find(typeof response === 'string' ? response : JSON.stringify(response), [operation], now + minutesLater * minute);
}
/** A sighting as `ops check` and `ops wait` say it: a status, or why there is none. */
function conclusionOf(sighting: Sighting): string {
  if (sighting.kind === 'seen') return sighting.status ?? sighting.unread!;
  if (sighting.kind === 'contradicts') return `contradicts: ${sighting.why}`;
  return (
    uncertainty(sighting)?.replace(/ \([^()]*Z\)/, '') ?? (sighting.kind === 'absent' && sighting.conclusive ? 'not done' : 'not shown')
  );
}

const older = { amount: '-1', createdAt: '2026-01-01T00:00:00.000Z' };
const points = (amount: string) => (more: object) => [{ id: 'r1', amount, status: 'COMPLETED', createdAt: iso(), ...more }, older];
const purchase = (more: object) => [{ type: 'PURCHASE', currency: 'USDC', amount: '70', status: 'PAID', createdAt: iso(), ...more }];
const bridged = (more: object) => [
  { id: 'b1', type: 'TO_BEP20', amount: `20${zeros}`, toAddress: to, status: 'SUCCESS', createdAt: iso(), ...more },
];
/** The response to the read of a kind, with these fields in its row. */
const responseOf = {
  transfer: points('-5'),
  game: points('-5'),
  deposit: points('50'),
  order: purchase,
  'contradicted order': purchase,
  bridge: bridged,
  'lost bridge': bridged,
  withdrawal: (more: object) => ({ request: { ...withdrawal, status: 'COMPLETED', createdAt: iso(), ...more } }),
  'lost withdrawal': (more: object) => [{ ...withdrawal, status: 'COMPLETED', createdAt: iso(), ...more }],
} satisfies Record<Kind, (more: object) => unknown>;

describe('a row that has the amount', () => {
  test.each<[kind: Kind, more: object, conclusion: string]>([
    // another thing than a transfer
    ['transfer', { toUserId: 'dara', type: 'STORE_ORDER' }, 'says "STORE_ORDER", which is not a transfer'],
    ['transfer', { toUserId: 'dara', type: 'X_17' }, 'whether that is a transfer is not known'],
    ['transfer', { toUserId: 'dara', txType: 'storePurchase' }, 'says "storePurchase", which is not a transfer'],
    ['transfer', { toUserId: 'dara', detail: { kind: 'MISSION_REWARD' } }, 'says "MISSION_REWARD"'],
    ['transfer', { toUserId: 'dara', title: 'Store order 12' }, 'says "Store order 12", which is not a transfer'],
    ['transfer', { toUserId: 'dara', description: 'Transfer given back' }, 'which is not a transfer'],
    ['transfer', { toUserId: 'dara', title: 'Received from dara' }, 'which is not a transfer'],
    ['transfer', { toUserId: 'dara', gameId: 'g1' }, 'says "gameId g1", which is not a transfer'],
    ['transfer', { toUserId: 'dara', order: { id: '12' } }, 'says "order", which is not a transfer'],
    ['transfer', { toUserId: 'dara', swapType: 'WITHDRAWAL' }, 'which is not a transfer'],
    ['transfer', { toUserId: 'dara', amount: '5', direction: 'IN' }, 'says direction "IN", which is the other direction'],
    ['transfer', { toUserId: 'dara', type: 'CREDIT' }, 'says type "CREDIT", which is the other direction'],
    ['transfer', { toUserId: 'dara', currencyId: 'TADAP' }, 'says TADAP, and MVP was asked for'],
    // another recipient, or none
    ['transfer', { title: 'Sent to mallory' }, 'says mallory, and dara was asked for'],
    ['transfer', { description: 'Transfer to @mallory' }, 'says mallory'],
    ['transfer', { counterpart: 'mallory' }, 'says mallory'],
    ['transfer', { counterparty: { nickname: 'mallory' } }, 'says mallory'],
    ['transfer', { toUserId: 'mallory', toNickname: 'dara' }, 'says mallory'],
    ['transfer', { recipient: { id: 'mallory', nickname: 'dara' } }, 'says mallory'],
    ['transfer', {}, 'does not name the recipient'],
    ['transfer', { title: 'Transfer' }, 'does not name the recipient'],
    ['transfer', { toUserId: uuid }, 'does not name the recipient'],
    ['transfer', { receiver: { name: 'Dara Sok' } }, 'does not name the recipient'],
    ['transfer', { fromUserId: 'dara' }, 'says that dara sent it'],
    // another time, or none
    ['transfer', { toUserId: 'dara', createdAt: hourAgo, updatedAt: iso() }, 'in all but its time'],
    ['transfer', { toUserId: 'dara', createdAt: now - 60 * minute, validUntil: iso() }, 'in all but its time'],
    ['transfer', { toUserId: 'dara', createdAt: iso(60 * minute) }, 'in all but its time'],
    ['transfer', { toUserId: 'dara', createdAt: undefined }, 'in all but its time'],
    ['transfer', { toUserId: 'dara', createdAt: undefined, account: { createdAt: iso() } }, 'in all but its time'],
    // other kinds, without an id
    ['lost bridge', { type: 'TO_ERC20' }, 'says type TO_ERC20, and TO_BEP20 was asked for'],
    ['lost bridge', { type: undefined }, 'does not name the unit'],
    ['lost bridge', { toAddress: null }, 'does not name the recipient'],
    ['lost withdrawal', { currencyId: 'BTC' }, 'says BTC, and MVL was asked for'],
    ['lost withdrawal', { address: other }, `says ${other}, and ${to} was asked for`],
    ['lost withdrawal', { toAddress: other }, `says ${other}`],
    ['lost withdrawal', { currencyId: undefined }, 'does not name the unit'],
    ['lost withdrawal', { address: undefined }, 'does not name the recipient'],
    ['game', { gameId: '2', description: 'Entry fee of a game' }, 'says the id 2, and 1 was asked for'],
    ['game', { gameId: '1', createdAt: hourAgo }, 'its time does not fit'],
    ['game', {}, 'does not say of what kind it is'],
    ['game', { description: 'Sent to dara' }, 'which is not a game'],
    // an id
    ['deposit', { title: 'Mission reward' }, 'which is not a deposit'],
    ['deposit', { swapType: 'DEPOSIT', requestId: 'pdOTHER' }, 'says the id pdOTHER, and pd1 was asked for'],
    ['order', { orderId: 'oOTHER' }, 'says the id oOTHER, and o1 was asked for'],
    ['order', {}, 'may be that of another operation'],
    ['order', { orderId: 'o1', type: 'RETURN', status: undefined }, 'says type RETURN, and PURCHASE was asked for'],
    ['contradicted order', { orderId: 'oOTHER' }, 'says the id oOTHER'],
  ])('of a %s and %o is not taken for it, nor for a proof that nothing was done', async (kind, more, conclusion) => {
    const response = responseOf[kind](more);
    for (const later of [0, 11]) {
      const sighting = await sightingOf(kind, response, later);
      expect(sighting).toMatchObject({ kind: expect.stringMatching(/^(absent|partial|ambiguous)$/) });
      expect(sighting).not.toMatchObject({ conclusive: true });
      expect(conclusionOf(sighting)).toContain(conclusion);
    }
  });

  test.each<[kind: Kind, more: object, conclusion: string]>([
    ['withdrawal', { currencyId: 'BTC' }, 'it says BTC, and MVL was asked for'],
    ['withdrawal', { id: 'w999' }, 'it says the id w999, and w1 was asked for'],
    ['withdrawal', { amount: '250', data: { value: '25' } }, 'it says an amount of 250, and 25 was asked for'],
    ['withdrawal', { data: { amount: '250' } }, 'it says an amount of 250, and 25 was asked for'],
    ['withdrawal', { amount: '1e5' }, 'it says an amount of 1e5, and 25 was asked for'],
    ['withdrawal', { address: other }, `it says ${other}, and ${to} was asked for`],
    ['bridge', { type: 'TO_ERC20' }, 'it says type TO_ERC20, and TO_BEP20 was asked for'],
    ['order', { orderId: 'o1', currency: 'BTC' }, 'it says BTC, and USDC was asked for'],
  ])('of a %s and %o beside its own id contradicts it', async (kind, more, conclusion) => {
    expect(conclusionOf(await sightingOf(kind, responseOf[kind](more)))).toBe(`contradicts: ${conclusion}`);
  });

  test.each<[kind: Kind, more: object, conclusion: string]>([
    ['transfer', { toUserId: 'dara', status: 'ODD' }, 'it has the status "ODD", which no public list has'],
    ['transfer', { toUserId: 'dara', status: null, reversed: true }, 'it says reversed: "true"'],
    ['transfer', { toUserId: 'dara', status: null, error: 'X' }, 'it says error: "X"'],
    ['lost withdrawal', { status: undefined }, 'it has no status'],
    ['lost withdrawal', { payout: { status: 'FAILED' } }, 'it has the statuses COMPLETED and FAILED'],
    ['lost withdrawal', { success: false }, 'it says success: "false"'],
    ['lost withdrawal', { error: 'not paid out' }, 'it says error: "not paid out"'],
    ['lost withdrawal', { refundedAt: iso() }, 'it says refundedAt'],
    ['lost bridge', { status: null }, 'it has no status'],
    ['lost bridge', { payout: { status: 'FAIL' } }, 'it has the statuses SUCCESS and FAIL'],
    ['lost bridge', { status: '' }, 'it has the status "", which no public list has'],
    ['lost bridge', { status: 3 }, 'it has the status "3", which no public list has'],
    ['lost bridge', { status: ['SUCCESS'] }, 'it has the status "[\\"SUCCESS\\"]", which no public list has'],
    ['lost bridge', { status: { name: 'SUCCESS' } }, 'which no public list has'],
  ])('of a %s and %o is it, and does not say how it ended', async (kind, more, conclusion) => {
    const sighting = await sightingOf(kind, responseOf[kind](more));
    expect(sighting).toMatchObject({ kind: 'seen', status: undefined });
    expect(conclusionOf(sighting)).toContain(conclusion);
  });

  test.each<[kind: Kind, more: object, status?: string]>([
    ['transfer', { toUserId: 'dara', currencyId: 'MVP' }],
    ['transfer', { receiver: { id: uuid, nickname: 'dara', name: 'Dara Sok' } }],
    ['transfer', { title: 'Sent to dara' }],
    ['transfer', { description: 'Transfer to Dara' }],
    ['transfer', { counterpart: 'dara', type: 'TRANSFER', direction: 'OUT' }],
    ['transfer', { toNickname: 'dara', type: 'DEBIT' }],
    ['transfer', { toUserId: 'dara', memo: 'for lunch' }],
    ['transfer', { toUserId: 'dara', gameId: null, paymentId: '', order: null }],
    ['transfer', { toUserId: 'dara', amount: '-5.5', feeAmount: '0.5' }],
    ['transfer', { toUserId: 'dara', amount: undefined, pointValue: '-5.00' }],
    ['transfer', { toUserId: 'dara', createdAt: now + 500 }],
    ['transfer', { toUserId: 'dara', createdAt: String(now + 500) }],
    ['transfer', { toUserId: 'dara', createdAt: undefined, timestamp: now / 1000 + 1 }],
    ['transfer', { toUserId: 'dara', createdAt: iso(1000).replace('Z', '') }],
    ['transfer', { toUserId: 'dara', createdAt: undefined, happened: iso() }],
    ['transfer', { toUserId: 'dara', completedAt: iso(60 * minute) }],
    ['transfer', { toUserId: 'dara', status: null }],
    ['transfer', { toUserId: 'dara', status: 'Completed' }],
    ['transfer', { toUserId: 'dara', status: undefined, state: 'COMPLETED' }],
    ['lost withdrawal', {}],
    ['lost withdrawal', { status: ' failed' }, 'FAILED'],
    ['lost withdrawal', { status: 'CANCELLED' }, 'CANCELED'],
    ['lost withdrawal', { status: 'FAILED', error: 'no funds' }, 'FAILED'],
    ['lost bridge', { id: 'b7' }, 'SUCCESS'],
    ['lost bridge', { status: 'FAIL' }, 'FAIL'],
    ['game', { gameId: '1' }],
    ['game', { description: 'Entry fee of a game', status: null }],
    ['deposit', { requestId: 'pd1', currencyId: 'MVP' }],
    ['order', { orderId: 'o1' }, 'PAID'],
    ['order', { orderId: 'o1', status: 'EXPIRED', createdAt: undefined }, 'EXPIRED'],
    ['bridge', { token: 'bMVL' }, 'SUCCESS'],
    ['withdrawal', { createdAt: hourAgo }],
    ['withdrawal', { balance: { amount: '99' }, feeCurrency: { amount: '3' } }],
    ['withdrawal', { totalAmount: '26' }],
  ])('of a %s and %o shows it', async (kind, more, status = 'COMPLETED') => {
    expect(conclusionOf(await sightingOf(kind, responseOf[kind](more)))).toBe(status);
  });
});

describe('a response', () => {
  const [row] = responseOf['lost withdrawal']({});
  const { request } = responseOf.withdrawal({});
  const purchases = (...more: readonly object[]) => more.flatMap((one) => responseOf.order({ orderId: 'o1', ...one }));
  const sent = (createdAt: string, more: object = {}) => ({ amount: '-7', createdAt, ...more });
  test.each<[response: unknown, why: string]>([
    [{ success: false, items: [row] }, 'it says success: "false"'],
    [{ success: false, items: [] }, 'it says success: "false"'],
    [{ meta: { success: false }, items: [row] }, 'it says success: "false"'],
    [{ error: 'DOWN', data: [row] }, 'it says error: "DOWN"'],
    [{ errorCode: 'STALE', items: [row] }, 'it says errorCode: "STALE"'],
    [{ code: 503, items: [row] }, 'it says code: "503"'],
    [JSON.stringify([row]).replace('{', '{"status":"FAILED",'), 'it has the field "status" twice in one object'],
  ])('%j is no evidence', async (response, why) => {
    expect(conclusionOf(await sightingOf('lost withdrawal', response, 11))).toBe(`the answer is no evidence: ${why}`);
  });

  test.each<[kind: Kind, response: unknown, conclusion: string]>([
    ['lost withdrawal', { success: true, items: [row] }, 'COMPLETED'],
    ['lost withdrawal', { error: null, code: 200, items: [row] }, 'COMPLETED'],
    ['lost withdrawal', [row, { ...row, id: 'w2' }], '2 rows fit, and any of them may be it'],
    ['lost withdrawal', [], 'not shown'],
    ['withdrawal', { ...request, status: 'FAILED' }, 'FAILED'],
    ['withdrawal', [{ request }], 'COMPLETED'],
    ['withdrawal', { data: { request } }, 'COMPLETED'],
    ['withdrawal', { id: 'w1' }, 'it has no status'],
    ['withdrawal', { request: { status: 'COMPLETED' } }, 'COMPLETED'],
    ['order', purchases({ amount: '30' }, { amount: '40' }), 'PAID'], // in several parts
    ['order', purchases({}, { status: 'EXPIRED' }), '2 rows fit, and any of them may be it'],
    // absence proves something in a complete list that begins with what is new and reaches back
    ['transfer', [sent(hourAgo), older], 'not done'],
    ['transfer', [sent(iso(minute))], 'not shown'],
    ['transfer', [older, sent(hourAgo)], 'not shown'],
    ['transfer', [sent(iso(minute), { currency: { createdAt: '2022-01-01T00:00:00.000Z' } })], 'not shown'],
    ['transfer', [sent(iso(minute), { user: { joinedAt: 1_600_000_000 } })], 'not shown'],
  ])('of a %s after eleven minutes: %j', async (kind, response, conclusion) => {
    expect(conclusionOf(await sightingOf(kind, response, 11))).toBe(conclusion);
    if (conclusion === 'not done') expect(conclusionOf(await sightingOf(kind, response, 9))).toBe('not shown');
  });
});

describe('ops check and ops wait', () => {
  const history = '/mvp/history';
  test('say what fits and what is missing, with the row, and conclude nothing', async () => {
    const user = await userWith('transfer', history, responseOf.transfer({ memo: 'lunch\u001b[2J' }));
    const { code, stdout, stderr } = await user.run(`ops check ${user.id}`);
    expect([code, JSON.parse(stdout)]).toEqual([
      exit.pending,
      expect.objectContaining({
        outcome: 'unknown',
        reason: expect.stringMatching(/the row that fits \(.*\) has the same amount, time, but does not name the recipient\.$/),
        rows: [expect.objectContaining({ id: 'r1', amount: '-5' })],
      }),
    ]);
    expect(stderr).toMatch(/The row: \{"id":"r1".*tuk ops settle/s);
    expect(stderr).not.toContain('\u001b[2J');
    expect(await user.wait()).toMatchObject({ code: exit.pending, stderr: expect.stringContaining('does not name the recipient') });
    expect([(await user.list())[0]?.outcome, user.sent()]).toEqual(['unknown', 1]);
  });

  test('say why a row that is near is another one, with the row', async () => {
    const user = await userWith('transfer', history, responseOf.transfer({ toUserId: 'dara', title: 'Store order 12' }));
    const { reason, rows } = await user.json(`ops check ${user.id}`);
    expect(reason).toMatch(/a row has the same amount and time \(.*\), but it says "Store order 12", which is not a transfer\.$/);
    expect(rows).toMatchObject([{ id: 'r1', amount: '-5' }]);
  });

  test('say that a list beside a failure is no evidence', async () => {
    const user = await userWith('lost withdrawal', '/withdrawals/active', { success: false, items: responseOf['lost withdrawal']({}) });
    const isNone = { code: exit.pending, stderr: expect.stringContaining('is no evidence') };
    expect([await user.run(`ops check ${user.id}`), await user.wait()]).toMatchObject([isNone, isNone]);
    expect((await user.list())[0]).toMatchObject({ outcome: 'unknown' });
  });

  test('show a status that no list has as it is: it is not an end', async () => {
    const user = await userWith('transfer', history, responseOf.transfer({ toUserId: 'dara', status: 'ODD' }));
    const waited = await whileTimePasses(() => user.run(`ops wait ${user.id} --max-wait 300ms --interval 50ms -o ndjson`));
    expect([waited.code, JSON.parse(waited.stdout)]).toEqual([exit.pending, expect.objectContaining({ status: 'ODD', ended: null })]);
    const unread = await userWith('lost withdrawal', '/withdrawals/active', responseOf['lost withdrawal']({ success: false }));
    expect(await unread.wait()).toMatchObject({
      code: exit.pending,
      stderr: expect.stringContaining('its status cannot be read: it says'),
    });
  });

  test.each(['done', 'accepted', 'unknown'] as const)(
    'a contradiction of one that was %s is exit 10, of wait and of check',
    async (outcome) => {
      const user = await userWith('withdrawal', '/withdrawals/w1', responseOf.withdrawal({ amount: '2500' }));
      if (outcome !== 'done')
        user.withLedger((ledger) => ledger.settle(user.id, { outcome, answer: ledger.find(user.id)?.answer, status: 201 }, now));
      const checked = await user.run(`ops check ${user.id}`);
      expect(checked).toMatchObject({
        code: outcome === 'unknown' ? exit.pending : exit.unknown, // the outcome of that one was not known before
        stderr: expect.stringContaining('amount of 2500, and 25 was asked for'),
      });
      expect(checked.stderr).not.toContain('✓');
      expect(JSON.parse(checked.stdout)).toMatchObject({ known: false });
      expect((await user.wait()).code).toBe(exit.unknown);
      expect((await user.list())[0]).toMatchObject({ outcome });
    },
  );

  test('in the sandbox find a lost transfer and a lost withdrawal of points by whom they went to, beside others of the amount', async () => {
    const { run, json } = await signedIn();
    expect((await run('points transfer --to kenji --amount 60 --new-recipient --yes')).code).toBe(exit.ok);
    for (const [call, line] of [
      ['transferPoints', 'points transfer --to dara --amount 60 --new-recipient --yes'],
      ['withdrawPoints', `points withdraw --amount 60 -f currencyId=MVL -f address=${to} --new-recipient --yes`],
    ] as const) {
      await run(['sandbox', 'fault', 'add', 'lost-answer', '--on', `user ${call}`, '--times', '1']);
      expect((await run(line)).code).toBe(exit.unknown);
      const [{ id }] = await json('ops list');
      expect([call, (await run(`ops check ${id}`)).code]).toEqual([call, exit.ok]);
    }
  });

  test('of two claims of one event, a status may be that of either', async () => {
    const event = `points earn claim 1 --to ${to} --new-recipient --yes`;
    const answers: Script[] = [respondJson({ status: 'INCOMING' }, 201), reset];
    let status = 'INCOMING';
    const user = await userOf((socket, request) => {
      const reads = {
        '/claim/status': { status },
        '/claim/information': { claimType: 'CONSTANT', currency: 'MVL', amount: '10', fee: '1', isClaimable: true },
        '/earn-event/1': { id: '1', network: 'ETHEREUM', title: { en: 'E' } },
      };
      respondByPath(reads, (...claim) => answers.shift()!(...claim))(socket, request);
    }, {});
    expect([(await user.run(event)).code, (await user.run(event)).code]).toEqual([exit.ok, exit.unknown]);
    const [second, first] = (await user.list()) as [Operation, Operation];
    const wait = (most: string) => whileTimePasses(() => user.run(`ops wait ${first.id} --max-wait ${most} --interval 50ms`));
    status = 'COMPLETED';
    const checked = await user.run(`ops check ${second.id}`);
    expect(checked).toMatchObject({ code: exit.pending, stderr: expect.stringContaining('not certain') });
    expect((await wait('200ms')).code).toBe(exit.pending);
    await user.run(`ops settle ${second.id} --as not-done --note seen --yes`);
    expect((await wait('30s')).code).toBe(exit.ok); // now it is the only one
  });
});

describe('whatever else a response says', () => {
  test('a row with another amount, recipient or time is never taken for the operation', async () => {
    const operation = await operationOf('lost withdrawal');
    const { find } = (await prepareLookUp(operation, {}))!;
    const at = Date.parse(operation.at);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.constantFrom(to, to.toLowerCase(), other),
        fc.integer({ min: -90, max: 90 }),
        (units, address, away) => {
          const amount = units % 3n === 0n ? '25.000' : String(units);
          const rows = responseOf['lost withdrawal']({ amount, address, createdAt: new Date(at + away * minute).toISOString() });
          const isIt = /^25(\.000)?$/.test(amount) && address !== other && away >= 0 && away <= 15;
          expect([rows, find(JSON.stringify(rows), [operation], at).kind]).toEqual([rows, isIt ? 'seen' : 'absent']);
        },
      ),
    );
  });

  test('a row settles a transfer only where it names amount, recipient, kind and time, and a status of the list', async () => {
    const operation = await operationOf('transfer');
    const { find } = (await prepareLookUp(operation, {}))!;
    const whom = ['toUserId', 'recipientId', 'toNickname', 'counterpart', 'title', 'from'] as const;
    const row = fc.record(
      {
        amount: fc.constantFrom('-5', '5.0', -5, '-50', '5 MVP'),
        who: fc.tuple(fc.constantFrom(...whom), fc.constantFrom('dara', 'mallory', '17')),
        type: fc.constantFrom('TRANSFER', 'SEND_POINTS', 'STORE_ORDER', 'GAME_ENTRY', 'CREDIT', 'X', 'DEBIT'),
        status: fc.constantFrom('COMPLETED', 'completed', 'FAILED', 'ODD', null, 7),
        createdAt: fc.constantFrom(iso(1000), now + 1000, now / 1000 + 1, hourAgo, null),
        updatedAt: fc.constant(iso(5000)),
      },
      { requiredKeys: ['amount'] },
    );
    let settled = 0;
    fc.assert(
      fc.property(row, ({ who, ...rest }) => {
        const named = who === undefined ? {} : { [who[0]]: who[0] === 'title' ? `Sent to ${who[1]}` : who[1] };
        const sighting = find(JSON.stringify([{ ...rest, ...named }]), [operation], now);
        if (sighting.kind !== 'seen') return;
        settled++;
        expect(['-5', '5.0', -5]).toContain(rest.amount);
        expect(who?.[1]).toBe('dara');
        expect(who?.[0]).not.toBe('from');
        expect(['TRANSFER', 'SEND_POINTS', 'DEBIT', undefined]).toContain(rest.type);
        expect(rest.createdAt).not.toBe(hourAgo);
        const statuses: readonly unknown[] = ['COMPLETED', 'completed', 'FAILED', null, undefined];
        expect(statuses.includes(rest.status)).toBe(sighting.status !== undefined);
      }),
      { numRuns: runs(1500) },
    );
    expect(settled).toBeGreaterThan(runs(1500) / 30);
  });

  test('an operation with an id is found by that id alone', async () => {
    const operation = await operationOf('order');
    const { find } = (await prepareLookUp(operation, {}))!;
    const row = fc.record(
      {
        id: fc.constantFrom('o1', 't1', 't2'),
        orderId: fc.constantFrom('o1', 'o2', null),
        type: fc.constantFrom('PURCHASE', 'RETURN', 'SENT'),
        amount: fc.constantFrom('70', '70.00', '7', '700', 'x'),
        currency: fc.constantFrom('USDC', 'usdc', 'BTC'),
        status: fc.constantFrom('PAID', 'EXPIRED', null),
        createdAt: fc.constantFrom(iso(1000), '2026-11-01T12:00:00.000Z'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
        const sighting = find(JSON.stringify(rows), [operation], now);
        if (sighting.kind !== 'seen') return;
        const own = rows.filter(({ orderId, type = 'PURCHASE' }) => orderId === 'o1' && type === 'PURCHASE');
        expect(own.length).toBeGreaterThan(0);
        expect(own.map(({ currency = 'USDC' }) => currency.toUpperCase())).not.toContain('BTC');
        expect(new Set(own.map(({ status }) => status ?? 'PAID')).size).toBe(1);
        if (own.length === 1) expect(['70', '70.00', undefined]).toContain(own[0]!.amount);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('and whatever the clocks say, absence is never certain while a row is alike', async () => {
    const operation = await operationOf('transfer');
    const at = Date.parse(operation.at);
    const minutes = fc.integer({ min: -10_000, max: 10_000 });
    await fc.assert(
      fc.asyncProperty(minutes, fc.option(minutes, { nil: undefined }), minutes, fc.boolean(), async (shown, sent, ahead, isThere) => {
        const serviceAt = sent === undefined ? undefined : new Date(at + sent * minute).toISOString();
        const { find } = (await prepareLookUp({ ...operation, settledAt: undefined, serviceAt }, {}))!;
        const row = { amount: '-5', toUserId: 'dara', createdAt: new Date(at + shown * minute).toISOString() };
        const rows = [...(isThere ? [row] : []), { amount: '-1', createdAt: '2020-01-01T00:00:00.000Z' }];
        const sighting = find(JSON.stringify(rows), [operation], at + 60 * minute, ahead * minute);
        const away = shown - (sent ?? ahead);
        if (isThere) expect(sighting).toMatchObject(away >= 0 && away <= 15 ? { kind: 'seen' } : { kind: 'absent', conclusive: false });
        else expect(sighting).toMatchObject({ kind: 'absent', conclusive: true });
      }),
    );
  });
});
