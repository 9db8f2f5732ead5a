// State machines over rows: each next step is stored in the table `due` and run before the next request. And the types
// of stored rows, read from the shapes.
import type * as z from 'zod/mini';
import { type Context, iso } from './context.js';
import { dispatchEvent, type Listener } from './events.js';
import { addRow, type Draft, type Kind, type Row, rowById, saveRow } from './rows.js';
import type { State } from './state.js';

export interface MachineBody {
  readonly status: string;
  /** Undefined means the ordinary timeline. */
  readonly scenario?: string;
  readonly statusLog: readonly { readonly status: string; readonly at: string }[];
}

/** The next step of a row in world time. The target is a state or an action. */
export interface Step {
  readonly target: string;
  readonly at: number;
}

/** A kind of rows that change state by themselves. */
export interface StateMachine<Body extends MachineBody, Response = object> extends Kind<Body, Response> {
  /** The ISO time by which a row leaves its state, as the response says it. Tests compare it with the due steps. */
  readonly deadline?: (body: Body) => string | null;
  /** The ordinary timelines. The log of a seeded row keeps their times; the tests verify it. */
  readonly timelines?: (body: Body) => readonly Timeline<Body>[];
  /** The step after the state just entered, if it is not the next on the timelines. */
  readonly next?: (row: Row<Body>, context: Context) => Step | undefined;
  /** The effects of entering a state: may change the body or redirect. */
  readonly onEnter?: (row: Row<Body>, context: Context) => Body | { readonly redirectTo: string } | undefined;
  /** `ride` in `ride: driver cancels`. */
  readonly scenarioPrefix?: string;
  /** The states that each scenario leads to, with a timeline of its own if needed. */
  readonly scenarios?: Readonly<Record<string, string | readonly [leads: string, timeline: Timeline<Body>]>>;
  /** Steps that change no state: `release` refunds held money. */
  readonly actions?: Readonly<Record<string, (row: Row<Body>, context: Context) => Body>>;
}

/** Enters a state, runs its effects and schedules the next step. */
export function enterState<Body extends MachineBody>(
  context: Context,
  kind: StateMachine<Body>,
  row: Row<Body>,
  word: string,
): Row<Body> {
  const log = [...row.body.statusLog, { status: word, at: iso(context.now) }];
  const entered = saveRow(context, kind, row, { ...row.body, status: word, statusLog: log });
  const outcome = kind.onEnter?.(entered, context);
  if (outcome && 'redirectTo' in outcome) return enterState(context, kind, entered, outcome.redirectTo);
  const settled = outcome ? saveRow(context, kind, entered, outcome) : entered;
  schedule(context, kind, settled);
  return settled;
}

/** The next step of a row, if it has one. */
export const stepAfter = <Body extends MachineBody>(
  kind: StateMachine<Body>,
  row: Row<Body>,
  context: Context,
): Step | undefined => (kind.next ? kind.next(row, context) : stepOnTimelines(kind, row, context));

/** The next state on the timeline of the scenario, else on an ordinary one. */
export function stepOnTimelines<Body extends MachineBody>(
  { scenarios = {}, timelines }: StateMachine<Body>,
  row: Row<Body>,
  context: Context,
): Step | undefined {
  const scenario = scenarios[row.body.scenario ?? ''];
  return nextStep(
    [typeof scenario === 'object' ? scenario[1] : undefined, ...(timelines?.(row.body) ?? [])],
    row,
    context,
  );
}

/** Every timeline that a row may follow. */
const allTimelines = <Body extends MachineBody>(
  { scenarios = {}, timelines }: Pick<StateMachine<Body>, 'scenarios' | 'timelines'>,
  body: Body,
): readonly Timeline<Body>[] => [
  ...(timelines?.(body) ?? []),
  ...Object.values(scenarios).flatMap((scenario) => (typeof scenario === 'string' ? [] : [scenario[1]])),
];

/** Schedules a row's next step in place of the previous one. */
export function schedule<Body extends MachineBody>(context: Context, kind: StateMachine<Body>, row: Row<Body>): void {
  context.state.run('DELETE FROM due WHERE kind = ? AND id = ?', kind.name, row.id);
  const step = stepAfter(kind, row, context);
  if (step) scheduleStep(context, kind, row.id, step);
}

