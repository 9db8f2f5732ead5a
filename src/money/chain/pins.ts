// The pins of a profile for the chains that it signs on: where the node of a network is.

import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { isLoopback } from '../../services/http/security.js';
import { addressProblem } from '../../services/server-address.js';
import type { ChainFamily } from '../keys/signer.js';
import { evmNetworks, isEvm, isSolana, solanaNetworks } from '../values/networks.js';

/**
 * The pins of a profile, by network: chain ids and depths of blocks as decimal text, addresses of JSON-RPC, router
 * contracts.
 */
export interface ChainPins {
  readonly chains?: Readonly<Record<string, string>>;
  readonly rpcs?: Readonly<Record<string, string>>;
  readonly routers?: Readonly<Record<string, string>>;
  readonly finalities?: Readonly<Record<string, string>>;
}

/**
 * Parses the address of a JSON-RPC: https, or http on loopback, without a user name or a fragment.
 * @throws {BadInput} BAD_VALUE
 */
export function parseRpcPin(network: string, text: string): string {
  const bad = (why: string) =>
    new BadInput(
      'BAD_VALUE',
      `rpc.${network} ${why}; its text is not repeated here.`,
      'Write it like https://rpc.example.com/',
    );
  const problem = addressProblem(text, true);
  if (problem !== undefined) throw bad(problem);
  return text;
}

/** The pinned JSON-RPC of a network. @throws {BadInput} NO_RPC, BAD_VALUE */
export function requireRpc(network: string, { rpcs }: ChainPins, profile: string): string {
  const rpc = rpcs?.[network];
  if (rpc !== undefined) return parseRpcPin(network, rpc);
  throw new BadInput(
    'NO_RPC',
    `The profile ${profile} has no JSON-RPC for ${network}.`,
    `Name it: tuk profile set NAME rpc.${network} URL`,
  );
}

/** Whether a JSON-RPC is on this machine. */
export const isLocalRpc = (rpc: string): boolean => isLoopback(new URL(rpc).hostname);

/** A JSON-RPC address for people, without its path and query, which may hold an access key. */
export const shownRpc = (rpc: string): string => new URL(rpc).origin;

// The networks that tuk signs on, by the kind of their chain.

/** The networks that tuk signs on. */
export const signingNetworks: readonly string[] = [...evmNetworks, ...solanaNetworks];

/** The kind of the chain of a network; nothing for one that tuk cannot sign on. */
function kindOfChain(network: string): ChainFamily | undefined {
  if (isEvm(network)) return 'evm';
  return isSolana(network) ? 'solana' : undefined;
}

/** @throws {BadInput} CANNOT_SIGN, UNKNOWN_WORD for a network that tuk cannot sign on */
export function requireSigning(network: string): ChainFamily {
  const kind = kindOfChain(network);
  if (kind !== undefined) return kind;
  const signsOn = `It signs on: ${signingNetworks.join(', ')}.`;
  if (!Network.some((name) => name === network))
    throw new BadInput('UNKNOWN_WORD', `${JSON.stringify(network.slice(0, 60))} is not a network.`, signsOn);
  throw new BadInput(
    'CANNOT_SIGN',
    `tuk cannot sign on ${network}.`,
    `On ${network} tuk reads: wallet balance, wallet history, wallet tx show. What a balance account holds can be sent there: tuk wallet withdraw create. ${signsOn}`,
  );
}
