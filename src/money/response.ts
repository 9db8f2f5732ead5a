// Compares the response of a transfer with the promise, at the declared paths of its call (things/transfer) and nowhere
// else. A contradiction is an unknown outcome; a response without facts is accepted, and a later read decides.

import { type Call, kebab } from '../services/catalogue/define.js';
import { classOf, spelled } from '../services/catalogue/statuses.js';
import type { Response } from '../services/http/send.js';
import { asText, compact, isId, isNothing, isNumeric, isRecord, isScalar, valueAt } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { isCancelling, reportedFailures, statusWord } from '../services/reported-failure.js';
import { partsOf } from '../services/response-parts.js';
import { declaredResponse } from '../things/operations.js';
import type { DeclaredResponse, TransferFields } from '../things/transfer.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, plainNumber, times } from './decimal.js';
import type { RecordedFacts } from './operation.js';
import { isDollar } from './policy/at-most.js';
import type { Figures } from './policy/figures.js';
import { sameToken } from './policy/limits.js';
import { isSameNetwork } from './policy/network-names.js';
import { isSame, type Recipient } from './policy/recipients.js';
import type { RequestFields } from './request-fields.js';

/** The facts that were promised of a transfer before it was sent. A missing fact is not compared. */
export interface PromisedFacts {
  readonly call: Call;
  readonly fields: Pick<TransferFields, 'decimals' | 'times' | 'networks'>;
  readonly requestFields: RequestFields;
  /** The figures of the receipt, in whole tokens. */
  readonly figures: Pick<Figures, 'leaves' | 'fee' | 'atMost'>;
  readonly recipient: Recipient | undefined;
  /** The networks of the transfer, by the names of platform 3.1. */
  readonly networks: readonly string[];
  /** The recorded amount, and `limits.fee` in the token of the fee, in whole tokens. */
  readonly recorded: Pick<RecordedFacts, 'amount' | 'feeLimit'>;
}

/** The outcome by a response. A sentence is whole; `why` is the end of a sentence. */
export type Reading =
  | { readonly outcome: 'done' }
  /** The request was accepted, and no more is known. */
  | { readonly outcome: 'accepted'; readonly why: string }
  /** An earlier call has carried out the request, and this call moved nothing. */
  | { readonly outcome: 'done before'; readonly sentence: string }
  | {
      readonly outcome: 'contradicts';
      readonly sentence: string;
      /** The command line that cancels the operation, if there is one. */
      readonly cancel: string | undefined;
      /** The highest stated amount, in whole tokens, if it is more than the recorded one. */
      readonly higher: string | undefined;
    };

/** The promised facts, and the facts of the response at its declared paths. */
interface Comparison extends PromisedFacts {
  readonly response: unknown;
  readonly declared: DeclaredResponse;
  /** The text or number at a path, as text; undefined for any other value. */
  readonly text: (path: string | undefined) => string | undefined;
  /** The paid amounts, in whole tokens: by the amount, and by the price of all pieces. */
  readonly paid: readonly { readonly label: string; readonly text: string; readonly number: Decimal }[];
}

/**
 * Reads the response of a transfer. Pure.
 * @throws {SyntaxError} for a text that is not JSON
 */
export function readResponse(promised: PromisedFacts, { text, status }: Pick<Response, 'text' | 'status'>): Reading {
  const { call } = promised;
  const compared = compare(promised, text.trim() === '' ? undefined : parseLossless(text));
  const end = endOf(compared);
  const what = `${call.service} ${kebab(call.name)} was answered ${status}`;
  if (end?.is === 'done before') {
    const sentence = `${what}, and ${end.reason}: the request was carried out before; this call moved nothing.`;
    return { outcome: 'done before', sentence };
  }
  const most = besideMost(compared);
  const problems = [
    ...failures(compared),
    ...(end?.is === 'bad' ? [end.reason] : []),
    ...malformed(compared),
    ...differences(compared),
    ...higherFee(compared),
    ...(most?.is === 'over' ? [most.reason] : []),
  ];
  if (problems.length > 0) {
    const sentence = `${what}, but ${[...new Set(problems)].join('; ')}. Whether it was done as requested is not known.`;
    return { outcome: 'contradicts', sentence, cancel: cancelLine(compared), higher: higherAmount(compared) };
  }
  const why = missing(compared) ?? end?.reason ?? most?.reason;
  return why === undefined ? { outcome: 'done' } : { outcome: 'accepted', why };
}

function compare(promised: PromisedFacts, response: unknown): Comparison {
  const { call, fields } = promised;
  const declared = declaredResponse(call.service, call.name) ?? undeclared;
  const text = (path: string | undefined) => textIn(valueIn(response, path));
  const whole = (path: string | undefined) => amountOf(text(path), declared.amounts === 'base' ? fields.decimals : 0);
  const pieces = amountOf(text(declared.quantity)) ?? amountOf(requested(promised, fields.times)) ?? one;
  const [total, single] = [whole(declared.amount), whole(declared.price)];
  const paid = [
    ...(total ? [{ label: 'amount', text: text(declared.amount)!, number: total }] : []),
    ...(single ? [{ label: 'a price of', text: text(declared.price)!, number: times(single, pieces) }] : []),
  ];
  return { ...promised, response, declared, text, paid };
}
/** For a call outside the table. */
const undeclared: DeclaredResponse = { known: 'assumed', amounts: 'whole' };
const one: Decimal = { units: 1n, places: 0 };

