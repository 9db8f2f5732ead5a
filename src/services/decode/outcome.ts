// Finds a reported failure in the body of a 2xx response: a flag, an error, a bad final status.

import { type Call, kebab } from '../catalogue/define.js';
import { isAssumedBad, statusLists } from '../catalogue/statuses.js';
import { foldName } from '../fold-text.js';
import { type Failure, idHint, Refused, ServerFailure } from '../http/errors.js';
import { asText, compact, isNothing, isRecord, isScalar, type Row } from '../json-value.js';
import { parseLossless } from '../lossless-number.js';
import { errorBy, isOkBy, type Mapped } from './map.js';
import { partsOf } from './parts.js';
import { reasonIn } from './reason.js';
import {
  besideNames,
  callNames,
  endNames,
  envelopeNames,
  errorNames,
  failureNames,
  isBeside,
  isBesideName,
  listNames,
  messageNames,
  problemNames,
  recordNames,
  rowsIn,
  successNames,
} from './rows.js';

/**
 * The ends of names of a status. Names that begin with `otherStatuses` belong to another thing, or to an earlier
 * status.
 */
const statusEnds = /((?<!e)state|status|phase|outcome|stage|verdict|progress|result|resultcode|statustext|statuscode)$/;
const otherStatuses =
  /^(previous|prev|last|old|next|initial|before|user|sender|account|app|kyc|address|country|home|ui|server|driver|vehicle|station|charger|network|chain|connection|session|member|http)/;

/** Whether a field of this name may have the status of an operation: `txState`, `claimStatus`, `result`. */
export const isStatusName = (name: string): boolean =>
  statusEnds.test(foldName(name)) && !otherStatuses.test(foldName(name));
/** A time or a flag of an undone operation: `cancelledAt`, `isRejected`. */
const undoneNames =
  /^(is|was|has)?(been)?(cancell?ed|refunded|failed|rejected|reversed|reverted|voided|declined|denied|aborted)(at|on|time|date)?$/;
/** The cause of an undone operation: `refundedBy`, `reversalId`. */
const undoerNames =
  /^(cancell?ed|refunded|rejected|reversed|reverted|voided)by(id)?$|^(refund|reversal|chargeback)(tx|transaction|request|payment)?id$/;

/**
 * The kind of a call: `changes` begins or changes an operation, `cancels` expects a cancelled operation, `reads` asks
 * for a state or a single value.
 */
type CallKind = 'changes' | 'cancels' | 'reads';
/** The context of a call that moves value. */
export interface OfMoney {
  /** Whether a text was in the request: an echo of a person's text does not say how the call ended. */
  readonly isEcho: (text: string) => boolean;
}

/**
 * The failures that a response reports, as parts of a sentence.
 * @param parts the objects of its operation
 * @param money for calls that move value: messages and the times of undone operations count too
 */
export function reportedFailures(
  data: unknown,
  parts: readonly Row[],
  kind: CallKind,
  money?: OfMoney,
): readonly string[] {
  return [
    ...(kind === 'reads' ? [] : bareFailures(data)),
    ...headersOf(data).flatMap((part) => [
      ...fieldFailures(part, 'reads'),
      ...(money ? messageFailures(part, money) : []),
    ]),
    ...parts.flatMap((part) => [
      ...fieldFailures(part, kind),
      ...(isErrorObject(part) ? [statement('code', part)] : []),
      ...(money ? [...undoneFields(part, kind), ...messageFailures(part, money)] : []),
    ]),
  ];
}

/** The failure that a response reports by the map of the platform, as a part of a sentence. */
export const failuresBy = ({ map }: Mapped, data: unknown): readonly string[] =>
  isOkBy(map, data) === false ? [`it says ${short(errorBy(map, data) ?? reasonOf(data) ?? map!.ok!.at)}`] : [];

/** The fields that say that the operation was undone: a time, a flag, the id of its cause. */
const undoneFields = (part: Row, kind: CallKind = 'changes'): readonly string[] =>
  Object.entries(part).flatMap(([name, value]) => {
    const key = foldName(name);
    if (!undoneNames.test(key) && !undoerNames.test(key)) return [];
    return isFalse(value) || (kind === 'cancels' && /cancel|refund/.test(key)) ? [] : [statement(name, part)];
  });

