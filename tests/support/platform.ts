// A user of a stub platform that states currencies, fees, prices and orders, and accepts transfers; for tests of money.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { everything } from '../../src/money/ledger/records.js';
import { withLedger } from './operations.js';
import { type ReceivedRequest, respondByPath, respondJson, type Script } from './scripted-server.js';
import { argvOf, type User } from './tuk.js';
import { historyPath, stubUser } from './users.js';

/** Two addresses of EVM networks. */
export const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The contract of a token. */
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** The digits of a whole token in base units, after its own. */
export const wei = '0'.repeat(18);
/** Responses by the end of their path: values, or scripts. */
export type Answers = Readonly<Record<string, unknown>>;
const facts: Answers = {
  '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/currencies/MVP': { name: 'MVP', network: 'SERVERED', tokenDecimal: 8 },
  '/currencies/USDC': { name: 'USDC', network: 'BASE', withdrawalFee: '0.5', tokenDecimal: 6, contractAddress: usdc },
  '/v2/wallets': [],
  '/v3/token': [
    { symbol: 'MVL', network: 'ETHEREUM', priceId: 'mass-vehicle-ledger', decimals: 18 },
    { symbol: 'TWO', network: 'BSC', priceId: 'two' },
    { symbol: 'TWO', network: 'BASE', priceId: 'other' },
  ],
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18 }],
  ...{ '/v3/token/BASE': [{ symbol: 'USDC', decimals: 6 }], '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18 }] },
  '/simple/price': { 'mass-vehicle-ledger': { usd: 0.004 }, two: { usd: 1 } },
  '/mvp/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/mvp/quote': { feeAmount: '1', receiveAmount: '49', toCurrencyId: 'MVL' },
  '/products/1': { name: 'Cape', price: '25', currencyId: 'MVP' },
  '/orders/o-1': { id: 'o-1', totalPrice: '80', currencyId: 'MVP' },
  '/games/g': { title: 'Rally', entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' },
  '/offering/public/1': { title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '10' },
  '/bridge-swap/fee': { feeAmount: `1${wei}`, minAmount: `10${wei}`, maxAmount: `100${wei}` },
  ...{ '/swap/fee': { feeAmount: `1${wei}`, minAmount: `10${wei}` }, '/inventory/items/i': { name: 'Hat' } },
  '/claim/information': { amount: '3', fee: '1', currency: 'MVL', isClaimable: true },
  '/earn-event/e': { title: 'Event', network: 'ETHEREUM' },
};
/** Reads that are made by POST. */
const readsByPost = /claim\/(information|status)|earn-event\/e$|\/base-search|phone-verification\/check/;

/** The response to a withdrawal of 25 MVL to `mine`. */
export const withdrawn = (over: object = {}) => ({
  request: { id: 'w-1', status: 'INCOMING', amount: '25', feeAmount: '1', currencyId: 'MVL', address: mine, ...over },
});
/** The response that accepts a withdrawal as requested: the publicly known shape (platform 12.2). */
export function withdrawalResponse({ body }: Pick<ReceivedRequest, 'body'>, id = 'w') {
  const { amount, currencyId, toAddress } = JSON.parse(body || '{}') as Readonly<Record<string, unknown>>;
  return { request: { id, status: 'INCOMING', amount, currencyId, address: toAddress } };
}
/** Accepts every transfer: its response has the amount of its request and an id, or what else the sandbox says, under the declared name (the response of its operation). */
const accept: Script = (socket, request) => {
  const { amount } = JSON.parse(request.body || '{}') as Readonly<Record<string, unknown>>;
  const ids = {
    ...{ '/v1/orders': { id: 'o-1' }, '/v1/order': { id: 'a-1', amount }, '/v1/payment': { id: 'pay-1' } },
    '/change-to-crypto': { id: request.path.split('/').at(-2) },
    '/deposit-requests': { balanceDepositRequest: { id: 't' } },
    ...{ '/withdrawal-requests': { request: { id: 't', amount } }, '/balance/transfer': { amount: 7 } },
    ...{ '/games/g/payment': { payment: { id: 't' } }, '/claim': { result: 'SUCCESS' } },
    '/pre-request': { rideRequestId: 't' },
  };
  respondByPath(
    { ...ids, '/balance/withdrawals': withdrawalResponse(request) },
    respondJson({ id: 't', status: 'ok', amount }),
  )(socket, request);
};
const scriptOf = (answer: unknown): Script => (typeof answer === 'function' ? (answer as Script) : respondJson(answer));

/**
 * A signed-in user of the platform, whose profile `box` has limits.
 * @param platform `reads`: what it answers in place of its facts; `money`: what it answers to every change, a value or a script
 */
export async function platformUser({
  limits = {},
  reads = {},
  money = accept,
}: {
  readonly limits?: Readonly<Record<string, string>>;
  readonly reads?: Answers;
  readonly money?: unknown;
} = {}) {
  const isRead = ({ method, path: at }: ReceivedRequest) => method === 'GET' || readsByPost.test(at);
  const scripts = Object.entries(reads).filter(([, answer]) => typeof answer === 'function');
  const read: Script = (socket, request) => {
    const [, script] = scripts.find(([end]) => request.path.split('?')[0]!.endsWith(end)) ?? [];
    scriptOf(script ?? respondByPath({ ...facts, ...reads }))(socket, request);
  };
  const settings = Object.fromEntries(Object.entries(limits).map(([key, value]) => [`limits.${key}`, value]));
  const user = await stubUser((socket, request) => (isRead(request) ? read : scriptOf(money))(socket, request), {
    settings,
    history: Object.keys(reads).some((end) => historyPath.test(`/v1${end}`)) ? 'own' : 'none',
  });
  return {
    ...user,
    /** Runs a line; in one that is a string, text in single quotes is one argument. */
    run: (line: string | readonly string[], options?: Parameters<User['run']>[1]) =>
      user.run(typeof line === 'string' ? argvOf(line) : line, options),
    /** The requests that it received, without reads. */
    transfers: () => user.server.requests.filter((request) => !isRead(request)),
    /** The entries of the ledger, the newest first. */
    lines: () => withLedger(user.home, everything),
    /** Writes the file `body.json`: a text, or a value as JSON. */
    file: (body: unknown) =>
      writeFileSync(path.join(user.home, 'body.json'), typeof body === 'string' ? body : JSON.stringify(body)),
  };
}
export const codeAndStderr = ({ code, stderr }: { readonly code: number; readonly stderr: string }) =>
  `${code} ${stderr}`;
