// The zod shapes of the public parts of the user and account service's responses (platform 12.2).
//
// Entities refer to one another in circles: to earlier ones directly, which keeps their types, to later ones by a getter made with
// `related`. Not here: requests, error bodies, and responses of calls that the list of calls no longer has (payments, balance-clutch).

import * as z from 'zod/mini';
import {
  base,
  decimal,
  object,
  type Related,
  type RelatedMany,
  type RelatedOrNull,
  related,
  relatedMany,
  relatedOrNull,
  time,
  uuid,
  word,
} from './shape-parts.js';
import {
  BalanceRequestStatus,
  EarnEventClaimStatus,
  EarnEventClaimType,
  IntegrationStatus,
  MissionTypeV1,
  MobileOs,
  Network,
  PurchasablePayMethod,
  PurchasableType,
  Region,
  UserIdentifierType,
} from './words.js';

/** How far a participation in an earn event is. Published as EarnEventParticipationLogStatus; no closed list has these words. */
const participationStatus = word(['COMPLETED', 'CANCELED', 'CLAIMED']);

/** An amount as the server's own number class; how that is written in JSON is not public. Published as Decimal. */
const serverDecimal = z.unknown();

// Users and sessions

/** The wallet linked to a user. Published as WalletEntity. */
const WalletEntity = z.looseObject({
  id: z.string(),
  verified: z.boolean(),
  address: z.string(),
  userId: z.string(),
  get user(): Related {
    return related(UserEntity);
  },
  authNonce: z.nullable(z.string()),
  lastSignatureMade: z.nullable(time),
  data: z.nullable(object),
  createdAt: time,
  updatedAt: time,
});

/** A client people sign in with. Published as AuthClientEntity. */
const AuthClientEntity = z.looseObject({
  id: z.string(),
  name: z.string(),
  tokenRefreshable: z.boolean(),
  tokenRefreshableDurationMs: z.nullable(z.string()),
  minimumVersion: z.nullable(z.number()),
});

/** A workspace. Published as WorkspaceEntity. */
const WorkspaceEntity = z.looseObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  iconImageSrc: z.nullable(z.string()),
  get users(): RelatedMany {
    return relatedMany(UserWorkspaceEntity);
  },
  get sessions(): RelatedMany {
    return relatedMany(AuthSession);
  },
});

/** A user's place in a workspace. Published as UserWorkspaceEntity. */
const UserWorkspaceEntity = z.looseObject({
  id: z.string(),
  userId: z.string(),
  get user(): Related {
    return related(UserEntity);
  },
  workspaceId: z.string(),
  workspace: z.optional(WorkspaceEntity),
});

/** A sign-in identity of a user. Published as UserIdentifierEntity. */
export const UserIdentifierEntity = z.looseObject({
  type: word(UserIdentifierType),
  id: z.string(),
  userId: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  name: z.nullable(z.string()),
  identifier: z.string(),
  data: object,
  createdAt: time,
  updatedAt: time,
  get user(): RelatedOrNull {
    return relatedOrNull(UserEntity);
  },
});

/** A user. Published as UserEntity. */
export const UserEntity = z.looseObject({
  id: z.string(),
  email: z.nullable(z.string()),
  name: z.string(),
  avatar: z.nullable(z.string()),
  pending: z.boolean(),
  createdAt: time,
  updatedAt: time,
  country: z.nullable(z.string()),
  data: z.nullable(object),
  deletedAt: z.nullable(time),
  identifiers: z.optional(z.array(UserIdentifierEntity)),
  wallet: z.optional(z.nullable(WalletEntity)),
  workspaces: z.optional(z.array(UserWorkspaceEntity)),
});

/** A user with the wallet always given. Published as UserWithWalletDto. */
export const SignedUser = z.extend(UserEntity, { wallet: z.nullable(WalletEntity) });

/** The client of a session. Published as OmittedAuthClient. */
const OmittedAuthClient = z.looseObject({
  id: z.string(),
  name: z.string(),
  tokenRefreshableDurationMs: z.nullable(z.string()),
});

/** A session as its owner sees it. Published as AuthSessionEntity. */
export const AuthSession = z.looseObject({
  id: z.string(),
  authNonce: z.string(),
  deferredAuthNonce: z.nullable(z.string()),
  userIdentifierId: z.string(),
  userIdentifier: z.optional(UserIdentifierEntity),
  userId: z.string(),
  user: z.optional(UserEntity),
  workspaceId: z.nullable(z.string()),
  workspace: z.optional(z.nullable(WorkspaceEntity)),
  country: z.nullable(z.string()),
  tokenRefreshable: z.boolean(),
  issuedIpAddress: z.nullable(z.string()),
  issuedAt: time,
  validUntil: time,
  lastRefreshedAt: z.nullable(time),
  deletedAt: z.nullable(time),
  authClientId: z.string(),
  authClient: z.optional(AuthClientEntity),
});

/** Somebody's sessions. Published as AuthSessionEntity. */
export const AuthSessions = z.array(AuthSession);

