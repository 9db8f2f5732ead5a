// The data of a screen: what the read of its command line returns, with its columns, texts and kind of rows.

import {
  type Command,
  type Context,
  commandOf,
  contextWith,
  type Group,
  type Groups,
  groupEntry,
} from '../../cli/command/command.js';
import type { HttpAccess } from '../../cli/command/http-access.js';
import { concernsData, type Note, noteText } from '../../cli/command/notes.js';
import { parseLine } from '../../cli/lines/find-command.js';
import { type ReadResult as ReadData, readResult, readValue } from '../../cli/print/read-result.js';
import type { Flag, Flags } from '../../cli/settings/options.js';
import { repetitionOf } from '../../engine/read/repetition.js';
import { columnsFor } from '../../engine/read/run-read.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { grouped, sumOf } from '../../money/values/decimal.js';
import { filledLine, splitWords } from '../../services/command-line.js';
import { Fields, type RowsOf } from '../../services/decode/fields.js';
import { bodyOf, rowsIn } from '../../services/decode/rows.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { clockOffset } from '../../services/http/service-clock.js';
import { asText, isDecimal, type Row, valueAt } from '../../services/json-value.js';
import { figureOf, unitOfMoney } from '../../text/column.js';
import { type Empty, type Says, scopeOf, withScope } from '../../text/empty.js';
import { present } from '../../text/present.js';
import { escapeControls } from '../../text/visible.js';
import { type RowKind, rowKindOf } from '../../things/action.js';
import type { Column } from '../../things/column.js';
import { things } from '../../things/index.js';
import type { PaidFrom } from '../../things/thing.js';
import { ownField, type ReadResult } from '../../ui/state/core/responses.js';
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
export async function commandFor(line: string, groups: Groups): Promise<ResolvedCommand> {
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
        // those of a read know its options
        says: (command.read && (shown.empty ?? command.read.empty)?.says) ?? screenSpec?.empty ?? shown.empty?.says,
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
  const [response, at, took] = timed;
  const { date } = response.headers;
  return { clockOffset: clockOffset(response, at, took), sessionOffset: clockOffset({ headers: { date } }, at, took) };
}
