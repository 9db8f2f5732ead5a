// The common parts of calls by third-party apps: their timestamp, and the list of the apps.

import type { Context } from '../../cli/command.js';

/** The timestamp of calls between servers, as text. Its unit is not public (platform 1.5); tuk sends milliseconds. */
export const timestamp = ({ world }: Context) => ({ timestamp: String(world.clock.now()) });

/** Where the apps are listed. */
export const appsHint = 'See the apps: tuk points apps list';
