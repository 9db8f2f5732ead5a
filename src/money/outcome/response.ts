// Judges the response of a transfer by its facts (money/compare): at the declared paths of its call (things/transfer), in
// its envelopes, and in the fields that it repeats under the names of the request; and by its end. A contradiction is an
// unknown outcome. A response without facts, or with a value that cannot be compared, is accepted, and a later read
// decides.

import { type Call, kebab, pathNames } from '../../services/catalogue/define.js';
import { classOf, spelled, wordsOf } from '../../services/catalogue/statuses.js';
import type { Mapped } from '../../services/decode/map.js';
import {
  failuresBy,
  isCancelling,
  isGoodEnd,
  isStatusName,
  reportedFailures,
  statusWord,
} from '../../services/decode/outcome.js';
import { type Envelope, envelopesOf, partsOf } from '../../services/decode/parts.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { foldName } from '../../services/fold-text.js';
import type { Response } from '../../services/http/send.js';
import { asText, compact, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { declaredResponse } from '../../things/operations.js';
import type { DeclaredResponse, TransferFields } from '../../things/transfer.js';
import {
  amountAt,
  amountFacts,
  type Comparer,
  decimalsIn,
  differs,
  type Fact,
  fact,
  factsOf,
  judged,
  networksOf,
  notTexts,
  type Paid,
  type Promised,
  paidIn,
  type Role,
  recipientKind,
  short,
  textIn,
  unclear,
  valueIn,
} from '../facts/compare.js';
import type { RequestFields } from '../facts/request-fields.js';
import { inDeclared, pathsOf, undeclared } from '../facts/response-facts.js';
import type { RecordedFacts, Settlement } from '../ledger/operation.js';
import { isDollar } from '../policy/at-most.js';
import type { Figures } from '../policy/outflow.js';
import { decimalOf, decimalText, isMore, plus, zero } from '../values/decimal.js';
import type { Recipient } from '../values/recipients.js';
import { sameToken } from '../values/token.js';

/** The facts that were promised of a transfer before it was sent. A missing fact is not compared. */
export interface PromisedFacts {
  readonly call: Call & Mapped;
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
  /** The recorded amount or its bound, and `limits.fee` in the token of the fee, in whole tokens. */
  readonly recorded: Pick<RecordedFacts, 'amount' | 'token' | 'atMost' | 'atMostToken' | 'feeLimit'>;
}

/** The outcome by a response. A sentence is whole; `why` is the end of a sentence; `cost` is what it states. */
export type Reading =
  | { readonly outcome: 'done'; readonly cost?: Cost | undefined }
  /** The request was accepted, and no more is known. */
  | { readonly outcome: 'accepted'; readonly why: string; readonly cost?: Cost | undefined }
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

type Cost = NonNullable<Settlement['cost']>;

/** The promised facts, and the facts of the response at its declared paths. */
interface ResponseFacts extends PromisedFacts {
  /** The response with its facts at their declared paths. */
  readonly response: unknown;
  /** The response as it came; as the map of the platform says that it reads. */
  readonly raw: unknown;
  readonly original: unknown;
  readonly declared: DeclaredResponse;
  readonly promised: Promised;
  /** The text or number at a path, as text; undefined for any other value. */
  readonly text: (path: string | undefined) => string | undefined;
  readonly paid: readonly Paid[];
}

/**
 * Reads the response of a transfer. Pure.
 * @throws {SyntaxError} for a text that is not JSON
 */
export function readResponse(promised: PromisedFacts, { text, status }: Pick<Response, 'text' | 'status'>): Reading {
  const { call } = promised;
  const compared = compare(promised, text.trim() === '' ? undefined : parseLossless(text));
  const what = `${call.service} ${kebab(call.name)} was answered ${status}`;
  const [end] = endOf(compared);
  if (end?.isRepeated) {
    const sentence = `${what}, and ${end.says}: the request was carried out before; this call moved nothing.`;
    return { outcome: 'done before', sentence };
  }
  const stated = statedFacts(compared);
  const { different, unlike } = judged([
    ...failures(compared),
    ...nothingIn(compared),
    ...(end ? [end] : []),
    ...notYetIn(compared, status),
    ...besideMost(compared),
    ...stated,
    ...absentIn(compared, stated),
  ]);
  const cost = costStated(compared);
  if (different.length === 0)
    return unlike ? { outcome: 'accepted', why: unlike.says, cost } : { outcome: 'done', cost };
  const problems = [...new Set(different.map(({ says }) => says))].join('; ');
  const sentence = `${what}, but ${problems}. Whether it was done as requested is not known.`;
  return { outcome: 'contradicts', sentence, cancel: cancelLine(compared), higher: higherAmount(compared) };
}

/** The cost by a response, if it was not known before; a cost of 0 states none. */
function costStated({ paid: [paid], declared, text, promised }: ResponseFacts): Cost | undefined {
  if (paid === undefined || paid.number.units === 0n || promised.amount !== undefined) return undefined;
  return { amount: decimalText(paid.number), token: paid.unit ?? (text(declared.token) || undefined) };
}

function compare(facts: PromisedFacts, raw: unknown): ResponseFacts {
  const { call, fields, figures, recipient, recorded } = facts;
  const declared = declaredResponse(call.service, call.name) ?? undeclared;
  const original = call.map?.isTrusted ? inOurNames(raw, call.map, false) : raw;
  const response = inDeclared(call.service, call.name, original);
  const pieces = requested(facts, fields.times);
  const promised: Promised = {
    fields,
    amount: figures.leaves?.amount,
    token: figures.leaves?.token,
    decimals: facts.decimals,
    recipients: [recipient?.id ?? '', requested(facts, fields.to?.at), recipient?.userId ?? ''],
    networks: facts.networks,
    feeToken: figures.fee?.token ?? figures.leaves?.token,
    fees: [
      ['the receipt said', figures.fee?.amount],
      ['limits.fee is', recorded.feeLimit],
    ],
    pieces,
  };
  const text = (path: string | undefined) => textIn(valueIn(response, path)) ?? amountAt(response, path)?.text;
  const paid = isRecord(response) ? paidIn(response, declared, decimalsIn(declared, fields), pieces) : [];
  return { ...facts, response, raw, original, declared, promised, text, paid };
}
/** The value of a parameter in the request, or of a field of its body. */
const requested = ({ requestFields }: PromisedFacts, name: unknown) =>
  typeof name === 'string' ? (textIn(requestFields.paramValue(name) ?? valueAt(requestFields.body, name)) ?? '') : '';

/** The failures that a 2xx reports anywhere in its body. */
function failures(compared: ResponseFacts): readonly Fact[] {
  const { call, raw: response, requestFields } = compared;
  const kind = isCancelling(call) || askedEnd(compared) !== undefined ? 'cancels' : 'changes';
  const requestTexts = new Set(textsWithin(requestFields.body));
  const isEcho = (text: string) => requestTexts.has(text);
  const byMap = call.map?.isTrusted ? failuresBy(call, response) : [];
  return [...byMap, ...reportedFailures(response, partsOf(response), kind, { isEcho })].map(differs);
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

/** The end that the status says; none for a status by which the call was done or has begun. */
function endOf(compared: ResponseFacts): readonly (Fact & { readonly isRepeated?: boolean })[] {
  const { status } = compared.declared;
  const stated = compared.text(status?.at) ?? '';
  if (status === undefined) return undeclaredEnd(compared);
  const word = spelled(status.list, statusWord(stated));
  if (stated === '' || word === askedEnd(compared)) return [];
  const kind = classOf(status.list, word);
  const says = `it says ${status.at.split('.').at(-1)}: ${short(stated)}`;
  if (kind === 'bad') return [{ ...differs(says), isRepeated: status.repeats && wordsOf(status.list).includes(word) }];
  if (status.notYet?.includes(word)) return [unclear(`${says}, by which it has not been done`)];
  return kind === 'unknown' && word !== plainSuccess
    ? [unclear(`${says}, which no public list of its statuses has`)]
    : [];
}
/** A status without a declaration: only the word of a good end says that the call was done. */
function undeclaredEnd({ original }: ResponseFacts): readonly Fact[] {
  const states = envelopesOf(original).flatMap(({ record }) =>
    Object.entries(record).filter(([name, value]) => isStatusName(name) && typeof value === 'string'),
  );
  const open = states.find(([, word]) => !isGoodEnd(String(word)));
  return open ? [unclear(`it says ${open[0]}: ${short(String(open[1]))}, which is no known end`)] : [];
}
/** What says, under any name, that the call has not been done yet: the status 202, a word, a flag. */
function notYetIn({ original, declared, requestFields }: ResponseFacts, status: number): readonly Fact[] {
  const isEcho = (text: string) => textsWithin(requestFields.body).includes(text);
  const open = envelopesOf(original).flatMap(({ prefix, record }) =>
    Object.entries(record).filter(([name, value]) => {
      const [key, text] = [foldName(name).replace(/^is/, ''), isScalar(value) ? asText(value).trim() : ''];
      const isFlag = notYetFlags.test(key) && /^(true|yes)$/i.test(text);
      const isUndone = doneFlags.test(key) && /^(false|no)$/i.test(text);
      const isWord = `${prefix}${name}` !== declared.status?.at && notYetWords.test(statusWord(text)) && !isEcho(text);
      return isFlag || isUndone || isWord;
    }),
  );
  const [first] = open;
  const says = first && `it says ${first[0]}: ${short(asText(first[1]))}, by which it has not been done yet`;
  return [...(status === 202 ? [unclear('202 says only that it was accepted')] : []), ...(says ? [unclear(says)] : [])];
}
const notYetWords =
  /^(PENDING|PROCESSING|IN_?PROGRESS|QUEUED|ENQUEUED|SCHEDULED|SUBMITTED|ACCEPTED|INITIATED|DEFERRED|WAITING|IN_REVIEW|UNDER_REVIEW|NOT_YET|RECEIVED_FOR_PROCESSING)$/;
const notYetFlags = /^(pending|processing|queued|inprogress|scheduled|deferred|waiting|async|asynchronous)$/;
const doneFlags = /^(done|completed?|processed|executed|settled)$/;

/** The word of a plain success (platform 12.2: SimpleResponseDto). */
const plainSuccess = 'OK';

/** The facts that the response states, in it and in its envelopes, of all that was promised. */
const statedFacts = (compared: ResponseFacts): readonly Fact[] =>
  envelopesOf(compared.original).flatMap((envelope) => {
    const { prefix } = envelope;
    const { declared, promised, ids, response } = compared;
    const record = (prefix === '' ? response : valueIn(response, prefix.slice(0, -1))) as Row;
    const same = declared.same ?? {};
    return [
      ...factsOf(promised, record, declared, prefix !== ''),
      ...(prefix === '' ? notTexts(record, pathsOf(declared)) : []),
      ...Object.entries(same).flatMap(([path, name]) =>
        fact('other', path, textIn(valueIn(record, path)), [requested(compared, name), ids[name]], 'id'),
      ),
      ...repeatedFacts(compared, envelope),
    ];
  });

/**
 * The fields that a record repeats under their names in the request, outside the declared paths. The id of a record is
 * its own, and not that of the request.
 */
function repeatedFacts(compared: ResponseFacts, { prefix, record }: Envelope): readonly Fact[] {
  const { declared } = compared;
  const shown = foldName(declared.shows?.split('.').at(-1) ?? '');
  const paths = [...pathsOf(declared), ...(declared.otherMeaning ?? []), ...(declared.toNames ?? [])];
  const isCompared = (name: string) =>
    foldName(name) === shown || paths.some((path) => `.${prefix}${name}`.endsWith(`.${path}`));
  return requestValues(compared).flatMap(({ param, field, value }) =>
    Object.entries(record).flatMap(([name, stated]) => {
      const isOfField = foldName(name) === foldName(field);
      const isRepeated = isOfField || foldName(name) === foldName(param);
      if (!isRepeated || isNothing(stated) || isCompared(name)) return [];
      if (!isScalar(stated) && !isOfField && param !== compared.fields.to?.at) return [];
      const own =
        param === compared.fields.amount ? amountFacts(compared.promised, record, { amount: name }, true) : [];
      if (own.length > 0) return own;
      const [role, expected, comparer] = repeatedAs(compared, param, value);
      return fact(role, name, isScalar(stated) ? (textIn(stated) ?? asText(stated)) : stated, expected, comparer);
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

/** The role of a field of the request, its promised values, and how a stated one is compared with them. */
function repeatedAs(
  { fields, networks, ids, promised }: ResponseFacts,
  param: string,
  value: string,
): readonly [Role, readonly (string | undefined)[], Comparer] {
  if (param === fields.amount) return ['amount', [promised.amount ?? value], 'number'];
  if (param === fields.to?.at) return ['recipient', [value, ...promised.recipients], recipientKind(promised)];
  if (fields.networks?.includes(param)) return ['network', [...networks, value], networksOf(fields)];
  if (param === 'currency' || fields.token?.includes(param)) return ['unit', [value, promised.token], 'token'];
  return ['other', [value, ids[param]], 'text'];
}

/**
 * The cost by the response, a fee on top included, against --at-most; a cost that was unknown before also against the
 * amount that limits.unknown admitted: over it, or not compared.
 */
function besideMost(compared: ResponseFacts): readonly Fact[] {
  const { declared, text, paid, response, fields, figures, recorded } = compared;
  const { atMost, leaves } = figures;
  const { amount, token } = atMost ?? { amount: leaves ? undefined : recorded.atMost, token: recorded.atMostToken };
  const isStated = declared.amount !== undefined || declared.price !== undefined || leaves !== undefined;
  if (amount === undefined || token === undefined || !isStated) return [];
  const bound = `${atMost ? '--at-most says' : 'limits.unknown admits'} ${short(`${amount} ${token}`)}`;
  const unit = paid[0]?.unit ?? text(declared.token) ?? leaves?.token;
  const isOneUnit = unit === undefined || sameToken(unit, token) || (isDollar(unit) && isDollar(token));
  const charged = amountAt(response, declared.fee, decimalsIn(declared, fields));
  const isOnTop = fields.fee?.from !== 'amount' && sameToken(charged?.unit ?? figures.fee?.token ?? unit, unit);
  const numbers = paid.length > 0 ? paid.map(({ number }) => number) : [decimalOf(leaves?.amount ?? '')];
  const [first, ...others] = numbers.filter((number) => number !== undefined);
  if (first === undefined) return [unclear(`its cost could not be read in the response, and ${bound}`)];
  const cost = plus(
    others.reduce((most, number) => (isMore(number, most) ? number : most), first),
    (isOnTop && charged?.number) || zero,
  );
  const says = `it says ${short(`${decimalText(cost)} ${unit ?? ''}`.trim())}, and ${bound}`;
  if (isOneUnit && isMore(cost, decimalOf(amount)!)) return [differs(says)];
  // a known cost in another unit was compared by prices before it was sent
  return leaves !== undefined || (isOneUnit && unit !== undefined) ? [] : [unclear(says)];
}

/** Why a response says nothing of its operation, if it does not. */
function nothingIn({ response, declared, text }: ResponseFacts): readonly Fact[] {
  const json = response === undefined ? '' : compact(response);
  if (json === '' || json === '""') return [unclear('the response is empty')];
  if (/^(null|\{\}|\[\])$/.test(json)) return [unclear(`the response is empty (${json})`)];
  if (!isRecord(response)) return [unclear(`the response is only ${json.slice(0, 120)}`)];
  return pathsOf(declared).some((path) => (text(path) ?? '') !== '')
    ? []
    : [unclear('the response has none of the fields that are known of it')];
}

/**
 * The facts without which an operation is not done: what was paid, if that was promised; of a public response also its
 * id, token and recipient.
 */
function absentIn({ declared, text, promised }: ResponseFacts, facts: readonly Fact[]): readonly Fact[] {
  const { known, amount, price, token, to, id } = declared;
  const isPaid = promised.amount === undefined || facts.some(({ role }) => role === 'amount');
  const absent = [amount ?? price, token, to, id].filter(
    (path, at) => path !== undefined && (known === 'public' ? (text(path) ?? '') === '' : at === 0 && !isPaid),
  );
  return absent.length > 0 ? [unclear(`the response has no ${absent.join(', ')}`)] : [];
}

function cancelLine({ declared: { cancel }, text }: ResponseFacts): string | undefined {
  const id = text(cancel?.id) ?? '';
  return /^[\w-]+$/.test(id) ? `tuk ${cancel!.line} ${id}` : undefined;
}

function higherAmount({ paid, recorded }: ResponseFacts): string | undefined {
  const counted = decimalOf(recorded.amount ?? recorded.atMost ?? '');
  if (counted === undefined) return undefined;
  const highest = paid.reduce((most, { number }) => (isMore(number, most) ? number : most), counted);
  return highest === counted ? undefined : decimalText(highest);
}
