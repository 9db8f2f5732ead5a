// Navigation: groups, the screens of a group, details over lists, back, and the history.

import { lineWithoutKeys } from '../../../money/keys/line-without-keys.js';
import { isCondition } from '../../../services/catalogue/statuses.js';
import { filledLine, quoted, splitWords } from '../../../services/command-line.js';
import { isPrefixedHash } from '../../../services/forms.js';
import { asText, isRecord, type Row, valueAt } from '../../../services/json-value.js';
import { type Column, classIn, isState } from '../../../text/column.js';
import { jsonRows } from '../../../text/json-lines.js';
import { matching } from '../../../text/row-match.js';
import { sorted } from '../../../text/row-order.js';
import { cutMiddle } from '../../../text/text.js';
import { escapeControls } from '../../../text/visible.js';
import { nextLine, type RowKind } from '../../../things/action.js';
import { statusIn } from '../../../things/column.js';
import { isPage, pageKindOf } from '../../page-kinds/page-kinds.js';
import { clamped } from '../core/list.js';
import { asResponded, copiedOf, keysOf, maskedUnless, type QueryResponse, responseOf } from '../core/responses.js';
import {
  type BelowSpec,
  type BoardScreen,
  board,
  type JsonScreen,
  opened,
  type Screen,
  type ScreenSpec,
  type WatchScreen,
} from '../core/screens.js';
import {
  type Application,
  type Next,
  type PaneRead,
  type Stack,
  topOf,
  withNotice,
  withScreen,
  withTop,
} from '../core/state.js';
import { mostWatched, readLine, selectedItem, watchOf, watchScreen } from '../watch/watch-screen.js';
import { keptMarks, markedRows, unpicked } from './marks.js';

const mostPast = 50;
const mostRecent = 20;

/** Opens another stack of screens; the current one is stored for its group and in the history. */
export const goTo = (state: Application, stack: Stack): readonly [Application] => [
  {
    ...state,
    stack,
    stacksByGroup: { ...state.stacksByGroup, [state.stack[0]!.group]: state.stack },
    past: [...state.past, state.stack].slice(-mostPast),
    future: [],
  },
];

/** Back or forward in the history. */
export function through(state: Application, way: 'back' | 'forward'): Next {
  const { past, future, stack: here } = state;
  const stack = (way === 'back' ? past : future).at(-1);
  if (!stack) return [state];
  const [next] = goTo(state, stack);
  if (way === 'back') return [{ ...next, past: past.slice(0, -1), future: [...future, here] }];
  return [{ ...next, past: [...past, here], future: future.slice(0, -1) }];
}

const home: Screen = { kind: 'home', group: 'Home', pane: 0 };

/** The first screen of a group; for Home its panes. */
export function firstOf({ groups }: Pick<Application, 'groups'>, name: string): Screen {
  const spec = name === 'Home' ? undefined : groups.find((group) => group.name === name)?.screens[0];
  return spec ? opened(name, spec) : home;
}

/**
 * The screen of a group that was open at the end of the last run, if it is the group of then; else its first screen.
 */
export function lastOf({ groups, preferences }: Pick<Application, 'groups' | 'preferences'>, name: string): Screen {
  const spec =
    name === (preferences.group ?? 'Home') && preferences.screen !== undefined
      ? groups.find((group) => group.name === name)?.screens.find((spec) => spec.name === preferences.screen)
      : undefined;
  return spec ? opened(name, spec) : firstOf({ groups }, name);
}

/**
 * Opens a group where the person left it, or its first screen if the group is open already. Home always opens with its
 * panes, and with nothing over them.
 */
export function toGroup(state: Application, name: string): readonly [Application] {
  const screens = state.stacksByGroup[name];
  if (name === 'Home') {
    const panes = [...state.stack, ...(screens ?? [])].find(({ kind }) => kind === 'home' || kind === 'welcome');
    return goTo(state, [panes ?? home]);
  }
  return goTo(state, screens && topOf(state).group !== name ? screens : [firstOf(state, name)]);
}

/** The previous or next screen of the group; the panes of Home are the first of its screens. */
export function beside(state: Application, by: 1 | -1): Next {
  const first = rootOf(state);
  const screens = screensBeside(state);
  if (screens.length < 2) return [state];
  const at = screens.findIndex((spec) => ('spec' in first ? spec?.name === first.spec.name : spec === undefined));
  return toScreen(state, (at + by + screens.length) % screens.length);
}
/** The screens of the open group; the first one of Home is its panes, without a specification. */
function screensBeside(state: Application): readonly (ScreenSpec | undefined)[] {
  const { group } = topOf(state);
  const specs = state.groups.find(({ name }) => name === group)?.screens ?? [];
  return group === 'Home' ? [undefined, ...specs] : specs;
}
/**
 * The first screen of the shown group on the stack: a command line may have opened it over a screen of another group.
 */
