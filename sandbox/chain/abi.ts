// Encodes and decodes call data, event logs and reverts of the known contracts, in words of 32 bytes.

/** The first four bytes of the hash of a function's signature (ERC-20, and the V2 router). */
const selectors = {
  transfer: 'a9059cbb',
  approve: '095ea7b3',
  transferFrom: '23b872dd',
  balanceOf: '70a08231',
  allowance: 'dd62ed3e',
  name: '06fdde03',
  symbol: '95d89b41',
  decimals: '313ce567',
  totalSupply: '18160ddd',
  getAmountsOut: 'd06ca61f',
  WETH: 'ad5c4648',
  factory: 'c45a0155',
  swapExactETHForTokens: '7ff36ab5',
  swapExactTokensForETH: '18cbafe5',
  swapExactTokensForTokens: '38ed1739',
} as const;
export type Method = keyof typeof selectors;
const methodOf = new Map<string, Method>(
  Object.entries(selectors).map(([name, selector]) => [selector, name as Method]),
);

export const topics = {
  Transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  Approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  Swap: '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  Deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  Withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const;

export interface EventLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Without `0x`. */
export const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
/** Without `0x`. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
export const encodeWords = (...words: string[]): string => `0x${words.join('')}`;
/** Selector and words as hex data. */
export const encodeCall = (method: Method, ...words: string[]): string => `0x${selectors[method]}${words.join('')}`;
/** A list of addresses at the end of a call's words. */
export const addressList = (addresses: readonly string[]): string[] => [
  word(addresses.length),
  ...addresses.map(addressWord),
];
/** A text as a return value. */
export function textData(text: string): string {
  const hex = Buffer.from(text).toString('hex');
  return encodeWords(word(32), word(hex.length / 2), hex.padEnd(Math.ceil(hex.length / 64) * 64, '0'));
}
/** `Error(string)`, the data of a revert with a reason. */
export const revertData = (reason: string): string => `0x08c379a0${textData(reason).slice(2)}`;

/** Undefined for an unknown function. */
export function readCall(input: string): { readonly method: Method; readonly args: Words } | undefined {
  const method = methodOf.get(input.slice(2, 10).toLowerCase());
  return method && { method, args: new Words(input.slice(10)) };
}

/** For call data that does not fit its function: the call reverts. */
export class InvalidCallData extends Error {}

export class Words {
  readonly #hex: string;
  constructor(hex: string) {
    this.#hex = hex.toLowerCase();
  }
  number(at: number): bigint {
    const digits = this.#hex.slice(at * 64, at * 64 + 64);
    if (digits.length < 64) throw new InvalidCallData();
    return BigInt(`0x${digits}`);
  }
  /** In lower case. */
  address(at: number): string {
    const value = this.number(at);
    if (value >> 160n !== 0n) throw new InvalidCallData();
    return `0x${value.toString(16).padStart(40, '0')}`;
  }
  /** The list at the offset of a word. */
  addresses(at: number): string[] {
    const place = this.number(at);
    if (place % 32n !== 0n || place > 10_000n) throw new InvalidCallData();
    const first = Number(place) / 32;
    const count = this.number(first);
    if (count > 10n) throw new InvalidCallData();
    return Array.from({ length: Number(count) }, (_, index) => this.address(first + 1 + index));
  }
}

/**
 * -32700 invalid JSON, -32600 invalid request, -32601 unknown method, -32602 invalid params, -32000 refused, 3
 * reverted.
 */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
