// Connects the pipeline of chains with a command on Solana: the profile's pins, JSON-RPC, tokens.

import type { Context } from '../../cli/command/command.js';
import type { ChainToken, TokenAt } from '../../money/chain/effect.js';
import { refuseMixed } from '../../money/evm/chain.js';
import { identityOf, mintIn, requireMint, type SolanaChain, solanaChainOf } from '../../money/solana/accounts.js';

import type { SolanaDependencies } from '../../money/solana/describe.js';
import { solanaRules } from '../../money/solana/family.js';
import { SolanaRpc, sendMethod } from '../../money/solana/rpc.js';
import { addressProblem } from '../../money/values/address.js';
import { networkFacts } from '../../money/values/networks.js';
import { listedTokens } from '../read/listed-tokens.js';
import { type ChainOptions, commonDependencies } from './dependencies.js';
import { labelOf, readOnce, requireCertain, type TokenForm, tokenNamed } from './named-token.js';
import { nodeRequests, pinsOf } from './node.js';
import type { SelectedSigner } from './signing-key.js';

export interface SolanaAccess {
  readonly chain: SolanaChain;
  readonly rpc: SolanaRpc;
  /** The identity of the chain for its operations, by its genesis hash. */
  readonly identity: string;
}

/**
 * Opens the chain of a Solana network by the profile's pins.
 * @param isHeld whether reads are held until the pipeline releases them
 * @throws {BadInput} NO_RPC; {Guarded} MIXED_NETWORKS; {Failure} of a read
 */
export async function solanaAccess(context: Context, network: string, isHeld = false): Promise<SolanaAccess> {
  const pins = await pinsOf(context);
  const profile = context.settings().profile.value;
  const chain = solanaChainOf(network, pins, profile);
  const isFixed = (method: string) => method === 'getGenesisHash';
  const rpc = new SolanaRpc(nodeRequests(context, chain.rpc, sendMethod, isFixed));
  if (isHeld) rpc.hold(context.world.group?.reads);
  const genesis = await rpc.genesisHash();
  if (genesis === networkFacts('SOLANA')?.genesis) refuseMixed(network, 'the main cluster', pins, profile);
  return { chain, rpc, identity: identityOf(genesis) };
}

/** The dependencies of the pipeline. @throws {Guarded} UNTRUSTED_FOLDER; as `solanaAccess` */
export async function solanaDependencies(
  context: Context,
  { chain, rpc, identity }: SolanaAccess,
  signer: Pick<SelectedSigner, 'withKey'> & Partial<SelectedSigner>,
  options: ChainOptions = {},
): Promise<SolanaDependencies> {
  const signedTokenAt = tokenReader(context, { chain, rpc }, undefined, false);
  const reads = { rpc, chain, signedTokenAt };
  const open = { family: solanaRules(reads), chain, identity, lockName: identity.replaceAll(':', '-') };
  const common = await commonDependencies(context, open, signer, options);
  return { ...common, ...reads, tokenAt: tokenReader(context, { chain, rpc }, options.decimals, true) };
}

/** Tokens are addressed by their mints. */
const mints: TokenForm = {
  noun: 'mint',
  addressIn: (text) => (addressProblem(text, '', 'SOLANA') === undefined ? text : undefined),
};

/**
 * Makes the function that finds the token of a mint.
 * @param stated the decimals that the person states, as the second source for an unlisted token
 * @param isToBeMoved whether its decimals must be certain; of signed bytes the mint alone says them
 * @throws as `requireMint` and `requireCertain`
 */
const tokenReader = (
  context: Context,
  { chain, rpc }: Pick<SolanaAccess, 'chain' | 'rpc'>,
  stated: number | undefined,
  isToBeMoved: boolean,
): TokenAt =>
  readOnce(async (address) => {
    const [list, [account]] = await Promise.all([listedTokens(context, chain.network), rpc.accounts([address])]);
    const mint = mintIn(account);
    const decimals = isToBeMoved ? requireMint(address, mint).decimals : (mint?.decimals ?? 0);
    if (isToBeMoved) requireCertain(chain, mints, { address, decimals }, list, stated);
    return { address, decimals, ...labelOf(address, undefined, list, chain) };
  });

/** Finds a token by name: SOL, its symbol in the platform's list, or the address of its mint. @throws as `tokenNamed` */
export const solanaTokenNamed = (
  context: Context,
  dependencies: Pick<SolanaDependencies, 'chain' | 'tokenAt'>,
  input: string,
  stated: number | undefined,
): Promise<ChainToken> => tokenNamed(context, dependencies, mints, input, stated);
