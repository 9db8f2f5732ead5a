// A receipt: what leaves, what it costs, to whom. Rows whose texts are safe; on a terminal broken into lines, never cut where they say what is at stake.
import { fit as cutEnd, graphemes, width, wrap } from './text.js';
import { escapeControls } from './visible.js';

/** A line of a receipt as a command says it; a service may have written the text. */
export type ReceiptLine = readonly [label: string, text: string];
/** A row as it is drawn; a label that is empty goes on with the one above. */
export type ReceiptRow = readonly [label: string, text: string];

const labelColumn = 15; // and two spaces: labels stand in a column of 17
const widest = 100;
const most = 480; // columns of one text: more than any amount, address or hash has

/** The rows for a terminal so many columns wide, between a space at each side; labels are filled up to one width. */
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

/** The lines for a pipe: whole, texts under one another. */
export function receiptText(lines: readonly ReceiptLine[]): string[] {
  const labels = lines.map(([label]) => escapeControls(label));
  const longest = Math.max(0, ...labels.map(width));
  return lines.map(([, text], at) => `  ${labels[at]}${' '.repeat(longest - width(labels[at]!))}  ${escapeControls(text) || '–'}`);
}

/** An address as people compare it: `0x 5aAe b605 …`. */
const inFours = (text: string): string =>
  text.replace(/(?<![\w])0x([0-9a-fA-F]{40})(?![\w])/g, (_, digits: string) => `0x ${digits.match(/.{4}/g)!.join(' ')}`);

/**
 * All of a text, in lines of at most so many columns: between words where that can be, else within one. A name that would push the rest of
 * the receipt off the screen ends early and says so; an amount of any length that can be paid, an address or a hash never is so long.
 */
function brokenInto(text: string, columns: number): string[] {
  if (text.trim() === '') return ['–'];
  const kept = pieces(text.slice(0, 4 * most), most)[0]!; // a sign may be of many characters, but not of any number
  const lines = wrap(kept, columns).flatMap((line) => pieces(line, columns));
  return kept === text ? lines : [...lines, `… and ${text.length - kept.length} more characters`];
}

/** A text in pieces of at most so many columns each. */
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
