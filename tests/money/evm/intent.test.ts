// What is on its way from an account counts as spent: of several transactions for one nonce the one that takes most.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeCall } from '../../../src/money/evm/contracts.js';
import { reservedBy } from '../../../src/money/evm/intent.js';
import { serialize } from '../../../src/money/evm/transaction.js';
import { property } from '../../support/runs.js';

const [payee, token, router, other] = ['34', '78', '56', '9a'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
];
const rawOf = (nonce: number, to: string, value: bigint, data = '0x'): string =>
  serialize({ ...{ chainId: 1n, nonce: BigInt(nonce), to, value, data, gasLimit: 21_000n }, price: { gasPrice: 2n } });
const fee = 42_000n;

test('coins: the sum over the nonces of the most that one of their transactions takes, with its fee', () => {
  const entries = fc.array(fc.record({ nonce: fc.nat({ max: 4 }), value: fc.bigInt({ min: 0n, max: 10n ** 20n }) }), {
    maxLength: 12,
  });
  property(50, entries, (all) => {
    const byNonce = new Map<number, bigint>();
    for (const { nonce, value } of all) if ((byNonce.get(nonce) ?? -1n) < value) byNonce.set(nonce, value);
    const expected = [...byNonce.values()].reduce((sum, value) => sum + value + fee, 0n);
    expect(reservedBy(all.map(({ nonce, value }) => ({ nonce, raw: rawOf(nonce, payee, value) }))).coins).toBe(
      expected,
    );
  });
});

test('tokens: what is sent and what swaps sell, of that contract only', () => {
  const transfer = encodeCall('erc20', 'transfer', { to: payee, amount: 7n });
  const swap = encodeCall('router', 'swapExactTokensForTokens', {
    ...{ amountIn: 30n, amountOutMin: 1n, path: [token, other], to: payee, deadline: 1n },
  });
  const { tokens } = reservedBy([
    { nonce: 1, raw: rawOf(1, token, 0n, transfer) },
    { nonce: 2, raw: rawOf(2, router, 0n, swap) },
    { nonce: 2, raw: rawOf(2, payee, 0n) }, // its cancellation
    { nonce: 3, raw: rawOf(3, other, 0n, transfer) },
  ]);
  const upper = token.toUpperCase().replace('0X', '0x');
  expect([token, upper, other, router].map((one) => tokens(one))).toEqual([37n, 37n, 7n, 0n]);
});
