// The keys of every screen of the application: one table per screen defines actions, footer and help.
import { pattern } from '../../../text/row-match.js';
import { isPage } from '../../page-kinds/page-kinds.js';
import { type Acts, type AppAct, moves, screens, scroll, shown } from '../core/acts.js';
import { cancellationIn } from '../core/chooser.js';
import { type Keymap, listedActs } from '../core/keymap.js';
import type { FormField, FormScreen, JsonScreen, Screen, ScreenSpec, WatchScreen } from '../core/screens.js';
import { foldOf } from '../forms/form.js';
import { actionsOn, hasMap, isShownLive, selectedItem } from '../watch/watch-screen.js';
import { emptyKeys, type KeyContext, listKeys, pageKeys } from './board-keys.js';
import { everywhere, keyOf } from './verbs.js';

/** The actions of enter on the welcome screen, by row. */
const welcomeDoes = ['look around', 'copy command', 'sign in…', 'copy command'];

/** The keys of a screen; those of every screen follow its own. */
export function keysOf(screen: Screen, context: KeyContext): Keymap<AppAct> {
  const own = actsOf(screen, context).map(keyOf);
  return [...own, ...everywhere.filter((key) => own.every(({ act }) => act !== key.act))];
}
function actsOf(screen: Screen, context: KeyContext): Acts {
  const { listed, filled = true, isOver, among = isOver } = context;
  const named = 'named' in context ? context.named : 'id';
  switch (screen.kind) {
    case 'welcome':
      return [{ act: 'open', label: welcomeDoes[screen.menu.marked] ?? 'open' }, ...moves];
    case 'home':
      return ['open', 'next pane', 'pane before', 'down', 'up', 'reload', ...shown, ...screens];
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
const choosing: Acts = [
  { act: 'down', keys: ['down', 'j'], keysLabel: '↑↓', label: 'choose', section: 'This screen', helpOnly: false },
  { act: 'up', keys: ['up', 'k'], label: 'choose', section: 'This screen' },
  { act: 'open', label: 'do it…' },
  { act: 'actions', helpOnly: true },
];
/** The keys of watched items that go on. */
const watching = (screen: WatchScreen): Acts =>
  isShownLive(screen)
    ? [{ act: 'pause', keys: ['w', 'p'], label: screen.paused ? 'resume' : 'pause', helpOnly: false }, 'bell']
    : [];
function watchKeys(screen: WatchScreen, hasActions: boolean): Acts {
  return listedActs(
    hasActions && choosing,
    cancellationIn(actionsOn(screen)) && 'cancel',
    'back',
    'copy id',
    hasMap(screen) && { act: 'map', label: screen.isMap ? 'fields' : 'map' },
    watching(screen),
    'case',
    'pin',
    selectedItem(screen).state && 'json',
    'reload',
    'reveal',
    hasActions ? scroll.slice(2) : scroll,
  );
}
/** The keys of fields or things one after the other. */
const stepping = (next: string, down: readonly string[], before: string, up: readonly string[]): Acts => [
  { act: 'down', keys: ['tab', ...down], label: next, section: 'This screen', helpOnly: false },
  {
    act: 'up',
    keys: ['shift-tab', ...up],
    keysLabel: 'shift-tab',
    label: before,
    section: 'This screen',
    pair: false,
  },
];
/** The keys of several items side by side. */
const severalKeys = (screen: WatchScreen): Acts => [
  { act: 'open', label: 'whole' },
  ...stepping('next', ['j', 'l', 'down', 'right'], 'the one before', ['k', 'h', 'up', 'left']),
  'back',
  ...watching(screen),
  'case',
  'pin',
  'reload',
  'copy id',
  'reveal',
];

function jsonKeys({ id, query, layout }: JsonScreen): Acts {
  return listedActs(
    'back',
    { act: 'filter', label: 'find' },
    query !== '' && layout.some(pattern(query)) && ['next find', 'find before'],
    id !== undefined && ['case', 'copy id'],
    { act: 'json', label: 'back to the screen', helpOnly: true },
    'reveal',
    scroll,
  );
}

function editing({ isSwitch, words }: FormField): string {
  if (isSwitch) return 'on or off';
  return words ? 'choose' : 'type';
}
const submitting = ({ reads }: ScreenSpec): string => (reads ? 'ask' : 'do it…');
function formKeys(form: FormScreen): Acts {
  const { fields, at, spec } = form;
  const field = fields?.[at];
  const label = foldOf(form) === at ? 'show them' : field ? editing(field) : submitting(spec);
  return listedActs(
    fields && { act: 'open', keys: ['enter'], label },
    stepping('next field', ['j', 'down'], 'field before', ['k', 'up']),
    'back',
    screens,
  );
}

/** Any key closes the help. */
export const helpKeys: Keymap<'close'> = [{ keys: ['esc'], act: 'close', label: 'close', section: 'Everywhere' }];
