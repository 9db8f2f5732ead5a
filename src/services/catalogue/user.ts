// User service: sign-in, users, accounts, wallets, points balance, third-party apps, earn events, games, forms.
import { json, many, number, open, optional, secret, service, text, verbs, vitals, word } from './define.js';
import { MobileOs, Network, ThirdPartyCurrency } from './words.js';

const { get, post, put, del } = verbs<typeof import('./user.shapes.js')>();

// Bodies and queries that several calls share, named as CONTRACT.md section 8.2 names them.
const clutchType = word(['GOOGLE', 'APPLE']); // ForClutchUserIdentifierType
const provider = { idtoken: optional(secret(text())), accessToken: optional(secret(text())), identifier: optional(text()) };
const share = secret(text());
const registerWallet = { network: word(Network), address: text(), index: number(), name: text() }; // RegisterWalletDto
const ofWallet = { address: text(), network: word(Network) };
const mobile = { os: optional(word(MobileOs)), fcmToken: secret(text()), osVersion: optional(text()), appVersion: optional(text()) };
const gameResult = { gameId: text(), data: text(), username: optional(text()) }; // GameResultDto
const tweet = { screenName: optional(text()) }; // ValidateTwitterShareDto
const redirect = { redirectUrl: text() };
const keyShare = 'Its answer holds the server share of a wallet key';
const overwritesShare = "It overwrites the server's share of a wallet key; a wrong value locks the wallet";
const leaves = 'It leads a browser to another site';

