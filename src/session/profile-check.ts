// Checks the name and settings of a profile before they are written.

import { serviceNames } from '../services/catalogue/index.js';
import { counted } from '../services/counted.js';
import { BadInput } from '../services/http/errors.js';
import { fileNameOf } from './paths.js';
import { type ProfileSettings, sandboxProfile } from './profile.js';
import { checkBaseAddress } from './refused-names.js';

/**
 * Every setting of a profile: `tuk profile set` sets a `value` as a whole, and each of the `parts` (`limits.day`). A
 * `former` one is read, and set no longer.
 */
const settings = {
  base: 'value',
  services: 'parts',
  clientId: 'value',
  clientVersion: 'value',
  language: 'value',
  output: 'value',
  timeout: 'value',
  readOnly: 'value',
  protected: 'value',
  secureStorage: 'value',
  confirmRenewal: 'value',
  web3Domain: 'value',
  web3Chain: 'value',
  names: 'parts',
  limits: 'parts',
  map: 'value',
  mapHash: 'former',
  headers: 'parts',
  chains: 'parts',
  rpcs: 'parts',
  signers: 'parts',
  routers: 'parts',
  finalities: 'parts',
  explorers: 'parts',
  theme: 'former',
  mouse: 'former',
  basicUser: 'value',
  basicPasswordFile: 'value',
} as const satisfies Readonly<Record<keyof ProfileSettings, 'value' | 'parts' | 'former'>>;
type Setting = keyof typeof settings;
export type ValueSetting = { [Name in Setting]: (typeof settings)[Name] extends 'value' ? Name : never }[Setting];
const settingNames = Object.keys(settings) as Setting[];
const isValueSetting = (name: Setting): name is ValueSetting => settings[name] === 'value';
export const valueSettings = settingNames.filter(isValueSetting);

/** @throws {BadInput} for a name that is not valid for a file, and for the built-in profile's name in any letter case */
export function checkProfileName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
    throw new BadInput(
      'BAD_VALUE',
      `${JSON.stringify(name)} is not a name for a profile: use letters, digits, '.', '_' and '-'.`,
    );
  fileNameOf(name);
  if (name.toLowerCase() === sandboxProfile)
    throw new BadInput(
      'BUILT_IN_PROFILE',
      'The profile sandbox is built in and cannot be changed.',
      'Add one of your own: tuk profile add --help',
    );
}

/**
 * Checks settings of a person.
 * @param before those that the file has: one of a newer version stays
 * @throws {BadInput} for a base address that is not https (http on loopback), for a template without service, and for a
 * profile without any address
 */
export function checkSettings(profile: ProfileSettings, before: ProfileSettings = {}): void {
  for (const address of [profile.base, ...Object.values(profile.services ?? {})])
    if (address !== undefined) checkBaseAddress(address);
  const ownAddresses = new Set(Object.keys(profile.services ?? {}));
  const hasTemplate = profile.base?.includes('{service}') ?? false;
  const hasSome = profile.base === undefined && ownAddresses.size > 0; // a profile of some services
  if (!hasTemplate && !hasSome && serviceNames.some((name) => !ownAddresses.has(name))) {
    const missing = serviceNames.filter((name) => !ownAddresses.has(name)).length;
    throw new BadInput(
      'NO_SERVICE_IN_BASE',
      profile.base === undefined
        ? 'A profile needs an address.'
        : `The base address names no {service}, and ${counted(missing, 'service')} ${missing === 1 ? 'has no address of its' : 'have no address of their'} own.`,
      "Write it like 'https://host/{service}', or name the services that there are: --service user=https://host/user",
    );
  }
  for (const key of Object.keys(profile))
    if (!Object.hasOwn(settings, key) && !Object.hasOwn(before, key))
      throw new BadInput('UNKNOWN_SETTING', `A profile has no setting ${key}.`, `It has: ${settingNames.join(', ')}.`);
}
