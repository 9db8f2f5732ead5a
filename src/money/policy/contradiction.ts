// Compares the response of a transfer with its request: a response that contradicts it is an unknown outcome, not a success.

import type { Call } from '../../services/catalogue/define.js';
import { kebab } from '../../services/catalogue/define.js';
import { foldName } from '../../services/fold-name.js';
import type { Response } from '../../services/http/send.js';
import { asText, compact, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { isCancelling, reportedFailures } from '../../services/reported-failure.js';
import { partsOf, textsIn } from '../../services/response-parts.js';
import { looksLikeAddress } from '../address.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, minus, times } from '../decimal.js';
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
  /**
   * What the response is, as the end of a sentence, where it has no content, or none but single values, and no public source says what it should have: the request
   * was accepted, and no more is known.
   */
  readonly bare: string | undefined;
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
  const asked = decision.recorded.amount;
  const agrees = (part: Row) => asked !== undefined && stated({ parts: [part] }, 'amount').some((text) => isAmount(text, asked));
  const parts = partsOf(answer, (name) => factNamed(name) !== undefined, agrees);
  const compared: Compared = { call, ...facts, decision, limits: profile.limits, prices, answer, parts };
  const problems = [
    ...reportedFailures(answer, parts, isCancelling(call) ? 'cancels' : 'changes'),
    ...missing(compared),
    ...(await differences(compared)),
    ...(await higherFee(compared)),
    ...(await overStated(compared)),
  ];
  const isBare = call.as === 'json' && (isEmpty(answer) || parts.length === 0) && Object.keys(facts.fields.response ?? {}).length === 0;
  const bare = isBare ? contentOf(answer) : undefined;
  if (problems.length === 0) return { contradiction: undefined, bare };
  const sentence = `${call.service} ${kebab(call.name)} was answered ${status}, but ${[...new Set(problems)].join('; ')}. Whether it was done as requested is not known.`;
  return { contradiction: { sentence, cancel: cancelLine(compared), amount: higherAmount(compared) }, bare };
}

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

/** What a response states of a fact: the values of all fields with such a name, and the unit within an amount (`amount: { value, currency }`). */
const stated = ({ parts }: Pick<Compared, 'parts'>, fact: StatedFact): readonly string[] =>
  parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => {
      const named = factNamed(name);
      if (fact === 'unit' && named !== undefined && hasUnitWithin.includes(named) && isRecord(value))
        return stated({ parts: [{ ...value, amount: '' }] }, 'unit');
      if (fact === 'total' && paidAmountNames.has(foldName(name))) return []; // see `paidDifference`
      return named === fact && !(fact === 'unit' && isLooseUnit(name) && !hasAmount(part)) ? textsIn(value) : [];
    }),
  );
const hasUnitWithin: readonly StatedFact[] = ['amount', 'total', 'price'];
/** The plain values at a path of the public shape, its envelopes unwrapped. */
const textsAt = ({ parts, answer }: Pick<Compared, 'parts' | 'answer'>, path: string): readonly string[] =>
  [...new Set([answer, ...parts])].flatMap((root) => textsIn(valueAt(root, path)));
const hasAmount = (part: Row): boolean => Object.keys(part).some((name) => /^(amount|total|price)$/.test(factNamed(name) ?? ''));
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
  const { fields, find, requestFields, decision } = compared;
  const { amount, times: count, to, response, token = [], networks = [], mustMatch = [] } = fields;
  const paramText = (location: unknown): string => (typeof location === 'string' ? asText(requestFields.paramValue(location)) : '');
  const { leaves } = decision.figures;
  const amounts = [paramText(amount), ...(isPriced(compared) ? [leaves?.amount] : [])];
  const known = typeof amount !== 'string' && isPriced(compared) ? [leaves?.amount] : [];
  const [addresses, users] = [stated(compared, 'address'), stated(compared, 'user')];
  const recipients =
    to?.kind === 'address'
      ? addresses.filter(looksLikeAddress)
      : [...users, ...addresses.filter((text) => isUserId.test(text) && !looksLikeAddress(text))];
  return [
    ...differs(
      'amount',
      amounts,
      [...stated(compared, 'amount'), ...compared.parts.flatMap(looseAmounts), ...ownValues(compared, amount, response?.amount)],
      isAmount,
    ),
    ...incomingDifference(compared),
    ...differs('a total of', known, stated(compared, 'total'), isAmount),
    ...costDifference(compared),
    ...differs('quantity', [paramText(count)], ownValues(compared, count, undefined), isAmount),
    ...differs(
      'currency',
      await knownUnits(compared),
      [...stated(compared, 'unit'), ...token.flatMap((at) => ownValues(compared, at, response?.token))],
      isUnit,
    ),
    ...paidDifference(compared),
    ...otherValues(compared),
    ...(await otherArrival(compared)),
    ...mustMatch
      .filter(({ name }) => factNamed(requestFields.fieldOf(name) ?? name) !== 'unit') // compared above, with all units that are right
      .flatMap(({ name }) => differs(name, [paramText(name)], ownValues(compared, name, undefined), isUnit)),
    ...differs('network', await Promise.all(networks.map((location) => find(location))), stated(compared, 'network'), isUnit),
    ...differs('recipient', [paramText(to?.at)], [...recipients, ...ownValues(compared, to?.at, response?.to)], isSame),
  ];
}
/** The id of a user: a name with spaces or an e-mail address under a name such as `receiver` is not compared with it. */
const isUserId = /^[\w-]+$/;
/** The highest amount that a response states, where it is more than was asked for. */
function higherAmount(compared: Compared): string | undefined {
  const { fields, decision } = compared;
  const asked = decimalOf(decision.recorded.amount ?? '');
  if (!asked) return undefined;
  const paid = compared.parts.map(paidIn).filter(({ unit }) => unit === undefined || isUnit(unit, decision.recorded.token ?? unit));
  const values = [...(['amount', 'total'] as const).flatMap((fact) => stated(compared, fact)), ...paid.flatMap(({ amounts }) => amounts)];
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
  if (entries.some(([name]) => /^(amount|total|price)$/.test(factNamed(name) ?? ''))) return [];
  return entries.flatMap(([name, value]) => {
    const key = foldName(name);
    if (!looseAmountNames.test(key) || otherAmountNames.test(key) || factNamed(name) !== undefined) return [];
    if (arrivalNames.has(key) || paidAmountNames.has(key)) return [];
    return textsIn(value).filter((text) => decimalOf(text.replace(/^-/, '')) !== undefined);
  });
}
const looseAmountNames = /^(coins?|tokens|mvps?)$|(amount|points?|value|sum)$/;
const otherAmountNames =
  /fee|balance|after|before|left|remain|max|min|valuat|usd|fiat|rate|decimal|limit|avail|current|previous|prior|cap|daily|used|reward|bonus|earn|tax|discount|quota|^total|lifetime|accum|processed|receiv|arriv|net|locked|pending|gas|price|raw|wei|base|unit|(check|break|end)point/;

