// What a new token account has cost, by the balances of a block: whatever was there before, and where lamports are the token.
import { getBase58Decoder } from '@solana/kit';
import { expect, test } from 'vitest';
import { rentOf } from '../../../src/money/solana/family.js';
import type { MinedTransaction } from '../../../src/money/solana/rpc.js';
import { accountsOf, programs, serialize } from '../../../src/money/solana/transaction.js';

const addressOf = (fill: number) => getBase58Decoder().decode(Buffer.alloc(32, fill));
const wrapped = 'So11111111111111111111111111111111111111112';
const rent = 2_039_280n;

/** The rent of a transfer into an account with `was` lamports before and `is` after it. */
function rentWith(mint: string, was: bigint, is: bigint, had = false): bigint {
  const transfer = {
    kind: 'token' as const,
    ...{ program: programs.token, mint, decimals: 9, raw: 1_000_000n, to: addressOf(9) },
    ...{ source: addressOf(8), destination: addressOf(7) },
  };
  const unsigned = serialize({ from: addressOf(6), blockhash: addressOf(5), unitLimit: 9, unitPrice: 0n, transfer });
  const raw = `0x01${'00'.repeat(64)}${unsigned.slice(2)}`;
  const index = accountsOf(raw).indexOf(transfer.destination);
  const balances = (lamports: bigint) => accountsOf(raw).map((_, place) => (place === index ? lamports : 5n));
  const mined: MinedTransaction = {
    ...{ slot: 1n, time: undefined, succeeded: true, fee: 5000n, units: undefined, raw, tokensAfter: [] },
    ...{ before: balances(was), after: balances(is), tokensBefore: had ? [{ index, mint, amount: 0n }] : [] },
  };
  return rentOf(mined, raw, transfer);
}

test.each([
  ['a new account', addressOf(4), 0n, rent, false, rent],
  ['an account that others have paid in part', addressOf(4), 900_000n, rent, false, rent - 900_000n],
  ['an account that others have paid', addressOf(4), rent + 5n, rent + 5n, false, 0n],
  ['an account that was there', addressOf(4), rent, rent, true, 0n],
  ['a new account of the wrapped coin', wrapped, 0n, rent + 1_000_000n, false, rent],
  ['an account of the wrapped coin that was there', wrapped, rent, rent + 1_000_000n, true, 0n],
] as const)('%s', (_, mint, was, is, had, expected) => {
  expect(rentWith(mint, was, is, had)).toBe(expected);
});
