// Loads the data of a screen from its command line. The output of a command that is not a read is captured.

import { assumedFlag, assumedOfCommand } from '../../cli/command/assumed-fields.js';
import {
  type Command,
  type Context,
  commandOf,
  contextWith,
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
import { type ReadResult as ReadData, readResult, readValue } from '../../cli/print/read-result.js';
import { type Need, needsOf } from '../../cli/prompts/needs.js';
import { configOf, type Flag, type Flags, flagKey, takesValue } from '../../cli/settings/options.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { repeatOptions, repetitionOf } from '../../engine/read/repetition.js';
import { columnsFor } from '../../engine/read/run-read.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { grouped, sumOf } from '../../money/values/decimal.js';
import type { Field as CallField } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { filledLine, quoted, splitWords } from '../../services/command-line.js';
import { Fields, type RowsOf } from '../../services/decode/fields.js';
import { bodyOf, rowsIn } from '../../services/decode/rows.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { clockOffset } from '../../services/http/service-clock.js';
import { asText, isDecimal, type Row, valueAt } from '../../services/json-value.js';
import { listAliases } from '../../session/aliases.js';
import { paths } from '../../session/paths.js';
import { profileNames } from '../../session/profile.js';
import { figureOf, labelOf, unitOfMoney } from '../../text/column.js';
import { type Empty, type Says, scopeOf, withScope } from '../../text/empty.js';
import { present } from '../../text/present.js';
import { escapeControls } from '../../text/visible.js';
import { type RowKind, rowKindOf } from '../../things/action.js';
import type { Column } from '../../things/column.js';
import { things } from '../../things/index.js';
import type { PaidFrom } from '../../things/thing.js';
import { findLine } from '../../ui/state/boards/navigation.js';
import { emptyField } from '../../ui/state/core/field.js';
import type { CommandLine } from '../../ui/state/core/palette.js';
import { ownField, type ReadResult } from '../../ui/state/core/responses.js';
import type { CommandForm, FormField } from '../../ui/state/core/screens.js';
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
  const limit = /^[1-9]\d*$/.test(String(flags.limit)) ? Number(flags.limit) : undefined;
  const polled = pollContext(beside && flags.profile === otherProfile ? beside : first); // a screen limits each wait
  const context = limit === undefined ? polled : contextWith(polled, { out: limited(polled, limit) });
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
  const value = await readValue({ json, shown });
  const kind = kindOfRows(command, shown.of?.());
  const remains = kind?.paidFrom && (await withRemains(value, kind.paidFrom, shown.of?.(), { first, groups }));
  const clean = (text: string) => context.out.redact.clean(text);
  const isLeftOut = ({ is }: Note) => is === 'left-out';
  const missing = [
    ...(shown.rowsTellFailures ? [] : failures.map(({ message }) => message)),
    ...notes.filter(isLeftOut).map(noteText),
  ];
  const cut = notes.find((note) => note.is === 'cut' || note.is === 'perhaps-cut');
  return {
    value,
    ...clocksOf(context.http().timed),
    leftOut: missing.length > 0 ? missing.map(clean) : undefined,
    notes: notes
      .filter((note) => concernsData(note) && !isLeftOut(note) && note !== cut)
      .map((note) => clean(noteText(note)))
      .concat(remains?.unread ?? []),
    cut: cut
      ? { isCertain: cut.is === 'cut', total: cut.is === 'cut' ? cut.total : undefined, follows: cut.all }
      : limit !== undefined && (rowsIn(value)?.rows.length ?? 0) >= limit
        ? { isCertain: false, follows: true }
        : undefined,
    singleRecord: shown.singleRecord,
    columns: withFields(screenSpec?.columns ? await columnsFor(screenSpec.columns, context) : shown.columns, kind),
    id: shown.idPath,
    key: shown.key,
    of: shown.of?.(),
    ofMachine: command.fromLedger,
    kind,
    have: remains?.have,
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

/** The output of a context, for at most so many rows of a list. */
const limited = ({ out }: Context, limit: number): Context['out'] =>
  new Proxy(out, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name === 'options') return { ...target.options, limit };
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

/**
 * Adds to each row what remains of the own balance after its price, exactly: below zero, it is not enough. A balance that
 * cannot be read adds nothing.
 * @returns the balances in words, and those that could not be read
 */
async function withRemains(
  value: unknown,
  paid: PaidFrom,
  of: RowsOf | undefined,
  { first, groups }: { readonly first: Context; readonly groups: Groups },
) {
  const body = bodyOf(value);
  const rows = body.is === 'rows' ? body.rows : body.is === 'record' ? [body.row] : [];
  const [have, unread]: [string[], string[]] = [[], []];
  const fields = new Fields(rows, of);
  const [priceAt, unitAt] = [fields.at(paid.price), fields.at(paid.in)];
  const ownUnit = (row: Row) => unitOfMoney(valueAt(row, priceAt));
  const unitOf = (row: Row) => ownUnit(row) ?? asText(valueAt(row, unitAt) ?? '');
  for (const unit of new Set(rows.map(unitOf).filter(Boolean))) {
    const ofUnit = rows.filter((row) => unitOf(row) === unit);
    const line = filledLine(paid.balance, { [paid.in]: unit }, 'id')!;
    const read = await loadScreenData(line, undefined, { first }, groups).catch((error: unknown) => {
      if (error instanceof Failure) return undefined;
      throw error;
    });
    const balance = read && bodyOf(read.value);
    const record = balance?.is === 'record' ? balance.row : undefined;
    const amount = record && figureOf(valueAt(record, new Fields([record], read!.of).at(paid.amount)) ?? '');
    if (amount === undefined || !isDecimal(amount)) {
      unread.push(`Your balance in ${escapeControls(unit)} could not be read`);
      continue;
    }
    have.push(`${grouped(amount)} ${escapeControls(unit)}`);
    for (const row of ofUnit) {
      const price = figureOf(valueAt(row, priceAt) ?? '');
      const own = ownUnit(row) === undefined ? '' : ` ${unit}`;
      if (isDecimal(price)) Object.assign(row, { [ownField]: `${sumOf([amount, `-${price}`])}${own}` });
    }
  }
  return { have: have.length > 0 ? `you have ${have.join(', ')}` : undefined, unread };
}
/** The columns of a read, with what remains after the price beside it, and the other fields of its kind, for pages. */
function withFields(known: readonly Column[] | undefined, kind: RowKind = {}): readonly Column[] | undefined {
  const { paidFrom, fields = [] } = kind;
  const others = fields.filter((field) => !known?.some(({ path }) => path === field.path));
  const columns = known && [...known, ...others.map((field) => ({ ...field, room: 'page' as const }))];
  const at = columns?.findIndex(({ path }) => path === paidFrom?.price) ?? -1;
  if (!paidFrom || at < 0) return columns;
  return columns!.toSpliced(at + 1, 0, {
    path: ownField,
    heading: 'after it',
    as: { amount: paidFrom.in },
    ifAny: true,
  });
}

/** The kind of the rows of a read: a thing that its calls return, first the one that it names. */
export function kindOfRows({ uses = {} }: Pick<Command, 'uses'>, of: RowsOf | undefined): RowKind | undefined {
  const [service] = Object.keys(uses);
  const calls = (of?.calls ?? []).map((call) => `${service} ${call}`);
  const returned = things.filter(({ reads }) => reads.some(({ call }) => calls.includes(call)));
  const thing = returned.find(({ name }) => of?.nouns?.includes(name)) ?? returned[0];
  return thing && rowKindOf(thing);
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

/** The values and options of a command as form fields, and its examples. @throws {BadInput} UNKNOWN_COMMAND */
export async function formOf(line: string, groups: Groups): Promise<CommandForm> {
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
      !repeatOptions.includes(flag) &&
      flag.flags.includes('--') &&
      !/-stdin$/.test(flag.flags),
  );
  const assumed = Object.entries(await assumedOfCommand(command)).flatMap(([name, field]): FormField[] =>
    field.secret ? [] : [assumedField(name, field)],
  );
  const fields = [...values, ...options.map((flag) => formField(flag, needIn(needs, flagKey(flag.flags)))), ...assumed];
  return { fields: fields.sort((a, b) => rankOf(a) - rankOf(b)), examples: command.examples };
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
function needIn(needs: readonly Need[], key: string): FieldNeed {
  const need = needs.find((parts) => parts.some((part) => part.key === key));
  if (!need || need.length === 1) return { required: need !== undefined };
  return { required: false, group: 'needed', oneOf: need.map((part) => (part.flag ? part.name : part.key)) };
}
type FieldNeed = Pick<FormField, 'required' | 'group' | 'oneOf'>;
function formField(option: Flag, need: FieldNeed): FormField {
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
