// Columns: the path of a value in a row, and how the value is formatted.
import { type Decimal, decimalOf, grouped, plainNumber, whole } from '../money/values/decimal.js';
import {
  classOf,
  isAssumedOff,
  listWith,
  type StatusClass,
  spelled,
  statusClass,
} from '../services/catalogue/statuses.js';
import { statusWord } from '../services/decode/outcome.js';
import { type Money, moneyObject, moneyValue } from '../services/decode/values.js';
import { isId } from '../services/forms.js';
import { asText, decimalsOf, isDecimal, isNothing, isNumeric, type Row, valueAt } from '../services/json-value.js';
import type { Column, FieldState, TokenBy } from '../things/column.js';
import { isHtml, plainOf } from './html.js';
import { type Span, span } from './line.js';
import { roleOf, signOf } from './signs.js';
import { cutMiddle } from './text.js';
import { ageOf, dayAndTime, dayOf, isDay, lengthOf, momentOf, ofTime, spanOf, statedTime } from './time.js';
import { escapeControls } from './visible.js';

// Converts field names to labels for people.

const asWritten: Readonly<Record<string, string>> = {
  vin: 'VIN',
  url: 'URL',
  uid: 'UID',
  nft: 'NFT',
  apr: 'APR',
  soc: 'charge',
};

/**
 * `driverInfo.carPlate` is `Car plate`, `batterySoc` is `Battery charge`, `vin` is `VIN`; statuses are unchanged. Names
 * may come from a service.
 */
export function labelOf(path: string): string {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (/^[A-Z0-9_]+$/.test(last)) return escapeControls(last);
  const words = last
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => (Object.hasOwn(asWritten, word) ? asWritten[word]! : word))
    .join(' ');
  return escapeControls(words.charAt(0).toUpperCase() + words.slice(1));
}

// Guesses the format of a column that no command defines, from its values alone: no number changes. Names only group
// thousands.

/** Names that end in a quantity: `amount`, `entryFee`, `total_count`; not `account`, `discount`. */
const amounts =
  /(^(amount|price|balance|fee|fare|prize|total|cost|earned|worth|count)|[a-z0-9](Amount|Price|Balance|Fee|Fare|Prize|Total|Cost|Earned|Worth|Count|Km)|_(amount|price|balance|fee|fare|prize|total|cost|earned|worth|count|km))$/;
/** Whether the name of a field says that it holds an amount. */
export const namesAmount = (name: string): boolean => amounts.test(name);
/** The symbol of a currency, in a map of amounts by currency. */
const symbol = /^[A-Z][A-Z0-9]{1,9}$/;
// Further rows add nothing.
const sampleSize = 500;

/**
 * The column with a format, if it has none and all values look alike. Numbers never become times or durations, whatever
 * their field is called: columns must state that.
 */
export function guessed(column: Column, rows: readonly Row[]): Column {
  if (column.as !== undefined) return column;
  const values = rows.slice(0, sampleSize).flatMap((row) => {
    const value = valueAt(row, column.path);
    return isNothing(value) || value === '' ? [] : [value];
  });
  if (values.length === 0) return column;
  const last = column.path.slice(column.path.lastIndexOf('.') + 1);
  const every = (fits: (value: unknown) => boolean) => values.every(fits);
  if (every((value) => typeof value === 'string' && ofTime(value) !== undefined)) return { ...column, as: 'time' };
  if (every((value) => typeof value === 'string' && isHtml(value))) return { ...column, as: 'html' };
  if (last === 'status' && every((value) => typeof value === 'string')) {
    const status = listWith([...new Set(values.map((word) => statusWord(asText(word))))]);
    return status === undefined ? column : { ...column, as: { status } };
  }
  if (!every(isNumber)) return column;
  // longer numbers are in base units, which stay digit for digit
  return (amounts.test(last) || symbol.test(last)) && every((value) => !/\d{16}/.test(asText(value)))
    ? { ...column, as: 'amount' }
    : column;
}

const isNumber = (value: unknown): boolean => isNumeric(value) || (typeof value === 'string' && isDecimal(value));

/**
 * The name of a field, without what the value makes redundant: durations have units, and HTML is read as text.
 */
function nameFor({ path, as }: Column): string {
  if (as === 'html') return path.replace(/(?<=[a-z])Html$/, '');
  return typeof as === 'object' && 'lasts' in as ? path.replace(/(Ms|Millis|Milliseconds|Seconds|Secs?|S)$/, '') : path;
}

