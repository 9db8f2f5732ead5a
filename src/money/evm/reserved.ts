// The amounts that the pending transactions of an account take: they are signed, and in no block.

import type { JournalEntry } from '../ledger/journal.js';
import { decodeCall } from './contracts.js';
import { sameAddress } from './hex.js';
import { maxFeeOf, parseTransaction } from './transaction.js';

/** The reserved amounts of an account: coins with the highest fees, in wei; tokens by contract, in base units. */
export interface Reservation {
  readonly coins: bigint;
  readonly tokens: (contract: string) => bigint;
}
export const noneReserved: Reservation = { coins: 0n, tokens: () => 0n };

/** Adds up transactions. Only one of a nonce can be mined: the highest counts. Pure. */
export function reservedBy(entries: readonly Pick<JournalEntry, 'nonce' | 'raw'>[]): Reservation {
  const most = (amountOf: (raw: string) => bigint): bigint => {
    const byNonce = new Map<number, bigint>();
    for (const { nonce, raw } of entries) {
      const amount = amountOf(raw);
      if (amount > (byNonce.get(nonce) ?? 0n)) byNonce.set(nonce, amount);
    }
    return [...byNonce.values()].reduce((sum, amount) => sum + amount, 0n);
  };
  return {
    coins: most((raw) => {
      const fields = parseTransaction(raw);
      return fields.value + maxFeeOf(fields);
    }),
    tokens: (contract) =>
      most((raw) => {
        const { to, data } = parseTransaction(raw);
        const transfer = sameAddress(to, contract) ? decodeCall('erc20', data) : undefined;
        if (transfer?.name === 'transfer') return transfer.args.amount as bigint;
        const { amountIn, path } = decodeCall('router', data)?.args ?? {};
        return typeof amountIn === 'bigint' && sameAddress((path as readonly string[])[0] ?? '', contract)
          ? amountIn
          : 0n;
      }),
  };
}
