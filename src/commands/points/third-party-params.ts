// The common parts of calls by third-party apps: their timestamp.

import type { Context } from '../../cli/command/command.js';

/** The timestamp of calls between servers, as text. Its unit is not public (platform 1.5); tuk sends milliseconds. */
export const timestamp = ({ world }: Context) => ({ timestamp: String(world.clock.now()) });
