// The chain of a Solana network: its genesis hash, its node, its coin. The genesis hashes of the public clusters are
// built in, so that no node can pass for another one.

import { BadInput } from '../../services/http/errors.js';
import type { ChainFacts } from '../chain/family.js';
import { type ChainPins, isLocalRpc, requireRpc } from '../chain/pins.js';
import { networkFacts, networksWith } from '../values/networks.js';

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
