// Zod shapes of the wallet service without a public shape, or that widen one.
import * as z from 'zod/mini';
import { base, decimal, time, word } from '../../../src/services/catalogue/shape-parts.js';
import * as known from '../../../src/services/catalogue/wallet.shapes.js';
import {
  AssetMigrationStatus,
  CheckpointId,
  Network,
  StakingStatus,
  StakingType,
  StatisticsTokenType,
  TokenType,
} from '../../../src/services/catalogue/words.js';

const text = z.string();
const number = z.number();

export const Chains = z.array(
  z.looseObject({
    network: word(Network),
    chainId: z.nullable(number),
    name: text,
    symbol: text,
    explorerUrl: text,
    state: text,
    checkpoints: z.array(z.looseObject({ id: word(CheckpointId), blockNumber: number })),
  }),
);

/** In the form of version 1, with the requested network. */
export const NetworkToken = z.looseObject({
  symbol: text,
  name: text,
  decimals: number,
  contractAddress: z.nullable(text),
  logoURI: text,
  priceId: text,
  network: word(Network),
  tokenType: z.nullable(word(TokenType)), // the public list has no word for Solana's
});
export const NetworkTokens = z.array(NetworkToken);

export const PriceHistory = z.array(z.looseObject({ at: time, price: number }));
export const PublicPrice = known.Prices;
export const MvlInfo = z.looseObject({
  symbol: text,
  totalSupply: decimal,
  circulatingSupply: decimal,
  prices: z.record(text, number),
  updatedAt: time,
});

// Versions without public responses very likely share these (platform 3.4, inferred).
export const { Spender, Quote, SwapTransaction, Transaction, Transactions, TransactionDetail } = known;
export const BlockTransactions = z.array(TransactionDetail);

export const LinkTransfers = z.array(
  z.looseObject({
    network: word(Network),
    tokenAddress: z.nullable(text),
    address: text,
    value: number,
    receivedAt: time,
  }),
);
export const Migration = z.looseObject({
  id: text,
  address: text,
  status: word(AssetMigrationStatus),
  fromNetwork: word(Network),
  toNetwork: word(Network),
  amount: base,
  transactionHash: z.nullable(text),
  createdAt: time,
  completedAt: z.nullable(time),
});
export const Stakings = z.array(
  z.looseObject({
    id: text,
    type: word(StakingType),
    status: word(StakingStatus),
    tokenType: z.nullable(word(StatisticsTokenType)),
    network: word(Network),
    address: text,
    symbol: text,
    stakedAmount: base,
    rewardAmount: base,
    apr: decimal,
    startsAt: time,
    endsAt: z.nullable(time),
  }),
);
