// What a command works with. Each member is a thunk or a small object, made when it is first asked for; `cli/run-context.ts` implements it.

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
  /** Who is signed in with the profile in use. */
  session(): ActiveSession;
  /** How the services are reached. */
  http(): HttpAccess;
  /** Where a command prints. */
  readonly out: CommandOutput;
  /** Logs a line for a person on stderr; nothing with --quiet, and where stderr holds one JSON object. */
  log(line: string): void;
}
