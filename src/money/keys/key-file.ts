// Key files: Web3 Secret Storage, version 3. Reads files of any program; writes them with scrypt, and with a checksum
// that tells an edited file from a wrong password. A file of an ed25519 key states `"family": "solana"`, its address in
// base58, and holds 64 bytes: no program takes it for a key of Ethereum.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  pbkdf2,
  randomBytes,
  randomUUID,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { addr } from 'micro-eth-signer';
import { duplicateKey } from '../../services/duplicate-keys.js';
import { forms, isEvmAddress, whole } from '../../services/forms.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { isRecord, type Row } from '../../services/json-value.js';
import type { ChainFamily } from './signer.js';

/** A key file with checked form and cost. Nothing in it is secret without its password. */
export interface KeyFile {
  readonly family: ChainFamily;
  /**
   * The address that the file states, with its EIP-55 checksum or in base58; a file of another program may state no
   * address.
   */
  readonly address?: string;
  /** Whether the file has a right checksum of tuk. */
  readonly hasChecksum: boolean;
  readonly cipher: 'aes-128-ctr' | 'aes-128-cbc';
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly mac: Buffer;
  readonly derivation: Derivation;
}
type Derivation =
  | Scrypt
  | { readonly kdf: 'pbkdf2'; readonly salt: Buffer; readonly dklen: number; readonly c: number };
interface Scrypt {
  readonly kdf: 'scrypt';
  readonly salt: Buffer;
  readonly dklen: number;
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** The field of the checksum; other programs ignore it. */
const checksumField = 'x-tuk';
/** Characters; a file of any program is below 2 kB. */
const longestFile = 65_536;
/**
 * The highest costs of a file that is opened: twice scrypt with 256 MiB or PBKDF2 with a million rounds, as in common
 * programs.
 */
const highest = { dklen: 64, c: 2 ** 22, n: 2 ** 20, r: 32, p: 8, memory: 512 * 1024 ** 2, work: 2 ** 24 } as const;

/** Whether a text is meant as a key file, valid or not. */
export const isKeyFile = (text: string): boolean => text.trimStart().startsWith('{');

/**
 * Reads the text of a key file, without its password and without the work that its parameters ask for.
 * @throws {BadInput} BAD_KEY for another form, and for an edited or damaged file; {Guarded} KEY_TOO_COSTLY
 */
export function parseKeyFile(text: string): KeyFile {
  const json = text.trim();
  const value = parsed(json);
  if (!isRecord(value)) throw malformed('it is not a JSON object');
  const hasChecksum = checkChecksum(value);
  const file = fold(value);
  if (file.version !== 3) throw malformed('its version is not 3');
  const { crypto } = file;
  if (!isRecord(crypto)) throw malformed('it has no field crypto');
  const cipher = crypto.cipher;
  if (cipher !== 'aes-128-ctr' && cipher !== 'aes-128-cbc') throw malformed('its cipher is not AES-128');
  const { family = 'evm' } = file;
  if (family !== 'evm' && family !== 'solana') throw malformed('its family is neither evm nor solana');
  return {
    family,
    address: family === 'solana' ? solanaAddress(file.address) : addressOf(file.address),
    hasChecksum,
    cipher,
    iv: bytesOf(isRecord(crypto.cipherparams) ? crypto.cipherparams.iv : undefined, 'iv', 16),
    ciphertext: bytesOf(crypto.ciphertext, 'ciphertext', family === 'solana' ? 64 : 32),
    mac: bytesOf(crypto.mac, 'mac', 32),
    derivation: derivationOf(crypto.kdf, crypto.kdfparams),
  };
}

function parsed(json: string): unknown {
  if (json.length > longestFile)
    throw new BadInput('BAD_KEY', `The key file is longer than ${longestFile} characters.`);
  try {
    const value: unknown = JSON.parse(json);
    if (duplicateKey(json, { folds: true }) !== undefined) throw malformed('it has a field twice');
    return value;
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput('BAD_KEY', 'The key file is not valid JSON.', damagedHint);
  }
}

const damagedHint =
  'It was edited or is damaged: take it from a backup, or import the key again with tuk wallet key import.';
/** @param why the end of a sentence, without the text of the file */
const malformed = (why: string): BadInput =>
  new BadInput('BAD_KEY', `The key file is not a V3 key store (Web3 Secret Storage): ${why}.`, damagedHint);

const deepest = 8;
/**
 * The value with all names in small letters: old programs wrote `Crypto`.
 * @throws {BadInput} if it is nested too deep
 */
function fold(value: Row, depth = 0): Row {
  if (depth > deepest) throw malformed('it is nested too deep');
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.toLowerCase(),
      isRecord(inner) ? fold(inner, depth + 1) : inner,
    ]),
  );
}