export default service({
  name: 'user',
  auth: 'signed-in',
  path: { network: Network },
  shapes: () => import('./user.shapes.js'),
  // biome-ignore format: one call a line
  calls: {
    // Sign-in and sessions
    deleteSession: del('/auth/sessions/{id}', { is: 'End one session', effect: 'service', session: true, gives: 'AuthSessions' }),
    listSessions: get('/auth/sessions', { is: 'List the sessions of the signed-in user', gives: 'AuthSessions' }),
    signInWithDiscord: get('/auth/discord', { is: 'Start a sign-in with Discord', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    signInWithFacebook: get('/auth/facebook', { is: 'Start a sign-in with Facebook', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    signInWithGoogle: get('/auth/google', { is: 'Start a sign-in with Google', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    signInWithTwitter: get('/auth/twitter', { is: 'Start a sign-in with Twitter', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    createDeferredCode: post('/auth/deferred', { is: 'Make a one-time code that signs another client in', effect: 'service', gives: 'DeferredAuthCode', secret: true }),
    validateDeferredCode: post('/auth/deferred/validate', { is: 'Sign in with a one-time code', auth: 'public', body: { type: text(), code: secret(text()) }, effect: 'service', gives: 'SignedUserIdentifierWithAccessToken', secret: true }),
    signInWithPrivy: post('/auth/privy/signin', { is: 'Sign in with Privy', auth: 'public', body: open, effect: 'service', secret: true }),
    refreshSessionV1: post('/auth/sessions/refresh', { is: 'Renew a session, the older way', auth: 'refresh', effect: 'service', session: true, gives: 'AccessToken', secret: true }),
    signOut: post('/auth/sign-out', { is: 'End the session in use', body: open, effect: 'service', session: true }),
    requestWeb3Message: post('/auth/web3/request', { is: 'Ask for a message to sign with a wallet', auth: 'public', body: { walletAddress: text() }, effect: 'none', gives: 'Web3AuthRequest' }),
    validateWeb3Signature: post('/auth/web3/validate', { is: 'Sign in with a signed message', auth: 'public', body: { walletAddress: text(), signature: text() }, effect: 'service', gives: 'SignedUserIdentifierWithAccessToken', secret: true }),
    // Withdrawals
    cancelWithdrawal: del('/balance/withdrawals/{id}', { is: 'Cancel a withdrawal that can still be cancelled', effect: 'service', gives: 'BalanceWithdrawalRequestStatus' }),
    getWithdrawal: get('/balance/withdrawals/{id}', { is: 'Show one withdrawal', gives: 'BalanceWithdrawalRequestStatus' }),
    listActiveWithdrawals: get('/balance/withdrawals/active', { is: 'List the withdrawals under way', query: { currencyId: optional(text()) }, gives: 'BalanceWithdrawalRequestStatuses' }),
    getBalanceAccount: get('/balance/accounts/current', { is: 'Show the balance account of one currency', query: { currencyId: text() }, gives: 'BalanceAccount' }),
    createWithdrawal: post('/balance/withdrawals', { is: 'Send tokens of a balance to a chain address', body: { amount: text(), currencyId: text(), toAddress: text() }, effect: 'money', gives: 'BalanceWithdrawalRequestStatus' }),
    // Users
    deleteUser: del('/users/me', { is: 'Delete the signed-in user', effect: 'service', final: true }),
    getCurrent: get('/users/current', { is: 'Show who is signed in', gives: 'SignedUserIdentifier' }),
    getMainWallet: get('/users/current/wallet/main', { is: 'Show the main wallet of the signed-in user' }),
    getEmail: get('/users/email/me', { is: 'Show the e-mail address of the signed-in user' }),
    listInvitees: get('/users/invitees', { is: 'List whom the signed-in user has invited', gives: 'Invitees' }),
    getUser: get('/users/abstract/{userId}', { is: 'Show the name and picture of a user', gives: 'AbstractUser' }),
    setEmail: post('/users/email/me', { is: 'Change the e-mail address of the signed-in user', body: open, effect: 'service' }),
    registerReferrer: post('/users/referrer', { is: 'Say who invited the signed-in user', body: { userId: text(), via: text() }, effect: 'service', final: true, gives: 'UserReferrer' }),
    linkWallet: post('/users/current/wallet', { is: 'Ask for a message that links a wallet address', body: { address: text() }, effect: 'service', gives: 'WalletAndNonce' }),
    signBid: post('/users/current/wallet/bidSignature', { is: 'Ask for a signature that lets its holder bid', body: { timestamp: text() }, effect: 'service', gives: 'BidSignature' }),
    verifyWallet: post('/users/current/wallet/sign', { is: 'Link a wallet address with a signed message', body: { signature: text() }, effect: 'service', gives: 'SignedUserIdentifierWithAccessToken', secret: true }),
    // Accounts
    getAccountV1: get('/v1/accounts', { is: 'Show the account, version 1' }),
    createAccountV1: post('/v1/accounts', { is: 'Create an account, version 1', auth: 'basic', body: { type: clutchType, ...provider, share, pubKey: text() }, effect: 'service', gives: 'ClutchUser', secret: true }),
    checkAccountV1: post('/v1/accounts/check', { is: 'Ask whether an account exists, version 1', auth: 'public', body: { type: clutchType, ...provider }, effect: 'none', gives: 'SignupCheck' }),
    createAccountCodeV1: post('/v1/accounts/deferred', { is: 'Make a one-time sign-in code, version 1', effect: 'service', signed: 'wallet-key', gives: 'DeferredAuthCode', secret: true }),
    deleteAccountV1: post('/v1/accounts/delete', { is: 'Delete the account, version 1', effect: 'service', final: true, signed: 'wallet-key', gives: 'Status' }),
    restoreAccountV1: post('/v1/accounts/restore', { is: 'Restore a deleted account, version 1', auth: 'public', body: { type: clutchType, ...provider, share, pubKey: text(), walletAddress0: text() }, effect: 'service', final: true, gives: 'Status' }),
    getAccountStateV1: get('/v1/accounts/ss', { is: 'Show the session state of an account, version 1', auth: 'basic', query: { provider: clutchType, idtoken: optional(secret(text())), accessToken: optional(secret(text())), polynomialId: optional(text()) }, gives: 'ServerShare', secret: true, skip: keyShare }),
    setAccountStateV1: put('/v1/accounts/ss', { is: 'Overwrite the session state of the account, version 1', body: { share }, effect: 'service', final: true, signed: 'wallet-key', gives: 'ServerShare', secret: true, warn: overwritesShare }),
    getAccountV2: get('/v2/accounts', { is: 'Show the account, version 2' }),
    createAccountV2: post('/v2/accounts', { is: 'Create an account, version 2', auth: 'public', body: { type: clutchType, identifier: optional(text()), share, token: secret(text()) }, effect: 'service', gives: 'ClutchUser', secret: true }),
    checkAccountV2: post('/v2/accounts/check', { is: 'Ask whether an account exists, version 2', auth: 'public', body: { type: clutchType, identifier: optional(text()), token: secret(text()) }, effect: 'none', gives: 'SignupCheck' }),
    createAccountCodeV2: post('/v2/accounts/deferred', { is: 'Make a one-time sign-in code, version 2', body: open, effect: 'service', secret: true }),
    deleteAccountV2: post('/v2/accounts/delete', { is: 'Delete the account, version 2', effect: 'service', final: true, gives: 'Status' }),
    restoreAccountV2: post('/v2/accounts/restore', { is: 'Restore a deleted account, version 2', auth: 'public', body: { type: clutchType, identifier: optional(text()), share, walletAddress0: text(), token: secret(text()) }, effect: 'service', final: true, gives: 'Status' }),
    getAccountStateV2: get('/v2/accounts/ss', { is: 'Show the session state of an account, version 2', auth: 'public', query: { type: clutchType, identifier: optional(text()), token: secret(text()), polynomialId: optional(text()) }, gives: 'ServerShare', secret: true, skip: keyShare }),
    setAccountStateV2: put('/v2/accounts/ss', { is: 'Overwrite the session state of the account, version 2', body: { share }, effect: 'service', final: true, gives: 'ServerShare', secret: true, warn: overwritesShare }),
    getAccount: get('/v2.1/accounts', { is: 'Show the account' }),
    createAccount: post('/v2.1/accounts', { is: 'Create an account', auth: 'public', body: open, effect: 'service', secret: true }),
    checkAccount: post('/v2.1/accounts/check', { is: 'Ask whether an account exists', auth: 'public', body: open, effect: 'none' }),
    createAccountCode: post('/v2.1/accounts/deferred', { is: 'Make a one-time sign-in code', body: open, effect: 'service', secret: true }),
    deleteAccount: post('/v2.1/accounts/delete', { is: 'Delete the account', body: open, effect: 'service', final: true }),
    restoreAccount: post('/v2.1/accounts/restore', { is: 'Restore a deleted account', auth: 'public', body: open, effect: 'service', final: true }),
    getAccountState: get('/v2.1/accounts/ss', { is: 'Show the session state of an account', auth: 'public', secret: true, skip: keyShare }),
    setAccountState: put('/v2.1/accounts/ss', { is: 'Overwrite the session state of the account', body: open, effect: 'service', final: true, secret: true, warn: overwritesShare }),
    getUid: get('/v2/accounts/uid', { is: 'Show the uid of the account' }),
    checkUid: post('/v2/accounts/uid/{uid}/check', { is: 'Check a uid', body: open, effect: 'none' }),
    createHmacTokens: post('/v2/accounts/token/hmac', { is: 'Sign in with a wallet-key signature', auth: 'public', effect: 'service', signed: 'wallet-key', gives: 'Tokens', secret: true }),
    // Wallets
    listWalletsV1: get('/v1/wallets', { is: 'List the wallets of an extended public key, version 1', query: { pubkey: text(), network: optional(word(Network)) }, gives: 'Wallets' }),
    createWalletV1: post('/v1/wallets', { is: 'Add a wallet entry, version 1', auth: 'basic', body: registerWallet, effect: 'service', signed: 'wallet-key', gives: 'Wallet' }),
    listWalletsV2: get('/v2/wallets', { is: 'List the wallets of the signed-in user, version 2', query: { network: optional(word(Network)) }, gives: 'Wallets' }),
    createWalletV2: post('/v2/wallets', { is: 'Add a wallet entry, version 2', body: registerWallet, effect: 'service', gives: 'Wallet' }),
    listWallets: get('/v3/wallets', { is: 'List the wallets of the signed-in user' }),
    createWallet: post('/v3/wallets', { is: 'Add a wallet entry', body: open, effect: 'service' }),
    getBalanceV1: get('/v1/wallets/balance', { is: 'Show the token balances of an address, version 1', auth: 'public', query: ofWallet, gives: 'Balances' }),
    getBalanceV1_1: get('/v1.1/wallets/balance', { is: 'Show the token balances of an address, version 1.1', auth: 'public', query: ofWallet, gives: 'Balances' }),
    getBalanceV1_2: get('/v1.2/wallets/balance', { is: 'Show the token balances of an address, version 1.2', auth: 'public', query: ofWallet, gives: 'Balances' }),
    getBalanceV2: get('/v2/wallets/balance', { is: 'Show the token balances of an address, version 2', query: ofWallet, gives: 'Balances' }),
    getBalance: get('/v3/wallets/balance', { is: 'Show token balances' }),
    deleteWallet: post('/v3/wallets/delete', { is: 'Remove a wallet entry', body: open, effect: 'service' }),
    // Points balance
    getPoints: get('/v2/balance/mvp/current', { is: 'Show the points balance' }),
    listPointsHistory: get('/v2/balance/mvp/history', { is: 'List what changed the points balance' }),
    quotePointsV2: get('/v2/balance/mvp/quote', { is: 'Quote a swap of points, version 2' }),
    quotePoints: get('/v3/balance/mvp/quote', { is: 'Quote a swap of points' }),
    getPointsTransferFee: get('/v2/balance/mvp/transfer/fee', { is: 'Show the fee of a points transfer' }),
    transferPoints: post('/v2/balance/mvp/transfer', { is: 'Send points to another user', body: open, effect: 'money' }),
    precheckPointsDepositV2: post('/v2/balance/mvp/swap/deposit-reqeusts/precheck', { is: 'Ask whether a deposit would be taken, version 2', body: open, effect: 'none' }), // sic: reqeusts
    depositPointsV2: post('/v2/balance/mvp/swap/deposit-requests', { is: 'Bring value into the points balance, version 2', body: open, effect: 'money' }),
    withdrawPoints: post('/v2/balance/mvp/swap/withdrawal-requests', { is: 'Take value out of the points balance', body: open, effect: 'money' }),
    depositPoints: post('/v3/balance/mvp/swap/deposit-requests', { is: 'Bring value into the points balance', body: open, effect: 'money' }),
    precheckPointsDeposit: post('/v3/balance/mvp/swap/deposit-requests/precheck', { is: 'Ask whether a deposit would be taken', body: open, effect: 'none' }),
    // Third-party apps
    listPublicApps: get('/v2/public/third-party/apps', { is: 'List the third-party apps without signing in', auth: 'public' }),
    listApps: get('/v2/third-party/apps', { is: 'List the third-party apps' }),
    getAppBalanceV1: get('/v1/third-party/{appId}/balance/current', { is: 'Show a balance at a third-party app, version 1', query: { currency: word(ThirdPartyCurrency), timestamp: text() }, gives: 'ThirdPartyBalance' }),
    getAppBalance: get('/v2/third-party/{appId}/balance/current', { is: 'Show the balance at a third-party app' }),
    getAppConnection: get('/v1/third-party/{appId}/connection/status', { is: 'Show whether someone is connected to a third-party app', query: { identifier: text(), timestamp: text() }, gives: 'ThirdPartyConnection' }),
    connectAppV1: post('/v1/third-party/{appId}/connect', { is: 'Connect a third-party app, version 1', body: { token: secret(text()) }, effect: 'service', signed: 'wallet-key', gives: 'Status' }),
    checkAppConnectionV1: post('/v1/third-party/{appId}/connect/check', { is: 'Check a connection to a third-party app, version 1', body: { token: secret(text()) }, effect: 'none', signed: 'wallet-key', gives: 'ThirdPartyConnectCheck' }),
    disconnectAppV1: post('/v1/third-party/{appId}/disconnect', { is: 'Disconnect a third-party app, version 1', effect: 'service', signed: 'wallet-key', gives: 'Status' }),
    connectApp: post('/v2/third-party/{appId}/connect', { is: 'Connect a third-party app', body: { token: secret(text()) }, effect: 'service', gives: 'Status' }),
    checkAppConnection: post('/v2/third-party/{appId}/connect/check', { is: 'Check a connection to a third-party app', body: { token: secret(text()) }, effect: 'none', gives: 'ThirdPartyConnectCheck' }),
    disconnectApp: post('/v2/third-party/{appId}/disconnect', { is: 'Disconnect a third-party app', effect: 'service', gives: 'Status' }),
    getAppBalances: post('/v3/third-party/balance/current', { is: 'Show the balance of an app signed in as itself', body: open, effect: 'none' }),
    getAppUserBalances: post('/v3/third-party/users/balance/current', { is: "Show the balances of an app's users", body: open, effect: 'none' }),
    transferAppBalance: post('/v3/third-party/users/balance/transfer', { is: 'Move balance between an app and its users', body: open, effect: 'money' }),
    // Earn events
    listAppEarnEvents: get('/v1/third-party/{appId}/earn-event', { is: "List a third-party app's earn events", query: { page: text(), timestamp: text() }, gives: 'EarnEvents' }),
    listParticipations: get('/v1/third-party/{appId}/earn-event/{eventAlias}/participation', { is: "List someone's entries in an earn event", query: { page: text(), isContainCanceled: text(), identifier: text(), timestamp: text() }, gives: 'EarnEventParticipations' }),
    getParticipationPoints: get('/v1/third-party/{appId}/earn-event/{eventAlias}/participation/current-point', { is: "Show someone's points in an earn event", query: { identifier: text(), timestamp: text() }, gives: 'EarnEventCurrents' }),
    addParticipation: post('/v1/third-party/{appId}/earn-event/{eventAlias}/participation', { is: 'Record an entry in an earn event', body: { identifier: text(), timestamp: text(), value: text(), key: text(), description: optional(text()), requestId: text() }, effect: 'service', gives: 'Status' }),
    cancelParticipation: post('/v1/third-party/{appId}/earn-event/{eventAlias}/participation/cancel', { is: 'Cancel an entry in an earn event', body: { identifier: text(), timestamp: text(), description: optional(text()), requestId: text() }, effect: 'service', gives: 'Status' }),
    findParticipation: get('/v1/third-party/{appId}/earn-event/{eventAlias}/participation/filtered', { is: 'Find an entry in an earn event by its request id', query: { timestamp: text(), requestId: text() }, gives: 'EarnEventParticipation' }),
    getEarnEvent: post('/v1/earn-event/{id}', { is: 'Show one earn event', effect: 'none', signed: 'wallet-key', gives: 'EarnEvent' }),
    getClaimInformation: post('/v1/earn-event/{id}/claim/information', { is: 'Show what a claim of an earn event would pay', effect: 'none', signed: 'wallet-key', gives: 'EarnEventClaimInformation' }),
    requestClaim: post('/v1/earn-event/{id}/claim/request', { is: 'Claim the reward of an earn event to an address', body: { address: text() }, effect: 'money', signed: 'wallet-key', gives: 'Status' }),
    getClaimStatus: post('/v1/earn-event/{id}/claim/status', { is: 'Show how far the claim of an earn event is', effect: 'none', signed: 'wallet-key', gives: 'EarnEventClaimCheck' }),
    getMyParticipation: post('/v1/earn-event/{id}/participation/current', { is: "Show the signed-in user's points in an earn event", effect: 'none', signed: 'wallet-key', gives: 'EarnEventCurrents' }),
    listEarnEvents: post('/v1/earn-event/list', { is: 'List the earn events', effect: 'none', signed: 'wallet-key', gives: 'EarnEvents' }),
    // Games
    getGame: get('/games/{id}', { is: 'Show one game', gives: 'Game' }),
    getActiveDemocopter: get('/games/democopter/active', { is: 'Show the Democopter game that is running', gives: 'Game' }),
    getDemocopter: get('/games/democopter/{id}', { is: 'Show one Democopter game', gives: 'Democopter' }),
    listDemocopterLeaders: get('/games/democopter/{id}/leaderboard', { is: 'List the leaders of a Democopter game', gives: 'LotteryGameResults' }),
    listPastDemocopterResults: get('/games/democopter/pastResults', { is: 'List the results of past Democopter games', gives: 'PastGameResults' }),
    startDemocopter: post('/games/democopter/{id}/start', { is: 'Start a round of Democopter', effect: 'service', gives: 'GameStart' }),
    payGame: post('/games/{id}/payment', { is: 'Pay the entry fee of a game', body: open, effect: 'money' }),
    validateRetweet: post('/games/democopter/missions/{slug}/twitter/retweet/validate', { is: 'Check a repost for a mission', body: tweet, effect: 'service', gives: 'ArchivedTweetResult' }),
    validateShare: post('/games/democopter/results/{id}/twitter/share/validate', { is: 'Check a post that shares a result', body: tweet, effect: 'service', gives: 'ArchivedTweetResult' }),
    getGameResult: get('/games/gameResults/{id}', { is: 'Show one game result', auth: 'public', gives: 'GameResult' }),
    getGameResultAbstract: get('/games/gameResults/{id}/abstract', { is: 'Show one game result in short', auth: 'public' }),
    setGameResultThumbnail: post('/games/gameResults/{id}/thumbnail', { is: 'Set the picture of a game result', body: open, effect: 'service' }),
    submitGameResult: post('/games/result', { is: 'Submit a game result', body: gameResult, effect: 'service', gives: 'GameResultResponse' }),
    submitUserGameResult: post('/games/user/result', { is: 'Submit a game result as the signed-in user', body: gameResult, effect: 'service', gives: 'GameResultResponse' }),
    // Currencies, forms, purchasables
    getCurrency: get('/currencies/{id}', { is: 'Show one currency', auth: 'public', gives: 'Currency' }),
    getForm: get('/forms/{id}', { is: 'Show one form', auth: 'public', gives: 'Form' }),
    submitForm: post('/forms/{id}', { is: 'Send a form', auth: 'public', body: { data: json(), walletAddress: optional(text()), signature: optional(text()), tokenIds: optional(many(text())) }, effect: 'service', gives: 'FormSubmission' }),
    listFormInventory: post('/forms/{id}/inventory', { is: 'List the tokens that a form can be sent for', auth: 'public', body: { walletAddress: optional(text()) }, effect: 'none', gives: 'FormInventories' }),
    listFirstSale: get('/purchasables/1stSale', { is: 'List what the first sale sells', gives: 'Purchasables' }),
    getPurchasableGroup: get('/purchasables/group/{slug}', { is: 'Show one group of purchasables', query: { tokenNetwork: optional(word(Network)), tokenId: optional(text()), tokenContractAddress: optional(text()) }, gives: 'PurchasableGroup' }),
    // Devices and the rest
    reportAppState: post('/v2/app-event/state', { is: "Report an app's state", body: open, effect: 'service' }),
    registerMobileV1: post('/v1/mobiles', { is: 'Register a device, version 1', body: mobile, effect: 'service', signed: 'wallet-key', gives: 'Mobile' }),
    checkMobileV1: post('/v1/mobiles/current', { is: 'Ask whether a device is the current one, version 1', body: { os: word(MobileOs), fcmToken: secret(text()) }, effect: 'none', signed: 'wallet-key', gives: 'MobileCheck' }),
    registerMobile: post('/v2/mobiles', { is: 'Register a device', body: mobile, effect: 'service', gives: 'Mobile' }),
    checkMobile: get('/v2/mobiles/current', { is: 'Ask whether a device is the current one', query: { os: word(MobileOs), fcmToken: secret(text()) }, gives: 'MobileCheck' }),
    joinWaitingList: post('/waitinglist/signature', { is: 'Ask for a signed place in a sale', body: { wallet: text() }, effect: 'service', gives: 'WaitingListSignature' }),
    submitWebInput: put('/v1/web-submit/input', { is: 'Send the input of a web page', auth: 'public', body: open, effect: 'service' }),
    getKeySet: get('/.well-known/jwks.json', { is: 'Show the key set that signs access tokens', auth: 'public' }),
    // The renewal of a session (SPEC.md sections 4 and 7)
    refreshSession: post('/v2/accounts/sessions/refresh', { is: 'Renew a session', auth: 'refresh', effect: 'service', session: true, gives: 'Tokens', secret: true }),
    confirmSession: post('/v2/accounts/sessions/refresh/confirm', { is: 'Confirm a renewed session', effect: 'service', session: true, as: 'nothing' }),
    ...vitals,
  },
});
