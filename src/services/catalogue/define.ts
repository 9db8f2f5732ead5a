// Defines endpoints, one line of data each: HTTP methods, fields, effect and services. Plain data; imports nothing.

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Who may call: platform 1.7, and `refresh` for calls that carry the refresh token as bearer (section 7). */
export type Auth = 'signed-in' | 'public' | 'basic' | 'refresh';
/** The effect of a call: none (a read), a change of the service, or a movement of money. Confirmations depend on it, never on `Auth`. */
export type Effect = 'none' | 'service' | 'money';
/** The form of a response's body. `redirect`: a 3xx is the response; `nothing`: no body is expected. */
type BodyForm = 'json' | 'text' | 'bytes' | 'redirect' | 'nothing';
type Word = string | number;

/** A field of a query or a body whose name is publicly known (docs/platform). */
export interface Field<Value = unknown, Needed extends boolean = boolean> {
  readonly kind: 'text' | 'number' | 'boolean' | 'word' | 'json';
  readonly required: Needed;
  /** The enum of its values. */
  readonly words?: readonly Word[];
  /** Never taken from an option's value, never printed. */
  readonly secret?: true;
  /** May have several values (`a=1&a=2` in a query, an array in a body). */
  readonly many?: true;
  /** Never set: carries the type. */
  readonly value?: Value;
}
export type Fields = Readonly<Record<string, Field>>;

/** Marks a query or body whose field names are not publicly known. */
export const open = 'open' as const;
export type Open = typeof open;

export const text = (): Field<string, true> => ({ kind: 'text', required: true });
export const number = (): Field<number, true> => ({ kind: 'number', required: true });
export const boolean = (): Field<boolean, true> => ({ kind: 'boolean', required: true });
export const json = (): Field<unknown, true> => ({ kind: 'json', required: true });
/** A value of a closed list of `words.ts`. */
export const word = <const W extends readonly Word[]>(words: W): Field<W[number], true> => ({ kind: 'word', required: true, words });
export const optional = <V>(field: Field<V, true>): Field<V, false> => ({ ...field, required: false }) as Field<V, false>;
export const secret = <F extends Field>(field: F): F => ({ ...field, secret: true });
export const many = <V>(field: Field<V, true>): Field<V[], true> => ({ ...field, many: true }) as Field<V[], true>;

/** The paging of a call, where it is public (platform 1.6): the query names that the last row's fields fill. */
interface Paging {
  readonly from: Readonly<Record<string, string>>;
  readonly first?: Readonly<Record<string, number>>;
}

interface Common {
  /** Help: imperative, no full stop. */
  readonly summary: string;
  readonly auth?: Auth;
  readonly as?: BodyForm;
  /** Carried `x-hmac-sig` in the published app (platform 2.3). */
  readonly signed?: 'wallet-key';
  /** The response is key material: it is never in a report, a trace or the ledger. */
  readonly secret?: true;
  /** The response is a document or a log: the failures that it names are no outcome of the call. */
  readonly document?: true;
  /** The response is a person, or a list of persons: its names are masked on a terminal. */
  readonly persons?: true;
  /** Cannot be undone. */
  readonly final?: true;
  /** Renews or ends the session in use. */
  readonly session?: true;
  /** Printed before the call is made. */
  readonly warn?: string;
  /** Why a smoke run leaves the call out. */
  readonly skip?: string;
  readonly pages?: Paging;
}
/** The spec of a GET, without its path. */
export interface ReadSpec<Shapes> extends Common {
  readonly query?: Fields | Open;
  readonly response?: keyof Shapes & string;
  readonly effect?: Effect;
}
/** The spec of any other call, without its path; its effect is required. */
export interface ChangeSpec<Shapes> extends Common {
  readonly body?: Fields | Open;
  readonly response?: keyof Shapes & string;
  readonly effect: Effect;
}

/** A line of the catalogue as the rest of the program reads it: defaults filled in by `service`. */
export interface Call extends Common {
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
  /** The name of an export of the service's shapes. */
  readonly response?: string;
  /** The enums of path values, by name. */
  readonly words: Readonly<Record<string, readonly Word[]>>;
}

/** The name, method and path of a call, for the router. */
export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}
/** The key under which a built catalogue has its routes, so that its lines need not be parsed (scripts/build/calls-from-lines.mjs). */
const routesSymbol = Symbol.for('tuk.routes');
/** The routes of a service's calls, in the order in which they are written. */
export const routesOf = (calls: Readonly<Record<string, Call>> & { readonly [routesSymbol]?: () => readonly Route[] }): readonly Route[] =>
  calls[routesSymbol]?.() ?? Object.values(calls);

/** The type of a shape's value, derived from its structure so that zod is not imported. */
type Shaped<Shapes, Name> = Name extends keyof Shapes
  ? Shapes[Name] extends { _zod: { output: infer Value } }
    ? Value
    : unknown
  : unknown;
type Line<M extends Method, Path, Spec, Shapes> = Spec & {
  readonly method: M;
  readonly path: Path;
  /** Never set: carries the type of the response. */
  readonly answer?: Spec extends { response: infer Name } ? Shaped<Shapes, Name> : unknown;
};
/** Refuses keys that `Known` does not have, which inference of a generic would let through. */
type Only<Spec, Known> = Spec & { readonly [Key in Exclude<keyof Spec, keyof Known>]: never };

