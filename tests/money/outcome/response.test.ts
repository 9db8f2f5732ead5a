// The response of a transfer is compared with what was promised: at the declared paths of its call, and in the fields that it repeats under the names of the request. It is done, accepted, done before, or a contradiction.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ownShapes } from '../../../sandbox/core/shapes/index.js';
import { parseRequestFields } from '../../../src/money/facts/request-fields.js';
import { type PromisedFacts, type Reading, readResponse } from '../../../src/money/outcome/response.js';
import type { MoneyEndpoint } from '../../../src/services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../../src/services/catalogue/index.js';
import { endsOf } from '../../../src/services/catalogue/statuses.js';
import { RecordFacts } from '../../../src/services/decode/stated.js';
import { operationSpecs } from '../../../src/things/index.js';
import { transferFields } from '../../../src/things/operations.js';
import type { DeclaredResponse } from '../../../src/things/transfer.js';
import { moneyCall } from '../../support/catalogue.js';
import { property } from '../../support/runs.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The digits of a whole token in base units, after its own. */
const wei = '0'.repeat(18);
const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const [first, second, third] = [uuid('1'), uuid('2'), uuid('3')];
const at = '2026-11-25T22:30:33.449Z';
type Json = Readonly<Record<string, unknown>>;
/** A transfer of a call: its request, what was promised of it, and what the response of the sandbox says of it. */
interface Sample {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly leaves?: readonly [amount: string, token: string | undefined];
  readonly fee?: readonly [amount: string, token: string];
  readonly to?: string;
  readonly networks?: readonly string[];
  readonly says: Json;
  readonly outcome?: 'accepted';
}

