// Completion of a half-typed line: words of closed lists, names of this machine, ids of things, options.

import { readWords } from '../../cli/command/arguments.js';
import { groupEntry, shown } from '../../cli/command/command.js';
import { topics } from '../../cli/help/help-topics.js';
import { aliasText, hasPlaceholder, highestIn, needsValue, placeholders } from '../../cli/lines/alias-line.js';
import { type Flag, spellings } from '../../cli/settings/options.js';
import { listAliases, readAlias } from '../../session/aliases.js';
import { paths } from '../../session/paths.js';
import { allows } from '../../things/action.js';
import { things } from '../../things/index.js';
import { ledgerKind, watchKinds } from '../../things/kinds.js';
import { closedWords, type Field, filePart, type Place, placeOf, valueName } from './closed.js';
import { rowsOf, type Surroundings } from './live.js';
import { type KnownRow, type Quiet, quietly, silentContext } from './quiet.js';

import { ofThing, type Source, sourcesOf } from './sources.js';

/** A word that completes the line, and its description. */
export interface Candidate {
  readonly word: string;
  readonly is?: string;
}
export interface Candidates {
  readonly items: readonly Candidate[];
  /** `files`: names of files complete it. */
  readonly kind: 'words' | 'files';
  /** They are names or ids of lists, which may not be known yet. */
  readonly isLive?: boolean;
}
/**
 * What completes a line.
 * @param typed the words before the cursor's, without `tuk`
 * @param current the beginning of the word at the cursor
 */
export async function candidatesFor(
  typed: readonly string[],
  current: string,
  around: Surroundings,
): Promise<Candidates> {
  const saved = await savedLine(typed, current, around);
  if (saved) return saved;
  const place = await placeOf(typed, current, around.groups);
  if (place.isOption) return { kind: 'words', items: optionsAt(place) };
  const { field } = place;
  const next = field && 'flag' in field ? [] : nextWords(place, readWords(typed).words, around);
  const value = field ? await valuesAt(place, field, current, around) : none;
  if (value.kind !== 'words') return { kind: value.kind, items: [...next, ...value.items] };
  const items = [...next, ...value.items].filter(({ word }) => isTypeable(word, place));
  const isNeeded = field && ('flag' in field || (value.isLive && field.isNeeded)); // its ids are not known, or not yet
  const isDone = items.length === 0 && current === '' && !place.isBehind && !isNeeded;
  return { kind: 'words', items: isDone ? optionsAt(place) : items };
}
const none: Candidates = { kind: 'words', items: [] };

/** A word that the parser would take for an option stands behind `--`, or not at all. */
const isTypeable = (word: string, { isBehind, start }: Place): boolean =>
  isBehind || start !== '' || !word.startsWith('-');

/** The options that the line may still take. */
function optionsAt({ flags, given }: Place): readonly Candidate[] {
  const isFree = ({ flags: spelling, repeatable, counts }: Flag) =>
    repeatable || counts || !spellings(spelling).some((word) => given.has(word));
  return shown(flags)
    .filter(isFree)
    .flatMap(({ flags: spelling, summary }) => spellings(spelling).map((word) => ({ word, is: summary })));
}

/** The names of groups and commands that can follow; first on the line, also the names of aliases. */
function nextWords(place: Place, all: readonly string[], { groups, world }: Surroundings): readonly Candidate[] {
  const { group, words } = place;
  const names = () => Object.entries(groups).map(([word, { summary }]) => ({ word, is: summary }));
  const saved = () =>
    listAliases(paths(world).aliases, () => {}).map((line) => ({
      word: line.name,
      is: `tuk ${aliasText(line.words)}`,
    }));
  if (all.length === 0) return [...names(), { word: 'help', is: 'help on a group or a topic' }, ...saved()];
  if (all[0] === 'help' && all.length === 1)
    return [...names(), ...topics.map((word) => ({ word, is: 'a topic' })), ...saved()];
  if (!group) return [];
  const start = words.length === 0 ? '' : `${words.join(' ')} `;
  const longer = shown(group.commands).filter(
    ({ name }) => name.startsWith(start) && name !== '' && name.length > start.length,
  );
  const next = longer.map(({ name, summary }) => {
    const [word = '', ...more] = name.slice(start.length).split(' ');
    return { word, is: more.length === 0 ? summary : undefined };
  });
  return [...new Map(next.reverse().map((candidate) => [candidate.word, candidate])).values()].reverse();
}

/** The values of a field. */
async function valuesAt(place: Place, field: Field, current: string, around: Surroundings): Promise<Candidates> {
  const name = 'flag' in field ? valueName(field.flag) : field.name;
  if (filePart.test(name)) return { kind: 'files', items: [] };
  const start = listStart(field, current, place.start);
  const words = await closedWords(place, field, silentContext(around.world, place.global));
  if (words) {
    const items = words.map((entry) => (typeof entry === 'string' ? [entry] : entry));
    return { kind: 'words', items: items.map(([word = '', is]) => ({ word: start + word, is })) };
  }
  const quiet = quietly(around.world, place.global);
  if (!quiet) return { ...none, isLive: true };
  try {
    const kinds = await ofKinds(place, current, quiet, around);
    if (kinds) return kinds;
    const sources = sourcesOf(place, field, around.lists);
    const items = await fromLists(place, sources, quiet, around);
    return {
      kind: 'words',
      isLive: sources.length > 0,
      items: items.map(({ word, is }) => ({ word: start + word, is })),
    };
  } finally {
    await quiet.context.close();
  }
}
/** The words of a list before the last comma, if a value takes several. */
function listStart(field: Field, current: string, start: string): string {
  const takesList = 'flag' in field && /<(names|list)>$|^-p, --profile /.test(field.flag.flags);
  const at = takesList ? current.lastIndexOf(',') + 1 : 0;
  return at > start.length ? current.slice(0, at) : start;
}

