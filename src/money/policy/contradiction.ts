// Compares the response of a transfer with its request: a response that contradicts it is an unknown outcome, not a success.

import type { Call } from '../../services/catalogue/define.js';
import { kebab } from '../../services/catalogue/define.js';
import { foldName } from '../../services/fold-name.js';
import type { Response } from '../../services/http/send.js';
import { asText, compact, decimalsOf, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { isCancelling, reportedFailures } from '../../services/reported-failure.js';
import { partsOf, textsIn } from '../../services/response-parts.js';
import { looksLikeAddress } from '../address.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, minus, plus, times } from '../decimal.js';
import { statedEnd } from './answer-status.js';
import { type StatedAmount, statedValue } from './at-most.js';
import type { PolicyDependencies } from './dependencies.js';
import type { Decision } from './evaluate.js';
import { firstIn } from './extract.js';
import { type Facts, rowIn } from './facts.js';
import { feeProblems, statedFee } from './fee-check.js';
import { limitFor, type PriceLookup, parseLimits, sameToken } from './limits.js';
import { isSameNetwork, visible } from './network-names.js';
import { isSame } from './recipients.js';
import { fieldsIn, isFactName, plainTexts, type StatedField, textsOf } from './stated-fields.js';
import { factNamed, isLooseAmount, statedRole } from './stated-names.js';

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
  /** What the response says, as a sentence, where an earlier call has done what this one asked for, and this one moved nothing. */
  readonly doneBefore: string | undefined;
  /**
   * What the response is, as the end of a sentence, where the request was accepted and no more is known: it has no content, or none but single values, and no
   * public source says what it should have; or its status is none that says that it was done or begun.
   */
  readonly bare: string | undefined;
}

/**
 * Reads the response of a transfer against its request: a failure in the body of a 2xx, another amount, unit, network or recipient, a higher fee than that of the
 * receipt or of `limits.fee`, more than was stated (--at-most), missing fields where the shape is publicly known, and what its status says.
 */
export async function readAnswer(
  call: Call,
  facts: Facts,
  decision: Decision,
  { text, status }: Response,
  { profile, prices }: Pick<PolicyDependencies, 'profile' | 'prices'>,
): Promise<Reading> {
  const answer: unknown = text.trim() === '' || call.as !== 'json' ? undefined : parseLossless(text);
  const asked = decision.recorded.amount;
  const agrees = (part: Row) => asked !== undefined && textsOf(fieldsIn([part]), 'amount').some((text) => isAmount(text, asked));
  const parts = partsOf(answer, isFactName, agrees);
  const compared: Compared = { call, ...facts, decision, limits: profile.limits, prices, answer, parts, stated: fieldsIn(parts) };
  const end = statedEnd(call, answer, parts);
  const what = `${call.service} ${kebab(call.name)} was answered ${status}`;
  if (end?.is === 'done before') {
    const sentence = `${what}, and ${end.said}: what it asks for was done before; nothing was moved by this call.`;
    return { contradiction: undefined, doneBefore: sentence, bare: undefined };
  }
  const requested = new Set(textsWithin(facts.requestFields.body));
  const problems = [
    ...reportedFailures(answer, parts, isCancelling(call) ? 'cancels' : 'changes', { isEcho: (text) => requested.has(text) }),
    ...(end?.is === 'not done' ? [end.said] : []),
    ...missing(compared),
    ...(await differences(compared)),
    ...(await higherFee(compared)),
    ...(await overStated(compared)),
  ];
  const isBare = call.as === 'json' && (isEmpty(answer) || parts.length === 0) && Object.keys(facts.fields.response ?? {}).length === 0;
  const bare = isBare ? contentOf(answer) : end?.said;
  if (problems.length === 0) return { contradiction: undefined, doneBefore: undefined, bare };
  const sentence = `${what}, but ${[...new Set(problems)].join('; ')}. Whether it was done as requested is not known.`;
  const amount = higherAmount(compared);
  return { contradiction: { sentence, cancel: cancelLine(compared), amount }, doneBefore: undefined, bare };
}

/** Every text and number in a value. */
const textsWithin = (value: unknown): readonly string[] =>
  isScalar(value)
    ? [asText(value)]
    : Array.isArray(value)
      ? value.flatMap(textsWithin)
      : isRecord(value)
        ? Object.values(value).flatMap(textsWithin)
        : [];

