// Text measured and cut for a terminal.
import stringWidth from 'string-width';

/** ASCII, and the symbols that this program draws with: each takes one column. Any other text needs tables, which take a start a millisecond. */
const plain = /^[\x20-\x7e·–…•›←-↓─-▕▲▸◇○-◐✓✗]*$/;

/** How many columns of a terminal the text takes: two for CJK and emoji, none for combining marks. */
export function width(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

/** The width of the widest text, at least `least`. Spreading the widths into Math.max would overflow the stack for many texts. */
export const widest = (texts: readonly string[], least = 0): number => texts.reduce((most, text) => Math.max(most, width(text)), least);

/** Whether each character surely takes one column. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The text cut with `…` at its end so that it takes at most `columns` columns. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  return columns < 1 ? '' : `${start(text, columns - 1)}…`;
}

/** The text cut with `…` in its middle, for ids and hashes, whose two ends people compare. */
export function cutMiddle(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  if (columns < 1) return '';
  const tail = Math.floor((columns - 1) / 2);
  return `${start(text, columns - 1 - tail)}…${end(text, tail)}`;
}

let segmenter: Intl.Segmenter | undefined;
/** The characters as a reader sees them, an emoji of several code points as one. The segmenter is made for the first text that needs it: that takes 8 ms. */
export function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

function start(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns);
  let taken = 0;
  for (const { segment, index } of graphemes(text)) {
    taken += width(segment);
    if (taken > columns) return text.slice(0, index);
  }
  return text;
}

function end(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(text.length - columns);
  let taken = 0;
  let from = text.length;
  for (const { segment, index } of Array.from(graphemes(text)).reverse()) {
    taken += width(segment);
    if (taken > columns) break;
    from = index;
  }
  return text.slice(from);
}

/** The text broken into lines of at most `columns` columns, between words; a word that is wider stays whole (it may be an id). */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0; // the width of the line: measuring it again for each word would be quadratic
  for (const word of text.split(' ')) {
    const wide = width(word);
    if (line !== '' && taken + 1 + wide > columns) {
      lines.push(line);
      line = word;
      taken = wide;
    } else {
      taken = line === '' ? wide : taken + 1 + wide;
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
