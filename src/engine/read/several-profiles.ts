// `--profile a,b`: runs a read with each profile, and prints the rows as one list with their profiles.
import { setMaxListeners } from 'node:events';
import { type Arguments, type Context, resultOf } from '../../cli/command/command.js';
import type { CommandMatch } from '../../cli/lines/find-command.js';
import { isReadOnlyLine } from '../../cli/lines/refused-sum.js';
import type { Presentation } from '../../cli/output/output.js';
import type { Loaded } from '../../cli/print/loaded.js';
import { printResult, runAndPrint } from '../../cli/print/print-result.js';
import { type ReadResult, readResult } from '../../cli/print/read-result.js';
import { sayNotes } from '../../cli/print/say-notes.js';
import { checkLine } from '../../cli/run/run-command.js';
import { RunContext } from '../../cli/run/run-context.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { hintFor } from '../../cli/settings/next-command.js';
import { type Flags, isDryRun } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { reader } from '../../services/decode/map.js';
import { rowsIn } from '../../services/decode/rows.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { BadInput, bug, Failure } from '../../services/http/errors.js';
import { asText, compact, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { fieldNames } from '../../services/row-fields.js';
import type { Column } from '../../text/column.js';
import { scopeOf } from '../../text/empty.js';
import { declaredPaths, resolvedColumns, unknownText } from '../../text/resolved-columns.js';
import { ofTime } from '../../text/time.js';
import { unitIn } from '../../things/column.js';
import { pollContext } from '../request/patient-context.js';
import { pollRead } from './poll.js';
import { repetitionOf } from './repetition.js';

// Merges lists of the same kind by their common time order.

/**
 * The rows of all lists, in the order of the first time field that orders every list; else one list after the other.
 * @param columns the columns of the command: their times precede other fields
 */
function mergedByTime(lists: readonly (readonly Row[])[], columns: readonly Column[] = []): readonly Row[] {
  const rows = lists.flat();
  if (lists.filter(({ length }) => length > 0).length < 2) return rows;
  const ofCommand = columns.flatMap((column) => (column.as === 'time' ? [column.path] : []));
  for (const path of new Set([...ofCommand, ...fieldNames(rows)])) {
    const direction = directionOf(lists, path);
    if (direction !== undefined) return rows.toSorted((a, b) => direction * (timeAt(a, path)! - timeAt(b, path)!));
  }
  return rows;
}

/**
 * 1 if every list begins with its oldest row, -1 with its newest; undefined if a row has no time, or no order is
 * visible.
 */
function directionOf(lists: readonly (readonly Row[])[], path: string): 1 | -1 | undefined {
  const times = lists.map((rows) => rows.map((row) => timeAt(row, path)));
  if (times.flat().includes(undefined)) return undefined;
  const steps = times.flatMap((list) => list.slice(1).map((time, at) => Math.sign(time! - list[at]!)));
  const isOnly = (direction: number) => steps.includes(direction) && !steps.includes(-direction);
  return isOnly(-1) ? -1 : isOnly(1) ? 1 : steps.length === 0 ? -1 : undefined;
}

const timeAt = (row: Row, path: string): number | undefined => ofTime(asText(valueAt(row, path)));

/** The distinct profiles of `--profile a,b`. @throws {BadInput} BAD_VALUE */
export function profilesIn(typed: string): readonly string[] {
  const names = [...new Set(typed.split(',').map((name) => name.trim()))];
  if (names.every((name) => name !== '')) return names;
  throw new BadInput('BAD_VALUE', `${JSON.stringify(typed.slice(0, 60))} lacks the name of a profile beside a comma.`);
}

/**
 * Runs a read with each profile at the same time. Lists ordered by time are merged; other rows are in the order of
 * profiles. Logs failing profiles.
 * @returns the exit code. @throws {BadInput} ONE_PROFILE for a command that changes or follows something; {Failure} of
 * the first failing profile, after the rows of the others
 */
export async function runWithProfiles(args: Arguments, target: CommandMatch, world: World): Promise<number> {
  const flags = args.options as Flags;
  const names = profilesIn(flags.profile!);
  if (target.command.takesProfiles) return runWithFirst(args, target, { ...flags, profile: names[0]! }, world);
  if (!(await isReadOnlyLine(target, args))) throw oneProfile(target);
  if (world.signal) setMaxListeners(names.length * listenersPerProfile, world.signal); // each active request adds one
  const runs = names.map(
    (profile) =>
      new RunContext(world, { ...flags, ...withWhose(flags), profile }, { command: target.command, saysSandbox: true }),
  );
  const [first] = runs as [RunContext];
  try {
    for (const run of runs) run.settings(); // an unknown profile ends the run before any request
    for (const run of runs) await checkLine(run, args, target);
    const { command } = target;
    if (isDryRun(flags)) {
      for (const run of runs) await runAndPrint(command, args, run);
      return 0;
    }
    const repetition = repetitionOf(command, args);
    const merged = (results: readonly (ReadResult | undefined)[], context: Context): Loaded => {
      const [sample] = results.filter((result) => result !== undefined);
      const read = results.map((result) => {
        const { map } = result?.shown.of?.() ?? {};
        const said = parsed(result?.json);
        return map ? inOurNames(said, map, !result?.shown.singleRecord) : said;
      });
      const { responses, unknown, others, id } = inOneSpelling(read, results);
      if (runs[0]!.out.options.format === 'table')
        for (const [at, text] of unknown.entries())
          if (text) context.note({ is: 'of-profile', profile: names[at]!, note: { is: 'fact', text } });
      const rows = rowsOfAll(names, responses, sample?.shown.columns);
      for (const [at, result] of results.entries())
        for (const note of result?.notes ?? []) context.note({ is: 'of-profile', profile: names[at]!, note });
      return {
        json: sample?.json === undefined ? undefined : compact(rows),
        shown: {
          ...presentationOf(sample?.shown ?? {}, others, id),
          empty: emptyOfAll(names, results),
        },
        failures: results.flatMap((result, at) =>
          result === undefined || result.shown.rowsTellFailures
            ? []
            : result.failures.map((failure) => ofProfile(failure, names[at]!)),
        ),
      };
    };
    const readWith = async (run: Context, at: number, line: Arguments) => {
      try {
        return await readResult(command, line, run);
      } catch (error) {
        throw ofProfile(error, names[at]!);
      }
    };
    if (repetition) {
      const load = async (poll: Context) =>
        merged(
          await Promise.all(
            runs.map((run, at) =>
              readWith(run === first ? poll : pollContext(run, poll.deadline), at, repetition.line),
            ),
          ),
          poll,
        );
      return await pollRead(load, first, repetition.poll);
    }
    const results = await Promise.allSettled(runs.map((run, at) => readWith(run, at, args)));
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Failure] : []));
    const { json, shown, failures } = merged(
      results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)),
      first,
    );
    const isEmpty = json === '[]' && shown.emptyIsNotFound;
    return await printResult(
      resultOf(json, shown, { failures: [...failed, ...failures], exit: isEmpty ? exitCode('not-found') : 0 }),
      first,
    );
  } finally {
    sayNotes(first.takeNotes(), first);
    await Promise.all(runs.map((run) => run.close()));
  }
}

