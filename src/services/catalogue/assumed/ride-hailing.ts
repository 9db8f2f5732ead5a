// The assumed names of ride-hailing: the published ride vocabulary (platform 6), and the sandbox's names.
import type { AssumedNames } from '../define.js';

export default {
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
} satisfies AssumedNames;
