// The transaction that the platform builds for a swap, checked before it is signed: fields, value, decoded data.

import { readSwap } from '../../engine/read/swap-versions.js';
import { type TransactionEffect, wholeAmount } from '../../money/chain/effect.js';
import { sameAddress } from '../../money/evm/hex.js';
import { checksummed } from '../../money/evm/transaction.js';
import type { CodeOf } from '../../services/http/error-codes.js';
import { Guarded, ServerFailure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { checkQuotedToken, type Quote, query, type SwapRequest } from './swap-order.js';

/** The bounds of a built transaction's deadline, seconds from now. */
const [shortestDeadline, longestDeadline] = [20n, 3600n];

export interface BuiltTransaction {
  readonly to: string;
  readonly data: string;
  readonly value: string;
}

/**
 * Requests the transaction of a quote from the platform.
 * @param slippage the tolerated loss against the quote, in per cent
 * @throws {Guarded} for another account, chain, router or type; {ServerFailure}
 */
export async function buildTransaction(
  request: SwapRequest,
  quote: Quote,
  slippage: string,
): Promise<BuiltTransaction> {
  const { context, version, network, from, recipient, raw, router, access } = request;
  const params: Record<string, string> = { ...query(request), fromAddress: from, slippage };
  if (quote.protocols !== undefined) params.protocols = stringifyLossless(quote.protocols);
  if (!sameAddress(recipient, from)) params.destReceiver = recipient;
  const response = await readSwap(context, version, 'build', network, params);
  const { tx, fromTokenAmount } = response;
  if (!isRecord(tx))
    throw new ServerFailure('UNUSABLE_ANSWER', 'The platform did not build a transaction.', {
      service: 'wallet',
      call: 'buildSwap',
      unsent: true,
    });
  const refuse = (code: CodeOf<'guarded'>, what: string) =>
    new Guarded(code, `The transaction of the platform is refused: ${what}.`);
  if (!isNothing(fromTokenAmount) && asText(fromTokenAmount) !== raw.toString())
    throw refuse('OTHER_QUOTE', `it sells ${asText(fromTokenAmount).slice(0, 90)} base units for ${raw}`);
  checkQuotedToken(response, 'fromToken', request.sells);
  checkQuotedToken(response, 'toToken', request.buys);
  for (const name of Object.keys(tx))
    if (!builtFields.has(name))
      throw refuse(
        'UNKNOWN_FIELD',
        `it has the field ${JSON.stringify(name.slice(0, 60))}, whose meaning is not known`,
      );
  const text = (name: string) => asText(tx[name]);
  if (!sameAddress(text('from'), from)) throw refuse('OTHER_ACCOUNT', `it is from ${text('from').slice(0, 60)}`);
  if (!sameAddress(text('to'), router))
    throw refuse('OTHER_ROUTER', `it is sent to ${text('to').slice(0, 60)}, not to the trusted router ${router}`);
  const { chainId, type } = tx;
  if (!isNothing(chainId) && !isNumber(asText(chainId), access.chain.chainId))
    throw refuse(
      'OTHER_CHAIN',
      `it is for chain ${asText(chainId).slice(0, 30)}, and ${network} is chain ${access.chain.chainId}`,
    );
  if (!isNothing(type) && !isNumber(asText(type), 0n) && !isNumber(asText(type), 2n))
    throw refuse('BAD_TRANSACTION', `its type is ${asText(type).slice(0, 30)}`);
  const value = text('value') === '' ? '0' : text('value');
  if (!/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) throw refuse('BAD_TRANSACTION', 'its value is not a number');
  if (!/^0x([0-9a-fA-F]{2})+$/.test(text('data'))) throw refuse('BAD_TRANSACTION', 'its call data are not bytes');
  return { to: checksummed(text('to')), data: text('data').toLowerCase(), value: BigInt(value).toString() };
}
/** The fields that a built transaction may have. Gas, its price and the nonce are not taken from it. */
const builtFields: ReadonlySet<string> = new Set(
  'from to data value gas gasPrice gasLimit maxFeePerGas maxPriorityFeePerGas nonce chainId type'.split(' '),
);
const isNumber = (text: string, number: bigint) =>
  /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(text) && BigInt(text) === number;

/** Checks the recipient and the value of a built transaction. @throws {Guarded} OTHER_ROUTER, OTHER_VALUE */
export function checkBuilt({ to, value }: BuiltTransaction, { sells, raw, router }: SwapRequest): void {
  if (!sameAddress(to, router))
    throw new Guarded('OTHER_ROUTER', `The transaction is sent to ${to}, not to the trusted router ${router}.`);
  const expected = sells.address === undefined ? raw : 0n;
  if (BigInt(value) === expected) return;
  throw new Guarded('OTHER_VALUE', `The transaction sends ${value} wei along, and ${expected} were to be sent.`);
}

export type SwapEffect = Extract<TransactionEffect, { readonly kind: 'swap' }>;

/** The decoded swap, with any floor and deadline. @throws {Guarded} for another swap than the requested one */
export function requestedSwap(
  effect: TransactionEffect,
  { sells, buys, raw, recipient, router }: SwapRequest,
): SwapEffect {
  if (effect.kind !== 'swap') throw refused('OPAQUE_CALL', 'it is not a swap of the trusted router');
  if (!sameAddress(effect.router, router)) throw refused('OTHER_ROUTER', `it calls ${effect.router}`);
  if (effect.sells.token.address !== sells.address || effect.sells.raw !== raw)
    throw refused('OTHER_VALUE', `it sells ${wholeAmount(effect.sells)} ${effect.sells.token.symbol}`);
  if (effect.floor.token.address !== buys.address)
    throw refused('OTHER_TOKEN', `it buys ${effect.floor.token.symbol}, not ${buys.symbol}`);
  if (!sameAddress(effect.recipient, recipient))
    throw refused('OTHER_RECIPIENT', `the bought tokens go to ${effect.recipient}, not to ${recipient}`);
  return effect;
}

/** Checks the floor of a swap. @param floor in base units @throws {Guarded} FLOOR_TOO_LOW */
export function checkFloor({ floor: { raw, token } }: SwapEffect, floor: bigint): void {
  if (raw >= floor) return;
  const text = (amount: bigint) => `${wholeAmount({ token, raw: amount })} ${token.symbol}`;
  throw refused('FLOOR_TOO_LOW', `as little as ${text(raw)} may arrive, and the floor is ${text(floor)}`);
}

/** Whether the deadline of a swap is within the bounds. @param now epoch seconds, of the chain */
export const isTimely = ({ deadline }: SwapEffect, now: bigint): boolean =>
  deadline - now >= shortestDeadline && deadline - now <= longestDeadline;

/** Checks the deadline of a swap. @param now epoch seconds, of the chain @throws {Guarded} BAD_DEADLINE */
export function checkDeadline(effect: SwapEffect, now: bigint): void {
  if (isTimely(effect, now)) return;
  const isNear = effect.deadline - now < shortestDeadline;
  throw refused(
    'BAD_DEADLINE',
    isNear ? 'its deadline has passed or is too near' : 'it is valid for more than an hour',
  );
}

const refused = (code: CodeOf<'guarded'>, what: string) => new Guarded(code, `The transaction is refused: ${what}.`);
