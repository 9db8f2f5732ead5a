// The context of a command. Each member is a thunk or a small object, created on first use; `cli/run-context.ts` implements it.

import type { Cancellation } from '../services/http/cancellation.js';
import type { ActiveSession } from '../session/active-session.js';
import type { HttpAccess } from './http-access.js';
import type { Flags } from './options.js';
import type { CommandOutput } from './output/command-output.js';
import type { Settings } from './settings.js';
import type { World } from './world.js';

export interface Context {
  /** Streams, environment, clock, folders, signal. */
  readonly world: World;
  /** The global options as they were typed. */
  readonly flags: Flags;
  /** Every setting with its origin. @throws {BadInput} {LocalFailure} where the settings cannot be resolved */
  settings(): Settings;
  /** The session of the profile in use. */
  session(): ActiveSession;
  /** The access to the services. */
  http(): HttpAccess;
  /** The deadline and the stop signal of the run. */
  readonly cancellation: Cancellation;
  /** The output of the command. */
  readonly out: CommandOutput;
  /** Logs a line for a person on stderr; nothing with --quiet, or where errors are JSON, since stderr then has one JSON object only. */
  log(line: string): void;
  /** The response is for a screen, which keeps the last one: a part that cannot be read for now is a failure, and not left out. */
  readonly forScreen?: ForScreen | undefined;
}
/** What a screen takes from a read beside its response. */
interface ForScreen {
  /** Reports a part that is not in the response, and why, in a sentence: the screen shows it with the rows. */
  leftOut(sentence: string): void;
}

/** The same context with other members. */
export const contextWith = (context: Context, members: Partial<Context>): Context => ({
  world: context.world,
  flags: context.flags,
  settings: () => context.settings(),
  session: () => context.session(),
  http: () => context.http(),
  cancellation: context.cancellation,
  out: context.out,
  log: (line) => context.log(line),
  forScreen: context.forScreen,
  ...members,
});
