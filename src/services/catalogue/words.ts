// The closed lists of words of the platform (docs/platform), in its own spelling (`sic` marks its misspellings).

// Vehicle assets and offerings
export const OfferingStatus = ['NOT_READY', 'COMMING_SOON', 'OPEN', 'CLOSED', 'IN_OPERATION', 'FINISHED'] as const; // COMMING_SOON: sic
export const LeaseApplicationStatus = [
  'APPLIED',
  'CANCELLED',
  'SELECTED',
  'IN_WAITING_LIST',
  'PAID',
  'RECEIVED',
] as const;
export const PaymentMethod = ['CRYPTO', 'BANK'] as const;
export const PaymentStatus = ['READY', 'CONFIRM_REQUIRED', 'PAID', 'REFUNDED', 'EXPIRED'] as const;
export const PurchaseType = ['OWNERSHIP', 'FRACTIONAL'] as const;
export const VehicleTokenType = ['OWNERSHIP', 'LEASE'] as const;
export const VehicleProductCategory = ['TUKTUK', 'BIKE', 'CAR', 'UNKNOWN'] as const;
/** Numeric codes; their meanings are not public. */
export const VehicleStatus = [20, 40, 50, 70] as const;
export const AssetCurrency = ['USD', 'USDC', 'MVL', 'JPY', 'BTC'] as const;
export const IncomeCurrency = ['USD', 'MVL', 'BTC'] as const;
export const Period = ['DAY', 'WEEK', 'MONTH'] as const;
export const SettlementPeriod = ['year', 'month', 'week'] as const;
export const SortOrder = ['ASC', 'DESC'] as const;
export const WalletSortOrder = ['asc', 'desc'] as const;
export const Language = ['en', 'jp'] as const;
export const OfferingOrdering = ['startDate', 'interestRate', 'endDate'] as const;
export const NftSort = ['MATURITY', 'VEHICLE_STATUS'] as const;
export const AssetTransactionType = ['PURCHASE', 'RETURN', 'RECEIVED', 'SENT', 'APPROVE'] as const;
export const AssetTransactionFilter = [...AssetTransactionType, 'ALL'] as const;

// Blockchain networks, as the wallet client lists them
export const Network = [
  'SERVERED',
  'MVL',
  'MVL_TEST',
  'MVL_POODLE',
  'MVL_BEAGLE',
  'ETHEREUM',
  'ETHEREUM_ROPSTEN',
  'ETHEREUM_KOVAN',
  'ETHEREUM_RINKEBY',
  'ETHEREUM_GOERLI',
  'ETHEREUM_SEPOLIA',
  'ETHEREUM_LOCAL',
  'BSC',
  'BSC_TEST',
  'POLYGON',
  'POLYGON_TEST',
  'SOLANA',
  'SOLANA_DEV',
  'BITCOIN',
  'BITCOIN_TEST',
  'XTZ',
  'XTZ_GHOST',
  'KLAYTN',
  'KLAYTN_BAOBAB',
  'BASE',
  'BASE_SEPOLIA',
  'TON',
  'TON_TEST',
  'IN_MIGRATION',
  'ARBITRUM',
  'ARBITRUM_TEST',
  'POLYGON_ZKEVM',
  'OP_SEPOLIA',
] as const;

// Ride-hailing
export const RideStatus = [
  'WAITPAY',
  'PAYCONFIRMED',
  'NOT_MATCHED',
  'MATCHED',
  'CONFIRMED',
  'PENDING',
  'ASSIGNED',
  'PICKUP',
  'PICKUP_ARRIVED',
  'INUSE',
  'INUSE_WITH_CANCEL_PENDING',
  'FINISHED',
  'USER_CANCELED',
  'USER_CANCELED_BEFORE_CALL',
  'USER_CANCELED_NO_FREE',
  'COMPANY_CANCELED',
  'COMPANY_CANCELED_RECALLABLE',
  'DRIVER_CANCELED',
  'DRIVER_CANCELED_RECALLABLE',
  'EXPIRED',
  'EXPIRED_RECALLABLE',
  'EXPIRED_BEFORE_PAY',
  'ERROR_PAYMENT',
  'ERROR',
] as const;
export const City = [
  'SIN',
  'HAN',
  'HCM',
  'PNH',
  'REP',
  'SEL',
  'ADD',
  'JKT',
  'HKG',
  'BKK',
  'SHV',
  'KPK',
  'GLOBAL',
] as const;
export const Region = ['SG', 'VN', 'KH', 'KR', 'ET', 'ID', 'HK', 'TH', 'JP', 'GLOBAL', 'USA'] as const;
export const PlaceRecommendationType = ['DEPARTURE', 'DESTINATION', 'ALL'] as const;
export const PhoneVerificationResult = ['SUCCESS', 'ALREADY_VERIFIED'] as const;
export const DiscountType = ['PERCENTAGE', 'AMOUNT'] as const;

