// A kind of thing as data: its reads, ids, status, fields, commands and transfers. The compiler checks its paths
// against the public shapes.

import type { MoneyEndpoint, PathIn, ResponseOf, RowOf } from '../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import type { CallName } from './call-name.js';
import type { Column, TokenBy } from './column.js';
import type { OperationSpec } from './operation.js';

/** The form of a text that finds a thing. `code`: an alias or another word without spaces; `name`: a part of a name. */
export type IdForm =
  | 'uuid'
  | 'hash'
  | 'address'
  | 'vin'
  | 'number'
  | 'email'
  | 'phone'
  | 'symbol'
  | 'plate'
  | 'code'
  | 'name';
/** The forms of a service's ids. */
export const anyId = ['uuid', 'number', 'code'] as const;
/** The forms of texts in the rows of a list. */
export const anyText = ['uuid', 'number', 'hash', 'address', 'vin', 'email', 'phone', 'code', 'symbol'] as const;
/** The parameters of a read whose only parameter is `id`. */
export const byId = (id: string) => ({ id });

interface StatusField {
  readonly list: StatusList;
  readonly at: readonly string[];
  /** The status of a row that has no status: the row itself is the end. */
  readonly existing?: string;
}

export interface ThingRead {
  readonly call: CallName;
  /** The parameters of a call that returns one thing. A call without them returns a list. */
  readonly params?: (id: string, network: string) => Readonly<Record<string, unknown>>;
  /** The forms of the texts that `tuk find` looks up with the call; by default no form, so only links lead to it. */
  readonly finds?: readonly IdForm[];
  /** The fields of other things that hold the id: `tuk find` follows them with this call. */
  readonly namedBy?: RegExp;
  /** The call takes a network, so it is made for each. */
  readonly eachNetwork?: true;
  /** The owner of the rows of a list. */
  readonly of?: 'user' | 'everybody' | 'address';
  /** An older version, for a server that does not know the route of the read before. */
  readonly ifUnknownRoute?: true;
  /** `wait` does not poll this call: another one reads the status. */
  readonly unpolled?: true;
  /** The name of its rows for people, by default the name of the thing: `ride under way`. */
  readonly name?: string;
  /** The command that shows a row, by default the thing's. */
  readonly shownBy?: string;
  /** The paths of the id in a row, by default the thing's. */
  readonly ids?: readonly string[];
  readonly status?: StatusField;
  /** The fields that state a row in one line. */
  readonly summary?: readonly string[];
}

/** Amounts in base units, and their token: the path of its symbol, or its symbol by the type of the row. */
export interface Units {
  readonly amounts: readonly string[];
  readonly token: string | TokenBy;
  /** The decimals, by default from the list of tokens. */
  readonly decimals?: number;
}

/**
 * An action on a thing: a label, and the command line behind `tuk`, with `{id}`, `{path.of.a.field}`, or `{id...}` for
 * all marked rows.
 */
export type Action = readonly [label: string, line: string, facts?: ActionFacts];
interface ActionFacts {
  /**
   * What it opens. `dialog`, the default: the command, which asks for its confirmation; `screen`: a read; `form`: of the
   * command, with the values of the line filled in.
   */
  readonly opens?: 'dialog' | 'screen' | 'form';
  /** `cancel`: the key that cancels runs it. */
  readonly role?: 'cancel';
  /** The classes or words of statuses that allow it, by default all. */
  readonly during?: readonly string[];
  /** The path of a field of the row that must not be false. */
  readonly unlessFalse?: string;
  /** Forms offer no values of it: they are fields of the row. */
  readonly fills?: false;
}

/**
 * The fields of a map: two stops, and the vehicle that moves to the first one, then with the person to the second one.
 */
export interface MapFields {
  readonly from: string;
  readonly to: string;
  /** The position, and the path of its time. */
  readonly moving: string;
  readonly movedAt: string;
  /** The path of the driver: an object once there is one. */
  readonly driver: string;
  /** The path of the vehicle's name, such as its plate. */
  readonly label: string;
  /** The statuses in which the second stop is the next one. */
  readonly aboard: readonly string[];
}

/** The fields of things on a map: their position, name, status and id. */
export interface PlaceFields {
  readonly at: string;
  readonly name: string;
  readonly status: string;
  readonly list: StatusList;
  readonly id: string;
}

/** The address of a thing that is drawn as a QR code, since people pay by their phones. */
export interface CodeField {
  readonly at: string;
  /** Not drawn if this field has a value, or unless the status is pending: nobody must pay twice. */
  readonly paidBy?: string;
}

/**
 * A page of a thing on the web, by paths of its response. The first path with a value counts: a link, or the page of
 * a transaction or an address in the explorer of its network.
 */
export type WebPage =
  | { readonly link: readonly string[] }
  | { readonly transaction: readonly string[]; readonly network: readonly string[] }
  | { readonly address: readonly string[]; readonly network: readonly string[] };

