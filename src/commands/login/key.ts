// Reads the key of a sign-in from the key folder, a file or standard input, uses it and zeroes it.

import type { Context } from '../../cli/context.js';
import { keyFileText, keyPassword, requireOneStdin, storedKeyText } from '../../engine/key-input.js';
import type { KeyMaterial } from '../../money/keys.js';
import { BadInput } from '../../services/http/errors.js';

/** The source of the key: exactly one of the three. */
export interface KeyOptions {
  readonly key?: string;
  readonly keyFile?: string;
  readonly keyStdin?: boolean;
}

/** Reads the key that the options name, adds it to the redaction list, and zeroes it after `use`. @throws {BadInput}, and what `use` throws */
export async function withKeyMaterial<Result>(
  context: Context,
  options: KeyOptions,
  use: (material: KeyMaterial) => Result | Promise<Result>,
): Promise<Result> {
  const text = await keyText(context, options);
  const { readKey, wipe } = await import('../../money/keys.js');
  const material = await readKey(text, () => keyPassword(context, undefined, 'Password of the key'));
  try {
    return await use(material);
  } finally {
    wipe(material);
  }
}

async function keyText(context: Context, { key, keyFile, keyStdin }: KeyOptions): Promise<string> {
  const sources = [key, keyFile, keyStdin || undefined].filter((one) => one !== undefined);
  if (sources.length !== 1)
    throw new BadInput(
      'WHICH_KEY',
      sources.length === 0 ? 'This sign-in method needs a key.' : 'Give one of --key, --key-file and --key-stdin.',
      'Name it: --key NAME, --key-file FILE, or pipe it in with --key-stdin',
    );
  requireOneStdin(context, keyStdin === true || keyFile === '-', undefined);
  if (key !== undefined) return storedKeyText(context, key);
  return keyFileText(context, keyStdin ? '-' : keyFile!);
}
