// The paths of the program's files: under TUK_HOME, else in the folders of the platform.
import path from 'node:path';

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
  /** The state of the embedded sandbox. */
  readonly sandbox: string;
  /** The record of personal data that were shown whole. */
  readonly audit: string;
  /** The folder of saved views. */
  readonly views: string;
  /** The learned shapes of a profile's responses. */
  learned(profile: string): string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The paths of every file of the program; creates none. */
export function paths(world: { readonly env: Env; readonly home: string }, platform: NodeJS.Platform = process.platform): ProgramPaths {
  const [config, state] = folders(world, platform);
  return {
    config: path.join(config, 'config.json'),
    trustedFolders: path.join(config, 'trusted-folders.json'),
    session: (profile) => path.join(state, 'sessions', `${profile}.json`),
    lock: (profile) => path.join(state, 'locks', `${profile}.db`),
    contacts: (profile) => path.join(state, 'contacts', `${profile}.json`),
    keys: path.join(state, 'keys'),
    ledger: path.join(state, 'ledger.db'),
    sandbox: path.join(state, 'sandbox.db'),
    audit: path.join(state, 'audit.jsonl'),
    views: path.join(config, 'views'),
    learned: (profile) => path.join(state, 'learned', `${profile}.json`),
  };
}

/** The folders of configuration and state. The home folder is read only where it is needed, to save start-up time. */
function folders(world: { readonly env: Env; readonly home: string }, platform: NodeJS.Platform): [config: string, state: string] {
  const { env } = world;
  if (env.TUK_HOME) return [env.TUK_HOME, env.TUK_HOME];
  const { home } = world;
  if (platform === 'darwin') {
    const support = path.join(home, 'Library', 'Application Support', 'tuk');
    return [support, support];
  }
  if (platform === 'win32') return [path.join(env.APPDATA ?? home, 'tuk'), path.join(env.LOCALAPPDATA ?? home, 'tuk')];
  const xdg = (name: string, fallback: string) => path.join(env[name] || path.join(home, fallback), 'tuk');
  return [xdg('XDG_CONFIG_HOME', '.config'), xdg('XDG_STATE_HOME', '.local/state')];
}
