// Navigation between screens: groups, the screens of a group, details over lists, back, and the history.

import { filledLine } from '../../services/command-line.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { jsonRows } from '../../text/json-lines.js';
import { masked } from '../../text/mask.js';
import { matching } from '../../text/row-match.js';
import { sorted } from '../../text/row-order.js';
import { cutMiddle } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { isPage, pageKindOf } from '../page-kinds/page-kinds.js';
import { placed } from './list.js';
import { keptMarks, markedRows, unpicked } from './marks.js';
import { type QueryResponse, responseOf } from './responses.js';
import { copiedOf, idOf } from './row-id.js';
import {
  type Action,
  type BoardScreen,
  board,
  type FormScreen,
  type JsonScreen,
  opened,
  type Screen,
  type ScreenSpec,
  type WatchScreen,
} from './screens.js';
import { type AppEffect, type Application, type Stack, topOf, withNotice, withoutNotice, withTop } from './state.js';
import { quoteLine, type Swap } from './swap-lines.js';
import { mostWatched, readLine, selectedItem, watchOf, watchScreen } from './watch-screen.js';

const mostPast = 50;
const mostRecent = 20;

/** Opens another stack of screens; the current one is stored for its group and in the history. */
export function goTo(state: Application, stack: Stack): readonly [Application, ...AppEffect[]] {
  const left = state.stack;
  return [
    {
      ...state,
      stack,
      kept: { ...state.kept, [left[0]!.group]: left },
      past: [...state.past, left].slice(-mostPast),
      future: [],
    },
  ];
}

/** Back or forward in the history. */
export function through(state: Application, way: 'back' | 'forward'): readonly [Application, ...AppEffect[]] {
  const [from, to] = way === 'back' ? [state.past, state.future] : [state.future, state.past];
  const stack = from.at(-1);
  if (!stack) return [state];
  const [next, ...effects] = goTo(state, stack);
  const rest = from.slice(0, -1);
  const here = next.past.at(-1)!;
  return [{ ...next, ...(way === 'back' ? { past: rest, future: [...to, here] } : { past: [...to, here], future: rest }) }, ...effects];
}

const home: Screen = { kind: 'home', group: 'Home', pane: 0 };

/** The first screen of a group; that of Home has its panes. */
export function firstOf({ groups }: Pick<Application, 'groups'>, name: string): Screen {
  const group = groups.find((one) => one.name === name);
  const first = name === 'Home' ? undefined : group?.screens[0];
  return group && first ? opened(group.name, first) : home;
}

/** Opens a group where the person left it; its first screen if the group is open already. Home always opens with its panes. */
export function toGroup(state: Application, name: string): readonly [Application, ...AppEffect[]] {
  const left = state.kept[name];
  const kept = name === 'Home' && left?.[0]?.kind !== 'home' && left?.[0]?.kind !== 'welcome' ? undefined : left;
  return goTo(state, kept && topOf(state).group !== name ? kept : [firstOf(state, name)]);
}

/** The previous or next screen of the group; the panes of Home are the first of its screens. */
export function beside(state: Application, by: 1 | -1): readonly [Application, ...AppEffect[]] {
  const first = rootOf(state);
  const screens = screensBeside(state);
  if (screens.length < 2) return [state];
  const at = screens.findIndex((one) => ('spec' in first ? one?.name === first.spec.name : one === undefined));
  return toScreen(state, (at + by + screens.length) % screens.length);
}
/** The screens of the open group; those of Home begin with its panes, which have no specification. */
function screensBeside(state: Application): readonly (ScreenSpec | undefined)[] {
  const { group } = topOf(state);
  const specs = state.groups.find(({ name }) => name === group)?.screens ?? [];
  return group === 'Home' ? [undefined, ...specs] : specs;
}
/** The first screen on the stack of the group that is shown: a command line may have opened one of another group over the first. */
export const rootOf = (state: Pick<Application, 'stack'>): Screen => state.stack.find(({ group }) => group === topOf(state).group)!;
/** Opens a screen of the open group by its place. */
export function toScreen(state: Application, at: number): readonly [Application, ...AppEffect[]] {
  const screen = screensBeside(state)[at];
  return goTo(state, [screen ? opened(topOf(state).group, screen) : home]);
}

