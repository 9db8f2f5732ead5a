// The assumed names of the bridge, as the sandbox has them.
import type { AssumedNames } from '../define.js';

const legacy = { type: 'type', amount: 'amount', to: 'toAddress' };

export default {
  getBridgeFee: { type: 'type' },
  createBridgeSwap: { type: 'type', amount: 'amount', to: 'toAddress' },
  createSwap: legacy,
  createSwapV1: legacy,
} satisfies AssumedNames;
