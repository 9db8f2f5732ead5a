// The values of a line: of earlier lines, and of the variables that --env names, since a file must not read secrets.

import { filledHoles, holesIn, withBraces } from '../../services/holes.js';
import type { ErrorCode } from '../../services/http/error-codes.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isNothing, isScalar, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';

/** `{row.2.hash}` and `{ref:NAME.hash}` take a field of the response of an earlier line. */
const field = /^(row\.\d+|ref:[\w-]+)\.([\w.]+)$/;

/** Whether a hole takes a value of an earlier line or of the environment, and not of a column. */
export const isOfLine = (hole: string): boolean => field.test(hole) || hole.startsWith('env:');

/** What an ended line has for later ones; nothing if it failed. */
export interface Ended {
  readonly json: string;
  readonly saved: Readonly<Record<string, string>>;
}

/** Stands for a value while a line is parsed. */
const sample = '1';

export class Values {
  /** The numbers of the lines that have a value, by what a hole calls them. */
  readonly #sources = new Map<string, number[]>();
  readonly #variables: Readonly<Record<string, string | undefined>>;

  /** @param named the names of --env */
  constructor(lines: readonly Line[], env: Readonly<Record<string, string | undefined>>, named: unknown) {
    this.#variables = Object.fromEntries(
      ((named as readonly unknown[] | undefined) ?? []).map((name) => [name, env[String(name)]]),
    );
    for (const { number, ref, save } of lines)
      for (const name of [`row.${number}`, ...(ref === undefined ? [] : [`ref:${ref}`]), ...(save?.keys() ?? [])])
        this.#sources.set(name, [...(this.#sources.get(name) ?? []), number]);
  }

  /** The words of a line with its variables. @throws {BadInput} BAD_ROW */
  withVariables(words: readonly string[]): readonly string[] {
    return filledHoles(words, (hole) => {
      if (!hole.startsWith('env:')) return undefined;
      const name = hole.slice('env:'.length);
      if (!Object.hasOwn(this.#variables, name))
        throw new BadInput('BAD_ROW', `it needs the variable ${name}, which --env does not name`);
      if (this.#variables[name]) return this.#variables[name];
      throw new BadInput('BAD_ROW', `the variable ${name} is not set`);
    });
  }

  /** The numbers of the earlier lines that a line takes values from. @throws {BadInput} BAD_ROW if there is none */
  needs({ words, number }: Line, part: string): readonly number[] {
    const numbers = holesIn(words).map((hole) => {
      const source = this.#sourceOf(hole, number);
      if (source !== undefined) return source;
      throw new BadInput('BAD_ROW', `it takes {${hole}}, which no earlier ${part} has; a brace is {{`);
    });
    return [...new Set(numbers)];
  }

  /** The words with a sample in the place of each value: only so can they be parsed before it is known. */
  sample = (words: readonly string[]): readonly string[] => withBraces(filledHoles(words, () => sample));

  /** The first value of a line that the ended ones do not have. */
  missing({ words, number }: Line, ended: ReadonlyMap<number, Ended>): string | undefined {
    return holesIn(words).find((hole) => this.#valueOf(hole, number, ended) === undefined);
  }

  /** The words of a line with the values of the ended ones. @throws {BadInput} BAD_HOLE for one that became an option */
  filled = ({ words, number }: Line, ended: ReadonlyMap<number, Ended>): readonly string[] =>
    withBraces(filledHoles(words, (hole) => this.#valueOf(hole, number, ended)));

  /** The variables of the conditions of a line: of the environment, and what earlier lines have saved. */
  inConditions({ number }: Line, ended?: ReadonlyMap<number, Ended>): Readonly<Record<string, string>> {
    const saved = [...this.#sources.keys()]
      .filter((name) => !/[.:]/.test(name))
      .map((name) => [name, ended ? this.#valueOf(name, number, ended) : this.#sourceOf(name, number) && sample]);
    return Object.fromEntries([...Object.entries(this.#variables), ...saved].filter(([, value]) => value));
  }

  /** Of several lines that save one name, the last one before the line counts. */
  #sourceOf(hole: string, number: number): number | undefined {
    const [, source = hole] = field.exec(hole) ?? [];
    return this.#sources.get(source)?.findLast((earlier) => earlier < number);
  }

  #valueOf(hole: string, number: number, ended: ReadonlyMap<number, Ended>): string | undefined {
    const source = ended.get(this.#sourceOf(hole, number) ?? Number.NaN);
    const [, , path] = field.exec(hole) ?? [];
    if (path === undefined || source === undefined) return source?.saved[hole];
    const value = valueAt(parseLossless(source.json), path);
    return isScalar(value) && !isNothing(value) ? asText(value) : undefined;
  }
}

// A line of a file, with its command: a row of a batch, or a step of a flow.

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
