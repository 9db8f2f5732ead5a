// Lists the candidates at each point of a command line, from the tables of the parser and the help.

import type { Command, Group, Groups } from '../../cli/command.js';
import { topics } from '../../cli/help-topics.js';
import { type Flag, flagKey, globalFlags, spellings, takesValue } from '../../cli/options.js';
import { optionsOf } from '../../engine/request/call-options.js';
import { type LearnedCall, rowFields } from '../../engine/request/learned.js';
import { type Call, type Field, kebab } from '../../services/catalogue/define.js';
import { catalogues, services } from '../../services/catalogue/index.js';
import { knownFields } from '../../services/http/params.js';
import { ledgerKind, watchKinds } from '../../things/kinds.js';

/** The supported shells. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Word = readonly [word: string, is: string];
interface Option {
  readonly spellings: readonly string[];
  readonly summary: string;
  readonly takesValue: boolean;
  /** The enum values, or the names of profiles. */
  readonly words?: readonly string[] | 'profiles';
}
/** Candidates that the script looks up on this machine. */
export type LookUp = 'profiles' | 'views' | 'aliases' | 'operations';
/** A point of a command line: the words so far, the candidates for the next word, and the options. */
export interface Level {
  readonly path: string;
  readonly candidates: readonly Word[] | LookUp;
  readonly also?: LookUp;
  readonly options: readonly Option[];
}

const optionOf = (flag: Flag): Option => {
  const isProfile = (globalFlags as readonly Flag[]).includes(flag) && flagKey(flag.flags) === 'profile';
  const words = isProfile ? 'profiles' : (flag.offers?.() ?? flag.words)?.map(String);
  return { spellings: spellings(flag.flags), summary: flag.summary, takesValue: takesValue(flag.flags), words };
};

/** Every point of a command line. The first has the global options. @param learned by `service call` */
export async function levels(groups: Groups, learned: ReadonlyMap<string, LearnedCall> = new Map()): Promise<Level[]> {
  const loaded = await Promise.all(
    Object.entries(groups).map(async ([name, { load }]) => [name, (await load()).group] as const),
  );
  const names = Object.entries(groups).map(([name, { summary }]): Word => [name, summary]);
  const top: Level = {
    path: '',
    candidates: [...names, ['help', 'help on a group or a topic']],
    also: 'aliases',
    options: globalFlags.map(optionOf),
  };
  const help: Level = {
    path: 'help',
    candidates: [...names, ...topics.map((topic): Word => [topic, 'a topic'])],
    options: [],
  };
  return [
    top,
    help,
    ...loaded.flatMap(([name, group]) => levelsOf(name, group)),
    ...(await levelsOfCalls(loaded, learned)),
  ];
}

function levelsOf(name: string, { commands }: Group): Level[] {
  const points = new Set(commands.flatMap((command) => prefixes(command.name)));
  return [...points].map((point): Level => {
    const path = `${name} ${point}`.trim();
    const start = point === '' ? '' : `${point} `;
    const longer = commands.filter((command) => command.name !== point && `${command.name} `.startsWith(start));
    const words = longer.map((command) => nextWord(start, command));
    const exact = commands.find((command) => command.name === point);
    return {
      path,
      candidates: valuesOf(path) ?? [...new Map(words)],
      options: (exact?.options ?? []).map(optionOf),
      also: /^(wait|watch)$/.test(path) ? 'operations' : path === 'diff' ? 'aliases' : undefined,
    };
  });
}
const prefixes = (name: string) => ['', ...name.split(' ').map((_, path, words) => words.slice(0, path + 1).join(' '))];
/** The next word of a name, with the summary if it is the last word. */
function nextWord(start: string, { name, summary }: Command): Word {
  const [word = '', ...more] = name.slice(start.length).split(' ');
  return [word, more.length === 0 ? summary : ''];
}

function valuesOf(path: string): Level['candidates'] | undefined {
  if (/^profile (use|show|set|remove)$/.test(path)) return 'profiles';
  if (/^view (show|remove)$/.test(path)) return 'views';
  if (path === 'alias remove') return 'aliases';
  if (/^ops (show|check|wait|settle)$/.test(path)) return 'operations';
  if (/^(wait|watch)$/.test(path))
    return watchKinds.filter((kind) => kind !== ledgerKind).map(({ name, what }): Word => [`${name}:`, what]);
  return path === 'completion' ? shells.map((shell): Word => [shell, '']) : undefined;
}

const methods: readonly Word[] = ['GET', 'POST', 'PUT', 'DELETE'].map(
  (method): Word => [method, 'a path of a service'],
);
/** The points of `tuk api`: services, and the calls of each with their options. */
async function levelsOfCalls(
  loaded: readonly (readonly [string, Group])[],
  learned: ReadonlyMap<string, LearnedCall>,
): Promise<Level[]> {
  const names = Object.entries(services).map(([name, { summary }]): Word => [name, summary]);
  const commands = loaded.find(([name]) => name === 'api')?.[1].commands ?? [];
  const options = (commands.find(({ name }) => name === '')?.options ?? []).map(optionOf);
  const descendants: Level[] = [];
  for (const { name, calls } of await catalogues()) {
    const words = Object.values(calls).map((call): Word => [kebab(call.name), call.summary]);
    descendants.push(
      { path: `api ${name}`, candidates: words, options },
      { path: `api show ${name}`, candidates: words, options: [] },
    );
    for (const call of Object.values(calls))
      descendants.push({
        path: `api ${name} ${kebab(call.name)}`,
        candidates: [],
        options: [...options, ...callOptions(call), ...learnedOptions(learned.get(`${name} ${call.name}`))],
      });
  }
  const first = commands.flatMap(({ name, summary }): Word[] => (name === '' ? [] : [[name, summary]]));
  const api: Level = { path: 'api', candidates: [...first, ...names, ...methods], options };
  return [
    api,
    { path: 'api show', candidates: names, options: [] },
    ...methods.map(([method]): Level => ({ path: `api ${method}`, candidates: names, options })),
    ...descendants,
  ];
}

/** The options with observed values: the fields of responses and of request bodies. */
function learnedOptions(learned: LearnedCall | undefined): Option[] {
  if (learned === undefined) return [];
  const observed = { summary: 'observed fields', takesValue: true } as const;
  const fields = { ...observed, spellings: ['--fields'], words: rowFields(learned) };
  const words = learned.requestFields?.map((name) => `${name}=`);
  return words ? [fields, { ...observed, spellings: ['-f', '--field'], words }] : [fields];
}

function callOptions(call: Call): Option[] {
  const fields: Readonly<Record<string, Pick<Field, 'words'>>> = {
    ...knownFields(call.query),
    ...knownFields(call.body),
  };
  const lists = [
    ...Object.entries(call.words),
    ...Object.entries(fields).map(([name, { words }]) => [name, words] as const),
  ];
  const words = new Map(lists.map(([name, list]) => [`--${kebab(name)}`, list?.map(String)]));
  return optionsOf(call).map((flag) => {
    const option = optionOf(flag);
    return { ...option, words: words.get(option.spellings[0]!) ?? option.words };
  });
}
