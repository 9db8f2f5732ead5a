// `-w`: repeats a read. A terminal redraws its output in place, with changed rows marked; a pipe gets the first state,
// then changes.

import { type Arguments, type Context, contextWith, type Result } from '../../cli/command/command.js';
import { countOf } from '../../cli/command/command-output.js';
import { concernsData, noteText } from '../../cli/command/notes.js';
import { isTrue, jqResults, unfitReason } from '../../cli/output/formats/filter.js';
import { noRows } from '../../cli/output/formats/shape.js';
import { declaredBy, noRowsNote, notJudged, rowsMatching, unresolvedMatch } from '../../cli/output/match.js';
import { misfit } from '../../cli/output/misfit.js';
import { type Presentation, writeAll } from '../../cli/output/output.js';
import { sharedJq } from '../../cli/output/shared-jq.js';
import { type Loaded, loaded } from '../../cli/print/loaded.js';
import { twiceIn } from '../../cli/print/read-result.js';
import { noteNone, sayNotes } from '../../cli/print/say-notes.js';
import { duration, intervalOf } from '../../cli/settings/duration.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { Fields, type RowsOf } from '../../services/decode/fields.js';
import type { CallMap } from '../../services/decode/map.js';
import { rowsIn } from '../../services/decode/rows.js';
import { BadInput } from '../../services/http/errors.js';
import { rounds } from '../../services/http/rounds.js';
import { asText, canonical, compact, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { keyOf } from '../../text/row-keys.js';
import { announce } from './announce.js';
import { goesOn, loadOrOutage } from './outage.js';
import { csvRows, maskedRow, pickedRows, type RowsText } from './row-lines.js';

// Compares two responses of a read: added, changed and removed rows.

/** A row that differs. An added row has no `before`, a removed one no `after`. `id` is null for a row without one. */
export interface Change {
  readonly id: string | null;
  readonly before?: Row;
  readonly after?: Row;
}

/** The rows of a response; a response that is not a list is one row. */
export interface PolledRows {
  readonly rows: readonly Row[];
  readonly isList: boolean;
}

/** The paths of the id in the rows of a response. */
function keyPaths({ rows, isList }: PolledRows, id: string | readonly string[] = 'id', of?: RowsOf): readonly string[] {
  if (of === undefined) return [id].flat();
  const fields = new Fields(rows, { ...of, isRecord: !isList });
  return [id].flat().map((path) => fields.at(path, path === 'id' || path === id ? 'id' : undefined));
}

/** The rows of a response. */
export function polledRows(response: unknown, map?: CallMap): PolledRows {
  const rows = rowsIn(response, map)?.rows;
  return rows ? { rows, isList: true } : { rows: [isRecord(response) ? response : { value: response }], isList: false };
}

/**
 * The rows that differ: added and changed ones in order, then removed ones. Two rows are one row that has changed only
 * if they have the same id, and no other row of either response has it. Other rows are compared as a whole, as a set:
 * their places say nothing.
 * @param idPath the path of the id, or the paths that together are the key
 */
export function changesOf(before: PolledRows, after: PolledRows, idPath: string | readonly string[] = 'id'): Change[] {
  const paths = [idPath].flat();
  const idOf = (row: Row) => keyOf(row, paths) ?? null;
  if (!before.isList && !after.isList) {
    const [one, other] = [before.rows[0]!, after.rows[0]!];
    return canonical(one) === canonical(other) ? [] : [{ id: idOf(other), before: one, after: other }];
  }
  const [identityBefore, identityAfter] = [identities(before.rows, paths), identities(after.rows, paths)];
  const previous = new Map<string, Row[]>();
  const placeOf = (row: Row) => {
    const identity = identityIn(row, paths);
    const isOwn = identity !== undefined && !(identityBefore.get(identity)! > 1 || identityAfter.get(identity)! > 1);
    return isOwn ? identity : canonical(row);
  };
  for (const row of before.rows) {
    const place = placeOf(row);
    const rows = previous.get(place);
    if (rows) rows.push(row);
    else previous.set(place, [row]);
  }
  const current = after.rows.flatMap((row): Change[] => {
    const same = previous.get(placeOf(row))?.shift();
    if (same === undefined) return [{ id: idOf(row), after: row }];
    return same === row || canonical(same) === canonical(row) ? [] : [{ id: idOf(row), before: same, after: row }];
  });
  const left = new Set([...previous.values()].flat());
  const gone = before.rows.filter((row) => left.has(row));
  return [...current, ...gone.map((row): Change => ({ id: idOf(row), before: row }))];
}

/** What identifies a row; undefined without a value at the paths. No row as JSON begins like it. */
function identityIn(row: Row, paths: readonly string[]): string | undefined {
  const values = paths.map((path) => valueAt(row, path));
  return values.every(isNothing) ? undefined : `id ${canonical(values)}`;
}
/** How many rows have each identity. */
function identities(rows: readonly Row[], paths: readonly string[]): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const row of rows) {
    const identity = identityIn(row, paths);
    counts.set(identity, (counts.get(identity) ?? 0) + 1);
  }
  return counts;
}

