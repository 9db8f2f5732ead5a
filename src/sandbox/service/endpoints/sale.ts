// The handlers of the store.

import { action, aliasOf, defineHandlers, forKind, get, list, transition, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import { getItem, giveBody, giveItem, item, itemListing, itemQuery } from '../../domains/store/item.js';
import { storeOrder } from '../../domains/store/order.js';
import { cancelOrder, payBody, payOrder, placeOrder, storeOrderBody } from '../../domains/store/ordering.js';
import { isOnSale, showSaleCurrencies, storeProduct } from '../../domains/store/store-rows.js';

export default defineHandlers<typeof import('../../../services/catalogue/sale.js')>({
  getProduct: get(storeProduct),
  listFeatured: list(storeProduct, { where: (row, context) => row.body.featured && isOnSale(row, context) }),
  listPublicFeatured: aliasOf('listFeatured'),
  listCurrencies: view(showSaleCurrencies),
  listItems: list(item, itemListing, { query: itemQuery }),
  getItem: forKind(item, view(getItem)),
  giveItem: view(giveItem, { body: giveBody }),
  createOrder: view(placeOrder, { body: storeOrderBody }),
  getOrder: get(storeOrder),
  cancelOrder: transition(storeOrder, cancelOrder),
  payOrder: action(storeOrder, payOrder, { body: payBody }),
  ...health,
});
