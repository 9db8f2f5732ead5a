// The failures for names, addresses and variables that choose an account and cannot be used. A run loads them only for one.

import { BadInput } from '../services/http/errors.js';
import { addressProblem, shownAddress } from '../services/server-address.js';

/** The failure for a profile whose files cannot have its name on every system. */
export const badProfileName = (profile: string): BadInput =>
  new BadInput(
    'BAD_VALUE',
    `${JSON.stringify(profile)} is not a name for a profile: no file can have it on every system.`,
    'Rename it in the configuration file, which tuk config show names.',
  );

/** The failure for a call of a service that the profile does not have. */
export const noService = (service: string): BadInput =>
  new BadInput(
    'NO_SERVICE',
    `The profile has no address of the service ${service}.`,
    `Add it: tuk profile set NAME service.${service} URL`,
  );

/** The failure for a profile that is not there. @param origin what named it */
export const unknownProfile = (name: string, origin: string, all: readonly string[]): BadInput =>
  new BadInput(
    'UNKNOWN_PROFILE',
    `There is no profile ${JSON.stringify(name)}${origin === '--profile' ? '' : ` (${origin})`}.`,
    `There are: ${all.join(', ')}. Add one: tuk profile add`,
  );

/** The failure for the use of one of two profiles whose sessions may be the same file. */
export const sameName = (name: string, other: string): BadInput =>
  new BadInput(
    'SAME_PROFILE_NAME',
    `The profiles ${name} and ${other} differ in letter case only, so their sessions may be the same file.`,
    `Remove one of them, or rename it in the configuration: tuk profile remove ${other} -p sandbox`,
  );

/** The failure for a variable that is set to nothing, or to a text with a line break. */
export function refusedVariable(name: string, value: string): BadInput {
  const hint = `Give it a value, or unset it: unset ${name}`;
  return value.trim() === ''
    ? new BadInput('EMPTY_VARIABLE', `${name} is set and empty.`, hint)
    : new BadInput('BAD_VARIABLE', `${name} holds a line break.`, hint);
}

/** @throws {BadInput} for an address of services that is not accepted; its secrets are not repeated */
export function checkBaseAddress(address: string): void {
  const problem = addressProblem(address.replaceAll('{service}', 'service'));
  if (problem !== undefined) throw new BadInput('BAD_VALUE', `${JSON.stringify(shownAddress(address))} ${problem}.`);
}
