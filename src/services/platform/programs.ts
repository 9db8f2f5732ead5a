// The programs that a system has for a person: pager, editor, browser, clipboard; and how a program of the person's is run.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isUnix, type Platform, type Variables } from './platform.js';

interface Programs {
  /** The pager, as a line of the shell: `more` where `less` is not. */
  readonly pager: string;
  readonly editor: string;
  /** The terminal of a process, as a file. */
  readonly terminal: string;
  /** The words before an address. */
  readonly opener: readonly string[];
  /** The tools that take a text on standard input, the best first. */
  clipboards(env: Variables): readonly (string | false | undefined)[];
}

const posix: Programs = {
  pager: 'command -v less >/dev/null && exec less; command -v more >/dev/null && exec more; exit 127',
  editor: 'vi',
  terminal: '/dev/tty',
  opener: ['xdg-open'],
  clipboards: ({ WAYLAND_DISPLAY, DISPLAY, WSL_DISTRO_NAME, TERMUX_VERSION }) => [
    WAYLAND_DISPLAY && 'wl-copy',
    DISPLAY && 'xclip -selection clipboard',
    DISPLAY && 'xsel --clipboard --input',
    WSL_DISTRO_NAME && 'clip.exe',
    TERMUX_VERSION && 'termux-clipboard-set',
  ],
};
/** The programs of each platform. */
const programs: Readonly<Partial<Record<Platform, Programs>>> = {
  darwin: { ...posix, opener: ['open'], clipboards: () => ['pbcopy'] },
  win32: {
    pager: 'where /q less && less || more',
    editor: 'notepad',
    terminal: '\\\\.\\con',
    opener: ['rundll32', 'url.dll,FileProtocolHandler'],
    clipboards: () => ['clip'],
  },
};

/** The system and the processor, as Node names them. */
export const systemName = (): string => `${process.platform} ${process.arch}`;

/** The programs of a platform. */
export const programsOf = (platform: Platform = process.platform): Programs => programs[platform] ?? posix;

/** The clipboard tools that fit an environment, the best first. Over SSH they would reach the clipboard of the other machine. */
export const clipboardsOf = (env: Variables, platform?: Platform): readonly string[] =>
  !env.PATH || env.SSH_CONNECTION || env.SSH_TTY
    ? []
    : programsOf(platform)
        .clipboards(env)
        .filter((tool): tool is string => typeof tool === 'string' && tool !== '');

/**
 * Runs the editor of a person on a file, through the shell, since EDITOR may have arguments; the whole text may also be the
 * path of a program. @param alone whether it gets a group of processes of its own, which `signalGroup` reaches
 */
export function startEditor(
  command: string,
  file: string,
  { alone, ...options }: SpawnOptions & { readonly alone: boolean },
  platform?: Platform,
): ChildProcess {
  if (isUnix(platform))
    return spawn('/bin/sh', ['-c', `${command} "$@"`, command, file], { ...options, detached: alone });
  return spawn(`${existsSync(command) ? `"${command}"` : command} "${file}"`, { ...options, shell: true });
}

/** Starts a line of the shell in a group of its own, which `signalGroup` reaches as a whole. */
export const startShell = (
  line: string,
  options: SpawnOptions & { readonly stdio: ['pipe', 'ignore', 'inherit' | 'ignore'] },
) => spawn(line, { ...options, shell: true, detached: isUnix() });

/** Signals a process with those that it has started. @returns false if all have ended */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    if (child.pid === undefined) return false;
    if (isUnix()) return process.kill(-child.pid, signal);
    if (signal === 0) return child.kill(0);
    return spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).status === 0;
  } catch {
    return false;
  }
}
