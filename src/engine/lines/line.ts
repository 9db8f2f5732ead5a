// A line of a file, with its command: a row of a batch, or a step of a flow.

import type { ErrorCode } from '../../services/http/error-codes.js';

/** A line of the file: the words of its command, with placeholders, and the use of its response. */
export interface Line {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** Its first line in the file. */
  readonly line: number;
  readonly words: readonly string[];
  /** Its name, also in references: `NAME:REF`. */
  readonly ref?: string;
  /** Expressions of jq for the values that later lines take, by name. */
  readonly save?: ReadonlyMap<string, string>;
  /** The condition on its response, in jq. */
  readonly expect?: string;
  readonly wait?: Wait;
}
/** Repeats the read of a line until its response meets a condition. Times are milliseconds. */
export interface Wait {
  readonly until: string;
  readonly max: number;
  readonly every: number;
}

export interface LineProblem {
  readonly line: number;
  readonly message: string;
  readonly code?: ErrorCode;
  /** A safety rule refuses the line; otherwise it is misuse. */
  readonly isGuarded?: boolean;
}

/** What messages call the file and a line of it: a batch has rows, a flow has steps. */
export interface Nouns {
  readonly whole: 'batch' | 'flow';
  readonly part: 'row' | 'step';
}

/** The name of a line in messages, and in the journal. */
export const nameOf = ({ ref, number }: Pick<Line, 'ref' | 'number'>): string => ref ?? `#${number}`;
