// Describes a transaction by its bytes alone. The receipt, the policy and the dry run read this, never a response of a
// service.

import { Guarded } from '../../services/http/errors.js';
import type { ReceiptLine } from '../../things/column.js';
import type { TransferFields } from '../../things/transfer.js';
import {
  amountText,
  coinOf,
  contractLines,
  type Description,
  type TokenAmount,
  type TokenAt,
  type TransactionEffect,
  unitOf,
  wholeAmount,
} from '../chain/effect.js';
import { sameAddress } from '../chain/hex.js';
import { whole } from '../values/decimal.js';
import { type Chain, coinDecimals } from './chain.js';
import { decodeCall, maxUint256 } from './contracts.js';
import { gweiText } from './fees.js';
import { knownFunctions } from './functions.js';
import type { EvmReads } from './intent.js';
import { checksummed, maxFeeOf, parseTransaction, serialize, type TransactionFields } from './transaction.js';

/**
 * Decodes the effect of a transaction.
 * @param isRouter whether an address is the pinned router of the chain
 * @throws {Guarded} OPAQUE_CALL for call data that differ by a byte from a function of `contracts`; VALUE_WITH_CALL,
 * BAD_SWAP_PATH
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
    throw new Guarded('VALUE_WITH_CALL', `The transaction sends ${chain.coin} along with a call of a token.`);
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
    throw new Guarded('BAD_SWAP_PATH', 'The path of the swap has fewer than two tokens.');
  const fromCoin = name === 'swapExactETHForTokens';
  const toCoin = name === 'swapExactTokensForETH';
  if (!fromCoin && value !== 0n)
    throw new Guarded('VALUE_WITH_CALL', `The swap sells a token, and sends ${chain.coin} along.`);
  return {
    kind: 'swap',
    sells: fromCoin
      ? { token: coinOf(chain), raw: value }
      : { token: await tokenAt(first), raw: args.amountIn as bigint },
    floor: { token: toCoin ? coinOf(chain) : await tokenAt(last), raw: args.amountOutMin as bigint },
    path,
    recipient: checksummed(args.to as string),
    deadline: args.deadline as bigint,
    router: checksummed(router),
  };
}

function opaque(data: string): Guarded {
  const selector = data.slice(0, 10).toLowerCase();
  const name = knownFunctions[selector]?.refusedAs;
  return new Guarded(
    'OPAQUE_CALL',
    name === undefined
      ? `The transaction calls ${selector}, which is not a function that tuk knows, or hides bytes behind one.`
      : `The transaction calls ${name}, which tuk never signs.`,
    'tuk signs plain transfers, exact allowances and swaps of the pinned router only.',
  );
}

/** A described transaction of an EVM chain. */
export interface EvmDescribed extends Description {
  readonly fields: TransactionFields;
  /** The most that its data may cost beside its gas, wei; nothing if that cannot be known. */
  readonly dataFee: bigint | undefined;
}
/** Describes unsigned or signed bytes. @throws {Guarded} OTHER_CHAIN, BAD_TRANSACTION, as `effectOf` */
export async function describe(
  bytes: string,
  from: string,
  {
    chain,
    tokenAt,
    isRouter,
    dataFee: read,
  }: Pick<EvmReads, 'chain' | 'isRouter' | 'dataFee'> & { readonly tokenAt: TokenAt },
): Promise<EvmDescribed> {
  const fields = parseTransaction(bytes);
  if (fields.chainId !== chain.chainId)
    throw new Guarded(
      'OTHER_CHAIN',
      `The transaction is for chain ${fields.chainId}, and ${chain.network} is chain ${chain.chainId}.`,
    );
  const unsigned = serialize(fields);
  const [effect, dataFee] = await Promise.all([effectOf(fields, chain, tokenAt, isRouter), read(unsigned)]);
  const maxFee = maxFeeOf(fields) + (dataFee ?? 0n);
  const most = whole(maxFee, coinDecimals)!;
  return {
    title: titleOf(effect),
    fields,
    dataFee,
    effect,
    lines: receiptLines(fields, effect, from, chain, { most, dataFee }),
    policy: policyFields(fields, effect, from, chain, dataFee === undefined ? undefined : most),
    maxFee,
    json: {
      network: chain.network,
      chainId: fields.chainId.toString(),
      nonce: fields.nonce.toString(),
      from,
      gasLimit: fields.gasLimit.toString(),
      maxFee: dataFee === undefined ? null : most,
      maxFeeToken: chain.coin,
    },
  };
}
function titleOf(effect: TransactionEffect) {
  if (effect.kind === 'transfer') return `Send ${effect.moves.token.symbol}`;
  if (effect.kind === 'swap') return `Swap ${effect.sells.token.symbol} for ${effect.floor.token.symbol}`;
  return effect.allows.raw === 0n
    ? `Revoke an allowance of ${effect.allows.token.symbol}`
    : `Allow a contract to spend ${effect.allows.token.symbol}`;
}

