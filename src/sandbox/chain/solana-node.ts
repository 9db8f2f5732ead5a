// The JSON-RPC of the sandbox's Solana network over the ledger: balances and histories of the wallet calls are the same
// world.

import type { RpcRequest } from './rpc-methods.js';
import { accountsShown, getTokenAccountBalance, getTokenAccountsByOwner } from './solana-accounts.js';
import { getSignatureStatuses, getSignaturesForAddress, getTransaction } from './solana-history.js';
import { budgetOf, rentOf } from './solana-programs.js';
import { addressAt, blockAt, blockOf, inContext, invalid, wireBytes } from './solana-requests.js';
import { sendTransaction, simulateTransaction } from './solana-send.js';
import { hashOf, isRecent, stateOf, validBlocks } from './solana-state.js';
import { readMessage } from './solana-wire.js';

function getFeeForMessage(request: RpcRequest) {
  const message = readMessage(wireBytes(request.params[0], 'base64'));
  const { fee, err } = budgetOf(message);
  return inContext(request, err === null && isRecent(request, message.blockhash) ? Number(fee) : null);
}

/** Others are -32601. The state of every commitment is that of the newest block. */
export const solanaMethods: Readonly<Record<string, (request: RpcRequest) => unknown>> = {
  getAccountInfo: (request) => inContext(request, accountsShown(request, request.params.slice(0, 1))[0]),
  getBalance: (request) => inContext(request, Number(stateOf(request).lamports(addressAt(request)))),
  getBlockHeight: (request) => blockOf(request),
  getFeeForMessage,
  getFirstAvailableBlock: () => 0,
  getGenesisHash: (request) => hashOf(request, 0),
  getHealth: () => 'ok',
  getLatestBlockhash: (request) => {
    const block = blockOf(request);
    return inContext(request, { blockhash: hashOf(request, block), lastValidBlockHeight: block + validBlocks });
  },
  getMinimumBalanceForRentExemption: ({ params: [bytes] }) =>
    Number.isSafeInteger(bytes) && (bytes as number) >= 0
      ? Number(rentOf(bytes as number))
      : invalid('Invalid params: expected usize'),
  getMultipleAccounts: (request) => {
    const [addresses] = request.params;
    if (!Array.isArray(addresses) || addresses.length > 100) return invalid('Too many inputs provided; max 100');
    return inContext(request, accountsShown(request, addresses));
  },
  getRecentPrioritizationFees: (request) => {
    const newest = blockAt(request, 'processed');
    return Array.from({ length: Math.min(150, newest) }, (_, at) => ({
      slot: newest - at,
      prioritizationFee: at % 3 === 0 ? 1000 : 0,
    }));
  },
  getSignatureStatuses,
  getSignaturesForAddress,
  getSlot: (request) => blockOf(request),
  getTokenAccountBalance,
  getTokenAccountsByOwner,
  getTransaction,
  getVersion: () => ({ 'feature-set': 0, 'solana-core': 'tuk-sandbox/1' }),
  isBlockhashValid: (request) => inContext(request, isRecent(request, addressAt(request))),
  sendTransaction,
  simulateTransaction,
};
