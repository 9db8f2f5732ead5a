// Says what a transaction does, from its bytes alone: the receipt, the policy and the dry run all read this, and never a response of a service.

import { Guarded } from '../../services/http/errors.js';
import { whole } from '../amount-text.js';
import type { TransferFields } from '../transfer-fields.js';
import type { Warning } from '../verdict.js';
import { type Chain, coinDecimals } from './chain.js';
import { decodeCall, maxUint256 } from './contracts.js';
import { gweiText } from './fees.js';
import { sameAddress } from './hex.js';
import type { EventLog } from './rpc.js';
import { checksummed, maxFeeOf, parseTransaction, type TransactionFields } from './transaction.js';

/** A warning of a transaction that may be signed all the same, or of what has become of it. */
export type ChainWarning = Warning;

/** A token of a chain: the asset is its contract. Its symbol is a label, which any contract may give itself. */
export interface EvmToken {
  /** With its checksum; nothing for the coin. */
  readonly address: string | undefined;
  readonly symbol: string;
  readonly decimals: number;
  /** Whether the platform lists the contract, and no other one under this symbol: limits, prices and sums know it by its symbol then. */
  readonly isListed?: boolean;
  /** The platform lists another contract, or the chain has a coin, with this symbol. */
  readonly borrows?: boolean;
}
/** The name of a token in limits, prices, sums and the ledger: its symbol, with its contract where the platform does not list that. */
export const unitOf = ({ address, symbol, isListed }: EvmToken): string =>
  address === undefined || isListed ? symbol : `${symbol} (${address})`;
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

/** The topics of `Transfer(address,address,uint256)` and `Approval(address,address,uint256)` (ERC-20), and of `Withdrawal(address,uint256)` of the wrapped coin. */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
/** The topics of the transfers of a token to an account, and from it: what logs are filtered by. */
export const transfersOf = (account: string): readonly (readonly (string | null)[])[] => {
  const topic = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  return [
    [transferTopic, null, topic],
    [transferTopic, topic],
  ];
};
/** What a token's event logs move to an account, and from it, in base units. */
export function movedBy(logs: readonly EventLog[], token: string, account: string): { readonly to: bigint; readonly from: bigint } {
  const isAccount = (topic: string | undefined) => topic !== undefined && sameAddress(`0x${topic.slice(-40)}`, account);
  let [to, from] = [0n, 0n];
  for (const { address, topics, data } of logs) {
    if (!sameAddress(address, token) || topics[0] !== transferTopic || topics.length !== 3 || !isWord(data)) continue;
    if (isAccount(topics[2])) to += BigInt(data);
    if (isAccount(topics[1])) from += BigInt(data);
  }
  return { to, from };
}
const isWord = (data: string): boolean => /^0x[0-9a-fA-F]{64}$/.test(data);

/**
 * What arrives by the event logs of a transaction: of a token at its recipient, of a swap to the coin what the router has unwrapped. Nothing where logs do not say
 * it: for the coin itself, which leaves none, and for an allowance.
 * @param sender who signs the transaction
 * @param isContract whether the recipient is a contract, which may send on in the same transaction what it has received
 */
export function arrivedBy(
  logs: readonly EventLog[],
  effect: TransactionEffect,
  sender: string,
  isContract = false,
): TokenAmount | undefined {
  if (effect.kind === 'approval') return undefined;
  const [token, recipient] = effect.kind === 'transfer' ? [effect.moves.token, effect.to] : [effect.floor.token, effect.recipient];
  if (token.address !== undefined) {
    const { to, from } = movedBy(logs, token.address, recipient);
    return { token, raw: isToSelf(effect, sender) || isContract ? to : to - from };
  }
  if (effect.kind === 'transfer') return undefined;
  const wrapped = effect.path.at(-1)!;
  const unwrapped = logs.filter(
    ({ address, topics, data }) =>
      sameAddress(address, wrapped) &&
      topics[0] === withdrawalTopic &&
      topics.length === 2 &&
      sameAddress(`0x${topics[1]!.slice(-40)}`, effect.router) &&
      isWord(data),
  );
  return unwrapped.length === 0 ? undefined : { token, raw: unwrapped.reduce((sum, { data }) => sum + BigInt(data), 0n) };
}

/** What an owner has allowed a spender by the last `Approval` of a token in event logs (ERC-20); nothing without one. */
export function approvedBy(logs: readonly EventLog[], token: string, owner: string, spender: string): bigint | undefined {
  const isAccount = (topic: string | undefined, account: string) => topic !== undefined && sameAddress(`0x${topic.slice(-40)}`, account);
  const last = logs.findLast(
    ({ address, topics, data }) =>
      sameAddress(address, token) &&
      topics[0] === approvalTopic &&
      isAccount(topics[1], owner) &&
      isAccount(topics[2], spender) &&
      isWord(data),
  );
  return last && BigInt(last.data);
}

