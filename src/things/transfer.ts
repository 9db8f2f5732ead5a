// The facts of a transfer as data: the locations of amount, token, recipient, network and fee in its request or in a
// read, and their paths in its response. A response is compared with the promise at these paths, and in the fields that
// it repeats under the names of the request. The shapes of platform 12.2 and the status lists of platform 5.2 are public;
// the other paths are assumed, as in the sandbox.
import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';

/** A read: `paramsFrom` has the location of each of its parameters. */
export interface FactRead {
  readonly service: ServiceName;
  readonly call: string;
  readonly paramsFrom?: Readonly<Record<string, FactLocation>>;
}
/**
 * The location of a fact. A text: a parameter of the request, in its path or body. `by`: in `values`, by the value of a
 * parameter.
 * `field`: a field of the body beside the parameters, under an assumed name. `read`: in the response of a read, at a
 * path; `orProduct`: of two fields, if the path has no value.
 */
export type FactLocation =
  | string
  | { readonly constant: string; readonly source?: 'bytes' }
  | { readonly field: string }
  | { readonly by: string; readonly values: Readonly<Record<string, string>> }
  | { readonly read: FactRead; readonly at: string; readonly orProduct?: readonly [string, string] };

/**
 * `is`: the whole amount, or the amount less the fee, in `token` or its own. `amount`, `what`: an amount or a thing by
 * a service.
 */
type Arrival =
  | { readonly is: 'amount' | 'less fee'; readonly token?: FactLocation }
  | { readonly amount: FactLocation; readonly token?: FactLocation }
  | { readonly what: FactLocation };

/** The locations of the facts of a call, as far as they are known. */
export interface TransferFields {
  /** In base units with `decimals`, else in whole tokens. */
  readonly amount?: FactLocation;
  readonly decimals?: number;
  /** The number of decimals of the token: the first known one. */
  readonly decimalsOf?: readonly FactLocation[];
  /** The number by which the amount is multiplied. */
  readonly times?: FactLocation;
  /** The first known one. */
  readonly token?: readonly FactLocation[];
  /**
   * The recipient; `id` is its id at the service. A call without one pays a seller, or moves value between accounts of
   * the user.
   */
  readonly to?: {
    readonly kind: 'address' | 'user' | 'app-user';
    readonly at: FactLocation;
    readonly paysFor?: FactLocation;
    readonly id?: FactLocation;
  };
  /** The chains of the transfer; none without it. */
  readonly networks?: readonly FactLocation[];
  /** `from: 'amount'`: the fee is taken out of the amount, which must be more. Without an amount it is not known. */
  readonly fee?: {
    readonly amount?: FactLocation;
    readonly token: FactLocation;
    readonly decimals?: number;
    readonly from?: 'amount';
  };
  /** The name of the thing that leaves in place of an amount. */
  readonly thing?: FactLocation;
  readonly arrives?: Arrival;
  /**
   * The fields that must agree with a read, if both have a value (docs/money.md 5: unit and kind come from the
   * service).
   */
  readonly mustMatch?: readonly { readonly name: string; readonly with: FactLocation }[];
  /** The minimum and the maximum amount, in the unit of the amount. */
  readonly minimum?: FactLocation;
  readonly maximum?: FactLocation;
  /** The word of a read on whether the call can be made: if it says no, nothing is sent. */
  readonly available?: FactLocation;
  /** The call only receives value: no amount limit applies. */
  readonly incoming?: true;
  /** It only takes back what was signed or allowed before, and costs its fee: a pause does not stop it. */
  readonly takesBack?: true;
  /** The object of a call without a recipient: a second call on it waits until the outcome of the first is known. */
  readonly object?: FactLocation;
  /** Further fields of the body that cannot be an amount. */
  readonly otherFields?: readonly string[];
  /** The amount leaves the balance account of its currency. */
  readonly isFromBalance?: true;
  /** The earlier call whose value this one carries on, found in the ledger by the id in its response. */
  readonly of?: { readonly call: string; readonly id: FactLocation };
}

/** The status in a response, and the list that has its words. */
interface DeclaredStatus {
  readonly at: string;
  readonly list: StatusList;
  /** The words for a call that has not been done yet. */
  readonly notYet?: readonly string[];
  /** A bad end of the list says that an earlier call has done it, and that this one moved nothing. */
  readonly repeats?: true;
  /** The bad end that the request asks for by a word in a field of its body, as a cancellation does. */
  readonly asked?: { readonly field: string; readonly word: string; readonly end: string };
}

/**
 * The paths of the facts in a record: the response of a call, or a row of a later read. A fact without a path is not
 * compared.
 */
export interface FactPaths {
  /** The unit of its amounts: whole tokens (the default), or base units with the `decimals` of the call of its fields. */
  readonly amounts?: 'whole' | 'base';
  /** The id of the operation, by which later reads find it. */
  readonly id?: string;
  /** The whole leaving amount, without a fee on top. */
  readonly amount?: string;
  /** The amount may include the fee: no public source says. */
  readonly mayHoldFee?: true;
  /** The price of one of `quantity` pieces. */
  readonly price?: string;
  readonly quantity?: string;
  readonly token?: string;
  /** The address of the recipient. */
  readonly to?: string;
  /** The names of the recipient, in any spelling: ids and names of a user, or an address, compared if they are there. */
  readonly toNames?: readonly string[];
  readonly fee?: string;
  readonly networks?: readonly string[];
}

/** The paths of the facts in a response. */
export interface DeclaredResponse extends FactPaths {
  readonly known: 'public' | 'assumed';
  readonly status?: DeclaredStatus;
  /** By path: the parameter of the request, or the field of its body, with the same value. */
  readonly same?: Readonly<Record<string, string>>;
  /** Fields with a name of the request and another meaning, which are not compared. */
  readonly otherMeaning?: readonly string[];
  /** A field that shows that the call was done, such as a balance afterwards; it is not compared. */
  readonly shows?: string;
  /** The command that cancels the operation, and the path of the id that it takes. */
  readonly cancel?: { readonly line: string; readonly id: string };
}

/** The fields of a read, by path. */
export function fieldsOf(service: ServiceName, call: string, paramsFrom?: Readonly<Record<string, FactLocation>>) {
  return (at: string, orProduct?: readonly [string, string]): FactLocation => ({
    read: { service, call, paramsFrom },
    at,
    orProduct,
  });
}
/** A field of a currency of the platform. @param id the location of its id */
export const currency = (id: FactLocation, at: string): FactLocation => fieldsOf('user', 'getCurrency', { id })(at);
/** The decimals of currencies of a balance. */
export const decimalsOf = (...ids: readonly FactLocation[]): readonly FactLocation[] =>
  ids.map((id) => currency(id, 'tokenDecimal'));
/** The token of the user's points. */
export const points = [{ constant: 'MVP' }] as const;
/** The user that a call names, by id or nickname. */
export const toUser: NonNullable<TransferFields['to']> = {
  kind: 'user',
  at: 'to',
  id: fieldsOf('user', 'getUser', { userId: 'to' })('id'),
};
/** A response whose paths are assumed, with amounts in whole tokens. */
export const assumedResponse = { known: 'assumed', amounts: 'whole' } as const;
