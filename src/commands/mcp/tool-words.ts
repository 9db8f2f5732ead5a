// The words of a tool: descriptions and hints of commands speak of options and command lines, which a model does not have.

import type { Command } from '../../cli/command.js';
import { labelOf } from '../../text/label.js';

/** What only a person at a terminal, or a shell, can use. */
const ofTerminals =
  /--|`|\btuk\b|-[woy]\b|\bexits?\b|\bterminal\b|\bpipe\b|\bprompts?\b|\bstandard (input|output|error)\b|\bscript|\bCSV\b|\bshows a receipt\b|\bdry run\b|\bfile\b/i;

/** The sentences of a text that hold for a tool. */
const sentencesOf = (text: string): string =>
  text
    .replaceAll('\n', ' ')
    .split(/(?<=[.:])\s+(?=[A-Z])/)
    .filter((sentence) => !ofTerminals.test(sentence))
    .join(' ')
    .trim();

/** The description of a command for a model: its summary, what of its help holds for a tool, and what it returns. */
export function descriptionOf({ summary, description = '', read }: Command): string {
  const columns = (read?.columns ?? []).slice(0, 8).map(({ path, heading }) => heading ?? labelOf(path).toLowerCase());
  const kind = read?.singleRecord ? 'one record' : 'JSON';
  const returns = columns.length === 0 ? '' : `Returns ${kind} with ${columns.join(', ')}.`;
  return [`${withArguments(summary)}.`, sentencesOf(description), returns].filter((part) => part !== '').join(' ');
}

/** The summary of an option in the words of a tool; nothing if it is about a terminal. */
export const summaryFor = (summary: string): string | undefined =>
  summary
    .split(/;\s+/)
    .filter((part) => !ofTerminals.test(part))
    .join('; ') || undefined;

const withArguments = (text: string): string =>
  text.replace(
    /--([a-z][a-z0-9-]*)/g,
    (_, name: string) => `the argument ${name.replace(/-(\w)/g, (__, letter: string) => letter.toUpperCase())}`,
  );

const person = 'A person has to confirm it, and this client cannot ask one.';
/**
 * A message or a hint in the words of tools: an option is an argument, a command line a tool, a confirmation is a
 * person's.
 * @param tools the names of all offered tools
 */
export function inToolWords(text: string, tools: ReadonlySet<string>): string {
  const said = text
    .replace(
      /(?:Add|Pass|If (?:they are|it is) intended, add) --(?:yes|new-recipient|confirm)\b[^.;]*(?:[.;]|$)/gi,
      person,
    )
    .replace(
      /`?\btuk ((?:[a-z][\w-]*)(?: [a-z][\w-]*)*)`?/g,
      (line, words: string) => toolIn(words.split(' '), tools) ?? `${line} (a command line of a person)`,
    );
  return withArguments(said);
}
/** The tool with the longest name that begins the words, and the words that follow it. */
function toolIn(words: readonly string[], tools: ReadonlySet<string>): string | undefined {
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join('_').replaceAll('-', '_');
    if (tools.has(name)) return [`the tool ${name}`, ...words.slice(length)].join(' ');
  }
  return undefined;
}
