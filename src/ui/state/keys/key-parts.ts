// The actions of keys, and the keys that several screens share.

import { type Keymap, terminalKeys } from '../core/keymap.js';
import { type AppAct, moveKeys } from '../core/list.js';
import type { BoardScreen } from '../core/screens.js';

export const everywhere: Keymap<AppAct> = [
  { keys: [':', 'ctrl-p'], act: 'palette', needs: 'services', label: 'command', section: 'Everywhere' },
  { keys: ['q'], act: 'quit', label: 'quit', section: 'Everywhere' },
  { keys: ['?'], act: 'keys', label: 'keys', section: 'Everywhere' },
  { keys: ['Y'], act: 'copy command', label: 'copy command', section: 'Copy and show', helpOnly: true },
  {
    keys: [...'0123456789'],
    keysLabel: '0…9',
    act: 'group',
    needs: 'services',
    label: 'home, group',
    section: 'Everywhere',
    helpOnly: true,
  },
  { keys: ['['], act: 'history back', needs: 'services', label: 'back', section: 'Everywhere', helpOnly: true },
  {
    keys: [']'],
    act: 'history forward',
    needs: 'services',
    label: 'forward',
    section: 'Everywhere',
    helpOnly: true,
    pair: true,
  },
  { keys: ['-'], act: 'last screen', needs: 'services', label: 'last screen', section: 'Everywhere', helpOnly: true },
  { keys: ['S'], act: 'save', needs: 'services', label: 'save as alias', section: 'Everywhere', helpOnly: true },
  { keys: ['f'], act: 'links', needs: 'services', label: 'open by letters', section: 'Copy and show', helpOnly: true },
  {
    keys: ['M'],
    act: 'markdown',
    needs: 'services',
    label: 'copy as Markdown',
    section: 'Copy and show',
    helpOnly: true,
  },
  { keys: ['E'], act: 'export', needs: 'services', label: 'write to a file', section: 'Copy and show', helpOnly: true },
  {
    keys: ['W'],
    act: 'pinned',
    needs: 'services',
    label: 'what is pinned',
    brief: 'pinned',
    section: 'Everywhere',
    helpOnly: true,
  },
  { keys: ['T'], act: 'sandbox', needs: 'sandbox', label: 'sandbox clock', section: 'Everywhere', helpOnly: true },
  { keys: ['L'], act: 'requests', needs: 'services', label: 'request log', section: 'Everywhere', helpOnly: true },
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
  {
    keys: ['<', 'shift-left'],
    act: 'column left',
    label: 'column left',
    brief: 'choose column',
    section: 'Move',
    helpOnly: true,
  },
  {
    keys: ['>', 'shift-right'],
    act: 'column right',
    label: 'column right',
    brief: '',
    section: 'Move',
    helpOnly: true,
    pair: true,
  },
  { keys: ['{'], act: 'move left', label: 'move column left', brief: 'move column', section: 'Move', helpOnly: true },
  {
    keys: ['}'],
    act: 'move right',
    label: 'move column right',
    brief: '',
    section: 'Move',
    helpOnly: true,
    pair: true,
  },
  { keys: ['H'], act: 'hide column', label: 'hide column', brief: 'hide it', section: 'Move', helpOnly: true },
  {
    keys: ['='],
    act: 'all columns',
    label: 'show all columns',
    brief: 'all',
    section: 'Move',
    helpOnly: true,
    pair: true,
  },
];
export const actions = { keys: ['x'], act: 'actions', needs: 'services', label: 'actions…' } as const;
export const json = { keys: ['J'], act: 'json', label: 'json', section: 'Copy and show' } as const;
export const copyId = { keys: ['y'], act: 'copy id', label: 'copy id', section: 'Copy and show' } as const;
/** Opens the case of the selected thing. */
export const ofCase = { keys: ['i'], act: 'case', needs: 'services', label: 'its case' } as const;
export const shown: Keymap<AppAct> = [
  { keys: ['w'], act: 'pause', needs: 'services', label: 'pause, go on', helpOnly: true },
  { keys: ['t'], act: 'times', label: 'form of times', section: 'Copy and show', helpOnly: true },
  { keys: ['m'], act: 'reveal', needs: 'services', label: 'mask, reveal', section: 'Copy and show', helpOnly: true },
];
export const screens: Keymap<AppAct> = [
  {
    keys: ['l', 'right'],
    act: 'next screen',
    needs: 'services',
    label: 'next screen',
    brief: 'screen',
    section: 'Everywhere',
    helpOnly: true,
  },
  {
    keys: ['h', 'left'],
    act: 'previous screen',
    needs: 'services',
    label: 'screen before',
    brief: 'before',
    section: 'Everywhere',
    helpOnly: true,
    pair: true,
  },
];
/** The keys of the screens of a group on a page whose cursor the arrow keys move. */
export const nextByTab = {
  keys: ['tab'],
  act: 'next screen',
  needs: 'services',
  label: 'next screen',
  section: 'Everywhere',
} as const;
export const previousByTab = {
  keys: ['shift-tab'],
  act: 'previous screen',
  needs: 'services',
  label: 'one before',
  section: 'Everywhere',
  helpOnly: true,
} as const;
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
