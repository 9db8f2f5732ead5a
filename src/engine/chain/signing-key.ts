// The signer of a command: a key that options select, identified by its address and used in its own process, or the
// external signer of the network.

import { statSync } from 'node:fs';
import type { Context } from '../../cli/command/command.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { parseKeyFile } from '../../money/keys/key-file.js';
import {
  listStoredKeys,
  readStoredKey,
  requireKeyFile,
  type StoredKey,
  storedKeyPath,
} from '../../money/keys/key-store.js';
import { isSignatureOf } from '../../money/keys/message-signature.js';
import { type ChainFamily, familyName, isSameAccount, otherFamily, type Signer } from '../../money/keys/signer.js';
import { requireAddress } from '../../money/values/address.js';
import { notAsConfirmed } from '../../money/verdict/seal.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { externalSigner } from './external-signer.js';
import type { KeyHandle, KeyInProcess } from './key-handle.js';
import { keyPassword, readKeyFile, readKeyOfStore, requireOneStdin, warningsOf } from './key-input.js';

export interface KeySelection {
  readonly key?: string;
  /** A key file in any form, or `-` for standard input. */
  readonly keyFile?: string;
  /** The address that the key must have; without `key` and `keyFile` it selects the stored key. */
  readonly wallet?: string;
  readonly passwordFile?: string;
}

/** The signer of a command. */
export interface SelectedSigner {
  /** As the key file states, and the key's own once it is unlocked; with its EIP-55 checksum, or in base58. */
  readonly address: string;
  /**
   * Passes the key to `use`. Unlocks it at its first use until `release`; the password is read or prompted for once.
   * @throws {Guarded} WRONG_KEY if the key has another address; {BadInput} NEEDS_PASSWORD, WRONG_PASSWORD, BAD_KEY;
   * {LocalFailure} KEY_PROCESS_ENDED; the errors of `use`
   */
  withKey<Result>(use: (key: Signer) => Promise<Result> | Result): Promise<Result>;
  /** Ends the process of the key, except in a batch: nothing more is signed. */
  release(): void;
}

/**
 * The signer that the options select. A key file with its address stays locked; any other key is read at once.
 * @param network the network whose external signer signs (`signer.NETWORK` of the profile), unless a key is typed
 * @throws {BadInput} WHICH_KEY, NO_KEY, UNKNOWN_KEY, NO_FILE, BAD_KEY, BAD_ADDRESS; {Guarded} WRONG_KEY if no selected
 * key has the address of `wallet`, MAY_BE_KEY, KEY_TOO_COSTLY; {LocalFailure} for a key folder or file that is not
 * private; {Guarded} NOT_AS_CONFIRMED for the file of a key that has changed since the check of a batch
 */
export async function signerOf(
  context: Context,
  selection: KeySelection,
  family: ChainFamily,
  network?: string,
): Promise<SelectedSigner> {
  const url = network === undefined || hasKey(selection) ? undefined : context.settings().of.signers?.[network];
  const make = () =>
    url === undefined ? newSigner(context, selection, family) : externalOf(context, network!, url, selection);
  const signers = context.world.signers;
  if (signers === undefined) return make();
  const name = JSON.stringify({ ...selection, family, url }, selectionFields);
  const files = url === undefined ? stampOf(context, selection) : '';
  const known = signers.get(name) as KnownSigner | undefined;
  if (known && known.files !== files) throw notAsConfirmed('The file of the key is not the one of the check.');
  const { signer } = known ?? { signer: make() };
  signers.set(name, { signer, files } satisfies KnownSigner);
  signer.catch(() => signers.delete(name));
  return signer;
}

