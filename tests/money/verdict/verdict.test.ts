// The verdict on a transfer: every refusal at once, by facts, policy and history, whatever door asks.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../src/money/facts/fact-finder.js';
import type { TransferFacts } from '../../../src/money/facts/facts.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { parseLimits } from '../../../src/money/policy/limits.js';
import { outflowOf, tokensToPrice } from '../../../src/money/policy/outflow.js';
import type { OwnedOperation, Policy } from '../../../src/money/policy/policy.js';
import { decimalOf } from '../../../src/money/values/decimal.js';
import type { StatedAmount } from '../../../src/money/values/token.js';
import { type History, refusalOf, standing, verdict } from '../../../src/money/verdict/verdict.js';
import { catalogue } from '../../../src/services/catalogue/index.js';
import { BadInput, Failure, Guarded } from '../../../src/services/http/errors.js';
import type { Row } from '../../../src/services/json-value.js';
import { transferFields } from '../../../src/things/operations.js';
import { operationOf } from '../../support/operation.js';
import { mine, other, usdc } from '../../support/platform.js';
import { property } from '../../support/runs.js';

const fact = <Value>(value: Value): Fact<Value> => ({ value, source: 'service' });
const whole = (text: string) => fact(decimalOf(text)!);
const calls = { ...(await catalogue('user')).calls, ...(await catalogue('sale')).calls };

/** The facts of a call, with a body under its own field names. */
function factsOf(service: string, name: string, facts: Partial<TransferFacts> = {}, body: Row = {}): TransferFacts {
  return {
    call: calls[name]!,
    fields: transferFields[`${service} ${name}`]!,
    requestFields: {
      ...{ body, names: ['to', 'amount'], paramValue: () => undefined },
      fieldOf: (one) => ({ to: 'toUserId', amount: 'amount' })[one],
    },
    ...{ isRead: true, isWithoutPrice: false, networks: [], agreements: [], ids: {}, problems: [] },
    ...facts,
  };
}
const points = (facts: Partial<TransferFacts> = {}, body: Row = {}) => {
  const own = { amount: whole('50'), token: fact('MVP'), recipient: { kind: 'user', id: 'u' } } as const;
  return factsOf('user', 'transferPoints', { ...own, ...facts }, body);
};
const withdrawal = (id: string) => {
  const own = { amount: whole('25'), token: fact('MVL'), networks: [fact('ETHEREUM')] };
  return factsOf('user', 'createWithdrawal', { ...own, recipient: { kind: 'address', id } });
};
interface Case extends Policy {
  readonly atMost?: StatedAmount;
}
type Stated = Partial<Omit<Case, 'limits'>> & { limits?: Record<string, string | readonly string[]> };
const policyOf = ({ limits = {}, ...policy }: Stated = {}): Case => ({
  ...{ profile: 'box', limits: parseLimits(limits), prices: () => undefined, contacts: [], wallets: [] },
  ...{ contracts: { addresses: [], isComplete: true }, newRecipient: true, despite: [] },
  nextCommand: (line) => line,
  ...policy,
});
const operation = (over: Partial<Operation>): OwnedOperation => ({ ...operationOf(over), isSure: true });
const toAddress = (recipient: string, over: Partial<Operation>) =>
  operation({ call: 'createWithdrawal', recipient, ...over });
const judged = (facts: TransferFacts, policy: Case, history: History = { operations: [], day: [] }) =>
  verdict(facts, outflowOf(facts, policy.limits, policy.atMost), policy, history);
const codes = (facts: TransferFacts, policy: Case, operations: readonly OwnedOperation[] = []) =>
  judged(facts, policy, { operations, day: [] }).refusals.map(({ failure }) => failure.code);

test('all refusals are said at once, and misuse stands above safety', () => {
  const policy = policyOf({ newRecipient: false, limits: { transfer: '400,10 MVP', networks: ['BSC'] } });
  const problems = [new Failure('server', 'UNUSABLE_FEE', 'x')];
  const facts = points({ minimum: whole('60'), networks: [undefined], problems });
  const all = ['BELOW_MINIMUM', 'FEE_UNKNOWN', 'NETWORK_UNKNOWN', 'NEW_RECIPIENT', 'OVER_LIMIT_TRANSFER'];
  expect(codes(facts, policy).sort()).toEqual([...all, 'UNUSABLE_FEE']);
  const { code, kind, refusals = [] } = refusalOf(judged(facts, policy).refusals.map(({ failure }) => failure))!;
  expect([code, kind, refusals.length, refusals.at(-1)?.code]).toEqual(['BELOW_MINIMUM', 'usage', 6, 'UNUSABLE_FEE']);
});

