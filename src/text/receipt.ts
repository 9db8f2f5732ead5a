// Formats a receipt: amount, costs, recipient. Texts are escaped, and wrapped rather than cut: amounts and addresses
// stay whole.
import { forms } from '../services/forms.js';
import type { Column, ReceiptLine, ReceiptRole } from '../things/column.js';
import { fit as cutEnd, graphemes, width, wrap } from './text.js';
import { escapeControls } from './visible.js';

export type { ReceiptLine, ReceiptRole };
/** A drawn row; an empty label continues the row above. */
export type ReceiptRow = readonly [label: string, text: string];

/** The roles in the order of a receipt; a line with any other one, or without, comes first. */
const order: readonly (ReceiptRole | undefined)[] = [
  'recipient',
  'known',
  'amount',
  'units',
  'arrives',
  'fee',
  'limit',
  'note',
  'total',
];
/**
 * Lines in the order of a receipt: its subject, recipient, amount, fees, limits, notes, and the total last. Lines
 * of the same role keep their order; no line is left out.
 */
export const receiptOrder = (lines: readonly ReceiptLine[]): readonly ReceiptLine[] =>
  [...lines].sort(([, , one], [, , other]) => order.indexOf(one) - order.indexOf(other));

/** The role of a line that is named by its field alone. */
export const roleOfField = (path: string): ReceiptRole | undefined => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (/(^|[_-])id$|Id$/.test(name)) return 'id';
  return /^(to|from|spender)$/.test(name) ? 'recipient' : name === 'amount' || name === 'fee' ? name : undefined;
};
/** The role of the line of a column. */
export const roleOf = ({ path, heading, role }: Column): ReceiptRole | undefined => {
  const ofField = roleOfField(path);
  return role ?? (heading === undefined || ofField === 'id' ? ofField : undefined);
};

/** The profile of a receipt: the sandbox, a protected profile, or any other. */
export interface Mark {
  readonly is: 'sandbox' | 'protected' | 'none';
  readonly profile: string;
}

const labelColumn = 15; // two spaces follow
const widest = 100;
const most = 480; // the maximum width of a text in columns: more than any amount, address or hash

/** The rows for a terminal of this width, with a space at each side and padded labels; a list for each line. */
export function receiptRows(lines: readonly ReceiptLine[], columns: number): readonly (readonly ReceiptRow[])[] {
  const labels = lines.map(([label]) => escapeControls(label));
  const longest = Math.max(1, ...labels.map(width));
  const labelWide = Math.min(
    columns < 60 ? longest : Math.max(labelColumn, longest),
    Math.max(8, Math.floor(columns / 3)),
  );
  const room = Math.max(8, Math.min(widest, columns) - labelWide - 4);
  return lines.map(([, text], at): ReceiptRow[] => {
    const label = cutEnd(labels[at]!, labelWide);
    const filled = label + ' '.repeat(labelWide - width(label));
    return brokenInto(inFours(escapeControls(text)), room).map(
      (line, i): ReceiptRow => [i === 0 ? filled : ' '.repeat(labelWide), line],
    );
  });
}

/** Formats a receipt for plain output, with aligned values and without wrapping. An empty value is `–`. */
export function receiptText(lines: readonly ReceiptLine[]): string[] {
  const labels = lines.map(([label]) => escapeControls(label));
  const longest = Math.max(0, ...labels.map(width));
  return lines.map(
    ([, text], at) => `  ${labels[at]}${' '.repeat(longest - width(labels[at]!))}  ${escapeControls(text) || '–'}`,
  );
}

/** An address in groups of four, as people compare it: `0x 5aAe b605 …`. */
const inFours = (text: string): string =>
  text.replace(
    new RegExp(`(?<!\\w)${forms.evmAddress}(?!\\w)`, 'g'),
    (address) => `0x ${address.slice(2).match(/.{4}/g)!.join(' ')}`,
  );

/**
 * Wraps a text to a width, between words if possible. A name that would push the receipt off the screen is cut and
 * marked; amounts that can be paid, addresses and hashes are always shorter.
 */
function brokenInto(text: string, columns: number): string[] {
  if (text.trim() === '') return ['–'];
  const part = pieces(text.slice(0, 4 * most), most)[0]!; // a grapheme has a bounded number of code units
  const lines = wrap(part, columns).flatMap((line) => pieces(line, columns));
  return part === text ? lines : [...lines, `… and ${text.length - part.length} more characters`];
}

function pieces(word: string, columns: number): string[] {
  if (width(word) <= columns) return [word];
  const lines = [''];
  let lineWide = 0;
  for (const { segment } of graphemes(word)) {
    const segmentWide = width(segment);
    if (lineWide + segmentWide > columns) {
      lines.push('');
      lineWide = 0;
    }
    lines[lines.length - 1] += segment;
    lineWide += segmentWide;
  }
  return lines;
}
