// Allowances of tokens: reads them from the chain, and sets exact ones.

import type { Context } from '../../cli/command/command.js';
import type { ChainToken, TokenAt } from '../../money/chain/effect.js';
import { quantity, sameAddress } from '../../money/chain/hex.js';
import { RpcRefusal } from '../../money/chain/rpc-failures.js';
import { encodeCall, maxUint256 } from '../../money/evm/contracts.js';
import { type FeeChoice, gasBounds } from '../../money/evm/fees.js';
import type { EvmDependencies, EvmIntent } from '../../money/evm/intent.js';
import type { EventLog } from '../../money/evm/rpc.js';
import { checksummed } from '../../money/evm/transaction.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { type ChainReads, signedTokenReader } from './token.js';

/** The selector of `allowance(address,address)`, and the topic of `Approval(address,address,uint256)` (ERC-20). */
const allowanceSelector = '0xdd62ed3e';
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');

/** The allowance of a spender in base units. @throws {Failure} */
export const allowanceOf = (
  { rpc }: Pick<ChainReads, 'rpc'>,
  token: string,
  owner: string,
  spender: string,
): Promise<bigint> => rpc.word({ from: owner, to: token, data: `${allowanceSelector}${word(owner)}${word(spender)}` });

/** The numbers of blocks whose logs are read, if a node limits them. */
const spans = [undefined, 100_000n, 10_000n, 1000n] as const;

/** A token contract and a spender that an owner has approved at some time. */
export interface Approval {
  readonly token: string;
  readonly spender: string;
}

/**
 * Finds the spenders that an owner has approved, by the event logs of the chain.
 * @returns them, and the first block that was read: 0 for all
 */
export async function approvalsOf(
  { rpc }: Pick<ChainReads, 'rpc'>,
  owner: string,
  token: string | undefined,
): Promise<{ readonly approvals: readonly Approval[]; readonly since: bigint }> {
  const height = await rpc.blockNumber();
  for (const span of spans) {
    const since = span === undefined || span > height ? 0n : height - span;
    const filter = {
      fromBlock: quantity(since),
      toBlock: 'latest',
      topics: [approvalTopic, `0x${word(owner)}`],
      address: token,
    };
    try {
      return { approvals: distinct(await rpc.logs(filter)), since };
    } catch (error) {
      if (!(error instanceof RpcRefusal) || span === spans.at(-1)) throw error;
    }
  }
  return { approvals: [], since: height };
}

function distinct(logs: readonly EventLog[]): readonly Approval[] {
  const approvals = new Map<string, Approval>();
  for (const { address, topics } of logs) {
    const spender = topics[2];
    if (spender === undefined || topics.length !== 3) continue; // of an NFT
    const approval = { token: checksummed(address), spender: checksummed(`0x${spender.slice(-40)}`) };
    approvals.set(`${approval.token} ${approval.spender}`, approval);
  }
  return [...approvals.values()];
}

/** Codes of failures about uncertain decimals of a token. */
const uncertainDecimals = /^(NOT_A_TOKEN|DECIMALS_DISAGREE|DECIMALS_UNCONFIRMED)$/;

/**
 * Makes the function that finds the token of a revoked allowance. Zero is zero in any decimals, so they may be
 * uncertain.
 * @param tokenAt finds tokens with certain decimals
 * @throws {BadInput} NOT_A_TOKEN for an address without a contract, where a transaction would succeed without effect;
 * {Failure} of a read
 */
export function revokedTokenReader(context: Context, access: ChainReads, tokenAt: TokenAt): TokenAt {
  const uncertain = signedTokenReader(context, access);
  return async (contract) => {
    try {
      return await tokenAt(contract);
    } catch (error) {
      if (!(error instanceof Failure) || !uncertainDecimals.test(error.code)) throw error;
      const [code, token] = await Promise.all([access.rpc.code(contract), uncertain(contract)]);
      if (code !== '0x') return token;
      throw new BadInput('NOT_A_TOKEN', `There is no contract at ${contract}, so it is not a token.`);
    }
  };
}

/**
 * Whether an allowance already has its value, without a pending transaction of the account that may change it.
 * @throws {Failure} of a read
 */
export async function standsAlready(
  { rpc }: Pick<ChainReads, 'rpc'>,
  { from, token, spender, raw }: Pick<AllowanceChange, 'from' | 'token' | 'spender' | 'raw'>,
): Promise<boolean> {
  const [allowance, mined, pending] = await Promise.all([
    allowanceOf({ rpc }, token.address, from, spender),
    rpc.nonce(from, 'latest'),
    rpc.nonce(from, 'pending'),
  ]);
  return allowance === raw && mined === pending;
}

export interface AllowanceChange {
  readonly from: string;
  readonly token: ChainToken & { readonly address: string };
  readonly spender: string;
  /** In base units: 0 revokes. */
  readonly raw: bigint;
  readonly fee: FeeChoice;
  readonly clientRef: string | undefined;
  /** Checks the spender, again right before the signature. @throws {Guarded} */
  readonly checkSpender: () => Promise<void>;
  readonly notes?: readonly (readonly [string, string])[];
  /** A step of a larger change, as a reset before a new allowance. */
  readonly isStep?: boolean;
}

/**
 * Builds the intent that sets an allowance to exactly `raw` base units.
 * Its `check` throws {Guarded} OTHER_TRANSACTION for a transaction that does anything else.
 */
export function allowanceIntent(
  { from, token, spender, raw, fee, clientRef, checkSpender, notes = [], isStep }: AllowanceChange,
  { chain }: Pick<EvmDependencies, 'chain'>,
): EvmIntent {
  const asked = JSON.stringify({
    allowance: true,
    network: chain.network,
    chainId: chain.chainId.toString(),
    from,
    spender,
    token: token.address,
    rawAmount: raw.toString(),
  });
  return {
    call: 'approve',
    isStep,
    from,
    asked,
    clientRef,
    fee,
    nonce: undefined,
    gasBound: gasBounds.approval,
    build: async () => ({ to: token.address, value: 0n, data: approveData(spender, raw) }),
    check: (effect) => {
      const isSame =
        effect.kind === 'approval' &&
        sameAddress(effect.spender, spender) &&
        effect.allows.raw === raw &&
        effect.allows.token.address === token.address;
      if (!isSame) throw new Guarded('OTHER_TRANSACTION', 'The transaction is not what was asked for.');
    },
    notes: async () => notes,
    recheck: checkSpender,
  };
}
const approveData = (spender: string, raw: bigint) => encodeCall('erc20', 'approve', { spender, amount: raw });

/** Whether a token refuses to change a nonzero allowance, by simulation: it must then be reset first. */
export async function needsReset(
  { rpc }: Pick<ChainReads, 'rpc'>,
  { from, token, spender, raw }: Pick<AllowanceChange, 'from' | 'token' | 'spender' | 'raw'>,
): Promise<boolean> {
  if (raw === 0n || (await allowanceOf({ rpc }, token.address, from, spender)) === 0n) return false;
  const works = async (amount: bigint) => {
    try {
      await rpc.simulate({ from, to: token.address, data: approveData(spender, amount) });
      return true;
    } catch (error) {
      if (error instanceof RpcRefusal) return false;
      throw error;
    }
  };
  return !(await works(raw)) && (await works(0n));
}

export const unlimited = maxUint256;

/** Whether an allowance is practically unlimited. */
export const isUnlimited = (raw: bigint): boolean => raw > maxUint256 / 2n;
