// Store: products, orders, inventory. None of its payloads is public.
import { healthCalls, open, service, verbs } from './define.js';

const { get, post, del } = verbs();

export default service({
  name: 'sale',
  auth: 'signed-in',
  // biome-ignore format: one call a line
  calls: {
    getProduct: get('/v1/products/{id}', { summary: 'Show one product', auth: 'public' }),
    listFeatured: get('/v1/products/featured', { summary: 'List the featured products' }),
    listPublicFeatured: get('/v1/products/public/featured', { summary: 'List the featured products without signing in', auth: 'public' }),
    listCurrencies: get('/v1/sale-currencies', { summary: 'List the currencies of the store', auth: 'public' }),
    listItems: get('/v1/inventory/items', { summary: 'List the items that the signed-in user holds', query: open }),
    getItem: get('/v1/inventory/items/{id}', { summary: 'Show one item' }),
    giveItem: post('/v1/inventory/items/give', { summary: 'Give an item away', body: open, effect: 'money' }),
    createOrder: post('/v1/orders', { summary: 'Place an order', body: open, effect: 'money' }),
    getOrder: get('/v1/orders/{id}', { summary: 'Show one order' }),
    cancelOrder: del('/v1/orders/{id}', { summary: 'Cancel an order', effect: 'service' }),
    payOrder: post('/v1/orders/{id}/payments', { summary: 'Pay an order', body: open, effect: 'money' }),
    ...healthCalls,
  },
});