/** What may leave the sender: what is sent or sold; nothing of the token of an allowance. */
export function leavingBy(effect: TransactionEffect): TokenAmount {
  if (effect.kind === 'approval') return { token: effect.allows.token, raw: 0n };
  return effect.kind === 'transfer' ? effect.moves : effect.sells;
}

/** What leaves the sender by the event logs of a transaction that succeeded; of the coin what the transaction sends along. */
export function spentBy(logs: readonly EventLog[], effect: TransactionEffect, sender: string): TokenAmount {
  const { token, raw } = leavingBy(effect);
  if (token.address === undefined) return { token, raw };
  const { to, from } = movedBy(logs, token.address, sender);
  return { token, raw: isToSelf(effect, sender) ? from : from - to };
}
/** Whether a transfer pays its own sender. */
export const isToSelf = (effect: TransactionEffect, sender: string): boolean =>
  effect.kind === 'transfer' && sameAddress(effect.to, sender);

/** The tokens that a transaction is about. */
export const tokensOf = (effect: TransactionEffect): readonly EvmToken[] =>
  effect.kind === 'swap'
    ? [effect.sells.token, effect.floor.token]
    : [effect.kind === 'approval' ? effect.allows.token : effect.moves.token];
/** The warning of a token whose contract the platform does not list. */
export function unlistedWarning({ address, symbol, isListed, borrows }: EvmToken): readonly ChainWarning[] {
  if (address === undefined || isListed) return [];
  const message = borrows
    ? `The token calls itself ${symbol}, and is not the listed ${symbol}: ${address}.`
    : `The platform does not list the token ${symbol} (${address}).`;
  return [{ code: borrows ? 'BORROWED_SYMBOL' : 'UNLISTED_TOKEN', message }];
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

/** A described transaction, as it is confirmed: everything of it from its bytes. */
export interface Described {
  readonly title: string;
  readonly fields: TransactionFields;
  readonly effect: TransactionEffect;
  readonly lines: readonly Line[];
  readonly policy: TransferFields;
}
/** Describes unsigned or signed bytes. @throws {Guarded} for bytes that do not say what they do */
export async function describe(
  bytes: string,
  from: string,
  { chain, tokenAt, isRouter }: { readonly chain: Chain; readonly tokenAt: TokenAt; readonly isRouter: (address: string) => boolean },
): Promise<Described> {
  const fields = parseTransaction(bytes);
  if (fields.chainId !== chain.chainId)
    throw new Guarded(
      'OTHER_CHAIN',
      `The transaction is for chain ${fields.chainId}, and ${chain.network} is chain ${chain.chainId}; it was not signed.`,
    );
  const effect = await effectOf(fields, chain, tokenAt, isRouter);
  return {
    title: titleOf(effect),
    fields,
    effect,
    lines: receiptLines(fields, effect, from, chain),
    policy: policyFields(fields, effect, from, chain),
  };
}
function titleOf(effect: TransactionEffect): string {
  if (effect.kind === 'transfer') return `Send ${effect.moves.token.symbol}`;
  if (effect.kind === 'swap') return `Swap ${effect.sells.token.symbol} for ${effect.floor.token.symbol}`;
  return effect.allows.raw === 0n
    ? `Revoke an allowance of ${effect.allows.token.symbol}`
    : `Allow a contract to spend ${effect.allows.token.symbol}`;
}

/** A line of a receipt. */
type Line = readonly [label: string, text: string];

/** The networks of rollups, which charge for their data on the main chain beside the gas. */
const rollups = /^(BASE|OP_|ARBITRUM|POLYGON_ZKEVM)/;
/** Whether a network is a rollup. */
export const isRollup = (network: string): boolean => rollups.test(network);

/** The lines of a receipt about a transaction, all of them from its bytes. */
function receiptLines(fields: TransactionFields, effect: TransactionEffect, from: string, chain: Chain): readonly Line[] {
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
  const contract = ({ address, symbol, isListed, borrows }: EvmToken): readonly Line[] =>
    address === undefined
      ? []
      : [['Token contract', `${address}${borrows ? `, not the listed ${symbol}` : isListed ? '' : ', not listed by the platform'}`]];
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
function policyFields(fields: TransactionFields, effect: TransactionEffect, from: string, chain: Chain): TransferFields {
  const constant = (text: string) => ({ constant: text, source: 'bytes' as const });
  const common = {
    networks: [constant(chain.network)],
    fee: { amount: constant(whole(maxFeeOf(fields).toString(), coinDecimals)!), token: constant(chain.coin) },
  } satisfies TransferFields;
  const moved = (amount: TokenAmount) => ({ amount: constant(wholeAmount(amount)), token: [constant(unitOf(amount.token))] });
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
        object: constant(`${unitOf(effect.sells.token)} ${unitOf(effect.floor.token)}`),
        ...(sameAddress(effect.recipient, from) ? {} : { to: { kind: 'address', at: constant(effect.recipient) } }),
        arrives: { amount: constant(wholeAmount(effect.floor)), token: constant(unitOf(effect.floor.token)) },
      };
  }
}
