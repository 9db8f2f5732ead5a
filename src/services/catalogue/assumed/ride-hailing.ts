// The assumed names of ride-hailing: those of the published ride vocabulary (platform 6) and of the sandbox.
import type { Assumed } from '../define.js';

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
} satisfies Assumed;
