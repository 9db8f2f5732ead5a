// Changes the rows of a response as JSON text; numbers keep every digit.

import { rowsIn } from '../../services/decode/rows.js';
import { ServerFailure } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** The rows of a response as JSON text, which may be empty. @throws {ServerFailure} NO_LIST: nothing can be said of its rows */
export function rowsInText(json: string, read = parseLossless): readonly Row[] {
  const list = json === '' ? { rows: [] } : rowsIn(read(json));
  if (list) return list.rows;
  throw new ServerFailure('NO_LIST', 'The response holds no list.', {});
}

/** The rows of a response after a change, as JSON text; a response without a list is unchanged. */
export async function withRows(
  json: string,
  change: (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>,
): Promise<string> {
  const rows = rowsIn(parseLossless(json))?.rows;
  return rows ? stringifyLossless(await change(rows)) : json;
}
