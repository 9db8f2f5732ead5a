// The handlers of ride-hailing: places, prices and ride requests.

import { optional, text } from '../../../src/services/catalogue/define.js';
import { health } from '../../core/health.js';
import {
  action,
  auth,
  callerId,
  create,
  defineHandlers,
  get,
  type HandlerContext,
  refuse,
  transition,
  view,
} from '../../core/index.js';
import { accounts, fiat, fiatOf, toDecimal } from '../../domains/balances/currencies.js';
import { accountBalance } from '../../domains/balances/ledger.js';
import { loginWithTelegram } from '../../domains/people/sign-in.js';
import { checkPhone, confirmPhone, reportPosition, sendCode } from '../../domains/rides/phone.js';
import * as places from '../../domains/rides/places.js';
import {
  cancelWait,
  decideRetry,
  decideRideCancel,
  requestRide,
  showActiveRide,
  showCancelled,
  showCancelStatus,
  showPayment,
} from '../../domains/rides/request-ride.js';
import { ride } from '../../domains/rides/ride.js';
import * as rideCurrencies from '../../domains/rides/search.js';
import { makeSearch, search, searchBody } from '../../domains/rides/search.js';

function showPoints(context: HandlerContext) {
  const region = Object.hasOwn(fiatOf, context.path.region ?? '')
    ? (context.path.region as keyof typeof fiatOf)
    : refuse(404, 'There is no such region.', 'NOT_FOUND_REGION');
  const currency = fiatOf[region];
  return {
    region,
    currency,
    amount: toDecimal(
      accountBalance(context, accounts.ride(callerId(context), region), currency),
      fiat[currency].decimals,
    ),
  };
}

export default defineHandlers<typeof import('../../../src/services/catalogue/ride-hailing.js')>({
  getPoints: view(showPoints),
  listCurrencies: view(rideCurrencies.listCurrencies),
  listRegionCurrencies: view(rideCurrencies.listRegionCurrencies),
  listNetworkCurrencies: view(rideCurrencies.listNetworkCurrencies),
  listProviderCurrencies: view(rideCurrencies.listProviderCurrencies),
  listWalletProviders: view(rideCurrencies.listWalletProviders),
  checkPhone,
  listPlaceAttributes: places.listAttributes,
  getPlace: view(places.getPlace),
  listNearbyPlaces: places.listNearby,
  listRecommendedPlaces: places.listRecommended,
  getCurrentRegion: places.currentRegion,
  listRestrictedAreas: places.listRestrictedAreas,
  findPlace: places.findPlace,
  searchPlaces: places.searchPlaces,
  getCancelStatus: view(showCancelStatus),
  getActiveRequest: view(showActiveRide),
  getRequest: get(ride),
  getPreRequest: action(ride, showPayment),
  login: auth(loginWithTelegram),
  sendPhoneCode: sendCode,
  confirmPhone,
  searchRides: create(search, makeSearch, { body: searchBody }),
  requestRide,
  cancelRequest: transition(ride, decideRideCancel, showCancelled, { body: { reason: optional(text()) } }),
  cancelWait: action(ride, cancelWait),
  retryRequest: transition(ride, decideRetry),
  reportPosition,
  ...health,
});
