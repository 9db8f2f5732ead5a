// The contract functions that tuk calls and decodes: ERC-20 and the V2 router. Decoded call data are encoded again and
// compared byte for byte, so that nothing can hide behind them.

import { createContract, Decoder, decodeError, parseAbi } from 'micro-eth-signer/abi.js';
import { bytesToHex, hexToBytes } from '../chain/hex.js';

const erc20 = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
]);
/** The functions of the V2 router that a swap may call. Any other is refused. */
const router = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
]);
const contracts = { erc20: createContract(erc20), router: createContract(router) };
const abis = { erc20, router };

/** A decoded call: its function and its arguments by name. Addresses have checksums, numbers are bigint. */
export interface ContractCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Call data as 0x hex. */
export const encodeCall = (abi: keyof typeof abis, name: string, args: Readonly<Record<string, unknown>>): string =>
  bytesToHex(contracts[abi][name]!.encodeInput(args));

/**
 * Decodes call data; nothing for a function outside the list, and for bytes that differ from the encoding of their
 * values: trailing bytes, other offsets, dirty words.
 */
export const decodeCall = (abi: keyof typeof abis, data: string): ContractCall | undefined =>
  decoded(abis[abi], data, (name, args) => encodeCall(abi, name, args));

/**
 * Decodes call data by one function in the notation of Solidity, `function transfer(address to, uint256 amount)`, for
 * explanations: what is signed passes `decodeCall`. Nothing as there.
 */
export function decodeFunction(signature: string, data: string): ContractCall | undefined {
  const abi = parseAbi([signature] as readonly string[]) as typeof erc20;
  const contract = createContract(abi) as Readonly<Record<string, { encodeInput(args: unknown): Uint8Array }>>;
  return decoded(abi, data, (name, args) => bytesToHex(contract[name]!.encodeInput(args)));
}

function decoded(
  abi: (typeof abis)[keyof typeof abis],
  data: string,
  encode: (name: string, args: Readonly<Record<string, unknown>>) => string,
): ContractCall | undefined {
  const contract = `0x${'1'.repeat(40)}`;
  const decoder = new Decoder();
  try {
    decoder.add(contract, abi);
    const call = decoder.decode(contract, hexToBytes(data));
    if (call === undefined || Array.isArray(call)) return undefined;
    const { name, value } = call;
    const args = value as Readonly<Record<string, unknown>>;
    return encode(name, args) === data.toLowerCase() ? { name, args } : undefined;
  } catch {
    return undefined;
  }
}

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
/** Call data of `balanceOf(owner)` (ERC-20). */
export const balanceCall = (owner: string): string => `0x70a08231${word(owner)}`;
/** Call data of `allowance(owner, spender)` (ERC-20). */
export const allowanceCall = (owner: string, spender: string): string => `0xdd62ed3e${word(owner)}${word(spender)}`;

/** The reason of a revert, if its data have one. */
export function revertReason(data: string): string | undefined {
  try {
    return decodeError(hexToBytes(data))?.message.slice(0, 300);
  } catch {
    return undefined;
  }
}

/** The largest allowance, which counts as unlimited. */
export const maxUint256 = 2n ** 256n - 1n;
