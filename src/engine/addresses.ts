// Checks options that take an address, by the network of --network, before anything is sent.
import type { Arguments } from '../cli/command.js';
import { flagOf, type Inputs, keyOf } from './params.js';

/** The network option beside an address. */
const networkIn = ({ network, tokenNetwork }: Arguments['options']): string | undefined => (network ?? tokenNetwork) as string | undefined;

/** Checks every address option. @throws {BadInput} for an invalid address of its network; {Guarded} for a text that may be a key */
export async function checkAddresses({ options: optionSpecs = [] }: Inputs, { options }: Arguments): Promise<void> {
  for (const option of optionSpecs.filter((one) => one.as === 'address')) {
    const text = options[keyOf(option)];
    if (typeof text !== 'string') continue;
    (await import('../money/address.js')).requireAddress(text, flagOf(option), networkIn(options));
  }
}

/** The problem with an address that was typed at a prompt, in one sentence; nothing for a valid one. */
export async function addressProblemOf(text: string, { options }: Pick<Arguments, 'options'>): Promise<string | undefined> {
  return (await import('../money/address.js')).addressProblem(text, 'This', networkIn(options))?.message;
}
