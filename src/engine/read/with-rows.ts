// Changes the rows of a response as JSON text; numbers keep every digit.

import { rowsIn } from '../../services/decode/rows.js';
import type { Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** The rows of a response as JSON text; none without a list. */
export const rowsInText = (json: string): readonly Row[] => rowsIn(json === '' ? [] : parseLossless(json))?.rows ?? [];

/** The rows of a response after a change, as JSON text; a response without a list is unchanged. */
export async function withRows(
  json: string,
  change: (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>,
): Promise<string> {
  const rows = rowsIn(parseLossless(json))?.rows;
  return rows ? stringifyLossless(await change(rows)) : json;
}
