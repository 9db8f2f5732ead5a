// Wallet and chain service: tokens, prices, fees, histories, native swaps.
import { boolean, healthCalls, number, open, optional, service, text, verbs, word } from './define.js';
import { Network, WalletTransactionFilter, WalletTransactionType } from './words.js';

const { get, post } = verbs<typeof import('./wallet.shapes.js')>();

// Queries and bodies that several calls share, named as platform 3 and 8.1 name them.
const quote = {
  fromTokenAddress: text(),
  toTokenAddress: text(),
  amount: text(),
  fee: optional(text()),
  protocols: optional(text()),
  gasPrice: optional(text()),
  complexityLevel: optional(text()),
  connectorTokens: optional(text()),
  gasLimit: optional(text()),
  mainRouteParts: optional(text()),
  parts: optional(text()),
};
const swap = {
  ...quote,
  fromAddress: text(),
  slippage: optional(number()),
  destReceiver: optional(text()),
  referrerAddress: optional(text()),
  disableEstimate: optional(boolean()),
  permit: optional(text()),
  burnChi: optional(boolean()),
  allowPartialFill: optional(boolean()),
};
const broadcast = { hash: text(), value: text(), from: text(), to: text(), data: text(), nonce: optional(number()) }; // BroadcastTransactionDto
const price = {
  ids: text(),
  vs_currencies: text(),
  include_market_cap: optional(text()),
  include_24hr_vol: optional(text()),
  include_24hr_change: optional(text()),
  include_last_updated_at: optional(text()),
};
const transaction = {
  network: word(Network),
  type: word(WalletTransactionType),
  value: text(),
  from: text(),
  to: text(),
  hash: text(),
  data: optional(text()),
  nonce: number(),
}; // RegisterTransactionDto
const byHash = { network: word(Network), hash: text() };