/** The top-level fields that differ between the two states of a row. */
export const changedFields = ({ before = {}, after = {} }: Change): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => canonical(before[name]) !== canonical(after[name]),
  );

/** A read of a poll: its result, or an exit code after a dry run. */
export type PollRead = (poll: Context) => Promise<Result | number | undefined>;

/** Repeats a read. @throws as `pollRead` */
export const repeat = (read: PollRead, context: Context, options: Arguments['options']): Promise<number> =>
  pollRead(
    async (poll) => {
      const result = await read(poll);
      return typeof result === 'object' ? loaded(result) : { json: undefined, shown: {}, failures: [] };
    },
    context,
    options,
  );

/**
 * Repeats a read until it is interrupted, the jq expression of --until is neither false nor null, --count polls were
 * made, or --max-wait is over. Logs outages and waits them out. Each note is printed once.
 * @returns the exit code: 8 if --until was never true
 * @throws {BadInput} {Failure} also without any response before the end of --max-wait
 */
export async function pollRead(
  load: (poll: Context) => Promise<Loaded>,
  outer: Context,
  options: Arguments['options'],
): Promise<number> {
  const { flags, world } = outer;
  if (outer.out.options.sum !== undefined)
    throw new BadInput('CONFLICT', '--sum adds the rows of one read, and -w prints each change.');
  const until = options.until === undefined ? undefined : String(options.until);
  const interval = intervalOf(options.interval, '5s', world);
  const most = options.count === undefined ? Number.POSITIVE_INFINITY : countOf('--count', String(options.count));
  const isTrue = until === undefined ? undefined : await condition(until, outer);
  const limit = flags.maxWait === undefined ? undefined : duration(flags.maxWait, '--max-wait');
  const deadline = outer.deadline.part(limit);
  const said = new Set<string>();
  let hasLogged = false;
  const context = contextWith(outer, {
    note: (note) => {
      const text = noteText(note);
      if (!concernsData(note) || said.has(text)) return; // what people read beside one response changes with each
      said.add(text);
      hasLogged = true;
      sayNotes([note], outer);
    },
  });
  const print = await printerFor(context, interval);
  const notYet = () => {
    if (until !== undefined) context.log(`◐ Not yet: ${until} was never true.`);
    return until === undefined ? 0 : exitCode('pending');
  };
  const select = selection(context);
  let before: PolledRows | undefined;
  const says = () => (until === undefined ? 'changes are printed' : `until ${until}`);
  let [failures, polls] = [0, 0];
  for await (const round of rounds(deadline, { every: interval, says, prints: true, stopped: goesOn })) {
    const result = await loadOrOutage(load, context, round.deadline, before !== undefined);
    polls += 1;
    if ('loaded' in result) {
      const { json, shown } = result.loaded;
      if (json === undefined) return 0; // --dry-run
      if (failures > 0) context.log('● It responds again.');
      const isBelow = failures > 0 || hasLogged;
      hasLogged = false;
      failures = 0;
      const whole = polledRows(json === '' ? [] : parseLossless(json), shown.of?.().map);
      for (const note of twiceIn(json)) context.note(note);
      if (before === undefined) noteNone(json, shown, context, true);
      const after = await select(whole, shown);
      const idPath = keyPaths(after, shown.key ?? shown.idPath, shown.of?.());
      const isFirst = before === undefined;
      const changes = before === undefined ? firstOf(after, idPath) : changesOf(before, after, idPath);
      await print({ json, shown, rows: after.rows, isFirst, changes, isBelow });
      for (const change of isFirst ? [] : changes) await announce(context, options, { ...announced(change), deadline });
      before = after;
      if (await isTrue?.(json)) return 0;
    } else {
      round.pauseAfter({ retryAfter: result.wait === undefined ? undefined : Math.max(interval, result.wait) });
      const ends = polls >= most || round.isLast();
      if (before === undefined && ends) throw result.failure;
      if (failures++ === 0) context.log(`◌ ${result.message}${ends ? '' : ' Retrying until it responds.'}`);
    }
    if (polls >= most) break;
  }
  return notYet();
}

