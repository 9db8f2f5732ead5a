// The state of the application: the stack of screens, the query cache, the overlays.

import type { SeenState } from '../../../cli/settings/world.js';
import type { WatchState } from '../../../engine/watch/status-stream.js';
import type { StatusClass, StatusList } from '../../../services/catalogue/statuses.js';
import type { Chart } from '../../../text/chart.js';
import type { ClickTarget } from '../../../text/line.js';
import type { ReceiptRole } from '../../../text/receipt.js';
import type { Total } from '../../../text/total.js';
import type { Brief } from '../../../things/thing.js';
import type { Preferences } from '../../preferences.js';
import type { Badge } from './badges.js';
import type { Chooser } from './chooser.js';
import type { Field } from './field.js';
import type { KeyPress } from './keymap.js';
import type { Head, Size } from './page.js';
import type { CommandLine } from './palette.js';
import type { ObservedQuery, QueryState, ReadResult, Responses } from './responses.js';
import type { CommandForm, FilePreview, GroupSpec, ReadFailure, Screen, TableSettings, WatchItem } from './screens.js';
import type { OwnTheme } from './themes.js';

// The external events of the application: responses, streams, ended commands, a change of owner.

/** The owner of responses, with the data of the screen's header. */
export interface Owner {
  /** A key that changes with the profile, the addresses of its services and the session. */
  readonly owner: string;
  readonly head: Head;
  readonly signedIn: boolean;
}

/** An owner; without a key it is the current one. */
export type OwnerUpdate = Omit<Owner, 'owner'> & Partial<Pick<Owner, 'owner'>>;

/** The result of a command that ran outside the screen, and the owner since then. */
export interface CommandEnd extends OwnerUpdate {
  readonly code: number;
  /** The reason why it was not run, in a sentence. */
  readonly refused?: string;
  /** The command line that waits for a thing that it has started. */
  readonly watches?: string;
  /** The file that it has created. */
  readonly made?: FilePreview;
}
/** A result of a request. `of` is the owner that asked; for another owner the result is dropped. */
interface RequestResult {
  readonly of?: string;
}
/** An external event. */
export type AppEvent =
  | (RequestResult & ExternalEvent)
  /** Another profile or session is in use now. */
  | ({ readonly what: 'owner' } & Owner);
/** An event with the owner that it was requested for. */
export const askedFor = (of: string | undefined, event: AppEvent): AppEvent =>
  event.what === 'owner' || of === undefined ? event : { of, ...event };
type ExternalEvent =
  | { readonly what: 'begun' }
  | { readonly what: 'replaced' }
  | { readonly what: 'click'; readonly target: ClickTarget; readonly size: Size }
  | { readonly what: 'query'; readonly line: string; readonly query: QueryState }
  /** The rows are to be updated from the responses. */
  | { readonly what: 'again' }
  | ({ readonly what: 'fields'; readonly line: string } & CommandForm)
  | { readonly what: 'trouble'; readonly text: string }
  | ({ readonly what: 'signed in' } & OwnerUpdate)
  | { readonly what: 'who'; readonly name: string }
  | { readonly what: 'session'; readonly kind: string; readonly ends?: number }
  | { readonly what: 'commands'; readonly commands: readonly CommandLine[] }
  /** The command that runs has printed something, or reads its input. */
  | ({ readonly what: 'command screen' } & CommandScreen)
  | ({ readonly what: 'command ended'; readonly line: string } & CommandEnd)
  /** A command has printed a text to copy. */
  | { readonly what: 'output'; readonly text: string }
  /** A tool of the system has taken a text to copy, or a file is written: what was done, as a sentence. */
  | { readonly what: 'done'; readonly text: string }
  /** The services were asked anew. `isWhole`: they have answered for all rows. */
  | { readonly what: 'asked'; readonly isWhole: boolean }
  /** A control of the sandbox has ended; `text`: its JSON, or why it failed. */
  | { readonly what: 'controlled'; readonly line: string; readonly code: number; readonly text: string }
  /** The command could not be run. */
  | { readonly what: 'command failed'; readonly text: string }
  /** A state of the stream of a watched item; `last`: it ends the stream. */
  | {
      readonly what: 'watched';
      readonly line: string;
      readonly list: StatusList;
      readonly state: WatchState<unknown>;
      readonly last: boolean;
      /** How far the clock of the service is ahead of this machine's, milliseconds. */
      readonly clockOffset?: number;
    }
  /** What an earlier response has shown of a watched item, before its stream responds. */
  | {
      readonly what: 'known';
      readonly line: string;
      readonly list: StatusList;
      readonly known: SeenState;
      readonly took?: readonly number[];
      readonly clockOffset?: number;
    }
  | { readonly what: 'watch failed'; readonly line: string; readonly failure: ReadFailure };

