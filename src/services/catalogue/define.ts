// Defines endpoints, one line of data each: HTTP methods, fields, effect and services. Imports nothing.

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** The security modes (platform 1.7), and `refresh` for calls that carry the refresh token as bearer (section 7). */
export type Auth = 'signed-in' | 'public' | 'basic' | 'refresh';
/**
 * The effect of a call: a read, a change of the service, or a movement of value. Confirmations depend on it, never on
 * `Auth`.
 */
export type Effect = 'none' | 'service' | 'money';
/** The form of a response's body. `redirect`: the response is a 3xx; `nothing`: it has no body. */
type BodyForm = 'json' | 'text' | 'bytes' | 'redirect' | 'nothing';
type Word = string | number;

/** A field of a query or a body with a public name (docs/platform). */
export interface Field<Value = unknown, Needed extends boolean = boolean> {
  readonly kind: 'text' | 'number' | 'boolean' | 'word' | 'json';
  readonly required: Needed;
  readonly words?: readonly Word[];
  /** Never taken from an option's value, never printed. */
  readonly secret?: true;
  /** May have several values (`a=1&a=2` in a query, an array in a body). */
  readonly many?: true;
  /** Never set: carries the type. */
  readonly value?: Value;
}
export type Fields = Readonly<Record<string, Field>>;

/** Marks a query or a body with field names that are not public. */
export const open = 'open' as const;
export type Open = typeof open;

/** A required field whose value is a text. */
export const text = (): Field<string, true> => ({ kind: 'text', required: true });
/** A required field whose value is a number. */
export const number = (): Field<number, true> => ({ kind: 'number', required: true });
/** A required field whose value is true or false. */
export const boolean = (): Field<boolean, true> => ({ kind: 'boolean', required: true });
/** A required field with any JSON value: its inner fields are not described. */
export const json = (): Field<unknown, true> => ({ kind: 'json', required: true });
/** A value of a closed list of `words.ts`. */
export const word = <const W extends readonly Word[]>(words: W): Field<W[number], true> => ({
  kind: 'word',
  required: true,
  words,
});
/** Makes a field optional: the request may omit it. */
export const optional = <V>(field: Field<V, true>): Field<V, false> =>
  ({ ...field, required: false }) as Field<V, false>;
/** Marks the value of a field as a secret: no option takes it, and nothing prints it. */
export const secret = <F extends Field>(field: F): F => ({ ...field, secret: true });
/** Lets a field have several values: repeated in a query, an array in a body. */
export const many = <V>(field: Field<V, true>): Field<V[], true> => ({ ...field, many: true }) as Field<V[], true>;

/**
 * The paging of a call, if it is public (platform 1.6): query names, and the last row's fields that fill them. Without
 * these each page counts one up from the first.
 */
interface Paging {
  readonly from?: Readonly<Record<string, string>>;
  readonly first?: Readonly<Record<string, number | string>>;
}

interface CommonOptions {
  /** Imperative, without a full stop. */
  readonly summary: string;
  readonly auth?: Auth;
  readonly as?: BodyForm;
  /** The published app sends `x-hmac-sig` with it (platform 2.3). */
  readonly signed?: 'wallet-key';
  /** The response is key material: no report, trace or ledger contains it. */
  readonly secret?: true;
  /** The response is a document or a log: failures that it names are not the outcome of the call. */
  readonly document?: true;
  /** No public source says whether the response is one thing or a list. */
  readonly mayList?: true;
  /** The response is a person, or a list of persons: a terminal shows masked names. */
  readonly persons?: true;
  /** Cannot be undone. */
  readonly final?: true;
  /** Renews or ends the session in use. */
  readonly session?: true;
  readonly warn?: string;
  /** Why a smoke run leaves the call out. */
  readonly skip?: string;
  readonly pages?: Paging;
}
export interface ReadSpec<Shapes> extends CommonOptions {
  readonly query?: Fields | Open;
  readonly response?: keyof Shapes & string;
  readonly effect?: Effect;
}
export interface ChangeSpec<Shapes> extends CommonOptions {
  readonly body?: Fields | Open;
  readonly response?: keyof Shapes & string;
  readonly effect: Effect;
}

/** A call with its defaults, as the program reads it. */
export interface Call extends CommonOptions {
  readonly service: string;
  /** camelCase, unique in its service. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly auth: Auth;
  readonly effect: Effect;
  readonly as: BodyForm;
  readonly query?: Fields | Open;
  readonly body?: Fields | Open;
  /** An export of the service's shapes. */
  readonly response?: string;
  /** The enums of path values, by name. */
  readonly words: Readonly<Record<string, readonly Word[]>>;
}

export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}
/** The key of the routes in a built catalogue, whose lines need not be parsed (scripts/build/calls-from-lines.mjs). */
const routesSymbol = Symbol.for('tuk.routes');
/** The routes of a service's calls, in written order. */
export const routesOf = (
  calls: Readonly<Record<string, Call>> & { readonly [routesSymbol]?: () => readonly Route[] },
): readonly Route[] => calls[routesSymbol]?.() ?? Object.values(calls);

/** The type of a shape's value, derived from its structure to avoid an import of zod. */
type ShapeValue<Shapes, Name> = Name extends keyof Shapes
  ? Shapes[Name] extends { _zod: { output: infer Value } }
    ? Value
    : unknown
  : unknown;
