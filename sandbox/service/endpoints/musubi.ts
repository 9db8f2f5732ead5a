// The handlers of vehicle assets.

import { health } from '../../core/health.js';
import { action, aliasOf, defineHandlers, forKind, get } from '../../core/index.js';
import { createAssetOrder } from '../../domains/assets/asset-orders.js';
import { assetPayment, changeToCrypto, makePayment } from '../../domains/assets/asset-payments.js';
import { listTransactions } from '../../domains/assets/asset-transactions.js';
import { receiveContact } from '../../domains/assets/contact.js';
import { listClaimable, listIncomes, listRideIncomes } from '../../domains/assets/incomes.js';
import { applyForLease, lease } from '../../domains/assets/leases.js';
import { listOfferings, offering } from '../../domains/assets/offering.js';
import { income, share } from '../../domains/assets/shares.js';
import { listProducts, vehicleProduct } from '../../domains/assets/vehicle-products.js';
import * as vehicles from '../../domains/assets/vehicles.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/musubi.js')>({
  getLeaseApplication: get(lease),
  listCollections: vehicles.listCollections,
  listOfferings,
  getOffering: get(offering),
  listIncomes: forKind(income, listIncomes),
  getPublicVehicle: vehicles.showPublic,
  listPublicVehiclesV1: aliasOf('listPublicVehicles'),
  getPublicDash: vehicles.showDash,
  listPublicVehicles: vehicles.listPublic,
  listVehicles: vehicles.listOwn,
  listClaimable,
  listRideIncomes: forKind(share, listRideIncomes),
  getStatistics: vehicles.showStatistics,
  listTransactions,
  listProducts,
  getProduct: get(vehicleProduct),
  contact: receiveContact,
  submitLeaseApplication: applyForLease,
  createOrder: createAssetOrder,
  createPayment: makePayment,
  changePaymentToCrypto: action(assetPayment, changeToCrypto),
  ...health,
});
