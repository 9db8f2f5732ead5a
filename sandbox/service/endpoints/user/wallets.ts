// The handlers of wallets and balances of the user service. Loaded on the first of these calls.
import { optional, text, word } from '../../../../src/services/catalogue/define.js';
import { Network } from '../../../../src/services/catalogue/words.js';
import {
  balances,
  balancesV3,
  deleteWallet,
  makeWallet,
  newWallet,
  showWalletV3,
  twoBalances,
  wallet,
  walletListing,
} from '../../../chain/registered-wallet.js';
import { create, type Handler, list, ok, refuse, view } from '../../../core/index.js';
import { showBalanceAccount, showCurrency, showPoints } from '../../../domains/balances/balance-accounts.js';

const noWalletKeySignature = () => refuse(401, 'Invalid Hmac sig!');
export const handlers = {
  createWalletV1: create(wallet, (context) => (context.caller ? makeWallet(context) : noWalletKeySignature())),
  listWalletsV2: list(wallet, walletListing),
  createWalletV2: create(wallet, makeWallet),
  listWallets: list(wallet, { ...walletListing, show: showWalletV3, query: { network: optional(word(Network)) } }),
  createWallet: create({ ...wallet, show: showWalletV3 }, makeWallet, { body: newWallet }),
  getBalanceV1: view(balances),
  getBalanceV1_1: view(twoBalances),
  getBalance: view(balancesV3, { query: { network: optional(word(Network)), address: optional(text()) } }),
  deleteWallet: ok(deleteWallet, { body: { id: text() } }),
  getPoints: view(showPoints),
  getCurrency: view(showCurrency),
  getBalanceAccount: view(showBalanceAccount),
} as const satisfies Readonly<Record<string, Handler>>;