/** Runs a command that reads `--profile a,b` itself, with the output of the first profile. @returns the exit code */
async function runWithFirst(args: Arguments, target: CommandMatch, flags: Flags, world: World): Promise<number> {
  const run = new RunContext(world, flags, { command: target.command });
  try {
    await checkLine(run, args, target);
    const code = await runAndPrint(target.command, args, run);
    if (run.out.deferred) throw run.out.deferred;
    return code;
  } finally {
    sayNotes(run.takeNotes(), run);
    await run.close();
  }
}

/** Adds the profile to chosen fields: it tells the rows apart. */
const withWhose = ({ fields, columns }: Flags): Pick<Flags, 'fields' | 'columns'> => {
  const added = (names: string) => (/^help$|(^|,)\s*profile\s*(,|$)/.test(names) ? names : `profile,${names}`);
  return {
    fields: fields === undefined ? undefined : added(fields),
    columns: columns === undefined ? undefined : added(columns),
  };
};

/** More than the maximum number of concurrent requests of a command. */
export const listenersPerProfile = 32;

/**
 * Responses whose rows have the fields of the declared columns under one name: the declared one, if the platforms of the
 * profiles spell them differently. `others`: columns of the fields that no rule knows, in place of the `unknown` ones
 * that another response has.
 */
