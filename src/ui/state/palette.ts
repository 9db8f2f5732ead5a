// The command palette: fuzzy search, in which matches of words rank above matches of letters.

import type { Keymap } from './keymap.js';
import type { ScreenSpec } from './screens.js';

/** A command as the palette lists it. */
export interface CommandLine {
  /** Its words after `tuk`. */
  readonly name: string;
  /** Its positional values, as help shows them. */
  readonly values?: string;
  readonly is: string;
  /** It only reads, so a screen can show its response. */
  readonly reads?: boolean;
  /** It has a required value or option. */
  readonly needs?: true;
  /** The kind of an entry that is not a command. */
  readonly entry?: 'screen' | 'recent' | 'row' | 'view' | 'profile' | 'beside' | 'preference';
  /** The command line behind such an entry, and its group. */
  readonly line?: string;
  readonly group?: string;
  /** The screen behind an entry of the kind `screen`. */
  readonly screen?: ScreenSpec;
}
/** The keys of the palette; every other key is text. */
export const paletteKeys: Keymap<'choose up' | 'choose down' | 'complete' | 'run' | 'close'> = [
  { keys: ['up', 'ctrl-p'], shown: '↑↓', act: 'choose up', does: 'choose', under: 'Move' },
  { keys: ['down', 'ctrl-n'], act: 'choose down', does: 'down', under: 'Move', helpOnly: true },
  { keys: ['tab'], act: 'complete', does: 'complete' },
  { keys: ['enter'], act: 'run', does: 'open' },
  { keys: ['esc', 'ctrl-c'], act: 'close', does: 'close' },
];

/** No entry has more characters or, before its values, more words: the rest of a longer text is values. */
const longestSearch = 200;
const mostWords = 6;
/**
 * The commands that match the typed text: as a prefix, as prefixes of words, as a substring, or as letters in order;
 * otherwise commands with values that its first words match. All for an empty text.
 */
export function found(text: string, commands: readonly CommandLine[]): readonly CommandLine[] {
  const wanted = text
    .slice(0, longestSearch)
    .trim()
    .replace(/^tuk +/, '')
    .toLowerCase();
  if (wanted === '') return commands;
  const found = rankedBy(wanted, commands);
  const words = wanted.split(/ +/);
  for (let count = Math.min(words.length - 1, mostWords); found.length === 0 && count > 0; count--) {
    const fitting = rankedBy(words.slice(0, count).join(' '), commands).filter(
      ({ entry, values }) => entry === undefined && values !== undefined,
    );
    if (fitting.length > 0) return fitting; // the other words are its values
  }
  return found;
}
function rankedBy(wanted: string, commands: readonly CommandLine[]): readonly CommandLine[] {
  const ranked = commands.flatMap((one) => {
    const rank = rankOf(wanted, one.name.toLowerCase(), one.entry === undefined);
    return rank === undefined ? [] : [{ one, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.one.name.length - b.one.name.length).map(({ one }) => one);
}

function rankOf(wanted: string, name: string, takesValues: boolean): number | undefined {
  if (name.startsWith(wanted) || (takesValues && wanted.startsWith(`${name} `))) return 0;
  const words = wanted.split(/ +/);
  const names = name.split(/[ -]/);
  if (words.every((word) => names.some((one) => one.startsWith(word)))) return 1;
  if (name.includes(wanted)) return 2;
  let at = -1;
  for (const letter of wanted.replaceAll(' ', '')) {
    at = name.indexOf(letter, at + 1);
    if (at < 0) return undefined;
  }
  return 3;
}
