// The view of the query cache: the response of each query by its command line, with rows, columns, age and failures.

import { Fields, type RowsOf, thingAlone } from '../../../services/decode/fields.js';
import { bodyOf } from '../../../services/decode/rows.js';
import { asText, isNothing, type Row, valueAt } from '../../../services/json-value.js';
import type { Chart } from '../../../text/chart.js';
import { type Column, guessed } from '../../../text/column.js';
import { columnsOf, noteOf } from '../../../text/columns.js';
import { masked } from '../../../text/mask.js';
import { present } from '../../../text/present.js';
import { resolvedColumns, unknownText } from '../../../text/resolved-columns.js';
import { keyIn } from '../../../text/row-keys.js';
import { isEmptyIn } from '../../../text/table.js';
import { spanOf, statedTime } from '../../../text/time.js';
import { withShares } from '../../../text/total.js';
import type { RowKind } from '../../../things/action.js';
import type { ReadFailure, ScreenSpec } from './screens.js';

// Masks personal data, unless the person has revealed them.

/** A value with its personal data masked, unless they are revealed. */
export const maskedUnless = <Value>(reveal: boolean, value: Value): Value =>
  reveal ? value : (masked(value) as Value);

/** A field that the program adds to rows: what remains of the own balance after their price. */
export const ownField = 'remainsAfter';
/** A row as the service has it. */
export function asResponded(row: Row): Row {
  const { [ownField]: _, ...fields } = row;
  return fields;
}

/** The result of a read. */
export interface ReadResult {
  /** The parsed response; numbers keep every digit. */
  readonly value: unknown;
  /** How far the clock of the service is ahead of this machine's, milliseconds. */
  readonly clockOffset?: number;
  /** The same for the clock that ends sessions, milliseconds. */
  readonly sessionOffset?: number;
  /** The parts that are not in the response, and why: a sentence each. */
  readonly leftOut?: readonly string[];
  /** What a person must know about the response, a sentence each. */
  readonly notes?: readonly string[];
  /** More rows follow, or may; the number of all, if it is known. */
  readonly cut?: {
    readonly isCertain: boolean;
    readonly total?: string;
    /** `--all` reads them. */
    readonly follows?: boolean;
  };
  /** The response is one record, although it has a list. */
  readonly singleRecord?: boolean;
  readonly columns?: readonly Column[];
  readonly id?: string;
  /** The paths that tell the rows apart, if the id alone does not. */
  readonly key?: readonly string[];
  /** What is known of the rows beside their fields. */
  readonly of?: RowsOf;
  /** Its times are those of this machine, not of a service. */
  readonly ofMachine?: true;
  /** What the person has of the currencies of its rows, in words. */
  readonly have?: string;
  /** What can be done with its rows, and where they lead. */
  readonly kind?: RowKind;
  /** The path of the field with the command line that shows a row. */
  readonly rowCommand?: string;
  readonly empty?: readonly [nothing: string, next: string];
  readonly chart?: Chart;
  /** The enum values of options, by flag. */
  readonly options?: Readonly<Record<string, readonly string[]>>;
}
/** A view of a query. Times are epoch milliseconds. */
export interface QueryResponse
  extends Pick<
    ReadResult,
    'leftOut' | 'cut' | 'key' | 'kind' | 'have' | 'ofMachine' | 'rowCommand' | 'empty' | 'chart'
  > {
  /** The start of the request that is in flight. */
  readonly asked?: number;
  /** The number of that request. */
  readonly request?: number;
  /** The time of the response. */
  readonly at?: number;
  /** To be invalidated. */
  readonly stale?: true;
  readonly value?: unknown;
  readonly rows?: readonly Row[];
  readonly note?: string;
  readonly columns: readonly Column[];
  /** By what the fields of its rows are known. */
  readonly reads?: Pick<ReadResult, 'of' | 'id' | 'singleRecord'>;
  readonly id: string;
  readonly options: NonNullable<ReadResult['options']>;
  readonly trouble?: Trouble;
  /** The version of the response in the query cache. */
  readonly version?: number;
}
/** The failures of a query since its last response. Times are epoch milliseconds. */
interface Trouble {
  readonly text: string;
  /** The time of the first consecutive failure. */
  readonly since: number;
  /** The time of the last failure, and of the next automatic request. */
  readonly at: number;
  readonly retryAt: number;
  readonly failure: ReadFailure;
  /** The version of the failure in the query cache. */
  readonly version: number;
}
/** The state of a query in the query cache. */
export interface QueryState {
  readonly fetching: boolean;
  /** The number of its requests so far; a new request waits from its own start on. */
  readonly request?: number;
  readonly loaded?: ReadResult;
  /** The number of responses. */
  readonly version: number;
  /**
   * The failure since the last response; `version`: the number of failures; `retryIn`: the time until the next
   * automatic request, milliseconds.
   */
  readonly failure?: ReadFailure & { readonly version: number; readonly retryIn: number };
}
/** A query that the visible screen observes. */
export interface ObservedQuery {
  readonly line: string;
  /** The command line of the board that it is a variant of. */
  readonly spec: string;
  /** The refresh interval, milliseconds; without it the query is requested once. */
  readonly interval?: number;
  /** Not refreshed by itself for now. */
  readonly paused?: boolean;
  /** Requested only if it is still observed after so long, milliseconds. */
  readonly debounce?: number;
}

