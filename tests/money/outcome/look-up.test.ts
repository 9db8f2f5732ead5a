// What is concluded from what a service shows: a row settles an operation only where it names what identifies it, and where its status can be read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { prepareLookUp } from '../../../src/money/outcome/look-up.js';
import type { LookUpResult } from '../../../src/money/outcome/look-up-result.js';
import { asText, valueAt } from '../../../src/services/json-value.js';
import type { StateRead } from '../../../src/things/operation.js';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { userOf } from '../../support/operations.js';
import { asyncProperty, property, runs } from '../../support/runs.js';
import { reset, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { signedIn } from '../../support/users.js';

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
const deposit = { id: 'pd1', status: 'INCOMING', goalAmount: '50', currencyId: 'MVL' };
/** The command that makes an operation of each kind, and the response to it. */
const commands = {
  transfer: ['points transfer --to dara --amount 5 --new-recipient --yes', reset],
  deposit: [
    `points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes`,
    respondJson({ balanceDepositRequest: deposit, toAddress: to }, 201),
  ],
  order: [order, respondJson({ id: 'o1', amount: '70', currency: 'USDC' }, 201)],
  'contradicted order': [order, respondJson({ id: 'o1', amount: '7000', currency: 'USDC' }, 201)],
  ...{ bridge: [bridge, respondJson({ id: 'b1', amount: `20${zeros}` }, 201)], 'lost bridge': [bridge, reset] },
  ...{ withdrawal: [withdraw, respondJson({ request: withdrawal }, 201)], 'lost withdrawal': [withdraw, reset] },
  game: ['api user pay-game 1 --yes', reset],
} as const satisfies Record<string, readonly [line: string, answer: Script]>;
type Kind = keyof typeof commands;
/** The reads that the commands make before they send. */
const readsBefore = {
  '/offering/public/1': {
    ...{ id: '1', title: 'Tuks', currency: 'USDC', minAmount: '50', purchaseType: 'FRACTIONAL', status: 'OPEN' },
  },
  '/bridge-swap/fee': { feeAmount: `1${zeros}`, minAmount: `10${zeros}`, maxAmount: `1000000${zeros}` },
  '/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/games/1': { id: '1', title: 'Democopter', entryFeeAmount: '5', entryFeeCurrencyId: 'MVP' },
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18, network: 'ETHEREUM', contractAddress: '' }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18, network: 'BSC', contractAddress: '' }],
  '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
};

/** The last names of the paths that a read declares. */
const pathsOf = ({ row, status, ids = [] }: StateRead): string[] => {
  const lists = [...(row.at ?? []), ...(row.toNames ?? []), ...ids.flatMap((id) => id.row)];
  const all = [row.id, row.amount, row.token, row.fee, row.kind?.at, status, ...lists];
  return all.flatMap((path) => path?.split('.').at(-1) ?? []);
};

/** A user who has made an operation. `shown` is the response to the read of its state, whose path has the end `read`. */
async function userWith(kind: Kind, read = '-', shown: unknown = undefined) {
  const [line, answer] = commands[kind];
  const user = await userOf(answer, { ...readsBefore, [read]: shown });
  const code = answer === reset || kind === 'contradicted order' ? exit.unknown : exit.ok;
  expect([line, await user.run(line)]).toMatchObject([line, { code }]);
  const [{ id }] = (await user.list()) as [Operation];
  return { ...user, id, wait: () => whileTimePasses(() => user.run(`wait ${id} --max-wait 300ms --interval 50ms`)) };
}

