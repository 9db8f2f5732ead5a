// Asks a contract whether it accepts a signature of a text (EIP-1271): a wallet such as Safe has no key of its own.

import { keccak_256 } from '@noble/hashes/sha3.js';
import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import { hexToBytes, noAccount } from '../chain/hex.js';
import { orRefusal, type RpcRefusal } from '../chain/rpc-failures.js';

import type { Rpc } from './rpc.js';
import { revertCode } from './rpc-failures.js';

const { isValidSignature } = createContract(
  parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
);
/** What the function returns for a valid signature (EIP-1271): its own selector, in a word. */
const accepted = `0x1626ba7e${'0'.repeat(56)}`;

/** Whether the contract itself refused. Any other refusal, such as too little gas, says nothing of the signature. */
const isOfContract = ({ rpcCode, said }: RpcRefusal) => rpcCode === revertCode || /revert|invalid opcode/i.test(said);

/** The hash that EIP-191 makes of a text. */
function hashOf(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

/**
 * Whether the contract at an address accepts a signature of a text. A contract that reverts does not.
 * @param signature 0x hex of any length: the contract decides what it means
 * @returns undefined if no contract is at the address
 * @throws {Failure} of the node
 */
export async function acceptsSignature(
  text: string,
  signature: string,
  address: string,
  rpc: Rpc,
): Promise<boolean | undefined> {
  if ((await rpc.code(address)) === '0x') return undefined;
  const input = isValidSignature!.encodeInput({ hash: hashOf(text), signature: hexToBytes(signature) });
  const call = { from: noAccount, to: address, data: `0x${Buffer.from(input).toString('hex')}` };
  const output = await orRefusal(rpc.simulate(call), (refusal) => {
    if (isOfContract(refusal)) return undefined;
    throw refusal;
  });
  return output?.toLowerCase() === accepted;
}