/** Adds a step of a row, without its state machine: seeds need not load it. */
export function scheduleStep(
  { state }: Context,
  kind: Pick<Kind<never>, 'name'>,
  id: string,
  { target, at }: Step,
): void {
  state.run('INSERT INTO due (at, kind, id, word) VALUES (?, ?, ?, ?)', Math.ceil(at), kind.name, id, target);
}

/** Adds a row in its first state and schedules its next step. The body may depend on the id. */
export function addMoving<Body extends MachineBody>(
  context: Context,
  kind: StateMachine<Body>,
  status: Body['status'],
  { owner, body }: { readonly owner?: string | null; readonly body: Begun<Body> | ((id: string) => Begun<Body>) },
): Row<Body> {
  const statusLog = [{ status, at: iso(context.now) }];
  const row = addRow(context, kind, (id) => {
    const begun = { ...(typeof body === 'function' ? body(id) : body), status, statusLog } as unknown as Body;
    return { owner, body: begun };
  });
  schedule(context, kind, row);
  return row;
}

interface Due extends Step {
  readonly seq: number;
  readonly kind: string;
  readonly id: string;
}

/** Kinds with a row due by `now`, in ms. */
export const dueKinds = (state: State, now: number): string[] =>
  state.all<{ kind: string }>('SELECT DISTINCT kind FROM due WHERE at <= ?', now).map((row) => row.kind);

/** Also future steps. */
export const countDueSteps = (state: State): number =>
  state.get<{ count: number }>('SELECT count(*) AS count FROM due')!.count;

/** Thrown for a due step of a kind that is not loaded. The work is repeated after loading. */
export class KindNotLoaded extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}
/** State machines and event listeners by name. */
export type DueHandlers = ReadonlyMap<string, StateMachine<MachineBody> | Listener | undefined>;

/** Runs due steps in order, each at its own time, with the steps that they schedule. @throws {KindNotLoaded} */
export function runDueSteps(context: Context, handlers: DueHandlers): void {
  const { state } = context;
  const sql = 'SELECT seq, at, kind, id, word AS target FROM due WHERE at <= ? ORDER BY at, seq LIMIT 1';
  for (let due = state.get<Due>(sql, context.now); due; due = state.get<Due>(sql, context.now)) {
    if (!handlers.has(due.kind)) throw new KindNotLoaded(due.kind);
    state.run('DELETE FROM due WHERE seq = ?', due.seq);
    runStep({ ...context, now: due.at }, handlers.get(due.kind), due);
  }
}

function runStep(context: Context, handler: StateMachine<MachineBody> | Listener | undefined, due: Due): void {
  if (!handler) return; // the kind no longer exists
  if ('on' in handler) {
    dispatchEvent(handler, due.target, context);
    return;
  }
  const row = rowById(context, handler, due.id);
  if (!row) return;
  const action = handler.actions?.[due.target];
  if (action) saveRow(context, handler, row, action(row, context));
  else enterState(context, handler, row, due.target);
}

/** States, each with the seconds until the next, which may depend on the row. */
export type Timeline<Body> = readonly (readonly [
  word: string,
  seconds?: number | ((row: Row<Body>, context: Context) => number),
])[];

/** The step after a row's state on the first timeline that has it. */
export function nextStep<Body extends MachineBody>(
  timelines: readonly (Timeline<Body> | undefined)[],
  row: Row<Body>,
  context: Context,
): Step | undefined {
  const timeline = timelines.find((steps) => steps?.some(([word]) => word === row.body.status));
  const index = timeline?.findIndex(([word]) => word === row.body.status) ?? -1;
  const seconds = timeline?.[index]?.[1];
  const target = timeline?.[index + 1]?.[0];
  if (seconds === undefined || target === undefined) return undefined;
  return { target, at: context.now + (typeof seconds === 'number' ? seconds : seconds(row, context)) * 1000 };
}

/** The seconds from one state to the next, by the first timeline that has both; undefined if none has. */
function secondsBetween<Body extends MachineBody>(
  timelines: readonly Timeline<Body>[],
  row: Row<Body>,
  [word, after]: readonly [word: string, after: string],
  context: Context,
): number | undefined {
  for (const timeline of timelines)
    for (const [index, [state, seconds]] of timeline.entries())
      if (state === word && timeline[index + 1]?.[0] === after && seconds !== undefined)
        return typeof seconds === 'number'
          ? seconds
          : seconds({ ...row, body: { ...row.body, status: word } }, context);
  return undefined;
}

