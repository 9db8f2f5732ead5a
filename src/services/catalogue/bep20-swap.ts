// Bridge and legacy swaps between networks. Nothing of its payloads is public.
import { healthCalls, open, service, verbs } from './define.js';

const { get, post } = verbs();

export default service({
  name: 'bep20-swap',
  auth: 'public',
  // biome-ignore format: one call a line
  calls: {
    listBridgeSwaps: get('/v1/bridge-swap', { summary: 'List the bridge swaps of the signed-in user', auth: 'signed-in' }),
    getBridgeFee: get('/v1/bridge-swap/fee', { summary: 'Show the fee of a bridge swap', auth: 'signed-in', query: open }),
    createBridgeSwap: post('/v1/bridge-swap', { summary: 'Move tokens to another network', auth: 'signed-in', body: open, effect: 'money' }),
    listSwaps: get('/v1/swap', { summary: 'List the legacy swaps' }),
    getSwapFee: get('/v1/swap/fee', { summary: 'Show the fee of a legacy swap', query: open }),
    getSwapStatus: get('/v2/swap/status', { summary: 'Show the status of a legacy swap' }),
    createSwapV1: post('/v1/swap', { summary: 'Request a legacy swap, version 1', body: open, effect: 'money' }),
    createSwap: post('/v2/swap', { summary: 'Request a legacy swap', body: open, effect: 'money' }),
    ...healthCalls,
  },
});