test('the first refusal is misuse, then safety, then all others, whatever their order', () => {
  const others = [new Failure('server', 'CUT', 'c'), new Failure('refused', 'CLOSED', 'd')];
  const kinds = [new BadInput('BAD_AMOUNT', 'a'), new Guarded('PAUSED', 'b'), ...others];
  property(100, fc.shuffledSubarray(kinds, { minLength: 1 }), (some) => {
    const order = ['usage', 'guarded'].find((kind) => some.some((one) => one.kind === kind)) ?? some[0]!.kind;
    const refused = refusalOf(some)!;
    expect([refused.kind, new Set(refused.refusals)]).toEqual([order, new Set(some)]);
  });
  expect(refusalOf([])).toBeUndefined();
});

describe('an unknown amount', () => {
  const unknown = (body: Row = {}) => points({ amount: undefined, token: undefined }, body);
  const mvp = (amount: string) => ({ amount, token: 'MVP' });
  const [admitted, low, high] = ['5', '3', '9'].map((most) => ({ transfer: `${most} MVP`, unknown: '4 MVP' }));
  test.each<[string, Row, Record<string, string> | undefined, Case['atMost'], string[]]>([
    ['without a limit', {}, {}, undefined, []],
    ['under a limit', {}, { transfer: '400' }, undefined, ['AMOUNT_UNKNOWN']],
    ['under a limit, with --at-most', {}, { transfer: '5 MVP' }, mvp('4'), ['AMOUNT_UNKNOWN']],
    ['under the limit of a day', {}, { day: '5 MVP' }, mvp('4'), ['AMOUNT_UNKNOWN']],
    ['that limits.unknown admits', {}, admitted, mvp('4'), []],
    ['that limits.unknown admits without --at-most', {}, admitted, undefined, []],
    ['above limits.unknown', {}, high, mvp('5'), ['OVER_LIMIT_UNKNOWN']],
    ['above limits.transfer', {}, low, mvp('4'), ['OVER_LIMIT_TRANSFER']],
    ['with a higher number in the body', { amounts: [{ x: '50' }] }, admitted, undefined, ['OVER_AT_MOST']],
    ['with a higher number, and --at-most', { a: { b: 5000 } }, {}, { amount: '1', token: 'USDC' }, ['OVER_AT_MOST']],
    ['with a higher number in a declared field', { toUserId: 5000 }, {}, { amount: '1', token: 'USDC' }, []],
  ])('%s', (_, body, limits = {}, atMost, expected) =>
    expect(codes(unknown(body), policyOf({ limits, atMost }))).toEqual(expected),
  );
});

test('limits.unknown bounds what is not known in number or token of a request that was read, and nothing else', () => {
  const policy = policyOf({ limits: { unknown: '4 MVP' }, atMost: { amount: '9', token: 'MVP' } });
  const [amount, token] = [{ amount: undefined }, { token: undefined }];
  const isOver = (facts: Partial<TransferFacts>) =>
    codes(points({ amount: whole('5'), ...facts }), policy).includes('OVER_LIMIT_UNKNOWN');
  expect([amount, token, {}, { ...amount, isRead: false }].map(isOver)).toEqual([true, true, false, false]);
});

test.each<[string, Record<string, string>, Case['atMost'], string[]]>([
  ['by nothing', {}, undefined, ['COST_UNKNOWN']],
  ['by --at-most', {}, { amount: '5', token: 'MVP' }, []],
  ['by limits.unknown without a limit that counts it', { unknown: '5 MVP' }, undefined, ['COST_UNKNOWN']],
  ['by limits.unknown beside limits.transfer', { transfer: '9 MVP', unknown: '5 MVP' }, undefined, []],
  ['by limits.unknown beside limits.day', { day: '9 MVP', unknown: '5 MVP' }, undefined, []],
])('the cost of a thing without a price is bounded %s', (_, limits, atMost, expected) => {
  const facts = points({ amount: undefined, token: undefined, isWithoutPrice: true });
  expect(codes(facts, policyOf({ limits, atMost }))).toEqual(expected);
});

test('the fee of an incoming transfer is priced and compared with limits.fee; no other limit applies', () => {
  const claim = factsOf('user', 'requestClaim', { object: 'e1', fee: whole('2'), feeToken: fact('MVL') });
  const limits = { transfer: '1', day: '1', unknown: '1', fee: '10' };
  const prices = (token: string) => (token === 'MVL' ? decimalOf('4') : undefined);
  expect(tokensToPrice(outflowOf(claim, policyOf({ limits }).limits, undefined), [])).toEqual(['MVL']);
  expect(codes(claim, policyOf({ limits, prices }))).toEqual([]);
  expect(codes(claim, policyOf({ limits: { fee: '7' }, prices }))).toEqual(['OVER_LIMIT_FEE']);
  expect(codes(claim, policyOf({ limits: { fee: '7' } }))).toEqual(['VALUE_UNKNOWN']);
});