const request = (over: Json) => {
  return { request: { id: first, status: 'INCOMING', feeAmount: '1', address: mine, ...over } };
};
const incoming = { id: first, status: 'INCOMING', goalAmount: '50', address: other, currencyId: 'MVL' };
const deposited: Sample = {
  ...{ body: { amount: '50', currencyId: 'MVL' }, leaves: ['50', 'MVL'] },
  says: { balanceDepositRequest: incoming, toAddress: other },
};
const crossed: Sample = {
  body: { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine, fromAddress: other },
  ...{ leaves: ['20', 'MVL'], fee: ['5', 'MVL'], to: mine, networks: ['ETHEREUM', 'BSC'] },
  says: {
    ...{ id: first, type: 'TO_BEP20', status: 'PENDING', amount: `20${wei}`, feeAmount: `5${wei}` },
    ...{ fromNetwork: 'ETHEREUM_SEPOLIA', toNetwork: 'BSC_TEST', fromAddress: other, toAddress: mine },
  },
};
const paid: Json = { id: first, orderId: second, method: 'CRYPTO', currency: 'USDC', amount: '50', status: 'READY' };
const leased: Json = { id: first, status: 'ON_TIME', vin: 'V1', period: 'WEEK', price: '6', currency: 'USDC' };
const confirming = {
  ...{ id: first, status: 'CONFIRMING_BALANCE_TRANSACTION', quantity: '1', price: '5', currencyId: 'MVP' },
};
const requested: Json = { rideRequestId: first, paidFrom: 'POINT' };
const ordered: Json = { id: first, status: 'DRAFT' };
const migrated: Json = { id: first, address: mine, status: 'PENDING' };
const samples: Readonly<Record<MoneyEndpoint, Sample>> = {
  'user createWithdrawal': {
    body: { amount: '25', currencyId: 'MVL', toAddress: mine },
    ...{ leaves: ['25', 'MVL'], fee: ['1', 'MVL'], to: mine },
    says: request({ amount: '25', currencyId: 'MVL' }),
  },
  'user transferPoints': {
    ...{ body: { amount: '5', toUserId: 'dara' }, leaves: ['5', 'MVP'], fee: ['0.5', 'MVP'] },
    says: { id: first, amount: '5', feeAmount: '0.5', currencyId: 'MVP' },
  },
  'user depositPoints': deposited,
  'user depositPointsV2': deposited,
  'user withdrawPoints': {
    body: { amount: '50', currencyId: 'MVL', address: mine },
    ...{ leaves: ['50', 'MVP'], fee: ['1', 'MVP'], to: mine },
    says: request({ amount: '50', currencyId: 'MVP' }),
  },
  'user transferAppBalance': {
    ...{ body: { appId: first, amount: 5, currency: 'TADAP' }, leaves: ['5', 'TADAP'], says: { amount: 105.5 } },
  },
  'user requestClaim': { path: { id: 'e' }, body: { address: mine }, to: mine, says: { status: 'INCOMING' } },
  'user payGame': {
    ...{ path: { id: 'g' }, leaves: ['5', 'MVP'], says: { payment: confirming }, outcome: 'accepted' },
  },
  'activity claimRanking': {
    ...{ path: { missionGroupId: 'season' }, body: { network: 'TON', address: mine }, says: { result: 'SUCCESS' } },
  },
  'bep20-swap createBridgeSwap': crossed,
  'bep20-swap createSwap': crossed,
  'bep20-swap createSwapV1': crossed,
  'musubi createOrder': {
    body: { offeringId: second, purchaseType: 'FRACTIONAL', amount: '50' },
    leaves: ['50', 'USDC'],
    says: { id: first, offeringId: second, purchaseType: 'FRACTIONAL', amount: '50', quantity: 1, currency: 'USDC' },
  },
  'musubi createPayment': { body: { orderId: second, method: 'CRYPTO' }, leaves: ['50', 'USDC'], says: paid },
  'musubi changePaymentToCrypto': { path: { paymentId: first }, leaves: ['50', 'USDC'], says: paid },
  'ride-hailing requestRide': { body: { searchId: 's', payCurrency: 'POINT' }, says: requested },
  'ride-hailing retryRequest': {
    ...{ path: { id: first }, leaves: ['2.5', 'USD'] },
    says: { id: first, status: 'WAITPAY', fare: '2.5', currency: 'USD', payCurrency: 'POINT' },
  },
  'sale giveItem': { body: { itemId: first, toUserId: 'lan' }, says: { id: first, status: 'READY' } },
  'sale createOrder': {
    ...{ body: { productId: second, quantity: 2 }, leaves: ['50', 'MVP'] },
    says: { ...ordered, productId: second, quantity: 2, price: '25', totalPrice: '50', currencyId: 'MVP' },
  },
  'sale payOrder': {
    ...{ path: { id: second }, body: { method: 'BALANCE_TRANSACTION' }, leaves: ['50', 'MVP'] },
    says: { id: first, orderId: second, method: 'BALANCE_TRANSACTION', amount: '50', currencyId: 'MVP' },
  },
  'vehicle-oracle subscribe': { body: { vin: 'V1', period: 'WEEK' }, leaves: ['6', 'USDC'], says: leased },
  'vehicle-oracle updateSubscription': { body: { id: first, action: 'pay' }, leaves: ['6', 'USDC'], says: leased },
  'wallet startMigration': {
    ...{ body: { address: mine, network: 'BSC' }, to: mine, networks: ['BSC'] },
    says: { ...migrated, fromNetwork: 'MVL', toNetwork: 'BSC', amount: `1500${wei}`, transactionHash: null },
  },
};
const endpoints = Object.keys(operationSpecs) as MoneyEndpoint[];
interface Def {
  readonly type: string;
  readonly shape: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType?: z.core.$ZodType;
}
/** The response of a shape with these fields; each other one has the first plain value that the shape takes. */
function filled(shape: z.core.$ZodType, says: unknown): unknown {
  const { type, shape: fields, innerType } = shape._zod.def as unknown as Def;
  if (says === undefined && type !== 'object')
    return [null, first, at, '1', 1, true, [], {}].find((value) => z.core.safeParse(shape, value).success);
  if (innerType !== undefined) return filled(innerType, says);
  if (type !== 'object') return says;
  const own = (says ?? {}) as Json;
  const names = Object.keys({ ...fields, ...own });
  return Object.fromEntries(names.map((name) => [name, filled(fields[name] ?? z.any(), own[name])]));
}
type Figures = PromisedFacts['figures'];
const figuresOf = (leaves: Figures['leaves'], fee?: Figures['fee'], atMost?: Figures['atMost']): Figures => {
  return { leaves, fee, atMost };
};
const promises = new Map<MoneyEndpoint, PromisedFacts>();
const shapes = new Map<MoneyEndpoint, z.core.$ZodType>();
const responses = new Map<MoneyEndpoint, Json>();
for (const endpoint of endpoints) {
  const call = await moneyCall(endpoint);
  const service = call.service as ServiceName;
  const { path = {}, body = {}, leaves, fee, to, networks = [], says } = samples[endpoint];
  const url = `https://box.invalid${call.path.replace(/\{(\w+)\}/g, (_, param: string) => path[param]!)}`;
  promises.set(endpoint, {
    call,
    fields: transferFields[endpoint]!,
    requestFields: await parseRequestFields(call, { url, body: JSON.stringify(body) }, {}),
    figures: figuresOf(leaves && { amount: leaves[0], token: leaves[1] }, fee && { amount: fee[0], token: fee[1] }),
    recipient: to === undefined ? undefined : { kind: 'address', id: to },
    ...{ decimals: undefined, ids: {}, networks },
    recorded: { amount: leaves?.[0], token: leaves?.[1], feeLimit: undefined },
  });
  const own = ownShapes[service]?.calls[call.name];
  const loaded = await (own === undefined ? (await catalogue(service)).shapes!() : ownShapes[service]!.load());
  const all = loaded as Readonly<Record<string, z.core.$ZodType>>;
  shapes.set(endpoint, all[own?.shape ?? call.response!]!);
  responses.set(endpoint, filled(shapes.get(endpoint)!, says) as Json);
}
const promised = (endpoint: MoneyEndpoint): PromisedFacts => promises.get(endpoint)!;
const read = (endpoint: MoneyEndpoint, answer: unknown, over: Partial<PromisedFacts> = {}): Reading => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return readResponse({ ...promised(endpoint), ...over }, { status: 201, text });
};
/** What a reading says, as one text. */
const said = (reading: Reading): string =>
  'sentence' in reading ? reading.sentence : 'why' in reading ? reading.why : '';

