// The handlers of bridge and legacy swaps.
import {
  addressQuery,
  bridgeBody,
  createBridgeSwap,
  createSwap,
  feeQuery,
  isOwn,
  matchesAddress,
  showBridgeFee,
  showSwapStatus,
  statusQuery,
  swapBody,
  swapBodyV2,
} from '../../domains/bridge/bridge-calls.js';
import { bridgeSwap } from '../../domains/bridge/bridge-swap.js';
import { defineHandlers, list, view } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/bep20-swap.js')>({
  listBridgeSwaps: list(bridgeSwap, { where: isOwn, newest: true }),
  getBridgeFee: view(showBridgeFee, { query: feeQuery }),
  createBridgeSwap: view(createBridgeSwap, { body: bridgeBody }),
  listSwaps: list(bridgeSwap, { where: matchesAddress, newest: true }, { query: addressQuery }),
  getSwapFee: view(showBridgeFee, { query: feeQuery }),
  getSwapStatus: view(showSwapStatus, { query: statusQuery }),
  createSwapV1: view(createSwap, { body: swapBody }),
  createSwap: view(createSwap, { body: swapBodyV2 }),
  ...health,
});