test('a value that is not known in dollars is refused under a limit in dollars, unless limits.unknown admits it', () => {
  const atMost = { amount: '5', token: 'USD' };
  const inDollars = (token: string) => (token === 'USD' ? decimalOf('1') : undefined);
  const prices = Object.assign(inDollars, { isWithoutPrice: () => true });
  const free = points({ fee: whole('0'), feeToken: fact('MVP') });
  expect(codes(free, policyOf({ limits: { transfer: '400' }, atMost, prices }))).toEqual(['VALUE_UNKNOWN']);
  expect(codes(free, policyOf({ limits: { transfer: '400', unknown: '5' }, atMost, prices }))).toEqual([]);
});

describe('an operation of the same kind and recipient', () => {
  const open = operation({ recipient: 'u', outcome: 'unknown' });
  const outcomes = ['done', 'refused', 'not-sent', 'not-done', 'accepted', 'sending'] as const;
  test('whose outcome is unknown is a refusal that names it; --despite lifts it, and a person at a terminal may type it', () => {
    const { refusals, open: ids } = judged(points(), policyOf(), { operations: [open], day: [] });
    expect(refusals[0]!.failure).toMatchObject({ code: 'OPEN_OPERATION', message: expect.stringContaining('op-1') });
    expect(ids).toEqual([open]);
    expect([standing({ refusals }, true), standing({ refusals }, false)]).toEqual([[], [refusals[0]!.failure]]);
    expect(codes(points(), policyOf({ despite: ['op-2'] }), [open])).toEqual(['OPEN_OPERATION']);
    expect(codes(points(), policyOf({ despite: ['op-1'] }), [open])).toEqual([]);
  });

  test.each<[string, Partial<Operation>]>([
    ['another recipient', { recipient: 'v' }],
    ['another kind', { call: 'transferAppBalance' }],
    ['another service', { service: 'sale' }],
    ...outcomes.map((outcome): [string, Partial<Operation>] => [outcome, { outcome }]),
  ])('is not one: %s', (_, over) => expect(codes(points(), policyOf(), [{ ...open, ...over }])).toEqual([]));

  test('is one by any name of a user, and of any version of the call', () => {
    const named = (id: string, userId?: string) => points({ recipient: { kind: 'user', id, userId } });
    const unknown = operation({ outcome: 'unknown', recipient: 'dara', object: 'uuid-7' });
    for (const facts of [named('dara'), named('dara', 'uuid-7'), named('uuid-7', 'uuid-7'), named('Dara S.', 'uuid-7')])
      expect(codes(facts, policyOf(), [unknown])).toEqual(['OPEN_OPERATION']);
    expect(codes(named('dana', 'uuid-8'), policyOf(), [unknown])).toEqual([]);
    const deposit = (call: string) => factsOf('user', call, { amount: whole('5'), token: fact('MVL'), object: 'MVL' });
    const earlier = operation({ call: 'depositPoints', object: 'MVL', outcome: 'unknown' });
    for (const call of ['depositPoints', 'depositPointsV2'])
      expect(codes(deposit(call), policyOf(), [earlier])).toEqual(['OPEN_OPERATION']);
  });

  test('that has not ended, or was only accepted, is a warning that names it', () => {
    const under = toAddress(mine.toLowerCase(), { id: 'op-7', lastStatus: 'INCOMING' });
    const accepted = toAddress(mine, { id: 'op-8', outcome: 'accepted' });
    const { refusals, warnings } = judged(withdrawal(mine), policyOf(), { operations: [under, accepted], day: [] });
    expect(refusals).toEqual([]);
    expect(warnings.map(({ message }) => message).join('\n')).toMatch(/op-8.*accepted[\s\S]*op-7.*has not ended/);
  });

  test('is one of its object if the call has no recipient', () => {
    const payment = (object: string) => factsOf('sale', 'payOrder', { amount: whole('5'), token: fact('MVP'), object });
    const earlier = operation({ service: 'sale', call: 'payOrder', object: 'o-1', outcome: 'unknown' });
    expect(codes(payment('o-1'), policyOf(), [earlier])).toEqual(['OPEN_OPERATION']);
    expect(codes(payment('o-2'), policyOf(), [earlier])).toEqual([]);
  });
});

