// The key that a person signs in with: from the key folder, a file, or standard input; its password from a terminal or a file.
import path from 'node:path';
import type { Context } from '../../cli/context.js';
import { readInput, readStdin } from '../../cli/input-file.js';
import { canAsk } from '../../cli/prompts/prompt.js';
import type { KeyMaterial } from '../../money/keys.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { mayBeKey } from '../../services/http/may-be-key.js';

/** Where the key is; exactly one of the three. */
export interface KeyOptions {
  readonly key?: string;
  readonly keyFile?: string;
  readonly keyStdin?: boolean;
}

/** Reads the key that the options name. What is read is never printed. @throws {BadInput} */
export async function keyMaterial(context: Context, options: KeyOptions): Promise<KeyMaterial> {
  const text = await keyText(context, options);
  context.redact.add(text.trim());
  const { readKey } = await import('../../money/keys.js');
  return readKey(text, () => password(context));
}

async function keyText(context: Context, { key, keyFile, keyStdin }: KeyOptions): Promise<string> {
  const given = [key, keyFile, keyStdin || undefined].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new BadInput(
      'WHICH_KEY',
      given.length === 0 ? 'Signing in this way needs a key.' : 'Give one of --key, --key-file and --key-stdin.',
      'Name it: --key NAME, --key-file FILE, or pipe it in with --key-stdin',
    );
  if (keyStdin) return readStdin(context.world, 'the key');
  return readInput(context.world, keyFile ?? keyNamed(context, key!));
}

/** The file of a key in the key folder. @throws {BadInput} for a name that is no name of a file there */
function keyNamed(context: Context, name: string): string {
  if (mayBeKey(name))
    throw new Guarded(
      'MAY_BE_KEY',
      'What was given with --key may be a private key itself, and --key takes the name of a file in the key folder; its text is not repeated.',
      'Put it into a file and name that with --key-file, or pipe it in with --key-stdin.',
    );
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
    throw new BadInput('BAD_KEY_NAME', `${JSON.stringify(name)} is no name of a key.`, 'A file elsewhere is given with --key-file.');
  return path.join(context.paths.keys, `${name}.json`);
}

/** The password of a locked key: from the file that TUK_KEY_PASSWORD_FILE names, else from the terminal; nothing where there is neither. */
async function password(context: Context): Promise<string | undefined> {
  const file = context.world.env.TUK_KEY_PASSWORD_FILE;
  const given = file ? (await readInput(context.world, file)).replace(/\r?\n$/, '') : await typed(context);
  context.redact.add(given);
  return given;
}

async function typed(context: Context): Promise<string | undefined> {
  if (!canAsk(context)) return undefined;
  const { askLine } = await import('./dialogue.js');
  return askLine(context, 'Password of the key', { hidden: true });
}
