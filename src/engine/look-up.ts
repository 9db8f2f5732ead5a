// Looks an operation up after its response: by the id in its response, else by amount, recipient and time. Field names that are not public are not needed.

import { type Decimal, decimalOf, decimalText, plus } from '../money/decimal.js';
import type { Operation } from '../money/ledger.js';
import { parseRequestFields, type RequestFields } from '../money/policy/facts.js';
import { isSame } from '../money/policy/recipients.js';
import { type ParamSource, type StateRead, stateReads } from '../money/state-reads.js';
import { transferFields } from '../money/transfer-fields.js';
import { catalogue, isService } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { Failure } from '../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { listing } from '../ui/format/listing.js';

/** How far the clocks may be apart, and how long after its request an operation may appear, milliseconds. */
const skew = 2 * 60_000;
const appearsWithin = 15 * 60_000;
/** The age from which the absence of an operation says that it was not done: no server works on a request for so long. Milliseconds. */
const settlingTime = 10 * 60_000;

/** What the service shows of an operation. */
export type Sighting =
  /** Its row, its status where it has one, and what was compared. */
  | { readonly kind: 'seen'; readonly row: Row; readonly status: string | undefined; readonly compared: readonly string[] }
  /** A row with its id that says something else, as the end of a sentence. */
  | { readonly kind: 'contradicts'; readonly row: Row; readonly why: string }
  /** Several rows that may be it, or one that may be another operation's. */
  | { readonly kind: 'ambiguous'; readonly rows: readonly Row[] }
  /** No row. `conclusive`: the list is complete and reaches back beyond it. */
  | { readonly kind: 'absent'; readonly conclusive: boolean };

/** The read that shows the state of one operation, with the parameters that it needs. */
export interface PreparedLookUp {
  readonly statusList: StatusList;
  readonly read: StateRead;
  readonly params: Readonly<Record<string, string>>;
  /** Finds the operation in the response of the read. `operations`: those of its call, one of which a row may be instead. `now`: epoch milliseconds. */
  readonly find: (text: string, operations: readonly Operation[], now: number) => Sighting;
}

/**
 * Prepares the read that shows the state of an operation; nothing where no endpoint shows it, or where nothing that it is known by was recorded.
 * @param fieldNames the profile's names of fields that are not public
 */
export async function prepareLookUp(
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
): Promise<PreparedLookUp | undefined> {
  const call = isService(operation.service) ? (await catalogue(operation.service)).calls[operation.call] : undefined;
  if (!call) return undefined;
  const requestFields = await parseRequestFields(call, operation, fieldNames).catch((error: unknown) => {
    if (error instanceof Failure || error instanceof SyntaxError) return undefined; // redacted, or not readable
    throw error;
  });
  const known: Known = { operation, answers: [operation.answer, operation.found].map(parsed), requestFields };
  const { statusList, reads } = stateReads(operation.service, operation.call);
  for (const read of reads) {
    const params = paramsOf(read, known);
    if (!params || (read.rows && idOf(read, known) === undefined && amountsOf(known).length === 0)) continue;
    return { statusList, read, params, find: (text, all, now) => findIn(parsed(text), read, known, all, now) };
  }
  return undefined;
}

/** What is recorded of an operation. */
interface Known {
  readonly operation: Operation;
  readonly answers: readonly unknown[];
  readonly requestFields: RequestFields | undefined;
}
function parsed(text: string | undefined): unknown {
  try {
    return parseLossless(text || 'null');
  } catch {
    return undefined;
  }
}
const textAt = (answers: readonly unknown[], path: string): string | undefined =>
  answers.map((answer) => valueAt(answer, path)).flatMap((value) => (isScalar(value) && asText(value) !== '' ? [asText(value)] : []))[0];

function paramsOf({ params = {} }: StateRead, known: Known): Record<string, string> | undefined {
  const values = Object.entries(params).map(([name, source]) => [name, sourceValue(source, known)] as const);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values as [string, string][]);
}
function sourceValue(source: ParamSource, { answers, requestFields }: Known): string | undefined {
  if ('constant' in source) return source.constant;
  const value =
    'request' in source
      ? asText(requestFields?.paramValue(source.request))
      : (source.answer.map((path) => textAt(answers, path)).find((text) => text !== undefined) ?? '');
  return value === '' || value.startsWith('-') ? undefined : value;
}
const idOf = ({ rows }: StateRead, { answers }: Known): string | undefined => (rows ? textAt(answers, rows.answer) : undefined);

