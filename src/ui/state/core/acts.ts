// The actions of keys, and those that several screens have, by name: the table of verbs has their keys and effects.
import type { KeyOn } from './keymap.js';
import { type MapMove, type Move, moveKeys } from './list.js';
import type { BoardScreen } from './screens.js';

/** The actions of keys in the application. */
export type AppAct =
  | MapMove
  | 'open'
  | 'sign in'
  | 'save'
  | 'preview'
  | 'back'
  | 'quit'
  | 'stop'
  | 'group'
  | 'next screen'
  | 'previous screen'
  | 'next one'
  | 'one before'
  | 'history back'
  | 'history forward'
  | 'last screen'
  | 'next pane'
  | 'pane before'
  | 'palette'
  | 'keys'
  | 'filter'
  | 'next find'
  | 'find before'
  | 'columns'
  | 'turn'
  | ColumnAct
  | 'pick'
  | 'range'
  | 'pick none'
  | 'watch marked'
  | 'actions'
  | 'json'
  | 'line'
  | 'reload'
  | 'pause'
  | 'bell'
  | 'pin'
  | 'pinned'
  | 'sandbox'
  | 'map'
  | 'cancel'
  | 'times'
  | 'reveal'
  | 'copy id'
  | 'copy command'
  | 'requests'
  | 'links'
  | 'case'
  | 'markdown'
  | 'export'
  | 'suspend'
  | 'redraw';
/** An action on the columns of a table. */
export type ColumnAct =
  | 'column left'
  | 'column right'
  | 'move left'
  | 'move right'
  | 'hide column'
  | 'all columns'
  | 'sort column';
/** Those on columns, in the order of the help. */
export const columnActs = [
  'column left',
  'column right',
  'move left',
  'move right',
  'hide column',
  'all columns',
] as const satisfies readonly ColumnAct[];
/** The keys of a screen by their actions, in order of use; those that every screen has follow. */
export type Acts = readonly KeyOn<AppAct>[];

/** How the data are shown. */
export const shown = ['pause', 'times', 'reveal'] as const satisfies Acts;
/** The screens of a group. */
export const screens = ['next screen', 'previous screen'] as const satisfies Acts;
export const moves: readonly Move[] = moveKeys.map(({ act }) => act);
/** The keys that scroll a page. */
export const scroll: Acts = moves.map((act) =>
  act === 'down' ? { act, label: 'scroll' } : act === 'up' ? { act, label: 'up' } : act,
);
/** The screens of a group on a page whose cursor the arrow keys move. */
export const nextByTab = {
  act: 'next screen',
  keys: ['tab'],
  label: 'next screen',
  brief: undefined,
  helpOnly: false,
} as const satisfies KeyOn<AppAct>;
export const previousByTab = {
  act: 'previous screen',
  keys: ['shift-tab'],
  label: 'one before',
  brief: undefined,
  pair: false,
} as const satisfies KeyOn<AppAct>;
/** The key `p` of a board that cycles through the values of an option; none on other boards. */
export const turn = ({ spec }: BoardScreen): Acts =>
  spec.cycles === undefined ? [] : [{ act: 'turn', label: spec.cycles.replace('--', '') }];
