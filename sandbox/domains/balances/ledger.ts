// The double-entry ledger: value moves between accounts, so each unit sums to zero. Balance changes and payouts.

import type { BalanceSwapType } from '../../../src/services/catalogue/words.js';
import { madeAddress, ownAddressOf } from '../../chain/addresses.js';
import { heightOf, type Token, tokens, tokensOf, unitOf } from '../../chain/networks.js';
import {
  badRequest,
  type Context,
  emit,
  ensureSeeded,
  type HandlerContext,
  refuse,
  type Seedable,
  seededId,
  sha256,
} from '../../core/index.js';
import { ordinalOf, seedUsers } from '../people/user.js';
import { accounts, balanceCurrency, fiat, fiatOf, mint, type OpeningBalance, toBase, toDecimal } from './currencies.js';

type Amounts = Readonly<Record<string, string>>;

export function openingBalances({ seed }: Context): OpeningBalance[] {
  return seedUsers.flatMap((person): OpeningBalance[] => {
    const id = seededId(seed, 'user', ordinalOf(person.handle));
    return [
      ...amounts(person.balances).map(
        ([unit, amount]): OpeningBalance => [
          accounts.balance(id, unit),
          unit,
          toBase(amount, balanceCurrency(unit)!.decimals),
        ],
      ),
      ...amounts(person.ridePoints).map(([region, amount]) => ridePointsOf(id, region as keyof typeof fiatOf, amount)),
      ...amounts(person.onChain).map(([unit, amount]) => onChainOf(person, unit, amount)),
    ];
  });
}
const amounts = (byUnit: Amounts | undefined) => Object.entries(byUnit ?? {});

function ridePointsOf(id: string, region: keyof typeof fiatOf, amount: string): OpeningBalance {
  const unit = fiatOf[region];
  return [accounts.ride(id, region), unit, toBase(amount, fiat[unit].decimals)];
}

function onChainOf(person: (typeof seedUsers)[number], unit: string, amount: string): OpeningBalance {
  const token = tokens.find((token) => unitOf(token) === unit)!;
  const address = madeAddress(token.network, person.handle) ?? person.address!;
  return [accounts.chain(token.network, address), unit, toBase(amount, token.decimals)];
}

/** Posted when the ledger is first used. */
const opening: Seedable = {
  name: 'ledger',
  seed: (context) => {
    for (const [account, unit, amount] of openingBalances(context))
      post(context, mint(unit), account, unit, amount, 'opening');
  },
};

/** In the smallest unit. */
export function accountBalance(context: Context, account: string, unit: string): bigint {
  ensureSeeded(context, opening);
  return amountOf(context, account, unit);
}

/** The last change of an account, at epoch milliseconds; undefined without a change. */
export function lastChangeOf(
  context: Context,
  account: string,
  unit: string,
): { readonly at: number; readonly cause: string } | undefined {
  ensureSeeded(context, opening);
  const sql = 'SELECT at, cause FROM posting WHERE account = ? AND unit = ? ORDER BY seq DESC LIMIT 1';
  return context.state.get(sql, account, unit);
}

/** @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export function moveValue(
  context: Context,
  from: string,
  to: string,
  unit: string,
  amount: bigint,
  cause: string,
): void {
  ensureSeeded(context, opening);
  if (amount < 0n) throw new RangeError(`${amount} cannot be moved`);
  if (!from.startsWith('mint:') && amountOf(context, from, unit) < amount)
    refuse(400, `There is not enough ${unit}.`, 'NOT_ENOUGH_BALANCE');
  if (amount > 0n) post(context, from, to, unit, amount, cause);
}

const amountOf = ({ state }: Context, account: string, unit: string): bigint =>
  BigInt(
    state.get<{ amount: string }>('SELECT amount FROM holding WHERE account = ? AND unit = ?', account, unit)?.amount ??
      '0',
  );

function post(context: Context, from: string, to: string, unit: string, amount: bigint, cause: string): void {
  for (const [account, change] of [
    [from, -amount],
    [to, amount],
  ] as const) {
    const sum = (amountOf(context, account, unit) + change).toString();
    context.state.run(
      'INSERT INTO posting (account, unit, amount, cause, at) VALUES (?, ?, ?, ?, ?)',
      account,
      unit,
      change.toString(),
      cause,
      context.now,
    );
    const sql =
      'INSERT INTO holding (account, unit, amount) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = excluded.amount';
    context.state.run(sql, account, unit, sum);
  }
}

interface BalanceChange {
  readonly userId: string;
  readonly currencyId: string;
  /** In the currency's smallest unit. */
  readonly amount: bigint;
  readonly description: string;
  readonly cause: string;
  /** Of a swap of points. */
  readonly swapType?: (typeof BalanceSwapType)[number];
  readonly requestId?: string;
  /** In whole tokens. The fee is a part of the amount. */
  readonly feeAmount?: string;
  readonly receiverId?: string;
  readonly receiverNickname?: string | null;
}

