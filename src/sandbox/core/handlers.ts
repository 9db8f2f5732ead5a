// The verbs that a service's answers are written in: a line a call, each a verb over a kind.
import { type Call, type Fields, number, type Open, optional } from '../../services/catalogue/define.js';
import { Page } from './reply.js';
import { addRow, type Draft, type Kind, type Row, rows, theRow } from './rows.js';
import { enter, type Moving, type MovingKind } from './state-machine.js';
import type { Lacking } from './validate-input.js';
import { caller, type World } from './world.js';

/** How one call is answered. */
export interface Line {
  /** The fields the call takes, where the catalogue says no more than `open` or nothing. */
  readonly query?: Fields;
  readonly body?: Fields;
  readonly lacking?: Lacking;
  /** The kind whose rows the call's path values name. */
  readonly kind?: Kind<never>;
  /** Holds the write lock although the call is a GET. */
  readonly writes?: true;
  /** Needs the checker of signatures, which is loaded before the transaction: what runs inside one cannot wait. */
  readonly signatures?: true;
  readonly answer: (world: World) => unknown;
}
/** Another call of the same service, answered alike. */
export interface Same<Name extends string = string> {
  readonly same: Name;
  readonly reshape?: (answer: unknown, world: World) => unknown;
}

interface Catalogued {
  readonly default: { readonly calls: Readonly<Record<string, Call>> };
}
type NameOf<Module extends Catalogued> = keyof Module['default']['calls'] & string;
/** A line in a part of the service that is loaded when one of its calls is asked. */
export interface Elsewhere {
  readonly elsewhere: () => Promise<Line>;
}
/** A service's answers, looked up by the name of the call. */
export type Answers = ReadonlyMap<string, Line | Elsewhere>;

/** The lines of these names, from a part that is loaded when one of them is asked: what a plain read does not need must not cost it. */
export const elsewhere = <Lines extends Readonly<Record<string, Line>>, const Name extends keyof Lines & string>(
  load: () => Promise<{ readonly lines: Lines }>,
  names: readonly Name[],
): { readonly [Key in Name]: Elsewhere } =>
  Object.fromEntries(names.map((name) => [name, { elsewhere: async () => (await load()).lines[name] as Line }])) as {
    [Key in Name]: Elsewhere;
  };

/** The line of a call, loaded where it is elsewhere. */
export async function lineOf(lines: Answers, name: string): Promise<Line> {
  const line = lines.get(name)!;
  return 'elsewhere' in line ? line.elsewhere() : line;
}
/** Every line of a service. */
export const allLines = async (lines: Answers): Promise<ReadonlyMap<string, Line>> =>
  new Map(await Promise.all([...lines.keys()].map(async (name) => [name, await lineOf(lines, name)] as const)));

/** The answers of one service: the compiler refuses a call that its catalogue does not have, and a missing one. */
export function answers<Module extends Catalogued>(
  lines: {
    readonly [Name in NameOf<Module>]: Line | Same<NameOf<Module>> | Elsewhere;
  },
): Answers {
  const all = lines as Readonly<Record<string, Line | Same | Elsewhere>>;
  return new Map(Object.entries(all).map(([name, line]) => [name, resolve(all, line)]));
}

function resolve(all: Readonly<Record<string, Line | Same | Elsewhere>>, line: Line | Same | Elsewhere): Line | Elsewhere {
  if (!('same' in line)) return line;
  const like = resolve(all, all[line.same]!);
  if ('elsewhere' in like) return like;
  const { reshape } = line;
  return reshape ? { ...like, answer: (world) => reshape(like.answer(world), world) } : like;
}

/** Beside the verb: the fields a call takes, what is said where one is missing, and whether signatures are checked. */
type Takes = Pick<Line, 'query' | 'body' | 'lacking' | 'signatures'>;

/** Which rows a list shows, and in which order. */
export interface Listing<Body> {
  readonly where?: (row: Row<Body>, world: World) => boolean;
  readonly sort?: (world: World) => (a: Row<Body>, b: Row<Body>) => number;
  readonly show?: (row: Row<Body>, world: World) => unknown;
}

