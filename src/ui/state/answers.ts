// The query cache: the response of each query, keyed by its command line, with its rows, columns, age and failures.

import { isRecord, type Row } from '../../services/json-value.js';
import type { Chart } from '../format/chart.js';
import type { Column } from '../format/column.js';
import { columnsOf, noteOf } from '../format/columns.js';
import { guessed } from '../format/guess.js';
import { listing } from '../format/listing.js';

/** The result of a read. */
export interface Loaded {
  /** The parsed response; numbers keep every digit. */
  readonly value: unknown;
  /** How far the clock of the service is ahead of this machine's, milliseconds. */
  readonly clockOffset?: number | undefined;
  /** The response is one record, though it has a list. */
  readonly singleRecord?: boolean | undefined;
  readonly columns?: readonly Column[] | undefined;
  readonly id?: string | undefined;
  readonly empty?: readonly [nothing: string, next: string] | undefined;
  readonly chart?: Chart | undefined;
  /** The enum values of options, by flag. */
  readonly options?: Readonly<Record<string, readonly string[]>> | undefined;
}
/** A cache entry. Times are epoch milliseconds. */
export interface Answer {
  /** The start of the request that is in flight. */
  readonly asked?: number;
  /** The time of the response, and the duration of its request. */
  readonly at?: number;
  readonly took?: number;
  /** Invalidated: to be requested again before it is old. */
  readonly stale?: true;
  readonly value?: unknown;
  /** The rows of a list. */
  readonly rows?: readonly Row[];
  readonly note?: string;
  readonly columns: readonly Column[];
  readonly id: string;
  readonly empty?: readonly [nothing: string, next: string];
  readonly chart?: Chart;
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly trouble?: Trouble;
  /** The command does not exist. */
  readonly absent?: true;
}
/** The failures of a query since its last response. Times are epoch milliseconds. */
interface Trouble {
  readonly text: string;
  /** The times of the first and the last consecutive failure, and their number. */
  readonly since: number;
  readonly last: number;
  readonly failures: number;
  /** The failure is temporary: no connection, or an overloaded service. */
  readonly passes?: true;
  /** The Retry-After of the service, milliseconds. */
  readonly wait?: number;
}
/** The failure of a read. */
export type Failed = Pick<Trouble, 'text' | 'passes' | 'wait'>;
export type Answers = Readonly<Record<string, Answer>>;

const none: Answer = { columns: [], id: 'id', options: {} };
/** The cache entry of a command line; an empty one where it was never requested. */
export const answerOf = (answers: Answers, line: string): Answer => (Object.hasOwn(answers, line) ? answers[line]! : none);

/** Marks a query as in flight. */
export const asking = (answers: Answers, line: string, now: number): Answers => ({
  ...answers,
  [line]: { ...answerOf(answers, line), asked: now },
});

/** Stores the response of a query. */
export function answered(
  answers: Answers,
  line: string,
  { value, singleRecord, columns, id, empty, chart, options }: Loaded,
  now: number,
): Answers {
  const { asked = now } = answerOf(answers, line);
  const list = singleRecord && isRecord(value) ? undefined : listing(value);
  const rows = list?.rows;
  const note = list && noteOf(list);
  const known = rows ?? (isRecord(value) ? [value] : []);
  const read = (columns ?? columnsOf(known, 'table')).map((column) => guessed(column, known));
  return {
    ...answers,
    [line]: {
      at: now,
      took: now - asked,
      value,
      columns: read,
      id: id ?? 'id',
      options: options ?? {},
      ...(rows ? { rows } : {}),
      ...(note === undefined ? {} : { note }),
      ...(empty ? { empty } : {}),
      ...(chart ? { chart } : {}),
    },
  };
}

/** Converts an error to the failure of a read: its message, and whether and when to retry. */
export function failureOf(error: unknown): Failed {
  const { passes, wait } = Object(error) as Partial<Failed>;
  const text = error instanceof Error ? error.message : String(error);
  return { text, ...(passes ? { passes } : {}), ...(wait === undefined ? {} : { wait }) };
}

/** Records a failure; the earlier response stays. */
export function failed(answers: Answers, line: string, { text, passes, wait }: Failed, now: number): Answers {
  const { asked: _, stale: __, ...before } = answerOf(answers, line);
  const { since = now, failures = 0 } = before.trouble ?? {};
  const trouble = {
    text,
    since,
    last: now,
    failures: failures + 1,
    ...(passes ? { passes } : {}),
    ...(wait === undefined ? {} : { wait }),
  };
  return { ...answers, [line]: { ...before, trouble } };
}

const longestBackOff = 60_000;
/**
 * The time of the next retry of a failed read. The wait doubles with each consecutive failure, up to a minute, and is never shorter than Retry-After.
 * @param period the interval of successful requests, milliseconds: the first wait, and the minimum
 * @returns epoch milliseconds
 */
export function retryAt({ last, failures, wait = 0 }: Pick<Trouble, 'last' | 'failures' | 'wait'>, period: number): number {
  const backOff = Math.max(period, Math.min(period * 2 ** (failures - 1), longestBackOff));
  return last + Math.max(backOff, wait);
}

/** Cancels a query that was marked as in flight. */
export function dropped(answers: Answers, line: string): Answers {
  const { asked: _, ...answer } = answerOf(answers, line);
  return { ...answers, [line]: answer };
}

/** Marks the command of a query as missing. */
export const absent = (answers: Answers, line: string): Answers => ({ ...answers, [line]: { ...none, absent: true } });

/** Invalidates these queries, or all. Requests in flight stay so. */
export const aged = (answers: Answers, lines: readonly string[] = Object.keys(answers)): Answers => {
  const old = lines.flatMap((line): [string, Answer][] => {
    const { trouble: _, absent: __, ...answer } = answerOf(answers, line);
    return answer.asked === undefined && answer.at !== undefined
      ? [[line, { ...answer, stale: true }]]
      : answer.asked
        ? []
        : [[line, answer]];
  });
  return { ...answers, ...Object.fromEntries(old) };
};

/** The cache after the screen was left: no request is in flight any more, and every response is invalid. */
export const resumed = (answers: Answers): Answers => aged(Object.keys(answers).reduce((all, line) => dropped(all, line), answers));
