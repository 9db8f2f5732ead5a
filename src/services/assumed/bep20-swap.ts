// The assumed names of the bridge: those of the sandbox.
import type { Assumed } from '../assumed.js';

export default {
  getBridgeFee: { type: 'type' },
  createBridgeSwap: { type: 'type', amount: 'amount' },
  createSwap: { amount: 'amount' },
  createSwapV1: { amount: 'amount' },
} satisfies Assumed;
