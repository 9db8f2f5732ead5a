// Options that take an address: checked by the network that was named, before anything is sent.
import type { Arguments } from '../cli/command.js';
import { flagOf, keyOf, type Takes } from './params.js';

/** The network that was named beside an address. */
const networkIn = ({ network, tokenNetwork }: Arguments['options']): string | undefined => (network ?? tokenNetwork) as string | undefined;

/** Checks every address among what was typed. @throws {BadInput} for what is none of its network; {Guarded} for what may be a key */
export async function checkAddresses({ options: own = [] }: Takes, { options }: Arguments): Promise<void> {
  for (const option of own.filter((one) => one.as === 'address')) {
    const typed = options[keyOf(option)];
    if (typeof typed !== 'string') continue;
    (await import('../money/address.js')).requireAddress(typed, flagOf(option), networkIn(options));
  }
}

/** What is wrong with an address that was typed as an answer, in one sentence. */
export async function problemOfAddress(typed: string, { options }: Pick<Arguments, 'options'>): Promise<string | undefined> {
  return (await import('../money/address.js')).addressProblem(typed, 'This', networkIn(options))?.message;
}
