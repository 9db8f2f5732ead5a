// The actions of keys, and the keys that several screens share.

import { type Keymap, terminalKeys } from '../core/keymap.js';
import { type AppAct, moveKeys } from '../core/list.js';
import type { BoardScreen } from '../core/screens.js';

/** The facts of keys that only the help lists. */
const rare = { section: 'Everywhere', needs: 'services', helpOnly: true } as const;
const copying = { ...rare, section: 'Copy and show' } as const;
const ofColumns = { section: 'Move', helpOnly: true } as const;
export const everywhere: Keymap<AppAct> = [
  { keys: [':', 'ctrl-p'], act: 'palette', needs: 'services', label: 'command', section: 'Everywhere' },
  { keys: ['q'], act: 'quit', label: 'quit', section: 'Everywhere' },
  { keys: ['?'], act: 'keys', label: 'keys', section: 'Everywhere' },
  { keys: ['Y'], act: 'copy command', label: 'copy command', section: 'Copy and show', helpOnly: true },
  { ...rare, keys: [...'0123456789'], keysLabel: '0…9', act: 'group', label: 'home, group' },
  { ...rare, keys: ['['], act: 'history back', label: 'back' },
  { ...rare, keys: [']'], act: 'history forward', label: 'forward', pair: true },
  { ...rare, keys: ['-'], act: 'last screen', label: 'last screen' },
  { ...rare, keys: ['S'], act: 'save', label: 'save as alias' },
  { ...copying, keys: ['f'], act: 'links', label: 'open by letters' },
  { ...copying, keys: ['M'], act: 'markdown', label: 'copy as Markdown' },
  { ...copying, keys: ['E'], act: 'export', label: 'write to a file' },
  { ...rare, keys: ['W'], act: 'pinned', label: 'what is pinned', brief: 'pinned' },
  { keys: ['T'], act: 'sandbox', needs: 'sandbox', label: 'sandbox clock', section: 'Everywhere', helpOnly: true },
  { ...rare, keys: ['L'], act: 'requests', label: 'request log' },
  ...terminalKeys,
  { keys: ['ctrl-c'], act: 'stop', label: 'twice: quit', section: 'Everywhere', helpOnly: true },
];
export const open = { keys: ['enter', 'd'], act: 'open', label: 'open' } as const;
export const back = { keys: ['esc'], act: 'back', label: 'back', section: 'Everywhere' } as const;
export const reload = { keys: ['r', 'R', 'ctrl-r'], act: 'reload', needs: 'services', label: 'reload' } as const;
export const filter = { keys: ['/'], act: 'filter', label: 'filter' } as const;
export const search = { ...filter, keys: ['/', 'enter'], label: 'type' } as const;
export const sort = { keys: ['s'], act: 'sort column', label: 'sort', brief: 'sort by column' } as const;
export const columns = { keys: ['c'], act: 'columns', label: 'columns' } as const;
/** The column cursor: it selects the column to sort by, move or hide. */
export const columnKeys: Keymap<AppAct> = [
  { ...ofColumns, keys: ['<', 'shift-left'], act: 'column left', label: 'column left', brief: 'choose column' },
  { ...ofColumns, keys: ['>', 'shift-right'], act: 'column right', label: 'column right', brief: '', pair: true },
  { ...ofColumns, keys: ['{'], act: 'move left', label: 'move column left', brief: 'move column' },
  { ...ofColumns, keys: ['}'], act: 'move right', label: 'move column right', brief: '', pair: true },
  { ...ofColumns, keys: ['H'], act: 'hide column', label: 'hide column', brief: 'hide it' },
  { ...ofColumns, keys: ['='], act: 'all columns', label: 'show all columns', brief: 'all', pair: true },
];
export const actions = { keys: ['x'], act: 'actions', needs: 'services', label: 'actions…' } as const;
export const json = { keys: ['J'], act: 'json', label: 'json', section: 'Copy and show' } as const;
export const copyId = { keys: ['y'], act: 'copy id', label: 'copy id', section: 'Copy and show' } as const;
/** Opens the case of the selected thing. */
export const ofCase = { keys: ['i'], act: 'case', needs: 'services', label: 'its case' } as const;
export const shown: Keymap<AppAct> = [
  { keys: ['w'], act: 'pause', needs: 'services', label: 'pause, go on', helpOnly: true },
  { keys: ['t'], act: 'times', label: 'form of times', section: 'Copy and show', helpOnly: true },
  { ...copying, keys: ['m'], act: 'reveal', label: 'mask, reveal' },
];
export const screens: Keymap<AppAct> = [
  { ...rare, keys: ['l', 'right'], act: 'next screen', label: 'next screen', brief: 'screen' },
  { ...rare, keys: ['h', 'left'], act: 'previous screen', label: 'screen before', brief: 'before', pair: true },
];
/** The keys of the screens of a group on a page whose cursor the arrow keys move. */
export const nextByTab = {
  keys: ['tab'],
  act: 'next screen',
  needs: 'services',
  label: 'next screen',
  section: 'Everywhere',
} as const;
export const previousByTab = { ...rare, keys: ['shift-tab'], act: 'previous screen', label: 'one before' } as const;
export const objects: Keymap<AppAct> = [
  { keys: ['>'], act: 'next one', label: 'next one', brief: 'next' },
  { keys: ['<'], act: 'one before', label: 'one before', brief: 'previous', pair: true },
];
/** The key `p` of a board that cycles through the values of an option; none on other boards. */
export const turn = ({ spec }: BoardScreen): Keymap<AppAct> =>
  spec.cycles === undefined ? [] : [{ keys: ['p'], act: 'turn', label: spec.cycles.replace('--', '') }];

/** The keys that scroll a page. */
export const scroll: Keymap<AppAct> = moveKeys.map((key) =>
  key.act === 'down' ? { ...key, label: 'scroll' } : key.act === 'up' ? { ...key, label: 'up' } : key,
);
