// The lists of a completion, whose rows have the values of a command or an option: the boards, the lists of this file,
// and the calls that list a kind of thing.

import type { Flag } from '../../cli/settings/options.js';
import { kebab } from '../../services/catalogue/define.js';
import { camel } from '../../services/command-line.js';
import { partsOf } from '../../things/call-name.js';
import { things } from '../../things/index.js';
import type { Action, Thing } from '../../things/thing.js';
import { actionOf, fillingOf, idIn, pathsOf, type ValueList } from '../../things/value-list.js';
import { callsOf, type Field, type Place } from './closed.js';

/** A list with the values of a field: its command line, the path of the value, the action that it is for. */
export interface Source {
  readonly line: string;
  readonly path: string;
  readonly action?: Action;
}

/** Lists without a board. */
const otherLists: readonly ValueList[] = [
  { command: 'alias list', fills: ['alias remove {name}'] },
  { command: 'sandbox fault list', fills: ['sandbox fault clear {id}'] },
  { command: 'sandbox scenario', fills: ['sandbox scenario {scenario}', 'sandbox scenario ROW {scenario}'] },
  { command: 'wallet contacts list', fills: [] },
];
/** A screen of the application, as far as it is a list. */
export type Board = ValueList & { readonly kind?: string };
/** Every list with values: the boards that show rows, and the lists of this file. */
export const listsOf = (boards: readonly Board[]): readonly ValueList[] => [
  ...boards.filter(({ kind }) => kind !== 'form' && kind !== 'find'),
  ...otherLists,
];
/** Whether a list is read from files of this machine, so no service is asked. */
export const isLocal = (line: string): boolean =>
  /^(ops|profile|alias|wallet key|wallet contacts) list( |$)/.test(line);

/** The path of every value that completion keeps of the rows of a list. */
export const pathsOfLine = (line: string, lists: readonly ValueList[]): readonly string[] => [
  ...new Set(['id', 'name', ...lists.filter(({ command }) => command === line).flatMap(pathsOf), ...callIds(line)]),
];
/** Whether a line is one of the lists. */
export const isList = (line: string, lists: readonly ValueList[]): boolean =>
  lists.some(({ command }) => command === line) ||
  things.some((thing) => callLists(thing).some((list) => list.line === line));

/** The lists with the values of a field. */
export function sourcesOf(place: Place, field: Field, lists: readonly ValueList[]): readonly Source[] {
  const { groupName, command, words } = place;
  if (!command || groupName === undefined) return 'flag' in field ? fromFlag(field.flag) : [];
  const line = `${groupName} ${command.name}`.trim();
  const at = 'flag' in field ? spelled(field.flag) : field.place;
  const filled = lists.flatMap((list): Source[] => {
    const filling = fillingOf(list, line, at);
    return filling ? [{ line: list.command, ...filling }] : [];
  });
  const sources = [...('flag' in field ? fromFlag(field.flag) : []), ...contacts(field), ...filled];
  if (sources.length > 0) return unique(sources);
  const thing = groupName === 'api' && command.name === '' ? thingOfCall(words) : thingOf(place, field);
  return thing ? ofThing(thing, line, lists) : [];
}
/** The lists of a kind of thing: its boards, else the calls that list it. `line`: the command that takes the id. */
export function ofThing(thing: Thing, line: string, lists: readonly ValueList[]): readonly Source[] {
  const boards = lists.flatMap((list): Source[] => {
    const path = idIn(list, thing);
    return path === undefined ? [] : [{ line: list.command, path, action: actionOf(thing, line) }];
  });
  return unique(boards.length > 0 ? boards : callLists(thing));
}
/** Each list once, by its first path. The ledger has every operation, so no other list is read for them. */
const unique = (sources: readonly Source[]): readonly Source[] => {
  const ledger = sources.filter(({ line }) => line === 'ops list');
  return ledger.length > 0
    ? ledger
    : [...new Map([...sources].reverse().map((source) => [source.line, source])).values()].reverse();
};

const spelled = ({ flags }: Flag): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;
/** The list that an option names itself. */
function fromFlag({ from, flags }: Flag): readonly Source[] {
  const list = /^-p, --profile /.test(flags) ? 'profile list {name}' : from;
  const [, line, path] = /^(.*) \{(.*)\}$/.exec(list ?? '') ?? [];
  return line === undefined || path === undefined ? [] : [{ line, path }];
}
/** A recipient may be the name of a contact. */
const contacts = (field: Field): readonly Source[] =>
  'flag' in field && (field.flag as { readonly as?: unknown }).as === 'recipient'
    ? [{ line: 'wallet contacts list', path: 'name' }]
    : [];

/** The thing of a value: the thing that the command reads by this id, or whose ids have this name. */
function thingOf({ command, groupName }: Place, field: Field): Thing | undefined {
  if (!('flag' in field) && field.place === 0 && !field.name.endsWith('-or-hash')) {
    const read = callsOf(command).flatMap((call) => thingReadBy(call) ?? [])[0];
    if (read) return read;
  }
  const name = 'flag' in field ? spelled(field.flag).slice(2) : field.name;
  const named = [name, `${name}Id`].map((word) => word.replaceAll('-', ''));
  const fit = things.filter(({ reads }) => reads.some(({ namedBy }) => named.some((word) => namedBy?.test(word))));
  return fit.find(({ group }) => group?.toLowerCase() === groupName) ?? (fit.length === 1 ? fit[0] : undefined);
}
const thingReadBy = (call: string): Thing | undefined =>
  things.find(({ reads }) => reads.some((read) => read.params && read.call === call));
/** The thing whose id a call of `tuk api` takes. */
function thingOfCall([service = '', name = '']: readonly string[]): Thing | undefined {
  return thingReadBy(`${service} ${camel(name)}`);
}

/** The calls that list a thing of the user, or of everybody, as command lines. */
const callLists = ({ reads, ids = ['id'] }: Thing): readonly Source[] =>
  reads
    .filter((read) => !read.params && !read.eachNetwork && (read.of === 'user' || read.of === 'everybody'))
    .map((read) => {
      const { service, call } = partsOf(read.call);
      return { line: `api ${service} ${kebab(call)}`, path: (read.ids ?? ids)[0]! };
    });
const callIds = (line: string): readonly string[] =>
  line.startsWith('api ')
    ? things.flatMap((thing) => callLists(thing).flatMap((list) => (list.line === line ? [list.path] : [])))
    : [];
