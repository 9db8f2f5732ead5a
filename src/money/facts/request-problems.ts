// The problems of the request of a transfer in itself: nothing is read for them (docs/money.md 5).
import { type Call, kebab } from '../../services/catalogue/define.js';
import { foldName } from '../../services/fold-text.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { isNothing, isNumeric, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { replaceUnsafe } from '../../services/unsafe-characters.js';
import { transferFields } from '../../things/operations.js';
import type { FactLocation, TransferFields } from '../../things/transfer.js';
import { checkAddress } from '../values/address.js';
import { amountOf } from '../values/decimal.js';
import { textIn } from './reads.js';
import type { RequestFields } from './request-fields.js';

// Checks the body of a call that moves value: refused if two JSON readers could read it differently (docs/money.md 5).

/** Names that reach an object's prototype in a JavaScript reader. */
const prototypeNames = /^(__proto__|constructor|prototype)$/;

/**
 * Checks that every reader takes a body for the same request: it is an object, no two names of one object fold
 * together, no name is another spelling of a guarded field.
 * @param guarded the names of the fields that the call takes; `a.b` nests
 * @param values the fields of amount, token, recipient and network: none may be at another place as well
 * @throws {Guarded} AMBIGUOUS_BODY
 */
function checkBody(body: unknown, guarded: readonly string[], values: readonly string[] = []): asserts body is Row {
  if (!isRecord(body)) throw ambiguous(`is ${kindOf(body)}, and a transfer takes an object`);
  const spellings = new Map(guarded.flatMap((field) => field.split('.')).map((name) => [foldName(name), name]));
  const inBody = values.filter((field) => valueAt(body, field) !== undefined);
  const valueNames = new Set(inBody.map((field) => field.split('.').at(-1)!));
  const pending: (readonly [value: unknown, place: string])[] = [[body, '']];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, place] = next;
    if (Array.isArray(value)) pending.push(...value.filter(isNested).map((item) => [item, `${place}[].`] as const));
    else if (isRecord(value)) {
      const names = Object.keys(value);
      checkNames(names, spellings);
      const elsewhere = names.find((name) => valueNames.has(name) && !inBody.includes(place + name));
      if (elsewhere !== undefined)
        throw ambiguous(`has the field ${elsewhere} twice, at its place and at ${quote(place + elsewhere)}`);
      for (const [name, inner] of Object.entries(value)) if (isNested(inner)) pending.push([inner, `${place}${name}.`]);
    }
  }
}

const isNested = (value: unknown) => Array.isArray(value) || isRecord(value);

function checkNames(names: readonly string[], guarded: ReadonlyMap<string, string>) {
  const seen = new Map<string, string>();
  for (const name of names) {
    if (prototypeNames.test(name))
      throw ambiguous(`has a field ${quote(name)}, which changes an object in some readers`);
    // `amount[]`, `amount[0]` and `amount.x` reach into `amount`
    const [folded, base] = [foldName(name), foldName(name.split(/[[.]/, 1)[0]!)];
    const field = guarded.get(folded) ?? guarded.get(base);
    if (field !== undefined && field !== name)
      throw ambiguous(`has a field ${quote(name)}, which a service may read as ${field}`);
    const twin = seen.get(folded);
    if (twin !== undefined)
      throw ambiguous(`has the fields ${quote(twin)} and ${quote(name)}, which a service may read as one`);
    seen.set(folded, name);
  }
}

/**
 * Checks that the fields of amount, token and recipient have plain values: a number, or a text that no reader trims or
 * drops.
 * @throws {Guarded} AMBIGUOUS_BODY; {BadInput} BAD_VALUE
 */
function checkPlainValues(fields: readonly (readonly [name: string, value: unknown])[]) {
  for (const [name, value] of fields) {
    if (typeof value !== 'string' && !isNumeric(value))
      throw ambiguous(`has ${kindOf(value)} in the field ${quote(name)}, which takes a text or a number`);
    if (typeof value === 'string' && isTrimmed(value))
      throw new BadInput(
        'BAD_VALUE',
        `The field ${quote(name)} is ${value.trim() === '' ? 'empty' : 'not plain text: a service may drop its spaces or invisible characters'}.`,
      );
  }
}
/**
 * Whether a text is empty, or a reader may shorten it: white space at an end, line breaks, control and invisible
 * characters.
 */
const isTrimmed = (text: string) =>
  text === '' || /^\s|\s$|[\n\t]/.test(text) || hidden.test(text) || replaceUnsafe(text, () => '') !== text;
/**
 * Characters that are drawn as nothing, even if they join letters: a reader may drop them. An emoji keeps its selector.
 */
const hidden = /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

const quote = (name: string) => JSON.stringify(name.slice(0, 60));
const kindOf = (value: unknown) => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  return typeof value === 'boolean' ? String(value) : typeof value === 'string' ? 'a text' : 'a number';
};

const ambiguous = (why: string): Guarded =>
  new Guarded(
    'AMBIGUOUS_BODY',
    `The body ${why}.`,
    'Give each field once, spelt as the call takes it: tuk api show SERVICE CALL',
  );

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
    `${service} ${kebab(name)} is a transfer and takes no query.`,
    'Give its fields with -f or --input.',
  );

/**
 * Checks that every JSON reader parses a body to the same request.
 * @throws {Guarded} AMBIGUOUS_BODY; {BadInput} BAD_VALUE
 */
function checkUnambiguous(fields: TransferFields, text: string | undefined, { body, names, fieldOf }: RequestFields) {
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
const hasField = (body: Row, field: string) => {
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
        `The field ${fieldOf(by) ?? by} says ${JSON.stringify(textIn(word).slice(0, 60))}, so tuk cannot know what leaves.`,
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
function checkAmount({ amount, decimals }: TransferFields, requestFields: RequestFields) {
  const text = plainText(requestFields, amount);
  if (text === undefined) return;
  amountOf(
    text,
    `The field ${requestFields.fieldOf(String(amount)) ?? amount}`,
    decimals === undefined ? undefined : 0,
  );
}
/** @throws {BadInput} BAD_VALUE */
function checkCount({ times: count }: TransferFields, requestFields: RequestFields) {
  const text = plainText(requestFields, count);
  if (text === undefined || isCount(text)) return;
  throw new BadInput(
    'BAD_VALUE',
    `The field ${requestFields.fieldOf(String(count)) ?? count} must be a whole number of at least 1, not ${JSON.stringify(text.slice(0, 90))}.`,
  );
}
/** Whether a text is a whole number from 1 that fits a count. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/**
 * Checks an address by the forms of all networks; the verdict checks it by its own network.
 * @throws {BadInput} BAD_ADDRESS; {Guarded} MAY_BE_KEY, BAD_CHECKSUM, BURN_ADDRESS
 */
function checkRecipient({ to }: TransferFields, { paramValue }: RequestFields) {
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
