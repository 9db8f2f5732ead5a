// Connects the pipeline of chains with a command on Solana: the profile's pins, JSON-RPC, tokens.

import type { Context } from '../../cli/context.js';
import { addressProblem } from '../../money/address.js';
import type { ChainToken, TokenAt } from '../../money/chain/effect.js';
import { coinOf } from '../../money/chain/effect.js';
import { refuseMixed } from '../../money/evm/chain.js';
import { mintIn, requireMint } from '../../money/solana/accounts.js';
import { identityOf, type SolanaChain, solanaChainOf } from '../../money/solana/chain.js';
import { solanaRules } from '../../money/solana/family.js';
import type { SolanaDependencies } from '../../money/solana/intent.js';
import { SolanaRpc, sendMethod } from '../../money/solana/rpc.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, type Row } from '../../services/json-value.js';
import { listedTokens } from '../read/listed-tokens.js';
import { type ChainOptions, commonDependencies } from './dependencies.js';
import { nodeRequests, pinsOf } from './node.js';
import type { SelectedSigner } from './signing-key.js';
import { labelOf } from './token.js';

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
  if (network === 'SOLANA' && chain.genesis !== undefined) refuseMixed(network, 'the main cluster', pins, profile);
  const { post, share } = nodeRequests(context, chain.rpc, sendMethod, (method) => method === 'getGenesisHash');
  const rpc = new SolanaRpc(post, share);
  if (isHeld) rpc.hold();
  return { chain, rpc, identity: identityOf(await rpc.genesisHash()) };
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

/**
 * Makes the function that finds the token of a mint.
 * @param stated the decimals that the person states, as the second source for an unlisted token
 * @param isToBeMoved whether its decimals must be certain; of signed bytes the mint alone says them
 * @throws {Guarded} DECIMALS_DISAGREE, DECIMALS_UNCONFIRMED; {BadInput} NOT_A_TOKEN
 */
function tokenReader(
  context: Context,
  { chain, rpc }: Pick<SolanaAccess, 'chain' | 'rpc'>,
  stated: number | undefined,
  isToBeMoved: boolean,
): TokenAt {
  const tokens = new Map<string, Promise<ChainToken>>();
  const read = async (mint: string): Promise<ChainToken> => {
    const [list, [account]] = await Promise.all([listedTokens(context, chain.network), rpc.accounts([mint])]);
    const found = mintIn(account);
    const decimals = isToBeMoved ? requireMint(mint, found).decimals : (found?.decimals ?? 0);
    if (isToBeMoved) requireCertain(chain, mint, decimals, list, stated);
    return { address: mint, decimals, ...labelOf(mint, undefined, list, chain) };
  };
  return (mint) => {
    const token = tokens.get(mint) ?? read(mint);
    tokens.set(mint, token);
    return token;
  };
}

/** @throws {Guarded} DECIMALS_DISAGREE, DECIMALS_UNCONFIRMED */
function requireCertain(
  { network }: SolanaChain,
  mint: string,
  decimals: number,
  list: readonly Row[],
  stated: number | undefined,
): void {
  const listed = list
    .filter(({ contractAddress }) => asText(contractAddress) === mint)
    .map((row) => decimalsOf(row.decimals));
  const other = (stated === undefined ? listed : [...listed, stated]).find((value) => value !== decimals);
  if (other !== undefined)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${mint} has ${decimals} decimals by its mint, and ${Number.isNaN(other) ? 'none' : other} by ${listed.includes(other) ? 'the token list' : '--decimals'}; nothing was signed.`,
      'Whether an amount is right cannot be known then.',
    );
  if (listed.length > 0 || stated !== undefined) return;
  throw new Guarded(
    'DECIMALS_UNCONFIRMED',
    `${mint} has ${decimals} decimals by its mint, and no token list of ${network} confirms it; nothing was signed.`,
    `If you know that it is right, say so: --decimals ${decimals}`,
  );
}

/**
 * Finds a token by name: SOL, a token by its symbol in the platform's list, or by the address of its mint.
 * @throws {BadInput} UNKNOWN_TOKEN, WHICH_TOKEN, BAD_NUMBER; {Guarded} as `tokenAt`
 */
export async function solanaTokenNamed(
  context: Context,
  { chain, tokenAt }: Pick<SolanaDependencies, 'chain' | 'tokenAt'>,
  input: string,
  stated: number | undefined,
): Promise<ChainToken> {
  const rows = (await listedTokens(context, chain.network)).filter(
    ({ symbol }) => asText(symbol).toLowerCase() === input.toLowerCase(),
  );
  const isCoin = input.toLowerCase() === chain.coin.toLowerCase();
  const mints = [
    ...new Set(rows.flatMap(({ contractAddress }) => (isNothing(contractAddress) ? [] : [asText(contractAddress)]))),
  ];
  if (mints.length + (isCoin ? 1 : 0) > 1)
    throw new BadInput(
      'WHICH_TOKEN',
      `${mints.length + (isCoin ? 1 : 0)} tokens of ${chain.network} are called ${input}; nothing was signed.`,
      `Give the address of the mint: ${mints.join(', ')}`,
    );
  if (isCoin) {
    const listed = rows.map((row) => decimalsOf(row.decimals)).find((value) => value !== chain.decimals);
    if (listed !== undefined)
      throw new Guarded(
        'DECIMALS_DISAGREE',
        `${chain.coin} has ${chain.decimals} decimals, and ${listed} by the token list; nothing was signed.`,
      );
    if (stated === undefined || stated === chain.decimals) return coinOf(chain);
    throw new BadInput(
      'BAD_NUMBER',
      `--decimals is ${stated}, and ${chain.coin} has ${chain.decimals}; nothing was signed.`,
      'Leave --decimals out.',
    );
  }
  const [mint] = mints;
  if (mint !== undefined) return tokenAt(requireMintAddress(mint, input));
  if (isMintAddress(input)) return tokenAt(input);
  const symbols = (await listedTokens(context, chain.network)).map(({ symbol }) => asText(symbol)).filter(Boolean);
  throw new BadInput(
    'UNKNOWN_TOKEN',
    `The token list of ${chain.network} has no ${JSON.stringify(input.slice(0, 60))}; nothing was signed.`,
    `There are: ${[...new Set([chain.coin, ...symbols])].slice(0, 30).join(', ')}. Or give the address of its mint.`,
  );
}

const isMintAddress = (text: string): boolean => addressProblem(text, '', 'SOLANA') === undefined;
function requireMintAddress(mint: string, symbol: string): string {
  if (isMintAddress(mint)) return mint;
  throw new Guarded('UNUSABLE_TOKEN', `The token list names no usable mint for ${symbol}; nothing was signed.`);
}
