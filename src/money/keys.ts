// Reads a person's private keys: a V3 key store, a key in hex, a recovery phrase, an extended key. Loaded on use.
import { HDKey } from '@scure/bip32';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { addr } from 'micro-eth-signer';
import { privFromLegacyKeystore } from 'micro-eth-signer/keystore.js';
import { BadInput, Guarded } from '../services/http/errors.js';

/** A key that signs for one address. */
export interface Key {
  /** With its EIP-55 checksum. */
  readonly address: string;
  readonly privateKey: Uint8Array;
}
/** The parsed input: one key, or a tree of keys at the account level (m/44'/60'/0'). */
export type KeyMaterial = { readonly key: Key; readonly account?: HDKey };

/** The account level of Ethereum keys, at which the services know a person's extended key (CONTRACT.md 7.3). */
const accountPath = "m/44'/60'/0'";

/**
 * Reads a key in any of its forms.
 * @param text the text of the file or of stdin
 * @param password called only for a locked key; returns nothing without a terminal or file
 * @throws {BadInput} for a text that is no key, a wrong password, a key store that needs too much memory, or one whose key has another address
 */
export async function readKey(text: string, password: () => Promise<string | undefined>): Promise<KeyMaterial> {
  const input = text.trim();
  if (input.startsWith('{')) return { key: await unlocked(input, password) };
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(input)) return { key: keyOf(Buffer.from(input.replace(/^0x/, ''), 'hex')) };
  if (/^xprv/.test(input)) return fromExtended(input);
  const phrase = input.normalize('NFKD').split(/\s+/).join(' ').toLowerCase();
  if (validateMnemonic(phrase, wordlist)) return tree(HDKey.fromMasterSeed(await mnemonicToSeed(phrase)).derive(accountPath));
  throw new BadInput(
    'BAD_KEY',
    'What was given is no key that tuk knows; its text is not repeated here.',
    'It may be a V3 key store (JSON), 64 hex digits, a recovery phrase of 12 to 24 English words, or an extended key (xprv).',
  );
}

/** The key of an address, and the one that a later address of the same tree has. */
const tree = (account: HDKey): KeyMaterial => ({ key: keyOf(account.derive('m/0/0').privateKey!), account });

function fromExtended(text: string): KeyMaterial {
  const extended = (() => {
    try {
      return HDKey.fromExtendedKey(text);
    } catch {
      throw new BadInput('BAD_KEY', 'The extended key cannot be read: its checksum or its form is wrong.');
    }
  })();
  if (extended.privateKey && extended.depth === 0) return tree(extended.derive(accountPath));
  if (extended.privateKey && extended.depth === 3) return tree(extended);
  throw new BadInput('BAD_KEY', `The extended key is of depth ${extended.depth}; it has to be the root or the account (${accountPath}).`);
}

function keyOf(privateKey: Uint8Array): Key {
  if (!addr.isValidPrivateKey(privateKey)) throw new BadInput('BAD_KEY', 'The private key is out of range.');
  return { address: addr.fromPrivateKey(privateKey), privateKey };
}

interface KeyStore {
  readonly version?: unknown;
  readonly address?: unknown;
}

/** The key inside a Web3 Secret Storage V3 file. Its address, where the file names one, must be the key's own. */
async function unlocked(json: string, password: () => Promise<string | undefined>): Promise<Key> {
  const store = parsed(json);
  if (store.version !== 3) throw new BadInput('BAD_KEY', 'The key file is no Web3 Secret Storage of version 3.');
  const input = await password();
  if (input === undefined)
    throw new BadInput(
      'NEEDS_PASSWORD',
      'The key is locked, and there is no terminal to prompt for its password.',
      'Put the password into a file and name that file in TUK_KEY_PASSWORD_FILE.',
    );
  const key = keyOf(await decrypted(store, input));
  const statedAddress = store.address;
  if (statedAddress !== undefined && `0x${String(statedAddress).replace(/^0x/i, '')}`.toLowerCase() !== key.address.toLowerCase())
    throw new Guarded('WRONG_KEY', `The key inside the file is not that of the address it names: it is ${key.address}'s.`);
  return key;
}

function parsed(json: string): KeyStore {
  try {
    return JSON.parse(json) as KeyStore;
  } catch {
    throw new BadInput('BAD_KEY', 'The key file is not valid JSON.');
  }
}

async function decrypted(store: KeyStore, password: string): Promise<Uint8Array> {
  try {
    return await privFromLegacyKeystore(store as Parameters<typeof privFromLegacyKeystore>[0], password, true);
  } catch (error) {
    const { message } = error as Error;
    // The library limits the memory that a file may require (512 MiB), with a message of its own.
    if (/KDF/.test(message)) throw new Guarded('KEY_TOO_COSTLY', `The key file asks for more work or memory than is allowed: ${message}.`);
    if (/passphrase/i.test(message)) throw new BadInput('WRONG_PASSWORD', 'The password does not open the key.');
    throw new BadInput('BAD_KEY', 'The key file cannot be opened: it is not what its version says.');
  }
}