/** Whether a response says nothing: no body, null, an empty object or list. */
const isEmpty = (answer: unknown): boolean =>
  isNothing(answer) ||
  answer === '' ||
  (Array.isArray(answer) ? answer.length === 0 : isRecord(answer) && Object.keys(answer).length === 0);

/** What a response without an object is, as the end of a sentence. */
function contentOf(answer: unknown): string {
  if (answer === undefined || answer === '') return 'the response is empty';
  if (isEmpty(answer)) return `the response is empty (${compact(answer)})`;
  return `the response is only ${compact(answer).slice(0, 120)}`;
}

interface Compared extends Facts {
  readonly call: Call;
  readonly decision: Decision;
  readonly limits: PolicyDependencies['profile']['limits'];
  readonly prices: PolicyDependencies['prices'];
  readonly answer: unknown;
  /** The objects that may state facts of the operation (`partsOf`). */
  readonly parts: readonly Row[];
  /** The fields of these that state one. */
  readonly stated: readonly StatedField[];
}
/**
 * The public fields that a response does not have in their place: its amount, unit, recipient and id, each a single value; else at least one of those that are
 * known. A list, or an envelope around the public shape, is another shape: the commands that read the response later would not find its id.
 */
function missing({ fields, answer }: Compared): string[] {
  const { amount, token, to, id, ...others } = fields.response ?? {};
  const isThere = (location: string | undefined) => location === undefined || isSingle(answer, location);
  const absent = [amount, token, to, id].filter((location) => !isThere(location));
  if (absent.length > 0) return [`it has no ${absent.join(', ')}, which the response to this call is known to have`];
  const rest = Object.values(others);
  const isKnown = [amount, token, to, id].some((location) => location !== undefined) || rest.length === 0 || rest.some(isThere);
  return isKnown ? [] : [`it has none of ${rest.join(', ')}, which the response to this call is known to have`];
}

/** Whether a response has a single value at a path, objects all the way. */
function isSingle(answer: unknown, path: string): boolean {
  const value = path
    .split('.')
    .reduce<unknown>((inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), answer);
  return isScalar(value) && asText(value) !== '';
}

/** The plain values at a path of the public shape, its envelopes unwrapped. */
const textsAt = ({ parts, answer }: Pick<Compared, 'parts' | 'answer'>, path: string): readonly string[] =>
  [...new Set([answer, ...parts])].flatMap((root) => textsIn(valueAt(root, path)));
/** The values of a parameter's own field in a response, and at the path of the public shape. */
function ownValues({ parts, answer, requestFields }: Compared, location: unknown, path: string | undefined): readonly string[] {
  const field = typeof location === 'string' ? (requestFields.fieldOf(location) ?? location).split('.').at(-1)! : undefined;
  const named = field === undefined ? [] : namedIn(parts, new Set([foldName(field)]));
  return path === undefined ? named : [...named, ...textsAt({ parts, answer }, path)];
}

/** The values of all fields with one of the folded names. */
const namedIn = (parts: readonly Row[], names: ReadonlySet<string>): readonly string[] =>
  parts.flatMap((part) => Object.entries(part).flatMap(([name, value]) => (names.has(foldName(name)) ? textsIn(value) : [])));

/** Another amount, count, unit, kind, network or recipient in the response than in the request. Makes no read: the request has been sent. */
async function differences(compared: Compared): Promise<string[]> {
  const { fields, requestFields, decision, stated } = compared;
  const { amount, times: count, response, token = [], mustMatch = [] } = fields;
  const paramText = (location: unknown): string => (typeof location === 'string' ? asText(requestFields.paramValue(location)) : '');
  const amounts = [paramText(amount), ...(isPriced(compared) ? [decision.figures.leaves?.amount] : [])];
  const decimals = await knownDecimals(compared);
  return [
    ...differs(
      'amount',
      amounts,
      [...amountTexts(stated, decimals), ...compared.parts.flatMap(looseAmounts), ...ownValues(compared, amount, response?.amount)],
      isAmount,
    ),
    ...incomingDifference(compared),
    ...totalDifference(compared, amounts),
    ...(await priceDifference(compared)),
    ...costDifference(compared),
    ...differs(
      'quantity',
      [paramText(count)],
      [...(count === undefined ? [] : countTexts(compared)), ...ownValues(compared, count, undefined)],
      isAmount,
    ),
    ...(await unitDifference(
      compared,
      token.flatMap((at) => ownValues(compared, at, response?.token)),
    )),
    ...paidDifference(compared),
    ...otherValues(compared),
    ...otherArrival(compared),
    ...mustMatch
      .filter(({ name }) => factNamed(requestFields.fieldOf(name) ?? name) !== 'unit') // compared above, with all units that are right
      .flatMap(({ name }) => differs(name, [paramText(name)], ownValues(compared, name, undefined), isUnit)),
    ...(await networkDifference(compared)),
    ...(await recipientDifference(compared)),
  ];
}

