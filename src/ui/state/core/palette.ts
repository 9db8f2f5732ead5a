// The command palette: fuzzy search, in which matches of words rank above matches of letters.

import { foldedText } from '../../../services/fold-text.js';
import type { Row } from '../../../services/json-value.js';
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
  readonly entry?: 'screen' | 'recent' | 'row' | 'alias' | 'profile' | 'beside' | 'preference' | 'group' | 'contact';
  /** The command line behind such an entry, and its group. */
  readonly line?: string;
  readonly group?: string;
  /** The screen behind an entry of the kind `screen`. */
  readonly screen?: ScreenSpec;
  /** The filter that leaves the thing of an entry of the kind `row`; default: the typed text. */
  readonly filter?: string;
  /** The row of such an entry, for the preview. */
  readonly row?: Row;
}
/** The keys of the palette; every other key is text. */
export const paletteKeys: Keymap<'choose up' | 'choose down' | 'complete' | 'run' | 'close'> = [
  { keys: ['up', 'ctrl-p'], keysLabel: '↑↓', act: 'choose up', label: 'choose', section: 'Move' },
  { keys: ['down', 'ctrl-n'], act: 'choose down', label: 'down', section: 'Move', helpOnly: true },
  { keys: ['tab'], act: 'complete', label: 'complete' },
  { keys: ['enter'], act: 'run', label: 'open' },
  { keys: ['esc', 'ctrl-c'], act: 'close', label: 'close' },
];

/** No entry has more characters or, before its values, more words: the rest of a longer text is values. */
const longestSearch = 200;
const mostWords = 6;
const wantedOf = (text: string): string =>
  foldedText(
    text
      .slice(0, longestSearch)
      .trim()
      .replace(/^(?:tuk +|:+ *)/, ''),
  );
/**
 * The commands that match the typed text: as a prefix, as prefixes of words, as a substring, by words of its
 * description, or as letters in order; otherwise commands with values that its first words match. All for an empty
 * text.
 */
export function found(text: string, commands: readonly CommandLine[]): readonly CommandLine[] {
  const query = wantedOf(text);
  if (query === '') return commands;
  const matches = rankedBy(query, commands);
  const words = query.split(/ +/);
  for (let count = Math.min(words.length - 1, mostWords); matches.length === 0 && count > 0; count--) {
    const fitting = rankedBy(words.slice(0, count).join(' '), commands).filter(
      ({ entry, values }) => entry === undefined && values !== undefined,
    );
    if (fitting.length > 0) return fitting; // the other words are its values
  }
  return matches;
}
function rankedBy(query: string, commands: readonly CommandLine[]): readonly CommandLine[] {
  const ranked = commands.flatMap((entry) => {
    const rank = rankOf(query, entry);
    return rank === undefined ? [] : [{ one: entry, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.one.name.length - b.one.name.length).map(({ one }) => one);
}

function rankOf(query: string, { name: title, is, entry }: CommandLine): number | undefined {
  const name = foldedText(title);
  if (name.startsWith(query) || (entry === undefined && query.startsWith(`${name} `))) return 0;
  if (beginsWords(query, name)) return 1;
  if (name.includes(query)) return 2;
  if (query.length >= leastDescribed && beginsWords(query, `${name} ${foldedText(is)}`))
    return entry === 'group' ? 5 : 3; // a group is described by all of its screens
  return lettersIn(query, name) === undefined ? undefined : 4;
}

/** Fewer letters begin a word of most descriptions. */
const leastDescribed = 3;
/** Whether each word of a text is the beginning of a word in another one. */
export function beginsWords(query: string, text: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return query.split(/ +/).every((word) => words.some((candidate) => candidate.startsWith(word)));
}
/** The places of the letters of a text in another one, in order; undefined if one is missing. */
function lettersIn(query: string, text: string): readonly number[] | undefined {
  const places: number[] = [];
  for (const letter of query.replaceAll(' ', '')) {
    const at = text.indexOf(letter, (places.at(-1) ?? -1) + 1);
    if (at < 0) return undefined;
    places.push(...range(at, letter));
  }
  return places;
}
const range = (at: number, { length }: string): readonly number[] => Array.from({ length }, (_, index) => at + index);
/** The places of the first word of a text that begins so. */
function wordIn(query: string, text: string): readonly number[] {
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return range(at, query);
  return [];
}

/** A part of a name, and whether it matches the typed text. */
export interface LitPart {
  readonly text: string;
  readonly isLit: boolean;
}
/** The parts of a name by what matches the typed text: the text as a whole, its words, or its letters in order. */
export function litParts(typedText: string, name: string): readonly LitPart[] {
  const query = wantedOf(typedText);
  const text = foldedText(name);
  if (query === '' || text.length !== name.length) return [{ text: name, isLit: false }];
  const words = query.split(/ +/);
  const isWords = !text.includes(query) && words.some((word) => wordIn(word, text).length > 0);
  const places = new Set(
    text.includes(query)
      ? range(text.indexOf(query), query)
      : isWords
        ? words.flatMap((word) => wordIn(word, text))
        : lettersIn(query, text),
  );
  const parts: { text: string; isLit: boolean }[] = [];
  for (let at = 0; at < name.length; at++) {
    const last = parts.at(-1);
    if (last?.isLit === places.has(at)) last.text += name[at];
    else parts.push({ text: name[at]!, isLit: places.has(at) });
  }
  return parts;
}