function inOneSpelling(responses: readonly unknown[], results: readonly (ReadResult | undefined)[]) {
  const found = responses.map((response, at) => {
    const { columns = [], of, idPath: id } = results[at]?.shown ?? {};
    const rows = rowsOf(response);
    if (of === undefined || rows.length === 0) return undefined;
    const units = columns.flatMap(({ as }) => unitIn(as) ?? []).map((path): Column => ({ path }));
    return {
      paths: declaredPaths([...columns, ...units], rows, of(), id),
      ...resolvedColumns(columns, rows, { id, of: of() }),
    };
  });
  const pathsOf = (name: string) => new Set(found.flatMap((one) => one?.paths.get(name) ?? []));
  const ids = new Set(results.flatMap((result, at) => found[at]?.paths.get(result?.shown.idPath ?? 'id') ?? []));
  const lacking = found.map((one) => one?.unknown.filter(({ path }) => pathsOf(path).size > 0) ?? []);
  return {
    responses: responses.map((response, at) => {
      const fields = Object.fromEntries([...(found[at]?.paths ?? [])].filter(([name]) => pathsOf(name).size > 1));
      const rows = Object.keys(fields).length === 0 ? undefined : rowsOf(response).map(reader({ fields }));
      return rows === undefined ? response : rowsIn(response) ? rows : rows[0];
    }),
    unknown: lacking.map((columns) => unknownText(columns)),
    id: ids.size === 1 ? [...ids][0] : undefined,
    others: found.flatMap((one, at) =>
      one === undefined || lacking[at]!.length === 0
        ? []
        : one.columns.filter(({ path }) => ![...one.paths.values()].includes(path)),
    ),
  };
}

/**
 * The presentation of the merged list: the profile, then the columns of the command.
 * @param id the path of the id in the rows of every profile: in those of all it tells none apart
 */
const presentationOf = (
  { columns, key, idPath = 'id', chart: _, code: __, ...shown }: Presentation,
  others: readonly Column[],
  id = idPath,
): Presentation => ({
  ...shown,
  idPath: id,
  key: ['profile', ...(key ?? [id])],
  columns: columns && [
    { path: 'profile' },
    ...columns.map((column) => (column.path === idPath ? { heading: 'id', ...column, path: id } : column)),
    ...others,
  ],
});

/** What is said if no profile has a row: of all that were read, whose wallets differ. */
function emptyOfAll(names: readonly string[], results: readonly (ReadResult | undefined)[]): Presentation['empty'] {
  const read = results.flatMap((result, at) => (result ? [{ name: names[at]!, empty: result.shown.empty }] : []));
  const scopes = read.flatMap(({ empty }) => (empty ? [scopeOf(empty)] : []));
  const of = [...new Set(scopes.flatMap((scope) => scope.of ?? []))];
  const profiles = scopes[0]?.profiles ?? read.map(({ name }) => name);
  const [first] = read;
  return first?.empty && { ...first.empty, of: { ...scopes[0], of: of.length > 0 ? of : undefined, profiles } };
}

const parsed = (json: string | undefined): unknown =>
  json === undefined || json === '' ? undefined : parseLossless(json);

/**
 * The rows of the responses as one list, each with its profile. A response that is not a list is one row, in the order
 * of profiles.
 */
function rowsOfAll(
  profiles: readonly string[],
  responses: readonly unknown[],
  columns: Presentation['columns'],
): readonly Row[] {
  const lists = responses.map((response, index) => {
    const whose = { profile: profiles[index] };
    // the first field, also of a row with a field of this name
    return rowsOf(response).map((row): Row => ({ ...whose, ...row, ...whose }));
  });
  return responses.some((response) => rowsIn(response) !== undefined) ? mergedByTime(lists, columns) : lists.flat();
}
const rowsOf = (response: unknown): readonly Row[] =>
  response === undefined ? [] : (rowsIn(response)?.rows ?? (isRecord(response) ? [response] : [{ value: response }]));

/** The failure of a read with a profile, which it names. */
export function ofProfile(error: unknown, profile: string): Failure {
  const { kind, code, message, hint, where } = error instanceof Failure ? error : bug(error);
  return new Failure(kind, code, `Profile ${profile}: ${message}`, hint && hintFor(hint, profile), where, error);
}

const commandName = ({ groupName, command: { name } }: CommandMatch) => `tuk ${groupName} ${name}`.trim();

const oneProfile = (target: CommandMatch): BadInput =>
  new BadInput(
    'ONE_PROFILE',
    `${commandName(target)} takes one profile: only what reads once, or repeats a read with -w, takes several.`,
  );
