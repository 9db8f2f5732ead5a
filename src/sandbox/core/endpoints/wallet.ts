// The handlers of the wallet and chain service.

import {
  getToken,
  historyQuery,
  listAllTokens,
  listChains,
  listNetworkTokens,
  listTokensV1,
  publicPriceQuery,
  showMvlInfo,
  showNetworkFee,
  showPriceHistory,
  showPrices,
  showPublicPrice,
} from '../../chain/chain-info.js';
import {
  blockQuery,
  historyQueryV1,
  listBlock,
  listHistory,
  listHistoryV1,
  refresh,
  refreshBulk,
  showRow,
  showTransaction,
} from '../../chain/history-queries.js';
import { isAskedLink, linkTransfer, logLinkTransfer, receiveQuery } from '../../chain/link-transfer.js';
import { migrationBody, showMigration, startMigration } from '../../chain/migration.js';
import { buildSwap, listSwapTokens, quoteQuery, showQuote, showSpender, swapQuery } from '../../chain/native-swap.js';
import { recordBody, recordSwap, recordTransaction, recordTransactionV1 } from '../../chain/record-transaction.js';
import { staking, stakingListing, stakingQuery } from '../../chain/staking.js';
import { transfer } from '../../chain/transfer.js';
import { aliasOf, defineHandlers, get, list, ok, view } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/wallet.js')>({
  getMvlInfo: view(showMvlInfo),
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
  getPrice: view(showPrices),
  getPublicPrice: view(showPublicPrice, { query: publicPriceQuery }),
  listTransactionsV1_1: view(listHistoryV1, { query: historyQueryV1 }),
  listTransactionsV1: view(listHistoryV1),
  recordTransactionV1_1: view(recordTransactionV1, { body: recordBody }),
  recordTransactionV1: view(recordTransactionV1),
  listBlockTransactions: view(listBlock, { query: blockQuery }),
  getFeeV1: aliasOf('getFee'),
  getFee: view(showNetworkFee),
  getPriceHistory: view(showPriceHistory, { query: historyQuery }),
  listStakings: list(staking, stakingListing, { query: stakingQuery }),
  listTokensV1: view(listTokensV1),
  listTokensV2: aliasOf('listTokens'),
  listNetworkTokensV2: aliasOf('listNetworkTokens'),
  listTokens: view(listAllTokens),
  listNetworkTokens: view(listNetworkTokens),
  getToken: view(getToken),
  getTransaction: view(showTransaction),
  refreshTransactionV1: aliasOf('refreshTransaction'),
  refreshTransactions: view(refreshBulk),
  refreshTransaction: view(refresh),
  listChains: view(listChains),
  listHistory: view(listHistory),
  getHistoryRow: { ...get(transfer), handle: showRow },
  logLinkTransfer: ok(logLinkTransfer),
  recordTransaction: view(recordTransaction),
  ...health,
});
