// Checks addresses by the form and the checksum of their network, so that a typing error is found before anything is
// sent (docs/money.md 3).

import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m } from '@scure/base';
import { counted } from '../../services/counted.js';
import { forms, isEvmAddress, whole } from '../../services/forms.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import { type AddressFamily, familyOf, networkOfPrefix } from './networks.js';

/** The problem with an address. Its message never repeats a key, or any long text. */
export interface AddressProblem {
  readonly code: 'BAD_ADDRESS' | 'BAD_CHECKSUM' | 'MAY_BE_KEY';
  readonly message: string;
}

/**
 * Addresses without a key: value sent there is lost. EVM: the zero and dead addresses, repeated blocks such as
 * `deadbeef`.
 */
const burns: readonly RegExp[] = [
  /^0x(0{40}|0{36}dead|dead0{10,}[0-9a-f]*|(.{1,10})\2{3,})$/i,
  /^1111111111111111111114oLvT2$|^mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8$|^(bc|tb)1[qp]q{32}/i, // Bitcoin: bytes of zero
  /^1{32}$|^1nc1nerator1{32}$/, // Solana: the system program, the incinerator
  /^tz1burnburnburnburnburnburnburjAYjjX$/,
  /^[EUk0][Qf]A{43}|^(0|-1):0{64}$/, // TON: the zero address
];

/**
 * Addresses that chains keep for their own contracts and programs. EVM: all that begin with 16 bytes of zero, since
 * nobody can search 128 bits for a key: precompiled contracts of Ethereum (0x01 to 0x11), of L2 chains (0x100,
 * RIP-7212), Arbitrum (0x64 to 0x74), Klaytn (0x3fd to 0x400), system contracts of BSC and Polygon (0x1000 to 0x2005).
 * Then the predeploys of the OP stack, the system contracts of EIP-4788, EIP-2935, EIP-7002 and EIP-7251, the deposit
 * contract of Ethereum, and the sender of system calls.
 */
const reserved: readonly RegExp[] = [
  /^0x0{32}[0-9a-f]{8}$/i,
  /^0x(42|c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3)0+[0-9a-f]{1,4}$/i,
  /^0x(000f3df6d732807ef1319fb7b8bb8522d0beac02|0000f90827f1c53a10cb7a02335b175320002935|f{39}e)$/i,
  /^0x(00000961ef480eb55e80d19ad83579a64c007002|0000bbddc7ce488642fb579f8b00f3a590007251|00000000219ab540356cbb839cbe05303d7705fa)$/i,
  new RegExp(`^(?=${forms.solanaAddress}$).*1{12}`), // Solana: its native programs and variables, and the wrapped coin
  /^(Token(kegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA|zQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb)|ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL)$/,
];

/**
 * Why a text is not an address of a family, as the end of the sentence "X is not an address: ..."; nothing for an
 * address.
 */
type Flaw = { readonly code: 'BAD_ADDRESS' | 'BAD_CHECKSUM'; readonly why: string } | undefined;
const malformed = (why: string): Flaw => ({ code: 'BAD_ADDRESS', why });
const mistyped = (why: string): Flaw => ({ code: 'BAD_CHECKSUM', why });

/**
 * The digits of an EVM address with its checksum (EIP-55): a letter is a capital if the digit of the hash is 8 or more.
 */
function withChecksum(digits: string) {
  const lower = digits.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
  return [...lower].map((letter, index) => (hash.charCodeAt(index) >= 0x38 ? letter.toUpperCase() : letter)).join('');
}

