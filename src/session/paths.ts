// The paths of the program's files: under TUK_HOME, else in the folders of the platform.
import path from 'node:path';
import { LocalFailure } from '../services/http/errors.js';
import { isFileName } from '../services/platform/file-name.js';
import { foldersOf, type Platform } from '../services/platform/platform.js';
import { identityVariable } from './identity-variable.js';
import { badProfileName } from './refused-names.js';
import { homeRemedy } from './write-remedy.js';

export interface ProgramPaths {
  readonly config: string;
  readonly trustedFolders: string;
  session(profile: string): string;
  lock(profile: string): string;
  contacts(profile: string): string;
  readonly keys: string;
  readonly ledger: string;
  /**
   * The file that identifies this machine's ledger. It is in the configuration: another XDG_STATE_HOME alone does not
   * lead to another ledger, while a moved home moves both.
   */
  readonly ledgerIdentity: string;
  readonly sandbox: string;
  /** The record of unmasked personal data. */
  readonly audit: string;
  /** The last text of --edit that could not be sent. */
  readonly edited: string;
  readonly aliases: string;
  /** The folder of the journals of flows. */
  readonly flows: string;
  learned(profile: string): string;
  /** The folder of compiled maps, and of what was said about a profile once. */
  readonly maps: string;
}

interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The paths of the program's files; creates none.
 * @throws {LocalFailure} BAD_HOME if the program's folder is not an absolute path; {BadInput} for an empty TUK_HOME
 */
export function paths(world: World, platform?: Platform): ProgramPaths {
  const [config, state] = folders(world, platform);
  return {
    config: path.join(config, 'config.json'),
    trustedFolders: path.join(config, 'trusted-folders.json'),
    session: (profile) => path.join(state, 'sessions', `${fileNameOf(profile)}.json`),
    lock: (profile) => path.join(state, 'locks', `${fileNameOf(profile)}.db`),
    contacts: (profile) => path.join(state, 'contacts', `${fileNameOf(profile)}.json`),
    keys: path.join(state, 'keys'),
    ledger: path.join(state, 'ledger.db'),
    ledgerIdentity: path.join(config, 'ledger.json'),
    sandbox: path.join(state, 'sandbox.db'),
    audit: path.join(state, 'audit.jsonl'),
    edited: path.join(state, 'edited.jsonc'),
    aliases: path.join(config, 'views'),
    flows: path.join(state, 'flows'),
    maps: path.join(state, 'maps'),
    learned: (profile) => path.join(state, 'learned', `${fileNameOf(profile)}.json`),
  };
}

/** The name of the files of a profile. @throws {BadInput} BAD_VALUE for one that is not valid on every system */
export function fileNameOf(profile: string): string {
  const isPlain = /^[\w-]{5,}$/.test(profile); // devices have shorter names, or other characters
  if (!isPlain && !isFileName(profile)) throw badProfileName(profile);
  return profile;
}

/** Whether the program's folder, TUK_HOME or the home folder, is an absolute path. */
export const hasHome = (world: World): boolean => path.isAbsolute(world.env.TUK_HOME ?? world.home);

/** The folders of configuration and state. Reads the home folder only if needed, to save start-up time. */
function folders(world: World, platform: Platform | undefined): readonly [config: string, state: string] {
  const { env } = world;
  const own = identityVariable(env, 'TUK_HOME');
  if (!hasHome(world)) throw new LocalFailure('BAD_HOME', 'HOME or TUK_HOME must be an absolute path.', homeRemedy());
  if (own !== undefined) return [own, own];
  return foldersOf(env, world.home, platform);
}
