// The sources of the values of a smoke run, by name, after its fixtures; values.ts has the rules beside the table.

/** A field of a call's response, `service call field`, or a plain value. */
export type Source = string | { readonly value: string };

/**
 * By `service call name`, `service name` or `name`: the nearest key counts, and its sources are tried in order. An enum
 * takes only its own values. A name without a line is looked up beside its path; an enum defaults to its first value.
 */
export const sources: Readonly<Record<string, readonly Source[]>> = {
  // Enums: the values with the most data
  network: [{ value: 'BSC' }],
  region: [{ value: 'KH' }],
  'activity region': ['activity listBanners region', { value: 'KH' }],
  filter: [{ value: 'ALL' }],
  currency: [{ value: 'MVP' }, 'user getPoints currencyId'],
  // Users
  userId: ['user getCurrent userId', 'user listInvitees id', 'user getCurrent id'],
  identifier: ['user getCurrent identifier', 'user getCurrent userId'],
  address: ['user getMainWallet address', 'user listWallets address', 'user listWalletsV2 address'],
  fromAddress: ['user getMainWallet address', 'user listWallets address', 'user listWalletsV2 address'],
  pubkey: [],
  phone: [{ value: '+85512000000' }],
  fcmToken: [{ value: 'tuk-smoke' }], // the token of no device
  // Points, apps, games
  currencyId: ['user getPoints currencyId', 'sale listCurrencies id', 'sale listCurrencies value'],
  'user getCurrency id': ['sale listCurrencies id', 'user getPoints currencyId', 'sale listCurrencies value'],
  appId: ['user listPublicApps id', 'user listApps id'],
  eventAlias: ['user listAppEarnEvents alias'],
  requestId: ['user listParticipations requestId'],
  missionPointId: ['activity listMissionGroups missionPointId', 'activity listMissions missionPointId'],
  missionGroupId: ['activity listMissionGroups id'],
  'user getGame id': ['user getActiveDemocopter id'],
  'user getGameResult id': ['user listPastDemocopterResults id'],
  'user getGameResultAbstract id': ['user listPastDemocopterResults id'],
  'user getForm id': [],
  slug: ['user listFirstSale slug'],
  // The store
  'sale getOrder id': ['sale listItems orderId'],
  // Vehicles
  vin: ['musubi listVehicles vin', 'musubi listPublicVehicles vin'],
  num: ['musubi listPublicVehicles num', 'vehicle-oracle listVehicleUpdates num'],
  tokenId: ['musubi listPublicVehicles tokenId', 'musubi listTransactions tokenId'],
  nftNo: ['musubi listPublicVehicles nftNo'],
  saleId: [],
  'vehicle-oracle network': ['musubi listCollections network'],
  contractAddress: ['musubi listCollections contractAddress'],
  // Places
  'ride-hailing getPlace id': ['ride-hailing listRecommendedPlaces placeId', 'ride-hailing searchPlaces placeId'],
  ids: ['ride-hailing listRecommendedPlaces placeId'],
  latitude: ['ride-hailing listRecommendedPlaces latitude', { value: '11.5564' }],
  longitude: ['ride-hailing listRecommendedPlaces longitude', { value: '104.9282' }],
  q: ['ride-hailing listRecommendedPlaces name', { value: 'market' }],
  // The chain
  'wallet ids': ['wallet listTokens priceId', { value: 'mass-vehicle-ledger' }],
  vs_currencies: [{ value: 'usd' }],
  tokenSymbol: ['wallet listNetworkTokens symbol'],
  // the network's own coin, as swap aggregators spell it
  fromTokenAddress: [{ value: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }],
  toTokenAddress: ['wallet listTokensV1 contractAddress'],
  hash: ['wallet listHistory hash'],
  blockNumber: ['wallet listHistory blockNumber'],
  'wallet getHistoryRow id': ['wallet listHistory id'],
  beforeblock: [{ value: '2147483647' }], // as the published client begins
  beforeindex: [{ value: '2147483647' }],
  // Plain ones
  'wallet amount': [{ value: '1000000000000000' }],
  amount: [{ value: '10' }],
  'user type': [{ value: 'DEPOSIT' }],
  page: [{ value: '0' }],
  isContainCanceled: [{ value: 'false' }],
};

/** Calls whose thing need not exist: 204, or 404 with a code NOT_FOUND_…, says so. */
export const optionalResources: ReadonlySet<string> = new Set([
  'ride-hailing getActiveRequest',
  'ride-hailing getCancelStatus',
  'user getActiveDemocopter',
  'wallet getMigration',
]);

const swapFields = ['fromTokenAddress', 'toTokenAddress', 'amount'];
/**
 * Required query fields without a public name, by the names of the sandbox. A failure says which names were used. A
 * values file that names the call replaces them.
 */
export const assumedQueries: Readonly<Record<string, readonly string[]>> = {
  'user quotePoints': ['type', 'amount'],
  'user quotePointsV2': ['type', 'amount'],
  'musubi getPublicVehicle': ['vin'],
  'ride-hailing checkPhone': ['phone'],
  'ride-hailing listPlaceAttributes': ['ids'],
  'ride-hailing listNearbyPlaces': ['latitude', 'longitude'],
  'ride-hailing getCurrentRegion': ['latitude', 'longitude'],
  'ride-hailing findPlace': ['latitude', 'longitude'],
  'ride-hailing searchPlaces': ['q'],
  'wallet quoteSwapV1_1': swapFields,
  'wallet buildSwapV1_1': [...swapFields, 'fromAddress'],
  'wallet listTransactionsV1_1': ['network', 'address', 'beforeblock', 'beforeindex'],
  'wallet listBlockTransactions': ['network', 'blockNumber'],
};
