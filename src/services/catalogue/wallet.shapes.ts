// The zod shapes of the public parts of the wallet and chain service's responses (platform 3, 12.1).
//
// Amounts are in base units. A `fee` is left a plain string, since its unit is not proven (platform 1.5).

import * as z from 'zod/mini';
import { base, number, text, word } from './shape-parts.js';
import { Network, WalletTransactionStatus, WalletTransactionType } from './words.js';

/** The contract to approve before a swap. Published as SpenderResponseDto. */
export const Spender = z.looseObject({ address: text });

/** A token that can be swapped. Published as TokenInfoDto. */
const TokenInfo = z.looseObject({
  symbol: text,
  name: text,
  address: text,
  decimals: number,
  logoURI: text,
});

/**
 * The tokens that can be swapped; whether the keys are addresses or symbols is not public. Published as
 * TokensResponseDto.
 */
export const SwapTokens = z.looseObject({ tokens: z.record(text, TokenInfo) });

/** What a swap would bring. `priceImpact` is a percentage. Published as FetchPriceResponseDto. */
export const Quote = z.looseObject({
  toTokenAmount: base,
  fromTokenAmount: base,
  fromToken: z.optional(TokenInfo),
  toToken: z.optional(TokenInfo),
  priceImpact: z.optional(text),
  protocols: z.optional(z.unknown()), // opaque: only to be sent back
  estimatedGas: z.optional(number),
});

/** A transaction to sign. Published as RawTransactionDto. */
const RawTransaction = z.looseObject({
  from: text,
  to: text,
  data: text,
  value: base,
  gasPrice: z.optional(text),
  gas: z.optional(text),
});

/** A swap, ready to sign. Published as CreateNativeSwapTransactionResponseDto. */
export const SwapTransaction = z.looseObject({
  tx: RawTransaction,
  toTokenAmount: base,
  fromTokenAmount: base,
  fromToken: z.optional(TokenInfo),
  toToken: z.optional(TokenInfo),
  protocols: z.optional(z.array(text)),
});

/** The plain response of this service; the user service has another. Published as SimpleResponseDto. */
export const Success = z.looseObject({ success: z.boolean() });

/** A row of the older history, which is paged by `blockNumber` and `index`. Published as TransactionsResponseDto. */
export const Transaction = z.looseObject({
  type: word(WalletTransactionType),
  status: word(WalletTransactionStatus),
  from: text,
  to: z.optional(text),
  hash: text,
  value: base,
  fee: text,
  updatedAt: text,
  ticker: z.optional(text),
  blockNumber: number,
  index: number,
  nonce: number,
});

/** A page of the older history. Published as TransactionsResponseDto. */
export const Transactions = z.array(Transaction);

/**
 * A row of the history, which is paged by `blockNumber` and `logIndex`. Published as
 * TransferTransactionHistoryResponseDto.
 */
export const HistoryRow = z.looseObject({
  type: word(WalletTransactionType),
  status: word(WalletTransactionStatus),
  id: text,
  from: text,
  to: z.optional(text),
  hash: text,
  value: base,
  fee: text,
  updatedAt: text,
  ticker: z.optional(text),
  logIndex: number,
  blockNumber: number,
});

/** A page of the history. Published as TransferTransactionHistoryResponseDto. */
export const History = z.array(HistoryRow);

/** One transaction in full. Published as TransactionDetailDto. */
export const TransactionDetail = z.looseObject({
  network: word(Network),
  status: word(WalletTransactionStatus),
  type: word(WalletTransactionType),
  hash: text,
  from: text,
  to: text,
  value: base,
  fee: text,
  data: text,
  nonce: number,
});

/** The current state of a transaction. Published as RefreshTransactionResponseDto. */
export const TransactionRefresh = z.looseObject({
  hash: text,
  network: word(Network),
  status: word(WalletTransactionStatus),
  from: text,
  to: z.nullable(text),
  value: base,
  type: word(WalletTransactionType),
  fee: text,
  data: text,
  nonce: number,
  index: number,
});

/** Prices by id, then by currency (in lower case at CoinGecko, which has this response; platform 3.3). */
export const Prices = z.record(text, z.record(text, number));

/** Three fee levels; their unit is not public. Published as GasFeeOracle. */
export const Fee = z.looseObject({ low: text, medium: text, high: text });

/** A token the wallet knows; without a contract it is the chain's coin. Published as TokenDto. */
const Token = z.looseObject({
  symbol: text,
  name: text,
  decimals: number,
  contractAddress: z.nullable(text),
  logoURI: text,
  priceId: text,
});

/** The tokens of a network. Published as TokenDto. */
export const Tokens = z.array(Token);