const recorded = new Map<Kind, Promise<Operation>>();
/** The operation of a kind as the program has recorded it. */
function operationOf(kind: Kind): Promise<Operation> {
  const make = async () => {
    const { id, withLedger } = await userWith(kind);
    return withLedger(async (ledger) => (await ledger.find(id))!);
  };
  const made = recorded.get(kind) ?? make();
  recorded.set(kind, made);
  return made;
}
/** What a response to the read of its state shows of an operation. */
async function lookUpResultOf(kind: Kind, response: unknown, minutesLater = 0): Promise<LookUpResult> {
  const operation = await operationOf(kind);
  const { find } = (await prepareLookUp(operation, {}))!;
  const text = typeof response === 'string' ? response : JSON.stringify(response);
  return find(text, [operation], now + minutesLater * minute);
}
/** A lookedUp as `ops check` and `wait` say it: a status, or why there is none. */
function conclusionOf(lookedUp: LookUpResult): string {
  if (lookedUp.kind === 'seen') return lookedUp.status ?? lookedUp.unread!;
  if (lookedUp.kind === 'contradicts') return `contradicts: ${lookedUp.why}`;
  const shown = lookedUp.kind === 'absent' && lookedUp.conclusive ? 'not done' : 'not shown';
  return lookedUp.why?.replace(/ \([^()]*Z\)/, '') ?? shown;
}

const older = { amount: '-1', createdAt: '2026-01-01T00:00:00.000Z' };
const points = (amount: string) => (more: object) => {
  return [{ id: 'r1', amount, status: 'COMPLETED', createdAt: iso(), ...more }, older];
};
const bought = { type: 'PURCHASE', currency: 'USDC', amount: '70', status: 'PAID', at: iso() };
const purchase = (more: object) => [{ ...bought, ...more }];
const crossed = {
  ...{ id: 'b1', type: 'TO_BEP20', amount: `20${zeros}`, toAddress: to, status: 'SUCCESS', createdAt: iso() },
};
const bridged = (more: object) => [{ ...crossed, ...more }];
const withdrawn = (more: object) => ({ request: { ...withdrawal, status: 'COMPLETED', createdAt: iso(), ...more } });
/** The response to the read of a kind, with these fields in its row. */
const responseOf = {
  ...{ transfer: points('-5'), game: points('-5'), deposit: points('50'), order: purchase },
  ...{ 'contradicted order': purchase, bridge: bridged, 'lost bridge': bridged, withdrawal: withdrawn },
  'lost withdrawal': (more: object) => [withdrawn(more)],
} satisfies Record<Kind, (more: object) => unknown>;

