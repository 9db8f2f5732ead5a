// User service: sign-in, users, accounts, wallets, points balance, third-party apps, earn events, games, forms.
import { healthCalls, json, many, number, open, optional, secret, service, text, verbs, word } from './define.js';
import { MobileOs, Network, ThirdPartyCurrency } from './words.js';

const { get, post, put, del } = verbs<typeof import('./user.shapes.js')>();

// Bodies and queries that several calls share, named as platform 12.2 names them.
const clutchType = word(['GOOGLE', 'APPLE']); // ForClutchUserIdentifierType
const provider = {
  idtoken: optional(secret(text())),
  accessToken: optional(secret(text())),
  identifier: optional(text()),
};
const share = secret(text());
const registerWallet = { network: word(Network), address: text(), index: number(), name: text() }; // RegisterWalletDto
const ofWallet = { address: text(), network: word(Network) };
const mobile = {
  os: optional(word(MobileOs)),
  fcmToken: secret(text()),
  osVersion: optional(text()),
  appVersion: optional(text()),
};
const gameResult = { gameId: text(), data: text(), username: optional(text()) }; // GameResultDto
const tweet = { screenName: optional(text()) }; // ValidateTwitterShareDto
const redirect = { redirectUrl: text() };
const keyShare = 'Its response has the server share of a wallet key';
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
    deleteSession: del('/auth/sessions/{id}', { summary: 'End one session', effect: 'service', session: true, response: 'AuthSessions' }),
    listSessions: get('/auth/sessions', { summary: 'List the sessions of the signed-in user', response: 'AuthSessions' }),
    signInWithDiscord: get('/auth/discord', { summary: 'Start a sign-in with Discord', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    signInWithFacebook: get('/auth/facebook', { summary: 'Start a sign-in with Facebook', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    signInWithGoogle: get('/auth/google', { summary: 'Start a sign-in with Google', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    signInWithTwitter: get('/auth/twitter', { summary: 'Start a sign-in with Twitter', auth: 'public', query: redirect, as: 'redirect', skip: leaves }),
    createDeferredCode: post('/auth/deferred', { summary: 'Create a one-time code that signs another client in', effect: 'service', response: 'DeferredAuthCode', secret: true }),
    validateDeferredCode: post('/auth/deferred/validate', { summary: 'Sign in with a one-time code', auth: 'public', body: { type: text(), code: secret(text()) }, effect: 'service', response: 'SignedUserIdentifierWithAccessToken', secret: true }),
    signInWithPrivy: post('/auth/privy/signin', { summary: 'Sign in with Privy', auth: 'public', body: open, effect: 'service', secret: true }),
    refreshSessionV1: post('/auth/sessions/refresh', { summary: 'Renew a session in one phase', auth: 'refresh', effect: 'service', session: true, response: 'AccessToken', secret: true }),
    signOut: post('/auth/sign-out', { summary: 'End the session in use', body: open, effect: 'service', session: true }),
    requestWeb3Message: post('/auth/web3/request', { summary: 'Request the sign-in message of a wallet', auth: 'public', body: { walletAddress: text() }, effect: 'none', response: 'Web3AuthRequest' }),
    validateWeb3Signature: post('/auth/web3/validate', { summary: 'Sign in with a signed message', auth: 'public', body: { walletAddress: text(), signature: text() }, effect: 'service', response: 'SignedUserIdentifierWithAccessToken', secret: true }),
    // Withdrawals
    cancelWithdrawal: del('/balance/withdrawals/{id}', { summary: 'Cancel a withdrawal that can still be cancelled', effect: 'service', response: 'BalanceWithdrawalRequestStatus' }),
    getWithdrawal: get('/balance/withdrawals/{id}', { summary: 'Show one withdrawal', response: 'BalanceWithdrawalRequestStatus' }),
    listActiveWithdrawals: get('/balance/withdrawals/active', { summary: 'List the withdrawals under way', query: { currencyId: optional(text()) }, response: 'BalanceWithdrawalRequestStatuses' }),
    getBalanceAccount: get('/balance/accounts/current', { summary: 'Show the balance account of one currency', query: { currencyId: text() }, response: 'BalanceAccount' }),
    createWithdrawal: post('/balance/withdrawals', { summary: 'Withdraw tokens of a balance to a chain address', body: { amount: text(), currencyId: text(), toAddress: text() }, effect: 'money', response: 'BalanceWithdrawalRequestStatus' }),
    // Users
    deleteUser: del('/users/me', { summary: 'Delete the signed-in user', effect: 'service', final: true }),
    getCurrent: get('/users/current', { summary: 'Show the signed-in user', persons: true, response: 'SignedUserIdentifier' }),
    getMainWallet: get('/users/current/wallet/main', { summary: 'Show the main wallet of the signed-in user' }),
    getEmail: get('/users/email/me', { summary: 'Show the e-mail address of the signed-in user' }),
    listInvitees: get('/users/invitees', { summary: 'List the users that the signed-in user has invited', persons: true, response: 'Invitees' }),
    getUser: get('/users/abstract/{userId}', { summary: 'Show the name and avatar of a user', persons: true, response: 'AbstractUser' }),
    setEmail: post('/users/email/me', { summary: 'Change the e-mail address of the signed-in user', body: open, effect: 'service' }),
    registerReferrer: post('/users/referrer', { summary: 'Set the referrer of the signed-in user', body: { userId: text(), via: text() }, effect: 'service', final: true, response: 'UserReferrer' }),
    linkWallet: post('/users/current/wallet', { summary: 'Request the message that links a wallet address', body: { address: text() }, effect: 'service', response: 'WalletAndNonce' }),
    signBid: post('/users/current/wallet/bidSignature', { summary: 'Request a signature for bidding', body: { timestamp: text() }, effect: 'service', response: 'BidSignature' }),
    verifyWallet: post('/users/current/wallet/sign', { summary: 'Link a wallet address with a signed message', body: { signature: text() }, effect: 'service', response: 'SignedUserIdentifierWithAccessToken', secret: true }),
    // Accounts
    getAccountV1: get('/v1/accounts', { summary: 'Show the account, version 1', persons: true }),
    createAccountV1: post('/v1/accounts', { summary: 'Create an account, version 1', auth: 'basic', body: { type: clutchType, ...provider, share, pubKey: text() }, effect: 'service', response: 'ClutchUser', secret: true }),
    checkAccountV1: post('/v1/accounts/check', { summary: 'Check whether an account exists, version 1', auth: 'public', body: { type: clutchType, ...provider }, effect: 'none', response: 'SignupCheck' }),
    createAccountCodeV1: post('/v1/accounts/deferred', { summary: 'Create a one-time sign-in code, version 1', effect: 'service', signed: 'wallet-key', response: 'DeferredAuthCode', secret: true }),
    deleteAccountV1: post('/v1/accounts/delete', { summary: 'Delete the account, version 1', effect: 'service', final: true, signed: 'wallet-key', response: 'Status' }),
    restoreAccountV1: post('/v1/accounts/restore', { summary: 'Restore a deleted account, version 1', auth: 'public', body: { type: clutchType, ...provider, share, pubKey: text(), walletAddress0: text() }, effect: 'service', final: true, response: 'Status' }),
    getAccountStateV1: get('/v1/accounts/ss', { summary: 'Show the session state of an account, version 1', auth: 'basic', query: { provider: clutchType, idtoken: optional(secret(text())), accessToken: optional(secret(text())), polynomialId: optional(text()) }, response: 'ServerShare', secret: true, skip: keyShare }),
    setAccountStateV1: put('/v1/accounts/ss', { summary: 'Overwrite the session state of the account, version 1', body: { share }, effect: 'service', final: true, signed: 'wallet-key', response: 'ServerShare', secret: true, warn: overwritesShare }),
    getAccountV2: get('/v2/accounts', { summary: 'Show the account, version 2', persons: true }),
    createAccountV2: post('/v2/accounts', { summary: 'Create an account, version 2', auth: 'public', body: { type: clutchType, identifier: optional(text()), share, token: secret(text()) }, effect: 'service', response: 'ClutchUser', secret: true }),
    checkAccountV2: post('/v2/accounts/check', { summary: 'Check whether an account exists, version 2', auth: 'public', body: { type: clutchType, identifier: optional(text()), token: secret(text()) }, effect: 'none', response: 'SignupCheck' }),
    createAccountCodeV2: post('/v2/accounts/deferred', { summary: 'Create a one-time sign-in code, version 2', body: open, effect: 'service', secret: true }),
    deleteAccountV2: post('/v2/accounts/delete', { summary: 'Delete the account, version 2', effect: 'service', final: true, response: 'Status' }),
    restoreAccountV2: post('/v2/accounts/restore', { summary: 'Restore a deleted account, version 2', auth: 'public', body: { type: clutchType, identifier: optional(text()), share, walletAddress0: text(), token: secret(text()) }, effect: 'service', final: true, response: 'Status' }),
    getAccountStateV2: get('/v2/accounts/ss', { summary: 'Show the session state of an account, version 2', auth: 'public', query: { type: clutchType, identifier: optional(text()), token: secret(text()), polynomialId: optional(text()) }, response: 'ServerShare', secret: true, skip: keyShare }),
    setAccountStateV2: put('/v2/accounts/ss', { summary: 'Overwrite the session state of the account, version 2', body: { share }, effect: 'service', final: true, response: 'ServerShare', secret: true, warn: overwritesShare }),
    getAccount: get('/v2.1/accounts', { summary: 'Show the account', persons: true }),
    createAccount: post('/v2.1/accounts', { summary: 'Create an account', auth: 'public', body: open, effect: 'service', secret: true }),
    checkAccount: post('/v2.1/accounts/check', { summary: 'Check whether an account exists', auth: 'public', body: open, effect: 'none' }),
    createAccountCode: post('/v2.1/accounts/deferred', { summary: 'Create a one-time sign-in code', body: open, effect: 'service', secret: true }),
    deleteAccount: post('/v2.1/accounts/delete', { summary: 'Delete the account', body: open, effect: 'service', final: true }),
    restoreAccount: post('/v2.1/accounts/restore', { summary: 'Restore a deleted account', auth: 'public', body: open, effect: 'service', final: true }),
    getAccountState: get('/v2.1/accounts/ss', { summary: 'Show the session state of an account', auth: 'public', secret: true, skip: keyShare }),
    setAccountState: put('/v2.1/accounts/ss', { summary: 'Overwrite the session state of the account', body: open, effect: 'service', final: true, secret: true, warn: overwritesShare }),
    getUid: get('/v2/accounts/uid', { summary: 'Show the uid of the account' }),
    checkUid: post('/v2/accounts/uid/{uid}/check', { summary: 'Check a uid', body: open, effect: 'none' }),
    createHmacTokens: post('/v2/accounts/token/hmac', { summary: 'Sign in with a wallet-key signature', auth: 'public', effect: 'service', signed: 'wallet-key', response: 'Tokens', secret: true }),
    // Wallets
    listWalletsV1: get('/v1/wallets', { summary: 'List the wallets of an extended public key, version 1', query: { pubkey: text(), network: optional(word(Network)) }, response: 'Wallets' }),
    createWalletV1: post('/v1/wallets', { summary: 'Add a wallet entry, version 1', auth: 'basic', body: registerWallet, effect: 'service', signed: 'wallet-key', response: 'Wallet' }),
    listWalletsV2: get('/v2/wallets', { summary: 'List the wallets of the signed-in user, version 2', query: { network: optional(word(Network)) }, response: 'Wallets' }),
    createWalletV2: post('/v2/wallets', { summary: 'Add a wallet entry, version 2', body: registerWallet, effect: 'service', response: 'Wallet' }),
    listWallets: get('/v3/wallets', { summary: 'List the wallets of the signed-in user' }),
    createWallet: post('/v3/wallets', { summary: 'Add a wallet entry', body: open, effect: 'service' }),
    getBalanceV1: get('/v1/wallets/balance', { summary: 'Show the token balances of an address, version 1', auth: 'public', query: ofWallet, response: 'Balances' }),
    getBalanceV1_1: get('/v1.1/wallets/balance', { summary: 'Show the token balances of an address, version 1.1', auth: 'public', query: ofWallet, response: 'Balances' }),
    getBalanceV1_2: get('/v1.2/wallets/balance', { summary: 'Show the token balances of an address, version 1.2', auth: 'public', query: ofWallet, response: 'Balances' }),
    getBalanceV2: get('/v2/wallets/balance', { summary: 'Show the token balances of an address, version 2', query: ofWallet, response: 'Balances' }),
    getBalance: get('/v3/wallets/balance', { summary: 'Show token balances', mayList: true }),
    deleteWallet: post('/v3/wallets/delete', { summary: 'Remove a wallet entry', body: open, effect: 'service' }),
    // Points balance
    getPoints: get('/v2/balance/mvp/current', { summary: 'Show the points balance' }),
    listPointsHistory: get('/v2/balance/mvp/history', { summary: 'List the changes of the points balance' }),
    quotePointsV2: get('/v2/balance/mvp/quote', { summary: 'Quote a swap of points, version 2' }),
    quotePoints: get('/v3/balance/mvp/quote', { summary: 'Quote a swap of points' }),
    getPointsTransferFee: get('/v2/balance/mvp/transfer/fee', { summary: 'Show the fee of a points transfer' }),
    transferPoints: post('/v2/balance/mvp/transfer', { summary: 'Send points to another user', body: open, effect: 'money' }),
    precheckPointsDepositV2: post('/v2/balance/mvp/swap/deposit-reqeusts/precheck', { summary: 'Precheck a deposit, version 2', body: open, effect: 'none' }), // sic: reqeusts
    depositPointsV2: post('/v2/balance/mvp/swap/deposit-requests', { summary: 'Deposit into the points balance, version 2', body: open, effect: 'money' }),
    withdrawPoints: post('/v2/balance/mvp/swap/withdrawal-requests', { summary: 'Withdraw from the points balance', body: open, effect: 'money' }),
    depositPoints: post('/v3/balance/mvp/swap/deposit-requests', { summary: 'Deposit into the points balance', body: open, effect: 'money' }),
    precheckPointsDeposit: post('/v3/balance/mvp/swap/deposit-requests/precheck', { summary: 'Precheck a deposit', body: open, effect: 'none' }),
    // Third-party apps
    listPublicApps: get('/v2/public/third-party/apps', { summary: 'List the third-party apps without signing in', auth: 'public' }),
    listApps: get('/v2/third-party/apps', { summary: 'List the third-party apps' }),
    getAppBalanceV1: get('/v1/third-party/{appId}/balance/current', { summary: 'Show a balance at a third-party app, version 1', query: { currency: word(ThirdPartyCurrency), timestamp: text() }, response: 'ThirdPartyBalance' }),
    getAppBalance: get('/v2/third-party/{appId}/balance/current', { summary: 'Show the balance at a third-party app' }),
    getAppConnection: get('/v1/third-party/{appId}/connection/status', { summary: 'Show whether a user is connected to a third-party app', query: { identifier: text(), timestamp: text() }, response: 'ThirdPartyConnection' }),
    connectAppV1: post('/v1/third-party/{appId}/connect', { summary: 'Connect a third-party app, version 1', body: { token: secret(text()) }, effect: 'service', signed: 'wallet-key', response: 'Status' }),
    checkAppConnectionV1: post('/v1/third-party/{appId}/connect/check', { summary: 'Check a connection to a third-party app, version 1', body: { token: secret(text()) }, effect: 'none', signed: 'wallet-key', response: 'ThirdPartyConnectCheck' }),
    disconnectAppV1: post('/v1/third-party/{appId}/disconnect', { summary: 'Disconnect a third-party app, version 1', effect: 'service', signed: 'wallet-key', response: 'Status' }),
    connectApp: post('/v2/third-party/{appId}/connect', { summary: 'Connect a third-party app', body: { token: secret(text()) }, effect: 'service', response: 'Status' }),
    checkAppConnection: post('/v2/third-party/{appId}/connect/check', { summary: 'Check a connection to a third-party app', body: { token: secret(text()) }, effect: 'none', response: 'ThirdPartyConnectCheck' }),
    disconnectApp: post('/v2/third-party/{appId}/disconnect', { summary: 'Disconnect a third-party app', effect: 'service', response: 'Status' }),
    getAppBalances: post('/v3/third-party/balance/current', { summary: 'Show the balance of an app signed in as itself', body: open, effect: 'none' }),
    getAppUserBalances: post('/v3/third-party/users/balance/current', { summary: "Show the balances of an app's users", body: open, effect: 'none' }),
    transferAppBalance: post('/v3/third-party/users/balance/transfer', { summary: 'Move balance between an app and its users', body: open, effect: 'money' }),
    // Earn events
    listAppEarnEvents: get('/v1/third-party/{appId}/earn-event', { summary: "List a third-party app's earn events", query: { page: text(), timestamp: text() }, response: 'EarnEvents', pages: { first: { page: '1' } } }),
    listParticipations: get('/v1/third-party/{appId}/earn-event/{eventAlias}/participation', { summary: "List someone's entries in an earn event", query: { page: text(), isContainCanceled: text(), identifier: text(), timestamp: text() }, response: 'EarnEventParticipations', pages: { first: { page: '1' } } }),
    getParticipationPoints: get('/v1/third-party/{appId}/earn-event/{eventAlias}/participation/current-point', { summary: "Show someone's points in an earn event", query: { identifier: text(), timestamp: text() }, response: 'EarnEventCurrents' }),
    addParticipation: post('/v1/third-party/{appId}/earn-event/{eventAlias}/participation', { summary: 'Record an entry in an earn event', body: { identifier: text(), timestamp: text(), value: text(), key: text(), description: optional(text()), requestId: text() }, effect: 'service', response: 'Status' }),
    cancelParticipation: post('/v1/third-party/{appId}/earn-event/{eventAlias}/participation/cancel', { summary: 'Cancel an entry in an earn event', body: { identifier: text(), timestamp: text(), description: optional(text()), requestId: text() }, effect: 'service', response: 'Status' }),
    findParticipation: get('/v1/third-party/{appId}/earn-event/{eventAlias}/participation/filtered', { summary: 'Find an entry in an earn event by its request id', query: { timestamp: text(), requestId: text() }, response: 'EarnEventParticipation' }),
    getEarnEvent: post('/v1/earn-event/{id}', { summary: 'Show one earn event', effect: 'none', signed: 'wallet-key', response: 'EarnEvent' }),
    getClaimInformation: post('/v1/earn-event/{id}/claim/information', { summary: 'Preview the claim of an earn event', effect: 'none', signed: 'wallet-key', response: 'EarnEventClaimInformation' }),
    requestClaim: post('/v1/earn-event/{id}/claim/request', { summary: 'Claim the reward of an earn event to an address', body: { address: text() }, effect: 'money', signed: 'wallet-key', response: 'Status' }),
    getClaimStatus: post('/v1/earn-event/{id}/claim/status', { summary: 'Show the status of an earn event claim', effect: 'none', signed: 'wallet-key', response: 'EarnEventClaimCheck' }),
    getMyParticipation: post('/v1/earn-event/{id}/participation/current', { summary: "Show the signed-in user's points in an earn event", effect: 'none', signed: 'wallet-key', response: 'EarnEventCurrents' }),
    listEarnEvents: post('/v1/earn-event/list', { summary: 'List the earn events', effect: 'none', signed: 'wallet-key', response: 'EarnEvents' }),
    // Games
    getGame: get('/games/{id}', { summary: 'Show one game', response: 'Game' }),
    getActiveDemocopter: get('/games/democopter/active', { summary: 'Show the Democopter game that is running', response: 'Game' }),
    getDemocopter: get('/games/democopter/{id}', { summary: 'Show one Democopter game', response: 'Democopter' }),
    listDemocopterLeaders: get('/games/democopter/{id}/leaderboard', { summary: 'List the leaders of a Democopter game', response: 'LotteryGameResults' }),
    listPastDemocopterResults: get('/games/democopter/pastResults', { summary: 'List the results of past Democopter games', response: 'PastGameResults' }),
    startDemocopter: post('/games/democopter/{id}/start', { summary: 'Start a round of Democopter', effect: 'service', response: 'GameStart' }),
    payGame: post('/games/{id}/payment', { summary: 'Pay the entry fee of a game', body: open, effect: 'money' }),
    validateRetweet: post('/games/democopter/missions/{slug}/twitter/retweet/validate', { summary: 'Check a repost for a mission', body: tweet, effect: 'service', response: 'ArchivedTweetResult' }),
    validateShare: post('/games/democopter/results/{id}/twitter/share/validate', { summary: 'Check a post that shares a result', body: tweet, effect: 'service', response: 'ArchivedTweetResult' }),
    getGameResult: get('/games/gameResults/{id}', { summary: 'Show one game result', auth: 'public', response: 'GameResult' }),
    getGameResultAbstract: get('/games/gameResults/{id}/abstract', { summary: 'Show a summary of one game result', auth: 'public' }),
    setGameResultThumbnail: post('/games/gameResults/{id}/thumbnail', { summary: 'Set the thumbnail of a game result', body: open, effect: 'service' }),
    submitGameResult: post('/games/result', { summary: 'Submit a game result', body: gameResult, effect: 'service', response: 'GameResultResponse' }),
    submitUserGameResult: post('/games/user/result', { summary: 'Submit a game result as the signed-in user', body: gameResult, effect: 'service', response: 'GameResultResponse' }),
    // Currencies, forms, purchasables
    getCurrency: get('/currencies/{id}', { summary: 'Show one currency', auth: 'public', response: 'Currency' }),
    getForm: get('/forms/{id}', { summary: 'Show one form', auth: 'public', response: 'Form' }),
    submitForm: post('/forms/{id}', { summary: 'Send a form', auth: 'public', body: { data: json(), walletAddress: optional(text()), signature: optional(text()), tokenIds: optional(many(text())) }, effect: 'service', response: 'FormSubmission' }),
    listFormInventory: post('/forms/{id}/inventory', { summary: 'List the tokens that a form can be sent for', auth: 'public', body: { walletAddress: optional(text()) }, effect: 'none', response: 'FormInventories' }),
    listFirstSale: get('/purchasables/1stSale', { summary: 'List the purchasables of the first sale', response: 'Purchasables' }),
    getPurchasableGroup: get('/purchasables/group/{slug}', { summary: 'Show one group of purchasables', query: { tokenNetwork: optional(word(Network)), tokenId: optional(text()), tokenContractAddress: optional(text()) }, response: 'PurchasableGroup' }),
    // Devices and the rest
    reportAppState: post('/v2/app-event/state', { summary: "Report an app's state", body: open, effect: 'service' }),
    registerMobileV1: post('/v1/mobiles', { summary: 'Register a device, version 1', body: mobile, effect: 'service', signed: 'wallet-key', response: 'Mobile' }),
    checkMobileV1: post('/v1/mobiles/current', { summary: 'Check whether a device is the current one, version 1', body: { os: word(MobileOs), fcmToken: secret(text()) }, effect: 'none', signed: 'wallet-key', response: 'MobileCheck' }),
    registerMobile: post('/v2/mobiles', { summary: 'Register a device', body: mobile, effect: 'service', response: 'Mobile' }),
    checkMobile: get('/v2/mobiles/current', { summary: 'Check whether a device is the current one', query: { os: word(MobileOs), fcmToken: secret(text()) }, response: 'MobileCheck' }),
    joinWaitingList: post('/waitinglist/signature', { summary: 'Request a signature for a place in a sale', body: { wallet: text() }, effect: 'service', response: 'WaitingListSignature' }),
    submitWebInput: put('/v1/web-submit/input', { summary: 'Send the input of a web page', auth: 'public', body: open, effect: 'service' }),
    getKeySet: get('/.well-known/jwks.json', { summary: 'Show the key set that signs access tokens', auth: 'public' }),
    // The renewal of a session (platform 2.5)
    refreshSession: post('/v2/accounts/sessions/refresh', { summary: 'Renew a session', auth: 'refresh', effect: 'service', session: true, response: 'Tokens', secret: true }),
    confirmSession: post('/v2/accounts/sessions/refresh/confirm', { summary: 'Confirm a renewed session', effect: 'service', session: true, as: 'nothing' }),
    ...healthCalls,
  },
});
