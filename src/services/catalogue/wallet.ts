// Wallet and chain service: tokens, prices, fees, histories, native swaps.
import { boolean, number, open, optional, service, text, verbs, vitals, word } from './define.js';
import { Network, WalletTransactionFilter, WalletTransactionType } from './words.js';

const { get, post } = verbs<typeof import('./wallet.shapes.js')>();

// Queries and bodies that several calls share, named as CONTRACT.md section 3 and 8.1 name them.
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
    getMvlInfo: get('/api/mvl/info', { is: 'Show the MVL token in numbers' }),
    getMigration: get('/asset-migration/{address}', { is: 'Show the asset migration of an address' }),
    startMigration: post('/asset-migration', { is: 'Start an asset migration', body: open, effect: 'money' }),
    receiveLinkTransfer: get('/v1.1/link-transfer/receive', { is: 'Show the link of a transfer to receive' }),
    // Native swap
    getSpenderV1_1: get('/v1.1/native-swap/{network}/approve/spender', { is: 'Show which contract spends in a swap, version 1.1' }),
    listSwapTokensV1_1: get('/v1.1/native-swap/{network}/tokens', { is: 'List the tokens that can be swapped, version 1.1', gives: 'SwapTokens' }),
    quoteSwapV1_1: get('/v1.1/native-swap/{network}/quote', { is: 'Quote a swap, version 1.1', query: open }),
    buildSwapV1_1: get('/v1.1/native-swap/{network}/swap', { is: 'Build the transaction of a swap, version 1.1', query: open }),
    getSpenderV1: get('/v1/native-swap/{network}/approve/spender', { is: 'Show which contract spends in a swap, version 1', gives: 'Spender' }),
    listSwapTokensV1: get('/v1/native-swap/{network}/tokens', { is: 'List the tokens that can be swapped, version 1', gives: 'SwapTokens' }),
    quoteSwapV1: get('/v1/native-swap/{network}/quote', { is: 'Quote a swap, version 1', query: quote, gives: 'Quote' }),
    buildSwapV1: get('/v1/native-swap/{network}/swap', { is: 'Build the transaction of a swap, version 1', query: swap, gives: 'SwapTransaction' }),
    getSpenderV2: get('/v2/native-swap/{network}/approve/spender', { is: 'Show which contract spends in a swap, version 2', auth: 'signed-in', gives: 'Spender' }),
    listSwapTokens: get('/v2/native-swap/{network}/tokens', { is: 'List the tokens that can be swapped', auth: 'signed-in', gives: 'SwapTokens' }),
    quoteSwap: get('/v2/native-swap/{network}/quote', { is: 'Quote a swap', auth: 'signed-in', query: quote, gives: 'Quote' }),
    buildSwap: get('/v2/native-swap/{network}/swap', { is: 'Build the transaction of a swap', auth: 'signed-in', query: swap, gives: 'SwapTransaction' }),
    getSpender: get('/v3/native-swap/{network}/approve/spender', { is: 'Show which contract spends in a swap', auth: 'signed-in' }),
    recordSwapV1: post('/v1/native-swap/{network}/broadcast', { is: 'Record a swap that is on the chain, version 1', body: broadcast, effect: 'service', gives: 'Success' }),
    recordSwap: post('/v2/native-swap/{network}/broadcast', { is: 'Record a swap that is on the chain', auth: 'signed-in', body: broadcast, effect: 'service', gives: 'Success' }),
    // Prices
    getPriceV1_1: get('/v1.1/wallets/simple/price', { is: 'Show prices, version 1.1', query: price, gives: 'Prices' }),
    getPrice: get('/v2/wallets/simple/price', { is: 'Show prices', auth: 'signed-in', query: price, gives: 'Prices' }),
    getPublicPrice: get('/v2/wallets/simple/price/public', { is: 'Show the price of MVL without signing in', query: open }),
    // Transactions
    listTransactionsV1_1: get('/v1.1/wallets/transactions', { is: 'List the transactions of an address, version 1.1', query: open }),
    listTransactionsV1: get('/v1/wallets/transactions', { is: 'List the transactions of an address, version 1', query: { network: word(Network), address: text(), beforeblock: number(), beforeindex: number(), ticker: optional(text()), filter: optional(text()), limit: optional(number()) }, gives: 'Transactions', pages: { from: { beforeblock: 'blockNumber', beforeindex: 'index' }, first: { beforeblock: 2147483647, beforeindex: 2147483647 } } }),
    recordTransactionV1_1: post('/v1.1/wallets/transactions', { is: 'Record a transaction that is on the chain, version 1.1', body: open, effect: 'service' }),
    recordTransactionV1: post('/v1/wallets/transactions', { is: 'Record a transaction that is on the chain, version 1', auth: 'basic', body: transaction, effect: 'service', gives: 'Transaction' }),
    listBlockTransactions: get('/v1/block-transactions', { is: 'List the transactions of a block', auth: 'signed-in', query: open }),
    getFeeV1: get('/v1/fee/{network}', { is: 'Show the fees of a network, version 1', gives: 'Fee' }),
    getFee: get('/v2/fee/{network}', { is: 'Show the fees of a network', auth: 'signed-in', gives: 'Fee' }),
    getPriceHistory: get('/v1/price/history/mvl', { is: 'Show the price history of MVL', query: open }),
    listStakings: get('/v1/stakings', { is: 'List the stakings', query: open }),
    // Tokens
    listTokensV1: get('/v1/token/{network}', { is: 'List the tokens of a network, version 1', gives: 'Tokens' }),
    listTokensV2: get('/v2/token', { is: 'List the tokens, version 2' }),
    listNetworkTokensV2: get('/v2/token/{network}', { is: 'List the tokens of a network, version 2' }),
    listTokens: get('/v3/token', { is: 'List the tokens' }),
    listNetworkTokens: get('/v3/token/{network}', { is: 'List the tokens of a network' }),
    getToken: get('/v3/token/{network}/{tokenSymbol}', { is: 'Show one token of a network' }),
    getTransaction: get('/v1/transactions', { is: 'Show one transaction', query: { network: text(), hash: text() }, gives: 'TransactionDetail' }),
    refreshTransactionV1: get('/v1/transactions/refresh', { is: 'Bring one transaction up to date, version 1', query: byHash, gives: 'TransactionRefresh' }),
    refreshTransactions: get('/v1/transactions/refresh-bulk', { is: 'Bring several transactions up to date', query: byHash, gives: 'TransactionRefresh' }),
    refreshTransaction: get('/v2/transactions/refresh', { is: 'Bring one transaction up to date', query: byHash, gives: 'TransactionRefresh' }),
    listChains: get('/v2/blockchain/chains', { is: 'List the blockchain networks' }),
    listHistory: get('/v2/wallets/transaction/history', { is: 'List the transfers of an address', query: { network: word(Network), filter: word(WalletTransactionFilter), address: text(), blockNumber: optional(number()), logIndex: optional(number()), ticker: optional(text()) }, gives: 'History', pages: { from: { blockNumber: 'blockNumber', logIndex: 'logIndex' } } }),
    getHistoryRow: get('/v2/wallets/transaction/history/{id}', { is: 'Show one transfer', gives: 'HistoryRow' }),
    logLinkTransfer: post('/v2/link-transfer/log', { is: 'Log a transfer by link', auth: 'signed-in', body: { network: word(Network), value: number(), tokenAddress: optional(text()), address: text() }, effect: 'service', gives: 'Success' }),
    recordTransaction: post('/v2/wallets/transaction', { is: 'Record a transaction that is on the chain', auth: 'signed-in', body: transaction, effect: 'service', gives: 'HistoryRow' }),
    ...vitals,
  },
});
