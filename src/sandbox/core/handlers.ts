// Builders of handlers: one line per call, such as `list`, `get`, `create` or `transition` over a kind of row. And what a handler returns.

import { type Call, type Fields, number, type Open, optional } from '../../services/catalogue/define.js';
import { type HandlerContext, requireCaller } from './context.js';
import { addRow, type Draft, type Kind, type Row, requireRow, rowCount, rows } from './rows.js';
import { enterState, type MachineBody, type StateMachine } from './state-machine.js';
import type { MissingErrors } from './validate-input.js';

/** A page of a list, and the length of the whole list. */
export class Page {
  readonly rows: readonly unknown[];
  readonly total: number;
  constructor(rows: readonly unknown[], total: number) {
    this.rows = rows;
    this.total = total;
  }
}
/** Text instead of JSON. */
export class PlainText {
  readonly text: string;
  readonly type: string;
  constructor(text: string, type: string) {
    this.text = text;
    this.type = type;
  }
}
/** Bytes instead of JSON, with further headers. */
export class Bytes {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(bytes: Uint8Array, type: string, headers: Readonly<Record<string, string>> = {}) {
    this.bytes = bytes;
    this.type = type;
    this.headers = headers;
  }
}
/** A redirect. */
export class Redirect {
  readonly location: string;
  constructor(to: string) {
    this.location = to;
  }
}
/** Work that runs after the commit because it takes time, such as signing a token or loading a shape. */
export class AfterCommit {
  readonly run: () => Promise<unknown>;
  constructor(make: () => Promise<unknown>) {
    this.run = make;
  }
}

/** The handler of one call. */
export interface Handler {
  /** The fields of the query and the body, where the catalogue has `open` or nothing. */
  readonly query?: Fields;
  readonly body?: Fields;
  readonly missingErrors?: MissingErrors;
  /** The kind of the row that the path names. */
  readonly kind?: Kind<never>;
  /** Takes the write lock although the call is a GET. */
  readonly writes?: true;
  /** Needs the signature module, which is loaded before the transaction because a handler cannot wait. */
  readonly signatures?: true;
  readonly handle: (context: HandlerContext) => unknown;
}
/** A call with the handler of another call of the same service. */
export interface Alias<Name extends string = string> {
  readonly alias: Name;
  readonly reshape?: (answer: unknown, context: HandlerContext) => unknown;
}

interface CatalogueModule {
  readonly default: { readonly calls: Readonly<Record<string, Call>> };
}
type CallName<Module extends CatalogueModule> = keyof Module['default']['calls'] & string;
/** A handler in a module that is loaded on the first of its calls. */
interface LazyHandler {
  readonly load: () => Promise<Handler>;
}
/** The handlers of a service by the name of the call. */
export type Handlers = ReadonlyMap<string, Handler | LazyHandler>;

/** Handlers of a module that is loaded on the first of these calls, so that other calls do not pay for it. */
export const lazyHandlers = <Lines extends Readonly<Record<string, Handler>>, const Name extends keyof Lines & string>(
  load: () => Promise<{ readonly handlers: Lines }>,
  names: readonly Name[],
): { readonly [Key in Name]: LazyHandler } =>
  Object.fromEntries(names.map((name) => [name, { load: async () => (await load()).handlers[name] as Handler }])) as {
    [Key in Name]: LazyHandler;
  };

/** Loads the handler of a call. */
export async function loadHandler(lines: Handlers, name: string): Promise<Handler> {
  const line = lines.get(name)!;
  return 'load' in line ? line.load() : line;
}
/** Loads all handlers of a service. */
export const loadAllHandlers = async (lines: Handlers): Promise<ReadonlyMap<string, Handler>> =>
  new Map(await Promise.all([...lines.keys()].map(async (name) => [name, await loadHandler(lines, name)] as const)));

/** Defines the handlers of a service. A call that its catalogue does not have, or a missing one, does not compile. */
export function defineHandlers<Module extends CatalogueModule>(
  lines: {
    readonly [Name in CallName<Module>]: Handler | Alias<CallName<Module>> | LazyHandler;
  },
): Handlers {
  const all = lines as Readonly<Record<string, Handler | Alias | LazyHandler>>;
  return new Map(Object.entries(all).map(([name, line]) => [name, resolve(all, line)]));
}

function resolve(all: Readonly<Record<string, Handler | Alias | LazyHandler>>, line: Handler | Alias | LazyHandler): Handler | LazyHandler {
  if (!('alias' in line)) return line;
  const target = resolve(all, all[line.alias]!);
  if ('load' in target) return target;
  const { reshape } = line;
  return reshape ? { ...target, handle: (context) => reshape(target.handle(context), context) } : target;
}

/** Options of a handler: its fields, its errors for missing fields, and whether it verifies signatures. */
type InputOptions = Pick<Handler, 'query' | 'body' | 'missingErrors' | 'signatures'>;

/** Which rows a list has, and in which order: by default that of their creation. `where` and `sort` read every row, the others only those of the page. */
export interface ListOptions<Body> {
  /** The fields of the query that the field of the same name in the body must be equal to, where they were sent. */
  readonly filters?: readonly (keyof Body & string)[];
  /** The newest first. */
  readonly newest?: true;
  readonly where?: (row: Row<Body>, context: HandlerContext) => boolean;
  readonly sort?: (context: HandlerContext) => (a: Row<Body>, b: Row<Body>) => number;
  readonly show?: (row: Row<Body>, context: HandlerContext) => unknown;
}