const dara = { receiverNickname: 'dara' };
describe('a row that has the amount', () => {
  test.each<[kind: Kind, more: object, conclusion: string]>([
    // another thing than was asked for
    ['transfer', { ...dara, swapType: 'WITHDRAWAL' }, 'says swapType "WITHDRAWAL", and none was asked for'],
    ['transfer', { ...dara, feeAmount: '4' }, 'takes a fee of 4 MVP, and the receipt said 0.5 MVP'],
    ['transfer', { ...dara, feeAmount: { value: '0.5' } }, 'says feeAmount "{\\"value\\":\\"0.5\\"}", which is not'],
    ['lost bridge', { type: 'TO_ERC20' }, 'says type "TO_ERC20", and "TO_BEP20" was asked for'],
    ['lost bridge', { toNetwork: 'POLYGON' }, 'says network "POLYGON", and "ETHEREUM" was asked for'],
    ['lost bridge', { feeAmount: `2${zeros}` }, 'takes a fee of 2 MVL, and the receipt said 1 MVL'],
    ['lost withdrawal', { currencyId: 'BTC' }, 'says currency "BTC", and "MVL" was asked for'],
    ['lost withdrawal', { currencyId: 'M\u200bVL' }, 'and "MVL" was asked for'],
    ['game', { description: 'Sent to dara' }, 'says description "Sent to dara", and "Entry fee of a game" was asked'],
    ['deposit', { swapType: 'WITHDRAWAL' }, 'says swapType "WITHDRAWAL", and "DEPOSIT" was asked for'],
    // another recipient
    ['transfer', { receiverNickname: 'mallory' }, 'says receiverNickname "mallory", and "dara" was asked for'],
    ['transfer', { receiverId: uuid, receiverNickname: 'mallory' }, 'says receiverNickname "mallory"'],
    ['lost withdrawal', { address: other }, `says request.address "${other}", and "${to}" was asked for`],
    // another time, or none
    ['transfer', { ...dara, createdAt: hourAgo, updatedAt: iso() }, 'in all but its time'],
    ['transfer', { ...dara, createdAt: iso(60 * minute) }, 'in all but its time'],
    ['transfer', { ...dara, createdAt: undefined, timestamp: iso() }, 'in all but its time'],
    // less than is needed, or under names that nothing declares
    ['transfer', {}, 'does not name the recipient'],
    ['transfer', { title: 'Sent to dara', counterpart: 'dara' }, 'does not name the recipient'],
    ['transfer', { receiverId: uuid }, 'does not name the recipient'],
    ['transfer', { ...dara, amount: undefined, pointValue: '-5' }, 'a row does not name the amount, and may be it'],
    ['lost bridge', { type: undefined }, 'does not say of what kind it is'],
    ['lost bridge', { toAddress: null }, 'does not name the recipient'],
    ['lost withdrawal', { currencyId: undefined }, 'does not name the unit'],
    ['lost withdrawal', { address: undefined }, 'does not name the recipient'],
    ['game', { gameId: '1' }, 'does not say of what kind it is'],
    // an id
    ['deposit', { swapType: 'DEPOSIT', requestId: 'pdOTHER' }, 'says the id "pdOTHER", and "pd1" was asked for'],
    ['order', { orderId: 'oOTHER' }, 'says the id "oOTHER", and "o1" was asked for'],
    ['order', {}, 'may be that of another operation'],
    ['order', { orderId: 'o1', type: 'RETURN', status: undefined }, 'says type "RETURN", and "PURCHASE" was asked for'],
    ['contradicted order', { orderId: 'oOTHER' }, 'says the id "oOTHER"'],
  ])('of a %s and %o is not taken for it, nor for a proof that nothing was done', async (kind, more, conclusion) => {
    const response = responseOf[kind](more);
    for (const later of [0, 11]) {
      const lookedUp = await lookUpResultOf(kind, response, later);
      expect(lookedUp).toMatchObject({ kind: expect.stringMatching(/^(absent|partial|ambiguous)$/) });
      expect(lookedUp).not.toMatchObject({ conclusive: true });
      expect(conclusionOf(lookedUp)).toContain(conclusion);
    }
  });

  test.each<[kind: Kind, more: object, conclusion: string]>([
    ['withdrawal', { currencyId: 'BTC' }, 'it says currency "BTC", and "MVL" was asked for'],
    ['withdrawal', { id: 'w999' }, 'it says the id "w999", and "w1" was asked for'],
    ['withdrawal', { amount: '250', data: { value: '25' } }, 'it says amount "250", and "25" was asked for'],
    ['withdrawal', { amount: '2.5e1' }, 'it says request.amount "2.5e1", which is not an amount'],
    ['withdrawal', { amount: ['25'] }, 'it says request.amount "[\\"25\\"]", which is not a text'],
    ['withdrawal', { amount: { value: '25' } }, 'it says request.amount "{\\"value\\":\\"25\\"}", which is not a text'],
    ['withdrawal', { feeAmount: '3' }, 'it takes a fee of 3 MVL, and the receipt said 1 MVL'],
    ['withdrawal', { address: other }, `it says request.address "${other}", and "${to}" was asked for`],
    ['order', { orderId: 'o1', currency: 'BTC' }, 'it says currency "BTC", and "USDC" was asked for'],
  ])('of a %s and %o beside its own id contradicts it', async (kind, more, conclusion) => {
    expect(conclusionOf(await lookUpResultOf(kind, responseOf[kind](more)))).toBe(`contradicts: ${conclusion}`);
  });

  test.each<[kind: Kind, more: object, conclusion: string]>([
    ['transfer', { ...dara, status: 'ODD' }, 'it has the status "ODD", which no public list has'],
    ['transfer', { ...dara, status: null, error: 'X' }, 'it says error: "X"'],
    ['lost withdrawal', { status: undefined }, 'it has no status'],
    ['lost withdrawal', { success: false }, 'it says success: "false"'],
    ['lost withdrawal', { error: 'not paid out' }, 'it says error: "not paid out"'],
    ['lost bridge', { status: null, state: 'SUCCESS' }, 'it has no status'],
    ['lost bridge', { status: '' }, 'it has the status "", which no public list has'],
    ['lost bridge', { status: 3 }, 'it has the status "3", which no public list has'],
    ['lost bridge', { status: ['SUCCESS'] }, 'it has the status "[\\"SUCCESS\\"]", which no public list has'],
    ['lost bridge', { status: { name: 'SUCCESS' } }, 'which no public list has'],
  ])('of a %s and %o is it, and does not say how it ended', async (kind, more, conclusion) => {
    const lookedUp = await lookUpResultOf(kind, responseOf[kind](more));
    expect(lookedUp).toMatchObject({ kind: 'seen', status: undefined });
    expect(conclusionOf(lookedUp)).toContain(conclusion);
  });

  test.each<[kind: Kind, more: object, status?: string]>([
    ['transfer', { ...dara, currencyId: 'TADAP', gameId: 'g1', title: 'Store order 12' }], // names that nothing declares
    ['transfer', { receiverId: uuid, ...dara }],
    ['transfer', { receiverId: 'dara', receiverNickname: null }],
    ['transfer', { toUserId: 'dara', feeAmount: '0.1' }],
    ['transfer', { ...dara, amount: '-5.50', feeAmount: '0.5' }],
    ['transfer', { ...dara, createdAt: now + 500 }],
    ['transfer', { ...dara, createdAt: String((now + 1000) / 1000) }],
    ['transfer', { ...dara, createdAt: iso(1000).replace('Z', '') }],
    ['transfer', { ...dara, completedAt: iso(60 * minute) }],
    ['transfer', { ...dara, status: null }],
    ['transfer', { ...dara, status: 'Completed' }],
    ['lost withdrawal', {}],
    ['lost withdrawal', { status: ' failed' }, 'FAILED'],
    ['lost withdrawal', { status: 'CANCELLED' }, 'CANCELED'],
    ['lost withdrawal', { status: 'FAILED', error: 'no funds' }, 'FAILED'],
    ['lost bridge', { id: 'b7', fromNetwork: 'ETHEREUM_SEPOLIA', toNetwork: 'BSC_TEST' }, 'SUCCESS'],
    ['lost bridge', { status: 'FAIL' }, 'FAIL'],
    ['game', { description: 'Entry fee of a game', status: null }],
    ['deposit', { requestId: 'pd1', swapType: 'DEPOSIT' }],
    ['order', { orderId: 'o1' }, 'PAID'],
    ['order', { orderId: 'o1', status: 'EXPIRED', at: undefined }, 'EXPIRED'],
    ['bridge', {}, 'SUCCESS'],
    ['withdrawal', { createdAt: hourAgo }],
  ])('of a %s and %o shows it', async (kind, more, status = 'COMPLETED') => {
    expect(conclusionOf(await lookUpResultOf(kind, responseOf[kind](more)))).toBe(status);
  });
});

