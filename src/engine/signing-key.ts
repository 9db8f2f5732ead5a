// The key that a command signs with: chosen by options, known by its address before it is unlocked, zeroed after use.

import type { Context } from '../cli/context.js';
import type { Flag } from '../cli/options.js';
import type { SigningKey } from '../money/evm/transaction.js';
import type { StoredKey } from '../money/key-store.js';
import type { Key, KeyMaterial } from '../money/keys.js';
import { BadInput, Guarded } from '../services/http/errors.js';
import { paths } from '../session/paths.js';
import { keyFileText, keyPassword, requireOneStdin, storedKeyText, warningsOf } from './key-input.js';

/** The options of a command that signs, by key. */
export interface KeySelection {
  /** The name of a stored key. */
  readonly key?: string;
  /** A key file in any form, or `-` for standard input. */
  readonly keyFile?: string;
  /** The address that the key must have; without `key` and `keyFile` it chooses the stored key. */
  readonly wallet?: string;
  readonly passwordFile?: string;
}

/** The options of a command that signs. Their values are a `KeySelection`. */
export const keyOptions: readonly Flag[] = [
  { flags: '--key <name>', summary: 'the stored key that signs (tuk wallet key list); default: the only one' },
  { flags: '--key-file <file>', summary: 'a key file instead: V3 key store, hex, phrase or extended key; - for standard input' },
  { flags: '--wallet <address>', summary: 'the address that the key must have' },
  { flags: '--password-file <file>', summary: 'the file with the password of the key (TUK_KEY_PASSWORD_FILE)' },
];

/** A key that can be unlocked. */
export interface Signer {
  /** With its EIP-55 checksum. It is what the key file states, and the key's own once it is unlocked. */
  readonly address: string;
  /**
   * Unlocks the key for `use`, and zeroes its bytes afterwards, also when `use` fails. The password is read or prompted for once.
   * @throws {Guarded} WRONG_KEY where the key has another address; {BadInput} NEEDS_PASSWORD, WRONG_PASSWORD, BAD_KEY; what `use` throws
   */
  withKey<Result>(use: (key: SigningKey) => Promise<Result> | Result): Promise<Result>;
}

/**
 * The signer that the options select. A key file that states its address is not unlocked yet; any other key is read at once.
 * @throws {BadInput} WHICH_KEY, NO_KEY, UNKNOWN_KEY, NO_FILE, BAD_KEY, BAD_ADDRESS; {Guarded} WRONG_KEY where no selected key has the address of `wallet`,
 * MAY_BE_KEY, KEY_TOO_COSTLY; {LocalFailure} for a key folder or file that is not private
 */
export async function signerOf(context: Context, selection: KeySelection): Promise<Signer> {
  const held = context.world.signers;
  if (held === undefined) return newSigner(context, selection);
  const name = JSON.stringify(Object.entries(selection).sort());
  const signer = held.get(name) ?? held.hold(name, newSigner(context, selection));
  return signer as Promise<Signer>;
}

async function newSigner(context: Context, selection: KeySelection): Promise<Signer> {
  const { key, keyFile, wallet, passwordFile } = selection;
  if (key !== undefined && keyFile !== undefined) throw new BadInput('WHICH_KEY', 'Give --key or --key-file, not both.');
  if (wallet !== undefined) (await import('../money/address.js')).requireAddress(wallet, 'The value of --wallet', 'ETHEREUM');
  requireOneStdin(context, keyFile === '-', passwordFile);
  const [text, what] = keyFile === undefined ? await stored(context, key, wallet) : [await keyFileText(context, keyFile), 'The key'];
  const signer = await signerFor(context, text, what, passwordFile);
  if (wallet !== undefined && signer.address.toLowerCase() !== wallet.toLowerCase())
    throw new Guarded(
      'WRONG_KEY',
      `${what} is that of ${signer.address}, and --wallet states ${wallet}; nothing was signed.`,
      'Name the key of that wallet: tuk wallet key list',
    );
  return signer;
}

/** The text of the chosen stored key, and what it is called in sentences. */
async function stored(context: Context, key: string | undefined, wallet: string | undefined): Promise<readonly [string, string]> {
  const name = key ?? (await chosenName(context, wallet));
  const { requireKeyFile } = await import('../money/key-store.js');
  return [requireKeyFile(await storedKeyText(context, name), name), `The key ${name}`];
}

/** The stored key of an address, else the only one. */
async function chosenName(context: Context, wallet: string | undefined): Promise<string> {
  const { listStoredKeys } = await import('../money/key-store.js');
  const keys = listStoredKeys(paths(context.world).keys, warningsOf(context));
  if (keys.length === 0)
    throw new BadInput(
      'NO_KEY',
      'There is no stored key to sign with; nothing was signed.',
      'Make one with tuk wallet key new NAME, store yours with tuk wallet key import NAME, or name a file with --key-file.',
    );
  const matching = wallet === undefined ? keys : keys.filter(({ address }) => address?.toLowerCase() === wallet.toLowerCase());
  const [only, second] = matching;
  if (only && !second) return only.name;
  if (!only)
    throw new Guarded('WRONG_KEY', `None of the stored keys is that of ${wallet}; nothing was signed.`, `There are: ${listed(keys)}.`);
  const several = wallet === undefined ? 'There are several stored keys' : `Several stored keys are that of ${wallet}`;
  throw new BadInput('WHICH_KEY', `${several}; nothing was signed.`, `Choose one with --key NAME: ${listed(matching)}.`);
}

const listed = (keys: readonly StoredKey[]): string =>
  keys.map(({ name, address }) => `${name} ${address ?? '(its file cannot be used)'}`).join(', ');

/** @param what the key in sentences: `The key work` */
async function signerFor(context: Context, text: string, what: string, passwordFile: string | undefined): Promise<Signer> {
  const [{ readKey, wipe }, { isKeyFile, parseKeyFile }, { signTransaction }] = await Promise.all([
    import('../money/keys.js'),
    import('../money/key-file.js'),
    import('../money/evm/transaction.js'),
  ]);
  const statedAddress = isKeyFile(text) ? parseKeyFile(text).address : undefined;
  let password: string | undefined; // once it has opened the key
  const unlock = async (): Promise<KeyMaterial> => {
    let typed: string | undefined;
    const material = await readKey(text, async () => {
      typed = password ?? (await keyPassword(context, passwordFile, passwordLabel(what, statedAddress)));
      return typed;
    });
    password = typed;
    return material;
  };
  const unlockedFor = async <Result>(use: (key: Key) => Promise<Result> | Result): Promise<Result> => {
    const material = await unlock();
    try {
      return await use(material.key);
    } finally {
      wipe(material);
    }
  };
  const address = statedAddress ?? (await unlockedFor((key) => key.address));
  return {
    address,
    withKey: (use) =>
      unlockedFor((key) => {
        if (key.address === address) return use({ address, sign: async (unsigned) => signTransaction(unsigned, key) });
        throw new Guarded('WRONG_KEY', `${what} is that of ${key.address}, not of ${address}; nothing was signed.`);
      }),
  };
}

const passwordLabel = (what: string, address: string | undefined): string =>
  `Password of ${what.replace(/^The/, 'the')}${address === undefined ? '' : ` (${address})`}`;
