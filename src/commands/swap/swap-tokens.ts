// The tokens that can be swapped on a network, by the lists of the platform and their contracts.

import type { Context } from '../../cli/context.js';
import { coinAddress } from '../../engine/chain/token.js';
import { readSwap, type SwapVersion } from '../../engine/read/swap-versions.js';
import { requireAddress } from '../../money/address.js';
import type { ChainToken } from '../../money/chain/effect.js';
import { sameAddress } from '../../money/evm/hex.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, decimalsOf, isRecord, type Row } from '../../services/json-value.js';

/** The tokens that can be swapped. @throws {Failure} */
export async function tokenList(context: Context, version: SwapVersion, network: string): Promise<readonly Row[]> {
  const { tokens } = await readSwap(context, version, 'tokens', network);
  const rows = isRecord(tokens) ? Object.values(tokens) : Array.isArray(tokens) ? tokens : [];
  return rows.filter(isRecord);
}

/**
 * Finds a token of the swap list. The list, the contract and the token list of the platform must agree on its decimals.
 * @throws {BadInput} UNKNOWN_TOKEN, WHICH_TOKEN; {Guarded} DECIMALS_DISAGREE
 */
export async function swapToken(
  rows: readonly Row[],
  input: string,
  flag: string,
  tokenAt: (address: string) => Promise<ChainToken>,
  coin: ChainToken,
): Promise<ChainToken> {
  const isAddress = /^0x/i.test(input);
  if (isAddress) requireAddress(input, flag);
  const matches = rows.filter((row) =>
    isAddress ? sameAddress(asText(row.address), input) : asText(row.symbol).toLowerCase() === input.toLowerCase(),
  );
  const addresses = [...new Set(matches.map(({ address }) => asText(address).toLowerCase()))];
  const [address] = addresses;
  if (address === undefined)
    throw new BadInput(
      'UNKNOWN_TOKEN',
      `${flag}: ${JSON.stringify(input.slice(0, 60))} cannot be swapped on this network; nothing was signed.`,
      `There are: ${[...new Set(rows.map(({ symbol }) => asText(symbol)))].slice(0, 30).join(', ')}.`,
    );
  if (addresses.length > 1)
    throw new BadInput(
      'WHICH_TOKEN',
      `${flag}: ${addresses.length} tokens of this network are called ${input}; nothing was signed.`,
      'Give the address: tuk swap tokens NETWORK',
    );
  if (!/^0x[0-9a-f]{40}$/.test(address))
    throw new Guarded('UNUSABLE_TOKEN', `${flag}: the list names no usable address for it; nothing was signed.`);
  const listed = decimalsOf(matches[0]!.decimals);
  const token: ChainToken = sameAddress(address, coinAddress) ? coin : await tokenAt(address);
  if (listed === token.decimals) return token;
  throw new Guarded(
    'DECIMALS_DISAGREE',
    `${flag}: ${token.symbol} has ${token.decimals} decimals by its contract, and ${Number.isNaN(listed) ? 'none' : listed} by the swap list; nothing was signed.`,
  );
}
