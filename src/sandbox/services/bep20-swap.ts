// Bridge and legacy swaps, answered.
import { answers, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/bep20-swap.js')>({
  listBridgeSwaps: plain(),
  getBridgeFee: plain(),
  createBridgeSwap: plain(),
  listSwaps: plain(),
  getSwapFee: plain(),
  getSwapStatus: plain(),
  createSwapV1: plain(),
  createSwap: plain(),
  ...vitals,
});
