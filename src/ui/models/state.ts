// The state of the application: screens over one another, what has been answered, what floats above.

import type { StatusClass } from '../../services/catalogue/statuses.js';
import type { Answers } from './answers.js';
import type { Chooser } from './chooser.js';
import type { Field } from './field.js';
import type { Head } from './page.js';
import type { CommandLine } from './palette.js';
import type { RideEffect } from './ride-watch.js';
import type { GroupSpec, Screen } from './screens.js';

/** A part of Home: a read of its own, and the screen that it opens. */
export interface Pane {
  readonly title: string;
  readonly command: string;
  readonly shows: 'ride' | 'figures' | 'rows' | 'course';
  /** What it shows of each, by the paths of fields. */
  readonly fields?: readonly string[];
  /** Only rows in which this field is true. */
  readonly only?: string;
  readonly group: string;
  readonly screen: string;
}
/** Screens over one another; the last one is seen. */
export type Stack = readonly Screen[];

export interface Application {
  /** Whose answers these are; nothing of another owner ever stands beside them. */
  readonly owner?: string;
  readonly head: Head;
  readonly signedIn: boolean;
  readonly groups: readonly GroupSpec[];
  readonly panes: readonly Pane[];
  /** The group that it opens with; Home if nothing is said. */
  readonly first?: string;
  /** What stands behind every command line: ` -p staging`. */
  readonly suffix: string;
  readonly stack: Stack;
  /** Where one was in each group. */
  readonly kept: Readonly<Record<string, Stack>>;
  readonly past: readonly Stack[];
  readonly future: readonly Stack[];
  readonly answers: Answers;
  /** Nothing is asked before the first frame has been seen. */
  readonly begun: boolean;
  readonly help: boolean;
  readonly reveal: boolean;
  /** Nothing is asked again by itself. */
  readonly paused: boolean;
  /** Times as they stand on a clock. */
  readonly clock: boolean;
  readonly chooser?: Chooser;
  readonly palette?: { readonly field: Field; readonly marked: number };
  readonly commands?: readonly CommandLine[];
  readonly told?: { readonly text: string; readonly class: StatusClass; readonly until: number };
  /** The line whose stream is asked now. */
  readonly followed?: string;
  /** When Ctrl-C was pressed. */
  readonly stopped?: number;
}
export type AppEffect =
  | {
      readonly do: 'load';
      readonly line: string;
      readonly spec?: string /** Only if it is still wanted after so long, milliseconds. */;
      readonly rests?: number;
    }
  | { readonly do: 'load fields'; readonly line: string }
  | { readonly do: 'look around' }
  | { readonly do: 'list commands' }
  | { readonly do: 'watch'; readonly id: string }
  | { readonly do: 'stop watching' }
  | { readonly do: 'ride'; readonly effect: RideEffect }
  /** Follows what a line waits for, in the place of what was followed. */
  | { readonly do: 'follow'; readonly line: string }
  | { readonly do: 'stop following' }
  | { readonly do: 'followed'; readonly effect: Exclude<RideEffect, { readonly do: 'cancel' }> }
  /** Leaves the screen to a command, which asks what it has to; then one is back here. */
  | { readonly do: 'run'; readonly line: string };

/** The screen that is seen. */
export const topOf = ({ stack }: Pick<Application, 'stack'>): Screen => stack.at(-1)!;

/** The state with the screen that is seen replaced. */
export const withTop = (state: Application, screen: Screen): Application => ({ ...state, stack: [...state.stack.slice(0, -1), screen] });

const toldFor = 5000;
/** Says a sentence for a while; of a failure until the next key. */
export const tell = (state: Application, text: string, kind: StatusClass, now: number): Application => ({
  ...state,
  told: { text, class: kind, until: kind === 'bad' ? Number.POSITIVE_INFINITY : now + toldFor },
});
