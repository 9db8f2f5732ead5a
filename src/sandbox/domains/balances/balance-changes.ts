// Changes balances in the ledger, and emits an event so that the points keep their history.
import type { BalanceSwapType } from '../../../services/catalogue/words.js';
import type { HandlerContext, SandboxContext } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { refuse } from '../../core/refusal.js';
import { toBase, toDecimal } from './amounts.js';
import { balanceCurrency } from './currencies.js';
import { accountBalance, moveValue } from './ledger.js';
import { accounts } from './ledger-accounts.js';

/** One change of a balance. */
export interface BalanceChange {
  readonly userId: string;
  readonly currencyId: string;
  /** In the currency's smallest unit. */
  readonly amount: bigint;
  readonly description: string;
  /** The cause of the ledger's posting. */
  readonly cause: string;
  /** Where it belongs to a swap of points. */
  readonly swapType?: (typeof BalanceSwapType)[number];
  readonly requestId?: string;
  /** In whole tokens; the part of the amount that was a fee. */
  readonly feeAmount?: string;
  /** The user who receives it, by id and by handle. */
  readonly receiverId?: string;
  readonly receiverNickname?: string | null;
}

/** Takes from a balance. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export function debit(context: SandboxContext, change: BalanceChange, to: string): void {
  moveValue(context, accounts.balance(change.userId, change.currencyId), to, change.currencyId, change.amount, change.cause);
  emitChange(context, change, -change.amount);
}

/** Gives to a balance. */
export function credit(context: SandboxContext, change: BalanceChange, from: string): void {
  moveValue(context, from, accounts.balance(change.userId, change.currencyId), change.currencyId, change.amount, change.cause);
  emitChange(context, change, change.amount);
}

function emitChange(
  context: SandboxContext,
  { userId, currencyId, description, swapType, requestId, feeAmount, receiverId, receiverNickname = null }: BalanceChange,
  by: bigint,
): void {
  const data = { userId, currencyId, amount: toDecimal(by, decimalsOf(currencyId)), description };
  const more = {
    ...(swapType && { swapType }),
    ...(requestId && { requestId }),
    ...(feeAmount && { feeAmount }),
    ...(receiverId && { receiverId, receiverNickname }),
  };
  emit(context, 'balance changed', { ...data, ...more });
}

/** The digits behind the point of a currency that there is. */
export const decimalsOf = (currencyId: string): number => balanceCurrency(currencyId)!.decimals;
/** A balance in the currency's smallest unit. */
export const balanceOf = (context: SandboxContext, userId: string, currencyId: string): bigint =>
  accountBalance(context, accounts.balance(userId, currencyId), currencyId);
/** A balance as a decimal text in whole tokens. */
export const shownBalance = (context: SandboxContext, userId: string, currencyId: string): string =>
  toDecimal(balanceOf(context, userId, currencyId), decimalsOf(currencyId));

/** An amount in whole tokens, without an exponent; the sandbox's own limits. */
const amountForm = /^\d{1,60}(\.\d{1,18})?$/;

/** Parses an amount in whole tokens into the smallest unit, without excess digits; undefined where it is not above 0. */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const amount = amountForm.test(text) ? toBase(text, decimals) : 0n;
  return amount > 0n ? amount : undefined;
}

/** The field `amount` of the query or the body. @throws {Refusal} 400 INVALID_REQUEST */
export function requestedAmount({ query, body }: Pick<HandlerContext, 'query' | 'body'>, currencyId: string): bigint {
  const text = (body.amount ?? query.amount) as string;
  const message = `amount must be a decimal number above 0 in whole ${currencyId}, not ${JSON.stringify(text.slice(0, 100))}.`;
  return parseAmount(text, decimalsOf(currencyId)) ?? refuse(400, message, 'INVALID_REQUEST');
}
