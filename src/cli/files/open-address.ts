// Opens an address in the browser of the person: BROWSER, or the opener of the system. No shell reads the address.

import { spawn } from 'node:child_process';
import { splitWords } from '../../services/command-line.js';
import type { Platform } from '../../services/platform/platform.js';
import { programsOf } from '../../services/platform/programs.js';
import type { World } from '../settings/world.js';

/** Browsers in the terminal: they are waited for, and have the terminal. */
const inTerminal = /(^|\/)(w3m|lynx|e?links2?|www-browser|browsh|carbonyl)$/;
/** The time in which an opener says that it has failed, milliseconds. */
const patience = 2000;

/**
 * The command that opens an address. BROWSER may have arguments; `%s` in them stands for the address, else it is the
 * last.
 */
export function openerOf(
  address: string,
  browser: string | undefined,
  platform?: Platform,
): readonly [command: string, ...args: string[]] {
  const [command, ...args] = browser?.trim() ? splitWords(browser) : programsOf(platform).opener;
  const words = args.some((word) => word.includes('%s'))
    ? args.map((word) => word.replaceAll('%s', () => address))
    : [...args, address];
  return [command!, ...words];
}

/**
 * Opens an http or https address. @returns whether the opener runs, or has ended well
 */
export function openAddress(
  address: string,
  { env, cwd, signal }: Pick<World, 'env' | 'cwd' | 'signal'>,
): Promise<boolean> {
  const [command, ...args] = openerOf(address, env.BROWSER);
  const hasTerminal = inTerminal.test(command);
  return new Promise((resolve) => {
    const child = spawn(command, args, { detached: !hasTerminal, stdio: hasTerminal ? 'inherit' : 'ignore', cwd, env });
    const timer = hasTerminal ? undefined : setTimeout(() => ended(true), patience).unref();
    const stop = () => child.kill();
    if (hasTerminal) signal?.addEventListener('abort', stop, { once: true });
    const ended = (isOpen: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      child.unref();
      resolve(isOpen);
    };
    child.on('error', () => ended(false));
    child.on('exit', (code) => ended(code === 0));
  });
}
