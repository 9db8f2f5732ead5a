// A stub back end that prices tokens and accepts transfers, and a profile with limits that uses it; for tests of the money policy.
import path from 'node:path';
import { expect } from 'vitest';
import { Ledger } from '../../src/money/ledger.js';
import { confirmFieldNames } from './confirmed.js';
import { exit } from './exit.js';
import { type ReceivedRequest, respond, type Script, scripted } from './scripted-server.js';
import { newHome, newUser } from './tuk.js';
import { withdrawalResponse } from './withdrawal.js';

export const ownAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const otherAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const lookalikeAddress = '0xf39f000000000000000000000000000000002266';
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ok = (value: unknown): Script => respond(200, JSON.stringify(value));
/** Response bodies by the end of the request path. */
const reads: Readonly<Record<string, unknown>> = {
  '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/currencies/USDC': { name: 'USDC', network: 'BASE', withdrawalFee: '0.5', contractAddress: usdc, tokenDecimal: 6 },
  '/v2/wallets': [],
  '/v3/token': [
    { symbol: 'MVL', network: 'ETHEREUM', priceId: 'mass-vehicle-ledger', decimals: 18 },
    { symbol: 'bMVL', network: 'BSC', priceId: 'mass-vehicle-ledger', decimals: 18 },
    { symbol: 'TWO', network: 'BSC', priceId: 'two' },
    { symbol: 'TWO', network: 'BASE', priceId: 'other' },
  ],
  '/simple/price': { 'mass-vehicle-ledger': { usd: 0.004 }, two: { usd: 1 } },
  '/mvp/transfer/fee': { feeAmount: '0', currencyId: 'MVP' },
  '/products/p': { name: 'Cape', price: '40', currencyId: 'MVP' },
  '/orders/o-1': { id: 'o-1', status: 'DRAFT', totalPrice: '80', currencyId: 'MVP' },
  '/games/g': { entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' },
  '/offering/public/1': { title: 'One', currency: 'USD' },
};
const readResponse = ({ path: requestPath }: ReceivedRequest): unknown => {
  const [pathname = ''] = requestPath.split('?');
  return reads[Object.keys(reads).find((end) => pathname.endsWith(end)) ?? ''] ?? {};
};
const postResponses: Readonly<Record<string, unknown>> = {
  '/v1/orders': { id: 'o-1' },
  '/v1/order': { id: 'a-1' },
  '/v1/payment': { id: 'pay-1' },
  '/earn-event/e': { title: 'Event' },
  '/change-to-crypto': { id: 'pay-1' },
};
/** The response to every transfer; it has the publicly known fields of a claim and of a withdrawal. */
const transferResponse: Script = (socket, request) => ok({ id: 't', status: 'ok', ...withdrawalResponse(request) })(socket, request);
/** A user with the profile `box`, which has these limits, and the stub back end of it. */
export async function limitedProfile(limits: Readonly<Record<string, string>> = {}, money: Script = transferResponse) {
  const server = await scripted((socket, request) => {
    const postResponse = postResponses[Object.keys(postResponses).find((end) => request.path.endsWith(end)) ?? ''];
    (request.method === 'GET' ? ok(readResponse(request)) : postResponse && money === transferResponse ? ok(postResponse) : money)(
      socket,
      request,
    );
  });
  const user = newUser(newHome('empty'));
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  for (const [key, value] of Object.entries(limits))
    expect((await user.run(['profile', 'set', 'box', `limits.${key}`, value])).code).toBe(exit.ok);
  const lines = () => {
    const ledger = new Ledger(path.join(user.home, 'ledger.db'));
    try {
      return ledger.list();
    } finally {
      ledger.close();
    }
  };
  return { ...user, server, lines, sent: () => server.requests.filter(({ method }) => method !== 'GET').length };
}
export const codeAndStderr = ({ code, stderr }: { readonly code: number; readonly stderr: string }) => `${code} ${stderr}`;
export const transfer = (amount: string, to = 'u-1') => `points transfer --to ${to} --amount ${amount} --new-recipient --yes`;
