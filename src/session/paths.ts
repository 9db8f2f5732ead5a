// The paths of the program's files: under TUK_HOME, else in the folders of the platform.
import path from 'node:path';
import { LocalFailure } from '../services/http/errors.js';

/** The paths of the program's files. */
export interface ProgramPaths {
  readonly config: string;
  /** The list of trusted project files. */
  readonly trustedFolders: string;
  /** The session file of a profile. */
  session(profile: string): string;
  /** The lock around the session of a profile. */
  lock(profile: string): string;
  /** The address book of a profile. */
  contacts(profile: string): string;
  /** The folder of keys. */
  readonly keys: string;
  /** The ledger of transfers. */
  readonly ledger: string;
  /**
   * The file that knows the ledger of this machine. It is with the configuration, so that another XDG_STATE_HOME, by itself, is no way to another ledger: whoever
   * moves a home moves both.
   */
  readonly ledgerIdentity: string;
  /** The state of the embedded sandbox. */
  readonly sandbox: string;
  /** The record of personal data that were shown whole. */
  readonly audit: string;
  /** The folder of saved views. */
  readonly views: string;
  /** The learned shapes of a profile's responses. */
  learned(profile: string): string;
}

interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The paths of every file of the program; creates none. @throws {LocalFailure} BAD_HOME if the folder of the program is not an absolute path */
export function paths(world: World, platform: NodeJS.Platform = process.platform): ProgramPaths {
  const [config, state] = folders(world, platform);
  return {
    config: path.join(config, 'config.json'),
    trustedFolders: path.join(config, 'trusted-folders.json'),
    session: (profile) => path.join(state, 'sessions', `${profile}.json`),
    lock: (profile) => path.join(state, 'locks', `${profile}.db`),
    contacts: (profile) => path.join(state, 'contacts', `${profile}.json`),
    keys: path.join(state, 'keys'),
    ledger: path.join(state, 'ledger.db'),
    ledgerIdentity: path.join(config, 'ledger.json'),
    sandbox: path.join(state, 'sandbox.db'),
    audit: path.join(state, 'audit.jsonl'),
    views: path.join(config, 'views'),
    learned: (profile) => path.join(state, 'learned', `${profile}.json`),
  };
}

/** Whether the folder of the program, TUK_HOME or the home folder, is an absolute path. */
export const hasHome = (world: World): boolean => path.isAbsolute(world.env.TUK_HOME || world.home);

/** The folders of configuration and state. The home folder is read only where it is needed, to save start-up time. */
function folders(world: World, platform: NodeJS.Platform): [config: string, state: string] {
  if (!hasHome(world)) throw new LocalFailure('BAD_HOME', 'HOME or TUK_HOME must be an absolute path.');
  const { env } = world;
  if (env.TUK_HOME) return [env.TUK_HOME, env.TUK_HOME];
  const { home } = world;
  if (platform === 'darwin') {
    const support = path.join(home, 'Library', 'Application Support', 'tuk');
    return [support, support];
  }
  if (platform === 'win32') return [path.join(env.APPDATA ?? home, 'tuk'), path.join(env.LOCALAPPDATA ?? home, 'tuk')];
  // the XDG Base Directory Specification has relative paths ignored
  const xdg = (name: string, fallback: string) =>
    path.join(path.isAbsolute(env[name] ?? '') ? env[name]! : path.join(home, fallback), 'tuk');
  return [xdg('XDG_CONFIG_HOME', '.config'), xdg('XDG_STATE_HOME', '.local/state')];
}
