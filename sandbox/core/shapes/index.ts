// The sandbox's own shapes by service and call, and the provenance of field names. Loads no shape.
import type { Call } from '../../../src/services/catalogue/define.js';

/** A shape of the sandbox's own, and the public shape that it extends. */
interface OwnShape {
  readonly shape: string;
  readonly widens?: string;
}
interface OwnShapes {
  readonly load: () => Promise<Readonly<Record<string, unknown>>>;
  readonly calls: Readonly<Record<string, OwnShape>>;
}

/** A text is a shape that widens none. */
const byCall = (calls: Readonly<Record<string, string | OwnShape>>): OwnShapes['calls'] =>
  Object.fromEntries(
    Object.entries(calls).map(([call, shape]) => [call, typeof shape === 'string' ? { shape } : shape]),
  );
const widens = (shape: string, publicShape: string): OwnShape => ({ shape, widens: publicShape });

/** The calls with names of the sandbox's own. A call without a shape here or in the catalogue has none. */
export const ownShapes: Readonly<Record<string, OwnShapes>> = {
  'ride-hailing': {
    load: () => import('./ride-hailing.js'),
    calls: byCall({
      getPoints: 'RidePoints',
      listCurrencies: 'Currencies',
      listRegionCurrencies: 'Currencies',
      listNetworkCurrencies: 'Currencies',
      listProviderCurrencies: 'Currencies',
      listWalletProviders: 'WalletProviders',
      checkPhone: 'Verified',
      listPlaceAttributes: 'Places',
      getPlace: 'Place',
      listNearbyPlaces: 'Places',
      listRecommendedPlaces: 'Places',
      getCurrentRegion: 'CurrentRegion',
      listRestrictedAreas: 'RestrictedAreas',
      findPlace: 'Place',
      searchPlaces: 'Places',
      getCancelStatus: 'CancelStatus',
      getActiveRequest: 'RideRequest',
      getRequest: 'RideRequest',
      getPreRequest: 'RidePayment',
      sendPhoneCode: 'SentCode',
      confirmPhone: 'Verified',
      searchRides: 'Search',
      requestRide: 'RidePayment',
      cancelRequest: 'Cancelled',
      cancelWait: 'Cancelled',
      retryRequest: 'RideRequest',
      reportPosition: 'Ok',
    }),
  },
  sale: {
    load: () => import('./sale.js'),
    calls: byCall({
      getProduct: 'Product',
      listFeatured: 'Products',
      listPublicFeatured: 'Products',
      listCurrencies: 'SaleCurrencies',
      listItems: 'Items',
      getItem: 'Item',
      giveItem: 'Item',
      createOrder: 'Order',
      getOrder: 'Order',
      cancelOrder: 'Order',
      payOrder: 'OrderPayment',
    }),
  },
  notification: {
    load: () => import('./notification.js'),
    calls: byCall({ listNotifications: 'Notifications', deleteNotification: 'Ok' }),
  },
  activity: {
    load: () => import('./activity.js'),
    calls: byCall({
      listBanners: 'Banners',
      listRegionBanners: 'Banners',
      listPublicBanners: 'Banners',
      getRankingClaim: 'RankingClaimStatus',
      listRankingLeaders: 'Leaders',
      claimRanking: 'RankingClaim',
      getReferralCode: 'ReferralCode',
      registerReferralCode: 'Referral',
      listMissionGroupsV2: 'MissionGroups',
      getMissionGroupV2: 'MissionGroup',
      runAfterActionV2: 'AfterAction',
      listMissionGroups: 'MissionGroups',
      getMissionGroup: 'MissionGroup',
      runAfterAction: 'AfterAction',
      listPublicMissions: widens('Missions', 'Missions'),
      listPublicMissionGroups: 'MissionGroups',
      getPublicMissionGroup: 'MissionGroup',
    }),
  },
  musubi: {
    load: () => import('./musubi.js'),
    calls: byCall({
      getLeaseApplication: 'LeaseApplication',
      listCollections: 'Collections',
      listOfferings: 'Offerings',
      getOffering: 'Offering',
      listIncomes: 'Incomes',
      getPublicVehicle: 'Vehicle',
      listPublicVehiclesV1: 'Vehicles',
      getPublicDash: 'Dash',
      listPublicVehicles: 'Vehicles',
      listVehicles: 'Vehicles',
      listClaimable: 'Claimables',
      listRideIncomes: 'RideIncomes',
      getStatistics: 'Statistics',
      listTransactions: 'Transactions',
      listProducts: 'Products',
      getProduct: 'Product',
      contact: 'Contact',
      submitLeaseApplication: 'LeaseApplication',
      createOrder: 'Order',
      createPayment: 'Payment',
      changePaymentToCrypto: 'Payment',
    }),
  },
  user: {
    load: () => import('./user.js'),
    calls: byCall({
      signInWithPrivy: widens('SignedIn', 'SignedUserIdentifierWithAccessToken'),
      signOut: widens('Ok', 'Status'),
      deleteUser: widens('Ok', 'Status'),
      getEmail: 'Email',
      setEmail: 'Email',
      getAccountV1: 'Account',
      getAccountV2: 'Account',
      getAccount: 'Account',
      createAccount: widens('NewAccount', 'ClutchUser'),
      checkAccount: widens('AccountCheck', 'SignupCheck'),
      deleteAccount: widens('Ok', 'Status'),
      restoreAccount: widens('Ok', 'Status'),
      getAccountState: widens('AccountState', 'ServerShare'),
      setAccountState: widens('AccountState', 'ServerShare'),
      getUid: 'Uid',
      checkUid: 'UidCheck',
      reportAppState: 'AppUpdate',
      getMainWallet: 'MainWallet',
      createAccountCodeV2: widens('AccountCode', 'DeferredAuthCode'),
      createAccountCode: widens('AccountCode', 'DeferredAuthCode'),
      listWallets: widens('WalletsV3', 'Wallets'),
      createWallet: widens('WalletV3', 'Wallet'),
      getBalance: widens('BalancesV3', 'Balances'),
      deleteWallet: widens('Ok', 'Status'),
      getPoints: 'Points',
      payGame: 'GamePayment',
      getGameResultAbstract: 'ResultAbstract',
      setGameResultThumbnail: 'Thumbnail',
      submitWebInput: 'WebInput',
      listPublicApps: 'Apps',
      listApps: 'Apps',
      getAppBalance: widens('AppBalance', 'ThirdPartyBalance'),
      getAppBalances: widens('AppBalance', 'ThirdPartyBalance'),
      getAppUserBalances: widens('AppBalance', 'ThirdPartyBalance'),
      transferAppBalance: widens('AppBalance', 'ThirdPartyBalance'),
      listPointsHistory: 'PointsHistory',
      quotePointsV2: 'PointsQuoteV2',
      quotePoints: 'PointsQuote',
      getPointsTransferFee: 'PointsTransferFee',
      transferPoints: 'PointsTransfer',
      precheckPointsDepositV2: 'DepositPrecheck',
      precheckPointsDeposit: 'DepositPrecheck',
      depositPointsV2: 'PointsDeposit',
      depositPoints: 'PointsDeposit',
      withdrawPoints: widens('PointsWithdrawal', 'BalanceWithdrawalRequestStatus'),
      getKeySet: 'KeySet',
    }),
  },
  wallet: {
    load: () => import('./wallet.js'),
    calls: byCall({
      getMvlInfo: 'MvlInfo',
      getMigration: 'Migration',
      startMigration: 'Migration',
      receiveLinkTransfer: 'LinkTransfers',
      getSpenderV1_1: widens('Spender', 'Spender'),
      getSpender: widens('Spender', 'Spender'),
      quoteSwapV1_1: widens('Quote', 'Quote'),
      buildSwapV1_1: widens('SwapTransaction', 'SwapTransaction'),
      listTransactionsV1_1: widens('Transactions', 'Transactions'),
      recordTransactionV1_1: widens('Transaction', 'Transaction'),
      listBlockTransactions: widens('BlockTransactions', 'TransactionDetail'),
      listStakings: 'Stakings',
      getPublicPrice: widens('PublicPrice', 'Prices'),
      getPriceHistory: 'PriceHistory',
      listTokensV2: widens('NetworkTokens', 'Tokens'),
      listNetworkTokensV2: widens('NetworkTokens', 'Tokens'),
      listTokens: widens('NetworkTokens', 'Tokens'),
      listNetworkTokens: widens('NetworkTokens', 'Tokens'),
      getToken: 'NetworkToken',
      listChains: 'Chains',
    }),
  },
  'bep20-swap': {
    load: () => import('./bep20-swap.js'),
    calls: byCall({
      listBridgeSwaps: 'Swaps',
      getBridgeFee: 'SwapFee',
      createBridgeSwap: 'Swap',
      listSwaps: 'Swaps',
      getSwapFee: 'SwapFee',
      getSwapStatus: 'SwapStatus',
      createSwapV1: 'Swap',
      createSwap: 'Swap',
    }),
  },
  'vehicle-oracle': {
    load: () => import('./vehicle-oracle.js'),
    calls: byCall({
      countTransactions: 'TransactionCounts',
      getTokenMetadata: 'TokenMetadata',
      getSale: 'TokenSale',
      getToken: 'VehicleToken',
      getTokenByNftNo: 'VehicleToken',
      listChargers: 'Chargers',
      countChargers: 'ChargerCounts',
      getBatteryDash: 'BatteryDash',
      listBatteries: 'Batteries',
      listStations: 'Stations',
      getStation: 'StationWithChargers',
      listBatterySwaps: 'BatterySwaps',
      listRidesV1: 'RidesV1',
      getHeatMap: 'HeatMap',
      listRides: 'Rides',
      listVehicleUpdates: 'NetworkVehicles',
      getVehicle: 'NetworkVehicleOfCaller',
      getVehicleDash: 'VehicleDash',
      listNotices: 'Notices',
      registerVehicle: 'NetworkVehicle',
      swapBattery: 'BatterySwap',
      subscribe: 'Subscription',
      updateSubscription: 'Subscription',
      getHmacTest: 'Signed',
      postHmacTest: 'Checked',
      testSentry: 'TestNote',
    }),
  },
};

/**
 * `contract`: a published type (platform 12). `partial`: some names are public. `spec`: names of the list of calls.
 * `sandbox`: no public name.
 */
export type Provenance = 'contract' | 'partial' | 'spec' | 'sandbox';

/** The provenance of public shapes. Activity and ride-hailing were only seen in traffic. */
const publicShapes: Readonly<Record<string, Provenance>> = {
  user: 'contract',
  wallet: 'contract',
  account: 'spec',
  activity: 'partial',
  'ride-hailing': 'partial',
};

/** Own shapes come before published ones. */
export function provenanceOf(call: Call): Provenance {
  const shape = ownShapes[call.service]?.calls[call.name];
  if (shape) return shape.widens === undefined ? 'sandbox' : 'partial';
  if (call.response !== undefined) return publicShapes[call.service] ?? 'sandbox';
  return call.name === 'getMetrics' ? 'spec' : 'sandbox';
}
