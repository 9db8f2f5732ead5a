// `tuk help WORDS`: searches commands and topics.

import { BadInput } from '../services/http/errors.js';
import type { Groups } from './command.js';
import { topicPages, topics } from './help-topics.js';
import { suggestion } from './suggest.js';

/** A command line or topic with its summary. */
interface Entry {
  readonly line: string;
  readonly summary: string;
  /** The search terms that match it, in lower case. */
  readonly words: readonly string[];
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Every command, and every line of a topic's page. */
async function allEntries(groups: Groups): Promise<Entry[]> {
  const commands = Object.entries(groups).map(async ([name, entry]) => {
    const { group } = await entry.load();
    return group.commands.map((command) => {
      const line = ['tuk', name, command.name].filter(Boolean).join(' ');
      return { line, summary: command.summary, words: wordsIn(`${name} ${command.name} ${command.summary}`) };
    });
  });
  const pages = topics.map(async (topic) => {
    const [title = '', ...lines] = (await topicPages[topic]()).split('\n');
    const entry = (summary: string) => ({
      line: `tuk help ${topic}`,
      summary: summary.replace(/\s+/g, ' ').trim(),
      words: wordsIn(`${topic} ${summary}`),
    });
    return [entry(title), ...lines.filter((text) => text.trim() !== '').map(entry)];
  });
  return (await Promise.all([...commands, ...pages])).flat();
}

/**
 * Finds the commands whose name and summary match every word by prefix, and the topics with such a line.
 * @returns lines such as `tuk ride status  Show a ride`, one for each command and topic
 */
export async function searchHelp(groups: Groups, typed: readonly string[]): Promise<string[]> {
  const wanted = typed.flatMap(wordsIn);
  const fits = ({ words }: Entry) => wanted.every((start) => words.some((word) => word.startsWith(start)));
  const found = wanted.length === 0 ? [] : (await allEntries(groups)).filter(fits);
  const first = found.filter(({ line }, at) => found.findIndex((one) => one.line === line) === at);
  const width = Math.max(0, ...first.map(({ line }) => line.length)) + 2;
  return first.map(({ line, summary }) => `  ${line.padEnd(width)}${summary}`);
}

/** The failure for a search that finds nothing. */
export async function nothingFound(groups: Groups, typed: readonly string[]): Promise<BadInput> {
  const known = new Set((await allEntries(groups)).flatMap(({ words }) => words).filter((word) => word.length > 3));
  const text = typed.join(' ');
  const elsewhere = /^[\w -]+$/.test(text) ? `Search the calls of the API: tuk api search ${text}` : 'See all groups: tuk help';
  const similar = suggestion(typed[0] ?? '', known, '');
  const hint = similar === '' ? elsewhere : `${similar} ${elsewhere}`;
  return new BadInput('NOTHING_FOUND', `No command or help topic matches ${JSON.stringify(text)}.`, hint);
}
