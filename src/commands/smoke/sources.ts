// Where the values of a smoke run come from when no file gives them: a table by name, beside which only two rules are needed (values.ts).

/** A field of a call's answer, `service call field`, or a plain value. */
export type Source = string | { readonly is: string };

/**
 * By `service call name`, `service name` or `name`, the nearest counts; tried in their order. A word of a closed list is taken from here only
 * where the list has it. What has no line is looked for beside its path, and a word is else the first of its list.
 */
export const sources: Readonly<Record<string, readonly Source[]>> = {
  // Which of a closed list: those that most things are to be had for.
  network: [{ is: 'BSC' }],
  region: [{ is: 'KH' }],
  'activity region': ['activity listBanners region', { is: 'KH' }],
  filter: [{ is: 'ALL' }],
  currency: [{ is: 'MVP' }, 'user getPoints currencyId'],
  // Who is asked about
  userId: ['user getCurrent userId', 'user listInvitees id'],
  identifier: ['user getCurrent identifier', 'user getCurrent userId'],
  address: ['user getMainWallet address', 'user listWallets address'],
  fromAddress: ['user getMainWallet address', 'user listWallets address'],
  pubkey: [],
  phone: [{ is: '+85512000000' }],
  fcmToken: [{ is: 'tuk-smoke' }], // a device that nobody has
  // Points, apps, games
  currencyId: ['user getPoints currencyId', 'sale listCurrencies id'],
  'user getCurrency id': ['sale listCurrencies id', 'user getPoints currencyId'],
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
  'ride-hailing getPlace id': ['ride-hailing listRecommendedPlaces placeId'],
  ids: ['ride-hailing listRecommendedPlaces placeId'],
  latitude: ['ride-hailing listRecommendedPlaces latitude'],
  longitude: ['ride-hailing listRecommendedPlaces longitude'],
  q: ['ride-hailing listRecommendedPlaces name'],
  // The chain
  'wallet ids': ['wallet listTokens priceId', { is: 'mass-vehicle-ledger' }],
  vs_currencies: [{ is: 'usd' }],
  tokenSymbol: ['wallet listNetworkTokens symbol'],
  fromTokenAddress: [{ is: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }], // the network's own coin, as swap aggregators spell it
  toTokenAddress: ['wallet listTokensV1 contractAddress'],
  hash: ['wallet listHistory hash'],
  blockNumber: ['wallet listHistory blockNumber'],
  'wallet getHistoryRow id': ['wallet listHistory id'],
  beforeblock: [{ is: '2147483647' }], // as the published client begins
  beforeindex: [{ is: '2147483647' }],
  // Plain ones
  'wallet amount': [{ is: '1000000000000000' }],
  amount: [{ is: '10' }],
  'user type': [{ is: 'DEPOSIT' }],
  page: [{ is: '0' }],
  isContainCanceled: [{ is: 'false' }],
};

/** What answers 404 where there is none of it: told as skipped, where the service says NOT_FOUND itself. */
export const mayBeNone: ReadonlySet<string> = new Set([
  'ride-hailing getActiveRequest',
  'ride-hailing getCancelStatus',
  'user getActiveDemocopter',
  'wallet getMigration',
]);

const ofSwap = ['fromTokenAddress', 'toTokenAddress', 'amount'];
/**
 * Fields of queries that are needed though no public source names them: those that the sandbox takes. Elsewhere they may be called otherwise,
 * so a failure says under which names it was asked; a file of values that names the call replaces them.
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
  'wallet quoteSwapV1_1': ofSwap,
  'wallet buildSwapV1_1': [...ofSwap, 'fromAddress'],
  'wallet listTransactionsV1_1': ['network', 'address', 'beforeblock', 'beforeindex'],
  'wallet listBlockTransactions': ['network', 'blockNumber'],
};
