// What is wrong with the request of a transfer in itself, whatever the services say.
import { expect, test } from 'vitest';
import { parseRequestFields } from '../../src/money/request-fields.js';
import { requestProblems } from '../../src/money/request-problems.js';
import type { MoneyEndpoint } from '../../src/services/catalogue/endpoint-types.js';
import { transferFields } from '../../src/things/operations.js';
import { moneyCall } from '../support/catalogue.js';
import { mine, wei } from '../support/platform.js';

async function problemsOf(name: MoneyEndpoint, body: unknown, query = '') {
  const call = await moneyCall(name);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { url: `https://box.example/${call.service}${call.path}${query}`, body: text };
  return requestProblems(call, transferFields[name] ?? {}, request, await parseRequestFields(call, request, {}));
}
const transfer = { toUserId: 'u', amount: '5' };
const withdrawal = { currencyId: 'MVL', amount: '25', toAddress: mine };
const bridge = { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine };
const purchase = { productId: '1', quantity: 2 };
const wrongCase = mine.replace('F', 'f');

test.each<[name: MoneyEndpoint, body: unknown, codes: string[]]>([
  ['user transferPoints', transfer, []],
  ['user transferPoints', { toUserId: 'u', amount: 5, note: '1e3', total: '5000', payTo: 'v' }, []], // nobody declared the rest
  ['user transferPoints', { ...transfer, amount: '1e3' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '0' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '-5' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '0x10' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '' }, ['BAD_VALUE', 'BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '1,000' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '5 ' }, ['BAD_VALUE', 'BAD_AMOUNT']],
  ['user transferPoints', '{"toUserId":"u","amount":1e1}', ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: true }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, amount: ['5'] }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, Amount: '5' }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, pay: [{ amount: '6' }] }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, toUserId: 'u\u200b' }, ['BAD_VALUE']],
  ['user transferPoints', { toUserId: `0x${'1'.repeat(64)}`, amount: '5' }, ['MAY_BE_KEY']],
  ['user transferPoints', [], ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', withdrawal, []],
  ['user createWithdrawal', { ...withdrawal, toAddress: 'nowhere' }, ['BAD_ADDRESS']],
  ['user createWithdrawal', { ...withdrawal, toAddress: ['0x1'] }, ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', { ...withdrawal, toAddress: true }, ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', { ...withdrawal, toAddress: {} }, ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', { ...withdrawal, toAddress: wrongCase, amount: '1,000' }, ['BAD_AMOUNT', 'BAD_CHECKSUM']],
  ['user createWithdrawal', { ...withdrawal, toAddress: `0x${'0'.repeat(40)}` }, ['BURN_ADDRESS']],
  ['bep20-swap createBridgeSwap', bridge, []],
  ['bep20-swap createBridgeSwap', { ...bridge, type: 'TO_SOLANA' }, ['UNKNOWN_WORD']],
  ['bep20-swap createBridgeSwap', { ...bridge, amount: '1.5' }, ['BAD_AMOUNT']], // base units
  ['sale createOrder', purchase, []],
  ['sale createOrder', { ...purchase, quantity: 1.5 }, ['BAD_COUNT']],
  ['sale createOrder', { ...purchase, quantity: '1e1' }, ['BAD_COUNT']],
  ['sale createOrder', { ...purchase, quantity: 0 }, ['BAD_COUNT']],
])('%s %j: %j', async (name, body, codes) => {
  expect((await problemsOf(name, body)).map(({ code }) => code)).toEqual(codes);
});

test('a query is one', async () => {
  expect((await problemsOf('user transferPoints', transfer, '?amount=9')).map(({ code }) => code)).toEqual([
    'MONEY_QUERY',
  ]);
});

test('no problem repeats a text that may be a key', async () => {
  const key = '1'.repeat(64);
  const [problem] = await problemsOf('user createWithdrawal', { ...withdrawal, toAddress: key });
  expect([problem!.code, JSON.stringify(problem)]).toEqual(['MAY_BE_KEY', expect.not.stringContaining(key)]);
});
