// Trusted routers: pinned once by an explicit command, with the implementation behind a proxy, and compared with the
// pin at every use.

import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import { isEvmAddress } from '../../services/forms.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { bytesToHex, hexToBytes, sameAddress } from '../chain/hex.js';
import type { ChainPins } from '../chain/pins.js';
import { orRefusal } from '../chain/rpc-failures.js';
import type { Rpc, SimulatedCall } from './rpc.js';
import { checksummed } from './transaction.js';

/** A trusted router, and the implementation behind it if it is a proxy. */
export interface RouterPin {
  /** With its checksum. */
  readonly address: string;
  readonly implementation: string | undefined;
}

/** The storage slots of a proxy (EIP-1967): its implementation, its beacon. */
const slots = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
} as const;
/** The first bytes of the code of an account that is delegated to a contract (EIP-7702). */
const delegated = '0xef0100';

/** The pinned router of a network. */
export function pinnedRouter({ routers }: ChainPins, network: string): RouterPin | undefined {
  const [address, implementation] = routers?.[network]?.split('@') ?? [];
  return address === undefined || !isEvmAddress(address)
    ? undefined
    : { address: checksummed(address), implementation };
}

/** A pin as the profile stores it. */
export const storedPin = ({ address, implementation }: RouterPin): string =>
  implementation === undefined ? address : `${address}@${implementation}`;

/**
 * Reads the contract of a router.
 * @throws {Guarded} NO_CODE without a contract, DELEGATED_ACCOUNT for an account that is delegated to one, BEACON_PROXY
 * for a proxy whose implementation is set elsewhere
 */
export async function readRouter(rpc: Rpc, address: string, network: string): Promise<RouterPin> {
  const [code, implementation, beacon] = await Promise.all([
    rpc.code(address),
    slotAddress(rpc, address, slots.implementation),
    slotAddress(rpc, address, slots.beacon),
  ]);
  if (code === '0x') throw new Guarded('NO_CODE', `There is no contract at ${address} on ${network}.`);
  if (code.startsWith(delegated))
    throw new Guarded(
      'DELEGATED_ACCOUNT',
      `${address} is not a router, but an account that is delegated to a contract (EIP-7702).`,
    );
  if (beacon !== undefined)
    throw new Guarded(
      'BEACON_PROXY',
      `${address} is a proxy whose implementation is set by ${beacon}, so it cannot be pinned.`,
    );
  return { address: checksummed(address), implementation };
}

/** The address in a storage slot; nothing for zeros. */
async function slotAddress(rpc: Rpc, address: string, slot: string): Promise<string | undefined> {
  const value = BigInt(await rpc.storage(address, slot));
  return value === 0n ? undefined : checksummed(`0x${(value & (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`);
}

/**
 * Checks that a spender is the pinned router, as it was when it was pinned.
 * @throws {BadInput} ROUTER_NOT_PINNED; {Guarded} OTHER_ROUTER, ROUTER_CHANGED, as `readRouter`
 */
export async function checkRouter(
  rpc: Rpc,
  spender: string,
  network: string,
  pin: RouterPin | undefined,
  profile: string,
): Promise<void> {
  if (pin === undefined)
    throw new BadInput(
      'ROUTER_NOT_PINNED',
      `The profile ${profile} trusts no router on ${network}. The spender would be ${spender}.`,
      `If you have compared it with what the exchange publishes: tuk profile set NAME router.${network} ${spender}`,
    );
  if (!sameAddress(spender, pin.address))
    throw new Guarded(
      'OTHER_ROUTER',
      `The spender ${spender} is not the trusted router of ${network}, which is ${pin.address}.`,
    );
  const now = await readRouter(rpc, pin.address, network);
  if (now.implementation?.toLowerCase() !== pin.implementation?.toLowerCase())
    throw new Guarded(
      'ROUTER_CHANGED',
      `The router ${pin.address} has another implementation than when it was trusted: ${now.implementation ?? 'none'} for ${pin.implementation ?? 'none'}.`,
      `If its change is announced and right, trust it again: tuk profile set NAME router.${network} ${pin.address}`,
    );
}

// Reads of a V2 router on the newest block: the amounts along a path, and its wrapped coin.

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
