// The stored rows of deposits and withdrawals, and their seeds: dara has a withdrawal in every state. No step of these
// is due.

import type { BalanceRequestStatus } from '../../../src/services/catalogue/words.js';
import { ownAddressOf } from '../../chain/addresses.js';
import { heightOf, type Token } from '../../chain/networks.js';
import { pastTransfer } from '../../chain/past-transfers.js';
import { addPast, type Context, iso, type MachineBody, minute, type StateMachine } from '../../core/index.js';
import { findUser } from '../people/user.js';
import { accounts, mint, toBase } from './currencies.js';
import { type ChainTransfer, decimalsOf, moveValue, tokenOf } from './ledger.js';

export type RequestWord = (typeof BalanceRequestStatus)[number];

/** Amounts are decimal texts in whole tokens of `currencyId`. They include the fee. */
export interface Withdrawal extends MachineBody {
  readonly status: RequestWord;
  readonly amount: string;
  readonly feeAmount: string;
  readonly address: string;
  readonly currencyId: string;
  /** Points are paid as MVL or bMVL. */
  readonly payoutCurrencyId: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly transfer: ChainTransfer | null;
}

/** Amounts are decimal texts in whole tokens of `currencyId`, credited as the same number of points. */
export interface Deposit extends MachineBody {
  readonly status: RequestWord;
  readonly goalAmount: string;
  readonly processedAmount: string | null;
  /** A new address for each deposit. */
  readonly address: string;
  readonly payer: string;
  readonly currencyId: string;
  /** The user pays instead of the sandbox: `outside: you pay`. */
  readonly byHand: boolean;
  readonly createdAt: string;
}

/** At most one of a currency is under way. The first three are not of points. */
export const withdrawalSeeds: readonly (readonly [
  status: RequestWord,
  currencyId: string,
  amount: string,
  fee: string,
])[] = [
  ['INCOMING', 'MVL', '50', '1'],
  ['CONFIRMING', 'USDC', '10', '0.5'],
  ['WAITING_TRANSACTION', 'XTZ', '2', '0.1'],
  ['COMPLETED', 'MVP', '30', '1'],
  ['CANCELED', 'MVP', '25', '1'],
  ['FAILED', 'MVP', '20', '1'],
];
export const depositSeed = { currencyId: 'MVL', amount: '100' } as const;
/** Requests are one hour apart. */
export const seedTime = (opening: Context, index: number): number => opening.now - (10 - index) * 60 * minute;

const course: readonly RequestWord[] = ['INCOMING', 'CONFIRMING', 'WAITING_TRANSACTION', 'COMPLETED'];
const underWay = course.slice(0, -1);
/** The states up to the last. A request is cancelled after ten seconds. */
function pastTo(status: RequestWord): {
  readonly words: readonly RequestWord[];
  readonly caused: { readonly CANCELED: number };
} {
  const before: readonly RequestWord[] = status === 'CANCELED' ? ['INCOMING'] : status === 'FAILED' ? underWay : [];
  const words = course.includes(status) ? course.slice(0, course.indexOf(status) + 1) : [...before, status];
  return { words, caused: { CANCELED: 10 } };
}

/** Amounts under way are minted: the opening balances do not have them. */
export function seedWithdrawals(opening: Context, withdrawal: StateMachine<Withdrawal>): void {
  const { id: owner, body } = findUser(opening, 'dara')!;
  for (const [index, [status, currencyId, amount, feeAmount]] of withdrawalSeeds.entries()) {
    const at = seedTime(opening, index);
    const token = tokenOf(currencyId)!;
    const address =
      token.network === 'XTZ' ? ownAddressOf('XTZ', body.handle!) : '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const terms = { amount, feeAmount, address, currencyId, payoutCurrencyId: token.symbol, description: null };
    const transfer = status === 'COMPLETED' ? seedTransfer(opening, 'withdrawal of dara', token) : null;
    addPast(opening, withdrawal, { owner, at, body: { ...terms, createdAt: iso(at), transfer } }, pastTo(status));
    if (!underWay.includes(status)) continue;
    const baseAmount = toBase(amount, decimalsOf(currencyId));
    moveValue(opening, mint(currencyId), accounts.withdrawals, currencyId, baseAmount, 'opening');
  }
  addPastOfMina(opening, withdrawal);
}

function addPastOfMina(opening: Context, withdrawal: StateMachine<Withdrawal>): void {
  const at = opening.now - 30 * 24 * 60 * minute;
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const token = tokenOf('BNB')!;
  const terms = {
    amount: '0.5',
    feeAmount: '0.001',
    address,
    currencyId: 'BNB',
    payoutCurrencyId: token.symbol,
    description: null,
  };
  const transfer = seedTransfer(opening, 'withdrawal of mina', token);
  const { id: owner } = findUser(opening, 'mina')!;
  addPast(opening, withdrawal, { owner, at, body: { ...terms, createdAt: iso(at), transfer } }, pastTo('COMPLETED'));
}

function seedTransfer(
  opening: Context,
  name: 'withdrawal of dara' | 'withdrawal of mina',
  { contractAddress }: Token,
): ChainTransfer {
  const { network, hash, from, to, at } = pastTransfer(opening, name);
  return { network, contractAddress, hash, from, to, blockNumber: heightOf({ now: at }, network) };
}

export function seedDeposits(opening: Context, deposit: StateMachine<Deposit>): void {
  const { id: owner } = findUser(opening, 'dara')!;
  const at = seedTime(opening, 8);
  const { currencyId, amount } = depositSeed;
  const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const draft = (id: string) => {
    const address = ownAddressOf(tokenOf(currencyId)!.network, `deposit ${id}`);
    const terms = { goalAmount: amount, processedAmount: amount, address, payer, currencyId, byHand: false };
    return { owner, at, body: { ...terms, createdAt: iso(at) } };
  };
  addPast(opening, deposit, draft, pastTo('COMPLETED'));
}
