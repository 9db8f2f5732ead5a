// Text measured and cut for a terminal.
import stringWidth from 'string-width';

/**
 * ASCII, and the program's symbols: each takes one column. Other texts need tables, which cost a start a millisecond.
 */
const plain = /^[\x20-\x7e·–…•›←-↓─-▕■▲▸◇○-◐✓✗⠀-⣿]*$/;

/** Spacing marks, such as vowels of Khmer and Hindi, and soft hyphens: terminals draw each in a column. */
const spacing = /[\p{Mc}\u00ad]/gu;
const partWidth = (text: string): number => stringWidth(text) + (text.match(spacing)?.length ?? 0);

/** The terminal columns of a text: two for CJK and emoji, zero for other combining marks. */
export function width(text: string): number {
  if (plain.test(text)) return text.length;
  if (text.length <= partLength) return partWidth(text);
  let sum = 0;
  for (const part of parts(text)) sum += partWidth(part);
  return sum;
}

/** The width of the widest text, at least `least`. Math.max of many widths would overflow the stack. */
export const widest = (texts: readonly string[], least = 0): number =>
  texts.reduce((most, text) => Math.max(most, width(text)), least);

/** Whether each character takes one column for certain. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** Cuts a text at its end with `…` to `columns` columns. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  return columns < 1 ? '' : `${start(text, columns - 1).replace(/…+$/, '')}…`;
}

const idsInPath = /(?=[A-Za-z-]*\d)[\dA-Za-z-]{20,}/g;
/** Cuts a path with `…`: ids in their middle, then its start, since paths differ at their end. */
export function cutPath(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  const short = text.replace(idsInPath, (id) => cutMiddle(id, 9));
  if (width(short) <= columns) return short;
  return columns < 1 ? '' : `…${end(short, columns - 1)}`;
}

/** Cuts a text in its middle with `…`: people compare the ends of ids and hashes. */
export function cutMiddle(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  if (columns < 1) return '';
  const tail = Math.floor((columns - 1) / 2);
  return `${start(text, columns - 1 - tail)}…${end(text, tail)}`;
}

let segmenter: Intl.Segmenter | undefined;
/** Segments a text. The segmenter takes 8 ms to create. */
function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** The characters as a reader sees them, an emoji of several code points as one, with their indexes. */
export function* graphemes(text: string): Generator<{ readonly segment: string; readonly index: number }> {
  let from = 0;
  for (const part of parts(text)) {
    for (const { segment, index } of segments(part)) yield { segment, index: from + index };
    from += part.length;
  }
}

const partLength = 512;
/** The text in parts of whole characters. V8's segmenter, which `string-width` uses too, takes quadratic time. */
function* parts(text: string): Generator<string> {
  let from = 0;
  let length = partLength;
  while (from + length < text.length) {
    const part = text.slice(from, from + length).replace(/[\ud800-\udbff]$/, ''); // half a character
    const last = segments(part).containing(part.length - 1)?.index ?? 0; // the last character may continue
    if (last === 0) {
      length *= 2;
      continue;
    }
    yield part.slice(0, last);
    from += last;
    length = partLength;
  }
  if (from < text.length) yield text.slice(from);
}

function start(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns);
  let total = 0;
  for (const { segment, index } of graphemes(text)) {
    total += width(segment);
    if (total > columns) return text.slice(0, index);
  }
  return text;
}

function end(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(text.length - columns);
  let total = 0;
  let from = text.length;
  for (const { segment, index } of Array.from(graphemes(text)).reverse()) {
    total += width(segment);
    if (total > columns) break;
    from = index;
  }
  return text.slice(from);
}

/** The spaces that may break a line: not between a number and its unit. */
const betweenWords = /(?<!\d) | (?!(?:ms|s|min|h|d|m|km)(?![\p{L}\d]))/u;
/**
 * Breaks a text between words into lines of at most `columns` columns; a wider word stays whole, since it may be an id.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWide = 0; // the width of the line; repeated measuring would be quadratic
  for (const word of text.split(betweenWords)) {
    const wide = width(word);
    if (line !== '' && lineWide + 1 + wide > columns) {
      lines.push(line);
      line = word;
      lineWide = wide;
    } else {
      lineWide = line === '' ? wide : lineWide + 1 + wide;
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
