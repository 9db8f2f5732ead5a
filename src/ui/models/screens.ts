// What the application is made of: groups of screens as data, and the screens that lie over one another while somebody goes through them.

import type { WatchState } from '../../engine/status-stream.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { Row } from '../../services/json-value.js';
import type { Chart } from '../format/chart.js';
import type { Column } from '../format/column.js';
import type { Point } from '../format/heat-grid.js';
import type { Picture } from '../format/picture.js';
import type { Field } from './field.js';
import type { Place } from './list.js';
import type { RideWatch } from './ride-watch.js';
import type { Came } from './steps.js';
import { newSwap, type Swap } from './swap-lines.js';

/** Something that may be done to what is marked: a label, and the command line behind `tuk`, with `{id}` or `{path.of.a.field}`. Where the label ends in `…` it is left to the command; else it only reads, and is shown here. `during`: the classes or the words of a status list in which it makes sense; always where nothing is said. */
export type Action = readonly [label: string, line: string, during?: readonly string[]];

/** A screen of a group as data. It names a command; what is read, its columns and its words come from that command when the screen opens. */
export interface ScreenSpec {
  readonly name: string;
  /** The command line behind `tuk` that gives the same. */
  readonly command: string;
  /**
   * `read`: a table, or a page where the answer is no list. `chart`: bars first. `form`: fields of a command that is then run.
   * `find`: its one value is typed, and it is asked as one types. */
  readonly kind?: 'read' | 'chart' | 'form' | 'find' | 'heat map' | 'dash';
  /** The command line that enter opens, with `{id}`; the row itself where nothing is said. A `ride watch` is followed live. */
  readonly opens?: string;
  readonly actions?: readonly Action[];
  /** The option whose words `p` goes through. */
  readonly cycles?: string;
  /** How often it is asked again, seconds; 30 if nothing is said. */
  readonly every?: number;
  /** Beside it: another read. */
  readonly beside?: string;
  /** At its right, where there is room: a ranking that goes with the marked row. */
  readonly ranks?: RanksSpec;
  /** A form whose command only reads: its answer is opened here. */
  readonly reads?: true;
  /** A form whose one value is followed on a screen of its own: the line, with `{id}`. */
  readonly follows?: string;
  /** A form that is gone through step by step: a quote of a swap, on one of these networks. */
  readonly swaps?: readonly string[];
  /** What going on does, of a form whose command does not ask. */
  readonly submitLabel?: string;
  /** How its rows are read, where the command does not say it. */
  readonly columns?: readonly Column[];
  readonly id?: string;
  readonly chart?: Chart;
  readonly empty?: readonly [nothing: string, next: string];
  /** Where there is none the service answers that it is not there: that is nothing to show, and no failure. */
  readonly notFoundIsEmpty?: true;
}
/** A group of screens. */
export interface GroupSpec {
  readonly digit: string;
  readonly name: string;
  readonly screens: readonly ScreenSpec[];
  /** How its calls are reached where a command is missing. */
  readonly api: string;
  /** What of it can be followed to its end. */
  readonly follows?: readonly FollowSpec[];
}
/** A ranking beside a list. */
export interface RanksSpec {
  readonly title: string;
  /** The read that lists what there are rankings of, and the field that is true where there is one. */
  readonly from: string;
  readonly only: string;
  /** The field of the marked row that names one of them by its id. */
  readonly of: string;
  /** The board of one, and where one stands oneself. */
  readonly command: string;
  readonly ownCommand: string;
}
/** How something of a status list is followed on a screen. */
export interface FollowSpec {
  /** The command line that waits for it: `store order wait {id}`. */
  readonly command: string;
  /** What such things are called in the path. */
  readonly name: string;
  /** The command line that shows it once. */
  readonly reads: string;
  /** What is shown of it, all of it where nothing is said. */
  readonly columns?: readonly Column[];
  /** When it is over by itself if nobody does what it waits for: the path of a time. */
  readonly until?: string;
  /** Another read that belongs to it, and the name under which its answer stands with the fields. */
  readonly beside?: { readonly as: string; readonly line: string };
  readonly actions?: readonly Action[];
}

