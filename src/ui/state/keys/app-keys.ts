// The keys of every screen of the application: one table per screen defines actions, footer and help.
import { pattern } from '../../../text/row-match.js';
import { isPage } from '../../page-kinds/page-kinds.js';
import { cancellationIn } from '../core/chooser.js';
import { type Keymap, keymap } from '../core/keymap.js';
import { type AppAct, moveKeys } from '../core/list.js';
import type { FormField, FormScreen, JsonScreen, Screen, ScreenSpec, WatchScreen } from '../core/screens.js';
import { foldOf } from '../forms/form.js';
import { actionsOn, hasMap, isShownLive, selectedItem } from '../watch/watch-screen.js';
import { emptyKeys, type KeyContext, listKeys, pageKeys } from './board-keys.js';
import { actions, back, copyId, everywhere, json, ofCase, open, reload, screens, scroll, shown } from './key-parts.js';

/** The actions of enter on the welcome screen, by row. */
const welcomeDoes = ['look around', 'copy command', 'sign in…', 'copy command'];

/** The keys of a screen. */
export function keysOf(screen: Screen, context: KeyContext): Keymap<AppAct> {
  const { listed, filled = true, isOver, among = isOver } = context;
  const named = 'named' in context ? context.named : 'id';
  switch (screen.kind) {
    case 'welcome':
      return [{ ...open, label: welcomeDoes[screen.menu.marked] ?? 'open' }, ...moveKeys, ...everywhere];
    case 'home':
      return [
        open,
        { keys: ['tab'], act: 'next pane', label: 'pane' },
        { keys: ['shift-tab'], act: 'pane before', label: 'pane before', helpOnly: true },
        ...moveKeys.slice(0, 2),
        reload,
        ...shown,
        ...screens,
        ...everywhere,
      ];
    case 'json':
      return jsonKeys(screen);
    case 'form':
      return formKeys(screen);
    case 'watch':
      return screen.whole ? watchKeys(screen, filled) : severalKeys(screen);
    case 'board':
      if (!filled) return emptyKeys(screen, context.signsIn ?? false);
      return listed && !isPage(screen)
        ? listKeys(screen, { ...context, named })
        : pageKeys(screen, { ...context, among, named });
  }
}

/** The keys that select an action. */
const choosing: Keymap<AppAct> = [
  { keys: ['down', 'j'], keysLabel: '↑↓', act: 'down', label: 'choose' },
  { keys: ['up', 'k'], act: 'up', label: 'choose', helpOnly: true, pair: true },
  { ...open, label: 'do it…' },
  { ...actions, helpOnly: true },
];
const cancel = { keys: ['D'], act: 'cancel', label: 'cancel…' } as const;
/** The keys of watched items that go on. */
const watching = (screen: WatchScreen): Keymap<AppAct> =>
  isShownLive(screen)
    ? [
        { keys: ['w', 'p'], act: 'pause', label: screen.paused ? 'resume' : 'pause' },
        { keys: ['b'], act: 'bell', label: 'bell on change', helpOnly: true },
      ]
    : [];
/** Pins the selected item, or dismisses its pin. */
const pin = { keys: ['P'], act: 'pin', label: 'pin, unpin' } as const;
function watchKeys(screen: WatchScreen, hasActions: boolean): Keymap<AppAct> {
  return keymap<AppAct>(
    hasActions && choosing,
    cancellationIn(actionsOn(screen)) && cancel,
    back,
    copyId,
    hasMap(screen) && { keys: ['v'], act: 'map', label: screen.isMap ? 'fields' : 'map', section: 'Copy and show' },
    watching(screen),
    ofCase,
    pin,
    selectedItem(screen).state && json,
    reload,
    shown.slice(2),
    hasActions ? scroll.slice(2) : scroll,
    everywhere,
  );
}
/** The keys of several items side by side. */
const severalKeys = (screen: WatchScreen): Keymap<AppAct> => [
  { ...open, label: 'whole' },
  { keys: ['tab', 'j', 'l', 'down', 'right'], act: 'down', label: 'next' },
  {
    keys: ['shift-tab', 'k', 'h', 'up', 'left'],
    keysLabel: 'shift-tab',
    act: 'up',
    label: 'the one before',
    helpOnly: true,
  },
  back,
  ...watching(screen),
  ofCase,
  pin,
  reload,
  copyId,
  ...shown.slice(2),
  ...everywhere,
];

const finds: Keymap<AppAct> = [
  { keys: ['n'], act: 'next find', label: 'next' },
  { keys: ['N'], act: 'find before', label: 'before', pair: true },
];
function jsonKeys({ id, query, layout }: JsonScreen): Keymap<AppAct> {
  return keymap<AppAct>(
    back,
    { keys: ['/'], act: 'filter', label: 'find' },
    query !== '' && layout.some(pattern(query)) && finds,
    id !== undefined && ofCase,
    id !== undefined && copyId,
    { ...json, label: 'back to the screen', helpOnly: true },
    shown.slice(2),
    scroll,
    everywhere,
  );
}

function editing({ isSwitch, words }: FormField): string {
  if (isSwitch) return 'on or off';
  return words ? 'choose' : 'type';
}
const submitting = ({ reads }: ScreenSpec): string => (reads ? 'ask' : 'do it…');
function formKeys(form: FormScreen): Keymap<AppAct> {
  const { fields, at, spec } = form;
  const field = fields?.[at];
  const label = foldOf(form) === at ? 'show them' : field ? editing(field) : submitting(spec);
  return keymap<AppAct>(
    fields && { keys: ['enter'], act: 'open', label },
    { keys: ['tab', 'j', 'down'], act: 'down', label: 'next field' },
    { keys: ['shift-tab', 'k', 'up'], keysLabel: 'shift-tab', act: 'up', label: 'field before', helpOnly: true },
    back,
    screens,
    everywhere,
  );
}

/** Any key closes the help. */
export const helpKeys: Keymap<'close'> = [{ keys: ['esc'], act: 'close', label: 'close', section: 'Everywhere' }];