/** Whether the file has a checksum of tuk. @throws {BadInput} BAD_KEY if it is wrong */
function checkChecksum(file: Row) {
  const field = file[checksumField];
  if (field === undefined) return false;
  if (isRecord(field) && field.checksum === checksumOf(file)) return true;
  throw new BadInput(
    'BAD_KEY',
    'The key file was edited or is damaged: its checksum does not match its fields.',
    damagedHint,
  );
}
/** SHA-256 over all other fields, in any order and spacing, as hexadecimal digits. */
function checksumOf({ [checksumField]: _, ...fields }: Row) {
  return createHash('sha256')
    .update(JSON.stringify(ordered(fields)))
    .digest('hex');
}
function ordered(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw malformed('it is nested too deep');
  if (Array.isArray(value)) return value.map((item) => ordered(item, depth + 1));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, ordered(inner, depth + 1)]);
}

function addressOf(stated: unknown): string | undefined {
  if (stated === undefined || stated === null || stated === '') return undefined;
  const digits = typeof stated === 'string' ? stated.replace(/^0x/i, '') : '';
  if (!isEvmAddress(`0x${digits}`)) throw malformed('its address is not an address');
  const address = addr.addChecksum(`0x${digits.toLowerCase()}`);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && address !== `0x${digits}`)
    throw malformed('the capitals of its address do not match its checksum (EIP-55)');
  return address;
}

const hasSolanaForm = whole(forms.solanaAddress);
function solanaAddress(stated: unknown) {
  const isAddress = typeof stated === 'string' && hasSolanaForm(stated);
  if (isAddress && base58.decode(stated).length === 32) return stated;
  throw malformed('its address is not an address');
}

/** @param length the number of bytes; without it any but 0 */
function bytesOf(hex: unknown, name: string, length?: number): Buffer {
  const digits = typeof hex === 'string' ? /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(hex)?.[1] : undefined;
  if (digits === undefined || (length !== undefined && digits.length !== 2 * length))
    throw malformed(`its ${name} is not valid`);
  return Buffer.from(digits, 'hex');
}

function derivationOf(kdf: unknown, params: unknown): Derivation {
  if (!isRecord(params)) throw malformed('it has no field kdfparams');
  const number = (name: string, most: number, least = 1) => {
    const value = params[name];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
      throw malformed(`its ${name} is not valid`);
    if (value > most) throw tooCostly(`${name} is ${value}, and ${most} is allowed`);
    return value;
  };
  const dklen = number('dklen', highest.dklen, 32);
  const salt = bytesOf(params.salt, 'salt');
  if (kdf === 'pbkdf2') {
    if (params.prf !== 'hmac-sha256') throw malformed('its prf is not hmac-sha256');
    return { kdf, salt, dklen, c: number('c', highest.c) };
  }
  if (kdf !== 'scrypt') throw malformed('its key derivation is neither scrypt nor PBKDF2');
  const [n, r, p] = [number('n', highest.n, 2), number('r', highest.r), number('p', highest.p)];
  if ((n & (n - 1)) !== 0) throw malformed('its n is not a power of two');
  if (memoryOf({ n, r, p }) > highest.memory) throw tooCostly(`it needs more than ${highest.memory / 1024 ** 2} MiB`);
  if (n * r * p > highest.work) throw tooCostly(`n times r times p is ${n * r * p}, and ${highest.work} is allowed`);
  return { kdf, salt, dklen, n, r, p };
}

/** The bytes that scrypt needs. */
const memoryOf = ({ n, r, p }: Pick<Scrypt, 'n' | 'r' | 'p'>) => 128 * r * (n + p + 2);
const tooCostly = (why: string): Guarded =>
  new Guarded(
    'KEY_TOO_COSTLY',
    `The key file asks for more memory or work than is allowed: ${why}.`,
    'Such a file may be made to stop this machine. Lock the key anew with the program that wrote it.',
  );

/**
 * Decrypts the key of a key file. The caller zeroes it after use.
 * @throws {BadInput} WRONG_PASSWORD, also for an edited file without a checksum
 */
