// The handlers of the user service: session and main wallet. The others are loaded on their first call.

import { callerId, type HandlerContext, notFound, requireCaller } from '../../core/context.js';
import { action, aliasOf, defineHandlers, get, lazyHandlers, ok, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import { requireRow, rowById, rows } from '../../core/rows.js';
import { keySet } from '../../domains/people/auth-tokens.js';
import { mainWallet, signedIdentifier } from '../../domains/people/main-wallet.js';
import { endSession, liveSessions, session } from '../../domains/people/session.js';
import { identifier, user } from '../../domains/people/user.js';

const sessionsOfCaller = (context: HandlerContext) =>
  liveSessions(context, callerId(context)).map((row) => session.show(row, context));
const current = (context: HandlerContext) =>
  signedIdentifier(context, rowById(context, identifier, requireCaller(context).identifierId)!);
const signOut = (context: HandlerContext) => {
  endSession(context, requireRow(context, session, requireCaller(context).sessionId, callerId(context)));
};
const abstractUser = ({
  id,
  body: { name, avatar },
}: {
  id: string;
  body: { name: string; avatar: string | null };
}) => ({
  id,
  name,
  avatar,
});
export default defineHandlers<typeof import('../../../services/catalogue/user.js')>({
  deleteSession: action(session, (row, context) => {
    endSession(context, row);
    return sessionsOfCaller(context);
  }),
  listSessions: view(sessionsOfCaller),
  signOut: ok(signOut),
  getCurrent: view(current),
  getMainWallet: view((context) =>
    mainWallet.show(rows(context, mainWallet, { owner: callerId(context) })[0] ?? notFound('WALLET', 'main'), context),
  ),
  getUser: get(user, abstractUser),
  listWalletsV1: aliasOf('listWalletsV2'),
  getBalanceV1_2: aliasOf('getBalanceV1'),
  getBalanceV2: aliasOf('getBalanceV1'),
  getKeySet: view(({ state }) => keySet(state)),
  ...health,
  ...lazyHandlers(
    () => import('./user/sign-in.js'),
    [
      'signInWithDiscord',
      'signInWithFacebook',
      'signInWithGoogle',
      'signInWithTwitter',
      'createDeferredCode',
      'validateDeferredCode',
      'signInWithPrivy',
      'refreshSessionV1',
      'requestWeb3Message',
      'validateWeb3Signature',
      'linkWallet',
      'verifyWallet',
      'createHmacTokens',
      'refreshSession',
      'confirmSession',
    ],
  ),
  ...lazyHandlers(
    () => import('./user/wallets.js'),
    [
      'createWalletV1',
      'listWalletsV2',
      'createWalletV2',
      'listWallets',
      'createWallet',
      'getBalanceV1',
      'getBalanceV1_1',
      'getBalance',
      'deleteWallet',
      'getPoints',
      'getCurrency',
      'getBalanceAccount',
    ],
  ),
  ...lazyHandlers(
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
  ...lazyHandlers(
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
  ...lazyHandlers(
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
  ...lazyHandlers(
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
