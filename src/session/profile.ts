// Profiles: base addresses, client and settings. Reads the configuration; `config-write.ts` writes it, and costs more
// to load.
import type { ServiceName } from '../services/catalogue/index.js';
import type { AuthClient } from '../services/catalogue/words.js';
import { isRecord } from '../services/json-value.js';
import { readOwnFile } from './plain-file.js';
import { checkBaseAddress, noService, unknownProfile } from './refused-names.js';
import { brokenConfig, unreadableConfig } from './unusable.js';

export type StoredLimit = string | boolean | readonly string[];
/** The stored limits of transfers by name; `money/policy/limits.ts` parses them. */
export type LimitSettings = Readonly<Record<string, StoredLimit>>;
export interface ProfileSettings {
  /** A template such as `https://host/{service}` for services that `services` does not name. */
  readonly base?: string;
  readonly services?: Readonly<Partial<Record<ServiceName, string>>>;
  readonly clientId?: string;
  readonly clientVersion?: string;
  readonly language?: string;
  readonly output?: string;
  readonly timeout?: string;
  readonly readOnly?: boolean;
  /** Every change needs the profile's name as confirmation, in scripts `--confirm NAME`. */
  readonly protected?: boolean;
  /** Whether sessions are in the key ring of the system. */
  readonly secureStorage?: 'auto' | 'required' | 'off';
  /** Whether a renewed session is confirmed at the service (platform 2.5); by default true. */
  readonly confirmRenewal?: boolean;
  /** A host beside the user service's with sign-in messages that may be signed. */
  readonly web3Domain?: string;
  /** The network of the chain that sign-in messages must name. */
  readonly web3Chain?: string;
  /**
   * Field names that replace assumed ones, by `service call option`. `confirmed` under `service call` confirms the
   * names of a transfer.
   */
  readonly names?: Readonly<Record<string, string>>;
  readonly limits?: LimitSettings;
  /** The file of the map of the platform, and the hash of the text that it had when it was named. */
  readonly map?: string;
  readonly mapHash?: string;
  /** Headers of every request to a service; a value `$NAME` is that of a variable (`session/profile-headers`). */
  readonly headers?: Readonly<Record<string, string>>;
  /** Chain ids, addresses of JSON-RPC, and trusted routers, by network (`money/evm/chain`). */
  readonly chains?: Readonly<Record<string, string>>;
  readonly rpcs?: Readonly<Record<string, string>>;
  readonly routers?: Readonly<Record<string, string>>;
  /** The addresses of external signers, by network (`money/evm/external-signer`). */
  readonly signers?: Readonly<Record<string, string>>;
  /** The addresses of explorers, by network (`cli/web`). */
  readonly explorers?: Readonly<Record<string, string>>;
  /** The depth of a final block, by network. */
  readonly finalities?: Readonly<Record<string, string>>;
  /** Of earlier versions: the application takes both as its preferences (`commands/app`). */
  readonly theme?: string;
  readonly mouse?: boolean;
  /** HTTP basic: the user name, and the file with the password. */
  readonly basicUser?: string;
  readonly basicPasswordFile?: string;
}
export interface Config {
  readonly current?: string;
  /** The address of the ledger that several machines share, without a password (`money/ledger/address`); as it is stored. */
  readonly ledger?: unknown;
  readonly profiles: Readonly<Record<string, ProfileSettings>>;
}

/** The built-in profile of the embedded back end. It cannot be changed or removed. */
export const sandboxProfile = 'sandbox';
export const defaultClientId = 'WorkspaceWeb' satisfies (typeof AuthClient)[number];
export const defaultClientVersion = '1';

/**
 * Reads the configuration, with what another version has written; a missing file is an empty one. It holds the addresses
 * for tokens and the limits, so it must belong to the person or to root, and so must a symbolic link to it.
 * @param warn logs a repaired mode; without it the mode is unchanged
 * @throws {LocalFailure} if it cannot be read, or is not what this program wrote
 */
export function readConfig(file: string, warn?: (line: string) => void): Config {
  let text: string;
  try {
    text = readOwnFile(file, { what: 'configuration', warn, rootToo: true, linkToo: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw unreadableConfig(file, error);
  }
  const broken = (why: string) => brokenConfig(file, why);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken('is not JSON');
  }
  const { current, profiles = {} } = isRecord(value) ? value : { profiles: null };
  if (!isRecord(profiles)) throw broken('is not the form that tuk writes');
  for (const [name, profile] of Object.entries(profiles))
    if (!isRecord(profile)) throw broken(`has no usable profile ${JSON.stringify(name)}`);
  return {
    ...(value as object),
    current: typeof current === 'string' ? current : undefined,
    profiles: profiles as Config['profiles'],
  };
}

/** Every profile, the built-in one first. */
export const profileNames = (config: Config): string[] => [
  sandboxProfile,
  ...Object.keys(config.profiles).filter((name) => name !== sandboxProfile),
];

/** Another profile whose name differs in letter case only: on macOS and Windows both would have the same files. */
export const namesake = (config: Config, name: string): string | undefined =>
  profileNames(config).find((other) => other !== name && other.toLowerCase() === name.toLowerCase());

/** A profile by name. @param origin what named it, for the message @throws {BadInput} for an unknown name */
export function findProfile(config: Config, name: string, origin = '--profile'): ProfileSettings {
  if (name === sandboxProfile) return {};
  if (Object.hasOwn(config.profiles, name)) return config.profiles[name]!;
  throw unknownProfile(name, origin, profileNames(config));
}

/** A fast path for valid addresses: https, or http on loopback, with only a host and a path. */
const plain = /^(https:\/\/[\w.:-]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)(\/[\w./-]*)?$/;

/**
 * The base address of a service, without a final slash.
 * @throws {BadInput} NO_SERVICE if the profile has none
 */
export function baseAddress(profile: ProfileSettings, service: string): string {
  const address =
    profile.services?.[service as ServiceName] ??
    (profile.base?.includes('{service}') ? profile.base.replaceAll('{service}', service) : undefined);
  if (address === undefined) throw noService(service);
  if (!plain.test(address)) checkBaseAddress(address);
  return address.endsWith('/') ? address.replace(/\/+$/, '') : address;
}