/** The texts of amounts: those in base units in whole tokens where the number of decimals is known, else left out. */
const amountTexts = (fields: readonly StatedField[], decimals: number | undefined): readonly string[] =>
  fields
    .filter(({ role }) => role.fact === 'amount')
    .flatMap((field) => (field.role.isBase ? fromBaseTexts(field.texts, decimals) : plainTexts(field)));
const fromBaseTexts = (texts: readonly string[], decimals: number | undefined): readonly string[] =>
  decimals === undefined ? [] : texts.flatMap((text) => wholeOf(text, decimals) ?? []);
const wholeOf = (text: string, decimals: number): string | undefined => {
  const number = decimalOf(text.replace(/^-/, ''));
  return number && decimalText(fromBase(number, decimals));
};
/** The decimals of the token of an amount in base units, as far as earlier reads have said them. */
async function knownDecimals({ fields: { decimals, decimalsOf: answered }, find }: Compared): Promise<number | undefined> {
  if (decimals !== undefined) return 0; // the request has base units too, and is compared as it is
  const known = decimalsOf(await firstIn(answered, find, false));
  return Number.isNaN(known) ? undefined : known;
}

/** Another total or debit than the amount, with the fee or without it: of a fee that is taken out of the amount, less it. */
function totalDifference(compared: Compared, amounts: readonly (string | undefined)[]): string[] {
  const { decision, fields, stated } = compared;
  const { fee, feeFromAmount, leaves } = decision.figures;
  if (fields.incoming || (!isPriced(compared) && leaves === undefined)) return [];
  const isListed = typeof fields.amount !== 'string' && isPriced(compared) ? [leaves?.amount] : amounts;
  const whole = isListed.flatMap((text) => decimalOf(text ?? '') ?? []);
  const charges = [fee?.amount, ...(fee === undefined ? plainTexts(...stated.filter(({ role }) => role.fact === 'fee')) : [])]
    .flatMap((text) => decimalOf(text?.replace(/^-/, '') ?? '') ?? [])
    .flatMap((charge) =>
      fields.decimals === undefined ? [charge] : [charge, times(charge, { units: 10n ** BigInt(fields.decimals), places: 0 })],
    );
  const right = whole.flatMap((one) => [
    one,
    ...charges.flatMap((charge) => (feeFromAmount ? (isMore(one, charge) ? [minus(one, charge)] : []) : [plus(one, charge)])),
  ]);
  const values = stated.filter(
    ({ role, name, part }) => (role.fact === 'total' || role.fact === 'debit') && !isPaidAmount(name) && !isPageCount(name, part),
  );
  return differs('a total of', right.map(decimalText), plainTexts(...values), isAmount);
}
/** Whether a field is the number of rows of a list beside it. */
const isPageCount = (name: string, part: Row): boolean =>
  foldName(name) === 'total' &&
  Object.entries(part).some(
    ([other, value]) => Array.isArray(value) || /^(page|limit|offset|size|pagesize|count|hasnext)$/.test(foldName(other)),
  );

/** Another price than the one that was read, of one piece or of all. */
async function priceDifference(compared: Compared): Promise<string[]> {
  const { fields, find, decision, stated } = compared;
  if (typeof fields.amount !== 'object' || decision.figures.leaves === undefined) return [];
  const single = await find(fields.amount);
  const values = plainTexts(...stated.filter(({ role }) => role.fact === 'price'));
  const { amount } = decision.figures.leaves;
  if (fields.times !== undefined) return differs('a price of', [amount, single], values, isAmount);
  return values
    .filter((text) => decimalOf(text) && !isAtMost(text, amount))
    .map((text) => `it says a price of ${short(text)}, and ${short(amount)} was asked for`);
}
const countTexts = ({ stated }: Compared): readonly string[] => textsOf(stated, 'count');