/** The thing in `tuk wait`, in `tuk watch` and on its screen. */
interface WatchEntry {
  /** The name in front of the id: `ride:ID`. */
  readonly kind: string;
  /** Its description, for people. */
  readonly what: string;
  /** The ids that only this kind has. */
  readonly pattern?: RegExp;
  /** Its ids are typed whole, so no list is read for them. */
  readonly isWhole?: true;
  /** A row may appear later, so an id without a row is waited for. */
  readonly late?: true;
  /** The name of its items in the path of the watch screen. */
  readonly screen?: string;
  /** The pause between two reads on a screen, seconds; default: 5. */
  readonly every?: number;
  /** The path of the time when an item expires unless the person acts. */
  readonly until?: string;
  /** A second read, and the name of its response among the fields. */
  readonly beside?: { readonly as: string; readonly line: string };
  /** The fields that a watch screen adds. */
  readonly adds?: readonly Column[];
  /** A driver comes to it: its fields have the driver's distance, its screen a map. */
  readonly map?: MapFields;
}

/** Where the money of a thing is, by its status. */
interface MoneyPath {
  /** The path of its amount, which is one of `fields`. */
  readonly amount: string;
  /** Who has it at a good end: `the driver`. */
  readonly goesTo: string;
  /** The statuses in which nothing has been paid. */
  readonly unpaid?: readonly string[];
  /** The field that states that it is paid; default: every other status does. */
  readonly paidBy?: string;
  /** The statuses that state that it came back, and the fields that do, if they have a value. */
  readonly returned?: readonly string[];
  readonly returnedBy?: readonly string[];
}

/** The line that a row leads to: one, or by the word of a field; none for a row that has all there is. */
export type Next = string | { readonly by: string; readonly is: Readonly<Record<string, string>> };

/** A read that belongs to a row: its title, and its line. */
interface Related {
  readonly title: string;
  readonly line: Next;
}

/** What says in one line which one a thing is: `ride to`, the paths of the fields behind it, and of its time. */
export interface Brief {
  readonly what: string;
  readonly fields: readonly string[];
  readonly at: string;
}

/** The price of a thing, and the balance that it is paid from. */
export interface PaidFrom {
  /** The path of the price, and of its currency. */
  readonly price: string;
  readonly in: string;
  /** The command line that shows the balance in that currency, and the path of its amount. */
  readonly balance: string;
  readonly amount: string;
}

export interface Thing {
  /** Its name for people: `store order`. */
  readonly name: string;
  readonly group?: string;
  /** The paths of the id in a row, by default `id`. */
  readonly ids?: readonly string[];
  /** The fields that identify rows without an id; by default all. */
  readonly identity?: readonly string[];
  /** The fields that name a row in every environment: `tuk diff` matches rows of two by them. */
  readonly natural?: readonly string[];
  readonly status?: StatusField;
  readonly reads: readonly ThingRead[];
  /** The command line that shows a thing, with `{id}`, `{network}` and other fields of it in braces. */
  readonly shownBy?: string;
  /** The command line that a row leads to on a screen; default: `shownBy`, if it takes a field of the row. */
  readonly next?: Next;
  /** What belongs to a row on its page, below its fields: the reads whose lines the row fills. */
  readonly related?: readonly Related[];
  /** Its fields in the order of a detail page: the status first, the id last. */
  readonly fields?: readonly Column[];
  /** The paths of the fields of its list on a board, in their order; by default all. */
  readonly listed?: readonly string[];
  /** The fields on the receipt of a change of it, under the headings of a receipt. */
  readonly receipt?: readonly Column[];
  readonly paidFrom?: PaidFrom;
  readonly brief?: Brief;
  readonly units?: Units;
  readonly money?: MoneyPath;
  /** Follows other ids in it after a link, too. */
  readonly leadsOn?: true;
  /** `row`: a row is a person. `name`: it may have a person's name. */
  readonly persons?: 'row' | 'name';
  readonly watch?: WatchEntry;
  /** Its pages on the web, the best first: --web of the commands that show it opens the first that a response has. */
  readonly webPages?: readonly WebPage[];
  readonly actions?: readonly Action[];
  readonly operations?: { readonly [Call in MoneyEndpoint]?: OperationSpec };
}

/** The paths of a row in the public response of a call; any text if the response is not public. */
type PathOf<Call> = Call extends `${infer S extends ServiceName} ${infer E}` ? PathIn<RowOf<ResponseOf<S, E>>> : never;
type PathOfThing<T extends Thing> = PathOf<T['reads'][number]['call']>;
type StatedPath<T extends Thing> =
  | (T['status'] extends { readonly at: readonly (infer Path)[] } ? Path : never)
  | (T['ids'] extends readonly (infer Path)[] ? Path : never)
  | (T['natural'] extends readonly (infer Path)[] ? Path : never)
  | (T['fields'] extends readonly (infer Field)[]
      ? Field extends { readonly assumed: true }
        ? never
        : Field extends { readonly path: infer Path }
          ? Path
          : never
      : never);
type PathCheck<T extends Thing> = [Exclude<StatedPath<T>, PathOfThing<T>>] extends [never]
  ? unknown
  : { readonly name: `no field of its responses: ${Exclude<StatedPath<T>, PathOfThing<T>> & string}` };

/** Declares a kind of thing. The compiler checks its paths against the public shapes of the responses of its reads. */
export const thing = <const T extends Thing>(declaration: T & PathCheck<T>): T => declaration;
