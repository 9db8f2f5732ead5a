// The zod shapes of the wallet service's answers that have no public one, or that widen a public one.
import * as z from 'zod/mini';
import { decimal, time, word } from '../../services/shape-parts.js';
import { Prices } from '../../services/wallet.shapes.js';
import { CheckpointId, Network, TokenType } from '../../services/words.js';

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

/** A token as version 1 has it, with the network that was asked for. */
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
export const PublicPrice = Prices;
export const MvlInfo = z.looseObject({
  symbol: z.string(),
  totalSupply: decimal,
  circulatingSupply: decimal,
  prices: z.record(z.string(), z.number()),
  updatedAt: time,
});
