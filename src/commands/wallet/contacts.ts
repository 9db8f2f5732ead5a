// `tuk wallet contacts`: the address book of the profile: known recipients, and their names.

import { type Command, type Context, resultOf } from '../../cli/command/command.js';
import { confirmCall, ownChange, type Subject } from '../../cli/prompts/confirmation.js';
import { isDryRun } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { confirmGuardChange } from '../../engine/change/guard-change.js';
import { requireTrustedFolder } from '../../engine/change/transfer.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { network } from '../../engine/request/network-option.js';
import { paramsOf } from '../../engine/request/params.js';
import { foldedLetters } from '../../money/keys/sign-in-message.js';
import { checkContactName, contactNamed, type NamedAddress, writeContacts } from '../../money/policy/address-book.js';
import { lookalikeRefused } from '../../money/policy/refusals.js';
import { checkAddress, requireAddress } from '../../money/values/address.js';
import { familyOf } from '../../money/values/networks.js';
import { groupedAddress, lookalike } from '../../money/values/recipients.js';
import { BadInput, cited, LocalFailure } from '../../services/http/errors.js';
import { takeLock } from '../../session/lock.js';
import { paths } from '../../session/paths.js';

const networkOption = { ...network, summary: 'the network of the address', required: true } as const;

/**
 * Confirms a contact like a change of a limit: a protected profile takes its name, any other --yes or a `y` at a
 * terminal. A profile of a project file needs a trusted folder. @throws as `confirm`; {Guarded} UNTRUSTED_FOLDER
 */
async function confirmContact(context: Context, contact: NamedAddress) {
  const { profile, of } = context.settings();
  await requireTrustedFolder(context);
  const change = ownChange({ service: 'wallet', name: 'contactsAdd', summary: 'Add a known recipient' });
  await confirmGuardChange(context, profile.value, of, change);
  if (of.protected !== true) await confirmCall(context, change, contactLines(contact));
}
const contactLines = ({ name, network, address }: NamedAddress): Subject => [
  ['', name], // typed by the person: not masked
  ['Network', network],
  ['Address', address],
];

const add: Command = {
  name: 'contacts add',
  prints: 'nothing',
  dryRun: 'plan',
  values: ['<contact>', '<address>'],
  summary: 'Add an address to the address book of the profile',
  description: `A transfer to a contact needs no --new-recipient. Use its name in --to and in limits.recipients.
The address must fit its network. Confirm with --yes or y; a protected profile asks for its name, typed or with --confirm NAME.`,
  options: [networkOption],
  examples: ['tuk wallet contacts add Dara 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --yes'],
  run: async (args, context) => {
    const [name = '', address = ''] = args.positionals;
    const networkName = String(paramsOf({ options: [networkOption] }, args, context).network);
    checkContactName(name);
    requireAddress(address, 'The address', networkName, { isRecipient: true });
    checkAddress(address, 'The address', networkName);
    const contacts = contactsOf(context);
    requireFreeName(contactNamed(contacts, name));
    requireDistinctName(name, contacts);
    const similar = lookalike(
      address,
      contacts.map((contact) => contact.address),
    );
    if (similar) throw lookalikeRefused(address, similar); // it may come from a poisoned history
    context.log(`  ${name}, on ${networkName}: ${groupedAddress(address)}`);
    if (familyOf(networkName) === undefined)
      context.log(`▲ The form of addresses on ${networkName} is not public: an address of any network is accepted.`);
    if (isDryRun(context.flags)) return;
    await confirmContact(context, { name, address, network: networkName });
    await changeBook(context, (current) => {
      requireFreeName(contactNamed(current, name)); // another process may have been faster
      return [...current, { name, address, network: networkName }];
    });
    context.log(`✓ Added ${name}.`);
  },
};

/** @throws {BadInput} CONTACT_EXISTS */
function requireFreeName(earlier: NamedAddress | undefined) {
  if (earlier)
    throw new BadInput(
      'CONTACT_EXISTS',
      `There is a contact ${earlier.name} already: ${earlier.address}; nothing was stored.`,
      `Remove it first: tuk wallet contacts remove '${earlier.name}'`,
    );
}

/**
 * Refuses a name that reads like another one, as `m\u0430ma` with a Cyrillic letter.
 * @throws {BadInput} SIMILAR_NAME
 */
function requireDistinctName(name: string, contacts: readonly NamedAddress[]) {
  const skeleton = (text: string) => foldedLetters(text).replaceAll('rn', 'm');
  const other = contacts.find((contact) => skeleton(contact.name) === skeleton(name));
  if (other)
    throw new BadInput(
      'SIMILAR_NAME',
      `${cited(name)} looks like the contact ${cited(other.name)}, ${other.address}; nothing was stored.`,
      'Choose a name that cannot be confused with it.',
    );
}

/**
 * Changes the address book under a lock: no process loses the contact of another.
 * @throws {LocalFailure}; as `change`
 */
async function changeBook(context: Context, change: (current: readonly NamedAddress[]) => readonly NamedAddress[]) {
  const file = paths(context.world).contacts(context.settings().profile.value);
  const lock = await takeLock(`${file}.lock`, 5000, () => context.world.clock.now(), context.deadline).catch(
    (error: unknown) => {
      if (!(error instanceof LocalFailure) || error.code !== 'LOCK_HELD') throw error;
      throw new LocalFailure(
        'CONTACTS_LOCKED',
        'Another process is changing the address book; nothing was stored.',
        'Try again.',
        error,
      );
    },
  );
  try {
    writeContacts(file, change(contactsOf(context)));
  } finally {
    lock.release();
  }
}

const list = repeatable({
  name: 'contacts list',
  summary: 'List the address book of the profile',
  readOnly: true,
  examples: ['tuk wallet contacts list'],
  run: async (_, context) =>
    resultOf(JSON.stringify(contactsOf(context)), {
      columns: [{ path: 'name' }, { path: 'network' }, { path: 'address', room: 'stays' }],
      idPath: 'name',
      empty: { says: ['No contacts.', 'Add one: tuk wallet contacts add'], of: {} },
    }),
});

const remove: Command = {
  name: 'contacts remove',
  prints: 'nothing',
  dryRun: 'plan',
  values: '<name>',
  summary: 'Remove a contact from the address book of the profile',
  description:
    'A recipient of an earlier transfer stays known. An address in limits.recipients stays allowed. Confirm with --yes or y.',
  examples: ['tuk wallet contacts remove Dara --yes'],
  run: async ({ positionals: [name = ''] }, context) => {
    const contacts = contactsOf(context);
    const contact = contactNamed(contacts, name);
    if (!contact) {
      const names = contacts.map((other) => other.name);
      throw new BadInput(
        'UNKNOWN_CONTACT',
        `There is no contact ${cited(name)}.`,
        suggestion(name, names, 'See yours: tuk wallet contacts list'),
      );
    }
    if (isDryRun(context.flags)) return;
    const change = ownChange({ service: 'wallet', name: 'contactsRemove', summary: 'Remove a contact' });
    await confirmCall(context, change, contactLines(contact));
    await changeBook(context, (current) => current.filter((other) => other.name !== contact.name));
    context.log(`✓ Removed ${contact.name}.`);
  },
};

export const contacts: readonly Command[] = [add, list, remove];
