// Proposes what a map says of a whole service: the condition of a success, the record in its envelope, the message of a
// failure, the names of money, and the unit of times.

import { returnsList } from '../../services/catalogue/define.js';
import { lacksZone, type millisecondsIn, namesTime } from '../../services/decode/map.js';
import { reasonIn } from '../../services/decode/reason.js';
import {
  endNames,
  isBeside,
  isBesideName,
  messageNames,
  recordIn,
  rowsIn,
  successNames,
} from '../../services/decode/rows.js';

import { epochTime, moneyObject } from '../../services/decode/values.js';
import { foldName } from '../../services/fold-text.js';
import {
  asText,
  compact,
  isNothing,
  isNumeric,
  isRecord,
  isScalar,
  type Row,
  valueAt,
} from '../../services/json-value.js';
import { things } from '../../things/index.js';
import { callsOf } from '../../things/map-file.js';
import { formOf, hasWord } from './names.js';
import { groupedBy, isSuccess, keyOf, type MapOf, type Observed, placesIn, rowsOf } from './observed.js';
import type { Proposal } from './proposal.js';

/** The fewest responses, and calls, that make a line of a service sure. */
const [leastResponses, leastCalls] = [3, 2];

export function serviceProposals(service: string, observed: readonly Observed[], mapOf: MapOf): readonly Proposal[] {
  const map = mapOf(observed[0]!.call);
  const records = observed.filter(({ data }) => isRecord(data));
  const isAnswer = (one: Observed) => one.status >= 200 && one.status < 300;
  const answered = records.filter(isAnswer);
  const successes = observed.filter(isAnswer);
  const found: Proposal[] = [];
  const add = (
    key: string,
    value: Proposal['value'],
    sure: boolean,
    why: string,
    of: readonly Observed[],
    more: Partial<Proposal> = {},
  ) =>
    found.push({
      part: 'services',
      of: service,
      key: [key],
      value,
      sure,
      why,
      ...evidence(of),
      ...more,
    });

  const envelope = envelopeOf(answered.filter(({ isDescribed }) => !isDescribed));
  if (envelope && map?.ok === undefined && envelope.end !== undefined) {
    const { name, value, of, isPlain } = envelope.end;
    const others = records.filter(({ data }) => {
      const said = valueAt(data, name);
      return isScalar(said) && asText(said) !== value;
    });
    // a thing with another word there has a status of its own
    const isOfThings = others.some(
      ({ data }) => !Object.entries(data as Row).every((field) => isNothing(field[1]) || isOfEnvelope(field)),
    );
    // the status of a thing of the service has this name, and may have other words
    const isOfThing = things.some(
      (thing) => thing.status?.at.includes(name) && callsOf(thing).some((key) => key.startsWith(`${service} `)),
    );
    const isSure = isEnough(of) && !isOfThing && (isPlain || (isEndName(name) && others.length > 0));
    const failures = others.length > 0 ? `, another word in ${others.length} others` : '';
    if (!isOfThings) add('ok', `${name} = ${value}`, isSure, `the same word in every success${failures}`, of);
  }
  const described = answered.filter(({ isDescribed }) => isDescribed);
  const carrier = envelope?.carrier ?? (described.length > 0 ? carrierOf(described) : undefined);
  if (
    carrier &&
    map?.data === undefined &&
    carrier.of.some(
      ({ call, data }) =>
        !returnsList(call) && isRecord((data as Row)[carrier.name]) && recordIn(data, map)?.at[0] !== carrier.name,
    )
  )
    add('data', carrier.name, isEnough(carrier.of), 'the only object beside the fields of an envelope', carrier.of);

  const failures = records.filter((one) => one.status >= 400 || !isSuccess(one, map));
  const unsaid = failures.filter(({ data }) => reasonIn(Buffer.from(compact(data))) === undefined);
  if (unsaid.length > 0 && map?.error === undefined) {
    const texts = placesIn(unsaid.map(({ data }) => data)).filter(({ values }) =>
      values.every((value) => typeof value === 'string' && /\S\s+\S/.test(value)),
    );
    const [first, ...others] = texts;
    if (first)
      add('error', first.path, others.length === 0 && unsaid.length > 1, 'the text of a failure', unsaid, {
        examples: formsOf(first.values),
        others: others.map(({ path }) => path),
      });
  }

  const money = moneyNames(successes);
  if (money && map?.money === undefined)
    add('money', money.names, money.sure, money.why, money.of, {
      examples: money.examples,
    });

  const times = timeUnit(successes, mapOf);
  if (times && map?.times === undefined)
    add('times', times.unit, times.sure, 'numbers in the fields of times', times.of, { examples: times.examples });
  const zoneless = successes.flatMap((one) => {
    const values = placesIn(rowsOf(one.data, undefined, map)).flatMap((place) => place.values.filter(lacksZone));
    return values.length > 0 ? [{ one, values }] : [];
  });
  if (zoneless.length > 0 && map?.zone === undefined)
    add(
      'zone',
      'UTC',
      false,
      'times without a zone: no response says which',
      zoneless.map(({ one }) => one),
      { examples: formsOf(zoneless.flatMap(({ values }) => values)) },
    );
  return found;
}

