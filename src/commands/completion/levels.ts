// Lists the candidates at each point of a command line, from the tables that the parser and the help read.

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

/** A candidate for the next word, and its summary. */
export type Word = readonly [word: string, is: string];
/** An option with all its spellings. */
export interface Option {
  readonly spellings: readonly string[];
  readonly summary: string;
  /** Whether the option takes a value. `words`: its enum values, or the names of profiles. */
  readonly takesValue: boolean;
  readonly words?: readonly string[] | 'profiles';
}
/** Candidates that are looked up on completion, on this machine alone: the names of profiles or of saved views, the operations of the ledger. */
export type LookUp = 'profiles' | 'views' | 'operations';
/** A point of a command line: the words so far, the candidates for the next one, and the options of the command. */
export interface Level {
  readonly path: string;
  readonly candidates: readonly Word[] | LookUp;
  /** What is looked up beside the candidates. */
  readonly also?: LookUp;
  readonly options: readonly Option[];
}

const optionOf = (flag: Flag): Option => {
  const isProfile = (globalFlags as readonly Flag[]).includes(flag) && flagKey(flag.flags) === 'profile';
  const words = isProfile ? 'profiles' : flag.words?.map(String);
  return { spellings: spellings(flag.flags), summary: flag.summary, takesValue: takesValue(flag.flags), ...(words ? { words } : {}) };
};

/** Every point of a command line; the options of the first one are global. @param learned what was observed of calls, by `service call` */
export async function levels(groups: Groups, learned: ReadonlyMap<string, LearnedCall> = new Map()): Promise<Level[]> {
  const loaded = await Promise.all(Object.entries(groups).map(async ([name, { load }]) => [name, (await load()).group] as const));
  const names = Object.entries(groups).map(([name, { summary }]): Word => [name, summary]);
  const top: Level = { path: '', candidates: [...names, ['help', 'help on a group or a topic']], options: globalFlags.map(optionOf) };
  const help: Level = { path: 'help', candidates: [...names, ...topics.map((topic): Word => [topic, 'a topic'])], options: [] };
  return [top, help, ...loaded.flatMap(([name, group]) => levelsOf(name, group)), ...(await levelsOfCalls(loaded, learned))];
}

/** The points of a group: one for each prefix of its commands' names. */
function levelsOf(name: string, { commands }: Group): Level[] {
  const points = new Set(commands.flatMap((command) => prefixes(command.name)));
  return [...points].map((point) => {
    const path = `${name} ${point}`.trim();
    const exact = commands.find((command) => command.name === point);
    const descendants = commands.filter(
      (command) => command.name !== point && `${command.name} `.startsWith(point === '' ? '' : `${point} `),
    );
    const words = descendants.map((command): Word => [wordBehind(point, command.name), isBehind(point, command)]);
    const candidates = [...new Map(words)].map(([word, summary]): Word => [word, summary]);
    const options = (exact?.options ?? []).map(optionOf);
    return { path, candidates: valuesOf(path) ?? candidates, options, ...(/^(wait|watch)$/.test(path) ? { also: 'operations' } : {}) };
  });
}
const prefixes = (name: string): string[] => ['', ...name.split(' ').map((_, path, words) => words.slice(0, path + 1).join(' '))];
const wordBehind = (point: string, name: string): string => name.slice(point === '' ? 0 : point.length + 1).split(' ')[0]!;
const isBehind = (point: string, { name, summary }: Command): string =>
  name.split(' ').length === point.split(' ').filter(Boolean).length + 1 ? summary : '';

/** The enum values of a command's positional. */
function valuesOf(path: string): Level['candidates'] | undefined {
  if (/^profile (use|show|set|remove)$/.test(path)) return 'profiles';
  if (/^view (show|remove)$/.test(path)) return 'views';
  if (/^ops (show|check|wait|settle)$/.test(path)) return 'operations';
  if (/^(wait|watch)$/.test(path))
    return watchKinds.filter((kind) => kind !== ledgerKind).map(({ name, what }): Word => [`${name}:`, what]);
  return path === 'completion' ? shells.map((shell): Word => [shell, '']) : undefined;
}

const methods: readonly Word[] = ['GET', 'POST', 'PUT', 'DELETE'].map((method): Word => [method, 'a path of a service']);
/** The points of `tuk api`: services, and the calls of each with their options. */
async function levelsOfCalls(loaded: readonly (readonly [string, Group])[], learned: ReadonlyMap<string, LearnedCall>): Promise<Level[]> {
  const names = Object.entries(services).map(([name, { summary }]): Word => [name, summary]);
  const commands = loaded.find(([name]) => name === 'api')?.[1].commands ?? [];
  const options = (commands.find(({ name }) => name === '')?.options ?? []).map(optionOf);
  const descendants: Level[] = [];
  for (const { name, calls } of await catalogues()) {
    const words = Object.values(calls).map((call): Word => [kebab(call.name), call.summary]);
    descendants.push({ path: `api ${name}`, candidates: words, options }, { path: `api show ${name}`, candidates: words, options: [] });
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

/** The options whose values were observed: the fields of responses, and those of request bodies. */
const learnedOptions = (learned: LearnedCall | undefined): Option[] =>
  learned === undefined
    ? []
    : [
        { spellings: ['--fields'], summary: 'observed fields', takesValue: true, words: rowFields(learned) },
        ...(learned.requestFields
          ? [
              {
                spellings: ['-f', '--field'],
                summary: 'observed fields',
                takesValue: true,
                words: learned.requestFields.map((name) => `${name}=`),
              },
            ]
          : []),
      ];

/** The options of a call with their enum values. */
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
