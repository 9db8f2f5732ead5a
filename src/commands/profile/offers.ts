// Completes `tuk profile set`: the settings of a profile, the services without an address, and the values of
// a setting.

import type { Words } from '../../cli/command.js';
import { formatNames } from '../../cli/output/formats.js';
import { secureStorages } from '../../engine/sign-in/store-session.js';
import { limitNames, limitTable } from '../../money/policy/limit-table.js';
import { serviceNames, services } from '../../services/catalogue/index.js';
import { AuthClient, Language, Network } from '../../services/catalogue/words.js';
import { camel } from '../../services/command-line.js';
import { networkKeys } from '../../session/network-settings.js';
import type { ProfileSettings } from '../../session/profile.js';
import { valueSettings } from '../../session/profile-check.js';

/** The keys of a profile's settings. A service that has an address already is left out. */
export const settingKeys = (profile: ProfileSettings | undefined): Words => [
  ...valueSettings,
  ...serviceNames
    .filter((name) => profile?.services?.[name] === undefined)
    .map((name) => [`service.${name}`, `no address yet: ${services[name].summary}`] as const),
  ...limitNames.map((name) => [`limits.${name}`, limitTable[name].summary] as const),
  ...networkKeys.flatMap((key) => Network.map((network) => key.replace('NETWORK', network))),
];

const switches = ['true', 'false'];
const values: Readonly<Record<string, Words>> = {
  readOnly: switches,
  protected: switches,
  confirmRenewal: switches,
  'limits.pause': switches,
  'limits.networks': Network,
  secureStorage: secureStorages,
  output: formatNames,
  language: Language,
  clientId: AuthClient,
  web3Chain: Network,
};
/** The closed list of a setting's values; empty if its values are open. */
export function settingValues(key: string): Words {
  const name = camel(key); // read-only is readOnly
  return Object.hasOwn(values, name) ? values[name]! : [];
}