/** A session just made or renewed. Published as AuthSessionDtoWithRefreshToken. */
const AuthSessionWithRefreshToken = z.looseObject({
  refreshToken: z.optional(z.string()),
  issuedAt: time,
  validUntil: time,
  lastRefreshedAt: z.nullable(time),
  deletedAt: z.nullable(time),
  authClient: z.nullable(OmittedAuthClient),
  id: z.string(),
  authNonce: z.string(),
  deferredAuthNonce: z.nullable(z.string()),
  userIdentifierId: z.string(),
  userId: z.string(),
  workspaceId: z.nullable(z.string()),
  workspace: z.optional(z.nullable(WorkspaceEntity)),
  country: z.nullable(z.string()),
  tokenRefreshable: z.boolean(),
  issuedIpAddress: z.nullable(z.string()),
  authClientId: z.string(),
});

/** Who is signed in. Published as SignedUserIdentifierDto. */
export const SignedUserIdentifier = z.looseObject({
  type: word(UserIdentifierType),
  id: z.string(),
  userId: z.string(),
  avatar: z.nullable(z.string()),
  name: z.nullable(z.string()),
  identifier: z.string(),
  data: object,
  createdAt: time,
  updatedAt: time,
  user: SignedUser,
});

/** Who has just signed in, with the token. Published as SignedUserIdentifierWithAccessTokenDto. */
export const SignedUserIdentifierWithAccessToken = z.extend(SignedUserIdentifier, {
  accessToken: z.string(),
  authSession: z.optional(AuthSessionWithRefreshToken),
});

/** A code that signs in another client. Published as DeferredAuthValidateDto. */
export const DeferredAuthCode = z.looseObject({ type: word(UserIdentifierType), code: z.string() });

/** A renewed access token; the new refresh token is inside the session. Published as JwtAccessToken. */
export const AccessToken = z.looseObject({
  accessToken: z.string(),
  authSession: z.optional(AuthSessionWithRefreshToken),
});

/** A new pair of tokens. Published as AuthJWTResponseDto. */
export const Tokens = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });

/** The message a wallet has to sign. Published as Web3AuthRequestResponseDto. */
export const Web3AuthRequest = z.looseObject({ msg: z.string(), nonce: z.string() });

/** A wallet to be linked, and the message it has to sign. Published as WalletAndNonceDto. */
export const WalletAndNonce = z.looseObject({ wallet: WalletEntity, nonce: z.string(), msg: z.string() });

/** A signature for a bid. Published as BidSignatureResponseDto. */
export const BidSignature = z.looseObject({ signature: z.string() });

/** What anyone may see of a user. Published as AbstractUserDto. */
export const AbstractUser = z.looseObject({
  id: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
});

/** What anyone may see of a player. Published as AbstractUserIdentifierDto. */
const AbstractUserIdentifier = z.looseObject({
  type: word(UserIdentifierType),
  id: z.string(),
  identifier: z.string(),
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  user: z.looseObject({ country: z.optional(z.nullable(z.string())) }),
});

/** An invited user. Published as Invitee. */
const Invitee = z.looseObject({
  id: z.string(),
  name: z.string(),
  earned: z.nullable(z.boolean()),
  invitedAt: time,
});

/** The invited users. Published as GetInviteesDto. */
export const Invitees = z.looseObject({ count: z.number(), data: z.array(Invitee) });

/** Who invited a user. Published as UserReferrerEntity. */
export const UserReferrer = z.looseObject({
  id: z.string(),
  userId: z.string(),
  inviterId: z.string(),
  user: z.optional(UserEntity),
  inviter: z.optional(UserEntity),
  data: z.nullable(object),
  earned: z.nullable(z.boolean()),
  createdAt: time,
});

// Accounts and wallets of the wallet application

/** An account just made, with its tokens. Published as ClutchUserResponseDto. */
export const ClutchUser = z.looseObject({ id: uuid, accessToken: z.string(), refreshToken: z.string() });

/** Whether an account exists. Published as SignupCheckResponseDto. */
export const SignupCheck = z.looseObject({ exists: z.boolean() });

/** The plain answer of this service: `ok`. Published as SimpleResponseDto. */
export const Status = z.looseObject({ status: z.string() });

/** The server's share of a wallet key: secret. `jsonString` is JSON text. Published as ShareResponseDto. */
export const ServerShare = z.looseObject({
  jsonString: z.string(),
  polynomialId: z.string(),
  deviceShareIndex: z.optional(z.string()),
});

/** A registered wallet, of one chain address. Published as WalletResponseDto. */
export const Wallet = z.looseObject({
  id: z.string(),
  address: z.string(),
  network: word(Network),
  index: z.number(),
  name: z.string(),
});

/** Somebody's wallets, sorted by index. Published as WalletResponseDto. */
export const Wallets = z.array(Wallet);

/** What a balance is of. Published as Asset. */
const Asset = z.looseObject({
  ticker: z.string(),
  name: z.string(),
  iconUrl: z.string(),
  tokenType: z.nullable(z.string()),
});

/** A balance on a chain, in base units; `valuatedAmount` is its worth in a fiat currency. Published as BalanceResponseDto. */
const Balance = z.looseObject({
  asset: Asset,
  amount: base,
  valuatedAmount: z.string(),
  valuatedCurrency: z.string(),
});

/** The balances of an address. Published as BalanceResponseDto. */
export const Balances = z.array(Balance);

