// The model of a screen: a reducer from state and event to the next state and effects, without a terminal.
import type { KeyPress } from './keymap.js';

/** The effects that every screen may request. */
export type TerminalEffect =
  | { readonly do: 'leave'; readonly how: 'left' | 'interrupted' }
  /** Copies a text; `is` says what it is. */
  | { readonly do: 'copy'; readonly text: string; readonly is?: string }
  | { readonly do: 'ring' }
  /** Shows a note of the desktop, if the terminal has no focus. */
  | { readonly do: 'tell'; readonly title: string; readonly text: string }
  | { readonly do: 'mouse'; readonly on: boolean }
  /** Draws with the colours of this theme; undefined: with those for the background that the terminal reports. */
  | { readonly do: 'theme'; readonly theme: string | undefined }
  | { readonly do: 'suspend' }
  | { readonly do: 'redraw' };

/** A screen without a terminal. `now` is epoch milliseconds. */
export interface Board<State, Event, Effect> {
  readonly initial: State;
  update(state: State, event: Event | KeyPress, now: number): readonly [State, ...(Effect | TerminalEffect)[]];
  /** The time until the screen changes by itself, milliseconds; default: a second. */
  due?(state: State, now: number): number;
}
