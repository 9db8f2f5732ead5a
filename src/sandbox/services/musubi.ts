// Vehicle assets, answered.
import { answers, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/musubi.js')>({
  getLeaseApplication: plain(),
  listCollections: plain(),
  listOfferings: plain(),
  getOffering: plain(),
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
