// The closed list of a value: the list of its option, of its parameter in the catalogue, or of its name.

import { readWords } from '../../cli/command/arguments.js';
import {
  type Command,
  type Context,
  commandOf,
  type Group,
  type Groups,
  groupEntry,
  type Words,
} from '../../cli/command/command.js';
import { valuesOf } from '../../cli/command/command-values.js';
import { type Flag, type Flags, flagKey, globalFlags, spellings, takesValue } from '../../cli/settings/options.js';
import { openLearned, rowFields } from '../../engine/request/learned.js';
import { type Call, callTyped, kebab } from '../../services/catalogue/define.js';
import { catalogue, catalogues, isService, type ServiceName, services } from '../../services/catalogue/index.js';
import { wordsOf } from '../../services/catalogue/statuses.js';
import { City, Language, Network, Region } from '../../services/catalogue/words.js';
import { publicFields } from '../../services/http/params.js';
import { hasHome } from '../../session/paths.js';
import { things } from '../../things/index.js';

// Reads a half-typed command line: its command, and the place of the next word.

/** The meaning of a word: a value of an option, or of a command by its place and its name in help. */
export type Field =
  | { readonly flag: Flag }
  | { readonly place: number; readonly name: string; readonly isNeeded: boolean };

/** Where the next word of a line goes. */
export interface Place {
  readonly groupName?: string;
  readonly group?: Group;
  readonly command?: Command;
  /** The options of the command, with the global ones. */
  readonly flags: readonly Flag[];
  /** The spellings of the options that the line has already. */
  readonly given: ReadonlySet<string>;
  /** The words behind the group's name. */
  readonly words: readonly string[];
  /** The values of the command before this one. */
  readonly values: readonly string[];
  readonly field?: Field;
  /** The text before the value in the same word: `--status=`, or the names before a comma. */
  readonly start: string;
  /** The word is an option, or its beginning. */
  readonly isOption: boolean;
  /** The word stands behind `--`. */
  readonly isBehind: boolean;
  readonly global: Flags;
}

/** Where the next word of a line goes. @param typed the words before it, without `tuk` @param current its beginning */
export async function placeOf(typed: readonly string[], current: string, groups: Groups): Promise<Place> {
  const isBehind = typed.includes('--');
  const [groupName = ''] = readWords(typed).words;
  const group = await groupEntry(groups, groupName)
    ?.load()
    .then((loaded) => loaded.group);
  const all = group ? [...globalFlags, ...group.commands.flatMap(({ options = [] }) => options)] : globalFlags;
  const named = commandOf(group ?? { commands: [] }, operands(typed, all).slice(1));
  const commandFlags = named && group ? await optionsOf(group, named, operands(typed, all).slice(1)) : [];
  const names = new Set(commandFlags.flatMap(({ flags: text }) => spellings(text)));
  const shared = globalFlags.filter(({ flags: text }) => !spellings(text).some((spelling) => names.has(spelling)));
  const flags = distinct([...commandFlags, ...shared]); // an option of the command comes before a global one
  const last = isBehind ? undefined : valued(flags.length > globalFlags.length ? flags : distinct(all), typed.at(-1));
  const before = last ? typed.slice(0, -1) : typed;
  const words = operands(before, all).slice(1);
  const command = named && group ? commandOf(group, words) : undefined;
  const values = command ? words.slice(command.name.split(' ').filter(Boolean).length) : [];
  const joined = isBehind || last ? undefined : /^(--?[\w-]+)=/.exec(current);
  const option = last ?? (joined ? valued(flags, joined[1]) : undefined);
  return {
    groupName: group && groupName,
    group,
    command,
    flags,
    given: new Set(isBehind ? [] : before.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0]!)),
    words,
    values,
    field: option ? { flag: option } : joined ? undefined : positional(command, values.length),
    start: joined?.[0] ?? '',
    isOption: !isBehind && option === undefined && current.startsWith('-'),
    isBehind,
    global: readWords(before, commandFlags).flags,
  };
}

/** The words of a line that are not options, including words behind an unknown option. */
function operands(typed: readonly string[], flags: readonly Flag[]): readonly string[] {
  const { words, unknown } = readWords(typed, distinct(flags));
  return [...words, ...unknown.filter((word) => !word.startsWith('-'))];
}
async function optionsOf(group: Group, command: Command, words: readonly string[]): Promise<readonly Flag[]> {
  const more = command.name === '' ? await group.optionsFor?.(words).catch(() => []) : [];
  return [...(command.options ?? []), ...(more ?? [])];
}
const distinct = (flags: readonly Flag[]): readonly Flag[] => [
  ...new Map(flags.map((flag) => [spellings(flag.flags).at(-1)!, flag])).values(),
];
/** The option that needs the next word as its value. */
const valued = (flags: readonly Flag[], word = ''): Flag | undefined =>
  flags.find((flag) => takesValue(flag.flags) && spellings(flag.flags).includes(word));

/** The value at a place of a command; the last one takes every further word if it is `<id...>`. */
function positional(command: Command | undefined, at: number): Field | undefined {
  const values = valuesOf(command?.values);
  const last = values.at(-1);
  const value = values[at] ?? (last?.repeatable ? last : undefined);
  if (value === undefined) return undefined;
  const isNeeded = value.required && at < values.length;
  return { place: Math.min(at, values.length - 1), name: value.name, isNeeded };
}
/** The name of the value of an option: `network` of `--network <network>`. */
export const valueName = ({ flags }: Flag): string => /<([^>]+)>$/.exec(flags)?.[1] ?? '';
/** The names of values that are files. */
export const filePart = /(^|-)(file|folder|report|before|after|source)$/;

