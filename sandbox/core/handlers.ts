// Builders of handlers, one line per call: `list`, `get`, `create` or `transition` over a kind of row; and their
// results.

import { type Call, type Field, type Fields, number, optional } from '../../src/services/catalogue/define.js';
import { callerId, type HandlerContext } from './context.js';
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
/** A response of a text or of bytes, with further headers. */
export class Bytes {
  readonly bytes: string | Uint8Array;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(bytes: string | Uint8Array, type: string, headers: Readonly<Record<string, string>> = {}) {
    this.bytes = bytes;
    this.type = type;
    this.headers = headers;
  }
}
export class Redirect {
  readonly location: string;
  constructor(to: string) {
    this.location = to;
  }
}
/** Work after the commit, such as signing a token or loading a shape: it takes time. */
export class AfterCommit {
  readonly run: () => Promise<unknown>;
  constructor(make: () => Promise<unknown>) {
    this.run = make;
  }
}

export interface Handler {
  /** Fields for a query or body that the catalogue leaves open or empty. */
  readonly query?: Fields;
  readonly body?: Fields;
  readonly missingErrors?: MissingErrors;
  /** The kind of the row in the path. */
  readonly kind?: Kind<never>;
  /** Takes the write lock although the call is a GET. */
  readonly writes?: true;
  /** Loads the signature module before the transaction: a handler cannot wait. */
  readonly signatures?: true;
  readonly handle: (context: HandlerContext) => unknown;
}
/** The handler of another call of the service. */
export interface Alias<Name extends string = string> {
  readonly alias: Name;
}

interface CatalogueModule {
  readonly default: { readonly calls: Readonly<Record<string, Call>> };
}
type CallName<Module extends CatalogueModule> = keyof Module['default']['calls'] & string;
interface LazyHandler {
  readonly load: () => Promise<Handler>;
}
/** By the name of the call. */
export type Handlers = ReadonlyMap<string, Handler | LazyHandler>;

/** Handlers of a module that the first of these calls loads. Other calls do not pay for it. */
export const lazyHandlers = <Lines extends Readonly<Record<string, Handler>>, const Name extends keyof Lines & string>(
  load: () => Promise<{ readonly handlers: Lines }>,
  names: readonly Name[],
): { readonly [Key in Name]: LazyHandler } =>
  Object.fromEntries(names.map((name) => [name, { load: async () => (await load()).handlers[name] as Handler }])) as {
    [Key in Name]: LazyHandler;
  };

export async function loadHandler(lines: Handlers, name: string): Promise<Handler> {
  const line = lines.get(name)!;
  return 'load' in line ? line.load() : line;
}
/** Loads each handler, keyed by its name. */
export const loadAllHandlers = async (lines: Handlers): Promise<ReadonlyMap<string, Handler>> =>
  new Map(await Promise.all([...lines.keys()].map(async (name) => [name, await loadHandler(lines, name)] as const)));

/** Defines the handlers of a service. A missing or unknown call does not compile. */
export function defineHandlers<Module extends CatalogueModule>(
  lines: {
    readonly [Name in CallName<Module>]: Handler | Alias<CallName<Module>> | LazyHandler;
  },
): Handlers {
  const table = lines as Readonly<Record<string, Handler | Alias | LazyHandler>>;
  return new Map(Object.entries(table).map(([name, line]) => [name, resolve(table, line)]));
}

function resolve(
  table: Readonly<Record<string, Handler | Alias | LazyHandler>>,
  line: Handler | Alias | LazyHandler,
): Handler | LazyHandler {
  return 'alias' in line ? resolve(table, table[line.alias]!) : line;
}

/** The values of fields, as a handler gets them. */
export type ValuesOf<Table extends Fields> = {
  readonly [Name in keyof Table as Table[Name] extends Field<unknown, true> ? Name : never]: ValueOf<Table[Name]>;
} & {
  readonly [Name in keyof Table as Table[Name] extends Field<unknown, true> ? never : Name]?: ValueOf<Table[Name]>;
};
type ValueOf<Part> = Part extends Field<infer Value> ? Value : never;
interface InputOptions<Query extends Fields, Body extends Fields>
  extends Pick<Handler, 'missingErrors' | 'signatures'> {
  readonly query?: Query;
  readonly body?: Body;
}
type Work<Query extends Fields, Body extends Fields, Result = unknown> = (
  context: HandlerContext<ValuesOf<Query>, ValuesOf<Body>>,
) => Result;
type RowWork<RowBody, Query extends Fields, Body extends Fields, Result = unknown> = (
  row: Row<RowBody>,
  context: HandlerContext<ValuesOf<Query>, ValuesOf<Body>>,
) => Result;

/** The rows of a list and their order: by creation unless `sort` has another. `where` and `sort` read every row. */
interface ListOptions<Body, Query extends Fields> {
  /** Query fields that must equal the field of the same name in the body. */
  readonly filters?: readonly (keyof Body & string)[];
  readonly newest?: true;
  readonly where?: RowWork<Body, Query, Fields, boolean>;
  readonly sort?: Work<Query, Fields, (a: Row<Body>, b: Row<Body>) => number>;
  readonly show?: RowWork<Body, Query, Fields>;
  readonly query?: Query;
}

