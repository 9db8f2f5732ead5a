// Addresses, by the form and the checksum of their network: a slip of the hand is caught before anything leaves (SAFETY.md section 2).
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m } from '@scure/base';
import { BadInput, Guarded } from '../services/http/errors.js';
import { keyRefused, mayBeKey } from '../services/http/may-be-key.js';

/** What is wrong with an address. A key is never repeated in the message, and neither is any long text. */
export interface AddressProblem {
  readonly code: 'BAD_ADDRESS' | 'BAD_CHECKSUM' | 'MAY_BE_KEY';
  readonly message: string;
}

/** Nobody has their keys: what goes there is lost. */
const burns: readonly RegExp[] = [
  /^0x(0{40}|0{36}dead|dead0{36}|(.)\2{39})$/i,
  /^1111111111111111111114oLvT2$|^mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8$|^(bc|tb)1[qp]q{32}/i, // Bitcoin: bytes of zero
  /^1{32}$|^1nc1nerator1{32}$/, // Solana: the system program, the incinerator
  /^tz1burnburnburnburnburnburnburjAYjjX$/,
  /^[EUk0][Qf]A{43}|^(0|-1):0{64}$/, // TON: the zero address
];

type Family = 'evm' | 'bitcoin' | 'solana' | 'ton' | 'tezos';
const families: readonly (readonly [networks: RegExp, family: Family])[] = [
  [/^(ETHEREUM|BSC|POLYGON|KLAYTN|BASE|ARBITRUM|OP|MVL)(_|$)/, 'evm'],
  [/^BITCOIN(_|$)/, 'bitcoin'],
  [/^SOLANA(_|$)/, 'solana'],
  [/^TON(_|$)/, 'ton'],
  [/^XTZ(_|$)/, 'tezos'],
];

/** The family of addresses that a network has; nothing for a network that nobody knows, and for what is no chain. */
export const familyOf = (network: string): Family | undefined => families.find(([networks]) => networks.test(network))?.[1];

/** What a text is as an address of a family: nothing where it is one, else why not, as an end of the sentence "X is no address: ..." */
type Flaw = { readonly code: 'BAD_ADDRESS' | 'BAD_CHECKSUM'; readonly why: string } | undefined;
const malformed = (why: string): Flaw => ({ code: 'BAD_ADDRESS', why });
const mistyped = (why: string): Flaw => ({ code: 'BAD_CHECKSUM', why });

