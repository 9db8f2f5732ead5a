// What is contradictory or wrong in what was asked of the output: looked at before anything is sent, where anything beside a form was asked for.
import type { OutputOptions } from './output.js';

/**
 * What is contradictory in a wish, in one sentence, or undefined. jq sees the whole answer and prints its own lines, so it goes
 * with no other way of picking, sorting or laying out; a form that is only a setting gives way instead.
 */
export function wishProblem(wish: OutputOptions): string | undefined {
  const form = wish.explicitJson ? wish.form : undefined;
  const { fields, columns, sortBy } = wish;
  if (wish.jq !== undefined) {
    const other = fields ? '--fields' : columns ? '--columns' : sortBy !== undefined ? '--sort-by' : undefined;
    if (other !== undefined) return `--jq and ${other} cannot be used together: the expression can do both.`;
    if (form !== undefined && !/json$/.test(form)) return `--jq prints its results as lines or JSON, so it cannot be used with -o ${form}.`;
  }
  if (fields && columns) return '--fields and --columns both say what to print: use one of them.';
  if (fields && form === 'name') return '-o name prints one field that names each thing, so it cannot be used with --fields.';
  if (columns && form !== undefined && !['table', 'wide', 'csv'].includes(form))
    return `--columns is for tables and CSV: with -o ${form} use --fields.`;
  if ([...(fields ?? []), ...(columns ?? [])].includes('') || sortBy === '') return 'A field has an empty name.';
  if (fields?.length === 0) return '--fields needs at least one field.';
  if (columns?.length === 0) return '--columns needs at least one field.';
  return undefined;
}

/** What is wrong with a jq expression, in one sentence, or undefined. Nothing is run. */
export async function checkJq(expression: string): Promise<string | undefined> {
  const { expressionProblem } = await import('./formats/filter.js');
  return expressionProblem(expression);
}

/** What is wrong with a wish, its expression included, in one sentence, or undefined. */
export const problemOf = async (wish: OutputOptions): Promise<string | undefined> =>
  wishProblem(wish) ?? (wish.jq === undefined ? undefined : await checkJq(wish.jq));