/** Another network than those of the transfer, by its name or its chain id. */
async function networkDifference({ fields: { networks = [] }, find, stated }: Compared): Promise<string[]> {
  const known = (await Promise.all(networks.map((location) => find(location)))).filter((network) => network !== undefined);
  const anyNet = networks.some((location) => typeof location === 'object' && 'constant' in location); // the service says which of its networks
  const values = stated
    .filter(({ role }) => role.fact === 'network' && (!role.isLoose || networks.length > 1))
    .flatMap(({ texts }) => texts);
  return differs('network', known, values, (value, network) => isSameNetwork(value, network, anyNet));
}

/** Another recipient than that of the request; a user counts under the ids that the service has for them. */
async function recipientDifference(compared: Compared): Promise<string[]> {
  const { fields, requestFields, stated } = compared;
  const { to, response } = fields;
  if (to === undefined || typeof to.at !== 'string') return [];
  const asked = asText(requestFields.paramValue(to.at));
  const named = stated.filter(({ role }) => role.fact === 'address' || role.fact === 'user');
  const texts = named.flatMap(({ texts, role, name }) =>
    texts.filter((text) => {
      if (to.kind === 'address') return role.fact === 'address' && looksLikeAddress(text);
      return role.fact === 'user' || (isUserId.test(text) && !looksLikeAddress(text) && !/account|wallet|addr/.test(foldName(name)));
    }),
  );
  return differs(
    'recipient',
    [asked, ...(to.kind === 'user' ? await idsOfUser(asked, compared) : [])],
    [...texts, ...ownValues(compared, to.at, response?.to)],
    isSame,
  );
}
/** The ids that the service has for a user, as an earlier read has said. */
async function idsOfUser(asked: string, { answers }: Compared): Promise<readonly string[]> {
  const reads = await Promise.all([...answers.values()].map((read) => read.catch(() => undefined)));
  return reads.flatMap((read) => {
    if (read?.service !== 'user' || read.call !== 'getUser' || asText(read.params.userId) !== asked) return [];
    const row = rowIn(read) ?? {};
    return [row.id, row.userId].filter(isScalar).map(asText);
  });
}
/** The id of a user: a name with spaces or an e-mail address under a name such as `receiver` is not compared with it. */
const isUserId = /^[\w-]+$/;
/** The highest amount that a response states, where it is more than was asked for. */
function higherAmount(compared: Compared): string | undefined {
  const { fields, decision, stated } = compared;
  const asked = decimalOf(decision.recorded.amount ?? '');
  if (!asked) return undefined;
  const paid = compared.parts.map(paidIn).filter(({ unit }) => unit === undefined || isUnit(unit, decision.recorded.token ?? unit));
  const own = stated.filter(({ role }) => /^(amount|total|debit)$/.test(role.fact) && !role.isBase);
  const values = [...plainTexts(...own), ...paid.flatMap(({ amounts }) => amounts)];
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

/**
 * The amounts of a part under names that no list has, such as `points` or `value`, where the part states none by a name of the list: beside one they may be its
 * value in another unit, or a balance.
 */
function looseAmounts(part: Row): readonly string[] {
  const entries = Object.entries(part);
  if (entries.some(([name]) => /^(amount|total|price|debit)$/.test(statedRole(name)?.fact ?? ''))) return [];
  return entries.flatMap(([name, value]) => {
    if (!isLooseAmount(name) || statedRole(name) !== undefined || isPaidAmount(name)) return [];
    return textsIn(value).filter((text) => decimalOf(text.replace(/^-/, '')) !== undefined);
  });
}

/** Another amount or reward than the one that the receipt says arrives, whole or less the fee, where the call only receives. */
function incomingDifference({ fields, parts, decision, stated }: Compared): string[] {
  const { arrives } = decision.figures;
  if (!fields.incoming || arrives === undefined || !('amount' in arrives)) return [];
  const own = stated.filter(({ role }) => /^(amount|total|debit|reward)$/.test(role.fact) && !role.isBase);
  return differs('amount', arrivingAmounts(decision.figures), [...plainTexts(...own), ...parts.flatMap(looseAmounts)], isAmount);
}
/** The amounts that may arrive: the one of the receipt, and of a call that only receives what the fee leaves of it. */
function arrivingAmounts({ incoming, arrives, fee }: Decision['figures']): readonly string[] {
  if (arrives === undefined || !('amount' in arrives)) return [];
  const [whole, charge] = [decimalOf(arrives.amount), decimalOf(fee?.amount ?? '')];
  return [arrives.amount, ...(incoming && whole && charge && isMore(whole, charge) ? [decimalText(minus(whole, charge))] : [])];
}

/** The units that a response may name: those of the amount, of the fee, of what arrives, and those that the request names. */
async function knownUnits({ fields, find, requestFields, decision }: Compared): Promise<readonly string[]> {
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
  const all = [unit, first, ...others, arrives && 'token' in arrives ? arrives.token : undefined, ...named];
  return all.filter((one) => one !== undefined && one !== '') as string[];
}
/** Another unit than those of the transfer, or a text or object in place of one that is none; that of the fee is the receipt's. */
async function unitDifference(compared: Compared, own: readonly string[]): Promise<string[]> {
  const units = await knownUnits(compared);
  if (units.length === 0) return [];
  const ofFee = compared.decision.figures.fee?.token;
  const fields = compared.stated.filter(
    ({ role, name, part }) => role.fact === 'unit' && !paidUnitNames.has(foldName(name)) && (isUnitName(name) || hasAmount(part)),
  );
  const problems = fields.flatMap(({ name, role, texts, value, isWithin }) => {
    const right = role.of === 'fee' && ofFee !== undefined ? [ofFee] : units;
    const isStrict = isUnitName(name) || (isWithin && !/name$/.test(foldName(name)));
    if (isStrict && isBlank(value, texts)) return [`it says currency ${short(compact(value))}, and ${short(right[0]!)} was asked for`];
    return differs('currency', right, texts, isStrict ? isStrictUnit : isUnit);
  });
  return [...problems, ...differs('currency', units, own, isUnit)];
}
/** Whether a name is that of a unit alone; `token`, `coin` and `symbol` may be those of something else, and a name of a currency is not a symbol. */
const isUnitName = (name: string): boolean => /currency(id|code|symbol)?\d*$/.test(foldName(name));
/** Whether a value in place of a unit says none: an empty text, an object without one, a flag. A value that is missing is not a statement. */
const isBlank = (value: unknown, texts: readonly string[]): boolean =>
  !isNothing(value) && (typeof value === 'boolean' || texts.every((text) => visible(text) === ''));
/** Whether a part states an amount, so that a unit beside it is its unit. */
const hasAmount = (part: Row): boolean =>
  Object.keys(part).some((name) => /^(amount|total|price|debit|fee|arrival)$/.test(statedRole(name)?.fact ?? ''));

/** Another cost than that of an earlier read, where a part of the response states it in the same unit, or in none. */
function costDifference(compared: Compared): string[] {
  const { leaves } = compared.decision.figures;
  if (isPriced(compared) || leaves?.token === undefined) return [];
  const inUnit = compared.parts.filter((part) => {
    const units = textsOf(fieldsIn([part]), 'unit');
    return units.length === 0 || units.some((unit) => sameToken(unit, leaves.token));
  });
  const costs = fieldsIn(inUnit).filter(
    ({ role, name }) => /^(total|amount|debit)$/.test(role.fact) && !role.isBase && !isPaidAmount(name),
  );
  return differs('a cost of', [leaves.amount], plainTexts(...costs), isAmount);
}

const paidUnitNames = new Set(
  [
    'payCurrency',
    'payCurrencyId',
    'payToken',
    'payCoin',
    'paymentCurrency',
    'paymentCurrencyId',
    'paymentToken',
    'paidCurrency',
    'paidIn',
  ].map(foldName),
);
const paidAmountNames = new Set(['payAmount', 'paymentAmount', 'paidAmount', 'amountToPay', 'payableAmount', 'amountDue'].map(foldName));
const isPaidAmount = (name: string): boolean => paidAmountNames.has(foldName(name));
/**
 * A payment in another unit than the one on the receipt. It may be in the unit that the request names, or in that of --at-most; then its amount is at most the
 * stated one.
 */
function paidDifference({ parts, decision, requestFields }: Compared): string[] {
  const { leaves, atMost } = decision.figures;
  const requested = ['currency', 'currencyId', ...Object.keys(requestFields.body).filter((name) => paidUnitNames.has(foldName(name)))]
    .flatMap((name) => [asText(requestFields.paramValue(name)), asText(requestFields.body[name])])
    .filter((unit) => unit !== '');
  return parts.flatMap((part) => {
    const { unit, amounts } = paidIn(part);
    const isReceiptUnit = unit === undefined || leaves?.token === undefined || isUnit(unit, leaves.token);
    if (isReceiptUnit) return differs('a payment of', [leaves?.amount], amounts, isAmount);
    if (atMost !== undefined && sameToken(unit, atMost.token))
      return amounts
        .filter((text) => !isAtMost(text, atMost.amount))
        .map((text) => `it says ${short(`${text} ${unit}`)}, and --at-most says ${short(`${atMost.amount} ${atMost.token}`)}`);
    return requested.some((one) => isUnit(unit, one))
      ? []
      : [`it says that ${short(unit)} is paid, and the receipt said ${short(leaves.token)}`];
  });
}
/** What a part of a response says of the payment: its unit where it names one, and its amounts. */
const paidIn = (part: Row): { readonly unit: string | undefined; readonly amounts: readonly string[] } => ({
  unit: namedIn([part], paidUnitNames).find((text) => text !== ''),
  amounts: namedIn([part], paidAmountNames).filter((text) => decimalOf(text)?.units !== 0n), // nothing has been paid so far
});
const isAtMost = (text: string, most: string): boolean => {
  const amount = decimalOf(text.replace(/^-/, ''));
  return amount !== undefined && !isMore(amount, decimalOf(most)!);
};

/** Fields of the request that name a thing or a kind, and that the response has with another value: `offeringId`, `type`, `method`; `order: { id }` for `orderId`. */
function otherValues({ call, parts, requestFields }: Compared): string[] {
  const inPath = pathIds(call, requestFields);
  const isSameId = (one: string, other: string) => one.toLowerCase() === other.toLowerCase() || isAmount(one, other);
  return [...Object.entries(requestFields.body), ...inPath].flatMap(([name, value]) => {
    if (!isScalar(value) || !namesThing.test(name) || factNamed(name) !== undefined) return [];
    const requested = asText(value);
    const thing = /^(.+?)_?id$/i.exec(name)?.[1];
    const isOwn = inPath.some(([own]) => own === name);
    const values = [
      ...namedIn(parts, new Set([foldName(name)])),
      ...(thing === undefined ? [] : idsOf(parts, thing)),
      ...(thing !== undefined && isOwn ? parts.filter((part) => isThing(part, thing, call, parts)).flatMap(({ id }) => textsIn(id)) : []),
    ];
    const comparable = values.filter((text) => formOf(text) === formOf(requested));
    return differs(name, [requested], comparable, isSameId);
  });
}
/** The ids of a thing in the fields with its name: `order: 'o-1'`, `order: { id: 'o-1' }`. */
const idsOf = (parts: readonly Row[], thing: string): readonly string[] =>
  parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      foldName(name) === foldName(thing) ? (isRecord(value) ? [value.id, value[`${thing}Id`]].flatMap(textsIn) : textsIn(value)) : [],
    ),
  );
