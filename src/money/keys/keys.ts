// Reads a person's private keys: a V3 key store, a key in hex, a recovery phrase, an extended key, a key pair of
// Solana. Loaded on use.

import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { base58 } from '@scure/base';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { addr } from 'micro-eth-signer';
import { isBytes32, isBytes64 } from '../../services/forms.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { deriveEd25519, isKeyPair, solanaAddressOf, solanaPath } from './ed25519.js';
import { childOf, type ExtendedKey, isPrivateKey, parseExtendedKey, publicKeyOf, rootOf } from './extended-key.js';
import { isKeyFile, parseKeyFile, unlockKeyFile } from './key-file.js';
import { type ChainFamily, otherFamily } from './signer.js';

/** A key that signs for one address. */
export interface Key {
  readonly family: ChainFamily;
  /** Of EVM chains with its EIP-55 checksum, of Solana in base58. */
  readonly address: string;
  /** 32 bytes; of an ed25519 key its seed. */
  readonly privateKey: Uint8Array;
}
/** The parsed input: one key, or a tree of keys at the account level (m/44'/60'/0'). */
export type KeyMaterial = { readonly key: Key; readonly account?: ExtendedKey };

/** The account level of Ethereum keys: the services have the extended key of this level (platform 2.3). */
const accountPath = "m/44'/60'/0'";
const [purpose, coinType, account] = [0x8000_002c, 0x8000_003c, 0x8000_0000];

/**
 * Reads a key in any of its forms. The caller zeroes it after use with `wipe`; its sources are zeroed here.
 * @param text the text of the file or of stdin
 * @param password called only for a locked key of right form and cost; returns nothing without a terminal or file
 * @param family the family that the key must have; a recovery phrase has a key of each, and of EVM chains without it
 * @throws {BadInput} BAD_KEY, WRONG_PASSWORD; {Guarded} KEY_TOO_COSTLY, and WRONG_KEY for a key of another family, and
 * for a file whose key has another address
 */
export async function readKey(
  text: string,
  password: () => Promise<string | undefined>,
  family?: ChainFamily,
): Promise<KeyMaterial> {
  const input = text.trim();
  if (isKeyFile(input)) return { key: await unlocked(input, password, family) };
  const phrase = input.normalize('NFKD').split(/\s+/).join(' ').toLowerCase();
  if (validateMnemonic(phrase, wordlist)) return fromPhrase(phrase, family ?? 'evm');
  const pair = keyPairIn(input);
  if (pair)
    return {
      key: inFamily(
        'solana',
        family,
        () => keyOfPair(pair),
        () => pair.fill(0),
      ),
    };
  if (isBytes32(input.replace(/^0x/, '')))
    return { key: inFamily('evm', family, () => keyOf(Uint8Array.from(Buffer.from(input.replace(/^0x/, ''), 'hex')))) };
  if (/^xprv/.test(input)) return inFamily('evm', family, () => fromExtended(input));
  throw new BadInput(
    'BAD_KEY',
    'The text is not a key in a known form; it is not shown.',
    'Use a V3 key store (JSON), 64 hex digits, a recovery phrase of 12 to 24 English words, or an extended key (xprv). For Solana you can use a key pair (JSON list or base58).',
  );
}

/**
 * Checks the family of a key before it is read.
 * @param otherwise runs before the failure
 * @throws {Guarded} WRONG_KEY
 */
function inFamily<Result>(
  is: ChainFamily,
  needed: ChainFamily | undefined,
  read: () => Result,
  otherwise?: () => void,
): Result {
  if (needed === undefined || needed === is) return read();
  otherwise?.();
  throw otherFamily('The key', is, needed);
}

/** The 64 bytes of a Solana key pair: a JSON list, or base58. Nothing for another form. */
function keyPairIn(input: string): Uint8Array | undefined {
  if (/^\[[\d\s,]{127,400}\]$/.test(input)) {
    const list = input
      .slice(1, -1)
      .split(',')
      .map((part) => (/^\s*\d{1,3}\s*$/.test(part) ? Number(part) : 256));
    return list.length === 64 && list.every((byte) => byte < 256) ? Uint8Array.from(list) : undefined;
  }
  if (!isBytes64(input) || isBytes32(input)) return undefined;
  const bytes = base58.decode(input);
  return bytes.length === 64 ? bytes : undefined;
}

