// Describes a transaction of Solana by its bytes alone. The receipt, the policy and the dry run read this, never a
// response of a service.

import { Guarded } from '../../services/http/errors.js';
import { replaceUnsafe } from '../../services/unsafe-characters.js';
import type { TransferFields } from '../../things/transfer.js';
import {
  amountText,
  type ChainToken,
  coinOf,
  contractLines,
  type Description,
  type TokenAt,
  type TransactionEffect,
  unitOf,
  wholeAmount,
} from '../chain/effect.js';
import type { ChainDependencies, ChainIntent } from '../chain/intent.js';
import { whole } from '../values/decimal.js';
import { type SolanaChain, solDecimals, solText, tokenAccountOf } from './accounts.js';

import type { SolanaFee } from './fees.js';
import type { SolanaRpc } from './rpc.js';
import { feeOf, parseMessage, priorityFeeOf, type SolanaFields } from './transaction.js';

/** A described transaction of Solana. */
export interface SolanaDescribed extends Description {
  readonly fields: SolanaFields;
}

/**
 * Describes a message.
 * @param rent what the new token account of the recipient costs, lamports; nothing if it exists, or for signed bytes
 * @throws {Guarded} OTHER_ACCOUNT, OTHER_DECIMALS; as `parseMessage` and `tokenAt`
 */
export async function describe(
  message: string,
  from: string,
  { chain, tokenAt }: { readonly chain: SolanaChain; readonly tokenAt: TokenAt },
  rent = 0n,
): Promise<SolanaDescribed> {
  const fields = parseMessage(message);
  if (fields.from !== from)
    throw new Guarded('OTHER_ACCOUNT', `The transaction is of ${fields.from}, and not of ${from}.`);
  const effect = await effectOf(fields, chain, tokenAt);
  const { transfer, memo, unitLimit, unitPrice } = fields;
  const fee = feeOf(fields);
  const { moves } = effect;
  const memoText = memo === undefined ? undefined : shownMemo(memo);
  return {
    title: `Send ${moves.token.symbol}`,
    fields,
    effect,
    maxFee: fee,
    lines: [
      ['You send', amountText(moves), 'total'],
      ...contractLines(moves.token, 'Token mint'),
      ...(transfer.kind === 'token' ? [['Token account', transfer.destination] as const] : []),
      ...(rent > 0n ? [['New account', `${solText(rent)} for the token account of the recipient`] as const] : []),
      ...(memoText === undefined ? [] : [['Memo', `${memoText}, which everybody can read`] as const]),
      ['From', from, 'recipient'],
      ['Network', chain.network],
      ['Fee', `${solText(fee)} (${unitLimit} compute units, priority fee ${solText(priorityFeeOf(fields))})`, 'fee'],
    ],
    policy: policyFields(effect, chain, fee + rent),
    json: {
      network: chain.network,
      from,
      memo: memo ?? null,
      tokenAccount: transfer.kind === 'token' ? transfer.destination : null,
      unitLimit: unitLimit.toString(),
      unitPrice: unitPrice.toString(),
      priorityFee: whole(priorityFeeOf(fields), solDecimals),
      rent: whole(rent, solDecimals),
      maxFee: whole(fee, solDecimals),
      maxFeeToken: chain.coin,
    },
  };
}

/** A memo in quotes, with what acts or hides in a terminal as its number. */
const shownMemo = (memo: string) =>
  replaceUnsafe(JSON.stringify(memo), (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** The effect of a transaction: its token accounts are those of its sender and of the named recipient. */
async function effectOf(
  { from, transfer }: SolanaFields,
  chain: SolanaChain,
  tokenAt: TokenAt,
): Promise<TransactionEffect & { readonly kind: 'transfer' }> {
  if (transfer.kind === 'coin')
    return { kind: 'transfer', moves: { token: coinOf(chain), raw: transfer.lamports }, to: transfer.to };
  const { to, mint, program, source, destination, raw, decimals } = transfer;
  const [ownSource, ownDestination] = await Promise.all([
    tokenAccountOf(from, mint, program),
    tokenAccountOf(to, mint, program),
  ]);
  if (source !== ownSource || destination !== ownDestination)
    throw new Guarded(
      'OTHER_ACCOUNT',
      'The token accounts of the transaction are not those of its sender and its recipient.',
    );
  const token = await tokenAt(mint);
  if (token.decimals !== decimals)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `The transaction states ${decimals} decimals, and ${mint} has ${token.decimals}.`,
    );
  return { kind: 'transfer', moves: { token, raw }, to };
}

/** The facts of a transaction for the transfer policy: constants from the bytes. */
function policyFields(
  { moves, to }: TransactionEffect & { readonly kind: 'transfer' },
  chain: SolanaChain,
  cost: bigint,
): TransferFields {
  const constant = (text: string) => ({ constant: text, source: 'bytes' as const });
  return {
    networks: [constant(chain.network)],
    fee: { amount: constant(whole(cost, solDecimals)!), token: constant(chain.coin) },
    amount: constant(wholeAmount(moves)),
    token: [constant(unitOf(moves.token))],
    to: { kind: 'address', at: constant(to) },
    arrives: { is: 'amount' },
  };
}

// The types of an operation on Solana.

/** A transfer to be sent on Solana. */
export interface SolanaIntent extends ChainIntent {
  readonly to: string;
  readonly token: ChainToken;
  /** In base units; `max` of the coin leaves nothing, and of a token it leaves nothing but what is on its way. */
  readonly raw: bigint | 'max';
  readonly memo: string | undefined;
  readonly fee: SolanaFee;
}

/** What the functions of Solana need of a node and a profile. */
export interface SolanaReads {
  readonly rpc: SolanaRpc;
  readonly chain: SolanaChain;
  /** Finds the token of a mint in signed bytes. */
  readonly signedTokenAt: TokenAt;
}

/** The dependencies of the pipeline on Solana. */
export interface SolanaDependencies extends ChainDependencies, SolanaReads {
  readonly chain: SolanaChain;
  /** Finds the token of a mint that is to be moved: its decimals are certain. */
  readonly tokenAt: TokenAt;
}
