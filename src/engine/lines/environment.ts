// `{{env:NAME}}` in a file of lines: only variables that --env names, since a file must not read secrets.

import { BadInput, Failure } from '../../services/http/errors.js';
import type { InputLine, LineProblem } from './line.js';

const environmentValue = /\{\{env:(\w+)\}\}/g;

/** Fills the values of the environment. @param allowed the names of --env @throws {BadInput} BAD_ROW */
export const withEnvironment = (
  row: InputLine,
  env: Readonly<Record<string, string | undefined>>,
  allowed: ReadonlySet<string>,
): InputLine =>
  row.words.some(takesVariable) ? { ...row, words: row.words.map((word) => textWith(word, env, allowed)) } : row;

/** Whether a text takes a variable of the environment. */
export const takesVariable = (text: string): boolean => text.includes('{{env:');

/** A text with the values of the environment. @param allowed the names of --env @throws {BadInput} BAD_ROW */
export const textWith = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  allowed: ReadonlySet<string>,
): string =>
  text.replace(environmentValue, (_, name: string) => {
    if (!allowed.has(name)) throw new BadInput('BAD_ROW', `it needs the variable ${name}, which --env does not name`);
    const value = env[name];
    if (value === undefined || value === '') throw new BadInput('BAD_ROW', `the variable ${name} is not set`);
    return value;
  });

/** The names of --env. */
export const namesOf = (named: unknown): ReadonlySet<string> =>
  new Set(((named as readonly unknown[] | undefined) ?? []).map(String));

/** Fills the values of the environment in all lines. @param named the names of --env */
export function withEnvironmentIn(
  lines: readonly InputLine[],
  env: Readonly<Record<string, string | undefined>>,
  named: unknown,
): { readonly filled: readonly InputLine[]; readonly problems: readonly LineProblem[] } {
  const allowed = namesOf(named);
  const problems: LineProblem[] = [];
  const filled = lines.flatMap((line) => {
    try {
      return [withEnvironment(line, env, allowed)];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push({ line: line.line, message: error.message });
      return [];
    }
  });
  return { filled, problems };
}
