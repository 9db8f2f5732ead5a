// Refuses calls outside the catalogue. Loaded for a profile with limits.

import type { Context } from '../../cli/context.js';
import { limitsNow } from '../../engine/change/limits-now.js';
import { parseLimits } from '../../money/policy/limits.js';
import { unlistedRefused } from '../../money/policy/refusals.js';

/** Refuses a call outside the catalogue: it may move value. @throws {Guarded} UNLISTED_PATH in a profile with limits */
export async function checkUnlisted(context: Context): Promise<void> {
  if (Object.keys(parseLimits(limitsNow(context))).length > 0) throw unlistedRefused(context.settings().profile.value);
}