/** A registered device. Published as MobileResponseDto. */
export const Mobile = z.looseObject({
  os: word(MobileOs),
  id: z.string(),
  fcmToken: z.string(),
  appVersion: z.string(),
  osVersion: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Whether a device is the registered one. Published as MobileCheckResponseDto. */
export const MobileCheck = z.looseObject({ current: z.boolean() });

// Third-party applications and earn events, as their users see them

/** A balance in an application: a JSON number, unlike all other balances. Published as ThirdPartyBalanceResponseDto. */
export const ThirdPartyBalance = z.looseObject({ amount: z.number() });

/** Whether a user is connected to an application. Published as ThirdPartyConnectionCheckResponseDto. */
export const ThirdPartyConnection = z.looseObject({
  isConnected: z.boolean(),
  connectedAt: z.nullable(time),
});

/** The identity of a connect token. Published as ThirdPartyConnectCheckResponseDto. */
export const ThirdPartyConnectCheck = z.looseObject({
  exists: z.boolean(),
  displayName: z.nullable(z.string()),
});

/** A third-party application. Published as ThirdPartyApp. */
const ThirdPartyApp = z.looseObject({
  id: z.string(),
  name: z.string(),
  connectionDeepLink: z.nullable(z.string()),
});

/** A kind of point of an earn event. Published as EarnEventPointInfoDto. */
const EarnEventPointInfo = z.looseObject({ key: z.string(), currency: z.string(), title: z.string() });

/** An earn event. Published as EarnEventDto. */
export const EarnEvent = z.looseObject({
  claimType: word(EarnEventClaimType),
  id: z.string(),
  eventStartAt: time,
  eventEndAt: time,
  claimStartAt: time,
  claimEndAt: time,
  iconUrl: z.string(),
  title: z.string(),
  subTitle: z.string(),
  detailPageUrl: z.string(),
  pointInfoArr: z.array(EarnEventPointInfo),
  pointIconUrl: z.string(),
  eventActionButtonTitle: z.nullable(z.string()),
  eventActionScheme: z.nullable(z.string()),
  currency: z.string(),
  currencyIconUrl: z.string(),
  calcInfoPageUrl: z.string(),
  app: z.nullable(ThirdPartyApp),
  alias: z.string(),
  isAllowParticipationInClaim: z.boolean(),
  network: z.string(),
});

/** The earn events. Published as EarnEventDto. */
export const EarnEvents = z.array(EarnEvent);

/** A user's points of one kind. Published as EarnEventCurrentResponseDto. */
const EarnEventCurrent = z.looseObject({
  amount: z.string(),
  key: z.string(),
  title: z.string(),
  currency: z.string(),
});

/** A user's points in an earn event. Published as EarnEventCurrentResponseDto. */
export const EarnEventCurrents = z.array(EarnEventCurrent);

/** One participation in an earn event. Published as ThirdPartyEarnEventParticipationResponseDto. */
export const EarnEventParticipation = z.looseObject({
  status: participationStatus,
  id: z.string(),
  key: z.string(),
  value: z.string(),
  earnEventId: z.string(),
  userId: z.nullable(z.string()),
  description: z.nullable(z.string()),
  requestId: z.string(),
  createdAt: time,
  updatedAt: time,
});

/** A page of participations. Published as ThirdPartyEarnEventParticipationWithCountResponseDto. */
export const EarnEventParticipations = z.looseObject({
  totalCount: z.number(),
  list: z.array(EarnEventParticipation),
});

/** What a claim would bring. Published as EarnEventGetClaimResponseDto. */
export const EarnEventClaimInformation = z.looseObject({
  claimType: word(EarnEventClaimType),
  currency: z.string(),
  currencyIconUrl: z.string(),
  calcInfoPageUrl: z.string(),
  currentPoint: decimal,
  lowerLimitPoint: decimal,
  amount: decimal,
  fee: decimal,
  subCurrency: z.nullable(z.string()),
  subCurrencyIconUrl: z.nullable(z.string()),
  subCurrencyAmount: z.nullable(decimal),
  isClaimable: z.boolean(),
});

/** How far a claim is: null if there never was one. Published as EarnEventClaimCheckResponseDto. */
export const EarnEventClaimCheck = z.looseObject({ status: z.nullable(word(EarnEventClaimStatus)) });

// Currencies, and the earn events they pay for

/** A rate between two currencies. Published as CurrencyExchangeRateEntity. */
const CurrencyExchangeRateEntity = z.looseObject({
  id: z.string(),
  fromCurrencyId: z.string(),
  toCurrencyId: z.string(),
  get fromCurrency(): Related {
    return related(Currency);
  },
  get toCurrency(): Related {
    return related(Currency);
  },
  from: serverDecimal,
  to: serverDecimal,
});

/** A user's connection to an application. Published as ThirdPartyUserEntity. */
const ThirdPartyUserEntity = z.looseObject({
  status: word(IntegrationStatus),
  id: z.string(),
  userId: z.string(),
  user: z.optional(UserEntity),
  appId: z.string(),
  app: z.optional(UserEntity),
  displayName: z.nullable(z.string()),
  identifier: z.string(),
  createdAt: time,
  updatedAt: time,
  get earnEventParticipationLogs(): RelatedMany {
    return relatedMany(EarnEventParticipationLogEntity);
  },
  get earnEventClaims(): RelatedMany {
    return relatedMany(EarnEventClaimEntity);
  },
});

/** A claim. Published as EarnEventClaimEntity. */
const EarnEventClaimEntity = z.looseObject({
  status: word(EarnEventClaimStatus),
  id: z.string(),
  earnEventId: z.string(),
  get earnEvent(): Related {
    return related(EarnEventEntity);
  },
  userId: z.string(),
  user: z.optional(UserEntity),
  thirdPartyUserId: z.nullable(z.string()),
  thirdPartyUser: z.optional(z.nullable(ThirdPartyUserEntity)),
  createdAt: time,
  updatedAt: time,
});

/** A participation. Published as EarnEventParticipationLogEntity. */
const EarnEventParticipationLogEntity = z.looseObject({
  status: participationStatus,
  id: z.string(),
  key: z.string(),
  value: serverDecimal,
  earnEventId: z.string(),
  userId: z.nullable(z.string()),
  requestId: z.string(),
  thirdPartyUserId: z.nullable(z.string()),
  description: z.nullable(z.string()),
  thirdPartyIdentifier: z.nullable(z.string()),
  get earnEvent(): Related {
    return related(EarnEventEntity);
  },
  thirdPartyUser: z.optional(z.nullable(ThirdPartyUserEntity)),
  user: z.optional(z.nullable(UserEntity)),
  createdAt: time,
  updatedAt: time,
});

/** An earn event as stored. Published as EarnEventEntity. */
const EarnEventEntity = z.looseObject({
  region: z.nullable(word(Region)),
  claimType: word(EarnEventClaimType),
  id: z.string(),
  alias: z.string(),
  eventStartAt: time,
  eventEndAt: time,
  claimStartAt: time,
  claimEndAt: time,
  iconUrl: z.string(),
  title: object,
  subTitle: object,
  detailPageHtml: object,
  pointArr: z.unknown(), // an object in the published type, a list by its name
  pointIconUrl: z.string(),
  eventActionButtonTitle: z.nullable(object),
  allowTimeRange: z.nullable(object),
  eventActionScheme: z.nullable(z.string()),
  eventActionAuthRequired: z.boolean(),
  connectionDeepLink: z.nullable(z.string()),
  currencyId: z.string(),
  subCurrencyId: z.nullable(z.string()),
  subCurrencyReward: z.nullable(serverDecimal),
  maxReward: serverDecimal,
  lowerLimitReward: z.nullable(serverDecimal),
  maxParticipationUserCount: z.nullable(z.number()),
  maxParticipationSumPerDay: z.nullable(serverDecimal),
  rewardPerValue: z.nullable(serverDecimal),
  get currency(): Related {
    return related(Currency);
  },
  get subCurrency(): RelatedOrNull {
    return relatedOrNull(Currency);
  },
  appId: z.nullable(z.string()),
  app: z.optional(z.nullable(UserEntity)),
  description: z.nullable(z.string()),
  createdAt: time,
  updatedAt: time,
  isAllowParticipationInClaim: z.boolean(),
  participationLogs: z.optional(z.array(EarnEventParticipationLogEntity)),
  claims: z.optional(z.array(EarnEventClaimEntity)),
  data: z.nullable(object),
});

/** A currency. Its id is its symbol. Published as CurrencyEntity. */
export const Currency = z.looseObject({
  network: z.nullable(word(Network)),
  withdrawalFee: z.nullable(decimal),
  id: z.string(),
  name: z.string(),
  alias: z.nullable(z.string()),
  data: object,
  icon: z.nullable(z.string()),
  contractAddress: z.nullable(z.string()),
  balanceTransferable: z.boolean(),
  balanceWithdrawable: z.boolean(),
  tokenDecimal: z.number(),
  withdrawalDelegateUserId: z.nullable(z.string()),
  earnEvents: z.optional(z.array(EarnEventEntity)),
  earnEventsAsSubCurrency: z.optional(z.array(EarnEventEntity)),
  fromCurrencyExchangeRate: z.optional(z.array(CurrencyExchangeRateEntity)),
  toCurrencyExchangeRate: z.optional(z.array(CurrencyExchangeRateEntity)),
});

// Balances, purchases and withdrawals

/** A balance account, in whole tokens. Published as BalanceAccountEntity. */
export const BalanceAccount = z.looseObject({
  amount: decimal,
  dailyMaxTransferAmount: z.nullable(decimal),
  id: z.string(),
  title: z.string(),
  currencyId: z.string(),
  currency: z.optional(Currency),
  userId: z.string(),
  user: z.optional(UserEntity),
  blockchainAddress: z.nullable(z.string()),
  createdAt: time,
  updatedAt: time,
  lastTransactionId: z.nullable(z.string()),
});

/** Something for sale. The two fields left open are objects in the published type, but lists in a group. Published as PurchasableEntity. */
const PurchasableEntity = z.looseObject({
  type: word(PurchasableType),
  payMethod: word(PurchasablePayMethod),
  minimumBuyQuantity: decimal,
  maximumBuyQuantity: z.nullable(decimal),
  price: decimal,
  id: z.string(),
  title: z.string(),
  order: z.nullable(z.number()),
  quantityIsInteger: z.boolean(),
  currencyId: z.string(),
  currency: z.optional(Currency),
  createdAt: time,
  updatedAt: time,
  salesStartAt: z.nullable(time),
  salesEndAt: z.nullable(time),
  data: object,
  groupId: z.nullable(z.string()),
  sellerBalanceAccountId: z.nullable(z.string()),
  sellerBalanceAccount: z.optional(z.nullable(BalanceAccount)),
  paymentCount: z.number(),
  maxPaymentCount: z.nullable(z.number()),
  supportedUserIdentifierTypes: z.unknown(),
  itemCount: z.number(),
  maxItemCount: z.nullable(z.number()),
  uniquePerUser: z.boolean(),
  nftInfo: z.unknown(),
});

/** A purchasable. Published as PurchasableEntity. */
export const Purchasables = z.array(PurchasableEntity);

/** A group of purchasables. Published as PurchasableGroupEntity. */
const PurchasableGroupEntity = z.looseObject({
  id: z.string(),
  slug: z.string(),
  unitIcon: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  unitStep: z.number(),
  paymentCount: z.number(),
  maxPaymentCount: z.nullable(z.number()),
});

/** Something bought. Published as ItemEntity. */
const ItemEntity = z.looseObject({
  id: z.string(),
  purchasableId: z.string(),
  purchasable: z.optional(PurchasableEntity),
  purchasableGroupId: z.nullable(z.string()),
  purchasableGroup: z.optional(z.nullable(PurchasableGroupEntity)),
  consumedAt: z.nullable(time),
  data: object,
  itemNo: z.number(),
  userId: z.string(),
  user: z.optional(UserEntity),
  uniqueUserId: z.nullable(z.string()),
  uniqueUser: z.optional(z.nullable(UserEntity)),
  balanceTransactionId: z.nullable(z.string()),
  get balanceTransaction(): RelatedOrNull {
    return relatedOrNull(BalanceTransactionEntity);
  },
  paymentId: z.nullable(z.string()),
  get payment(): RelatedOrNull {
    return relatedOrNull(PaymentEntity);
  },
  createdAt: time,
  updatedAt: time,
});

/** A transfer seen on a chain. Published as TokenTransactionLogEntity. */
const TokenTransactionLogEntity = z.looseObject({
  network: word(Network),
  amount: decimal,
  id: z.string(),
  currencyId: z.nullable(z.string()),
  currency: z.optional(z.nullable(Currency)),
  contractAddress: z.string(),
  transactionHash: z.string(),
  from: z.string(),
  to: z.string(),
  blockNumber: z.number(),
  data: object,
  blockExplorerUrl: z.nullable(z.string()),
  createdAt: time,
  capturedAt: time,
  isSuccess: z.boolean(),
  balanceAccountId: z.string(),
  balanceAccount: z.optional(BalanceAccount),
  depositRequestId: z.nullable(z.string()),
  get depositRequest(): RelatedOrNull {
    return relatedOrNull(BalanceDepositRequestEntity);
  },
  withdrawalRequestId: z.nullable(z.string()),
  get withdrawalRequest(): RelatedOrNull {
    return relatedOrNull(BalanceWithdrawalRequestEntity);
  },
});

/** A deposit request. Published as BalanceDepositRequestEntity. */
const BalanceDepositRequestEntity = z.looseObject({
  status: word(BalanceRequestStatus),
  goalAmount: decimal,
  processedAmount: z.nullable(decimal),
  id: z.string(),
  address: z.string(),
  currencyId: z.string(),
  currency: z.optional(Currency),
  description: z.nullable(z.string()),
  balanceAccountId: z.string(),
  balanceAccount: z.optional(BalanceAccount),
  paymentId: z.nullable(z.string()),
  get payment(): RelatedOrNull {
    return relatedOrNull(PaymentEntity);
  },
  userId: z.string(),
  user: z.optional(UserEntity),
  data: z.nullable(object),
  createdAt: time,
  updatedAt: time,
  get balanceTransactions(): RelatedMany {
    return relatedMany(BalanceTransactionEntity);
  },
  tokenTransactionLogs: z.optional(z.array(TokenTransactionLogEntity)),
});

/** A withdrawal request. Published as BalanceWithdrawalRequestEntity. */
const BalanceWithdrawalRequestEntity = z.looseObject({
  status: word(BalanceRequestStatus),
  amount: decimal,
  feeAmount: decimal,
  id: z.string(),
  address: z.string(),
  currencyId: z.string(),
  currency: z.optional(Currency),
  description: z.nullable(z.string()),
  balanceAccountId: z.string(),
  balanceAccount: z.optional(BalanceAccount),
  userId: z.string(),
  user: z.optional(UserEntity),
  data: z.nullable(object),
  createdAt: time,
  updatedAt: time,
  get balanceTransactions(): RelatedMany {
    return relatedMany(BalanceTransactionEntity);
  },
  tokenTransactionLogs: z.optional(z.array(TokenTransactionLogEntity)),
});

/** A payment. Published as PaymentEntity. */
const PaymentEntity = z.looseObject({
  // Not the payment status of platform 7.2, which is the vehicle-asset service's.
  status: word([
    'CONFIRMING_BALANCE_DEPOSIT_REQUEST',
    'CONFIRMING_BALANCE_TRANSACTION',
    'CONFIRMING_MUTATE_EXTERNAL_STATE',
    'FAILED_BALANCE_DEPOSIT_REQUEST',
    'FAILED_BALANCE_TRANSACTION',
    'FAILED_MUTATE_EXTERNAL_STATE',
    'COMPLETED',
    'REFUNDED',
    'CANCELED',
  ]),
  quantity: decimal,
  price: decimal,
  id: z.string(),
  description: z.string(),
  currencyId: z.nullable(z.string()),
  currency: z.optional(z.nullable(Currency)),
  purchasableId: z.string(),
  purchasable: z.optional(PurchasableEntity),
  purchasableGroupId: z.nullable(z.string()),
  purchasableGroup: z.optional(z.nullable(PurchasableGroupEntity)),
  paymentNo: z.number(),
  createdAt: time,
  completedAt: z.nullable(time),
  refundedAt: z.nullable(time),
  canceledAt: z.nullable(time),
  updatedAt: time,
  userId: z.string(),
  user: z.optional(UserEntity),
  items: z.optional(z.array(ItemEntity)),
  data: z.nullable(object),
  get balanceTransactions(): RelatedMany {
    return relatedMany(BalanceTransactionEntity);
  },
  balanceDepositRequests: z.optional(z.array(BalanceDepositRequestEntity)),
});

/** A withdrawal and what may be done about it. Published as BalanceWithdrawalRequestStatusDto. */
export const BalanceWithdrawalRequestStatus = z.looseObject({
  cancellable: z.boolean(),
  finalized: z.boolean(),
  title: z.string(),
  abstractHtml: z.string(),
  descriptionHtml: z.string(),
  request: BalanceWithdrawalRequestEntity,
});

/** The active withdrawals. Published as BalanceWithdrawalRequestStatusDto. */
export const BalanceWithdrawalRequestStatuses = z.array(BalanceWithdrawalRequestStatus);

/** The NFT a purchase is bound to. Published as PurchasableNftInfo. */
const PurchasableNftInfo = z.looseObject({
  contractAddress: z.string(),
  network: z.unknown(), // an object in the published type; every other network is an enum value
});

/** Something for sale, in its group. Published as TPurchasableEntity. */
const GroupedPurchasable = z.extend(PurchasableEntity, {
  supportedUserIdentifierTypes: z.nullable(z.array(word(UserIdentifierType))),
  nftInfo: z.nullable(z.array(PurchasableNftInfo)),
});

/** The texts of a group's page. Published as PurchasableGroupPageSettingsDto. */
const PurchasableGroupPageSettings = z.looseObject({
  showPurchasableSummary: z.boolean(),
  purchasableImageUrl: z.nullable(z.string()),
  purchasableName: z.string(),
  title: z.string(),
  titleTag: z.string(),
  buyAmountMessage: z.string(),
  currentBalanceMessage: z.string(),
  newBalanceMessage: z.string(),
  targetWalletAddressTitle: z.string(),
});

/** A group of purchasables, with its page. Published as PurchasableGroupDto. */
export const PurchasableGroup = z.extend(PurchasableGroupEntity, {
  currentBalance: decimal,
  purchasables: z.array(GroupedPurchasable),
  pageSettings: PurchasableGroupPageSettings,
});

// Missions and games

/** Something a user did. Published as UserActivityEntity. */
const UserActivityEntity = z.looseObject({
  id: z.string(),
  userId: z.string(),
  user: z.optional(UserEntity),
  inviterId: z.nullable(z.string()),
  inviter: z.optional(z.nullable(UserEntity)),
  type: z.string(),
  data: z.nullable(object),
  createdAt: time,
  get missionAccomplishments(): RelatedMany {
    return relatedMany(MissionAccomplishedActivityEntity);
  },
});

/** An activity that counted for a mission. Published as MissionAccomplishedActivityEntity. */
const MissionAccomplishedActivityEntity = z.looseObject({
  type: word(MissionTypeV1),
  id: z.string(),
  missionId: z.string(),
  get mission(): Related {
    return related(MissionEntity);
  },
  accomplishmentId: z.string(),
  get accomplishment(): Related {
    return related(MissionAccomplishmentEntity);
  },
  activityId: z.string(),
  activity: z.optional(UserActivityEntity),
});

/** A mission accomplished. Published as MissionAccomplishmentEntity. */
const MissionAccomplishmentEntity = z.looseObject({
  id: z.string(),
  missionId: z.string(),
  get mission(): Related {
    return related(MissionEntity);
  },
  accomplishNo: z.number(),
  claimNo: z.nullable(z.number()),
  userId: z.string(),
  user: z.optional(UserEntity),
  createdAt: time,
  activities: z.optional(z.array(MissionAccomplishedActivityEntity)),
  get balanceTransactions(): RelatedMany {
    return relatedMany(BalanceTransactionEntity);
  },
});

/** A mission as stored. Published as MissionEntity. */
const MissionEntity = z.looseObject({
  type: word(MissionTypeV1),
  rewardType: word(['BALANCE', 'ITEM', 'SBT']),
  rewardAmount: decimal,
  id: z.string(),
  slug: z.nullable(z.string()),
  group: z.string(),
  startsAt: time,
  endsAt: z.nullable(time),
  name: z.string(),
  order: z.nullable(z.number()),
  relatedActivityTypes: z.array(z.string()),
  accomplishCondition: z.string(),
  accomplishStatus: z.string(),
  accomplishCount: z.number(),
  claimCount: z.number(),
  maxAccomplishCountPerUser: z.nullable(z.number()),
  maxAccomplishCount: z.nullable(z.number()),
  maxClaimCountPerUser: z.nullable(z.number()),
  maxClaimCount: z.nullable(z.number()),
  rewarderUserId: z.string(),
  rewarder: z.optional(UserEntity),
  rewardPurchasableId: z.nullable(z.string()),
  rewardPurchasable: z.optional(z.nullable(PurchasableEntity)),
  rewardCurrencyId: z.nullable(z.string()),
  rewardCurrency: z.optional(z.nullable(Currency)),
  rewardBalanceTxCode: z.nullable(z.string()),
  rewardDescription: z.nullable(z.string()),
  rewardTokenId: z.nullable(z.number()),
  gameId: z.nullable(z.string()),
  get game(): RelatedOrNull {
    return relatedOrNull(Game);
  },
  createdAt: time,
  data: object,
  translation: object,
  accomplishments: z.optional(z.array(MissionAccomplishmentEntity)),
  accomplishedActivities: z.optional(z.array(MissionAccomplishedActivityEntity)),
});

/** A movement between balance accounts. Published as BalanceTransactionEntity. */
const BalanceTransactionEntity = z.looseObject({
  amount: decimal,
  feeAmount: decimal,
  id: z.string(),
  currencyId: z.string(),
  currency: z.optional(Currency),
  description: z.nullable(z.string()),
  code: z.nullable(z.string()),
  executerId: z.nullable(z.string()),
  executer: z.optional(z.nullable(UserEntity)),
  senderAccountId: z.nullable(z.string()),
  senderAccount: z.optional(z.nullable(BalanceAccount)),
  receiverAccountId: z.string(),
  receiverAccount: z.optional(BalanceAccount),
  depositRequestId: z.nullable(z.string()),
  depositRequest: z.optional(z.nullable(BalanceDepositRequestEntity)),
  withdrawalRequestId: z.nullable(z.string()),
  withdrawalRequest: z.optional(z.nullable(BalanceWithdrawalRequestEntity)),
  gameId: z.nullable(z.string()),
  get game(): RelatedOrNull {
    return relatedOrNull(Game);
  },
  paymentId: z.nullable(z.string()),
  payment: z.optional(z.nullable(PaymentEntity)),
  missionAccomplishmentId: z.nullable(z.string()),
  missionAccomplishment: z.optional(z.nullable(MissionAccomplishmentEntity)),
  items: z.optional(z.array(ItemEntity)),
  createdAt: time,
});

/** One game of a player's. Published as GameResultEntity. */
export const GameResult = z.looseObject({
  id: z.string(),
  winner: z.nullable(z.boolean()),
  gameId: z.string(),
  get game(): Related {
    return related(Game);
  },
  score: z.number(),
  data: object,
  metadata: z.nullable(object),
  username: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  user: z.optional(z.nullable(UserEntity)),
  userIdentifierId: z.nullable(z.string()),
  userIdentifier: z.optional(z.nullable(UserIdentifierEntity)),
  thumbnail: z.nullable(z.string()),
  tried: z.number(),
  createdAt: time,
});

/** A game. Published as GameEntity. */
export const Game = z.looseObject({
  entryFeeAmount: z.nullable(decimal),
  id: z.string(),
  type: z.string(),
  totalEntries: z.number(),
  totalUserEntries: z.number(),
  entryFeeCurrencyId: z.nullable(z.string()),
  currency: z.optional(z.nullable(Currency)),
  entryFeeUserId: z.nullable(z.string()),
  entryFeeUser: z.optional(z.nullable(UserEntity)),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  data: object,
  createdAt: time,
  closedAt: z.nullable(time),
  nextGameStartsAt: z.nullable(time),
  gameDurationMs: z.nullable(z.string()),
  gamePauseMs: z.nullable(z.string()),
  raffleCriteria: z.nullable(z.string()),
  loginRequired: z.boolean(),
  gameResults: z.optional(z.array(GameResult)),
  balanceTransactions: z.optional(z.array(BalanceTransactionEntity)),
  missions: z.optional(z.array(MissionEntity)),
});

/** A line of the ranking. Published as GameResultAbstractDto. */
const GameResultAbstract = z.looseObject({
  id: z.string(),
  score: z.number(),
  username: z.string(),
  position: z.number(),
});

/** What a result sent in brought. Published as GameResultResponseDto. */
export const GameResultResponse = z.looseObject({
  id: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  ranking: z.number(),
  results: z.array(GameResultAbstract),
  items: z.array(ItemEntity),
});

/** A result of a game that is over. Published as PastGameResultDto. */
const PastGameResult = z.looseObject({
  id: z.string(),
  winner: z.nullable(z.boolean()),
  gameId: z.string(),
  score: z.number(),
  data: object,
  metadata: z.nullable(object),
  username: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  user: z.optional(z.nullable(UserEntity)),
  userIdentifierId: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  tried: z.number(),
  createdAt: time,
  game: z.looseObject({
    title: z.optional(z.nullable(z.string())),
    createdAt: z.optional(z.string()),
    raffleCriteria: z.optional(z.nullable(z.string())),
    entryFeeCurrencyId: z.optional(z.nullable(z.string())),
  }),
  userIdentifier: z.nullable(AbstractUserIdentifier),
});

/** The results of past games. Published as PastGameResultDto. */
export const PastGameResults = z.array(PastGameResult);

/** A line of the lottery. Published as LotteryGameResultDto. */
const LotteryGameResult = z.looseObject({
  id: z.string(),
  winner: z.boolean(),
  position: z.number(),
  mine: z.boolean(),
  score: z.number(),
  username: z.nullable(z.string()),
  userIdentifier: z.nullable(AbstractUserIdentifier),
  userId: z.nullable(z.string()),
  tried: z.number(),
  possibility: z.number(),
  ticket: z.number(),
  prize: z.nullable(z.string()),
});

/** The leader board of a lottery. Published as LotteryGameResultDto. */
export const LotteryGameResults = z.array(LotteryGameResult);

/** A chance to win. Published as LotteryPossibleResultDto. */
const LotteryPossibleResult = z.looseObject({ ticket: z.number(), possibility: z.number() });

/** The state of a lottery game. Published as DemocopterV2Dto. */
export const Democopter = z.looseObject({
  currentBalance: decimal,
  entryFeeAmount: decimal,
  feeDeductedPrizeAmount: decimal,
  totalPrizeAmount: decimal,
  game: Game,
  gameResults: z.array(LotteryGameResult),
  topGameResults: z.optional(z.array(GameResult)),
  currentPossibleResult: LotteryPossibleResult,
  nextPossibleResult: LotteryPossibleResult,
  totalTickets: z.number(),
  currencyId: z.string(),
  paymentFulfilled: z.boolean(),
  winnerSelected: z.boolean(),
});

/** A bare number; what it counts is not public (platform 5.4): POST /games/democopter/{id}/start. */
export const GameStart = z.number();

/** The posts found for a share. Published as ArchivedTweetResultDto. */
export const ArchivedTweetResult = z.looseObject({
  screenName: z.string(),
  twitterUserId: z.string(),
  archivedTweetIds: z.array(z.string()),
});

// Forms

/** The NFT a form was filled in for. Published as FormSubmissionsOnNftsEntity. */
const FormSubmissionsOnNftsEntity = z.looseObject({
  id: z.string(),
  get formSubmission(): Related {
    return related(FormSubmission);
  },
  formSubmissionId: z.string(),
  get nft(): Related {
    return related(NftEntity);
  },
  nftId: z.string(),
  get form(): Related {
    return related(FormEntity);
  },
  formId: z.string(),
});

/** An NFT. Published as NftEntity. */
const NftEntity = z.looseObject({
  network: word(Network),
  id: z.string(),
  contractAddress: z.string(),
  tokenId: z.string(),
  metadata: z.nullable(object),
  formSubmissions: z.optional(z.array(FormSubmissionsOnNftsEntity)),
});

/** A form as stored. Published as FormEntity. */
const FormEntity = z.looseObject({
  nftNetwork: z.nullable(word(Network)),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  scheme: object,
  options: z.nullable(object),
  nftContractAddress: z.nullable(z.string()),
  nfts: z.optional(z.array(FormSubmissionsOnNftsEntity)),
  get submissions(): RelatedMany {
    return relatedMany(FormSubmission);
  },
  createdAt: time,
  submissionClosedAt: z.nullable(time),
});

/** A form filled in. Published as FormSubmissionEntity. */
export const FormSubmission = z.looseObject({
  id: z.string(),
  userId: z.nullable(z.string()),
  form: z.optional(FormEntity),
  formId: z.string(),
  user: z.optional(z.nullable(UserEntity)),
  data: object,
  nfts: z.optional(z.array(FormSubmissionsOnNftsEntity)),
  createdAt: time,
});

/** How a form is drawn (react-jsonschema-form). Published as FormSchema. */
const FormSchema = z.looseObject({ JSONSchema: z.optional(object), UISchema: z.optional(object) });

/** What a form allows. Published as FormOption. */
const FormOption = z.looseObject({ nftMultipleSelectable: z.optional(z.boolean()) });

/** A form to be filled in. Published as Form. */
export const Form = z.extend(FormEntity, { scheme: z.nullable(FormSchema), options: z.nullable(FormOption) });

/** An NFT a form may be filled in for. Published as FormInventoryResponseDto. */
const FormInventory = z.extend(NftEntity, { completed: z.boolean() });

/** The NFTs a form may be filled in for. Published as FormInventoryResponseDto. */
export const FormInventories = z.array(FormInventory);

/** A place in the waiting list, signed. Published as WaitingListSignatureResponseDto. */
export const WaitingListSignature = z.looseObject({ waitingNumber: z.number(), signature: z.string() });
