// Rows as lines that are printed one after another, as a repeated read and a watch do: the fields of --fields as JSON lines, or CSV with one heading.

import type { Context } from '../../cli/context.js';
import { csvText } from '../../cli/output/formats/csv.js';
import { checkFields, pickFields } from '../../cli/output/formats/shape.js';
import { compact, type Row } from '../../services/json-value.js';
import { fieldNames } from '../../services/listing.js';
import { escapeForTerminal } from '../../services/lossless-number.js';
import { masked } from '../../text/mask.js';

/** The text of some rows, `heading` for the first ones. */
export type RowsText = (rows: readonly Row[], heading: boolean) => string;

/** The rows as they may be shown: with personal data masked where the output is. */
export async function maskedRows(rows: ReadonlyMap<string, Row>, context: Context): Promise<ReadonlyMap<string, Row>> {
  if (!context.out.isMasked('stdout')) return rows;
  return new Map([...rows].map(([id, row]) => [id, masked(row) as Row]));
}

/** Rows as JSON lines with some fields. `areChecked`: the fields are known to exist, though the first row may not have them yet. */
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

/** Rows as CSV; without paths with the fields of the first ones. */
export async function csvRows(
  paths: readonly string[] | undefined,
  { noHeader = false, areChecked = false }: { readonly noHeader?: boolean; readonly areChecked?: boolean },
): Promise<RowsText> {
  let columns = paths;
  return (rows, heading) => {
    if (heading && paths && !areChecked) checkFields(rows, paths);
    columns ??= rows.length === 0 ? undefined : fieldNames(rows);
    return columns === undefined ? '' : csvText(rows, columns, { heading: heading && !noHeader });
  };
}