/** A copy of an object with another value at a path; without it where that is undefined. */
function withValue(object: Json, path: string, value: unknown): Json {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withValue((object[name] ?? {}) as Json, rest.join('.'), value);
  const { [name]: _, ...others } = object;
  return inner === undefined ? others : { ...others, [name]: inner };
}
const valueIn = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], object);
const amountsOf = ({ amount, price, quantity, fee }: DeclaredResponse) =>
  [amount, price, quantity, fee].filter((path) => path !== undefined);
function pathsOf(declared: DeclaredResponse): string[] {
  const { id, status, token, to, networks = [], same = {}, shows } = declared;
  const all = [id, status?.at, token, to, shows, ...amountsOf(declared), ...networks, ...Object.keys(same)];
  return [...new Set(all.filter((path) => path !== undefined))];
}
/** The paths that no shape of the sandbox has: the payment of an order has no status there, and the public list of 5.2 has its words. */
const beyondShapes: Readonly<Record<string, readonly string[]>> = { 'sale payOrder': ['status'] };

describe.each(endpoints)('%s', (endpoint) => {
  const declared: DeclaredResponse = operationSpecs[endpoint].response;
  const { outcome = 'done', body = {}, path = {} } = samples[endpoint];
  const response = responses.get(endpoint)!;
  const paths = pathsOf(declared);

  test('the response of the sandbox has every declared path, and is done', () => {
    expect(z.core.safeParse(shapes.get(endpoint)!, response)).toMatchObject({ success: true });
    expect(paths.filter((one) => valueIn(response, one) === undefined)).toEqual(beyondShapes[endpoint] ?? []);
    const says = outcome === 'done' ? '' : expect.any(String);
    expect([read(endpoint, response).outcome, said(read(endpoint, response))]).toEqual([outcome, says]);
  });
  type Change = readonly [path: string | undefined, ...values: unknown[]];
  /** What each change makes the response say. */
  const readings = (changes: readonly Change[]) =>
    changes.flatMap(([one, ...values]) => {
      if (one === undefined) return [];
      return values.map((value) => ({ one, value, reading: read(endpoint, withValue(response, one, value)) }));
    });

  test('another value at a declared path contradicts', () => {
    const { status, token, to, networks = [], same = {} } = declared;
    const doubled = (one: string) => String(2n * BigInt(String(valueIn(response, one)).replace('.', '')));
    const changes: Change[] = [
      ...amountsOf(declared).map((one) => [one, doubled(one), Number(doubled(one))] as const),
      [token, 'XTZ', 'M\u200bVP'],
      [to, other],
      ...networks.map((one) => [one, 'POLYGON', '137'] as const),
      ...Object.entries(same).map(([one, name]) => {
        const asked = String(promised(endpoint).requestFields.paramValue(name) ?? body[name] ?? path[name]);
        return [one, asked.length > 30 ? third : 'ANOTHER'] as const;
      }),
      ...(status === undefined || status.repeats ? [] : [[status.at, ...endsOf(status.list).bad] as const]),
    ];
    for (const { one, value, reading } of readings(changes))
      expect([one, value, reading.outcome]).toEqual([one, value, 'contradicts']);
  });

  test('a value in another form is accepted: neither done nor a contradiction', () => {
    const { token, to, toNames = [], networks = [], same = {} } = declared;
    const changes: Change[] = [
      [token, '', ' ', 7, second, '***', 'the currency of the account'],
      [to, '', 'nobody', 7, second, `${mine.slice(0, 6)}…${mine.slice(-4)}`],
      ...toNames.map((one) => [one, '', 7, second, 'd•••', 'dara@example.com', 'Dara', 'Dara Sok'] as const),
      ...networks.map((one) => [one, '', second, 'the main network'] as const),
      ...Object.keys(same).map((one) => [one, '', '•••', 'two words'] as const),
    ];
    for (const { one, value, reading } of readings(changes)) {
      expect([one, value, reading.outcome]).toEqual([one, value, 'accepted']);
      if (outcome === 'done' && value !== '') expect(said(reading)).toContain('cannot be compared with');
    }
  });

  test('what it repeats under a name of the request is compared, in the response and in its envelope', () => {
    const asked = Object.entries(body).filter(([name, value]) => name !== 'id' && typeof value !== 'object');
    for (const [name, value] of asked) {
      if (paths.some((one) => one.split('.').at(-1) === name)) continue;
      const unlikeText = String(value).length > 30 ? third : 'ANOTHER';
      const unlikeAddress = value === other ? mine : other;
      const changed = /^0x/.test(String(value)) ? unlikeAddress : unlikeText;
      const isNumber = /^\d+$/.test(String(value));
      for (const stated of isNumber ? ['9999999999999999999999999'] : [changed, changed.toLowerCase()])
        for (const answer of [{ ...response, [name]: stated }, { data: { ...response, [name]: stated } }])
          expect([answer, read(endpoint, answer).outcome]).toEqual([answer, 'contradicts']);
      const outcomeOf = (stated: unknown) => read(endpoint, { ...response, [name]: stated }).outcome;
      expect([name, ...[value, ` ${value} `, '***'].map(outcomeOf)]).toEqual([name, outcome, outcome, 'accepted']);
    }
  });

  test('a declared field of an impossible form contradicts', () => {
    const noAmounts = (one: string) =>
      amountsOf(declared).includes(one) ? ['1e3', '٢٥', 'NaN', '', '2 5', '0x10'] : [];
    const changes = paths.map((one): Change => [one, {}, [], [response], true, ...noAmounts(one)]);
    for (const { one, value, reading } of readings(changes)) {
      const says = expect.stringContaining(`it says ${one} `);
      expect([one, value, reading.outcome, said(reading)]).toEqual([one, value, 'contradicts', says]);
    }
  });

  test('without its amount, a field of a public shape, or all fields it is accepted; no other assumed field is missed', () => {
    const { known, amount, price, token, to, id, status } = declared;
    for (const one of paths) {
      const isPrice = one === (amount ?? price) && (amount === undefined || price === undefined);
      const isPaid = samples[endpoint].leaves !== undefined && isPrice;
      const isNeeded = isPaid || (known === 'public' && [amount, token, to, id].includes(one));
      const isOnly = paths.filter((path) => valueIn(response, path) !== undefined).length === 1;
      const expected = isNeeded || isOnly ? 'accepted' : one === status?.at ? 'done' : outcome;
      for (const value of [undefined, null])
        expect([one, read(endpoint, withValue(response, one, value)).outcome]).toEqual([one, expected]);
    }
    const none = paths.reduce((object, one) => withValue(object, one, undefined), response);
    for (const empty of [none, {}, [], null, '', '"OK"', '42', [response], { data: { list: [response] } }])
      expect([empty, read(endpoint, empty).outcome]).toEqual([empty, 'accepted']);
  });

  test('what it says under other names and in other places is not compared', () => {
    const amounts = { amountAfter: '600', transferredAmount: '600', value: '600', networkFee: '900' };
    const strange = { ...amounts, recipient: other, coin: 'XTZ', chain: 'POLYGON' };
    for (const more of [strange, { data: strange }, { detail: [{ amount: '600', currency: 'XTZ' }] }])
      expect([more, read(endpoint, { ...more, ...response }).outcome]).toEqual([more, outcome]);
  });
});

