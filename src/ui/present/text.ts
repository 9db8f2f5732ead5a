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

/** The text cut with `…` at its end so that it takes at most `columns` columns. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  return columns < 1 ? '' : `${start(signs(text), columns - 1)}…`;
}

/** The text cut with `…` in its middle, for ids and hashes, whose two ends people compare. */
export function cutMiddle(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  if (columns < 1) return '';
  const all = signs(text);
  const head = start(all, Math.ceil((columns - 1) / 2));
  const tail = start(all.reverse(), Math.floor((columns - 1) / 2), true);
  return `${head}…${tail}`;
}

/** What a reader takes for single signs; an emoji of several code points is one. */
function signs(text: string): string[] {
  return plain.test(text) ? [...text] : Array.from(new Intl.Segmenter().segment(text), (part) => part.segment);
}

/** As many of the signs as fit; `backwards` when they come last first. */
function start(all: readonly string[], columns: number, backwards = false): string {
  const kept: string[] = [];
  let taken = 0;
  for (const sign of all) {
    taken += width(sign);
    if (taken > columns) break;
    kept.push(sign);
  }
  return (backwards ? kept.reverse() : kept).join('');
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
