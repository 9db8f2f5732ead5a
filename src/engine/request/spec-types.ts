// Types that check the specs of commands at compile time: options and values against the parameters of their endpoints, columns against their responses.
// Types only; `tests/engine/specs.types.ts` shows what compiles and what does not.

import type { OptionKey } from '../../cli/options.js';
import type { EndpointName, Endpoints, ParamName, PathIn, ResponseOf, RowOf } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import type { Option } from './params.js';

/**
 * The members of every command that is data. Its values and options fill the parameters of its endpoint by name; field names that are not public are those of
 * `services/catalogue/assumed`.
 */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** The positional arguments, as the help shows them: `<id> [name...]`. On a terminal a required one that is missing from a change is prompted for. */
  readonly values?: string;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  /** The endpoints that its functions use beside its own and those of `about`. */
  readonly alsoUses?: Endpoints;
}

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Text;
type Bare<Name extends string> = Name extends `${infer Own}...` ? Own : Name;
/** The names of a command's values: `<id> [token-id...]` gives `id` and `tokenId`. */
type ValueName<Values> = Values extends `${string}<${infer Name}>${infer Rest}`
  ? Camel<Bare<Name>> | ValueName<Rest>
  : Values extends `${string}[${infer Name}]${infer Rest}`
    ? Camel<Bare<Name>> | ValueName<Rest>
    : never;

type Choice<Spec> = Spec extends { readonly endpoints: readonly (infer One)[] } ? One : never;
type ParamOf<S extends ServiceName, One> = One extends { readonly endpoint: infer E }
  ? ParamName<One extends { readonly service: infer Other extends ServiceName } ? Other : S, E>
  : never;
type RequiredBy<One> = One extends { readonly requires: readonly (infer Param extends string)[] } ? Param : never;
type WhenOf<One> = One extends { readonly when: infer When } ? When : never;
/** The parameters that a command can fill: those of its endpoints, and the switches that select an endpoint. */
type Fillable<S extends ServiceName, Spec> =
  | (Spec extends { readonly endpoint: infer E } ? ParamName<S, E> : never)
  | ParamOf<S, Choice<Spec>>
  | RequiredBy<Choice<Spec>>
  | ('signed-out' extends WhenOf<Choice<Spec>> ? 'public' : never)
  | 'query';

/** The parameter that an option fills; `never` for one that fills none (`param: false`), or filters the rows (`filterPath`). */
type FilledBy<Option> = Option extends { readonly param: false } | { readonly filterPath: string }
  ? never
  : Option extends { readonly param: infer Param extends string }
    ? Literal<Param>
    : Option extends { readonly flags: infer Flags extends string }
      ? OptionKey<Flags>
      : never;
type OptionsOf<Spec> = Spec extends { readonly options: readonly (infer Option)[] }
  ? Option extends unknown
    ? FilledBy<Option>
    : never
  : never;
/** A literal text; `never` for one that only the run knows. */
type Literal<Text> = string extends Text ? never : Text;
type ValuesOf<Spec> = Spec extends { readonly values: infer Values } ? ValueName<Values> : never;
type ColumnsOf<Spec> = Spec extends { readonly columns: readonly (infer Column)[] }
  ? Column extends { readonly assumed: true }
    ? never
    : Column extends { readonly path: infer Path extends string }
      ? Literal<Path>
      : never
  : never;

type RowOfSpec<S extends ServiceName, Spec> = Spec extends { readonly endpoint: infer E }
  ? RowOf<ResponseOf<S, E>>
  : Choice<Spec> extends { readonly endpoint: infer E }
    ? RowOf<ResponseOf<S, E>>
    : unknown;

/** `unknown` where every name is known; else a literal that no value has, so that the compiler's message shows the wrong name. */
type Without<Unknown, Problem extends string> = [Unknown] extends [never] ? unknown : `${Problem}: ${Unknown & string}`;
type Makes<Spec, Members extends string> = {
  [Member in Members]: Spec extends { readonly [Name in Member]: unknown } ? true : never;
}[Members];

/** Checks a spec against its endpoints. What `toParams`, `fetchAll`, `transform` or `readBack` return is not checked. */
export interface Checked<S extends ServiceName, Spec> {
  readonly options?: [Makes<Spec, 'toParams' | 'fetchAll'>] extends [never]
    ? Without<Exclude<OptionsOf<Spec>, Fillable<S, Spec>>, 'no parameter of the endpoint'>
    : unknown;
  readonly values?: [Makes<Spec, 'toParams' | 'fetchAll'>] extends [never]
    ? Without<Exclude<ValuesOf<Spec>, Fillable<S, Spec>>, 'no parameter of the endpoint'>
    : unknown;
  readonly columns?: [Makes<Spec, 'transform' | 'transformAll' | 'fetchAll' | 'readBack'>] extends [never]
    ? Without<Exclude<ColumnsOf<Spec>, PathIn<RowOfSpec<S, Spec>>>, 'no field of the response'>
    : unknown;
}

/** Refuses keys that `Known` does not have, which inference of a generic would let through. */
export type OnlyKeys<Spec, Known> = { readonly [Key in Exclude<keyof Spec, Known>]: never };

/** One endpoint of a service, or several of which the first that fits is used. */
export type OneOrSeveral<S extends ServiceName> =
  | { readonly endpoint: EndpointName<S>; readonly endpoints?: never }
  | { readonly endpoint?: never; readonly endpoints: EndpointChoices<S> };
/** One of the endpoints that a command selects from. */
export type EndpointChoice<S extends ServiceName = ServiceName> = ChoiceOptions &
  (
    | { readonly service?: never; readonly endpoint: EndpointName<S> }
    | { [Other in ServiceName]: { readonly service: Other; readonly endpoint: EndpointName<Other> } }[ServiceName]
  );
export type EndpointChoices<S extends ServiceName> = readonly [EndpointChoice<S>, ...EndpointChoice<S>[]];
interface ChoiceOptions {
  /** Selects it with --api-version, where there are several versions. */
  readonly version?: string;
  /** The parameters without which it is not selected. */
  readonly requires?: readonly string[];
  /**
   * `signed-out`: without a session, or with --public. `unknown`: where the server does not know a newer one's route. `missing`: where the one
   * before finds nothing of that id. `requested`: with --api-version alone.
   */
  readonly when?: 'signed-out' | 'unknown' | 'missing' | 'requested';
}
