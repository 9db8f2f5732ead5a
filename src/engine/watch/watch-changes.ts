// Announces a change of a status: the bell, a desktop notification, the command of --on-change.

import { spawn } from 'node:child_process';
import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { showDesktopNote } from '../../cli/output/desktop-note.js';
import { compact } from '../../services/json-value.js';
import type { WatchedItem } from './status-stream.js';

/** A status for an environment variable, which cannot hold a NUL. */
const withoutNul = (status: string | undefined): string => (status ?? '').replaceAll('\0', '');

/** Rings the terminal bell (--bell), shows a desktop notification (--notify) and runs the command of --on-change. */
export async function announceChange(
  context: Context,
  options: Arguments['options'],
  { id, status, row }: WatchedItem<unknown>,
  previous: string | undefined,
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<void> {
  if (options.bell && context.world.stderr.isTTY) context.out.draw('\u0007');
  if (options.notify && status !== undefined)
    showDesktopNote(context, `tuk: ${id}`, previous === undefined ? status : `${status}, was ${previous}`);
  if (typeof options.onChange !== 'string') return;
  const env = { TUK_ID: id, TUK_STATUS: withoutNul(status), TUK_WAS: withoutNul(previous) };
  await runUserCommand(context, options.onChange, { option: '--on-change', env, input: compact(row), errors });
}

/** Runs a shell command of the user until it ends or the run is stopped. Only logs its failure. */
export async function runUserCommand(
  context: Context,
  command: string,
  settings: {
    readonly option: string;
    readonly env: Readonly<Record<string, string>>;
    readonly input: string;
    readonly errors?: 'inherit' | 'ignore';
  },
): Promise<void> {
  const { option, env, input, errors = 'inherit' } = settings;
  const { signal } = context.cancellation;
  if (signal?.aborted) return; // a fired signal would never end the command
  const child = spawn(command, {
    shell: true,
    env: { ...context.world.env, ...env },
    stdio: ['pipe', 'ignore', errors],
  });
  child.stdin.on('error', () => {}); // it may not read
  child.stdin.end(`${input}\n`);
  const end = () => child.kill();
  signal?.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  signal?.removeEventListener('abort', end);
  if (code !== 0) context.log(`  The command of ${option} ended with ${code ?? 'no exit code'}.`);
}