/** Whether a part of the response is the thing in the path itself, so that its `id` is that one: what a PUT changes, and an order by what it has. */
function isThing(part: Row, thing: string, { method, path }: Call, parts: readonly Row[]): boolean {
  if (/^order$/i.test(thing) && Object.keys(part).some((name) => ofOrder.test(foldName(name)))) return true;
  const isChange = method === 'PUT' && new RegExp(`/${thing}s?/\\{\\w+\\}/[^/{]+$`, 'i').test(path);
  const parent = parts.flatMap((one) => Object.entries(one)).find(([, value]) => value === part)?.[0];
  return isChange && (parent === undefined || /^(data|result|response|payload|body|content)$/.test(foldName(parent)));
}
const ofOrder = /^(totalprice|productid|itemids|statuslog|paymentmethod)$/;
/** The ids in the path of a call by their names as fields: `orderId` for `{id}` in `/v1/orders/{id}/payments`. */
const pathIds = ({ path }: Call, { paramValue }: Compared['requestFields']): readonly (readonly [name: string, value: unknown])[] =>
  [...path.matchAll(/([a-z]+?)s?\/\{(\w+)\}/gi)].map(([, thing = '', name = '']) => [
    name === 'id' ? `${thing}Id` : name,
    paramValue(name),
  ]);
