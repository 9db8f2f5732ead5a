// Measures and cuts text for a terminal.
import stringWidth from 'string-width';

/** ASCII and the symbols of this program: each takes one column. Other text needs Unicode tables, which cost a millisecond of start-up time. */
const plain = /^[\x20-\x7e·–…•›←-↓─-▕▲▸◇○-◐✓✗]*$/;

/** The width of a text in terminal columns: two for CJK and emoji, none for combining marks. */
export function width(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

/** Whether each character certainly takes one column. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** Cuts a text with `…` at its end to at most `columns` columns. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  return columns < 1 ? '' : `${start(text, columns - 1)}…`;
}

/** Cuts a text with `…` in its middle: for ids and hashes, whose two ends people compare. */
export function cutMiddle(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  if (columns < 1) return '';
  const tail = Math.floor((columns - 1) / 2);
  return `${start(text, columns - 1 - tail)}…${end(text, tail)}`;
}

let segmenter: Intl.Segmenter | undefined;
/** The graphemes of a text. The segmenter is created for the first text that needs it, because that takes 8 ms. */
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

/** Wraps a text between words to `columns` columns; a wider word stays whole, because it may be an id. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && width(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