/** The value at a path, objects all the way. */
const valueIn = (response: unknown, path: string | undefined): unknown =>
  path?.split('.').reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), response);
const textIn = (value: unknown): string | undefined =>
  isNumeric(value) ? plainNumber(asText(value)) : typeof value === 'string' ? value : undefined;
/** An amount without its sign, since a service may write a debit with a sign. */
const amountOf = (text = '', decimals = 0): Decimal | undefined => {
  const number = decimalOf(text.replace(/^-/, ''));
  return number && fromBase(number, decimals);
};
/** The value of a parameter in the request, or of a field of its body. */
const requested = ({ requestFields }: PromisedFacts, name: unknown): string =>
  typeof name === 'string' ? (textIn(requestFields.paramValue(name) ?? valueAt(requestFields.body, name)) ?? '') : '';

/** The failures that a 2xx reports anywhere in its body. */
function failures(compared: Comparison): readonly string[] {
  const { call, response, requestFields } = compared;
  const kind = isCancelling(call) || askedEnd(compared) !== undefined ? 'cancels' : 'changes';
  const requestTexts = new Set(textsWithin(requestFields.body));
  const isEcho = (text: string) => requestTexts.has(text);
  return reportedFailures(response, partsOf(response), kind, { isEcho });
}
const textsWithin = (value: unknown): readonly string[] =>
  isScalar(value)
    ? [asText(value)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsWithin)
      : [];

/** The bad end that the request asks for, as a cancellation does. */
function askedEnd(compared: Comparison): string | undefined {
  const { asked } = compared.declared.status ?? {};
  return asked && requested(compared, asked.field) === asked.word ? asked.end : undefined;
}

/** The reading of the status; undefined for a status by which the call was done or has begun. */
function endOf(
  compared: Comparison,
): { readonly is: 'bad' | 'done before' | 'accepted'; readonly reason: string } | undefined {
  const { status } = compared.declared;
  const stated = compared.text(status?.at) ?? '';
  if (status === undefined || stated === '') return undefined;
  const word = spelled(status.list, statusWord(stated));
  if (word === askedEnd(compared)) return undefined;
  const kind = classOf(status.list, word);
  const reason = `it says ${status.at.split('.').at(-1)}: ${short(stated)}`;
  if (kind === 'bad') return { is: status.repeats ? 'done before' : 'bad', reason };
  if (status.notYet?.includes(word)) return { is: 'accepted', reason: `${reason}, by which it has not been done` };
  if (kind === 'unknown' && word !== plainSuccess)
    return { is: 'accepted', reason: `${reason}, which no public list of its statuses has` };
  return undefined;
}
/** The word of a plain success (platform 12.2: SimpleResponseDto). */
const plainSuccess = 'OK';

/** All declared paths. */
function pathsOf(declared: DeclaredResponse): readonly string[] {
  const { id, status, amount, price, quantity, token, to, fee, networks = [], same = {}, shows } = declared;
  const all = [id, status?.at, amount, price, quantity, token, to, fee, shows, ...networks, ...Object.keys(same)];
  return [...new Set(all.filter((path) => path !== undefined))];
}

/** Declared fields of an impossible form: an object for a text, a text for an amount. */
function malformed({ response, declared, text }: Comparison): readonly string[] {
  const amounts = [declared.amount, declared.price, declared.quantity, declared.fee];
  return pathsOf(declared).flatMap((path) => {
    const value = valueIn(response, path);
    if (isNothing(value)) return [];
    if (text(path) === undefined) return [`it says ${path} ${short(compact(value))}, which is not a text`];
    return amounts.includes(path) && amountOf(text(path)) === undefined
      ? [`it says ${path} ${short(text(path)!)}, which is not an amount`]
      : [];
  });
}