/** The calls and the number of the responses that a line is drawn from; no example and nothing else unless it says so. */
export const evidence = (of: readonly Observed[]): Pick<Proposal, 'calls' | 'responses' | 'examples' | 'others'> => ({
  examples: [],
  others: [],
  calls: [...new Set(of.map(({ call }) => keyOf(call)))],
  responses: of.length,
});
/** The forms of a few different values. */
export const formsOf = (values: readonly unknown[]): readonly string[] =>
  [
    ...new Set(
      values
        .filter((value) => !isNothing(value))
        .map((value) => (isScalar(value) ? formOf(asText(value)) : Array.isArray(value) ? '[…]' : '{…}')),
    ),
  ].slice(0, 3);
const isEnough = (of: readonly Observed[]) =>
  of.length >= leastResponses && new Set(of.map(({ call }) => call.name)).size >= leastCalls;

interface Carrier {
  readonly name: string;
  readonly of: readonly Observed[];
}
/** The field that carries the data of the responses of several calls, in an envelope whose other fields are scalars or plain. */
function carrierOf(observed: readonly Observed[]): Carrier | undefined {
  const carried = observed.flatMap((one) => {
    const fields = Object.entries(one.data as Row);
    const inner = fields.filter(
      ([name, value]) => !isBesideName(name) && !isScalar(value) && !isNothing(value) && !isHeader(value),
    );
    const [only] = inner.length === 1 ? inner : [];
    const others = fields.filter((field) => field !== only);
    return only && others.length > 0 && others.every(isOfEnvelope) ? [{ name: only[0], one }] : [];
  });
  const [name, of] = [...groupedBy(carried, ({ name }) => name)].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  return name === undefined ||
    new Set(of!.map(({ one }) => one.call.name)).size < leastCalls ||
    of!.length < carried.length / 2
    ? undefined
    : { name, of: of!.map(({ one }) => one) };
}

/** An object beside the data that says how the call ended: `{code, message}`. */
const isHeader = (value: unknown) =>
  isRecord(value) &&
  Object.keys(value).length <= 5 &&
  Object.entries(value).every(
    ([name, inner]) =>
      (isScalar(inner) || isNothing(inner)) &&
      (isBesideName(name) || messageNames.has(foldName(name)) || isEndName(name)),
  ) &&
  Object.keys(value).some(isEndName);
const isOfEnvelope = (field: readonly [string, unknown]) =>
  isBeside(field) ||
  isHeader(field[1]) ||
  hasWord(
    field[0],
    'code',
    'status',
    'result',
    'ret',
    'success',
    'msg',
    'error',
    'trace',
    'request',
    'time',
    'version',
  );

const plainSuccess = /^(0+|200|true|ok|okay|success|succeeded|successful)$/i;
/** Whether a name is one of those that say how a call ended; another code or status may be that of a thing. */
const isEndName = (path: string) => {
  const key = foldName(path.slice(path.lastIndexOf('.') + 1));
  return (
    endNames.has(key) ||
    successNames.has(key) ||
    /^(api|biz|resp|response|result|ret|return|error|err)?(code|no|ret)$/.test(key)
  );
};

interface Envelope {
  readonly carrier: Carrier;
  /** The field with the word of a success. */
  readonly end?: {
    readonly name: string;
    readonly value: string;
    readonly of: readonly Observed[];
    readonly isPlain: boolean;
  };
}
/** The envelope that a service puts around its responses: the same carrier and the same word in those of several calls. */
function envelopeOf(answered: readonly Observed[]): Envelope | undefined {
  const carrier = carrierOf(answered);
  if (carrier === undefined) return undefined;
  const first = carrier.of[0]!.data as Row;
  const names = Object.entries(first).flatMap(([name, value]) =>
    isRecord(value) && name !== carrier.name ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
  );
  const ends = names.flatMap((name) => {
    const values = carrier.of.map(({ data }) => valueAt(data, name));
    const word = asText(values[0]);
    return isEndName(name) &&
      /^[\w-]{1,16}$/.test(word) &&
      values.every((value) => isScalar(value) && asText(value) === word)
      ? [{ name, value: word, of: carrier.of, isPlain: plainSuccess.test(word) }]
      : [];
  });
  ends.sort((a, b) => Number(b.isPlain) - Number(a.isPlain));
  return { carrier, end: ends[0] };
}

