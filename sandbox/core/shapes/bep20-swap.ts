// Zod shapes of bridge and legacy swaps. Nothing is public.
import * as z from 'zod/mini';
import { base, time, word } from '../../../src/services/catalogue/shape-parts.js';
import { BridgeSwapType, Network, WalletTransactionStatus } from '../../../src/services/catalogue/words.js';

const text = z.string();

/** With the status words of wallet transactions: none are public for swaps (platform 10.1). */
export const Swap = z.looseObject({
  id: text,
  type: word(BridgeSwapType),
  status: word(WalletTransactionStatus),
  amount: base,
  feeAmount: base,
  fromNetwork: word(Network),
  toNetwork: word(Network),
  fromAddress: text,
  toAddress: text,
  depositAddress: text,
  /** On the source network. */
  depositHash: z.nullable(text),
  /** On the target network. */
  payoutHash: z.nullable(text),
  /** On the source network, if the deposit was refunded. */
  refundHash: z.optional(text),
  createdAt: time,
  requestId: z.optional(text),
});
export const Swaps = z.array(Swap);
export const SwapFee = z.looseObject({ type: word(BridgeSwapType), feeAmount: base, minAmount: base, maxAmount: base });
/** With the fields of the requested swap, if any. */
export const SwapStatus = z.extend(z.partial(Swap), {
  open: z.boolean(),
  types: z.array(z.looseObject({ type: word(BridgeSwapType), open: z.boolean(), dailyLeftAmount: base })),
});
