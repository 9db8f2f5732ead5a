// The user service, answered.
import { optional, secret, text, word } from '../../services/define.js';
import { Network } from '../../services/words.js';
import { balances, balancesV3, twoBalances } from '../chain/balances.js';
import { deleteWallet, makeWallet, newWallet, showWalletV3, wallet, walletListing } from '../chain/wallet.js';
import { showBalanceAccount, showCurrency, showPoints } from '../money/balance.js';
import {
  askedShare,
  checkAccount,
  checkUid,
  createAccount,
  deleteAccount,
  newAccount,
  newShare,
  ofAccount,
  replaceState,
  restoreAccount,
  restoredAccount,
  showAccount,
  showStateOf,
  showUid,
} from '../people/accounts.js';
import { appEvent, checkMobile, registerMobile, reportAppState } from '../people/mobiles.js';
import { invitedBy, newEmail, referrer, setEmail, showEmail, showInvitees } from '../people/profile.js';
import { confirmSession, refreshSession, refreshSessionV1 } from '../people/rotation.js';
import { endSession, liveSessions, session } from '../people/session.js';
import { createAccountCode, createCode, redirectWith, signedIdentifier, signInWithPrivy, validateCode } from '../people/sign-in.js';
import { keySet } from '../people/tokens.js';
import { identifier, user } from '../people/user.js';
import { mainWallet } from '../people/wallet-entity.js';
import { createHmacTokens } from '../people/wallet-key.js';
import { linkWallet, requestMessage, validateSignature, verifyWallet } from '../people/web3.js';
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
  signInWithPrivy: door(signInWithPrivy, { body: { token: secret(text()) } }),
  refreshSessionV1: door(refreshSessionV1),
  signOut: ack(signOut),
  requestWeb3Message: door(requestMessage, { signatures: true }),
  validateWeb3Signature: door(validateSignature, { signatures: true }),
  cancelWithdrawal: plain(),
  getWithdrawal: plain(),
  listActiveWithdrawals: plain(),
  getBalanceAccount: view(showBalanceAccount),
  createWithdrawal: plain(),
  deleteUser: ack(deleteAccount),
  getCurrent: view(current),
  getMainWallet: view((world) =>
    mainWallet.show(rows(world, mainWallet, { owner: caller(world).userId })[0] ?? notFound('WALLET', 'main'), world),
  ),
  getEmail: view(showEmail),
  listInvitees: view(showInvitees),
  getUser: get(user, abstractUser),
  setEmail: view(setEmail, { body: newEmail }),
  registerReferrer: create(referrer, invitedBy),
  linkWallet: view(linkWallet, { signatures: true }),
  signBid: plain(),
  verifyWallet: door(verifyWallet, { signatures: true }),
  getAccountV1: view(showAccount),
  createAccountV1: door(createAccount, { signatures: true }),
  checkAccountV1: view(checkAccount),
  createAccountCodeV1: door(createAccountCode),
  deleteAccountV1: ack(deleteAccount),
  restoreAccountV1: ack(restoreAccount, { signatures: true }),
  getAccountStateV1: view(showStateOf),
  setAccountStateV1: view(replaceState),
  getAccountV2: same('getAccountV1'),
  createAccountV2: door(createAccount),
  checkAccountV2: same('checkAccountV1'),
  createAccountCodeV2: same('createAccountCodeV1'),
  deleteAccountV2: same('deleteAccountV1'),
  restoreAccountV2: ack(restoreAccount),
  getAccountStateV2: same('getAccountStateV1'),
  setAccountStateV2: same('setAccountStateV1'),
  getAccount: same('getAccountV1'),
  createAccount: door(createAccount, { body: newAccount }),
  checkAccount: view(checkAccount, { body: ofAccount }),
  createAccountCode: same('createAccountCodeV1'),
  deleteAccount: same('deleteAccountV1'),
  restoreAccount: ack(restoreAccount, { body: restoredAccount }),
  getAccountState: view(showStateOf, { query: askedShare }),
  setAccountState: view(replaceState, { body: newShare }),
  getUid: view(showUid),
  checkUid: view(checkUid),
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
  reportAppState: view(reportAppState, { body: appEvent }),
  registerMobileV1: view(registerMobile),
  checkMobileV1: view(checkMobile),
  registerMobile: same('registerMobileV1'),
  checkMobile: same('checkMobileV1'),
  joinWaitingList: plain(),
  submitWebInput: plain(),
  getKeySet: view(({ state }) => keySet(state)),
  refreshSession: door(refreshSession),
  confirmSession: door(confirmSession),
  ...vitals,
});