export type Responses = Readonly<Record<string, QueryResponse>>;
/** The state of the application, as the owner of the responses. */
interface ResponseCache {
  readonly responses: Responses;
}

const none: QueryResponse = { columns: [], id: 'id', options: {} };
/** The view of a query by its command line; an empty one if it was never requested. */
export const responseOf = ({ responses }: ResponseCache, line: string): QueryResponse =>
  Object.hasOwn(responses, line) ? responses[line]! : none;

/** Takes over the state of a query. A response stays until the next one, also after a failure. */
export function queried(
  responses: Responses,
  line: string,
  { fetching, request, loaded, version, failure }: QueryState,
  now: number,
): Responses {
  const before = responseOf({ responses }, line);
  const start = before.request === request ? (before.asked ?? now) : now;
  const inFlight = fetching ? { asked: start, request } : { asked: undefined, request: undefined };
  const trouble = troubleOf(before.trouble, failure, now);
  const latest = loaded && version !== before.version ? { ...read(loaded, now), version } : before;
  return { ...responses, [line]: { ...latest, ...inFlight, trouble } };
}
function troubleOf(before: Trouble | undefined, failure: QueryState['failure'], now: number): Trouble | undefined {
  if (!failure || before?.version === failure.version) return failure && before;
  const { version, retryIn, ...failed } = failure;
  return { text: failed.text, since: before?.since ?? now, at: now, retryAt: now + retryIn, version, failure: failed };
}

/** How far the clock of a service is ahead before the times of the ledger are said by it, milliseconds. */
export const leastAhead = 60_000;
/**
 * Operations of the ledger with their times by the clock of the service, if that is another one: the ages of the same
 * thing on two screens agree. A sandbox may have moved since an operation was sent, so its own times are as far ahead as
 * then.
 */
export function onServiceClock(loaded: ReadResult | undefined, ahead = 0): ReadResult | undefined {
  const { value, columns = [], ofMachine } = loaded ?? {};
  const rows = [value].flat() as Row[];
  if (!ofMachine || !rows.some((row) => valueAt(row, 'serviceAt') !== undefined)) return loaded;
  const isAhead = Math.abs(ahead) >= leastAhead;
  const times = isAhead ? columns.filter(({ as }) => as === 'time' || as === 'moment').map(({ path }) => path) : [];
  const shifted = rows.map(({ serviceAt, ...row }) => {
    const [at, then] = [row.at, serviceAt].map((time) => statedTime(asText(time ?? '')));
    const own = at === undefined || then === undefined ? ahead : then - at;
    const later = times.flatMap((path) => {
      const time = statedTime(asText(row[path] ?? ''));
      const by = path === 'seenAt' ? ahead : own;
      return time === undefined ? [] : [[path, new Date(time + by).toISOString()]];
    });
    return { ...row, ...Object.fromEntries(later) };
  });
  return { ...loaded, value: Array.isArray(value) ? shifted : shifted[0], ofMachine: isAhead ? undefined : ofMachine };
}

/** The columns of a list without those that are for a value that no row has. */
const shownColumns = (columns: readonly Column[], rows: readonly Row[] | undefined): readonly Column[] =>
  rows ? columns.filter(({ ifAny, path }) => ifAny !== true || !isEmptyIn(rows, path)) : columns;