const currencies = /^[a-z]?[A-Z]{2,9}$/;
/** The names of the objects of money that no rule knows: a number, a currency, and the number of its decimals. */
export function moneyNames(answered: readonly Observed[]) {
  const found: {
    readonly names: Readonly<Record<string, string>>;
    readonly one: Observed;
    readonly example: unknown;
  }[] = [];
  const visit = (value: unknown, one: Observed, depth: number) => {
    if (Array.isArray(value)) for (const inner of value.slice(0, 50)) visit(inner, one, depth);
    if (!isRecord(value) || depth > 8) return;
    const names = depth > 0 && moneyObject(value) === undefined ? moneyIn(value) : undefined;
    if (names) found.push({ names, one, example: value[names.amount!] });
    else for (const inner of Object.values(value)) visit(inner, one, depth + 1);
  };
  for (const one of answered) visit(one.data, one, 0);
  const groups = [...groupedBy(found, ({ names }) => JSON.stringify(names)).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [most] = groups;
  if (most === undefined) return undefined;
  const of = [...new Set(most.map(({ one }) => one))];
  const { names } = most[0]!;
  // without the number of decimals, whole digits may be in a smaller unit
  const isMinor =
    names.scale === undefined &&
    (/minor|cent|satang|micro|wei|units?$/i.test(names.amount!) ||
      most.every(({ example }) => /^-?\d+$/.test(asText(example))));
  return {
    names,
    of,
    sure: groups.length === 1 && most.length > 1 && !isMinor,
    why: isMinor
      ? 'whole digits: nothing says whether they are in a smaller unit'
      : 'objects with a number and a currency',
    examples: formsOf(most.map(({ example }) => example)),
  };
}
function moneyIn(value: Row): Record<string, string> | undefined {
  const fields = Object.entries(value);
  if (fields.length < 2 || fields.length > 4 || fields.some(([, inner]) => !isScalar(inner))) return undefined;
  const isNumber = (inner: unknown) => isNumeric(inner) || (typeof inner === 'string' && /^-?\d+(\.\d+)?$/.test(inner));
  const units = fields.filter(
    ([name, inner]) =>
      typeof inner === 'string' &&
      currencies.test(inner) &&
      hasWord(name, 'currency', 'symbol', 'token', 'coin', 'denom'),
  );
  const scales = fields.filter(
    ([name, inner]) =>
      hasWord(name, 'scale', 'decimals', 'exp', 'exponent', 'precision', 'digits', 'places', 'dp') &&
      /^\d{1,2}$/.test(asText(inner)),
  );
  const amounts = fields.filter(([name, inner]) => isNumber(inner) && !scales.some(([scale]) => scale === name));
  const [[unit = ''] = [], [amount = ''] = [], [scale] = []] = [units[0], amounts[0], scales[0]];
  const isMoney =
    units.length === 1 && amounts.length === 1 && scales.length <= 1 && fields.length === 2 + scales.length;
  return isMoney ? { amount, currency: unit, ...(scale === undefined ? {} : { scale }) } : undefined;
}

/** The unit of times that are numbers, in the fields that hold a time. */
export function timeUnit(answered: readonly Observed[], mapOf: MapOf) {
  const found = answered.flatMap((one) => {
    const map = mapOf(one.call);
    const rows = rowsIn(one.data, map)?.rows ?? [recordIn(one.data, map)?.row ?? {}];
    return placesIn(rows)
      .filter(({ path }) => namesTime(path))
      .flatMap(({ values }) =>
        values.filter(isNumeric).flatMap((value) => {
          const unit = unitOf(asText(value));
          return unit ? [{ unit, one, value }] : [];
        }),
      );
  });
  const units = groupedBy(found, ({ unit }) => unit);
  const [[unit, most] = [undefined, undefined]] = [...units].toSorted((a, b) => b[1].length - a[1].length);
  if (unit === undefined || most === undefined) return undefined;
  return {
    unit,
    of: [...new Set(most.map(({ one }) => one))],
    sure: units.size === 1,
    examples: formsOf(most.map(({ value }) => value)),
  };
}
function unitOf(digits: string): keyof typeof millisecondsIn | undefined {
  const places = digits.replace(/\..*/, '').length;
  if (epochTime(digits) === undefined) return undefined;
  return places === 16 ? 'microseconds' : places === 13 ? 'milliseconds' : 'seconds';
}
