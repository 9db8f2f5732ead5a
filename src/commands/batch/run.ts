// Runs the rows of a batch: beside each other where their order does not matter, one at a time in a lane, after the rows that they need.

import { setMaxListeners } from 'node:events';
import { Writable } from 'node:stream';
import { readWords } from '../../cli/arguments.js';
import type { Arguments } from '../../cli/command.js';
import { type Context, contextWith } from '../../cli/context.js';
import { explainEnd } from '../../cli/errors.js';
import { exitCode } from '../../cli/exit-codes.js';
import { parseLine } from '../../cli/find-command.js';
import type { Flags } from '../../cli/options.js';
import { RunOutput } from '../../cli/output/command-output.js';
import type { World } from '../../cli/world.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isNothing, isScalar, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import type { PlannedRow } from './plan.js';
import { neededBy, withEarlierValues } from './rows.js';

/** How a row has ended. */
export interface RowEnd {
  readonly code: number;
  /** The JSON text that it printed; empty for none. */
  readonly result: string;
  /** The error as JSON, where it has one. */
  readonly error: string | undefined;
}
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
}
/** What has become of a batch. */
export interface BatchEnd {
  /** The exit code of the worst row: 10 before any other. */
  readonly code: number;
  readonly ended: number;
  readonly failed: number;
  /** How many changes were made, and how many were not: refused, failed or not started. */
  readonly made: number;
  readonly notMade: number;
  readonly notStarted: readonly PlannedRow[];
}