/** Lists the rows of a kind that the caller may see. */
export const list = <Body>(
  kind: Kind<Body>,
  { filters = [], newest, where, sort, show = kind.show }: ListOptions<Body> = {},
  options: InputOptions = {},
): Handler => ({
  ...options,
  kind: kind as Kind<never>,
  handle: (context) => {
    const texts = Object.fromEntries(
      filters.flatMap((name) => (context.query[name] === undefined ? [] : [[name, String(context.query[name])]])),
    );
    const filter = { ...(kind.owned ? { owner: requireCaller(context).userId } : {}), texts };
    if (where || sort) {
      const seen = rows(context, kind, filter, { newest: newest === true }).filter((row) => where?.(row, context) ?? true);
      return page(context, sort ? seen.sort(sort(context)) : seen).map((row) => show(row, context));
    }
    const total = rowCount(context, kind, filter);
    const { from, size } = pageOf(context, total);
    return new Page(
      rows(context, kind, filter, { newest: newest === true, offset: from, limit: size }).map((row) => show(row, context)),
      total,
    );
  },
});

/** The fields of paging, where none are public: the sandbox's own. */
export const paging = { page: optional(number()), pageSize: optional(number()) };
const defaultPageSize = 20;
const maxPageSize = 100;
/** The requested page, by `page` (from 1) and `pageSize`; the whole list where neither was sent. */
export function page<T>(context: Pick<HandlerContext, 'query'>, items: readonly T[]): { map(show: (one: T) => unknown): Page } {
  const { from, size } = pageOf(context, items.length);
  return { map: (show) => new Page(items.slice(from, from + size).map(show), items.length) };
}
/** The place of the requested page in a list of so many rows. */
export function pageOf({ query }: Pick<HandlerContext, 'query'>, total: number): { readonly from: number; readonly size: number } {
  const { page: pageNumber, pageSize } = query as { page?: number; pageSize?: number };
  const size = pageNumber === undefined && pageSize === undefined ? Math.max(total, 1) : clamp(pageSize ?? defaultPageSize, maxPageSize);
  return { from: (clamp(pageNumber ?? 1, Number.MAX_SAFE_INTEGER / size) - 1) * size, size };
}
const clamp = (pageNumber: number, most: number): number => Math.max(1, Math.min(Math.floor(pageNumber), Math.floor(most)));

/** The name of the row in the call's path. */
const rowName = (context: HandlerContext): string => Object.values(context.path)[0] ?? '';

/** Shows a row by its id, its ordinal or its kind's key. */
export const get = <Body>(kind: Kind<Body>, show: Kind<Body>['show'] = kind.show): Handler => ({
  kind: kind as Kind<never>,
  handle: (context) => show(requireRow(context, kind, rowName(context), context.caller?.userId), context),
});

/** Creates a row from the body. */
export const create = <Body>(
  kind: Kind<Body>,
  make: (context: HandlerContext, id: string) => Draft<Body>,
  options: InputOptions = {},
): Handler => ({
  ...options,
  kind: kind as Kind<never>,
  handle: (context) =>
    kind.show(
      addRow(context, kind, (id) => make(context, id)),
      context,
    ),
});

/** Moves a row to the state that `decide` returns, with a changed body. `decide` may refuse. */
export const transition = <Body extends MachineBody>(
  kind: StateMachine<Body>,
  decide: (row: Row<Body>, context: HandlerContext) => { readonly word: string; readonly body?: Body },
  show: (row: Row<Body>, context: HandlerContext) => unknown = kind.show,
  options: InputOptions = {},
): Handler => ({
  ...options,
  kind: kind as unknown as Kind<never>,
  handle: (context) => {
    const row = requireRow(context, kind, rowName(context), requireCaller(context).userId);
    const { word, body = row.body } = decide(row, context);
    return show(enterState(context, kind, { ...row, body }, word), context);
  },
});

/** Runs a function on the caller's row. */
export const action = <Body>(
  kind: Kind<Body>,
  work: (row: Row<Body>, context: HandlerContext) => unknown,
  options: InputOptions = {},
): Handler => ({
  ...options,
  kind: kind as Kind<never>,
  handle: (context) => work(requireRow(context, kind, rowName(context), requireCaller(context).userId), context),
});

/** Wraps a handler that looks up the row of the path by itself. */
export const forKind = <Body>(kind: Kind<Body>, handler: Handler): Handler => ({ ...handler, kind: kind as Kind<never> });

/** Computes a response; nothing is stored. */
export const view = (work: (context: HandlerContext) => unknown, options: InputOptions = {}): Handler => ({ ...options, handle: work });

/** Authenticates: sign-in, renewal, redirects. May write although its call is a GET. */
export const auth = (work: (context: HandlerContext) => unknown, options: InputOptions = {}): Handler => ({
  ...options,
  writes: true,
  handle: work,
});

/** Does some work, and returns the service's plain confirmation (platform 3.6). */
export const ok = (work: (context: HandlerContext) => void, options: InputOptions = {}): Handler => ({
  ...options,
  handle: (context) => {
    work(context);
    return okResponse(context.call);
  },
});

const okResponse = (call: Call): unknown => (call.service === 'wallet' ? { success: true } : { status: 'ok' });

/** Uses the handler of another call of the service. */
export const aliasOf = <const Name extends string>(name: Name, reshape?: Alias['reshape']): Alias<Name> => ({
  alias: name,
  ...(reshape && { reshape }),
});

/** The fields of a call: the handler's own, or else the catalogue's. */
export const inputFields = (own: Fields | Open | undefined, line: Fields | undefined): Fields | Open | undefined => line ?? own;
