// Checks the output options for contradictions, before anything is sent.

import { hasColumns, isJsonFormat } from '../settings/formats.js';
import { unfitReason } from './formats/filter.js';
import type { OutputOptions } from './output.js';
import type { StartJq } from './shared-jq.js';

/** The maximum number of fields to print: more than any response has. */
const mostFields = 1000;

/**
 * The contradiction in output options, in one sentence, or undefined. jq reads the whole response and prints its own
 * lines, so it excludes other selection, sorting and formatting. A format from the settings is ignored instead.
 */
export function outputOptionsProblem(options: OutputOptions): string | undefined {
  const format = options.explicitJson ? options.format : undefined;
  const { fields, columns, sortBy, match, limit } = options;
  if (options.jq !== undefined) {
    const options = { fields, columns, 'sort-by': sortBy, match, limit };
    const other = Object.entries(options).find(([, value]) => value !== undefined)?.[0];
    if (other !== undefined) return `--jq and --${other} cannot be used together: the expression can do both.`;
    if (format !== undefined && !isJsonFormat(format))
      return `--jq prints its results as lines or JSON, so it cannot be used with -o ${format}.`;
  }
  if (options.sum) {
    const { path, by } = options.sum;
    if (by?.split(',').some((name) => /^\s*\.?\s*$/.test(name))) return '--sum-by has an empty name.';
    if (path === '') return by === undefined ? '--sum has an empty name.' : '--sum-by needs --sum.';
    if (options.jq !== undefined || fields || columns)
      return '--sum prints sums, so it cannot be used with --jq, --fields or --columns.';
  }
  if (fields && columns) return '--fields and --columns both say what to print: use one of them.';
  if (options.noHeader && format !== undefined && !hasColumns(format))
    return `--no-header is for tables and CSV, not for -o ${format}.`;
  if (fields && format === 'name')
    return '-o name prints one field that names each thing, so it cannot be used with --fields.';
  if (columns && format !== undefined && !hasColumns(format))
    return `--columns is for tables and CSV: with -o ${format} use --fields.`;
  if ([...(fields ?? []), ...(columns ?? [])].includes('') || sortBy === '' || sortBy === '-')
    return 'A field has an empty name.';
  const most = Math.max(fields?.length ?? 0, columns?.length ?? 0);
  if (most > mostFields) return `--${fields ? 'fields' : 'columns'} names ${most} fields, of at most ${mostFields}.`;
  if (fields?.length === 0) return '--fields needs at least one field.';
  if (columns?.length === 0) return '--columns needs at least one field.';
  return undefined;
}

/** The problem of a jq expression, in one sentence, or undefined. Nothing runs. */
export async function checkJq(expression: string, start?: StartJq): Promise<string | undefined> {
  const reason = await unfitReason(expression, start);
  return reason && `The --jq expression cannot be used: ${reason}.`;
}

/** The problem of output options and their jq expression, in one sentence, or undefined. */
export const outputProblem = async (options: OutputOptions): Promise<string | undefined> =>
  outputOptionsProblem(options) ?? (options.jq === undefined ? undefined : await checkJq(options.jq, options.startJq));
