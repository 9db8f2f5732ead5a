// A screen's state and what changes it: events in, the next state and what is to be done out. The terminal itself is elsewhere.
import type { Pressed } from './keymap.js';

/** What every screen may ask of whoever shows it. */
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
  /** How long until it would look different by itself, milliseconds; a second if nothing is said. */
  due?(state: State, now: number): number;
}