/**
 * The condition of --until, which jq evaluates on the original response. `$first` is the first response of the run.
 * @throws {BadInput} if jq does not compile it
 */
async function condition(until: string, context: Context): Promise<(json: string) => Promise<boolean>> {
  const start = sharedJq(context.world, () => context.settings().maxWait.value);
  const expression = /\$first\b/.test(until) ? `.[0] as $first | .[1] | (${until}\n)` : until;
  const reason = await unfitReason(expression, start);
  if (reason !== undefined) throw new BadInput('BAD_JQ', `The --until expression cannot be used: ${reason}.`);
  let first: string | undefined;
  return async (json) => {
    const response = json === '' ? '[]' : json;
    first ??= response;
    const input = expression === until ? response : `[${first},${response}]`;
    return (await jqResults(input, expression, start)).some(isTrue);
  };
}

/** The changes of a first response: each row is there. */
const firstOf = ({ rows }: PolledRows, idPath: string | readonly string[] = 'id'): readonly Change[] =>
  rows.map((after) => ({ id: keyOf(after, [idPath].flat()) ?? null, after }));

/**
 * The function that selects rows by --match and --limit, as without -w. A name that some response had a field for is
 * known from then on.
 */
function selection(context: Context): (of: PolledRows, presentation: Presentation) => Promise<PolledRows> {
  const { match, limit = Number.POSITIVE_INFINITY } = context.out.options;
  let known: readonly Row[] = [];
  let isNoted = false;
  return async ({ rows, isList }, presentation) => {
    if (!isList && match !== undefined) throw noRows('match');
    if (match === undefined) return { rows: rows.slice(0, limit), isList };
    const now = context.world.clock.now() + context.http().clockOffset;
    try {
      const isDeclared = await declaredBy(presentation);
      const selected = rowsMatching(rows, match, presentation.columns, { now, isDeclared, known });
      const unresolved = rows.length > 0 || isNoted ? undefined : unresolvedMatch(match, presentation.columns ?? []);
      if (unresolved !== undefined) context.log(`  ${noRowsNote([unresolved])}`);
      const odd = isNoted ? undefined : notJudged(rows, match, presentation.columns ?? []);
      if (odd !== undefined) context.log(`  ${odd}`);
      isNoted = true;
      if (known.length === 0) known = rows;
      return { rows: selected.slice(0, limit), isList };
    } catch (error) {
      throw misfit(error, presentation, { hasChanged: false, hasSent: true });
    }
  };
}

/** A response, and its difference from the previous one: all rows of the first. */
interface Poll {
  readonly json: string;
  readonly shown: Presentation;
  readonly rows: readonly Row[];
  readonly isFirst: boolean;
  readonly changes: readonly Change[];
  /** Lines were logged since the previous response: a terminal has them below the last output. */
  readonly isBelow: boolean;
}
type Printer = (poll: Poll) => Promise<void>;

/**
 * The printer of polls: a table in place on a terminal; else results of --jq, rows (--fields, csv), or changes as JSON
 * lines.
 * @throws {BadInput} CONFLICT
 */
async function printerFor(context: Context, interval: number): Promise<Printer> {
  const { world, out } = context;
  const { format, jq, fields, columns } = out.options;
  if (world.stdout.isTTY && jq === undefined && (format ?? 'table') === 'table') {
    let drawnLines = 0;
    return async ({ json, shown, changes, isFirst, isBelow }) => {
      drawnLines = await redraw(json, isFirst ? [] : changes, isBelow ? 0 : drawnLines, context, shown, interval);
    };
  }
  if (jq !== undefined) return outputPrinter(context);
  if (format === 'csv') {
    const { noHeader } = out.options;
    return rowPrinter(context, (shown) =>
      csvRows(columns ?? fields ?? shown.csvColumns, { noHeader, terminal: world.stdout.isTTY }),
    );
  }
  if (format !== undefined && !/json$/.test(format))
    throw new BadInput('CONFLICT', `-w prints rows as JSON lines or CSV, so it cannot be used with -o ${format}.`);
  if (fields !== undefined) return rowPrinter(context, () => pickedRows(fields, context));
  return async ({ isFirst, changes }) => {
    for (const change of changes) await out.print(changeLine(change, isFirst ? 'is' : undefined), {});
  };
}

