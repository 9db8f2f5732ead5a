// The options of `tuk wallet send` as values of any chain, and its check of the decoded transfer.

import type { Arguments } from '../../cli/command/command.js';
import { wholeNumber } from '../../engine/chain/operation.js';
import type { ChainToken, TransactionEffect } from '../../money/chain/effect.js';
import { baseUnits } from '../../money/decimal.js';
import { isSame } from '../../money/policy/recipients.js';
import { kebab } from '../../services/catalogue/define.js';
import { BadInput, Guarded } from '../../services/http/errors.js';

type Options = Arguments['options'];

/** Refuses the options of the other kind of chain. @throws {BadInput} NOT_FOR_NETWORK */
export function refuseOptions(options: Options, names: readonly string[], why: string): void {
  const name = names.find((option) => options[option] !== undefined);
  if (name !== undefined) throw new BadInput('NOT_FOR_NETWORK', `--${kebab(name)} is for ${why}.`);
}

/**
 * Parses the amount, with the decimals and the share that are accepted; `isMax` if it is all that the account has.
 * @param mostDecimals the most decimals of any token of the chain: the form is checked before any read
 * @throws {BadInput} BAD_VALUE, TWO_AMOUNTS, BAD_AMOUNT
 */
export function amountIn({ amount, rawAmount, decimals, acceptLess }: Options, mostDecimals: number) {
  const stated = decimals === undefined ? undefined : Number(wholeNumber(decimals, '--decimals'));
  if (amount !== undefined && rawAmount !== undefined)
    throw new BadInput('TWO_AMOUNTS', 'Give --amount or --raw-amount, and not both.');
  const typedRaw = rawAmount === undefined ? undefined : baseUnits(String(rawAmount), 0, '--raw-amount');
  const isMax = typeof amount === 'string' && /^max$/i.test(amount);
  if (amount !== undefined && !isMax) baseUnits(String(amount), mostDecimals, '--amount');
  return {
    decimals: stated,
    isMax,
    acceptLess: acceptLess === undefined ? undefined : shareOf(String(acceptLess)),
    rawOf: (token: ChainToken): bigint => typedRaw ?? baseUnits(String(amount), token.decimals, '--amount'),
  };
}

/** Parses the accepted share: a decimal above 0, up to 1. @throws {BadInput} BAD_VALUE */
function shareOf(text: string): string {
  if (/^(0\.\d{1,6}|1(\.0{1,6})?)$/.test(text) && Number(text) > 0) return text;
  throw new BadInput(
    'BAD_VALUE',
    `--accept-less takes a share from 0.000001 to 1, and not ${JSON.stringify(text.slice(0, 40))}.`,
    'Like 0.9 for 90 per cent.',
  );
}

/**
 * Checks that a decoded transaction is the requested transfer.
 * @param raw base units; undefined for all that the account has
 * @throws {Guarded} OTHER_TRANSACTION
 */
export function requireTransfer(
  effect: TransactionEffect,
  to: string,
  token: ChainToken,
  raw: bigint | undefined,
): void {
  const isRequested =
    effect.kind === 'transfer' &&
    isSame(effect.to, to) &&
    (raw === undefined || effect.moves.raw === raw) &&
    effect.moves.token.address === token.address;
  if (!isRequested) throw new Guarded('OTHER_TRANSACTION', 'The transaction is not what was asked for.');
}