type Line<M extends Method, Path, Spec, Shapes> = Spec & {
  readonly method: M;
  readonly path: Path;
  /** Never set: carries the type of the response. */
  readonly data?: Spec extends { response: infer Name } ? ShapeValue<Shapes, Name> : unknown;
};
/** Refuses keys that `Known` lacks, which the inference of a generic would accept. */
type Only<Spec, Known> = Spec & { readonly [Key in Exclude<keyof Spec, keyof Known>]: never };

/** The four HTTP methods, bound to the shapes of one service: `response` names one of their exports. */
export function verbs<Shapes = Record<never, never>>() {
  const read =
    <M extends Method>(method: M) =>
    <const Path extends `/${string}`, const Spec extends ReadSpec<Shapes>>(
      path: Path,
      spec: Only<Spec, ReadSpec<Shapes>>,
    ) =>
      ({ ...spec, method, path }) as Line<M, Path, Spec, Shapes>;
  const change =
    <M extends Method>(method: M) =>
    <const Path extends `/${string}`, const Spec extends ChangeSpec<Shapes>>(
      path: Path,
      spec: Only<Spec, ChangeSpec<Shapes>>,
    ) =>
      ({ ...spec, method, path }) as Line<M, Path, Spec, Shapes>;
  return { get: read('GET'), post: change('POST'), put: change('PUT'), del: change('DELETE') };
}

type AnyLine = ReadSpec<Record<string, unknown>> & {
  readonly body?: Fields | Open;
  readonly method: Method;
  readonly path: string;
};
export interface Service<Calls = Record<string, AnyLine>, Path = Readonly<Record<string, readonly Word[]>>> {
  readonly name: string;
  /** The calls with their defaults, in written order. */
  readonly calls: Readonly<Record<keyof Calls & string, Call>>;
  readonly shapes?: () => Promise<unknown>;
  /** Never set: carry the types. */
  readonly lines?: Calls;
  readonly path?: Path;
}

/**
 * Defines a service of the catalogue. `auth` is the default of its calls, `path` has the enums of path values by name,
 * `shapes` loads the module that `response` names.
 */
export function service<
  const Calls extends Record<string, AnyLine>,
  const Path extends Record<string, readonly Word[]>,
>(spec: {
  readonly name: string;
  readonly auth: Auth;
  readonly path?: Path;
  readonly shapes?: () => Promise<unknown>;
  readonly calls: Calls;
}): Service<Calls, Path> {
  const calls: Record<string, Call> = {};
  for (const [name, line] of Object.entries(spec.calls)) {
    calls[name] = {
      service: spec.name,
      name,
      auth: spec.auth,
      effect: 'none',
      as: 'json',
      words: wordsIn(line.path, spec.path),
      ...line,
    };
  }
  return { name: spec.name, calls, shapes: spec.shapes } as Service<Calls, Path>;
}

const wordsIn = (path: string, words: Readonly<Record<string, readonly Word[]>> = {}) =>
  Object.fromEntries(Object.entries(words).filter(([name]) => path.includes(`{${name}}`)));

/** The calls of every service (platform 1.1). */
export const healthCalls = {
  getMetrics: {
    summary: "Show the service's metrics in Prometheus' text format",
    method: 'GET',
    path: '/metrics',
    auth: 'public',
    as: 'text',
  },
  getHealth: { summary: 'Show the health of the service', method: 'GET', path: '/health', auth: 'public' },
} as const;

/** The names between braces in a path: `'/v1/rides/{id}'` gives `'id'`. */
export type PathNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** The names between braces in a path, in their order. */
export const pathNames = (path: string): string[] =>
  path.includes('{') ? [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!) : [];

/** Whether the response of a call should be a list, by the name of the call. */
export const returnsList = ({ name }: Pick<Call, 'name'>): boolean => /^(list|search)/.test(name);

/** A call's name on a command line: `get-request` for `getRequest`, `get-balance-v1.1` for `getBalanceV1_1`. */
export const kebab = (name: string): string =>
  name
    .replace(/V(\d+)_(\d+)$/, '-v$1.$2')
    .replace(/V(\d+)$/, '-v$1')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replaceAll('_', '-')
    .replace(/^-|(?<=-)-/g, '');

/** The version in a path: `2` of `/v2/swap`, `1.1` of `/v1.1/price`; `0` without one. */
const versionIn = (path: string) => /^\/v(\d+(?:\.\d+)?)\//.exec(path)?.[1] ?? '0';
const versionSuffix = /V(\d+(?:_\d+)?)$/;

/**
 * A call's name with its version on a command line: `quote-swap-v2`. It stays valid when a newer version gets the short
 * name. A path without a version gives `-v0`.
 */
export const pinnedName = ({ name, path }: Pick<Call, 'name' | 'path'>): string =>
  versionSuffix.test(name) ? kebab(name) : `${kebab(name)}-v${versionIn(path)}`;

/** The call of a typed name: `get-request`, `getRequest`, or a pinned name. */
export function callTyped(calls: Readonly<Record<string, Call>>, typed: string): Call | undefined {
  const [first = '', ...more] = typed.split('-');
  const name = more.reduce(
    (camel, part) => camel + part.charAt(0).toUpperCase() + part.slice(1).replace('.', '_'),
    first,
  );
  if (Object.hasOwn(calls, name)) return calls[name];
  const version = versionSuffix.exec(name)?.[1];
  const bare = name.replace(versionSuffix, '');
  const call = version !== undefined && Object.hasOwn(calls, bare) ? calls[bare] : undefined;
  return call && versionIn(call.path) === version!.replace('_', '.') ? call : undefined;
}

/** The assumed field names of a service: by call, the field of each parameter; `a.b` nests. */
export type AssumedNames = Readonly<Record<string, Readonly<Record<string, string>>>>;