/** Runs the rows. @returns what has become of them; it never throws for a row */
export async function runRows(rows: readonly PlannedRow[], options: RunOptions): Promise<BatchEnd> {
  const { context, concurrency, keepGoing, onEnd, afterSigned } = options;
  const needed = new Set(rows.flatMap(({ needs }) => needs));
  const results = new Map<number, RowEnd>(); // only of rows that others need
  const state = { failed: 0, ended: 0, made: 0, notMade: 0, unknown: false, stopped: false, code: 0 };
  const waiting = new Set(rows.map(({ number }) => number));
  const ends = new Map<number, Promise<void>>();
  const lanes = new Map<string, Promise<void>>();
  // While a request waits for a connection its time limit runs, so that only rows without one are prepared.
  const slots = new Slots(context.settings().timeout.value > 0 ? concurrency : 2 * concurrency);
  const { signal } = context.cancellation;
  if (signal) setMaxListeners(2 * concurrency + 20, signal); // every active call adds a listener
  const pending = new Set<Promise<void>>();

  const mayStart = (row: PlannedRow): boolean => {
    if (context.cancellation.isStopped() || state.unknown) return false;
    return keepGoing || row.effect === 'read' || !state.stopped;
  };
  const runOne = async (row: PlannedRow): Promise<void> => {
    if (!mayStart(row)) return;
    waiting.delete(row.number);
    const end = await runRow(row, results, options);
    if (needed.has(row.number)) results.set(row.number, end);
    state.ended += 1;
    if (end.code === 0 && row.effect !== 'read') state.made += 1;
    if (end.code !== 0) {
      state.failed += 1;
      if (row.effect !== 'read') {
        state.stopped = true;
        state.notMade += 1;
      }
      if (end.code === exitCode('unknown') && !keepGoing) state.unknown = true;
      state.code = end.code === exitCode('unknown') || state.code === 0 ? end.code : state.code;
    }
    await onEnd(row, end);
    if (row.lane?.startsWith('key ')) await afterSigned(row, end);
  };
  for (const row of rows) {
    if (context.cancellation.isStopped() || state.unknown) break;
    const before = [
      ...row.needs.flatMap((number) => ends.get(number) ?? []),
      ...(row.lane === undefined ? [] : [lanes.get(row.lane) ?? Promise.resolve()]),
    ];
    const release = before.length === 0 ? await slots.take() : undefined;
    const work = (async () => {
      await Promise.all(before);
      const free = release ?? (await slots.take());
      try {
        await runOne(row);
      } finally {
        free();
      }
    })();
    if (needed.has(row.number)) ends.set(row.number, work);
    if (row.lane !== undefined) lanes.set(row.lane, work);
    pending.add(work);
    void work.finally(() => pending.delete(work));
    if (pending.size > most) await Promise.race(pending);
  }
  await Promise.all(pending);
  const notStarted = rows.filter(({ number }) => waiting.has(number));
  const notMade = state.notMade + notStarted.filter(({ effect }) => effect !== 'read').length;
  return { code: state.code, ended: state.ended, failed: state.failed, made: state.made, notMade, notStarted };
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

/** Runs one row in the context of the batch, with an output of its own. */
export async function runRow(
  row: PlannedRow,
  results: ReadonlyMap<number, RowEnd>,
  { context, newRecipient }: Pick<RunOptions, 'context' | 'newRecipient'>,
  { world: base = context.world, flags: more = {} }: { readonly world?: World; readonly flags?: Flags } = {},
): Promise<RowEnd> {
  const [stdout, stderr] = [collector(), collector()];
  const world: World = Object.create(base, { stdin: { value: noInput }, stdout: { value: stdout }, stderr: { value: stderr } });
  const settings = context.settings();
  const confirm = context.flags.confirm ?? (settings.of.protected === true ? settings.profile.value : undefined); // the batch was confirmed with that name
  const batchFlags: Flags = { ...(confirm === undefined ? {} : { confirm }), ...more, json: true, yes: true, noInput: true };
  const runWith = async (flags: Flags, work: (own: Context) => Promise<number>): Promise<RowEnd> => {
    const { redact } = context.out;
    const out = new RunOutput(world, flags, { settings: () => context.settings(), cancellation: context.cancellation, redact });
    const own = contextWith(context, { world, flags, out, log: () => {} });
    const code = await work(own)
      .then((ended) => {
        if (out.deferred) throw out.deferred;
        return ended;
      })
      .catch((error: unknown) => explainEnd(error, own));
    return { code, result: stdout.text().trim(), error: code === 0 ? undefined : errorIn(stderr.text()) };
  };
  try {
    const args = row.args ?? (await parsedAgain(row, results));
    const options = {
      ...args.options,
      ...(row.clientRef === undefined ? {} : { clientRef: row.clientRef }),
      ...(newRecipient && row.needs.length === 0 ? { newRecipient: true } : {}), // only one that the receipt has shown
      ...(row.lane?.startsWith('key ') && args.options.confirmations === undefined ? { confirmations: '0' } : {}),
    };
    const command = async (own: Context) => (await row.found.command.run({ ...args, options }, own)) ?? 0;
    return await runWith({ ...ownFlags(args.options), ...batchFlags }, command);
  } catch (error) {
    return runWith(batchFlags, () => Promise.reject(error));
  }
}
/** The arguments of a row that was not kept parsed, with the values of earlier rows. */
async function parsedAgain(row: PlannedRow, results: ReadonlyMap<number, RowEnd>): Promise<Arguments> {
  const words = withEarlierValues(row.words, (name, path) => earlierValueOf(results, row, name, path));
  return parseLine(words, { ...row.found, words: readWords(words).words.slice(1) });
}
/** The flags of a row that shape its read. */
const ownFlags = ({ fields, jq, match, sortBy, limit, allowUnknownWord, lang }: Readonly<Record<string, unknown>>): Flags =>
  Object.fromEntries(
    Object.entries({ fields, jq, match, sortBy, limit, allowUnknownWord, lang }).filter(([, value]) => value !== undefined),
  );

/** The value at a path of the result of an earlier row. */
function earlierValueOf(results: ReadonlyMap<number, RowEnd>, row: PlannedRow, name: string, path: string): string | undefined {
  const number = row.needs[neededBy(row).indexOf(name)];
  const end = number === undefined ? undefined : results.get(number);
  if (end === undefined || end.code !== 0) throw new BadInput('BAD_ROW', `The row that it takes a value from has failed, or was not run.`);
  const value = valueAt(parseLossless(end.result || 'null'), path);
  const text = isScalar(value) && !isNothing(value) ? asText(value) : undefined;
  if (text?.startsWith('-')) throw new BadInput('BAD_ROW', `The value of ${name}.${path} begins with a hyphen.`);
  return text;
}

/** The error that a row has printed, as JSON text. */
function errorIn(text: string): string | undefined {
  const line = text
    .trim()
    .split('\n')
    .findLast((one) => one.startsWith('{'));
  if (line === undefined) return text.trim() === '' ? undefined : JSON.stringify({ message: text.trim().slice(0, 500) });
  const { error } = JSON.parse(line) as { readonly error?: unknown };
  return JSON.stringify(error ?? JSON.parse(line));
}

/** A standard input without anything. */
const noInput = Object.assign(
  (async function* () {
    // nothing
  })(),
  { isTTY: false },
) as unknown as World['stdin'];

function collector(): Writable & { text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer | string, _, done) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString('utf8') });
}
