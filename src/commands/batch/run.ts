// Runs the rows of a batch: beside each other where their order does not matter, one at a time in a lane, after the rows that they need.

import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/context.js';
import { endedBy } from '../../cli/errors.js';
import { exitCode } from '../../cli/exit-codes.js';
import { Ledger, mayHaveEffect } from '../../money/ledger.js';
import { paths } from '../../session/paths.js';
import type { PlannedRow } from './plan.js';
import { type RowEnd, runRow } from './run-row.js';

interface RunOptions {
  readonly context: Context;
  /** How many connections to each server are in use. Twice as many rows are under way, so that none of them is idle while a response is read. */
  readonly concurrency: number;
  readonly keepGoing: boolean;
  readonly newRecipient: boolean;
  /** Called as each row ends. */
  readonly onEnd: (row: PlannedRow, end: RowEnd) => Promise<void>;
  /** Runs after a row that has signed a transaction, before the next one of its lane. */
  readonly afterSigned: (row: PlannedRow, end: RowEnd) => Promise<void>;
  /** Resolves when the transactions that were sent so far have ended. */
  readonly landed: () => Promise<void>;
}
/** What has become of a batch. */
export interface BatchEnd {
  /** The exit code of the worst row: 10 before any other, and 14 before those of rows that did nothing. */
  readonly code: number;
  readonly ended: number;
  readonly failed: number;
  /** How many changes were made, and how many were not: refused, failed or not started. */
  readonly made: number;
  readonly notMade: number;
  readonly notStarted: readonly PlannedRow[];
  /** The first row whose outcome is not known, else the first one that was not made, with the operation that its error names. */
  readonly first: { readonly row: PlannedRow; readonly operation: string | undefined } | undefined;
}

/** Runs the rows. @returns what has become of them; it never throws for a row */
export async function runRows(rows: readonly PlannedRow[], options: RunOptions): Promise<BatchEnd> {
  const { context, concurrency, keepGoing, onEnd, afterSigned, landed } = options;
  const needed = new Set(rows.flatMap(({ needs }) => needs));
  const results = new Map<number, RowEnd>(); // only of rows that others need
  const state = { failed: 0, ended: 0, made: 0, notMade: 0, stopped: false, code: 0 };
  const open: Partial<Record<'unknown' | 'notMade', NonNullable<BatchEnd['first']>>> = {};
  const waiting = new Set(rows.map(({ number }) => number));
  const ends = new Map<number, Promise<void>>();
  const lanes = new Map<string, Promise<void>>();
  const reads = new Set<Promise<void>>(); // that have not ended
  // While a request waits for a connection its time limit runs, so that only rows without one are prepared.
  const slots = new Slots(context.settings().timeout.value > 0 ? concurrency : 2 * concurrency);
  const { signal } = context.cancellation;
  if (signal) setMaxListeners(2 * concurrency + 20, signal); // every active call adds a listener
  const pending = new Set<Promise<void>>();
  const isUnknown = () => state.code === exitCode('unknown') && !keepGoing;

  const mayStart = (row: PlannedRow): boolean => {
    if (context.cancellation.isStopped() || isUnknown()) return false;
    return keepGoing || row.effect === 'read' || !state.stopped;
  };
  const runOne = async (row: PlannedRow): Promise<void> => {
    if (!mayStart(row)) return;
    waiting.delete(row.number);
    const end = sentThough(row, await runRow(row, results, options), context);
    if (needed.has(row.number)) results.set(row.number, end);
    state.ended += 1;
    if (end.code !== 0) {
      state.failed += 1;
      state.code = worst(state.code, end.code);
    }
    if (row.effect !== 'read') {
      state.stopped ||= end.code !== 0;
      const isMade = end.code === 0 || end.code === exitCode('pending'); // pending: it was made, and has not ended
      if (isMade || end.code === exitCode('partial')) state.made += 1;
      if (!isMade) {
        state.notMade += 1;
        open[end.code === exitCode('unknown') ? 'unknown' : 'notMade'] ??= { row, operation: operationIn(end) };
      }
    }
    await onEnd(row, end);
    if (row.lane?.startsWith('key ')) await afterSigned(row, end);
  };
  /** What a row waits for: the rows that it takes values from, changes of its lane, and so that a read sees what stands above it, a read for changes and a change for reads. */
  const before = ({ needs, lane }: PlannedRow): readonly Promise<unknown>[] => {
    const values = needs.flatMap((number) => ends.get(number) ?? []);
    if (lane !== undefined) return [...values, ...reads, ...(lanes.get(lane) ? [lanes.get(lane)!] : [])];
    return lanes.size === 0 ? values : [...values, Promise.all(lanes.values()).then(landed)];
  };
  for (const row of rows) {
    if (context.cancellation.isStopped() || isUnknown()) break;
    const others = before(row);
    const release = others.length === 0 ? await slots.take() : undefined;
    const work = (async () => {
      await Promise.all(others);
      const free = release ?? (await slots.take());
      try {
        await runOne(row);
      } finally {
        free();
      }
    })();
    if (needed.has(row.number)) ends.set(row.number, work);
    if (row.lane === undefined) reads.add(work);
    else lanes.set(row.lane, work);
    pending.add(work);
    work.then(
      () => [pending, reads].map((set) => set.delete(work)),
      () => {}, // a line that cannot be written ends the batch: `pending` keeps it
    );
    if (pending.size > most) await Promise.race(pending);
  }
  await Promise.all(pending);
  const notStarted = rows.filter(({ number }) => waiting.has(number));
  const notMade = state.notMade + notStarted.filter(({ effect }) => effect !== 'read').length;
  return {
    code: state.code,
    ended: state.ended,
    failed: state.failed,
    made: state.made,
    notMade,
    notStarted,
    first: open.unknown ?? open.notMade,
  };
}

/** The operation that the end of a row names. */
function operationIn({ operation, error }: RowEnd): string | undefined {
  const { operation: named } = JSON.parse(error ?? '{}') as { readonly operation?: string };
  return operation ?? named;
}

/** The end of a transfer that was interrupted after it was recorded: it may have been sent, whatever its command says. */
function sentThough(row: PlannedRow, end: RowEnd, context: Context): RowEnd {
  if (row.clientRef === undefined || end.code !== endedBy(context.world.signal?.reason)) return end;
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const sent = ledger.list({ profile: context.settings().profile.value }).find(({ ref }) => ref === row.clientRef);
    if (!sent || !mayHaveEffect(sent.outcome)) return end;
    return { ...end, code: exitCode(/^(done|mined|accepted)$/.test(sent.outcome) ? 'pending' : 'unknown'), operation: sent.id };
  } finally {
    ledger.close();
  }
}

/** The code that says more of two: an unknown outcome, then one of which a part was done, then the first failure. */
function worst(earlier: number, later: number): number {
  return [exitCode('unknown'), exitCode('partial')].find((code) => code === earlier || code === later) ?? (earlier === 0 ? later : earlier);
}

/** How many rows wait for their turn at most: the rest of a long file is not looked at before. */
const most = 1000;

/** Places for rows that run at the same time. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  constructor(count: number) {
    this.#free = count;
  }
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}
