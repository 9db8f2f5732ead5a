// Which lists have the values of a command: by the lines that the rows of a list fill, and by the commands of the thing
// in its rows. Forms of the application and completion offer the same.

import { splitWords } from '../services/command-line.js';
import type { Action, Thing } from './thing.js';

/** A command line that lists rows, and the command lines of a screen, or of completion, with values of a row. */
export interface ValueList {
  readonly command: string;
  readonly opens?: string;
  readonly actions?: readonly Action[];
  /** Command lines with values of its rows that are not actions. */
  readonly fills?: readonly string[];
}
/** The path of a value in the rows of a list, and the action that it is for, with the statuses that allow it. */
export interface Filling {
  readonly path: string;
  readonly action: Action;
}

const actionsOf = ({ opens, fills = [], actions = [] }: ValueList): readonly Action[] => [
  ...actions,
  ...[...fills, opens ?? ''].map((line): Action => ['', line]),
];

/** The value of an option, or at a place of a command, in the rows of a list; undefined if the rows do not have it. */
export function fillingOf(list: ValueList, command: string, field: string | number): Filling | undefined {
  for (const action of actionsOf(list)) {
    const path = pathIn(action[1], command, field);
    if (path !== undefined) return { path, action };
  }
  return undefined;
}

/** A line with the kind of `watch ride:{id}` as a word of its own. */
const plain = (line: string): string => line.replace(':{', ': {');
/** The path in a line like `ride request --from {id}`: the path of an option, or of the value at a place. */
function pathIn(line: string, command: string, field: string | number): string | undefined {
  const text = plain(line);
  if (!text.startsWith(`${command} `)) return undefined;
  const words = splitWords(text.slice(command.length + 1));
  const first = words.findIndex((word) => word.startsWith('--'));
  const at = typeof field === 'number' ? field : words.indexOf(field) + 1;
  if (typeof field === 'number' ? first >= 0 && at >= first : at === 0) return undefined;
  return /^\{([\w.]+?)(?:\.\.\.)?\}$/.exec(words[at] ?? '')?.[1];
}

/** Every path of a row with which a list fills a line. */
export const pathsOf = (list: ValueList): readonly string[] => [
  ...new Set(
    actionsOf(list).flatMap(([, line]) => [...line.matchAll(/\{([\w.]+?)(?:\.\.\.)?\}/g)].map(([, at]) => at!)),
  ),
];

/** The commands of a thing that take its id first: the commands that show it, and act on it. */
const commandsOf = ({ shownBy, actions = [] }: Thing): readonly string[] =>
  [shownBy, ...actions.map(([, line]) => line)].flatMap((line) => {
    const [, command] = /^([a-z: -]+?) \{id[.}]/.exec(plain(line ?? '')) ?? [];
    return command === undefined || command.includes('--') ? [] : [command];
  });

/**
 * The path of a thing's id in the rows of a list: a list that fills one command of the thing has its ids, whichever
 * command takes them. Undefined for a list of other things.
 */
export const idIn = (list: ValueList, thing: Thing): string | undefined =>
  commandsOf(thing)
    .map((command) => fillingOf(list, command, 0)?.path)
    .find((path) => path !== undefined);

/** The action of a thing that is this command: it has the statuses that allow it. */
export const actionOf = (thing: Thing, command: string): Action | undefined =>
  thing.actions?.find(([, line]) => pathIn(line, command, 0) !== undefined);
