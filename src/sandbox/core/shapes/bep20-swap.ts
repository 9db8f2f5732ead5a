// The zod shapes of bridge and legacy swaps, of which nothing is public.
import * as z from 'zod/mini';
import { base, time, word } from '../../../services/catalogue/shape-parts.js';
import { BridgeSwapType, Network, WalletTransactionStatus } from '../../../services/catalogue/words.js';

/** The status words are those of a wallet's transactions: none are public for swaps (platform 10.1). */
export const Swap = z.looseObject({
  id: z.string(),
  type: word(BridgeSwapType),
  status: word(WalletTransactionStatus),
  amount: base,
  feeAmount: base,
  fromNetwork: word(Network),
  toNetwork: word(Network),
  fromAddress: z.string(),
  toAddress: z.string(),
  depositAddress: z.string(),
  /** On the network that it comes from. */
  depositHash: z.nullable(z.string()),
  /** On the network that it goes to. */
  payoutHash: z.nullable(z.string()),
  /** On the network that it comes from, where the deposit was sent back. */
  refundHash: z.optional(z.string()),
  createdAt: time,
  requestId: z.optional(z.string()),
});
export const Swaps = z.array(Swap);
export const SwapFee = z.looseObject({ type: word(BridgeSwapType), feeAmount: base, minAmount: base, maxAmount: base });
/** Whether swaps are taken; of a request that names one, with the fields of the swap. */
export const SwapStatus = z.extend(z.partial(Swap), {
  open: z.boolean(),
  types: z.array(z.looseObject({ type: word(BridgeSwapType), open: z.boolean(), dailyLeftAmount: base })),
});
