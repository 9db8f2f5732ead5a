// The user service, answered.
import { optional, secret, text, word } from '../../services/define.js';
import { Network } from '../../services/words.js';
import { balances, balancesV3, twoBalances } from '../chain/balances.js';
import { deleteWallet, makeWallet, newWallet, showWalletV3, wallet, walletListing } from '../chain/wallet.js';
import { form, listInventory, submitForm } from '../games/forms.js';
import { game, showActive } from '../games/game.js';
import { payGame } from '../games/payments.js';
import {
  foundShare,
  foundTweet,
  newThumbnail,
  setThumbnail,
  showAbstract,
  showDemocopter,
  showLeaders,
  startRound,
  submitOwnResult,
  submitResult,
} from '../games/play.js';
import { gameResult, pastWinners, shownPast } from '../games/results.js';
import { joinWaitingList, putWebInput, signBid, webInputBody } from '../games/waiting-list.js';
import { showBalanceAccount, showCurrency, showPoints } from '../money/balance.js';
import { createDeposit, pointsDeposit, pointsPrecheck, precheckDeposit } from '../money/deposit.js';
import {
  balanceTransaction,
  pointsQuote,
  pointsQuoteV2,
  pointsTransfer,
  quotePoints,
  quotePointsV2,
  showTransferFee,
  transferPoints,
} from '../money/points.js';
import { newestFirst, pointsChange } from '../money/points-history.js';
import { inFirstSale, purchasable, purchasableGroup, showGroup } from '../money/purchasables.js';
import { createWithdrawal, decideCancel, listActive, pointsWithdrawal, refuseForeign, withdrawPoints } from '../money/withdraw.js';
import { withdrawal } from '../money/withdrawals.js';
import {
  appTransfer,
  ofAppBalance,
  ofUserBalance,
  showAppBalance,
  showOwnBalance,
  showUserBalance,
  transferAppBalance,
} from '../partners/app-balances.js';
import { app } from '../partners/apps.js';
import { requestClaim, showClaim, showClaimStatus } from '../partners/claims.js';
import { checkConnect, connect, disconnect, listApps, showConnection } from '../partners/connections.js';
import { earnEvent, listOfApp } from '../partners/earn-events.js';
import {
  cancelParticipation,
  findParticipation,
  listParticipations,
  participate,
  showOwnPoints,
  showPointsOf,
} from '../partners/participate.js';
import { theEvent } from '../partners/participations.js';
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
import { type Kind, rowById, rows, theRow } from '../rows.js';
import { ack, act, answers, create, door, get, type Line, list, move, page, paging, same, view } from '../verbs.js';
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
const cancelling = move(withdrawal, decideCancel);
const theForm = (world: World) => theRow(world, form, world.path.id ?? '');
/** A line whose path names a row of a kind that it looks up by itself. */
const of = <Body>(kind: Kind<Body>, line: Line): Line => ({ ...line, kind: kind as Kind<never> });
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
  cancelWithdrawal: {
    ...cancelling,
    answer: (world) => {
      refuseForeign(world);
      return cancelling.answer(world);
    },
  },
  getWithdrawal: get(withdrawal),
  listActiveWithdrawals: view(listActive),
  getBalanceAccount: view(showBalanceAccount),
  createWithdrawal: view(createWithdrawal),
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
  signBid: view(signBid),
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
  listPointsHistory: list(pointsChange, { sort: newestFirst }, { query: paging }),
  quotePointsV2: view(quotePointsV2, { query: pointsQuoteV2 }),
  quotePoints: view(quotePoints, { query: pointsQuote }),
  getPointsTransferFee: view(showTransferFee),
  transferPoints: create(balanceTransaction, transferPoints, { body: pointsTransfer }),
  precheckPointsDepositV2: view(precheckDeposit, { body: pointsPrecheck }),
  depositPointsV2: view(createDeposit, { body: pointsDeposit }),
  withdrawPoints: view(withdrawPoints, { body: pointsWithdrawal }),
  depositPoints: same('depositPointsV2'),
  precheckPointsDeposit: same('precheckPointsDepositV2'),
  listPublicApps: view(listApps),
  listApps: of(app, view(listApps)),
  getAppBalanceV1: of(app, view(showAppBalance, timed)),
  getAppBalance: of(app, view(showOwnBalance)),
  getAppConnection: of(app, view(showConnection, timed)),
  connectAppV1: same('connectApp'),
  checkAppConnectionV1: same('checkAppConnection'),
  disconnectAppV1: same('disconnectApp'),
  connectApp: of(app, ack(connect)),
  checkAppConnection: of(app, view(checkConnect)),
  disconnectApp: of(app, ack(disconnect)),
  getAppBalances: view(showAppBalance, { body: ofAppBalance, ...timed }),
  getAppUserBalances: view(showUserBalance, { body: ofUserBalance, ...timed }),
  transferAppBalance: view(transferAppBalance, { body: appTransfer, ...timed }),
  listAppEarnEvents: of(app, view(listOfApp, timed)),
  listParticipations: of(app, view(listParticipations, timed)),
  getParticipationPoints: of(app, view(showPointsOf, timed)),
  addParticipation: of(app, ack(participate, timed)),
  cancelParticipation: of(app, ack(cancelParticipation, timed)),
  findParticipation: of(app, view(findParticipation, timed)),
  getEarnEvent: of(
    earnEvent,
    view((world) => earnEvent.show(theEvent(world), world)),
  ),
  getClaimInformation: of(earnEvent, view(showClaim)),
  requestClaim: of(earnEvent, ack(requestClaim)),
  getClaimStatus: of(earnEvent, view(showClaimStatus)),
  getMyParticipation: of(earnEvent, view(showOwnPoints)),
  listEarnEvents: list(earnEvent),
  getGame: get(game),
  getActiveDemocopter: view(showActive),
  getDemocopter: act(game, showDemocopter),
  listDemocopterLeaders: act(game, showLeaders),
  listPastDemocopterResults: view((world) => page(world, pastWinners(world)).map((row) => shownPast(row, world)), { query: paging }),
  startDemocopter: act(game, startRound),
  payGame: act(game, payGame, { body: {} }),
  validateRetweet: view(foundTweet),
  validateShare: act(gameResult, foundShare),
  getGameResult: get(gameResult),
  getGameResultAbstract: of(gameResult, view(showAbstract)),
  setGameResultThumbnail: act(gameResult, setThumbnail, { body: newThumbnail }),
  submitGameResult: view(submitResult),
  submitUserGameResult: view(submitOwnResult),
  getCurrency: view(showCurrency),
  getForm: get(form),
  submitForm: of(
    form,
    view((world) => submitForm(theForm(world), world)),
  ),
  listFormInventory: of(
    form,
    view((world) => listInventory(theForm(world), world)),
  ),
  listFirstSale: list(purchasable, { where: inFirstSale }),
  getPurchasableGroup: act(purchasableGroup, showGroup),
  reportAppState: view(reportAppState, { body: appEvent }),
  registerMobileV1: view(registerMobile),
  checkMobileV1: view(checkMobile),
  registerMobile: same('registerMobileV1'),
  checkMobile: same('checkMobileV1'),
  joinWaitingList: view(joinWaitingList),
  submitWebInput: view(putWebInput, { body: webInputBody }),
  getKeySet: view(({ state }) => keySet(state)),
  refreshSession: door(refreshSession),
  confirmSession: door(confirmSession),
  ...vitals,
});
