// The types of the application: groups of screens as data, and the screens of the stack.

import type { SeenState } from '../../../cli/settings/world.js';
import type { Reading, SeenPosition } from '../../../engine/watch/driver-position.js';
import type { StatusChange } from '../../../engine/watch/history.js';
import type { WatchState } from '../../../engine/watch/status-stream.js';
import type { StatusList } from '../../../services/catalogue/statuses.js';
import type { Row } from '../../../services/json-value.js';
import type { Chart } from '../../../text/chart.js';
import type { Column } from '../../../text/column.js';
import type { Point } from '../../../text/heat-grid.js';
import type { MoneyThing } from '../../../text/money-place.js';
import type { Picture } from '../../../text/picture.js';
import type { Sorting } from '../../../text/row-order.js';
import type { Step, Values } from '../../../things/job.js';
import type { Action, CodeField, MapFields, Next, PlaceFields } from '../../../things/thing.js';
import type { Field } from './field.js';
import type { Place } from './list.js';

export type { Action };

/** The kinds of pages that are neither a table nor a record. */
export type PageKindName = 'chart' | 'heat map' | 'map' | 'case';
/** Rows that the number beside a group counts. */
export interface CountSpec {
  /** Their name: `rides under way`. */
  readonly what: string;
  /** Only rows with an open status, or in which a field is true. */
  readonly open?: StatusAt;
  readonly only?: string;
}
/** The path of a status, and its list. */
export interface StatusAt {
  readonly list: StatusList;
  readonly at: string;
}
/** What is drawn below the rows of a screen: another read, by default its own, as a kind of page or as rows. */
export interface BelowSpec {
  readonly title: string;
  readonly command?: string;
  /** `next`: what the selected row leads to. */
  readonly kind: 'chart' | 'map' | 'heat map' | 'rows' | 'next';
  /** Only if the list is empty, in place of its rows: where one goes from here. */
  readonly ifEmpty?: true;
  readonly chart?: Chart;
  readonly places?: PlaceFields;
}
/** A screen of a group as data. Its columns and texts come from its command when the screen opens. */
export interface ScreenSpec {
  readonly name: string;
  /** The command line after `tuk` with the same data. */
  readonly command: string;
  /** The command line to show instead, for data that no command has. */
  readonly shownAs?: string;
  /** The path of the field with the command line to show for the detail of a row. */
  readonly rowShownAs?: string;
  /** The paths of the text to copy, the first with a value; default: the id. */
  readonly copies?: readonly string[];
  /**
   * `read`: a table or a record. `form`: the fields of a command. `find`: a search while the person types. The others
   * are kinds of pages (`page-kinds`).
   */
  readonly kind?: 'read' | 'form' | 'find' | PageKindName;
  /**
   * The command line that enter opens, with `{id}`; default: the row itself. The line of a watch specification opens
   * its watch screen.
   */
  readonly opens?: string;
  /** Where its rows lead by their kind, without `opens`. */
  readonly leads?: Next;
  /** The actions on its rows, filled in from the row under the cursor; on the answer of a form. */
  readonly actions?: readonly Action[];
  /**
   * The actions on the item that `opens` shows, filled in from the opened item alone: those of its kind. Without them the
   * opened screen has no actions, whatever the actions of this list are.
   */
  readonly openedActions?: readonly Action[];
  /** Command lines with values of its rows, like those of its actions: the forms of these commands offer them. */
  readonly fills?: readonly string[];
  /** The option whose values the key `p` cycles through. */
  readonly cycles?: string;
  /** The command line that asks the services anew, before `r` reads the rows again. */
  readonly asks?: string;
  /** The refresh interval, seconds; default: 30. */
  readonly every?: number;
  /** The number beside its group counts its rows: their name, and which of them count; default: all. */
  readonly counts?: CountSpec;
  /** A chart or a map, drawn below its rows if there is room. */
  readonly below?: BelowSpec;
  /** More of what belongs to the row of a page, below it. */
  readonly also?: readonly BelowSpec[];
  /** A form whose command only reads: its response is a screen. */
  readonly reads?: true;
  /** The label of submit, for a form whose command does not prompt. */
  readonly submitLabel?: string;
  /** The columns of its rows, if the command has none. */
  readonly columns?: readonly Column[];
  readonly chart?: Chart;
  /** The address of a row that is drawn as a QR code. */
  readonly code?: CodeField;
  /** The fields of its rows on a map. */
  readonly places?: PlaceFields;
  readonly empty?: readonly [nothing: string, next: string];
  /** A 404 response means an empty list, not a failure. */
  readonly notFoundIsEmpty?: true;
  /** A sentence under its rows. */
  readonly note?: string;
}
/** A group of screens. */
export interface GroupSpec {
  readonly digit: string;
  readonly name: string;
  readonly screens: readonly ScreenSpec[];
  /** The watch screens of the group. */
  readonly watches?: readonly WatchSpec[];
}
/** The watch screen of a kind of items as data. */
export interface WatchSpec {
  /** The kind of the items on a command line of several kinds, `tuk watch order:ID`. */
  readonly kind?: string;
  /** The name of its items in the path of the screen. */
  readonly name: string;
  /** The command line that shows an item once; default: the one that watches it. */
  readonly reads?: string;
  /** The fields to show; by default all. */
  readonly columns?: readonly Column[];
  /** The paths of the times at which it began, and at which it expires. */
  readonly begins?: string;
  readonly until?: string;
  /** A second read, and the name of its response among the fields. */
  readonly secondRead?: { readonly as: string; readonly line: string };
  readonly actions?: readonly Action[];
  /** What says where its money is. */
  readonly money?: MoneyThing;
  /** A driver comes to it: the distance of the driver is one of its fields, and there is a map. */
  readonly map?: MapFields;
}

