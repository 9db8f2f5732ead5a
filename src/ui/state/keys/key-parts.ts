// The actions of keys, and the keys that several screens share.

import { type Keymap, terminalKeys } from '../core/keymap.js';
import { type AppAct, moveKeys } from '../core/list.js';
import type { BoardScreen } from '../core/screens.js';

export const everywhere: Keymap<AppAct> = [
  { keys: [':', 'ctrl-p'], act: 'palette', needs: 'services', does: 'command', under: 'Everywhere' },
  { keys: ['q'], act: 'quit', does: 'quit', under: 'Everywhere' },
  { keys: ['?'], act: 'keys', does: 'keys', under: 'Everywhere' },
  { keys: ['Y'], act: 'copy command', does: 'copy command', under: 'Copy and show', helpOnly: true },
  {
    keys: [...'0123456789'],
    shown: '0…9',
    act: 'group',
    needs: 'services',
    does: 'home, group',
    under: 'Everywhere',
    helpOnly: true,
  },
  { keys: ['['], act: 'history back', needs: 'services', does: 'back', under: 'Everywhere', helpOnly: true },
  {
    keys: [']'],
    act: 'history forward',
    needs: 'services',
    does: 'forward',
    under: 'Everywhere',
    helpOnly: true,
    pair: true,
  },
  { keys: ['-'], act: 'last screen', needs: 'services', does: 'last screen', under: 'Everywhere', helpOnly: true },
  { keys: ['S'], act: 'save', needs: 'services', does: 'save as alias', under: 'Everywhere', helpOnly: true },
  { keys: ['f'], act: 'links', needs: 'services', does: 'open by letters', under: 'Copy and show', helpOnly: true },
  { keys: ['M'], act: 'markdown', needs: 'services', does: 'copy as Markdown', under: 'Copy and show', helpOnly: true },
  { keys: ['E'], act: 'export', needs: 'services', does: 'write to a file', under: 'Copy and show', helpOnly: true },
  {
    keys: ['W'],
    act: 'pinned',
    needs: 'services',
    does: 'what is pinned',
    brief: 'pinned',
    under: 'Everywhere',
    helpOnly: true,
  },
  { keys: ['T'], act: 'sandbox', needs: 'sandbox', does: 'sandbox clock', under: 'Everywhere', helpOnly: true },
  { keys: ['L'], act: 'requests', needs: 'services', does: 'request log', under: 'Everywhere', helpOnly: true },
  ...terminalKeys,
  { keys: ['ctrl-c'], act: 'stop', does: 'twice: quit', under: 'Everywhere', helpOnly: true },
];
export const open = { keys: ['enter', 'd'], act: 'open', does: 'open' } as const;
export const back = { keys: ['esc'], act: 'back', does: 'back', under: 'Everywhere' } as const;
export const reload = { keys: ['r', 'R', 'ctrl-r'], act: 'reload', needs: 'services', does: 'reload' } as const;
export const filter = { keys: ['/'], act: 'filter', does: 'filter' } as const;
export const search = { ...filter, keys: ['/', 'enter'], does: 'type' } as const;
export const sort = { keys: ['s'], act: 'sort column', does: 'sort', brief: 'sort by column' } as const;
export const columns = { keys: ['c'], act: 'columns', does: 'columns' } as const;
/** The column cursor: it selects the column to sort by, move or hide. */
export const columnKeys: Keymap<AppAct> = [
  {
    keys: ['<', 'shift-left'],
    act: 'column left',
    does: 'column left',
    brief: 'choose column',
    under: 'Move',
    helpOnly: true,
  },
  {
    keys: ['>', 'shift-right'],
    act: 'column right',
    does: 'column right',
    brief: '',
    under: 'Move',
    helpOnly: true,
    pair: true,
  },
  { keys: ['{'], act: 'move left', does: 'move column left', brief: 'move column', under: 'Move', helpOnly: true },
  { keys: ['}'], act: 'move right', does: 'move column right', brief: '', under: 'Move', helpOnly: true, pair: true },
  { keys: ['H'], act: 'hide column', does: 'hide column', brief: 'hide it', under: 'Move', helpOnly: true },
  {
    keys: ['='],
    act: 'all columns',
    does: 'show all columns',
    brief: 'all',
    under: 'Move',
    helpOnly: true,
    pair: true,
  },
];
export const actions = { keys: ['x'], act: 'actions', needs: 'services', does: 'actions…' } as const;
export const json = { keys: ['J'], act: 'json', does: 'json', under: 'Copy and show' } as const;
export const copyId = { keys: ['y'], act: 'copy id', does: 'copy id', under: 'Copy and show' } as const;
/** Opens the case of the selected thing. */
export const ofCase = { keys: ['i'], act: 'case', needs: 'services', does: 'its case' } as const;
export const shown: Keymap<AppAct> = [
  { keys: ['w'], act: 'pause', needs: 'services', does: 'pause, go on', helpOnly: true },
  { keys: ['t'], act: 'times', does: 'form of times', under: 'Copy and show', helpOnly: true },
  { keys: ['m'], act: 'reveal', needs: 'services', does: 'mask, reveal', under: 'Copy and show', helpOnly: true },
];
export const screens: Keymap<AppAct> = [
  {
    keys: ['l', 'right'],
    act: 'next screen',
    needs: 'services',
    does: 'next screen',
    brief: 'screen',
    under: 'Everywhere',
    helpOnly: true,
  },
  {
    keys: ['h', 'left'],
    act: 'previous screen',
    needs: 'services',
    does: 'screen before',
    brief: 'before',
    under: 'Everywhere',
    helpOnly: true,
    pair: true,
  },
];
/** The keys of the screens of a group on a page whose cursor the arrow keys move. */
export const nextByTab = {
  keys: ['tab'],
  act: 'next screen',
  needs: 'services',
  does: 'next screen',
  under: 'Everywhere',
} as const;
export const previousByTab = {
  keys: ['shift-tab'],
  act: 'previous screen',
  needs: 'services',
  does: 'one before',
  under: 'Everywhere',
  helpOnly: true,
} as const;
export const objects: Keymap<AppAct> = [
  { keys: ['>'], act: 'next one', does: 'next one', brief: 'next' },
  { keys: ['<'], act: 'one before', does: 'one before', brief: 'previous', pair: true },
];
/** The key `p` of a board that cycles through the values of an option; none on other boards. */
export const turn = ({ spec }: BoardScreen): Keymap<AppAct> =>
  spec.cycles === undefined ? [] : [{ keys: ['p'], act: 'turn', does: spec.cycles.replace('--', '') }];

/** The keys that scroll a page. */
export const scroll: Keymap<AppAct> = moveKeys.map((key) =>
  key.act === 'down' ? { ...key, does: 'scroll' } : key.act === 'up' ? { ...key, does: 'up' } : key,
);