/** EIP-55: mixed letter case is a checksum; digits all in one case have none. */
function evm(address: string): Flaw {
  if (!isEvmAddress(address)) return malformed(evmFlaw(address));
  const digits = address.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (!mixed || withChecksum(digits) === digits) return undefined;
  return mistyped(`the capitals of ${address} do not match its checksum (EIP-55)`);
}
function evmFlaw(address: string) {
  if (isEvmAddress(`0x${address}`)) return '40 hexadecimal digits need 0x before them';
  if (/^0X/.test(address)) return 'it begins with a capital X, where 0x belongs';
  if (/^o/i.test(address)) return 'it begins with the letter O, where the digit 0 belongs';
  if (/^0x[0-9a-f]*$/i.test(address))
    return `after 0x it has 40 hexadecimal digits, and this has ${counted(address.length - 2, 'character')}`;
  const [, prefix] = /^([\w-]+):0x/i.exec(address) ?? [];
  const of = prefix === undefined ? undefined : networkOfPrefix(prefix);
  if (prefix !== undefined)
    return `the prefix ${prefix}: ${of === undefined ? 'names no network that tuk knows' : `is that of ${of}`}; write the address from 0x on if it is meant for this network`;
  return 'an address there is 0x and 40 hexadecimal digits';
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
/** The bytes of a base58 text; nothing for any other text. */
function fromBase58(address: string): Uint8Array | undefined {
  try {
    return base58.decode(address);
  } catch {
    return undefined;
  }
}
/** The payload of a base58 text whose last four bytes are its checksum (base58check). */
function decodeBase58Check(address: string, length: number): Uint8Array | 'malformed' | 'mistyped' {
  const bytes = address.length > 60 ? undefined : fromBase58(address);
  if (bytes?.length !== length) return 'malformed';
  const checksum = sha256(sha256(bytes.subarray(0, -4))).subarray(0, 4);
  return checksum.equals(bytes.subarray(-4)) ? bytes.subarray(0, -4) : 'mistyped';
}
const wrongSum = mistyped('its checksum is not right');

/**
 * Base58check of a public key or a script, and witness programs of version 0 (bech32) and 1 (bech32m); BIP-173,
 * BIP-350.
 */
function bitcoin(address: string, network: string): Flaw {
  const allowedNets =
    network === 'BITCOIN' ? (['main'] as const) : network === '' ? (['main', 'test'] as const) : (['test'] as const);
  const otherNet = malformed(`it is one of another Bitcoin network`);
  if (/^(bc|tb)1/i.test(address)) {
    const prefix = address.slice(0, 2).toLowerCase();
    const flaw = witness(address);
    return flaw ?? (allowedNets.some((net) => prefixes[net] === prefix) ? undefined : otherNet);
  }
  const payload = decodeBase58Check(address, 25);
  if (payload === 'mistyped') return wrongSum;
  if (payload === 'malformed') return malformed('it is not a Bitcoin address: those begin with 1, 3 or bc1');
  return allowedNets.some((net) => versions[net].includes(payload[0]!)) ? undefined : otherNet;
}
const prefixes = { main: 'bc', test: 'tb' } as const;
const versions: Readonly<Record<'main' | 'test', readonly number[]>> = { main: [0x00, 0x05], test: [0x6f, 0xc4] };

function witness(address: string): Flaw {
  if (!/^[a-z0-9]{14,74}$|^[A-Z0-9]{14,74}$/.test(address))
    return malformed('capitals and small letters do not mix in it, or it is too long or short');
  const text = address.toLowerCase() as `${string}1${string}`;
  const [bech32Decoded, bech32mDecoded] = [bech32.decodeUnsafe(text), bech32m.decodeUnsafe(text)];
  const decoded = bech32Decoded ?? bech32mDecoded;
  if (!decoded) return wrongSum;
  const [version = -1, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  const isValid = bech32Decoded
    ? version === 0 && (program?.length === 20 || program?.length === 32)
    : version === 1 && program?.length === 32;
  return isValid ? undefined : malformed('it is of a kind that cannot be spent from today');
}

const hasSolanaForm = whole(forms.solanaAddress);
/** 32 bytes in base58, without a checksum. */
function solana(address: string): Flaw {
  const bytes = hasSolanaForm(address) ? fromBase58(address) : undefined;
  return bytes?.length === 32 ? undefined : malformed('it is not a Solana address: those are 32 bytes in base58');
}

const isRawTon = whole(forms.rawTon);
/** 48 characters of base64 with a CRC-16 at their end, or workchain, colon, 64 hexadecimal digits (TEP-2). */
function ton(address: string, network: string): Flaw {
  if (isRawTon(address)) return undefined;
  if (!/^[\w-]{48}$|^[A-Za-z0-9+/]{48}$/.test(address))
    return malformed('it is not a TON address: those have 48 characters');
  const bytes = Buffer.from(address, 'base64');
  if (crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return wrongSum;
  const [tag = 0, chain] = bytes;
  if (![0x11, 0x51].includes(tag & 0x7f) || (chain !== 0 && chain !== 0xff))
    return malformed('it is of no kind that TON has');
  return network === 'TON' && tag & 0x80 ? malformed('it is one for the test network of TON alone') : undefined;
}
/** CRC-16/XMODEM, at the end of TON's addresses. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** The first bytes of tz1, tz2, tz3, tz4 and KT1. */
const tezosPrefixes = ['06a19f', '06a1a1', '06a1a4', '06a1a6', '025a79'];
function tezos(address: string): Flaw {
  const payload = decodeBase58Check(address, 27);
  if (payload === 'mistyped') return wrongSum;
  const isValid =
    payload !== 'malformed' && tezosPrefixes.includes(Buffer.from(payload.subarray(0, 3)).toString('hex'));
  return isValid ? undefined : malformed('it is not a Tezos address: those begin with tz1, tz2, tz3, tz4 or KT1');
}

const checks: Readonly<Record<AddressFamily, (address: string, network: string) => Flaw>> = {
  evm,
  bitcoin,
  solana,
  ton,
  tezos,
};

const beginsBitcoin = new RegExp(`^[13mn2]${forms.base58}{32,33}$`);
const beginsTezos = new RegExp(`^(?:tz[1-4]|KT1)${forms.base58}{20}`);
/** The family of an address by its first characters, valid or not. */
function familyByPrefix(address: string): AddressFamily | undefined {
  if (/^0x|^ox[0-9a-f]{8}/i.test(address) || isEvmAddress(`0x${address}`)) return 'evm';
  if (/^(bc|tb)1[a-z0-9]{10}/i.test(address) || beginsBitcoin.test(address)) return 'bitcoin';
  if (beginsTezos.test(address)) return 'tezos';
  return /^[EUk0][Qf][\w+/-]{40,50}$/.test(address) || /^-?\d:[0-9a-f]{20}/i.test(address) ? 'ton' : undefined;
}

/** Whether a text was probably meant as an address, valid or not. */
export const looksLikeAddress = (address: string): boolean =>
  familyByPrefix(address) !== undefined || flawOf(address, undefined) === undefined;

/** @param network without it, or with an unknown one, an address of any family is valid */
function flawOf(address: string, network: string | undefined): Flaw {
  const networkFamily = network === undefined ? undefined : familyOf(network);
  if (networkFamily) return checks[networkFamily](address, network!);
  const flaws = Object.values(checks).map((check) => check(address, ''));
  if (flaws.includes(undefined)) return undefined;
  const family = familyByPrefix(address);
  return family ? checks[family](address, '') : malformed('no known network has such addresses');
}

/**
 * The problem with a text as an address; nothing for a valid one.
 * @param where its name as the beginning of a sentence: `The recipient`
 * @param network without it, or with an unknown one, an address of any network is valid
 */
export function addressProblem(address: string, where: string, network?: string): AddressProblem | undefined {
  if (mayBeKey(address)) return { code: 'MAY_BE_KEY', message: keyRefused(where).message };
  const flaw = flawOf(address, network);
  if (!flaw) return undefined;
  const bare = address.replace(/[\s\p{Z}]/gu, '');
  if (bare !== address && looksLikeAddress(bare))
    return {
      code: 'BAD_ADDRESS',
      message: `${where} is not an address as it is written: it has spaces, and an address has none.`,
    };
  const ofNetwork = network === undefined || familyOf(network) === undefined ? '' : ` of ${network}`;
  const quotedAddress =
    address.length <= maxQuotedLength && !address.includes('\n') ? ` (${JSON.stringify(address)})` : '';
  const sentence =
    flaw.code === 'BAD_CHECKSUM'
      ? `${where} is mistyped: ${flaw.why}`
      : `${where} is not an address${ofNetwork}: ${flaw.why}${quotedAddress}`;
  return { code: flaw.code, message: `${sentence}.` };
}
/** The next step after a wrong checksum. */
const hintFor = ({ code }: AddressProblem): string | undefined =>
  code === 'BAD_CHECKSUM' ? 'Copy the whole address again from its source.' : undefined;
/** Characters; a longer text is not quoted, since it may be part of a key. */
const maxQuotedLength = 20;

/**
 * Checks a recipient.
 * @throws {BadInput} BAD_ADDRESS for a text that no network takes as an address; {Guarded} BAD_ADDRESS for one of
 * another network, BAD_CHECKSUM, MAY_BE_KEY, BURN_ADDRESS, SYSTEM_ADDRESS
 */
export function checkAddress(address: string, where: string, network?: string): void {
  const problem = addressProblem(address, where, network);
  if (problem?.code === 'BAD_ADDRESS' && flawOf(address, undefined)?.code === 'BAD_ADDRESS')
    throw new BadInput(
      problem.code,
      problem.message,
      'Give the full address of the recipient, or the name of a contact: tuk wallet contacts list',
    );
  if (problem) throw new Guarded(problem.code, problem.message, hintFor(problem));
  if (burns.some((burn) => burn.test(address)))
    throw new Guarded('BURN_ADDRESS', `${where} is an address without a key; funds sent there are lost.`);
  if (reserved.some((pattern) => pattern.test(address)))
    throw new Guarded(
      'SYSTEM_ADDRESS',
      `${where} is an address that the chain reserves for its own contract; funds sent there are lost.`,
    );
}

/** Whether a text is meant as an ENS name, valid or not. */
export const isEnsName = (text: string): boolean => /^[^\s]+\.eth$/iu.test(text.trim());

/** Addresses that are equal in any letter case; and those of TON in base64, which have several forms. */
const [caseless, userFriendly] = [
  new RegExp(`^(0x[0-9a-f]+|${forms.rawTon}|(bc|tb)1[a-z0-9]+)$`, 'i'),
  /^[\w+/-]{48}$/,
];
/** Whether a text may have another form that `canonicalAddress` makes equal to it. */
export const hasForms = (text: string): boolean => caseless.test(text) || userFriendly.test(text);

/**
 * An address in its canonical form, in which equal addresses are equal texts: EVM and bech32 in small letters, TON raw
 * (TEP-2). Any other text is returned as it is.
 */
export function canonicalAddress(address: string): string {
  if (caseless.test(address)) return address.toLowerCase();
  if (!userFriendly.test(address) || ton(address, '')) return address;
  const bytes = Buffer.from(address, 'base64');
  return `${bytes.readInt8(1)}:${bytes.subarray(2, 34).toString('hex')}`;
}

/** An address as a person compares it: of an EVM chain with its checksum (EIP-55), any other as it is. */
export const checksummed = (address: string): string =>
  isEvmAddress(address) ? `0x${withChecksum(address.slice(2))}` : address;

/**
 * Checks an address that is read or stored; `checkAddress` checks one that gets value.
 * @param isRecipient whether it becomes a known recipient, whose checksum is a safety rule
 * @throws {BadInput} BAD_ADDRESS, BAD_CHECKSUM; {Guarded} MAY_BE_KEY, and BAD_CHECKSUM for a recipient
 */
export function requireAddress(address: string, where: string, network?: string, { isRecipient = false } = {}): void {
  const problem = addressProblem(address, where, network);
  if (problem?.code === 'MAY_BE_KEY') throw keyRefused(where);
  if (problem?.code === 'BAD_CHECKSUM' && isRecipient)
    throw new Guarded(problem.code, problem.message, hintFor(problem));
  if (problem) throw new BadInput(problem.code, problem.message, hintFor(problem));
}
