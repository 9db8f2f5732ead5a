// The handlers of bridge and legacy swaps.

import { health } from '../../core/health.js';
import { defineHandlers, view } from '../../core/index.js';
import * as bridge from '../../domains/bridge/bridge-swap.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/bep20-swap.js')>({
  listBridgeSwaps: bridge.listBridgeSwaps,
  getBridgeFee: view(bridge.showBridgeFee, { query: bridge.feeQuery }),
  createBridgeSwap: bridge.createBridgeSwap,
  listSwaps: bridge.listSwaps,
  getSwapFee: view(bridge.showBridgeFee, { query: bridge.feeQuery }),
  getSwapStatus: bridge.showSwapStatus,
  createSwapV1: view(bridge.createSwap, { body: bridge.swapBody }),
  createSwap: view(bridge.createSwap, { body: bridge.swapBodyV2 }),
  ...health,
});
