// The handlers of the wallet and chain service.

import * as info from '../../chain/chain-info.js';
import * as history from '../../chain/history-queries.js';
import { migrationBody, showMigration, startMigration } from '../../chain/migration.js';
import { buildSwap, listSwapTokens, quoteQuery, showQuote, showSpender, swapQuery } from '../../chain/native-swap.js';
import {
  isAskedLink,
  linkTransfer,
  logLinkTransfer,
  receiveQuery,
  recordBody,
  recordSwap,
  recordTransaction,
  recordTransactionV1,
} from '../../chain/record-transaction.js';
import { staking, stakingListing, stakingQuery } from '../../chain/staking.js';
import { transfer } from '../../chain/transfer.js';
import { aliasOf, defineHandlers, get, list, ok, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';

export default defineHandlers<typeof import('../../../services/catalogue/wallet.js')>({
  getMvlInfo: view(info.showMvlInfo),
  getMigration: view(showMigration),
  startMigration: view(startMigration, { body: migrationBody }),
  receiveLinkTransfer: list(linkTransfer, { where: isAskedLink }, { query: receiveQuery }),
  getSpenderV1_1: aliasOf('getSpenderV2'),
  listSwapTokensV1_1: aliasOf('listSwapTokens'),
  quoteSwapV1_1: view(showQuote, { query: quoteQuery }),
  buildSwapV1_1: view(buildSwap, { query: swapQuery }),
  getSpenderV1: aliasOf('getSpenderV2'),
  listSwapTokensV1: aliasOf('listSwapTokens'),
  quoteSwapV1: aliasOf('quoteSwap'),
  buildSwapV1: aliasOf('buildSwap'),
  getSpenderV2: view(showSpender),
  listSwapTokens: view(listSwapTokens),
  quoteSwap: view(showQuote),
  buildSwap: view(buildSwap),
  getSpender: aliasOf('getSpenderV2'),
  recordSwapV1: aliasOf('recordSwap'),
  recordSwap: ok(recordSwap),
  getPriceV1_1: aliasOf('getPrice'),
  getPrice: view(info.showPrices),
  getPublicPrice: view(info.showPublicPrice, { query: info.publicPriceQuery }),
  listTransactionsV1_1: view(history.listHistoryV1, { query: history.historyQueryV1 }),
  listTransactionsV1: view(history.listHistoryV1),
  recordTransactionV1_1: view(recordTransactionV1, { body: recordBody }),
  recordTransactionV1: view(recordTransactionV1),
  listBlockTransactions: view(history.listBlock, { query: history.blockQuery }),
  getFeeV1: aliasOf('getFee'),
  getFee: view(info.showNetworkFee),
  getPriceHistory: view(info.showPriceHistory, { query: info.historyQuery }),
  listStakings: list(staking, stakingListing, { query: stakingQuery }),
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
