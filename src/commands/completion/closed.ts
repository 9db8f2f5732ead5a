// The closed list of a value: the list of its option, of its parameter in the catalogue, or of its name.

import type { Command, Context, Words } from '../../cli/command/command.js';

import { type Flag, flagKey } from '../../cli/settings/options.js';
import { openLearned, rowFields } from '../../engine/request/learned.js';
import { type Call, callTyped, kebab } from '../../services/catalogue/define.js';
import { catalogue, catalogues, isService, type ServiceName, services } from '../../services/catalogue/index.js';
import { wordsOf } from '../../services/catalogue/statuses.js';
import { City, Language, Network, Region } from '../../services/catalogue/words.js';
import { publicFields } from '../../services/http/params.js';
import { hasHome } from '../../session/paths.js';
import { things } from '../../things/index.js';
import { type Field, type Place, valueName } from './place.js';

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
