// Decodes a signed transaction and checks its signature. Heavy: loaded on demand, before the database transaction
// begins.
import { Transaction as Signed } from 'micro-eth-signer';
import { RpcError } from './abi.js';

/** Of type 0 or 2. Amounts are in wei. */
export interface SignedTransaction {
  readonly hash: string;
  readonly type: 0 | 2;
  /** Undefined if it is valid on every chain. */
  readonly chainId: bigint | undefined;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly data: string;
  readonly gasLimit: bigint;
  readonly feeCap: bigint;
  readonly tip: bigint;
  readonly signature: { readonly v: bigint; readonly yParity: number; readonly r: bigint; readonly s: bigint };
}

/** @throws {RpcError} for an invalid raw transaction, or another type than 0 and 2 */
export function decode(raw: unknown): SignedTransaction {
  if (typeof raw !== 'string' || !/^0x([0-9a-fA-F]{2})+$/.test(raw))
    throw new RpcError(-32602, 'a raw transaction is hexadecimal text');
  const read = parsed(raw);
  const { nonce, value, data, gasLimit, to, r, s, yParity } = read.raw;
  if (r === undefined || s === undefined || yParity === undefined)
    throw new RpcError(-32000, 'the transaction is not signed');
  const fees = feesOf(read);
  return {
    hash: read.hash,
    ...fees,
    chainId: read.raw.chainId,
    from: senderOf(read),
    to: to === '0x' ? null : to,
    nonce,
    value,
    data,
    gasLimit,
    signature: { v: fees.type === 0 ? (read.v ?? BigInt(yParity)) : BigInt(yParity), yParity, r, s },
  };
}

type AnySigned = ReturnType<typeof Signed.fromHex>;
function parsed(raw: string): AnySigned {
  try {
    return Signed.fromHex(raw.toLowerCase());
  } catch (error) {
    throw new RpcError(-32000, `the transaction cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

function senderOf(read: AnySigned): string {
  try {
    return read.recoverSender().address;
  } catch (error) {
    throw new RpcError(-32000, `invalid sender: ${(error as Error).message.slice(0, 200)}`);
  }
}

function feesOf({ type, raw }: AnySigned): Pick<SignedTransaction, 'type' | 'feeCap' | 'tip'> {
  if (type === 'legacy' && 'gasPrice' in raw) return { type: 0, feeCap: raw.gasPrice, tip: raw.gasPrice };
  if (type === 'eip1559' && 'maxFeePerGas' in raw)
    return { type: 2, feeCap: raw.maxFeePerGas, tip: raw.maxPriorityFeePerGas };
  throw new RpcError(-32000, 'transaction type not supported: the sandbox takes types 0 and 2');
}
