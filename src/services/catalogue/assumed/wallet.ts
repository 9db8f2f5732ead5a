// The assumed names of the wallet service, as the sandbox has them.
import type { AssumedNames } from '../define.js';

export default {
  getPriceHistory: { currency: 'currency' },
  getPublicPrice: {
    ids: 'ids',
    vs_currencies: 'vs_currencies',
    include_market_cap: 'include_market_cap',
    include_24hr_vol: 'include_24hr_vol',
    include_24hr_change: 'include_24hr_change',
    include_last_updated_at: 'include_last_updated_at',
  },
  listStakings: { status: 'status', type: 'type' },
  listTransactionsV1_1: {
    network: 'network',
    address: 'address',
    filter: 'filter',
    ticker: 'ticker',
    beforeblock: 'beforeblock',
    beforeindex: 'beforeindex',
  },
  quoteSwapV1_1: { fromTokenAddress: 'fromTokenAddress', toTokenAddress: 'toTokenAddress', amount: 'amount' },
  startMigration: { address: 'address', network: 'network' },
} satisfies AssumedNames;
