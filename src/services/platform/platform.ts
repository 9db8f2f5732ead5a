// Which platform this is, and where its programs keep files. No file outside this folder knows a fact about a platform.
import { resolve } from 'node:path';
import { foldersElsewhere } from './other-folders.js';

/** A platform as Node names it: darwin is macOS, win32 is Windows, any other one is POSIX. */
export type Platform = NodeJS.Platform;

/** The variables of the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Whether files have modes, and processes have groups, which a shell stops and continues: not on Windows. */
export const isUnix = (platform: Platform = process.platform): boolean => platform !== 'win32';

/** The folders of configuration and state of the program, below an absolute home folder. */
export function foldersOf(
  env: Variables,
  home: string,
  platform: Platform = process.platform,
): readonly [string, string] {
  if (platform === 'darwin' || platform === 'win32') return foldersElsewhere(env, home, platform);
  // the XDG Base Directory Specification ignores relative paths
  const xdg = (name: string, fallback: string) => {
    const folder = env[`XDG_${name}_HOME`];
    return resolve(home, folder?.startsWith('/') ? folder : fallback, 'tuk');
  };
  return [xdg('CONFIG', '.config'), xdg('STATE', '.local/state')];
}
