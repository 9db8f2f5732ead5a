// The form of a recipient: no key of anybody, and an address of the network that the call is on.

import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import { checkAddress } from '../address.js';
import type { Recipient } from '../recipients.js';
import type { TransferFields } from '../transfer-fields.js';
import type { Find } from './extract.js';

const where = 'The recipient';

/**
 * Refuses a recipient by its form. What no network has is refused before anything is read; the network itself may stand in a read, and where that cannot
 * be had, or tells a network that nobody knows here, an address of any network passes.
 * @param reads requests may be made for it
 * @throws {Guarded} MAY_BE_KEY, BAD_ADDRESS, BAD_CHECKSUM, BURN_ADDRESS; {Failure} where the person leaves
 */
export async function checkForm({ networks = [] }: TransferFields, { kind, id }: Recipient, find: Find, reads: boolean): Promise<void> {
  if (mayBeKey(id)) throw keyRefused(where);
  if (kind !== 'address') return;
  checkAddress(id, where);
  for (const place of networks) {
    const network = await find(place, reads);
    if (network !== undefined) checkAddress(id, where, network);
  }
}
