// Runs `tuk diff`: makes the reads, compares their responses and prints the differences.

import { setMaxListeners } from 'node:events';
import { readWords } from '../../cli/command/arguments.js';
import { type Arguments, type Context, type Groups, type Result, resultOf } from '../../cli/command/command.js';
import { inputName, readInput } from '../../cli/files/input-file.js';
import { displayedLine, expandedLine } from '../../cli/lines/alias-line.js';
import { type CommandMatch, callNamed, findCommand, parseLine, serviceNamed } from '../../cli/lines/find-command.js';
import { isReading } from '../../cli/lines/reading.js';
import { checkFields, fieldNamed, pickFields, shape } from '../../cli/output/formats/shape.js';
import { declaredBy, rowsMatching } from '../../cli/output/match.js';
import type { OutputOptions, Presentation } from '../../cli/output/output.js';
import { readResult } from '../../cli/print/read-result.js';
import { sayNotes } from '../../cli/print/say-notes.js';
import { checkLine } from '../../cli/run/run-command.js';
import { RunContext } from '../../cli/run/run-context.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import type { Flags } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { firstPageNote } from '../../engine/read/repeatable.js';
import { repetitionOf } from '../../engine/read/repetition.js';
import { listenersPerProfile, ofProfile, profilesIn } from '../../engine/read/several-profiles.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { wordsOfLine } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { Fields } from '../../services/decode/fields.js';
import { BadInput, cited, Failure } from '../../services/http/errors.js';
import { router } from '../../services/http/path.js';
import { asText, compact, isNothing, isRecord, isScalar, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { type Column, namesAmount } from '../../text/column.js';
import { ofTime } from '../../text/time.js';
import { things } from '../../things/index.js';
import {
  amountsOf,
  type Comparison,
  type Difference,
  differencesOf,
  type Moment,
  OtherKind,
  rowIn,
  type SeenResponse,
  seenResponse,
} from './compare.js';

// The line that `tuk diff` compares: it must be a read that ends by itself. Its filters count, its format does not.
interface ReadLine {
  readonly target: CommandMatch;
  readonly args: Arguments;
  /** The line as it is shown. */
  readonly text: string;
  /** The fields by which rows match, as typed. */
  readonly by?: string;
}

/** Options that compute something else from the response. */
const computing = ['jq', 'sum', 'sumBy'] as const satisfies readonly (keyof Flags)[];
/** Options that say how a response is printed. A saved line may have them: they are left out. */
const printing = [
  ...(['output', 'json', 'columns', 'noHeader', 'noPager', 'quiet', 'mask', 'check'] as const),
] satisfies readonly (keyof Flags)[];
/** Options of a run that is not a read, or of another run. */
const unfit = ['reveal', 'dryRun', 'printCurl'] as const satisfies readonly (keyof Flags)[];

/**
 * Parses the line, an alias included.
 * @param typed one text, or the words of the line
 * @throws {BadInput} NOT_A_READ for anything but a read; the refusals of the line itself
 */
async function readLine(typed: readonly string[], { world }: Context, groups: Groups): Promise<ReadLine> {
  const words = typed.length === 1 ? wordsOfLine(typed[0]!) : typed;
  if (words === undefined) throw notRead('The line has an open quote, or is more than one line.');
  const text = displayedLine(words);
  if (words.length === 0) throw notRead('The line is empty.', "Like: tuk diff 'points balance' -p a,b");
  if (words[0] === 'tuk')
    throw notRead('The line begins with its command, without tuk.', `Like: ${displayedLine(words.slice(1)).slice(4)}`);
  refuse(readWords(words).flags, [...printing, ...computing]);
  const argv = await expandedLine(words, world, groups);
  const target = await findCommand(argv, readWords(argv), groups);
  if (!target) throw notRead(`${text} prints help and reads nothing.`);
  const { groupName, command } = target;
  if (command.wait || /^(wait|watch)$/.test(groupName) || /(^| )(watch|wait)$/.test(command.name))
    throw notRead(`${text} does not end by itself, and tuk diff compares two reads.`);
  if (!(await isReading(target)))
    throw notRead(`${text} does not read data, and tuk diff only reads.`, 'See the commands: tuk help');
  const args = await parseLine(argv, target);
  if (repetitionOf(command, args)) throw notRead(`${text} repeats its read, and tuk diff compares two reads.`);
  refuse(args.options, [...computing, ...unfit]);
  return { target, args, text };
}

function refuse(options: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const name = names.find((option) => options[option] !== undefined && options[option] !== false);
  if (name !== undefined)
    throw notRead(
      `The line has --${kebab(name)}, and tuk diff compares responses as they are read.`,
      (unfit as readonly string[]).includes(name)
        ? undefined
        : `Give it to tuk diff itself: tuk diff 'LINE' --${kebab(name)} …`,
    );
}

const notRead = (message: string, hint?: string): BadInput => new BadInput('NOT_A_READ', `${message}`, hint);

/** The options of the line for the run of a read, without those that print. */
function readFlags({ args }: ReadLine): Flags {
  const printNames = new Set<string>(printing);
  return Object.fromEntries(Object.entries(args.options).filter(([name]) => !printNames.has(name))) as Flags;
}

// One side of a comparison: a read that is made now, or the output of an earlier one.
/** A response as JSON text, and the presentation of its command. */
interface Side {
  readonly json: string;
  readonly presentation: Presentation;
  readonly moment: Moment;
  readonly persons: boolean;
  /** Whether the response is cut at a page, which a note says. */
  readonly isCut: boolean;
}

/** Global options of `tuk diff` that its reads take too. */
const shared = ['verbose', 'timeout', 'retry', 'maxWait', 'maxBody', 'lang', 'allowUnknownWord', 'utc', 'tz'] as const;

/** The context of a read with a profile; the caller closes it. The first one marks the figures of a sandbox. */
function runOf(line: ReadLine, context: Context, profile: string | undefined, saysSandbox: boolean): RunContext {
  const { flags, world } = context;
  const passed = Object.fromEntries(shared.map((name) => [name, flags[name]]));
  const lineFlags = Object.fromEntries(
    Object.entries(readFlags(line)).filter(([, value]) => value !== undefined && value !== 0),
  );
  const sideFlags: Flags = { ...passed, ...lineFlags, profile, quiet: flags.quiet, json: flags.json, noInput: true };
  const silent: World = Object.create(world, { stdin: { value: noInput } });
  return new RunContext(silent, sideFlags, { command: line.target.command, saysSandbox });
}
const noInput = Object.assign((async function* () {})(), { isTTY: false }) as unknown as World['stdin'];

/** Makes the read. Notes name `whose` read they are about. @throws {Failure} of the read */
async function readNow(line: ReadLine, run: RunContext, whose: string | undefined): Promise<Side> {
  const { target, args } = line;
  const from = run.world.clock.now();
  const { json: text, shown: presentation, failures, notes } = await readResult(target.command, args, run);
  if (failures[0] && !presentation.rowsTellFailures) throw failures[0];
  const offset = run.http().clockOffset;
  if (text === undefined)
    throw new BadInput('NOT_A_READ', `${line.text} prints no data to compare.`, 'See what reads: tuk help');
  const json = text === '' ? 'null' : text;
  const isStated = notes.some(({ is }) => is === 'cut' || is === 'perhaps-cut');
  const cut =
    isStated || args.options.all === true ? undefined : firstPageNote({ text: json, headers: {} }, pagesOf(line));
  for (const note of cut ? [...notes, cut] : notes)
    run.note(whose === undefined ? note : { is: 'of-profile', profile: whose, note });
  sayNotes(run.takeNotes(), run);
  return {
    json,
    presentation,
    moment: { from: from + offset, to: run.world.clock.now() + offset },
    persons: (await presentation.persons?.()) ?? false,
    isCut: isStated || cut !== undefined,
  };
}
/** How --all follows the pages of the line. */
const pagesOf = ({ target: { command } }: ReadLine) => ({
  isPaged: command.read?.isPaged === true,
  canFollow: (command.options ?? []).some(({ flags }) => flags === '--all'),
});

/** Checks the line with the options of a read, before anything is sent. @throws {Failure} */
const checkRead = ({ target, args }: ReadLine, run: RunContext): Promise<void> => checkLine(run, args, target);

/**
 * The output of an earlier read, as JSON text.
 * @throws {BadInput} BAD_EARLIER for a file that is empty, or is not the JSON of a response
 */
async function readEarlier(file: string, world: World): Promise<string> {
  const text = await readInput(world, file);
  const named = inputName(file);
  const remedy = 'Make it: tuk LINE -o json > FILE';
  if (text.trim() === '')
    throw new BadInput('BAD_EARLIER', `${named} is empty: the earlier read may have failed.`, remedy);
  let value: unknown;
  try {
    value = parseLossless(text);
  } catch {
    throw new BadInput('BAD_EARLIER', `${named} is not JSON, as -o json prints it.`, remedy);
  }
  if (isRecord(value) && isRecord(value.error) && 'exitCode' in value.error)
    throw new BadInput('BAD_EARLIER', `${named} has a failure in place of a response.`, remedy);
  return text;
}

/** A response after --match, --sort-by and --limit of the line. @throws {Failure} */
async function filtered(json: string, { match, sortBy, limit }: OutputOptions, side: Side): Promise<unknown> {
  if (match === undefined && sortBy === undefined && limit === undefined) return parseLossless(json);
  const { columns = [] } = side.presentation;
  const isDeclared = await declaredBy(side.presentation);
  const select =
    match === undefined
      ? undefined
      : (rows: Parameters<typeof rowsMatching>[0]) =>
          rowsMatching(rows, match, side.presentation.columns, { now: side.moment.to, isDeclared });
  return shape(json, { sortBy, limit, columns, select, singleRecord: side.presentation.singleRecord }).value;
}

// The differences as they are printed: a table states a whole row by its first fields, data have all of it.

/** The fields that state a row. */
const most = 3;

/** The differences; for a table, a row as a text of a few of its fields. @param columns of the command */
function forPeople(
  differences: readonly Difference[],
  columns: readonly Column[],
  { out, world }: Context,
): readonly Difference[] {
  const { format = world.stdout.isTTY || out.options.columns ? 'table' : 'json', jq } = out.options;
  if (jq !== undefined || !/^(table|md)$/.test(format)) return differences;
  return differences.map((difference) => ({
    ...difference,
    before: stated(difference.before, columns, difference.id),
    after: stated(difference.after, columns, difference.id),
  }));
}

function stated(value: unknown, columns: readonly Column[], id: string | null): unknown {
  if (!isRecord(value)) return value;
  const paths = columns.length > 0 ? columns.map(({ path }) => path) : Object.keys(value);
  const values = paths.map((path) => valueAt(value, path));
  const texts = values.filter((field) => isScalar(field) && !isNothing(field) && asText(field) !== '').map(asText);
  return (
    texts
      .filter((text) => text !== id)
      .slice(0, most)
      .join(', ') || value
  );
}

// The paths that identify the rows of a read: of its command, else of the thing that its call returns.

/** The declared paths of the key; undefined without any. */
async function keyOfRead(
  { target, args }: ReadLine,
  { key, idPath }: Presentation,
): Promise<readonly string[] | undefined> {
  if (key) return key;
  if (idPath !== undefined) return [idPath];
  const call = target.groupName === 'api' ? await callOf(args.positionals) : undefined;
  return call && keyOfThing(`${call.service} ${call.name}`);
}

/** The paths of a key in the rows of both sides, whose platforms may spell them in another way. */
function keyIn(
  declared: readonly string[] | undefined,
  sides: readonly SeenResponse[],
  { of }: Presentation,
): readonly string[] | undefined {
  const [id, ...more] = declared ?? ['id'];
  if (of === undefined || more.length > 0) return declared;
  const paths = sides.flatMap(({ rows = [] }) => {
    const known = new Fields(
      rows.map(({ whole }) => rowIn(whole)),
      of(),
    ).path(id!, 'id');
    return known.is === 'known' ? [known.value] : [];
  });
  const [path] = paths;
  return path !== undefined && paths.every((other) => other === path) ? [path] : declared;
}

/** The call of `tuk api`, by name or by path. */
async function callOf([first = '', second = '', path = '']: readonly string[]): Promise<Call | undefined> {
  if (!/^[A-Z]+$/i.test(first) || !/^(get|post|put|delete)$/i.test(first))
    return callNamed(await catalogue(serviceNamed(first)), second);
  const { calls } = await catalogue(serviceNamed(second));
  return router(calls).match(first.toUpperCase(), path.split('?', 1)[0]!)?.call;
}

function keyOfThing(call: string): readonly string[] | undefined {
  for (const { reads, identity, ids } of things) {
    const read = reads.find((candidate) => candidate.call === call);
    const fixed = identity?.filter((path) => !namesAmount(nameIn(path))); // an amount changes
    const key = read && (read.ids ?? fixed ?? ids);
    if (key) return key;
  }
  return undefined;
}

/** The paths that name the rows of a line in every environment, as the thing of its first call with one says. */
async function naturalKeyOf({ target: { groupName, command }, args }: ReadLine): Promise<readonly string[]> {
  const call = groupName === 'api' ? await callOf(args.positionals) : undefined;
  const calls = call
    ? [`${call.service} ${call.name}`]
    : Object.entries(command.uses ?? {}).flatMap(([service, names]) => names.map((name) => `${service} ${name}`));
  const keyOf = (name: string) =>
    things.find(({ natural, reads }) => natural && reads.some((read) => read.call === name));
  return calls.map(keyOf).find((thing) => thing !== undefined)?.natural ?? [];
}
/** The paths of --by. @throws {BadInput} UNKNOWN_FIELD for a field that no row has, CONFLICT for a record */
function byOf(
  typed: string | undefined,
  sides: readonly SeenResponse[],
  columns: readonly Column[],
): readonly string[] | undefined {
  if (typed === undefined) return undefined;
  const lists = sides.flatMap(({ rows }) => (rows ? [rows.map(({ whole }) => rowIn(whole))] : []));
  if (lists.length === 0) throw new BadInput('CONFLICT', '--by is for the rows of a list, and this is one record.');
  const rows = lists.flat();
  return typed.split(',').map((name) => {
    const path = rows.length === 0 ? name : fieldNamed(name.trim(), rows, columns);
    if (path !== undefined) return path;
    throw new BadInput('UNKNOWN_FIELD', `No row has a field ${cited(name.trim())}.`);
  });
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const remedy =
  "Two profiles: tuk diff 'LINE' -p a,b. An earlier output: tuk diff 'LINE' --since FILE. Two files: tuk diff a.json b.json";
const badSides = (message: string, hint = remedy): BadInput => new BadInput('BAD_SIDES', `${message}`, hint);

/** The fields of a difference. */
const fields: readonly (keyof Difference)[] = ['change', 'id', 'path', 'before', 'after'];

/** Compares the two sides. @returns the differences, exit 1 if there are any @throws {BadInput} {Failure} of a read */
export async function runDiff({ positionals, options }: Arguments, context: Context, groups: Groups): Promise<Result> {
  const typed = typeof options.profile === 'string' ? options.profile : undefined;
  const file = typeof options.since === 'string' ? options.since : undefined;
  const by = typeof options.by === 'string' ? options.by : undefined;
  const names = typed === undefined ? [] : profilesIn(typed);
  checkSelection(context);
  const files =
    positionals.length === 2 && positionals.every((name) => /\.json$/i.test(name)) ? positionals : undefined;
  if (files !== undefined) {
    if (file !== undefined || names.length > 0)
      throw badSides('Two files are compared with each other: leave out -p and --since.');
    return betweenFiles(files, by, context);
  }
  if (file !== undefined && typed?.includes(','))
    throw badSides('-p a,b compares two profiles, and --since two times: give one of them.');
  if (file === undefined && names.length !== 2)
    throw badSides(
      names.length === 0
        ? 'tuk diff needs two profiles, or an earlier output.'
        : `tuk diff compares two profiles, and -p names ${counted(names.length, 'profile')}.`,
    );
  const line = { ...(await readLine(positionals, context, groups)), by };
  const named = line.args.options.profile as string | undefined;
  if (named !== undefined && (named.includes(',') || (typed !== undefined && named !== typed)))
    throw badSides(`The line names the profile ${named} itself.`, 'Leave -p out of the line.');
  return file === undefined
    ? betweenProfiles(line, names as [string, string], context)
    : since(line, file, named ?? typed, context);
}

/**
 * Checks that options select differences, and not rows of the line: its options stand in its quotes.
 * @throws {BadInput} UNKNOWN_FIELD, BAD_MATCH
 */
function checkSelection({ out: { options } }: Context): void {
  const { fields: picked = [], columns = [], sortBy, match } = options;
  const typed = [...picked, ...columns, ...(sortBy === undefined ? [] : [sortBy.replace(/^-/, '')])];
  const unknown = typed.find((name) => name !== 'help' && !(fields as readonly string[]).includes(name.split('.')[0]!));
  if (unknown !== undefined)
    throw new BadInput(
      'UNKNOWN_FIELD',
      `A difference has no field ${cited(unknown)}; it has: ${fields.join(', ')}.`,
      "Put the options of the line inside its quotes: tuk diff 'LINE --fields a,b'",
    );
  const row = Object.fromEntries(fields.map((name) => [name, '']));
  const columnsOf = fields.map((path) => ({ path }));
  if (match !== undefined) rowsMatching([row], match, columnsOf, { now: 0, isDeclared: () => true });
}

async function betweenProfiles(line: ReadLine, names: readonly [string, string], context: Context): Promise<Result> {
  const runs = names.map((name, at) => runOf(line, context, name, at === 0)) as [RunContext, RunContext];
  if (context.world.signal) setMaxListeners(3 * listenersPerProfile, context.world.signal);
  try {
    for (const run of runs) run.settings(); // an unknown profile ends the run before any request
    for (const run of runs) await checkRead(line, run);
    const results = await Promise.allSettled(runs.map((run, at) => readNow(line, run, names[at])));
    const failures = results.flatMap((result, at) =>
      result.status === 'rejected' ? [ofProfile(result.reason, names[at]!)] : [],
    );
    for (const { message } of failures.slice(1)) context.log(`✗ ${message}`, 'failure');
    if (failures[0]) throw failures[0];
    const [before, after] = results.map((result) => (result as PromiseFulfilledResult<Side>).value) as [Side, Side];
    return await report(
      line,
      { json: before.json, moment: before.moment, heading: names[0], isOther: true },
      { side: after, run: runs[1], heading: names[1] },
      context,
    );
  } finally {
    await Promise.all(runs.map((run) => run.close()));
  }
}

async function since(line: ReadLine, file: string, profile: string | undefined, context: Context): Promise<Result> {
  const json = await readEarlier(file, context.world);
  const run = runOf(line, context, profile, true);
  try {
    await checkRead(line, run);
    const side = await readNow(line, run, undefined);
    const result = await report(line, { json, heading: 'before' }, { side, run, heading: 'after' }, context, file);
    const note =
      result.exit === 0 || side.isCut ? undefined : firstPageNote({ text: json, headers: {} }, pagesOf(line));
    if (note !== undefined) context.note({ is: 'of-file', file: inputName(file), note });
    return result;
  } finally {
    await run.close();
  }
}

/** Compares two JSON files: the rows of lists, the cases of two reports of `tuk smoke`, or the fields of records. */
async function betweenFiles(files: readonly string[], by: string | undefined, context: Context): Promise<Result> {
  const [before, after] = (await Promise.all(files.map((file) => readEarlier(file, context.world)))).map((text) =>
    casesOfReport(parseLossless(text)),
  );
  const isReport = before!.isReport && after!.isReport;
  const seen = [before!, after!].map(({ value }) => seenResponse(value, { persons: false, isOne: false }));
  const comparing: Comparison = {
    key: isReport ? ['case'] : undefined,
    by: byOf(by, seen, []),
    isAmount: amountsOf(new Set()),
    moments: [undefined, undefined],
    isMasked: context.out.isMasked('stdout'),
  };
  const differences = compared(() => differencesOf(seen[0]!, seen[1]!, comparing), files[0]);
  return resultOfDifferences(differences, ['before', 'after'], [], context);
}

/** A report of `tuk smoke` as its cases, with what a case is compared by; any other document as it is. */
function casesOfReport(document: unknown): { readonly isReport: boolean; readonly value: unknown } {
  const isReport = isRecord(document) && /^tuk-smoke-report\//.test(asText(document.schema ?? ''));
  const rows = isReport && Array.isArray(document.results) ? document.results.filter(isRecord) : undefined;
  if (rows === undefined) return { isReport: false, value: document };
  const value = rows.map(({ service, call, withoutToken, outcome, status, checked, rows, why }) => ({
    case: `${asText(service)} ${asText(call)}${withoutToken === true ? ' without a token' : ''}`,
    ...{ outcome, status, checked, why },
    hasRows: isNothing(rows) ? null : asText(rows) !== '0',
  }));
  return { isReport: true, value };
}

interface Earlier {
  readonly json: string;
  readonly moment?: Moment;
  readonly heading: string;
  /** It is of another profile. */
  readonly isOther?: true;
}
interface Now {
  readonly side: Side;
  readonly run: RunContext;
  readonly heading: string;
}
/** Compares a read with what it was. */
async function report(
  line: ReadLine,
  earlier: Earlier,
  { side, run, heading }: Now,
  context: Context,
  file?: string,
): Promise<Result> {
  const { presentation, persons } = side;
  const { fields: picked, ...filters } = run.out.options;
  const responses = await Promise.all([earlier.json, side.json].map((json) => filtered(json, filters, side)));
  const seen = responses.map((response) =>
    seenResponse(response, { persons, isOne: presentation.singleRecord === true }),
  );
  if (picked)
    checkFields(
      (seen[1]!.rows ?? [seen[1]!]).map(({ whole }) => rowIn(whole)),
      picked,
    );
  const columns = presentation.columns ?? [];
  const comparing: Comparison = {
    key: keyIn(await keyOfRead(line, presentation), seen, presentation),
    by: byOf(line.by, seen, columns),
    natural: earlier.isOther ? await naturalKeyOf(line) : undefined,
    onNames: (names) =>
      context.note({
        is: 'fact',
        text: `No id is in both: rows match by ${names.join(', ')}, and ids are not compared.`,
      }),
    isAmount: amountsOf(new Set(columns.filter(isAmount).map(({ path }) => path))),
    moments: [earlier.moment, side.moment],
    isMasked: context.out.isMasked('stdout'),
    pick: picked && ((value) => pickFields(value, picked)),
  };
  const differences = compared(() => differencesOf(seen[0]!, seen[1]!, comparing), file);
  return resultOfDifferences(differences, [earlier.heading, heading], columns, context);
}

/** The differences, with their exit code. */
function resultOfDifferences(
  differences: readonly Difference[],
  [earlier, now]: readonly [string, string],
  columns: readonly Column[],
  context: Context,
): Result {
  const as = areTimes(differences) ? 'moment' : undefined;
  if (differences.length > 0) context.note({ is: 'fact', text: summary(differences) });
  const shown: Presentation = {
    columns: [
      { path: 'change', room: 'stays' },
      ...(differences.every(({ id }) => id === null) ? [] : [{ path: 'id' }]),
      ...(differences.every(({ path }) => path === null) ? [] : [{ path: 'path', room: 'stays' as const }]),
      { path: 'before', heading: earlier, as, room: 'stays' },
      { path: 'after', heading: now, as, room: 'stays' },
    ],
    csvColumns: fields,
    idPath: 'id',
    empty: { says: 'No differences.', of: { profiles: 'none' } as const },
  };
  const exit = differences.length > 0 ? exitCode('failed') : 0;
  return resultOf(compact(forPeople(differences, columns, context)), shown, { exit });
}

/** Whether all values are times: a table would show their ages. */
const areTimes = (differences: readonly Difference[]): boolean =>
  differences
    .flatMap(({ before, after }) => [before, after])
    .every((value) => isNothing(value) || ofTime(asText(value)) !== undefined);
const isAmount = ({ as }: Column): boolean =>
  as === 'amount' || as === 'percent' || (typeof as === 'object' && ('amount' in as || 'units' in as));

/** @throws {BadInput} OTHER_KIND if one side is a list, and the other one is a record */
function compared(compare: () => readonly Difference[], file: string | undefined): readonly Difference[] {
  try {
    return compare();
  } catch (error) {
    if (!(error instanceof OtherKind)) throw error;
    if (file === undefined)
      throw new Failure('server', 'OTHER_KIND', 'One profile responds with a list, and the other one with a record.');
    const named = file === '-' ? 'standard input' : file;
    throw new BadInput(
      'OTHER_KIND',
      `The line and ${named} are different reads: one is a list, the other is a record.`,
      'Make it with the same line: tuk LINE -o json > FILE',
    );
  }
}

function summary(differences: readonly Difference[]): string {
  const parts = (['added', 'removed', 'changed'] as const).map((change) => {
    const count = differences.filter((difference) => difference.change === change).length;
    return count === 0 ? '' : `${count} ${change}`;
  });
  return `${counted(differences.length, 'difference')}: ${parts.filter(Boolean).join(', ')}`;
}
