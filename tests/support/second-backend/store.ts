// The store (sale) of the second back end. None of its responses are public: the field names are invented here; the enums are those of SPEC.md.
import { created201, isAmount, ok200, pathSegment, stateMachine, valuesIn } from './course.js';
import { Refusal, type Routes } from './http.js';
import type { Sessions } from './sessions.js';

const goods = [
  { id: 'P-1', caption: 'Rain cape', each: 40, money: 'MVP', left: 7 },
  { id: 'P-2', caption: 'Sour milk', each: 3, money: 'MVP', left: 100 },
  { id: 'P-3', caption: 'Message in a bottle', each: 1, money: 'MVP', left: 1 },
];
/** The statuses of a paid order: to a good end, to a bad one, and through an unknown status. */
const paid: Readonly<Record<string, readonly string[]>> = {
  'P-1': ['PAYMENT_PENDING', 'PAID', 'SUCCESS'],
  'P-2': ['PAYMENT_PENDING', 'PAID', 'UNQUALIFIED'],
  'P-3': ['PAYMENT_PENDING', 'ADRIFT_AT_SEA', 'PAID', 'SUCCESS'],
};

export function storeRoutes({ signedIn }: Sessions): Routes {
  const orders = stateMachine<{ readonly id: string; readonly sku: string; readonly pieces: number; readonly due: number }>('purchase');
  const orderResponse = ({ word: standing, ...purchase }: ReturnType<typeof orders.next>) => ({ purchase: { ...purchase, standing } });
  const stock = [
    { id: 'IT-1', caption: 'Rain cape', stand: 'READY', since: 1_763_600_000 },
    { id: 'IT-2', caption: 'Old lantern', stand: 'IN_THE_ATTIC', since: 1_700_000_000 }, // no known word
  ];
  let count = 0;
  return {
    'GET /sale/v1/products/featured': signedIn(() => ok200({ shelf: goods, cursor: null })),
    'GET /sale/v1/products/public/featured': () => ok200({ shelf: goods, cursor: null }),
    'GET /sale/v1/products/{id}'(request) {
      const good = goods.find(({ id }) => id === pathSegment(request, 3));
      if (!good) throw new Refusal(404, 'Not on any shelf', 'NO_GOOD');
      return ok200({ good });
    },
    'GET /sale/v1/inventory/items': signedIn(() => ok200({ bag: stock, bagSize: 20 })),
    'GET /sale/v1/inventory/items/{id}': signedIn((_, request) => {
      const thing = stock.find(({ id }) => id === pathSegment(request, 4));
      if (!thing) throw new Refusal(404, 'Not in the bag');
      return ok200({ thing });
    }),
    'POST /sale/v1/orders': signedIn((_, { body }) => {
      const words = valuesIn(body);
      const good = goods.find(({ id }) => words.includes(id));
      if (!good) throw new Refusal(404, 'Not on any shelf', 'NO_GOOD');
      const pieces = Number(words.find(isAmount) ?? 1);
      const id = `PU-${++count}`;
      return created201(orderResponse(orders.start(id, { id, sku: good.id, pieces, due: pieces * good.each }, ['DRAFT'])));
    }),
    'POST /sale/v1/orders/{id}/payments': signedIn((_, request) => {
      const id = pathSegment(request, 3);
      const { sku, word } = orders.next(id);
      if (word !== 'DRAFT') throw new Refusal(409, 'Paid before', 'PAID_BEFORE');
      orders.setWords(id, paid[sku]!);
      return created201({ till: 4, taken: true });
    }),
    'GET /sale/v1/orders/{id}': signedIn((_, request) => ok200(orderResponse(orders.next(pathSegment(request, 3))))),
    'DELETE /sale/v1/orders/{id}': signedIn((_, request) => {
      const id = pathSegment(request, 3);
      orders.setWords(id, ['CANCEL_REQUESTED', 'CANCEL_REFUNDED']);
      return ok200(orderResponse(orders.next(id)));
    }),
  };
}
