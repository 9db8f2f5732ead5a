// Assumed names of fields that are not public, by service and call: the sandbox's, and the published ride vocabulary
// (platform 6). A dry run logs them as assumed, and a profile confirms or replaces them.

import type { AssumedNames } from './define.js';
import type { ServiceName } from './index.js';

const banners = { type: 'type' };
const bridge = { type: 'type', amount: 'amount', to: 'toAddress' };
const vehicles = {
  category: 'category',
  status: 'status',
  region: 'region',
  city: 'city',
  sort: 'sort',
  order: 'order',
};

export const assumedNames = {
  user: {
    listWallets: { network: 'network' },
    createWallet: { network: 'network', address: 'address', index: 'index', name: 'name' },
    deleteWallet: { id: 'id' },
    getBalance: { network: 'network', address: 'address' },
    quotePoints: { amount: 'amount', type: 'type' },
    transferPoints: { to: 'toUserId', amount: 'amount' },
    precheckPointsDeposit: { amount: 'amount' },
    precheckPointsDepositV2: { amount: 'amount' },
    depositPoints: { amount: 'amount', currency: 'currencyId' },
    depositPointsV2: { amount: 'amount', currency: 'currencyId' },
    withdrawPoints: { amount: 'amount', currency: 'currencyId', to: 'address' },
    transferAppBalance: { app: 'appId', to: 'identifier', amount: 'amount', currency: 'currency' },
    getAppBalances: { currency: 'currency', timestamp: 'timestamp' },
    getAppUserBalances: { currency: 'currency', timestamp: 'timestamp' },
  },
  activity: {
    listBanners: banners,
    listRegionBanners: banners,
    listPublicBanners: banners,
    listPublicMissions: { missionGroupId: 'missionGroupId', excludeAutoClaimable: 'excludeAutoClaimable' },
    claimRanking: { network: 'network', to: 'address' },
    registerReferralCode: { code: 'code' },
  },
  sale: {
    listItems: { status: 'status' },
    giveItem: { id: 'itemId', to: 'toUserId' },
    createOrder: { product: 'productId', quantity: 'quantity', currency: 'currencyId' },
    payOrder: { method: 'method' },
  },
  'image-factory': {
    createImage: { text: 'text', font: 'font', weight: 'weight', align: 'align' },
  },
  'vehicle-oracle': {
    getHeatMap: { point: 'type', city: 'city' },
    getVehicleDash: { filter: 'filter', series: 'series', type: 'type' },
    listNotices: { category: 'category' },
  },
  'bep20-swap': {
    getBridgeFee: { type: 'type' },
    createBridgeSwap: { type: 'type', amount: 'amount', to: 'toAddress' },
    createSwap: bridge,
    createSwapV1: bridge,
  },
  'ride-hailing': {
    searchPlaces: { text: 'q', city: 'city' },
    listNearbyPlaces: { latitude: 'latitude', longitude: 'longitude' },
    findPlace: { latitude: 'latitude', longitude: 'longitude' },
    getCurrentRegion: { latitude: 'latitude', longitude: 'longitude' },
    listRestrictedAreas: { latitude: 'latitude', longitude: 'longitude' },
    listRecommendedPlaces: { type: 'type' },
    listPlaceAttributes: { ids: 'ids' },
    checkPhone: { phone: 'phone' },
    sendPhoneCode: { phone: 'phone' },
    confirmPhone: { phone: 'phone', code: 'code' },
    searchRides: { region: 'region', locations: 'locations', currency: 'payCurrency' },
    requestRide: {
      search: 'searchId',
      product: 'productCode',
      currency: 'payCurrency',
      walletProvider: 'walletProviderId',
      rider: 'rider',
    },
    cancelRequest: { reason: 'reason' },
    reportPosition: { latitude: 'latitude', longitude: 'longitude' },
  },
  musubi: {
    listOfferings: { status: 'status', sort: 'orderBy', order: 'order' },
    listPublicVehicles: vehicles,
    listPublicVehiclesV1: vehicles,
    listVehicles: vehicles,
    getPublicVehicle: { vin: 'vin' },
    listIncomes: { period: 'period', currency: 'currency' },
    getStatistics: { period: 'period', settlementPeriod: 'settlementPeriod' },
    listProducts: { category: 'category' },
    listTransactions: { type: 'type' },
    createOrder: { offering: 'offeringId', amount: 'amount', purchaseType: 'purchaseType', currency: 'currency' },
    createPayment: { order: 'orderId', method: 'method' },
    contact: { title: 'title', message: 'message' },
    submitLeaseApplication: { product: 'productId', months: 'months', phone: 'phone' },
  },
  wallet: {
    getPriceHistory: { currency: 'currency' },
    getPublicPrice: {
      ids: 'ids',
      vs_currencies: 'vs_currencies',
      include_market_cap: 'include_market_cap',
      include_24hr_vol: 'include_24hr_vol',
      include_24hr_change: 'include_24hr_change',
      include_last_updated_at: 'include_last_updated_at',
    },
    listStakings: { status: 'status', type: 'type' },
    listTransactionsV1_1: {
      network: 'network',
      address: 'address',
      filter: 'filter',
      ticker: 'ticker',
      beforeblock: 'beforeblock',
      beforeindex: 'beforeindex',
    },
    quoteSwapV1_1: { fromTokenAddress: 'fromTokenAddress', toTokenAddress: 'toTokenAddress', amount: 'amount' },
    startMigration: { address: 'address', network: 'network' },
  },
  notification: {
    listNotifications: { type: 'entityType' },
  },
} satisfies Readonly<Partial<Record<ServiceName, AssumedNames>>>;

/** The assumed names of a service, by call. */
export const assumedOf = (service: string): AssumedNames =>
  (assumedNames as Readonly<Record<string, AssumedNames>>)[service] ?? {};

/** The assumed names of a call's fields. */
export const assumedFields = ({
  service,
  name,
}: {
  readonly service: string;
  readonly name: string;
}): AssumedNames[string] | undefined => assumedOf(service)[name];
