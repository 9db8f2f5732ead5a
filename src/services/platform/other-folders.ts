// The folders of the program's files on macOS and Windows.
import { posix, win32 } from 'node:path';

/** The folders of configuration and state. A variable that is not an absolute path does not count. */
export function foldersElsewhere(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: 'darwin' | 'win32',
): readonly [string, string] {
  if (platform === 'darwin') {
    const support = posix.join(home, 'Library/Application Support/tuk');
    return [support, support];
  }
  const below = (folder = '') => win32.join(win32.isAbsolute(folder) ? folder : home, 'tuk');
  return [below(env.APPDATA), below(env.LOCALAPPDATA)];
}
