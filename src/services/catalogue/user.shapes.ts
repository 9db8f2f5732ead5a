// The zod shapes of the public parts of the user and account service's responses (platform 12.2).
//
// Entities refer to one another in circles: to earlier ones directly, which keeps their types, to later ones by a
// getter made with `related`. Not here: requests, error bodies, and responses of calls that the list of calls no longer
// has (payments, balance-clutch).

import * as z from 'zod/mini';
import {
  base,
  boolean,
  decimal,
  number,
  object,
  type RelatedMany,
  type RelatedObject,
  type RelatedOrNull,
  related,
  relatedMany,
  relatedOrNull,
  text,
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

/**
 * How far a participation in an earn event is. Published as EarnEventParticipationLogStatus; no closed list has these
 * words.
 */
const participationStatus = word(['COMPLETED', 'CANCELED', 'CLAIMED']);

/** An amount as the server's own number class; how that is written in JSON is not public. Published as Decimal. */
const serverDecimal = z.unknown();

// Users and sessions

/** The wallet linked to a user. Published as WalletEntity. */
const WalletEntity = z.looseObject({
  id: text,
  verified: boolean,
  address: text,
  userId: text,
  get user(): RelatedObject {
    return related(UserEntity);
  },
  authNonce: z.nullable(text),
  lastSignatureMade: z.nullable(time),
  data: z.nullable(object),
  createdAt: time,
  updatedAt: time,
});

/** A client people sign in with. Published as AuthClientEntity. */
const AuthClientEntity = z.looseObject({
  id: text,
  name: text,
  tokenRefreshable: boolean,
  tokenRefreshableDurationMs: z.nullable(text),
  minimumVersion: z.nullable(number),
});

/** A workspace. Published as WorkspaceEntity. */
const WorkspaceEntity = z.looseObject({
  id: text,
  slug: text,
  name: text,
  iconImageSrc: z.nullable(text),
  get users(): RelatedMany {
    return relatedMany(UserWorkspaceEntity);
  },
  get sessions(): RelatedMany {
    return relatedMany(AuthSession);
  },
});

/** A user's place in a workspace. Published as UserWorkspaceEntity. */
const UserWorkspaceEntity = z.looseObject({
  id: text,
  userId: text,
  get user(): RelatedObject {
    return related(UserEntity);
  },
  workspaceId: text,
  workspace: z.optional(WorkspaceEntity),
});

/** A sign-in identity of a user. Published as UserIdentifierEntity. */
export const UserIdentifierEntity = z.looseObject({
  type: word(UserIdentifierType),
  id: text,
  userId: z.nullable(text),
  avatar: z.nullable(text),
  name: z.nullable(text),
  identifier: text,
  data: object,
  createdAt: time,
  updatedAt: time,
  get user(): RelatedOrNull {
    return relatedOrNull(UserEntity);
  },
});

/** A user. Published as UserEntity. */
export const UserEntity = z.looseObject({
  id: text,
  email: z.nullable(text),
  name: text,
  avatar: z.nullable(text),
  pending: boolean,
  createdAt: time,
  updatedAt: time,
  country: z.nullable(text),
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
  id: text,
  name: text,
  tokenRefreshableDurationMs: z.nullable(text),
});

/** A session as its owner sees it. Published as AuthSessionEntity. */
export const AuthSession = z.looseObject({
  id: text,
  authNonce: text,
  deferredAuthNonce: z.nullable(text),
  userIdentifierId: text,
  userIdentifier: z.optional(UserIdentifierEntity),
  userId: text,
  user: z.optional(UserEntity),
  workspaceId: z.nullable(text),
  workspace: z.optional(z.nullable(WorkspaceEntity)),
  country: z.nullable(text),
  tokenRefreshable: boolean,
  issuedIpAddress: z.nullable(text),
  issuedAt: time,
  validUntil: time,
  lastRefreshedAt: z.nullable(time),
  deletedAt: z.nullable(time),
  authClientId: text,
  authClient: z.optional(AuthClientEntity),
});

/** Somebody's sessions. Published as AuthSessionEntity. */
export const AuthSessions = z.array(AuthSession);

/** A session just made or renewed. Published as AuthSessionDtoWithRefreshToken. */
const AuthSessionWithRefreshToken = z.looseObject({
  refreshToken: z.optional(text),
  issuedAt: time,
  validUntil: time,
  lastRefreshedAt: z.nullable(time),
  deletedAt: z.nullable(time),
  authClient: z.nullable(OmittedAuthClient),
  id: text,
  authNonce: text,
  deferredAuthNonce: z.nullable(text),
  userIdentifierId: text,
  userId: text,
  workspaceId: z.nullable(text),
  workspace: z.optional(z.nullable(WorkspaceEntity)),
  country: z.nullable(text),
  tokenRefreshable: boolean,
  issuedIpAddress: z.nullable(text),
  authClientId: text,
});

/** Who is signed in. Published as SignedUserIdentifierDto. */
export const SignedUserIdentifier = z.looseObject({
  type: word(UserIdentifierType),
  id: text,
  userId: text,
  avatar: z.nullable(text),
  name: z.nullable(text),
  identifier: text,
  data: object,
  createdAt: time,
  updatedAt: time,
  user: SignedUser,
});

/** Who has just signed in, with the token. Published as SignedUserIdentifierWithAccessTokenDto. */
export const SignedUserIdentifierWithAccessToken = z.extend(SignedUserIdentifier, {
  accessToken: text,
  authSession: z.optional(AuthSessionWithRefreshToken),
});

/** A code that signs in another client. Published as DeferredAuthValidateDto. */
export const DeferredAuthCode = z.looseObject({ type: word(UserIdentifierType), code: text });

/** A renewed access token; the new refresh token is inside the session. Published as JwtAccessToken. */
export const AccessToken = z.looseObject({
  accessToken: text,
  authSession: z.optional(AuthSessionWithRefreshToken),
});

/** A new pair of tokens. Published as AuthJWTResponseDto. */
export const Tokens = z.looseObject({ accessToken: text, refreshToken: text });

/** The message a wallet has to sign. Published as Web3AuthRequestResponseDto. */
export const Web3AuthRequest = z.looseObject({ msg: text, nonce: text });

/** A wallet to be linked, and the message it has to sign. Published as WalletAndNonceDto. */
export const WalletAndNonce = z.looseObject({ wallet: WalletEntity, nonce: text, msg: text });

/** A signature for a bid. Published as BidSignatureResponseDto. */
export const BidSignature = z.looseObject({ signature: text });

/** What anyone may see of a user. Published as AbstractUserDto. */
export const AbstractUser = z.looseObject({
  id: text,
  name: text,
  avatar: z.nullable(text),
});

/** What anyone may see of a player. Published as AbstractUserIdentifierDto. */
const AbstractUserIdentifier = z.looseObject({
  type: word(UserIdentifierType),
  id: text,
  identifier: text,
  name: z.nullable(text),
  avatar: z.nullable(text),
  user: z.looseObject({ country: z.optional(z.nullable(text)) }),
});

/** An invited user. Published as Invitee. */
const Invitee = z.looseObject({
  id: text,
  name: text,
  earned: z.nullable(boolean),
  invitedAt: time,
});

/** The invited users. Published as GetInviteesDto. */
export const Invitees = z.looseObject({ count: number, data: z.array(Invitee) });

/** Who invited a user. Published as UserReferrerEntity. */
export const UserReferrer = z.looseObject({
  id: text,
  userId: text,
  inviterId: text,
  user: z.optional(UserEntity),
  inviter: z.optional(UserEntity),
  data: z.nullable(object),
  earned: z.nullable(boolean),
  createdAt: time,
});

// Accounts and wallets of the wallet application

/** An account just made, with its tokens. Published as ClutchUserResponseDto. */
export const ClutchUser = z.looseObject({ id: uuid, accessToken: text, refreshToken: text });

/** Whether an account exists. Published as SignupCheckResponseDto. */
export const SignupCheck = z.looseObject({ exists: boolean });

/** The plain response of this service: `ok`. Published as SimpleResponseDto. */
export const Status = z.looseObject({ status: text });

/** The server's share of a wallet key: secret. `jsonString` is JSON text. Published as ShareResponseDto. */
export const ServerShare = z.looseObject({
  jsonString: text,
  polynomialId: text,
  deviceShareIndex: z.optional(text),
});

/** A registered wallet, of one chain address. Published as WalletResponseDto. */
export const Wallet = z.looseObject({
  id: text,
  address: text,
  network: word(Network),
  index: number,
  name: text,
});

/** Somebody's wallets, sorted by index. Published as WalletResponseDto. */
export const Wallets = z.array(Wallet);

/** What a balance is of. Published as Asset. */
const Asset = z.looseObject({
  ticker: text,
  name: text,
  iconUrl: text,
  tokenType: z.nullable(text),
});

/**
 * A balance on a chain, in base units; `valuatedAmount` is its worth in a fiat currency. Published as
 * BalanceResponseDto.
 */
const Balance = z.looseObject({
  asset: Asset,
  amount: base,
  valuatedAmount: text,
  valuatedCurrency: text,
});

/** The balances of an address. Published as BalanceResponseDto. */
export const Balances = z.array(Balance);

/** A registered device. Published as MobileResponseDto. */
export const Mobile = z.looseObject({
  os: word(MobileOs),
  id: text,
  fcmToken: text,
  appVersion: text,
  osVersion: text,
  createdAt: text,
  updatedAt: text,
});

/** Whether a device is the registered one. Published as MobileCheckResponseDto. */
export const MobileCheck = z.looseObject({ current: boolean });

// Third-party applications and earn events, as their users see them

/** A balance in an application: a JSON number, unlike all other balances. Published as ThirdPartyBalanceResponseDto. */
export const ThirdPartyBalance = z.looseObject({ amount: number });

/** Whether a user is connected to an application. Published as ThirdPartyConnectionCheckResponseDto. */
export const ThirdPartyConnection = z.looseObject({
  isConnected: boolean,
  connectedAt: z.nullable(time),
});

/** The identity of a connect token. Published as ThirdPartyConnectCheckResponseDto. */
export const ThirdPartyConnectCheck = z.looseObject({
  exists: boolean,
  displayName: z.nullable(text),
});

/** A third-party application. Published as ThirdPartyApp. */
const ThirdPartyApp = z.looseObject({
  id: text,
  name: text,
  connectionDeepLink: z.nullable(text),
});

/** A kind of point of an earn event. Published as EarnEventPointInfoDto. */
const EarnEventPointInfo = z.looseObject({ key: text, currency: text, title: text });

/** An earn event. Published as EarnEventDto. */
export const EarnEvent = z.looseObject({
  claimType: word(EarnEventClaimType),
  id: text,
  eventStartAt: time,
  eventEndAt: time,
  claimStartAt: time,
  claimEndAt: time,
  iconUrl: text,
  title: text,
  subTitle: text,
  detailPageUrl: text,
  pointInfoArr: z.array(EarnEventPointInfo),
  pointIconUrl: text,
  eventActionButtonTitle: z.nullable(text),
  eventActionScheme: z.nullable(text),
  currency: text,
  currencyIconUrl: text,
  calcInfoPageUrl: text,
  app: z.nullable(ThirdPartyApp),
  alias: text,
  isAllowParticipationInClaim: boolean,
  network: text,
});

/** The earn events. Published as EarnEventDto. */
export const EarnEvents = z.array(EarnEvent);

/** A user's points of one kind. Published as EarnEventCurrentResponseDto. */
const EarnEventCurrent = z.looseObject({
  amount: text,
  key: text,
  title: text,
  currency: text,
});

/** A user's points in an earn event. Published as EarnEventCurrentResponseDto. */
export const EarnEventCurrents = z.array(EarnEventCurrent);

/** One participation in an earn event. Published as ThirdPartyEarnEventParticipationResponseDto. */
export const EarnEventParticipation = z.looseObject({
  status: participationStatus,
  id: text,
  key: text,
  value: text,
  earnEventId: text,
  userId: z.nullable(text),
  description: z.nullable(text),
  requestId: text,
  createdAt: time,
  updatedAt: time,
});

/** A page of participations. Published as ThirdPartyEarnEventParticipationWithCountResponseDto. */
export const EarnEventParticipations = z.looseObject({
  totalCount: number,
  list: z.array(EarnEventParticipation),
});

/** What a claim would bring. Published as EarnEventGetClaimResponseDto. */
export const EarnEventClaimInformation = z.looseObject({
  claimType: word(EarnEventClaimType),
  currency: text,
  currencyIconUrl: text,
  calcInfoPageUrl: text,
  currentPoint: decimal,
  lowerLimitPoint: decimal,
  amount: decimal,
  fee: decimal,
  subCurrency: z.nullable(text),
  subCurrencyIconUrl: z.nullable(text),
  subCurrencyAmount: z.nullable(decimal),
  isClaimable: boolean,
});

/** How far a claim is: null if there never was one. Published as EarnEventClaimCheckResponseDto. */
export const EarnEventClaimCheck = z.looseObject({ status: z.nullable(word(EarnEventClaimStatus)) });

// Currencies, and the earn events they pay for

/** A rate between two currencies. Published as CurrencyExchangeRateEntity. */
const CurrencyExchangeRateEntity = z.looseObject({
  id: text,
  fromCurrencyId: text,
  toCurrencyId: text,
  get fromCurrency(): RelatedObject {
    return related(Currency);
  },
  get toCurrency(): RelatedObject {
    return related(Currency);
  },
  from: serverDecimal,
  to: serverDecimal,
});

/** A user's connection to an application. Published as ThirdPartyUserEntity. */
const ThirdPartyUserEntity = z.looseObject({
  status: word(IntegrationStatus),
  id: text,
  userId: text,
  user: z.optional(UserEntity),
  appId: text,
  app: z.optional(UserEntity),
  displayName: z.nullable(text),
  identifier: text,
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
  id: text,
  earnEventId: text,
  get earnEvent(): RelatedObject {
    return related(EarnEventEntity);
  },
  userId: text,
  user: z.optional(UserEntity),
  thirdPartyUserId: z.nullable(text),
  thirdPartyUser: z.optional(z.nullable(ThirdPartyUserEntity)),
  createdAt: time,
  updatedAt: time,
});

/** A participation. Published as EarnEventParticipationLogEntity. */
const EarnEventParticipationLogEntity = z.looseObject({
  status: participationStatus,
  id: text,
  key: text,
  value: serverDecimal,
  earnEventId: text,
  userId: z.nullable(text),
  requestId: text,
  thirdPartyUserId: z.nullable(text),
  description: z.nullable(text),
  thirdPartyIdentifier: z.nullable(text),
  get earnEvent(): RelatedObject {
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
  id: text,
  alias: text,
  eventStartAt: time,
  eventEndAt: time,
  claimStartAt: time,
  claimEndAt: time,
  iconUrl: text,
  title: object,
  subTitle: object,
  detailPageHtml: object,
  pointArr: z.unknown(), // an object in the published type, a list by its name
  pointIconUrl: text,
  eventActionButtonTitle: z.nullable(object),
  allowTimeRange: z.nullable(object),
  eventActionScheme: z.nullable(text),
  eventActionAuthRequired: boolean,
  connectionDeepLink: z.nullable(text),
  currencyId: text,
  subCurrencyId: z.nullable(text),
  subCurrencyReward: z.nullable(serverDecimal),
  maxReward: serverDecimal,
  lowerLimitReward: z.nullable(serverDecimal),
  maxParticipationUserCount: z.nullable(number),
  maxParticipationSumPerDay: z.nullable(serverDecimal),
  rewardPerValue: z.nullable(serverDecimal),
  get currency(): RelatedObject {
    return related(Currency);
  },
  get subCurrency(): RelatedOrNull {
    return relatedOrNull(Currency);
  },
  appId: z.nullable(text),
  app: z.optional(z.nullable(UserEntity)),
  description: z.nullable(text),
  createdAt: time,
  updatedAt: time,
  isAllowParticipationInClaim: boolean,
  participationLogs: z.optional(z.array(EarnEventParticipationLogEntity)),
  claims: z.optional(z.array(EarnEventClaimEntity)),
  data: z.nullable(object),
});

/** A currency. Its id is its symbol. Published as CurrencyEntity. */
export const Currency = z.looseObject({
  network: z.nullable(word(Network)),
  withdrawalFee: z.nullable(decimal),
  id: text,
  name: text,
  alias: z.nullable(text),
  data: object,
  icon: z.nullable(text),
  contractAddress: z.nullable(text),
  balanceTransferable: boolean,
  balanceWithdrawable: boolean,
  tokenDecimal: number,
  withdrawalDelegateUserId: z.nullable(text),
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
  id: text,
  title: text,
  currencyId: text,
  currency: z.optional(Currency),
  userId: text,
  user: z.optional(UserEntity),
  blockchainAddress: z.nullable(text),
  createdAt: time,
  updatedAt: time,
  lastTransactionId: z.nullable(text),
});

/**
 * Something for sale. The two fields left open are objects in the published type, but lists in a group. Published as
 * PurchasableEntity.
 */
const PurchasableEntity = z.looseObject({
  type: word(PurchasableType),
  payMethod: word(PurchasablePayMethod),
  minimumBuyQuantity: decimal,
  maximumBuyQuantity: z.nullable(decimal),
  price: decimal,
  id: text,
  title: text,
  order: z.nullable(number),
  quantityIsInteger: boolean,
  currencyId: text,
  currency: z.optional(Currency),
  createdAt: time,
  updatedAt: time,
  salesStartAt: z.nullable(time),
  salesEndAt: z.nullable(time),
  data: object,
  groupId: z.nullable(text),
  sellerBalanceAccountId: z.nullable(text),
  sellerBalanceAccount: z.optional(z.nullable(BalanceAccount)),
  paymentCount: number,
  maxPaymentCount: z.nullable(number),
  supportedUserIdentifierTypes: z.unknown(),
  itemCount: number,
  maxItemCount: z.nullable(number),
  uniquePerUser: boolean,
  nftInfo: z.unknown(),
});

/** A purchasable. Published as PurchasableEntity. */
export const Purchasables = z.array(PurchasableEntity);

/** A group of purchasables. Published as PurchasableGroupEntity. */
const PurchasableGroupEntity = z.looseObject({
  id: text,
  slug: text,
  unitIcon: z.nullable(text),
  unit: z.nullable(text),
  unitStep: number,
  paymentCount: number,
  maxPaymentCount: z.nullable(number),
});

/** Something bought. Published as ItemEntity. */
const ItemEntity = z.looseObject({
  id: text,
  purchasableId: text,
  purchasable: z.optional(PurchasableEntity),
  purchasableGroupId: z.nullable(text),
  purchasableGroup: z.optional(z.nullable(PurchasableGroupEntity)),
  consumedAt: z.nullable(time),
  data: object,
  itemNo: number,
  userId: text,
  user: z.optional(UserEntity),
  uniqueUserId: z.nullable(text),
  uniqueUser: z.optional(z.nullable(UserEntity)),
  balanceTransactionId: z.nullable(text),
  get balanceTransaction(): RelatedOrNull {
    return relatedOrNull(BalanceTransactionEntity);
  },
  paymentId: z.nullable(text),
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
  id: text,
  currencyId: z.nullable(text),
  currency: z.optional(z.nullable(Currency)),
  contractAddress: text,
  transactionHash: text,
  from: text,
  to: text,
  blockNumber: number,
  data: object,
  blockExplorerUrl: z.nullable(text),
  createdAt: time,
  capturedAt: time,
  isSuccess: boolean,
  balanceAccountId: text,
  balanceAccount: z.optional(BalanceAccount),
  depositRequestId: z.nullable(text),
  get depositRequest(): RelatedOrNull {
    return relatedOrNull(BalanceDepositRequestEntity);
  },
  withdrawalRequestId: z.nullable(text),
  get withdrawalRequest(): RelatedOrNull {
    return relatedOrNull(BalanceWithdrawalRequestEntity);
  },
});

/** A deposit request. Published as BalanceDepositRequestEntity. */
const BalanceDepositRequestEntity = z.looseObject({
  status: word(BalanceRequestStatus),
  goalAmount: decimal,
  processedAmount: z.nullable(decimal),
  id: text,
  address: text,
  currencyId: text,
  currency: z.optional(Currency),
  description: z.nullable(text),
  balanceAccountId: text,
  balanceAccount: z.optional(BalanceAccount),
  paymentId: z.nullable(text),
  get payment(): RelatedOrNull {
    return relatedOrNull(PaymentEntity);
  },
  userId: text,
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
  id: text,
  address: text,
  currencyId: text,
  currency: z.optional(Currency),
  description: z.nullable(text),
  balanceAccountId: text,
  balanceAccount: z.optional(BalanceAccount),
  userId: text,
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
  id: text,
  description: text,
  currencyId: z.nullable(text),
  currency: z.optional(z.nullable(Currency)),
  purchasableId: text,
  purchasable: z.optional(PurchasableEntity),
  purchasableGroupId: z.nullable(text),
  purchasableGroup: z.optional(z.nullable(PurchasableGroupEntity)),
  paymentNo: number,
  createdAt: time,
  completedAt: z.nullable(time),
  refundedAt: z.nullable(time),
  canceledAt: z.nullable(time),
  updatedAt: time,
  userId: text,
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
  cancellable: boolean,
  finalized: boolean,
  title: text,
  abstractHtml: text,
  descriptionHtml: text,
  request: BalanceWithdrawalRequestEntity,
});

/** The active withdrawals. Published as BalanceWithdrawalRequestStatusDto. */
export const BalanceWithdrawalRequestStatuses = z.array(BalanceWithdrawalRequestStatus);

/** The NFT a purchase is bound to. Published as PurchasableNftInfo. */
const PurchasableNftInfo = z.looseObject({
  contractAddress: text,
  network: z.unknown(), // an object in the published type; every other network is an enum value
});

/** Something for sale, in its group. Published as TPurchasableEntity. */
const GroupedPurchasable = z.extend(PurchasableEntity, {
  supportedUserIdentifierTypes: z.nullable(z.array(word(UserIdentifierType))),
  nftInfo: z.nullable(z.array(PurchasableNftInfo)),
});

/** The texts of a group's page. Published as PurchasableGroupPageSettingsDto. */
const PurchasableGroupPageSettings = z.looseObject({
  showPurchasableSummary: boolean,
  purchasableImageUrl: z.nullable(text),
  purchasableName: text,
  title: text,
  titleTag: text,
  buyAmountMessage: text,
  currentBalanceMessage: text,
  newBalanceMessage: text,
  targetWalletAddressTitle: text,
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
  id: text,
  userId: text,
  user: z.optional(UserEntity),
  inviterId: z.nullable(text),
  inviter: z.optional(z.nullable(UserEntity)),
  type: text,
  data: z.nullable(object),
  createdAt: time,
  get missionAccomplishments(): RelatedMany {
    return relatedMany(MissionAccomplishedActivityEntity);
  },
});

/** An activity that counted for a mission. Published as MissionAccomplishedActivityEntity. */
const MissionAccomplishedActivityEntity = z.looseObject({
  type: word(MissionTypeV1),
  id: text,
  missionId: text,
  get mission(): RelatedObject {
    return related(MissionEntity);
  },
  accomplishmentId: text,
  get accomplishment(): RelatedObject {
    return related(MissionAccomplishmentEntity);
  },
  activityId: text,
  activity: z.optional(UserActivityEntity),
});

/** A mission accomplished. Published as MissionAccomplishmentEntity. */
const MissionAccomplishmentEntity = z.looseObject({
  id: text,
  missionId: text,
  get mission(): RelatedObject {
    return related(MissionEntity);
  },
  accomplishNo: number,
  claimNo: z.nullable(number),
  userId: text,
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
  id: text,
  slug: z.nullable(text),
  group: text,
  startsAt: time,
  endsAt: z.nullable(time),
  name: text,
  order: z.nullable(number),
  relatedActivityTypes: z.array(text),
  accomplishCondition: text,
  accomplishStatus: text,
  accomplishCount: number,
  claimCount: number,
  maxAccomplishCountPerUser: z.nullable(number),
  maxAccomplishCount: z.nullable(number),
  maxClaimCountPerUser: z.nullable(number),
  maxClaimCount: z.nullable(number),
  rewarderUserId: text,
  rewarder: z.optional(UserEntity),
  rewardPurchasableId: z.nullable(text),
  rewardPurchasable: z.optional(z.nullable(PurchasableEntity)),
  rewardCurrencyId: z.nullable(text),
  rewardCurrency: z.optional(z.nullable(Currency)),
  rewardBalanceTxCode: z.nullable(text),
  rewardDescription: z.nullable(text),
  rewardTokenId: z.nullable(number),
  gameId: z.nullable(text),
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
  id: text,
  currencyId: text,
  currency: z.optional(Currency),
  description: z.nullable(text),
  code: z.nullable(text),
  executerId: z.nullable(text),
  executer: z.optional(z.nullable(UserEntity)),
  senderAccountId: z.nullable(text),
  senderAccount: z.optional(z.nullable(BalanceAccount)),
  receiverAccountId: text,
  receiverAccount: z.optional(BalanceAccount),
  depositRequestId: z.nullable(text),
  depositRequest: z.optional(z.nullable(BalanceDepositRequestEntity)),
  withdrawalRequestId: z.nullable(text),
  withdrawalRequest: z.optional(z.nullable(BalanceWithdrawalRequestEntity)),
  gameId: z.nullable(text),
  get game(): RelatedOrNull {
    return relatedOrNull(Game);
  },
  paymentId: z.nullable(text),
  payment: z.optional(z.nullable(PaymentEntity)),
  missionAccomplishmentId: z.nullable(text),
  missionAccomplishment: z.optional(z.nullable(MissionAccomplishmentEntity)),
  items: z.optional(z.array(ItemEntity)),
  createdAt: time,
});

/** One game of a player's. Published as GameResultEntity. */
export const GameResult = z.looseObject({
  id: text,
  winner: z.nullable(boolean),
  gameId: text,
  get game(): RelatedObject {
    return related(Game);
  },
  score: number,
  data: object,
  metadata: z.nullable(object),
  username: z.nullable(text),
  userId: z.nullable(text),
  user: z.optional(z.nullable(UserEntity)),
  userIdentifierId: z.nullable(text),
  userIdentifier: z.optional(z.nullable(UserIdentifierEntity)),
  thumbnail: z.nullable(text),
  tried: number,
  createdAt: time,
});

/** A game. Published as GameEntity. */
export const Game = z.looseObject({
  entryFeeAmount: z.nullable(decimal),
  id: text,
  type: text,
  totalEntries: number,
  totalUserEntries: number,
  entryFeeCurrencyId: z.nullable(text),
  currency: z.optional(z.nullable(Currency)),
  entryFeeUserId: z.nullable(text),
  entryFeeUser: z.optional(z.nullable(UserEntity)),
  title: z.nullable(text),
  description: z.nullable(text),
  data: object,
  createdAt: time,
  closedAt: z.nullable(time),
  nextGameStartsAt: z.nullable(time),
  gameDurationMs: z.nullable(text),
  gamePauseMs: z.nullable(text),
  raffleCriteria: z.nullable(text),
  loginRequired: boolean,
  gameResults: z.optional(z.array(GameResult)),
  balanceTransactions: z.optional(z.array(BalanceTransactionEntity)),
  missions: z.optional(z.array(MissionEntity)),
});

/** A line of the ranking. Published as GameResultAbstractDto. */
const GameResultAbstract = z.looseObject({
  id: text,
  score: number,
  username: text,
  position: number,
});

/** What a result sent in brought. Published as GameResultResponseDto. */
export const GameResultResponse = z.looseObject({
  id: z.nullable(text),
  userId: z.nullable(text),
  ranking: number,
  results: z.array(GameResultAbstract),
  items: z.array(ItemEntity),
});

/** A result of a game that is over. Published as PastGameResultDto. */
const PastGameResult = z.looseObject({
  id: text,
  winner: z.nullable(boolean),
  gameId: text,
  score: number,
  data: object,
  metadata: z.nullable(object),
  username: z.nullable(text),
  userId: z.nullable(text),
  user: z.optional(z.nullable(UserEntity)),
  userIdentifierId: z.nullable(text),
  thumbnail: z.nullable(text),
  tried: number,
  createdAt: time,
  game: z.looseObject({
    title: z.optional(z.nullable(text)),
    createdAt: z.optional(text),
    raffleCriteria: z.optional(z.nullable(text)),
    entryFeeCurrencyId: z.optional(z.nullable(text)),
  }),
  userIdentifier: z.nullable(AbstractUserIdentifier),
});

/** The results of past games. Published as PastGameResultDto. */
export const PastGameResults = z.array(PastGameResult);

/** A line of the lottery. Published as LotteryGameResultDto. */
const LotteryGameResult = z.looseObject({
  id: text,
  winner: boolean,
  position: number,
  mine: boolean,
  score: number,
  username: z.nullable(text),
  userIdentifier: z.nullable(AbstractUserIdentifier),
  userId: z.nullable(text),
  tried: number,
  possibility: number,
  ticket: number,
  prize: z.nullable(text),
});

/** The leader board of a lottery. Published as LotteryGameResultDto. */
export const LotteryGameResults = z.array(LotteryGameResult);

/** A chance to win. Published as LotteryPossibleResultDto. */
const LotteryPossibleResult = z.looseObject({ ticket: number, possibility: number });

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
  totalTickets: number,
  currencyId: text,
  paymentFulfilled: boolean,
  winnerSelected: boolean,
});

