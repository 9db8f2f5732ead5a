// Generated addresses and transaction hashes, for chains that the test phrase does not cover. Their keys do not exist.
import { createHash } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';
import { crc16 } from '../../src/money/values/address.js';
import type { Network } from '../../src/services/catalogue/words.js';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const checked = createBase58check(sha256).encode;

function ton(hash: Buffer, test: boolean): string {
  const body = Buffer.concat([Buffer.from([test ? 0x91 : 0x11, 0]), hash]);
  const crc = crc16(body);
  return Buffer.concat([body, Buffer.from([crc >> 8, crc & 0xff])]).toString('base64url');
}

/** Solana accounts of the test phrase, m/44'/501'/n'/0': their keys are public. */
const ofPhrase: Readonly<Record<string, string>> = {
  mina: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  dara: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
};

/** Always the same for a name; undefined if the sandbox makes none. */
export function madeAddress(network: Network, name: string): string | undefined {
  const hash = sha256(`tuk-sandbox:${network}:${name}`);
  if (network === 'XTZ') return checked(Buffer.concat([Buffer.from([6, 161, 159]), hash.subarray(0, 20)])); // tz1
  if (network === 'BITCOIN') return checked(Buffer.concat([Buffer.from([0]), hash.subarray(0, 20)]));
  if (/^SOLANA/.test(network))
    return Object.hasOwn(ofPhrase, name) ? ofPhrase[name] : base58.encode(sha256(`tuk-sandbox:SOLANA:${name}`));
  if (network === 'TON' || network === 'TON_TEST') return ton(hash, network === 'TON_TEST');
  return undefined;
}

/** An address of the house for one purpose. */
export const ownAddressOf = (network: Network, purpose: string): string =>
  madeAddress(network, purpose) ?? `0x${sha256(`tuk-sandbox:${network}:${purpose}`).subarray(0, 20).toString('hex')}`;
/** The target of payments to the house. */
export const houseAddress = (network: Network): string => ownAddressOf(network, 'house');

const hex = (text: string): string => sha256(text).toString('hex');
/** In the form of the network. */
export const madeHash = (network: Network, name: string): string =>
  network === 'XTZ'
    ? `o${madeAddress('XTZ', name)!.slice(3)}${hex(name).slice(0, 17)}`
    : network === 'BITCOIN'
      ? hex(`${network}:${name}`)
      : `0x${hex(`${network}:${name}`)}`;

const base58Form = '[1-9A-HJ-NP-Za-km-z]';
/** Addresses outside EVM chains. TON's test network also takes the main network's (TEP-2). */
const forms: readonly (readonly [networks: RegExp, form: RegExp])[] = [
  [/^XTZ/, new RegExp(`^(tz[1-4]|KT1)${base58Form}{33}$`)],
  [/^BITCOIN/, new RegExp(`^([123mn]${base58Form}{25,34}|(bc|tb)1[02-9ac-hj-np-z]{11,71})$`)],
  [/^SOLANA/, new RegExp(`^${base58Form}{32,44}$`)],
  [/^TON_TEST$/, /^([EUk0]Q[\w-]{46}|(0|-1):[0-9a-f]{64})$/],
  [/^TON$/, /^([EU]Q[\w-]{46}|(0|-1):[0-9a-f]{64})$/],
  [/^(SERVERED|IN_MIGRATION)$/, /^[\w-]{20,120}$/],
];
/** By form, without check sums. */
export const isAddress = (network: Network, text: string): boolean =>
  (forms.find(([networks]) => networks.test(network))?.[1] ?? /^0x[0-9a-fA-F]{40}$/).test(text);