/** Takes from a balance. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export function debit(context: Context, change: BalanceChange, to: string): void {
  moveValue(
    context,
    accounts.balance(change.userId, change.currencyId),
    to,
    change.currencyId,
    change.amount,
    change.cause,
  );
  emitChange(context, change, -change.amount);
}

/** Adds to a balance and notifies. */
export function credit(context: Context, change: BalanceChange, from: string): void {
  moveValue(
    context,
    from,
    accounts.balance(change.userId, change.currencyId),
    change.currencyId,
    change.amount,
    change.cause,
  );
  emitChange(context, change, change.amount);
}

function emitChange(
  context: Context,
  {
    userId,
    currencyId,
    description,
    swapType,
    requestId,
    feeAmount,
    receiverId,
    receiverNickname = null,
  }: BalanceChange,
  by: bigint,
): void {
  const amount = toDecimal(by, decimalsOf(currencyId));
  const receiver = { receiverId, receiverNickname: receiverId && receiverNickname };
  emit(context, 'balance changed', {
    userId,
    currencyId,
    amount,
    description,
    swapType,
    requestId,
    feeAmount,
    ...receiver,
  });
}

/** The currency must exist. */
export const decimalsOf = (currencyId: string): number => balanceCurrency(currencyId)!.decimals;
/** In the smallest unit. */
export const balanceOf = (context: Context, userId: string, currencyId: string): bigint =>
  accountBalance(context, accounts.balance(userId, currencyId), currencyId);
/** A decimal text in whole tokens. */
export const shownBalance = (context: Context, userId: string, currencyId: string): string =>
  toDecimal(balanceOf(context, userId, currencyId), decimalsOf(currencyId));

/** Whole tokens without an exponent; the sandbox's own limits. */
const amountForm = /^\d{1,60}(\.\d{1,18})?$/;

/** Parses whole tokens into the smallest unit, without excess digits; undefined unless above 0. */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const amount = amountForm.test(text) ? toBase(text, decimals) : 0n;
  return amount > 0n ? amount : undefined;
}

/** The field `amount`. @throws {Refusal} 400 INVALID_REQUEST */
export function requestedAmount({ query, body }: Pick<HandlerContext, 'query' | 'body'>, currencyId: string): bigint {
  const text = (body.amount ?? query.amount) as string;
  const message = `amount must be a decimal number above 0 in whole ${currencyId}, not ${JSON.stringify(text.slice(0, 100))}.`;
  return parseAmount(text, decimalsOf(currencyId)) ?? badRequest(message);
}

export interface ChainTransfer {
  readonly network: Token['network'];
  readonly contractAddress: string | null;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly blockNumber: number;
}

/** The token of a currency on its chain, MVL for points; undefined if it has no chain. */
export function tokenOf(currencyId: string): Token | undefined {
  const currency = balanceCurrency(currencyId === 'MVP' ? 'MVL' : currencyId);
  return currency?.network ? tokensOf(currency.network).find(({ symbol }) => symbol === currency.id) : undefined;
}

/** In the base units of the token. */
const asToken = (token: Token, currencyId: string, amount: bigint): bigint =>
  toBase(toDecimal(amount, decimalsOf(currencyId)), token.decimals);

interface Payment {
  readonly token: Token;
  /** In the smallest unit of the currency. */
  readonly currencyId: string;
  readonly amount: bigint;
  readonly cause: string;
}

/** Pays to an address from the house. */
export function payOut(context: Context, payment: Payment & { readonly to: string }): ChainTransfer {
  const from = ownAddressOf(payment.token.network, 'payouts');
  return transfer(context, { ...payment, from, fromAccount: mint(unitOf(payment.token)) });
}

/** Collects from an address. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export const payIn = (
  context: Context,
  payment: Payment & { readonly from: string; readonly to: string },
): ChainTransfer => transfer(context, { ...payment, fromAccount: accounts.chain(payment.token.network, payment.from) });

function transfer(
  context: Context,
  {
    token,
    currencyId,
    amount,
    cause,
    from,
    to,
    fromAccount,
  }: Payment & { from: string; to: string; fromAccount: string },
): ChainTransfer {
  const { network, contractAddress } = token;
  const raw = asToken(token, currencyId, amount);
  moveValue(context, fromAccount, accounts.chain(network, to), unitOf(token), raw, cause);
  const hash = `0x${sha256(`${context.seed}:${cause}:${context.now}`)}`;
  emit(context, 'chain moved', { network, hash, from, to, unit: unitOf(token), rawAmount: raw.toString() });
  return { network, contractAddress, hash, from, to, blockNumber: heightOf(context, network) };
}

/** The amount is in the balance's smallest unit. */
export const holdsOnChain = (
  context: Context,
  token: Token,
  address: string,
  currencyId: string,
  amount: bigint,
): boolean =>
  accountBalance(context, accounts.chain(token.network, address), unitOf(token)) >= asToken(token, currencyId, amount);
