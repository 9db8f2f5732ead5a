// What a batch writes: a JSON line for each row on stdout, and its progress on a terminal.

import type { Context } from '../../cli/context.js';
import { endedBy } from '../../cli/errors.js';
import { exitCode } from '../../cli/exit-codes.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { spanOf } from '../../text/time.js';
import type { PlannedRow } from './plan.js';
import type { RowEnd } from './run-row.js';

/** A line about a row. The last one of each row has `final: true`. */
export const lineOf = ({ number, line, ref, clientRef }: PlannedRow, facts: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    row: number,
    line,
    ...(ref === undefined ? {} : { ref }),
    ...(clientRef === undefined ? {} : { clientRef }),
    ...facts,
  });

/** The operation of a row whose transaction waits for its block. */
export function inFlight({ lane }: PlannedRow, { code, result }: RowEnd): string | undefined {
  if (code !== 0 || !lane?.startsWith('key ')) return undefined;
  try {
    const { operation, status } = JSON.parse(result) as { operation?: unknown; status?: unknown };
    return typeof operation === 'string' && status === 'PENDING' ? operation : undefined;
  } catch {
    return undefined;
  }
}

/** What has become of a row that has ended, by its exit code; any other code is that of a failure. */
const statuses: ReadonlyMap<number, string> = new Map([
  [exitCode('ok'), 'done'],
  [exitCode('pending'), 'pending'],
  [exitCode('unknown'), 'unknown'],
  [exitCode('partial'), 'partial'],
  ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [endedBy(signal), 'stopped'] as const),
]);

function statusOf({ lane }: PlannedRow, { code, operation }: RowEnd): string {
  if (operation !== undefined && code === exitCode('pending')) return 'sent';
  return code === exitCode('ended-badly') && lane?.startsWith('key ') ? 'reverted' : (statuses.get(code) ?? 'failed');
}

/** The line of a row that has run: what was printed stands as it was, digit for digit. A transaction that was sent has another line, when it is in a block. */
export function resultLine(row: PlannedRow, ended: RowEnd): string {
  const { code, result, error, operation } = ended;
  const head =
    inFlight(row, ended) === undefined
      ? lineOf(row, { exit: code, status: statusOf(row, ended), operation, final: true })
      : lineOf(row, { exit: null, status: 'sent' });
  const parts = [
    ...(result === '' ? [] : [`"result":${parsedIfJson(result) !== undefined ? result.replaceAll('\n', ' ') : JSON.stringify(result)}`]),
    ...(error === undefined ? [] : [`"error":${error}`]),
  ];
  return parts.length === 0 ? head : `${head.slice(0, -1)},${parts.join(',')}}`;
}
/** The results, written some at a time: at once where rows end slowly. */
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

/** A line on a terminal's stderr: how many rows have ended, and about how long the rest takes. */
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
    this.#isShown = context.world.stderr.isTTY === true && !context.flags.quiet && !context.out.jsonErrors && !context.world.inDialog;
  }

  ended(failed: boolean): void {
    this.#ended += 1;
    if (failed) this.#failed += 1;
    const now = Date.now();
    if (!this.#isShown || (now - this.#drawn < 200 && this.#ended < this.#total)) return;
    this.#drawn = now;
    const spent = now - this.#began;
    const left = (spent / this.#ended) * (this.#total - this.#ended);
    const rate = (this.#ended / Math.max(1, spent)) * 1000;
    this.#context.out.writeError(
      `\r\u001b[K  ${this.#ended} of ${this.#total} · ${this.#failed} failed · ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s · about ${spanOf(left)} left`,
    );
  }

  close(): void {
    if (this.#drawn > 0) this.#context.out.writeError('\r\u001b[K');
    this.#drawn = 0;
  }
}
