// Loads the data of a screen from its command line. The output of a command that is not a read is captured.

import { assumedFlag, assumedOfCommand } from '../../cli/command/assumed-fields.js';
import {
  type Command,
  type Context,
  commandOf,
  type Group,
  type Groups,
  groupEntry,
  shown,
} from '../../cli/command/command.js';
import { valuesOf, valuesText } from '../../cli/command/command-values.js';
import type { HttpAccess } from '../../cli/command/http-access.js';
import { concernsData, type Note, noteText } from '../../cli/command/notes.js';
import { isReadOnly } from '../../cli/command/read-only.js';
import { aliasText, isReadLine } from '../../cli/lines/alias-line.js';
import { parseLine } from '../../cli/lines/find-command.js';
import { type ReadResult as ReadData, readResult } from '../../cli/print/read-result.js';
import { type Need, needsOf } from '../../cli/prompts/needs.js';
import { configOf, type Flag, type Flags, flagKey, takesValue } from '../../cli/settings/options.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { repetitionOf } from '../../engine/read/repetition.js';
import { columnsFor } from '../../engine/read/run-read.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { pollOptions } from '../../engine/request/shared-options.js';
import type { Field as CallField } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { quoted, splitWords } from '../../services/command-line.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { clockOffset } from '../../services/http/service-clock.js';
import { parseLossless } from '../../services/lossless-number.js';
import { listAliases } from '../../session/aliases.js';
import { paths } from '../../session/paths.js';
import { profileNames } from '../../session/profile.js';
import { labelOf } from '../../text/column.js';
import { type Empty, type Says, scopeOf, withScope } from '../../text/empty.js';
import { markPersons } from '../../text/mask.js';
import { present } from '../../text/present.js';
import { findLine } from '../../ui/state/case-screen.js';
import { emptyField } from '../../ui/state/field.js';
import type { CommandLine } from '../../ui/state/palette.js';
import type { ReadResult } from '../../ui/state/responses.js';
import type { FormField } from '../../ui/state/screens.js';
import { groupScreens } from './boards.js';

interface ResolvedCommand {
  readonly name: string;
  readonly group: Group;
  readonly command: Command;
  readonly words: readonly string[];
}
/** Resolves the command of a command line, if there is one. */
export async function resolveCommand(line: string, groups: Groups): Promise<ResolvedCommand | undefined> {
  const words = splitWords(line);
  const [name = '', ...rest] = words;
  const entry = groupEntry(groups, name);
  if (!entry) return undefined;
  const { group } = await entry.load();
  const command = commandOf(group, rest);
  const takesValues = command?.name === '' && group.commands.length === 1 && command.values !== undefined;
  return command && (command.name !== '' || rest.length === 0 || takesValues)
    ? { name, group, command, words }
    : undefined;
}

/** The command of a line of a screen. @throws {BadInput} UNKNOWN_COMMAND */
async function commandFor(line: string, groups: Groups): Promise<ResolvedCommand> {
  const resolved = await resolveCommand(line, groups);
  if (!resolved) throw new BadInput('UNKNOWN_COMMAND', `There is no command tuk ${line}.`, 'See them all: tuk help');
  return resolved;
}