/** The key of a pair: a seed and its public key, which must belong together. @throws {BadInput} BAD_KEY */
function keyOfPair(pair: Uint8Array): Key {
  const seed = pair.slice(0, 32);
  const isPair = isKeyPair(pair);
  pair.fill(0);
  if (isPair) return solanaKeyOf(seed);
  seed.fill(0);
  throw new BadInput('BAD_KEY', 'The two halves of the key pair do not belong together.');
}

const solanaKeyOf = (seed: Uint8Array): Key => ({
  family: 'solana',
  address: solanaAddressOf(seed),
  privateKey: seed,
});

/** Zeroes the bytes of a key and of its account. */
export function wipe({ key, account: tree }: KeyMaterial): void {
  key.privateKey.fill(0);
  tree?.privateKey.fill(0);
}

/** Makes a random key. The caller zeroes it after use with `wipe`. */
export function randomKey(family: ChainFamily = 'evm'): Key {
  if (family === 'solana') return solanaKeyOf(Uint8Array.from(randomBytes(32)));
  for (;;) {
    const bytes = Uint8Array.from(randomBytes(32)); // one of 2^128 texts is not a key
    if (isPrivateKey(bytes)) return keyOf(bytes);
  }
}

async function fromPhrase(phrase: string, family: ChainFamily): Promise<KeyMaterial> {
  // BIP-39: Node's own takes a hundredth of the time
  const seed = await promisify(pbkdf2)(phrase.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
  try {
    if (family === 'solana') return { key: solanaKeyOf(deriveEd25519(seed, solanaPath)) };
    return tree(below(rootOf(seed), [purpose, coinType, account]));
  } finally {
    seed.fill(0);
  }
}

/** Derives a descendant of a node, and wipes all nodes above it. */
const below = (node: ExtendedKey, path: readonly number[]): ExtendedKey =>
  path.reduce((parent, index) => {
    const child = childOf(parent, index);
    parent.privateKey.fill(0);
    return child;
  }, node);

/** The account level of Ethereum keys, and the key of its first address (m/0/0 below it). */
const tree = (node: ExtendedKey): KeyMaterial => ({
  key: keyOf(below(childOf(node, 0), [0]).privateKey),
  account: node,
});

function fromExtended(text: string): KeyMaterial {
  const extended = (() => {
    try {
      return parseExtendedKey(text);
    } catch {
      throw new BadInput('BAD_KEY', 'The extended key cannot be read: its checksum or its form is wrong.');
    }
  })();
  if (extended.depth === 0) return tree(below(extended, [purpose, coinType, account]));
  if (extended.depth === 3) return tree(extended);
  extended.privateKey.fill(0);
  throw new BadInput(
    'BAD_KEY',
    `The extended key is of depth ${extended.depth}; it has to be the root or the account (${accountPath}).`,
  );
}

/** @throws {BadInput} BAD_KEY for bytes out of range; they are zeroed */
function keyOf(privateKey: Uint8Array): Key {
  if (isPrivateKey(privateKey))
    return { family: 'evm', address: addr.fromPublicKey(publicKeyOf(privateKey, 'uncompressed')), privateKey };
  privateKey.fill(0);
  throw new BadInput('BAD_KEY', 'The private key is out of range.');
}

/** The key inside a key file. Its address must be the stated one, if the file states one. */
async function unlocked(
  json: string,
  password: () => Promise<string | undefined>,
  family: ChainFamily | undefined,
): Promise<Key> {
  const file = parseKeyFile(json);
  if (family !== undefined && file.family !== family) throw otherFamily('The key', file.family, family);
  const input = await password();
  if (input === undefined)
    throw new BadInput(
      'NEEDS_PASSWORD',
      'The key is locked, and there is no terminal to prompt for its password.',
      'Put the password into a file and name that file in TUK_KEY_PASSWORD_FILE.',
    );
  const bytes = await unlockKeyFile(file, input);
  const key = file.family === 'solana' ? keyOfPair(bytes) : keyOf(bytes);
  if (file.address === undefined || file.address === key.address) return key;
  key.privateKey.fill(0);
  throw new Guarded(
    'WRONG_KEY',
    `The key in the file does not belong to the address that the file names: it belongs to ${key.address}.`,
  );
}