/** Lists by the name of a value in help, for every option and command whose value has that name. */
const byName: Readonly<Record<string, (place: Place) => Words | undefined | Promise<Words | undefined>>> = {
  network: () => Network,
  region: () => Region,
  city: () => City,
  code: ({ field }) => (isFlag(field, 'lang') ? Language : undefined),
  zone: () => Intl.supportedValuesOf('timeZone'),
  service: ({ groupName, command }) => [
    ...serviceWords(),
    ...(groupName === 'api' && !command?.name ? methodWords : []),
  ],
  name: (place) => (isFlag(place.field, 'service') ? serviceWords() : undefined),
  names: (place) => (isFlag(place.field, 'service') ? serviceWords() : undefined),
  call: ({ field, values: [service = ''] }) =>
    field && 'flag' in field ? everyCall() : methods.includes(service) ? serviceWords() : callWords(service),
  status: ({ command, words }) => statusesOf(command, words),
};
const isFlag = (field: Field | undefined, key: string) =>
  field !== undefined && 'flag' in field && flagKey(field.flag.flags) === key;

const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const methodWords = methods.map((method) => [method, 'a path of a service'] as const);
/** The names of the services, with their summaries. */
function serviceWords(): Words {
  return Object.entries(services).map(([name, { summary }]) => [name, summary] as const);
}
/** The calls of a service, with their summaries. */
async function callWords(service: string): Promise<Words> {
  if (!isService(service)) return [];
  return Object.values((await catalogue(service)).calls).map(({ name, summary }) => [kebab(name), summary] as const);
}

async function everyCall(): Promise<Words> {
  const all = await catalogues();
  return all.flatMap(({ name, calls }) => [name, ...Object.keys(calls).map((call) => `${name} ${call}`)]);
}

/** The calls of a command, as `service name`. */
export const callsOf = (command: Command | undefined): readonly string[] =>
  Object.entries(command?.uses ?? {}).flatMap(([service, names]) => names.map((name) => `${service} ${name}`));

/** The statuses of the things of a command, or of the kinds that are typed: `tuk wait ride:7 --for`. */
function statusesOf(command: Command | undefined, words: readonly string[]): Words | undefined {
  if (!command?.wait && !command?.fromLedger) return undefined;
  const kinds = words.map((word) => word.split(':', 1)[0]);
  const calls = callsOf(command);
  const candidates = things.filter(({ watch, reads, operations }) =>
    command.fromLedger ? operations : watch && reads.some(({ call }) => calls.includes(call)),
  );
  const typed = candidates.filter(({ watch }) => watch !== undefined && kinds.includes(watch.kind));
  const lists = (typed.length > 0 ? typed : candidates).flatMap(({ status }) => status?.list ?? []);
  return [...new Set(lists.flatMap((list) => [...wordsOf(list)]))];
}

/** The closed list of a value; undefined if its values are open. */
export async function closedWords(place: Place, field: Field, context: Context): Promise<Words | undefined> {
  const { command } = place;
  if (!('flag' in field)) {
    const offer = command?.offers?.[field.name];
    if (offer) return offer(place.values, context);
    return (await listOf(command, flagKey(`--${field.name}`))) ?? byName[field.name]?.(place);
  }
  const { flag } = field;
  const fields = await fieldsOf(place, flagKey(flag.flags), context);
  if (fields) return fields;
  const list = flag.offers?.() ?? flag.words;
  if (list) return list.map(String);
  const call = place.groupName === 'api' && !command?.name ? await callOf(place.words) : undefined;
  if (call) return wordsIn(call, parameterOf(flag));
  return (await listOf(command, parameterOf(flag))) ?? byName[valueName(flag)]?.(place);
}
/** The columns of the read of a command; of a call of `tuk api` the fields that `tuk learn` has seen. */
async function fieldsOf(
  { command, groupName, words }: Place,
  key: string,
  context: Context,
): Promise<Words | undefined> {
  if (!/^(fields|columns|sortBy|sum|sumBy|field)$/.test(key)) return undefined;
  const columns = key === 'field' ? undefined : command?.read?.columns;
  if (columns) return columns.map(({ path }) => path);
  if (groupName !== 'api' || !hasHome(context.world)) return undefined;
  const call = await callOf(words);
  const learned = call && (await openLearned(context)).calls.get(`${call.service} ${call.name}`);
  return learned && (key === 'field' ? learned.requestFields?.map((field) => `${field}=`) : rowFields(learned));
}
/** The call that words of `tuk api` name. */
async function callOf([service = '', name = '']: readonly string[]): Promise<Call | undefined> {
  return isService(service) ? callTyped((await catalogue(service)).calls, name) : undefined;
}
const parameterOf = (flag: Flag & { readonly param?: unknown }): string =>
  typeof flag.param === 'string' ? flag.param : flagKey(flag.flags);

/** The closed list of a parameter of the calls of a command. */
async function listOf(command: Command | undefined, parameter: string): Promise<Words | undefined> {
  for (const [service, names] of Object.entries(command?.uses ?? {})) {
    const { calls } = await catalogue(service as ServiceName);
    for (const name of names) {
      const list = wordsIn(calls[name], parameter);
      if (list) return list;
    }
  }
  return undefined;
}
function wordsIn(call: Call | undefined, parameter: string): Words | undefined {
  if (!call) return undefined;
  return (call.words[parameter] ?? publicFields(call)[parameter]?.words)?.map(String);
}
