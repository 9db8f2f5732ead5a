// A short list over a screen: columns to show, an action, an enum value.

import { filledLine } from '../../../services/command-line.js';
import type { Row } from '../../../services/json-value.js';
import { listed } from '../../../things/action.js';
import type { Values } from '../../../things/job.js';
import type { Action } from '../../../things/thing.js';
import type { Field } from './field.js';
import { actOf, type Keymap } from './keymap.js';
import { isMove, type Move, moved, moveKeys } from './list.js';

/** An item of the list. */
export interface Choosable {
  readonly value: string;
  readonly label: string;
  readonly is?: string;
  /** Whether it is on, in a list with several selections. */
  readonly on?: boolean;
  readonly action?: Action;
  /** What else it fills in. */
  readonly fills?: Values;
}
/** The state of the list: its purpose and its items. */
export interface Chooser {
  readonly of: 'columns' | 'actions' | 'word' | 'sandbox';
  readonly title: string;
  readonly items: readonly Choosable[];
  readonly marked: number;
  readonly note?: string;
  /** The note in the words of the lines. */
  readonly said?: string;
  /** It is a step of a job, from which one steps back. */
  readonly isStep?: boolean;
  /** The text that is typed into it: it filters the items, or is the value. */
  readonly typing?: Field;
}
type ChooserAct = Move | 'back' | 'choose' | 'switch' | 'up the list' | 'down the list' | 'close';
const moves: Keymap<ChooserAct> = [
  { keys: ['down', 'j', 'tab', 'ctrl-n'], keysLabel: '↑↓', act: 'down', label: 'move', section: 'Move' },
  { keys: ['up', 'k', 'shift-tab', 'ctrl-p'], act: 'up', label: 'previous', section: 'Move', helpOnly: true },
  ...moveKeys.slice(2),
];
const keys: Keymap<ChooserAct> = [
  { keys: ['enter', 'd'], act: 'choose', label: 'choose' },
  { keys: ['esc', 'q', 'ctrl-c'], act: 'close', label: 'close' },
  ...moves,
];
const severalKeys: Keymap<ChooserAct> = [
  { keys: ['space'], act: 'switch', label: 'on or off' },
  { keys: ['J'], act: 'down the list', label: 'move it' },
  { keys: ['K'], act: 'up the list', label: 'up', helpOnly: true, pair: true },
  { keys: ['enter', 'esc', 'q', 'ctrl-c'], act: 'close', label: 'done' },
  ...moves,
];
/** The keys of a list that is typed into: every other key is text. */
const typedKeys: Keymap<ChooserAct> = [
  { keys: ['enter', 'tab'], act: 'choose', label: 'take it' },
  { keys: ['down', 'ctrl-n', 'wheel-down'], keysLabel: '↑↓', act: 'down', label: 'move', section: 'Move' },
  { keys: ['up', 'shift-tab', 'ctrl-p', 'wheel-up'], act: 'up', label: 'previous', section: 'Move', helpOnly: true },
  { keys: ['pgdn'], act: 'page down', label: 'page down', section: 'Move', helpOnly: true },
  { keys: ['pgup'], act: 'page up', label: 'page up', section: 'Move', helpOnly: true },
  { keys: ['esc', 'ctrl-c'], act: 'close', label: 'leave it' },
];
const stepKeys: Keymap<ChooserAct> = [
  { keys: ['enter', 'tab'], act: 'choose', label: 'next step' },
  typedKeys[1]!,
  { keys: ['shift-tab'], act: 'back', label: 'step back' },
  ...typedKeys.slice(2),
];
/** The active keys while it is open. */
export const chooserKeys = ({ of, typing, isStep }: Chooser): Keymap<ChooserAct> =>
  isStep ? stepKeys : typing ? typedKeys : of === 'columns' ? severalKeys : keys;

/** What enter takes from a list that is typed into. */
export const takes = ({ typing, items, marked }: Chooser): string | undefined =>
  typing && items[marked] && `Enter takes ${items[marked].label}.`;

/** Handles a key: the list stays or closes, an item is chosen or moved. */
export function chosenBy(
  chooser: Chooser,
  key: string,
): { readonly stays?: Chooser; readonly chosen?: string; readonly moves?: true } {
  const { items, marked } = chooser;
  const act = actOf(chooserKeys(chooser), key);
  const value = items[marked]?.value;
  if (isMove(act)) return { stays: { ...chooser, marked: moved({ marked, top: 0 }, act, items.length, 10).marked } };
  switch (act) {
    case 'close':
      return {};
    case 'choose':
      return value !== undefined ? { chosen: value } : chooser.typing ? { stays: chooser } : {};
    case 'switch':
      return value === undefined
        ? { stays: chooser }
        : {
            stays: { ...chooser, items: items.map((item, at) => (at === marked ? { ...item, on: !item.on } : item)) },
            chosen: value,
          };
    case 'down the list':
    case 'up the list': {
      const to = marked + (act === 'down the list' ? 1 : -1);
      if (value === undefined || to < 0 || to >= items.length) return { stays: chooser };
      const rest = items.filter((_, at) => at !== marked);
      return {
        stays: { ...chooser, marked: to, items: [...rest.slice(0, to), items[marked]!, ...rest.slice(to)] },
        moves: true,
      };
    }
    default:
      return { stays: chooser };
  }
}

/**
 * The actions that the status of a thing allows, if their command lines can be filled in.
 * @param id the path of its id
 */
export const actionItems = (
  actions: readonly Action[] = [],
  row: Row | undefined,
  id: string,
  isAllowed: (action: Action) => boolean,
): readonly Choosable[] =>
  actions.flatMap((action): Choosable[] => {
    const line = isAllowed(action) ? filledLine(action[1], row, id) : undefined;
    return line === undefined ? [] : [{ value: line, label: listed(action).label, is: `tuk ${line}`, action }];
  });
/** The action that cancels or removes a thing, among those that its status allows. */
export const cancellationIn = (items: readonly Choosable[]): Choosable | undefined =>
  items.find(({ action }) => action?.[2]?.role === 'cancel');
