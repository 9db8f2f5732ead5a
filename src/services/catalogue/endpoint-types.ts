// The types of endpoints by service and name; the compiler checks commands with them. Types only.

import type { assumedNames } from './assumed-fields.js';
import type { Field, Fields, Open, PathNames, Service } from './define.js';
import type { ServiceName, services } from './index.js';

type CatalogueOf<S extends ServiceName> = Awaited<ReturnType<(typeof services)[S]['load']>>['default'];
type LinesOf<S extends ServiceName> = CatalogueOf<S> extends Service<infer Lines, infer _> ? Lines : never;
type WordsOf<S extends ServiceName> = CatalogueOf<S> extends Service<infer _, infer Words> ? Words : never;

export type EndpointName<S extends ServiceName> = S extends ServiceName ? keyof LinesOf<S> & string : never;
type LineOf<S extends ServiceName, E> = E extends keyof LinesOf<S> ? LinesOf<S>[E] : never;

/** Endpoints by service, such as a command's additional ones. */
export type Endpoints = { readonly [S in ServiceName]?: readonly EndpointName<S>[] };

/** Every endpoint that moves value, as `service name`. */
export type MoneyEndpoint = {
  [S in ServiceName]: {
    [E in EndpointName<S>]: LineOf<S, E> extends { readonly effect: 'money' } ? `${S} ${E}` : never;
  }[EndpointName<S>];
}[ServiceName];

/** The assumed names of fields in open queries and bodies, by service. */
type AssumedTables = typeof assumedNames;
type AssumedName<S, E> = S extends keyof AssumedTables
  ? E extends keyof AssumedTables[S]
    ? keyof AssumedTables[S][E] & string
    : never
  : never;
type FieldName<Known> = Known extends Open ? never : Known extends Fields ? keyof Known & string : never;

/** The names of an endpoint's parameters: path values, public fields, and fields with assumed names. */
export type ParamName<S extends ServiceName, E> = S extends ServiceName
  ? E extends EndpointName<S>
    ?
        | (LineOf<S, E> extends { path: infer Path } ? PathNames<Path> : never)
        | (LineOf<S, E> extends { query: infer Query } ? FieldName<Query> : never)
        | (LineOf<S, E> extends { body: infer Body } ? FieldName<Body> : never)
        | AssumedName<S, E>
    : never
  : never;

type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer _, true> ? Name : never;
}[keyof F];
type ValueOf<F> = F extends Field<infer Value, infer _> ? Value : never;
type KnownValues<F> = F extends Fields
  ? { readonly [Name in RequiredNames<F>]: ValueOf<F[Name]> } & {
      readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[Name]>;
    }
  : unknown;
type PathValue<Words, Name> = Name extends keyof Words
  ? Words[Name] extends readonly (infer Word)[]
    ? Word
    : never
  : string | number;
type Body<Line> = Line extends { body: Open } ? { readonly body?: unknown } : unknown;

/**
 * The values of an endpoint: its path values and known fields in one object; `body` where the fields are open,
 * `query` always.
 */
export type ValuesOf<S extends ServiceName, E> =
  LineOf<S, E> extends { path: infer Path }
    ? { readonly [Name in PathNames<Path>]: PathValue<WordsOf<S>, Name> } & KnownValues<
        LineOf<S, E> extends { query: infer Q } ? Q : unknown
      > &
        KnownValues<LineOf<S, E> extends { body: infer B } ? B : unknown> &
        Body<LineOf<S, E>> & { readonly query?: Readonly<Record<string, unknown>> }
    : never;

/** The type of an endpoint's response; unknown if it is not public. */
export type ResponseOf<S extends ServiceName, E> = LineOf<S, E> extends { data?: infer Data } ? Data : unknown;

/** The rows of a response: the elements of a list, or of the lists and maps in an object; else the response itself. */
export type RowOf<Data> = unknown extends Data
  ? unknown
  : Data extends readonly (infer Row)[]
    ? Row
    : Data extends object
      ? ListIn<Data> extends never
        ? Data
        : ListIn<Data> | Data
      : unknown;
type ListIn<Data> = {
  [Name in KnownKey<Data>]: NonNullable<Data[Name]> extends readonly (infer Row)[]
    ? Row
    : EntryOf<NonNullable<Data[Name]>>;
}[KnownKey<Data>];
/** The entries of a map with unknown keys. */
type EntryOf<Value> = [KnownKey<Value>] extends [never]
  ? Value extends Readonly<Record<string, infer Row extends object>>
    ? Row
    : never
  : never;
/** The names of a value's known fields. A shape is open, so its type also has an index signature. */
type KnownKey<Value> = keyof { [Name in keyof Value as string extends Name ? never : Name]: true } &
  keyof Value &
  string;

/** The dotted paths of a row's fields; any text for a row that is not public. */
export type PathIn<Row, Depth extends 0[] = []> = unknown extends Row
  ? string
  : Depth['length'] extends 4
    ? string
    : Row extends readonly (infer Element)[]
      ? `${number}` | `${number}.${PathIn<Element, [...Depth, 0]>}` | 'length'
      : Row extends object
        ? { [Name in KnownKey<Row>]: Name | Nested<Name, NonNullable<Row[Name]>, Depth> }[KnownKey<Row>]
        : never;
type Nested<Name extends string, Value, Depth extends 0[]> = unknown extends Value
  ? `${Name}.${string}`
  : Value extends object
    ? `${Name}.${PathIn<Value, [...Depth, 0]>}`
    : never;
