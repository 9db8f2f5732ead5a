// The keys of boards: of a list, of a page, of a map, and of a board without data.
import { listed } from '../../../things/action.js';
import { pageKindOf } from '../../page-kinds/page-kinds.js';
import { type Acts, columnActs, moves, screens, scroll, shown, turn } from '../core/acts.js';
import { listedActs } from '../core/keymap.js';
import type { BoardScreen } from '../core/screens.js';

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
const picks = ['pick', 'range'] as const satisfies Acts;
/** The same while rows are marked. */
const unpicks: Acts = [{ act: 'back', label: 'clear marks', section: 'This screen' }, 'pick none'];
/** Whether enter watches a row. */
export const watchesRows = ({ opens }: BoardScreen['spec']): boolean => /^watch [a-z-]+:\{id\}$/.test(opens ?? '');
/** The actions on marked rows. */
const markedKeys = ({ picked = [], spec }: BoardScreen): Acts => {
  const single = picked.length === 1;
  return listedActs(
    watchesRows(spec) &&
      picked.length > 0 && { act: 'watch marked', label: single ? 'watch it' : `watch ${picked.length}` },
    spec.actions && 'actions',
    { act: 'copy id', label: single ? 'copy the marked' : `copy ${picked.length} ids` },
  );
};
const copies = (named: string | undefined) => named && ({ act: 'copy id', label: `copy ${named}` } as const);
const previewKeys = (named: string | undefined): Acts =>
  listedActs(
    { act: 'preview', keys: ['tab', 'shift-tab'], keysLabel: 'tab', label: 'back to the list' },
    scroll,
    'open',
    named && 'case',
    'json',
    copies(named),
    'back',
    shown,
  );
/** The key of the actions; if none is allowed now, the footer leaves it out. */
const actionsIn = (screen: BoardScreen, acts = true) =>
  (screen.spec.actions ?? pageKindOf(screen)?.actions) && ({ act: 'actions', helpOnly: !acts } as const);
const cancels = (word: string | undefined) =>
  word !== undefined && ({ act: 'cancel', label: `${word.toLowerCase()}…`, helpOnly: true } as const);
/** The keys of a list. */
export function listKeys(
  screen: BoardScreen,
  { isOver, named, acts, cancels: word, shows = true }: Omit<KeyContext, 'listed'>,
): Acts {
  if (screen.scrolled !== undefined) return previewKeys(named);
  const watches = watchesRows(screen.spec);
  const marking = screen.picked !== undefined || screen.range !== undefined;
  const narrowed = screen.filter !== '' || isOver;
  return listedActs(
    shows && (watches ? { act: 'open', label: 'watch' } : 'open'),
    marking ? unpicks : narrowed && 'back',
    marking && markedKeys(screen),
    screen.spec.kind === 'find' ? { act: 'filter', label: 'type' } : 'filter',
    'sort column',
    turn(screen),
    !marking && actionsIn(screen, acts),
    cancels(word),
    named && 'case',
    'columns',
    'json',
    'preview',
    named && picks,
    !marking && copies(named),
    'reload',
    !narrowed && !marking && 'back',
    watches && screen.picked ? shown.filter((act) => act !== 'pause') : shown,
    screens,
    moves,
    columnActs,
  );
}

/** A case is for its ids and for a ticket: the keys for both are in its footer. */
const caseKeys: Acts = [
  { act: 'links', helpOnly: false },
  { act: 'markdown', helpOnly: false },
];
/** The keys of a page: of its kind, or else those that scroll. */
export function pageKeys(screen: BoardScreen, { listed, among, named, acts, cancels: word }: KeyContext): Acts {
  const ofKind = listed ? pageKindOf(screen)?.keys?.(screen) : undefined;
  if (ofKind) return ofKind;
  return listedActs(
    listed && { act: 'open', label: pageKindOf(screen)?.selected ? 'open' : 'rows' },
    'back',
    turn(screen),
    among && !listed && ['next one', 'one before'],
    actionsIn(screen, acts),
    cancels(word),
    screen.spec.kind === 'case' && listed ? caseKeys : named && 'case',
    'json',
    copies(named),
    'reload',
    shown,
    screens,
    scroll,
  );
}

/** The keys of a board without data. */
export const emptyKeys = (screen: BoardScreen, signsIn: boolean): Acts =>
  listedActs(
    signsIn && 'sign in',
    screen.spec.kind === 'find' && { act: 'filter', keys: ['/', 'enter'], label: 'type' },
    screen.spec.kind !== 'find' &&
      screen.spec.below?.ifEmpty && { act: 'open', label: `open ${screen.spec.below.title.toLowerCase()}` },
    'back',
    turn(screen),
    screen.spec.actions?.some((action) => !listed(action).takes) && 'actions', // they need no row
    screen.line !== '' && 'reload', // no query yet
    screens,
  );
