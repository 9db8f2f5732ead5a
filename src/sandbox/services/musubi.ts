// Vehicle assets, answered.
import { offering, offeringListing, offeringQuery } from '../assets/offering.js';
import { answers, get, list, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/musubi.js')>({
  getLeaseApplication: plain(),
  listCollections: plain(),
  listOfferings: list(offering, offeringListing, { query: offeringQuery }),
  getOffering: get(offering),
  listIncomes: plain(),
  getPublicVehicle: plain(),
  listPublicVehiclesV1: plain(),
  getPublicDash: plain(),
  listPublicVehicles: plain(),
  listVehicles: plain(),
  listClaimable: plain(),
  listRideIncomes: plain(),
  getStatistics: plain(),
  listTransactions: plain(),
  listProducts: plain(),
  getProduct: plain(),
  contact: plain(),
  submitLeaseApplication: plain(),
  createOrder: plain(),
  createPayment: plain(),
  changePaymentToCrypto: plain(),
  ...vitals,
});
