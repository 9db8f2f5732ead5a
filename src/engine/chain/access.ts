// Connects the pipeline of chains with a command on an EVM chain: the profile's pins, JSON-RPC, tokens.

import type { Context } from '../../cli/command/command.js';
import { type ChainPins, isLocalRpc } from '../../money/chain/pins.js';
import { type Chain, chainOf } from '../../money/evm/chain.js';
import { evmFamily } from '../../money/evm/family.js';
import { dataFeeOf, tipPercentiles } from '../../money/evm/fees.js';
import type { EvmDependencies } from '../../money/evm/intent.js';
import { pinnedRouter } from '../../money/evm/router.js';
import { broadcastMethod, Rpc } from '../../money/evm/rpc.js';
import { type ChainOptions, commonDependencies } from './dependencies.js';
import { nodeRequests, pinsOf } from './node.js';
import type { SelectedSigner } from './signing-key.js';
import { type ChainReads, signedTokenReader, tokenReader } from './token.js';

export interface ChainAccess extends ChainReads {
  /**
   * The identity of the chain for its operations: its id; for a local node also the hash of its first block, since its
   * chain may be new.
   */
  readonly identity: string;
  readonly pins: ChainPins;
}

/**
 * Opens the chain of a network by the profile's pins; the embedded sandbox has its own.
 * @param sender the signer of a transaction: its facts are read together with the chain's identity, and held until the
 * pipeline releases them. `later`: its address is not known yet
 * @throws {BadInput} {Guarded} as `chainOf`; {Failure} of a read
 */
export async function chainAccess(context: Context, network: string, sender?: string | 'later'): Promise<ChainAccess> {
  const pins = await pinsOf(context);
  const chain = chainOf(network, pins, context.settings().profile.value);
  const rpc = new Rpc(nodeRequests(context, chain.rpc, broadcastMethod, isFixed));
  const { group } = context.world;
  if (sender !== undefined) rpc.hold(group?.reads);
  if (sender !== undefined) {
    const own = sender === 'later' ? [] : [rpc.balance(sender)];
    const early = group === undefined ? [...own, rpc.newestBlock(), rpc.tips(tipPercentiles)] : [];
    for (const read of [rpc.chainId(), ...early]) read.catch(() => {});
  }
  return { chain, rpc, identity: await identityOf(chain, rpc), pins };
}
/** Whether a request asks for constants of a chain: its id and its first block. */
const isFixed = (method: string, [block]: readonly unknown[]) =>
  method === 'eth_chainId' || (method === 'eth_getBlockByNumber' && block === '0x0');

async function identityOf({ chainId, rpc: address }: Chain, rpc: Rpc) {
  const firstBlock = isLocalRpc(address) ? (await rpc.block(0n))?.hash : undefined;
  return firstBlock === undefined ? `eip155:${chainId}` : `eip155:${chainId}:${firstBlock.slice(2, 34)}`;
}

/** The dependencies of the pipeline. @throws {Guarded} UNTRUSTED_FOLDER; as `chainAccess` */
export async function chainDependencies(
  context: Context,
  access: ChainAccess,
  signer: Pick<SelectedSigner, 'withKey'> & Partial<SelectedSigner>,
  options: ChainOptions = {},
): Promise<EvmDependencies> {
  const { chain, rpc, identity, pins } = access;
  const reads = {
    rpc,
    chain,
    signedTokenAt: signedTokenReader(context, access),
    dataFee: (bytes: string) => dataFeeOf(rpc, chain.network, bytes),
    isRouter: (address: string) => pinnedRouter(pins, chain.network)?.address.toLowerCase() === address.toLowerCase(),
  };
  const lockName = `chain-${chain.chainId}`;
  const common = await commonDependencies(
    context,
    { family: evmFamily(reads), chain, identity, lockName },
    signer,
    options,
  );
  return { ...common, ...reads, tokenAt: tokenReader(context, access, options.decimals) };
}
