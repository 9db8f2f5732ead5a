// A back end that prices tokens and takes what moves value, a profile `box` at it with limits, and what tests of the money policy send there.
import path from 'node:path';
import { expect } from 'vitest';
import { Ledger } from '../../src/money/ledger.js';
import { confirmNames } from './confirmed.js';
import { type Asked, answer, type Script, scripted } from './scripted-server.js';
import { person } from './tuk.js';

export const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const alike = '0xf39f000000000000000000000000000000002266';
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ok = (value: unknown): Script => answer(200, JSON.stringify(value));
/** What a service says, by the end of a path. */
const platform: Readonly<Record<string, unknown>> = {
  '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/currencies/USDC': { name: 'USDC', network: 'BASE', withdrawalFee: '0.5', contractAddress: usdc, tokenDecimal: 6 },
  '/v3/token': [
    { symbol: 'MVL', network: 'ETHEREUM', priceId: 'mass-vehicle-ledger', decimals: 18 },
    { symbol: 'bMVL', network: 'BSC', priceId: 'mass-vehicle-ledger', decimals: 18 },
    { symbol: 'TWO', network: 'BSC', priceId: 'two' },
    { symbol: 'TWO', network: 'BASE', priceId: 'other' },
  ],
  '/simple/price': { 'mass-vehicle-ledger': { usd: 0.004 }, two: { usd: 1 } },
  '/mvp/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/products/p': { name: 'Cape', price: '40', currencyId: 'MVP' },
  '/orders/o-1': { id: 'o-1', status: 'DRAFT', totalPrice: '80', currencyId: 'MVP' },
  '/games/g': { entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' },
  '/offering/public/1': { title: 'One', currency: 'USD' },
};
const answers = ({ path: at }: Asked): unknown => {
  const [place = ''] = at.split('?');
  return platform[Object.keys(platform).find((end) => place.endsWith(end)) ?? ''] ?? {};
};
const posted: Readonly<Record<string, unknown>> = {
  '/v1/orders': { id: 'o-1' },
  '/v1/order': { id: 'a-1' },
  '/v1/payment': { id: 'pay-1' },
};
/** What every call that moves value is answered: what is publicly known of a claim and of a withdrawal, too. */
const usual = ok({ id: 't', status: 'ok', request: { id: 'w', status: 'INCOMING' } });
/** Someone with a profile `box` of their own, and its limits. */
export async function box(limits: Readonly<Record<string, string>> = {}, money: Script = usual) {
  const server = await scripted((socket, asked) => {
    const made = posted[Object.keys(posted).find((end) => asked.path.endsWith(end)) ?? ''];
    (asked.method === 'GET' ? ok(answers(asked)) : made && money === usual ? ok(made) : money)(socket, asked);
  });
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  await one.run('profile use box');
  await one.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  for (const [key, value] of Object.entries(limits))
    expect((await one.run(['profile', 'set', 'box', `limits.${key}`, value])).code).toBe(0);
  const lines = () => {
    const ledger = new Ledger(path.join(one.home, 'ledger.db'));
    try {
      return ledger.list();
    } finally {
      ledger.close();
    }
  };
  return { ...one, server, lines, sent: () => server.requests.filter(({ method }) => method !== 'GET').length };
}
export const said = ({ code, stderr }: { readonly code: number; readonly stderr: string }) => `${code} ${stderr}`;
export const transfer = (amount: string, to = 'u-1') => `points transfer --to ${to} --amount ${amount} --new-recipient --yes`;
