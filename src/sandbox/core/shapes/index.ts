// The sandbox's own shapes by service and call, and the provenance of field names. Loads no shape.
import type { Call } from '../../../services/catalogue/define.js';

/** A shape of the sandbox's own, and the public shape that it extends. */
interface OwnShape {
  readonly shape: string;
  readonly widens?: string;
}
interface OwnShapes {
  readonly load: () => Promise<Readonly<Record<string, unknown>>>;
  readonly calls: Readonly<Record<string, OwnShape>>;
}

const own = (shape: string): OwnShape => ({ shape });
const widens = (shape: string, publicShape: string): OwnShape => ({ shape, widens: publicShape });

/** The calls with names of the sandbox's own. A call without a shape here or in the catalogue has none. */
export const ownShapes: Readonly<Record<string, OwnShapes>> = {
  'ride-hailing': {
    load: () => import('./ride-hailing.js'),
    calls: {
      getPoints: own('RidePoints'),
      listCurrencies: own('Currencies'),
      listRegionCurrencies: own('Currencies'),
      listNetworkCurrencies: own('Currencies'),
      listProviderCurrencies: own('Currencies'),
      listWalletProviders: own('WalletProviders'),
      checkPhone: own('Verified'),
      listPlaceAttributes: own('Places'),
      getPlace: own('Place'),
      listNearbyPlaces: own('Places'),
      listRecommendedPlaces: own('Places'),
      getCurrentRegion: own('CurrentRegion'),
      listRestrictedAreas: own('RestrictedAreas'),
      findPlace: own('Place'),
      searchPlaces: own('Places'),
      getCancelStatus: own('CancelStatus'),
      getActiveRequest: own('RideRequest'),
      getRequest: own('RideRequest'),
      getPreRequest: own('RidePayment'),
      sendPhoneCode: own('SentCode'),
      confirmPhone: own('Verified'),
      searchRides: own('Search'),
      requestRide: own('RidePayment'),
      cancelRequest: own('Cancelled'),
      cancelWait: own('Cancelled'),
      retryRequest: own('RideRequest'),
      reportPosition: own('Ok'),
    },
  },
  sale: {
    load: () => import('./sale.js'),
    calls: {
      getProduct: own('Product'),
      listFeatured: own('Products'),
      listPublicFeatured: own('Products'),
      listCurrencies: own('SaleCurrencies'),
      listItems: own('Items'),
      getItem: own('Item'),
      giveItem: own('Item'),
      createOrder: own('Order'),
      getOrder: own('Order'),
      cancelOrder: own('Order'),
      payOrder: own('OrderPayment'),
    },
  },
  notification: {
    load: () => import('./notification.js'),
    calls: { listNotifications: own('Notifications'), deleteNotification: own('Ok') },
  },
  activity: {
    load: () => import('./activity.js'),
    calls: {
      listBanners: own('Banners'),
      listRegionBanners: own('Banners'),
      listPublicBanners: own('Banners'),
      getRankingClaim: own('RankingClaimStatus'),
      listRankingLeaders: own('Leaders'),
      claimRanking: own('RankingClaim'),
      getReferralCode: own('ReferralCode'),
      registerReferralCode: own('Referral'),
      listMissionGroupsV2: own('MissionGroups'),
      getMissionGroupV2: own('MissionGroup'),
      runAfterActionV2: own('AfterAction'),
      listMissionGroups: own('MissionGroups'),
      getMissionGroup: own('MissionGroup'),
      runAfterAction: own('AfterAction'),
      listPublicMissions: widens('Missions', 'Missions'),
      listPublicMissionGroups: own('MissionGroups'),
      getPublicMissionGroup: own('MissionGroup'),
    },
  },
  musubi: {
    load: () => import('./musubi.js'),
    calls: {
      getLeaseApplication: own('LeaseApplication'),
      listCollections: own('Collections'),
      listOfferings: own('Offerings'),
      getOffering: own('Offering'),
      listIncomes: own('Incomes'),
      getPublicVehicle: own('Vehicle'),
      listPublicVehiclesV1: own('Vehicles'),
      getPublicDash: own('Dash'),
      listPublicVehicles: own('Vehicles'),
      listVehicles: own('Vehicles'),
      listClaimable: own('Claimables'),
      listRideIncomes: own('RideIncomes'),
      getStatistics: own('Statistics'),
      listTransactions: own('Transactions'),
      listProducts: own('Products'),
      getProduct: own('Product'),
      contact: own('Contact'),
      submitLeaseApplication: own('LeaseApplication'),
      createOrder: own('Order'),
      createPayment: own('Payment'),
      changePaymentToCrypto: own('Payment'),
    },
  },
  user: {
    load: () => import('./user.js'),
    calls: {
      signInWithPrivy: widens('SignedIn', 'SignedUserIdentifierWithAccessToken'),
      signOut: widens('Ok', 'Status'),
      deleteUser: widens('Ok', 'Status'),
      getEmail: own('Email'),
      setEmail: own('Email'),
      getAccountV1: own('Account'),
      getAccountV2: own('Account'),
      getAccount: own('Account'),
      createAccount: widens('NewAccount', 'ClutchUser'),
      checkAccount: widens('AccountCheck', 'SignupCheck'),
      deleteAccount: widens('Ok', 'Status'),
      restoreAccount: widens('Ok', 'Status'),
      getAccountState: widens('AccountState', 'ServerShare'),
      setAccountState: widens('AccountState', 'ServerShare'),
      getUid: own('Uid'),
      checkUid: own('UidCheck'),
      reportAppState: own('AppUpdate'),
      getMainWallet: own('MainWallet'),
      createAccountCodeV2: widens('AccountCode', 'DeferredAuthCode'),
      createAccountCode: widens('AccountCode', 'DeferredAuthCode'),
      listWallets: widens('WalletsV3', 'Wallets'),
      createWallet: widens('WalletV3', 'Wallet'),
      getBalance: widens('BalancesV3', 'Balances'),
      deleteWallet: widens('Ok', 'Status'),
      getPoints: own('Points'),
      payGame: own('GamePayment'),
      getGameResultAbstract: own('ResultAbstract'),
      setGameResultThumbnail: own('Thumbnail'),
      submitWebInput: own('WebInput'),
      listPublicApps: own('Apps'),
      listApps: own('Apps'),
      getAppBalance: widens('AppBalance', 'ThirdPartyBalance'),
      getAppBalances: widens('AppBalance', 'ThirdPartyBalance'),
      getAppUserBalances: widens('AppBalance', 'ThirdPartyBalance'),
      transferAppBalance: widens('AppBalance', 'ThirdPartyBalance'),
      listPointsHistory: own('PointsHistory'),
      quotePointsV2: own('PointsQuoteV2'),
      quotePoints: own('PointsQuote'),
      getPointsTransferFee: own('PointsTransferFee'),
      transferPoints: own('PointsTransfer'),
      precheckPointsDepositV2: own('DepositPrecheck'),
      precheckPointsDeposit: own('DepositPrecheck'),
      depositPointsV2: own('PointsDeposit'),
      depositPoints: own('PointsDeposit'),
      withdrawPoints: widens('PointsWithdrawal', 'BalanceWithdrawalRequestStatus'),
      getKeySet: own('KeySet'),
    },
  },
  wallet: {
    load: () => import('./wallet.js'),
    calls: {
      getMvlInfo: own('MvlInfo'),
      getMigration: own('Migration'),
      startMigration: own('Migration'),
      receiveLinkTransfer: own('LinkTransfers'),
      getSpenderV1_1: widens('Spender', 'Spender'),
      getSpender: widens('Spender', 'Spender'),
      quoteSwapV1_1: widens('Quote', 'Quote'),
      buildSwapV1_1: widens('SwapTransaction', 'SwapTransaction'),
      listTransactionsV1_1: widens('Transactions', 'Transactions'),
      recordTransactionV1_1: widens('Transaction', 'Transaction'),
      listBlockTransactions: widens('BlockTransactions', 'TransactionDetail'),
      listStakings: own('Stakings'),
      getPublicPrice: widens('PublicPrice', 'Prices'),
      getPriceHistory: own('PriceHistory'),
      listTokensV2: widens('NetworkTokens', 'Tokens'),
      listNetworkTokensV2: widens('NetworkTokens', 'Tokens'),
      listTokens: widens('NetworkTokens', 'Tokens'),
      listNetworkTokens: widens('NetworkTokens', 'Tokens'),
      getToken: own('NetworkToken'),
      listChains: own('Chains'),
    },
  },
  'bep20-swap': {
    load: () => import('./bep20-swap.js'),
    calls: {
      listBridgeSwaps: own('Swaps'),
      getBridgeFee: own('SwapFee'),
      createBridgeSwap: own('Swap'),
      listSwaps: own('Swaps'),
      getSwapFee: own('SwapFee'),
      getSwapStatus: own('SwapStatus'),
      createSwapV1: own('Swap'),
      createSwap: own('Swap'),
    },
  },
  'vehicle-oracle': {
    load: () => import('./vehicle-oracle.js'),
    calls: {
      countTransactions: own('TransactionCounts'),
      getTokenMetadata: own('TokenMetadata'),
      getSale: own('TokenSale'),
      getToken: own('VehicleToken'),
      getTokenByNftNo: own('VehicleToken'),
      listChargers: own('Chargers'),
      countChargers: own('ChargerCounts'),
      getBatteryDash: own('BatteryDash'),
      listBatteries: own('Batteries'),
      listStations: own('Stations'),
      getStation: own('StationWithChargers'),
      listBatterySwaps: own('BatterySwaps'),
      listRidesV1: own('RidesV1'),
      getHeatMap: own('HeatMap'),
      listRides: own('Rides'),
      listVehicleUpdates: own('NetworkVehicles'),
      getVehicle: own('NetworkVehicleOfCaller'),
      getVehicleDash: own('VehicleDash'),
      listNotices: own('Notices'),
      registerVehicle: own('NetworkVehicle'),
      swapBattery: own('BatterySwap'),
      subscribe: own('Subscription'),
      updateSubscription: own('Subscription'),
      getHmacTest: own('Signed'),
      postHmacTest: own('Checked'),
      testSentry: own('TestNote'),
    },
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

export function provenanceOf(call: Call): Provenance {
  const shape = ownShapes[call.service]?.calls[call.name];
  if (shape) return shape.widens === undefined ? 'sandbox' : 'partial';
  if (call.response !== undefined) return publicShapes[call.service] ?? 'sandbox';
  return call.name === 'getMetrics' ? 'spec' : 'sandbox';
}
