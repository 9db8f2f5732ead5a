// How a thing shows the outcome of a transfer: where its id stands in the response, and what a row says of the transfer. Types.

import type { CallName } from './call-name.js';

/** The source of a parameter: paths in the stored response, the first that has a value; a parameter of the request; or a constant. */
export type ParamSource = { readonly response: readonly string[] } | { readonly request: string } | { readonly constant: string };

/** An id that a row and its operation have in common. */
export interface SharedId {
  /** The paths in a row. */
  readonly row: readonly string[];
  /** The sources of the operation's id. Every operation with the same request has the id of a request. */
  readonly own: readonly ParamSource[];
}

/** The kind that a row states: at a path, one of these words, or the value of a parameter of the request. Without words it states nothing. */
export type RowKind = { readonly at: string; readonly is: readonly string[] | { readonly request: string } };

/** The paths of the facts that a row states. `assumed`: no public source has them, the sandbox does. A fact without a path is not compared. */
export interface RowPaths {
  readonly known: 'public' | 'assumed';
  /** The id of the row itself. */
  readonly id?: string;
  readonly amount?: string;
  /** Amount and fee are in base units, with the decimals of the call; else in whole tokens. */
  readonly isBase?: true;
  /** The amount may have the fee in it, since nothing public says whether it does. */
  readonly mayHoldFee?: true;
  /** Whether the row takes value or gives it, if the list writes amounts with signs. */
  readonly sign?: 'in' | 'out';
  readonly token?: string;
  /** An address, or the id and the other names of one user. */
  readonly recipient?: readonly string[];
  readonly fee?: string;
  readonly networks?: readonly string[];
  readonly kind?: RowKind;
  /** The time at which it was made: the first of these paths that has a value. */
  readonly at?: readonly string[];
}

/** One read of the state of an operation. */
export interface StateRead {
  readonly call: CallName;
  readonly params?: Readonly<Record<string, ParamSource>>;
  /** The response is a list. An operation without a known id is found in it by the facts of `row`. */
  readonly isList?: true;
  /** The ids by which a row is the operation's: a row with another id is another operation. */
  readonly ids?: readonly SharedId[];
  /** The path of the status. */
  readonly status: string;
  /** The status of a row that has none: the row itself is the end. */
  readonly existing?: string;
  /** The list has every operation of its kind, so that one that never appears was not done. */
  readonly complete?: true;
  /** The statuses that the thing had before the operation: they do not show it. */
  readonly before?: readonly string[];
  /** A row appears when the operation has arrived, which may be long after it was sent. */
  readonly late?: true;
  readonly row: RowPaths;
}

/** The kinds of operations that `tuk ops list --kind` selects, in the order in which the key of a board cycles through them. */
export const operationKinds = [
  'asset-order',
  'store-order',
  'points',
  'withdrawal',
  'swap',
  'ride',
  'subscription',
  'claim',
  'transaction',
  'other',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** A call that moves value, as the operation that it makes. */
export interface OperationSpec {
  /** What people call the operation. */
  readonly name: string;
  /** An order and its payments are of one kind. */
  readonly kind: OperationKind;
  /** The call moves no value before something is paid: an order by a payment of it, a deposit by what a person sends. */
  readonly awaits?: 'payment' | 'deposit';
  /** The response says only that it has begun: a read shows how it ends. */
  readonly begins?: true;
  /**
   * The commands that show the outcome of one whose response was lost; `{name}` is that parameter of the request. The first whose parameters
   * are all known is used. Empty if no call returns the outcome.
   */
  readonly look: readonly string[];
  /** The reads of its state: the first whose parameters are known is used. Without them the transaction that its response names shows it. */
  readonly state?: readonly StateRead[];
}
