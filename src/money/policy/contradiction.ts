// Compares the response of a transfer with its request: a response that contradicts it is an unknown outcome, not a success.

import type { Call } from '../../services/catalogue/define.js';
import { kebab } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { looksLikeAddress } from '../address.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, times } from '../decimal.js';
import { type StatedAmount, statedValue } from './at-most.js';
import type { PolicyDependencies } from './dependencies.js';
import type { Decision } from './evaluate.js';
import type { Facts } from './facts.js';
import { limitFor, type PriceLookup, parseLimits, sameToken } from './limits.js';
import { isSame } from './recipients.js';
import { factNamed, isLooseUnit, type StatedFact } from './stated-names.js';

/** A contradiction between request and response. */
interface Contradiction {
  /** What contradicts what, as a sentence. */
  readonly sentence: string;
  /** The command line that cancels the operation, where there is one. */
  readonly cancel: string | undefined;
  /** The highest amount that the response states, in whole tokens, where it is more than was asked for. */
  readonly amount: string | undefined;
}
/** What a response says of its transfer. */
export interface Reading {
  readonly contradiction: Contradiction | undefined;
  /** The response has no content, and no public source says what it should have: the request was accepted, and no more is known. */
  readonly isBare: boolean;
}

/**
 * Reads the response of a transfer against its request: a failure in the body of a 2xx, another amount, unit, network or recipient, a higher fee than that of the
 * receipt or of `limits.fee`, more than was stated (--at-most), and missing fields where the shape is publicly known.
 */
export async function readAnswer(
  call: Call,
  facts: Facts,
  decision: Decision,
  { text, status }: Response,
  { profile, prices }: Pick<PolicyDependencies, 'profile' | 'prices'>,
): Promise<Reading> {
  const answer: unknown = text.trim() === '' || call.as !== 'json' ? undefined : parseLossless(text);
  const compared: Compared = { ...facts, decision, limits: profile.limits, prices, answer, parts: partsOf(answer) };
  const problems = [
    ...failures(compared),
    ...missing(compared),
    ...(await differences(compared)),
    ...(await higherFee(compared)),
    ...(await overStated(compared)),
  ];
  const isBare = call.as === 'json' && isEmpty(answer) && Object.keys(facts.fields.response ?? {}).length === 0;
  if (problems.length === 0) return { contradiction: undefined, isBare };
  const sentence = `${call.service} ${kebab(call.name)} was answered ${status}, but ${[...new Set(problems)].join('; ')}. Whether it was done as requested is not known.`;
  return { contradiction: { sentence, cancel: cancelLine(compared), amount: higherAmount(compared) }, isBare };
}

/** Whether a response says nothing: no body, null, an empty object or list. */
const isEmpty = (answer: unknown): boolean =>
  isNothing(answer) ||
  answer === '' ||
  (Array.isArray(answer) ? answer.length === 0 : isRecord(answer) && Object.keys(answer).length === 0);

interface Compared extends Facts {
  readonly decision: Decision;
  readonly limits: PolicyDependencies['profile']['limits'];
  readonly prices: PolicyDependencies['prices'];
  readonly answer: unknown;
  /** The objects that may have such fields: the response, and those directly in it, its envelopes unwrapped. */
  readonly parts: readonly Row[];
}
const mostEnvelopes = 4;
/** The response and the objects directly in it. An object that only carries another one, and a list of one, are
 * envelopes and are unwrapped. */
function partsOf(answer: unknown, depth = 0): readonly Row[] {
  const single: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  if (!isRecord(single)) return [];
  const inner = Object.entries(single).flatMap(([name, value]) => (isRecord(value) && !otherThings.test(name) ? [value] : []));
  const [only, ...others] = Object.values(single).filter((value) => isRecord(value) || Array.isArray(value));
  const unwrapped = others.length === 0 && depth < mostEnvelopes && isEnvelope(single) ? partsOf(only, depth + 1) : [];
  return [single, ...inner, ...unwrapped];
}
/** The names of objects in a response that are no part of the operation, such as the currency with its own fee or the account with its balance. */
const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver)$/i;
/** Whether an object only carries another one: its own fields state no amount, unit or recipient, and it has no id. */
const isEnvelope = (row: Row): boolean =>
  Object.entries(row).every(([name, value]) => !isScalar(value) || (name !== 'id' && factNamed(name) === undefined));

