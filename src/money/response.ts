// Compares the response of a transfer with the promise: at the declared paths of its call (things/transfer), and in the
// fields that it repeats under the names of the request. A contradiction is an unknown outcome. A response without facts,
// or with a value that cannot be compared, is accepted, and a later read decides.

import { type Call, kebab, pathNames } from '../services/catalogue/define.js';
import { classOf, spelled } from '../services/catalogue/statuses.js';
import { isCancelling, isGoodEnd, isStatusName, reportedFailures, statusWord } from '../services/decode/outcome.js';
import { type Envelope, envelopesOf, partsOf } from '../services/decode/parts.js';
import { foldName } from '../services/fold-name.js';
import type { Response } from '../services/http/send.js';
import { asText, compact, isNothing, isNumeric, isRecord, isScalar, valueAt } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { declaredResponse } from '../things/operations.js';
import type { DeclaredResponse, TransferFields } from '../things/transfer.js';
import { asDeclared, type DeclaredPaths } from './as-declared.js';
import { anyOf, compareAmounts, compareValue, type ValueKind } from './comparison.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, plainNumber, plus, times, zero } from './decimal.js';
import type { RecordedFacts } from './operation.js';
import { isDollar } from './policy/at-most.js';
import type { Figures } from './policy/figures.js';
import { sameToken } from './policy/limits.js';
import { type Comparison, compareNetworks } from './policy/network-names.js';
import type { Recipient } from './policy/recipients.js';
import type { RequestFields } from './request-fields.js';

/** The facts that were promised of a transfer before it was sent. A missing fact is not compared. */
export interface PromisedFacts {
  readonly call: Call;
  readonly fields: Pick<TransferFields, 'amount' | 'decimals' | 'times' | 'token' | 'to' | 'networks' | 'fee'>;
  readonly requestFields: RequestFields;
  /** The figures of the receipt, in whole tokens. */
  readonly figures: Pick<Figures, 'leaves' | 'fee' | 'atMost'>;
  readonly recipient: Recipient | undefined;
  /** The decimals of the token, if they are known. */
  readonly decimals: number | undefined;
  /** By parameter of the request: the id by which a service answers for the thing that the parameter names. */
  readonly ids: Readonly<Record<string, string>>;
  /** The networks of the transfer, by the names of platform 3.1. */
  readonly networks: readonly string[];
  /** The recorded amount and its token, and `limits.fee` in the token of the fee, in whole tokens. */
  readonly recorded: Pick<RecordedFacts, 'amount' | 'token' | 'feeLimit'>;
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
interface ResponseFacts extends PromisedFacts {
  readonly response: unknown;
  /** The response as it came. */
  readonly original: unknown;
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
  const findings = findingsOf(compared);
  const problems = [
    ...failures(compared),
    ...(end?.is === 'bad' ? [end.reason] : []),
    ...malformed(compared),
    ...findings.flatMap(({ result, says, promised }) =>
      result === 'different' ? [`${says}, and ${short(promised)} was asked for`] : [],
    ),
    ...higherFee(compared),
    ...(most?.is === 'over' ? [most.reason] : []),
  ];
  if (problems.length > 0) {
    const sentence = `${what}, but ${[...new Set(problems)].join('; ')}. Whether it was done as requested is not known.`;
    return { outcome: 'contradicts', sentence, cancel: cancelLine(compared), higher: higherAmount(compared) };
  }
  const unlike = findings.find(({ result }) => result === 'not comparable');
  const why =
    missing(compared) ??
    end?.reason ??
    most?.reason ??
    (unlike && `${unlike.says}, which cannot be compared with ${short(unlike.promised)}`);
  return why === undefined ? { outcome: 'done' } : { outcome: 'accepted', why };
}

function compare(promised: PromisedFacts, original: unknown): ResponseFacts {
  const { call, fields } = promised;
  const declared = declaredResponse(call.service, call.name) ?? undeclared;
  const response = isRecord(original) ? asDeclared(original, declaredPaths(declared, promised)) : original;
  const text = (path: string | undefined) => textIn(valueIn(response, path));
  const whole = (path: string | undefined) => amountOf(text(path), declared.amounts === 'base' ? fields.decimals : 0);
  const pieces = amountOf(text(declared.quantity)) ?? amountOf(requested(promised, fields.times)) ?? one;
  const [total, single] = [whole(declared.amount), whole(declared.price)];
  const paid = [
    ...(total ? [{ label: 'amount', text: text(declared.amount)!, number: total }] : []),
    ...(single ? [{ label: 'a price of', text: text(declared.price)!, number: times(single, pieces) }] : []),
  ];
  return { ...promised, response, original, declared, text, paid };
}
/** The declared paths of a response, for its record in any form. */
const declaredPaths = (declared: DeclaredResponse, { call, fields }: PromisedFacts): DeclaredPaths => ({
  paths: pathsOf(declared),
  roles: {
    ...(declared.id === undefined ? {} : { [declared.id]: 'id' }),
    ...(declared.status === undefined ? {} : { [declared.status.at]: 'status' }),
  },
  amount: declared.amount ?? declared.price,
  token: declared.token,
  amounts: [declared.amount, declared.price, declared.fee].filter((path) => path !== undefined),
  decimals: declared.amounts === 'base' ? (fields.decimals ?? 0) : 0,
  of: { calls: [call.name], isStatus: (word) => isStatusOf(declared, word) },
});
const isStatusOf = ({ status }: DeclaredResponse, word: string): boolean =>
  status !== undefined && classOf(status.list, spelled(status.list, statusWord(word))) !== 'unknown';

/** For a call outside the table. */
const undeclared: DeclaredResponse = { known: 'assumed', amounts: 'whole' };
const one: Decimal = { units: 1n, places: 0 };

/** The value at a path, objects all the way. */
const valueIn = (response: unknown, path: string | undefined): unknown =>
  path?.split('.').reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), response);