const withdrawal = responses.get('user createWithdrawal') as { readonly request: Json };
const [bridged, subscription] = [responses.get('bep20-swap createSwap')!, responses.get('vehicle-oracle subscribe')!];
const withdrawn = (over: Json) => ({ ...withdrawal, request: { ...withdrawal.request, ...over } });

const [withdraws, bridges] = ['user createWithdrawal', 'bep20-swap createSwap'] as const;
const nested = withdrawn({ amount: { value: '25' } });
test.each<[endpoint: MoneyEndpoint, answer: unknown, said: string]>([
  [withdraws, withdrawn({ amount: '2500' }), 'it says amount "2500", and "25" was asked for'],
  [withdraws, withdrawn({ address: other }), `it says recipient "${other}", and "${mine}" was asked for`],
  [withdraws, withdrawn({ currencyId: 'USDC' }), 'it says currency "USDC", and "MVL" was asked for'],
  [withdraws, withdrawn({ feeAmount: '9' }), 'it takes a fee of 9 MVL, and the receipt said 1 MVL'],
  [withdraws, withdrawn({ feeAmount: 'NaN' }), 'it says request.feeAmount "NaN", which is not an amount'],
  [withdraws, nested, 'it says request.amount "{\\"value\\":\\"25\\"}", which is not a text'],
  [withdraws, withdrawn({ status: 'Canceled' }), 'it says status: "Canceled"'],
  [withdraws, { ...withdrawal, success: false }, 'it says success: "false"'],
  ['user transferPoints', { id: first, message: 'Transfer failed' }, 'it says message: "Transfer failed"'],
  [bridges, { ...bridged, toNetwork: 'POLYGON' }, 'it says network "POLYGON", and "ETHEREUM" was asked for'],
  [bridges, { ...bridged, feeAmount: `6${wei}` }, 'it takes a fee of 6 MVL, and the receipt said 5 MVL'],
  ['sale createOrder', { id: first, price: '30' }, 'it says a price of "30", and "50" was asked for'],
  ['sale createOrder', { id: first, quantity: 3 }, 'it says quantity "3", and "2" was asked for'],
  ['sale payOrder', { orderId: third }, `it says orderId "${third}", and "${second}" was asked for`],
])('%s: a contradiction has both values: %j', (endpoint, answer, sentence) => {
  const reading = read(endpoint, answer);
  expect([reading.outcome, said(reading)]).toEqual(['contradicts', expect.stringContaining(`but ${sentence}`)]);
  expect(said(reading)).toMatch(/^\S+ \S+ was answered 201, .*\. Whether it was done as requested is not known\.$/);
});