function findIn(response: unknown, read: StateRead, known: Known, operations: readonly Operation[], now: number): Sighting {
  if (!read.rows) return findOne(response, read, known, now);
  const rivals = operations.filter(({ id: one }) => one !== known.operation.id);
  const rows = listing(response)?.rows ?? [];
  const id = idOf(read, known);
  const byId = id === undefined ? undefined : rows.find((row) => asText(valueAt(row, read.rows!.id)) === id);
  if (byId) return compared(byId, read, known);
  const isSigned = rows.some((row) => signOf(row) === 'out');
  const matching = rows.filter((row) => matches(row, read, known) && (!isSigned || read.sign === undefined || signOf(row) === read.sign));
  if (matching.length === 0) return { kind: 'absent', conclusive: isConclusive(rows, read, known, now) };
  const own = matching.filter((row) => !rivals.some((rival) => namesRow(rival, row)));
  const others = rivals.filter((rival) => isRival(rival, read, known) && !matching.some((row) => namesRow(rival, row)));
  const [row] = own;
  if (!row || own.length !== 1 || others.length > 0) return { kind: 'ambiguous', rows: matching };
  return seen(row, read, factsIn(row, read, known));
}

/** Finds the operation in the response of a read of one thing. */
function findOne(response: unknown, read: StateRead, known: Known, now: number): Sighting {
  const row = isRecord(response) ? response : {};
  const status = valueAt(row, read.status);
  const absent: Sighting = { kind: 'absent', conclusive: read.complete === true && status === null && isSettled(known, now) };
  if (isNothing(status) || read.before?.includes(asText(status))) return absent;
  const times = timesIn(row);
  if (times.length > 0 && !times.some((at) => at >= Date.parse(known.operation.at) - skew)) return { kind: 'absent', conclusive: false };
  return compared(row, read, known);
}

/** A row that is known to be the operation's: what it says must be what was asked for. */
function compared(row: Row, read: StateRead, known: Known): Sighting {
  const amounts = amountsOf(known);
  const shown = amountFields(row);
  if (amounts.length > 0 && shown.length > 0 && !shown.some((amount) => isOneOf(amount, row, amounts, read)))
    return { kind: 'contradicts', row, why: `it says an amount of ${decimalText(shown[0]!)}, and ${amounts[0]} was asked for` };
  const other = otherAddress(row, known);
  if (other !== undefined) return { kind: 'contradicts', row, why: `it says ${other}, and ${known.operation.recipient} was asked for` };
  return seen(row, read, ['id', ...factsIn(row, read, known)]);
}

function seen(row: Row, { status, existing }: StateRead, facts: readonly string[]): Sighting {
  const value = valueAt(row, status);
  return { kind: 'seen', row, status: isNothing(value) ? existing : asText(value), compared: facts };
}

/** The facts of the operation that a row shows. */
const factsIn = (row: Row, read: StateRead, known: Known): string[] => [
  ...(amountFields(row).some((amount) => isOneOf(amount, row, amountsOf(known), read)) ? ['amount'] : []),
  ...(namesRecipient(row, known) ? ['recipient'] : []),
  ...(isInTime(row, read, known) ? ['time'] : []),
];

/** Whether a row may be the operation: the same amount, in time, and no other recipient. */
const matches = (row: Row, read: StateRead, known: Known): boolean =>
  amountFields(row).some((amount) => isOneOf(amount, row, amountsOf(known), read)) &&
  isInTime(row, read, known) &&
  otherAddress(row, known) === undefined;

function isInTime(row: Row, { late }: StateRead, { operation }: Known): boolean {
  const at = Date.parse(operation.at);
  return timesIn(row).some((time) => time >= at - skew && (late === true || time <= at + appearsWithin));
}

const isSettled = ({ operation }: Known, now: number): boolean => now - Date.parse(operation.settledAt ?? operation.at) >= settlingTime;
function isConclusive(rows: readonly Row[], { complete }: StateRead, known: Known, now: number): boolean {
  const reachesBack = rows.some((row) => timesIn(row).some((time) => time < Date.parse(known.operation.at) - skew));
  return complete === true && reachesBack && isSettled(known, now);
}