const operations: readonly Source[] = [{ line: 'ops list', path: 'id' }];
/** `tuk wait`: kinds, the ids of a kind, and operations of the ledger. */
async function ofKinds(
  place: Place,
  current: string,
  quiet: Quiet,
  around: Surroundings,
): Promise<Candidates | undefined> {
  if (!/^(wait|watch)$/.test(place.groupName ?? '') || !place.field || 'flag' in place.field) return undefined;
  const [, kind] = /^([a-z-]+):/.exec(current) ?? [];
  const thing = things.find(({ watch }) => watch?.kind === kind && kind !== undefined);
  if (thing) {
    const typed = { ...place, values: place.values.map((value) => value.replace(`${kind}:`, '')) };
    const items = await fromLists(typed, ofThing(thing, `${place.groupName}`, around.lists), quiet, around);
    return { kind: 'words', items: items.map(({ word, is }) => ({ word: `${kind}:${word}`, is })) };
  }
  const kinds = watchKinds
    .filter((watchKind) => watchKind !== ledgerKind)
    .map(({ name, what }): Candidate => ({ word: `${name}:`, is: what }));
  return { kind: 'words', items: [...kinds, ...(await fromLists(place, operations, quiet, around))] };
}

/**
 * The values in the rows of lists, each once, without the values that the line has already. If a status allows the
 * command for some of them, only these are offered: others are offered with their status, and the command says why it
 * refuses one.
 */
async function fromLists(
  place: Place,
  sources: readonly Source[],
  quiet: Quiet,
  around: Surroundings,
): Promise<readonly Candidate[]> {
  const [candidates, others] = [new Map<string, Candidate>(), new Map<string, Candidate>()];
  const network = (place.global as Readonly<Record<string, unknown>>).network;
  for (const source of sources)
    for (const row of await rowsOf(source.line, quiet, around)) {
      const word = row.values[source.path];
      const isOther = network !== undefined && row.network !== undefined && row.network !== network;
      if (word === undefined || isOther || candidates.has(word) || place.values.includes(word)) continue;
      const isAllowed = !source.action || allows(source.action, row.list, row.status, falseFields(row));
      const is = [row.status, row.name === undefined || row.name === word ? row.about : row.name]
        .filter(Boolean)
        .join(' ');
      (isAllowed ? candidates : others).set(word, { word, is });
    }
  return [...(candidates.size > 0 ? candidates : others).values()];
}
const falseFields = ({ no = [] }: KnownRow) => Object.fromEntries(no.map((path) => [path, false]));

/** What completes a line that begins with an alias: a value of it, or what completes its own line. */
async function savedLine(
  typed: readonly string[],
  current: string,
  around: Surroundings,
): Promise<Candidates | undefined> {
  const { words } = readWords(typed);
  const [name] = words;
  if (name === undefined || name === 'help' || groupEntry(around.groups, name)) return undefined;
  const line = readAlias(paths(around.world).aliases, name, () => {})?.words;
  if (!line || line.length === 0 || !groupEntry(around.groups, line[0]!)) return undefined;
  const { flags } = await placeOf(line, '', around.groups);
  const at = typed.indexOf(name);
  const before = typed.slice(0, at);
  const [values, others] = split(typed.slice(at + 1), flags, highestIn(line));
  const missing = values.length + 1;
  const isValue = !current.startsWith('-') && !needsValue(typed.at(-1) ?? '', flags);
  const next = isValue ? line.findIndex((word) => word.includes(`{${missing}}`) && highestIn([word]) === missing) : -1;
  const filled = (part: readonly string[]) =>
    part.map((word) =>
      word.replace(placeholders, (_, digits: string | undefined) =>
        digits === undefined ? '{' : (values[Number(digits) - 1] ?? 'x'),
      ),
    );
  if (next >= 0 && hasPlaceholder(line[next]!) && line[next] === `{${missing}}`) {
    const value = await candidatesFor([...before, ...filled(line.slice(0, next))], current, around);
    if (value.items.length > 0 || value.kind === 'files') return value;
  }
  if (next >= 0 && current !== '') return none;
  const whole = [...before, ...filled(line), ...others];
  return candidatesFor(whole, next >= 0 ? '-' : current, around);
}
/** The values of an alias at the beginning of the words behind it, and the others. */
function split(words: readonly string[], flags: readonly Flag[], count: number): [string[], string[]] {
  const [values, others]: [string[], string[]] = [[], []];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word.startsWith('-') && word.length > 1) {
      others.push(word);
      if (needsValue(word, flags) && at + 1 < words.length) others.push(words[++at]!);
    } else (values.length < count ? values : others).push(word);
  }
  return [values, others];
}
