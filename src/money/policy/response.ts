// Compares the answer of a call that moves value with its request: an answer that contradicts it is an unknown outcome, not a success.

import type { Context } from '../../cli/context.js';
import { nextLine } from '../../cli/next-command.js';
import { kebab } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { type Decimal, decimalOf, fromBase, isMore, textOf } from '../decimal.js';
import { limitFor, limitsOf, sameToken } from '../limits.js';
import { isSame } from '../recipients.js';
import type { Place } from '../transfer-fields.js';
import type { Decision } from './evaluate.js';
import { type Carried, carriedIn, finderOf } from './extract.js';

/** What contradicts a request in its answer, as a sentence; and the command line that cancels the operation, where there is one. */
export interface Contradiction {
  readonly sentence: string;
  readonly cancel: string | undefined;
}

/**
 * Finds what in an answer contradicts the request: a failure told with a 2xx, another amount, unit or recipient, a higher fee than the receipt or
 * `limits.fee` has, and, where its shape is publicly known, what it does not say; nothing for an answer that fits.
 */
export async function contradiction(
  context: Context,
  { of: { call, move } }: Decision,
  request: HttpRequest,
  { text, status }: Response,
): Promise<Contradiction | undefined> {
  const answer: unknown = text === '' || call.as !== 'json' ? undefined : parseLossless(text);
  const carried = await carriedIn(context, call, request);
  const compared: Compared = { context, carried, move, answer, parts: partsOf(answer) };
  const problems = [...failures(compared), ...missing(compared), ...differences(compared), ...(await higherFee(compared))];
  if (problems.length === 0) return undefined;
  const sentence = `${call.service} ${kebab(call.name)} was answered ${status}, but ${problems.join('; ')}. Whether it was done as asked is not known.`;
  return { sentence, cancel: cancelLine(compared) };
}

interface Compared {
  readonly context: Context;
  readonly carried: Carried;
  readonly move: Decision['of']['move'];
  readonly answer: unknown;
  /** The objects that may say something of it: the answer, and those directly in it. */
  readonly parts: readonly Row[];
}
function partsOf(answer: unknown): readonly Row[] {
  const one: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  return isRecord(one) ? [one, ...Object.values(one).filter(isRecord)] : [];
}

/** A failure that is told in the body of a 2xx. */
function failures({ parts }: Compared): string[] {
  const [answer = {}] = parts;
  const says = (name: string, part: Row = answer) => `it says ${name}: ${short(asText(part[name]))}`;
  const isError = (value: unknown) =>
    !isNothing(value) && value !== false && value !== '' && asText(value) !== '' && asText(value) !== '{}';
  return [
    ...parts.flatMap((part) => ['success', 'ok'].filter((name) => asText(part[name]) === 'false').map((name) => says(name, part))),
    ...parts.flatMap((part) => ['error', 'errors'].filter((name) => isError(part[name])).map((name) => says(name, part))),
    ...['status'].filter((name) => /^(error|fail|failure|failed)$/i.test(asText(answer[name]))).map((name) => says(name)),
    ...['statusCode'].filter((name) => /^[45]\d\d$/.test(asText(answer[name]))).map((name) => says(name)),
  ];
}

/** Whether an answer whose shape is publicly known says nothing of what is known to stand in it. */
function missing({ move, answer }: Compared): string[] {
  const { cancel: _, ...places } = move.answer ?? {};
  const known = Object.values(places);
  if (known.length === 0 || known.some((place) => !isNothing(valueAt(answer, place)))) return [];
  return [`it has none of ${known.join(', ')}, which the answer to this call is known to have`];
}