/** The texts at a path whose last name may be in another spelling: `receiver_id` for `receiverId`. */
function spellingsIn(response: unknown, path: string): readonly string[] {
  const [, inner, name = ''] = /^(?:(.*)\.)?([^.]*)$/.exec(path) ?? [];
  const record = inner === undefined ? response : valueIn(response, inner);
  return !isRecord(record)
    ? []
    : Object.entries(record).flatMap(([other, value]) =>
        foldName(other) === foldName(name) ? (textIn(value) ?? []) : [],
      );
}
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
function failures(compared: ResponseFacts): readonly string[] {
  const { call, original: response, requestFields } = compared;
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
function askedEnd(compared: ResponseFacts): string | undefined {
  const { asked } = compared.declared.status ?? {};
  return asked && requested(compared, asked.field) === asked.word ? asked.end : undefined;
}

/** The reading of the status; undefined for a status by which the call was done or has begun. */
function endOf(
  compared: ResponseFacts,
): { readonly is: 'bad' | 'done before' | 'accepted'; readonly reason: string } | undefined {
  const { status } = compared.declared;
  const stated = compared.text(status?.at) ?? '';
  if (status === undefined) return undeclaredEnd(compared);
  if (stated === '') return undefined;
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
/** A status without a declaration: only the word of a good end says that the call was done. */
function undeclaredEnd({ original }: ResponseFacts): { readonly is: 'accepted'; readonly reason: string } | undefined {
  const states = envelopesOf(original).flatMap(({ record }) =>
    Object.entries(record).filter(([name, value]) => isStatusName(name) && typeof value === 'string'),
  );
  const open = states.find(([, word]) => !isGoodEnd(String(word)));
  return open && { is: 'accepted', reason: `it says ${open[0]}: ${short(String(open[1]))}, which is no known end` };
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
function malformed({ response, declared, text }: ResponseFacts): readonly string[] {
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

/** A value that the response states beside the promised one. */
interface Finding {
  /** The beginning of a sentence: `it says recipient "KIM"`. */
  readonly says: string;
  readonly promised: string;
  readonly result: Comparison;
}

/** The comparisons of all promised facts that the response states, in it and in its envelopes. */
const findingsOf = (compared: ResponseFacts): readonly Finding[] =>
  envelopesOf(compared.original).flatMap((envelope) => [
    ...declaredFindings(compared, envelope.prefix),
    ...repeatedFindings(compared, envelope),
  ]);

/** Compares a stated value with the promised ones; an empty one is not known and not compared. */
function finding(
  label: string,
  stated: string | undefined,
  promised: readonly string[],
  compare: (promised: string, stated: string) => Comparison,
): readonly Finding[] {
  const expected = promised.filter((text) => text !== '');
  if (stated === undefined || expected.length === 0) return [];
  const result = anyOf(expected.map((text) => compare(text, stated)));
  return [{ says: `it says ${label} ${short(stated)}`, promised: expected[0]!, result }];
}
const as = (kind: ValueKind) => (promised: string, stated: string) => compareValue(kind, promised, stated);

/** The facts at the declared paths. In an envelope, which is not declared, the unit of an amount is unknown. */
function declaredFindings(compared: ResponseFacts, prefix: string): readonly Finding[] {
  const { declared, fields, figures, paid, response } = compared;
  const text = (path: string | undefined) =>
    path === undefined ? undefined : textIn(valueIn(response, `${prefix}${path}`));
  const { amount } = declared;
  const ofEnvelope =
    prefix === '' || amount === undefined
      ? []
      : finding('amount', text(amount), [figures.leaves?.amount ?? ''], inAnyUnit(compared));
  const ofResponse = (prefix === '' ? paid : []).flatMap(({ label, text, number }) =>
    finding(label, text, [figures.leaves?.amount ?? ''], (promised) => {
      const leaves = amountOf(promised);
      return leaves ? compareAmounts(leaves, number, 'whole') : 'not comparable';
    }),
  );
  return [
    ...ofEnvelope,
    ...ofResponse,
    ...finding('quantity', text(declared.quantity), [requested(compared, fields.times)], as('number')),
    ...finding('currency', text(declared.token), [figures.leaves?.token ?? ''], as('token')),
    ...finding('recipient', text(declared.to), namesOf(compared), as(recipientKind(compared))),
    ...(declared.toNames ?? []).flatMap((path) =>
      spellingsIn(response, `${prefix}${path}`).flatMap((stated) =>
        finding(path, stated, namesOf(compared), as(recipientKind(compared))),
      ),
    ),
    ...(declared.networks ?? []).flatMap((path) =>
      finding('network', text(path), compared.networks, networksOf(compared)),
    ),
    ...Object.entries(declared.same ?? {}).flatMap(([path, name]) =>
      finding(path, text(path), [requested(compared, name), compared.ids[name] ?? ''], as('id')),
    ),
  ];
}

/** Compares an amount in an unknown unit with a promised one, in whole tokens. */
const inAnyUnit =
  ({ fields, decimals }: ResponseFacts) =>
  (promised: string, stated: string): Comparison => {
    const [leaves, number] = [amountOf(promised), amountOf(stated.trim())];
    return leaves && number ? compareAmounts(leaves, number, 'unknown', fields.decimals ?? decimals) : 'not comparable';
  };
/** Compares networks. The service says which of its networks it uses, if the call names only the chain. */
const networksOf = ({ fields }: ResponseFacts) => {
  const mayBeTest = fields.networks?.some((location) => typeof location === 'object' && 'constant' in location);
  return (promised: string, stated: string) => compareNetworks(stated, promised, mayBeTest);
};
/** All names of the promised recipient: as the request has it, and the id of the service. */
const namesOf = (compared: ResponseFacts): readonly string[] => {
  const { recipient, fields } = compared;
  return [recipient?.id ?? '', requested(compared, fields.to?.at), recipient?.userId ?? ''];
};
const recipientKind = ({ fields }: ResponseFacts): ValueKind => (fields.to?.kind === 'address' ? 'address' : 'user');

/**
 * The fields that a record repeats under their names in the request, outside the declared paths. The id of a record is
 * its own, and not that of the request.
 */
function repeatedFindings(compared: ResponseFacts, { prefix, record }: Envelope): readonly Finding[] {
  const { declared } = compared;
  const paths = [...pathsOf(declared), ...(declared.otherMeaning ?? [])];
  const shown = foldName(declared.shows?.split('.').at(-1) ?? '');
  const isAt = (name: string, declaredPaths: readonly string[] = []) =>
    declaredPaths.some((path) => `.${prefix}${name}`.endsWith(`.${path}`));
  const isCompared = (name: string, stated: unknown) =>
    foldName(name) === shown || isAt(name, paths) || (isScalar(stated) && isAt(name, declared.toNames));
  return requestValues(compared).flatMap(({ param, field, value }) =>
    Object.entries(record).flatMap(([name, stated]) => {
      const isOfField = foldName(name) === foldName(field);
      const isRepeated = isOfField || foldName(name) === foldName(param);
      if (!isRepeated || isNothing(stated) || isCompared(name, stated)) return [];
      if (isScalar(stated))
        return finding(name, textIn(stated) ?? asText(stated), ...promisedAt(compared, param, value));
      return isOfField || param === compared.fields.to?.at
        ? [{ says: `it says ${name} ${short(compact(stated))}`, promised: value, result: 'not comparable' }]
        : [];
    }),
  );
}

/** The plain fields of the request: of its body, and of its path but for the id of its object. */
function requestValues({ call, requestFields: { body, names, fieldOf, paramValue } }: ResponseFacts) {
  const ofBody = Object.entries(body).map(([field, value]) => ({
    param: names.find((name) => fieldOf(name) === field) ?? field,
    field,
    value,
  }));
  const ofPath = pathNames(call.path).map((name) => ({ param: name, field: name, value: paramValue(name) }));
  return [...ofBody, ...ofPath]
    .filter(({ field, value }) => foldName(field) !== 'id' && isScalar(value))
    .map((one) => ({ ...one, value: textIn(one.value) ?? asText(one.value) }))
    .filter(({ value }) => value !== '');
}

/** The promised values of a field of the request, and how a stated one is compared with them. */
function promisedAt(
  compared: ResponseFacts,
  param: string,
  value: string,
): readonly [promised: readonly string[], compare: (promised: string, stated: string) => Comparison] {
  const { fields, figures, networks, ids } = compared;
  if (param === fields.amount) return [[figures.leaves?.amount ?? value], inAnyUnit(compared)];
  if (param === fields.to?.at) return [[value, ...namesOf(compared)], as(recipientKind(compared))];
  if (fields.networks?.includes(param)) return [[...networks, value], networksOf(compared)];
  if (param === 'currency' || fields.token?.includes(param)) return [[value, figures.leaves?.token ?? ''], as('token')];
  return [[value, ids[param] ?? ''], as('text')];
}

/** The fee that the response states, in whole tokens. */
const statedFee = ({ declared, text, fields }: ResponseFacts): Decimal | undefined =>
  amountOf(text(declared.fee), declared.amounts === 'base' ? fields.decimals : 0);

/** A fee above the fee of the receipt, and a fee above `limits.fee`, if the limit is in its token. */
function higherFee(compared: ResponseFacts): readonly string[] {
  const { figures, recorded } = compared;
  const fee = statedFee(compared);
  if (fee === undefined) return [];
  const token = figures.fee?.token ?? figures.leaves?.token ?? '';
  const inToken = (amount: string) => `${amount} ${token}`.trim();
  const over = (label: string, most: string | undefined) =>
    most !== undefined && isMore(fee, decimalOf(most)!)
      ? [`it takes a fee of ${inToken(decimalText(fee))}, and ${label} ${inToken(most)}`]
      : [];
  return [...over('the receipt said', figures.fee?.amount), ...over('limits.fee is', recorded.feeLimit)];
}

/**
 * The cost by the response, a fee on top included, against --at-most; a cost that was unknown before also against the
 * amount that limits.unknown admitted: over it, or not compared.
 */
function besideMost(
  compared: ResponseFacts,
): { readonly is: 'over' | 'not compared'; readonly reason: string } | undefined {
  const { declared, text, paid, fields, figures, recorded } = compared;
  const { atMost, leaves } = figures;
  const admitted = leaves === undefined ? recorded : {};
  const { amount, token } = atMost ?? admitted;
  const isStated = declared.amount !== undefined || declared.price !== undefined || leaves !== undefined;
  if (amount === undefined || token === undefined || !isStated) return undefined;
  const bound = `${atMost ? '--at-most says' : 'limits.unknown admits'} ${short(`${amount} ${token}`)}`;
  const unit = text(declared.token) ?? leaves?.token;
  const isOneUnit = unit === undefined || sameToken(unit, token) || (isDollar(unit) && isDollar(token));
  const fee =
    fields.fee?.from !== 'amount' && sameToken(figures.fee?.token ?? unit, unit) ? statedFee(compared) : undefined;
  const asked = amountOf(leaves?.amount);
  const [first, ...others] = paid.length > 0 ? paid.map(({ number }) => number) : asked ? [asked] : [];
  if (first === undefined)
    return { is: 'not compared', reason: `its cost could not be read in the response, and ${bound}` };
  const cost = plus(
    others.reduce((most, number) => (isMore(number, most) ? number : most), first),
    fee ?? zero,
  );
  const reason = `it says ${short(`${decimalText(cost)} ${unit ?? ''}`.trim())}, and ${bound}`;
  if (isOneUnit && isMore(cost, decimalOf(amount)!)) return { is: 'over', reason };
  // a known cost in another unit was compared by prices before it was sent
  return leaves !== undefined || (isOneUnit && unit !== undefined) ? undefined : { is: 'not compared', reason };
}

/** The missing part of a response, as the end of a sentence: all of its declared fields, or a public one. */
function missing({ response, declared, text }: ResponseFacts): string | undefined {
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

function cancelLine({ declared: { cancel }, text }: ResponseFacts): string | undefined {
  const id = text(cancel?.id) ?? '';
  return /^[\w-]+$/.test(id) ? `tuk ${cancel!.line} ${id}` : undefined;
}

function higherAmount({ paid, recorded }: ResponseFacts): string | undefined {
  const counted = decimalOf(recorded.amount ?? '');
  if (counted === undefined) return undefined;
  const highest = paid.reduce((most, { number }) => (isMore(number, most) ? number : most), counted);
  return highest === counted ? undefined : decimalText(highest);
}

const short = (text: string): string => JSON.stringify(text.slice(0, 120));