export const rootOf = (state: Pick<Application, 'stack'>): Screen =>
  state.stack.find(({ group }) => group === topOf(state).group)!;
/** Opens a screen of the open group by its place. */
export function toScreen(state: Application, at: number): readonly [Application] {
  const spec = screensBeside(state)[at];
  return goTo(state, [spec ? opened(topOf(state).group, spec) : home]);
}

/** Goes back by one screen, and from the first one to Home. */
export function back(state: Application): Next {
  const top = topOf(state);
  if (top.kind === 'board') {
    if (top.picked || top.range) return [unpicked(state, top)];
    if (top.scrolled !== undefined) return [withTop(state, { ...top, scrolled: undefined })];
    if (top.filter !== '') return [withTop(state, { ...top, filter: '', versionShown: -1 })];
  }
  if (state.stack.length > 1) return [{ ...state, stack: state.stack.slice(0, -1) }];
  return top.kind === 'home' || top.kind === 'welcome' ? [state] : goTo(state, [home]);
}

/** The display name of a row: its title, or its shortened id; personal data are masked as on the screens. */
export function nameOfRow({ reveal }: Pick<Application, 'reveal'>, whole: Row | undefined, id: string): string {
  const row = maskedUnless(reveal, whole);
  const [latitude, longitude] = [row?.latitude, row?.longitude].map(asText);
  // a cell of a map
  if (id === 'latitude' && latitude && longitude) return `${escapeControls(latitude)}, ${escapeControls(longitude)}`;
  const name = ['title', 'name', 'displayName', 'symbol']
    .map((path) => row?.[path])
    .find((value) => typeof value === 'string' && value);
  return name ? escapeControls(asText(name)) : cutMiddle(escapeControls(asText(valueAt(row, id))), 13);
}

/** The selected row, or the record of a page. */
export function markedRow(state: Pick<Application, 'responses'>, screen: BoardScreen): Row | undefined {
  const { rows, value } = responseOf(state, screen.line);
  if (rows && isPage(screen)) return pageKindOf(screen)?.selected?.(rows);
  if (rows) return screen.shown[screen.place.marked];
  return (value as Row | undefined) ?? screen.row;
}

/** The command line in a field of the row, if the list holds several kinds of rows; else the one that its kind leads to. */
function lineIn(row: Row, { rowCommand, kind, id }: QueryResponse): string | undefined {
  const line = rowCommand === undefined ? '' : asText(valueAt(row, rowCommand)).replace(/^tuk /, '');
  return line === '' ? kind && nextLine(kind, row, id) : line;
}

/** The action of enter on a board: the detail of the selected row, the rows of a chart, the watch screen of an item. */
export function openMarked(state: Application): Next {
  const top = topOf(state);
  if (top.kind !== 'board') return [state];
  const response = responseOf(state, top.line);
  const row = response.rows && markedRow(state, top);
  const { below } = top.spec;
  if (below?.ifEmpty && below.command !== undefined && response.rows?.length === 0)
    return screenOfLine(state, below.command) ?? [openRead(state, below.title, below.command)];
  if (isPage(top) && !row) return response.rows ? [withScreen(state, rowsOf(top))] : [state];
  if (!row) return [state];
  const { opens, actions, openedActions } = top.spec;
  const byKind = { ...response, kind: top.spec.leads === undefined ? response.kind : { next: top.spec.leads } };
  const line = (opens === undefined ? lineIn(row, byKind) : filledLine(opens, row, response.id)) || undefined;
  const watch = line === undefined ? undefined : watchOf(state.groups, line);
  if (watch) return [withScreen(state, watch)];
  const name = nameOfRow(state, row, response.id);
  const { rowShownAs, copies, code, name: list } = top.spec;
  const [first, ...also] = relatedTo(response.kind, row, response.id);
  const spec: ScreenSpec = {
    name,
    command: line ?? top.line,
    shownAs: rowShownAs === undefined ? undefined : asText(valueAt(row, rowShownAs) ?? ''),
    copies,
    code,
    ...{ below: first, also },
    actions: line === undefined ? actions : openedActions, // without a line, the row itself is shown
  };
  const detail = board(top.group, spec, { parents: [...top.parents, list], row, columns: response.columns });
  if (line === undefined) return [withScreen(state, { ...detail, line: '' })];
  const entry = {
    name: `${list} ${name}`.toLowerCase(),
    is: `opened: tuk ${line}`,
    entry: 'recent',
    line,
    group: top.group,
  } as const;
  const recent = [entry, ...(state.recent ?? []).filter((other) => other.line !== line)].slice(0, mostRecent);
  return [withScreen({ ...state, recent }, detail)];
}
/** What belongs to a row: the reads of its kind whose lines the row fills. */
const relatedTo = ({ related = [] }: Pick<RowKind, 'related'> = {}, row: Row, id: string): readonly BelowSpec[] =>
  related.flatMap(({ title, line }): BelowSpec[] => {
    const command = nextLine({ next: line }, row, id);
    return command ? [{ title, command, kind: 'rows' }] : [];
  });
