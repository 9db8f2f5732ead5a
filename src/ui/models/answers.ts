// The query cache: the response of each query, keyed by its command line, with its rows, columns, age and failures.

import { isRecord, type Row } from '../../services/json-value.js';
import type { Chart } from '../format/chart.js';
import type { Column } from '../format/column.js';
import { columnsOf, noteOf } from '../format/columns.js';
import { guessed } from '../format/guess.js';
import { listing } from '../format/listing.js';

/** What came of a read. */
export interface Loaded {
  /** The answer, its digits kept. */
  readonly value: unknown;
  /** An object is one thing, though it holds a list. */
  readonly singleRecord?: boolean | undefined;
  readonly columns?: readonly Column[] | undefined;
  readonly id?: string | undefined;
  readonly empty?: readonly [nothing: string, next: string] | undefined;
  readonly chart?: Chart | undefined;
  /** The options that have words, by their flags. */
  readonly options?: Readonly<Record<string, readonly string[]>> | undefined;
}
/** An answer as screens know it. Times are epoch milliseconds. */
export interface Answer {
  /** Since when it is asked for. */
  readonly asked?: number;
  /** When it came, and how long that took. */
  readonly at?: number;
  readonly took?: number;
  /** It is to be asked again though it is not old. */
  readonly stale?: true;
  readonly value?: unknown;
  /** Its rows, where it is a list. */
  readonly rows?: readonly Row[];
  readonly note?: string;
  readonly columns: readonly Column[];
  readonly id: string;
  readonly empty?: readonly [nothing: string, next: string];
  readonly chart?: Chart;
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly trouble?: Trouble;
  /** There is no such command here. */
  readonly absent?: true;
}
/** Why there is no answer, or no newer one. Times are epoch milliseconds. */
interface Trouble {
  readonly text: string;
  /** When the first failure in a row came, the last one, and how many there were. */
  readonly since: number;
  readonly last: number;
  readonly failures: number;
  /** It may pass by itself: nothing answers at all, or the service has too much to do. */
  readonly passes?: true;
  /** How long the service has asked to wait (Retry-After), milliseconds. */
  readonly wait?: number;
}
/** How a read failed. */
export type Failed = Pick<Trouble, 'text' | 'passes' | 'wait'>;
export type Answers = Readonly<Record<string, Answer>>;

const none: Answer = { columns: [], id: 'id', options: {} };
/** The answer to a line; an empty one where it was never asked. */
export const answerOf = (answers: Answers, line: string): Answer => (Object.hasOwn(answers, line) ? answers[line]! : none);

/** A line is being asked. */
export const asking = (answers: Answers, line: string, now: number): Answers => ({
  ...answers,
  [line]: { ...answerOf(answers, line), asked: now },
});

/** A line was answered. */
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

/** How a read failed: the sentence of its error, with what that says of the next try. */
export function failureOf(error: unknown): Failed {
  const { passes, wait } = Object(error) as Partial<Failed>;
  const text = error instanceof Error ? error.message : String(error);
  return { text, ...(passes ? { passes } : {}), ...(wait === undefined ? {} : { wait }) };
}

/** A line was not answered; what it answered before stays. */
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
 * When a read that has failed is to be retried: so long after its last failure, twice as long after each one in a row, a minute at most; never
 * before the service wants it. @param period how often it is asked while it answers, milliseconds: the first wait, and the least one
 * @returns epoch milliseconds
 */
export function retryAt({ last, failures, wait = 0 }: Pick<Trouble, 'last' | 'failures' | 'wait'>, period: number): number {
  const backOff = Math.max(period, Math.min(period * 2 ** (failures - 1), longestBackOff));
  return last + Math.max(backOff, wait);
}

/** It is not asked after all. */
export function dropped(answers: Answers, line: string): Answers {
  const { asked: _, ...answer } = answerOf(answers, line);
  return { ...answers, [line]: answer };
}

/** There is no such command. */
export const absent = (answers: Answers, line: string): Answers => ({ ...answers, [line]: { ...none, absent: true } });

/** Answers that are to be asked again: of these lines, or all. What is under way stays so. */
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

/** All answers as they are after a while elsewhere: nothing is under way any more, and everything may have changed. */
export const resumed = (answers: Answers): Answers => aged(Object.keys(answers).reduce((all, line) => dropped(all, line), answers));