/** Failures in the body of a 2xx, at any depth of its envelopes. */
function failures({ parts, answer }: Compared): string[] {
  const statement = (name: string, part: Row) => `it says ${name}: ${short(asText(part[name]))}`;
  const isError = (value: unknown) => !/^(|0|false|none|null|\{\}|\[\])$/i.test(asText(value).trim());
  const isFailed = (text: string) => /^(error|errored|fail|failure|failed|rejected|declined|denied|refused)(_\w+)?$/i.test(text);
  const list = Array.isArray(answer) ? answer.filter(isRecord) : [];
  return [...parts, ...list].flatMap((part) => [
    ...['success', 'succeeded', 'successful', 'ok', 'isSuccess']
      .filter((name) => /^(false|0|no)$/i.test(asText(part[name])))
      .map((name) => statement(name, part)),
    ...['error', 'errors', 'errorCode', 'errorMessage'].filter((name) => isError(part[name])).map((name) => statement(name, part)),
    ...['status', 'state', 'result']
      .filter((name) => isScalar(part[name]) && isFailed(asText(part[name])))
      .map((name) => statement(name, part)),
    ...['statusCode'].filter((name) => /^[45]\d\d$/.test(asText(part[name]))).map((name) => statement(name, part)),
    ...(isErrorObject(part) ? [statement('code', part)] : []),
  ]);
}
/** An object with a code and a message and nothing else is how the services tell an error (CONTRACT.md section 2). */
const isErrorObject = (part: Row): boolean =>
  isScalar(part.code) &&
  isScalar(part.message) &&
  Object.keys(part).every((name) => /^(code|message|statusCode|error|timestamp|path|requestId|description)$/.test(name));

/** A response whose shape is publicly known, and that has none of its known fields. */
function missing({ fields, answer }: Compared): string[] {
  const known = Object.values(fields.response ?? {});
  if (known.length === 0 || known.some((location) => !isNothing(valueAt(answer, location)))) return [];
  return [`it has none of ${known.join(', ')}, which the response to this call is known to have`];
}

/** What a response states of a fact: the values of all fields with such a name. */
const stated = ({ parts }: Pick<Compared, 'parts'>, fact: StatedFact): readonly string[] =>
  parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      factNamed(name) === fact && !(fact === 'unit' && isLooseUnit(name) && !hasAmount(part)) ? textsIn(value) : [],
    ),
  );
/** The plain values of a field: its own, those of a list, and that of an object that carries a value, as `{"value":"25","currency":"MVL"}` does. */
const textsIn = (value: unknown): readonly string[] => {
  if (isScalar(value)) return [asText(value)];
  if (Array.isArray(value)) return value.filter(isScalar).map(asText);
  if (!isRecord(value)) return [];
  return ['value', 'amount', 'address', 'id'].flatMap((name) => (isScalar(value[name]) ? [asText(value[name])] : []));
};
/** The plain values at a path of the public shape, its envelopes unwrapped. */
const textsAt = ({ parts, answer }: Pick<Compared, 'parts' | 'answer'>, path: string): readonly string[] =>
  [...new Set([answer, ...parts])].flatMap((root) => textsIn(valueAt(root, path)));
const hasAmount = (part: Row): boolean => Object.keys(part).some((name) => /^(amount|total|price)$/.test(factNamed(name) ?? ''));
/** The values of a parameter's own field in a response, and at the path of the public shape. */
function ownValues({ parts, answer, requestFields }: Compared, location: unknown, path: string | undefined): readonly string[] {
  const field = typeof location === 'string' ? (requestFields.fieldOf(location) ?? location).split('.').at(-1)! : undefined;
  const named = field === undefined ? [] : parts.flatMap((part) => textsIn(part[field]));
  return path === undefined ? named : [...named, ...textsAt({ parts, answer }, path)];
}

