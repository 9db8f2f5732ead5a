// Zod shapes of store responses. All names are the sandbox's own.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
import {
  ItemActionType,
  StockStatus,
  StoreOrderStatus,
  StorePaymentMethod,
} from '../../../src/services/catalogue/words.js';

const text = z.string();

export const Product = z.looseObject({
  id: uuid,
  name: text,
  description: text,
  imageUrl: text,
  price: decimal,
  currencyId: text,
  featured: z.boolean(),
  stockLeft: z.number(),
  maxPerUser: z.nullable(z.number()),
  actionType: word(ItemActionType),
  salesStartAt: time,
  salesEndAt: z.nullable(time),
});
export const Products = z.array(Product);

export const SaleCurrencies = z.array(
  z.looseObject({ id: text, name: text, icon: text, tokenDecimal: z.number(), balanceTransferable: z.boolean() }),
);

export const Order = z.looseObject({
  id: uuid,
  productId: uuid,
  quantity: z.number(),
  price: decimal,
  totalPrice: decimal,
  currencyId: text,
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
  currencyId: text,
  balanceTransactionId: z.nullable(uuid),
  createdAt: time,
});

export const Item = z.looseObject({
  id: uuid,
  productId: uuid,
  orderId: z.nullable(uuid),
  name: text,
  imageUrl: text,
  status: word(StockStatus),
  actionType: word(ItemActionType),
  actionUrl: z.nullable(text),
  code: z.nullable(text),
  givenBy: z.nullable(uuid),
  usedAt: z.nullable(time),
  expiresAt: z.nullable(time),
  createdAt: time,
});
export const Items = z.array(Item);
