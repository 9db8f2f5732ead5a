// Vehicle assets, answered.
import { contact, contactBody, receiveContact } from '../assets/contact.js';
import { claimableQuery, incomeListing, incomeQuery, listClaimable, listRideIncomes, rideIncomeQuery } from '../assets/incomes.js';
import { applyForLease, lease, leaseBody } from '../assets/leases.js';
import { offering, offeringListing, offeringQuery } from '../assets/offering.js';
import { makeOrder, order, orderBody } from '../assets/orders.js';
import { changeToCrypto, makePayment, payment, paymentBody } from '../assets/payments.js';
import { product, productListing, productQuery } from '../assets/products.js';
import { income } from '../assets/settling.js';
import { share } from '../assets/shares.js';
import { transaction, transactionListing, transactionQuery } from '../assets/transactions.js';
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
} from '../assets/vehicles.js';
import { act, answers, create, get, list, paging, same, view } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/musubi.js')>({
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