/** Another amount, count, unit, kind, network or recipient in the response than in the request. Makes no read: the request has been sent. */
async function differences(compared: Compared): Promise<string[]> {
  const { fields, find, requestFields, decision } = compared;
  const { amount, times: count, to, response, token = [], networks = [], mustMatch = [] } = fields;
  const paramText = (location: unknown): string => (typeof location === 'string' ? asText(requestFields.paramValue(location)) : '');
  const { leaves } = decision.figures;
  const amounts = [paramText(amount), ...(isPriced(compared) ? [leaves?.amount] : [])];
  const known = typeof amount !== 'string' && isPriced(compared) ? [leaves?.amount] : [];
  const recipients = to?.kind === 'address' ? stated(compared, 'address').filter(looksLikeAddress) : stated(compared, 'user');
  return [
    ...differs('amount', amounts, [...stated(compared, 'amount'), ...ownValues(compared, amount, response?.amount)], isAmount),
    ...differs('a total of', known, stated(compared, 'total'), isAmount),
    ...costDifference(compared),
    ...differs('quantity', [paramText(count)], ownValues(compared, count, undefined), isAmount),
    ...differs(
      'currency',
      await knownUnits(compared),
      [...stated(compared, 'unit'), ...token.flatMap((at) => ownValues(compared, at, response?.token))],
      isUnit,
    ),
    ...mustMatch.flatMap(({ name }) => differs(name, [paramText(name)], ownValues(compared, name, undefined), isUnit)),
    ...differs('network', await Promise.all(networks.map((location) => find(location))), stated(compared, 'network'), isUnit),
    ...differs('recipient', [paramText(to?.at)], [...recipients, ...ownValues(compared, to?.at, response?.to)], isSame),
  ];
}
/** The highest amount that a response states, where it is more than was asked for. */
function higherAmount(compared: Compared): string | undefined {
  const { fields, decision } = compared;
  const asked = decimalOf(decision.recorded.amount ?? '');
  if (!asked) return undefined;
  const values = (['amount', 'total'] as const).flatMap((fact) => stated(compared, fact));
  const highest = values
    .flatMap((text) => decimalOf(text.replace(/^-/, '')) ?? [])
    .map((number) => fromBase(number, fields.decimals ?? 0))
    .reduce((most, number) => (isMore(number, most) ? number : most), asked);
  return highest === asked ? undefined : decimalText(highest);
}
/** Whether the table says where the amount of the call is; else it is that of an earlier read. */
const isPriced = ({ fields }: Compared): boolean => fields.amount !== undefined || fields.of !== undefined;

/** The first value in a response that is none of the requested ones. */
function differs(
  label: string,
  requested: readonly (string | undefined)[],
  values: readonly string[],
  isSameValue: (value: string, requested: string) => boolean,
): string[] {
  const right = requested.filter((one) => one !== undefined && one !== '') as string[];
  const other = right.length === 0 ? undefined : values.find((value) => value !== '' && !right.some((one) => isSameValue(value, one)));
  return other === undefined ? [] : [`it says ${label} ${short(other)}, and ${short(right[0]!)} was asked for`];
}

/** The units that a response may name: those of the amount, of the fee, of what arrives, and those that the request names. */
async function knownUnits({ fields, find, requestFields, decision }: Compared): Promise<readonly (string | undefined)[]> {
  const { leaves, arrives } = decision.figures;
  const locations = [
    ...(fields.token ?? []),
    fields.fee?.token,
    fields.arrives && 'token' in fields.arrives ? fields.arrives.token : undefined,
  ];
  const [first, ...others] = await Promise.all(locations.map((location) => find(location)));
  const unit = leaves?.token ?? first;
  if (unit === undefined) return [];
  const named = ['currency', 'currencyId'].map((name) => asText(requestFields.paramValue(name)));
  return [unit, first, ...others, arrives && 'token' in arrives ? arrives.token : undefined, ...named];
}

/** Another cost than that of an earlier read, where a part of the response states it in the same unit. */
function costDifference(compared: Compared): string[] {
  const { leaves } = compared.decision.figures;
  if (isPriced(compared) || leaves?.token === undefined) return [];
  const inUnit = compared.parts.filter((part) => stated({ parts: [part] }, 'unit').some((unit) => sameToken(unit, leaves.token)));
  const values = (['total', 'amount'] as const).flatMap((fact) => stated({ parts: inUnit }, fact));
  return differs('a cost of', [leaves.amount], values, isAmount);
}

/** Whether two texts are the same amount, ignoring its sign: a service may list it as a debit. */
const isAmount = (value: string, requested: string): boolean => {
  const [single, other] = [decimalOf(value.replace(/^-/, '')), decimalOf(requested)];
  return single && other ? decimalText(single) === decimalText(other) : value === requested;
};
/** Whether two texts may name one unit or network; an id that is no symbol is not compared. */
const isUnit = (value: string, requested: string): boolean => !/^[A-Za-z][\w.]{0,19}$/.test(value) || sameToken(value, requested);

