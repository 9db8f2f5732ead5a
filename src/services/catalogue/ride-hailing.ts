// Ride-hailing: places, prices, ride requests. Of its payloads only the sign-in is public.
import { open, secret, service, text, verbs, vitals } from './define.js';
import { Network, Region, WalletProviderId } from './words.js';

const { get, post } = verbs<typeof import('./ride-hailing.shapes.js')>();

export default service({
  name: 'ride-hailing',
  auth: 'signed-in',
  path: { region: Region, network: Network, walletProviderId: WalletProviderId },
  shapes: () => import('./ride-hailing.shapes.js'),
  // biome-ignore format: one call a line
  calls: {
    getPoints: get('/v1/balance/point/{region}', { is: 'Show the ride points of a region' }),
    listCurrencies: get('/v1/currency', { is: 'List the currencies that pay for rides' }),
    listRegionCurrencies: get('/v1/currency/{region}', { is: 'List the currencies of a region' }),
    listNetworkCurrencies: get('/v1/currency/{region}/{network}', { is: 'List the currencies of a region on one network' }),
    listProviderCurrencies: get('/v1/currency/{region}/wallet-provider/{walletProviderId}', { is: 'List the currencies of a region for one wallet provider' }),
    listWalletProviders: get('/v1/wallet-provider/{region}', { is: 'List the wallet providers of a region' }),
    checkPhone: get('/v1/phone-verification/check', { is: 'Ask whether a phone number is verified', query: open }),
    listPlaceAttributes: get('/v1/places/attribute-by-list', { is: 'List the attributes of several places', query: open }),
    getPlace: get('/v1/places/{id}', { is: 'Show one place', query: open }),
    listNearbyPlaces: get('/v1/places/nearby', { is: 'List places around a point', query: open }),
    listRecommendedPlaces: get('/v1/places/recommend', { is: 'List recommended places', query: open }),
    getCurrentRegion: get('/v1/places/regions/current', { is: 'Show the region of a point', query: open }),
    listRestrictedAreas: get('/v1/places/restricted-areas', { is: 'List the areas where no ride may start or end', query: open }),
    findPlace: get('/v1/places/reverse-geo', { is: 'Find the place at a point', query: open }),
    searchPlaces: get('/v1/places/search', { is: 'Search places by text', query: open }),
    getCancelStatus: get('/v1/rides/cancel-status', { is: 'Show what a cancellation would mean now' }),
    getActiveRequest: get('/v1/rides/request/active', { is: 'Show the ride request under way' }),
    getRequest: get('/v1/rides/request/{id}', { is: 'Show one ride request' }),
    getPreRequest: get('/v1/rides/request/{id}/pre-request', { is: 'Show how a ride request is to be paid' }),
    login: post('/v1/auth/login', { is: 'Sign in to ride-hailing', auth: 'public', body: { initData: secret(text()) }, effect: 'service', gives: 'Login', secret: true }),
    sendPhoneCode: post('/v1/phone-verification/send-code', { is: 'Send a code to a phone number', body: open, effect: 'service' }),
    confirmPhone: post('/v1/phone-verification/confirm', { is: 'Confirm a phone number with its code', body: open, effect: 'service' }),
    searchRides: post('/v1/rides/base-search', { is: 'Search products and fares for a ride', body: open, effect: 'none' }),
    requestRide: post('/v1/rides/pre-request', { is: 'Ask for a ride', body: open, effect: 'money' }),
    cancelRequest: post('/v1/rides/request/{id}/cancel', { is: 'Cancel a ride request', body: open, effect: 'service', warn: 'A late cancellation may cost a fee' }),
    cancelWait: post('/v1/rides/request/{id}/cancel-wait', { is: 'Cancel a ride request that is still waiting', effect: 'service', warn: 'A late cancellation may cost a fee' }),
    retryRequest: post('/v1/rides/request/{id}/re-try', { is: 'Ask for the same ride again', effect: 'money' }),
    reportPosition: post('/v1/user-log/gps', { is: 'Report a position', body: open, effect: 'service' }),
    ...vitals,
  },
});
