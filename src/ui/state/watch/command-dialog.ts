// The dialog of a command that runs over the visible screen: its output, its questions, its end.
import { lineWithoutKeys } from '../../../money/keys/line-without-keys.js';
import { maskedLine } from '../../../text/masked-line.js';
import { commandRows, hiddenRows } from '../../view-models/command.js';
import { actOf, type Keymap } from '../core/keymap.js';
import { clamped } from '../core/list.js';
import { areaOf, type Size } from '../core/page.js';
import type { Application, CommandScreen, Next, RunningCommand } from '../core/state.js';

const scrolling = [
  { keys: ['pgup', 'ctrl-b', 'wheel-up'], keysLabel: 'pgup pgdn', act: 'page up', label: 'scroll', section: 'Move' },
  { keys: ['pgdn', 'ctrl-f', 'wheel-down'], act: 'page down', label: 'down', section: 'Move', helpOnly: true },
] as const;
type CommandAct = 'close' | 'copy' | 'up' | 'down' | 'page up' | 'page down';
const endedKeys: Keymap<CommandAct> = [
  { keys: ['enter', 'esc', 'q', 'ctrl-c'], act: 'close', label: 'close' },
  { keys: ['y'], act: 'copy', label: 'copy output', section: 'Copy and show' },
  { keys: ['up', 'k'], keysLabel: '↑↓', act: 'up', label: 'scroll', section: 'Move' },
  { keys: ['down', 'j'], act: 'down', label: 'down', section: 'Move', helpOnly: true },
  ...scrolling,
];
const asksKeys: Keymap = [
  { keys: ['enter'], act: 'reply', label: 'answer' },
  { keys: ['esc'], act: 'cancel', label: 'cancel' },
  { keys: ['ctrl-c'], act: 'stop', label: 'stop the command' },
  ...scrolling,
];
const runsKeys: Keymap = [{ keys: ['ctrl-c'], act: 'stop', label: 'stop the command' }, ...scrolling];
/** The keys of the dialog; every key but those that scroll goes to the command while it runs. */
export const commandKeys = ({ code, isReading }: RunningCommand): Keymap =>
  code !== undefined ? endedKeys : isReading ? asksKeys : runsKeys;

/**
 * The dialog with the newest screen of its command. Its time counts from the start, or from the last reply. A new
 * question comes into view: the next line replies to it.
 */
export function shownIn(
  running: RunningCommand,
  { lines, parts, effect, typing, isReading, request }: CommandScreen,
  now: number,
): RunningCommand {
  const scrolled = isReading && !running.isReading ? 0 : running.scrolled;
  return {
    ...running,
    lines,
    parts,
    effect,
    typing,
    isReading,
    request,
    scrolled,
    since: isReading ? undefined : (running.since ?? now),
  };
}

/** The most rows by which a key scrolls. */
const mostPage = 10;
/** Handles a key while the dialog is open. A key for the command brings the end of the output into view. */
export function inCommand(state: Application, running: RunningCommand, key: string, size: Size): Next {
  const act = actOf(running.code === undefined ? scrolling : endedKeys, key);
  const page = Math.max(1, Math.min(mostPage, commandRows(running, areaOf(state, size).rows) - 1)); // no row is skipped
  const scrolledBy = (by: number): Next => {
    const hidden = hiddenRows(running, areaOf(state, size));
    const scrolled = clamped(Math.min(running.scrolled, hidden) + by, hidden);
    return [{ ...state, running: { ...running, scrolled } }];
  };
  switch (act) {
    case 'up':
      return scrolledBy(1);
    case 'down':
      return scrolledBy(-1);
    case 'page up':
      return scrolledBy(page);
    case 'page down':
      return scrolledBy(-page);
    case 'copy':
      return [state, { do: 'copy', text: running.lines.join('\n').trimEnd() }];
    case 'close':
      return [{ ...state, running: undefined }];
    default: {
      if (running.code !== undefined) return [state];
      return [
        { ...state, running: { ...running, scrolled: 0 } },
        { do: 'type', key },
      ];
    }
  }
}

/** A command line as it is shown: without keys, and masked as the screen is. */
export function lineFor({ reveal }: Pick<Application, 'reveal'>, line: string): string {
  const safe = lineWithoutKeys(line);
  return reveal ? safe : safe.split('\n').map(maskedLine).join('\n');
}

/** Opens the dialog and runs the command in it. */
export const runCommand = (state: Application, line: string): Next => [
  { ...state, running: { line: lineFor(state, line), lines: [], typing: '', isReading: false, scrolled: 0 } },
  { do: 'run', line },
];
