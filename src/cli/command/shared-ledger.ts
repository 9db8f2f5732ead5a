// The address of a shared ledger with its password, wherever that is. Loaded only if a ledger is shared.

import path from 'node:path';
import { type LedgerAddress, parseAddress } from '../../money/ledger/address.js';
import { openKeyring } from '../../session/keyring.js';
import type { Context } from './command.js';

/**
 * An address with its password: its own, that of PGPASSWORD, of the file PGPASSFILE or ~/.pgpass, or of the key ring. It
 * is never shown.
 * @throws {BadInput} BAD_VALUE; {LocalFailure} LEDGER_UNUSABLE
 */
export function addressOf(text: string, { world, out }: Pick<Context, 'world' | 'out'>): LedgerAddress {
  const { env, home } = world;
  const address = parseAddress(text, {
    password: env.PGPASSWORD || undefined,
    passwordFile: env.PGPASSFILE ?? path.join(env.HOME ?? home, '.pgpass'),
  });
  if (typeof address.password === 'string') {
    out.redact.add(address.password);
    return address;
  }
  const password = async () => {
    const ring = await (world.keyring ?? openKeyring)();
    const found = (await ring.get(keyringName(address))) ?? '';
    out.redact.add(found);
    return found;
  };
  return { ...address, password: () => password().catch(() => '') };
}
/** The name of the password of a ledger in the key ring. */
export const keyringName = ({ shown }: LedgerAddress): string => `ledger ${shown}`;
