// Changes of the user service's balances: moved in the ledger, and told, so that the points keep their history.
import type { BalanceSwapType } from '../../../services/catalogue/words.js';
import { tell } from '../../core/effects.js';
import { refuse } from '../../core/refusal.js';
import type { Moment, World } from '../../core/world.js';
import { accounts } from './accounts.js';
import { toBase, toDecimal } from './amounts.js';
import { balanceCurrency } from './currencies.js';
import { holding, move } from './ledger.js';

/** One change of a balance. */
export interface Change {
  readonly userId: string;
  readonly currencyId: string;
  /** In the currency's smallest unit. */
  readonly amount: bigint;
  readonly description: string;
  /** What the ledger notes. */
  readonly cause: string;
  /** Where it belongs to a swap of points. */
  readonly swapType?: (typeof BalanceSwapType)[number];
  readonly requestId?: string;
  /** In whole tokens; the part of the amount that was a fee. */
  readonly feeAmount?: string;
}

/** Takes from a balance. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export function debit(moment: Moment, change: Change, to: string): void {
  move(moment, accounts.balance(change.userId, change.currencyId), to, change.currencyId, change.amount, change.cause);
  tellOf(moment, change, -change.amount);
}

/** Gives to a balance. */
export function credit(moment: Moment, change: Change, from: string): void {
  move(moment, from, accounts.balance(change.userId, change.currencyId), change.currencyId, change.amount, change.cause);
  tellOf(moment, change, change.amount);
}

function tellOf(moment: Moment, { userId, currencyId, description, swapType, requestId, feeAmount }: Change, by: bigint): void {
  const about = { userId, currencyId, amount: toDecimal(by, decimalsOf(currencyId)), description };
  const more = { ...(swapType && { swapType }), ...(requestId && { requestId }), ...(feeAmount && { feeAmount }) };
  tell(moment, 'balance changed', { ...about, ...more });
}

/** The digits behind the point of a currency that there is. */
export const decimalsOf = (currencyId: string): number => balanceCurrency(currencyId)!.decimals;
/** A balance in the currency's smallest unit. */
export const balanceOf = (moment: Moment, userId: string, currencyId: string): bigint =>
  holding(moment, accounts.balance(userId, currencyId), currencyId);
/** A balance as a decimal text in whole tokens. */
export const shownBalance = (moment: Moment, userId: string, currencyId: string): string =>
  toDecimal(balanceOf(moment, userId, currencyId), decimalsOf(currencyId));

/** An amount in whole tokens, without an exponent; the sandbox's own limits. */
const amountForm = /^\d{1,60}(\.\d{1,18})?$/;

/** An amount that was sent in whole tokens, in the smallest unit; digits that the unit does not have are dropped. Nothing for none above 0. */
export function readAmount(given: string, decimals: number): bigint | undefined {
  const amount = amountForm.test(given) ? toBase(given, decimals) : 0n;
  return amount > 0n ? amount : undefined;
}

/** The field `amount` of the query or the body. @throws {Refusal} 400 INVALID_REQUEST */
export function amountIn({ query, body }: Pick<World, 'query' | 'body'>, currencyId: string): bigint {
  const given = (body.amount ?? query.amount) as string;
  const message = `amount must be a decimal number above 0 in whole ${currencyId}, not ${JSON.stringify(given.slice(0, 100))}.`;
  return readAmount(given, decimalsOf(currencyId)) ?? refuse(400, message, 'INVALID_REQUEST');
}
