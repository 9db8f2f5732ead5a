// The screens of the group Store as data.

import { storeOrder } from '../../../things/store-order.js';
import type { Action, GroupSpec } from '../../../ui/state/screens.js';
import { checkAction, groupOf, settleAction } from './group.js';

const buyIt: readonly Action[] = [['Buy…', 'store buy {id}']];
const giveIt: readonly Action[] = [['Give away…', 'store inventory give ? {id}']];

/** The screens of the group Store. */
export const storeGroup: GroupSpec = groupOf('6', 'Store', 'sale', [
  { name: 'Featured', command: 'store featured', opens: 'store product {id}', actions: buyIt, openedActions: buyIt },
  {
    name: 'Inventory',
    command: 'store inventory list',
    opens: 'store inventory show {id}',
    cycles: '--status',
    actions: giveIt,
    openedActions: giveIt,
  },
  {
    name: 'Orders',
    command: 'store order list',
    opens: 'watch order:{id}',
    actions: [
      ...storeOrder.actions,
      ['Show its operation', 'ops show {here.operation}'],
      checkAction('here.operation'),
      settleAction('here.operation'),
    ],
    note: 'No call lists orders: the newest 20 of this machine, as they are now.',
  },
  { name: 'Purchasables', command: 'store purchasables' },
  {
    name: 'Forms',
    command: 'store forms show',
    kind: 'form',
    reads: true,
    actions: [['Submit…', 'store forms submit ? {id}']],
  },
  {
    name: 'Currencies',
    command: 'store currencies',
    fills: [
      'store buy --currency {id}',
      'wallet withdraw create --currency {id}',
      'wallet withdraw active --currency {id}',
      'wallet account {id}',
      'wallet currency {id}',
    ],
  },
]);
