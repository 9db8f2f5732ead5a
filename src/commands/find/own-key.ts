// A private key in place of a hash: 64 hexadecimal digits may be either. If this machine or the account knows the address
// of such a key, it is one: its address is searched, and the key is neither sent nor stored nor shown.

import type { Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { readEndpoint } from '../../engine/request/call.js';
import { listRows } from '../../engine/request/validate-response.js';
import { solanaAddressOf } from '../../money/keys/ed25519.js';
import { listStoredKeys } from '../../money/keys/key-store.js';
import { readKey, wipe } from '../../money/keys/keys.js';
import { canonicalAddress } from '../../money/values/address.js';
import { forms } from '../../services/forms.js';
import { partFailure } from '../../services/http/errors.js';
import { asText } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';

const keyOrHash = new RegExp(`(?<![\\da-f])(?:0x)?(${forms.bytes32})(?![\\da-f])`, 'i');
/** The address of a private key in a text, if the address is known; undefined for any other text. @throws {Failure} */
export async function addressOfKey(typed: string, context: Context): Promise<string | undefined> {
  const [, digits] = keyOrHash.exec(typed) ?? [];
  if (digits === undefined) return undefined;
  const addresses = await derived(digits);
  const known = new Set((await knownAddresses(context)).map(canonicalAddress));
  return addresses.find((address) => known.has(canonicalAddress(address)));
}

async function derived(digits: string): Promise<readonly string[]> {
  const ofSolana = solanaAddressOf(Buffer.from(digits, 'hex'));
  try {
    const material = await readKey(digits, async () => undefined, 'evm');
    wipe(material);
    return [material.key.address, ofSolana];
  } catch (error) {
    partFailure(error); // not every number is a key of an EVM chain
    return [ofSolana];
  }
}

/** The addresses of the ledger, the stored keys, the contacts, and the user's wallets, as far as they can be read. */
async function knownAddresses(context: Context): Promise<readonly string[]> {
  const { keys } = paths(context.world);
  const local = [
    () => listStoredKeys(keys, () => {}).flatMap(({ address }) => address ?? []),
    () => contactsOf(context).map(({ address }) => address),
  ].flatMap((read) => {
    try {
      return read();
    } catch (error) {
      partFailure(error);
      return [];
    }
  });
  const inLedger = await readLedger(context, (ledger) => Promise.all([ledger.recipients(), ledger.accounts()])).catch(
    (error: unknown) => {
      partFailure(error);
      return [];
    },
  );
  const own = await wallets(context).catch((error: unknown) => {
    partFailure(error);
    return [];
  });
  return [...local, ...inLedger.flat(), ...own];
}
async function wallets(context: Context): Promise<readonly string[]> {
  if (!(await context.session().isSignedIn())) return [];
  const response = await readEndpoint(context, 'user', 'listWalletsV2', {}, { patient: true });
  return listRows(response).map(({ address }) => asText(address));
}
