// The types of an operation on an EVM chain.

import type { TokenAt } from '../chain/effect.js';
import { sameAddress } from '../chain/hex.js';
import type { ChainDependencies, ChainIntent } from '../chain/intent.js';
import type { JournalEntry } from '../ledger/journal.js';
import type { Chain } from './chain.js';
import { decodeCall } from './contracts.js';
import type { FeeChoice } from './fees.js';
import type { Rpc } from './rpc.js';
import { maxFeeOf, parseTransaction, type TransactionFields } from './transaction.js';

/** The call to be sent to an EVM chain. */
export interface EvmIntent extends ChainIntent {
  readonly fee: FeeChoice;
  /** The nonce that the person states. */
  readonly nonce: bigint | undefined;
  /** The bound of the gas estimate. */
  readonly gasBound: bigint;
  /** Builds recipient, value and call data. @throws {Failure} before anything is signed */
  readonly build: () => Promise<Pick<TransactionFields, 'to' | 'value' | 'data'>>;
  /**
   * Checks that the account has the sold or sent amount beside the reserved one.
   * @throws {Refused} INSUFFICIENT_FUNDS
   */
  readonly funds?: (reserved: Reservation) => Promise<void>;
  /** The transaction would fail now, since its allowance is set first. */
  readonly lacksAllowance?: boolean;
  /** All coins of the account are sent, less the most that the fee can be. */
  readonly isMax?: boolean;
}

/** What the functions of an EVM chain need of a node and a profile. */
export interface EvmReads {
  readonly rpc: Rpc;
  readonly chain: Chain;
  /** Finds the token of a contract in signed bytes. */
  readonly signedTokenAt: TokenAt;
  readonly isRouter: (address: string) => boolean;
  /** The most that the data of a transaction may cost beside its gas, wei; nothing if that cannot be known. */
  readonly dataFee: (bytes: string) => Promise<bigint | undefined>;
}

/** The dependencies of the pipeline on an EVM chain. */
export interface EvmDependencies extends ChainDependencies, EvmReads {
  readonly chain: Chain;
  /** Finds the token of a contract that is to be moved: its decimals are certain. */
  readonly tokenAt: TokenAt;
}

// The amounts that the pending transactions of an account take: they are signed, and in no block.

/** The reserved amounts of an account: coins with the highest fees, in wei; tokens by contract, in base units. */
export interface Reservation {
  readonly coins: bigint;
  readonly tokens: (contract: string) => bigint;
}
export const noneReserved: Reservation = { coins: 0n, tokens: () => 0n };
/** Adds up transactions. Only one of a nonce can be mined: the highest counts. Pure. */
export function reservedBy(entries: readonly Pick<JournalEntry, 'nonce' | 'raw'>[]): Reservation {
  const most = (amountOf: (raw: string) => bigint) => {
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