/** The view of a response. */
function read(
  {
    value,
    leftOut,
    notes,
    cut,
    singleRecord,
    columns,
    id = 'id',
    key,
    of,
    kind,
    have,
    ofMachine,
    rowCommand,
    empty,
    chart,
    options = {},
  }: ReadResult,
  now: number,
): QueryResponse {
  const body = bodyOf(value, singleRecord ? 'record' : undefined);
  const rows = body.is === 'rows' ? body.rows : undefined;
  const isRecord = body.is === 'record';
  const known = of && { ...of, isRecord };
  const record = isRecord ? thingAlone(body.row, of ?? {}) : undefined;
  const sample = rows ?? (record ? [record] : []);
  const { columns: resolved, unknown = [] } =
    columns && known ? resolvedColumns(columns, sample, { id, of: known }) : { columns };
  const fields = known && new Fields(sample, known);
  const pathOf = (path: string, role?: 'id'): string => fields?.at(path, role) ?? path;
  return {
    at: now,
    value: record ?? value,
    rows,
    columns: withShares(
      shownColumns(resolved ?? (rows ? columnsOf(sample) : []), rows).map((column) => guessed(column, sample)),
      cut ? [] : (rows ?? []),
    ),
    note: notesOf([
      ...(notes ?? []),
      ...(leftOut ?? []),
      body.is === 'rows' || isRecord ? noteOf(body) : undefined,
      unknownText(unknown),
    ]),
    leftOut,
    cut,
    reads: { of, id, singleRecord },
    id: pathOf(id, 'id'),
    key: key?.map((path) => pathOf(path, path === id ? 'id' : undefined)),
    kind,
    have,
    ofMachine,
    rowCommand,
    empty,
    chart,
    options,
  };
}

/** The notes on a response in one line, which a narrow terminal cuts: what changes the meaning of the rows comes first. */
const notesOf = (notes: readonly (string | undefined)[]): string | undefined =>
  present(notes)
    .map((note) => note.replace(/\.$/, ''))
    .join('. ') || undefined;

/** The message of anything that was thrown. */
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** The longest Retry-After that is honoured, milliseconds: a wrong header must not stop an open application. */
const longestWait = 3_600_000;
/** Converts an error to the failure of a read. */
export function failureOf(error: unknown): ReadFailure {
  const { what, hint, kind, status, requestId, passes, wait } = Object(error) as Partial<ReadFailure> & {
    readonly what?: string;
  };
  const text = what ?? sentence(error);
  const bounded = wait === undefined || wait <= longestWait ? { wait } : { wait: longestWait, asksFor: wait };
  return { text, hint, kind, status, requestId, passes, ...bounded };
}

/** The rest of a Retry-After, milliseconds. */
export const waitLeftOf = (trouble: Pick<Trouble, 'failure' | 'at'> | undefined, now: number): number =>
  trouble?.failure.wait === undefined ? 0 : Math.max(0, trouble.at + trouble.failure.wait - now);
/**
 * The message about a Retry-After.
 * @param byKey only a key asks again
 * @param asksFor the whole wait, if it is longer than is honoured
 */
export function waitText(milliseconds: number, byKey: boolean, asksFor?: number): string {
  const asks = asksFor === undefined ? '' : ` ${spanOf(asksFor)}, and is waited for ${spanOf(longestWait)} at most`;
  return `The service asks to wait${asks}: ${byKey ? 'r tries again' : 'the next request is'} in ${spanOf(Math.max(0, milliseconds))}.`;
}

/** Whether only a key repeats a failed read: its values were refused, here or by the service. */
export const isFinal = ({ kind, status, passes }: ReadFailure): boolean =>
  !passes && (kind === 'usage' || kind === 'guarded' || status === 400 || status === 422);

/** Whether a failed read needs a session. */
export const needsSignIn = ({ kind }: ReadFailure, signedIn: boolean): boolean =>
  kind === 'sign-in' || (kind === undefined && !signedIn);

/** Marks these queries, or all, to be invalidated. */
export const aged = <State extends ResponseCache>(
  state: State,
  lines = Object.keys(state.responses) as readonly string[],
): State => marked(state, lines, true);
/** The queries that are marked to be invalidated, and the state without the marks. */
export function invalidated<State extends ResponseCache>(state: State): readonly [lines: readonly string[], State] {
  const lines = Object.keys(state.responses).filter((line) => state.responses[line]!.stale);
  return [lines, lines.length === 0 ? state : marked(state, lines)];
}
function marked<State extends ResponseCache>(state: State, lines: readonly string[], stale?: true): State {
  const responses = lines.map((line) => [line, { ...responseOf(state, line), stale }] as const);
  return { ...state, responses: { ...state.responses, ...Object.fromEntries(responses) } };
}

/** The function that gives the key by which a row of a response is marked and found again; undefined if it has none. */
export const keysOf = ({ rows = [], id, key = [id] }: Pick<QueryResponse, 'rows' | 'id' | 'key'>) => keyIn(rows, key);

/** The text to copy of a row, and its path: the first of these fields that has a value, by default the id. */
export function copiedOf(
  row: Row,
  { id }: { readonly id: string },
  { copies = [id] }: Pick<ScreenSpec, 'copies'>,
): { readonly path: string; readonly text: string } | undefined {
  const path = copies.find((copy) => !isNothing(valueAt(row, copy)));
  return path === undefined ? undefined : { path, text: asText(valueAt(row, path)) };
}
