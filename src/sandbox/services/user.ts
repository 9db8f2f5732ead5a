// The user service, answered: who is signed in and their wallets here, the rest in parts of its own.
import { optional, secret, text, word } from '../../services/define.js';
import { Network } from '../../services/words.js';
import { balances, balancesV3, twoBalances } from '../chain/balances.js';
import { deleteWallet, makeWallet, newWallet, showWalletV3, wallet, walletListing } from '../chain/wallet.js';
import { showBalanceAccount, showCurrency, showPoints } from '../money/balance.js';
import { confirmSession, refreshSession, refreshSessionV1 } from '../people/rotation.js';
import { endSession, liveSessions, session } from '../people/session.js';
import { createCode, redirectWith, signedIdentifier, signInWithPrivy, validateCode } from '../people/sign-in.js';
import { keySet } from '../people/tokens.js';
import { identifier, user } from '../people/user.js';
import { mainWallet } from '../people/wallet-entity.js';
import { createHmacTokens } from '../people/wallet-key.js';
import { linkWallet, requestMessage, validateSignature, verifyWallet } from '../people/web3.js';
import { notFound, refuse } from '../refuse.js';
import { rowById, rows, theRow } from '../rows.js';
import { ack, act, answers, create, door, elsewhere, get, list, same, view } from '../verbs.js';
import { vitals } from '../vitals.js';
import { caller, type World } from '../world.js';

const ownSessions = (world: World) => liveSessions(world, caller(world).userId).map((row) => session.show(row, world));
const current = (world: World) => signedIdentifier(world, rowById(world, identifier, caller(world).identifierId)!);
const signOut = (world: World) => {
  endSession(world, theRow(world, session, caller(world).sessionId, caller(world).userId));
};
/** The redirects take, beside the catalogue's field, who is to sign in. */
const redirect = { query: { redirectUrl: text(), as: optional(text()) } };
const abstractUser = ({ id, body: { name, avatar } }: { id: string; body: { name: string; avatar: string | null } }) => ({
  id,
  name,
  avatar,
});
const noWalletKeySignature = () => refuse(401, 'Invalid Hmac sig!');
export default answers<typeof import('../../services/user.js')>({
  deleteSession: act(session, (row, world) => {
    endSession(world, row);
    return ownSessions(world);
  }),
  listSessions: view(ownSessions),
  signInWithDiscord: door(redirectWith('DISCORD'), redirect),
  signInWithFacebook: door(redirectWith('FACEBOOK'), redirect),
  signInWithGoogle: door(redirectWith('GOOGLE'), redirect),
  signInWithTwitter: door(redirectWith('TWITTER'), redirect),
  createDeferredCode: door(createCode),
  validateDeferredCode: door(validateCode),
  signInWithPrivy: door(signInWithPrivy, { body: { token: secret(text()) } }),
  refreshSessionV1: door(refreshSessionV1),
  signOut: ack(signOut),
  requestWeb3Message: door(requestMessage, { signatures: true }),
  validateWeb3Signature: door(validateSignature, { signatures: true }),
  getBalanceAccount: view(showBalanceAccount),
  getCurrent: view(current),
  getMainWallet: view((world) =>
    mainWallet.show(rows(world, mainWallet, { owner: caller(world).userId })[0] ?? notFound('WALLET', 'main'), world),
  ),
  getUser: get(user, abstractUser),
  linkWallet: view(linkWallet, { signatures: true }),
  verifyWallet: door(verifyWallet, { signatures: true }),
  createHmacTokens: door(createHmacTokens, { signatures: true }),
  listWalletsV1: same('listWalletsV2'),
  createWalletV1: create(wallet, (world) => (world.who ? makeWallet(world) : noWalletKeySignature())),
  listWalletsV2: list(wallet, walletListing),
  createWalletV2: create(wallet, makeWallet),
  listWallets: list(wallet, { ...walletListing, show: showWalletV3 }, { query: { network: optional(word(Network)) } }),
  createWallet: create({ ...wallet, show: showWalletV3 }, makeWallet, { body: newWallet }),
  getBalanceV1: view(balances),
  getBalanceV1_1: view(twoBalances),
  getBalanceV1_2: same('getBalanceV1'),
  getBalanceV2: same('getBalanceV1'),
  getBalance: view(balancesV3, { query: { network: optional(word(Network)), address: optional(text()) } }),
  deleteWallet: ack(deleteWallet, { body: { id: text() } }),
  getPoints: view(showPoints),
  getCurrency: view(showCurrency),
  getKeySet: view(({ state }) => keySet(state)),
  refreshSession: door(refreshSession),
  confirmSession: door(confirmSession),
  ...vitals,
  ...elsewhere(
    () => import('./user/points.js'),
    [
      'cancelWithdrawal',
      'getWithdrawal',
      'listActiveWithdrawals',
      'createWithdrawal',
      'listPointsHistory',
      'quotePointsV2',
      'quotePoints',
      'getPointsTransferFee',
      'transferPoints',
      'precheckPointsDepositV2',
      'depositPointsV2',
      'withdrawPoints',
      'depositPoints',
      'precheckPointsDeposit',
      'listFirstSale',
      'getPurchasableGroup',
    ],
  ),
  ...elsewhere(
    () => import('./user/partners.js'),
    [
      'listPublicApps',
      'listApps',
      'getAppBalanceV1',
      'getAppBalance',
      'getAppConnection',
      'connectAppV1',
      'checkAppConnectionV1',
      'disconnectAppV1',
      'connectApp',
      'checkAppConnection',
      'disconnectApp',
      'getAppBalances',
      'getAppUserBalances',
      'transferAppBalance',
      'listAppEarnEvents',
      'listParticipations',
      'getParticipationPoints',
      'addParticipation',
      'cancelParticipation',
      'findParticipation',
      'getEarnEvent',
      'getClaimInformation',
      'requestClaim',
      'getClaimStatus',
      'getMyParticipation',
      'listEarnEvents',
    ],
  ),
  ...elsewhere(
    () => import('./user/games.js'),
    [
      'signBid',
      'getGame',
      'getActiveDemocopter',
      'getDemocopter',
      'listDemocopterLeaders',
      'listPastDemocopterResults',
      'startDemocopter',
      'payGame',
      'validateRetweet',
      'validateShare',
      'getGameResult',
      'getGameResultAbstract',
      'setGameResultThumbnail',
      'submitGameResult',
      'submitUserGameResult',
      'getForm',
      'submitForm',
      'listFormInventory',
      'joinWaitingList',
      'submitWebInput',
    ],
  ),
  ...elsewhere(
    () => import('./user/accounts.js'),
    [
      'deleteUser',
      'getEmail',
      'listInvitees',
      'setEmail',
      'registerReferrer',
      'getAccountV1',
      'createAccountV1',
      'checkAccountV1',
      'createAccountCodeV1',
      'deleteAccountV1',
      'restoreAccountV1',
      'getAccountStateV1',
      'setAccountStateV1',
      'getAccountV2',
      'createAccountV2',
      'checkAccountV2',
      'createAccountCodeV2',
      'deleteAccountV2',
      'restoreAccountV2',
      'getAccountStateV2',
      'setAccountStateV2',
      'getAccount',
      'createAccount',
      'checkAccount',
      'createAccountCode',
      'deleteAccount',
      'restoreAccount',
      'getAccountState',
      'setAccountState',
      'getUid',
      'checkUid',
      'reportAppState',
      'registerMobileV1',
      'checkMobileV1',
      'registerMobile',
      'checkMobile',
    ],
  ),
});
