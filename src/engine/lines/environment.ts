// `{{env:NAME}}` in a line of a file: only variables that --env names, since a file must not read secrets.

import { BadInput, Failure } from '../../services/http/errors.js';
import type { InputLine, LineProblem } from './line.js';

const environmentValue = /\{\{env:(\w+)\}\}/g;

/** Fills the values of the environment. @param allowed the names of --env @throws {BadInput} BAD_ROW */
export function withEnvironment(
  row: InputLine,
  env: Readonly<Record<string, string | undefined>>,
  allowed: ReadonlySet<string>,
): InputLine {
  if (!row.words.some((word) => word.includes('{{env:'))) return row;
  const words = row.words.map((word) =>
    word.replace(environmentValue, (_, name: string) => {
      if (!allowed.has(name)) throw new BadInput('BAD_ROW', `it wants the variable ${name}, which --env does not name`);
      const value = env[name];
      if (value === undefined || value === '') throw new BadInput('BAD_ROW', `the variable ${name} is not set`);
      return value;
    }),
  );
  return { ...row, words };
}

/** Fills the values of the environment in all lines. @param named the names of --env */
export function withEnvironmentIn(
  lines: readonly InputLine[],
  env: Readonly<Record<string, string | undefined>>,
  named: unknown,
): { readonly filled: readonly InputLine[]; readonly problems: readonly LineProblem[] } {
  const allowed = new Set(((named as readonly unknown[] | undefined) ?? []).map(String));
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
