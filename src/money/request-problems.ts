// The problems of the request of a transfer in itself: nothing is read for them (docs/money.md 5).

import { type Call, kebab } from '../services/catalogue/define.js';
import { BadInput, Failure, Guarded } from '../services/http/errors.js';
import { keyRefused, mayBeKey } from '../services/http/may-be-key.js';
import type { HttpRequest } from '../services/http/transport.js';
import { isNothing, isNumeric, isRecord, type Row, valueAt } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { transferFields } from '../things/operations.js';
import type { FactLocation, TransferFields } from '../things/transfer.js';
import { checkAddress } from './address.js';
import { amountOf } from './amount.js';
import { checkBody, checkPlainValues } from './policy/body.js';
import { textIn } from './reads.js';
import type { RequestFields } from './request-fields.js';

/**
 * The problems of a request: a query, a body that readers may parse differently, an amount or count that is not plain,
 * a word outside its list, an invalid recipient.
 */
export function requestProblems(
  call: Pick<Call, 'service' | 'name' | 'query'>,
  fields: TransferFields,
  request: Pick<HttpRequest, 'url' | 'body'>,
  requestFields: RequestFields,
): readonly Failure[] {
  const isListed = transferFields[`${call.service} ${call.name}`] !== undefined && call.service !== 'chain';
  return [
    ...(isListed && call.query === undefined && new URL(request.url).search !== '' ? [queryRefused(call)] : []),
    ...(isListed ? caught(() => checkUnambiguous(fields, request.body, requestFields)) : []),
    ...wordProblems(fields, requestFields),
    ...caught(() => checkAmount(fields, requestFields)),
    ...caught(() => checkCount(fields, requestFields)),
    ...caught(() => checkRecipient(fields, requestFields)),
  ];
}

/** The failure that a check throws, as a list. */
export function caught(check: () => void): readonly Failure[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Failure) return [error];
    throw error;
  }
}

/** No call of the catalogue that moves value takes a query, so nothing reads one. */
const queryRefused = ({ service, name }: Pick<Call, 'service' | 'name'>): Guarded =>
  new Guarded(
    'MONEY_QUERY',
    `${service} ${kebab(name)} moves value and takes no query; nothing was sent.`,
    'Give its fields with -f or --input.',
  );

/**
 * Checks that every JSON reader parses a body to the same request.
 * @throws {Guarded} AMBIGUOUS_BODY; {BadInput} BAD_VALUE
 */
function checkUnambiguous(
  fields: TransferFields,
  text: string | undefined,
  { body, names, fieldOf }: RequestFields,
): void {
  if (text === undefined) return;
  const guarded = guardedNames(fields).flatMap((name) => fieldOf(name) ?? []);
  checkBody(
    parseLossless(text),
    names.map((name) => fieldOf(name) ?? name),
    guarded,
  );
  checkPlainValues(
    guarded.filter((field) => hasField(body, field)).map((field) => [field, valueAt(body, field)] as const),
  );
}
/** Whether a body has a field, also with the value null. */
const hasField = (body: Row, field: string): boolean => {
  const dot = field.lastIndexOf('.');
  const parent = dot < 0 ? body : valueAt(body, field.slice(0, dot));
  return isRecord(parent) && Object.hasOwn(parent, field.slice(dot + 1));
};

/** Words outside their list, which determine the leaving token. */
function wordProblems(fields: TransferFields, { fieldOf, paramValue }: RequestFields): readonly Failure[] {
  const { token = [], fee, arrives } = fields;
  const lists = [...token, fee?.token, arrives && 'token' in arrives ? arrives.token : undefined].flatMap((location) =>
    typeof location === 'object' && 'by' in location ? [location] : [],
  );
  return [...new Map(lists.map(({ by, values }) => [by, values]))].flatMap(([by, values]) => {
    const word = paramValue(by);
    if (isNothing(word) || Object.hasOwn(values, textIn(word))) return [];
    return [
      new BadInput(
        'UNKNOWN_WORD',
        `The field ${fieldOf(by) ?? by} says ${JSON.stringify(textIn(word).slice(0, 60))}, and what leaves is not known then; nothing was sent.`,
        `It is one of ${Object.keys(values).join(', ')}.`,
      ),
    ];
  });
}

/** The text or number of a parameter; nothing for any other value, which `checkUnambiguous` refuses. */
function plainText({ paramValue }: RequestFields, location: FactLocation | undefined): string | undefined {
  const value = typeof location === 'string' ? paramValue(location) : undefined;
  return typeof value === 'string' || isNumeric(value) ? String(value) : undefined;
}
/** A service may read `1e3` or `0x10` in any way. @throws {BadInput} BAD_AMOUNT */
function checkAmount({ amount, decimals }: TransferFields, requestFields: RequestFields): void {
  const text = plainText(requestFields, amount);
  if (text === undefined) return;
  amountOf(
    text,
    `The field ${requestFields.fieldOf(String(amount)) ?? amount}`,
    decimals === undefined ? undefined : 0,
  );
}
/** @throws {BadInput} BAD_COUNT */
function checkCount({ times: count }: TransferFields, requestFields: RequestFields): void {
  const text = plainText(requestFields, count);
  if (text === undefined || isCount(text)) return;
  throw new BadInput(
    'BAD_COUNT',
    `The field ${requestFields.fieldOf(String(count)) ?? count} takes a whole number from 1, not ${JSON.stringify(text.slice(0, 90))}.`,
  );
}
/** Whether a text is a whole number from 1 that fits a count. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/**
 * Checks an address by the forms of all networks; the verdict checks it by its own network.
 * @throws {BadInput} BAD_ADDRESS; {Guarded} MAY_BE_KEY, BAD_CHECKSUM, BURN_ADDRESS
 */
function checkRecipient({ to }: TransferFields, { paramValue }: RequestFields): void {
  const id = typeof to?.at === 'string' ? paramValue(to.at) : undefined;
  if (typeof id !== 'string' || id === '') return;
  if (mayBeKey(id)) throw keyRefused('The recipient');
  if (to?.kind === 'address') checkAddress(id, 'The recipient');
}

/** The parameters that determine amount, token, recipient and network of a call. */
function guardedNames(fields: TransferFields): readonly string[] {
  const {
    amount,
    decimalsOf = [],
    times,
    token = [],
    to,
    networks = [],
    fee,
    of,
    mustMatch = [],
    minimum,
    maximum,
  } = fields;
  const locations = [amount, times, to?.at, to?.paysFor, fee?.amount, fee?.token, of?.id, minimum, maximum];
  const lists = [...decimalsOf, ...token, ...networks, ...mustMatch.flatMap(({ name, with: read }) => [name, read])];
  return [...new Set([...locations, ...lists].flatMap(paramNamesIn))];
}

function paramNamesIn(location: FactLocation | undefined): readonly string[] {
  if (location === undefined || (typeof location === 'object' && ('constant' in location || 'field' in location)))
    return [];
  if (typeof location === 'string') return [location];
  if ('by' in location) return [location.by];
  return Object.values(location.read.paramsFrom ?? {}).flatMap(paramNamesIn);
}