/** How a board shows its table. */
export interface TableSettings {
  readonly sort?: Sorting;
  readonly hidden: readonly string[];
  /** The paths of the columns in their order; default: as in the command. */
  readonly order?: readonly string[];
  /** Only the columns of `order` are visible: others are hidden as soon as they are known. */
  readonly onlyOrder?: true;
}
/** The default settings of a table. */
export const defaultTableSettings: TableSettings = { hidden: [] };
/** A read on the screen: a table with a selected row, or a page with a scroll position. */
export interface BoardScreen extends TableSettings {
  readonly kind: 'board';
  readonly group: string;
  readonly spec: ScreenSpec;
  /** The current command line. */
  readonly line: string;
  /** The path after the group: for a detail, the names of the screens below it. */
  readonly parents: readonly string[];
  /** The row of the list, shown until the detail is loaded, and its columns. */
  readonly row?: Row;
  readonly columns?: readonly Column[];
  readonly place: Place;
  /** The last move by a key, epoch milliseconds, and the row whose preview is shown until the key rests. */
  readonly moved?: { readonly at: number; readonly shows: number };
  /** The first visible line of the preview, while it has the focus. */
  readonly scrolled?: number;
  readonly top: number;
  readonly filter: string;
  /** The text field of the filter while it is edited. */
  readonly typing?: Field;
  /** The path of the column under the column cursor. */
  readonly column?: string;
  /** The ids of the marked rows, which are copied and acted on together. */
  readonly picked?: readonly string[];
  /** A range of marks that moves extend: the id of its first row, and the marks before it. */
  readonly range?: { readonly from: string; readonly before: readonly string[] };
  /** The selected point of a map; by default the cell with the highest count. */
  readonly cell?: Point;
  /** The selected time of a chart, epoch milliseconds; by default the newest. Whether it is drawn as columns. */
  readonly time?: number;
  readonly areColumns?: boolean;
  /**
   * The visible rows, filtered and sorted, and the time and the version of their response; -1: they are to be updated.
   */
  readonly shown: readonly Row[];
  readonly versionShown?: string | number;
}
/** The raw response, or one row of it, as lines. */
export interface JsonScreen {
  readonly kind: 'json';
  readonly group: string;
  readonly parents: readonly string[];
  readonly line: string;
  readonly id?: string;
  /** What it shows, and as lines, masked as the screens are. */
  readonly value?: unknown;
  readonly layout: readonly string[];
  /** The first visible line, and the selected one. */
  readonly top: number;
  readonly marked?: number;
  /** The searched text, and its text field while it is edited. */
  readonly query: string;
  readonly typing?: Field;
}
/** A field of a form: a value or an option of its command. */
export interface FormField {
  /** The key of a positional value. */
  readonly key?: string;
  /** The step of a job that it is, and the name of its answer with what stood beside it. */
  readonly step?: Step;
  readonly said?: readonly [name: string, is: string];
  /** The spelling of an option: `--period`; undefined for a positional value. */
  readonly flag?: string;
  /** The field that -f or -F fills: its value stands behind `name=`. */
  readonly field?: string;
  readonly label: string;
  readonly is: string;
  readonly required: boolean;
  /** `needed`: the command asks for it. `expert`: rarely wanted, and folded. Default: by `required`, or optional. */
  readonly group?: 'needed' | 'expert';
  /** The fields of which one is enough: their options, or the keys of their values. */
  readonly oneOf?: readonly string[];
  readonly words?: readonly string[];
  readonly isSwitch?: true;
  readonly text: Field;
}
/** What a form takes from its command. */
export interface CommandForm {
  readonly fields: readonly FormField[];
  readonly examples?: readonly string[];
}
/** A command as a form. */
export interface FormScreen extends Partial<CommandForm> {
  readonly kind: 'form';
  readonly group: string;
  readonly spec: ScreenSpec;
  readonly line: string;
  /** The values and options that are filled in once the fields are known, as words of a command line. */
  readonly given?: readonly string[];
  /** The time at which its fields were last requested, epoch milliseconds. */
  readonly fieldsAskedAt?: number;
  /** The index of the selected field; after the last one comes submit. */
  readonly at: number;
  readonly typing: boolean;
  /** Of a job: its steps are asked in turn; the facts of chosen rows. */
  readonly asks?: boolean;
  readonly typedValues?: Values;
  /** Its expert fields are shown. */
  readonly isUnfolded?: boolean;
  /** The file that it created last. */
  readonly made?: FilePreview;
}
/** A file that a command has created: its facts, and a picture if possible. */
export interface FilePreview {
  readonly path: string;
  readonly facts: readonly string[];
  readonly picture?: Picture;
  /** Epoch milliseconds. */
  readonly at: number;
}
export interface HomeScreen {
  readonly kind: 'home';
  readonly group: string;
  readonly pane: number;
  /** The row under the cursor, on a pane with the rows of several reads; default: the first. */
  readonly row?: number;
}
/** The welcome screen, shown while nobody has signed in to the sandbox yet. */
export interface WelcomeScreen {
  readonly kind: 'welcome';
  readonly group: string;
  readonly menu: Place;
}
/** The welcome screen, newly opened. */
export const welcome: WelcomeScreen = { kind: 'welcome', group: 'Home', menu: { marked: 0, top: 0 } };
/** The failure of a read. */
export interface ReadFailure {
  /** What failed, in a sentence. */
  readonly text: string;
  readonly hint?: string;
  /** Its kind, as `services/http/errors` has it. */
  readonly kind?: string;
  /** The HTTP status, and the id of the request at the service. */
  readonly status?: number;
  readonly requestId?: string;
  /** It is temporary: no connection, or an overloaded service. */
  readonly passes?: true;
  /** The Retry-After of the service, milliseconds: at most `longestWait`. */
  readonly wait?: number;
  /** The rest of its Retry-After, milliseconds. */
  readonly asksFor?: number;
}
/** An item with a status that is watched by a stream of its own. */
export interface WatchItem {
  readonly spec: WatchSpec;
  readonly id: string;
  /** The group of its kind; undefined if only its service knows the kind. */
  readonly group?: string;
  /** The command line that watches it. */
  readonly line: string;
  /** Known with the first state. */
  readonly list?: StatusList;
  readonly state?: WatchState<unknown>;
  /** The statuses so far, each with the time at which it was first seen. */
  readonly history: readonly StatusChange[];
  /** The newest response that has shown its status; and how long the last things of its kind took, milliseconds. */
  readonly known?: SeenState;
  readonly took?: readonly number[];
  /** The time of the last response. */
  readonly respondedAt?: number;
  /** The driver's position in the last response. */
  readonly position?: SeenPosition;
  /** The driver's positions in the responses of this run, the newest last. */
  readonly trail?: readonly Reading[];
  /** It has ended. */
  readonly hasEnded: boolean;
  /** The reason why watching has stopped. */
  readonly trouble?: ReadFailure;
}
/** The watch screen of one item, or of several side by side. */
export interface WatchScreen {
  readonly kind: 'watch';
  readonly group: string;
  readonly items: readonly WatchItem[];
  readonly at: number;
  /** The selected item is shown whole. */
  readonly whole: boolean;
  /** The first visible line. */
  readonly top: number;
  /** The index of the selected action; default: the first. */
  readonly marked?: number;
  readonly paused: boolean;
  /** The map stands in place of steps and fields. */
  readonly isMap?: boolean;
  /** A bell rings at each change of a status. */
  readonly bell: boolean;
  /** A command has opened the application for it: leaving it leaves the application. */
  readonly isOpened?: true;
}
export type Screen = BoardScreen | JsonScreen | FormScreen | HomeScreen | WelcomeScreen | WatchScreen;

/** A newly opened board. */
export const board = (
  group: string,
  spec: ScreenSpec,
  more: Partial<Pick<BoardScreen, 'line' | 'parents' | 'row' | 'columns'>> = {},
): BoardScreen => ({
  kind: 'board',
  group,
  spec,
  line: spec.command,
  parents: [],
  place: { marked: 0, top: 0 },
  top: 0,
  filter: '',
  ...defaultTableSettings,
  shown: [],
  ...more,
});

/** Opens the screen of a spec. */
export const opened = (group: string, spec: ScreenSpec): Screen =>
  spec.kind === 'form'
    ? { kind: 'form', group, spec, line: spec.command, at: 0, typing: false }
    : board(group, spec, spec.kind === 'find' ? { line: '' } : {});

/** The choices of the welcome screen. */
export const welcomeMenu = [
  'Look around the sandbox',
  'Add a profile of my own',
  'Sign in',
  'Read this with a screen reader',
] as const;
/** The commands of these choices; the first one runs in the application. */
export const welcomeCommands = ['', 'tuk profile add', 'tuk login', 'tuk --linear'] as const;