const small = { address: mine.toLowerCase(), currencyId: 'mvl', feeAmount: 1, status: 'confirming' };
const chains = { fromNetwork: 1, toNetwork: 'BNB Smart Chain', toAddress: mine.toLowerCase() };
test.each<[endpoint: MoneyEndpoint, answer: unknown]>([
  [withdraws, withdrawn({ amount: '-25.00', ...small })],
  [withdraws, JSON.stringify(withdrawn({ amount: 0 })).replace(':0,', ':2.5e1,')],
  ['bep20-swap createBridgeSwap', { ...bridged, ...chains }],
  ['sale createOrder', { id: first, quantity: '2.0', price: '25.0', totalPrice: '50.00' }],
  ['user transferPoints', { id: first, amount: '5', message: 'Sent without errors', balanceAfter: '7' }],
])('%s: the same in another spelling is done: %j', (endpoint, answer) => {
  expect([read(endpoint, answer).outcome, said(read(endpoint, answer))]).toEqual(['done', '']);
});

/** Fields, and values by which they say that a transfer failed. */
const failures: Readonly<Record<string, readonly unknown[]>> = {
  ...{ success: [false, 'N', null, 'no'], SUCCESS: ['false'], is_success: [0], failed: [true], isError: [true] },
  ...{ error: [{ message: 'no' }], error_code: ['X'], errorMsg: ['no money'], err: ['no'] },
  ...{ status: ['error', 'CANCELED', 500], state: ['EXPIRED'], txState: ['FAILED'], transferStatus: ['Reverted'] },
  ...{ resultCode: ['FAIL', -1], code: ['-3'], message: ['Transfer failed', 'Not enough points'] },
  ...{ cancelledAt: [at], rejectedAt: [1_780_000_000], isReversed: ['yes'], refundedBy: ['r-1'] },
  data: [
    { success: false },
    { x: { success: false } },
    { order: { status: 'PAYMENT_FAILED' } },
    { msg: 'could not be sent' },
  ],
  meta: [{ message: 'insufficient balance' }],
};
test.each([
  ...Object.entries(failures).flatMap(([name, values]) => values.map((value) => ({ id: first, [name]: value }))),
  { status: 500, message: 'x' },
  { code: 'INSUFFICIENT_BALANCE', message: 'no money', data: null },
  { code: 'NO_MONEY', msg: 'x' },
  ...[[{ success: false }], [{ status: 'FAILED' }], [false], 'false', '0', '"FAILED"', '"error: no money"'],
])('a response that says that it failed contradicts, wherever it says so: %j', (answer) => {
  const reading = read('user transferPoints', answer);
  expect([reading.outcome, said(reading)]).toEqual(['contradicts', expect.stringContaining('but it says ')]);
});

const noErrors = { error: null, errors: [], errorCode: 0, success: 'true' };
test.each([
  { ...noErrors, status: 'COMPLETED', previousStatus: 'FAILED', userStatus: 'BLOCKED' },
  { message: 'Transferred without errors', reason: null, memo: 'it failed' },
  { cancelledAt: null, failedAt: '', isRefunded: 'no' },
  { message: 'It cannot be cancelled. If it fails, the points are refunded.', resultCode: 0, code: 'OK' },
])('a response that says that nothing failed is done: %j', (answer) => {
  expect(read('user transferPoints', { id: first, amount: '5', ...answer })).toEqual({ outcome: 'done' });
});

