// The user service, answered.
import { optional, text, word } from '../../services/define.js';
import { Network } from '../../services/words.js';
import { balances, balancesV3, twoBalances } from '../chain/balances.js';
import { deleteWallet, makeWallet, newWallet, showWalletV3, wallet, walletListing } from '../chain/wallet.js';
import { showBalanceAccount, showCurrency, showPoints } from '../money/balance.js';
import { confirmSession, refreshSession, refreshSessionV1 } from '../people/rotation.js';
import { endSession, liveSessions, session } from '../people/session.js';
import { createAccountCode, createCode, redirectWith, signedIdentifier, validateCode } from '../people/sign-in.js';
import { keySet } from '../people/tokens.js';
import { identifier, user } from '../people/user.js';
import { mainWallet } from '../people/wallet-entity.js';
import { notFound, refuse } from '../refuse.js';
import { rowById, rows, theRow } from '../rows.js';
import { ack, act, answers, create, door, get, list, plain, same, view } from '../verbs.js';
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
/** Server-to-server calls without a time have an error of their own (CONTRACT.md 1.4). */
const timed = { lacking: { timestamp: [401, 'EMPTY_TIMESTAMP', 'timestamp is empty!'] } } as const;

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
  signInWithPrivy: plain(),
  refreshSessionV1: door(refreshSessionV1),
  signOut: ack(signOut),
  requestWeb3Message: plain(),
  validateWeb3Signature: plain(),
  cancelWithdrawal: plain(),
  getWithdrawal: plain(),
  listActiveWithdrawals: plain(),
  getBalanceAccount: view(showBalanceAccount),
  createWithdrawal: plain(),
  deleteUser: plain(),
  getCurrent: view(current),
  getMainWallet: view((world) =>
    mainWallet.show(rows(world, mainWallet, { owner: caller(world).userId })[0] ?? notFound('WALLET', 'main'), world),
  ),
  getEmail: plain(),
  listInvitees: plain(),
  getUser: get(user, abstractUser),
  setEmail: plain(),
  registerReferrer: plain(),
  linkWallet: plain(),
  signBid: plain(),
  verifyWallet: plain(),
  getAccountV1: plain(),
  createAccountV1: plain(),
  checkAccountV1: plain(),
  createAccountCodeV1: door(createAccountCode),
  deleteAccountV1: plain(),
  restoreAccountV1: plain(),
  getAccountStateV1: plain(),
  setAccountStateV1: plain(),
  getAccountV2: plain(),
  createAccountV2: plain(),
  checkAccountV2: plain(),
  createAccountCodeV2: same('createAccountCodeV1'),
  deleteAccountV2: plain(),
  restoreAccountV2: plain(),
  getAccountStateV2: plain(),
  setAccountStateV2: plain(),
  getAccount: plain(),
  createAccount: plain(),
  checkAccount: plain(),
  createAccountCode: same('createAccountCodeV1'),
  deleteAccount: plain(),
  restoreAccount: plain(),
  getAccountState: plain(),
  setAccountState: plain(),
  getUid: plain(),
  checkUid: plain(),
  createHmacTokens: door(noWalletKeySignature),
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
  listPointsHistory: plain(),
  quotePointsV2: plain(),
  quotePoints: plain(),
  getPointsTransferFee: plain(),
  transferPoints: plain(),
  precheckPointsDepositV2: plain(),
  depositPointsV2: plain(),
  withdrawPoints: plain(),
  depositPoints: plain(),
  precheckPointsDeposit: plain(),
  listPublicApps: plain(),
  listApps: plain(),
  getAppBalanceV1: plain(timed),
  getAppBalance: plain(),
  getAppConnection: plain(timed),
  connectAppV1: plain(),
  checkAppConnectionV1: plain(),
  disconnectAppV1: plain(),
  connectApp: plain(),
  checkAppConnection: plain(),
  disconnectApp: plain(),
  getAppBalances: plain(),
  getAppUserBalances: plain(),
  transferAppBalance: plain(),
  listAppEarnEvents: plain(timed),
  listParticipations: plain(timed),
  getParticipationPoints: plain(timed),
  addParticipation: plain(timed),
  cancelParticipation: plain(timed),
  findParticipation: plain(timed),
  getEarnEvent: plain(),
  getClaimInformation: plain(),
  requestClaim: plain(),
  getClaimStatus: plain(),
  getMyParticipation: plain(),
  listEarnEvents: plain(),
  getGame: plain(),
  getActiveDemocopter: plain(),
  getDemocopter: plain(),
  listDemocopterLeaders: plain(),
  listPastDemocopterResults: plain(),
  startDemocopter: plain(),
  payGame: plain(),
  validateRetweet: plain(),
  validateShare: plain(),
  getGameResult: plain(),
  getGameResultAbstract: plain(),
  setGameResultThumbnail: plain(),
  submitGameResult: plain(),
  submitUserGameResult: plain(),
  getCurrency: view(showCurrency),
  getForm: plain(),
  submitForm: plain(),
  listFormInventory: plain(),
  listFirstSale: plain(),
  getPurchasableGroup: plain(),
  reportAppState: plain(),
  registerMobileV1: plain(),
  checkMobileV1: plain(),
  registerMobile: plain(),
  checkMobile: plain(),
  joinWaitingList: plain(),
  submitWebInput: plain(),
  getKeySet: view(({ state }) => keySet(state)),
  refreshSession: door(refreshSession),
  confirmSession: door(confirmSession),
  ...vitals,
});
