// The events that reach the application from outside: answers, streams, commands that have ended, another owner.
import type { WatchState } from '../../engine/status-stream.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { Failed, Loaded } from './answers.js';
import type { Head } from './page.js';
import type { CommandLine } from './palette.js';
import type { RideEvent } from './ride-watch.js';
import type { FormField, Made } from './screens.js';

/** An owner of answers, with what stands at the head of the screen. */
export interface Owner {
  /** A key that is another one wherever the profile, the addresses of its services or the session is another one. */
  readonly owner: string;
  readonly head: Head;
  readonly signedIn: boolean;
}

/** An owner; the one before where no key is named. */
export type OwnerFound = Omit<Owner, 'owner'> & Partial<Pick<Owner, 'owner'>>;

/** How a command ended that was left to, and who is signed in since. */
export interface Returned extends OwnerFound {
  readonly code: number;
  /** Why it was not run at all, in a sentence. */
  readonly refused?: string;
  /** What it has begun, to be followed: a command line. */
  readonly follows?: string;
  /** The file that it has made. */
  readonly made?: Made;
}
/** What comes of something that was asked for: `of` is the owner that it was asked for, and it is nobody's where that is another one by now. */
interface Asked {
  readonly of?: string;
}
/** What happens to the application from outside. */
export type AppEvent =
  | (Asked & Outside)
  /** Another profile or session is in use. */
  | ({ readonly what: 'owner' } & Owner);
/** An event with the owner that it was asked for. */
export const askedFor = (of: string | undefined, event: AppEvent): AppEvent =>
  event.what === 'owner' || of === undefined ? event : { of, ...event };
type Outside =
  | { readonly what: 'begun' }
  | { readonly what: 'answer'; readonly line: string; readonly loaded: Loaded }
  | ({ readonly what: 'failed'; readonly line: string } & Failed)
  | { readonly what: 'absent'; readonly line: string }
  | { readonly what: 'dropped'; readonly line: string }
  | { readonly what: 'again'; readonly line: string }
  | { readonly what: 'fields'; readonly line: string; readonly fields: readonly FormField[] | undefined }
  | { readonly what: 'trouble'; readonly text: string }
  | ({ readonly what: 'signed in' } & OwnerFound)
  | { readonly what: 'who'; readonly name: string }
  | { readonly what: 'session'; readonly kind: string; readonly ends?: number }
  | { readonly what: 'commands'; readonly commands: readonly CommandLine[] }
  | ({ readonly what: 'came back'; readonly line: string } & Returned)
  | { readonly what: 'ride'; readonly event: RideEvent }
  | { readonly what: 'ride failed'; readonly text: string }
  | {
      readonly what: 'followed';
      readonly line: string;
      readonly list: StatusList;
      readonly state: WatchState<unknown>;
      readonly last: boolean;
    }
  | { readonly what: 'follow failed'; readonly line: string; readonly text: string };
