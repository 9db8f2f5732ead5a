// What each key does: its keys, its words and its effect in one row. The screens list the actions that they have.

import { picked, ranged, unpicked } from '../boards/marks.js';
import {
  back,
  beside,
  goTo,
  neighbour,
  openMarked,
  requestsOpened,
  through,
  toGroup,
  toJson,
  watchedMarked,
} from '../boards/navigation.js';
import { actionsOf, columnsListed, filtered, turned } from '../boards/on-board.js';
import { foundLine, searched } from '../boards/on-json.js';
import { onColumns } from '../boards/table-settings.js';
import { type AppAct, type ColumnAct, columnActs } from '../core/acts.js';
import { type Key, type Keymap, type KeyOn, terminalKeys } from '../core/keymap.js';
import { type MapMove, moveKeys } from '../core/list.js';
import { aged } from '../core/responses.js';
import { type Application, type Next, topOf, withNotice, withTop } from '../core/state.js';
import { openPalette, signIn } from '../palette/overlays.js';
import { linesOf } from '../queries/observed.js';
import { pinsOpened, pinToggled } from '../watch/pins.js';
import { sandboxOpened } from '../watch/sandbox-clock.js';
import {
  bellToggled,
  isLive,
  itemActions,
  itemCancelled,
  itemLeft,
  itemOpened,
  watchPaused,
  watchReloaded,
} from '../watch/watch-screen.js';
import {
  cancelled,
  caseOpened,
  commandCopied,
  copyId,
  exported,
  markdownCopied,
  onForm,
  orSaid,
  paneOpened,
  paused,
  reloaded,
  savesList,
  unmasked,
  welcomed,
} from './actions.js';
import { movedBy, paneBeside, previewed } from './moves.js';
import { on, type Press, type Run } from './press.js';

interface Verb extends Omit<Key, 'act' | 'label'> {
  /** Default: the name of the action. */
  readonly label?: string;
  readonly run: Run;
}
const move =
  (act: MapMove): Run =>
  (state, { now, size }) => [movedBy(state, act, size, now)];
/** Verbs from keys that dialogs have too. */
const verbsOf = <Act extends string>(keys: Keymap<Act>, run: (act: Act) => Run): Record<Act, Verb> =>
  Object.fromEntries(keys.map((key) => [key.act, { ...key, run: run(key.act) }])) as unknown as Record<Act, Verb>;
const column = (act: ColumnAct): Run => on({ board: (state, top) => [onColumns(state, top, act)] });
const besideBy = (step: 1 | -1): Run =>
  orSaid(
    (state) => beside(state, step),
    (state) => `${topOf(state).group} has no other screen.`,
  );
/** The sections of the help; what only the help lists. */
const copies = { section: 'Copy and show' } as const;
const moves = { section: 'Move', helpOnly: true } as const;
const rare = { section: 'Everywhere', needs: 'services', helpOnly: true } as const;
const rarelyCopied = { ...rare, ...copies } as const;

