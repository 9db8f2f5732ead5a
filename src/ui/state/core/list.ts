// Moves through rows: the selected row and the first visible one.
import type { Key } from './keymap.js';

/** The position in a list. */
export interface Place {
  readonly marked: number;
  readonly top: number;
}
export type Move = 'down' | 'up' | 'first' | 'last' | 'page down' | 'page up' | 'half down' | 'half up';

/** The keys that move, as in vim. */
export const moveKeys: readonly Key<Move>[] = [
  { keys: ['j', 'down', 'wheel-down'], act: 'down', label: 'next', section: 'Move', helpOnly: true },
  { keys: ['k', 'up', 'wheel-up'], act: 'up', label: 'previous', section: 'Move', helpOnly: true, pair: true },
  { keys: ['g', 'home'], act: 'first', label: 'first', section: 'Move', helpOnly: true },
  { keys: ['G', 'end'], act: 'last', label: 'last', section: 'Move', helpOnly: true, pair: true },
  { keys: ['ctrl-f', 'pgdn'], act: 'page down', label: 'page down', section: 'Move', helpOnly: true },
  { keys: ['ctrl-b', 'pgup'], act: 'page up', label: 'up', section: 'Move', helpOnly: true, pair: true },
  { keys: ['ctrl-d'], act: 'half down', label: 'half down', section: 'Move', helpOnly: true },
  { keys: ['ctrl-u'], act: 'half up', label: 'up', section: 'Move', helpOnly: true, pair: true },
];
/** Whether an action of a key moves through rows. */
export const isMove = (act: string | undefined): act is Move => moveKeys.some((key) => key.act === act);
/** A move on a map, which has two dimensions. */
export type MapMove = Move | 'left' | 'right';
/** Whether an action of a key moves the cursor of a map. */
export const isMapMove = (act: string | undefined): act is MapMove => act === 'left' || act === 'right' || isMove(act);

/**
 * The time after a move in which another one is that of a held key, milliseconds: the preview waits for the last, so
 * that the list never lags on a slow line.
 */
export const previewRest = 120;

/** A number within 0 and a maximum that may be negative: then 0. */
export const clamped = (value: number, most: number): number => Math.max(0, Math.min(value, most));
/** The first of so many rows of a window that has an item in its middle, if it can. */
export const centred = (at: number, count: number, rows: number): number =>
  clamped(at - Math.floor(rows / 2), count - rows);

/** The position after a move, given the number of rows and of visible rows. */
export function moved({ marked, top }: Place, move: Move, count: number, visible: number): Place {
  const steps: Readonly<Record<Move, number>> = {
    down: 1,
    up: -1,
    first: -count,
    last: count,
    'page down': visible - 1,
    'page up': 1 - visible,
    'half down': Math.floor(visible / 2),
    'half up': -Math.floor(visible / 2),
  };
  return placed({ marked: marked + steps[move], top }, count, visible);
}

/** Limits the position to the rows, and scrolls the selected row into view. */
function placed({ marked, top }: Place, count: number, visible: number): Place {
  const to = clamped(marked, count - 1);
  const first = Math.max(0, Math.min(top, to, count - visible));
  return { marked: to, top: to >= first + visible ? to - visible + 1 : first };
}
