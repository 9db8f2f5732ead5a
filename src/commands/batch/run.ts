// Runs the rows of a batch: in parallel, but one at a time in a lane, and after the rows that they need.

import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/command.js';
import { exitCode } from '../../cli/exit-codes.js';
import type { PlannedLine } from '../../engine/lines/plan.js';
import { type LineEnd, ledgerEnd, runLine } from '../../engine/lines/run-line.js';

import { isAccepted } from './lines.js';
import { withRowValues } from './rows.js';

interface RunOptions {
  readonly context: Context;
  /** The most rows that run at the same time. */
  readonly concurrency: number;
  readonly keepGoing: boolean;
  readonly newRecipient: boolean;
  readonly onEnd: (row: PlannedLine, end: LineEnd) => Promise<void>;
  /** Runs after a row has signed a transaction, before the next row of its lane. */
  readonly afterSigned: (row: PlannedLine, end: LineEnd) => Promise<void>;
  readonly landed: () => Promise<void>;
}
export interface BatchEnd {
  /** The exit code of the worst row: 10 first, then 14, then the first failure. */
  readonly code: number;
  readonly ended: number;
  readonly failed: number;
  /** The number of transfers that were accepted, and are not known to be done. */
  readonly accepted: number;
  /** The account or the limits were not those that the batch was confirmed for: nothing else was started. */
  readonly endsAll: boolean;
  /** The numbers of changes that were made, and that were refused, failed or not started. */
  readonly made: number;
  readonly notMade: number;
  readonly notStarted: readonly PlannedLine[];
  /** The first row with an unknown outcome, else the first row that was not made, and its operation. */
  readonly first?: { readonly row: PlannedLine; readonly operation?: string };
}

/** Runs the rows. It never throws for a row. */
export async function runRows(rows: readonly PlannedLine[], options: RunOptions): Promise<BatchEnd> {
  const { context, concurrency, keepGoing, onEnd, afterSigned, landed } = options;
  const needed = new Set(rows.flatMap(({ needs }) => needs));
  const results = new Map<number, LineEnd>(); // of rows that others need
  const count = { code: 0, ended: 0, failed: 0, accepted: 0, made: 0, notMade: 0 };
  let hasFailedChange = false;
  let endsAll = false;
  const open: Partial<Record<'unknown' | 'notMade', NonNullable<BatchEnd['first']>>> = {};
  const waiting = new Set(rows.map(({ number }) => number));
  const ends = new Map<number, Promise<void>>();
  const lanes = new Map<string, Promise<void>>();
  const reads = new Set<Promise<void>>(); // running reads
  const slots = new Slots(concurrency);
  const { signal } = context.cancellation;
  if (signal) setMaxListeners(concurrency + 20, signal); // every active call adds a listener
  const pending = new Set<Promise<void>>();
  const isOver = () =>
    context.cancellation.isStopped() || endsAll || (count.code === exitCode('unknown') && !keepGoing);

  const runOne = async (row: PlannedLine): Promise<void> => {
    if (isOver() || (hasFailedChange && !keepGoing && row.effect !== 'read')) return;
    waiting.delete(row.number);
    const end = ledgerEnd(
      row,
      await runLine(row, { ...options, followsTransactions: true, filled: (line) => withRowValues(line, results) }),
      context,
    );
    if (needed.has(row.number)) results.set(row.number, end);
    endsAll ||= end.endsAll === true;
    count.ended += 1;
    if (isAccepted(row, end)) count.accepted += 1;
    if (end.code !== 0) {
      count.failed += 1;
      count.code = worst(count.code, end.code);
    }
    if (row.effect !== 'read') {
      hasFailedChange ||= end.code !== 0;
      const isMade = end.code === 0 || end.code === exitCode('pending'); // a pending change was made
      if (isMade || end.code === exitCode('partial')) count.made += 1;
      if (!isMade) {
        count.notMade += 1;
        const { operation } = JSON.parse(end.error ?? '{}') as { readonly operation?: string };
        open[end.code === exitCode('unknown') ? 'unknown' : 'notMade'] ??= {
          row,
          operation: end.operation ?? operation,
        };
      }
    }
    await onEnd(row, end);
    if (row.lane?.startsWith('key ')) await afterSigned(row, end);
  };
  /** The rows before a row: those it needs, and its lane. A change waits for reads, a read for changes. */
  const before = ({ needs, lane }: PlannedLine): readonly unknown[] => {
    const values = needs.map((number) => ends.get(number)).filter(Boolean);
    if (lane !== undefined) return [...values, ...reads, ...(lanes.has(lane) ? [lanes.get(lane)] : [])];
    return lanes.size === 0 ? values : [...values, Promise.all(lanes.values()).then(landed)];
  };
  for (const row of rows) {
    if (isOver()) break;
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
      () => {}, // `pending` keeps the error of a line that cannot be written: it ends the batch
    );
    if (pending.size > most) await Promise.race(pending);
  }
  await Promise.all(pending);
  const notStarted = rows.filter(({ number }) => waiting.has(number));
  const notMade = count.notMade + notStarted.filter(({ effect }) => effect !== 'read').length;
  return { ...count, endsAll, notMade, notStarted, first: open.unknown ?? open.notMade };
}

/** The worse of two exit codes: an unknown outcome, then a partial one, then the first failure. */
function worst(earlier: number, later: number) {
  return (
    [exitCode('unknown'), exitCode('partial')].find((code) => code === earlier || code === later) ??
    (earlier === 0 ? later : earlier)
  );
}

/** The most rows that are started or wait; the rest of a long file follows later. */
const most = 1000;

/** Limits the number of rows that run at the same time. */
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