/** A bare number; what it counts is not public (platform 5.4): POST /games/democopter/{id}/start. */
export const GameStart = z.number();

/** The posts found for a share. Published as ArchivedTweetResultDto. */
export const ArchivedTweetResult = z.looseObject({
  screenName: text,
  twitterUserId: text,
  archivedTweetIds: z.array(text),
});

// Forms

/** The NFT a form was filled in for. Published as FormSubmissionsOnNftsEntity. */
const FormSubmissionsOnNftsEntity = z.looseObject({
  id: text,
  get formSubmission(): RelatedObject {
    return related(FormSubmission);
  },
  formSubmissionId: text,
  get nft(): RelatedObject {
    return related(NftEntity);
  },
  nftId: text,
  get form(): RelatedObject {
    return related(FormEntity);
  },
  formId: text,
});

/** An NFT. Published as NftEntity. */
const NftEntity = z.looseObject({
  network: word(Network),
  id: text,
  contractAddress: text,
  tokenId: text,
  metadata: z.nullable(object),
  formSubmissions: z.optional(z.array(FormSubmissionsOnNftsEntity)),
});

/** A form as stored. Published as FormEntity. */
const FormEntity = z.looseObject({
  nftNetwork: z.nullable(word(Network)),
  id: text,
  title: text,
  description: text,
  scheme: object,
  options: z.nullable(object),
  nftContractAddress: z.nullable(text),
  nfts: z.optional(z.array(FormSubmissionsOnNftsEntity)),
  get submissions(): RelatedMany {
    return relatedMany(FormSubmission);
  },
  createdAt: time,
  submissionClosedAt: z.nullable(time),
});