test.each<[answer: Json, outcome: RegExp]>([
  [{ id: first, amount: '5', to: { userId: second } }, /^(?!done$)/],
  [{ data: { id: first, attributes: { amount: '5', receiver_id: 'other' }, relationships: { a: {} } } }, /^(?!done$)/],
  [{ id: first, amount: '5', receiver_id: 'kim' }, /^contradicts$/],
  [{ id: first, amount: '5', receiver_id: 'dara' }, /^done$/],
])('a recipient in another form or under another spelling is compared, or never done: %j', (answer, outcome) => {
  expect(read('user transferPoints', answer).outcome).toMatch(outcome);
});

test('what a person wrote is no failure when it comes back', () => {
  const { requestFields } = promised('user transferPoints');
  const message = 'sorry that I failed you';
  const echo = { ...requestFields, body: { ...requestFields.body, message } };
  const reading = read('user transferPoints', { id: first, amount: '5', message }, { requestFields: echo });
  expect(reading.outcome).toBe('done');
});

const notDone = ', by which it has not been done';
test.each<[endpoint: MoneyEndpoint, answer: unknown, why: string]>([
  ['user transferPoints', '', 'the response is empty'],
  ['user transferPoints', '{}', 'the response is empty ({})'],
  ['user transferPoints', '["x"]', 'the response is only ["x"]'],
  ['user transferPoints', { other: 1 }, 'the response has none of the fields that are known of it'],
  [withdraws, { request: { id: 'w', address: mine } }, 'the response has no request.amount, request.currencyId'],
  [withdraws, withdrawn({ id: '' }), 'the response has no request.id'],
  ['sale payOrder', { id: first, status: 'PAYMENT_PENDING' }, `it says status: "PAYMENT_PENDING"${notDone}`],
  ['vehicle-oracle subscribe', { status: 'OVERDUE' }, `it says status: "OVERDUE"${notDone}`],
  ['user requestClaim', { status: 'LATER' }, 'it says status: "LATER", which no public list of its statuses has'],
  ['activity claimRanking', { result: 'LATER' }, 'it says result: "LATER", which no public list of its statuses has'],
])('%s: a response that says no more is accepted, and why is said: %j', (endpoint, answer, why) => {
  expect(read(endpoint, answer)).toEqual({ outcome: 'accepted', why });
});

test('a claim is begun by the plain success of the service and by every status under way', () => {
  for (const status of ['ok', 'OK', 'INCOMING', 'Completed'])
    expect([status, read('user requestClaim', { status })]).toEqual([status, { outcome: 'done' }]);
});

const duplicates = [{ result: 'DUPLICATED' }, { result: 'duplicated', success: false, message: 'Duplicated claim' }];
test.each(duplicates)('a ranking that was claimed before moved nothing: %j', (answer) => {
  const reading = read('activity claimRanking', answer);
  const says = expect.stringMatching(/was carried out before; this call moved nothing\.$/);
  expect([reading.outcome, said(reading)]).toEqual(['done before', says]);
});

test('the end that the request asks for is done, and a bad one for any other request', async () => {
  const { call } = promised('vehicle-oracle updateSubscription');
  const outcome = async (action: string, status: string) => {
    const url = `https://box.invalid${call.path}`;
    const requestFields = await parseRequestFields(call, { url, body: JSON.stringify({ id: first, action }) }, {});
    return read('vehicle-oracle updateSubscription', { ...subscription, status }, { requestFields }).outcome;
  };
  for (const status of ['CANCELLED', 'canceled']) expect(await outcome('cancel', status)).toBe('done');
  for (const [action, status] of Object.entries({ pay: 'CANCELLED', cancel: 'FAILED' }))
    expect(await outcome(action, status)).toBe('contradicts');
});

test('a contradiction names the command that cancels it, by an id that is one word', () => {
  const cancel = (reading: Reading) => (reading.outcome === 'contradicts' ? reading.cancel : reading.outcome);
  expect(cancel(read(withdraws, withdrawn({ amount: '26' })))).toBe(`tuk wallet withdraw cancel ${first}`);
  expect(cancel(read(withdraws, withdrawn({ amount: '26', id: 'w; rm' })))).toBeUndefined();
  expect(cancel(read('sale payOrder', { orderId: 'o-1', amount: '51' }))).toBe('tuk store order cancel o-1');
});

test('a contradiction has the highest amount that the response states, where it is more than the recorded one', () => {
  const higher = (answer: unknown) => {
    const reading = read('sale createOrder', answer);
    return reading.outcome === 'contradicts' ? reading.higher : reading.outcome;
  };
  expect(higher({ id: first, totalPrice: '50.000000000000000001' })).toBe('50.000000000000000001');
  expect(higher({ id: first, price: '26', totalPrice: '51' })).toBe('52');
  expect(higher({ id: first, totalPrice: '49' })).toBeUndefined();
});

