// The chain of a network: its chain id, the address of its JSON-RPC, its coin. Each comes from a table or a pin of the
// profile, never from a default.

import { Network } from '../../services/catalogue/words.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import type { ChainFacts } from '../chain/family.js';
import { type ChainPins, requireRpc } from '../chain/pins.js';
import { chainIdOf, evmNetworks, isEvm, networkFacts, networkOf } from '../values/networks.js';

/** An EVM chain. */
export interface Chain extends ChainFacts {
  readonly chainId: bigint;
}

/** The depths without a setting. The newest blocks of main networks may be reorganised away. */
const usualFinality = { main: 12, other: 1 } as const;

/** The symbol of a network's coin; undefined outside the EVM networks. */
export const coinOfNetwork = (network: string): string | undefined => networkFacts(network)?.coin;
/** The decimals of every coin of an EVM chain. */
export const coinDecimals = 18;
const isMainChain = (chainId: number) => isLive(networkOf(chainId) ?? '');
const isLive = (network: string) => networkFacts(network)?.net === 'live';

/** @throws {BadInput} NOT_EVM for a network of another kind */
export function requireEvm(network: string): void {
  if (isEvm(network)) return;
  const evmOnly = `These are: ${evmNetworks.join(', ')}.`;
  if (!Network.some((name) => name === network))
    throw new BadInput('UNKNOWN_WORD', `${quoted(network)} is not a network.`, evmOnly);
  throw new BadInput('NOT_EVM', `${network} is not an EVM chain.`, evmOnly);
}
const quoted = (text: string) => JSON.stringify(text.slice(0, 60));

/** Parses the pinned chain id of a network. @throws {BadInput} BAD_VALUE, PIN_ON_MAIN, NOT_EVM */
export function parseChainPin(network: string, text: string): string {
  requireEvm(network);
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new BadInput('BAD_VALUE', `chain.${network} takes a chain id in decimal digits, and not ${quoted(text)}.`);
  const id = Number(text);
  const certain = chainIdOf(network);
  if (certain === id) return text;
  if (isMainChain(id))
    throw new BadInput(
      'PIN_ON_MAIN',
      `${id} is the chain of ${networkOf(id)}: ${network} cannot be pinned to another main network.`,
      certain === undefined ? undefined : `The chain id of ${network} is ${certain}.`,
    );
  return text;
}

/** Parses the depth of a final block. @throws {BadInput} BAD_VALUE, NOT_EVM */
export function parseFinality(network: string, text: string): string {
  requireEvm(network);
  if (/^[1-9]\d{0,5}$/.test(text)) return text;
  throw new BadInput('BAD_VALUE', `finality.${network} takes a number of blocks from 1, and not ${quoted(text)}.`);
}

/**
 * Finds the chain of a network by the pins of a profile.
 * @throws {BadInput} NOT_EVM, NO_CHAIN_ID, NO_RPC; {Guarded} MIXED_NETWORKS for a main chain if the profile pins
 * another main network to a test chain (docs/money.md 6)
 */
export function chainOf(network: string, pins: ChainPins, profile: string): Chain {
  requireEvm(network);
  const pinned = pins.chains?.[network];
  const chainId = pinned === undefined ? chainIdOf(network) : Number(parseChainPin(network, pinned));
  if (chainId === undefined)
    throw new BadInput(
      'NO_CHAIN_ID',
      `${network} has no certain chain id.`,
      `Pin it: tuk profile set NAME chain.${network} ID`,
    );
  if (isMainChain(chainId)) refuseMixed(network, `the main chain ${chainId}`, pins, profile);
  const rpc = requireRpc(network, pins, profile);
  const finality = pins.finalities?.[network] ?? (isMainChain(chainId) ? usualFinality.main : usualFinality.other);
  return {
    network,
    chainId: BigInt(chainId),
    rpc,
    coin: coinOfNetwork(network)!,
    decimals: coinDecimals,
    finality: BigInt(finality),
  };
}

/**
 * Refuses a main chain in a profile that pins another main network to a test chain.
 * @param what the main chain, as the end of a sentence
 * @throws {Guarded} MIXED_NETWORKS
 */
export function refuseMixed(network: string, what: string, pins: ChainPins, profile: string): void {
  const toTest = Object.entries(pins.chains ?? {}).find(
    ([name, id]) => isLive(name) && isEvm(name) && !isMainChain(Number(id)),
  );
  if (toTest === undefined) return;
  throw new Guarded(
    'MIXED_NETWORKS',
    `The profile ${profile} pins ${toTest[0]} to the test chain ${toTest[1]}, and ${network} is ${what}.`,
    `Use a profile of its own for main networks${isEvm(network) ? `, or pin it: tuk profile set NAME chain.${network} ID` : ''}`,
  );
}
