// The wallet and chain service, answered.
import {
  blockQuery,
  listBlock,
  listHistory,
  listOlder,
  olderQuery,
  refresh,
  refreshBulk,
  showRow,
  showTransaction,
} from '../../chain/histories.js';
import { isAskedLink, linkTransfer, logLinkTransfer, receiveQuery } from '../../chain/link-transfer.js';
import {
  getToken,
  historyQuery,
  listAllTokens,
  listChains,
  listNetworkTokens,
  listTokensV1,
  publicPriceQuery,
  showFee,
  showMvlInfo,
  showPriceHistory,
  showPrices,
  showPublicPrice,
} from '../../chain/market.js';
import { migrationBody, showMigration, startMigration } from '../../chain/migration.js';
import { buildSwap, listSwapTokens, quoteQuery, showQuote, showSpender, swapQuery } from '../../chain/native-swap.js';
import { recordSwap, register, registerBody, registerOlder } from '../../chain/register.js';
import { staking, stakingListing, stakingQuery } from '../../chain/staking.js';
import { transfer } from '../../chain/transfer.js';
import { ack, answers, get, list, same, view } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/wallet.js')>({
  getMvlInfo: view(showMvlInfo),
  getMigration: view(showMigration),
  startMigration: view(startMigration, { body: migrationBody }),
  receiveLinkTransfer: list(linkTransfer, { where: isAskedLink }, { query: receiveQuery }),
  getSpenderV1_1: same('getSpenderV2'),
  listSwapTokensV1_1: same('listSwapTokens'),
  quoteSwapV1_1: view(showQuote, { query: quoteQuery }),
  buildSwapV1_1: view(buildSwap, { query: swapQuery }),
  getSpenderV1: same('getSpenderV2'),
  listSwapTokensV1: same('listSwapTokens'),
  quoteSwapV1: same('quoteSwap'),
  buildSwapV1: same('buildSwap'),
  getSpenderV2: view(showSpender),
  listSwapTokens: view(listSwapTokens),
  quoteSwap: view(showQuote),
  buildSwap: view(buildSwap),
  getSpender: same('getSpenderV2'),
  recordSwapV1: same('recordSwap'),
  recordSwap: ack(recordSwap),
  getPriceV1_1: same('getPrice'),
  getPrice: view(showPrices),
  getPublicPrice: view(showPublicPrice, { query: publicPriceQuery }),
  listTransactionsV1_1: view(listOlder, { query: olderQuery }),
  listTransactionsV1: view(listOlder),
  recordTransactionV1_1: view(registerOlder, { body: registerBody }),
  recordTransactionV1: view(registerOlder),
  listBlockTransactions: view(listBlock, { query: blockQuery }),
  getFeeV1: same('getFee'),
  getFee: view(showFee),
  getPriceHistory: view(showPriceHistory, { query: historyQuery }),
  listStakings: list(staking, stakingListing, { query: stakingQuery }),
  listTokensV1: view(listTokensV1),
  listTokensV2: same('listTokens'),
  listNetworkTokensV2: same('listNetworkTokens'),
  listTokens: view(listAllTokens),
  listNetworkTokens: view(listNetworkTokens),
  getToken: view(getToken),
  getTransaction: view(showTransaction),
  refreshTransactionV1: same('refreshTransaction'),
  refreshTransactions: view(refreshBulk),
  refreshTransaction: view(refresh),
  listChains: view(listChains),
  listHistory: view(listHistory),
  getHistoryRow: { ...get(transfer), answer: showRow },
  logLinkTransfer: ack(logLinkTransfer),
  recordTransaction: view(register),
  ...vitals,
});