function receiptLines(
  fields: TransactionFields,
  effect: TransactionEffect,
  from: string,
  chain: Chain,
  { most, dataFee }: { readonly most: string; readonly dataFee: bigint | undefined },
): readonly ReceiptLine[] {
  const price =
    'gasPrice' in fields.price
      ? gweiText(fields.price.gasPrice)
      : `at most ${gweiText(fields.price.maxFeePerGas)}, tip ${gweiText(fields.price.maxPriorityFeePerGas)}`;
  const ofData =
    dataFee === undefined
      ? ', and what the rollup charges for its data, which it does not say'
      : dataFee === 0n
        ? ''
        : `, with up to ${whole(dataFee, coinDecimals)} ${chain.coin} for its data`;
  return [
    ...effectLines(effect),
    ['From', from, 'recipient'],
    ['Network', `${chain.network}, chain ${fields.chainId}`],
    ['Fee at most', `${most} ${chain.coin} (${fields.gasLimit} gas, ${price})${ofData}`, 'fee'],
    ['Nonce', fields.nonce.toString(), 'detail'],
  ];
}

function effectLines(effect: TransactionEffect): readonly ReceiptLine[] {
  switch (effect.kind) {
    case 'transfer':
      return [['You send', amountText(effect.moves), 'total'], ...contractLines(effect.moves.token)];
    case 'approval':
      return [
        ['Allows', allowanceText(effect), 'total'],
        ...contractLines(effect.allows.token),
        ['Spender', effect.spender, 'recipient'],
      ];
    case 'swap':
      return [
        ['You send', amountText(effect.sells), 'total'],
        ['Arrives', `${amountText(effect.floor)} at least`, 'arrives'],
        ...contractLines(effect.sells.token, 'Sells'),
        ...contractLines(effect.floor.token, 'Buys'),
        ['Router', effect.router],
        ['Paid to', effect.recipient, 'recipient'],
        ['Valid until', new Date(Number(effect.deadline) * 1000).toISOString(), 'detail'],
      ];
  }
}

function allowanceText({ allows, isUnlimited }: TransactionEffect & { readonly kind: 'approval' }) {
  if (isUnlimited) return `ALL ${allows.token.symbol}, now and later`;
  return allows.raw === 0n ? 'nothing: the allowance is revoked' : amountText(allows);
}

/** The facts of a transaction for the transfer policy: constants from the bytes. */
function policyFields(
  fields: TransactionFields,
  effect: TransactionEffect,
  from: string,
  chain: Chain,
  fee: string | undefined,
): TransferFields {
  const constant = (text: string) => ({ constant: text, source: 'bytes' as const });
  const common = {
    networks: [constant(chain.network)],
    fee: { amount: fee === undefined ? undefined : constant(fee), token: constant(chain.coin) },
  } satisfies TransferFields;
  const moved = (amount: TokenAmount) => ({
    amount: constant(wholeAmount(amount)),
    token: [constant(unitOf(amount.token))],
  });
  switch (effect.kind) {
    case 'transfer':
      if (isCancellation(fields, from)) return { ...common, incoming: true, takesBack: true };
      return {
        ...common,
        ...moved(effect.moves),
        to: { kind: 'address', at: constant(effect.to) },
        arrives: { is: 'amount' },
      };
    case 'approval':
      return effect.allows.raw === 0n
        ? { ...common, incoming: true, takesBack: true }
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
        to: sameAddress(effect.recipient, from) ? undefined : { kind: 'address', at: constant(effect.recipient) },
        arrives: { amount: constant(wholeAmount(effect.floor)), token: constant(unitOf(effect.floor.token)) },
      };
  }
}

/** Whether a transaction only uses its nonce: nothing to the sender itself. */
const isCancellation = ({ to, value, data }: TransactionFields, from: string) =>
  sameAddress(to, from) && value === 0n && data === '0x';
