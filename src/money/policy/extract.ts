// Extracts amount, fee and recipient of a request by the table of `money/transfer-fields.ts`, and makes the checks that need no profile: the request is
// unambiguous, and its amounts are plain.

import { BadInput, Failure } from '../../services/http/errors.js';
import { decimalsOf, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { amountOf } from '../amount.js';
import { decimalOf, decimalText, fromBase, times } from '../decimal.js';
import { type FactLocation, guardedNames, type TransferFields } from '../transfer-fields.js';
import { checkBody, checkPlainValues } from './body.js';
import { type FindFact, type RequestFields, textIn } from './facts.js';
import type { Recipient } from './recipients.js';

/**
 * Checks that every JSON reader parses the body of a call that moves value to the same request. @throws {Guarded} AMBIGUOUS_BODY
 * @param text the body as it would be sent; nothing without a body
 */
export function checkUnambiguous(fields: TransferFields, text: string | undefined, { body, names, fieldOf }: RequestFields): void {
  if (text === undefined) return;
  checkBody(
    parseLossless(text),
    names.map((name) => fieldOf(name) ?? name),
    guardedNames(fields).flatMap((name) => fieldOf(name) ?? []),
  );
  const guarded = guardedNames(fields).flatMap((name) => {
    const field = fieldOf(name);
    return field !== undefined && hasField(body, field) ? [[field, valueAt(body, field)] as const] : [];
  });
  checkPlainValues(guarded);
}
/** Whether a body has a field, be its value null. */
const hasField = (body: Row, field: string): boolean => {
  const dot = field.lastIndexOf('.');
  const parent = dot < 0 ? body : valueAt(body, field.slice(0, dot));
  return isRecord(parent) && Object.hasOwn(parent, field.slice(dot + 1));
};

/**
 * Refuses a request whose amount or count is no plain number: how a service reads `1e3` or `0x10` is not known. A field that is missing or not known is not
 * checked. @throws {BadInput}
 */
export function checkExact({ amount, decimals, times: count }: TransferFields, { fieldOf, paramValue }: RequestFields): void {
  if (typeof amount === 'string' && !isNothing(paramValue(amount)))
    amountOf(textIn(paramValue(amount)), `The field ${fieldOf(amount) ?? amount}`, decimals === undefined ? undefined : 0);
  if (typeof count !== 'string' || isNothing(paramValue(count)) || isCount(textIn(paramValue(count)))) return;
  throw new BadInput(
    'BAD_COUNT',
    `The field ${fieldOf(count) ?? count} takes a whole number from 1, and ${JSON.stringify(textIn(paramValue(count)).slice(0, 90))} is none.`,
  );
}
/** Whether a text is a whole number from 1 that fits a count. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** The number of decimals of an amount's token, where the services return it. */
export async function decimalsIn({ decimals, decimalsOf: answered }: TransferFields, find: FindFact): Promise<number | undefined> {
  if (decimals !== undefined) return decimals;
  const tokenDecimals = decimalsOf(await firstIn(answered, find, true));
  return Number.isNaN(tokenDecimals) ? undefined : tokenDecimals;
}

/** @throws {Failure} UNUSABLE_FEE where an earlier read has returned a fee that is no plain amount: the total is not known then */
export async function checkFee({ fee }: TransferFields, find: FindFact): Promise<void> {
  const answered = await find(fee?.amount);
  if (answered === undefined || /^(0|[1-9]\d*)(\.\d+)?$/.test(answered)) return;
  throw new Failure(
    'server',
    'UNUSABLE_FEE',
    `The fee is ${JSON.stringify(answered.slice(0, 90))}, which is not an amount; nothing was sent.`,
  );
}

/** The amount in whole tokens, in its shortest form; nothing where it is no plain amount. */
export async function amountIn(
  { amount, decimals = 0, times: count }: TransferFields,
  find: FindFact,
  reads: boolean,
): Promise<string | undefined> {
  const single = plainAmount(await find(amount, reads), decimals);
  if (single === undefined || count === undefined) return single;
  const factor = await find(count, reads);
  return factor !== undefined && /^\d{1,9}$/.test(factor) ? decimalText(times(decimalOf(single)!, decimalOf(factor)!)) : undefined;
}

/** Parses a plain amount, to whole tokens. @param decimals those of an amount in base units; 0 for whole tokens */
export function plainAmount(text: string | undefined, decimals = 0): string | undefined {
  if (text === undefined) return undefined;
  try {
    const plain = amountOf(text, 'amount', decimals === 0 ? undefined : 0);
    return decimalText(fromBase(decimalOf(plain)!, decimals));
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return undefined;
  }
}

/** The first fact of several locations that is known. */
export async function firstIn(locations: readonly FactLocation[] = [], find: FindFact, reads: boolean): Promise<string | undefined> {
  for (const location of locations) {
    const value = await find(location, reads);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The recipient of the request. */
export async function recipientIn({ to }: TransferFields, find: FindFact): Promise<Recipient | undefined> {
  const id = await find(to?.at);
  if (!to || id === undefined) return undefined;
  const owner = await find(to.paysFor);
  return { kind: to.kind, id: owner === undefined ? id : `${owner}/${id}` };
}