/** All rows of a kind that the caller may see. */
export const list = <Body>(kind: Kind<Body>, { where, sort, show = kind.show }: Listing<Body> = {}, takes: Takes = {}): Line => ({
  ...takes,
  kind: kind as Kind<never>,
  answer: (world) => {
    const seen = rows(world, kind, kind.owned ? { owner: caller(world).userId } : {}).filter((row) => where?.(row, world) ?? true);
    const sorted = sort ? seen.sort(sort(world)) : seen;
    return page(world, sorted).map((row) => show(row, world));
  },
});

/** The names that a list pages by, where none are public: the sandbox's own. */
export const paging = { page: optional(number()), pageSize: optional(number()) };
const usualPage = 20;
const largestPage = 100;
/** A list's part that was asked for with `page` (from 1) and `pageSize`; the whole where neither was. */
export function page<T>({ query }: Pick<World, 'query'>, whole: readonly T[]): { map(show: (one: T) => unknown): Page } {
  const { page: asked, pageSize } = query as { page?: number; pageSize?: number };
  const size = asked === undefined && pageSize === undefined ? Math.max(whole.length, 1) : within(pageSize ?? usualPage, largestPage);
  const from = (within(asked ?? 1, Number.MAX_SAFE_INTEGER / size) - 1) * size;
  return { map: (show) => new Page(whole.slice(from, from + size).map(show), whole.length) };
}
const within = (asked: number, most: number): number => Math.max(1, Math.min(Math.floor(asked), Math.floor(most)));

/** The name that a call's path gives to its row. */
const named = (world: World): string => Object.values(world.path)[0] ?? '';

/** One row, by its id, its ordinal or its kind's key. */
export const get = <Body>(kind: Kind<Body>, show: Kind<Body>['show'] = kind.show): Line => ({
  kind: kind as Kind<never>,
  answer: (world) => show(theRow(world, kind, named(world), world.who?.userId), world),
});

/** A new row, made from the body. */
export const create = <Body>(kind: Kind<Body>, make: (world: World, id: string) => Draft<Body>, takes: Takes = {}): Line => ({
  ...takes,
  kind: kind as Kind<never>,
  answer: (world) =>
    kind.show(
      addRow(world, kind, (id) => make(world, id)),
      world,
    ),
});

/** A person's event in a machine: `decide` names the state it leads to, with what changes besides, or refuses. */
export const move = <Body extends Moving>(
  kind: MovingKind<Body>,
  decide: (row: Row<Body>, world: World) => { readonly word: string; readonly body?: Body },
  show: (row: Row<Body>, world: World) => unknown = kind.show,
  takes: Takes = {},
): Line => ({
  ...takes,
  kind: kind as unknown as Kind<never>,
  answer: (world) => {
    const row = theRow(world, kind, named(world), caller(world).userId);
    const { word, body = row.body } = decide(row, world);
    return show(enter(world, kind, { ...row, body }, word), world);
  },
});

/** A small named function of a row. */
export const act = <Body>(kind: Kind<Body>, work: (row: Row<Body>, world: World) => unknown, takes: Takes = {}): Line => ({
  ...takes,
  kind: kind as Kind<never>,
  answer: (world) => work(theRow(world, kind, named(world), caller(world).userId), world),
});

/** Computed and not stored. */
export const view = (work: (world: World) => unknown, takes: Takes = {}): Line => ({ ...takes, answer: work });

/** A way in or out: sign-in, renewal, redirects. May write although its call is a GET. */
export const door = (work: (world: World) => unknown, takes: Takes = {}): Line => ({ ...takes, writes: true, answer: work });

/** Does something small, and answers the service's plain yes (CONTRACT.md 8: the two SimpleResponseDto). */
export const ack = (work: (world: World) => void, takes: Takes = {}): Line => ({
  ...takes,
  answer: (world) => {
    work(world);
    return simpleAnswer(world.call);
  },
});

const simpleAnswer = (call: Call): unknown => (call.service === 'wallet' ? { success: true } : { status: 'ok' });

/** Answered like another call of the service. */
export const same = <const Name extends string>(name: Name, reshape?: Same['reshape']): Same<Name> => ({
  same: name,
  ...(reshape && { reshape }),
});

/** What a call takes: the catalogue's own table, or the line's where the catalogue has none. */
export const fieldsOf = (own: Fields | Open | undefined, line: Fields | undefined): Fields | Open | undefined => line ?? own;
