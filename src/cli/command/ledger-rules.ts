// The limits that stand in the ledger for the platform of a profile.

import { existsSync } from 'node:fs';
import type { LimitSettings, ProfileSettings } from '../../session/profile.js';
import { originsOf } from '../../session/profile-services.js';
import type { Context } from './command.js';
import { leftOut } from './notes.js';
import { ledgerPlace, readLedger } from './read-ledger.js';

/** The limits in the ledger for the platform of a profile, by default of the one in use. @throws {LocalFailure} */
export async function rulesNow(
  context: Context,
  profile: ProfileSettings = context.settings().of,
): Promise<readonly LimitSettings[]> {
  const [place, origins] = [ledgerPlace(context), originsOf(profile)];
  if (origins.length === 0) return [];
  if (!place.lent && !place.shared && !existsSync(place.file)) return [];
  return readLedger(context, (ledger) => ledger.book.rules(origins));
}

/** The limits in the ledger for the platform of a profile; a note says if they cannot be read. */
export async function rulesShown(
  context: Context,
  profile: ProfileSettings,
): Promise<readonly LimitSettings[] | undefined> {
  try {
    const rules = await rulesNow(context, profile);
    return rules.length === 0 ? undefined : rules;
  } catch (error) {
    context.note(leftOut('The limits of the ledger cannot be read', error));
    return undefined;
  }
}
