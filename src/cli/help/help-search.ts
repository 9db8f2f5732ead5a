// `tuk help WORDS`: searches commands and topics.

import { BadInput } from '../../services/http/errors.js';
import { type Groups, shown } from '../command/command.js';
import { suggestion } from '../settings/suggest.js';
import { searchedLines, topics } from './help-topics.js';

/** A command line or topic with its summary, and its search terms in lower case. */
interface Entry {
  readonly line: string;
  readonly summary: string;
  /** The words of its group and name, or the name of the topic. */
  readonly name: readonly string[];
  /** The words of its name and its summary. */
  readonly words: readonly string[];
  /** The text of its description and options, which is searched if no summary fits. */
  readonly more?: string;
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word);

async function commandEntries(groups: Groups): Promise<(Entry & { readonly group: string })[]> {
  const loaded = Object.entries(groups).map(async ([group, entry]) =>
    shown((await entry.load()).group.commands).map((command) => {
      const name = wordsIn(`${group} ${command.name}`);
      const line = ['tuk', group, command.name].filter(Boolean).join(' ');
      const { summary, description, options = [] } = command;
      const more = [description, ...options.map((option) => option.flags + option.summary)].join(' ');
      return { group, line, summary, name, words: [...name, ...wordsIn(summary)], more };
    }),
  );
  return (await Promise.all(loaded)).flat();
}

/** Every command, and every line of a topic's page. */
async function allEntries(groups: Groups): Promise<Entry[]> {
  const pages = topics.map(async (topic) => {
    const [title = '', ...lines] = await searchedLines(topic);
    const entry = (summary: string) => ({
      line: `tuk help ${topic}`,
      summary: summary.replace(/\s+/g, ' ').trim(),
      name: [topic],
      words: wordsIn(`${topic} ${summary}`),
    });
    return [entry(title), ...lines.filter((text) => text.trim() !== '').map(entry)];
  });
  return [...(await commandEntries(groups)), ...(await Promise.all(pages)).flat()];
}

/** The rank of an entry: the number of words in its name, whole words first; 0 if a word is missing. */
function score({ name, words, more = '' }: Entry, terms: readonly string[], isWhole: boolean): number {
  const own = isWhole ? [...words, ...wordsIn(more)] : words;
  if (!terms.every((start) => own.some((word) => word.startsWith(start)))) return 0;
  const points = terms.map((start) =>
    name.some((word) => singular(word) === start) ? 2 : name.some((word) => word.startsWith(start)) ? 1 : 0,
  );
  return 1 + points.reduce<number>((sum, point) => sum + point, 0);
}

/** The entries that match every word, best first. */
function ranked<Kind extends Entry>(entries: readonly Kind[], typed: readonly string[]): Kind[] {
  const terms = typed.flatMap(wordsIn).map(singular);
  if (terms.length === 0) return [];
  for (const isWhole of [false, true]) {
    const found = entries
      .map((entry) => ({ entry, score: score(entry, terms, isWhole) }))
      .filter((one) => one.score > 0);
    if (found.length > 0) return found.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
  }
  return [];
}

/** The command lines that match a word in name or summary, best first. */
export const linesWith = async (groups: Groups, typed: string): Promise<string[]> =>
  ranked(await commandEntries(groups), [typed]).map(({ line }) => line);

/**
 * The command lines of other groups whose name has a word, in the singular or the plural, or its beginning
 * (`withdrawals`: withdraw).
 */
export async function linesNamed(groups: Groups, typed: string, except: string): Promise<string[]> {
  const [stem = ''] = wordsIn(typed).map(singular);
  const isMeant = (word: string) => singular(word) === stem || (word.length > 4 && stem.startsWith(word));
  const named = (await commandEntries(groups)).filter(
    ({ group, name }) => group !== except && name.slice(1).some(isMeant),
  );
  return named.map(({ line }) => line);
}

/**
 * Finds commands and lines of topics that match every word by prefix, best first.
 * @returns lines such as `tuk ride status  Show a ride`, one per command and topic
 */
export async function searchHelp(groups: Groups, typed: readonly string[]): Promise<string[]> {
  const matches = ranked(await allEntries(groups), typed);
  const first = matches.filter(({ line }, at) => matches.findIndex((match) => match.line === line) === at);
  const width = Math.max(0, ...first.map(({ line }) => line.length)) + 2;
  return first.map(({ line, summary }) => `  ${line.padEnd(width)}${summary}`);
}

/** The failure of a search without results. */
export async function nothingFound(groups: Groups, typed: readonly string[]): Promise<BadInput> {
  const words = new Set((await allEntries(groups)).flatMap(({ words }) => words).filter((word) => word.length > 3));
  const text = typed.join(' ');
  const elsewhere = /^[\w -]+$/.test(text)
    ? `Search the calls of the API: tuk api list ${text}`
    : 'See all groups: tuk help';
  const similar = suggestion(typed[0] ?? '', words, '');
  const hint = similar === '' ? elsewhere : `${similar} ${elsewhere}`;
  return new BadInput('NOTHING_FOUND', `No command or help topic matches ${JSON.stringify(text)}.`, hint);
}
