// A line of a file, with its command: a row of a batch, or a step of a flow.

import type { ErrorCode } from '../../services/http/error-codes.js';

/** A line of the file: the words of its command, with placeholders. */
export interface InputLine {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** Its first line in the file. */
  readonly line: number;
  readonly words: readonly string[];
  /** Its name in references: `NAME:REF`. */
  readonly ref?: string;
}

export interface LineProblem {
  readonly line: number;
  readonly message: string;
  readonly code?: ErrorCode;
  /** A safety rule refuses the line; otherwise it is misuse. */
  readonly isGuarded?: boolean;
}

/** How lines take values from earlier ones. */
export interface Values {
  /** The numbers of the earlier lines that a line takes values from. @throws {BadInput} BAD_ROW */
  readonly needs: (line: InputLine) => readonly number[];
  /** The words with a sample in the place of each value: only so can they be parsed before it is known. */
  readonly sample: (words: readonly string[]) => readonly string[];
}

/** What messages call the file and a line of it: a batch has rows, a flow has steps. */
export interface Nouns {
  readonly whole: 'batch' | 'flow';
  readonly part: 'row' | 'step';
}
