// Command lines as text: quotes words for a shell, splits a line, fills placeholders from a row.
import { asText, isNothing, type Row, valueAt } from './json-value.js';

/** Quotes a word for a POSIX shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A quoted part of a line, or an escaped character. In double quotes a backslash keeps a quote, as in a shell. */
const quotedPart = /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\./g;

/** Splits a line into words as a shell does: at spaces outside quotes. */
export function splitWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(quotedPart, (part) => {
      if (part.startsWith("'")) return part.slice(1, -1);
      return part.startsWith('"') ? part.slice(1, -1).replace(/\\(["\\$`])/g, '$1') : part.slice(1);
    }),
  );
}

/** Whether a text is one line with all its quotes closed: only then its words are certain. */
const isWholeLine = (text: string) => !/['"\\\n\r]/.test(text.replace(quotedPart, ''));

/** The words of a line; undefined if it has an open quote, or is more than one line. */
export const wordsOfLine = (line: string): readonly string[] | undefined =>
  isWholeLine(line) ? splitWords(line) : undefined;

/** The command lines of a text that has one on each line; a line break within quotes belongs to its line. */
export const commandLines = (text: string): readonly string[] =>
  text.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\n'"\\])+/gs) ?? [];

/**
 /**
 * Fills the placeholders `{id}` and `{a.field}` of a line with values of a row. `{id...}` takes the ids of all `rows`.
 * @param id the path of a row's id
 * @returns undefined if a value is missing
 */
export function filledLine(
  line: string,
  row: Row | undefined,
  id: string,
  rows: readonly (Row | undefined)[] = [row],
): string | undefined {
  let isComplete = true;
  const text = line.replace(/([\w:]*)\{([\w.]+)\}/g, (_, prefix: string, path: string) => {
    if (path === 'id...') {
      const ids = rows.map((item) => filledLine('{id}', item, id));
      if (ids.length === 0 || ids.includes(undefined)) isComplete = false;
      return ids.map((word) => prefix + word).join(' ');
    }
    const value = valueAt(row, path === 'id' ? id : path);
    const word = asText(value);
    // a value of a service must not become an option
    if (isNothing(value) || word === '' || word.startsWith('-')) isComplete = false;
    return prefix + quoted(word);
  });
  return isComplete ? text : undefined;
}

/** Whether a line selects a profile (`-p`, `--profile`). */
export const namesProfile = (line: string): boolean =>
  splitWords(line).some((word) => /^(-p|--profile(=|$))/.test(word));

/** The value of an option in a line. */
export function optionIn(line: string, flag: string): string | undefined {
  const words = splitWords(line);
  const at = words.indexOf(flag);
  return at < 0 ? undefined : words[at + 1];
}

/** Sets the value of an option in a line, or removes the option. */
export function withOption(line: string, flag: string, word: string | undefined): string {
  const words = splitWords(line);
  const at = words.indexOf(flag);
  const rest = at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
  return (word === undefined ? rest : [...rest, flag, word]).map(quoted).join(' ');
}

/** A word of a command line as a name: `readOnly` for `read-only`. */
export const camel = (word: string): string => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