/** Another operation of the ledger that the same rows may show. */
function isRival(rival: Operation, { late }: StateRead, { operation }: Known): boolean {
  const apart = Date.parse(rival.at) - Date.parse(operation.at);
  const isNear = apart >= -appearsWithin - skew && (late === true || apart <= appearsWithin + skew);
  return (
    isNear &&
    rival.service === operation.service &&
    rival.call === operation.call &&
    rival.amount === operation.amount &&
    (rival.recipient ?? '') === (operation.recipient ?? '') &&
    /^(done|accepted|unknown|sending)$/.test(rival.outcome)
  );
}
/** Whether what is recorded of another operation has the id, the hash or the exact time of a row. */
function namesRow({ answer = '', found = '' }: Operation, row: Row): boolean {
  const own = leaves(row).flatMap(([name, text]) =>
    (/id$|hash$/i.test(name) && text.length > 5) || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d/.test(text) ? [text] : [],
  );
  return own.some((text) => `${answer} ${found}`.includes(JSON.stringify(text)));
}

const maxDepth = 3;
/** The texts and numbers in a row, each with the name of its field. */
function leaves(value: unknown, depth = maxDepth): (readonly [name: string, text: string])[] {
  if (!isRecord(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, field]) => (isScalar(field) ? [[name, asText(field)] as const] : leaves(field, depth - 1)));
}

const amountNames = /amount|value|price|total|points|quantity/i;
const otherAmounts = /fee|balance|after|before|left|max|min|valuat|usd|rate|decimal/i;
/** The amounts in a row, without their signs: a service may list a debit below 0. */
const amountFields = (row: Row): Decimal[] =>
  leaves(row).flatMap(([name, text]) =>
    amountNames.test(name) && !otherAmounts.test(name) ? (decimalOf(text.replace(/^-/, '')) ?? []) : [],
  );
/** Whether a row takes or gives: its amount is below 0 or not. */
const signOf = (row: Row): 'in' | 'out' =>
  leaves(row).some(([name, text]) => amountNames.test(name) && !otherAmounts.test(name) && /^-\d/.test(text)) ? 'out' : 'in';
/** The amounts that the operation is known by: in whole tokens, and as the request had it. */
function amountsOf({ operation, requestFields, answers }: Known): string[] {
  const at = transferFields[`${operation.service} ${operation.call}`]?.amount;
  const requested = typeof at === 'string' ? asText(requestFields?.paramValue(at)) : '';
  const known = [operation.amount, requested].filter((text) => text !== undefined && decimalOf(text) !== undefined) as string[];
  const answered = textAt(answers, 'amount');
  return known.length > 0 ? known : answered !== undefined && decimalOf(answered) ? [answered] : [];
}
/** Whether an amount of a row is one of those, or one of those and the fee that the row names, where the list may add it. */
function isOneOf(amount: Decimal, row: Row, amounts: readonly string[], { mayHoldFee }: StateRead): boolean {
  const fees = mayHoldFee
    ? leaves(row).flatMap(([name, text]) => (/fee/i.test(name) ? (decimalOf(text.replace(/^-/, '')) ?? []) : []))
    : [];
  return amounts
    .flatMap((text) => decimalOf(text) ?? [])
    .some((wanted) => [wanted, ...fees.map((fee) => plus(wanted, fee))].some((one) => decimalText(one) === decimalText(amount)));
}

const recipientNames = /^(to|recipient|receiver|address|destination|payee)$|(to|recipient|receiver)_?(address|id|user|userid)$/i;
const recipientsIn = (row: Row): string[] =>
  leaves(row).flatMap(([name, text]) => (recipientNames.test(name) && text !== '' ? [text] : []));
const namesRecipient = (row: Row, { operation: { recipient } }: Known): boolean =>
  recipient !== undefined && recipientsIn(row).some((one) => isSame(one, recipient));
/** The address that a row names instead of the recipient; users have several names, so only addresses differ for certain. */
function otherAddress(row: Row, known: Known): string | undefined {
  const { recipient, service, call } = known.operation;
  if (recipient === undefined || transferFields[`${service} ${call}`]?.to?.kind !== 'address' || namesRecipient(row, known))
    return undefined;
  return recipientsIn(row).find((one) => one.length >= recipient.length / 2);
}

/** The times in a row, epoch milliseconds. */
const timesIn = (row: Row): number[] =>
  leaves(row).flatMap(([, text]) => {
    const at = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(at) ? [] : [at];
  });
