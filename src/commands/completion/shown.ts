// How candidates are handed to a shell: a line with their kind, then a line each with its description behind a tab. A
// shell runs nothing of it: bash gets words that are quoted already, zsh and fish quote what they insert.

import { escapeControls } from '../../text/visible.js';
import type { Candidate, Candidates } from './candidates.js';

/** The most candidates of one completion. */
const most = 1000;

/** The word at the cursor as bash has it: its text, its open quote, and the part that bash does not replace. */
interface WordAtCursor {
  readonly current: string;
  readonly quote: '' | "'" | '"';
  /** How many characters of the word stand before the last of bash's word breaks. */
  readonly prefixLength: number;
}

/** The words of a line up to the cursor, and the beginning of the word at the cursor, as bash reads them. */
export function bashLine(
  line: string,
  breaks: string,
): { readonly words: readonly string[]; readonly typed: WordAtCursor } {
  const words: string[] = [];
  let [current, quote, isWord, prefixLength]: [string, WordAtCursor['quote'], boolean, number] = ['', '', false, 0];
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (quote === "'" ? char === "'" : quote === '"' && char === '"') quote = '';
    else if (quote === '' && (char === "'" || char === '"')) [quote, isWord] = [char, true];
    else if (char === '\\' && quote !== "'" && at + 1 < line.length) [current, isWord] = [current + line[++at]!, true];
    else if (quote === '' && /[ \t]/.test(char)) {
      if (isWord) words.push(current);
      [current, isWord, prefixLength] = ['', false, 0];
    } else {
      [current, isWord] = [current + char, true];
      if (quote === '' && breaks.includes(char)) prefixLength = current.length;
    }
  }
  return { words: words.slice(1), typed: { current, quote, prefixLength } };
}

/** The candidates for bash that begin like the word, in the quotes of the word. */
export function forBash({ items, kind }: Candidates, { current, quote, prefixLength }: WordAtCursor): string {
  // bash expands it there, and takes no quote of it
  const isHistory = (word: string) => quote === '"' && word.includes('!');
  const fit = items.filter(({ word }) => word.startsWith(current) && isPlain(word) && !isHistory(word)).slice(0, most);
  // the word is continued: no space follows
  const isOpen = fit.length > 0 && fit.every(({ word }) => /[:=.]$/.test(word));
  return lines(
    isOpen ? 'open' : kind,
    fit.map(({ word }) => inQuotes(word.slice(prefixLength), quote)),
  );
}
function inQuotes(text: string, quote: WordAtCursor['quote']): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  return quote === '"' ? text.replace(/["\\$`]/g, '\\$&') : text.replace(/[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&');
}

/** The candidates for zsh and fish, which select the fitting ones. */
export const described = ({ items, kind }: Candidates): string =>
  lines(
    kind,
    items
      .filter(({ word }) => isPlain(word))
      .slice(0, most)
      .map(({ word, is }) => (is ? `${word}\t${escapeControls(is.replaceAll(/\s+/g, ' '))}` : word)),
  );

/** A word with a line break, a tab or an invisible character is not offered: no shell could show it as it is. */
const isPlain = (word: Candidate['word']): boolean =>
  word !== '' && !/[\n\r\t]/.test(word) && escapeControls(word) === word;
const lines = (kind: string, all: readonly string[]): string => [kind, ...all, ''].join('\n');
