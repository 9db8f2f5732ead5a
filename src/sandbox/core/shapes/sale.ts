// The zod shapes of the sandbox's own store responses. No public back end promises any of these names.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../../services/catalogue/shape-parts.js';
import { ItemActionType, StockStatus, StoreOrderStatus, StorePaymentMethod } from '../../../services/catalogue/words.js';

export const Product = z.looseObject({
  id: uuid,
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  price: decimal,
  currencyId: z.string(),
  featured: z.boolean(),
  stockLeft: z.number(),
  maxPerUser: z.nullable(z.number()),
  actionType: word(ItemActionType),
  salesStartAt: time,
  salesEndAt: z.nullable(time),
});
export const Products = z.array(Product);

export const SaleCurrencies = z.array(
  z.looseObject({ id: z.string(), name: z.string(), icon: z.string(), tokenDecimal: z.number(), balanceTransferable: z.boolean() }),
);

export const Order = z.looseObject({
  id: uuid,
  productId: uuid,
  quantity: z.number(),
  price: decimal,
  totalPrice: decimal,
  currencyId: z.string(),
  status: word(StoreOrderStatus),
  paymentMethod: word(StorePaymentMethod),
  expiresAt: time,
  createdAt: time,
  paidAt: z.nullable(time),
  itemIds: z.array(uuid),
  statusLog: z.array(z.looseObject({ status: word(StoreOrderStatus), at: time })),
});

export const OrderPayment = z.looseObject({
  id: uuid,
  orderId: uuid,
  method: word(StorePaymentMethod),
  amount: decimal,
  currencyId: z.string(),
  balanceTransactionId: z.nullable(uuid),
  createdAt: time,
});

export const Item = z.looseObject({
  id: uuid,
  productId: uuid,
  orderId: z.nullable(uuid),
  name: z.string(),
  imageUrl: z.string(),
  status: word(StockStatus),
  actionType: word(ItemActionType),
  actionUrl: z.nullable(z.string()),
  code: z.nullable(z.string()),
  givenBy: z.nullable(uuid),
  usedAt: z.nullable(time),
  expiresAt: z.nullable(time),
  createdAt: time,
});
export const Items = z.array(Item);
