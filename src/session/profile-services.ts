// The services that a profile has an address of, and where they are.

import { type ServiceName, serviceNames } from '../services/catalogue/index.js';
import { baseAddress, type ProfileSettings } from './profile.js';

/** Whether a profile has an address of a service: a profile may have some services only. */
export const hasService = ({ base, services }: ProfileSettings, service: ServiceName): boolean =>
  services?.[service] !== undefined || base?.includes('{service}') === true;

/** The origins of the services of a profile: limits stand in a ledger by them. The embedded sandbox has none. */
export const originsOf = (profile: ProfileSettings): readonly string[] => [
  ...new Set(
    serviceNames
      .filter((service) => hasService(profile, service))
      .map((service) => new URL(baseAddress(profile, service)).origin),
  ),
];

// The settings of a profile for each network: the first word of their keys, and where a profile stores them.

/** By the word before the network: `rpc.BSC` is in `rpcs`. */
export const networkSettings = {
  chain: 'chains',
  rpc: 'rpcs',
  signer: 'signers',
  router: 'routers',
  finality: 'finalities',
  explorer: 'explorers',
} as const;

/** The keys with a placeholder: `rpc.NETWORK`. */
export const networkKeys = Object.keys(networkSettings).map((key) => `${key}.NETWORK`);
