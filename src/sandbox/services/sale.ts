// The store, answered.
import { answers, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/sale.js')>({
  getProduct: plain(),
  listFeatured: plain(),
  listPublicFeatured: plain(),
  listCurrencies: plain(),
  listItems: plain(),
  getItem: plain(),
  giveItem: plain(),
  createOrder: plain(),
  getOrder: plain(),
  cancelOrder: plain(),
  payOrder: plain(),
  ...vitals,
});