/** Another amount than the one that the receipt says arrives, whole or less the fee, where the call only receives. */
function incomingDifference({ fields, parts, decision }: Compared): string[] {
  const { arrives } = decision.figures;
  if (!fields.incoming || arrives === undefined || !('amount' in arrives)) return [];
  const values = [...stated({ parts }, 'amount'), ...parts.flatMap(looseAmounts)];
  return differs('amount', arrivingAmounts(decision.figures), values, isAmount);
}
/** The amounts that may arrive: the one of the receipt, and of a call that only receives what the fee leaves of it. */
function arrivingAmounts({ incoming, arrives, fee }: Decision['figures']): readonly string[] {
  if (arrives === undefined || !('amount' in arrives)) return [];
  const [whole, charge] = [decimalOf(arrives.amount), decimalOf(fee?.amount ?? '')];
  return [arrives.amount, ...(incoming && whole && charge && isMore(whole, charge) ? [decimalText(minus(whole, charge))] : [])];
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

/** Another cost than that of an earlier read, where a part of the response states it in the same unit, or in none. */
function costDifference(compared: Compared): string[] {
  const { leaves } = compared.decision.figures;
  if (isPriced(compared) || leaves?.token === undefined) return [];
  const inUnit = compared.parts.filter((part) => {
    const units = stated({ parts: [part] }, 'unit');
    return units.length === 0 || units.some((unit) => sameToken(unit, leaves.token));
  });
  const values = (['total', 'amount'] as const).flatMap((fact) => stated({ parts: inUnit }, fact));
  return differs('a cost of', [leaves.amount], values, isAmount);
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

/** Fields of the request that name a thing or a kind, and that the response has with another value: `offeringId`, `type`, `method`. */
function otherValues({ call, parts, requestFields }: Compared): string[] {
  return [...Object.entries(requestFields.body), ...pathIds(call, requestFields)].flatMap(([name, value]) => {
    if (!isScalar(value) || !namesThing.test(name) || factNamed(name) !== undefined) return [];
    const requested = asText(value);
    const comparable = namedIn(parts, new Set([foldName(name)])).filter((text) => formOf(text) === formOf(requested));
    return differs(name, [requested], comparable, (one, other) => one.toLowerCase() === other.toLowerCase() || isAmount(one, other));
  });
}
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

/** Less, or another unit, than the receipt says arrives. */
async function otherArrival({ parts, decision }: Compared): Promise<string[]> {
  const { arrives } = decision.figures;
  if (arrives === undefined || !('amount' in arrives)) return [];
  const less = namedIn(parts, arrivalNames).find(
    (text) => /\d/.test(text) && isAtMost(text, arrives.amount) && !arrivingAmounts(decision.figures).some((one) => isAmount(text, one)),
  );
  const units = arrives.token === undefined ? [] : namedIn(parts, arrivalUnitNames);
  return [
    ...(less === undefined ? [] : [`it says that ${short(less)} arrives, and the receipt said ${short(arrives.amount)}`]),
    ...differs('that what arrives is', [arrives.token], units, isUnit),
  ];
}
const arrivalNames = new Set(
  ['receiveAmount', 'receivedAmount', 'receivingAmount', 'toAmount', 'netAmount', 'arrivalAmount', 'payoutAmount'].map(foldName),
);
const arrivalUnitNames = new Set(
  ['toCurrency', 'toCurrencyId', 'toToken', 'receiveCurrency', 'receiveCurrencyId', 'receiveToken', 'receivedCurrency'].map(foldName),
);

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
  const unreadable = texts.find((text) => /^[-+]?[\d.]|^NaN$|^[-+]?Infinity$/i.test(text) && !decimalOf(text.replace(/^-/, '')));
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

function cancelLine({ fields, parts, answer }: Compared): string | undefined {
  const { id, line } = fields.cancel ?? {};
  const value = id === undefined ? '' : (textsAt({ parts, answer }, id)[0] ?? '');
  return /^[\w-]+$/.test(value) ? `tuk ${line} ${value}` : undefined;
}

const short = (text: string): string => JSON.stringify(text.slice(0, 120));
