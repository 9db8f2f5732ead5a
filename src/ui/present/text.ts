// Text from elsewhere, made safe and measured for a terminal.
import stringWidth from 'string-width';

// Controls, invisible formatting, line separators, lone surrogates and all that a terminal draws as nothing (tags, fillers,
// variation selectors), save the selector that only makes a sign an emoji. The same class stands in services/json-text.ts.
const unsafe = /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const plain = /^[\x20-\x7e]*$/;

/** The text for one line of a terminal: each character that would act or hide is shown as `\x1b`, `\u202e` or `\u{e0041}`. */
export function visible(text: string): string {
  return plain.test(text) ? text : text.replace(unsafe, shown);
}

/** The same for text of several lines: line feeds and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(unsafe, (character) => (character === '\n' || character === '\t' ? character : shown(character)));
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** How many columns of a terminal the text takes: two for CJK and emoji, none for combining marks. */
export function width(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

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

// Single signs as a reader takes them: an emoji of several code points is one.
const segmenter = new Intl.Segmenter();

function start(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(0, columns);
  let taken = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    taken += width(segment);
    if (taken > columns) return text.slice(0, index);
  }
  return text;
}

function end(text: string, columns: number): string {
  if (plain.test(text)) return text.slice(text.length - columns);
  let taken = 0;
  let from = text.length;
  for (const { segment, index } of Array.from(segmenter.segment(text)).reverse()) {
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
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && width(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
