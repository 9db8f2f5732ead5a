// The model of a screen: a reducer from state and event to the next state and effects, without a terminal.
import type { Pressed } from './keymap.js';

/** The effects that every screen may request. */
export type Wish =
  | { readonly do: 'leave'; readonly how: 'left' | 'interrupted' }
  | { readonly do: 'copy'; readonly text: string }
  | { readonly do: 'ring' }
  | { readonly do: 'suspend' }
  | { readonly do: 'draw anew' };

/** A screen without a terminal. `now` is epoch milliseconds. */
export interface Board<State, Event, Effect> {
  readonly initial: State;
  update(state: State, event: Event | Pressed, now: number): readonly [State, ...(Effect | Wish)[]];
  /** The time until the screen changes by itself, milliseconds; default: a second. */
  due?(state: State, now: number): number;
}