const namesThing = /^(type|kind|method|direction)$|[a-z](Id|ID|Code|Type|Kind|Method|Number|_id|_code|_type)$/;
/** The form of an id: a thing may have a number or an alias beside its UUID, which are not compared with each other. */
const formOf = (text: string): string =>
  /^\d+$/.test(text) ? 'number' : /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? 'uuid' : 'word';

/** Less, or another unit, than the receipt says arrives; and more than the whole amount, where it arrives in its unit. */
function otherArrival({ decision, fields, stated }: Compared): string[] {
  const { arrives, leaves } = decision.figures;
  if (arrives === undefined || !('amount' in arrives)) return [];
  const right = arrivingAmounts(decision.figures);
  const isOneUnit = fields.arrives !== undefined && 'is' in fields.arrives;
  const most = isOneUnit ? leaves?.amount : fields.incoming ? arrives.amount : undefined;
  const isRight = (text: string): boolean => {
    const texts = fields.decimals === undefined ? [text] : [text, wholeOf(text, fields.decimals) ?? text];
    return texts.some(
      (one) =>
        right.some((other) => isAmount(one, other)) || (!isAtMost(one, arrives.amount) && (most === undefined || isAtMost(one, most))),
    );
  };
  const arriving = stated.filter(({ role }) => role.fact === 'arrival' && !role.isBase);
  const other = plainTexts(...arriving).find((text) => /\d/.test(text) && !isRight(text));
  const units =
    arrives.token === undefined
      ? []
      : stated.filter(({ role }) => role.fact === 'unit' && role.of === 'arrival').flatMap(({ texts }) => texts);
  return [
    ...(other === undefined ? [] : [`it says that ${short(other)} arrives, and the receipt said ${short(arrives.amount)}`]),
    ...differs('that what arrives is', [arrives.token], units, isUnit),
  ];
}