/** Units that the name of a field may state, as they are written behind a number. */
const unitsInNames: Readonly<Record<string, string>> = {
  km: 'km',
  kmh: 'km/h',
  kwh: 'kWh',
  kw: 'kW',
  kg: 'kg',
  percent: '%',
  celsius: '°C',
};
/**
 * A field of one record: its label, and its format. The unit that its name states stands behind its number: `rangeKm` is
 * `Range`, `120 km`. A price `perKm` states none.
 */
export function labelledField(field: Column, record: Row): readonly [label: string, column: Column] {
  const column = guessed(field, [record]);
  if (field.heading !== undefined) return [labelOf(field.heading), column];
  const value = valueAt(record, field.path);
  const words = nameFor(column)
    .slice(field.path.lastIndexOf('.') + 1)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split('_');
  if (typeof value === 'boolean' && words[0] === 'is') return [labelOf(words.slice(1).join('_')), column];
  const at = words.findIndex((word, nth) => nth > 0 && Object.hasOwn(unitsInNames, word.toLowerCase()));
  const unit = /^per$/i.test(words[at - 1] ?? 'per') ? undefined : unitsInNames[words[at]!.toLowerCase()];
  return unit !== undefined && isNumber(value) && (field.as === undefined || field.as === 'amount')
    ? [labelOf(words.toSpliced(at, 1).join('_')), { ...column, as: { unit } }]
    : [labelOf(nameFor(column)), column];
}

export type { Column } from '../things/column.js';

/** The path of the second field of a column: the name of a token or a currency. */
export const unitPath = ({ as }: Column): string | undefined =>
  typeof as !== 'object'
    ? undefined
    : 'amount' in as
      ? as.amount
      : 'units' in as && typeof as.token === 'string'
        ? as.token
        : undefined;

/**
 * Renders a cell, safe for a terminal; `–` for a missing value. `now` is epoch milliseconds. `cut` shortens ids, as in
 * a table.
 */
export function cellOf(
  row: Row,
  column: Pick<Column, 'path' | 'as' | 'while' | 'zero' | 'gauge'>,
  now: number,
  ids: 'cut' | 'whole' = 'cut',
): Span {
  const { path, as } = column;
  const value = valueAt(row, path);
  if (isNothing(value) || as === 'unknown' || !holds(column, row)) return span('–', 'muted');
  if (column.zero !== undefined && /^0(\.0+)?$/.test(asText(value))) return span(column.zero, 'muted');
  if (typeof as === 'object' && 'share' in as) return span(escapeControls(shareText(row, value, as, ids)));
  if (typeof as === 'object' && 'partOf' in as) return span(partText(figureOf(value), as.partOf, ids));
  const money = isAmount(as) ? moneyValue(value) : moneyObject(value);
  if (money) return span(escapeControls(moneyText(money)));
  const text = asText(value);
  if (as === undefined && typeof value === 'boolean') return span(value ? 'yes' : 'no');
  if (as === undefined)
    return ofField(span(escapeControls(ids === 'cut' && isId(text) ? cutMiddle(text, 13) : text)), path, text, row);
  if (as === 'condition' && isAssumedOff(text)) return span(`○ ${escapeControls(text)}`, 'muted');
  if (as === 'condition' || (as === 'code' && ids !== 'whole')) return span(escapeControls(text));
  if (as === 'code') return span(escapeControls(`${text}, no public meaning`));
  if (as === 'time') return span(timeText(text, now));
  if (as === 'moment') return span(momentText(text));
  if (as === 'clock') return span(clockText(text, now));
  if (as === 'amount') return span(escapeControls(grouped(readableNumber(text))));
  if (as === 'percent') {
    const part = column.gauge && ids === 'cut' ? decimalOf(plainNumber(text)) : undefined;
    return span(part && part.units >= 0n ? gaugeText(part, hundred) : escapeControls(`${text} %`));
  }
  if (as === 'html') {
    const lines = plainOf(timesIn(text)).split('\n').map(escapeControls);
    return ids === 'whole' ? { text: lines.join('\n') } : span(lines.join(' ')); // its display breaks the lines
  }
  if ('amount' in as && text.endsWith(` ${asText(valueAt(row, as.amount))}`)) return span(escapeControls(text));
  if ('amount' in as)
    return span(escapeControls(`${grouped(readableNumber(text))} ${asText(valueAt(row, as.amount))}`.trimEnd()));
  if ('unit' in as) return span(escapeControls(`${grouped(readableNumber(text))} ${as.unit}`));
  if ('lasts' in as) return span(escapeControls(lastsText(text, as.lasts)));
  if (isState(as)) {
    const of = classIn(row, column, now);
    const word = 'states' in as ? stateIn(row, as.states, now)?.[0] : text;
    if (word === undefined) return span('–', 'muted');
    return of === undefined ? span(escapeControls(word)) : span(`${signOf[of]} ${escapeControls(word)}`, roleOf[of]);
  }
  return unitsSpan(row, readableNumber(text), as, ids);
}

