// Reads of a V2 router on the newest block: the amounts along a path, and its wrapped coin.

import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import { bytesToHex, hexToBytes } from '../chain/hex.js';
import { orRefusal } from '../chain/rpc-failures.js';
import type { Rpc, SimulatedCall } from './rpc.js';

const router = createContract(
  parseAbi([
    'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
    'function WETH() view returns (address)',
  ]),
);

/** A router, and the account that asks. */
interface RouterRead {
  readonly rpc: Rpc;
  readonly router: string;
  readonly from: string;
}

/**
 * Reads a function of a router.
 * @returns its decoded output; nothing if the call reverts, or returns something else
 * @throws {Failure} of the node
 */
async function read(
  { rpc, router: to, from }: RouterRead,
  name: string,
  args?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { encodeInput, decodeOutput } = router[name]!;
  const call: SimulatedCall = { from, to, data: bytesToHex(encodeInput(args)) };
  const output = await orRefusal(rpc.simulate(call), () => '0x');
  try {
    return decodeOutput(hexToBytes(output));
  } catch {
    return undefined;
  }
}

/** The amount at the end of a path, in base units; nothing if the router does not say. @throws {Failure} of the node */
export async function amountOut(source: RouterRead, raw: bigint, path: readonly string[]): Promise<bigint | undefined> {
  const amounts = await read(source, 'getAmountsOut', { amountIn: raw, path });
  const isOfPath = Array.isArray(amounts) && amounts.length === path.length && amounts[0] === raw;
  return isOfPath ? (amounts.at(-1) as bigint) : undefined;
}

/**
 * The contract of the wrapped coin, in lower case; nothing if the router does not say.
 * @throws {Failure} of the node
 */
export async function wrappedCoin(source: RouterRead): Promise<string | undefined> {
  const address = await read(source, 'WETH');
  return typeof address === 'string' ? address.toLowerCase() : undefined;
}
