// Accounts of Solana: mints and token accounts by their bytes, with the extensions of Token-2022; and who may receive.

import { type Address, getProgramDerivedAddress, isOffCurveAddress } from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import type { CodeOf } from '../../services/http/error-codes.js';
import { BadInput, type Failure, Guarded } from '../../services/http/errors.js';
import type { ChainWarning } from '../chain/effect.js';
import type { ChainFacts } from '../chain/family.js';
import { type ChainPins, isLocalRpc, requireRpc } from '../chain/pins.js';
import { whole } from '../values/decimal.js';
import { networkFacts, networksWith } from '../values/networks.js';
import { fromBase58, type SolanaAccount, toBase58 } from './rpc.js';
import { programs, type SolanaTransfer } from './transaction.js';

/** The associated account of an owner for a mint, where transfers go. */
export async function tokenAccountOf(owner: string, mint: string, program: string): Promise<string> {
  const [ata] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
    seeds: [owner, program, mint].map(fromBase58),
  });
  return ata;
}

const isTokenProgram = (program: string) => program === programs.token || program === programs.token2022;

/** An extension of Token-2022: its number and its bytes. */
interface Extension {
  readonly type: number;
  readonly value: Uint8Array;
}
/** The length of a token account; extensions stand behind it and the byte of the account's kind. */
const baseLength = 165;
const mintLength = 82;
const kinds = { mint: 1, account: 2 } as const;

/** The extensions of an account; nothing for bytes that are not of its kind. */
function extensionsOf(data: Uint8Array, kind: keyof typeof kinds): readonly Extension[] | undefined {
  if (data.length === (kind === 'mint' ? mintLength : baseLength)) return [];
  if (data.length <= baseLength || data[baseLength] !== kinds[kind]) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: Extension[] = [];
  for (let at = baseLength + 1; at + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === 0) break;
    if (at + 4 + length > data.length) return undefined;
    found.push({ type, value: data.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return found;
}

/** The fee that a mint keeps of each transfer: a share in hundredths of a per cent, up to a maximum in base units. */
interface TransferFee {
  readonly basisPoints: bigint;
  readonly maximum: bigint;
}
/** A mint. */
export interface Mint {
  /** The token program that owns it. */
  readonly program: string;
  readonly decimals: number;
  readonly extensions: readonly number[];
  /** The fees of the present epoch and of another one, of which the larger is reckoned with. */
  readonly fees: readonly TransferFee[];
  /** The extensions with which somebody else may take, stop or change what is sent, in words. */
  readonly dangers: readonly string[];
}

const transferFeeConfig = 1;
/** The extensions of a mint that change nothing of a transfer, and the transfer fee, which is reckoned with. */
const harmless: ReadonlySet<number> = new Set([transferFeeConfig, 3, 18, 19, 20, 21, 22, 23]);
const dangerNames: Readonly<Record<number, string>> = {
  4: 'confidential transfers',
  6: 'accounts that are frozen at first',
  9: 'no transfers at all',
  10: 'interest',
  12: 'a permanent delegate',
  14: 'a transfer hook',
  16: 'confidential transfer fees',
  24: 'confidential minting',
  25: 'scaled amounts',
  26: 'a pause',
};

/** The mint of an account; nothing if the account is not a mint. */
export function mintIn(account: SolanaAccount | undefined): Mint | undefined {
  if (account === undefined || !isTokenProgram(account.owner)) return undefined;
  const { data, owner } = account;
  const extensions = extensionsOf(data, 'mint');
  if (extensions === undefined || data[45] !== 1) return undefined;
  if (owner === programs.token && data.length !== mintLength) return undefined;
  const dangers = extensions.flatMap(({ type }) =>
    harmless.has(type) ? [] : [dangerNames[type] ?? `the extension ${type}, which tuk does not know`],
  );
  const fees = extensions.filter(({ type }) => type === transferFeeConfig).flatMap(({ value }) => feesIn(value));
  return { program: owner, decimals: data[44]!, extensions: extensions.map(({ type }) => type), fees, dangers };
}
function feesIn(value: Uint8Array): readonly TransferFee[] {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  if (value.length < 108) return [{ basisPoints: 10_000n, maximum: 2n ** 64n }]; // nothing is known of it
  return [72, 90].map((at) => ({
    maximum: view.getBigUint64(at + 8, true),
    basisPoints: BigInt(view.getUint16(at + 16, true)),
  }));
}
/** The most that a mint keeps of an amount, in base units. */
export function keptOf({ fees }: Pick<Mint, 'fees'>, raw: bigint): bigint {
  const kept = fees.map(({ basisPoints, maximum }) => {
    const share = (raw * basisPoints + 9_999n) / 10_000n;
    return share < maximum ? share : maximum;
  });
  return kept.reduce((most, fee) => (fee > most ? fee : most), 0n);
}

/** A token account. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  readonly isFrozen: boolean;
  /** It takes a transfer with a memo only. */
  readonly needsMemo: boolean;
}
/** The token account of an account; nothing if the account is not one. */
export function tokenAccountIn(account: SolanaAccount | undefined): TokenAccount | undefined {
  if (account === undefined || !isTokenProgram(account.owner)) return undefined;
  const { data } = account;
  const extensions = extensionsOf(data, 'account');
  const state = data[108];
  if (extensions === undefined || (state !== 1 && state !== 2)) return undefined;
  return {
    mint: toBase58(data.subarray(0, 32)),
    owner: toBase58(data.subarray(32, 64)),
    amount: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true),
    isFrozen: state === 2,
    needsMemo: extensions.some(({ type, value }) => type === 8 && value[0] === 1),
  };
}