/** Prints the output of a plain read whenever it differs from the last one. */
function outputPrinter(context: Context): Printer {
  let last: string | undefined;
  return async ({ json, shown }) => {
    const text = await context.out.render(json === '' ? '[]' : json, shown);
    if (text !== last) await writeAll(context.world.stdout, text, context.deadline);
    last = text;
  };
}

/** Prints all rows first, then added rows and rows with changed fields. @param open makes the text after a response */
function rowPrinter(context: Context, open: (shown: Presentation) => Promise<RowsText>): Printer {
  let textOf: RowsText | undefined;
  return async ({ shown, rows, isFirst, changes }) => {
    textOf ??= await open(shown);
    const rowsText = textOf;
    const textIn = (row: Row) => rowsText([maskedRow(row, context)], false);
    const printed = isFirst
      ? rows
      : changes.flatMap(({ before, after }) =>
          after && (before === undefined || textIn(before) !== textIn(after)) ? [after] : [],
        );
    if (printed.length === 0 && !isFirst) return;
    const text = rowsText(
      printed.map((row) => maskedRow(row, context)),
      isFirst,
    );
    if (text !== '') await writeAll(context.world.stdout, text, context.deadline);
  };
}
const kindOf = ({ before, after }: Change) =>
  before === undefined ? 'came' : after === undefined ? 'went' : 'changed';
function announced(change: Change) {
  const row = change.after ?? change.before ?? {};
  const title = asText(row.title ?? row.name ?? change.id);
  return {
    title: 'tuk',
    text: `${title} ${kindOf(change)}`,
    env: { TUK_ID: change.id ?? '', TUK_CHANGE: kindOf(change) },
    row,
  };
}
const changeLine = ({ id, before, after }: Change, change?: 'is') =>
  compact({
    at: new Date().toISOString(),
    id,
    change: change ?? kindOf({ id, before, after }),
    before: before ?? null,
    after: after ?? null,
  });

/** Draws the response in place of the previous one. @returns the number of drawn lines */
async function redraw(
  json: string,
  changes: readonly Change[],
  drawnLines: number,
  context: Context,
  presentation: Presentation,
  interval: number,
): Promise<number> {
  const { stdout } = context.world;
  const changedRows = new Set(changes.flatMap(({ after }) => (after ? [compact(after)] : [])));
  const text = await context.out.render(json, { ...presentation, isMarked: (row) => changedRows.has(compact(row)) });
  const maxLines = Math.max(4, ((stdout as { rows?: number }).rows ?? 24) - 2);
  const lines = text.trimEnd().split('\n');
  const visible =
    lines.length > maxLines ? [...lines.slice(0, maxLines - 1), `… ${lines.length - maxLines + 1} more lines`] : lines;
  const clock = new Date(context.world.clock.now()).toTimeString().slice(0, 8);
  const footer = `◐ ${clock}, every ${interval / 1000} s${changeSummary(changes)}`;
  await writeAll(
    stdout,
    `${drawnLines === 0 ? '' : `\u001b[${drawnLines}A\u001b[0J`}${visible.join('\n')}\n${footer}\n`,
    context.deadline,
  );
  return visible.length + 1;
}

function changeSummary(changes: readonly Change[]) {
  const [only, ...more] = changes;
  if (only === undefined) return '';
  const came = changes.filter(({ before }) => before === undefined).length;
  const went = changes.filter(({ after }) => after === undefined).length;
  if (more.length === 0 && came + went === 0) return `, changed: ${changedFields(only).slice(0, 4).join(', ')}`;
  const counts = [`${changes.length - came - went} changed`, `${came} came`, `${went} went`].filter(
    (text) => !text.startsWith('0'),
  );
  return `, ${counts.join(', ')}`;
}
