// Reads balances from the node of a Solana network: SOL, and each mint of the owner's token accounts and of the token
// list.

import type { Context } from '../../cli/context.js';
import { solanaAccess } from '../../engine/chain/solana.js';
import { listedTokens } from '../../engine/read/listed-tokens.js';
import { addressProblem } from '../../money/address.js';
import { whole } from '../../money/amount-text.js';
import { solDecimals } from '../../money/solana/chain.js';
import { checkGenesis } from '../../money/solana/family.js';
import { holdingsOf } from '../../money/solana/holdings.js';
import { asText } from '../../services/json-value.js';
import { coinBalance, logNode, type TokenBalance, tokenBalance, tokensBy } from './node-rows.js';

/**
 * Reads the balances of an owner: SOL, and the units of each mint. A mint that the token list does not have is shown by
 * its address, since a name is not an identity.
 * @throws {BadInput} NO_RPC; {Guarded} MIXED_NETWORKS, OTHER_CHAIN; {Failure} of the node
 */
export async function readSolanaNode(
  context: Context,
  network: string,
  address: string,
): Promise<readonly TokenBalance[]> {
  const { chain, rpc } = await solanaAccess(context, network); // before the list: without a node nothing is asked
  await checkGenesis(rpc, chain);
  const listed = await listedTokens(context, network);
  const tokens = tokensBy(listed, (mint) => (addressProblem(mint, '', network) === undefined ? mint : undefined));
  const { lamports, ownerOfAccount, mints } = await holdingsOf(rpc, address, [...tokens.keys()]);
  if (ownerOfAccount !== undefined)
    context.log(`  ${address} is a token account of ${ownerOfAccount}: its units are in the balances of its owner.`);
  const place = { chain, address };
  logNode(context, chain);
  const balances = mints.flatMap(({ mint, amount, frozen, decimals }) => {
    const row = tokens.get(mint);
    const name = row === undefined ? mint : asText(row.symbol);
    if (decimals === undefined && amount === 0n) {
      context.log(`  Left out: ${name} has no mint at ${mint} on this chain.`);
      return [];
    }
    const balance = tokenBalance(context, place, { contract: mint, amount, decimals }, row, 'mint');
    const certain = balance.token?.decimals;
    if (frozen > 0n)
      context.log(
        `  ${name}: ${certain === undefined ? `${frozen} base units` : whole(frozen.toString(), certain)} cannot be sent, since the account is frozen.`,
      );
    return [balance];
  });
  return [coinBalance(place, listed, solDecimals, lamports), ...balances];
}
