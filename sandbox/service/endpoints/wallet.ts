// The handlers of the wallet and chain service.

import * as info from '../../chain/chain-info.js';
import * as history from '../../chain/history-queries.js';
import { showMigration, startMigration } from '../../chain/migration.js';
import * as swap from '../../chain/native-swap.js';
import {
  logLinkTransfer,
  receiveLinkTransfer,
  recordSwap,
  recordTransaction,
  recordTransactionV1,
} from '../../chain/record-transaction.js';
import { listStakings } from '../../chain/staking.js';
import { transfer } from '../../chain/transfer.js';
import { health } from '../../core/health.js';
import { aliasOf, defineHandlers, get, ok, view } from '../../core/index.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/wallet.js')>({
  getMvlInfo: view(info.showMvlInfo),
  getMigration: view(showMigration),
  startMigration,
  receiveLinkTransfer,
  getSpenderV1_1: aliasOf('getSpenderV2'),
  listSwapTokensV1_1: aliasOf('listSwapTokens'),
  quoteSwapV1_1: view(swap.showQuote, { query: swap.quoteQuery }),
  buildSwapV1_1: view(swap.buildSwap, { query: swap.swapQuery }),
  getSpenderV1: aliasOf('getSpenderV2'),
  listSwapTokensV1: aliasOf('listSwapTokens'),
  quoteSwapV1: aliasOf('quoteSwap'),
  buildSwapV1: aliasOf('buildSwap'),
  getSpenderV2: view(swap.showSpender),
  listSwapTokens: view(swap.listSwapTokens),
  quoteSwap: view(swap.showQuote),
  buildSwap: view(swap.buildSwap),
  getSpender: aliasOf('getSpenderV2'),
  recordSwapV1: aliasOf('recordSwap'),
  recordSwap: ok(recordSwap),
  getPriceV1_1: aliasOf('getPrice'),
  getPrice: view(info.showPrices),
  getPublicPrice: info.showPublicPrice,
  listTransactionsV1_1: view(history.listHistoryV1, { query: history.historyQueryV1 }),
  listTransactionsV1: view(history.listHistoryV1),
  recordTransactionV1_1: recordTransactionV1,
  recordTransactionV1: { ...recordTransactionV1, body: undefined }, // the catalogue has its fields
  listBlockTransactions: history.listBlock,
  getFeeV1: aliasOf('getFee'),
  getFee: view(info.showNetworkFee),
  getPriceHistory: info.showPriceHistory,
  listStakings,
  listTokensV1: view(info.listTokensV1),
  listTokensV2: aliasOf('listTokens'),
  listNetworkTokensV2: aliasOf('listNetworkTokens'),
  listTokens: view(info.listAllTokens),
  listNetworkTokens: view(info.listNetworkTokens),
  getToken: view(info.getToken),
  getTransaction: view(history.showTransaction),
  refreshTransactionV1: aliasOf('refreshTransaction'),
  refreshTransactions: view(history.refreshBulk),
  refreshTransaction: view(history.refresh),
  listChains: view(info.listChains),
  listHistory: view(history.listHistory),
  getHistoryRow: { ...get(transfer), handle: history.showRow },
  logLinkTransfer: ok(logLinkTransfer),
  recordTransaction: view(recordTransaction),
  ...health,
});