/** A read among those of a pane: what says which one a row is, and the line that it leads to. */
export interface PaneRead extends Brief {
  readonly command: string;
  readonly opens: string;
  /** The path of the id of the thing that its rows are about: an earlier read that has it says the same. */
  readonly about?: string;
}
/** A pane of Home: its read, and the screen that it opens. */
export interface Pane {
  readonly title: string;
  readonly command: string;
  /** `waiting`, `under way`, `since`: the rows of several reads that wait for the person, go on, or are the newest. */
  readonly shows: 'waiting' | 'under way' | 'since' | 'figures' | 'rows' | 'course';
  readonly reads?: readonly PaneRead[];
  /** Its column of three; of two, the others are on the right. */
  readonly column: 0 | 1 | 2;
  /** The paths of the fields to show. */
  readonly fields?: readonly string[];
  /** The sum of a field of all rows, for each unit. */
  readonly total?: Total;
  /** The field whose values are counted. */
  readonly counts?: string;
  /** Another read, whose history is drawn below if there is room; default chart: as in its command. */
  readonly trend?: { readonly title: string; readonly command: string; readonly chart?: Chart };
  readonly group: string;
  readonly screen: string;
}
/** A story of the sandbox: the name of its scenario, and the statuses that it leads to. */
export interface Story {
  readonly scenario: string;
  readonly leads: string;
}
/** A message below the screen. */
interface Notice {
  readonly text: string;
  /** The same in the words of the lines, where `text` names keys. */
  readonly said?: string;
  readonly class: StatusClass;
  /** The time at which it disappears, epoch milliseconds; infinite: at the next key. `withNoticeTime` sets it. */
  readonly until?: number;
  /** The typed line is no command, so it stays in the palette. */
  readonly isUnknown?: true;
}
/** The stack of screens; the last one is visible. */
export type Stack = readonly Screen[];

export interface Application {
  /** The owner of the cached responses. */
  readonly owner?: string;
  readonly head: Head;
  readonly signedIn: boolean;
  readonly groups: readonly GroupSpec[];
  readonly panes: readonly Pane[];
  /** The numbers beside the groups. */
  readonly badges: readonly Badge[];
  /** The group that it opens with; default: Home. */
  readonly first?: string;
  /** The suffix of every command line: ` -p staging`. */
  readonly suffix: string;
  readonly stack: Stack;
  /** The last stack of each group. */
  readonly stacksByGroup: Readonly<Record<string, Stack>>;
  readonly past: readonly Stack[];
  readonly future: readonly Stack[];
  readonly responses: Responses;
  /** The things that were opened, the newest first. */
  readonly recent?: readonly CommandLine[];
  /** The observed queries, as text. */
  readonly observed?: string;
  /** How the tables of boards are shown, by their command line. */
  readonly tableSettings: Readonly<Record<string, TableSettings>>;
  /** The themes of the person's own. */
  readonly ownThemes?: readonly OwnTheme[];
  /** The preferences of the person; the open group is added when they are saved. */
  readonly preferences: Preferences;
  /** How far the clock of the service is ahead of this machine's, milliseconds. */
  readonly clockOffset?: number;
  /** The same for the clock that ends sessions: `sandbox advance` moves only the other one. */
  readonly sessionOffset?: number;
  /** Nothing is requested before the first frame is drawn. */
  readonly begun: boolean;
  readonly help: boolean;
  /** The first visible line of the help, if not all fit. */
  readonly helpTop?: number;
  readonly reveal: boolean;
  /** Letters open the links on the screen: the letters so far, of a label of two. */
  readonly linking?: string;
  /** Automatic refresh is off. */
  /** The files of the program have changed: it must be started again. */
  readonly replaced?: boolean;
  readonly paused: boolean;
  /** Times are shown as date and time, not relative. */
  readonly clock: boolean;
  readonly chooser?: Chooser;
  /**
   * `entered`: enter was pressed before the commands were known, and takes effect then. `saves`: the line whose output a
   * typed `export FILE` writes.
   */
  readonly palette?: {
    readonly field: Field;
    readonly marked: number;
    readonly entered?: true;
    readonly saves?: string;
  };
  /** What was typed in the palette in this run, the newest first; never a possible key. */
  readonly typedLines?: readonly string[];
  readonly commands?: readonly CommandLine[];
  /** The options for printed output, in all spellings: a line with one of them runs. */
  readonly printOptions?: readonly string[];
  /** The command that runs in a dialog. */
  readonly running?: RunningCommand;
  readonly notice?: Notice;
  /** The line that a command has opened the application for: it is watched to its end. */
  readonly opened?: string;
  /** The pinned things, which are watched on every screen; undefined if none is. */
  readonly pinned?: readonly WatchItem[];
  /** A watch screen holds its streams: they go on once it is left. */
  readonly isPaused?: true;
  /** The stories of the sandbox, once they are known. */
  readonly stories?: readonly Story[];
  /** How many seconds the clock of the sandbox is moved each second; undefined: it is not. */
  readonly play?: number;
  /** The command lines whose streams are polled now, as text. */
  readonly watched?: string;
  /** When they began, epoch milliseconds of this machine. */
  readonly watchedAt?: number;
  /** The time of the last Ctrl-C. */
  readonly stopped?: number;
}
/** An effect on a stream: pauses or resumes it, or asks at once. Without `lines`, on all. */
export type StreamEffect =
  | { readonly do: 'pause'; readonly on: boolean; readonly lines?: readonly string[] }
  | { readonly do: 'ask now' };
