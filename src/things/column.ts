// A field of a thing: the path of its value in a row, its heading and its format. `text/column` renders it.

import type { StatusClass, StatusList } from '../services/catalogue/statuses.js';

/**
 * The format of a value. `time`: an ISO time as relative time (`6 min ago`); `moment`: as date and time; `clock`: as
 * moment, without the current year. `amount`: a decimal number with grouped thousands, and the currency at a path.
 * `status`: a status of a list, with its symbol and colour. `units`: base units as whole tokens, with the decimals at a
 * path (or a number), and the token's name. `html`: its text. `unknown`: no value, whatever the response
 * has. `code`: a number whose meaning no public source has. `condition`: a word of a service without a public list, with
 * the sign of what is off if it commonly says so. `states`: the first of these states that holds. `classAt`:
 * a state in words, with the sign of the class of statuses at a path. `share`: the part that an amount is of the amount at
 * a path, as a gauge, with the unit at the path `of`. `partOf`: the part that it is of this sum. `unit`: a number and its unit.
 */
type As =
  | 'time'
  | 'moment'
  | 'clock'
  | 'amount'
  | 'percent'
  | 'html'
  | 'unknown'
  | 'condition'
  | 'code'
  | { readonly amount: string }
  | { readonly share: string; readonly of: string }
  | { readonly partOf: string }
  | { readonly unit: string }
  | { readonly lasts: 'milliseconds' | 'seconds' }
  | { readonly status: StatusList }
  | { readonly states: readonly FieldState[] }
  | { readonly classAt: string }
  | { readonly units: string | number; readonly token?: string | TokenBy };
/** The list of the statuses in a column; undefined for another format. */
export const statusIn = (as: As | undefined): StatusList | undefined =>
  typeof as === 'object' && 'status' in as ? as.status : undefined;
/** The path of the unit of the amounts in a column; undefined for another format. */
export const unitIn = (as: As | undefined): string | undefined =>
  typeof as !== 'object' ? undefined : 'amount' in as ? as.amount : 'share' in as ? as.of : undefined;
/**
 * A state that follows from other fields than a status: its word, its class, and the field that states it, which is
 * true, above zero, or a time that is past. Without a field it holds where no state before it does.
 */
export type FieldState = readonly [word: string, of: StatusClass, path?: string, when?: 'true' | 'above 0' | 'past'];
/** The name of a token, by the value of another field. */
export interface TokenBy {
  readonly by: string;
  readonly values: Readonly<Record<string, string>>;
}
/**
 * The role of a line of a receipt: its place, and whether a question names it. `known` says how sure the recipient is,
 * `units` repeats the amount in base units, `detail` stands among the first lines, and in no question.
 */
export type ReceiptRole =
  | 'id'
  | 'detail'
  | 'recipient'
  | 'known'
  | 'amount'
  | 'units'
  | 'arrives'
  | 'fee'
  | 'limit'
  | 'note'
  | 'total';
/** A line of a receipt; its text may come from a service. A line without a role is about the item itself. */
export type ReceiptLine = readonly [label: string, text: string, role?: ReceiptRole];

/** A column: the dotted path of its values, its heading (by default from the path) and its format. */
export interface Column {
  readonly path: string;
  readonly heading?: string;
  readonly as?: As;
  /** The role of its line on a receipt, if it has a heading; else its path says it. */
  readonly role?: ReceiptRole;
  /**
   * The priority in a narrow terminal: all other columns disappear before `stays` and after `yields`. `page`: only on the
   * page of a row.
   */
  readonly room?: 'stays' | 'yields' | 'page';
  /** It belongs to the signed-in person: unknown in a response to nobody. */
  readonly ofCaller?: true;
  /** A path of a request. Its end is distinctive, so its start is cut. */
  readonly isPath?: true;
  /** The public shape of the response does not have the field: the sandbox or this program adds it. */
  readonly assumed?: true;
  /** Shows the column only if a row has a value for it. */
  readonly ifAny?: true;
  /** It has a meaning only while another field has one of these values: an address to pay to, before the end. */
  readonly while?: { readonly path: string; readonly is: readonly string[] };
  /** The path of the unit. A table sums the column if all rows have one unit. */
  readonly total?: string;
  /** `tuk find` knows its text, although it has not the form of an id: a plate. */
  readonly isFindable?: true;
  /** A percentage that a table draws as a bar, too. */
  readonly gauge?: true;
  /** The word in place of zero: `sold out`. */
  readonly zero?: string;
  /** The heading of its section on a detail page. */
  readonly section?: string;
}
/** Whether a table may have a column: base units repeat an amount. */
export const isTabular = ({ role, room }: Column): boolean => role !== 'units' && room !== 'page';