/** The class of the state that a column shows in a row; undefined if it is no state, or none is known. */
export function classIn(row: Row, { path, as }: Pick<Column, 'path' | 'as'>, now: number): StatusClass | undefined {
  const value = valueAt(row, path);
  if (as === 'condition') return isAssumedOff(asText(value)) ? 'off' : undefined;
  if (typeof as !== 'object' || isNothing(value)) return undefined;
  if ('states' in as) return stateIn(row, as.states, now)?.[1];
  if ('status' in as) return classOf(as.status, spelled(as.status, asText(value)));
  return 'classAt' in as ? statusClass(valueAt(row, as.classAt)) : undefined;
}

/**
 * The first state that holds in a row; undefined if an earlier one may hold: its field cannot be read.
 * @param now the time of the service, epoch milliseconds
 */
export function stateIn(row: Row, states: readonly FieldState[], now: number): FieldState | undefined {
  for (const state of states) {
    const isSo = holdsIn(row, state, now);
    if (isSo !== false) return isSo ? state : undefined;
  }
  return undefined;
}
function holdsIn(row: Row, [, , path, when]: FieldState, now: number): boolean | undefined {
  if (path === undefined) return true;
  const value = valueAt(row, path);
  if (isNothing(value) || value === '') return false;
  const text = asText(value);
  if (when === 'above 0') return isDecimal(text) ? Number(text) > 0 : undefined;
  if (when === 'true') return /^(true|false)$/.test(text) ? text === 'true' : undefined;
  const at = statedTime(text);
  return at === undefined ? undefined : at <= now;
}

/** Whether a column has a meaning in a row. */
export const holds = ({ while: condition }: Pick<Column, 'while'>, row: Row): boolean =>
  condition === undefined || condition.is.includes(statusWord(asText(valueAt(row, condition.path))));

/** A span with the field that it shows. A row that warns of a trap, such as a poisoned address, gives no text away. */
export const ofField = (of: Span, path: string, text: string, row: Row): Span => ({
  ...of,
  field: { path, text: row.warning === undefined ? text : '' },
});

/** The columns of a response to nobody: what belongs to a person is unknown in it, even if the service sends zeros. */
export const columnsOfNobody = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) => (column.ofCaller ? { ...column, as: 'unknown' } : column));

/** Whether a format shows a state: a sign and a word. */
export const isState = (
  as: Column['as'],
): as is Extract<Column['as'], { status: unknown } | { states: unknown } | { classAt: unknown }> =>
  typeof as === 'object' && ('status' in as || 'states' in as || 'classAt' in as);

/** Whether a column is right-aligned, as numbers and counts are. */
export const standsRight = ({ as, path }: Column, rows: readonly Row[]): boolean =>
  as === undefined
    ? rows.some((row) => isFigure(valueAt(row, path))) &&
      rows.every((row) => isNothing(valueAt(row, path)) || isFigure(valueAt(row, path)))
    : as === 'amount' ||
      as === 'percent' ||
      (typeof as === 'object' && !isState(as) && !('share' in as) && !('partOf' in as));

const isFigure = (value: unknown): boolean => isNumeric(value) || moneyObject(value) !== undefined;

/** Whether all values of a column are numbers or numeric strings: these are never cut. */
export const isOfDecimals = ({ path }: Column, rows: readonly Row[]): boolean =>
  rows.every((row) => isNothing(valueAt(row, path)) || isDecimal(asText(valueAt(row, path))));

const isAmount = (as: Column['as']): boolean =>
  as === 'amount' || (typeof as === 'object' && ('amount' in as || 'units' in as));

/** `6 min ago`, `in 3 h`; the date from a week on and of a date alone; other text unchanged. */
function timeText(text: string, now: number): string {
  const at = statedTime(text);
  if (at === undefined) return escapeControls(text);
  const away = Math.abs(now - at);
  if (isDay(text) || away >= 7 * 86_400_000) return dayOf(at, now);
  return at > now ? `in ${spanOf(away)}` : `${ageOf(away)} ago`;
}

/** `20 Nov 2026 14:02:11`; a date alone without a time of day. */
const momentText = (text: string): string => {
  const at = statedTime(text);
  if (at === undefined) return escapeControls(text);
  return isDay(text) ? dayOf(at, 0) : momentOf(at);
};
/** `20 Nov 14:02:11`, with the year unless it is the current one; a date alone without a time of day. */
function clockText(text: string, now: number): string {
  const at = statedTime(text);
  if (at === undefined) return escapeControls(text);
  if (isDay(text)) return dayOf(at, now);
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? dayAndTime(at) : momentOf(at);
}
/** Converts the ISO times within a text of a service to the zone in use. */
export const timesIn = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)(?!\w)/g, momentText);