/** The log of a course of states, with the times of the timelines. */
export function pastLog<Body extends MachineBody>(
  { owner, at: begun, body }: Required<Draft<Body>>,
  { words, caused }: Pick<Past<Body>, 'words' | 'caused'>,
  timelines: readonly Timeline<Body>[],
  context: Context,
  id = '',
): { readonly status: Body['status']; readonly at: string }[] {
  let at = begun;
  return words.map((status: Body['status'], index) => {
    const before = words[index - 1];
    const row = { id, ordinal: 0, owner, at: begun, body };
    if (before !== undefined)
      at += 1000 * (caused?.[status] ?? secondsBetween(timelines, row, [before, status], { ...context, now: at }) ?? 0);
    return { status, at: iso(at) };
  });
}

/** The past of a seeded row. */
export interface Past<Body extends MachineBody> {
  /** The last one is the present state. */
  readonly words: readonly Body['status'][];
  /** The seconds before a state that a person causes. */
  readonly caused?: Readonly<Partial<Record<Body['status'], number>>>;
  /** Fields that follow from the times of the states. */
  readonly facts?: (timeOf: (word: Body['status']) => string | null, body: Body) => Partial<Body>;
}
type PastDraft<Body> = Omit<Required<Draft<Begun<Body>>>, 'owner'> & { readonly owner?: string | null };
type Begun<Body> = Omit<Body, 'status' | 'statusLog'>;

/** Seeds a row with a past. No step is due. */
export function addPast<Body extends MachineBody>(
  context: Context,
  kind: Kind<Body> & Pick<StateMachine<Body>, 'scenarios' | 'timelines'>,
  draft: PastDraft<Body> | ((id: string) => PastDraft<Body>),
  past: Past<Body>,
): Row<Body> {
  return addRow(context, kind, (id) => {
    const { owner = null, at, body } = typeof draft === 'function' ? draft(id) : draft;
    const begun = { ...body, status: past.words.at(-1), statusLog: [] } as unknown as Body;
    const statusLog = pastLog({ owner, at, body: begun }, past, allTimelines(kind, begun), context, id);
    const timeOf = (word: Body['status']) => statusLog.find(({ status }) => status === word)?.at ?? null;
    return { owner, at, body: { ...begun, statusLog, ...past.facts?.(timeOf, begun) } };
  });
}

/** The value of a shape. An open list of words has only its known ones here. */
type ShapeValue<Shape> =
  Shape extends z.ZodMiniNullable<infer Inner>
    ? ShapeValue<Inner> | null
    : Shape extends z.ZodMiniOptional<infer Inner>
      ? ShapeValue<Inner> | undefined
      : Shape extends z.ZodMiniArray<infer Element>
        ? readonly ShapeValue<Element>[]
        : Shape extends z.ZodMiniObject<infer Fields>
          ? ObjectValue<Fields>
          : Shape extends z.ZodMiniType<infer Value>
            ? Literal<Value>
            : never;
type ObjectValue<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends z.ZodMiniOptional ? never : Name]: ShapeValue<Fields[Name]>;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends z.ZodMiniOptional ? Name : never]?: ShapeValue<Fields[Name]>;
};
/** `'A' | 'B'` of `'A' | 'B' | (string & {})`; any other type unchanged. */
type Literal<Value> = [Value] extends [string] ? ([Words<Value>] extends [never] ? Value : Words<Value>) : Value;
type Words<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** The response of a shape; of a list, one item. */
export type ResponseOf<Shape> = ShapeValue<Shape> extends readonly (infer Item)[] ? Item : ShapeValue<Shape>;

/** The stored fields of a response without its id and the `Computed` ones, which `show` adds. */
export type Stored<Shape, Computed extends keyof ResponseOf<Shape> | 'id' = 'id'> = Omit<
  ResponseOf<Shape>,
  'id' | Computed
>;

/** The same, with a state machine. */
export type StoredMachine<Shape, Computed extends keyof ResponseOf<Shape> | 'id' = 'id'> = Stored<Shape, Computed> &
  Omit<MachineBody, 'status'>;