/** A form filled in. Published as FormSubmissionEntity. */
export const FormSubmission = z.looseObject({
  id: text,
  userId: z.nullable(text),
  form: z.optional(FormEntity),
  formId: text,
  user: z.optional(z.nullable(UserEntity)),
  data: object,
  nfts: z.optional(z.array(FormSubmissionsOnNftsEntity)),
  createdAt: time,
});

/** How a form is drawn (react-jsonschema-form). Published as FormSchema. */
const FormSchema = z.looseObject({ JSONSchema: z.optional(object), UISchema: z.optional(object) });

/** What a form allows. Published as FormOption. */
const FormOption = z.looseObject({ nftMultipleSelectable: z.optional(boolean) });

/** A form to be filled in. Published as Form. */
export const Form = z.extend(FormEntity, { scheme: z.nullable(FormSchema), options: z.nullable(FormOption) });

/** An NFT a form may be filled in for. Published as FormInventoryResponseDto. */
const FormInventory = z.extend(NftEntity, { completed: boolean });

/** The NFTs a form may be filled in for. Published as FormInventoryResponseDto. */
export const FormInventories = z.array(FormInventory);

/** A place in the waiting list, signed. Published as WaitingListSignatureResponseDto. */
export const WaitingListSignature = z.looseObject({ waitingNumber: number, signature: text });
