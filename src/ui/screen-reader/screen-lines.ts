// Screen reader form of the visible screen: lists, pages, charts, JSON and forms.

import { counted } from '../../services/counted.js';
import { isRecord, type Row } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { emptyWords } from '../../text/empty.js';
import { present } from '../../text/present.js';
import { emptyReason, pattern } from '../../text/row-match.js';
import { atATime, cellTexts, headOf, rowColumns, rowText, spoken } from '../../text/spoken-record.js';

import { escapeControls } from '../../text/visible.js';
import { pageData, pageKindOf, pageKinds } from '../page-kinds/page-kinds.js';
import { refreshed } from '../state/boards/navigation.js';
import { columnOf, columnsIn } from '../state/boards/table-settings.js';
import { keysOf, maskedUnless, type QueryResponse, responseOf } from '../state/core/responses.js';
import type { BelowSpec, BoardScreen, JsonScreen } from '../state/core/screens.js';
import { type Application, type ServiceTime, topOf } from '../state/core/state.js';
import type { ScreenKind } from '../state/keys/app-choices.js';
import { otherLine } from '../state/queries/observed.js';
import { rowsText, sampled } from '../view-models/board.js';
import { columnRanks, comesLate } from '../view-models/table.js';
import { bodyLines } from './page-lines.js';
import { watchTexts } from './watch.js';
import { failureText, placeText } from './wording.js';

/** A screen as lines: the head, and rows or lines that are printed in parts. */
export interface LinearScreen {
  readonly head: readonly string[];
  readonly rest?: {
    readonly count: number;
    readonly line: (at: number) => string;
    readonly what: 'rows' | 'lines';
    readonly first: number;
  };
}
type ScreenData = Pick<Application, 'stack' | 'responses'>;

/** Whether a board is a list of rows by number. */
const isList = (state: ScreenData, top: BoardScreen): boolean => {
  const response = responseOf(state, top.line);
  return response.rows !== undefined && pageKindOf(top)?.texts?.(pageData(top, response, true), 0) === undefined;
};

/** The kind of the visible screen. */
export function seenOf(state: ScreenData): ScreenKind {
  const top = topOf(state);
  if (top.kind === 'json') return 'json';
  if (top.kind === 'watch') return 'watch';
  if (top.kind !== 'board') return 'page';
  if (top.spec.kind === 'find' && top.line === '') return 'search';
  if (isList(state, top)) return 'list';
  return responseOf(state, top.line).rows ? 'chart' : 'page';
}

/** The screen on top. */
export function screenLines(state: Application, now: ServiceTime): LinearScreen {
  const top = topOf(state);
  switch (top.kind) {
    case 'board':
      return boardLines(state, top, now);
    case 'json':
      return jsonLinesOf(top);
    case 'watch': {
      const lines = watchTexts(top, state, now);
      return { head: [], rest: textOf(lines.length, (at) => lines[at]!) };
    }
    default: // Home and its like are said as the groups
      return { head: [] };
  }
}
/** The lines of raw JSON; while a text is searched for, those that contain it, with their numbers. */
function jsonLinesOf({ group, parents, layout, query }: JsonScreen): LinearScreen {
  const place = placeText({ group, over: parents, name: 'JSON' });
  const line = (at: number) => escapeControls(layout[at]!);
  if (query === '') return { head: [`${place} ${counted(layout.length, 'line')}.`], rest: textOf(layout.length, line) };
  const fits = pattern(query);
  const matches = layout.flatMap((line, at) => (fits(line) ? [at] : []));
  const head = `${place} ${matches.length} of ${counted(layout.length, 'line')} ${matches.length === 1 ? 'has' : 'have'} ${escapeControls(query)}.`;
  return { head: [head], rest: textOf(matches.length, (nth) => `${matches[nth]! + 1}: ${line(matches[nth]!).trim()}`) };
}
const textOf = (count: number, line: (at: number) => string): LinearScreen['rest'] => ({
  count,
  line,
  what: 'lines',
  first: 2 * atATime,
});

