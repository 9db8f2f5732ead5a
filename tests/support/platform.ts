// A stub back end that prices tokens and accepts transfers, and a profile with limits that uses it; for tests of the money policy.
import path from 'node:path';
import { Ledger } from '../../src/money/ledger.js';
import { respondByPath, respondJson, type Script } from './scripted-server.js';
import { stubUser } from './users.js';
import { withdrawalResponse } from './withdrawal.js';

export const ownAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const otherAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const lookalikeAddress = '0xf39f000000000000000000000000000000002266';
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
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
const postResponses: Readonly<Record<string, unknown>> = {
  '/v1/orders': { id: 'o-1' },
  '/v1/order': { id: 'a-1' },
  '/v1/payment': { id: 'pay-1' },
  '/earn-event/e': { title: 'Event' },
  '/change-to-crypto': { id: 'pay-1' },
};
/** The response to every transfer; it has the publicly known fields of a claim and of a withdrawal. */
const transferResponse: Script = (socket, request) =>
  respondJson({ id: 't', status: 'ok', ...withdrawalResponse(request) })(socket, request);
/** A user with the profile `box`, which has these limits, and the stub back end of it. */
export async function limitedProfile(limits: Readonly<Record<string, string>> = {}, money: Script = transferResponse) {
  const read = respondByPath(reads);
  const write = money === transferResponse ? respondByPath(postResponses, money) : money;
  const settings = Object.fromEntries(Object.entries(limits).map(([key, value]) => [`limits.${key}`, value]));
  const user = await stubUser((socket, request) => (request.method === 'GET' ? read : write)(socket, request), { settings });
  const lines = () => {
    const ledger = new Ledger(path.join(user.home, 'ledger.db'));
    try {
      return ledger.list();
    } finally {
      ledger.close();
    }
  };
  return { ...user, lines, sent: () => user.changes().length };
}
export const codeAndStderr = ({ code, stderr }: { readonly code: number; readonly stderr: string }) => `${code} ${stderr}`;
export const transfer = (amount: string, to = 'u-1') => `points transfer --to ${to} --amount ${amount} --new-recipient --yes`;
