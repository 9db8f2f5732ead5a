// Copies a text by the tool of the system, which says whether it took it.

import { spawn } from 'node:child_process';
import type { World } from '../settings/world.js';

/** The tools that fit an environment, the best first. Over SSH they would reach the clipboard of the other machine. */
export function toolsOf(env: World['env'], platform: NodeJS.Platform = process.platform): readonly string[] {
  if (!env.PATH || env.SSH_CONNECTION || env.SSH_TTY) return [];
  if (platform === 'darwin') return ['pbcopy'];
  if (platform === 'win32') return ['clip'];
  return [
    env.WAYLAND_DISPLAY && 'wl-copy',
    env.DISPLAY && 'xclip -selection clipboard',
    env.DISPLAY && 'xsel --clipboard --input',
    env.WSL_DISTRO_NAME && 'clip.exe',
    env.TERMUX_VERSION && 'termux-clipboard-set',
  ].filter((tool) => typeof tool === 'string' && tool !== '') as string[];
}
/** The time for a tool to take a text, milliseconds. */
const patience = 1000;

/** Copies a text. @returns whether a tool of the system took it */
export async function copyText(text: string, { env, cwd }: Pick<World, 'env' | 'cwd'>): Promise<boolean> {
  for (const tool of toolsOf(env)) if (await given(text, tool.split(' '), { env, cwd })) return true;
  return false;
}
const given = (text: string, [command = '', ...args]: readonly string[], { env, cwd }: Pick<World, 'env' | 'cwd'>) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], cwd, env, timeout: patience });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    child.stdin.on('error', () => {}); // it has ended
    child.stdin.end(text);
  });