function boardLines(state: Application, top: BoardScreen, service: number): LinearScreen {
  const { reveal, signedIn } = state;
  const { group, parents, spec, line } = top;
  const response = responseOf(state, line);
  const now = response.ofMachine ? service - (state.clockOffset ?? 0) : service;
  const head = placeText({ group, over: parents, name: spec.name });
  if (seenOf(state) === 'search') return { head: [`${head} What do you look for?`] };
  const since = response.at === undefined ? undefined : service - (state.clockOffset ?? 0) - response.at;
  const old = since === undefined ? [] : [`What follows was read ${spoken(since)} ago.`];
  const trouble = response.trouble ? [failureText(response.trouble.failure, signedIn), ...old] : [];
  if (response.at === undefined && !top.row)
    return { head: [head, ...(trouble.length > 0 ? trouble : ['No response.'])] };
  const before = [
    ...trouble,
    ...[top.spec.below, ...(top.spec.also ?? [])].flatMap((below) => belowTexts(state, below, now)),
    ...otherProfileLines(state, top, now),
  ];
  if (isList(state, top)) return listLines(top, response, { before, now, state });
  const lines = bodyLines(top, response, now, reveal);
  if (lines.length === 0) return { head: [head, ...before, emptyText(top, response)] };
  return { head: [head, ...before], rest: textOf(lines.length, (at) => lines[at]!) };
}
/** The first sentence of the chart below its rows; a map has the rows themselves. */
function belowTexts(state: Application, below: BelowSpec | undefined, now: number): readonly string[] {
  if (below?.command === undefined || below.kind === 'next') return [];
  const response = responseOf(state, below.command);
  if (below.kind === 'rows') {
    const { rows, value, trouble, at } = response;
    // a list that has rows does not ask for them
    if (at === undefined) return trouble ? [`${below.title}: ${failureText(trouble.failure, state.signedIn)}`] : [];
    const [first] = maskedUnless(state.reveal, rows ?? (isRecord(value) ? [value as Row] : []));
    const said = first ? cellTexts(first, response, now).slice(0, 3).join(', ') : '';
    const count = rowsText(rows?.length ?? 0, response);
    const text = rows ? present([count, said !== '' && `the first: ${said}`]).join(', ') : said || count;
    return [`${below.title}: ${text}.`];
  }
  const data = pageData({ spec: below }, response, state.reveal);
  const [text] = pageKinds[below.kind].texts?.(data, now) ?? [];
  return text === undefined ? [] : [`${escapeControls(below.title)}: ${text}`];
}
/** The most rows of the other profile. */
const mostOtherRows = 10;
/** The rows of the other profile, if one is shown, and the command that has all of them. */
function otherProfileLines(state: Application, top: BoardScreen, now: number): readonly string[] {
  const line = otherLine(state);
  const { other } = state.head;
  if (line === undefined || other === undefined) return [];
  const response = responseOf(state, line);
  const name = `Profile ${escapeControls(other)}:`;
  if (response.trouble) return [`${name} ${failureText(response.trouble.failure, true)}`];
  if (response.at === undefined) return [`${name} no response yet.`];
  if (!response.rows) return [name, ...bodyLines({ ...top, line }, response, now, state.reveal)];
  const screen = refreshed({ ...top, line, shown: [], versionShown: -1, picked: [] }, response, now);
  const { rest } = listLines(screen, response, { before: [], now, state });
  const count = rest?.count ?? 0;
  const rows = Array.from({ length: Math.min(count, mostOtherRows) }, (_, at) => rest!.line(at));
  const more = count > mostOtherRows ? [`All of them: tuk ${escapeControls(line)}`] : [];
  return [
    `${name} ${count} ${count === 1 ? 'row' : 'rows'}.`,
    ...rows,
    ...more,
    `Profile ${escapeControls(state.head.profile)}:`,
  ];
}

/** The message of an empty list, and the next step. */
const emptyText = ({ spec, line }: BoardScreen, { empty = spec.empty }: QueryResponse): string =>
  (empty ? emptyWords(empty, `tuk ${line}`) : ['Nothing here.']).map(escapeControls).join(' ');

function listLines(
  top: BoardScreen,
  whole: QueryResponse,
  { before, now, state }: { readonly before: readonly string[]; readonly now: number; readonly state: Application },
): LinearScreen {
  const { shown, picked = [] } = top;
  const { reveal, clock } = state;
  const response = { ...whole, columns: saidColumns(top, whole) };
  const nothing = response.rows?.length === 0 ? [emptyText(top, response)] : [];
  const keyOf = keysOf(response);
  const isMarked = (at: number) => picked.length > 0 && picked.includes(keyOf(shown[at]!) ?? '');
  const line = (at: number) =>
    rowText(maskedUnless(reveal, shown[at]!), at, shown.length, { ...response, clock }, now).replace(
      /\. /,
      isMarked(at) ? '. Marked. ' : '. ',
    );
  return {
    head: [...before, ...listHeading(top, response), ...nothing],
    rest: { count: shown.length, line, what: 'rows', first: atATime },
  };
}
/** The most columns of a row that are said, those that decide; below the least also ids. */
const [mostSaid, leastSaid] = [6, 4] as const;
/** The columns of a list that are said: the first by rank, unless the person has arranged them. */
function saidColumns(top: BoardScreen, { columns, rows = [], id }: QueryResponse): readonly Column[] {
  const visible = columnsIn(top, columns);
  if (top.hidden.length > 0 || top.order) return visible;
  const ranks = columnRanks(visible, id, rows.slice(0, sampled));
  const byRank = [...ranks.entries()].sort(([at, one], [later, other]) => one - other || at - later);
  const [first, late] = [false, true].map((isLate) => byRank.filter(([, rank]) => comesLate(rank) === isLate));
  const said = new Set(
    [...first!.slice(0, mostSaid), ...late!.slice(0, Math.max(0, leastSaid - first!.length))].map(([at]) => at),
  );
  return visible.filter((_, at) => said.has(at));
}
/** The heading of a list: its name, the number of rows, its columns. */
function listHeading(
  { group, parents, spec, filter, shown, sort, picked }: BoardScreen,
  response: QueryResponse,
): string[] {
  const { rows = [], columns, id, note, have } = response;
  const count =
    filter === ''
      ? `${rowsText(rows.length, response)}.`
      : `${shown.length} of ${rows.length} match ${escapeControls(filter)}.`;
  const problem = filter !== '' && shown.length === 0 ? emptyReason(filter, columns, rows) : undefined;
  const heads = rowColumns(columns, id).map((column) => headOf(column));
  const order = sort
    ? ` Sorted by ${headOf(columnOf(columns, sort.path))}, the ${sort.down ? 'greatest' : 'least'} first.`
    : '';
  const marks = picked ? ` ${picked.length} marked.` : '';
  return present([
    `${placeText({ group, over: parents, name: spec.name })} ${count}${order}${marks}${note === undefined ? '' : ` ${escapeControls(note)}.`}`,
    problem !== undefined && escapeControls(problem),
    have !== undefined && `${have.replace('you', 'You')}.`,
    spec.note,
    shown.length > 0 && `Columns: ${heads.join(', ')}.`,
  ]);
}