/** Whether two texts are the same amount, ignoring its sign: a service may list it as a debit. */
const isAmount = (value: string, requested: string): boolean => {
  const [single, other] = [decimalOf(value.replace(/^-/, '')), decimalOf(requested)];
  return single && other ? decimalText(single) === decimalText(other) : value === requested;
};
/** Whether two texts may name one unit; an id that is not a symbol is not compared. Characters that nobody sees are none of a symbol. */
const isUnit = (value: string, requested: string): boolean =>
  (!/^[A-Za-z][\w.]{0,19}$/.test(visible(value)) && !/\p{C}/u.test(value)) || sameToken(value, requested);
/** The same under a name that is that of a unit alone: any text but an id is compared. */
const isStrictUnit = (value: string, requested: string): boolean =>
  sameToken(value.trim(), requested) ||
  /^(\p{Sc}|\d+|0x[\da-f]{8,}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-z_-]*\d)[\da-z_-]{20,})$/iu.test(value);

/** A fee in the response above that of the receipt, or above `limits.fee`; and one that cannot be read. */
async function higherFee(compared: Compared): Promise<string[]> {
  const { limits, fields, decision, prices, stated } = compared;
  const decimals = fields.fee?.decimals;
  const more = textsAt(compared, fields.response?.fee ?? 'feeAmount');
  const fee = statedFee(stated, { decimals, baseDecimals: decimals ?? (await knownDecimals(compared)), more });
  const { fee: expected, leaves } = decision.figures;
  const token = expected?.token ?? leaves?.token;
  const limit = fee?.unreadable === undefined ? limitFor(parseLimits(limits).fee ?? [], token) : undefined;
  const value =
    fee?.unreadable === undefined && limit && fee && (limit.token !== undefined ? fee.whole : await inDollars(fee.whole, token, prices));
  return feeProblems(fee, {
    expected: expected?.amount,
    token,
    limit: limit && { max: limit.max, unit: limit.token ?? 'USD', value: value || undefined },
  });
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
    const own = fieldsIn([part]);
    unit = textsOf(own, 'unit').find((text) => /^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(text)) ?? unit;
    const amounts = own.filter(
      ({ role, name }) => /^(amount|total|price|debit)$/.test(role.fact) && !role.isBase && !isPageCount(name, part),
    );
    for (const text of plainTexts(...amounts)) {
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

function cancelLine({ fields, parts, answer }: Compared): string | undefined {
  const { id, line } = fields.cancel ?? {};
  const value = id === undefined ? '' : (textsAt({ parts, answer }, id)[0] ?? '');
  return /^[\w-]+$/.test(value) ? `tuk ${line} ${value}` : undefined;
}

const short = (text: string): string => JSON.stringify(text.slice(0, 120));