/** Goes back by one screen; from the first one to Home. */
export function back(state: Application): readonly [Application, ...AppEffect[]] {
  const top = topOf(state);
  if (top.kind === 'board' && (top.picked || top.range)) return [withTop(withoutNotice(state), unpicked(top))];
  if (top.kind === 'board' && top.scrolled !== undefined) {
    const { scrolled: _, ...list } = top;
    return [withTop(state, list)];
  }
  if (top.kind === 'board' && top.filter !== '') return [withTop(state, { ...top, filter: '', of: -1 })];
  if (state.stack.length > 1) return [{ ...state, stack: state.stack.slice(0, -1) }];
  return top.kind === 'home' || top.kind === 'welcome' ? [state] : goTo(state, [home]);
}

/** The display name of a row: its title, or its shortened id. */
function nameOfRow(row: Row | undefined, id: string): string {
  const [latitude, longitude] = [row?.latitude, row?.longitude].map(asText);
  if (id === 'latitude' && latitude && longitude) return `${escapeControls(latitude)}, ${escapeControls(longitude)}`; // a cell of a map
  const path = ['title', 'name', 'displayName', 'symbol'].find((one) => typeof row?.[one] === 'string' && row[one] !== '');
  const text = asText(path === undefined ? valueAt(row, id) : row![path]);
  return path === undefined ? cutMiddle(escapeControls(text), 13) : escapeControls(text);
}

/** The selected row, or the record of a page. */
export function markedRow(state: Pick<Application, 'responses'>, screen: BoardScreen): Row | undefined {
  const { rows, value } = responseOf(state.responses, screen.line);
  if (rows) return isPage(screen) ? undefined : screen.shown[screen.place.marked];
  return (value as Row | undefined) ?? screen.row;
}

/** The command line that a row of several kinds has for itself. */
function lineIn(row: Row, { rowCommand }: QueryResponse): string | undefined {
  const line = rowCommand === undefined ? '' : asText(valueAt(row, rowCommand)).replace(/^tuk /, '');
  return line === '' ? undefined : line;
}

/** The action of enter on a board: the detail of the selected row, the rows of a chart, the watch screen of an item. */
export function openMarked(state: Application): readonly [Application, ...AppEffect[]] {
  const top = topOf(state);
  if (top.kind !== 'board') return [state];
  const response = responseOf(state.responses, top.line);
  if (isPage(top)) return response.rows ? [pushed(state, rowsOf(top))] : [state];
  const row = response.rows && markedRow(state, top);
  if (!row) return [state];
  const { opens, actions } = top.spec;
  const line = opens === undefined ? lineIn(row, response) : filledLine(opens, row, response.id);
  const watch = line === undefined ? undefined : watchOf(state.groups, line);
  if (watch) return [pushed(state, watch)];
  const name = nameOfRow(row, response.id);
  const own = actions?.flatMap(([label, of, ...condition]): Action[] => {
    const whole = filledLine(of, row, response.id); // the placeholders are those of this row, whatever rows its detail has
    return whole === undefined ? [] : [[label, whole, ...condition]];
  });
  const { rowShownAs, copies } = top.spec;
  const shownAs = rowShownAs === undefined ? {} : { shownAs: asText(valueAt(row, rowShownAs) ?? '') };
  const spec: ScreenSpec = { name, command: line ?? top.line, ...shownAs, ...(copies ? { copies } : {}), ...(own ? { actions: own } : {}) };
  const detail = board(top.group, spec, { over: [...top.over, top.spec.name], row, columns: response.columns });
  if (line === undefined) return [pushed(state, { ...detail, line: '' })];
  const thing = {
    name: `${top.spec.name} ${name}`.toLowerCase(),
    is: `opened: tuk ${line}`,
    entry: 'recent',
    line,
    group: top.group,
  } as const;
  const recent = [thing, ...(state.recent ?? []).filter((one) => one.line !== line)].slice(0, mostRecent);
  return [pushed({ ...state, recent }, detail)];
}
/** The rows of a chart. */
function rowsOf({ group, spec, line, over }: BoardScreen): BoardScreen {
  const { kind: _, ...plain } = spec;
  return board(group, { ...plain, name: 'Rows' }, { line, over: [...over, spec.name] });
}

/** Opens a read over the visible screen, in the form of the board with the same command. */
export function openRead(state: Application, name: string, line: string): Application {
  const top = topOf(state);
  const like = state.groups.flatMap(({ screens }) => screens).find((one) => line.startsWith(`${one.command} `));
  const over = top.kind === 'board' ? [...top.over, top.spec.name] : [];
  const { cycles: _, opens: __, actions: ___, ...own } = like ?? {}; // these belong to the rows and options of that board
  return pushed(state, board(top.group, { ...own, name, command: line }, { over }));
}

