// `--profile a,b`: runs one read with each profile and prints the rows as one list, with the profile of each row.

import { setMaxListeners } from 'node:events';
import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import type { Found } from '../../cli/find-command.js';
import type { Flags } from '../../cli/options.js';
import { capturingContext } from '../../cli/output/captured.js';
import type { Presentation } from '../../cli/output/output.js';
import { isReadOnlyLine } from '../../cli/read-only.js';
import { checkLine } from '../../cli/run-command.js';
import { RunContext } from '../../cli/run-context.js';
import type { World } from '../../cli/world.js';
import { BadInput, bug, Failure } from '../../services/http/errors.js';
import { compact, isRecord, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless } from '../../services/lossless-number.js';
import { pollContext } from '../request/patient-context.js';
import { isPolled } from '../request/shared-options.js';
import { mergedByTime } from './merge-lists.js';
import { pollRead } from './poll.js';

/** The profiles of `--profile a,b`, each once. @throws {BadInput} BAD_PROFILES */
export function profilesIn(typed: string): readonly string[] {
  const names = [...new Set(typed.split(',').map((name) => name.trim()))];
  if (names.every((name) => name !== '')) return names;
  throw new BadInput('BAD_PROFILES', `${JSON.stringify(typed.slice(0, 60))} lacks the name of a profile beside a comma.`);
}

/**
 * Runs a read with each of its profiles, at the same time. Lists that are in the order of a time are merged by it, other rows stand in the order of the profiles;
 * a profile that fails is logged.
 * @returns the exit code. @throws {BadInput} ONE_PROFILE for a command that changes something or follows it; {Failure} of the first profile that failed, after
 * the rows of the others
 */
export async function runWithProfiles(args: Arguments, found: Found, world: World): Promise<number> {
  const flags = args.options as Flags;
  const names = profilesIn(flags.profile!);
  if (!(await isReadOnlyLine(found, args))) throw oneProfile(found);
  if (world.signal) setMaxListeners(names.length * listenersPerProfile, world.signal); // each active request adds one
  const runs = names.map((profile) => new RunContext(world, { ...flags, ...withWhose(flags), profile }));
  try {
    const [first] = runs as [RunContext];
    for (const run of runs) run.settings(); // an unknown profile ends the run before any request
    for (const run of runs) await checkLine(run, args, found);
    const { read } = found.command;
    if (isPolled(args.options)) {
      if (!read) throw oneProfile(found);
      const load = async (poll: Context) => {
        const loads = runs.map((run) => read.load(args, run === first ? poll : pollContext(run)));
        return compact(rowsOfAll(names, (await Promise.all(loads)).map(parsed), read.columns));
      };
      return await pollRead(load, first, args.options, presentationOf(read), ['profile', read.id ?? 'id']);
    }
    const results = await Promise.allSettled(runs.map((run) => loadedBy(args, found, run)));
    const loaded = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
    const [shown] = loaded.filter((one) => one !== undefined);
    const rows = rowsOfAll(
      names,
      loaded.map((one) => parsed(one?.json)),
      shown?.presentation.columns,
    );
    if (shown) await first.out.print(compact(rows), presentationOf(shown.presentation));
    for (const [index, one] of loaded.entries())
      for (const sentence of (one && (await read?.warnings?.(one.json, args))) ?? []) first.log(`  ${names[index]}: ${sentence}`);
    const failures = results.flatMap((result, index) => (result.status === 'rejected' ? [ofProfile(result.reason, names[index]!)] : []));
    for (const { message } of failures.slice(1)) first.log(`✗ ${message}`);
    if (failures[0]) throw failures[0];
    return shown && rows.length === 0 && read?.emptyIsNotFound ? exitCode('not-found') : 0;
  } finally {
    await Promise.all(runs.map((run) => run.close()));
  }
}

/** The options that choose fields, with that of whose a row is: without it nobody could tell the rows apart. */
const withWhose = ({ fields, columns }: Flags): Pick<Flags, 'fields' | 'columns'> => {
  const added = (names: string) => (/^help$|(^|,)\s*profile\s*(,|$)/.test(names) ? names : `profile,${names}`);
  return { ...(fields === undefined ? {} : { fields: added(fields) }), ...(columns === undefined ? {} : { columns: added(columns) }) };
};

/** More requests than a command has under way at one time. */
const listenersPerProfile = 32;

/** The response of one profile as JSON text; undefined in a dry run. @throws {Failure} */
async function loadedBy(
  args: Arguments,
  { command }: Found,
  run: RunContext,
): Promise<{ readonly json: string; readonly presentation: Presentation } | undefined> {
  if (command.read) {
    const json = await command.read.load(args, run);
    return json === undefined ? undefined : { json, presentation: command.read };
  }
  const captured: { json: string; presentation: Presentation }[] = [];
  const { quiet, reveal, mask } = run.out.options;
  const options = { format: 'json', explicitJson: true, quiet, reveal, mask } as const;
  await command.run(
    args,
    capturingContext(run, (json, presentation) => captured.push({ json, presentation }), options),
  );
  if (run.out.deferred) throw run.out.deferred;
  return captured[0];
}

/** How the merged list is presented: the columns of the command behind that of the profile. */
const presentationOf = ({ columns, persons, idPath, id, empty }: Presentation & { readonly id?: string }): Presentation => ({
  empty,
  columns: columns && [{ path: 'profile' }, ...columns],
  persons,
  idPath: idPath ?? id,
});

const parsed = (json: string | undefined): unknown => (json === undefined || json === '' ? undefined : parseLossless(json));

/** The rows of the responses as one list, each with its profile; a response that is not a list is one row, in the order of the profiles. */
function rowsOfAll(profiles: readonly string[], responses: readonly unknown[], columns: Presentation['columns']): readonly Row[] {
  const lists = responses.map((response, index) => {
    const whose = { profile: profiles[index] };
    return rowsOf(response).map((row): Row => ({ ...whose, ...row, ...whose })); // the first field, also of a row that has one of this name
  });
  return responses.some((response) => listing(response) !== undefined) ? mergedByTime(lists, columns) : lists.flat();
}
const rowsOf = (response: unknown): readonly Row[] =>
  response === undefined ? [] : (listing(response)?.rows ?? (isRecord(response) ? [response] : [{ value: response }]));

/** The same failure, with the name of its profile. */
function ofProfile(error: unknown, profile: string): Failure {
  const { kind, code, message, hint, where } = error instanceof Failure ? error : bug(error);
  return new Failure(kind, code, `Profile ${profile}: ${message}`, hint, where, error);
}

const commandName = ({ groupName, command: { name } }: Found): string => `tuk ${groupName} ${name}`.trim();

const oneProfile = (found: Found): BadInput =>
  new BadInput('ONE_PROFILE', `${commandName(found)} takes one profile: only what reads once, or repeats a read with -w, takes several.`);