test('a fee is held against the receipt and against limits.fee in its own token', () => {
  const outcome = (feeAmount: string, fee: string | undefined, feeLimit: string | undefined) => {
    const { figures, recorded } = promised(withdraws);
    const own = { ...figures, fee: fee === undefined ? undefined : { amount: fee, token: 'MVL' } };
    const reading = read(withdraws, withdrawn({ feeAmount }), { figures: own, recorded: { ...recorded, feeLimit } });
    return said(reading).replace(/^.*but |\. Whether.*$/g, '');
  };
  for (const [fee, limit] of [[], [undefined, '3']]) expect(outcome('3', fee, limit)).toBe('');
  expect(outcome('2', '2', '2.5')).toBe('');
  const over = 'it takes a fee of 3 MVL, and limits.fee is 2.5 MVL';
  expect(outcome('3', undefined, '2.5')).toBe(over);
  expect(outcome('3', '2', '2.5')).toBe(`it takes a fee of 3 MVL, and the receipt said 2 MVL; ${over}`);
});

const sentence = expect.stringContaining('it says "6 USDC", and --at-most says "5.99 USDC"');
const bare = { ...subscription, currency: null };
const accepted = (why: string) => ({ outcome: 'accepted', why });
test.each<[atMost: string, token: string, response: Json, reading: object]>([
  ['6', 'USDC', subscription, { outcome: 'done' }],
  ['6', 'USD', subscription, { outcome: 'done' }],
  ['5.99', 'USDC', subscription, { outcome: 'contradicts', sentence }],
  ['5.99', 'USD', subscription, { outcome: 'contradicts' }],
  ['5', 'MVL', bare, { outcome: 'contradicts', higher: '6' }],
  ['500', 'MVL', subscription, accepted('it says "6 USDC", and --at-most says "500 MVL"')],
  ['6', 'USDC', bare, accepted('it says "6", and --at-most says "6 USDC"')],
  ['1', 'MVL', { id: first }, accepted('its cost could not be read in the response, and --at-most says "1 MVL"')],
])('where no amount was known before, --at-most %s %s is the most that a response may say: %j', (...row) => {
  const [amount, token, answer, reading] = row;
  const figures = figuresOf(undefined, undefined, { amount, token });
  const over = { figures, recorded: { amount, feeLimit: undefined } };
  expect(read('vehicle-oracle subscribe', answer, over)).toMatchObject(reading);
});

test.each<[answer: Json, outcome: Reading['outcome'], says: string]>([
  [{ toUserId: 'KIM' }, 'contradicts', 'it says toUserId "KIM", and "dara" was asked for'],
  [{ receiverNickname: 'kim' }, 'contradicts', 'it says receiverNickname "kim", and "dara" was asked for'],
  [{ data: { toUserId: 'kim' } }, 'contradicts', 'it says toUserId "kim", and "dara" was asked for'],
  [{ data: { transfer: { to_user_id: 'kim' } } }, 'contradicts', 'it says to_user_id "kim", and "dara" was asked for'],
  [{ transfer: { amount: '500' } }, 'contradicts', 'it says amount "500", and "5" was asked for'],
  [{ transfer: { amount: '5000000' } }, 'accepted', 'the response has none of the fields that are known of it'],
  [{ transfer: { currencyId: 'KRW' } }, 'contradicts', 'it says currency "KRW", and "MVP" was asked for'],
  [{ receiverId: second }, 'contradicts', `it says receiverId "${second}", and "dara" was asked for`],
  [{ receiverId: third, receiverNickname: 'dara' }, 'done', ''],
  [{ toUserId: third.toUpperCase() }, 'done', ''],
  [{ toUserId: ' dara' }, 'done', ''],
  [{ toUserId: 'Dara' }, 'accepted', 'it says toUserId "Dara", which cannot be compared with "dara"'],
  [{ toUserId: 1207 }, 'accepted', 'it says toUserId "1207", which cannot be compared with "dara"'],
  [{ toUserId: { id: 'kim' } }, 'accepted', 'it says toUserId "{\\"id\\":\\"kim\\"}", which cannot be compared'],
])('a transfer to dara, whom the service also knows by an id: %j', (answer, outcome, says) => {
  const recipient = { kind: 'user', id: 'dara', userId: third } as const;
  const own = outcome === 'done' || !('transfer' in answer || 'data' in answer) ? { id: first, amount: '5' } : {};
  const reading = read('user transferPoints', { ...own, ...answer }, { recipient, decimals: 6 });
  expect([reading.outcome, said(reading)]).toEqual([outcome, expect.stringContaining(says)]);
});

test('an id that a service has for a thing is the name of the request', () => {
  const { requestFields } = promised('sale createOrder');
  const named = { ...requestFields, paramValue: (name: string) => (name === 'product' ? '1' : undefined) };
  const over = { requestFields: named, ids: { product: second } };
  const outcome = (productId: string) =>
    read('sale createOrder', { id: first, totalPrice: '50', productId }, over).outcome;
  expect([second, '1', '01'].map(outcome)).toEqual(['done', 'done', 'done']);
  expect([third, '2', 'one'].map(outcome)).toEqual(['contradicts', 'contradicts', 'accepted']);
});