export type AppEffect =
  /** Observes exactly these queries. */
  | { readonly do: 'observe'; readonly owner: string | undefined; readonly queries: readonly ObservedQuery[] }
  | { readonly do: 'invalidate'; readonly lines: readonly string[] }
  | { readonly do: 'load fields'; readonly line: string }
  | { readonly do: 'enter sandbox' }
  /** Shows the rows of another profile beside, or of none. */
  | { readonly do: 'beside'; readonly profile: string | undefined }
  | { readonly do: 'list commands' }
  /** Watches exactly these command lines, each with its own stream; an open stream stays. */
  | { readonly do: 'watch'; readonly lines: readonly string[] }
  /** Performs an effect on all these streams. */
  | { readonly do: 'watched'; readonly effect: StreamEffect }
  /** Runs a command in a dialog, or several, a line each. */
  | { readonly do: 'run'; readonly line: string }
  /** Copies what a command prints. */
  | { readonly do: 'copy output'; readonly line: string }
  /** Writes what a command prints to a new file, in the form that its name says. */
  | { readonly do: 'export'; readonly line: string; readonly file: string }
  /** Runs a command that asks the services anew; what it finds out is in the rows. */
  | { readonly do: 'ask'; readonly line: string }
  /** Runs a control of the sandbox (`sandbox advance 1m`) without a dialog, perhaps after some milliseconds. */
  | { readonly do: 'control'; readonly line: string; readonly after?: number }
  /** Types a key, by its name, into the command that runs. */
  | { readonly do: 'type'; readonly key: string };

/** The state after an event, and its effects. */
export type Next = readonly [Application, ...(AppEffect | TerminalEffect)[]];

/** Epoch milliseconds by the clock of the service. */
export type ServiceTime = number & { readonly clock: 'service' };
/** Epoch milliseconds by the clock of this machine. A time of the service is not one: nothing adds the offset twice. */
type MachineTime = number & { readonly clock?: 'machine' };
/** The time of the service, to which the times of its data are relative. */
export const serviceTime = ({ clockOffset = 0 }: Pick<Application, 'clockOffset'>, now: MachineTime): ServiceTime =>
  (now + clockOffset) as ServiceTime;

/** The time that the times in a response are relative to: of the service, or of this machine. */
export const timeFor = (
  state: Pick<Application, 'clockOffset'>,
  { ofMachine }: Pick<ReadResult, 'ofMachine'>,
  now: MachineTime,
): number => (ofMachine ? now : serviceTime(state, now));

/** The visible screen. */
export const topOf = ({ stack }: Pick<Application, 'stack'>): Screen => stack.at(-1)!;

/** Replaces the visible screen. */
export const withTop = (state: Application, screen: Screen): Application => ({
  ...state,
  stack: [...state.stack.slice(0, -1), screen],
});
/** Opens a screen over the visible one. */
export const withScreen = (state: Application, screen: Screen): Application => ({
  ...state,
  stack: [...state.stack, screen],
});

/** How long a message stays, milliseconds. */
const noticeFor = 5000;
/** Shows a message for a while, or a failure until the next key. */
export const withNotice = (
  state: Application,
  text: string,
  kind: StatusClass = 'off',
  said?: string,
): Application => ({
  ...state,
  notice: { text, said, class: kind, until: kind === 'bad' ? Number.POSITIVE_INFINITY : undefined },
});
/** Copies a text. It is said to be copied only once a tool of the system has taken it. */
export const copying = (state: Application, text: string, is?: string): Next => [
  withNotice(state, `Sent to the terminal: ${is ?? text}`),
  is === undefined ? { do: 'copy', text } : { do: 'copy', text, is },
];
/** The message, unless its time is over. */
export const noticeAt = ({ notice }: Pick<Application, 'notice'>, now: number): Notice | undefined =>
  notice?.until !== undefined && notice.until > now ? notice : undefined;
/** Runs after each event: gives a new message the time at which it disappears. */
export const withNoticeTime = (state: Application, now: number): Application =>
  state.notice && state.notice.until === undefined
    ? { ...state, notice: { ...state.notice, until: now + noticeFor } }
    : state;

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

/** The screen of its terminal. */
export interface CommandScreen {
  /** The last lines of the output; the last one may be a question. */
  readonly lines: readonly string[];
  /** The typed text that is not sent yet, if the command reads whole lines. */
  readonly typing: string;
  readonly isReading: boolean;
  /** What the lines of its receipt are about, by the place of the line. */
  readonly parts?: readonly (ReceiptRole | undefined)[];
  /** What it asks to confirm, or has confirmed: a change, or one that moves value. */
  readonly effect?: 'service' | 'money';
  /** The request without a response yet: `GET sale /v1/orders/7`. */
  readonly request?: string;
}
/** A command with its output. */
export interface RunningCommand extends CommandScreen {
  /** Its command line without keys, or several lines. */
  readonly line: string;
  /** The rows that the dialog is scrolled up from the end. */
  readonly scrolled: number;
  /** The time since which it runs without a question, epoch milliseconds. */
  readonly since?: number;
  /** Its exit code, once it has ended. */
  readonly code?: number;
}
