// Sets the limits that stand in the ledger for the platform of a profile.

import { existsSync } from 'node:fs';
import type { Context } from '../../cli/command/command.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { withLedger } from '../../money/ledger/open.js';
import type { ProfileSettings, StoredLimit } from '../../session/profile.js';
import { originsOf } from '../../session/profile-services.js';

/**
 * Sets or resets a limit in the ledger, if this machine may: in a shared one as its owner, in a file if the limit stands
 * there.
 * @returns whether it stands there now; else it is one of this machine
 * @throws {LocalFailure}
 */
export async function setInLedger(
  context: Context,
  profile: ProfileSettings,
  name: string,
  value: StoredLimit | undefined,
): Promise<boolean> {
  const [place, origins] = [ledgerPlace(context), originsOf(profile)];
  if (origins.length === 0 || (!place.shared && !existsSync(place.file))) return false;
  return withLedger(place, 'reads', async ({ book, name: ledger }) => {
    const owns = await book.owns();
    const isThere = (await book.rules(origins)).some((set) => Object.hasOwn(set, name));
    const isMeant = owns === true ? isThere || value !== undefined : owns === undefined && isThere;
    if (isMeant) await book.setRule(origins, name, value);
    if (isMeant) context.log(`  It stands in the ledger ${ledger}, for ${origins.join(', ')}: on all its machines.`);
    if (owns === false)
      context.log(`  It holds on this machine only: the owner of the ledger ${ledger} sets limits for all machines.`);
    return isMeant;
  });
}
