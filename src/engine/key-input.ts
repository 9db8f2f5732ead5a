// Reads keys and their passwords: from the key folder, a file, standard input or the terminal, never from the value of an option or a variable.

import type { Context } from '../cli/context.js';
import { readInput, readStdin } from '../cli/input-file.js';
import { askLine, canAsk } from '../cli/prompts/prompt.js';
import { BadInput, Guarded } from '../services/http/errors.js';
import { paths } from '../session/paths.js';

const passwordVariable = 'TUK_KEY_PASSWORD_FILE';
const leftMessage = 'The prompt was cancelled; nothing was sent or stored.';

/** The text of a key from a file, or from standard input for `-`. It is redacted from now on. @throws {BadInput} NO_FILE; {Guarded} MAY_BE_KEY for a key in the place of a file */
export async function keyFileText(context: Context, file: string): Promise<string> {
  const text = file === '-' ? await readStdin(context.world, 'the key') : await namedFile(context, file, '--key-file');
  return redacted(context, text);
}

/** The text of a key from standard input, or at a terminal from a hidden prompt. It is redacted from now on. @throws {BadInput} NO_STDIN */
export async function pipedKeyText(context: Context): Promise<string> {
  const prompt = () => askLine(context, 'Private key or recovery phrase', { hidden: true }, leftMessage);
  return redacted(context, canAsk(context) ? await prompt() : await readStdin(context.world, 'the key'));
}

/** The text of a key of the key folder, of any form. It is redacted from now on. @throws as `readStoredKey` */
export async function storedKeyText(context: Context, name: string): Promise<string> {
  const { readStoredKey } = await import('../money/key-store.js');
  return redacted(context, readStoredKey(paths(context.world).keys, name, warningsOf(context)));
}

/** Logs what was repaired in the key folder. */
export const warningsOf = (context: Context) => (line: string) => context.log(`▲ ${line}`);

function redacted(context: Context, text: string): string {
  const secret = text.trim();
  context.out.redact.add(secret);
  if (/^(0x)?[0-9a-f]{64}$/i.test(secret)) {
    const digits = secret.replace(/^0x/, '').toLowerCase();
    context.out.redact.add(digits);
    context.out.redact.add(digits.toUpperCase());
  } else context.out.redact.add(secret.split(/\s+/).join(' '));
  return text;
}

/**
 * The password of a locked key: from `passwordFile`, from the file of TUK_KEY_PASSWORD_FILE, or from a hidden prompt; undefined without any of them.
 * @param label the prompt
 * @throws {BadInput} NO_FILE; {Failure} where the person leaves
 */
export async function keyPassword(context: Context, passwordFile: string | undefined, label: string): Promise<string | undefined> {
  const fromFile = await filePassword(context, passwordFile);
  if (fromFile !== undefined || !canAsk(context)) return fromFile;
  return promptPassword(context, label);
}

/**
 * The password for a new key, in the same ways; at a terminal it is typed twice.
 * @throws {BadInput} EMPTY_PASSWORD, NEEDS_PASSWORD, PASSWORDS_DIFFER, NO_FILE; {Failure} where the person leaves
 */
export async function newKeyPassword(context: Context, passwordFile: string | undefined): Promise<string> {
  const { emptyPassword } = await import('../money/key-file.js');
  const fromFile = await filePassword(context, passwordFile);
  if (fromFile === '') throw emptyPassword();
  if (fromFile !== undefined) return fromFile;
  if (!canAsk(context))
    throw new BadInput(
      'NEEDS_PASSWORD',
      'A key is locked with a password, and there is no terminal to prompt for one; nothing was stored.',
      `Put the password into a file and name that file: --password-file FILE, or ${passwordVariable}`,
    );
  const password = await promptPassword(context, 'Password for the key');
  if (password === '') throw emptyPassword();
  if ((await promptPassword(context, 'The same password again')) !== password)
    throw new BadInput('PASSWORDS_DIFFER', 'The two passwords are not the same; nothing was stored.', 'Run the command again.');
  return password;
}

/** Refuses to read two secrets from one standard input. @throws {BadInput} CONFLICT */
export function requireOneStdin(context: Context, keyIsPiped: boolean, passwordFile: string | undefined): void {
  if (keyIsPiped && (passwordFile ?? context.world.env[passwordVariable]) === '-')
    throw new BadInput('CONFLICT', 'The key and its password cannot both come from standard input.', 'Put one of them into a file.');
}

async function filePassword(context: Context, passwordFile: string | undefined): Promise<string | undefined> {
  const file = passwordFile ?? (context.world.env[passwordVariable] || undefined);
  if (file === undefined) return undefined;
  const text =
    file === '-'
      ? await readStdin(context.world, 'the password')
      : await namedFile(context, file, passwordFile === undefined ? passwordVariable : '--password-file');
  const password = text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
  context.out.redact.add(password);
  return password;
}

async function promptPassword(context: Context, label: string): Promise<string> {
  const password = await askLine(context, label, { hidden: true }, leftMessage);
  context.out.redact.add(password);
  return password;
}

/** The text of a file that an option or a variable names. Messages do not repeat the value: it may be the secret itself. @throws {BadInput}; {Guarded} MAY_BE_KEY */
async function namedFile(context: Context, file: string, by: string): Promise<string> {
  try {
    return await readInput(context.world, file, undefined, `named by ${by}`);
  } catch (error) {
    if (!(error instanceof BadInput) || error.code !== 'NO_FILE') throw error;
    context.out.redact.add(file);
    const { mayBeKey } = await import('../services/http/may-be-key.js');
    if (mayBeKey(file))
      throw new Guarded(
        'MAY_BE_KEY',
        `The value of ${by} may be a private key, and ${by} takes the name of a file; the value is not repeated.`,
        'If it is a key, others may have read it from the command line or its history: move what it holds to a new one.',
      );
    throw new BadInput(error.code, error.message, `${by} takes the name of a file, never the secret itself.`);
  }
}
