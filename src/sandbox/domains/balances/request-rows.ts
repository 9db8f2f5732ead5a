// The stored rows of deposits and withdrawals, and the status words that both share.
import type { BalanceRequestStatus } from '../../../services/catalogue/words.js';
import type { MachineBody } from '../../core/state-machine.js';
import type { ChainTransfer } from './chain-transfers.js';

export type RequestWord = (typeof BalanceRequestStatus)[number];

/** A withdrawal as stored. Amounts are decimal texts in whole tokens of `currencyId`; the fee is a part of the amount. */
export interface Withdrawal extends MachineBody {
  readonly status: RequestWord;
  readonly amount: string;
  readonly feeAmount: string;
  readonly address: string;
  readonly currencyId: string;
  /** The currency of the payout: points are paid as MVL or bMVL. */
  readonly payoutCurrencyId: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly transfer: ChainTransfer | null;
}

/** A deposit as stored. Amounts are decimal texts in whole tokens of `currencyId`, credited as the same number of points. */
export interface Deposit extends MachineBody {
  readonly status: RequestWord;
  readonly goalAmount: string;
  readonly processedAmount: string | null;
  /** Where the value is to go; a new one for each deposit. */
  readonly address: string;
  /** The address that pays. */
  readonly payer: string;
  readonly currencyId: string;
  /** Whether the user pays it instead of the sandbox: `outside: you pay`. */
  readonly byHand: boolean;
  readonly createdAt: string;
}