/** The signer of a selection in a batch, and the state of its files when it was first read. */
interface KnownSigner {
  readonly signer: Promise<SelectedSigner>;
  readonly files: string;
}
/** The files of a selected key: of a selection without a name those of all stored keys. */
export function keyFilesOf({ world }: Pick<Context, 'world'>, { key, keyFile }: KeySelection): readonly string[] {
  const { keys } = paths(world);
  if (keyFile !== undefined) return [inWorkingFolder(world, keyFile)];
  if (key !== undefined) return [storedKeyPath(keys, key)];
  return listStoredKeys(keys, () => {}).map(({ name }) => storedKeyPath(keys, name));
}
/** What tells the files of a key from later ones, without reading them. */
function stampOf(context: Context, selection: KeySelection) {
  const stamps = keyFilesOf(context, selection).map((file) => {
    const found = selection.keyFile === '-' ? undefined : statSync(file, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() ? [file, found.ino, found.size, found.mtimeNs].join(' ') : file;
  });
  return stamps.join('\n');
}

/** What distinguishes two signers of a batch. */
const selectionFields = ['key', 'keyFile', 'passwordFile', 'wallet', 'family', 'url'];
const hasKey = ({ key, keyFile }: KeySelection) => key !== undefined || keyFile !== undefined;

/** The external signer of a network. @throws {BadInput} BAD_ADDRESS; as `externalSigner` */
async function externalOf(
  context: Context,
  network: string,
  url: string,
  { wallet }: KeySelection,
): Promise<SelectedSigner> {
  if (wallet !== undefined) requireAddress(wallet, 'The value of --wallet', 'ETHEREUM');
  const signer = await externalSigner(context, network, url, wallet);
  return { address: signer.address, withKey: async (use) => use(signer), release: () => {} };
}

async function newSigner(context: Context, selection: KeySelection, family: ChainFamily): Promise<SelectedSigner> {
  const { key, keyFile, wallet, passwordFile } = selection;
  if (key !== undefined && keyFile !== undefined)
    throw new BadInput('WHICH_KEY', 'Give --key or --key-file, not both.');
  if (wallet !== undefined)
    requireAddress(wallet, 'The value of --wallet', family === 'solana' ? 'SOLANA' : 'ETHEREUM');
  requireOneStdin(context, keyFile === '-', passwordFile);
  const chosen =
    keyFile === undefined
      ? await storedKey(context, key ?? (await chosenName(context, wallet, family)), family)
      : await keyOfFile(context, keyFile, family);
  const signer = await signerFor(context, chosen, passwordFile);
  if (wallet !== undefined && !isSameAccount(signer.address, wallet))
    throw new Guarded(
      'WRONG_KEY',
      `${chosen.what} belongs to ${signer.address}, and --wallet states ${wallet}.`,
      'Name the key of that wallet: tuk wallet key list',
    );
  return signer;
}

interface ChosenKey {
  /** Its name in sentences: `The key work`. */
  readonly what: string;
  /** The address in its file. */
  readonly address: string | undefined;
  readonly read: () => Promise<KeyInProcess>;
}

/**
 * A key of the key folder. Its file is locked: its address is read here, and the key process starts when something is
 * signed.
 */
async function storedKey(context: Context, name: string, family: ChainFamily): Promise<ChosenKey> {
  const text = requireKeyFile(readStoredKey(paths(context.world).keys, name, warningsOf(context)), name);
  const [file, what] = [parseKeyFile(text), `The key ${name}`];
  if (file.family !== family) throw otherFamily(what, file.family, family);
  return { what, address: file.address, read: () => readKeyOfStore(context, name, family) };
}

/** A key of any file, read in the key process. */
async function keyOfFile(context: Context, file: string, family: ChainFamily): Promise<ChosenKey> {
  const key = await readKeyFile(context, file, family);
  return { what: 'The key', address: key.address, read: async () => key };
}

/** The stored key of an address, else the only one of its family. A file that cannot be used may be of any. */
async function chosenName(context: Context, wallet: string | undefined, family: ChainFamily) {
  const keys = listStoredKeys(paths(context.world).keys, warningsOf(context));
  const ofFamily = keys.filter((key) => key.family === undefined || key.family === family);
  const made = family === 'evm' ? '' : ` --family ${family}`;
  if (ofFamily.length === 0)
    throw new BadInput(
      'NO_KEY',
      `There is no stored key to sign with${keys.length === 0 ? '' : ` for ${familyName(family)}`}.`,
      `Make one with tuk wallet key new NAME${made}, store yours with tuk wallet key import NAME${made}, or name a file with --key-file.`,
    );
  const matching =
    wallet === undefined
      ? ofFamily
      : ofFamily.filter(({ address }) => address !== undefined && isSameAccount(address, wallet));
  const [only, second] = matching;
  if (only && !second) return only.name;
  if (!only)
    throw new Guarded('WRONG_KEY', `None of the stored keys is that of ${wallet}.`, `There are: ${listed(ofFamily)}.`);
  const several = wallet === undefined ? 'There are several stored keys' : `Several stored keys are that of ${wallet}`;
  throw new BadInput('WHICH_KEY', `${several}.`, `Choose one with --key NAME: ${listed(matching)}.`);
}

const listed = (keys: readonly StoredKey[]) =>
  keys.map(({ name, address }) => `${name} ${address ?? '(its file cannot be used)'}`).join(', ');

async function signerFor(
  context: Context,
  { what, address: stated, read }: ChosenKey,
  passwordFile: string | undefined,
): Promise<SelectedSigner> {
  let key: Promise<KeyInProcess> | undefined;
  let unlocked: Promise<KeyHandle> | undefined;
  const unlock = async (): Promise<KeyHandle> => {
    key ??= read();
    unlocked ??= key.then((inProcess) =>
      inProcess.unlock(() => keyPassword(context, passwordFile, passwordLabel(what, stated))),
    );
    try {
      return await unlocked;
    } catch (error) {
      unlocked = undefined; // a wrong password is not remembered
      throw error;
    }
  };
  const address = stated ?? (await unlock()).address;
  return {
    address,
    async withKey(use) {
      const handle = await unlock();
      if (handle.address === address) return use(handle);
      throw new Guarded('WRONG_KEY', `${what} is that of ${handle.address}, not of ${address}.`);
    },
    release: () => void key?.then((inProcess) => inProcess.release()).catch(() => {}),
  };
}

const passwordLabel = (what: string, address: string | undefined) =>
  `Password of ${what.replace(/^The/, 'the')}${address === undefined ? '' : ` (${address})`}`;

// Signs a text with a selected signer, and checks the result.

/** The signature of a text, 0x hex. Ends the signer. @throws {Guarded} BAD_SIGNATURE; as `withKey` */
export async function signText(signer: SelectedSigner, family: ChainFamily, text: string): Promise<string> {
  const signature = await signer.withKey((key) => key.sign({ kind: 'text', text }));
  signer.release();
  if (isSignatureOf(family, text, signature, signer.address)) return signature;
  throw new Guarded(
    'BAD_SIGNATURE',
    `The response of the signer is not the signature of ${signer.address} for this message, so it is not shown.`,
  );
}