/** The messages of a part that report a failure. Echoes, possibilities and announcements do not count. */
function messageFailures(part: Row, { isEcho }: OfMoney): readonly string[] {
  return Object.entries(part).flatMap(([name, value]) =>
    messageNames.has(foldName(name)) && isScalar(value) && !isEcho(asText(value)) && saysFailure(asText(value))
      ? [statement(name, part)]
      : [],
  );
}
const saysFailure = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .split(/[.!;\n]+/)
    .some((sentence) => failureWords.test(sentence.replace(noFailure, '')) && !conditional.test(sentence));
const failureWords =
  /\b(fail(s|ed|ure)?|errors?|exception|insufficient|invalid|denied|rejected|declined|refused|aborted|forbidden|unauthori[sz]ed|duplicate[ds]?|cancell?ed|refunded|reverted|expired|exceed(s|ed)?|unsuccessful(ly)?|blocked|unable|not enough|(could|can|was|were|is|are|has|have|did|do)( not|n[’']?t)( been)? (be )?(allow|permit|possible|done|complete|process|accept|sent|send|transfer|execute|perform|paid|pay|found|support|afford|go )\w*|not (allowed|permitted|possible|done|completed|processed|accepted|sent|transferred|executed|supported|paid)|nothing (was|has been|is) \w+|no (balance|funds))\b/i;
const noFailure =
  /\b(no|without|0|zero|never|not) (any )?(an )?(fail(ed|ure)?s?|errors?|exceptions?|cancell?ed|refunded|exceeded|expired|rejected|blocked|refused)\b/gi;
const conditional =
  /\b(if|may|might|unless|until|in case|when|whenever|once|can(not)? be (cancell?ed|refunded|reverted))\b/i;

/** Objects beside the subject of a response that may say how the call ended. */
function headersOf(data: unknown, depth = 0): readonly Row[] {
  if (!isRecord(data) || depth > maxHeaderDepth) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    isRecord(value) ? [...(headerNames.has(foldName(name)) ? [value] : []), ...headersOf(value, depth + 1)] : [],
  );
}
const headerNames = new Set(['meta', 'metadata', 'header', 'summary']);
const maxHeaderDepth = 3;
/** The rows of the lists in a response: each thing of a bulk change may have failed. */
function rowsWithin(data: unknown, depth = 0): readonly Row[] {
  if (depth > maxHeaderDepth) return [];
  if (Array.isArray(data))
    return data.flatMap((element) => (isRecord(element) ? [element] : rowsWithin(element, depth + 1)));
  return isRecord(data) ? Object.values(data).flatMap((value) => rowsWithin(value, depth + 1)) : [];
}

/**
 * The failure that a 2xx response reports; of a GET, only a failure in place of its data. `money/response` does this
 * for calls that move value.
 * @param isProblem whether its content type is that of an error (RFC 9457)
 */
export function reportedFailure(
  call: Call & Mapped,
  text: string,
  status: number,
  isProblem = false,
): Failure | undefined {
  if (text.trim() === '') return undefined;
  const data: unknown = parseLossless(text);
  // that a change has succeeded is said by a trusted map only
  if (isOkBy(call.map, data) === true && (call.map!.isTrusted || call.method === 'GET')) return undefined;
  if (call.method === 'GET') {
    return failureInPlaceOfData(call, status, data, isProblem);
  }
  const parts = partsOf(data);
  const kind = call.effect === 'none' ? 'reads' : isCancelling(call) ? 'cancels' : 'changes';
  const ofRows = kind === 'reads' ? [] : rowsWithin(data).flatMap((row) => fieldFailures(row, 'reads'));
  const problems = [
    ...new Set([
      ...failuresBy(call, data),
      ...(isProblem ? [`it is an error: ${reasonOf(data) ?? ''}`] : []),
      ...reportedFailures(data, parts, kind),
      ...ofRows,
    ]),
  ];
  if (problems.length === 0) return undefined;
  const reported = problems.join('; ');
  return new Refused(
    'refused',
    'REPORTED_FAILURE',
    `${call.service} ${kebab(call.name)} was answered ${status}, but ${reported}.`,
    call.effect === 'none' ? undefined : 'The service says that it was not done. Check it before you repeat it.',
    { service: call.service, call: call.name, status, said: reported },
  );
}
/** What a read was answered: data, a failure in its place, which may say that there is no such thing, or nothing beside words that no rule knows. */
type ReadOutcome =
  | { readonly is: 'ok' }
  | { readonly is: 'failure' | 'missing' | 'unclear'; readonly words: string | undefined };

/** The words of a plain success. */
const plainSuccess = /^(0+|2\d\d|ok|okay|success|succeeded|successful|done|complete|completed|true)$/i;
/** The statuses of an envelope that say a failure (JSend); a status of a thing is in capitals, as FAIL. */
const failedEnvelope = /^(?:error|fail|failed|failure|ERROR|Error)$/;

/**
 * The outcome of a read by the form of its response. A response with rows or with a field of a thing is data, whatever
 * its envelope says. An envelope that carries nothing is a failure if a flag, a code or an error says so, and unclear
 * if it has other words than those of a plain success.
 */
export function readOutcome(data: unknown): ReadOutcome {
  if (!isRecord(data) || Object.hasOwn(data, 'id')) return ok;
  const fields = envelopeFields(data).map(([name, value]) => [foldName(name), value] as const);
  const carriers = fields.filter(([name]) => isCarrier(name));
  const isEnvelope = fields.every(
    ([name, value]) =>
      isOfEnvelope(name) ||
      (isCarrier(name) ? isEmpty(value) || saysFailed(fields) : isEmpty(value) && !isNothing(value)),
  );
  if (!isEnvelope) return ok;
  const isFailure = fields.some(
    ([name, value]) =>
      (successNames.has(name) && saysNo(value)) ||
      (failureNames.has(name) && !isFalse(value)) ||
      (errorNames.has(name) && !isNoError(value)) ||
      (name === 'status' && isScalar(value) && failedEnvelope.test(asText(value))) ||
      (endNames.has(name) && isScalar(value) && isFailureCode(name, asText(value))),
  );
  const words = reasonOf(data);
  // an object of these names alone may be a thing: {"status": "UP"}, {"code": "SAVE10", "message": "10 % off"}
  const isCarried = carriers.length > 0 || fields.some(([, value]) => Array.isArray(value));
  if (isFailure || (isErrorObject(data) && (isCarried || isErrorCode(asText(data.code)))))
    return {
      is: fields.some(([name, value]) => endNames.has(name) && asText(value) === '404') ? 'missing' : 'failure',
      words,
    };
  const ends = fields
    .filter(([name, value]) => endNames.has(name) && isScalar(value))
    .map(([, value]) => asText(value));
  const isPlain = fields.some(([name, value]) => successNames.has(name) && isTrue(value)) || ends.some(isPlainSuccess);
  const other = ends.find((text) => !isPlainSuccess(text));
  if (!isCarried || (isPlain && other === undefined)) return ok;
  const message = words ?? other;
  return message === undefined || isPlainSuccess(message) ? ok : { is: 'unclear', words: message };
}
const ok: ReadOutcome = { is: 'ok' };
const reasonOf = (data: unknown): string | undefined => reasonIn(Buffer.from(compact(data)));

/**
 * The fields of an envelope. One that carries only an object without rows, such as `{items: []}`, has those of that
 * object too; what it carries is then empty.
 */
function envelopeFields(data: Row): readonly Field[] {
  const fields = Object.entries(data);
  const inner = fields.filter(([name, value]) => isRecord(value) && !isBesideName(name));
  const [hollow, ...others] = inner;
  if (hollow === undefined || others.length > 0 || !isHollow(hollow[1] as Row, 1)) return fields;
  return [...fields.filter((field) => field !== hollow), [carrierName, null], ...hollowFields(hollow[1] as Row)];
}
type Field = readonly [name: string, value: unknown];
const carrierName = 'data';
const mostHollow = 2;

/** Whether an object has an empty list, or null in its place, beside nothing but the fields of an envelope. */
const isHollow = (record: Row, depth: number): boolean => {
  const fields = Object.entries(record);
  const lists = fields.filter(([name, value]) => {
    if (isBesideName(name)) return false;
    if (isRecord(value)) return depth < mostHollow && isHollow(value, depth + 1);
    return Array.isArray(value) ? value.length === 0 : isNothing(value) && !isBeside([name, value]);
  });
  return lists.length === 1 && fields.every((field) => field === lists[0] || isBeside(field));
};
/** The fields of a hollow object, and of the one in it, that say a failure. */
const hollowFields = (record: Row): readonly Field[] =>
  Object.entries(record).flatMap(([name, value]): readonly Field[] => {
    if (isRecord(value) && !isBesideName(name)) return hollowFields(value);
    const key = foldName(name);
    const isEnd = successNames.has(key) || failureNames.has(key) || errorNames.has(key);
    return isEnd || (key === 'status' && isScalar(value) && failedEnvelope.test(asText(value))) ? [[name, value]] : [];
  });
const isPlainSuccess = (text: string) => plainSuccess.test(text.trim());
/** Whether a field may carry the data of an envelope. */
const isCarrier = (name: string) => recordNames.has(name) || listNames.has(name);
const isOfEnvelope = (name: string) =>
  [envelopeNames, besideNames, problemNames, errorNames, successNames, failureNames].some((names) => names.has(name));
const saysFailed = (fields: readonly (readonly [string, unknown])[]) =>
  fields.some(([name, value]) => name === 'status' && asText(value) === 'fail');
const isEmpty = (value: unknown) =>
  isNothing(value) || (typeof value === 'object' && !isScalar(value) && Object.keys(value as object).length === 0);

/** What a test of a read finds in its response; `words` name the field and what it says. */
export type Evidence =
  | { readonly is: 'data' | 'acknowledged' }
  | { readonly is: 'failure' | 'nothing'; readonly words: string };

/**
 * Judges a read as a test does: an envelope that says a failure is one whatever it carries, and an end of the call is no
 * data. A reader shows data, whatever stands beside it.
 * @param mayBeEmpty a list may have no rows
 */
export function evidenceIn(data: unknown, mayBeEmpty: boolean, depth = 0): Evidence {
  if (!isRecord(data)) return { is: 'data' };
  const fields = Object.entries(data).filter(([name, value]) => isCarrier(name) || !isNothing(value));
  const found = (is: 'failure' | 'nothing', name: string, verb: string): Evidence => {
    const { message } = data;
    const more =
      typeof message === 'string' && message !== '' && name !== 'message' ? `: ${message.slice(0, 200)}` : '';
    return { is, words: `${name}${verb}${more}` };
  };
  const failed = fields.find(([name, value]) => {
    const key = foldName(name);
    return (
      (successNames.has(key) && key !== 'accepted' && saysNo(value)) ||
      (errorNames.has(key) && !/reason/.test(key) && !isNoError(value))
    );
  });
  const carriers = fields.filter(([name]) => isCarrier(name));
  const filled = carriers.filter(([, value]) => !isEmpty(value) || (mayBeEmpty && Array.isArray(value)));
  const isEnvelope = fields.every(
    (field) => isCarrier(field[0]) || isOfEnvelope(foldName(field[0])) || isEndName(field[0]) || isBeside(field),
  );
  const says = isEnvelope ? fields.filter(([name, value]) => isScalar(value) && isEndName(name)) : [];
  const end =
    failed ??
    says.find(([name, value]) => {
      if (filled.some(([other]) => other !== name)) return name === 'status' && failedEnvelope.test(asText(value));
      return isFailureCode('code', asText(value)) || failedWord.test(statusWord(asText(value)));
    }) ??
    // the platform's own form of an error
    (typeof data.message === 'string' &&
    fields.every(([name]) => /^(message|code|statusCode|availableSince)$/.test(name))
      ? fields.find(([name]) => name === 'message')
      : undefined);
  if (end) return found('failure', end[0], `: ${asText(end[1]).slice(0, 120)}`);
  // an empty page says how many there are
  const isPage =
    carriers.some(([, value]) => Array.isArray(value)) && fields.some(([name]) => /^(total|count)/i.test(name));
  if (carriers.length > 0 && filled.length === 0 && isEnvelope && !isPage)
    return found(
      'nothing',
      carriers.map(([name]) => name).join(' and '),
      ` is ${isNothing(carriers[0]![1]) ? 'null' : 'empty'}`,
    );
  const [carried, ...others] = filled;
  if (carried && !isScalar(carried[1]))
    return isEnvelope && others.length === 0 && depth < 3
      ? evidenceIn(carried[1], mayBeEmpty, depth + 1)
      : { is: 'data' };
  const isEnd = ([name, value]: Field) =>
    (successNames.has(foldName(name)) || says.some(([said]) => said === name)) &&
    isPlainSuccess(asText(value)) &&
    !/^[A-Z]{3}/.test(asText(value));
  const isAcknowledged =
    fields.some(isEnd) && fields.every((field) => isEnd(field) || isNothing(field[1]) || isWordOfCall(field));
  return { is: isAcknowledged ? 'acknowledged' : 'data' };
}
/** Fields other than those of an envelope that may say, alone, how the call ended. */
const isEndName = (name: string) => /^(state|result|outcome)$/.test(name) || endNames.has(foldName(name));
const failedWord =
  /(^|_)(ERROR|EXCEPTION|FAIL(ED|URE)?|UNAVAILABLE|UNAUTHORI[SZ]ED|FORBIDDEN|DENIED|TIMEOUT|KO|NOK|DOWN|UNHEALTHY|MAINTENANCE)(_|$)/;
const isWordOfCall = ([name, value]: Field) =>
  isScalar(value) && [messageNames, callNames, problemNames].some((names) => names.has(foldName(name)));

/** The failure of a read that was answered with no data. Undefined for data. */
export function failureInPlaceOfData(
  call: Call & Mapped,
  status: number,
  data: unknown,
  isProblem = false,
): Failure | undefined {
  const isOk = isOkBy(call.map, data);
  if (isOk) return undefined;
  const outcome: ReadOutcome =
    isProblem || isOk === false
      ? { is: 'failure', words: errorBy(call.map, data) ?? reasonOf(data) }
      : readOutcome(data);
  if (outcome.is === 'ok') return undefined;
  const { words } = outcome;
  const what = outcome.is === 'unclear' ? 'with no data, and says what no rule knows' : 'but it reports a failure';
  const sentence = `${call.service} ${kebab(call.name)} was answered ${status}, ${what}${words ? `: ${short(words)}` : ''}.`;
  const where = { service: call.service, call: call.name, status, reason: words, said: words };
  return outcome.is === 'missing'
    ? new Refused('not-found', 'NOT_FOUND', sentence, idHint(call.path), where)
    : new ServerFailure(outcome.is === 'failure' ? 'REPORTED_FAILURE' : 'UNCLEAR_RESPONSE', sentence, where);
}

/** What an envelope says against the rows that it carries: a failure, or warnings. Undefined for nothing. */
export function reportedBeside({ map }: Mapped, text: string): string | undefined {
  const list = rowsIn(parseLossless(text), map);
  const bad = list?.beside.filter(([name, value]) => {
    const key = foldName(name);
    return (
      (successNames.has(key) && saysNo(value)) ||
      (failureNames.has(key) && !isFalse(value)) ||
      ((errorNames.has(key) || key === 'warnings') && !isNoError(value)) ||
      (key === 'status' && isScalar(value) && failedEnvelope.test(asText(value)))
    );
  });
  if (list === undefined || !bad?.[0] || list.elements.length === 0) return undefined;
  return reasonOf(Object.fromEntries(list.beside)) ?? bad.map(([name, value]) => `${name} ${asText(value)}`).join(', ');
}

/** Whether a call ends something: its response may then report a cancellation. */
export const isCancelling = ({ name }: Pick<Call, 'name'>): boolean => /cancel|refund/i.test(name);

function fieldFailures(part: Row, kind: CallKind): readonly string[] {
  const cancels = kind === 'cancels';
  return Object.entries(part).flatMap(([name, value]) => {
    const key = foldName(name);
    const isFailure =
      (successNames.has(key) && !isRecord(value) && !isTrue(value)) ||
      (failureNames.has(key) && !isFalse(value)) ||
      (errorNames.has(key) && !isNoError(value) && !(kind === 'reads' && /reason/.test(key))) ||
      (kind !== 'reads' && isStatusName(name) && isScalar(value) && isBadEnd(asText(value), cancels)) ||
      (endNames.has(key) && isScalar(value) && isFailureCode(key, asText(value)));
    return isFailure ? [statement(name, part)] : [];
  });
}
/**
 * HTTP statuses from 400, with or without two more digits, and codes below 0. `code` may be a voucher: only three
 * digits count there.
 */
const isFailureCode = (key: string, text: string) =>
  /^-0*[1-9]\d*$/.test(text) || (key === 'code' ? /^[45]\d\d$/ : /^[45]\d\d(\d\d)?$/).test(text);
const isTrue = (value: unknown) => /^(true|1|y|yes|ok|success|succeeded)$/i.test(asText(value).trim());
const isFalse = (value: unknown) =>
  isNothing(value) || /^(|0|0+|n|no|false|none|null|ok|success|\{\}|\[\])$/i.test(asText(value).trim());

/** Whether a flag is negative, as a value or as a text: `false`, `"no"`, `0`. A missing flag is not. */
export const saysNo = (value: unknown): boolean => !isNothing(value) && /^(0+|n|no|false)$/i.test(asText(value).trim());

/** Whether a member for an error says that there is no error: `null`, `""`, `0`, `"none"`. */
const isNoError = (value: unknown) =>
  isNothing(value) || /^(|0+|false|none|null|ok|success|\{\}|\[\])$/i.test(asText(value).trim());

/**
 * The failures of a response that is a single value or a list of values: a false value, or a text that reports a
 * failure.
 */
function bareFailures(data: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(data) ? data : [data];
  return values.flatMap((value) => {
    if (!isScalar(value) || asText(value) === '') return [];
    const text = asText(value);
    return /^(false|0|no)$/i.test(text) ||
      isBadEnd(text, false) ||
      /\b(error|exception|fail(ed|ure)?|insufficient|invalid|denied|rejected)\b/i.test(text)
      ? [`it says ${short(text)}`]
      : [];
  });
}

/** Whether an object is an error (platform 1.4): it has a code and a message, and nothing of an operation. */
function isErrorObject(part: Row) {
  const byName = new Map(Object.entries(part).map(([name, value]) => [foldName(name), value] as const));
  const [code, message] = [byName.get('code'), byName.get('message') ?? byName.get('msg')];
  if (!isScalar(code) || !isScalar(message)) return false;
  if (/^(0+|2\d\d|ok|success|succeeded|done)$/i.test(asText(code))) return false;
  return !byName.has('id') && !byName.has('amount') && (isNothing(byName.get('data')) || isErrorCode(asText(code)));
}
const isErrorCode = (text: string) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text) || /^[45]\d\d/.test(text);

/** A status in the spelling of the public lists: in capitals, with an underscore for spaces and hyphens. */
export const statusWord = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** Whether a status is a bad end: bad in every public list that has it (platform 1.4), or a word for a failure. */
function isBadEnd(text: string, cancels: boolean) {
  if (cancels && /cancel|refund/i.test(text)) return false;
  const word = statusWord(text);
  const isBad = (part: string) =>
    isAssumedBad(part) || /^(ERROR(ED)?|FAIL|REJECT|INSUFFICIENT|INVALID|VOID)$/.test(part);
  if (word === 'CANCEL' || word.split('_').some(isBad)) return true;
  const { RankingClaimResult: _claimed, ...lists } = statusLists; // an earlier claim is not a failure
  const classes = Object.values(lists).flatMap((list) =>
    Object.entries(list as Readonly<Record<string, readonly string[]>>).flatMap(([kind, words]) =>
      words.includes(word) ? [kind] : [],
    ),
  );
  return classes.length > 0 && classes.every((kind) => kind === 'bad');
}

/** Whether a status is a good end: of a public list, or a word of a plain success. */
export function isGoodEnd(text: string): boolean {
  const word = statusWord(text);
  if (plainSuccess.test(text.trim()) || /^(FULFILLED|SETTLED|EXECUTED|PROCESSED)$/.test(word)) return true;
  return Object.values(statusLists).some((list) =>
    (list as { readonly good?: readonly string[] }).good?.includes(word),
  );
}

const statement = (name: string, part: Row) => `it says ${short(name, 60).slice(1, -1)}: ${short(asText(part[name]))}`;
const short = (text: string, most = 120) => JSON.stringify(text.slice(0, most));