test('a fee above limits.fee speaks against a row where the receipt had none', async () => {
  const made = await operationOf('lost withdrawal');
  const operation = { ...made, receiptFee: undefined, receiptFeeToken: undefined, feeLimit: '2' };
  const { find } = (await prepareLookUp(operation, {}))!;
  const conclusion = (feeAmount: string) =>
    conclusionOf(find(JSON.stringify([withdrawn({ feeAmount })]), [operation], now));
  expect(conclusion('2')).toBe('COMPLETED');
  expect(conclusion('2.1')).toContain('a fee of 2.1 MVL, and limits.fee is 2 MVL');
});

describe('a response', () => {
  const [row] = responseOf['lost withdrawal']({});
  const { request } = responseOf.withdrawal({});
  const purchases = (...more: readonly object[]) => more.flatMap((one) => responseOf.order({ orderId: 'o1', ...one }));
  const sent = (createdAt: string, more: object = {}) => ({ amount: '-7', createdAt, ...more });
  const another = { data: { request: { ...request, id: 'w2' } } };
  test.each<[response: unknown, why: string]>([
    [{ success: false, items: [row] }, 'it says success: "false"'],
    [{ success: false, items: [] }, 'it says success: "false"'],
    [{ meta: { success: false }, items: [row] }, 'it says success: "false"'],
    [{ error: 'DOWN', data: [row] }, 'it says error: "DOWN"'],
    [{ errorCode: 'STALE', items: [row] }, 'it says errorCode: "STALE"'],
    [{ code: 503, items: [row] }, 'it says code: "503"'],
    [
      JSON.stringify([row]).replace('{"id"', '{"status":"FAILED","id"'),
      'it has the field "status" twice in one object',
    ],
    [{ id: 'x', amount: '100' }, 'it is not a list'],
  ])('%j is no evidence', async (response, why) => {
    const conclusion = conclusionOf(await lookUpResultOf('lost withdrawal', response, 11));
    expect(conclusion).toBe(`the answer is not evidence: ${why}`);
  });

  test.each<[kind: Kind, response: unknown, conclusion: string]>([
    ['lost withdrawal', { success: true, items: [row] }, 'COMPLETED'],
    ['lost withdrawal', { error: null, code: 200, items: [row] }, 'COMPLETED'],
    ['lost withdrawal', [row, withdrawn({ id: 'w2' })], '2 rows fit, and any of them may be it'],
    ['lost withdrawal', [withdrawal], 'a row does not name the amount, and may be it'], // another shape
    ['lost withdrawal', [], 'not shown'],
    ['withdrawal', request, 'COMPLETED'], // another shape with its id
    ['withdrawal', { data: { request } }, 'COMPLETED'],
    ['withdrawal', another, 'contradicts: it says the id "w2", and "w1" was asked for'],
    ['withdrawal', [{ request }], 'COMPLETED'],
    ['withdrawal', { request: { id: 'w1' } }, 'it has no status'],
    ['withdrawal', { request: { status: 'COMPLETED' } }, 'COMPLETED'],
    ['order', purchases({ amount: '30' }, { amount: '40' }), 'PAID'], // in several parts
    ['order', purchases({}, { status: 'EXPIRED' }), '2 rows fit, and any of them may be it'],
    // absence proves something in a complete list that begins with what is new and reaches back
    ['transfer', [sent(hourAgo), older], 'not done'],
    ['transfer', [sent(iso(minute))], 'not shown'],
    ['transfer', [older, sent(hourAgo)], 'not shown'],
    ['transfer', [sent(iso(minute), { currency: { createdAt: older.createdAt }, joinedAt: hourAgo })], 'not shown'],
  ])('of a %s after eleven minutes: %j', async (kind, response, conclusion) => {
    expect(conclusionOf(await lookUpResultOf(kind, response, 11))).toBe(conclusion);
    if (conclusion === 'not done') expect(conclusionOf(await lookUpResultOf(kind, response, 9))).toBe('not shown');
  });
});