export async function unlockKeyFile(file: KeyFile, password: string): Promise<Uint8Array> {
  // Most programs normalise a password (NFKC), some take it as it was typed.
  for (const spelling of new Set([password.normalize('NFKC'), password])) {
    const derived = await derivedKey(file.derivation, spelling);
    try {
      if (timingSafeEqual(macOf(derived, file.ciphertext), file.mac)) return decrypted(file, derived);
    } finally {
      derived.fill(0);
    }
  }
  throw new BadInput(
    'WRONG_PASSWORD',
    file.hasChecksum
      ? 'The password does not open the key: it is not the password of this key.'
      : 'The password does not open the key: either it is wrong, or the key file was edited or is damaged.',
    file.hasChecksum ? undefined : 'The file has no checksum, so the two cases look alike.',
  );
}

function decrypted({ cipher, iv, ciphertext }: KeyFile, derived: Buffer): Uint8Array {
  const decipher = createDecipheriv(cipher, derived.subarray(0, 16), iv).setAutoPadding(false);
  const plain = decipher.update(ciphertext);
  const key = Uint8Array.from(plain); // memory of its own, which no other buffer shares
  plain.fill(0);
  return key;
}

const macOf = (derived: Buffer, ciphertext: Buffer): Buffer =>
  Buffer.from(keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext])));

const [scryptOf, pbkdf2Of] = [
  promisify<Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt),
  promisify(pbkdf2),
];
async function derivedKey(derivation: Derivation, password: string): Promise<Buffer> {
  const secret = Buffer.from(password);
  const { salt, dklen } = derivation;
  try {
    if (derivation.kdf === 'pbkdf2') return await pbkdf2Of(secret, salt, derivation.c, dklen, 'sha256');
    const { n: N, r, p } = derivation;
    if (N < 2 ** (16 * r))
      return await scryptOf(secret, salt, dklen, { N, r, p, maxmem: memoryOf({ n: N, r, p }) + 1024 ** 2 });
    // OpenSSL keeps to a limit of the RFC that some programs do not: the published example of the format has n 2^18 and
    // r 1.
    const { scryptAsync } = await import('@noble/hashes/scrypt.js');
    const bytes = await scryptAsync(secret, salt, { N, r, p, dkLen: dklen });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } finally {
    secret.fill(0);
  }
}

/** The cost of new key files, as of other programs: 256 MiB and about a second. */
const newCost = { n: 2 ** 18, r: 8, p: 1 } as const;

/**
 * The text of a new key file of version 3; any program can open the file of a key of EVM chains. The caller zeroes the
 * key.
 * @param key its address, and its 32 bytes
 * @param n the cost of scrypt; lower only in tests
 * @throws {BadInput} EMPTY_PASSWORD
 */
export async function lockedKeyFile(
  {
    family,
    address,
    privateKey,
  }: { readonly family: ChainFamily; readonly address: string; readonly privateKey: Uint8Array },
  password: string,
  { n = newCost.n as number } = {},
): Promise<string> {
  if (password === '') throw emptyPassword();
  const [salt, iv, { r, p }] = [randomBytes(32), randomBytes(16), newCost];
  const derivation = { kdf: 'scrypt', salt, dklen: 32, n, r, p } as const;
  const derived = await derivedKey(derivation, password.normalize('NFKC'));
  const isSolana = family === 'solana';
  const plain = isSolana ? Buffer.concat([privateKey, base58.decode(address)]) : Buffer.from(privateKey);
  try {
    const ciphertext = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(plain);
    const fields = {
      version: 3,
      id: randomUUID(),
      ...(isSolana ? { family, address } : { address: address.slice(2).toLowerCase() }),
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: iv.toString('hex') },
        ciphertext: ciphertext.toString('hex'),
        kdf: 'scrypt',
        kdfparams: { dklen: derivation.dklen, n, p, r, salt: salt.toString('hex') },
        mac: macOf(derived, ciphertext).toString('hex'),
      },
    };
    return `${JSON.stringify({ ...fields, [checksumField]: { checksum: checksumOf(fields) } }, undefined, 2)}\n`;
  } finally {
    derived.fill(0);
    plain.fill(0);
  }
}

/** The failure for a new key without a password. */
export const emptyPassword = (): BadInput =>
  new BadInput(
    'EMPTY_PASSWORD',
    'The password is empty; nothing was stored.',
    'A key is locked with a password of at least one character.',
  );
