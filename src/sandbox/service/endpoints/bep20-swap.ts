// The handlers of bridge and legacy swaps.

import { defineHandlers, list, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import * as bridge from '../../domains/bridge/bridge-calls.js';
import { bridgeSwap } from '../../domains/bridge/bridge-swap.js';

export default defineHandlers<typeof import('../../../services/catalogue/bep20-swap.js')>({
  listBridgeSwaps: list(bridgeSwap, { where: bridge.isOwn, newest: true }),
  getBridgeFee: view(bridge.showBridgeFee, { query: bridge.feeQuery }),
  createBridgeSwap: view(bridge.createBridgeSwap, { body: bridge.bridgeBody }),
  listSwaps: list(bridgeSwap, { where: bridge.matchesAddress, newest: true }, { query: bridge.addressQuery }),
  getSwapFee: view(bridge.showBridgeFee, { query: bridge.feeQuery }),
  getSwapStatus: view(bridge.showSwapStatus, { query: bridge.statusQuery }),
  createSwapV1: view(bridge.createSwap, { body: bridge.swapBody }),
  createSwap: view(bridge.createSwap, { body: bridge.swapBodyV2 }),
  ...health,
});
