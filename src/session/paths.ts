// The paths of the program's files: under TUK_HOME, else in the folders of the platform.
import path from 'node:path';
import { LocalFailure } from '../services/http/errors.js';
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
  readonly views: string;
  /** The folder of the journals of flows. */
  readonly flows: string;
  learned(profile: string): string;
}

interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The paths of the program's files; creates none.
 * @throws {LocalFailure} BAD_HOME if the program's folder is not an absolute path
 */
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
    flows: path.join(state, 'flows'),
    learned: (profile) => path.join(state, 'learned', `${profile}.json`),
  };
}

/** Whether the program's folder, TUK_HOME or the home folder, is an absolute path. */
export const hasHome = (world: World): boolean => path.isAbsolute(world.env.TUK_HOME || world.home);

/** The folders of configuration and state. Reads the home folder only if needed, to save start-up time. */
function folders(world: World, platform: NodeJS.Platform): [config: string, state: string] {
  if (!hasHome(world)) throw new LocalFailure('BAD_HOME', 'HOME or TUK_HOME must be an absolute path.', homeRemedy());
  const { env } = world;
  if (env.TUK_HOME) return [env.TUK_HOME, env.TUK_HOME];
  const { home } = world;
  if (platform === 'darwin') {
    const support = path.join(home, 'Library', 'Application Support', 'tuk');
    return [support, support];
  }
  if (platform === 'win32') return [path.join(env.APPDATA ?? home, 'tuk'), path.join(env.LOCALAPPDATA ?? home, 'tuk')];
  // the XDG Base Directory Specification ignores relative paths
  const xdg = (name: string, fallback: string) =>
    path.join(path.isAbsolute(env[name] ?? '') ? env[name]! : path.join(home, fallback), 'tuk');
  return [xdg('XDG_CONFIG_HOME', '.config'), xdg('XDG_STATE_HOME', '.local/state')];
}
