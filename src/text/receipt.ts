// Formats a receipt: amount, costs, recipient. Texts are escaped; on a terminal they are wrapped, never cut, so that amounts and addresses stay whole.
import { fit as cutEnd, graphemes, width, wrap } from './text.js';
import { escapeControls } from './visible.js';

/** A line of a receipt; its text may come from a service. */
export type ReceiptLine = readonly [label: string, text: string];
/** A row as it is drawn; an empty label continues the row above. */
export type ReceiptRow = readonly [label: string, text: string];

const labelColumn = 15; // and two spaces: the column of labels has a width of 17
const widest = 100;
const most = 480; // the maximum width of a text in columns: more than any amount, address or hash has

/** The rows for a terminal of this width, with a space at each side; labels are padded to one width. */
export function receiptRows(lines: readonly ReceiptLine[], columns: number): ReceiptRow[] {
  const labels = lines.map(([label]) => escapeControls(label));
  const longest = Math.max(1, ...labels.map(width));
  const own = Math.min(columns < 60 ? longest : Math.max(labelColumn, longest), Math.max(8, Math.floor(columns / 3)));
  const room = Math.max(8, Math.min(widest, columns) - own - 4);
  return lines.flatMap(([, text], at): ReceiptRow[] => {
    const label = cutEnd(labels[at]!, own);
    const filled = label + ' '.repeat(own - width(label));
    return brokenInto(inFours(escapeControls(text)), room).map((line, i): ReceiptRow => [i === 0 ? filled : ' '.repeat(own), line]);
  });
}

/** The lines for a pipe: whole, with aligned texts. */
export function receiptText(lines: readonly ReceiptLine[]): string[] {
  const labels = lines.map(([label]) => escapeControls(label));
  const longest = Math.max(0, ...labels.map(width));
  return lines.map(([, text], at) => `  ${labels[at]}${' '.repeat(longest - width(labels[at]!))}  ${escapeControls(text) || '–'}`);
}

/** An address in groups of four, as people compare it: `0x 5aAe b605 …`. */
const inFours = (text: string): string =>
  text.replace(/(?<![\w])0x([0-9a-fA-F]{40})(?![\w])/g, (_, digits: string) => `0x ${digits.match(/.{4}/g)!.join(' ')}`);

/**
 * Wraps a text to a width, between words if possible, else within one. A name that would push the rest of the receipt off the screen is cut
 * and marked; amounts that can be paid, addresses and hashes are always shorter.
 */
function brokenInto(text: string, columns: number): string[] {
  if (text.trim() === '') return ['–'];
  const kept = pieces(text.slice(0, 4 * most), most)[0]!; // a grapheme may have many code units, but their number is bounded
  const lines = wrap(kept, columns).flatMap((line) => pieces(line, columns));
  return kept === text ? lines : [...lines, `… and ${text.length - kept.length} more characters`];
}

/** Splits a text into pieces of at most this width. */
function pieces(word: string, columns: number): string[] {
  if (width(word) <= columns) return [word];
  const lines = [''];
  let taken = 0;
  for (const { segment } of graphemes(word)) {
    const own = width(segment);
    if (taken + own > columns) {
      lines.push('');
      taken = 0;
    }
    lines[lines.length - 1] += segment;
    taken += own;
  }
  return lines;
}
