// The rows that a look has found and that do not settle an operation, for people and programs.

import type { Context } from '../../cli/context.js';
import type { Sighting } from '../../money/outcome/look-up.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { escapeControls } from '../../text/visible.js';

const maxRows = 3;
const maxLength = 400; // characters of a row on a terminal
/** The rows of a sighting as JSON texts, secrets redacted; three at most. */
export function rowsOf(sighting: Sighting, context: Context): string[] {
  const rows = 'row' in sighting ? [sighting.row] : (sighting.rows ?? []);
  return rows.slice(0, maxRows).map((row) => context.out.redact.cleanRecord(stringifyLossless(row)));
}
/** A row for a person: one line, escaped. */
export const rowLine = (text: string): string =>
  `  The row: ${escapeControls(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)}`;
