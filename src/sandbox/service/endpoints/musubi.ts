// The handlers of vehicle assets.

import { action, aliasOf, create, defineHandlers, forKind, get, list, paging, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import { assetOrder, assetOrderBody, createAssetOrder } from '../../domains/assets/asset-orders.js';
import { assetPayment, changeToCrypto, makePayment, paymentBody } from '../../domains/assets/asset-payments.js';
import { assetTransaction, transactionListing, transactionQuery } from '../../domains/assets/asset-transactions.js';
import { contact, contactBody, receiveContact } from '../../domains/assets/contact.js';
import {
  claimableQuery,
  incomeQuery,
  listClaimable,
  listIncomes,
  listRideIncomes,
  rideIncomeQuery,
} from '../../domains/assets/incomes.js';
import { applyForLease, lease, leaseBody } from '../../domains/assets/leases.js';
import { offering, offeringListing, offeringQuery } from '../../domains/assets/offering.js';
import { income, share } from '../../domains/assets/shares.js';
import { productListing, productQuery, vehicleProduct } from '../../domains/assets/vehicle-products.js';
import * as vehicles from '../../domains/assets/vehicles.js';

export default defineHandlers<typeof import('../../../services/catalogue/musubi.js')>({
  getLeaseApplication: get(lease),
  listCollections: view(vehicles.listCollections, { query: paging }),
  listOfferings: list(offering, offeringListing, { query: offeringQuery }),
  getOffering: get(offering),
  listIncomes: forKind(income, view(listIncomes, { query: incomeQuery })),
  getPublicVehicle: view(vehicles.showPublic, { query: vehicles.oneVehicleQuery }),
  listPublicVehiclesV1: aliasOf('listPublicVehicles'),
  getPublicDash: view(vehicles.showDash, { query: vehicles.vehicleFilters }),
  listPublicVehicles: view(vehicles.listPublic, { query: vehicles.vehicleQuery }),
  listVehicles: view(vehicles.listOwn, { query: vehicles.vehicleQuery }),
  listClaimable: view(listClaimable, { query: claimableQuery }),
  listRideIncomes: forKind(share, view(listRideIncomes, { query: rideIncomeQuery })),
  getStatistics: view(vehicles.showStatistics, { query: vehicles.statisticsQuery }),
  listTransactions: list(assetTransaction, transactionListing, { query: transactionQuery }),
  listProducts: list(vehicleProduct, productListing, { query: productQuery }),
  getProduct: get(vehicleProduct),
  contact: create(contact, receiveContact, { body: contactBody }),
  submitLeaseApplication: view(applyForLease, { body: leaseBody }),
  createOrder: create(assetOrder, createAssetOrder, { body: assetOrderBody }),
  createPayment: view(makePayment, { body: paymentBody }),
  changePaymentToCrypto: action(assetPayment, changeToCrypto),
  ...health,
});