/** Goes to the screen of a command line, if a group has one. */
function screenOfLine(state: Application, line: string): Next | undefined {
  const [place] = state.groups.flatMap(({ name, screens }) =>
    screens.flatMap((spec) => (spec.command === line ? [opened(name, spec)] : [])),
  );
  return place && goTo(state, [place]);
}
const rowsOf = ({ group, spec, line, parents }: BoardScreen): BoardScreen =>
  board(group, { ...spec, kind: undefined, name: 'Rows' }, { line, parents: [...parents, spec.name] });

/** Opens a read over the visible screen, like the board of the same command. @param from the rows of Home that lead to it, with the actions of their screen */
export function openRead(state: Application, name: string, line: string, from?: PaneRead): Application {
  const top = topOf(state);
  const screens = state.groups.flatMap((group) => group.screens);
  const like = screens.find(({ command }) => line.startsWith(`${command} `));
  const parents = top.kind === 'board' ? [...top.parents, top.spec.name] : [];
  // these belong to the rows and options of that board
  const spec = {
    ...like,
    name,
    command: line,
    cycles: undefined,
    opens: undefined,
    actions:
      from && screens.find(({ command, opens }) => command === from.command && opens === from.opens)?.openedActions,
    openedActions: undefined,
  };
  return withScreen(state, board(top.group, spec, { parents }));
}

/** Opens the watch screen of the marked rows, side by side. */
export function watchedMarked(state: Application, screen: BoardScreen): Application {
  const response = responseOf(state, screen.line);
  const lines = markedRows(screen, response).map((row) => filledLine(screen.spec.opens ?? '', row, response.id) ?? '');
  const items = lines.flatMap((line) => watchOf(state.groups, line)?.items ?? []);
  if (items.length === 0) return state;
  if (items.length > mostWatched)
    return withNotice(state, `At most ${mostWatched} are watched at once; ${items.length} are marked.`);
  return withScreen(state, watchScreen(screen.group, items));
}

/** The previous or next record, by the list below it. */
export function neighbour(state: Application, by: 1 | -1): Next {
  const list = state.stack.at(-2);
  if (list?.kind !== 'board' || isPage(list)) return [state];
  const marked = list.place.marked + by;
  if (marked < 0 || marked >= list.shown.length) return [state];
  const moved = { ...list, place: { ...list.place, marked, top: Math.min(list.place.top, marked) } };
  return openMarked({ ...state, stack: [...state.stack.slice(0, -2), moved] });
}

/** The raw JSON of the selected row, or of the whole response. */
export function toJson(state: Application): Application {
  const top = topOf(state);
  if (top.kind === 'watch') return watchJson(state, top);
  if (top.kind !== 'board') return state;
  const response = responseOf(state, top.line);
  const row = response.rows && isPage(top) ? undefined : markedRow(state, top);
  const value = isRecord(row) ? asResponded(row) : response.value;
  if (value === undefined) return state;
  const line =
    response.rows && row && top.spec.opens
      ? (filledLine(top.spec.opens, row, response.id) ?? top.line)
      : dataLine(state, top);
  const watched = watchOf(state.groups, line)?.items[0];
  const name = (row && nameOfRow(state, row, response.id)) || top.spec.name;
  const parents = [...top.parents, ...(name === top.spec.name ? [] : [top.spec.name]), name];
  const id = row && copiedOf(row, response, top.spec)?.text;
  return jsonOver(state, value, { parents, line: watched ? readLine(watched) : line, id });
}
/** Opens raw JSON over the visible screen; personal data are masked as they are there. */
export function jsonOver(
  state: Application,
  value: unknown,
  more: Pick<JsonScreen, 'parents' | 'line' | 'id'>,
): Application {
  const layout = jsonRows(maskedUnless(state.reveal, value));
  return withScreen(state, { kind: 'json', group: topOf(state).group, value, layout, top: 0, query: '', ...more });
}

function watchJson(state: Application, screen: WatchScreen): Application {
  const item = selectedItem(screen);
  const { spec, id, state: watching } = item;
  const value = watching?.items[0]?.row;
  if (value === undefined) return state;
  const parents = [spec.name, cutMiddle(escapeControls(id), 13)];
  return jsonOver(state, value, { parents, line: readLine(item), id });
}

