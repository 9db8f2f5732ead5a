// Ride-hailing, answered: places, prices, and ride requests that move by themselves.

import { optional, text } from '../../../services/catalogue/define.js';
import { accounts } from '../../domains/balances/accounts.js';
import { toDecimal } from '../../domains/balances/amounts.js';
import { fiat, fiatOf } from '../../domains/balances/currencies.js';
import { holding } from '../../domains/balances/ledger.js';
import { loginWithTelegram } from '../../domains/people/sign-in.js';
import { cancelWait, decideCancel, decideRetry, showCancelled, showCancelStatus } from '../../domains/rides/cancel.js';
import {
  listCurrencies,
  listNetworkCurrencies,
  listProviderCurrencies,
  listRegionCurrencies,
  listWalletProviders,
} from '../../domains/rides/currencies.js';
import { checkPhone, confirmFields, confirmPhone, gpsFields, phoneField, sendCode, takePosition } from '../../domains/rides/phone.js';
import * as places from '../../domains/rides/places.js';
import { requestBody, requestRide, showActive, showPayment } from '../../domains/rides/request.js';
import { ride } from '../../domains/rides/ride.js';
import { makeSearch, search, searchBody } from '../../domains/rides/search.js';
import { ack, act, answers, create, door, get, move, view } from '../handlers.js';
import { vitals } from '../health.js';
import { refuse } from '../refusal.js';
import { caller, type World } from '../world.js';

function showPoints(world: World): unknown {
  const region = Object.hasOwn(fiatOf, world.path.region ?? '')
    ? (world.path.region as keyof typeof fiatOf)
    : refuse(404, 'There is no such region.', 'NOT_FOUND_REGION');
  const currency = fiatOf[region];
  return {
    region,
    currency,
    amount: toDecimal(holding(world, accounts.ride(caller(world).userId, region), currency), fiat[currency].decimals),
  };
}

export default answers<typeof import('../../../services/catalogue/ride-hailing.js')>({
  getPoints: view(showPoints),
  listCurrencies: view(listCurrencies),
  listRegionCurrencies: view(listRegionCurrencies),
  listNetworkCurrencies: view(listNetworkCurrencies),
  listProviderCurrencies: view(listProviderCurrencies),
  listWalletProviders: view(listWalletProviders),
  checkPhone: view(checkPhone, { query: phoneField }),
  listPlaceAttributes: view(places.listAttributes, { query: places.attributeQuery }),
  getPlace: view(places.getPlace),
  listNearbyPlaces: view(places.listNearby, { query: places.nearbyQuery }),
  listRecommendedPlaces: view(places.listRecommended, { query: places.recommendQuery }),
  getCurrentRegion: view(places.currentRegion, { query: places.pointQuery }),
  listRestrictedAreas: view(places.listRestrictedAreas, { query: places.areaQuery }),
  findPlace: view(places.findPlace, { query: places.pointQuery }),
  searchPlaces: view(places.searchPlaces, { query: places.searchQuery }),
  getCancelStatus: view(showCancelStatus),
  getActiveRequest: view(showActive),
  getRequest: get(ride),
  getPreRequest: act(ride, showPayment),
  login: door(loginWithTelegram),
  sendPhoneCode: view(sendCode, { body: phoneField }),
  confirmPhone: view(confirmPhone, { body: confirmFields }),
  searchRides: create(search, makeSearch, { body: searchBody }),
  requestRide: view(requestRide, { body: requestBody }),
  cancelRequest: move(ride, decideCancel, showCancelled, { body: { reason: optional(text()) } }),
  cancelWait: act(ride, cancelWait),
  retryRequest: move(ride, decideRetry),
  reportPosition: ack(takePosition, { body: gpsFields }),
  ...vitals,
});
