// The words of a tool: descriptions of commands speak of options and command lines, which a model does not have.

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

/** A message, or an error as JSON, in the words of tools: an option is an argument, and a confirmation is a person's. */
export const inToolWords = (text: string): string =>
  withArguments(
    text.replace(
      /(?:Add|Pass|If (?:they are|it is) intended, add) --(?:yes|new-recipient|confirm)\b[^.;"]*\.?/gi,
      'A person has to confirm it, and this client cannot ask one.',
    ),
  );