// Wallets, swaps, accounts
export const WalletProviderId = [
  'TON_CONNECT',
  'TON_CONNECT_TEST',
  'OKX_CONNECT_BSC',
  'OKX_CONNECT_ETHEREUM',
  'OKX_CONNECT_ETHEREUM_SEPOLIA',
  'WALLET_CONNECT_ETHEREUM',
  'WALLET_CONNECT_ETHEREUM_SEPOLIA',
  'WALLET_CONNECT_BSC',
  'WALLET_CONNECT_BSC_TEST',
  'BITGET_CONNECT_BSC',
] as const;
export const BridgeSwapType = ['TO_BEP20', 'TO_ERC20'] as const;
export const UserIdentifierType = [
  'PASSWORD',
  'FACEBOOK',
  'GOOGLE',
  'TWITTER',
  'DISCORD',
  'APPLE',
  'WEB3',
  'HMAC',
  'THIRDPARTY_S2S',
  'TELEGRAM_MINIAPP',
  'PRIVY',
] as const;
export const VerifiedWalletType = ['PRIVY_EXTERNAL', 'PRIVY_EMBEDDED', 'CLUTCH'] as const;
export const AuthClient = [
  'Clutch',
  'DemocopterWeb',
  'DemocopterApp',
  'DemocopterPaymentRedirection',
  'DiscordRedirection',
  'Web3Verification',
  'WorkspaceWeb',
  'TadaTonMiniApp',
  'MusubiWeb',
] as const;
export const BalanceRequestStatus = [
  'INCOMING',
  'CONFIRMING',
  'WAITING_TRANSACTION',
  'COMPLETED',
  'CANCELED',
  'FAILED',
] as const;
export const BalanceSwapType = ['WITHDRAWAL', 'DEPOSIT'] as const;
export const EarnEventClaimStatus = [
  'INCOMING',
  'COMPLETED_TRANSFER',
  'FAILED_TRANSFER',
  'FAILED_WITHDRAW',
  'COMPLETED',
  'CANCELED',
] as const;
export const EarnEventClaimType = ['CONSTANT', 'RATIO_DIVISION'] as const;
export const IntegrationStatus = ['CONNECTED', 'DISCONNECTED'] as const;
export const ThirdPartyCurrency = ['MVP', 'TADAP', 'ONIONP'] as const;
export const TokenType = ['COIN', 'ERC20', 'BEP20', 'FA2', 'FA1.2', 'SERVERED', 'JETTON'] as const;
export const AppUpdateState = ['REQUIRED', 'OPTIONAL', 'LATEST'] as const;
export const AppState = ['ACTIVE', 'INACTIVE'] as const;
export const MobileOs = ['IOS', 'ANDROID', 'UNKNOWN'] as const;
export const CheckpointId = ['CONFIRMED', 'LATEST', 'PARSED_LATEST'] as const;
export const AssetMigrationStatus = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export const CryptoCurrency = ['JPY', 'USDC'] as const;
export const WalletTransactionFilter = ['ALL', 'SEND', 'RECEIVE'] as const;
export const WalletTransactionStatus = ['PENDING', 'SUCCESS', 'FAIL'] as const;
export const WalletTransactionType = [
  'SEND_ETH',
  'SEND_ERC20',
  'SEND_ERC721',
  'SEND_BEP20',
  'SEND_BNB',
  'SEND_XTZ',
  'SEND_BTC',
  'UNKNOWN',
] as const;
export const Fiat = ['USD', 'SGD', 'KRW', 'IDR', 'THB', 'KHR', 'JPY'] as const;
/** The one id that the public price allows (platform 3.3). */
export const PublicPriceId = ['mass-vehicle-ledger'] as const;
export const StakingStatus = ['ACTIVE', 'FINISHED'] as const;
export const StakingType = ['LP', 'SINGLE', 'SINGLE_LOCKUP'] as const;
export const EntityNotificationType = ['MISSION_GROUP', 'INVENTORY_ITEM'] as const;
export const StatisticsTokenType = ['LP'] as const;

