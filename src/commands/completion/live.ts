// The rows of a list for completion. Rows of this machine and of the embedded sandbox are read at once. A service is
// waited for a tenth of a second; a process in the background then reads the rest for the next key press.

import type { Context, Groups } from '../../cli/command/command.js';

import { callNamed, serviceNamed } from '../../cli/lines/find-command.js';
import type { World } from '../../cli/settings/world.js';
import { readEndpoint } from '../../engine/request/call.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { Deadline } from '../../services/http/deadline.js';
import { inTime } from '../../services/http/rounds.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { markPersons, masked } from '../../text/mask.js';
import { type Column, statusIn } from '../../things/column.js';
import type { ValueList } from '../../things/value-list.js';
import { type KnownRow, type Quiet, quietly } from './quiet.js';

import { type Board, isList, isLocal, pathsOfLine } from './sources.js';

/** The data and the lists that a completion may read. */
export interface Surroundings {
  readonly groups: Groups;
  readonly world: World;
  /** Every list with values. */
  readonly lists: readonly ValueList[];
  readonly load: BoardLists['load'];
}
/** The boards of the application as lists, and how their rows are read. */
export interface BoardLists {
  readonly boards: readonly Board[];
  /** @throws {Failure} */
  readonly load: (line: string, context: Context, groups: Groups) => Promise<ListResponse | undefined>;
}
interface ListResponse {
  readonly value: unknown;
  readonly id?: string;
  readonly columns?: readonly Column[];
}

/** The most rows that are kept, and the time for a service and for the background, milliseconds. */
const [mostRows, wait, longest] = [500, 100, 10_000];

/** The rows of a list; empty if they are not known yet, or cannot be read. Never throws. */
export async function rowsOf(line: string, quiet: Quiet, around: Surroundings): Promise<readonly KnownRow[]> {
  const { known, isEmbedded, context } = quiet;
  try {
    const rows = isEmbedded ? undefined : known?.rows(line);
    if (rows !== undefined) return rows === 'reading' ? [] : rows;
    if (isLocal(line)) return await read(line, quiet, around);
    if (!known) return [];
    if (isEmbedded) return await read(line, quiet, around);
    known.keep(line);
    const soon = await within(wait, read(line, quiet, around));
    if (soon) known.keep(line, soon);
    else
      around.world.startInBackground?.([
        ...['completion', 'fill', '--profile', context.settings().profile.value],
        ...['--', ...line.split(' ').map((word) => `:${word}`)],
      ]);
    return soon ?? [];
  } catch {
    return []; // the command itself says why
  }
}

/** Reads a list in the background and keeps its rows, within ten seconds. Never throws. */
export async function fill(words: readonly string[], profile: string | undefined, around: Surroundings): Promise<void> {
  const line = words.join(' ');
  const { world } = around;
  if (!isList(line, around.lists)) return;
  const quiet = quietly(world, { profile });
  if (!quiet) return;
  try {
    const rows = quiet.known && (await within(longest, read(line, quiet, around)));
    const isSame = quietly(world, { profile })?.known?.owner === quiet.known?.owner; // nobody has signed out meanwhile
    if (rows && isSame) quiet.known?.keep(line, rows);
  } catch {
    // the mark that it is being read lapses
  } finally {
    await quiet.context.close();
  }
}

/** The result of a piece of work; undefined if it takes longer. @throws as the work does in that time */
const within = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> =>
  inTime(new Deadline({}, milliseconds), work, () => undefined);

/** Reads a list. @throws {Failure} */
async function read(
  line: string,
  { context }: Quiet,
  { load, groups, lists }: Surroundings,
): Promise<readonly KnownRow[]> {
  const loaded: ListResponse | undefined = line.startsWith('api ')
    ? { value: await callListing(line, context) }
    : await load(line, context, groups);
  const { value, id = 'id', columns = [] } = loaded ?? {};
  const rows = Array.isArray(value) ? value : isRecord(value) ? (listIn(value) ?? [value]) : [];
  const paths = pathsOfLine(line, lists);
  return rows
    .filter(isRecord)
    .slice(0, mostRows)
    .map((row) => knownRow(row, paths, id, columns));
}
/** The response of a call that lists things. @throws {Failure} */
async function callListing(line: string, context: Context): Promise<unknown> {
  const [, service = '', name = ''] = line.split(' ');
  const call = callNamed(await catalogue(serviceNamed(service)), name);
  const { text } = await readEndpoint(context, call.service as ServiceName, call.name as never, {}, { patient: true });
  const value = parseLossless(text);
  if (call.persons) markPersons(value);
  return value;
}
/** The list in a response that has more than it, such as pages. */
const listIn = (value: Row): readonly unknown[] | undefined => {
  const lists = Object.values(value).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
};

function knownRow(row: Row, paths: readonly string[], id: string, columns: readonly Column[]): KnownRow {
  const values = paths.flatMap((path) => {
    const value = valueAt(row, path === 'id' ? id : path);
    const text = asText(value);
    return isNothing(value) || text === '' ? [] : [[path, text] as const];
  });
  const maskedRow = masked(row) as Row;
  const status = columns.find(({ as }) => statusIn(as))?.path ?? 'status';
  return {
    values: Object.fromEntries(values),
    status: plain(valueAt(row, status)),
    list: listOf(columns),
    about: columns
      .filter(({ path, as }) => as === undefined && path !== id && path !== 'name' && path !== status)
      .flatMap(({ path }) => plain(valueAt(maskedRow, path)) ?? [])
      .slice(0, 2)
      .join(' '),
    name: ['title', 'name', 'displayName', 'symbol', 'line'].map((path) => plain(maskedRow[path])).find(Boolean),
    network: plain(row.network),
    no: Object.entries(row).flatMap(([path, is]) => (is === false ? [path] : [])),
  };
}
const plain = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listOf = (columns: readonly Column[]): StatusList | undefined =>
  columns.flatMap(({ as }) => statusIn(as) ?? [])[0];
