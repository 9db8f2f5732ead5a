// Runs planned lines: one after the other, or in parallel, but one at a time in a lane, and after the lines that they
// need.

import { setMaxListeners } from 'node:events';
import { exitCode } from '../../cli/exit-codes.js';
import { isRecord } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { type Landed, Landings } from './landings.js';
import { isSigned, type LineReport, type MakeOptions, makeLine } from './make-line.js';
import type { PlannedLine } from './plan.js';
import type { LineEnd } from './run-line.js';
import type { SharedContext } from './shared-context.js';
import type { Ended } from './values.js';

/** Takes the ends of lines. */
export interface Printer {
  /** @param isInFlight its transaction waits for its block: `landed` has its end */
  readonly ended: (report: LineReport, isInFlight: boolean) => Promise<void> | void;
  readonly landed?: (line: PlannedLine, operation: string, end: Landed) => Promise<void>;
  /** Prints what is left. @returns the failure of an option that does not fit what was printed */
  readonly close: (end: RunEnd, code: number) => Promise<unknown>;
}
export interface RunOptions extends MakeOptions {
  readonly context: SharedContext;
  /** The most lines that run at the same time; one after the other without it. */
  readonly parallel: number | undefined;
  readonly keepGoing: boolean;
  /** The longest pause between two checks of a transaction, milliseconds. */
  readonly interval: number;
  readonly printer: Printer;
}
export interface RunEnd {
  /** The exit code of the worst line: 10 first, then 14, then the first failure. */
  readonly code: number;
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  /** The number of transfers that were accepted, and are not known to be done. */
  readonly accepted: number;
  /** The number of transactions that ended badly in their blocks. */
  readonly reverted: number;
  /** The account or the limits were not those of the confirmation: nothing else was started. */
  readonly endsAll: boolean;
  /** The numbers of changes that were made, and that were refused, failed or not started. */
  readonly made: number;
  readonly notMade: number;
  /** The first line with an unknown outcome, else the first that failed, changes first. */
  readonly first?: LineReport;
}

