// The zod shapes of the wallet service's responses that have no public one, or that widen a public one.
import * as z from 'zod/mini';
import { base, decimal, time, word } from '../../../services/catalogue/shape-parts.js';
import * as known from '../../../services/catalogue/wallet.shapes.js';
import {
  AssetMigrationStatus,
  CheckpointId,
  Network,
  StakingStatus,
  StakingType,
  StatisticsTokenType,
  TokenType,
} from '../../../services/catalogue/words.js';

export const Chains = z.array(
  z.looseObject({
    network: word(Network),
    chainId: z.nullable(z.number()),
    name: z.string(),
    symbol: z.string(),
    explorerUrl: z.string(),
    state: z.string(),
    checkpoints: z.array(z.looseObject({ id: word(CheckpointId), blockNumber: z.number() })),
  }),
);

/** A token in the form of version 1, with the requested network. */
export const NetworkToken = z.looseObject({
  symbol: z.string(),
  name: z.string(),
  decimals: z.number(),
  contractAddress: z.nullable(z.string()),
  logoURI: z.string(),
  priceId: z.string(),
  network: word(Network),
  tokenType: word(TokenType),
});
export const NetworkTokens = z.array(NetworkToken);

export const PriceHistory = z.array(z.looseObject({ at: time, price: z.number() }));
export const PublicPrice = known.Prices;
export const MvlInfo = z.looseObject({
  symbol: z.string(),
  totalSupply: decimal,
  circulatingSupply: decimal,
  prices: z.record(z.string(), z.number()),
  updatedAt: time,
});

// What versions without public responses very likely share with the others (platform 3.4, inferred).
export const { Spender, Quote, SwapTransaction, Transaction, Transactions, TransactionDetail } = known;
export const BlockTransactions = z.array(TransactionDetail);

export const LinkTransfers = z.array(
  z.looseObject({
    network: word(Network),
    tokenAddress: z.nullable(z.string()),
    address: z.string(),
    value: z.number(),
    receivedAt: time,
  }),
);
export const Migration = z.looseObject({
  id: z.string(),
  address: z.string(),
  status: word(AssetMigrationStatus),
  fromNetwork: word(Network),
  toNetwork: word(Network),
  amount: base,
  transactionHash: z.nullable(z.string()),
  createdAt: time,
  completedAt: z.nullable(time),
});
export const Stakings = z.array(
  z.looseObject({
    id: z.string(),
    type: word(StakingType),
    status: word(StakingStatus),
    tokenType: z.nullable(word(StatisticsTokenType)),
    network: word(Network),
    address: z.string(),
    symbol: z.string(),
    stakedAmount: base,
    rewardAmount: base,
    apr: decimal,
    startsAt: time,
    endsAt: z.nullable(time),
  }),
);
