// Reads the parameters of requests to the sandbox's Solana node: commitments, addresses and bytes, with the errors of
// Solana.

import { base58 } from '@scure/base';
import { type Context, clockRate } from '../core/index.js';
import { RpcError } from './abi.js';
import { genesis, networks } from './networks.js';
import type { RpcRequest } from './rpc-methods.js';
import { network, newestBlock } from './solana-state.js';

type Config = Readonly<Record<string, unknown>>;
/** The options of a request: its last parameter, if that is a record. */
export const configOf = ({ params }: RpcRequest): Config => {
  const last = params.at(-1);
  return typeof last === 'object' && last !== null && !Array.isArray(last) ? (last as Config) : {};
};
/** Refuses the parameters of a request. @throws {RpcError} -32602 */
export const invalid = (message: string): never => {
  throw new RpcError(-32602, message);
};

/** The depth of each commitment in blocks. Under a frozen clock no block would ever follow: the newest is final. */
const depths = { processed: 0, confirmed: 1, finalized: 32 };
/** The newest block of a commitment. */
export const blockAt = (context: Context, commitment: keyof typeof depths): number =>
  Math.max(0, newestBlock(context) - (clockRate(context.state) > 0 ? depths[commitment] : 0));
/** The block of a request's commitment. @throws {RpcError} -32602, -32016 */
export function blockOf(request: RpcRequest): number {
  const { commitment = 'finalized', minContextSlot } = configOf(request);
  if (!Object.hasOwn(depths, String(commitment))) invalid('Invalid params: unknown commitment');
  const block = blockAt(request, commitment as keyof typeof depths);
  if (typeof minContextSlot === 'number' && block < minContextSlot)
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: block });
  return block;
}
/** How sure a block is. */
export const commitmentOf = (request: RpcRequest, block: number): string =>
  (['finalized', 'confirmed'] as const).find((word) => blockAt(request, word) >= block) ?? 'processed';
/** The time of a block, epoch seconds. */
export const timeOf = (block: number): number => Math.floor(block * networks[network].blockSeconds! + genesis / 1000);
/** A value with the slot of the request's commitment. */
export const inContext = (request: RpcRequest, value: unknown) => ({
  context: { apiVersion: 'sandbox', slot: blockOf(request) },
  value,
});

/** A base58 text of so many bytes. @throws {RpcError} -32602 */
export function bytesOf(text: unknown, size: number): string {
  const isText = typeof text === 'string' && /^[1-9A-HJ-NP-Za-km-z]{1,100}$/.test(text);
  if (!isText || base58.decode(text).length !== size) invalid(`Invalid param: ${isText ? 'WrongSize' : 'Invalid'}`);
  return text as string;
}
/** The address that a request asks for. @throws {RpcError} -32602 */
export const addressAt = ({ params }: RpcRequest): string => bytesOf(params[0], 32);

/** The bytes of a transaction or a message. @throws {RpcError} -32602 */
export function wireBytes(text: unknown, encoding: unknown): Buffer {
  if (typeof text === 'string' && text.length < 2000) {
    if (encoding === 'base64' && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
    if (encoding === 'base58' && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return Buffer.from(base58.decode(text));
  }
  return invalid(`invalid ${String(encoding)} encoding`);
}
