// Reads balances from the node of a Solana network: SOL, and each mint of the owner's token accounts and of the token
// list.

import type { Context } from '../../cli/context.js';
import { isEmbedded } from '../../cli/settings.js';
import { solanaAccess } from '../../engine/chain/solana.js';
import { listedTokens } from '../../engine/read/listed-tokens.js';
import { addressProblem } from '../../money/address.js';
import { whole } from '../../money/amount-text.js';
import { shownRpc } from '../../money/chain/pins.js';
import { solDecimals } from '../../money/solana/chain.js';
import { checkGenesis } from '../../money/solana/family.js';
import { holdingsOf } from '../../money/solana/holdings.js';
import { asText, decimalsOf, isNothing, type Row } from '../../services/json-value.js';
import { factsOf, type NodeBalance, rowOf } from './node-rows.js';

/**
 * Reads the balances of an owner: SOL, and the units of each mint. A mint that the token list does not have is shown by
 * its address, since a name is not an identity.
 * @throws {BadInput} NO_RPC; {Guarded} MIXED_NETWORKS, OTHER_CHAIN; {Failure} of the node
 */
export async function readSolanaNode(
  context: Context,
  network: string,
  address: string,
): Promise<readonly NodeBalance[]> {
  const { chain, rpc } = await solanaAccess(context, network); // before the list: without a node nothing is asked
  await checkGenesis(rpc, chain);
  const listed = await listedTokens(context, network);
  const tokens = new Map(
    listed.flatMap((row) => {
      const mint = asText(row.contractAddress);
      return addressProblem(mint, '', network) === undefined ? [[mint, row] as const] : [];
    }),
  );
  const { lamports, ownerOfAccount, mints } = await holdingsOf(rpc, address, [...tokens.keys()]);
  if (ownerOfAccount !== undefined)
    context.log(`  ${address} is a token account of ${ownerOfAccount}: its units are in the balances of its owner.`);
  const coin = listed.find((row) => isNothing(row.contractAddress) && asText(row.symbol) === chain.coin) ?? {};
  const coinListing = { name: chain.coin, tokenType: 'COIN', ...coin, symbol: chain.coin };
  if (!isEmbedded(context.settings())) context.log(`  Read from the node of ${network}: ${shownRpc(chain.rpc)}`);
  return [
    { row: rowOf(network, address, coinListing, null, lamports), token: factsOf(coin, solDecimals) },
    ...mints.flatMap((holding) => mintBalance(context, network, address, holding, tokens.get(holding.mint))),
  ];
}

type Holding = Awaited<ReturnType<typeof holdingsOf>>['mints'][number];

/** The balance of a mint, with its decimals unless the token list has others. */
function mintBalance(
  context: Context,
  network: string,
  address: string,
  { mint, amount, frozen, decimals }: Holding,
  listed: Row | undefined,
): readonly NodeBalance[] {
  const name = listed === undefined ? mint : asText(listed.symbol);
  if (decimals === undefined && amount === 0n) {
    context.log(`  Left out: ${name} has no mint at ${mint} on this chain.`);
    return [];
  }
  const stated = listed === undefined ? decimals : decimalsOf(listed.decimals);
  if (decimals !== stated)
    context.log(
      `  ${name} at ${mint} has ${decimals ?? 'no'} decimals by its mint, and ${Number.isNaN(stated) ? 'none' : stated} by the token list: its amount is in base units.`,
    );
  const isCertain = decimals !== undefined && decimals === stated;
  if (frozen > 0n)
    context.log(
      `  ${name}: ${isCertain ? whole(frozen.toString(), decimals) : `${frozen} base units`} cannot be sent, since the account is frozen.`,
    );
  return [
    {
      row: rowOf(network, address, listed ?? { symbol: mint }, mint, amount),
      token: isCertain ? factsOf(listed ?? {}, decimals) : undefined,
    },
  ];
}
