// The screens of the group Assets as data.

import { offering } from '../../../things/offering.js';
import type { Action, GroupSpec } from '../../../ui/state/screens.js';
import { groupOf, ledgerActions, operationActions } from './group.js';

const incomesOf: readonly Action[] = [['Show its incomes', 'assets incomes {id}']];
const leaseOf: readonly Action[] = [['Apply for its lease…', 'assets lease apply ? --product {id}']];

/** The screens of the group Assets. */
export const assetsGroup: GroupSpec = groupOf('1', 'Assets', 'musubi', [
  {
    name: 'Offerings',
    command: 'assets offerings',
    opens: 'assets offering {id}',
    cycles: '--status',
    actions: offering.actions,
    openedActions: offering.actions,
  },
  { name: 'Vehicles', command: 'assets vehicles', opens: 'assets vehicle {id}', cycles: '--category' },
  {
    name: 'Mine',
    command: 'assets vehicles --mine',
    below: { title: 'Incomes', command: 'assets incomes', kind: 'chart' },
    opens: 'assets vehicle {id}',
    actions: incomesOf,
    openedActions: incomesOf,
  },
  { name: 'Incomes', command: 'assets incomes', kind: 'chart', cycles: '--period' },
  { name: 'Claimable', command: 'assets claimable' },
  { name: 'Transactions', command: 'assets transactions', cycles: '--type', fills: ['assets payment to-crypto {id}'] },
  {
    name: 'Products',
    command: 'assets products',
    opens: 'assets products {id}',
    cycles: '--category',
    actions: leaseOf,
    openedActions: leaseOf,
  },
  { name: 'Collections', command: 'assets collections' },
  { name: 'Dash', command: 'assets dash' },
  {
    name: 'Orders',
    command: 'assets orders',
    opens: 'ops show {here.operation}',
    actions: [['Pay…', 'assets payment create {here.unpaid}', ['none']], ...operationActions('here.operation')],
    openedActions: ledgerActions,
    note: 'No call reads orders: those of this machine, with the status of their purchase.',
  },
]);
