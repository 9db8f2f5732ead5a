// State machines over rows: what comes next and when, written into `due`, and caught up with before each request.

import { hear, type Listener } from './effects.js';
import { type Kind, type Row, rowById, saveRow } from './rows.js';
import type { State } from './state.js';
import type { Moment } from './world.js';

/** What every row that moves by itself carries. */
export interface Moving {
  readonly status: string;
  /** The scenario it follows; none is the ordinary course. */
  readonly scenario?: string | undefined;
  readonly statusLog: readonly { readonly status: string; readonly at: string }[];
}

/** The next step of a row, at a moment of world time. */
export interface Step {
  readonly word: string;
  readonly at: number;
}

/** A kind whose rows move by themselves. */
export interface MovingKind<Body extends Moving> extends Kind<Body> {
  /** What follows the state that a row has just entered. */
  readonly next: (row: Row<Body>, moment: Moment) => Step | undefined;
  /** What entering a state does elsewhere; may change the body, or send the row on to another state. */
  readonly entered?: (row: Row<Body>, moment: Moment) => Body | { readonly instead: string } | undefined;
  /** The word before the names of its scenarios: `ride` in `ride: driver cancels`. */
  readonly word?: string;
  /** The names of its scenarios, each with what it leads to in a few words. */
  readonly scenarios?: Readonly<Record<string, string>>;
  /** Steps that are no states: `release` gives held money back. */
  readonly acts?: Readonly<Record<string, (row: Row<Body>, moment: Moment) => Body>>;
}

/** Puts a row into a state, with what that does, and writes down what comes next. */
export function enter<Body extends Moving>(moment: Moment, kind: MovingKind<Body>, row: Row<Body>, word: string): Row<Body> {
  const log = [...row.body.statusLog, { status: word, at: new Date(moment.now).toISOString() }];
  const entered = saveRow(moment, kind, row, { ...row.body, status: word, statusLog: log });
  const outcome = kind.entered?.(entered, moment);
  if (outcome && 'instead' in outcome) return enter(moment, kind, entered, outcome.instead);
  const settled = outcome ? saveRow(moment, kind, entered, outcome) : entered;
  schedule(moment, kind, settled);
  return settled;
}

/** Writes a row's next step, in the place of the one that was written before. */
export function schedule<Body extends Moving>(moment: Moment, kind: MovingKind<Body>, row: Row<Body>): void {
  const { state } = moment;
  state.run('DELETE FROM due WHERE kind = ? AND id = ?', kind.name, row.id);
  const step = kind.next(row, moment);
  if (step) state.run('INSERT INTO due (at, kind, id, word) VALUES (?, ?, ?, ?)', Math.ceil(step.at), kind.name, row.id, step.word);
}

interface Due extends Step {
  readonly seq: number;
  readonly kind: string;
  readonly id: string;
}

/** The kinds that have steps due by now. */
export const kindsDue = (state: State, now: number): string[] =>
  state.all<{ kind: string }>('SELECT DISTINCT kind FROM due WHERE at <= ?', now).map((row) => row.kind);

/** How many steps are written down. */
export const dueRows = (state: State): number => state.get<{ count: number }>('SELECT count(*) AS count FROM due')!.count;

/** A step of a kind that has not been loaded is due: everything is undone, the kind is loaded, and all begins anew. */
export class MustLoad extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}
/** What may have steps due, by name: kinds, and listeners to what happens elsewhere. */
export type Steppers = ReadonlyMap<string, MovingKind<Moving> | Listener | undefined>;

/** Runs every step that is due, in order, each at its own time; steps that these cause are run too. @throws {MustLoad} */
export function catchUp(moment: Moment, steppers: Steppers): void {
  const { state } = moment;
  const sql = 'SELECT seq, at, kind, id, word FROM due WHERE at <= ? ORDER BY at, seq LIMIT 1';
  for (let due = state.get<Due>(sql, moment.now); due; due = state.get<Due>(sql, moment.now)) {
    if (!steppers.has(due.kind)) throw new MustLoad(due.kind);
    state.run('DELETE FROM due WHERE seq = ?', due.seq);
    takeStep({ ...moment, now: due.at }, steppers.get(due.kind), due);
  }
}

function takeStep(moment: Moment, stepper: MovingKind<Moving> | Listener | undefined, due: Due): void {
  if (!stepper) return; // of a kind that there is no more
  if ('hears' in stepper) {
    hear(stepper, due.word, moment);
    return;
  }
  const row = rowById(moment, stepper, due.id);
  if (!row) return;
  const act = stepper.acts?.[due.word];
  if (act) saveRow(moment, stepper, row, act(row, moment));
  else enter(moment, stepper, row, due.word);
}

/** One way through a machine: words, each with the seconds until the next, which may depend on the row. */
export type Way<Body> = readonly (readonly [word: string, seconds?: number | ((row: Row<Body>, moment: Moment) => number)])[];

/** What follows the state of a row that has just entered it, on the first of some ways that knows the state. */
export function nextOn<Body extends Moving>(ways: readonly (Way<Body> | undefined)[], row: Row<Body>, moment: Moment): Step | undefined {
  const way = ways.find((steps) => steps?.some(([word]) => word === row.body.status));
  const index = way?.findIndex(([word]) => word === row.body.status) ?? -1;
  const seconds = way?.[index]?.[1];
  const word = way?.[index + 1]?.[0];
  if (seconds === undefined || word === undefined) return undefined;
  return { word, at: moment.now + (typeof seconds === 'number' ? seconds : seconds(row, moment)) * 1000 };
}
