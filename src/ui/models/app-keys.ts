// The keys of every screen of the application: one table each gives what a key does, the footer and the help.
import type { Keymap } from './keymap.js';
import { type Move, moveKeys } from './list.js';
import { type BoardScreen, type FollowScreen, type FormScreen, isPage, type JsonScreen, type Screen } from './screens.js';
import type { Swap } from './swap.js';

/** What a person can do in the application. */
export type AppAct =
  | Move
  | 'open'
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
  | 'palette'
  | 'keys'
  | 'filter'
  | 'next find'
  | 'find before'
  | 'sort'
  | 'columns'
  | 'turn'
  | 'ranks'
  | 'actions'
  | 'json'
  | 'reload'
  | 'pause'
  | 'times'
  | 'reveal'
  | 'copy id'
  | 'copy command'
  | 'suspend'
  | 'draw anew';

const everywhere: Keymap<AppAct> = [
  { keys: [':', 'ctrl-p'], act: 'palette', does: 'command', under: 'Everywhere' },
  { keys: ['q'], act: 'quit', does: 'quit', under: 'Everywhere' },
  { keys: ['?'], act: 'keys', does: 'keys', under: 'Everywhere' },
  { keys: ['Y'], act: 'copy command', does: 'copy command', under: 'Copy and show', helpOnly: true },
  { keys: [...'0123456789'], shown: '0…9', act: 'group', does: 'home, group', under: 'Everywhere', helpOnly: true },
  { keys: ['['], act: 'history back', does: 'back', under: 'Everywhere', helpOnly: true },
  { keys: [']'], act: 'history forward', does: 'forward', under: 'Everywhere', helpOnly: true, pair: true },
  { keys: ['-'], act: 'last screen', does: 'last screen', under: 'Everywhere', helpOnly: true },
  { keys: ['ctrl-l'], act: 'draw anew', does: 'draw anew', under: 'Everywhere', helpOnly: true },
  { keys: ['ctrl-z'], act: 'suspend', does: 'to the shell', under: 'Everywhere', helpOnly: true },
  { keys: ['ctrl-c'], act: 'stop', does: 'twice: quit', under: 'Everywhere', helpOnly: true },
];
const open = { keys: ['enter', 'd'], act: 'open', does: 'open', under: 'This screen' } as const;
const back = { keys: ['esc'], act: 'back', does: 'back', under: 'Everywhere' } as const;
const reload = { keys: ['r', 'R', 'ctrl-r'], act: 'reload', does: 'reload', under: 'This screen' } as const;
const filter = { keys: ['/'], act: 'filter', does: 'filter', under: 'This screen' } as const;
const search = { ...filter, keys: ['/', 'enter'], does: 'type' } as const;
const sort = { keys: ['s'], act: 'sort', does: 'sort', under: 'This screen' } as const;
const columns = { keys: ['c'], act: 'columns', does: 'columns', under: 'This screen' } as const;
const actions = { keys: ['x'], act: 'actions', does: 'actions…', under: 'This screen' } as const;
const json = { keys: ['J'], act: 'json', does: 'json', under: 'Copy and show' } as const;
const copyId = { keys: ['y'], act: 'copy id', does: 'copy id', under: 'Copy and show' } as const;
const shown: Keymap<AppAct> = [
  { keys: ['w'], act: 'pause', does: 'pause, go on', under: 'This screen', helpOnly: true },
  { keys: ['t'], act: 'times', does: 'form of times', under: 'Copy and show', helpOnly: true },
  { keys: ['m'], act: 'reveal', does: 'mask, reveal', under: 'Copy and show', helpOnly: true },
];
const screens: Keymap<AppAct> = [
  { keys: ['l', 'right'], act: 'next screen', does: 'next screen', under: 'Everywhere', helpOnly: true },
  { keys: ['h', 'left'], act: 'previous screen', does: 'before', under: 'Everywhere', helpOnly: true, pair: true },
];
const objects: Keymap<AppAct> = [
  { keys: ['>'], act: 'next one', does: 'next one', under: 'This screen' },
  { keys: ['<'], act: 'one before', does: 'before', under: 'This screen', pair: true },
];
const turn = ({ spec }: BoardScreen): Keymap<AppAct> =>
  spec.turns === undefined ? [] : [{ keys: ['p'], act: 'turn', does: spec.turns.replace('--', ''), under: 'This screen' }];

/** What else decides which keys count: its answer is a list; there is something to see, if nothing else is said; it lies over another screen. */
interface Seen {
  readonly listed: boolean;
  readonly filled?: boolean;
  /** Of things of one kind it is one; what is seen has an id. Both hold if nothing else is said. */
  readonly among?: boolean;
  readonly named?: boolean;
  readonly lies: boolean;
}
/** The keys of a screen. */
export function keysOf(screen: Screen, { listed, filled = true, lies, among = lies, named = true }: Seen): Keymap<AppAct> {
  switch (screen.kind) {
    case 'welcome':
      return [open, ...moveKeys, ...everywhere];
    case 'home':
      return [
        open,
        { keys: ['tab', 'j', 'down'], act: 'down', does: 'pane', under: 'This screen' },
        { keys: ['shift-tab', 'k', 'up'], act: 'up', does: 'pane before', under: 'This screen', helpOnly: true },
        reload,
        ...shown,
        ...everywhere,
      ];
    case 'json':
      return jsonKeys(screen);
    case 'form':
      return screen.swap ? swapKeys(screen.swap, filled) : formKeys(screen);
    case 'watch':
      return everywhere;
    case 'follow':
      return followKeys(screen, filled);
    case 'board':
      if (!filled) return [...(screen.spec.kind === 'find' ? [search] : []), back, ...turn(screen), reload, ...screens, ...everywhere];
      return listed && !isPage(screen) ? listKeys(screen, lies, named) : pageKeys(screen, { listed, lies, among, named });
  }
}