/** Runs the lines. It never throws for a line. */
export async function runLines(lines: readonly PlannedLine[], options: RunOptions): Promise<RunEnd> {
  const { context, parallel, keepGoing, values, printer, nouns } = options;
  const needed = new Set(lines.flatMap(({ needs }) => needs));
  const ended = new Map<number, Ended>(); // of lines that others need
  const count = { code: 0, passed: 0, failed: 0, notRun: 0, accepted: 0, reverted: 0, made: 0, notMade: 0 };
  const first: Partial<Record<'unknown' | 'change' | 'any', LineReport>> = {};
  let endsAll = false;
  const works = new Map<number, Promise<void>>(); // of lines that others need
  const lanes = new Map<string, Promise<void>>();
  const reads = new Set<Promise<void>>(); // running reads
  const pending = new Set<Promise<void>>();
  const slots = new Slots(parallel ?? 1);
  const { cancellation } = context;
  if (cancellation.signal) setMaxListeners((parallel ?? 1) + 20, cancellation.signal); // every active call adds a listener
  const landings = new Landings(context, options.interval, async (line, operation, end) => {
    if (end === 'reverted') count.reverted += 1;
    await printer.landed?.(line, operation, end);
  });
  /** Whether a line is not begun: after any failure in a sequence, else after one of a change. */
  const isOver = ({ effect }: PlannedLine) =>
    cancellation.isStopped() ||
    endsAll ||
    (!keepGoing &&
      (count.code === exitCode('unknown') ||
        (effect === 'read' && parallel !== undefined
          ? undefined
          : parallel === undefined
            ? first.any
            : first.change) !== undefined));
  /** The end of a line that is not run. */
  const notRun = async (line: PlannedLine, why?: string) => {
    count.notRun += 1;
    if (line.effect !== 'read') count.notMade += 1;
    await printer.ended({ line, outcome: 'not-run', milliseconds: 0, why }, false);
  };
  const runOne = async (line: PlannedLine): Promise<void> => {
    if (isOver(line)) return notRun(line);
    const missing = values.missing(line, ended);
    if (missing !== undefined) return notRun(line, `no ${nouns.part} has a value for {${missing}}`);
    const report = await makeLine(line, ended, options);
    const end = report.end!;
    if (!needed.has(line.number) && !line.save) ended.delete(line.number);
    endsAll ||= end.endsAll === true;
    if (isAccepted(report)) count.accepted += 1;
    const hasPassed = report.outcome === 'passed';
    if (hasPassed) count.passed += 1;
    else {
      count.failed += 1;
      count.code = worst(count.code, end.code || exitCode('failed'));
      first.any ??= report;
      if (end.code === exitCode('unknown')) first.unknown ??= report;
    }
    if (line.effect !== 'read') {
      if (!hasPassed) first.change ??= report;
      const isMade = end.code === 0 || end.code === exitCode('pending'); // a pending change was made
      if (isMade || end.code === exitCode('partial')) count.made += 1;
      if (!isMade) count.notMade += 1;
    }
    const operation = parallel === undefined ? undefined : inFlight(line, end);
    await printer.ended(report, operation !== undefined);
    if (line.effect === 'change') context.world.sharedFacts?.clear();
    if (operation !== undefined) await landings.add(line, operation);
  };
  let previous: Promise<void> | undefined;
  /** What ends before a line: the lines it needs, and its lane. A change waits for reads, a read for changes. */
  const before = ({ needs, lane }: PlannedLine): readonly unknown[] => {
    if (parallel === undefined) return previous ? [previous] : [];
    const sources = needs.map((number) => works.get(number)).filter(Boolean);
    if (lane !== undefined) return [...sources, ...reads, ...(lanes.has(lane) ? [lanes.get(lane)] : [])];
    return lanes.size === 0 ? sources : [...sources, Promise.all(lanes.values()).then(() => landings.all())];
  };
  for (const line of lines) {
    const others = before(line);
    const release = others.length === 0 ? await slots.take() : undefined;
    const work = (async () => {
      await Promise.all(others);
      const free = release ?? (await slots.take());
      try {
        await runOne(line);
      } finally {
        free();
      }
    })();
    previous = work;
    if (needed.has(line.number)) works.set(line.number, work);
    if (line.lane === undefined) reads.add(work);
    else lanes.set(line.lane, work);
    pending.add(work);
    work.then(
      () => [pending, reads].map((set) => set.delete(work)),
      () => {}, // `pending` keeps the error of a line that cannot be written: it ends the run
    );
    if (pending.size > most) await Promise.race(pending);
  }
  await Promise.all(pending);
  context.endSigning();
  await landings.all();
  return { ...count, endsAll, first: first.unknown ?? first.change ?? first.any };
}

/** The operation of a line, if its transaction waits for its block. */
function inFlight(line: PlannedLine, { code, result }: LineEnd): string | undefined {
  const printed = code === 0 && isSigned(line) ? parsedIfJson(result) : undefined;
  return isRecord(printed) && printed.status === 'PENDING' ? (printed.operation as string | undefined) : undefined;
}

/**
 * Whether a transfer has ended without an error, and is not known to be done: only accepted. A transaction that is
 * signed here has its status by its block.
 */
export const isAccepted = ({ line, end }: LineReport): boolean =>
  end?.code === 0 && end.outcome !== undefined && end.outcome !== 'done' && !isSigned(line);

/** The worse of two exit codes: an unknown outcome, then a partial one, then the first failure. */
const worst = (earlier: number, later: number): number =>
  [exitCode('unknown'), exitCode('partial')].find((code) => code === earlier || code === later) ?? (earlier || later);

/** The most lines that are started or wait; the rest of a long file follows later. */
const most = 1000;

/** Limits the number of lines that run at the same time. */
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
