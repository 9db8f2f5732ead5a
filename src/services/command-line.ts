// Command lines as text: quotes words for a shell, splits a line, fills placeholders from a row.
import { asText, isNothing, type Row, valueAt } from './json-value.js';

/** A word of a command line as a shell takes it. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The words of a line, as a shell would take it apart: spaces part them, quotes keep them together. */
export function splitWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, one, two, three) => one ?? two ?? three ?? ''));
}

/** The line with `{id}` and `{a.field}` replaced by what the row has; nothing where the row lacks one. `id` is the path of what names a row. */
export function filledLine(line: string, row: Row | undefined, id: string): string | undefined {
  let whole = true;
  const text = line.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = valueAt(row, path === 'id' ? id : path);
    const word = asText(value);
    if (isNothing(value) || word === '' || word.startsWith('-')) whole = false; // what a service says must not become an option
    return quoted(word);
  });
  return whole ? text : undefined;
}

/** Whether a line names a profile of its own (`-p`, `--profile`), whose answers are not those of the screen. */
export const namesProfile = (line: string): boolean => splitWords(line).some((word) => /^(-p|--profile(=|$))/.test(word));

/** The word that an option has in a line. */
export function optionIn(line: string, flag: string): string | undefined {
  const words = splitWords(line);
  const at = words.indexOf(flag);
  return at < 0 ? undefined : words[at + 1];
}

/** The line with an option that has another word, or with none of it. */
export function withOption(line: string, flag: string, word: string | undefined): string {
  const words = splitWords(line);
  const at = words.indexOf(flag);
  const rest = at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
  return [...rest, ...(word === undefined ? [] : [flag, word])].map(quoted).join(' ');
}
