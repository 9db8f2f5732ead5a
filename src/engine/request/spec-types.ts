// Types that check the specs of commands at compile time: options and values against parameters, columns against
// responses.
// `tests/engine/specs.types.ts` shows what compiles and what does not.

import type { Values } from '../../cli/command/command-values.js';
import type { OptionKey } from '../../cli/settings/options.js';
import type {
  EndpointName,
  Endpoints,
  ParamName,
  PathIn,
  ResponseOf,
  RowOf,
} from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import type { Option } from './params.js';

/**
 * The members of every command that is data. Its values and options fill parameters by name, including assumed ones
 * (`services/catalogue/assumed`).
 */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * The positional arguments, as in help: `<id>`, or `['<id>', '[name...]']`. On a terminal a change prompts for missing required ones.
   */
  readonly values?: Values;
  readonly options?: readonly Option[];
  /** The keys of options of which it needs one (`Command.needs`). */
  readonly needs?: readonly (readonly string[])[];
  readonly examples: readonly string[];
  /** The endpoints of its functions, beside its own and the endpoints of `about`. */
  readonly alsoUses?: Endpoints;
}

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text;
type Bare<Name extends string> = Name extends `${infer Own}...` ? Own : Name;
/** The names of a command's values: `['<id>', '[token-id...]']` gives `id` and `tokenId`. */
type ValueName<Text> = Text extends readonly (infer One)[]
  ? ValueName<One>
  : Text extends `<${infer Name}>` | `[${infer Name}]`
    ? Camel<Bare<Name>>
    : never;

type Choice<Spec> = Spec extends { readonly endpoints: readonly (infer One)[] } ? One : never;
type ParamOf<S extends ServiceName, One> = One extends { readonly endpoint: infer E }
  ? ParamName<One extends { readonly service: infer Other extends ServiceName } ? Other : S, E>
  : never;
type RequiredBy<One> = One extends { readonly requires: readonly (infer Param extends string)[] } ? Param : never;
/** The parameters that a command can fill: the parameters of its endpoints, and switches that select an endpoint. */
type Fillable<S extends ServiceName, Spec> =
  | (Spec extends { readonly endpoint: infer E } ? ParamName<S, E> : never)
  | ParamOf<S, Choice<Spec>>
  | RequiredBy<Choice<Spec>>
  | 'query';

/**
 * The parameter of an option; `never` for an option without a parameter (`param: false`), and for a filter of rows
 * (`filterPath`).
 */
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
/** A literal text; `never` for a text known only at run time. */
type Literal<Text> = string extends Text ? never : Text;
type ValuesOf<Spec> = Spec extends { readonly values: infer Text } ? ValueName<Text> : never;
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

/** `unknown` if every name is known; else an impossible literal, which makes the compiler show the wrong name. */
type Without<Unknown, Problem extends string> = [Unknown] extends [never] ? unknown : `${Problem}: ${Unknown & string}`;
type Makes<Spec, Members extends string> = {
  [Member in Members]: Spec extends { readonly [Name in Member]: unknown } ? true : never;
}[Members];

/** Checks a spec against its endpoints, except results of `toParams`, `fetchAll`, `transform` or `readBack`. */
export interface SpecCheck<S extends ServiceName, Spec> {
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

/** Refuses keys that `Known` lacks, which the inference of a generic would accept. */
export type OnlyKeys<Spec, Known> = { readonly [Key in Exclude<keyof Spec, Known>]: never };

/** One endpoint of a service, or several of which the first suitable is used. */
export type OneOrSeveral<S extends ServiceName> =
  | { readonly endpoint: EndpointName<S>; readonly endpoints?: never }
  | { readonly endpoint?: never; readonly endpoints: EndpointChoices<S> };
export type EndpointChoice<S extends ServiceName = ServiceName> = ChoiceOptions &
  (
    | { readonly service?: never; readonly endpoint: EndpointName<S> }
    | { [Other in ServiceName]: { readonly service: Other; readonly endpoint: EndpointName<Other> } }[ServiceName]
  );
export type EndpointChoices<S extends ServiceName> = readonly [EndpointChoice<S>, ...EndpointChoice<S>[]];
interface ChoiceOptions {
  readonly requires?: readonly string[];
  /**
   * `signed-out`: without a session, or with --public. `unknown`: if the server does not know the route of a newer one.
   * `missing`: if the previous one finds nothing of that id.
   */
  readonly when?: 'signed-out' | 'unknown' | 'missing';
}