function listKeys(screen: BoardScreen, lies: boolean, named: boolean): Keymap<AppAct> {
  const watches = screen.spec.opens?.startsWith('ride watch');
  return [
    watches ? { ...open, does: 'watch' } : open,
    ...(screen.filter === '' && !lies ? [] : [back]),
    screen.spec.kind === 'find' ? { ...filter, does: 'type' } : filter,
    sort,
    ...turn(screen),
    ...(screen.spec.ranks
      ? [{ keys: ['tab'], act: 'ranks', does: screen.spec.ranks.title.toLowerCase(), under: 'This screen' } as const]
      : []),
    ...(screen.spec.actions ? [actions] : []),
    columns,
    json,
    ...(named ? [copyId] : []),
    reload,
    ...(screen.filter === '' && !lies ? [back] : []),
    ...shown,
    ...screens,
    ...moveKeys,
    ...everywhere,
  ];
}

const scroll: Keymap<AppAct> = moveKeys.map((key) => (key.act === 'down' ? { ...key, does: 'scroll' } : key));
function pageKeys(screen: BoardScreen, { listed, among, named }: Seen): Keymap<AppAct> {
  return [
    ...(listed ? [{ ...open, does: 'rows' }] : []),
    back,
    ...turn(screen),
    ...(among && !listed ? objects : []),
    ...(screen.spec.actions ? [actions] : []),
    json,
    ...(named ? [copyId] : []),
    reload,
    ...shown,
    ...screens,
    ...scroll,
    ...everywhere,
  ];
}

function followKeys({ over, trouble, watching }: FollowScreen, hasActions: boolean): Keymap<AppAct> {
  const follows = !over && trouble === undefined;
  return [
    ...(hasActions ? [actions] : []),
    back,
    copyId,
    ...(follows ? [{ keys: ['w'], act: 'pause', does: 'pause, go on', under: 'This screen' } as const] : []),
    ...(watching ? [json] : []),
    { ...reload, does: follows ? 'ask now' : 'ask again' },
    { ...shown[2]!, helpOnly: true },
    ...scroll,
    ...everywhere,
  ];
}

function jsonKeys({ id, sought }: JsonScreen): Keymap<AppAct> {
  return [
    back,
    { keys: ['enter', 'space'], act: 'open', does: 'fold', under: 'This screen' },
    { keys: ['/'], act: 'filter', does: 'find', under: 'This screen' },
    ...(sought === ''
      ? []
      : ([
          { keys: ['n'], act: 'next find', does: 'next', under: 'This screen' },
          { keys: ['N'], act: 'find before', does: 'before', under: 'This screen', pair: true },
        ] as const)),
    ...(id === undefined ? [] : [copyId]),
    { ...json, does: 'back to the screen', helpOnly: true },
    ...shown.slice(2),
    ...scroll,
    ...everywhere,
  ];
}

/** The steps of a swap in which nothing is typed: the first and the last. */
const swapKeys = ({ step }: Swap, filled: boolean): Keymap<AppAct> =>
  step === 'quote'
    ? [{ ...reload, does: 'new quote' }, ...(filled ? [json] : []), { ...back, does: 'one step back' }, ...everywhere]
    : [{ ...open, does: 'take it' }, back, ...screens, ...moveKeys.slice(0, 2).map((key) => ({ ...key, does: 'network' })), ...everywhere];

function formKeys({ fields, at, spec }: FormScreen): Keymap<AppAct> {
  const field = fields?.[at];
  const does =
    field === undefined
      ? spec.follows
        ? 'watch'
        : spec.reads
          ? 'ask'
          : 'do it…'
      : field.isSwitch
        ? 'on or off'
        : field.words
          ? 'choose'
          : 'type';
  return [
    ...(fields ? [{ keys: ['enter'], act: 'open', does, under: 'This screen' } as const] : []),
    { keys: ['tab', 'j', 'down'], act: 'down', does: 'next field', under: 'This screen' },
    { keys: ['shift-tab', 'k', 'up'], act: 'up', does: 'field before', under: 'This screen', helpOnly: true },
    back,
    ...screens,
    ...everywhere,
  ];
}

/** What the typing of a line can be left by; every other key is text. */
export type TypingAct = 'done' | 'leave';
export const filterKeys: Keymap<TypingAct> = [
  { keys: ['enter'], act: 'done', does: 'keep it', under: 'This screen' },
  { keys: ['esc', 'ctrl-c'], act: 'leave', does: 'leave it', under: 'This screen' },
];
/** The same in a form, where there are fields before and after. */
export const fieldKeys: Keymap<TypingAct | 'next' | 'before'> = [
  { keys: ['tab', 'down'], act: 'next', does: 'next field', under: 'This screen' },
  { keys: ['shift-tab', 'up'], act: 'before', does: 'field before', under: 'This screen' },
  { keys: ['enter'], act: 'done', does: 'done', under: 'This screen' },
  { keys: ['esc', 'ctrl-c'], act: 'leave', does: 'leave it', under: 'This screen' },
];
