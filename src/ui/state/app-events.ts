// The external events of the application: responses, streams, ended commands, a change of owner.
import type { WatchState } from '../../engine/watch/status-stream.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { ClickTarget } from '../../text/line.js';
import type { Head, Size } from './page.js';
import type { CommandLine } from './palette.js';
import type { QueryState } from './responses.js';
import type { CommandScreen } from './running-command.js';
import type { FilePreview, FormField } from './screens.js';

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
  | { readonly what: 'click'; readonly target: ClickTarget; readonly size: Size }
  | { readonly what: 'query'; readonly line: string; readonly query: QueryState }
  /** The rows are to be updated from the responses. */
  | { readonly what: 'again' }
  | { readonly what: 'fields'; readonly line: string; readonly fields: readonly FormField[] | undefined }
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
  | { readonly what: 'watch failed'; readonly line: string; readonly text: string };
