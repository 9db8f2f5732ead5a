// Ride-hailing: places, prices, ride requests. Only the payloads of the sign-in are public.
import { healthCalls, open, secret, service, text, verbs } from './define.js';
import { Network, Region, WalletProviderId } from './words.js';

const { get, post } = verbs<typeof import('./ride-hailing.shapes.js')>();

export default service({
  name: 'ride-hailing',
  auth: 'signed-in',
  path: { region: Region, network: Network, walletProviderId: WalletProviderId },
  shapes: () => import('./ride-hailing.shapes.js'),
  // biome-ignore format: one call a line
  calls: {
    getPoints: get('/v1/balance/point/{region}', { summary: 'Show the ride points of a region' }),
    listCurrencies: get('/v1/currency', { summary: 'List the currencies that pay for rides' }),
    listRegionCurrencies: get('/v1/currency/{region}', { summary: 'List the currencies of a region' }),
    listNetworkCurrencies: get('/v1/currency/{region}/{network}', { summary: 'List the currencies of a region on one network' }),
    listProviderCurrencies: get('/v1/currency/{region}/wallet-provider/{walletProviderId}', { summary: 'List the currencies of a region for one wallet provider' }),
    listWalletProviders: get('/v1/wallet-provider/{region}', { summary: 'List the wallet providers of a region' }),
    checkPhone: get('/v1/phone-verification/check', { summary: 'Check whether a phone number is verified', query: open }),
    listPlaceAttributes: get('/v1/places/attribute-by-list', { summary: 'List the attributes of several places', query: open }),
    getPlace: get('/v1/places/{id}', { summary: 'Show one place', query: open }),
    listNearbyPlaces: get('/v1/places/nearby', { summary: 'List places around a point', query: open }),
    listRecommendedPlaces: get('/v1/places/recommend', { summary: 'List recommended places', query: open }),
    getCurrentRegion: get('/v1/places/regions/current', { summary: 'Show the region of a point', query: open }),
    listRestrictedAreas: get('/v1/places/restricted-areas', { summary: 'List the areas where no ride may start or end', query: open }),
    findPlace: get('/v1/places/reverse-geo', { summary: 'Find the place at a point', query: open }),
    searchPlaces: get('/v1/places/search', { summary: 'Search places by text', query: open }),
    getCancelStatus: get('/v1/rides/cancel-status', { summary: 'Show the cost of a cancellation now' }),
    getActiveRequest: get('/v1/rides/request/active', { summary: 'Show the ride request under way' }),
    getRequest: get('/v1/rides/request/{id}', { summary: 'Show one ride request' }),
    getPreRequest: get('/v1/rides/request/{id}/pre-request', { summary: 'Show the payment of a ride request' }),
    login: post('/v1/auth/login', { summary: 'Sign in to ride-hailing', auth: 'public', body: { initData: secret(text()) }, effect: 'service', response: 'Login', secret: true }),
    sendPhoneCode: post('/v1/phone-verification/send-code', { summary: 'Send a code to a phone number', body: open, effect: 'service' }),
    confirmPhone: post('/v1/phone-verification/confirm', { summary: 'Confirm a phone number with its code', body: open, effect: 'service' }),
    searchRides: post('/v1/rides/base-search', { summary: 'Search products and fares for a ride', body: open, effect: 'none' }),
    requestRide: post('/v1/rides/pre-request', { summary: 'Request a ride', body: open, effect: 'money' }),
    cancelRequest: post('/v1/rides/request/{id}/cancel', { summary: 'Cancel a ride request', body: open, effect: 'service', warn: 'A late cancellation may cost a fee' }),
    cancelWait: post('/v1/rides/request/{id}/cancel-wait', { summary: 'Cancel a ride request that is still waiting', effect: 'service', warn: 'A late cancellation may cost a fee' }),
    retryRequest: post('/v1/rides/request/{id}/re-try', { summary: 'Retry a ride request', effect: 'money' }),
    reportPosition: post('/v1/user-log/gps', { summary: 'Report a position', body: open, effect: 'service' }),
    ...healthCalls,
  },
});
