// The user's own wallets as known recipients. Loaded on use.

import type { Context } from '../../cli/context.js';
import type { NamedAddress } from '../../money/address-book.js';
import { partFailure } from '../../services/http/errors.js';
import { asText } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { readEndpoint } from '../request/call.js';

/**
 * Reads the addresses of the user's wallets; none without a session. Logs an unreadable list.
 * @throws {Failure} at an interruption
 */
export async function ownAddresses(context: Context): Promise<readonly NamedAddress[]> {
  if (!(await context.session().isSignedIn())) return [];
  try {
    const { data } = await readEndpoint(context, 'user', 'listWalletsV2', {}, { patient: true });
    const rows = listing(data)?.rows ?? [];
    return rows
      .map(({ name, address, network }) => ({ name: asText(name), address: asText(address), network: asText(network) }))
      .filter(({ address }) => address !== '');
  } catch (error) {
    const { kind, message } = partFailure(error);
    if (kind !== 'not-found')
      context.log(`  Your wallets cannot be read, so no address in them counts as known: ${message}`);
    return [];
  }
}