/** The digits of an EVM address in the capitals of its checksum (EIP-55): a letter is one where its digit of the hash is 8 or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
  return [...lower].map((letter, at) => (hash.charCodeAt(at) >= 0x38 ? letter.toUpperCase() : letter)).join('');
}

/** EIP-55: digits in capitals and in small letters carry a checksum, those all of one kind carry none. */
function evm(typed: string): Flaw {
  if (!/^0x[0-9a-fA-F]{40}$/.test(typed)) return malformed(evmFlaw(typed));
  const digits = typed.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (!mixed || withChecksum(digits) === digits) return undefined;
  return mistyped(`the capitals of ${typed} are not those of its checksum (EIP-55)`);
}
function evmFlaw(typed: string): string {
  if (/^[0-9a-f]{40}$/i.test(typed)) return '40 hexadecimal digits need 0x before them';
  if (/^0X/.test(typed)) return 'it begins with a capital X, where 0x belongs';
  if (/^o/i.test(typed)) return 'it begins with the letter O, where the digit 0 belongs';
  if (/^0x[0-9a-f]*$/i.test(typed)) return `after 0x it has 40 hexadecimal digits, and this has ${typed.length - 2} characters`;
  return 'it is 0x and 40 hexadecimal digits, and this is not';
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
/** The bytes of a base58 text; nothing for what is none. */
function fromBase58(typed: string): Uint8Array | undefined {
  try {
    return base58.decode(typed);
  } catch {
    return undefined;
  }
}
/** The payload of a base58 text whose last four bytes are its checksum (base58check). */
function checked58(typed: string, length: number): Uint8Array | 'malformed' | 'mistyped' {
  const bytes = typed.length > 60 ? undefined : fromBase58(typed);
  if (bytes?.length !== length) return 'malformed';
  const sum = sha256(sha256(bytes.subarray(0, -4))).subarray(0, 4);
  return sum.equals(bytes.subarray(-4)) ? bytes.subarray(0, -4) : 'mistyped';
}
const wrongSum = mistyped('its checksum is not right');

/** Base58check of a public key or a script, and witness programs of version 0 (bech32) and 1 (bech32m); BIP-173, BIP-350. */
function bitcoin(typed: string, network: string): Flaw {
  const nets = network === 'BITCOIN' ? (['main'] as const) : network === '' ? (['main', 'test'] as const) : (['test'] as const);
  const otherNet = malformed(`it is one of another Bitcoin network`);
  if (/^(bc|tb)1/i.test(typed)) {
    const prefix = typed.slice(0, 2).toLowerCase();
    const flaw = witness(typed);
    return flaw ?? (nets.some((net) => prefixes[net] === prefix) ? undefined : otherNet);
  }
  const payload = checked58(typed, 25);
  if (payload === 'mistyped') return wrongSum;
  if (payload === 'malformed') return malformed('it is none of Bitcoin: those begin with 1, 3 or bc1');
  return nets.some((net) => versions[net].includes(payload[0]!)) ? undefined : otherNet;
}
const prefixes = { main: 'bc', test: 'tb' } as const;
const versions: Readonly<Record<'main' | 'test', readonly number[]>> = { main: [0x00, 0x05], test: [0x6f, 0xc4] };

function witness(typed: string): Flaw {
  if (!/^[a-z0-9]{14,74}$|^[A-Z0-9]{14,74}$/.test(typed))
    return malformed('capitals and small letters do not mix in it, or it is too long or short');
  const text = typed.toLowerCase() as `${string}1${string}`;
  const [plain, modern] = [bech32.decodeUnsafe(text), bech32m.decodeUnsafe(text)];
  const found = plain ?? modern;
  if (!found) return wrongSum;
  const [version = -1, ...words] = found.words;
  const program = bech32.fromWordsUnsafe(words);
  const fits = plain ? version === 0 && (program?.length === 20 || program?.length === 32) : version === 1 && program?.length === 32;
  return fits ? undefined : malformed('it is of a kind that nobody can spend from today');
}

/** 32 bytes in base58; there is no checksum. */
function solana(typed: string): Flaw {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(typed) ? fromBase58(typed) : undefined;
  return bytes?.length === 32 ? undefined : malformed('it is none of Solana: those are 32 bytes in base58');
}

/** 48 characters of base64 with a CRC-16 at their end, or workchain, colon, 64 hexadecimal digits (TEP-2). */
function ton(typed: string, network: string): Flaw {
  if (/^(0|-1):[0-9a-f]{64}$/i.test(typed)) return undefined;
  if (!/^[\w-]{48}$|^[A-Za-z0-9+/]{48}$/.test(typed)) return malformed('it is none of TON: those have 48 characters');
  const bytes = Buffer.from(typed, 'base64');
  if (crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return wrongSum;
  const [tag = 0, chain] = bytes;
  if (![0x11, 0x51].includes(tag & 0x7f) || (chain !== 0 && chain !== 0xff)) return malformed('it is of no kind that TON has');
  return network === 'TON' && tag & 0x80 ? malformed('it is one for the test network of TON alone') : undefined;
}
/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** What the bytes of tz1, tz2, tz3, tz4 and KT1 begin with. */
const tezosPrefixes = ['06a19f', '06a1a1', '06a1a4', '06a1a6', '025a79'];
function tezos(typed: string): Flaw {
  const payload = checked58(typed, 27);
  if (payload === 'mistyped') return wrongSum;
  const fits = payload !== 'malformed' && tezosPrefixes.includes(Buffer.from(payload.subarray(0, 3)).toString('hex'));
  return fits ? undefined : malformed('it is none of Tezos: those begin with tz1, tz2, tz3, tz4 or KT1');
}

const readers: Readonly<Record<Family, (typed: string, network: string) => Flaw>> = { evm, bitcoin, solana, ton, tezos };

/** The family that an address is of by its first characters, right or wrong. */
function familyByLook(typed: string): Family | undefined {
  if (/^0x|^ox[0-9a-f]{8}|^[0-9a-f]{40}$/i.test(typed)) return 'evm';
  if (/^(bc|tb)1[a-z0-9]{10}/i.test(typed) || /^[13mn2][1-9A-HJ-NP-Za-km-z]{32,33}$/.test(typed)) return 'bitcoin';
  if (/^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{20}/.test(typed)) return 'tezos';
  return /^[EUk0][Qf][\w+/-]{40,50}$/.test(typed) || /^-?\d:[0-9a-f]{20}/i.test(typed) ? 'ton' : undefined;
}

/** Whether a text was meant as an address, be it a right one or not. */
export const looksLikeAddress = (typed: string): boolean => familyByLook(typed) !== undefined || flawOf(typed, undefined) === undefined;

/** @param network nothing, or one that nobody knows, where the address may be one of any family */
function flawOf(typed: string, network: string | undefined): Flaw {
  const family = network === undefined ? undefined : familyOf(network);
  if (family) return readers[family](typed, network!);
  const flaws = (Object.keys(readers) as Family[]).map((one) => [one, readers[one](typed, '')] as const);
  if (flaws.some(([, flaw]) => flaw === undefined)) return undefined;
  const look = familyByLook(typed);
  return flaws.find(([one]) => one === look)?.[1] ?? malformed('it is none of a network that is known here');
}

/**
 * What is wrong with a text as an address.
 * @param where what it stands for, as the beginning of a sentence: `The recipient`
 * @param network where it is to be one; of any network where that is not said, or not known here
 */
export function addressProblem(typed: string, where: string, network?: string): AddressProblem | undefined {
  if (mayBeKey(typed)) return { code: 'MAY_BE_KEY', message: keyRefused(where).message };
  const flaw = flawOf(typed, network);
  if (!flaw) return undefined;
  const on = network === undefined || familyOf(network) === undefined ? '' : ` of ${network}`;
  const shown = typed.length <= mostRepeated && !typed.includes('\n') ? ` (${JSON.stringify(typed)})` : '';
  const sentence = flaw.code === 'BAD_CHECKSUM' ? `${where} is mistyped: ${flaw.why}` : `${where} is no address${on}: ${flaw.why}${shown}`;
  return { code: flaw.code, message: `${sentence}; nothing was sent.` };
}
/** Characters; of a longer text none is repeated, since it may be a part of a key. */
const mostRepeated = 20;

/**
 * Lets a recipient pass that is an address of its network and that somebody may have the key of.
 * @throws {Guarded} BAD_ADDRESS, BAD_CHECKSUM, MAY_BE_KEY, BURN_ADDRESS
 */
export function checkAddress(typed: string, where: string, network?: string): void {
  const problem = addressProblem(typed, where, network);
  if (problem) throw new Guarded(problem.code, problem.message);
  if (burns.some((burn) => burn.test(typed)))
    throw new Guarded('BURN_ADDRESS', `${where} is an address that nobody has the key of; what is sent there is lost.`);
}

/** Lets an address pass that is asked about or written down. @throws {BadInput} BAD_ADDRESS, BAD_CHECKSUM; {Guarded} for what may be a key */
export function requireAddress(typed: string, where: string, network?: string): void {
  const problem = addressProblem(typed, where, network);
  if (problem?.code === 'MAY_BE_KEY') throw keyRefused(where);
  if (problem) throw new BadInput(problem.code, problem.message);
}
