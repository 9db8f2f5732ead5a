// The address of a row that is drawn as a QR code.

import { classOf } from '../services/catalogue/statuses.js';
import { asText, isNothing, type Row, valueAt } from '../services/json-value.js';
import { type Column, statusIn } from '../things/column.js';
import type { CodeField } from '../things/thing.js';

/** An address or a link, whole: neither masked nor with a space. */
const plainText = /^[!-~]{20,120}$/;

/** The text of the QR code of a row; undefined without an address, or if it is not to be paid to any more. */
export function codeText(
  row: Row | undefined,
  code: CodeField | undefined,
  columns: readonly Column[],
): string | undefined {
  if (!row || !code) return undefined;
  const text = asText(valueAt(row, code.at));
  if (!plainText.test(text)) return undefined;
  if (code.paidBy === undefined) return text;
  const status = columns.find(({ as }) => statusIn(as));
  const kind = status ? classOf(statusIn(status.as)!, asText(valueAt(row, status.path))) : 'unknown';
  const isOpen = isNothing(valueAt(row, code.paidBy)) && (kind === 'pending' || kind === 'needs-you');
  return isOpen ? text : undefined;
}
