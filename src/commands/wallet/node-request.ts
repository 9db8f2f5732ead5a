// The dry run of a read from a node: its first request, which is not sent.

import type { Context } from '../../cli/command/command.js';
import { printRequest } from '../../cli/prompts/dry-run.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { rpcCall } from '../../engine/chain/node.js';
import { chainOf } from '../../money/evm/chain.js';
import { solanaChainOf } from '../../money/solana/accounts.js';
import { isSolana } from '../../money/values/networks.js';
import { pinsOf } from './node-addresses.js';

/** A request, and the subject of a sentence that names the others. */
interface FirstRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly others: string;
}

/** Prints the first request to a node. @throws {BadInput} {Guarded} as `chainOf` */
export async function printFirstRequest(
  context: Context,
  network: string,
  { method, params, others }: FirstRequest,
): Promise<void> {
  const [pins, profile] = [await pinsOf(context), context.settings().profile.value];
  const { rpc } = isSolana(network) ? solanaChainOf(network, pins, profile) : chainOf(network, pins, profile);
  const isSandbox = isEmbedded(context.settings());
  const url = isSandbox ? rpc.replace('//', '//sandbox.') : rpc;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  await printRequest(context, rpcCall(method, 'none'), async ({ timeout, maxBody, userAgent }) => ({
    ...{ method: 'POST', url, isPathSecret: !isSandbox, timeout, maxBody, body },
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'User-Agent': userAgent },
  }));
  context.log(`  ${others} would be read in the same way: tuk wallet tokens --network ${network}`);
}
