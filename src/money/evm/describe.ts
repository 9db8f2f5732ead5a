// Says what a transaction does, from its bytes alone: the receipt, the policy and the dry run all read this, and never an answer of a service.

import { Guarded } from '../../services/http/errors.js';
import { whole } from '../amount-text.js';
import type { TransferFields } from '../transfer-fields.js';
import { type Chain, coinDecimals } from './chain.js';
import { decodeCall, maxUint256 } from './contracts.js';
import { gweiText } from './fees.js';
import { sameAddress } from './hex.js';
import type { EventLog } from './rpc.js';
import { checksummed, maxFeeOf, type TransactionFields } from './transaction.js';

/** A token of a chain. */
export interface EvmToken {
  /** With its checksum; nothing for the coin. */
  readonly address: string | undefined;
  readonly symbol: string;
  readonly decimals: number;
}
/** Finds the token of a contract. @throws {Failure} where its decimals are not certain */
export type TokenAt = (address: string) => Promise<EvmToken>;

/** An amount of a token. */
export interface TokenAmount {
  readonly token: EvmToken;
  /** In base units. */
  readonly raw: bigint;
}
/** What a transaction does. */
export type TransactionEffect =
  | { readonly kind: 'transfer'; readonly moves: TokenAmount; readonly to: string }
  | { readonly kind: 'approval'; readonly allows: TokenAmount; readonly spender: string; readonly isUnlimited: boolean }
  | {
      readonly kind: 'swap';
      readonly sells: TokenAmount;
      readonly floor: TokenAmount;
      readonly path: readonly string[];
      readonly recipient: string;
      /** Epoch seconds. */
      readonly deadline: bigint;
      readonly router: string;
    };

/** An amount in whole tokens. */
export const wholeAmount = ({ token, raw }: TokenAmount): string => whole(raw.toString(), token.decimals)!;
const amountText = (amount: TokenAmount): string => `${wholeAmount(amount)} ${amount.token.symbol}`;

/** The topic of `Transfer(address,address,uint256)` (ERC-20). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/**
 * What arrives by the event logs of a transaction, in base units: of a token at its recipient. Nothing for a coin, which leaves no logs, and for an allowance.
 */
export function arrivedBy(logs: readonly EventLog[], effect: TransactionEffect): TokenAmount | undefined {
  const [token, recipient] =
    effect.kind === 'transfer'
      ? [effect.moves.token, effect.to]
      : effect.kind === 'swap'
        ? [effect.floor.token, effect.recipient]
        : [undefined, ''];
  const { address } = token ?? {};
  if (token === undefined || address === undefined) return undefined;
  const isAt = (topic: string | undefined) => topic !== undefined && sameAddress(`0x${topic.slice(-40)}`, recipient);
  let raw = 0n;
  for (const { address: contract, topics, data } of logs) {
    if (!sameAddress(contract, address) || topics[0] !== transferTopic || topics.length !== 3 || !/^0x[0-9a-fA-F]{64}$/.test(data))
      continue;
    if (isAt(topics[2])) raw += BigInt(data);
    if (isAt(topics[1])) raw -= BigInt(data);
  }
  return { token, raw };
}

/** The coin of a chain as a token. */
export const coinOf = ({ coin }: Chain): EvmToken => ({ address: undefined, symbol: coin, decimals: coinDecimals });

/**
 * Decodes the effect of a transaction.
 * @param isRouter whether an address is the pinned router of the chain
 * @throws {Guarded} OPAQUE_CALL for call data that are not one of the known functions, byte for byte
 */
export async function effectOf(
  { to, value, data }: Pick<TransactionFields, 'to' | 'value' | 'data'>,
  chain: Chain,
  tokenAt: TokenAt,
  isRouter: (address: string) => boolean,
): Promise<TransactionEffect> {
  if (data === '0x') return { kind: 'transfer', moves: { token: coinOf(chain), raw: value }, to };
  const swap = isRouter(to) ? decodeCall('router', data) : undefined;
  if (swap) return swapEffect(swap.name, swap.args, { to, value }, chain, tokenAt);
  const call = isRouter(to) ? undefined : decodeCall('erc20', data);
  if (!call) throw opaque(data);
  if (value !== 0n)
    throw new Guarded('VALUE_WITH_CALL', `The transaction sends ${chain.coin} along with a call of a token; it was not signed.`);
  const token = await tokenAt(to);
  const raw = call.args.amount as bigint;
  if (call.name === 'approve') {
    const spender = checksummed(call.args.spender as string);
    return { kind: 'approval', allows: { token, raw }, spender, isUnlimited: raw > maxUint256 / 2n };
  }
  return { kind: 'transfer', moves: { token, raw }, to: checksummed(call.args.to as string) };
}

async function swapEffect(
  name: string,
  args: Readonly<Record<string, unknown>>,
  { to: router, value }: { readonly to: string; readonly value: bigint },
  chain: Chain,
  tokenAt: TokenAt,
): Promise<TransactionEffect> {
  const path = (args.path as readonly string[]).map(checksummed);
  const [first, last] = [path[0], path.at(-1)];
  if (first === undefined || last === undefined || path.length < 2)
    throw new Guarded('BAD_SWAP_PATH', 'The path of the swap has fewer than two tokens; it was not signed.');
  const fromCoin = name === 'swapExactETHForTokens';
  const toCoin = name === 'swapExactTokensForETH';
  if (!fromCoin && value !== 0n)
    throw new Guarded('VALUE_WITH_CALL', `The swap sells a token, and sends ${chain.coin} along; it was not signed.`);
  return {
    kind: 'swap',
    sells: fromCoin ? { token: coinOf(chain), raw: value } : { token: await tokenAt(first), raw: args.amountIn as bigint },
    floor: { token: toCoin ? coinOf(chain) : await tokenAt(last), raw: args.amountOutMin as bigint },
    path,
    recipient: checksummed(args.to as string),
    deadline: args.deadline as bigint,
    router: checksummed(router),
  };
}

