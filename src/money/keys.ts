// Reads a person's private keys: a V3 key store, a key in hex, a recovery phrase, an extended key. Loaded on use.
import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { HDKey } from '@scure/bip32';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { addr } from 'micro-eth-signer';
import { BadInput, Guarded } from '../services/http/errors.js';
import { isKeyFile, parseKeyFile, unlockKeyFile } from './key-file.js';

/** A key that signs for one address. */
export interface Key {
  /** With its EIP-55 checksum. */
  readonly address: string;
  readonly privateKey: Uint8Array;
}
/** The parsed input: one key, or a tree of keys at the account level (m/44'/60'/0'). */
export type KeyMaterial = { readonly key: Key; readonly account?: HDKey };

/** The account level of Ethereum keys: the services have the extended key of this level (platform 2.3). */
const accountPath = "m/44'/60'/0'";
const [purpose, coinType, account] = [0x8000_002c, 0x8000_003c, 0x8000_0000];

/**
 * Reads a key in any of its forms. The caller zeroes it after use with `wipe`; its sources are zeroed here.
 * @param text the text of the file or of stdin
 * @param password called only for a locked key of right form and cost; returns nothing without a terminal or file
 * @throws {BadInput} BAD_KEY, WRONG_PASSWORD; {Guarded} KEY_TOO_COSTLY, and WRONG_KEY for a file whose key has another
 * address
 */
export async function readKey(text: string, password: () => Promise<string | undefined>): Promise<KeyMaterial> {
  const input = text.trim();
  if (isKeyFile(input)) return { key: await unlocked(input, password) };
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(input))
    return { key: keyOf(Uint8Array.from(Buffer.from(input.replace(/^0x/, ''), 'hex'))) };
  if (/^xprv/.test(input)) return fromExtended(input);
  const phrase = input.normalize('NFKD').split(/\s+/).join(' ').toLowerCase();
  if (validateMnemonic(phrase, wordlist)) return fromPhrase(phrase);
  throw new BadInput(
    'BAD_KEY',
    'The text is not a key in a known form; it is not shown.',
    'It may be a V3 key store (JSON), 64 hex digits, a recovery phrase of 12 to 24 English words, or an extended key (xprv).',
  );
}

/** Zeroes the bytes of a key and of its account. */
export function wipe({ key, account: tree }: KeyMaterial): void {
  key.privateKey.fill(0);
  tree?.wipePrivateData();
}

/** Makes a random key. The caller zeroes it after use with `wipe`. */
export function randomKey(): Key {
  for (;;) {
    const bytes = Uint8Array.from(randomBytes(32)); // one of 2^128 texts is not a key
    if (addr.isValidPrivateKey(bytes)) return keyOf(bytes);
  }
}

async function fromPhrase(phrase: string): Promise<KeyMaterial> {
  const seed = await promisify(pbkdf2)(phrase.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512'); // BIP-39: Node's own takes a hundredth of the time
  try {
    return tree(below(HDKey.fromMasterSeed(seed), [purpose, coinType, account]));
  } finally {
    seed.fill(0);
  }
}

/** Derives a descendant of a node, and wipes all nodes above it. */
const below = (node: HDKey, path: readonly number[]): HDKey =>
  path.reduce((parent, index) => {
    const child = parent.deriveChild(index);
    parent.wipePrivateData();
    return child;
  }, node);

/** The account level of Ethereum keys, and the key of its first address (m/0/0 below it). */
function tree(node: HDKey): KeyMaterial {
  const first = below(node.deriveChild(0), [0]);
  try {
    return { key: keyOf(first.privateKey!), account: node };
  } finally {
    first.wipePrivateData();
  }
}

function fromExtended(text: string): KeyMaterial {
  const extended = (() => {
    try {
      return HDKey.fromExtendedKey(text);
    } catch {
      throw new BadInput('BAD_KEY', 'The extended key cannot be read: its checksum or its form is wrong.');
    }
  })();
  if (extended.privateKey && extended.depth === 0) return tree(below(extended, [purpose, coinType, account]));
  if (extended.privateKey && extended.depth === 3) return tree(extended);
  throw new BadInput(
    'BAD_KEY',
    `The extended key is of depth ${extended.depth}; it has to be the root or the account (${accountPath}).`,
  );
}

/** @throws {BadInput} BAD_KEY for bytes out of range; they are zeroed */
function keyOf(privateKey: Uint8Array): Key {
  if (addr.isValidPrivateKey(privateKey)) return { address: addr.fromPrivateKey(privateKey), privateKey };
  privateKey.fill(0);
  throw new BadInput('BAD_KEY', 'The private key is out of range.');
}

/** The key inside a key file. Its address must be the stated one, if the file states one. */
async function unlocked(json: string, password: () => Promise<string | undefined>): Promise<Key> {
  const file = parseKeyFile(json);
  const input = await password();
  if (input === undefined)
    throw new BadInput(
      'NEEDS_PASSWORD',
      'The key is locked, and there is no terminal to prompt for its password.',
      'Put the password into a file and name that file in TUK_KEY_PASSWORD_FILE.',
    );
  const key = keyOf(await unlockKeyFile(file, input));
  if (file.address === undefined || file.address === key.address) return key;
  key.privateKey.fill(0);
  throw new Guarded(
    'WRONG_KEY',
    `The key in the file does not belong to the address that the file names: it belongs to ${key.address}.`,
  );
}
