// The result of a transaction of Solana by its balances before and after: the fee, what left and arrived; compared with
// the promise.

import {
  amountText,
  type ChainWarning,
  leastOf,
  mostOf,
  type TransactionEffect,
  wholeAmount,
} from '../chain/effect.js';
import type { ChainResult } from '../chain/state.js';
import { solText } from './accounts.js';
import type { MinedTransaction } from './rpc.js';
import { accountsOf, type SolanaTransfer } from './transaction.js';

/**
 * The lamports that a transaction has put into a new token account as its rent. Somebody may have put some there
 * before; the wrapped coin is lamports itself.
 */
export function rentOf(
  { before, after, tokensBefore }: MinedTransaction,
  raw: string,
  transfer: SolanaTransfer,
): bigint {
  if (transfer.kind === 'coin') return 0n;
  const place = accountsOf(raw).indexOf(transfer.destination);
  if (tokensBefore.some(({ index }) => index === place)) return 0n;
  const put = (after[place] ?? 0n) - (before[place] ?? 0n) - (transfer.mint === wrappedCoin ? transfer.raw : 0n);
  return put > 0n ? put : 0n;
}
/** The mint of SOL as a token. */
const wrappedCoin = 'So11111111111111111111111111111111111111112';

/**
 * The result of a mined transaction.
 * @param acceptLess the share of the sent amount that was accepted to arrive
 */
export function solanaResultOf(
  mined: MinedTransaction,
  raw: string,
  transfer: SolanaTransfer,
  effect: TransactionEffect & { readonly kind: 'transfer' },
  from: string,
  acceptLess: string | undefined,
): ChainResult {
  const { fee, before, after, tokensBefore, tokensAfter, succeeded } = mined;
  if (!succeeded) return { fee, warnings: [], isLess: false };
  const accounts = accountsOf(raw);
  const { moves, to } = effect;
  const lamports = (account: string): bigint => {
    const place = accounts.indexOf(account);
    return (after[place] ?? 0n) - (before[place] ?? 0n);
  };
  const units = (account: string): bigint => {
    const place = accounts.indexOf(account);
    const at = (balances: typeof tokensBefore) =>
      balances.find(({ index, mint }) => index === place && mint === moves.token.address)?.amount ?? 0n;
    return at(tokensAfter) - at(tokensBefore);
  };
  const rent = rentOf(mined, raw, transfer);
  const coinsLeft = -lamports(from) - fee - rent;
  const isToSelf = to === from;
  const [left, arrived] =
    transfer.kind === 'coin'
      ? [isToSelf ? moves.raw : coinsLeft, isToSelf ? moves.raw : lamports(to)]
      : [
          isToSelf ? moves.raw : -units(transfer.source),
          isToSelf ? moves.raw + units(transfer.destination) : units(transfer.destination),
        ];
  const spent = { token: moves.token, raw: left };
  const received = { token: moves.token, raw: arrived < 0n ? 0n : arrived };
  const problems: ChainWarning[] = [];
  const said = `${amountText(received)} arrived of ${wholeAmount(moves)}`;
  if (received.raw < leastOf(moves, acceptLess)) problems.push({ code: 'ARRIVED_LESS', message: `${said}.` });
  if (spent.raw > mostOf(moves.raw, acceptLess))
    problems.push({
      code: 'SPENT_MORE',
      message: `${amountText(spent)} left the account, and not ${wholeAmount(moves)}.`,
    });
  const others = transfer.kind === 'coin' && !isToSelf ? 0n : coinsLeft;
  if (others > 0n)
    problems.push({ code: 'SPENT_MORE', message: `${solText(others)} left the account beside the fee.` });
  const isShare = problems.length === 0 && received.raw < moves.raw;
  return {
    fee,
    rent,
    spent,
    received,
    warnings: isShare
      ? [{ code: 'ARRIVES_LESS', message: `${said}: the token keeps a part of what is sent.` }]
      : problems,
    isLess: problems.length > 0,
  };
}
