// Compares the response of a transfer with its request: a response that contradicts it is an unknown outcome, not a success.

import type { Call } from '../../services/catalogue/define.js';
import { kebab } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore } from '../decimal.js';
import type { FactLocation } from '../transfer-fields.js';
import type { PolicyDependencies } from './dependencies.js';
import type { Facts } from './facts.js';
import { limitFor, parseLimits, sameToken } from './limits.js';
import { isSame } from './recipients.js';

/** A contradiction between request and response, as a sentence, and the command line that cancels the operation, where there is one. */
export interface Contradiction {
  readonly sentence: string;
  readonly cancel: string | undefined;
}

/**
 * Finds what contradicts the request in a response: a failure in the body of a 2xx, another amount, unit or recipient, a higher fee than that of the receipt or
 * of `limits.fee`, and missing fields where the shape is publicly known. @returns nothing for a response that agrees
 */
export async function findContradiction(
  call: Call,
  facts: Facts,
  { text, status }: Response,
  limits: PolicyDependencies['profile']['limits'],
): Promise<Contradiction | undefined> {
  const answer: unknown = text === '' || call.as !== 'json' ? undefined : parseLossless(text);
  const compared: Compared = { ...facts, limits, answer, parts: partsOf(answer) };
  const problems = [...failures(compared), ...missing(compared), ...differences(compared), ...(await higherFee(compared))];
  if (problems.length === 0) return undefined;
  const sentence = `${call.service} ${kebab(call.name)} was answered ${status}, but ${problems.join('; ')}. Whether it was done as requested is not known.`;
  return { sentence, cancel: cancelLine(compared) };
}

interface Compared extends Facts {
  readonly limits: PolicyDependencies['profile']['limits'];
  readonly answer: unknown;
  /** The objects that may have such fields: the response, and those directly in it. */
  readonly parts: readonly Row[];
}
function partsOf(answer: unknown): readonly Row[] {
  const single: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  return isRecord(single) ? [single, ...Object.values(single).filter(isRecord)] : [];
}

/** Failures in the body of a 2xx. */
function failures({ parts }: Compared): string[] {
  const [answer = {}] = parts;
  const statement = (name: string, part: Row = answer) => `it says ${name}: ${short(asText(part[name]))}`;
  const isError = (value: unknown) =>
    !isNothing(value) && value !== false && value !== '' && asText(value) !== '' && asText(value) !== '{}';
  return [
    ...parts.flatMap((part) => ['success', 'ok'].filter((name) => asText(part[name]) === 'false').map((name) => statement(name, part))),
    ...parts.flatMap((part) => ['error', 'errors'].filter((name) => isError(part[name])).map((name) => statement(name, part))),
    ...['status'].filter((name) => /^(error|fail|failure|failed)$/i.test(asText(answer[name]))).map((name) => statement(name)),
    ...['statusCode'].filter((name) => /^[45]\d\d$/.test(asText(answer[name]))).map((name) => statement(name)),
  ];
}

/** A response whose shape is publicly known, and that has none of its known fields. */
function missing({ fields, answer }: Compared): string[] {
  const { cancel: _, ...places } = fields.response ?? {};
  const known = Object.values(places);
  if (known.length === 0 || known.some((location) => !isNothing(valueAt(answer, location)))) return [];
  return [`it has none of ${known.join(', ')}, which the response to this call is known to have`];
}