describe('a recipient', () => {
  const contracts = { addresses: [usdc], isComplete: true };
  test('that is the contract of a listed token is refused, in any spelling', () => {
    for (const to of [usdc, usdc.toLowerCase()])
      expect(codes(withdrawal(to), policyOf({ contracts }))).toContain('TOKEN_CONTRACT');
    expect(codes(withdrawal(mine), policyOf({ contracts }))).toEqual([]);
  });
  test('of which no token list could be read is a warning', () => {
    const unread = policyOf({ contracts: { addresses: [], isComplete: false } });
    expect(judged(withdrawal(mine), unread).warnings).toMatchObject([{ code: 'NO_TOKEN_LIST' }]);
  });
  test('that is like one to whom an outcome is unknown is refused', () => {
    const near = `${other.slice(0, -1)}${other.endsWith('7') ? '8' : '7'}`.toLowerCase();
    const beside = (outcome: Operation['outcome']) =>
      codes(withdrawal(near), policyOf(), [toAddress(other, { outcome })]);
    for (const outcome of ['done', 'unknown', 'accepted'] as const)
      expect(beside(outcome)).toContain('LOOKALIKE_ADDRESS');
    expect(beside('refused')).toEqual([]);
  });
  test('is new until a transfer to it is done, and then it is not', () => {
    const policy = policyOf({ newRecipient: false });
    for (const outcome of ['unknown', 'accepted', 'refused'] as const) {
      const paid = operation({ recipient: 'u', outcome, call: 'payGame' });
      expect(codes(points(), policy, [paid])).toContain('NEW_RECIPIENT');
    }
    expect(codes(points(), policy, [operation({ recipient: 'u' })])).toEqual([]);
  });
});

test('a request that is wrong in itself is judged without what no service was asked for', () => {
  const facts = points({ isRead: false, amount: undefined, problems: [new BadInput('BAD_AMOUNT', 'x')] });
  const policy = policyOf({ newRecipient: false, limits: { transfer: '5 MVP', networks: ['BSC'] } });
  expect(codes(facts, policy)).toEqual(['BAD_AMOUNT', 'NEW_RECIPIENT']);
});

test('the verdict is a function of what it is given: judged twice, it is the same', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((units) => fact({ units, places: 8 }));
  const most = fc.constantFrom('1 MVP', '400,1000000 MVP', '99999999999999 MVP');
  property(200, amounts, amounts, most, (amount, fee, transfer) => {
    const facts = points({ amount, fee, feeToken: fact('MVP') });
    const refused = () => judged(facts, policyOf({ limits: { transfer, day: transfer } })).refusals;
    const [one, two] = [refused(), refused()].map((all) =>
      all.map(({ failure: { code, message } }) => [code, message]),
    );
    expect(one).toEqual(two);
    const limit = decimalOf(/(\d+) MVP/.exec(transfer)![1]!)!;
    const isOver = amount.value.units + fee.value.units > limit.units * 10n ** 8n; // the fee leaves, too
    expect(one!.some(([code]) => code === 'OVER_LIMIT_TRANSFER')).toBe(isOver);
  });
});

describe('a number of the body, in whatever spelling', () => {
  const policy = policyOf({ atMost: { amount: '4', token: 'MVP' } });
  const refuses = (value: unknown) =>
    codes(points({ amount: undefined, token: undefined }, { other: value }), policy).includes('OVER_AT_MOST');
  const more = `50 5e1 0x32 ５０ -50 5,0 50.0 0b110010 5'0 5e003 5e100 5e400 5. .5e4 5000. −5000 5’000 ٥٠٠٠ ५००० 5000n
    Infinity $5000 5E+3 +5 ０x32 𝟓𝟎 ${'9'.repeat(130)} ${'0'.repeat(200)}5000 5000.${'0'.repeat(200)} 0.${'0'.repeat(10)}5e15`;
  test.each([...more.split(/\s+/), 50, ' 50', '50\u200b00', '5000 USDC'])('%j is above 4', (value) =>
    expect(refuses(value)).toBe(true),
  );
  const less = `4 4.0 4e0 0.4e1 400e-2 5e-400 0x4 ٤ 0 0.${'0'.repeat(300)}9 5f3a 9b2e1f00-0000-4000-8000-000000000000
    5YJ3E1EA7KF317 2026-11-25 op-5000 v5000 fifty`;
  test.each([...less.split(/\s+/), 4, true, null, 'MVP 50', '4 USDC', ''])('%s is not', (value) =>
    expect(refuses(value)).toBe(false),
  );

  test('whatever its size: it is above the most exactly if it is more', () => {
    property(200, fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: -30, max: 30 }), (digits, exponent) => {
      const isMore = exponent >= 0 ? digits * 10n ** BigInt(exponent) > 4n : digits > 4n * 10n ** BigInt(-exponent);
      expect(refuses(`${digits}e${exponent}`)).toBe(isMore);
    });
  });
});