/** Lists the rows of a kind that the caller may see. */
export const list = <Body, Query extends Fields>(
  kind: Kind<Body>,
  { filters = [], newest, where, sort, show = kind.show, query }: ListOptions<Body, Query> = {},
): Handler =>
  forKind(
    kind,
    view(
      (context) => {
        const sent: Readonly<Record<string, unknown>> = context.query;
        const texts = Object.fromEntries(
          filters.flatMap((name) => (sent[name] === undefined ? [] : [[name, String(sent[name])]])),
        );
        const filter = { owner: kind.owned ? callerId(context) : undefined, texts };
        if (where || sort) {
          const seen = rows(context, kind, filter, { newest: newest === true }).filter(
            (row) => where?.(row, context) ?? true,
          );
          return page(context, sort ? seen.sort(sort(context)) : seen, (row) => show(row, context));
        }
        const total = rowCount(context, kind, filter);
        const { from, size } = pageOf(context, total);
        return new Page(
          rows(context, kind, filter, { newest: newest === true, offset: from, limit: size }).map((row) =>
            show(row, context),
          ),
          total,
        );
      },
      { query },
    ),
  );

/** Whether an item has the value of each field of a query that was sent. */
export const matches = <Name extends string>(
  query: { readonly [Key in Name]?: unknown },
  names: readonly Name[],
  item: { readonly [Key in Name]?: unknown },
): boolean => names.every((name) => query[name] === undefined || query[name] === item[name]);

/** Some fields of a record, in this order. */
export const pick = <Item extends object, Name extends keyof Item>(item: Item, ...names: Name[]): Pick<Item, Name> =>
  Object.fromEntries(names.map((name) => [name, item[name]])) as Pick<Item, Name>;

/** The sandbox's own fields of paging. */
export const paging = { page: optional(number()), pageSize: optional(number()) };
const defaultPageSize = 20;
const maxPageSize = 100;
/** The requested page, by `page` (from 1) and `pageSize`; the whole list without them. */
export function page<Item>(
  context: Pick<HandlerContext, 'query'>,
  items: readonly Item[],
  show: (item: Item) => unknown = (item) => item,
): Page {
  const { from, size } = pageOf(context, items.length);
  return new Page(
    items.slice(from, from + size).map((item) => show(item)),
    items.length,
  );
}
/** The start and the size of the requested page. */
export function pageOf(
  { query }: Pick<HandlerContext, 'query'>,
  total: number,
): { readonly from: number; readonly size: number } {
  const { page: pageNumber, pageSize } = query as { page?: number; pageSize?: number };
  const size =
    pageNumber === undefined && pageSize === undefined
      ? Math.max(total, 1)
      : clamp(pageSize ?? defaultPageSize, maxPageSize);
  return { from: (clamp(pageNumber ?? 1, Number.MAX_SAFE_INTEGER / size) - 1) * size, size };
}
const clamp = (pageNumber: number, most: number): number =>
  Math.max(1, Math.min(Math.floor(pageNumber), Math.floor(most)));

const rowName = (context: HandlerContext): string => Object.values(context.path)[0] ?? '';

/** Shows a row by its id, its ordinal or its kind's key. */
export const get = <Body>(kind: Kind<Body>, show: Kind<Body>['show'] = kind.show): Handler => ({
  kind: kind as Kind<never>,
  handle: (context) => show(requireRow(context, kind, rowName(context), context.caller?.userId), context),
});

/** Creates a row from the body. */
export const create = <RowBody, Body extends Fields>(
  kind: Kind<RowBody>,
  make: (context: HandlerContext<ValuesOf<Fields>, ValuesOf<Body>>, id: string) => Draft<RowBody>,
  options: InputOptions<Fields, Body> = {},
): Handler =>
  forKind(
    kind,
    view(
      (context) =>
        kind.show(
          addRow(context, kind, (id) => make(context, id)),
          context,
        ),
      options,
    ),
  );

/** Moves a row to the state of `decide`, which may refuse and may change the body. */
export const transition = <RowBody extends MachineBody, Body extends Fields>(
  kind: StateMachine<RowBody>,
  decide: RowWork<RowBody, Fields, Body, { readonly word: string; readonly body?: RowBody }>,
  show: (row: Row<RowBody>, context: HandlerContext) => unknown = kind.show,
  options: InputOptions<Fields, Body> = {},
): Handler =>
  action(
    kind,
    (row, context) => {
      const { word, body = row.body } = decide(row, context);
      return show(enterState(context, kind, { ...row, body }, word), context);
    },
    options,
  );

/** Runs a function on the caller's row. */
export const action = <RowBody, Query extends Fields, Body extends Fields>(
  kind: Kind<RowBody>,
  work: RowWork<RowBody, Query, Body>,
  options: InputOptions<Query, Body> = {},
): Handler =>
  forKind(
    kind,
    view((context) => work(requireRow(context, kind, rowName(context), callerId(context)), context), options),
  );

/** Names the kind for a handler that looks up its row itself. */
export const forKind = <Body>(kind: Kind<Body>, handler: Handler): Handler => ({
  ...handler,
  kind: kind as Kind<never>,
});

/** Computes a response. */
export const view = <Query extends Fields, Body extends Fields>(
  work: Work<Query, Body>,
  options: InputOptions<Query, Body> = {},
): Handler => ({ ...options, handle: work as Handler['handle'] });

/** Authenticates: sign-in, renewal, redirects. May write in a GET. */
export const auth = <Query extends Fields, Body extends Fields>(
  work: Work<Query, Body>,
  options: InputOptions<Query, Body> = {},
): Handler => ({ ...view(work, options), writes: true });

/** Does some work and returns the service's confirmation (platform 3.6). */
export const ok = <Query extends Fields, Body extends Fields>(
  work: Work<Query, Body, void>,
  options: InputOptions<Query, Body> = {},
): Handler =>
  view((context) => {
    work(context);
    return okResponse(context.call);
  }, options);

const okResponse = (call: Call) => (call.service === 'wallet' ? { success: true } : { status: 'ok' });

/** Uses another call's handler. */
export const aliasOf = <const Name extends string>(name: Name): Alias<Name> => ({ alias: name });
