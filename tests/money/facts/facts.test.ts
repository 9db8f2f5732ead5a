// The facts of a transfer: each from its declared place, with its source, by reads that are made once and together.
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../src/money/facts/fact-finder.js';
import { resolveFacts } from '../../../src/money/facts/facts.js';
import { type ReadEndpoint, readsOf } from '../../../src/money/facts/reads.js';
import { parseRequestFields } from '../../../src/money/facts/request-fields.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { type Decimal, decimalText } from '../../../src/money/values/decimal.js';
import type { MoneyEndpoint } from '../../../src/services/catalogue/endpoint-types.js';
import { Failure } from '../../../src/services/http/errors.js';
import { serviceCode } from '../../../src/services/http/json-body.js';
import { isRecord, type Row } from '../../../src/services/json-value.js';
import { moneyCall } from '../../support/catalogue.js';
import { event } from '../../support/event.js';
import { operationOf } from '../../support/operation.js';
import { mine, wei } from '../../support/platform.js';

/** What each read is answered, by its name: a value, a JSON text, a failure, or a function of its parameters. */
type Answers = Readonly<Record<string, unknown>>;

/** Resolves the facts of a call, and says what was read and logged. `under` are the operations of the ledger. */
async function resolve(
  name: MoneyEndpoint,
  body: Row,
  answers: Answers = {},
  { operations = [], path = '' }: { readonly operations?: readonly Operation[]; readonly path?: string } = {},
) {
  const call = await moneyCall(name);
  const asked: string[] = [];
  const logged: string[] = [];
  const read: ReadEndpoint = async (of, read, params) => {
    asked.push([of, read, ...Object.values(params)].join(' '));
    const known = answers[read];
    const answer = typeof known === 'function' ? await known(params) : known;
    if (answer instanceof Error) throw answer;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? {});
    return { call, status: 200, headers: {}, bytes: Buffer.from(text), text, data: undefined };
  };
  const url = `https://box.example${path || call.path}`;
  const { method } = call;
  const request = { method, url, isPathSecret: false, headers: {}, body: JSON.stringify(body), timeout: 0, maxBody: 0 };
  const facts = await resolveFacts({ call, request }, await parseRequestFields(call, request, {}), {
    reads: readsOf(read),
    responding: async (service, call) =>
      operations.filter((line) => line.service === service && line.call === call && line.outcome === 'done'),
    log: (line) => logged.push(line),
  });
  return { facts, asked: asked.sort(), logged, problems: facts.problems.map(({ code }) => code) };
}

const isDecimal = (value: unknown): value is Decimal => isRecord(value) && 'units' in value;
/** A fact as `value source`. */
const said = (one: Fact<unknown> | undefined) =>
  one && `${isDecimal(one.value) ? decimalText(one.value) : one.value} ${one.source}`;
const names = [
  ...(['amount', 'token', 'decimals', 'price', 'count', 'fee', 'feeToken', 'minimum', 'maximum'] as const),
  ...(['arriving', 'arrivingToken', 'arrivingThing', 'available'] as const),
];
/** The facts that are known, as text. */
const known = (facts: Awaited<ReturnType<typeof resolve>>['facts']) =>
  Object.fromEntries(names.flatMap((name) => (facts[name] ? [[name, said(facts[name])]] : [])));

const mvl = { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18, minAmount: '2', maxAmount: '1000' };
const withdrawal = { currencyId: 'MVL', amount: '25.50', toAddress: mine };
const quote = { feeAmount: '1', receiveAmount: '49', toCurrencyId: 'MVL', minAmount: '5', maxAmount: '99' };
const points = { amount: '50', currencyId: 'MVL', address: mine };
const placed = (over: Partial<Operation> = {}): Operation =>
  operationOf({ service: 'sale', call: 'createOrder', answer: '{"id":"o-1"}', amount: '80', token: 'MVP', ...over });

