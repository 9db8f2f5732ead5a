// The sources of keys and passwords: the key folder, a file, standard input or the terminal, never an option's or a
// variable's value.

import type { Context } from '../../cli/command/command.js';
import { readInput, readStdin } from '../../cli/files/input-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { askLine, canAsk } from '../../cli/prompts/prompt.js';
import { emptyPassword } from '../../money/keys/key-file.js';
import type { ChainFamily } from '../../money/keys/signer.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { mayBeKey } from '../../services/http/may-be-key.js';
import { paths } from '../../session/paths.js';
import { type KeyInProcess, keyProcessOf } from './key-handle.js';

const passwordVariable = 'TUK_KEY_PASSWORD_FILE';

/**
 * Reads a key from a file, or from standard input for `-`.
 * @param family what the key must sign for; any without it
 * @throws {BadInput} NO_FILE, BAD_KEY; {Guarded} MAY_BE_KEY for a key in place of a file, KEY_TOO_COSTLY
 */
export async function readKeyFile(context: Context, file: string, family?: ChainFamily): Promise<KeyInProcess> {
  if (file === '-') return keyProcessOf(context, context.world.stdin).read({ from: 'stdin', family });
  const path = inWorkingFolder(context.world, file);
  const open = openFileNumber(path);
  const read =
    open === undefined
      ? keyProcessOf(context).read({ from: 'file', file: path, family })
      : keyProcessOf(context, open).read({ from: 'stdin', family });
  return read.catch(async (error: unknown) => {
    throw await missingFile(context, error, file, '--key-file');
  });
}

/**
 * The number of an open file of this process, such as a pipe of the shell: in another process the path names another
 * file.
 */
function openFileNumber(path: string): number | undefined {
  const [matches, number = 0] = /^\/(?:dev|proc\/self)\/(?:fd\/(\d+)|stdin)$/.exec(path) ?? [];
  return matches === undefined ? undefined : Number(number);
}

/** Reads a key from standard input, or at a terminal from a hidden prompt. @throws {BadInput} NO_STDIN, BAD_KEY */
export async function readPipedKey(context: Context, family?: ChainFamily): Promise<KeyInProcess> {
  if (!canAsk(context)) return readKeyFile(context, '-', family);
  const text = await askLine(context, 'Private key or recovery phrase', { hidden: true });
  context.out.redact.add(text.trim());
  return keyProcessOf(context).read({ from: 'text', text, family });
}

/**
 * Reads a key of the key folder.
 * @param family what the key must sign for
 * @param anyForm whether unlocked keys are accepted
 * @throws as `readStoredKey`; {Guarded} WRONG_KEY for another family
 */
export async function readKeyOfStore(
  context: Context,
  name: string,
  family: ChainFamily,
  anyForm = false,
): Promise<KeyInProcess> {
  return keyProcessOf(context).read({ from: 'store', folder: paths(context.world).keys, name, anyForm, family });
}

/** Makes a new key in the key process, which keeps it. @throws {LocalFailure} KEY_PROCESS_ENDED */
export async function randomKey(context: Context, family: ChainFamily): Promise<KeyInProcess> {
  return keyProcessOf(context).read({ from: 'random', family });
}

/** Logs repairs in the key folder. */
export const warningsOf = (context: Context) => (line: string) => context.log(`▲ ${line}`);

/**
 * The password of a locked key: from `passwordFile`, from the file of TUK_KEY_PASSWORD_FILE, or from a hidden prompt.
 * @param label the prompt
 * @throws {BadInput} NO_FILE; {Failure} if the person leaves
 */
export async function keyPassword(
  context: Context,
  passwordFile: string | undefined,
  label: string,
): Promise<string | undefined> {
  const fromFile = await filePassword(context, passwordFile);
  if (fromFile !== undefined || !canAsk(context)) return fromFile;
  return promptPassword(context, label);
}

/**
 * The password of a new key, from the same sources; at a terminal it is typed twice.
 * @throws {BadInput} EMPTY_PASSWORD, NEEDS_PASSWORD, PASSWORDS_DIFFER, NO_FILE; {Failure} if the person leaves
 */
export async function newKeyPassword(context: Context, passwordFile: string | undefined): Promise<string> {
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
    throw new BadInput(
      'PASSWORDS_DIFFER',
      'The two passwords are not the same; nothing was stored.',
      'Run the command again.',
    );
  return password;
}

/** Refuses to read two secrets from one standard input. @throws {BadInput} CONFLICT */
export function requireOneStdin(context: Context, keyIsPiped: boolean, passwordFile: string | undefined): void {
  if (keyIsPiped && (passwordFile ?? context.world.env[passwordVariable]) === '-')
    throw new BadInput(
      'CONFLICT',
      'The key and its password cannot both come from standard input.',
      'Put one of them into a file.',
    );
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

async function promptPassword(context: Context, label: string) {
  const password = await askLine(context, label, { hidden: true });
  context.out.redact.add(password);
  return password;
}

/** The text of a file that an option or a variable names. @throws as `missingFile` */
async function namedFile(context: Context, file: string, by: string) {
  try {
    const { stdin, cwd, signal } = context.world; // a plan has no password
    return await readInput({ stdin, cwd, signal }, file, undefined, `named by ${by}`);
  } catch (error) {
    throw await missingFile(context, error, file, by);
  }
}

/** The failure of an unreadable file. Messages do not repeat its name, which may be the secret itself. */
async function missingFile(context: Context, error: unknown, file: string, by: string): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== 'NO_FILE') return error;
  context.out.redact.add(file);
  if (mayBeKey(file))
    return new Guarded(
      'MAY_BE_KEY',
      `The value of ${by} may be a private key, and ${by} takes the name of a file; the value is not repeated.`,
      'If it is a key, move its funds to a new one: others can read the command line and its history.',
    );
  const hint = `${by} takes the name of a file, never the secret itself. The sandbox has a test phrase: tuk help sandbox`;
  return new BadInput(error.code, error.message, hint);
}
