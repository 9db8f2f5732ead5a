// Rows as consecutive lines, for repeated reads and watches: fields of --fields as JSON lines, or CSV with one heading.

import type { Context } from '../../cli/command/command.js';
import { csvText } from '../../cli/output/formats/csv.js';
import { checkFields, pickFields } from '../../cli/output/formats/shape.js';
import { escapeForTerminal } from '../../services/json-text.js';
import { compact, type Row } from '../../services/json-value.js';
import { leavesOf } from '../../services/row-fields.js';
import { masked } from '../../text/mask.js';

// Rows as consecutive lines, for repeated reads and watches: fields of --fields as JSON lines, or CSV with one heading.

/** The text of rows; `heading` for the first ones. */
export type RowsText = (rows: readonly Row[], heading: boolean) => string;
/** A row with personal data masked if the output requires it. */
export const maskedRow = (row: Row, context: Context): Row =>
  context.out.isMasked('stdout') ? (masked(row) as Row) : row;
/** Rows as JSON lines with some fields. `areChecked`: the fields are valid, although the first row may lack them. */
export async function pickedRows(
  fields: readonly string[],
  { world }: Pick<Context, 'world'>,
  { areChecked = false } = {},
): Promise<RowsText> {
  const printed = (row: Row) => {
    const json = compact(pickFields(row, fields));
    return `${world.stdout.isTTY ? escapeForTerminal(json) : json}\n`;
  };
  return (rows, isFirst) => {
    if (isFirst && !areChecked) checkFields(rows, fields);
    return rows.map(printed).join('');
  };
}
/** Rows as CSV, by default with the fields of the first ones. */
export async function csvRows(
  paths: readonly string[] | undefined,
  {
    noHeader = false,
    areChecked = false,
    terminal = false,
  }: { readonly noHeader?: boolean; readonly areChecked?: boolean; readonly terminal?: boolean },
): Promise<RowsText> {
  let columns = paths;
  return (rows, heading) => {
    if (heading && paths && !areChecked) checkFields(rows, paths);
    columns ??= rows.length === 0 ? undefined : leavesOf(rows);
    return columns === undefined ? '' : csvText(rows, columns, { heading: heading && !noHeader, terminal });
  };
}