const pushed = (state: Application, screen: Screen): Application => ({ ...state, stack: [...state.stack, screen] });

/** The watch screen of the marked rows, side by side where several are marked. */
export function watchedMarked(state: Application, screen: BoardScreen, now: number): Application {
  const response = responseOf(state.responses, screen.line);
  const lines = markedRows(screen, response).flatMap((row) => filledLine(screen.spec.opens ?? '', row, response.id) ?? []);
  const items = lines.flatMap((line) => watchOf(state.groups, line)?.items ?? []);
  if (items.length === 0) return state;
  if (items.length > mostWatched)
    return withNotice(state, `At most ${mostWatched} are watched at once; ${items.length} are marked.`, 'off', now);
  return pushed(state, watchScreen(screen.group, items));
}

/** The previous or next record, by the list below it. */
export function neighbour(state: Application, by: 1 | -1): readonly [Application, ...AppEffect[]] {
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
  if (top.kind === 'form' && top.swap) return quoteJson(state, top, top.swap);
  if (top.kind !== 'board') return state;
  const response = responseOf(state.responses, top.line);
  const row = markedRow(state, top);
  const value = row ?? response.value;
  if (value === undefined) return state;
  const line =
    response.rows && row && top.spec.opens ? (filledLine(top.spec.opens, row, response.id) ?? top.line) : top.line || below(state);
  const watched = watchOf(state.groups, line)?.items[0];
  const name = (row && nameOfRow(row, response.id)) || top.spec.name;
  const over = [...top.over, ...(name === top.spec.name ? [] : [top.spec.name]), name];
  const id = row && copiedOf(row, response, top.spec)?.text;
  return jsonOver(state, value, { over, line: watched ? readLine(watched) : line, ...(id === undefined ? {} : { id }) });
}
/** Raw JSON over the visible screen; personal data are masked in it as they are there. */
function jsonOver(state: Application, value: unknown, more: Pick<JsonScreen, 'over' | 'line' | 'id'>): Application {
  const layout = jsonRows(state.reveal ? value : masked(value));
  return pushed(state, { kind: 'json', group: topOf(state).group, layout, top: 0, query: '', ...more });
}

/** The raw JSON of the selected watched item, in its latest state. */
function watchJson(state: Application, screen: WatchScreen): Application {
  const item = selectedItem(screen);
  const { spec, id, state: watching } = item;
  const value = watching?.items[0]?.row;
  if (value === undefined) return state;
  const over = [spec.name, cutMiddle(escapeControls(id), 13)];
  return jsonOver(state, value, { over, line: readLine(item), id });
}

/** The raw JSON of a quote. */
function quoteJson(state: Application, { spec }: FormScreen, swap: Swap): Application {
  const line = quoteLine(swap);
  const { value } = responseOf(state.responses, line);
  return value === undefined ? state : jsonOver(state, value, { over: [spec.name], line });
}

/** The command line of the screen below a detail without a response of its own. */
export function below({ stack }: Pick<Application, 'stack'>): string {
  const lower = stack.at(-2);
  return lower && 'line' in lower ? lower.line : '';
}

/** Updates a board with the rows of the newest response, filtered and sorted; the selection follows the id of its row. */
export function refreshed(screen: BoardScreen, response: QueryResponse, now: number): BoardScreen {
  const { rows, at, columns, id } = response;
  if (at === screen.of || at === undefined || !rows) return screen;
  const own = idOf(screen.shown[screen.place.marked] ?? {}, response);
  const filtered = matching(rows, screen.filter, columns.length > 0 ? columns : [{ path: id }], now);
  const { sort = pageKindOf(screen)?.order } = screen;
  const shown = sort ? sorted(filtered, sort) : filtered;
  const same = own === undefined ? -1 : shown.findIndex((row) => idOf(row, response) === own);
  const gone = same < 0 ? screen.place.marked : same;
  const place = placed({ marked: gone, top: screen.place.top + gone - screen.place.marked }, shown.length, Number.POSITIVE_INFINITY);
  const top = Math.max(0, Math.min(screen.place.top + place.marked - screen.place.marked, place.marked));
  return keptMarks({ ...screen, shown, of: at, place: { marked: place.marked, top } }, response);
}