/** Another amount, count, unit or recipient in the response than in the request. */
function differences(compared: Compared): string[] {
  const { fields: transferFields, requestFields, parts, answer } = compared;
  const inParts = (...names: readonly (string | undefined)[]): unknown[] => {
    const fieldNames = new Set(names.flatMap((name) => (name === undefined ? [] : [name.split('.').at(-1)!])));
    return [...fieldNames].flatMap((name) => parts.map((part) => part[name]));
  };
  const valuesAt = (location: string | undefined): unknown[] => (location === undefined ? [] : [valueAt(answer, location)]);
  const check = (
    label: string,
    location: FactLocation | undefined,
    values: readonly unknown[],
    isSameValue: (value: string, requested: string) => boolean,
  ): string[] => {
    const requested = typeof location === 'string' ? asText(requestFields.paramValue(location)) : '';
    if (requested === '') return [];
    const other = values.find((value) => isScalar(value) && asText(value) !== '' && !isSameValue(asText(value), requested));
    return other === undefined ? [] : [`it says ${label} ${short(asText(other))}, and ${short(requested)} was asked for`];
  };
  const field = (location: FactLocation | undefined) =>
    typeof location === 'string' ? (requestFields.fieldOf(location) ?? location) : undefined;
  const { to } = transferFields;
  const addressNames = to?.kind === 'address' ? ['toAddress', 'recipient', 'recipientAddress'] : [];
  return [
    ...check(
      'amount',
      transferFields.amount,
      [...inParts(field(transferFields.amount), 'amount'), ...valuesAt(transferFields.response?.amount)],
      isAmount(transferFields.decimals),
    ),
    ...check('quantity', transferFields.times, inParts(field(transferFields.times)), isAmount()),
    ...(transferFields.token ?? []).flatMap((location) =>
      check('currency', location, [...inParts(field(location)), ...valuesAt(transferFields.response?.token)], isUnit),
    ),
    ...check('recipient', to?.at, [...inParts(field(to?.at), ...addressNames), ...valuesAt(transferFields.response?.to)], isSame),
  ];
}

/** Whether two texts are the same amount, ignoring its sign: a service may list it as a debit. */
const isAmount =
  (decimals = 0) =>
  (value: string, requested: string): boolean => {
    const [single, other] = [decimalOf(value.replace(/^-/, '')), decimalOf(requested)];
    if (!single || !other) return value === requested;
    return decimalText(single) === decimalText(other) || decimalText(single) === decimalText(fromBase(other, decimals));
  };
/** Whether two texts may name one unit; an id that is no symbol is not compared. */
const isUnit = (value: string, requested: string): boolean => !/^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(value) || sameToken(value, requested);

/** A fee in the response, the highest of several, above that of the receipt, or above `limits.fee`. */
async function higherFee({ find, limits, fields: transferFields, answer, parts }: Compared): Promise<string[]> {
  const { fee } = transferFields;
  const value = [valueAt(answer, transferFields.response?.fee ?? 'feeAmount'), ...parts.flatMap((part) => [part.feeAmount, part.fee])]
    .flatMap((value) => decimalOf(asText(value)) ?? [])
    .reduce<Decimal | undefined>((highest, value) => (highest && !isMore(value, highest) ? highest : value), undefined);
  if (!fee || !value) return [];
  const expectedFee = decimalOf((await find(fee.amount)) ?? '');
  const token = await find(fee.token);
  const inTokens = (amount: Decimal) => `${decimalText(fromBase(amount, fee.decimals ?? 0))} ${token ?? ''}`.trim();
  const limit = limitFor(parseLimits(limits).fee ?? [], token);
  const maxFee = limit?.token === undefined ? undefined : limit.max;
  return [
    ...(expectedFee && isMore(value, expectedFee)
      ? [`it takes a fee of ${inTokens(value)}, and the receipt said ${inTokens(expectedFee)}`]
      : []),
    ...(maxFee && isMore(fromBase(value, fee.decimals ?? 0), maxFee)
      ? [`it takes a fee of ${inTokens(value)}, and limits.fee is ${decimalText(maxFee)} ${token ?? ''}`]
      : []),
  ];
}

function cancelLine({ fields, answer }: Compared): string | undefined {
  const { id, line } = fields.response?.cancel ?? {};
  const value = id === undefined ? '' : asText(valueAt(answer, id));
  return /^[\w-]+$/.test(value) ? `tuk ${line} ${value}` : undefined;
}

const short = (text: string): string => JSON.stringify(text.slice(0, 120));
