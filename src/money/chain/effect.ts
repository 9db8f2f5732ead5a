// The effects of a transaction, in the words that are the same on every chain: tokens, amounts, effects, the receipt.

import { Guarded } from '../../services/http/errors.js';
import type { ReceiptLine } from '../../things/column.js';
import type { TransferFields } from '../../things/transfer.js';
import type { Warning } from '../policy/policy.js';
import { whole } from '../values/decimal.js';

/** A warning about a transaction that may be signed, or was. */
export type ChainWarning = Warning;

/** A token of a chain. Its contract or mint identifies it; anyone may give a token any symbol. */
export interface ChainToken {
  /** In the form of the chain; nothing for the coin. */
  readonly address: string | undefined;
  readonly symbol: string;
  readonly decimals: number;
  /** Whether the platform lists this contract alone under the symbol: limits, prices and sums then use the symbol. */
  readonly isListed?: boolean;
  /** The platform lists another contract, or the chain has a coin, with this symbol. */
  readonly borrows?: boolean;
}
/**
 * The name of a token in limits, prices, sums and the ledger: its symbol, with its contract if the platform does not
 * list it.
 */
export const unitOf = ({ address, symbol, isListed }: ChainToken): string =>
  address === undefined || isListed ? symbol : `${symbol} (${address})`;
/** Finds the token of a contract. @throws {Failure} if its decimals are not certain */
export type TokenAt = (address: string) => Promise<ChainToken>;

/** The coin of a chain as a token. */
export const coinOf = ({ coin, decimals }: { readonly coin: string; readonly decimals: number }): ChainToken => ({
  address: undefined,
  symbol: coin,
  decimals,
});

/** An amount of a token. */
export interface TokenAmount {
  readonly token: ChainToken;
  /** In base units. */
  readonly raw: bigint;
}
/** The effect of a transaction. */
export type TransactionEffect =
  | { readonly kind: 'transfer'; readonly moves: TokenAmount; readonly to: string }
  | { readonly kind: 'approval'; readonly allows: TokenAmount; readonly spender: string; readonly isUnlimited: boolean }
  | {
      readonly kind: 'swap';
      readonly sells: TokenAmount;
      readonly floor: TokenAmount;
      readonly path: readonly string[];
      readonly recipient: string;
      /** Epoch seconds. */
      readonly deadline: bigint;
      readonly router: string;
    };

/** An amount in whole tokens. */
export const wholeAmount = ({ token, raw }: TokenAmount): string => whole(raw, token.decimals)!;
/** An amount with its symbol. */
export const amountText = (amount: TokenAmount): string => `${wholeAmount(amount)} ${amount.token.symbol}`;

/** The tokens of a transaction. */
export const tokensOf = (effect: TransactionEffect): readonly ChainToken[] =>
  effect.kind === 'swap'
    ? [effect.sells.token, effect.floor.token]
    : [effect.kind === 'approval' ? effect.allows.token : effect.moves.token];
/** What a transaction does, without its amounts, its fee and its nonce: to which contracts and accounts. */
export function identityText(effect: TransactionEffect): string {
  const ends =
    effect.kind === 'transfer'
      ? [effect.to]
      : effect.kind === 'approval'
        ? [effect.spender]
        : [effect.router, effect.recipient];
  return JSON.stringify([
    effect.kind,
    ...tokensOf(effect).map(({ address, decimals }) => [address ?? 'coin', decimals]),
    ...ends,
  ]);
}
/** The amount that may leave the sender: sent or sold; 0 of the token of an allowance. */
export function leavingBy(effect: TransactionEffect): TokenAmount {
  if (effect.kind === 'approval') return { token: effect.allows.token, raw: 0n };
  return effect.kind === 'transfer' ? effect.moves : effect.sells;
}
/** The warning of a token whose contract the platform does not list. */
export function unlistedWarning({ address, symbol, isListed, borrows }: ChainToken): readonly ChainWarning[] {
  if (address === undefined || isListed) return [];
  const message = borrows
    ? `The token calls itself ${symbol}, and is not the listed ${symbol}: ${address}.`
    : `The platform does not list the token ${symbol} (${address}).`;
  return [{ code: borrows ? 'BORROWED_SYMBOL' : 'UNLISTED_TOKEN', message }];
}

/** The least that has to arrive, in base units: the promised amount, or its accepted share. */
export function leastOf({ raw }: TokenAmount, acceptLess: string | undefined): bigint {
  const [share, unit] = fractionOf(acceptLess);
  return (raw * share + unit - 1n) / unit;
}
/** The most that may leave, in base units: a token may take its part from the sender, within the accepted share. */
export function mostOf(raw: bigint, acceptLess: string | undefined): bigint {
  const [share, unit] = fractionOf(acceptLess);
  return (raw * unit) / share;
}
/** A decimal as numerator and denominator. */
function fractionOf(text = '1'): readonly [share: bigint, unit: bigint] {
  const [whole = '0', places = ''] = text.split('.');
  return [BigInt(whole + places), 10n ** BigInt(places.length)];
}

/**
 * Checks an amount that would arrive, by simulation or by the rules of the token.
 * @throws {Guarded} ARRIVES_LESS for less than was promised and accepted
 */
export function checkArrival(
  promised: TokenAmount,
  arrives: TokenAmount,
  acceptLess: string | undefined,
): readonly ChainWarning[] {
  if (arrives.raw >= promised.raw) return [];
  const { symbol, address } = promised.token;
  const why = address === undefined ? 'the recipient sends the rest back' : 'the token keeps a part of what is sent';
  const said = `By simulation ${wholeAmount(arrives)} ${symbol} of ${wholeAmount(promised)} would arrive: ${why}`;
  if (acceptLess !== undefined && arrives.raw >= leastOf(promised, acceptLess))
    return [{ code: 'ARRIVES_LESS', message: `${said}.` }];
  throw new Guarded(
    'ARRIVES_LESS',
    `${said}.`,
    arrives.raw > 0n
      ? `If that is right, accept it: --accept-less ${shareText(arrives.raw, promised.raw)}`
      : 'Nothing at all would arrive. Do not send it.',
  );
}
/** A share with at most six places, rounded down. */
function shareText(part: bigint, all: bigint) {
  const millionths = (part * 1_000_000n) / all;
  return millionths === 0n ? '0.000001' : `0.${millionths.toString().padStart(6, '0')}`.replace(/0+$/, '');
}

/** The lines of a receipt that say which contract a token has. */
export const contractLines = (
  { address, symbol, isListed, borrows }: ChainToken,
  label = 'Token contract',
): readonly ReceiptLine[] =>
  address === undefined
    ? []
    : [[label, `${address}${borrows ? `, not the listed ${symbol}` : isListed ? '' : ', not listed by the platform'}`]];

/** A described transaction, as it is confirmed: every fact comes from its bytes. */
export interface Description {
  readonly title: string;
  readonly effect: TransactionEffect;
  readonly lines: readonly ReceiptLine[];
  readonly policy: TransferFields;
  /** The most that its fee can be, in base units of the coin. */
  readonly maxFee: bigint;
  /** Its fields as JSON beside the effect: network, sender, highest fee, and what else its kind of chain has. */
  readonly json: Readonly<Record<string, unknown>>;
}