/** A fee in the response, the highest of several, above that of the receipt, or above `limits.fee`; and one that cannot be read. */
async function higherFee(compared: Compared): Promise<string[]> {
  const { limits, fields, decision, prices } = compared;
  const { fee } = fields;
  const texts = [...textsAt(compared, fields.response?.fee ?? 'feeAmount'), ...stated(compared, 'fee')].filter((text) => text !== '');
  const unreadable = texts.find((text) => /^[-+]?[\d.]/.test(text) && !decimalOf(text.replace(/^-/, '')));
  if (unreadable !== undefined) return [`it takes a fee of ${short(unreadable)}, which is not an amount`];
  const highest = texts
    .flatMap((text) => decimalOf(text.replace(/^-/, '')) ?? [])
    .reduce<Decimal | undefined>((most, value) => (most && !isMore(value, most) ? most : value), undefined);
  if (!highest || highest.units === 0n) return [];
  const { fee: expected, leaves } = decision.figures;
  const token = expected?.token ?? leaves?.token;
  const whole = fromBase(highest, fee?.decimals ?? 0);
  const text = (amount: Decimal) => `${decimalText(amount)} ${token ?? ''}`.trim();
  const expectedFee = decimalOf(expected?.amount ?? '');
  const limit = limitFor(parseLimits(limits).fee ?? [], token);
  const value = limit && (limit.token !== undefined ? whole : await inDollars(whole, token, prices));
  return [
    ...(expectedFee && isMore(whole, expectedFee) ? [`it takes a fee of ${text(whole)}, and the receipt said ${text(expectedFee)}`] : []),
    ...(limit && (value === undefined || isMore(value, limit.max))
      ? [`it takes a fee of ${text(whole)}, and limits.fee is ${decimalText(limit.max)} ${limit.token ?? 'USD'}`]
      : []),
  ];
}
async function inDollars(amount: Decimal, token: string | undefined, prices: PolicyDependencies['prices']): Promise<Decimal | undefined> {
  const price = token === undefined ? undefined : (await prices([token]))(token);
  return price && times(price, amount);
}

/** An amount in the response above the stated one (--at-most), or in a unit in which they cannot be compared. */
async function overStated({ decision, parts, fields, prices }: Compared): Promise<string[]> {
  const { atMost, leaves } = decision.figures;
  if (atMost === undefined || leaves?.token !== undefined) return []; // a known amount was compared before it was sent, and is compared with the response
  const problems: string[] = [];
  let unit: string | undefined;
  for (const part of parts) {
    const named = (facts: readonly StatedFact[]) =>
      Object.entries(part).flatMap(([name, value]) => (facts.includes(factNamed(name)!) && isScalar(value) ? [asText(value)] : []));
    unit = named(['unit']).find((text) => /^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(text)) ?? unit;
    for (const text of named(['amount', 'total', 'price'])) {
      const amount = decimalOf(text.replace(/^-/, ''));
      const isOver = !amount || (await exceeds(fromBase(amount, fields.decimals ?? 0), unit, atMost, prices));
      if (isOver)
        problems.push(`it says ${short(`${text} ${unit ?? ''}`.trim())}, and --at-most says ${short(`${atMost.amount} ${atMost.token}`)}`);
    }
  }
  return problems;
}
async function exceeds(
  amount: Decimal,
  unit: string | undefined,
  atMost: StatedAmount,
  prices: PolicyDependencies['prices'],
): Promise<boolean> {
  if (unit === undefined || sameToken(unit, atMost.token)) return isMore(amount, decimalOf(atMost.amount)!);
  const known: PriceLookup = await prices([unit, atMost.token]);
  const [value, most] = [known(unit), statedValue(atMost, known)];
  return !value || !most || isMore(times(value, amount), most);
}

function cancelLine({ fields, answer }: Compared): string | undefined {
  const { id, line } = fields.cancel ?? {};
  const value = id === undefined ? '' : asText(valueAt(answer, id));
  return /^[\w-]+$/.test(value) ? `tuk ${line} ${value}` : undefined;
}

const short = (text: string): string => JSON.stringify(text.slice(0, 120));
