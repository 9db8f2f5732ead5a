// Copies a text by the tool of the system, which says whether it took it.

import { spawn } from 'node:child_process';
import { clipboardsOf } from '../../services/platform/programs.js';
import type { World } from '../settings/world.js';

/** The time for a tool to take a text, milliseconds. */
const patience = 1000;

/** Copies a text. @returns whether a tool of the system took it */
export async function copyText(text: string, { env, cwd }: Pick<World, 'env' | 'cwd'>): Promise<boolean> {
  for (const tool of clipboardsOf(env)) if (await given(text, tool.split(' '), { env, cwd })) return true;
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
