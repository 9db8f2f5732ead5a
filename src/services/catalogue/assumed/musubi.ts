// The assumed names of musubi (nothing of it is public), as the sandbox has them.
import type { AssumedNames } from '../define.js';

const vehicles = {
  category: 'category',
  status: 'status',
  region: 'region',
  city: 'city',
  sort: 'sort',
  order: 'order',
};

export default {
  listOfferings: { status: 'status', sort: 'orderBy', order: 'order' },
  listPublicVehicles: vehicles,
  listPublicVehiclesV1: vehicles,
  listVehicles: vehicles,
  getPublicVehicle: { vin: 'vin' },
  listIncomes: { period: 'period', currency: 'currency' },
  getStatistics: { period: 'period', settlementPeriod: 'settlementPeriod' },
  listProducts: { category: 'category' },
  listTransactions: { type: 'type' },
  createOrder: { offering: 'offeringId', amount: 'amount', purchaseType: 'purchaseType', currency: 'currency' },
  createPayment: { order: 'orderId', method: 'method' },
  contact: { title: 'title', message: 'message' },
  submitLeaseApplication: { product: 'productId', months: 'months', phone: 'phone' },
} satisfies AssumedNames;
