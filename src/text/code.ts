// The address of a row that is drawn as a QR code.

import { classOf } from '../services/catalogue/statuses.js';
import { asText, isNothing, type Row, valueAt } from '../services/json-value.js';
import type { CodeField } from '../things/thing.js';
import type { Column } from './column.js';

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
  const status = columns.find(({ as }) => typeof as === 'object' && 'status' in as);
  const list = status && typeof status.as === 'object' && 'status' in status.as ? status.as.status : undefined;
  const kind = status && list ? classOf(list, asText(valueAt(row, status.path))) : 'unknown';
  const isOpen = isNothing(valueAt(row, code.paidBy)) && (kind === 'pending' || kind === 'needs-you');
  return isOpen ? text : undefined;
}
