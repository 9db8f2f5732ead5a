// What a column shows of a row: where its value stands, and how a person reads it.

import { grouped, whole } from '../../money/amount-text.js';
import { classOf, type StatusList } from '../../services/catalogue/statuses.js';
import { asText, decimalsOf, isDecimal, isId, isNothing, isNumeric, type Row, valueAt } from '../../services/json-value.js';
import { plainOf } from './html.js';
import { type Span, span } from './line.js';
import { roleOf, signOf } from './signs.js';
import { cutMiddle } from './text.js';
import { dayOf, lengthOf, momentOf, ofTime, spanOf } from './time.js';
import { escapeControls } from './visible.js';

/**
 * How a value is read. `time`: an ISO time, shown as how long ago or ahead it is; `moment`: as a date and a clock show it. `amount`: a decimal
 * number, its thousands grouped, with the currency that stands at a path. `percent`: a number with its sign. `status`: a word of a list, with its
 * sign and colour. `units`: base units, shown in whole tokens by the decimals at a path (or a number), with the token's name at another. `lasts`:
 * a length of time. `html`: its text.
 */
type As =
  | 'time'
  | 'moment'
  | 'amount'
  | 'percent'
  | 'html'
  | { readonly amount: string }
  | { readonly lasts: 'milliseconds' | 'seconds' }
  | { readonly status: StatusList }
  | { readonly units: string | number; readonly token?: string };
/** A column: the dotted path of its values, what stands above it where that is not the path, and how it is read. */
export interface Column {
  readonly path: string;
  readonly heading?: string;
  readonly as?: As;
  /** Needed more than those before it (`stays`), or less than those behind it (`yields`), where there is not room for all. */
  readonly room?: 'stays' | 'yields';
  /** The field is assumed: the public shape of the response does not have it, the sandbox does. */
  readonly assumed?: true;
  /** On a page it stands under this head. */
  readonly section?: string;
}

/** The field that a column shows beside its own value: the name of a token or a currency. */
export const unitPath = ({ as }: Column): string | undefined =>
  typeof as !== 'object' ? undefined : 'amount' in as ? as.amount : 'units' in as ? as.token : undefined;

/** A cell for eyes, safe for a terminal; `–` for what the row does not have. `now` is epoch milliseconds. In a table ids lose their middle, `whole` they keep it. */
export function cellOf(row: Row, { path, as }: Column, now: number, ids: 'cut' | 'whole' = 'cut'): Span {
  const value = valueAt(row, path);
  if (isNothing(value)) return span('–', 'muted');
  const text = asText(value);
  if (as === undefined) return span(escapeControls(ids === 'cut' && isId(text) ? cutMiddle(text, 13) : text));
  if (as === 'time') return span(timeText(text, now));
  if (as === 'moment') return span(momentText(text));
  if (as === 'amount') return span(escapeControls(grouped(text)));
  if (as === 'percent') return span(escapeControls(`${text} %`));
  if (as === 'html')
    return span(
      plainOf(timesIn(text))
        .split('\n')
        .map(escapeControls)
        .join(ids === 'whole' ? '\n' : ' '),
    );
  if ('amount' in as) return span(escapeControls(`${grouped(text)} ${asText(valueAt(row, as.amount))}`.trimEnd()));
  if ('lasts' in as) return span(escapeControls(lastsText(text, as.lasts)));
  if ('status' in as) {
    const of = classOf(as.status, text);
    return span(`${signOf[of]} ${escapeControls(text)}`, roleOf[of]);
  }
  return span(escapeControls(unitsText(row, text, as)));
}

/** Whether a column stands right: numbers do, and what is counted. */
export const standsRight = ({ as, path }: Column, rows: readonly Row[]): boolean =>
  as === undefined
    ? rows.some((row) => isNumeric(valueAt(row, path))) &&
      rows.every((row) => isNothing(valueAt(row, path)) || isNumeric(valueAt(row, path)))
    : as === 'amount' || as === 'percent' || (typeof as === 'object' && !('status' in as));

/** Whether all values of a column are numbers, be it as text: they may stand left, but are never cut. */
export const isOfDecimals = ({ path }: Column, rows: readonly Row[]): boolean =>
  rows.every((row) => isNothing(valueAt(row, path)) || isDecimal(asText(valueAt(row, path))));

/** `6 min ago`, `in 3 h`; the day once that is a week; the text as it came where it is no time. */
function timeText(text: string, now: number): string {
  const at = ofTime(text);
  if (at === undefined) return escapeControls(text);
  const away = Math.abs(now - at);
  if (away >= 7 * 86_400_000) return dayOf(at, now);
  return at > now ? `in ${spanOf(away)}` : `${spanOf(away)} ago`;
}

const momentText = (text: string): string => {
  const at = ofTime(text);
  return at === undefined ? escapeControls(text) : momentOf(at);
};
/** Instants within a text of a service, as they stand on a clock here. */
export const timesIn = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)(?!\w)/g, momentText);

function lastsText(text: string, unit: 'milliseconds' | 'seconds'): string {
  const length = Number(text) * (unit === 'seconds' ? 1000 : 1);
  return isDecimal(text) && Number.isSafeInteger(Math.round(length)) ? lengthOf(length) : text;
}

/** `18,204.118 MVL` of base units; the base units themselves where nobody says how many decimals they have. */
function unitsText(row: Row, text: string, { units, token }: { readonly units: string | number; readonly token?: string }): string {
  const decimals = typeof units === 'number' ? units : decimalsOf(valueAt(row, units));
  const name = token === undefined ? undefined : valueAt(row, token);
  const amount = whole(text, decimals);
  return `${amount === undefined ? `${text} base units` : grouped(amount)}${isNothing(name) ? '' : ` ${asText(name)}`}`;
}