/** The four HTTP methods, bound to the shapes of one service: `response` can only name one of their exports. */
export function verbs<Shapes = Record<never, never>>() {
  const read =
    <M extends Method>(method: M) =>
    <const Path extends `/${string}`, const Spec extends ReadSpec<Shapes>>(path: Path, spec: Only<Spec, ReadSpec<Shapes>>) =>
      ({ ...spec, method, path }) as Line<M, Path, Spec, Shapes>;
  const change =
    <M extends Method>(method: M) =>
    <const Path extends `/${string}`, const Spec extends ChangeSpec<Shapes>>(path: Path, spec: Only<Spec, ChangeSpec<Shapes>>) =>
      ({ ...spec, method, path }) as Line<M, Path, Spec, Shapes>;
  return { get: read('GET'), post: change('POST'), put: change('PUT'), del: change('DELETE') };
}

type AnyLine = ReadSpec<Record<string, unknown>> & { readonly body?: Fields | Open; readonly method: Method; readonly path: string };
/** The calls of one back-end service. */
export interface Service<Calls = Record<string, AnyLine>, Path = Readonly<Record<string, readonly Word[]>>> {
  readonly name: string;
  /** The calls with their defaults filled in, in the order in which they are written. */
  readonly calls: Readonly<Record<keyof Calls & string, Call>>;
  /** Loads the public shapes of responses; missing where there are none. */
  readonly shapes?: () => Promise<unknown>;
  /** Never set: carry the types. */
  readonly lines?: Calls;
  readonly path?: Path;
}

/**
 * One service of the catalogue.
 * `auth` is the default of its calls, `path` the enums of path values by name, `shapes` the module that `response` names.
 */
export function service<const Calls extends Record<string, AnyLine>, const Path extends Record<string, readonly Word[]>>(spec: {
  readonly name: string;
  readonly auth: Auth;
  readonly path?: Path;
  readonly shapes?: () => Promise<unknown>;
  readonly calls: Calls;
}): Service<Calls, Path> {
  const calls: Record<string, Call> = {};
  for (const [name, line] of Object.entries(spec.calls)) {
    calls[name] = { service: spec.name, name, auth: spec.auth, effect: 'none', as: 'json', words: wordsIn(line.path, spec.path), ...line };
  }
  return { name: spec.name, calls, shapes: spec.shapes } as Service<Calls, Path>;
}

/** The enums of the values in a path. */
const wordsIn = (path: string, words: Readonly<Record<string, readonly Word[]>> = {}) =>
  Object.fromEntries(Object.entries(words).filter(([name]) => path.includes(`{${name}}`)));

/** The two calls that every service has (platform 1.1). */
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
export const pathNames = (path: string): string[] => (path.includes('{') ? [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!) : []);

/** Whether the response of a call should be a list, by the name of the call. */
export const returnsList = ({ name }: Pick<Call, 'name'>): boolean => /^(list|search)/.test(name);

/** The spelling of a call on a command line: `get-request` for `getRequest`, `get-balance-v1.1` for `getBalanceV1_1`. */
export const kebab = (name: string): string =>
  name
    .replace(/V(\d+)_(\d+)$/, '-v$1.$2')
    .replace(/V(\d+)$/, '-v$1')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replaceAll('_', '-')
    .replace(/^-|(?<=-)-/g, '');

/** The version that a path names: `2` of `/v2/swap`, `1.1` of `/v1.1/price`; `0` where it names none. */
const versionIn = (path: string): string => /^\/v(\d+(?:\.\d+)?)\//.exec(path)?.[1] ?? '0';
const versionSuffix = /V(\d+(?:_\d+)?)$/;

/**
 * The name of a call with its version pinned, as it is spelt on a command line: `quote-swap-v2`. It still names the same call when a newer version has
 * got the short name. A call whose path has no version is pinned as `-v0`.
 */
export const pinnedName = ({ name, path }: Pick<Call, 'name' | 'path'>): string =>
  versionSuffix.test(name) ? kebab(name) : `${kebab(name)}-v${versionIn(path)}`;

/** The call of a typed name: `get-request`, `getRequest`, or a pinned name. */
export function callTyped(calls: Readonly<Record<string, Call>>, typed: string): Call | undefined {
  const [first = '', ...more] = typed.split('-');
  const name = more.reduce((camel, part) => camel + part.charAt(0).toUpperCase() + part.slice(1).replace('.', '_'), first);
  if (Object.hasOwn(calls, name)) return calls[name];
  const version = versionSuffix.exec(name)?.[1];
  const bare = name.replace(versionSuffix, '');
  const found = version !== undefined && Object.hasOwn(calls, bare) ? calls[bare] : undefined;
  return found && versionIn(found.path) === version!.replace('_', '.') ? found : undefined;
}

/** The assumed field names of a service: by call, the field of each parameter; `a.b` nests. */
export type Assumed = Readonly<Record<string, Readonly<Record<string, string>>>>;
