// The words of a tool: descriptions and hints of commands speak of options and command lines, which a model does not
// have.

import type { Command } from '../../cli/command/command.js';
import { camel } from '../../services/command-line.js';
import { labelOf } from '../../text/column.js';

/** Words for things that only a person at a terminal, or a shell, can use. */
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

/**
 * The description of a command for a model: its summary, the part of its help that holds for a tool, and its result.
 */
export function descriptionOf({ summary, description = '', read }: Command): string {
  const columns = (read?.columns ?? []).slice(0, 8).map(({ path, heading }) => heading ?? labelOf(path).toLowerCase());
  const kind = read?.singleRecord ? 'one record' : 'JSON';
  const returns = columns.length === 0 ? '' : `Returns ${kind} with ${columns.join(', ')}.`;
  return [`${withArguments(summary)}.`, sentencesOf(description), returns].filter((part) => part !== '').join(' ');
}

/** The summary of an option in the words of a tool; undefined if it is about a terminal. */
export const summaryFor = (summary: string): string | undefined =>
  summary
    .split(/;\s+/)
    .filter((part) => !ofTerminals.test(part))
    .join('; ') || undefined;

/** A text in which options are arguments. */
export const withArguments = (text: string): string =>
  text.replace(
    /(the )?--([a-z][a-z0-9-]*)/gi,
    (_, the: string | undefined, name: string) => `${the ?? 'the '}argument ${camel(name)}`,
  );

const person = 'A person has to confirm it, and this client cannot ask one.';
const byPerson = 'a person does this at a terminal';
/** A command line up to the end of its part of the sentence; `tuk reads it` is not a command line. */
const commandLine =
  /`?\btuk (?!(?:and|can|cannot|may|must|or|will|(?!(?:assets|commands|ops|points)\b)[a-z]+s)\b)((?:[a-z][\w-]*)(?: [a-z][\w-]*)*)(?:[^\n`,;).]|\.(?=\S))*`?/g;
/**
 * A message or a hint in the words of tools: an option is an argument, a command line a tool, a confirmation is a
 * person's. A sentence about prompts is left out.
 * @param tools the names of all offered tools
 */
export function inToolWords(text: string, tools: ReadonlySet<string>): string {
  const sentence = text
    .replace(
      /(?:Add|Pass|If (?:they are|it is) intended, add) --(?:yes|new-recipient|confirm)\b[^.;]*(?:[.;]|$)/gi,
      person,
    )
    .replace(/On a terminal[^.]*\bprompts\b[^.]*\.\s*/g, '')
    .replace(commandLine, (line, words: string) => toolIn(line, words.split(' '), tools) ?? byPerson);
  return withArguments(sentence).replaceAll('`', '');
}
/**
 * The tool with the longest name that begins the words of a command line, and the words behind them, without the
 * profile.
 */
function toolIn(line: string, words: readonly string[], tools: ReadonlySet<string>): string | undefined {
  for (let length = words.length; length > 0; length--) {
    const begin = words.slice(0, length);
    if (!tools.has(begin.join('_').replaceAll('-', '_'))) continue;
    const more = line.slice(line.indexOf(begin.join(' ')) + begin.join(' ').length).replace(/ -p \S+/, '');
    return `the tool ${begin.join('_').replaceAll('-', '_')}${more}`;
  }
  return undefined;
}