export default service({
  name: 'wallet',
  auth: 'public',
  path: { network: Network },
  shapes: () => import('./wallet.shapes.js'),
  // biome-ignore format: one call a line
  calls: {
    getMvlInfo: get('/api/mvl/info', { summary: 'Show statistics of the MVL token' }),
    getMigration: get('/asset-migration/{address}', { summary: 'Show the asset migration of an address' }),
    startMigration: post('/asset-migration', { summary: 'Start an asset migration', body: open, effect: 'money' }),
    receiveLinkTransfer: get('/v1.1/link-transfer/receive', { summary: 'Show the link of a transfer to receive', mayList: true }),
    // Native swap
    getSpenderV1_1: get('/v1.1/native-swap/{network}/approve/spender', { summary: 'Show the spender contract of a swap, version 1.1' }),
    listSwapTokensV1_1: get('/v1.1/native-swap/{network}/tokens', { summary: 'List the tokens that can be swapped, version 1.1', response: 'SwapTokens' }),
    quoteSwapV1_1: get('/v1.1/native-swap/{network}/quote', { summary: 'Quote a swap, version 1.1', query: open }),
    buildSwapV1_1: get('/v1.1/native-swap/{network}/swap', { summary: 'Build the transaction of a swap, version 1.1', query: open }),
    getSpenderV1: get('/v1/native-swap/{network}/approve/spender', { summary: 'Show the spender contract of a swap, version 1', response: 'Spender' }),
    listSwapTokensV1: get('/v1/native-swap/{network}/tokens', { summary: 'List the tokens that can be swapped, version 1', response: 'SwapTokens' }),
    quoteSwapV1: get('/v1/native-swap/{network}/quote', { summary: 'Quote a swap, version 1', query: quote, response: 'Quote' }),
    buildSwapV1: get('/v1/native-swap/{network}/swap', { summary: 'Build the transaction of a swap, version 1', query: swap, response: 'SwapTransaction' }),
    getSpenderV2: get('/v2/native-swap/{network}/approve/spender', { summary: 'Show the spender contract of a swap, version 2', auth: 'signed-in', response: 'Spender' }),
    listSwapTokens: get('/v2/native-swap/{network}/tokens', { summary: 'List the tokens that can be swapped', auth: 'signed-in', response: 'SwapTokens' }),
    quoteSwap: get('/v2/native-swap/{network}/quote', { summary: 'Quote a swap', auth: 'signed-in', query: quote, response: 'Quote' }),
    buildSwap: get('/v2/native-swap/{network}/swap', { summary: 'Build the transaction of a swap', auth: 'signed-in', query: swap, response: 'SwapTransaction' }),
    getSpender: get('/v3/native-swap/{network}/approve/spender', { summary: 'Show the spender contract of a swap', auth: 'signed-in' }),
    recordSwapV1: post('/v1/native-swap/{network}/broadcast', { summary: 'Record a swap that is on the chain, version 1', body: broadcast, effect: 'service', response: 'Success' }),
    recordSwap: post('/v2/native-swap/{network}/broadcast', { summary: 'Record a swap that is on the chain', auth: 'signed-in', body: broadcast, effect: 'service', response: 'Success' }),
    // Prices
    getPriceV1_1: get('/v1.1/wallets/simple/price', { summary: 'Show prices, version 1.1', query: price, response: 'Prices' }),
    getPrice: get('/v2/wallets/simple/price', { summary: 'Show prices', auth: 'signed-in', query: price, response: 'Prices' }),
    getPublicPrice: get('/v2/wallets/simple/price/public', { summary: 'Show the price of MVL without signing in', query: open, mayList: true }),
    // Transactions
    listTransactionsV1_1: get('/v1.1/wallets/transactions', { summary: 'List the transactions of an address, version 1.1', query: open }),
    listTransactionsV1: get('/v1/wallets/transactions', { summary: 'List the transactions of an address, version 1', query: { network: word(Network), address: text(), beforeblock: number(), beforeindex: number(), ticker: optional(text()), filter: optional(text()), limit: optional(number()) }, response: 'Transactions', pages: { from: { beforeblock: 'blockNumber', beforeindex: 'index' }, first: { beforeblock: 2147483647, beforeindex: 2147483647 } } }),
    recordTransactionV1_1: post('/v1.1/wallets/transactions', { summary: 'Record a transaction that is on the chain, version 1.1', body: open, effect: 'service' }),
    recordTransactionV1: post('/v1/wallets/transactions', { summary: 'Record a transaction that is on the chain, version 1', auth: 'basic', body: transaction, effect: 'service', response: 'Transaction' }),
    listBlockTransactions: get('/v1/block-transactions', { summary: 'List the transactions of a block', auth: 'signed-in', query: open }),
    getFeeV1: get('/v1/fee/{network}', { summary: 'Show the fees of a network, version 1', response: 'Fee' }),
    getFee: get('/v2/fee/{network}', { summary: 'Show the fees of a network', auth: 'signed-in', response: 'Fee' }),
    getPriceHistory: get('/v1/price/history/mvl', { summary: 'Show the price history of MVL', query: open, mayList: true }),
    listStakings: get('/v1/stakings', { summary: 'List the stakings', query: open }),
    // Tokens
    listTokensV1: get('/v1/token/{network}', { summary: 'List the tokens of a network, version 1', response: 'Tokens' }),
    listTokensV2: get('/v2/token', { summary: 'List the tokens, version 2' }),
    listNetworkTokensV2: get('/v2/token/{network}', { summary: 'List the tokens of a network, version 2' }),
    listTokens: get('/v3/token', { summary: 'List the tokens' }),
    listNetworkTokens: get('/v3/token/{network}', { summary: 'List the tokens of a network' }),
    getToken: get('/v3/token/{network}/{tokenSymbol}', { summary: 'Show one token of a network' }),
    getTransaction: get('/v1/transactions', { summary: 'Show one transaction', query: { network: text(), hash: text() }, response: 'TransactionDetail' }),
    refreshTransactionV1: get('/v1/transactions/refresh', { summary: 'Refresh a transaction, version 1', query: byHash, response: 'TransactionRefresh' }),
    refreshTransactions: get('/v1/transactions/refresh-bulk', { summary: 'Refresh several transactions', query: byHash, response: 'TransactionRefresh' }),
    refreshTransaction: get('/v2/transactions/refresh', { summary: 'Refresh a transaction', query: byHash, response: 'TransactionRefresh' }),
    listChains: get('/v2/blockchain/chains', { summary: 'List the blockchain networks' }),
    listHistory: get('/v2/wallets/transaction/history', { summary: 'List the transfers of an address', query: { network: word(Network), filter: word(WalletTransactionFilter), address: text(), blockNumber: optional(number()), logIndex: optional(number()), ticker: optional(text()) }, response: 'History', pages: { from: { blockNumber: 'blockNumber', logIndex: 'logIndex' } } }),
    getHistoryRow: get('/v2/wallets/transaction/history/{id}', { summary: 'Show one transfer', response: 'HistoryRow' }),
    logLinkTransfer: post('/v2/link-transfer/log', { summary: 'Log a transfer by link', auth: 'signed-in', body: { network: word(Network), value: number(), tokenAddress: optional(text()), address: text() }, effect: 'service', response: 'Success' }),
    recordTransaction: post('/v2/wallets/transaction', { summary: 'Record a transaction that is on the chain', auth: 'signed-in', body: transaction, effect: 'service', response: 'HistoryRow' }),
    ...healthCalls,
  },
});
