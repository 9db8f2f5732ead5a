// A field of a thing: the path of its value in a row, its heading and its format. `text/column` renders it.

import type { StatusList } from '../services/catalogue/statuses.js';

/**
 * The format of a value. `time`: an ISO time as relative time (`6 min ago`); `moment`: as date and time; `clock`: the same without the current
 * year. `amount`: a decimal number with grouped thousands, and the currency at a path. `percent`: a number with the percent sign.
 * `status`: a status of a list, with its symbol and colour. `units`: base units as whole tokens, by the decimals at a path (or a number),
 * with the token's name at another path, or by the value at that path. `lasts`: a duration. `html`: the text of the HTML.
 */
type As =
  | 'time'
  | 'moment'
  | 'clock'
  | 'amount'
  | 'percent'
  | 'html'
  | { readonly amount: string }
  | { readonly lasts: 'milliseconds' | 'seconds' }
  | { readonly status: StatusList }
  | { readonly units: string | number; readonly token?: string | TokenBy };
/** The name of a token by the value of another field: what each type of a swap moves. */
export interface TokenBy {
  readonly by: string;
  readonly values: Readonly<Record<string, string>>;
}
/** A column: the dotted path of its values, its heading (by default from the path) and its format. */
export interface Column {
  readonly path: string;
  readonly heading?: string;
  readonly as?: As;
  /** The priority in a narrow terminal: `stays` is dropped after, `yields` before all other columns. */
  readonly room?: 'stays' | 'yields';
  /** A path of a request, whose end tells it from others: it is cut at its start. */
  readonly isPath?: true;
  /** The public shape of the response does not have the field: the sandbox does, or this program adds it. */
  readonly assumed?: true;
  /** The column is shown only if a row has a value for it: a warning. */
  readonly ifAny?: true;
  /** The path of the unit: a table states the sum of the column if all rows have one unit. */
  readonly total?: string;
  /** The heading of its section on a detail page. */
  readonly section?: string;
}
