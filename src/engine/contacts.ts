// Resolves the names of contacts, where a command takes a recipient address. Loaded by commands that send to a recipient.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { contactNamed, readContacts } from '../money/address-book.js';
import { paths } from '../session/paths.js';
import { type Inputs, keyOf, valueNames } from './params.js';

/** Returns the arguments with the addresses of contacts in the place of their names. @throws {LocalFailure} for an address book that cannot be used */
export async function withContacts({ values, options = [] }: Inputs, args: Arguments, context: Context): Promise<Arguments> {
  const keys = options.filter(({ as }) => as === 'recipient').map(keyOf);
  const places = valueNames(values).flatMap(({ name }, at) => (name === 'address' ? [at] : []));
  if (keys.length === 0 && places.length === 0) return args;
  const contacts = readContacts(paths(context.world).contacts(context.settings().profile.value));
  const addressOf = <Input>(input: Input): Input | string =>
    typeof input === 'string' ? (contactNamed(contacts, input)?.address ?? input) : input;
  return {
    positionals: args.positionals.map((value, at) => (places.includes(at) ? addressOf(value) : value)),
    options: { ...args.options, ...Object.fromEntries(keys.map((key) => [key, addressOf(args.options[key])])) },
  };
}
