// The tokens of an EVM chain, by symbol or address, with decimals on which contract and token list agree (docs/money.md
// 2).

import type { Context } from '../../cli/command/command.js';
import type { ChainToken, TokenAt } from '../../money/chain/effect.js';
import { sameAddress } from '../../money/chain/hex.js';
import { RpcRefusal } from '../../money/chain/rpc-failures.js';
import type { Chain } from '../../money/evm/chain.js';
import type { Rpc } from '../../money/evm/rpc.js';
import { checksummed } from '../../money/evm/transaction.js';
import { requireAddress } from '../../money/values/address.js';
import { isEvmAddress, isPrefixedHash } from '../../services/forms.js';
import { BadInput } from '../../services/http/errors.js';
import { listedTokens } from '../read/listed-tokens.js';
import { coinWith, labelOf, readOnce, requireCertain, type TokenForm, tokenNamed } from './named-token.js';

export interface ChainReads {
  readonly chain: Chain;
  readonly rpc: Rpc;
}

/** The platform's address for the coin of a chain in swaps (platform 3.3). */
export const coinAddress = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** Tokens are addressed by their contracts. */
const contracts: TokenForm = {
  noun: 'contract',
  addressIn: (text) => (isEvmAddress(text) ? checksummed(text) : undefined),
  coinAddress,
};

/** Reads a token. `decimals`: as its contract states them. */
async function readToken(context: Context, { chain, rpc }: ChainReads, contract: string) {
  const address = checksummed(contract);
  const [list, decimals, symbol] = await Promise.all([
    listedTokens(context, chain.network),
    decimalsAt(rpc, address),
    symbolAt(rpc, address),
  ]);
  return { list, decimals, token: { address, decimals: decimals ?? 0, ...labelOf(address, symbol, list, chain) } };
}

/**
 * Makes the function that finds the token of a contract.
 * @param stated the decimals that the person states, as the second source for an unlisted token
 * @throws {BadInput} NOT_A_TOKEN; as `requireCertain`
 */
export const tokenReader = (context: Context, reads: ChainReads, stated: number | undefined): TokenAt =>
  readOnce(
    async (contract) => {
      const { list, decimals, token } = await readToken(context, reads, contract);
      if (decimals === undefined)
        throw new BadInput(
          'NOT_A_TOKEN',
          `The contract ${token.address} on ${reads.chain.network} names no decimals, so it is not a token.`,
        );
      requireCertain(reads.chain, contracts, token, list, stated);
      return token;
    },
    (contract) => contract.toLowerCase(),
  );

/**
 * Makes the function that finds the token of a contract in a signed transaction. The contract states the decimals, by
 * default 0.
 */
export const signedTokenReader =
  (context: Context, reads: ChainReads): TokenAt =>
  async (contract) =>
    (await readToken(context, reads, contract)).token;

const selectors = { decimals: '0x313ce567', symbol: '0x95d89b41', balanceOf: '0x70a08231' } as const;
const anyone = `0x${'0'.repeat(40)}`;

/** The decimals that a contract states, if they are possible. @throws {Failure} of the node */
export async function decimalsAt(rpc: Rpc, to: string): Promise<number | undefined> {
  try {
    const value = await rpc.simulate({ from: anyone, to, data: selectors.decimals });
    const decimals = isPrefixedHash(value) ? BigInt(value) : undefined;
    return decimals === undefined || decimals > 77n ? undefined : Number(decimals);
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined;
    throw error;
  }
}

/** The symbol that a contract states, if it has only letters, digits and a few signs. */
async function symbolAt(rpc: Rpc, to: string): Promise<string | undefined> {
  try {
    const value = await rpc.simulate({ from: anyone, to, data: selectors.symbol });
    const bytes = Buffer.from(value.slice(2), 'hex');
    const length = bytes.length >= 64 ? Number(BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`) & 0xffn) : 0;
    const text =
      bytes.length === 32
        ? bytes.toString('latin1').replace(/\0+$/, '')
        : bytes.subarray(64, 64 + length).toString('utf8');
    return /^[A-Za-z0-9.$_+-]{1,20}$/.test(text) ? text : undefined;
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined;
    throw error;
  }
}

/** The balance of an address, in base units. @throws {Failure} */
export async function balanceOf({ rpc }: Pick<ChainReads, 'rpc'>, token: ChainToken, owner: string): Promise<bigint> {
  if (token.address === undefined) return rpc.balance(owner);
  return rpc.word({
    from: owner,
    to: token.address,
    data: `${selectors.balanceOf}${owner.slice(2).toLowerCase().padStart(64, '0')}`,
  });
}

/**
 * Finds a token by name: the coin by its symbol, a token by its symbol in the platform's list, or by its contract's
 * address.
 * @param stated the decimals that the person states
 * @throws {BadInput} BAD_ADDRESS; as `tokenNamed`
 */
export async function evmTokenNamed(
  context: Context,
  dependencies: { readonly chain: Chain; readonly tokenAt: TokenAt },
  input: string,
  stated: number | undefined,
): Promise<ChainToken> {
  const { chain, tokenAt } = dependencies;
  if (!/^0x/i.test(input)) return tokenNamed(context, dependencies, contracts, input, stated);
  requireAddress(input, '--token', chain.network);
  return sameAddress(input, coinAddress) ? coinWith(chain, [], stated) : tokenAt(input);
}
