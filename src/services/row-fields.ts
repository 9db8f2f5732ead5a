// The names and the paths of the fields of rows.

import { isNothing, isRecord, type Row } from './json-value.js';

/** The names of all fields of the rows, in order of appearance. */
export function fieldNames(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/** The maximum number of columns in tables and CSV without chosen columns. */
export const mostColumns = 200;

/** The first `mostColumns` names of fields, and the number of all. @param namesOf by default the names of a table */
export function cappedNames(
  rows: readonly Row[],
  namesOf = fieldNames,
): { readonly names: readonly string[]; readonly total: number } {
  const names = namesOf(rows);
  return { names: names.slice(0, mostColumns), total: names.length };
}

/** Deeper fields stay inside the JSON of their column. */
const deepest = 4;
/**
 * The paths that together have every value of the rows once, those inside objects as `asset.ticker`, in order of
 * appearance: a field that is an object in one row and a value in another stays whole, and one that is an object or null
 * is known by its inner fields.
 */
export function leavesOf(rows: readonly Row[]): string[] {
  const paths = new Map<string, 'value' | 'nothing'>();
  const add = (row: Row, before: string, depth: number) => {
    for (const [name, value] of Object.entries(row)) {
      const path = before + name;
      if (depth < deepest && isRecord(value) && Object.keys(value).length > 0) add(value, `${path}.`, depth + 1);
      else if (!isNothing(value)) paths.set(path, 'value');
      else if (!paths.has(path)) paths.set(path, 'nothing');
    }
  };
  for (const row of rows) add(row, '', 1);
  const outer = (path: string): string[] =>
    [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index)).filter((name) => paths.has(name));
  const opened = new Set([...paths.keys()].flatMap(outer));
  return [...paths].flatMap(([path, kind]) =>
    outer(path).some((name) => paths.get(name) === 'value') || (kind === 'nothing' && opened.has(path)) ? [] : [path],
  );
}
