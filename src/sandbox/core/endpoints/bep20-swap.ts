// Bridge and legacy swaps, answered.
import {
  addressQuery,
  bridgeBody,
  createBridgeSwap,
  createSwap,
  feeQuery,
  isAskedSwap,
  isOwn,
  showFee,
  showSwapStatus,
  statusQuery,
  swapBody,
  swapBodyV2,
} from '../../domains/bridge/ask.js';
import { bridgeSwap } from '../../domains/bridge/swap.js';
import { answers, list, view } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/bep20-swap.js')>({
  listBridgeSwaps: list(bridgeSwap, { where: isOwn }),
  getBridgeFee: view(showFee, { query: feeQuery }),
  createBridgeSwap: view(createBridgeSwap, { body: bridgeBody }),
  listSwaps: list(bridgeSwap, { where: isAskedSwap }, { query: addressQuery }),
  getSwapFee: view(showFee, { query: feeQuery }),
  getSwapStatus: view(showSwapStatus, { query: statusQuery }),
  createSwapV1: view(createSwap, { body: swapBody }),
  createSwap: view(createSwap, { body: swapBodyV2 }),
  ...vitals,
});
