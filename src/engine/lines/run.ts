// Runs planned lines: one after the other, or in parallel, but one at a time in a lane, and after the lines that they
// need.

import { setMaxListeners } from 'node:events';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { sendGroup } from '../../money/chain/group.js';
import { type LineReport, type MakeOptions, makeLine } from './make-line.js';
import { type PlannedLine, unitsOf } from './plan.js';
import { isSigned } from './run-line.js';
import type { SharedContext } from './shared-context.js';
import type { Ended } from './values.js';

/** Takes the ends of lines. */
export interface Printer {
  readonly ended: (report: LineReport) => Promise<void> | void;
  /** A node has the transaction of a line. */
  readonly sent?: (line: PlannedLine, operation: string) => Promise<void>;
  /** Prints what is left. @returns the failure of an option that does not fit what was printed */
  readonly close: (end: RunEnd, code: number) => Promise<unknown>;
}
export interface RunOptions extends MakeOptions {
  readonly context: SharedContext;
  /** The most lines that run at the same time; one after the other without it. */
  readonly parallel: number | undefined;
  /** The most sends of a key that are signed and broadcast together. */
  readonly together: number;
  readonly keepGoing: boolean;
  readonly printer: Printer;
}
export interface RunEnd {
  /** The exit code of the worst line: 10 first, then 14, then the first failure. */
  readonly code: number;
  readonly passed: number;
  readonly failed: number;
  /** Those of the failed that were sent, or may have been: their outcome is not known yet. */
  readonly open: number;
  readonly notRun: number;
  /** The number of transfers that were accepted, and are not known to be done. */
  readonly accepted: number;
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
  const { context, parallel, together, keepGoing, values, printer, nouns } = options;
  const needed = new Set(lines.flatMap(({ needs }) => needs));
  const ended = new Map<number, Ended>(); // of lines that others need
  const count = { code: 0, passed: 0, failed: 0, open: 0, notRun: 0, accepted: 0, made: 0, notMade: 0 };
  const first: Partial<Record<'unknown' | 'change' | 'any', LineReport>> = {};
  let endsAll = false;
  const works = new Map<number, Promise<void>>(); // of lines that others need
  const lanes = new Map<string, Lane>();
  const running = { read: new Set<Promise<void>>(), change: new Set<Promise<void>>() };
  const pending = new Set<Promise<void>>();
  const slots = new Slots(parallel ?? 1);
  const { deadline, world } = context;
  // every active call adds one
  if (deadline.signal) setMaxListeners((parallel ?? 1) * together + mostInFlight, deadline.signal);
  /** Whether a line is not begun: after any failure in a sequence, else after one of a change. */
  const isOver = ({ effect }: PlannedLine) => {
    const failure = parallel === undefined ? first.any : effect === 'read' ? undefined : first.change;
    return deadline.isStopped() || endsAll || (!keepGoing && (first.unknown ?? failure) !== undefined);
  };
  const notRun = async (line: PlannedLine, why?: string) => {
    count.notRun += 1;
    if (line.effect !== 'read') count.notMade += 1;
    await printer.ended({ line, outcome: 'not-run', milliseconds: 0, why });
  };
  const runOne = async (line: PlannedLine, own: Pick<MakeOptions, 'afterSent' | 'group'>) => {
    const { group } = own;
    const missing = values.missing(line, ended);
    if (isOver(line) || missing !== undefined) {
      group?.leave(false);
      return notRun(line, missing && `no ${nouns.part} has a value for {${missing}}`);
    }
    const report = await makeLine(line, ended, { ...options, ...own });
    group?.leave(report.outcome !== 'passed');
    if (report.end?.error?.code === 'NOT_BEGUN') return notRun(line);
    const end = report.end!;
    if (!needed.has(line.number) && !line.save) ended.delete(line.number);
    endsAll ||= end.endsAll === true;
    if (isAccepted(report)) count.accepted += 1;
    const hasPassed = report.outcome === 'passed';
    if (hasPassed) count.passed += 1;
    else {
      count.failed += 1;
      if (line.effect === 'transfer' && [exitCode('pending'), exitCode('unknown')].includes(end.code)) count.open += 1;
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
    await printer.ended(report);
    if (line.effect === 'change') world.sharedFacts?.clear();
  };
  let previous: Promise<void> | undefined;
  /** What ends before a line: the lines it needs, and its lane. A change waits for reads, a read for changes. */
  const before = (line: PlannedLine, lane: Lane | undefined): readonly unknown[] => {
    if (parallel === undefined) return previous ? [previous] : [];
    const sources = line.needs.map((number) => works.get(number)).filter(Boolean);
    if (lane === undefined) return [...sources, ...running.change];
    return [...sources, ...running.read, ...(lane.isFree ? [lane.isFree] : [])];
  };
  for (const unit of unitsOf(lines, together)) {
    const [line] = unit as readonly [PlannedLine];
    const lane = line.lane === undefined ? undefined : (lanes.get(line.lane) ?? { inFlight: [] });
    if (lane) lanes.set(line.lane!, lane);
    const others = before(line, lane);
    const taken = others.length === 0 ? await slots.take() : undefined;
    let free = () => {};
    if (lane)
      lane.isFree = new Promise((resolve) => {
        free = resolve;
      });
    const work: Promise<void> = (async () => {
      await Promise.all(others);
      const leave = taken ?? (await slots.take());
      const earlier = lane?.inFlight.at(-1);
      const signing = new Set(unit);
      /** Lets the next lines of the lane sign if no other line of this unit is to be sent. */
      const freeAfter = (one: PlannedLine) => {
        if (!signing.delete(one) || signing.size > 0) return;
        leave();
        const [oldest] = lane?.inFlight ?? [];
        const goOn = () => {
          if (lane) lane.inFlight = lane.inFlight.filter((work) => work !== oldest);
          free();
        };
        if (lane && lane.inFlight.length >= mostInFlight) void oldest!.then(goOn, goOn);
        else free();
      };
      const group = unit.length > 1 ? sendGroup(unit.length, keepGoing) : [];
      const runMember = async (one: PlannedLine, at: number) => {
        let sent = '';
        /** Notes that a node has the transaction, and waits until those before it are in their blocks. */
        const afterSent = async (operation: string) => {
          lane?.inFlight.push(work);
          sent = operation;
          world.followed?.add(operation);
          await printer.sent?.(one, operation);
          freeAfter(one);
          await earlier?.catch(() => {}); // all are awaited at the end
        };
        try {
          await runOne(one, { group: group[at], afterSent: parallel === undefined ? undefined : afterSent });
        } finally {
          world.followed?.delete(sent);
          freeAfter(one);
        }
      };
      await Promise.all(unit.map(runMember));
    })();
    previous = work;
    for (const { number } of unit) if (needed.has(number)) works.set(number, work);
    const set = running[lane ? 'change' : 'read'].add(work);
    pending.add(work);
    work.then(
      () => [pending, set].map((one) => one.delete(work)),
      () => {}, // `pending` keeps the error of a line that cannot be written: it ends the run
    );
    if (pending.size > most) await Promise.race(pending);
  }
  await Promise.all([...lanes.values()].map(({ isFree }) => isFree));
  context.endSigning();
  await Promise.all(pending);
  return { ...count, endsAll, first: first.unknown ?? first.change ?? first.any };
}

/** The lines that run one at a time. */
interface Lane {
  /** The last of them has signed, or has ended. */
  isFree?: Promise<void>;
  /** The lines whose transactions wait for their blocks. */
  inFlight: Promise<void>[];
}
/** The most transactions of a key that may wait: nodes hold only so many. */
const mostInFlight = 32;

/**
 * Whether a transfer has ended without an error, and is not known to be done: only accepted. A transaction that is
 * signed here has its status by its block.
 */
export const isAccepted = ({ line, end }: LineReport): boolean =>
  end?.code === 0 && end.outcome !== undefined && end.outcome !== 'done' && !isSigned(line);

/** The worse of two exit codes: an unknown outcome, then a partial one, then the first failure. */
const worst = (earlier: number, later: number) =>
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
