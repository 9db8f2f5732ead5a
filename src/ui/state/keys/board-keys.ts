// The keys of boards: of a list, of a page, of a map, and of a board without data.
import { listed } from '../../../things/action.js';
import { pageKindOf } from '../../page-kinds/page-kinds.js';
import { type Keymap, keymap } from '../core/keymap.js';
import { type AppAct, moveKeys } from '../core/list.js';
import type { BoardScreen } from '../core/screens.js';
import {
  actions,
  back,
  columnKeys,
  columns,
  copyId,
  everywhere,
  filter,
  json,
  objects,
  ofCase,
  open,
  reload,
  screens,
  scroll,
  search,
  shown,
  sort,
  turn,
} from './key-parts.js';

/** The properties of a screen that decide which keys are active. */
export interface KeyContext {
  readonly listed: boolean;
  readonly filled?: boolean;
  /** The filter leaves rows; default: yes. */
  readonly shows?: boolean;
  /** The status of the selected row allows an action; default: yes. */
  readonly acts?: boolean;
  /** The first word of the action that cancels or removes the selected row; default: there is none. */
  readonly cancels?: string | undefined;
  /** It shows a row of a list; default: yes. */
  readonly among?: boolean;
  /** The read needs a session. */
  readonly signsIn?: boolean;
  /** The name of its id, by default `id`; undefined if it has none. */
  readonly named?: string;
  readonly isOver: boolean;
}
const picks: Keymap<AppAct> = [
  { keys: ['space'], act: 'pick', label: 'mark', helpOnly: true },
  { keys: ['v'], act: 'range', label: 'mark a range', brief: 'a range', helpOnly: true, pair: true },
];
/** The keys that work on the rows of a list only. */
export const rowKeys: Keymap<AppAct> = [filter, sort, columns, actions, ofCase, json, copyId, ...picks, ...columnKeys];
/** The same while rows are marked. */
const unpicks: Keymap<AppAct> = [
  { ...back, label: 'clear marks', section: 'This screen' },
  { keys: ['ctrl-\\'], act: 'pick none', label: 'clear marks', helpOnly: true },
];
/** Whether enter watches a row. */
export const watchesRows = ({ opens }: BoardScreen['spec']): boolean => /^watch [a-z-]+:\{id\}$/.test(opens ?? '');
/** The actions on marked rows. */
const markedKeys = ({ picked = [], spec }: BoardScreen): Keymap<AppAct> => {
  const single = picked.length === 1;
  return keymap<AppAct>(
    watchesRows(spec) &&
      picked.length > 0 && { keys: ['w'], act: 'watch marked', label: single ? 'watch it' : `watch ${picked.length}` },
    spec.actions && actions,
    { ...copyId, label: single ? 'copy the marked' : `copy ${picked.length} ids` },
  );
};
const copies = (named: string | undefined) => named && { ...copyId, label: `copy ${named}` };
const previewKeys = (named: string | undefined): Keymap<AppAct> =>
  keymap<AppAct>(
    { keys: ['tab', 'shift-tab'], keysLabel: 'tab', act: 'preview', label: 'back to the list' },
    scroll,
    open,
    named && ofCase,
    json,
    copies(named),
    back,
    shown,
    everywhere,
  );
/** The key of the actions; if none is allowed now, the footer leaves it out. */
const actionsIn = (screen: BoardScreen, acts = true) =>
  (screen.spec.actions ?? pageKindOf(screen)?.actions) && (acts ? actions : ({ ...actions, helpOnly: true } as const));
const cancels = (word: string | undefined) =>
  word !== undefined && ({ keys: ['D'], act: 'cancel', label: `${word.toLowerCase()}…`, helpOnly: true } as const);
/** The keys of a list. */
export function listKeys(
  screen: BoardScreen,
  { isOver, named, acts, cancels: word, shows = true }: Omit<KeyContext, 'listed'>,
): Keymap<AppAct> {
  if (screen.scrolled !== undefined) return previewKeys(named);
  const watches = watchesRows(screen.spec);
  const marking = screen.picked !== undefined || screen.range !== undefined;
  const narrowed = screen.filter !== '' || isOver;
  return keymap<AppAct>(
    shows && (watches ? { ...open, label: 'watch' } : open),
    marking ? unpicks : narrowed && back,
    marking && markedKeys(screen),
    screen.spec.kind === 'find' ? { ...filter, label: 'type' } : filter,
    sort,
    turn(screen),
    !marking && actionsIn(screen, acts),
    cancels(word),
    named && ofCase,
    columns,
    json,
    { keys: ['tab'], act: 'preview', label: 'preview' },
    named && picks,
    !marking && copies(named),
    reload,
    !narrowed && !marking && back,
    watches && screen.picked ? shown.filter(({ act }) => act !== 'pause') : shown,
    screens,
    moveKeys,
    columnKeys,
    everywhere,
  );
}

/** A case is for its ids and for a ticket: the keys for both are in its footer. */
const isOfCase = ({ act }: Keymap<AppAct>[number]): boolean => act === 'links' || act === 'markdown';
const caseKeys = everywhere.filter(isOfCase).map(({ helpOnly: _, ...key }) => key);
const otherKeys = everywhere.filter((key) => !isOfCase(key));
/** The keys of a page: of its kind, or else those that scroll. */
export function pageKeys(
  screen: BoardScreen,
  { listed, among, named, acts, cancels: word }: KeyContext,
): Keymap<AppAct> {
  const ofKind = listed ? pageKindOf(screen)?.keys?.(screen) : undefined;
  if (ofKind) return ofKind;
  const isCase = screen.spec.kind === 'case' && listed;
  return keymap<AppAct>(
    listed && { ...open, label: pageKindOf(screen)?.selected ? 'open' : 'rows' },
    back,
    turn(screen),
    among && !listed && objects,
    actionsIn(screen, acts),
    cancels(word),
    isCase ? caseKeys : named && ofCase,
    json,
    copies(named),
    reload,
    shown,
    screens,
    scroll,
    isCase ? otherKeys : everywhere,
  );
}

/** The keys of a board without data. */
export const emptyKeys = (screen: BoardScreen, signsIn: boolean): Keymap<AppAct> =>
  keymap<AppAct>(
    signsIn && { keys: ['enter'], act: 'sign in', label: 'sign in' },
    screen.spec.kind === 'find' && search,
    screen.spec.kind !== 'find' &&
      screen.spec.below?.ifEmpty && { ...open, label: `open ${screen.spec.below.title.toLowerCase()}` },
    back,
    turn(screen),
    screen.spec.actions?.some((action) => !listed(action).takes) && actions, // they need no row
    screen.line !== '' && reload, // no query yet
    screens,
    everywhere,
  );