/** Loads the data of a command line, with the columns and texts of its command. @throws {Failure} */
export async function loadScreenData(
  line: string,
  spec: string | undefined,
  { first, beside }: { readonly first: Context; readonly beside?: Context },
  groups: Groups,
): Promise<ReadResult> {
  const { name: groupName, group, command, words } = await commandFor(line, groups);
  const args = await parseLine(words, { groupName, group, command, words: words.slice(1) });
  const flags = args.options as Flags;
  const [profile, otherProfile] = [first, beside].map((each) => each?.settings().profile.value);
  const context = pollContext(beside && flags.profile === otherProfile ? beside : first); // a screen limits each wait
  if (flags.profile !== undefined && flags.profile !== profile && flags.profile !== otherProfile)
    throw new BadInput(
      'OTHER_PROFILE',
      `This screen uses the profile ${profile}, and the command names another one.`,
      `Run it: tuk ${line}`,
    );
  const screenSpec = screenSpecOf(spec ?? line);
  const read = repetitionOf(command, args)?.line ?? args; // a screen repeats its read itself
  const { json, shown, failures, notes } = await readResult(command, read, context).catch(
    (error: unknown): ReadData => {
      if (screenSpec?.notFoundIsEmpty && error instanceof Failure && error.kind === 'not-found')
        return { json: '[]', shown: {}, failures: [], notes: [] };
      throw error;
    },
  );
  const passing = shown.rowsTellFailures ? undefined : failures.find(({ retryable }) => retryable);
  const needed = notes.find((note): note is LeftOut => keepsEarlier(note));
  if (passing) throw passing;
  if (needed) throw ofPart(needed);
  const value =
    json === undefined || json === ''
      ? undefined
      : inOurNames(parseLossless(json), shown.of?.().map, !shown.singleRecord);
  if (await shown.persons?.()) markPersons(value);
  const clean = (text: string) => context.out.redact.clean(text);
  const isLeftOut = ({ is }: Note) => is === 'left-out';
  const missing = [
    ...(shown.rowsTellFailures ? [] : failures.map(({ message }) => message)),
    ...notes.filter(isLeftOut).map(noteText),
  ];
  const cut = notes.find(({ is }) => is === 'cut' || is === 'perhaps-cut');
  return {
    value,
    ...clocksOf(context.http().timed),
    leftOut: missing.length > 0 ? missing.map(clean) : undefined,
    notes: notes
      .filter((note) => concernsData(note) && !isLeftOut(note) && note !== cut)
      .map((note) => clean(noteText(note))),
    cut: cut && { isCertain: cut.is === 'cut', total: cut.is === 'cut' ? cut.total : undefined },
    singleRecord: shown.singleRecord,
    columns: screenSpec?.columns ? await columnsFor(screenSpec.columns, context) : shown.columns,
    id: shown.idPath,
    key: shown.key,
    of: shown.of?.(),
    rowCommand: shown.rowCommand,
    empty: scopedEmpty(
      {
        of: { asked: args.positionals },
        ...shown.empty,
        says: command.read?.empty?.says ?? screenSpec?.empty ?? shown.empty?.says,
      },
      [profile, beside && otherProfile],
    ),
    chart: screenSpec?.chart ?? shown.chart,
    options: wordsByFlag(command.options ?? []),
  };
}

/**
 * Whether a part that a screen needs could not be read by a failure that may pass: then it keeps its earlier response.
 */
function keepsEarlier(note: Note): note is LeftOut {
  if (note.is !== 'left-out' || note.needed !== true) return false;
  const { retryable, kind } = note.failure;
  return retryable || kind === 'server' || kind === 'sign-in';
}
type LeftOut = Extract<Note, { is: 'left-out' }>;
const ofPart = ({ part, failure: { kind, code, message, hint, where, cause } }: LeftOut): Failure =>
  new Failure(kind, code, `${part}: ${message}`, hint, where, cause);

/** The message for an empty list, with its scope. */
function scopedEmpty(
  { says, of }: Pick<Empty, 'of'> & { readonly says: Says | undefined },
  profiles: readonly (string | undefined)[],
): ReadResult['empty'] {
  const empty = says && withScope(says, scopeOf({ says, of }), present(profiles).join(', '));
  return typeof empty === 'string' ? [empty, ''] : empty;
}
const screenSpecOf = (line: string) =>
  groupScreens.flatMap(({ screens }) => screens).find(({ command }) => command === line);

function wordsByFlag(options: readonly Flag[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    options.flatMap(({ flags, words }) => (words ? [[/--[\w-]+/.exec(flags)![0], words.map(String)]] : [])),
  );
}
/** How far the clocks of data and of sessions are ahead. `sandbox advance` moves only the clock of data. */
function clocksOf(timed: HttpAccess['timed']): Pick<ReadResult, 'clockOffset' | 'sessionOffset'> {
  if (!timed) return {};
  const [response, at] = timed;
  const { date } = response.headers;
  return { clockOffset: clockOffset(response, at), sessionOffset: clockOffset({ headers: { date } }, at) };
}

/** Options without a form field: raw fields and files. */
const unsuitableOptions = new Set([
  'newRecipient',
  'field',
  'json',
  'jsonField',
  'input',
  'edit',
  'web',
  'query',
  'raw',
  'interval',
]);

/** The values and options of a command as form fields. @throws {BadInput} UNKNOWN_COMMAND */
export async function formFields(line: string, groups: Groups): Promise<readonly FormField[]> {
  const { command } = await commandFor(line, groups);
  const needs = needsOf(command);
  const optionKeys = new Set((command.options ?? []).map(({ flags }) => flagKey(flags)));
  const pathWords = await wordsOfValues(command);
  const values = valuesOf(command.values)
    .filter(({ name }) => !optionKeys.has(name))
    .map(
      ({ name, key }): FormField => ({
        key,
        label: labelOf(name),
        is: '',
        ...needIn(needs, key),
        text: emptyField,
        words: pathWords[name],
      }),
    );
  const options = (command.options ?? []).filter(
    (flag) =>
      !unsuitableOptions.has(flagKey(flag.flags)) &&
      !pollOptions.includes(flag) &&
      flag.flags.includes('--') &&
      !/-stdin$/.test(flag.flags),
  );
  const assumed = Object.entries(await assumedOfCommand(command)).flatMap(([name, field]): FormField[] =>
    field.secret ? [] : [assumedField(name, field)],
  );
  return [...values, ...options.map((flag) => formField(flag, needIn(needs, flagKey(flag.flags)))), ...assumed].sort(
    (a, b) => rankOf(a) - rankOf(b),
  );
}
/** Needed fields come first, expert ones last. */
const rankOf = ({ required, group }: FormField): number =>
  required || group === 'needed' ? 0 : group === 'expert' ? 2 : 1;
