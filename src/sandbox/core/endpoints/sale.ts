// The store, answered.

import { giveBody, giveItem, item, itemListing, itemQuery } from '../../domains/store/item.js';
import { order } from '../../domains/store/order.js';
import { cancelOrder, orderBody, payBody, payOrder, placeOrder } from '../../domains/store/ordering.js';
import { isOnSale, product, showSaleCurrencies } from '../../domains/store/product.js';
import { act, answers, get, list, move, same, view } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/sale.js')>({
  getProduct: get(product),
  listFeatured: list(product, { where: (row, world) => row.body.featured && isOnSale(row, world) }),
  listPublicFeatured: same('listFeatured'),
  listCurrencies: view(showSaleCurrencies),
  listItems: list(item, itemListing, { query: itemQuery }),
  getItem: get(item),
  giveItem: view(giveItem, { body: giveBody }),
  createOrder: view(placeOrder, { body: orderBody }),
  getOrder: get(order),
  cancelOrder: move(order, cancelOrder),
  payOrder: act(order, payOrder, { body: payBody }),
  ...vitals,
});