/** The verbs that every screen has, in the order of the footer. */
const ofEveryScreen = {
  palette: {
    keys: [':', 'ctrl-p'],
    label: 'command',
    section: 'Everywhere',
    needs: 'services',
    run: (state) => openPalette(state),
  },
  quit: { keys: ['q'], section: 'Everywhere', run: (state) => [state, { do: 'leave', how: 'left' }] },
  keys: { keys: ['?'], section: 'Everywhere', run: (state) => [{ ...state, help: true }] },
  'copy command': { ...copies, keys: ['Y'], helpOnly: true, run: commandCopied },
  group: {
    ...rare,
    keys: [...'0123456789'],
    keysLabel: '0…9',
    label: 'home, group',
    run: (state, { key }) =>
      toGroup(state, state.groups.find(({ digit }) => digit === key)?.name ?? topOf(state).group),
  },
  'history back': {
    ...rare,
    keys: ['['],
    label: 'back',
    run: orSaid((state) => through(state, 'back'), 'There is no screen to go back to.'),
  },
  'history forward': {
    ...rare,
    keys: [']'],
    label: 'forward',
    pair: true,
    run: orSaid((state) => through(state, 'forward'), 'There is nothing to go forward to: [ goes back.'),
  },
  'last screen': {
    ...rare,
    keys: ['-'],
    run: orSaid(
      (state) => (state.past.length > 0 ? goTo(state, state.past.at(-1)!) : [state]),
      'No other screen was open yet.',
    ),
  },
  save: { ...rare, keys: ['S'], label: 'save as alias', run: savesList },
  links: { ...rarelyCopied, keys: ['f'], label: 'open by letters', run: (state) => [{ ...state, linking: '' }] },
  markdown: { ...rarelyCopied, keys: ['M'], label: 'copy as Markdown', run: markdownCopied },
  export: { ...rarelyCopied, keys: ['E'], label: 'write to a file', run: exported },
  pinned: { ...rare, keys: ['W'], label: 'what is pinned', brief: 'pinned', run: (state) => pinsOpened(state) },
  sandbox: {
    keys: ['T'],
    label: 'sandbox clock',
    section: 'Everywhere',
    needs: 'sandbox',
    helpOnly: true,
    run: (state, { now }) => sandboxOpened(state, now),
  },
  requests: { ...rare, keys: ['L'], label: 'request log', run: (state) => [requestsOpened(state)] },
  ...verbsOf(terminalKeys, (act) => (state) => [state, { do: act }]),
  stop: {
    keys: ['ctrl-c'],
    label: 'twice: quit',
    section: 'Everywhere',
    helpOnly: true,
    run: on(
      {
        watch: (state, top) =>
          top.isOpened ? [state, { do: 'leave', how: isLive(top) ? 'interrupted' : 'left' }] : undefined,
      },
      (state) => [withNotice(state, 'ctrl-c again leaves.', 'needs-you')],
    ),
  },
} as const satisfies Partial<Record<AppAct, Verb>>;