/** Where the answer names another amount, count, unit or recipient than the request. */
function differences(compared: Compared): string[] {
  const { move, carried, parts, answer } = compared;
  const inParts = (...names: readonly (string | undefined)[]): unknown[] => {
    const wanted = new Set(names.flatMap((name) => (name === undefined ? [] : [name.split('.').at(-1)!])));
    return [...wanted].flatMap((name) => parts.map((part) => part[name]));
  };
  const found = (place: string | undefined): unknown[] => (place === undefined ? [] : [valueAt(answer, place)]);
  const check = (
    what: string,
    place: Place | undefined,
    values: readonly unknown[],
    same: (said: string, asked: string) => boolean,
  ): string[] => {
    const asked = typeof place === 'string' ? asText(carried.carries(place)) : '';
    if (asked === '') return [];
    const other = values.find((value) => isScalar(value) && asText(value) !== '' && !same(asText(value), asked));
    return other === undefined ? [] : [`it says ${what} ${short(asText(other))}, and ${short(asked)} was asked for`];
  };
  const field = (place: Place | undefined) => (typeof place === 'string' ? (carried.fieldOf(place) ?? place) : undefined);
  const { to } = move;
  const addressNames = to?.kind === 'address' ? ['toAddress', 'recipient', 'recipientAddress'] : [];
  return [
    ...check('amount', move.amount, [...inParts(field(move.amount), 'amount'), ...found(move.answer?.amount)], isAmount(move.decimals)),
    ...check('quantity', move.times, inParts(field(move.times)), isAmount()),
    ...(move.token ?? []).flatMap((place) => check('currency', place, [...inParts(field(place)), ...found(move.answer?.token)], isUnit)),
    ...check('recipient', to?.at, [...inParts(field(to?.at), ...addressNames), ...found(move.answer?.to)], isSame),
  ];
}

/** Whether two texts are one amount, whatever its sign: a ledger of the service may tell it as what left. */
const isAmount =
  (decimals = 0) =>
  (said: string, asked: string): boolean => {
    const [one, other] = [decimalOf(said.replace(/^-/, '')), decimalOf(asked)];
    if (!one || !other) return said === asked;
    return textOf(one) === textOf(other) || textOf(one) === textOf(fromBase(other, decimals));
  };
/** Whether two texts may name one unit; an id that is no symbol is not compared. */
const isUnit = (said: string, asked: string): boolean => !/^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(said) || sameToken(said, asked);

/** Where a fee in the answer, the highest of several, is above the one of the receipt, or above `limits.fee`. */
async function higherFee({ context, carried, move, answer, parts }: Compared): Promise<string[]> {
  const { fee } = move;
  const said = [valueAt(answer, move.answer?.fee ?? 'feeAmount'), ...parts.flatMap((part) => [part.feeAmount, part.fee])]
    .flatMap((value) => decimalOf(asText(value)) ?? [])
    .reduce<Decimal | undefined>((highest, value) => (highest && !isMore(value, highest) ? highest : value), undefined);
  if (!fee || !said) return [];
  const find = finderOf(context, carried);
  const told = decimalOf((await find(fee.amount)) ?? '');
  const token = await find(fee.token);
  const inTokens = (amount: Decimal) => `${textOf(fromBase(amount, fee.decimals ?? 0))} ${token ?? ''}`.trim();
  const limit = limitFor(limitsOf(context.settings.of.limits).fee ?? [], token);
  const most = limit?.token === undefined ? undefined : limit.most;
  return [
    ...(told && isMore(said, told) ? [`it takes a fee of ${inTokens(said)}, and the receipt said ${inTokens(told)}`] : []),
    ...(most && isMore(fromBase(said, fee.decimals ?? 0), most)
      ? [`it takes a fee of ${inTokens(said)}, and limits.fee is ${textOf(most)} ${token ?? ''}`]
      : []),
  ];
}

function cancelLine({ context, move, answer }: Compared): string | undefined {
  const { id, line } = move.answer?.cancel ?? {};
  const value = id === undefined ? '' : asText(valueAt(answer, id));
  return /^[\w-]+$/.test(value) ? nextLine(context, `tuk ${line} ${value}`) : undefined;
}

const short = (text: string): string => JSON.stringify(text.slice(0, 120));
