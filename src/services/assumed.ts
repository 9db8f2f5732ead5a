// Field names that nobody outside knows, and what is sent under until a person says otherwise. They are those of the sandbox and of the
// published ride vocabulary (CONTRACT.md section 5), never passed off as the service's own: a dry run names them, a profile replaces them.

/** By service and call: what an option gives, and the field that it is sent in; `a.b` nests. */
export const assumed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ride-hailing searchPlaces': { text: 'q', city: 'city' },
  'ride-hailing listNearbyPlaces': { latitude: 'latitude', longitude: 'longitude' },
  'ride-hailing findPlace': { latitude: 'latitude', longitude: 'longitude' },
  'ride-hailing getCurrentRegion': { latitude: 'latitude', longitude: 'longitude' },
  'ride-hailing listRestrictedAreas': { latitude: 'latitude', longitude: 'longitude' },
  'ride-hailing listRecommendedPlaces': { type: 'type' },
  'ride-hailing listPlaceAttributes': { ids: 'ids' },
  'ride-hailing checkPhone': { phone: 'phone' },
  'ride-hailing sendPhoneCode': { phone: 'phone' },
  'ride-hailing confirmPhone': { phone: 'phone', code: 'code' },
  'ride-hailing searchRides': { region: 'region', locations: 'locations' },
  'ride-hailing requestRide': {
    search: 'searchId',
    product: 'productCode',
    currency: 'payCurrency',
    'wallet-provider': 'walletProviderId',
    rider: 'rider',
  },
  'ride-hailing cancelRequest': { reason: 'reason' },
  'ride-hailing reportPosition': { latitude: 'latitude', longitude: 'longitude' },
};