/** Every action. A screen lists those that it has, with other keys or words if they differ there. */
const verbs: Readonly<Record<AppAct, Verb>> = {
  ...ofEveryScreen,
  ...verbsOf(moveKeys, move),
  left: { keys: ['h', 'left'], keysLabel: 'h j k l', label: 'move', section: 'Move', run: move('left') },
  right: { ...moves, keys: ['l', 'right'], keysLabel: 'l', label: 'to the right', run: move('right') },
  open: {
    keys: ['enter', 'd'],
    run: on({ welcome: welcomed, form: onForm, home: paneOpened, watch: itemOpened }, openMarked),
  },
  back: {
    keys: ['esc'],
    section: 'Everywhere',
    run: on({ watch: (state, top) => itemLeft(state, top) ?? wentBack(state, true) }, (state) => wentBack(state)),
  },
  reload: {
    keys: ['r', 'R', 'ctrl-r'],
    needs: 'services',
    run: on({ watch: watchReloaded }, reloaded),
  },
  'sign in': { keys: ['enter'], run: (state) => [signIn(state)] },
  filter: { keys: ['/'], run: on({ board: filtered, json: searched }) },
  'next find': { keys: ['n'], label: 'next', run: on({ json: (state, top) => foundLine(state, top, 1) }) },
  'find before': {
    keys: ['N'],
    label: 'before',
    pair: true,
    run: on({ json: (state, top) => foundLine(state, top, -1) }),
  },
  'sort column': { keys: ['s'], label: 'sort', brief: 'sort by column', run: column('sort column') },
  columns: { keys: ['c'], run: on({ board: columnsListed }) },
  // the column cursor: it selects the column to sort by, move or hide
  'column left': {
    ...moves,
    keys: ['<', 'shift-left'],
    brief: 'choose column',
    run: column('column left'),
  },
  'column right': {
    ...moves,
    keys: ['>', 'shift-right'],
    brief: '',
    pair: true,
    run: column('column right'),
  },
  'move left': { ...moves, keys: ['{'], label: 'move column left', brief: 'move column', run: column('move left') },
  'move right': {
    ...moves,
    keys: ['}'],
    label: 'move column right',
    brief: '',
    pair: true,
    run: column('move right'),
  },
  'hide column': { ...moves, keys: ['H'], brief: 'hide it', run: column('hide column') },
  'all columns': {
    ...moves,
    keys: ['='],
    label: 'show all columns',
    brief: 'all',
    pair: true,
    run: column('all columns'),
  },
  turn: { keys: ['p'], run: on({ board: turned }) },
  pick: { keys: ['space'], label: 'mark', helpOnly: true, run: on({ board: (state, top) => [picked(state, top)] }) },
  range: {
    keys: ['v'],
    label: 'mark a range',
    brief: 'a range',
    helpOnly: true,
    pair: true,
    run: on({ board: (state, top) => [ranged(state, top)] }),
  },
  'pick none': {
    keys: ['ctrl-\\'],
    label: 'clear marks',
    helpOnly: true,
    run: on({ board: (state, top) => [unpicked(state, top)] }),
  },
  'watch marked': { keys: ['w'], label: 'watch', run: on({ board: (state, top) => [watchedMarked(state, top)] }) },
  actions: {
    keys: ['x'],
    label: 'actions…',
    needs: 'services',
    run: on({ board: actionsOf, watch: itemActions }),
  },
  cancel: { keys: ['D'], label: 'cancel…', run: on({ board: cancelled, watch: itemCancelled }) },
  preview: { keys: ['tab'], run: on({ board: previewed }) },
  case: { keys: ['i'], label: 'its case', needs: 'services', run: caseOpened },
  json: {
    ...copies,
    keys: ['J'],
    run: on({ board: (state) => [toJson(state)], watch: (state) => [toJson(state)], json: (state) => back(state) }),
  },
  'copy id': { ...copies, keys: ['y'], run: copyId },
  pause: {
    keys: ['w'],
    label: 'pause, go on',
    needs: 'services',
    helpOnly: true,
    run: on({ watch: watchPaused }, paused),
  },
  times: {
    ...copies,
    keys: ['t'],
    label: 'form of times',
    helpOnly: true,
    run: (state) => [
      withNotice({ ...state, clock: !state.clock }, state.clock ? 'Relative times.' : 'Times with date and clock.'),
    ],
  },
  reveal: { ...rarelyCopied, keys: ['m'], label: 'mask, reveal', run: unmasked },
  bell: { keys: ['b'], label: 'bell on change', helpOnly: true, run: on({ watch: bellToggled }) },
  pin: { keys: ['P'], label: 'pin, unpin', run: on({ watch: pinToggled }) },
  map: {
    ...copies,
    keys: ['v'],
    run: on({ watch: (state, top) => [withTop(state, { ...top, isMap: !top.isMap, top: 0 })] }),
  },
  line: {
    keys: ['v'],
    run: on({ board: (state, top) => [withTop(state, { ...top, areColumns: !top.areColumns })] }),
  },
  'next screen': { ...rare, keys: ['l', 'right'], brief: 'screen', run: besideBy(1) },
  'previous screen': {
    ...rare,
    keys: ['h', 'left'],
    label: 'screen before',
    brief: 'before',
    pair: true,
    run: besideBy(-1),
  },
  'next one': {
    keys: ['>'],
    brief: 'next',
    run: orSaid((state) => neighbour(state, 1), 'This is the last row of the list.'),
  },
  'one before': {
    keys: ['<'],
    brief: 'previous',
    pair: true,
    run: orSaid((state) => neighbour(state, -1), 'This is the first row of the list.'),
  },
  'next pane': { keys: ['tab'], label: 'pane', run: (state) => [paneBeside(state, 1)] },
  'pane before': {
    keys: ['shift-tab'],
    helpOnly: true,
    run: (state) => [paneBeside(state, -1)],
  },
};

/** Goes back; data below a watched thing, which may have changed them, are read again. */
function wentBack(state: Application, fromWatch = false): Next {
  const [next, ...effects] = back(state);
  return [fromWatch ? aged(next, linesOf(next)) : next, ...effects];
}

/** The key of an action, with what differs on a screen. */
export function keyOf(key: KeyOn<AppAct>): Key<AppAct> {
  const own = typeof key === 'string' ? { act: key } : key;
  const { run: _, ...verb } = verbs[own.act];
  return { label: own.act, ...verb, ...own };
}
/** The keys that every screen has. */
export const everywhere: Keymap<AppAct> = (Object.keys(ofEveryScreen) as (keyof typeof ofEveryScreen)[]).map(keyOf);
/** The keys that work on the rows of a list only. */
export const rowKeys: Keymap<AppAct> = (
  ['filter', 'sort column', 'columns', 'actions', 'case', 'json', 'copy id', 'pick', 'range', ...columnActs] as const
).map(keyOf);

/** Runs the action of a key on the visible screen. */
export const performAction = (state: Application, act: AppAct | undefined, press: Press): Next =>
  act === undefined ? [state] : verbs[act].run(state, press);
