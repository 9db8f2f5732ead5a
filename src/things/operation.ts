// How a thing shows the outcome of a transfer: the paths of its id in the response, and of the facts in a row.

import type { CallName } from './call-name.js';
import type { DeclaredResponse, FactPaths, TransferFields } from './transfer.js';

/**
 * The source of a parameter: paths in the stored response, by the first value; a parameter of the request; or a
 * constant.
 */
export type ParamSource =
  | { readonly response: readonly string[] }
  | { readonly request: string }
  | { readonly constant: string };

/** An id that a row and its operation have in common. */
export interface SharedId {
  readonly row: readonly string[];
  /** Operations with the same request share an id of the request. */
  readonly sources: readonly ParamSource[];
}

/**
 * The kind of a row: the field at a path has one of these words, or the value of a request parameter. Without words it
 * states nothing.
 */
export type RowKind = { readonly at: string; readonly is: readonly string[] | { readonly request: string } };

/** The paths of the facts in a row. `assumed`: only the sandbox has them, no public source. */
export interface RowPaths extends FactPaths {
  readonly known: 'public' | 'assumed';
  /** The direction of the value, if the list writes amounts with signs. */
  readonly sign?: 'in' | 'out';
  readonly kind?: RowKind;
  /** By path: the paths in the response of the call that have the same value, such as the address to pay to. */
  readonly again?: Readonly<Record<string, readonly string[]>>;
  /** The paths of its time, by the first value. */
  readonly at?: readonly string[];
}

/** One read of the state of an operation. */
export interface StateRead {
  readonly call: CallName;
  readonly params?: Readonly<Record<string, ParamSource>>;
  /** The response is a list. The facts of `row` find an operation without a known id in it. */
  readonly isList?: true;
  /** The ids that a row shares with the operation; a row with another id is another operation. */
  readonly ids?: readonly SharedId[];
  readonly status: string;
  /** The status of a row without one: the row itself is the end. */
  readonly existing?: string;
  /** The list has every operation of its kind: an operation that never appears was not done. */
  readonly complete?: true;
  /** The statuses that the thing had before the operation, so they do not prove it. */
  readonly before?: readonly string[];
  /** It only is compared, and finds no operation: its row may be another one's. */
  readonly onlyCompared?: true;
  /** A row appears when the operation has arrived, perhaps long after its request. */
  readonly appearsLater?: true;
  readonly row: RowPaths;
}

/** The kinds that `tuk ops list --kind` selects, in the order of the key of a board. */
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

/** The operation that a call makes. */
export interface OperationSpec {
  readonly name: string;
  /** An order and its payments have one kind. */
  readonly kind: OperationKind;
  /** The locations of its facts, as far as they are known. */
  readonly facts: TransferFields;
  /** The paths of its facts in the response. */
  readonly response: DeclaredResponse;
  /** The value moves later: an order is paid by a payment, a deposit by a person. */
  readonly completedBy?: 'payment' | 'deposit';
  /** The response says only that it has begun; a read shows how it ends. */
  readonly isAsync?: true;
  /**
   * The commands that show the outcome after a lost response, with `{name}` for a parameter of the request. Empty if no
   * call returns it.
   */
  readonly recoveryCommands: readonly string[];
  /** The first read with known parameters is used. Without reads, the transaction in its response shows the state. */
  readonly state?: readonly StateRead[];
}
