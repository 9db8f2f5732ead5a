// The context of a command: thunks and small objects, created on first use. `cli/run-context.ts` implements it.

import type { Cancellation } from '../services/http/cancellation.js';
import type { ActiveSession } from '../session/active-session.js';
import type { HttpAccess } from './http-access.js';
import type { Flags } from './options.js';
import type { CommandOutput } from './output/command-output.js';
import type { Settings } from './settings.js';
import type { World } from './world.js';

export interface Context {
  readonly world: World;
  /** The global options as typed. */
  readonly flags: Flags;
  /** Every setting with its origin. @throws {BadInput} {LocalFailure} if the settings cannot be resolved */
  settings(): Settings;
  session(): ActiveSession;
  http(): HttpAccess;
  readonly cancellation: Cancellation;
  readonly out: CommandOutput;
  /** Logs a line on stderr, except with --quiet and JSON errors: stderr must then contain one JSON object only. */
  log(line: string): void;
  /** Set if a screen shows the response. A screen keeps the last response, so an unreadable part is a failure. */
  readonly forScreen?: ForScreen;
}
/** The parts of a screen beside its response. */
interface ForScreen {
  /** Reports in a sentence a part that the response lacks. */
  leftOut(sentence: string): void;
}

/** Copies a context with some members replaced. Settings, session and HTTP access stay lazy. */
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
