// Vehicle assets, answered.
import { contact, contactBody, receiveContact } from '../../domains/assets/contact.js';
import {
  claimableQuery,
  incomeListing,
  incomeQuery,
  listClaimable,
  listRideIncomes,
  rideIncomeQuery,
} from '../../domains/assets/incomes.js';
import { applyForLease, lease, leaseBody } from '../../domains/assets/leases.js';
import { offering, offeringListing, offeringQuery } from '../../domains/assets/offering.js';
import { makeOrder, order, orderBody } from '../../domains/assets/orders.js';
import { changeToCrypto, makePayment, payment, paymentBody } from '../../domains/assets/payments.js';
import { product, productListing, productQuery } from '../../domains/assets/products.js';
import { income } from '../../domains/assets/settling.js';
import { share } from '../../domains/assets/shares.js';
import { transaction, transactionListing, transactionQuery } from '../../domains/assets/transactions.js';
import {
  listCollections,
  listOwn,
  listPublic,
  oneVehicleQuery,
  showDash,
  showPublic,
  showStatistics,
  statisticsQuery,
  vehicleFilters,
  vehicleQuery,
} from '../../domains/assets/vehicles.js';
import { act, answers, create, get, list, paging, same, view } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/musubi.js')>({
  getLeaseApplication: get(lease),
  listCollections: view(listCollections, { query: paging }),
  listOfferings: list(offering, offeringListing, { query: offeringQuery }),
  getOffering: get(offering),
  listIncomes: list(income, incomeListing, { query: incomeQuery }),
  getPublicVehicle: view(showPublic, { query: oneVehicleQuery }),
  listPublicVehiclesV1: same('listPublicVehicles'),
  getPublicDash: view(showDash, { query: vehicleFilters }),
  listPublicVehicles: view(listPublic, { query: vehicleQuery }),
  listVehicles: view(listOwn, { query: vehicleQuery }),
  listClaimable: view(listClaimable, { query: claimableQuery }),
  listRideIncomes: { ...view(listRideIncomes, { query: rideIncomeQuery }), kind: share as never },
  getStatistics: view(showStatistics, { query: statisticsQuery }),
  listTransactions: list(transaction, transactionListing, { query: transactionQuery }),
  listProducts: list(product, productListing, { query: productQuery }),
  getProduct: get(product),
  contact: create(contact, receiveContact, { body: contactBody }),
  submitLeaseApplication: view(applyForLease, { body: leaseBody }),
  createOrder: create(order, makeOrder, { body: orderBody }),
  createPayment: view(makePayment, { body: paymentBody }),
  changePaymentToCrypto: act(payment, changeToCrypto),
  ...vitals,
});
