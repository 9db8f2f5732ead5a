// Resolves names of contacts to addresses. Loaded by commands that send to a recipient.

import type { Arguments, Context } from '../../cli/command/command.js';
import { valuesOf } from '../../cli/command/command-values.js';

import { contactNamed, type NamedAddress, readContacts } from '../../money/policy/address-book.js';
import { withoutPrefix } from '../../money/values/networks.js';
import { paths } from '../../session/paths.js';
import { type Inputs, keyOf } from '../request/params.js';

/**
 * The address book of a profile, by default the run's; logs a repaired mode.
 * @throws {LocalFailure} for an unusable one
 */
export const contactsOf = (context: Context, profile = context.settings().profile.value): readonly NamedAddress[] =>
  readContacts(paths(context.world).contacts(profile), (line) => context.log(`  ${line}`));

/**
 * Replaces names of contacts in the arguments by addresses, and takes the prefix of their network from addresses
 * (EIP-3770).
 * @throws {LocalFailure} for an unusable address book; {Guarded} NOT_AS_CONFIRMED for a contact that is another one than at
 * the check of a batch
 */
export async function withContacts(
  { values, options = [] }: Inputs,
  args: Arguments,
  context: Context,
): Promise<Arguments> {
  const keys = options.filter(({ as }) => as === 'recipient').map(keyOf);
  const places = valuesOf(values).flatMap(({ key }, at) => (key === 'address' ? [at] : []));
  if (keys.length === 0 && places.length === 0) return args;
  const contacts = contactsOf(context);
  const addressOf = <Input>(input: Input): Input | string => {
    if (typeof input !== 'string') return input;
    const address = contactNamed(contacts, input)?.address;
    context.world.sealed?.requireContact(input, address);
    return address ?? withoutPrefix(input, String(args.options.network));
  };
  return {
    name: args.name,
    positionals: args.positionals.map((value, at) => (places.includes(at) ? addressOf(value) : value)),
    options: { ...args.options, ...Object.fromEntries(keys.map((key) => [key, addressOf(args.options[key])])) },
  };
}
