// Checks the form of a recipient: no private key, and an address of the network of the call.

import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import { checkAddress, familyOf } from '../address.js';
import type { TransferFields } from '../transfer-fields.js';
import type { FindFact } from './facts.js';
import type { Recipient } from './recipients.js';

const where = 'The recipient';

/**
 * Checks a recipient: first against all networks, before anything is read, then against its network. Where the network is not known, an address of any network
 * is valid.
 * @param reads whether requests may be made for it
 * @param log gets a line where the form of its network is not known
 * @throws {BadInput} BAD_ADDRESS; {Guarded} MAY_BE_KEY, BAD_ADDRESS, BAD_CHECKSUM, BURN_ADDRESS; {Failure} where the person leaves
 */
export async function checkRecipientForm(
  { networks = [] }: TransferFields,
  { kind, id }: Recipient,
  find: FindFact,
  reads: boolean,
  log: (line: string) => void,
): Promise<void> {
  if (mayBeKey(id)) throw keyRefused(where);
  if (kind !== 'address') return;
  checkAddress(id, where);
  for (const place of networks) {
    const network = await find(place, reads);
    if (network !== undefined) checkAddress(id, where, network);
    if (network !== undefined && familyOf(network) === undefined)
      log(
        `▲ The form of addresses on ${JSON.stringify(network.slice(0, 40))} is not known here: the recipient is one of another network's form.`,
      );
  }
}
