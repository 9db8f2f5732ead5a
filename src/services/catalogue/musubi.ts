// Musubi: vehicle assets, offerings, leases, incomes, orders and payments. None of its payloads is public.
import { healthCalls, open, service, verbs } from './define.js';

const { get, post, put } = verbs();

export default service({
  name: 'musubi',
  auth: 'signed-in',
  // biome-ignore format: one call a line
  calls: {
    getLeaseApplication: get('/v1/lease-application/{id}', { summary: 'Show one lease application' }),
    listCollections: get('/v1/nft/collections', { summary: 'List the collections of vehicle tokens', auth: 'public' }),
    listOfferings: get('/v1/offering/public', { summary: 'List the offerings', auth: 'public', query: open }),
    getOffering: get('/v1/offering/public/{id}', { summary: 'Show one offering', auth: 'public' }),
    listIncomes: get('/v1/rwa/incomes', { summary: 'List the incomes of the signed-in user', query: open }),
    getPublicVehicle: get('/v1/rwa/public/vehicle', { summary: 'Show one vehicle', auth: 'public', query: open }),
    listPublicVehiclesV1: get('/v1/rwa/public/vehicles', { summary: 'List the vehicles, version 1', auth: 'public', query: open }),
    getPublicDash: get('/v1/rwa/public/vehicles/dash', { summary: 'Show statistics of all vehicles', auth: 'public', query: open }),
    listPublicVehicles: get('/v2/rwa/public/vehicles', { summary: 'List the vehicles', auth: 'public', query: open }),
    listVehicles: get('/v1/rwa-vehicle', { summary: 'List the vehicles of the signed-in user', query: open }),
    listClaimable: get('/v1/rwa-vehicle/claimable', { summary: 'List the claimable incomes', query: open }),
    listRideIncomes: get('/v1/rwa-vehicle/ride-hailing-incomes/{vin}', { summary: 'List the ride incomes of one vehicle', query: open }),
    getStatistics: get('/v1/rwa-vehicle/statistics', { summary: "Show statistics of the signed-in user's vehicles", query: open }),
    listTransactions: get('/v1/transactions', { summary: 'List purchases, returns and transfers of vehicle tokens', query: open }),
    listProducts: get('/v1/vehicle-product', { summary: 'List the vehicles on sale', auth: 'public', query: open }),
    getProduct: get('/v1/vehicle-product/{productId}', { summary: 'Show one vehicle on sale', auth: 'public', query: open }),
    contact: post('/customer-service/contact', { summary: 'Contact customer service', body: open, effect: 'service' }),
    submitLeaseApplication: post('/v1/lease-application/submit', { summary: 'Apply for a lease', body: open, effect: 'service' }),
    createOrder: post('/v1/order', { summary: 'Order a share or a vehicle', body: open, effect: 'money' }),
    createPayment: post('/v1/payment', { summary: 'Start a payment', body: open, effect: 'money' }),
    changePaymentToCrypto: put('/v1/payment/{paymentId}/change-to-crypto', { summary: 'Settle a payment in crypto instead', body: open, effect: 'money' }),
    ...healthCalls,
  },
});