/** The length of the associated account of a mint: its immutable owner, and its withheld fees. */
export const tokenAccountLength = ({ program, extensions }: Pick<Mint, 'program' | 'extensions'>): number =>
  program === programs.token ? baseLength : baseLength + 5 + (extensions.includes(transferFeeConfig) ? 12 : 0);

/** SOL as text. */
export const solText = (lamports: bigint): string => `${whole(lamports, solDecimals)} SOL`;

/** The facts by which a recipient is judged. */
interface RecipientCase {
  readonly transfer: SolanaTransfer;
  readonly account: SolanaAccount | undefined;
  /** The lamports that an account without data must have. */
  readonly least: bigint;
}
/** Why a recipient may not receive, and what is to be known of it. Both may be empty. */
export function judgeRecipient({ transfer, account, least }: RecipientCase): {
  readonly refusals: readonly Failure[];
  readonly warnings: readonly ChainWarning[];
} {
  const { to } = transfer;
  const refuse = (code: CodeOf<'guarded'>, why: string, hint?: string) => ({
    refusals: [new Guarded(code, `The recipient ${to} is ${why}.`, hint)],
    warnings: [],
  });
  const isOff = isOffCurveAddress(to as Address);
  if (account === undefined && isOff)
    return refuse(
      'NO_KEY_RECIPIENT',
      'an address that no key belongs to, and the chain has no account there',
      'An address has no checksum on Solana: compare it with its source.',
    );
  if (account === undefined) {
    const isShort = transfer.kind === 'coin' && transfer.lamports < least;
    const message = `The recipient ${to} has no account yet, and a new one needs ${solText(least)} at least.`;
    return { refusals: isShort ? [new BadInput('BELOW_RENT', message)] : [], warnings: [] };
  }
  const owned = tokenAccountIn(account);
  if (owned)
    return refuse('TOKEN_ACCOUNT_RECIPIENT', 'a token account', `Give the address of its owner: --to ${owned.owner}`);
  if (mintIn(account)) return refuse('MINT_RECIPIENT', 'the mint of a token; what is sent there is lost');
  if (account.isExecutable || /^(Sysvar|NativeLoader)1/.test(account.owner) || isTokenProgram(account.owner))
    return refuse('PROGRAM_RECIPIENT', 'a program, or an account that the chain keeps; what is sent there is lost');
  const isShort = transfer.kind === 'coin' && account.lamports + transfer.lamports < least;
  const refusals = isShort ? [new BadInput('BELOW_RENT', `The account ${to} needs ${solText(least)} at least.`)] : [];
  const message =
    account.owner !== programs.system
      ? `The recipient belongs to the program ${account.owner}: only that program can move what it receives.`
      : 'The recipient is an address without a key: only the program that it is derived from can move what it receives.';
  const isProgram = account.owner !== programs.system || isOff;
  return { refusals, warnings: isProgram ? [{ code: 'PROGRAM_OWNED_RECIPIENT', message }] : [] };
}

/** Why a token may not be sent. @param mint of the chain; nothing if the account is not a mint */
export function requireMint(name: string, mint: Mint | undefined): Mint {
  if (mint === undefined) throw new BadInput('NOT_A_TOKEN', `The account ${name} is not the mint of a token.`);
  if (mint.dangers.length > 0)
    throw new Guarded(
      'TOKEN_EXTENSION',
      `The token ${name} has ${mint.dangers.join(', ')}, so that a transfer may do otherwise than its receipt says.`,
    );
  return mint;
}

// The chain of a Solana network: its genesis hash, its node, its coin. The genesis hashes of the public clusters are
// built in, so that no node can pass for another one.

/** A Solana chain. */
export interface SolanaChain extends ChainFacts {
  /** The genesis hash that the node must have; nothing for a node on this machine, whose chain is its own. */
  readonly genesis: string | undefined;
}

/** The decimals of SOL. */
export const solDecimals = 9;
/**
 * The depth of a finalized block, in confirmations of the cluster. A confirmed block has at least one; only a finalized
 * one cannot be taken back, so that no setting makes it less.
 */
export const finalDepth = 32n;

/** For how many blocks after its own a blockhash is valid. */
export const validBlocks = 150n;

/** Finds the chain of a network by the pins of a profile. @throws {BadInput} NO_RPC, BAD_VALUE */
export function solanaChainOf(network: string, pins: ChainPins, profile: string): SolanaChain {
  const rpc = requireRpc(network, pins, profile);
  const genesis = isLocalRpc(rpc) ? undefined : networkFacts(network)?.genesis;
  return { network, rpc, coin: 'SOL', decimals: solDecimals, finality: finalDepth, genesis };
}

/** The identity of a chain by its genesis hash (CAIP-2); `local` for a node on this machine, which may end. */
export const identityOf = (genesis: string): string =>
  `solana:${genesis.slice(0, 32)}${isPublicGenesis(genesis) ? '' : ':local'}`;
/** Whether a genesis hash is that of a public cluster, through whatever address it is reached. */
export const isPublicGenesis = (genesis: string): boolean =>
  networksWith((facts) => facts.genesis === genesis).length > 0;

/** @throws {BadInput} NOT_PINNED for a setting that a Solana network does not have */
export function refuseSetting(key: string, network: string): never {
  throw new BadInput(
    'NOT_PINNED',
    key === 'finality'
      ? `${network} has no finality.${network}: a transaction counts as done when its block is finalized.`
      : `${network} has no ${key}.${network}: its chain is known by the genesis hash of its node.`,
    `Its node is rpc.${network}.`,
  );
}