// Store
export const PurchasableType = ['MINT_ITEM', 'MINT_BALANCE', 'NFT_UPGRADE'] as const;
export const PurchasablePayMethod = [
  'BY_BALANCE_DEPOSIT_REQUEST',
  'BY_BALANCE_TRANSACTION',
  'BY_HYBRID_BALANCE_TRANSACTION',
] as const;
export const StoreOrderStatus = [
  'DRAFT',
  'PAYMENT_PENDING',
  'PAYMENT_FAILED',
  'CANCEL_REQUESTED',
  'CANCEL_REFUNDED',
  'PAID',
  'SUCCESS',
  'EXPIRED',
  'UNQUALIFIED',
] as const;
export const StockStatus = ['PENDING', 'READY', 'USED', 'CANCELED', 'EXPIRED'] as const;
export const ItemActionType = ['NONE', 'WEBVIEW', 'DAPPVIEW', 'DEEPLINK', 'DEEPLINK_WITH_DEFERRED_AUTH'] as const;
export const StorePaymentMethod = ['BALANCE_TRANSACTION'] as const;

// Vehicle network
export const ChargerStatus = ['FULLY_CHARGED', 'CHARGING', 'PROBLEM', 'NO_BATTERY', 'OFF'] as const;
export const VehicleType = ['X1', 'T1', 'X2'] as const;
export const VehicleFilter = ['ALL', 'VEHICLE_ON', 'VEHICLE_OFF'] as const;
export const VehicleSeries = ['ALL', 'T1', 'X'] as const;
export const StationStatus = ['ON', 'OFF'] as const;
export const StationType = ['HUB', 'PARTNER', 'FACTORY', 'SERVICE_CENTER', 'MEGA', 'MINI'] as const;
export const RidePointType = ['PICKUP', 'DROPOFF'] as const;
export const RideAbstractStatus = ['PENDING', 'MATCHED'] as const;
export const SubscriptionStatus = ['ON_TIME', 'OVERDUE', 'FINISHED', 'CANCELLED'] as const;
export const NoticeCategory = ['NEW_RELEASE', 'MEDIA_COVERAGE', 'ETC'] as const;

// Image generation
export const ImageFont = ['D2Coding', 'MaruBuri', 'NanumGothic', 'Poppins'] as const;
export const FontWeight = ['Light', 'Medium', 'SemiBold', 'Bold'] as const;
export const TextAlign = ['left', 'center', 'right'] as const;

// Banners, missions, rankings
export const BannerType = [
  'Clutch',
  'TelegramMiniApp',
  'TelegramMiniApp-book-location',
  'TelegramMiniApp-book-info',
  'TelegramMiniApp-MVL-description',
] as const;
/** What a banner's link does: the item actions, and MISSION_GROUP. */
export const LinkAction = [...ItemActionType, 'MISSION_GROUP'] as const;
export const MissionFrequency = ['PERMANANT', 'DAILY'] as const; // PERMANANT: sic
export const MissionReward = ['BALANCE', 'MISSION_POINT'] as const;
export const MissionType = ['USER_ACTIVITY', 'THIRDPARTY_ACTIVITY', 'REFEREE_ACTIVITY'] as const;
export const MissionTypeV1 = ['MY_ACTIVITIES_COUNT', 'REFEREE_ACTIVITIES_COUNT'] as const;
export const RankingAccomplishmentStatus = ['REQUESTED', 'PENDING', 'SUCCESS', 'FAIL'] as const;
export const RankingClaimResult = ['DUPLICATED', 'SUCCESS'] as const;
export const RankingRewardNetwork = ['TON', 'TON_TEST'] as const;

// One word of a list that is named often
export type AssetCurrency = (typeof AssetCurrency)[number];
export type City = (typeof City)[number];
export type Fiat = (typeof Fiat)[number];
export type Network = (typeof Network)[number];
export type Period = (typeof Period)[number];
export type Region = (typeof Region)[number];
export type VehicleType = (typeof VehicleType)[number];
export type WalletTransactionStatus = (typeof WalletTransactionStatus)[number];
