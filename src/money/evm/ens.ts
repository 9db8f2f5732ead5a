// ENS names as recipients: resolved forwards and backwards by a node of Ethereum. A name is not an identity: only the
// address is judged, shown and recorded.

import { keccak_256 } from '@noble/hashes/sha3.js';
import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { noAccount } from '../chain/hex.js';
import { RpcRefusal, unusable } from '../chain/rpc-failures.js';
import type { Rpc } from './rpc.js';

import { checksummed } from './transaction.js';

/** A resolved name. */
export interface ResolvedName {
  /** In small letters. */
  readonly name: string;
  /** With its EIP-55 checksum. */
  readonly address: string;
  /** Whether the address has set this name as its own (the reverse record). */
  readonly agrees: boolean;
}

/**
 * A name in its normal form: small letters, digits, hyphens, and underscores at the beginning of a label. That is
 * ENSIP-15 for plain ASCII; any other letter may look like one of these.
 * @throws {BadInput} MALFORMED_NAME; {Guarded} LOOKALIKE_NAME for other letters
 */
function normalName(typed: string) {
  const name = typed.trim().toLowerCase();
  if (/[^\x21-\x7e]/.test(typed.trim()))
    throw new Guarded(
      'LOOKALIKE_NAME',
      'The name has letters beside plain ASCII, which may look like others.',
      'Give the address itself.',
    );
  const isLabel = (label: string) => /^_*[a-z0-9-]+$/.test(label) && label.slice(2, 4) !== '--';
  if (name.length <= longestName && name.split('.').every(isLabel)) return name;
  throw new BadInput('MALFORMED_NAME', `${JSON.stringify(typed.slice(0, 60))} is not an ENS name.`);
}
const longestName = 255;

/** The error by which a resolver asks for a gateway off the chain (EIP-3668). */
const offchainLookup = '0x556f1830';

/**
 * Resolves a name forwards and backwards.
 * @param typed as a person typed it
 * @param rpc a node of Ethereum
 * @throws {BadInput} MALFORMED_NAME, UNKNOWN_NAME; {Guarded} LOOKALIKE_NAME, OFFCHAIN_NAME; {Failure} of the node
 */
export async function resolveName(typed: string, rpc: Rpc): Promise<ResolvedName> {
  const name = normalName(typed);
  const found = await addressOf(name, rpc).catch((error: unknown) => {
    throw failureOf(error, name);
  });
  if (found === undefined)
    throw new BadInput(
      'UNKNOWN_NAME',
      `The name ${name} has no address on Ethereum.`,
      'A name without a resolver of its own is not resolved.',
    );
  const address = checksummed(found);
  return { name, address, agrees: (await ownNameOf(address, rpc)) === name };
}

/** The registry of ENS, and the functions of its resolvers. */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';
const functions = [
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
] as const;

/** The node of a name (EIP-137): 32 bytes. */
const nodeOf = (name: string): Uint8Array =>
  name
    .split('.')
    .reverse()
    .reduce(
      (node, label) => keccak_256(Buffer.concat([node, keccak_256(Buffer.from(label))])),
      new Uint8Array(32) as Uint8Array,
    );

/** Reads one value of a contract. @throws {RpcRefusal} if it reverts; {Error} for bytes that are not its type */
function ask(method: 'resolver' | 'addr' | 'name', contract: string, name: string, rpc: Rpc) {
  const ethCall = ({ data }: { readonly data?: string }) => rpc.simulate({ from: noAccount, to: contract, data });
  const callable = createContract(parseAbi(functions), { ethCall } as never, contract) as unknown as Readonly<
    Record<string, { call(node: Uint8Array): Promise<string> }>
  >;
  return callable[method]!.call(nodeOf(name));
}

/** The resolver of a name; nothing without one of its own. */
async function resolverOf(name: string, rpc: Rpc): Promise<string | undefined> {
  const resolver = await ask('resolver', registry, name, rpc);
  return resolver === noAccount ? undefined : resolver;
}

/** The address of a name; nothing for a name without one. */
async function addressOf(name: string, rpc: Rpc): Promise<string | undefined> {
  const resolver = await resolverOf(name, rpc);
  const address = resolver && (await ask('addr', resolver, name, rpc));
  return address === noAccount ? undefined : address;
}

/** The name that an address has set as its own (EIP-181); nothing for none, and for one that cannot be read. */
async function ownNameOf(address: string, rpc: Rpc): Promise<string | undefined> {
  const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`;
  try {
    const resolver = await resolverOf(reverse, rpc);
    return resolver && (await ask('name', resolver, reverse, rpc));
  } catch (error) {
    if (error instanceof Failure && !(error instanceof RpcRefusal)) throw error;
    return undefined;
  }
}

function failureOf(error: unknown, name: string): Failure {
  if (!(error instanceof Failure)) return unusable('eth_call', 'with something else than an address');
  if (!(error instanceof RpcRefusal)) return error;
  if (JSON.stringify(error.data ?? '').includes(offchainLookup))
    return new Guarded(
      'OFFCHAIN_NAME',
      `The name ${name} is resolved outside the chain (EIP-3668), which tuk does not follow.`,
      'Give the address itself.',
    );
  return new BadInput('UNKNOWN_NAME', `The resolver of ${name} refuses to resolve it.`);
}
