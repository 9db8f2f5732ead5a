// The output of a batch: a JSON line for each row on stdout, and its progress on a terminal.

import type { Context } from '../../cli/command.js';
import { endedBy } from '../../cli/errors.js';
import { exitCode } from '../../cli/exit-codes.js';
import type { PlannedLine } from '../../engine/lines/plan.js';
import type { LineEnd } from '../../engine/lines/run-line.js';
import { isRecord } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { spanOf } from '../../text/time.js';

/** A line about a row. The last line of each row has `final: true`. */
export const lineOf = (
  { number, line, ref, clientRef }: PlannedLine,
  facts: Readonly<Record<string, unknown>>,
): string => JSON.stringify({ row: number, line, ref, clientRef, ...facts });

/** The operation of a row, if its transaction waits for its block. */
export function inFlight({ lane }: PlannedLine, { code, result }: LineEnd): string | undefined {
  if (code !== 0 || !lane?.startsWith('key ')) return undefined;
  const printed = parsedIfJson(result);
  if (!isRecord(printed) || printed.status !== 'PENDING') return undefined;
  return typeof printed.operation === 'string' ? printed.operation : undefined;
}

/**
 * Whether a transfer has ended without an error, and is not known to be done: only accepted. A transaction that is
 * signed here has its status by its block.
 */
export const isAccepted = ({ lane }: PlannedLine, { code, outcome }: LineEnd): boolean =>
  code === 0 && outcome !== undefined && outcome !== 'done' && !lane?.startsWith('key ');

/** The status of a row by its exit code; any other code is a failure. */
const statuses: ReadonlyMap<number, string> = new Map([
  [exitCode('ok'), 'done'],
  [exitCode('pending'), 'pending'],
  [exitCode('unknown'), 'unknown'],
  [exitCode('partial'), 'partial'],
  ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [endedBy(signal), 'stopped'] as const),
]);

/** The status of a row: of a transfer, its outcome in the ledger. */
function statusOf(row: PlannedLine, end: LineEnd) {
  const [{ lane }, { code, operation, outcome }] = [row, end];
  if (isAccepted(row, end)) return outcome;
  if (operation !== undefined && code === exitCode('pending')) return 'sent';
  return code === exitCode('ended-badly') && lane?.startsWith('key ') ? 'reverted' : (statuses.get(code) ?? 'failed');
}

/** The line of a row, with its printed result unchanged. A sent transaction has a second line in its block. */
export function resultLine(row: PlannedLine, end: LineEnd): string {
  const { code, result, error, operation } = end;
  const isSent = inFlight(row, end) !== undefined;
  const facts = isSent
    ? { exit: null, status: 'sent' }
    : { exit: code, status: statusOf(row, end), operation, final: true };
  const json = parsedIfJson(result) === undefined ? JSON.stringify(result) : result.replaceAll('\n', ' ');
  const parts = [lineOf(row, facts).slice(0, -1), result && `"result":${json}`, error && `"error":${error}`];
  return `${parts.filter(Boolean).join(',')}}`;
}
/** Writes several lines at a time if rows end quickly. */
export class LineBuffer {
  readonly #print: (text: string) => Promise<void>;
  #text = '';
  #last = 0;
  constructor(print: (text: string) => Promise<void>) {
    this.#print = print;
  }
  async add(line: string): Promise<void> {
    this.#text += line;
    if (this.#text.length > largestWrite || Date.now() - this.#last > shortestPause) await this.flush();
  }
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    this.#last = Date.now();
    if (text !== '') await this.#print(text);
  }
}
const largestWrite = 65_536;
const shortestPause = 50; // milliseconds

export class Progress {
  readonly #total: number;
  readonly #context: Context;
  readonly #began: number;
  readonly #isShown: boolean;
  #ended = 0;
  #failed = 0;
  #drawn = 0;

  constructor(total: number, context: Context) {
    this.#total = total;
    this.#context = context;
    this.#began = Date.now();
    this.#isShown =
      context.world.stderr.isTTY === true && !context.flags.quiet && !context.out.jsonErrors && !context.world.inDialog;
  }

  ended(failed: boolean): void {
    this.#ended += 1;
    if (failed) this.#failed += 1;
    const now = Date.now();
    if (!this.#isShown || (now - this.#drawn < 200 && this.#ended < this.#total)) return;
    this.#drawn = now;
    const spent = now - this.#began;
    const remaining = spanOf((spent / this.#ended) * (this.#total - this.#ended));
    const rate = (this.#ended / Math.max(1, spent)) * 1000;
    const speed = rate < 10 ? rate.toFixed(1) : Math.round(rate);
    this.#context.out.draw(
      `\r\u001b[K  ${this.#ended} of ${this.#total} · ${this.#failed} failed · ${speed}/s · about ${remaining} left`,
    );
  }

  close(): void {
    if (this.#drawn > 0) this.#context.out.draw('\r\u001b[K');
    this.#drawn = 0;
  }
}
