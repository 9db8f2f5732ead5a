// One side of a comparison: a read that is made now, or the output of an earlier one.

import type { Context } from '../../cli/command/command.js';
import { inputName, readInput } from '../../cli/files/input-file.js';
import { shape } from '../../cli/output/formats/shape.js';
import { declaredBy, rowsMatching } from '../../cli/output/match.js';
import type { OutputOptions, Presentation } from '../../cli/output/output.js';
import { readResult } from '../../cli/print/read-result.js';
import { sayNotes } from '../../cli/print/say-notes.js';
import { checkLine } from '../../cli/run/run-command.js';
import { RunContext } from '../../cli/run/run-context.js';
import type { Flags } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { firstPageNote } from '../../engine/read/first-page.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { type ReadLine, readFlags } from './line.js';
import type { Moment } from './moments.js';

/** A response as JSON text, and the presentation of its command. */
export interface Side {
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
export function runOf(line: ReadLine, context: Context, profile: string | undefined, saysSandbox: boolean): RunContext {
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
export async function readNow(line: ReadLine, run: RunContext, whose: string | undefined): Promise<Side> {
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
export const pagesOf = ({ target: { command } }: ReadLine) => ({
  isPaged: command.read?.isPaged === true,
  canFollow: (command.options ?? []).some(({ flags }) => flags === '--all'),
});

/** Checks the line with the options of a read, before anything is sent. @throws {Failure} */
export const checkRead = ({ target, args }: ReadLine, run: RunContext): Promise<void> => checkLine(run, args, target);

/**
 * The output of an earlier read, as JSON text.
 * @throws {BadInput} BAD_EARLIER for a file that is empty, or is not the JSON of a response
 */
export async function readEarlier(file: string, world: World): Promise<string> {
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
export async function filtered(json: string, { match, sortBy, limit }: OutputOptions, side: Side): Promise<unknown> {
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
