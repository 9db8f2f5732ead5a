// Extracts amount, fee and recipient of a request by the table of `money/transfer-fields.ts`, and makes the checks that need no profile: the request is
// unambiguous, and its amounts are plain.

import { BadInput, Failure } from '../../services/http/errors.js';
import { decimalsOf, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { amountOf } from '../amount.js';
import { type Decimal, decimalOf, decimalText, fromBase, times } from '../decimal.js';
import type { RequestFields } from '../request-fields.js';
import { type FactLocation, guardedNames, type TransferFields } from '../transfer-fields.js';
import { checkBody, checkPlainValues } from './body.js';
import { type FindFact, textIn } from './facts.js';
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
 * Refuses a request whose amount or count is not a plain number, since how a service reads `1e3` or `0x10` is not known, and one with a word that determines its
 * unit and is not in the closed list of that word. A field that is missing or not known is not checked. @throws {BadInput}
 */
export function checkExact(fields: TransferFields, { fieldOf, paramValue }: RequestFields): void {
  const { amount, decimals, times: count } = fields;
  for (const { by, values } of closedLists(fields)) {
    const word = paramValue(by);
    if (isNothing(word) || Object.hasOwn(values, textIn(word))) continue;
    throw new BadInput(
      'UNKNOWN_WORD',
      `The field ${fieldOf(by) ?? by} says ${JSON.stringify(textIn(word).slice(0, 60))}, and what leaves is not known then; nothing was sent.`,
      `It is one of ${Object.keys(values).join(', ')}.`,
    );
  }
  if (typeof amount === 'string' && !isNothing(paramValue(amount)))
    amountOf(textIn(paramValue(amount)), `The field ${fieldOf(amount) ?? amount}`, decimals === undefined ? undefined : 0);
  if (typeof count !== 'string' || isNothing(paramValue(count)) || isCount(textIn(paramValue(count)))) return;
  throw new BadInput(
    'BAD_COUNT',
    `The field ${fieldOf(count) ?? count} takes a whole number from 1, and ${JSON.stringify(textIn(paramValue(count)).slice(0, 90))} is none.`,
  );
}
/** The words of a request that determine a unit, with their values. */
const closedLists = ({ token = [], fee, arrives }: TransferFields) =>
  [...token, fee?.token, arrives && 'token' in arrives ? arrives.token : undefined].filter(
    (location) => typeof location === 'object' && 'by' in location,
  );
/** Whether a text is a whole number from 1 that fits a count. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** The number of decimals of an amount's token, where the services return it. */
export async function decimalsIn({ decimals, decimalsOf: answered }: TransferFields, find: FindFact): Promise<number | undefined> {
  if (decimals !== undefined) return decimals;
  const tokenDecimals = decimalsOf(await firstIn(answered, find, true));
  return Number.isNaN(tokenDecimals) ? undefined : tokenDecimals;
}

/** The facts that a service states as an amount. */
type AmountFact = 'amount' | 'price' | 'fee' | 'minimum' | 'maximum' | 'arriving amount';
/**
 * Reads what a service states of an amount, in whole tokens; it may be 0. Nothing where it states nothing. Every amount that the policy takes from a service is
 * read here: one that is there and cannot be read is never taken for one that is not known.
 * @param decimals those of an amount in base units, which is a whole number then; 0 for whole tokens
 * @throws {Failure} UNUSABLE_FEE, UNUSABLE_PRICE, ... for anything but plain decimal digits: `1e6` in quotes, `-5`, `1,000`, `25 MVP`, an object, a list
 */
export function plainFact(what: AmountFact, text: string | undefined, decimals = 0): Decimal | undefined {
  if (text === undefined) return undefined;
  const isPlain = /^(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.length <= mostDigits && !(decimals > 0 && text.includes('.'));
  const number = isPlain ? decimalOf(text) : undefined;
  if (number) return fromBase(number, decimals);
  throw new Failure(
    'server',
    `UNUSABLE_${what.toUpperCase().replace(' ', '_')}`,
    `The ${what} is ${JSON.stringify(text.slice(0, 90))}, which is not an amount; nothing was sent.`,
    'The service says so, and what it takes is not known then. Try again when it says a plain number.',
  );
}
const mostDigits = 79; // 78, and the point

/** @throws {Failure} UNUSABLE_FEE where an earlier read has returned a fee that is not a plain amount: the total is not known then */
export async function checkFee({ fee }: TransferFields, find: FindFact): Promise<void> {
  plainFact('fee', await find(fee?.amount), fee?.decimals);
}

/**
 * The amount in whole tokens, in its shortest form. Nothing where it is not known: a field of the request that is not a plain amount, or a price of 0, which is no
 * price. @throws {Failure} as `plainFact`, for one that a service states
 */
export async function amountIn(
  { amount, decimals = 0, times: count }: TransferFields,
  find: FindFact,
  reads: boolean | 'required',
): Promise<string | undefined> {
  const text = await find(amount, reads);
  const number = typeof amount === 'object' ? plainFact(count === undefined ? 'amount' : 'price', text, decimals) : undefined;
  if (number && count === undefined) return decimalText(number);
  const single = number ? plainAmount(decimalText(number)) : plainAmount(text, decimals);
  if (single === undefined || count === undefined) return single;
  const factor = await find(count, reads !== false);
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
