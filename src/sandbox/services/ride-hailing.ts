// Ride-hailing, answered.
import { loginWithTelegram } from '../people/sign-in.js';
import { answers, door, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/ride-hailing.js')>({
  getPoints: plain(),
  listCurrencies: plain(),
  listRegionCurrencies: plain(),
  listNetworkCurrencies: plain(),
  listProviderCurrencies: plain(),
  listWalletProviders: plain(),
  checkPhone: plain(),
  listPlaceAttributes: plain(),
  getPlace: plain(),
  listNearbyPlaces: plain(),
  listRecommendedPlaces: plain(),
  getCurrentRegion: plain(),
  listRestrictedAreas: plain(),
  findPlace: plain(),
  searchPlaces: plain(),
  getCancelStatus: plain(),
  getActiveRequest: plain(),
  getRequest: plain(),
  getPreRequest: plain(),
  login: door(loginWithTelegram),
  sendPhoneCode: plain(),
  confirmPhone: plain(),
  searchRides: plain(),
  requestRide: plain(),
  cancelRequest: plain(),
  cancelWait: plain(),
  retryRequest: plain(),
  reportPosition: plain(),
  ...vitals,
});