describe('every fact has its source', () => {
  test('a withdrawal: the request, and a currency whose fields are public', async () => {
    const { facts, asked } = await resolve('user createWithdrawal', withdrawal, { getCurrency: mvl });
    expect(known(facts)).toEqual({
      ...{ amount: '25.5 request', token: 'MVL request', decimals: '18 service', fee: '1 service' },
      ...{ feeToken: 'MVL request', minimum: '2 service', maximum: '1000 service', arriving: '24.5 service' },
      arrivingToken: 'MVL request',
    });
    expect([facts.recipient, facts.networks.map(said)]).toEqual([{ kind: 'address', id: mine }, ['ETHEREUM service']]);
    expect(asked).toEqual(['user getCurrency MVL']); // read once for five facts
  });

  test('points: fixed by the call, and a fee whose field names are assumed', async () => {
    const fee = { feeAmount: '0.5', currencyId: 'MVP', minAmount: '1' };
    const sent = { toUserId: 'u', amount: '5' };
    const { facts } = await resolve('user transferPoints', sent, { getPointsTransferFee: fee });
    expect(known(facts)).toEqual({
      ...{ amount: '5 request', token: 'MVP fixed', fee: '0.5 assumed', feeToken: 'MVP assumed' },
      ...{ minimum: '1 assumed', arriving: '5 request', arrivingToken: 'MVP fixed' },
    });
    expect([facts.recipient, facts.networks]).toEqual([{ kind: 'user', id: 'u' }, []]);
  });

  test('a bridge: amounts in base units of a fixed number of decimals', async () => {
    const getBridgeFee = { feeAmount: `1${wei}`, minAmount: `10${wei}` };
    const swap = { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine };
    const { facts } = await resolve('bep20-swap createBridgeSwap', swap, { getBridgeFee });
    expect(known(facts)).toMatchObject({
      ...{ amount: '20 request', token: 'MVL request', decimals: '18 fixed', fee: '1 assumed' },
      ...{ minimum: '10 assumed', arriving: '19 assumed', arrivingToken: 'bMVL request' },
    });
    expect(facts.networks.map(said)).toEqual(['ETHEREUM fixed', 'BSC fixed']);
  });

  test('a purchase: the price of a product and the quantity of the request', async () => {
    const getProduct = { name: 'Cape', price: '25', currencyId: 'MVP' };
    const order = { productId: '1', quantity: 3, currencyId: 'mvp' };
    const { facts } = await resolve('sale createOrder', order, { getProduct });
    expect(known(facts)).toEqual({
      ...{ price: '25 assumed', count: '3 request', amount: '75 assumed', token: 'MVP assumed' },
      arrivingThing: 'Cape assumed',
    });
    const agreement = { name: 'currencyId', asked: 'mvp', right: { value: 'MVP', source: 'assumed' } };
    expect([facts.object, facts.agreements]).toEqual(['1', [agreement]]);
  });

  test('a claim: what the service says of it, and nothing leaves', async () => {
    const getClaimInformation = { amount: '3', fee: '1', currency: 'MVL', isClaimable: false };
    const answers = { getClaimInformation, getEarnEvent: { network: 'ETHEREUM' } };
    const path = '/v1/earn-event/e/claim/request';
    const { facts } = await resolve('user requestClaim', { id: 'e', address: mine }, answers, { path });
    const claimed = { arriving: '3 service', arrivingToken: 'MVL service', available: 'false service' };
    expect(known(facts)).toMatchObject(claimed);
    expect(facts.amount).toBeUndefined();
  });

  test('a payment of an order: the order itself, else its placing in the ledger', async () => {
    const pay = (getOrder: unknown, operations: readonly Operation[]) =>
      resolve('sale payOrder', { method: 'X' }, { getOrder }, { path: '/v1/orders/o-1/payments', operations });
    const both = await pay({ id: 'o-1', totalPrice: '90', currencyId: 'MVP' }, [placed()]);
    expect(known(both.facts)).toMatchObject({ amount: '90 assumed', token: 'MVP assumed' });
    expect([both.facts.order?.id, both.facts.object]).toEqual(['op-1', 'o-1']);
    const stated = placed({ answer: '{"id":"o-1","totalPrice":"80","currencyId":"MVP"}' });
    const alone = await pay({ id: 'o-1' }, [stated]);
    expect(known(alone.facts)).toMatchObject({ amount: '80 ledger', token: 'MVP ledger' });
    const others = [{ answer: '{"id":"o-2"}' }, { outcome: 'unknown' }, { service: 'musubi' }] as const;
    // the cost of the first was promised, and no response states it
    for (const other of [{}, ...others].map(placed))
      expect(known((await pay({ id: 'o-1' }, [other])).facts)).not.toHaveProperty('amount');
    expect(known((await pay({ id: 'o-1', currencyId: 'BTC' }, [stated])).facts)).not.toHaveProperty('amount'); // not that pair
  });
});

