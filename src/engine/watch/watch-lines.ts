// Prints a state of a watched item: a plain line for people and pipes, or a row as JSON or CSV for programs.

import type { Context } from '../../cli/command/command.js';
import { writeAll } from '../../cli/output/output.js';
import { isJsonFormat } from '../../cli/settings/formats.js';
import { classInWords, classOf, type StatusList } from '../../services/catalogue/statuses.js';
import { BadInput } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { line } from '../../text/line.js';
import { localText } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { csvRows, maskedRow, pickedRows, type RowsText } from '../read/row-lines.js';
import type { WatchedItem } from './status-stream.js';

/**
 * The facts of a printed state beside the item: the previous status, the time it was seen (epoch milliseconds), the
 * list and the kind.
 */
interface StatusReading {
  readonly previous: string | undefined;
  readonly at: number;
  readonly statusList: StatusList;
  readonly kind: string;
}
interface ItemPrinter {
  /** Whether it prints rows for programs, which at the end include items never seen. */
  readonly isData: boolean;
  print(item: WatchedItem<unknown>, sight: StatusReading): Promise<void>;
}

const rowNames: readonly string[] = ['at', 'kind', 'id', 'status', 'was', 'class', 'ended', 'row', 'reason'];

/**
 * The printer of a watch, by the output options. Ignores a format from the settings that has no lines.
 * @throws {BadInput} CONFLICT for options that a stream of states cannot follow
 */
export async function itemPrinter(context: Context, { withId }: { readonly withId: boolean }): Promise<ItemPrinter> {
  const { format, explicitJson: isTyped, jq, fields, columns, noHeader = false } = context.out.options;
  refuseRowOptions(context);
  checkNames([...(fields ?? []), ...(columns ?? [])]);
  if (isTyped && format !== undefined && !isJsonFormat(format) && !/^(table|csv)$/.test(format))
    throw new BadInput(
      'CONFLICT',
      `A wait prints plain lines, JSON lines or CSV, so it cannot be used with -o ${format}.`,
    );
  if (format === 'csv' && jq === undefined) {
    const paths = columns ?? fields ?? rowNames.filter((name) => name !== 'row');
    return {
      isData: true,
      print: rowPrinter(
        await csvRows(paths, { noHeader, areChecked: true, terminal: context.world.stdout.isTTY }),
        context,
      ),
    };
  }
  if (fields !== undefined)
    return { isData: true, print: rowPrinter(await pickedRows(fields, context, { areChecked: true }), context) };
  if (jq !== undefined || isJsonFormat(format))
    return { isData: true, print: (item, sight) => context.out.print(stringifyLossless(stateRow(item, sight)), {}) };
  const text = (item: WatchedItem<unknown>, { statusList, previous, at }: StatusReading) =>
    plainLine(statusList, item, previous, at, withId);
  return { isData: false, print: (item, sight) => context.out.printLines([line(text(item, sight))]) };
}

/**
 * Refuses options that a stream of states cannot follow, having neither rows nor a table: they must not be ignored.
 * @throws {BadInput} CONFLICT
 */
function refuseRowOptions({ out: { options } }: Context) {
  const { match, sortBy, limit, sum, format, columns } = options;
  if (columns !== undefined && format !== 'csv')
    throw new BadInput(
      'CONFLICT',
      '--columns is for tables and CSV, and a wait prints lines.',
      'Use --fields, or -o csv.',
    );
  const typed = Object.entries({ '--match': match, '--sort-by': sortBy, '--limit': limit, '--sum': sum }).find(
    ([, value]) => value !== undefined,
  );
  if (typed)
    throw new BadInput('CONFLICT', `${typed[0]} is for the rows of a list; a wait prints the changes of a status.`);
}

/** Refuses fields that no state has, except inside `row`. @throws {BadInput} UNKNOWN_FIELD */
function checkNames(paths: readonly string[]) {
  const unknown = paths.find((path) => !rowNames.includes(path.split('.')[0]!));
  if (unknown === undefined) return;
  throw new BadInput(
    'UNKNOWN_FIELD',
    `A state has no field ${JSON.stringify(unknown)}.`,
    `There are: ${rowNames.join(', ')}; row.status is a field of the response.`,
  );
}

function rowPrinter(textOf: RowsText, context: Context): ItemPrinter['print'] {
  let isFirst = true;
  return async (item, sight) => {
    if (context.out.options.quiet) return;
    const text = textOf([maskedRow(stateRow(item, sight), context)], isFirst);
    isFirst = false;
    await writeAll(context.world.stdout, text, context.deadline);
  };
}

/** `2026-11-20T14:03:05+08:00  PICKUP          was ASSIGNED        pending` */
export function plainLine(
  list: StatusList,
  { id, status, ended }: WatchedItem<unknown>,
  previous: string | undefined,
  at: number,
  withId: boolean,
): string {
  const end =
    ended === undefined ? classInWords[classOf(list, status)] : ended === 'good' ? classInWords.good : classInWords.bad;
  const [now, before] = [
    escapeControls(status ?? '–'),
    previous === undefined ? '' : `was ${escapeControls(previous)}`,
  ];
  return [localIso(at), withId ? id : [], now.padEnd(26), before.padEnd(30), end].flat().join('  ');
}

const stateRow = (
  { id, status, class: kindOfStatus, ended, row = null, reason }: WatchedItem<unknown>,
  { previous, at, kind }: StatusReading,
): Row => ({
  at: new Date(at).toISOString(),
  kind,
  id,
  status: status ?? null,
  was: previous ?? null,
  class: kindOfStatus,
  ended: ended ?? null,
  row,
  reason: status === undefined ? (reason ?? 'it is not seen') : undefined,
});

/** An ISO time in the time zone of this machine, with its offset from UTC. */
function localIso(at: number) {
  const offset = -new Date(at).getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${localText(at)}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(Math.abs(offset) % 60)}`;
}