test('the cost by the response, its fee on top included, must be within --at-most', () => {
  const outcome = (feeAmount: string | undefined, atMost: string, fee?: string) => {
    const mvp = (amount: string) => ({ amount, token: 'MVP' });
    const figures = figuresOf(mvp('5'), fee === undefined ? undefined : mvp(fee), mvp(atMost));
    return said(read('user transferPoints', { id: first, amount: '5', feeAmount }, { figures }));
  };
  expect(outcome('0.5', '5.5')).toBe('');
  expect(outcome('0.5', '5.4')).toContain('but it says "5.5 MVP", and --at-most says "5.4 MVP"');
  expect(outcome('0.5', '5.4', '0.5')).toContain('but it says "5.5 MVP", and --at-most says "5.4 MVP"');
  expect(outcome(undefined, '5')).toBe('');
});

test('a cost that limits.unknown admitted must be within it', () => {
  const recorded = { atMost: '5', atMostToken: 'USDC', feeLimit: undefined };
  const sentence = expect.stringContaining('it says "6 USDC", and limits.unknown admits "5 USDC"');
  const reading = read('vehicle-oracle subscribe', subscription, { figures: figuresOf(undefined), recorded });
  expect(reading).toMatchObject({ outcome: 'contradicts', sentence, higher: '6' });
  const bounded = { figures: figuresOf(undefined, undefined, { amount: '1', token: 'MVP' }) };
  expect(read('sale giveItem', responses.get('sale giveItem'), bounded).outcome).toBe('done'); // it states no cost
});

test('any JSON text gives one of the readings, and it is done only where a field is known as a declared one', () => {
  const paths = endpoints.flatMap((endpoint) => pathsOf(operationSpecs[endpoint].response));
  const names = [...new Set(paths.flatMap((path) => path.split('.')))];
  const known = fc.constantFrom('5', '1e999', `20${wei}`, mine, first, 'MVL', 'ok', null);
  const scalars = fc.oneof(fc.string(), fc.integer(), fc.boolean(), known);
  const { object } = fc.letrec((tie) => ({
    value: fc.oneof(scalars, fc.jsonValue(), tie('object')),
    object: fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('value'), { maxKeys: 6 }),
  }));
  property(2000, fc.constantFrom(...endpoints), fc.oneof(fc.jsonValue(), object), (endpoint, answer) => {
    const { outcome } = read(endpoint, JSON.stringify(answer));
    expect(['done', 'accepted', 'contradicts', 'done before']).toContain(outcome);
    if (outcome !== 'done') return;
    const { id, status } = operationSpecs[endpoint].response;
    const facts = new RecordFacts(answer as Json, { calls: [endpoint.split(' ')[1]!] });
    const roleOf = (path: string) => (path === id ? 'id' : path === status?.at ? 'status' : undefined);
    const isKnown = (path: string) => facts.at(path, roleOf(path)) !== undefined;
    expect(pathsOf(operationSpecs[endpoint].response).some(isKnown)).toBe(true);
  });
});

test('an amount agrees exactly where it is the same number, whatever its digits', () => {
  const digits = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }))
    .map(([units, places]) => {
      const text = String(units).padStart(places + 1, '0');
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    });
  property(400, digits, fc.constantFrom('', '0', '000'), fc.boolean(), (amount, zeros, isMore) => {
    const stated = `${amount}${amount.includes('.') ? '' : '.'}${isMore ? `${'0'.repeat(31)}1` : `0${zeros}`}`;
    const figures = figuresOf({ amount, token: 'MVP' });
    const { outcome } = read('user transferPoints', { amount: stated }, { figures });
    expect(outcome).toBe(isMore ? 'contradicts' : 'done');
  });
});

test('the higher amount of a contradiction is one that the response states, and every reason has a stated value', () => {
  const known = fc.constantFrom('5', 'MVP', 'KIM', first, mine, '', null);
  const value = fc.oneof(fc.nat().map(String), fc.nat(), known, fc.string());
  const record = fc.dictionary(fc.constantFrom('id', 'amount', 'toUserId', 'currencyId', 'feeAmount', 'memo'), value);
  const inEnvelope = record.map((data) => ({ data }));
  const answers = fc.oneof(record, inEnvelope);
  property(1000, answers, (answer) => {
    const reading = read('user transferPoints', answer);
    if (reading.outcome !== 'contradicts' || reading.higher === undefined) return;
    const { amount } = answer as Json;
    expect(Number(reading.higher)).toBe(Number(String(amount).replace(/^-/, '')));
  });
});
