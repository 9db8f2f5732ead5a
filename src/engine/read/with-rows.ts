// Changes the rows of a response as JSON text; numbers keep every digit.

import type { Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** The rows of a response after a change, as JSON text; a response without a list is unchanged. */
export async function withRows(
  json: string,
  change: (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>,
): Promise<string> {
  const rows = listing(parseLossless(json))?.rows;
  return rows ? stringifyLossless(await change(rows)) : json;
}