/** Another amount, quantity, unit, recipient, network or thing than was promised. */
function differences(compared: Comparison): readonly string[] {
  const { declared, text, paid, figures, fields, recipient, networks } = compared;
  // the service says which of its networks
  const mayBeTest = fields.networks?.some((location) => typeof location === 'object' && 'constant' in location);
  const leaves = amountOf(figures.leaves?.amount);
  return [
    ...paid.flatMap(({ label, text, number }) =>
      leaves && !isEqual(number, leaves)
        ? [`it says ${label} ${short(text)}, and ${short(figures.leaves!.amount)} was asked for`]
        : [],
    ),
    ...differs('quantity', text(declared.quantity), [requested(compared, fields.times)], isSameNumber),
    ...differs('currency', text(declared.token), [figures.leaves?.token ?? ''], isSameUnit),
    ...differs('recipient', text(declared.to), [recipient?.kind === 'address' ? recipient.id : ''], isSame),
    ...(declared.networks ?? []).flatMap((path) =>
      differs('network', text(path), networks, (a, b) => isSameNetwork(a, b, mayBeTest)),
    ),
    ...Object.entries(declared.same ?? {}).flatMap(([path, name]) =>
      differs(path, text(path), [requested(compared, name)], isSameThing),
    ),
  ];
}
/** @param promised the right values; an empty value is not known and not compared */
function differs(
  label: string,
  stated: string | undefined,
  promised: readonly string[],
  isRight: (stated: string, promised: string) => boolean,
): readonly string[] {
  const expected = promised.filter((text) => text !== '');
  if (stated === undefined || expected.length === 0 || expected.some((text) => isRight(stated, text))) return [];
  return [`it says ${label} ${short(stated)}, and ${short(expected[0]!)} was asked for`];
}
const isEqual = (a: Decimal, b: Decimal): boolean => decimalText(a) === decimalText(b);
const isSameNumber = (stated: string, promised: string): boolean => {
  const [a, b] = [amountOf(stated), amountOf(promised)];
  return a === undefined || b === undefined || isEqual(a, b);
};
/** The form of an id. A thing may have a number or a name beside its long id: ids of two forms are not compared. */
const formOf = (text: string): string => (/^\d+$/.test(text) ? 'number' : isId(text) ? 'long' : 'word');
const isSameThing = (stated: string, promised: string): boolean => {
  if (stated === '' || formOf(stated) !== formOf(promised)) return true;
  return (
    stated.toLowerCase() === promised.toLowerCase() ||
    (formOf(stated) === 'number' && BigInt(stated) === BigInt(promised))
  );
};
const isSameUnit = (stated: string, promised: string): boolean =>
  formOf(stated) !== formOf(promised) || sameToken(stated.trim(), promised);

/** A fee above the fee of the receipt, and a fee above `limits.fee`, if the limit is in its token. */
function higherFee({ declared, text, fields, figures, recorded }: Comparison): readonly string[] {
  const fee = amountOf(text(declared.fee), declared.amounts === 'base' ? fields.decimals : 0);
  if (fee === undefined) return [];
  const token = figures.fee?.token ?? figures.leaves?.token ?? '';
  const inToken = (amount: string) => `${amount} ${token}`.trim();
  const over = (label: string, most: string | undefined) =>
    most !== undefined && isMore(fee, decimalOf(most)!)
      ? [`it takes a fee of ${inToken(decimalText(fee))}, and ${label} ${inToken(most)}`]
      : [];
  return [...over('the receipt said', figures.fee?.amount), ...over('limits.fee is', recorded.feeLimit)];
}

/** The paid amount against --at-most, if no amount was promised: over it, or not compared in another unit. */
function besideMost({
  declared,
  text,
  paid,
  figures: { atMost, leaves },
}: Comparison): { readonly is: 'over' | 'not compared'; readonly reason: string } | undefined {
  if (atMost === undefined || leaves !== undefined) return undefined;
  const unit = text(declared.token);
  const isComparable =
    unit === undefined || sameToken(unit, atMost.token) || (isDollar(unit) && isDollar(atMost.token));
  const over = isComparable ? paid.find(({ number }) => isMore(number, decimalOf(atMost.amount)!)) : paid[0];
  if (over === undefined) return undefined;
  const reason = `it says ${short(`${decimalText(over.number)} ${unit ?? ''}`.trim())}, and --at-most says ${short(`${atMost.amount} ${atMost.token}`)}`;
  return { is: isComparable ? 'over' : 'not compared', reason };
}

/** The missing part of a response, as the end of a sentence: all of its declared fields, or a public one. */
function missing({ response, declared, text }: Comparison): string | undefined {
  if (response === undefined || response === '') return 'the response is empty';
  const json = compact(response);
  if (/^(null|\{\}|\[\])$/.test(json)) return `the response is empty (${json})`;
  if (!isRecord(response)) return `the response is only ${json.slice(0, 120)}`;
  const { known, amount, token, to, id } = declared;
  const isMissing = (path: string) => (text(path) ?? '') === '';
  const needed = [amount, token, to, id].filter((path) => path !== undefined);
  const absent = known === 'public' ? needed.filter(isMissing) : [];
  if (absent.length > 0) return `the response has no ${absent.join(', ')}`;
  return pathsOf(declared).every(isMissing) ? 'the response has none of the fields that are known of it' : undefined;
}

function cancelLine({ declared: { cancel }, text }: Comparison): string | undefined {
  const id = text(cancel?.id) ?? '';
  return /^[\w-]+$/.test(id) ? `tuk ${cancel!.line} ${id}` : undefined;
}

function higherAmount({ paid, recorded }: Comparison): string | undefined {
  const counted = decimalOf(recorded.amount ?? '');
  if (counted === undefined) return undefined;
  const highest = paid.reduce((most, { number }) => (isMore(number, most) ? number : most), counted);
  return highest === counted ? undefined : decimalText(highest);
}

const short = (text: string): string => JSON.stringify(text.slice(0, 120));
