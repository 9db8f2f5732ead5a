// Reads the key of a sign-in from the key folder, a file or standard input, and its password from a terminal or a file.

import path from 'node:path';
import type { Context } from '../../cli/context.js';
import { readInput, readStdin } from '../../cli/input-file.js';
import { canAsk } from '../../cli/prompts/prompt.js';
import type { KeyMaterial } from '../../money/keys.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { mayBeKey } from '../../services/http/may-be-key.js';
import { paths } from '../../session/paths.js';

/** The source of the key: exactly one of the three. */
export interface KeyOptions {
  readonly key?: string;
  readonly keyFile?: string;
  readonly keyStdin?: boolean;
}

/** Reads the key that the options name, and adds it to the redaction list. @throws {BadInput} */
export async function keyMaterial(context: Context, options: KeyOptions): Promise<KeyMaterial> {
  const text = await keyText(context, options);
  context.out.redact.add(text.trim());
  const { readKey } = await import('../../money/keys.js');
  return readKey(text, () => password(context));
}

async function keyText(context: Context, { key, keyFile, keyStdin }: KeyOptions): Promise<string> {
  const sources = [key, keyFile, keyStdin || undefined].filter((one) => one !== undefined);
  if (sources.length !== 1)
    throw new BadInput(
      'WHICH_KEY',
      sources.length === 0 ? 'This sign-in method needs a key.' : 'Give one of --key, --key-file and --key-stdin.',
      'Name it: --key NAME, --key-file FILE, or pipe it in with --key-stdin',
    );
  if (keyStdin) return readStdin(context.world, 'the key');
  return readInput(context.world, keyFile ?? keyFilePath(context, key!));
}

/** The path of a key in the key folder. @throws {BadInput} for an invalid name */
function keyFilePath(context: Context, name: string): string {
  if (mayBeKey(name))
    throw new Guarded(
      'MAY_BE_KEY',
      'The value of --key may be a private key, and --key takes the name of a file in the key folder; the value is not repeated.',
      'Put the key into a file and name it with --key-file, or pipe it in with --key-stdin.',
    );
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
    throw new BadInput('BAD_KEY_NAME', `${JSON.stringify(name)} is not a valid key name.`, 'For a file elsewhere use --key-file.');
  return path.join(paths(context.world).keys, `${name}.json`);
}

/** The password of a locked key, from the file of TUK_KEY_PASSWORD_FILE or from the terminal; undefined without either. */
async function password(context: Context): Promise<string | undefined> {
  const file = context.world.env.TUK_KEY_PASSWORD_FILE;
  const secret = file ? (await readInput(context.world, file)).replace(/\r?\n$/, '') : await promptPassword(context);
  context.out.redact.add(secret);
  return secret;
}

async function promptPassword(context: Context): Promise<string | undefined> {
  if (!canAsk(context)) return undefined;
  const { askLine } = await import('./dialogue.js');
  return askLine(context, 'Password of the key', { hidden: true });
}