/**
 * The command line of the data of a board; a detail without a response of its own shows data of the screen below it.
 */
export function dataLine({ stack }: Pick<Application, 'stack'>, { line }: BoardScreen): string {
  const lower = stack.at(-2);
  return line || (lower && 'line' in lower ? lower.line : '');
}

/**
 * Rows that wait for the person first, and those whose state says that nothing can be done last: they are off, and their
 * statuses have no end. Otherwise in the order of the response.
 */
function urgentFirst(rows: readonly Row[], columns: readonly Column[], now: number): readonly Row[] {
  const state = columns.find(({ as }) => as === 'condition' || isState(as));
  if (!state) return rows;
  const list = statusIn(state.as);
  const isLast = list === undefined || isCondition(list);
  const ranked = rows.map((row) => {
    const of = classIn(row, state, now);
    return { row, rank: of === 'needs-you' ? 0 : of === 'off' && isLast ? 2 : 1 };
  });
  return [0, 1, 2].flatMap((wanted) => ranked.flatMap(({ row, rank }) => (rank === wanted ? [row] : [])));
}

/** A board whose actions and next places are those of the kind of its rows, unless it has its own. */
export function ofKind(screen: BoardScreen, { kind }: QueryResponse): BoardScreen {
  const { opens, actions } = screen.spec;
  if (!kind || opens !== undefined || actions !== undefined || isPage(screen)) return screen;
  const next = typeof kind.next === 'string' && kind.next !== screen.line ? kind.next : undefined;
  return next === undefined && !kind.actions
    ? screen
    : { ...screen, spec: { ...screen.spec, opens: next, actions: kind.actions } };
}

/** Updates a board with the newest response, filtered and sorted; the selection follows the key of its row. */
export function refreshed(screen: BoardScreen, response: QueryResponse, now: number): BoardScreen {
  const { rows, at, columns, id, version = 0 } = response;
  const of = `${at} ${version}`; // two responses may have come in one millisecond
  if (of === screen.versionShown || at === undefined || !rows) return screen;
  const { place, sort = pageKindOf(screen)?.order } = screen;
  const keyOf = keysOf(response);
  const selected = keyOf(screen.shown[place.marked] ?? {});
  const filtered = matching(rows, screen.filter, columns.length > 0 ? columns : [{ path: id }], now);
  const sortedRows = sort ? sorted(filtered, sort) : urgentFirst(filtered, columns, now);
  const same = selected === undefined ? -1 : sortedRows.findIndex((row) => keyOf(row) === selected);
  const marked = clamped(same < 0 ? place.marked : same, sortedRows.length - 1);
  const top = clamped(place.top + marked - place.marked, marked);
  return keptMarks({ ...screen, shown: sortedRows, versionShown: of, place: { marked, top } }, response);
}

/** The name of the screen in the path. It belongs to no group. */
const group = 'Case';
/** How often it is read again, seconds: a search makes many requests. */
const every = 20;

/** The search for a text; undefined for a text that may be a key. A hash would be taken for one. */
export function findLine(text: string): string | undefined {
  const line = isPrefixedHash(text) ? `find --hash ${text}` : `find ${quoted(text)}`;
  return lineWithoutKeys(line) === line ? line : undefined;
}

/** Whether a command line searches for a text: `find 202`. */
export const isSearch = (line: string): boolean => /^find +\S/.test(line);

/** The words of a search without its options. */
function textIn(line: string): string {
  const words = splitWords(line)
    .slice(1)
    .filter((word) => word !== '--hash');
  const end = words.findIndex((word) => word.startsWith('--'));
  return words.slice(0, end < 0 ? undefined : end).join(' ');
}
/** The case of a text. @param line the search @param text by default the text in the line */
export const caseScreen = (line: string, text = textIn(line)): BoardScreen =>
  board(group, { name: cutMiddle(escapeControls(text), 40), command: line, kind: 'case', every });

/**
 * The specification: its data come from the process, not from a command. A row of a read has the command that repeats
 * it.
 */
export const requestsSpec: ScreenSpec = {
  name: 'Request log',
  command: 'requests',
  every: 1,
  note: 'The requests of this window only: no call lists those of other windows.',
  shownAs: '',
  rowShownAs: 'repeat',
  copies: ['requestId', 'repeat', 'path'], // the number is known to this application alone
};

/** Opens it over the visible screen; once. */
export function requestsOpened(state: Application): Application {
  const top = topOf(state);
  if (top.kind === 'board' && top.spec === requestsSpec) return state;
  // otherwise the selection would stay on an old request
  const { [requestsSpec.command]: _, ...responses } = state.responses;
  return withScreen({ ...state, responses }, board(top.group, requestsSpec));
}
