// Reads balances from the node of a network: the coin and the listed tokens, in rows like the rows of the service.

import type { Context } from '../../cli/command/command.js';
import { type ChainAccess, chainAccess } from '../../engine/chain/access.js';
import { solanaAccess } from '../../engine/chain/solana.js';
import { balanceOf, decimalsAt } from '../../engine/chain/token.js';
import { listedTokens } from '../../engine/read/listed-tokens.js';
import { addressProblem } from '../../money/address.js';
import { whole } from '../../money/decimal.js';
import { coinDecimals } from '../../money/evm/chain.js';
import { checkChainId } from '../../money/evm/rpc.js';
import { checksummed } from '../../money/evm/transaction.js';
import { isSolana, solDecimals } from '../../money/solana/chain.js';
import { checkGenesis } from '../../money/solana/family.js';
import { holdingsOf } from '../../money/solana/holdings.js';
import { isEvmAddress } from '../../services/forms.js';
import { type Failure, partFailure } from '../../services/http/errors.js';
import { asText, type Row } from '../../services/json-value.js';
import { printFirstRequest } from './node-request.js';
import { coinBalance, logNode, type TokenBalance, tokenBalance, tokensBy } from './node-rows.js';

// Reads balances from the node of a Solana network: SOL, and each mint of the owner's token accounts and of the token
// list.

/**
 * Reads the balances of an owner: SOL, and the units of each mint. A mint that the token list does not have is shown by
 * its address, since a name is not an identity.
 * @throws {BadInput} NO_RPC; {Guarded} MIXED_NETWORKS, OTHER_CHAIN; {Failure} of the node
 */
async function readSolanaNode(context: Context, network: string, address: string): Promise<readonly TokenBalance[]> {
  const { chain, rpc } = await solanaAccess(context, network); // before the list: without a node nothing is asked
  await checkGenesis(rpc, chain);
  const listed = await listedTokens(context, network);
  const tokens = tokensBy(listed, (mint) => (addressProblem(mint, '', network) === undefined ? mint : undefined));
  const { lamports, ownerOfAccount, mints } = await holdingsOf(rpc, address, [...tokens.keys()]);
  if (ownerOfAccount !== undefined) context.note({ is: 'token-account', address, owner: ownerOfAccount });
  const place = { chain, address };
  logNode(context, chain);
  const balances = mints.flatMap(({ mint, amount, frozen, decimals }) => {
    const row = tokens.get(mint);
    const name = row === undefined ? mint : asText(row.symbol);
    if (decimals === undefined && amount === 0n) {
      context.note({ is: 'unusable', what: name, why: `has no mint at ${mint} on this chain` });
      return [];
    }
    const balance = tokenBalance(context, place, { contract: mint, amount, decimals }, row, 'mint');
    const certain = balance.token?.decimals;
    if (frozen > 0n)
      context.note({
        is: 'frozen',
        token: name,
        amount: (certain === undefined ? undefined : whole(`${frozen}`, certain)) ?? `${frozen} base units`,
      });
    return [balance];
  });
  return [coinBalance(place, listed, solDecimals, lamports), ...balances];
}

/**
 * Reads the balances of an address from the node: the coin, and each listed token. A token without a contract on the
 * chain is left out. A failed read of a balance is added to `failures`.
 * @throws {BadInput} {Guarded} as `chainAccess`; {Guarded} OTHER_CHAIN; {Failure} of the node
 */
export async function readNode(
  context: Context,
  network: string,
  address: string,
  failures: Failure[],
): Promise<readonly TokenBalance[]> {
  if (isSolana(network)) return readSolanaNode(context, network, address);
  const access = await chainAccess(context, network); // before the list: without a node nothing is asked
  const listed = await listedTokens(context, network);
  const { chain, rpc } = access;
  const tokens = tokensBy(listed, (text) => (isEvmAddress(text) ? checksummed(text) : undefined));
  const read = async (contract: string, row: Row): Promise<readonly TokenBalance[]> => {
    try {
      return await balanceAt(context, access, { address, contract, listed: row });
    } catch (error) {
      failures.push(partFailure(error));
      return [];
    }
  };
  const [, coin, ...others] = await Promise.all([
    checkChainId(rpc, chain),
    rpc.balance(address),
    ...[...tokens].map(([contract, row]) => read(contract, row)),
  ]);
  logNode(context, chain);
  return [coinBalance({ chain, address }, listed, coinDecimals, coin), ...others.flat()];
}

/** The balance of a token; none without a contract. @throws {Failure} */
async function balanceAt(
  context: Context,
  access: ChainAccess,
  { address, contract, listed }: { readonly address: string; readonly contract: string; readonly listed: Row },
): Promise<readonly TokenBalance[]> {
  const { chain, rpc } = access;
  const symbol = asText(listed.symbol);
  const [code, decimals, raw] = await Promise.all([
    rpc.code(contract),
    decimalsAt(rpc, contract),
    balanceOf(access, { address: contract, symbol, decimals: 0 }, address).catch((error: unknown) => error),
  ]);
  if (code === '0x') {
    context.note({ is: 'unusable', what: symbol, why: `has no contract at ${contract} on this chain` });
    return [];
  }
  if (typeof raw !== 'bigint') throw raw;
  return [tokenBalance(context, { chain, address }, { contract, amount: raw, decimals }, listed, 'contract')];
}

/** Prints the first request to the node; a dry run sends none. @throws {BadInput} {Guarded} as `chainOf` */
export const printNodeRead = (context: Context, network: string, address: string): Promise<void> =>
  printFirstRequest(
    context,
    network,
    isSolana(network)
      ? {
          method: 'getMultipleAccounts',
          params: [[address], { commitment: 'confirmed', encoding: 'base64' }],
          others: 'The token accounts of both programs, and their mints,',
        }
      : { method: 'eth_getBalance', params: [address, 'latest'], others: 'balanceOf and decimals of each token' },
  );