/** How the rows are sorted. */
export interface Sorting {
  readonly path: string;
  readonly down: boolean;
}
/** A read on the screen: a table with a marked row, or a page with a first line. */
export interface BoardScreen {
  readonly kind: 'board';
  readonly group: string;
  readonly spec: ScreenSpec;
  /** The command line as it is now. */
  readonly line: string;
  /** What stands behind the group in the path: of a detail, the names of the screens that it lies over. */
  readonly over: readonly string[];
  /** What is known of it before its own answer has come, and how that is read. */
  readonly row?: Row;
  readonly columns?: readonly Column[];
  readonly place: Place;
  readonly top: number;
  readonly filter: string;
  /** The filter while it is typed. */
  readonly typing?: Field;
  readonly sort?: Sorting;
  readonly hidden: readonly string[];
  /** The ids of the rows that are picked, to be copied at once. */
  readonly picked?: readonly string[];
  /** The place on a map that is marked; the busiest if nothing is said. */
  readonly cell?: Point;
  /** The rows that are seen, filtered and sorted, and when the answer came that they are of. */
  readonly shown: readonly Row[];
  readonly of?: number;
}
/** The raw answer, or one row of it, as lines. */
export interface JsonScreen {
  readonly kind: 'json';
  readonly group: string;
  readonly over: readonly string[];
  readonly line: string;
  readonly id?: string;
  readonly laid: readonly string[];
  /** The first of the seen lines; the line that is marked, and those whose parts are folded, by their numbers. */
  readonly top: number;
  readonly marked?: number;
  readonly folded?: readonly number[];
  /** What is looked for; while it is typed, the field. */
  readonly sought: string;
  readonly typing?: Field;
}
/** A field of a form: a value or an option of its command. */
export interface FormField {
  /** As it is typed: `--period`, or nothing for a value. */
  readonly flag?: string;
  readonly label: string;
  readonly is: string;
  readonly required: boolean;
  readonly words?: readonly string[];
  readonly isSwitch?: true;
  readonly text: Field;
}
/** A command as a form. */
export interface FormScreen {
  readonly kind: 'form';
  readonly group: string;
  readonly spec: ScreenSpec;
  readonly line: string;
  readonly fields?: readonly FormField[];
  /** When its fields were last asked for, epoch milliseconds. */
  readonly fieldsAskedAt?: number;
  /** The field that is marked; behind the last one stands what runs it. */
  readonly at: number;
  readonly typing: boolean;
  readonly trouble?: string;
  readonly absent?: true;
  /** The same, gone through step by step. */
  readonly swap?: Swap;
  /** The file that it made last. */
  readonly made?: Made;
}
/** A file that a command has made: what is said of it, and its picture where that can be drawn. */
export interface Made {
  readonly path: string;
  readonly facts: readonly string[];
  readonly picture?: Picture;
  /** Epoch milliseconds. */
  readonly at: number;
}
/** The first screen. */
interface HomeScreen {
  readonly kind: 'home';
  readonly group: string;
  readonly pane: number;
}
/** Shown at first where nobody has signed in to the sandbox yet. */
export interface WelcomeScreen {
  readonly kind: 'welcome';
  readonly group: string;
  readonly menu: Place;
}
/** A ride that is followed. */
interface WatchScreen {
  readonly kind: 'watch';
  readonly group: string;
  readonly ride: RideWatch;
}
/** Something of a status list that is followed. */
export interface FollowScreen {
  readonly kind: 'follow';
  readonly group: string;
  readonly spec: FollowSpec;
  readonly id: string;
  /** The command line that follows it. */
  readonly line: string;
  /** Known with the first state. */
  readonly list?: StatusList;
  readonly watching?: WatchState<unknown>;
  /** The words that were seen here, each with when it was first seen. */
  readonly came: readonly Came[];
  /** When the last answer came. */
  readonly answered?: number;
  readonly top: number;
  /** Which of the things that can be done is marked; the first if nothing is said. */
  readonly marked?: number;
  readonly paused: boolean;
  /** It has ended. */
  readonly over: boolean;
  /** Why it is not followed any more. */
  readonly trouble?: string;
}
export type Screen = BoardScreen | JsonScreen | FormScreen | HomeScreen | WelcomeScreen | WatchScreen | FollowScreen;

/** A board that has just been opened. */
export const board = (
  group: string,
  spec: ScreenSpec,
  more: Partial<Pick<BoardScreen, 'line' | 'over' | 'row' | 'columns'>> = {},
): BoardScreen => ({
  kind: 'board',
  group,
  spec,
  line: spec.command,
  over: [],
  place: { marked: 0, top: 0 },
  top: 0,
  filter: '',
  hidden: [],
  shown: [],
  ...more,
});

/** The screen that a spec stands for, opened. */
export const opened = (group: string, spec: ScreenSpec): Screen =>
  spec.kind === 'form'
    ? { kind: 'form', group, spec, line: spec.command, at: 0, typing: false, ...(spec.swaps ? { swap: newSwap(spec.swaps) } : {}) }
    : board(group, spec, spec.kind === 'find' ? { line: '' } : {});

/** Whether a board is read from its top to its end, though its answer is a list. */
export const isPage = ({ spec: { kind } }: BoardScreen): boolean => kind === 'chart' || kind === 'dash' || kind === 'heat map';

/** What the first screen offers. */
export const welcomeMenu = ['Look around the sandbox', 'Add a profile of my own', 'Sign in', 'Read this with a screen reader'] as const;
/** The commands that belong to it; the first is done here. */
export const welcomeCommands = ['', 'tuk profile add', 'tuk login', 'tuk --linear'] as const;
