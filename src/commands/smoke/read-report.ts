// Reads the JSON report of an earlier smoke run.

import type { Context } from '../../cli/context.js';
import { parseInput, readInput } from '../../cli/input-file.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { type Report, reportSchema } from './report.js';

/** Reads a report. @throws {BadInput} BAD_REPORT for another file */
export async function readReport(file: string, context: Context): Promise<Report> {
  const document = parseInput(await readInput(context.world, file), file);
  const rows = isRecord(document) ? document.results : undefined;
  const isRow = (row: unknown) =>
    isRecord(row) && ['service', 'call', 'method', 'path', 'outcome'].every((name) => typeof row[name] === 'string');
  if (!isRecord(document) || document.schema !== reportSchema || !Array.isArray(rows) || !rows.every(isRow))
    throw new BadInput(
      'BAD_REPORT',
      `${file} is not a report of tuk smoke (${reportSchema}).`,
      'Write one: tuk smoke --report json:FILE',
    );
  return document as unknown as Report;
}