/** The enums of the values of a command, by the path of its first endpoint. */
async function wordsOfValues({ uses }: Command): Promise<Readonly<Record<string, readonly string[]>>> {
  const [service, [name] = []] = Object.entries(uses ?? {})[0] ?? [];
  if (service === undefined || name === undefined) return {};
  const { words = {} } = (await catalogue(service as ServiceName)).calls[name] ?? {};
  return Object.fromEntries(Object.entries(words).map(([value, list]) => [value, list.map(String)]));
}
const formGroups = { first: 'needed', folded: 'expert' } as const;
/** How a form asks for a part of a command: what is needed alone must be filled, one of several may be. */
function needIn(needs: readonly Need[], key: string): Pick<FormField, 'required' | 'group'> {
  const need = needs.find((parts) => parts.some((part) => part.key === key));
  return need && need.length > 1 ? { required: false, group: 'needed' } : { required: need !== undefined };
}
function formField(option: Flag, need: Pick<FormField, 'required' | 'group'>): FormField {
  const flag = /--[\w-]+/.exec(option.flags)![0];
  return {
    flag,
    label: labelOf(flag.slice(2)),
    is: option.summary,
    ...need,
    group: option.inForm ? formGroups[option.inForm] : need.group,
    text: emptyField,
    words: (option.offers?.() ?? option.words)?.map(String),
    isSwitch: takesValue(option.flags) ? undefined : true,
  };
}
/** A field that no public source states: a form offers it, and nothing requires it or fills it in. */
const assumedField = (name: string, field: CallField): FormField => ({
  flag: assumedFlag(field),
  field: name,
  label: name,
  is: `assumed, ${field.required ? 'needed' : 'optional'} in the sandbox: no public source states it`,
  required: false,
  group: field.required ? 'needed' : undefined,
  text: emptyField,
  words: field.words?.map(String),
});

/** Every command of every group. It loads all groups, so only the palette calls it. */
export async function allCommands(groups: Groups): Promise<CommandLine[]> {
  const loaded = await Promise.all(
    Object.entries(groups).map(async ([name, { load }]) => ({ name, group: (await load()).group })),
  );
  return Promise.all(
    loaded.flatMap(({ name, group }) => shown(group.commands).map((command) => paletteEntry(name, command))),
  );
}
const paletteEntry = async (group: string, command: Command): Promise<CommandLine> => ({
  name: `${group} ${command.name}`.trim(),
  is: command.summary,
  values: valuesText(command.values) || undefined,
  reads: await isReadOnly(command),
  needs: needsOf(command).length > 0 || undefined,
});

/** The contacts of the profile; an address book that cannot be read has none here, and its commands say why. */
function contactEntries(context: Context): CommandLine[] {
  try {
    return contactsOf(context).map(({ name, address }): CommandLine => {
      const line = findLine(address);
      return { name: `contact ${name}`, is: address, entry: 'contact', line };
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [];
  }
}

/**
 * The profiles to switch to, the profiles to show beside the current profile, the aliases, and the contacts. An
 * alias with an effect runs only if it is typed.
 */
export async function profilesAndAliases(context: Context, groups: Groups): Promise<CommandLine[]> {
  const { profile } = context.settings();
  const names = profileNames(configOf(context));
  const profiles = names.map(
    (name): CommandLine => ({
      name: `ctx ${name}`,
      is: name === profile.value ? 'the profile in use' : `profile: tuk profile use ${name}`,
      entry: 'profile',
      line: `profile use ${name}`,
    }),
  );
  const saved = listAliases(paths(context.world).aliases, () => {}).map(
    async ({ name, words }): Promise<CommandLine> => ({
      name,
      is: `alias: tuk ${aliasText(words)}`,
      ...((await isReadLine(words, groups)) && { entry: 'alias', line: words.map(quoted).join(' ') }),
    }),
  );
  const besides = [...names.filter((name) => name !== profile.value), 'off'].map(
    (name): CommandLine => ({
      name: `beside ${name}`,
      is: name === 'off' ? 'show one profile' : `show the rows of ${name} beside those of ${profile.value}`,
      entry: 'beside',
      line: name === 'off' ? '' : name,
    }),
  );
  return [...profiles, ...besides, ...(await Promise.all(saved)), ...contactEntries(context)];
}