const hundred: Decimal = { units: 100n, places: 0 };
/** The columns of a gauge. */
const gaugeWide = 10;
/**
 * `■■■■■■■···  70 %`; whole `84,250 USDC, 70 % of 120,000`. The part is rounded down: a goal is reached only once it is. An
 * amount without a readable goal is shown alone.
 */
function shareText(
  row: Row,
  value: unknown,
  { share, of }: { readonly share: string; readonly of: string },
  form: 'cut' | 'whole',
): string {
  const [text, all] = [figureOf(value), figureOf(valueAt(row, share) ?? '')];
  const unit = ` ${unitOfMoney(value) ?? asText(valueAt(row, of) ?? '')}`.trimEnd();
  const [part, goal] = [text, all].map((number) => decimalOf(plainNumber(number)));
  const amount = `${grouped(readableNumber(text))}${unit}`;
  if (!part || !goal || goal.units === 0n) return amount;
  return form === 'whole'
    ? `${amount}, ${partOf(part, goal, 100n)} % of ${grouped(readableNumber(all))}`
    : gaugeText(part, goal);
}
/** `■■■■■■■···  70 %`; whole `70 % of 120,000`: the part of a sum; `–` without one. */
function partText(text: string, sum: string, form: 'cut' | 'whole'): string {
  const [part, all] = [text, sum].map(decimalOf);
  if (!part || !all || part.units < 0n || all.units <= 0n) return '–';
  return form === 'whole' ? `${partOf(part, all, 100n)} % of ${grouped(sum)}` : gaugeText(part, all);
}
/** `■■■■■■■···  70 %`: the part that an amount is of another one above zero, rounded down. */
export function gaugeText(part: Decimal, whole: Decimal, wide = gaugeWide): string {
  const filled = Math.min(wide, Number(partOf(part, whole, BigInt(wide))));
  return `${'■'.repeat(filled)}${'·'.repeat(wide - filled)} ${`${partOf(part, whole, 100n)} %`.padStart(5)}`;
}
/** How many of so many parts of a whole an amount is, rounded down. */
const partOf = (part: Decimal, whole: Decimal, of: bigint): bigint =>
  (part.units * of * 10n ** BigInt(Math.max(0, whole.places - part.places))) /
  (whole.units * 10n ** BigInt(Math.max(0, part.places - whole.places)));

function lastsText(text: string, unit: 'milliseconds' | 'seconds'): string {
  const length = Number(text) * (unit === 'seconds' ? 1000 : 1);
  return isDecimal(text) && Number.isSafeInteger(Math.round(length)) ? lengthOf(length) : text;
}

/** Formats base units as `18,204.118 MVL`, or as `18204118 base units MVL` if the number of decimals is unknown. */
function unitsSpan(
  row: Row,
  text: string,
  { units, token }: { readonly units: string | number; readonly token?: string | TokenBy },
  ids: 'cut' | 'whole',
): Span {
  const decimals = typeof units === 'number' ? units : decimalsOf(valueAt(row, units));
  const name = typeof token === 'object' ? token.values[asText(valueAt(row, token.by))] : token && valueAt(row, token);
  const amount = whole(text, decimals);
  const unscaled = isNothing(name) ? '' : escapeControls(` ${asText(name)}`);
  if (amount !== undefined) return span(`${grouped(amount)}${unscaled}`);
  if (!/^-?\d+$/.test(text)) return span(`${text}${unscaled}`); // no number of base units
  return { ...span(`${text} base units${unscaled}${ids === 'whole' ? ', decimals unknown' : ''}`), unscaled };
}

/** Money as `1,900.50 USD`. */
export const moneyText = (money: Money): string => `${grouped(readableNumber(wholeAmount(money)))} ${money.unit}`;

/** An amount of money in whole units, as a decimal text; as it is, if it is no whole number of its units. */
const wholeAmount = ({ amount, scale }: Money): string =>
  scale === 0 ? amount : (whole(plainNumber(amount), scale) ?? amount);

/** The text of a value by which it is compared and added: of money the whole units, of anything else its text. */
export function figureOf(value: unknown): string {
  const money = moneyValue(value);
  return money ? wholeAmount(money) : asText(value);
}
/** The unit of a value that is money. */
export const unitOfMoney = (value: unknown): string | undefined => moneyValue(value)?.unit;

/** The maximum length of a number without exponent; a longer one would be cut or wrapped. */
const maxPlainLength = 48;
/** A figure without an exponent, if a person can still read it. */
function readableNumber(text: string): string {
  const plain = plainNumber(text);
  return plain.length <= maxPlainLength ? plain : text;
}
