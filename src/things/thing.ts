// A kind of thing of the platform as data: its reads, ids, status, fields, commands, and the transfers whose outcome it shows. Types, and the
// function that checks a declaration against the public shapes of the catalogue.

import type { MoneyEndpoint, PathIn, ResponseOf, RowOf } from '../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import type { CallName } from './call-name.js';
import type { Column, TokenBy } from './column.js';
import type { OperationSpec } from './operation.js';

/** The form of a text by which a thing can be looked up. `code`: an alias or another word without spaces; `name`: a part of a name. */
export type IdForm = 'uuid' | 'hash' | 'address' | 'vin' | 'number' | 'email' | 'phone' | 'symbol' | 'plate' | 'code' | 'name';
/** The forms of an id that a service gives. */
export const anyId = ['uuid', 'number', 'code'] as const;
/** The forms of texts that the rows of a list may hold. */
export const anyText = ['uuid', 'number', 'hash', 'address', 'vin', 'email', 'phone', 'code', 'symbol'] as const;
/** The parameters of a call that takes the id as `id`. */
export const byId = (id: string) => ({ id });

/** The status of a thing. */
interface StatusField {
  readonly list: StatusList;
  /** The paths of the status, the first that has a value. */
  readonly at: readonly string[];
  /** The status of a row without one: the row itself is the end. */
  readonly existing?: string;
}

/** A call that returns things of one kind: one by its id, or a list. */
export interface ThingRead {
  readonly call: CallName;
  /** The parameters by which the call returns one thing. A call without them returns a list. */
  readonly params?: (id: string, network: string) => Readonly<Record<string, unknown>>;
  /** The forms of the texts that `tuk find` asks the call for, or finds in its rows; without it `tuk find` asks the call only for links. */
  readonly finds?: readonly IdForm[];
  /** The names of fields of other things that hold the id: `tuk find` follows them by this call. */
  readonly namedBy?: RegExp;
  /** The call takes a network, and is asked once for each. */
  readonly eachNetwork?: true;
  /** Whose rows a list has: those of the signed-in user, those of everybody, or those of an address. */
  readonly of?: 'user' | 'everybody' | 'address';
  /** An older version: it is asked only if the server does not know the route of the read before. */
  readonly ifUnknownRoute?: true;
  /** Its status is read by another call: `wait` does not poll this one. */
  readonly unpolled?: true;
  /** The name of its rows for people, if it is not the name of the thing: `ride under way`. */
  readonly name?: string;
  /** The command that shows a row, if it is not that of the thing. */
  readonly shownBy?: string;
  /** The paths of the id in a row, if they are not those of the thing. */
  readonly ids?: readonly string[];
  readonly status?: StatusField;
  /** The fields that state a row in one line. */
  readonly summary?: readonly string[];
}

/** Amounts in base units, and their token: the path of its symbol, or its symbol by the type of the row. */
export interface Units {
  readonly amounts: readonly string[];
  readonly token: string | TokenBy;
  /** The decimals, if no list of tokens is needed for them. */
  readonly decimals?: number;
}

/**
 * An action on a thing: a label, and the command line behind `tuk`, with `{id}` or `{path.of.a.field}`; `{id...}` takes the ids of all marked
 * rows at once. A label that ends in `…` leaves the confirmation to the command; any other action only reads. `during`: the classes or the
 * words of statuses in which it makes sense; always without them. `unlessFalse`: the path of a field of the row that must not be false.
 */
export type Action = readonly [label: string, line: string, during?: readonly string[], unlessFalse?: string];

/** How `tuk wait` and `tuk watch` name the thing, and its screen. */
interface WatchEntry {
  /** The name in front of the id: `ride:ID`. */
  readonly kind: string;
  /** What it is, for people. */
  readonly what: string;
  /** The ids that only this kind has. */
  readonly pattern?: RegExp;
  /** Its ids are typed whole: no list is searched for their beginnings. */
  readonly isWhole?: true;
  /** A row may appear later: an id that no row has is waited for. */
  readonly late?: true;
  /** The name of its items in the path of the watch screen. */
  readonly screen?: string;
  /** The command line that watches an item, by default `watch kind:{id}`. */
  readonly line?: string;
  /** The path of the time at which an item expires if the person does nothing. */
  readonly until?: string;
  /** A second read, and the name of its response among the fields. */
  readonly beside?: { readonly as: string; readonly line: string };
  /** The fields that a watch screen adds. */
  readonly adds?: readonly Column[];
  /** A driver comes to it: the distance of the driver belongs to its fields. */
  readonly hasDriver?: true;
}

/** A kind of thing. */
export interface Thing {
  /** What people call one: `store order`. */
  readonly name: string;
  /** The group of its screens. */
  readonly group?: string;
  /** The paths of the id in a row, by default `id`. */
  readonly ids?: readonly string[];
  /** The fields that tell rows without an id apart; by default all of them. */
  readonly identity?: readonly string[];
  readonly status?: StatusField;
  readonly reads: readonly ThingRead[];
  /** The command line that shows one, with `{id}`, `{network}` and other fields of it in braces. */
  readonly shownBy?: string;
  /** Its fields in the order of a detail page; the status first, the id last. */
  readonly fields?: readonly Column[];
  /** The paths of the fields that its list on a board shows, in their order; by default all. */
  readonly listed?: readonly string[];
  readonly units?: Units;
  /** Other ids in it are followed, too, if a link has led to it. */
  readonly leadsOn?: true;
  /** `row`: a row is a person. `name`: it may have the name of a person. */
  readonly persons?: 'row' | 'name';
  readonly watch?: WatchEntry;
  readonly actions?: readonly Action[];
  /** The transfers whose outcome it shows. */
  readonly operations?: { readonly [Call in MoneyEndpoint]?: OperationSpec };
}

/** The paths of a row in the public response of a call; any text if the response is not public. */
type PathOf<Call> = Call extends `${infer S extends ServiceName} ${infer E}` ? PathIn<RowOf<ResponseOf<S, E>>> : never;
type PathIn1<T extends Thing> = PathOf<T['reads'][number]['call']>;
type StatedPath<T extends Thing> =
  | (T['status'] extends { readonly at: readonly (infer Path)[] } ? Path : never)
  | (T['ids'] extends readonly (infer Path)[] ? Path : never)
  | (T['fields'] extends readonly (infer Field)[]
      ? Field extends { readonly assumed: true }
        ? never
        : Field extends { readonly path: infer Path }
          ? Path
          : never
      : never);
type Checked<T extends Thing> = [Exclude<StatedPath<T>, PathIn1<T>>] extends [never]
  ? unknown
  : { readonly name: `no field of its responses: ${Exclude<StatedPath<T>, PathIn1<T>> & string}` };

/** Declares a kind of thing. The compiler checks its paths against the public shapes of the responses of its reads. */
export const thing = <const T extends Thing>(declaration: T & Checked<T>): T => declaration;
