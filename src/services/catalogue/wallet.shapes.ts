// The zod shapes of the public parts of the wallet and chain service's responses (platform 3, 12.1).
//
// Amounts are in base units. A `fee` is left a plain string, since its unit is not proven (platform 1.5).

import * as z from 'zod/mini';
import { base, word } from './shape-parts.js';
import { Network, WalletTransactionStatus, WalletTransactionType } from './words.js';

/** The contract to approve before a swap. Published as SpenderResponseDto. */
export const Spender = z.looseObject({ address: z.string() });

/** A token that can be swapped. Published as TokenInfoDto. */
const TokenInfo = z.looseObject({
  symbol: z.string(),
  name: z.string(),
  address: z.string(),
  decimals: z.number(),
  logoURI: z.string(),
});

/** The tokens that can be swapped; whether the keys are addresses or symbols is not public. Published as TokensResponseDto. */
export const SwapTokens = z.looseObject({ tokens: z.record(z.string(), TokenInfo) });

/** What a swap would bring. `priceImpact` is a percentage. Published as FetchPriceResponseDto. */
export const Quote = z.looseObject({
  toTokenAmount: base,
  fromTokenAmount: base,
  fromToken: z.optional(TokenInfo),
  toToken: z.optional(TokenInfo),
  priceImpact: z.optional(z.string()),
  protocols: z.optional(z.unknown()), // opaque: only to be sent back
  estimatedGas: z.optional(z.number()),
});

/** A transaction to sign. Published as RawTransactionDto. */
const RawTransaction = z.looseObject({
  from: z.string(),
  to: z.string(),
  data: z.string(),
  value: base,
  gasPrice: z.optional(z.string()),
  gas: z.optional(z.string()),
});

/** A swap, ready to sign. Published as CreateNativeSwapTransactionResponseDto. */
export const SwapTransaction = z.looseObject({
  tx: RawTransaction,
  toTokenAmount: base,
  fromTokenAmount: base,
  fromToken: z.optional(TokenInfo),
  toToken: z.optional(TokenInfo),
  protocols: z.optional(z.array(z.string())),
});

/** The plain answer of this service; the user service has another. Published as SimpleResponseDto. */
export const Success = z.looseObject({ success: z.boolean() });

/** A row of the older history, which is paged by `blockNumber` and `index`. Published as TransactionsResponseDto. */
export const Transaction = z.looseObject({
  type: word(WalletTransactionType),
  status: word(WalletTransactionStatus),
  from: z.string(),
  to: z.optional(z.string()),
  hash: z.string(),
  value: base,
  fee: z.string(),
  updatedAt: z.string(),
  ticker: z.optional(z.string()),
  blockNumber: z.number(),
  index: z.number(),
  nonce: z.number(),
});

/** A page of the older history. Published as TransactionsResponseDto. */
export const Transactions = z.array(Transaction);

/** A row of the history, which is paged by `blockNumber` and `logIndex`. Published as TransferTransactionHistoryResponseDto. */
export const HistoryRow = z.looseObject({
  type: word(WalletTransactionType),
  status: word(WalletTransactionStatus),
  id: z.string(),
  from: z.string(),
  to: z.optional(z.string()),
  hash: z.string(),
  value: base,
  fee: z.string(),
  updatedAt: z.string(),
  ticker: z.optional(z.string()),
  logIndex: z.number(),
  blockNumber: z.number(),
});

/** A page of the history. Published as TransferTransactionHistoryResponseDto. */
export const History = z.array(HistoryRow);

/** One transaction in full. Published as TransactionDetailDto. */
export const TransactionDetail = z.looseObject({
  network: word(Network),
  status: word(WalletTransactionStatus),
  type: word(WalletTransactionType),
  hash: z.string(),
  from: z.string(),
  to: z.string(),
  value: base,
  fee: z.string(),
  data: z.string(),
  nonce: z.number(),
});

/** The current state of a transaction. Published as RefreshTransactionResponseDto. */
export const TransactionRefresh = z.looseObject({
  hash: z.string(),
  network: word(Network),
  status: word(WalletTransactionStatus),
  from: z.string(),
  to: z.nullable(z.string()),
  value: base,
  type: word(WalletTransactionType),
  fee: z.string(),
  data: z.string(),
  nonce: z.number(),
  index: z.number(),
});

/** Prices by id, then by currency (in lower case at CoinGecko, which has this response; platform 3.3). */
export const Prices = z.record(z.string(), z.record(z.string(), z.number()));

/** Three fee levels; their unit is not public. Published as GasFeeOracle. */
export const Fee = z.looseObject({ low: z.string(), medium: z.string(), high: z.string() });

/** A token the wallet knows; without a contract it is the chain's coin. Published as TokenDto. */
const Token = z.looseObject({
  symbol: z.string(),
  name: z.string(),
  decimals: z.number(),
  contractAddress: z.nullable(z.string()),
  logoURI: z.string(),
  priceId: z.string(),
});

/** The tokens of a network. Published as TokenDto. */
export const Tokens = z.array(Token);