describe('ops check and wait', () => {
  const history = '/mvp/history';
  test('say what fits and what is missing, with the row, and conclude nothing', async () => {
    const user = await userWith('transfer', history, responseOf.transfer({ memo: 'lunch\u001b[2J' }));
    const { code, stdout, stderr } = await user.run(`ops check ${user.id}`);
    const fits = /the row that fits \(.*\) has the same amount, time, but does not name the recipient\.$/;
    const concluded = { outcome: 'unknown', reason: expect.stringMatching(fits), rows: [{ id: 'r1', amount: '-5' }] };
    expect([code, JSON.parse(stdout)]).toMatchObject([exit.pending, concluded]);
    expect(stderr).toMatch(/The row: \{"id":"r1".*tuk ops settle/s);
    expect(stderr).not.toContain('\u001b[2J');
    expect(await user.wait()).toMatchObject(ends(exit.pending, 'does not name the recipient'));
    expect([(await user.list())[0]?.outcome, user.sent()]).toEqual(['unknown', 1]);
  });

  test('say why a row that is near is another one, with the row', async () => {
    const user = await userWith('transfer', history, responseOf.transfer({ ...dara, swapType: 'DEPOSIT' }));
    const { reason, rows } = await user.json(`ops check ${user.id}`);
    expect(reason).toMatch(
      /a row has the same amount and time \(.*\), but it says swapType "DEPOSIT", and none was asked/,
    );
    expect(rows).toMatchObject([{ id: 'r1', amount: '-5' }]);
  });

  test('say that a list beside a failure is no evidence', async () => {
    const shown = { success: false, items: responseOf['lost withdrawal']({}) };
    const user = await userWith('lost withdrawal', '/withdrawals/active', shown);
    const isNone = ends(exit.pending, 'is not evidence');
    expect([await user.run(`ops check ${user.id}`), await user.wait()]).toMatchObject([isNone, isNone]);
    expect((await user.list())[0]).toMatchObject({ outcome: 'unknown' });
  });

  test('show a status that no list has as it is: it is not an end', async () => {
    const user = await userWith('transfer', history, responseOf.transfer({ ...dara, status: 'ODD' }));
    const waited = await whileTimePasses(() => user.run(`wait ${user.id} --max-wait 300ms --interval 50ms -o ndjson`));
    const line = { status: null, ended: null, reason: expect.stringContaining('"ODD"') };
    expect([waited.code, JSON.parse(waited.stdout)]).toMatchObject([exit.pending, line]);
    const failed = responseOf['lost withdrawal']({ success: false });
    const unread = await userWith('lost withdrawal', '/withdrawals/active', failed);
    expect(await unread.wait()).toMatchObject(ends(exit.pending, 'but no id of it; it says'));
  });

  const were = ['done', 'accepted', 'unknown'] as const;
  test.each(were)('a contradiction of one that was %s is exit 10, of wait and of check', async (outcome) => {
    const user = await userWith('withdrawal', '/withdrawals/w1', responseOf.withdrawal({ amount: '2500' }));
    if (outcome !== 'done')
      await user.withLedger(async (ledger) => {
        const answer = (await ledger.find(user.id))?.answer;
        await ledger.settle(user.id, { outcome, answer, status: 201 }, now);
      });
    const checked = await user.run(`ops check ${user.id}`);
    expect(checked).toMatchObject(ends(exit.unknown, 'amount "2500", and "25" was asked for'));
    expect([checked.stderr.includes('✓'), JSON.parse(checked.stdout).known]).toEqual([false, false]);
    expect((await user.wait()).code).toBe(exit.unknown);
    expect((await user.list())[0]).toMatchObject({ outcome: 'unknown' });
  });

  test('say, as show and settle do, that an order is not paid', async () => {
    const { id, run } = await userWith('order');
    for (const line of [`ops check ${id}`, `ops settle ${id} --as done --note seen --yes`, `ops show ${id}`]) {
      const { code, stdout, stderr } = await run(line);
      expect([line, code, JSON.parse(stdout).state]).toEqual([line, exit.ok, 'ordered, not paid']);
      if (!line.includes('show')) expect(stderr).toMatch(/ordered, not paid/);
    }
  });

  test('in the sandbox find a lost transfer and a lost withdrawal of points by whom they went to, beside others of the amount', async () => {
    const { run, json } = await signedIn();
    expect((await run('points transfer --to kenji --amount 60 --new-recipient --yes')).code).toBe(exit.ok);
    const lines = {
      transferPoints: 'points transfer --to dara --amount 60',
      withdrawPoints: `points withdraw --amount 60 -f currencyId=MVL -f address=${to}`,
    };
    for (const [call, line] of Object.entries(lines)) {
      await run(['sandbox', 'fault', 'add', 'lost-answer', '--on', `user ${call}`, '--times', '1']);
      expect((await run(`${line} --new-recipient --yes --client-ref ${call}`)).code).toBe(exit.unknown);
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
    const wait = (most: string) =>
      whileTimePasses(() => user.run(`wait ${first.id} --max-wait ${most} --interval 50ms`));
    status = 'COMPLETED';
    const checked = await user.run(`ops check ${second.id}`);
    expect(checked).toMatchObject(ends(exit.pending, 'not certain'));
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
    const [amounts, aways] = [fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: -90, max: 90 })];
    const addresses = fc.constantFrom(to, to.toLowerCase(), other);
    property(100, amounts, addresses, aways, (units, address, away) => {
      const amount = units % 3n === 0n ? '25.000' : String(units);
      const createdAt = new Date(at + away * minute).toISOString();
      const rows = responseOf['lost withdrawal']({ amount, address, createdAt });
      const isIt = /^25(\.000)?$/.test(amount) && address !== other && away >= 0 && away <= 15;
      expect([rows, find(JSON.stringify(rows), [operation], at).kind]).toEqual([rows, isIt ? 'seen' : 'absent']);
    });
  });

  test('a row settles a transfer only where it names amount, recipient, kind and time, and a status of the list', async () => {
    const operation = await operationOf('transfer');
    const { find } = (await prepareLookUp(operation, {}))!;
    const names = fc.constantFrom('receiverNickname', 'receiverId', 'toUserId', 'counterpart', 'from');
    const row = fc.record(
      {
        amount: fc.constantFrom('-5', '5.0', -5, '-50', { value: '5' }),
        who: fc.tuple(names, fc.constantFrom('dara', 'dara', 'mallory', '17')),
        swapType: fc.constantFrom(null, 'DEPOSIT', 'X'),
        status: fc.constantFrom('COMPLETED', 'completed', 'FAILED', 'ODD', null, 7),
        createdAt: fc.constantFrom(iso(1000), now + 1000, now / 1000 + 1, hourAgo, null, 'soon'),
        updatedAt: fc.constant(iso(5000)),
      },
      { requiredKeys: ['amount', 'who', 'createdAt'] },
    );
    let settled = 0;
    property(1500, row, ({ who, ...rest }) => {
      const lookedUp = find(JSON.stringify([{ ...rest, [who[0]]: who[1] }]), [operation], now);
      if (lookedUp.kind !== 'seen') return;
      settled++;
      expect(['-5', '5.0', -5]).toContain(rest.amount);
      expect(who[0]).toMatch(/^(receiver|toUser)/);
      expect(who[1]).toBe('dara');
      expect(rest.swapType ?? null).toBeNull();
      expect([iso(1000), now + 1000, now / 1000 + 1]).toContain(rest.createdAt);
      const statuses: readonly unknown[] = ['COMPLETED', 'completed', 'FAILED', null, undefined];
      expect(statuses.includes(rest.status)).toBe(lookedUp.status !== undefined);
    });
    expect(settled).toBeGreaterThan(runs(1500) / 100);
  });

  test('no response makes a look throw, and none without the declared facts shows an operation', async () => {
    const kinds = (Object.keys(commands) as Kind[]).filter((kind) => kind !== 'contradicted order');
    const lookOf = async (kind: Kind) => {
      const operation = await operationOf(kind);
      return { operation, ...(await prepareLookUp(operation, {}))! };
    };
    const looks = await Promise.all(kinds.map(lookOf));
    const declared = [...new Set(looks.flatMap(({ read }) => pathsOf(read)))];
    const known = fc.constantFrom('5', '-5', 25, '70', 'MVL', to, 'dara', iso(), 'COMPLETED', 'w1', 'o1', null);
    const value = fc.oneof(known, fc.jsonValue());
    const inner = fc.oneof(value, fc.dictionary(fc.constantFrom(...declared), value));
    const fields = fc.dictionary(fc.constantFrom(...declared, 'request', 'total', 'title'), inner);
    const row = fc.oneof(fields, fc.jsonValue());
    const responses = fc.oneof(row, fc.array(row, { maxLength: 4 }));
    property(3000, fc.constantFrom(...looks), responses, ({ operation, read, find }, response) => {
      const lookedUp = find(JSON.stringify(response), [operation, { ...operation, id: 'op-other' }], now);
      if (lookedUp.kind !== 'seen') return;
      const textAt = (path: string | undefined) => asText(path === undefined ? '' : valueAt(lookedUp.row, path));
      const isAsked = Object.values(read.params ?? {}).some((source) => 'response' in source);
      const hasId = (read.ids ?? []).some(({ row: paths }) => paths.some((path) => textAt(path) !== ''));
      const hasFacts = textAt(read.row.amount) !== '' && (read.row.at ?? []).some((path) => textAt(path) !== '');
      expect(isAsked || hasId || hasFacts).toBe(true);
    });
  });

  test('an operation with an id is found by that id alone', async () => {
    const operation = await operationOf('order');
    const { find } = (await prepareLookUp(operation, {}))!;
    const row = fc.record(
      {
        ...{ id: fc.constantFrom('o1', 't1', 't2'), orderId: fc.constantFrom('o1', 'o2', null) },
        type: fc.constantFrom('PURCHASE', 'RETURN', 'SENT'),
        amount: fc.constantFrom('70', '70.00', '7', '700', 'x'),
        ...{ currency: fc.constantFrom('USDC', 'usdc', 'BTC'), status: fc.constantFrom('PAID', 'EXPIRED', null) },
        at: fc.constantFrom(iso(1000), '2026-11-01T12:00:00.000Z'),
      },
      { requiredKeys: [] },
    );
    property(2000, fc.array(row, { maxLength: 4 }), (rows) => {
      const lookedUp = find(JSON.stringify(rows), [operation], now);
      if (lookedUp.kind !== 'seen') return;
      const own = rows.filter(({ orderId, type = 'PURCHASE' }) => orderId === 'o1' && type === 'PURCHASE');
      expect(own.length).toBeGreaterThan(0);
      expect(own.map(({ currency = 'USDC' }) => currency.toUpperCase())).not.toContain('BTC');
      expect(new Set(own.map(({ status }) => status ?? 'PAID')).size).toBe(1);
      if (own.length === 1) expect(['70', '70.00', undefined]).toContain(own[0]!.amount);
    });
  });

  test('and whatever the clocks say, absence is never certain while a row is alike', async () => {
    const operation = await operationOf('transfer');
    const at = Date.parse(operation.at);
    const minutes = fc.integer({ min: -10_000, max: 10_000 });
    const maybe = fc.option(minutes, { nil: undefined });
    await asyncProperty(100, minutes, maybe, minutes, fc.boolean(), async (shown, sent, ahead, isThere) => {
      const serviceAt = sent === undefined ? undefined : new Date(at + sent * minute).toISOString();
      const { find } = (await prepareLookUp({ ...operation, settledAt: undefined, serviceAt }, {}))!;
      const row = { amount: '-5', ...dara, createdAt: new Date(at + shown * minute).toISOString() };
      const rows = [...(isThere ? [row] : []), { amount: '-1', createdAt: '2020-01-01T00:00:00.000Z' }];
      const lookedUp = find(JSON.stringify(rows), [operation], at + 60 * minute, ahead * minute);
      const away = shown - (sent ?? ahead);
      const isSeen = isThere && away >= 0 && away <= 15;
      expect(lookedUp).toMatchObject(isSeen ? { kind: 'seen' } : { kind: 'absent', conclusive: !isThere });
    });
  });
});
