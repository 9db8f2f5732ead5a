// The arguments and the result of a recogniser of `tuk explain`.

import type { CommandRunner, Context } from '../../cli/command/command.js';

import type { Explanation as WordExplanation } from '../../cli/help/explanations.js';
import type { Machine } from './machine.js';

/** An explanation of a text. */
export interface Explanation extends WordExplanation {
  /** The command line that says more, or does the next step. */
  readonly next: string;
  /** The parts of the text by name, as they are shown. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface Question {
  /** The text, without the spaces and the quotes around it. */
  readonly text: string;
  readonly context: Context;
  /** The knowledge of this machine: no request is made. */
  readonly machine: Machine;
  /** The groups of commands; undefined if a command cannot run others. */
  readonly runner: CommandRunner | undefined;
  /** 64 bare hexadecimal digits are a hash (--hash). */
  readonly isHash: boolean;
}

/** A kind of text that `tuk explain` knows. */
export interface Recogniser {
  /** The kind, for help: `call data of an EVM chain`. */
  readonly kind: string;
  /** No other recogniser is asked if it explains the text: a token or a transaction is not a word of a list. */
  readonly isWhole?: true;
  /**
   * Explains a text; an empty list for a text of another kind.
   * @throws {Failure} for a text of this kind that it refuses
   */
  explain(question: Question): readonly Explanation[] | Promise<readonly Explanation[]>;
}

/** A text for an explanation: its beginning with `…` if it is long. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).replace(/[\ud800-\udbff]$/, '')}…`;

/** Details without empty ones; undefined if all are empty. */
export function details(all: Readonly<Record<string, string | undefined>>): Explanation['details'] {
  const stated = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return stated.length === 0 ? undefined : Object.fromEntries(stated);
}
