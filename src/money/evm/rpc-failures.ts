// The meanings of the refusals of an EVM node.

import { isRecord } from '../../services/json-value.js';
import { RpcRefusal } from '../chain/rpc-failures.js';
import { revertReason } from './contracts.js';

/**
 * Why a node refuses a transaction, if it says so: its fee is too low, the account cannot pay for it, another one waits
 * with its nonce, or something else is wrong with it. Nothing for any other error.
 */
export function clearRefusal(error: unknown): 'fee' | 'funds' | 'replacement' | 'other' | undefined {
  if (!(error instanceof RpcRefusal)) return undefined;
  if (/insufficient funds/i.test(error.said)) return 'funds';
  if (/replacement|could not replace/i.test(error.said)) return 'replacement';
  if (
    /intrinsic gas|block gas limit|nonce too high|(txpool|pool) is full|invalid sender|type not supported/i.test(
      error.said,
    )
  )
    return 'other';
  return /underpriced|tip (too low|cap)|gas price (too low|below)|fee (too low|cap less)|max fee per gas less/i.test(
    error.said,
  )
    ? 'fee'
    : undefined;
}

/** Whether a refusal says that the node has the transaction already. */
export const isAlreadyKnown = (error: unknown): boolean =>
  error instanceof RpcRefusal && /already known|known transaction|already imported|already exists/i.test(error.said);

/** The code of a call that reverts. */
export const revertCode = 3;
/** Whether a refusal of a call says that it fails on the chain; any other one is about the node. */
export const isRevert = (error: RpcRefusal): boolean =>
  error.rpcCode === revertCode ||
  /revert|invalid opcode|out of gas|gas required|insufficient|exceeds|always failing|vm exception/i.test(error.said);

/** The reason of a call that reverts, for people. */
export function reasonOf({ data, said }: RpcRefusal): string {
  const bytes = isRecord(data) ? data.data : data;
  return (typeof bytes === 'string' ? revertReason(bytes) : undefined) ?? said;
}