test('the reads that do not need each other are made together', async () => {
  let waiting = 0;
  const all = event();
  const answer = (value: object) => async () => {
    if (++waiting === 3) all.happen(); // the two currencies and the quote
    await all.happened;
    return value;
  };
  const answers = { getCurrency: answer({ network: 'ETHEREUM' }), quotePoints: answer(quote) };
  const { asked, facts } = await resolve('user withdrawPoints', points, answers);
  expect(asked).toEqual(['user getCurrency MVL', 'user getCurrency MVP', 'user quotePoints 50 WITHDRAWAL']);
  expect(known(facts)).toMatchObject({ arriving: '49 assumed', arrivingToken: 'MVL assumed', minimum: '5 assumed' });
});

describe('a read that gives no fact', () => {
  const no = (kind: 'server' | 'not-found' | 'unreachable') => new Failure(kind, serviceCode('NO'), 'no');
  test.each<[what: string, answer: unknown, logs: number]>([
    ['fails', no('server'), 1],
    ['is not reached', no('unreachable'), 1],
    ['reports a failure', { success: false, withdrawalFee: '9' }, 1],
    ['reports a failure in its envelope', { data: { success: false, withdrawalFee: '9' } }, 1],
    ['finds nothing, which needs no line', no('not-found'), 0],
    ['is a list', [mvl], 0],
    ['has the fields in an object beside others', { mvl, other: {} }, 0],
    ['has other names', { fee: '1', withdrawal_fee: '1', WithdrawalFee: '1', chain: 'BSC', minimum: '2' }, 0],
    ['is empty', {}, 0],
  ])('%s: its facts are unknown', async (_, getCurrency, logs) => {
    const { facts, logged, problems } = await resolve('user createWithdrawal', withdrawal, { getCurrency });
    const asked = { token: 'MVL request', feeToken: 'MVL request', arrivingToken: 'MVL request' };
    expect([known(facts), facts.networks, problems]).toEqual([{ amount: '25.5 request', ...asked }, [undefined], []]);
    expect(logged).toHaveLength(logs);
  });

  test('and that a person has interrupted ends the run', async () => {
    const interrupted = new Failure('interrupted', 'INTERRUPTED', 'x');
    await expect(resolve('user createWithdrawal', withdrawal, { getCurrency: interrupted })).rejects.toBe(interrupted);
  });

  test('is a problem if the amount of a placed order depends on it', async () => {
    const pay = (operations: readonly Operation[]) =>
      resolve('sale payOrder', {}, { getOrder: no('server') }, { path: '/v1/orders/o-1/payments', operations });
    expect((await pay([placed()])).problems).toEqual(['NO']);
    expect((await pay([])).problems).toEqual([]);
  });
});

test.each<[code: string, answer: unknown]>([
  ['UNUSABLE_MINIMUM', { ...mvl, minAmount: '1e3' }],
  ['UNUSABLE_FEE', { ...mvl, withdrawalFee: '-1' }],
  ['UNUSABLE_MAXIMUM', { ...mvl, maxAmount: { amount: 5 } }],
  ['UNUSABLE_ANSWER', { ...mvl, network: 'BSC\u200b' }],
  ['OTHER_ANSWER', { ...mvl, id: 'BTC' }],
  ['DUPLICATE_FIELD', '{"withdrawalFee":"1","withdrawalFee":"2"}'],
  ['DUPLICATE_FIELD', '{"withdrawalFee":"1","WithdrawalFee":"2"}'],
])('a fact that is there and cannot be used is the problem %s, once', async (code, getCurrency) => {
  expect((await resolve('user createWithdrawal', withdrawal, { getCurrency })).problems).toEqual([code]);
});

test.each<[price: unknown, isWithoutPrice: boolean, amount: string | undefined]>([
  [null, true, undefined],
  ['', true, undefined],
  [undefined, false, undefined],
  ['0', false, undefined],
  ['25', false, '50 assumed'],
])('a product at the price %j', async (price, isWithoutPrice, amount) => {
  const getProduct = { price, currencyId: 'MVP' };
  const { facts } = await resolve('sale createOrder', { productId: '1', quantity: 2 }, { getProduct });
  expect([facts.isWithoutPrice, known(facts).amount]).toEqual([isWithoutPrice, amount]);
});

test.each<[body: Row, code: string]>([
  [{ ...withdrawal, amount: '1e3' }, 'BAD_AMOUNT'],
  [{ ...withdrawal, toAddress: 'nowhere' }, 'BAD_ADDRESS'],
  [{ ...withdrawal, toAddress: `0x${'1'.repeat(64)}` }, 'MAY_BE_KEY'],
])('a request that is wrong in itself is not asked about: %j', async (body, code) => {
  const { facts, asked, problems } = await resolve('user createWithdrawal', body, { getCurrency: mvl });
  expect([problems, facts.isRead, asked]).toEqual([[code], false, []]);
});
