// `{env:NAME}` in a file of lines: only variables that --env names, since a file must not read secrets.

import { filledHoles, withBraces } from '../../services/holes.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import type { InputLine, LineProblem } from './line.js';

/** Fills the values of the environment. @param allowed the names of --env @throws {BadInput} BAD_ROW */
export const withEnvironment = (
  row: InputLine,
  env: Readonly<Record<string, string | undefined>>,
  allowed: ReadonlySet<string>,
): InputLine =>
  row.words.some(takesVariable) ? { ...row, words: filledHoles(row.words, valueFrom(env, allowed)) } : row;

/** Whether a text takes a variable of the environment. */
export const takesVariable = (text: string): boolean => text.includes('{env:');

/** A text with the values of the environment. @param allowed the names of --env @throws {BadInput} BAD_ROW */
export const textWith = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  allowed: ReadonlySet<string>,
): string => withBraces(filledHoles([text], valueFrom(env, allowed)))[0]!;

/** The value of a hole `{env:NAME}`; undefined for another hole. */
const valueFrom =
  (env: Readonly<Record<string, string | undefined>>, allowed: ReadonlySet<string>) =>
  (hole: string): string | undefined => {
    if (!hole.startsWith('env:')) return undefined;
    const name = hole.slice('env:'.length);
    if (!allowed.has(name)) throw new BadInput('BAD_ROW', `it needs the variable ${name}, which --env does not name`);
    const value = env[name];
    if (value === undefined || value === '') throw new BadInput('BAD_ROW', `the variable ${name} is not set`);
    return value;
  };

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
