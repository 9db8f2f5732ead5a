// Wallets and balances of the user service, answered. Loaded when one of these calls is asked.
import { optional, text, word } from '../../../../services/catalogue/define.js';
import { Network } from '../../../../services/catalogue/words.js';
import { balances, balancesV3, twoBalances } from '../../../chain/balances.js';
import { deleteWallet, makeWallet, newWallet, showWalletV3, wallet, walletListing } from '../../../chain/wallet.js';
import { showBalanceAccount, showCurrency, showPoints } from '../../../domains/balances/balance.js';
import { ack, create, type Line, list, view } from '../../handlers.js';
import { refuse } from '../../refusal.js';

const noWalletKeySignature = () => refuse(401, 'Invalid Hmac sig!');
export const lines = {
  createWalletV1: create(wallet, (world) => (world.who ? makeWallet(world) : noWalletKeySignature())),
  listWalletsV2: list(wallet, walletListing),
  createWalletV2: create(wallet, makeWallet),
  listWallets: list(wallet, { ...walletListing, show: showWalletV3 }, { query: { network: optional(word(Network)) } }),
  createWallet: create({ ...wallet, show: showWalletV3 }, makeWallet, { body: newWallet }),
  getBalanceV1: view(balances),
  getBalanceV1_1: view(twoBalances),
  getBalance: view(balancesV3, { query: { network: optional(word(Network)), address: optional(text()) } }),
  deleteWallet: ack(deleteWallet, { body: { id: text() } }),
  getPoints: view(showPoints),
  getCurrency: view(showCurrency),
  getBalanceAccount: view(showBalanceAccount),
} as const satisfies Readonly<Record<string, Line>>;
