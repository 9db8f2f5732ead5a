// The handlers of the store.
import { health } from '../../core/health.js';
import { aliasOf, defineHandlers, forKind, get, list, transition, view } from '../../core/index.js';
import { getItem, giveItem, item, listItems } from '../../domains/store/item.js';
import { cancelOrder, payOrder, placeOrder, storeOrder } from '../../domains/store/order.js';
import { isOnSale, showSaleCurrencies, storeProduct } from '../../domains/store/store-rows.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/sale.js')>({
  getProduct: get(storeProduct),
  listFeatured: list(storeProduct, { where: (row, context) => row.body.featured && isOnSale(row, context) }),
  listPublicFeatured: aliasOf('listFeatured'),
  listCurrencies: view(showSaleCurrencies),
  listItems,
  getItem: forKind(item, view(getItem)),
  giveItem,
  createOrder: placeOrder,
  getOrder: get(storeOrder),
  cancelOrder: transition(storeOrder, cancelOrder),
  payOrder,
  ...health,
});