const known: Readonly<Record<string, string>> = {
  '0x39509351': 'increaseAllowance',
  '0x23b872dd': 'transferFrom',
  '0xd505accf': 'permit (EIP-2612)',
  '0x8fcbaf0c': 'permit (DAI)',
  '0x87517c45': 'approve of Permit2',
  '0x2b67b570': 'permit of Permit2',
  '0xac9650d8': 'multicall',
  '0x5ae401dc': 'multicall',
  '0x1f0464d1': 'multicall',
  '0x252dba42': 'aggregate (a multicall)',
  '0x82ad56cb': 'aggregate3 (a multicall)',
  '0xa22cb465': 'setApprovalForAll',
};
function opaque(data: string): Guarded {
  const selector = data.slice(0, 10).toLowerCase();
  const name = known[selector];
  return new Guarded(
    'OPAQUE_CALL',
    name === undefined
      ? `The transaction calls ${selector}, which is not a function that tuk knows, or hides bytes behind one; it was not signed.`
      : `The transaction calls ${name}, which tuk never signs.`,
    'tuk signs plain transfers, exact allowances and swaps of the pinned router only.',
  );
}

/** A line of a receipt. */
type Line = readonly [label: string, text: string];

/** The networks of rollups, which charge for their data on the main chain beside the gas. */
const rollups = /^(BASE|OP_|ARBITRUM|POLYGON_ZKEVM)/;

/** The lines of a receipt about a transaction, all of them from its bytes. */
export function receiptLines(fields: TransactionFields, effect: TransactionEffect, from: string, chain: Chain): readonly Line[] {
  const fee = whole(maxFeeOf(fields).toString(), coinDecimals)!;
  const price =
    'gasPrice' in fields.price
      ? gweiText(fields.price.gasPrice)
      : `at most ${gweiText(fields.price.maxFeePerGas)}, tip ${gweiText(fields.price.maxPriorityFeePerGas)}`;
  const common: readonly Line[] = [
    ['From', from],
    ['Network', `${fields.chainId === chain.chainId ? chain.network : 'another network'}, chain ${fields.chainId}`],
    [
      'Fee at most',
      `${fee} ${chain.coin} (${fields.gasLimit} gas, ${price})${rollups.test(chain.network) ? ', and what the rollup charges for its data' : ''}`,
    ],
    ['Nonce', fields.nonce.toString()],
  ];
  return [...effectLines(effect), ...common];
}

function effectLines(effect: TransactionEffect): readonly Line[] {
  const contract = ({ address }: EvmToken): readonly Line[] => (address === undefined ? [] : [['Token contract', address]]);
  switch (effect.kind) {
    case 'transfer':
      return [['You send', amountText(effect.moves)], ...contract(effect.moves.token)];
    case 'approval':
      return [
        [
          'Allows',
          effect.isUnlimited
            ? `ALL ${effect.allows.token.symbol}, now and later`
            : effect.allows.raw === 0n
              ? `nothing: the allowance is revoked`
              : amountText(effect.allows),
        ],
        ...contract(effect.allows.token),
        ['Spender', effect.spender],
      ];
    case 'swap':
      return [
        ['You send', amountText(effect.sells)],
        ['Arrives', `${amountText(effect.floor)} at least`],
        ...contract(effect.sells.token).map(([, text]): Line => ['Sells', text]),
        ...contract(effect.floor.token).map(([, text]): Line => ['Buys', text]),
        ['Router', effect.router],
        ['Paid to', effect.recipient],
        ['Valid until', new Date(Number(effect.deadline) * 1000).toISOString()],
      ];
  }
}

/** What the transfer policy reads of a transaction: every fact is a constant, taken from the bytes. */
export function policyFields(fields: TransactionFields, effect: TransactionEffect, from: string, chain: Chain): TransferFields {
  const constant = (text: string) => ({ constant: text, source: 'bytes' as const });
  const common = {
    networks: [constant(chain.network)],
    fee: { amount: constant(whole(maxFeeOf(fields).toString(), coinDecimals)!), token: constant(chain.coin) },
  } satisfies TransferFields;
  const moved = (amount: TokenAmount) => ({ amount: constant(wholeAmount(amount)), token: [constant(amount.token.symbol)] });
  switch (effect.kind) {
    case 'transfer':
      return { ...common, ...moved(effect.moves), to: { kind: 'address', at: constant(effect.to) }, arrives: { is: 'amount' } };
    case 'approval':
      return effect.allows.raw === 0n
        ? { ...common, incoming: true }
        : {
            ...common,
            ...moved(effect.allows),
            object: constant(effect.spender),
            arrives: { what: constant(`an allowance of ${effect.spender}`) },
          };
    case 'swap':
      return {
        ...common,
        ...moved(effect.sells),
        object: constant(`${effect.sells.token.symbol} ${effect.floor.token.symbol}`),
        ...(sameAddress(effect.recipient, from) ? {} : { to: { kind: 'address', at: constant(effect.recipient) } }),
        arrives: { amount: constant(wholeAmount(effect.floor)), token: constant(effect.floor.token.symbol) },
      };
  }
}
