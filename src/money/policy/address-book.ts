// The address book of a profile, in its own file: names for recipient addresses. A contact is a known recipient, so the
// file is as sensitive as a limit.

import { foldedText } from '../../services/fold-text.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import { isRecord } from '../../services/json-value.js';
import { replaceFile } from '../../services/whole-file.js';
import { NotRegularFile, readOwnFile } from '../../session/plain-file.js';
import { writeRemedy } from '../../session/write-remedy.js';
import { isEnsName, looksLikeAddress } from '../values/address.js';

/** An address with a name: a contact, or a wallet of the user. */
export interface NamedAddress {
  readonly name: string;
  readonly address: string;
  readonly network: string;
}

/** The contact of a name; letter case, compatible forms and invisible characters do not count. */
export const contactNamed = (contacts: readonly NamedAddress[], name: string): NamedAddress | undefined =>
  contacts.find((contact) => foldedText(contact.name) === foldedText(name));

/**
 * Reads the address book; a missing file is an empty one.
 * @param warn logs that the mode was repaired
 * @throws {LocalFailure} CONTACTS_BROKEN for a file of another user, a symbolic link, or another form than tuk writes
 */
export function readContacts(file: string, warn: (line: string) => void): readonly NamedAddress[] {
  let text: string;
  try {
    text = readOwnFile(file, { what: 'address book', warn, rootToo: true, linkToo: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw broken(file, error instanceof NotRegularFile ? error.message : 'cannot be read', error);
  }
  const contacts = parsed(text);
  if (!Array.isArray(contacts) || !contacts.every(isNamedAddress))
    throw broken(file, 'is not the form that tuk writes');
  return contacts.map(({ name, address, network }) => ({ name, address, network }));
}

const broken = (file: string, why: string, cause?: unknown): LocalFailure =>
  new LocalFailure(
    'CONTACTS_BROKEN',
    `The address book ${file} cannot be used: it ${why}.`,
    'Move it away and add your contacts again.',
    cause,
  );

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value.contacts : undefined;
  } catch {
    return undefined;
  }
}
const isNamedAddress = (value: unknown): value is NamedAddress =>
  isRecord(value) && [value.name, value.address, value.network].every((text) => typeof text === 'string');

/** Replaces the address book, mode 0600. @throws {LocalFailure} CONTACTS_UNWRITABLE; the old file is unchanged then */
export function writeContacts(file: string, contacts: readonly NamedAddress[]): void {
  try {
    replaceFile(file, Buffer.from(`${JSON.stringify({ contacts }, undefined, '\t')}\n`), 0o600, { preserve: true });
  } catch (error) {
    throw new LocalFailure(
      'CONTACTS_UNWRITABLE',
      `Cannot write ${file}: ${(error as Error).message}.`,
      writeRemedy(error),
      error,
    );
  }
}

/** Checks the name of a new contact. @throws {BadInput} BAD_VALUE; {Guarded} MAY_BE_KEY */
export function checkContactName(name: string): void {
  if (mayBeKey(name)) throw keyRefused('The name');
  if (
    !looksLikeAddress(name) &&
    !isEnsName(foldedText(name)) &&
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200b-\u200d ._-]{0,39}$/u.test(name) &&
    name === name.trimEnd()
  )
    return;
  throw new BadInput(
    'BAD_VALUE',
    'The name of a contact must have 1 to 40 letters, digits, spaces, dots and dashes. It cannot be an address or an ENS name.',
  );
}
