// The key of a sign-in: from the key folder, a file or standard input, used in its own process.

import type { Context } from '../../cli/command/command.js';
import { BadInput } from '../../services/http/errors.js';
import type { KeyHandle, KeyInProcess } from '../chain/key-handle.js';
import { keyPassword, readKeyFile, readKeyOfStore, requireOneStdin } from '../chain/key-input.js';

/** The source of the key: exactly one of three. */
export interface KeyOptions {
  readonly key?: string;
  readonly keyFile?: string;
  readonly keyStdin?: boolean;
}
/** Unlocks the selected key, and ends its process after `use`. @throws {BadInput}, and the errors of `use` */
export async function withKey<Result>(
  context: Context,
  options: KeyOptions,
  use: (key: KeyHandle) => Result | Promise<Result>,
): Promise<Result> {
  const key = await readKey(context, options);
  try {
    return await use(await key.unlock(() => keyPassword(context, undefined, 'Password of the key')));
  } finally {
    key.release();
  }
}

async function readKey(context: Context, { key, keyFile, keyStdin }: KeyOptions): Promise<KeyInProcess> {
  const sources = [key, keyFile, keyStdin || undefined].filter((source) => source !== undefined);
  if (sources.length !== 1)
    throw new BadInput(
      'WHICH_KEY',
      sources.length === 0 ? 'This sign-in method needs a key.' : 'Give one of --key, --key-file and --key-stdin.',
      'Name it: --key NAME, --key-file FILE, or pipe it in with --key-stdin',
    );
  requireOneStdin(context, keyStdin === true || keyFile === '-', undefined);
  if (key !== undefined) return readKeyOfStore(context, key, 'evm', true);
  return readKeyFile(context, keyStdin ? '-' : keyFile!, 'evm');
}
