// What can stand at each point of a command line, from the tables that the parser and the help read.

import type { Command, Group } from '../../cli/command.js';
import { type Flag, flagKey, globalFlags, spellings, takesValue } from '../../cli/options.js';
import { forms } from '../../cli/output/output.js';
import { groupNames, groups, topics } from '../../groups.js';
import { type Call, type Field, kebab } from '../../services/catalogue/define.js';
import { catalogues, services } from '../../services/catalogue/index.js';
import { knownFields } from '../../services/http/params.js';
import { optionsOf } from '../api/index.js';
import { shells } from './index.js';

/** A word that can come next, and what it is for. */
export type Word = readonly [word: string, is: string];
/** An option with all its spellings. */
export interface Option {
  readonly spelt: readonly string[];
  readonly is: string;
  /** Whether a value stands behind it; the words that it can be, or that it names a profile. */
  readonly takes: boolean;
  readonly words?: readonly string[] | 'profiles';
}
/** A point of a command line: the words so far, what can come next, and the options of the command that they name. */
export interface Level {
  readonly at: string;
  readonly next: readonly Word[] | 'profiles';
  readonly options: readonly Option[];
}

const wordsByKey: Readonly<Record<string, Option['words']>> = { profile: 'profiles', output: forms, errorFormat: ['text', 'json'] };
const optionOf = (flag: Flag): Option => {
  const words = flag.words?.map(String) ?? (globalFlags.includes(flag) ? wordsByKey[flagKey(flag.flags)] : undefined);
  return { spelt: spellings(flag.flags), is: flag.summary, takes: takesValue(flag.flags), ...(words ? { words } : {}) };
};

/** Every point of a command line; the options of the first one are taken everywhere. */
export async function levels(): Promise<Level[]> {
  const loaded = await Promise.all(groupNames.map(async (name) => [name, (await groups[name].load()).group] as const));
  const names = groupNames.map((name): Word => [name, groups[name].is]);
  const top: Level = { at: '', next: [...names, ['help', 'help on a group or a topic']], options: globalFlags.map(optionOf) };
  const help: Level = { at: 'help', next: [...names, ...topics.map((topic): Word => [topic, 'a topic'])], options: [] };
  return [top, help, ...loaded.flatMap(([name, group]) => levelsOf(name, group)), ...(await levelsOfCalls(loaded))];
}

/** The points of a group: one for each word of its commands' names. */
function levelsOf(name: string, { commands }: Group): Level[] {
  const points = new Set(commands.flatMap((command) => prefixes(command.name)));
  return [...points].map((point) => {
    const at = `${name} ${point}`.trim();
    const own = commands.find((command) => command.name === point);
    const below = commands.filter((command) => command.name !== point && `${command.name} `.startsWith(point === '' ? '' : `${point} `));
    const words = below.map((command): Word => [wordBehind(point, command.name), isBehind(point, command)]);
    const next = [...new Map(words)].map(([word, is]): Word => [word, is]);
    return { at, next: valuesOf(at) ?? next, options: (own?.options ?? []).map(optionOf) };
  });
}
const prefixes = (name: string): string[] => ['', ...name.split(' ').map((_, at, words) => words.slice(0, at + 1).join(' '))];
const wordBehind = (point: string, name: string): string => name.slice(point === '' ? 0 : point.length + 1).split(' ')[0]!;
const isBehind = (point: string, { name, summary }: Command): string =>
  name.split(' ').length === point.split(' ').filter(Boolean).length + 1 ? summary : '';

/** Values that come from a closed list, where help only names them. */
function valuesOf(at: string): Level['next'] | undefined {
  if (/^profile (use|show|set|remove)$/.test(at)) return 'profiles';
  return at === 'completion' ? shells.map((shell): Word => [shell, '']) : undefined;
}

const methods: readonly Word[] = ['GET', 'POST', 'PUT', 'DELETE'].map((method): Word => [method, 'a path of a service']);
/** The points below `tuk api`: services, and the calls of each with their own options. */
async function levelsOfCalls(loaded: readonly (readonly [string, Group])[]): Promise<Level[]> {
  const names = Object.entries(services).map(([name, { is }]): Word => [name, is]);
  const commands = loaded.find(([name]) => name === 'api')?.[1].commands ?? [];
  const options = (commands.find(({ name }) => name === '')?.options ?? []).map(optionOf);
  const below: Level[] = [];
  for (const { name, calls } of await catalogues()) {
    const words = Object.values(calls).map((call): Word => [kebab(call.name), call.summary]);
    below.push({ at: `api ${name}`, next: words, options }, { at: `api show ${name}`, next: words, options: [] });
    for (const call of Object.values(calls))
      below.push({ at: `api ${name} ${kebab(call.name)}`, next: [], options: [...options, ...callOptions(call)] });
  }
  const first = commands.flatMap(({ name, summary }): Word[] => (name === '' ? [] : [[name, summary]]));
  const api: Level = { at: 'api', next: [...first, ...names, ...methods], options };
  return [
    api,
    { at: 'api show', next: names, options: [] },
    ...methods.map(([method]): Level => ({ at: `api ${method}`, next: names, options })),
    ...below,
  ];
}

/** The options of a call with the words that they can be. */
function callOptions(call: Call): Option[] {
  const fields: Readonly<Record<string, Pick<Field, 'words'>>> = { ...knownFields(call.query), ...knownFields(call.body) };
  const words = new Map<string, readonly string[] | undefined>(
    [...Object.entries(call.words), ...Object.entries(fields).map(([name, field]) => [name, field.words] as const)].map(
      ([name, list]) => [`--${kebab(name)}`, list?.map(String)] as const,
    ),
  );
  return optionsOf(call).map((flag) => {
    const list = words.get(spellings(flag.flags)[0]!);
    return { ...optionOf(flag), ...(list ? { words: list } : {}) };
  });
}
