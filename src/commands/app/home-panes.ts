// The panes of Home as data.

import { income } from '../../things/asset-vehicle.js';
import { mission } from '../../things/mission.js';
import { pointsChange } from '../../things/points-change.js';
import { ride } from '../../things/ride.js';
import { storeOrder } from '../../things/store-order.js';
import { withdrawal } from '../../things/withdrawal.js';
import type { Pane, PaneRead } from '../../ui/state/core/state.js';
import { course } from './boards/points.js';

const missions: PaneRead = { command: 'points missions list', ...mission.brief, opens: mission.shownBy };
/** Plans of the ledger: some wait for approvals. */
const plans: PaneRead = {
  ...{ command: 'plan list', what: 'plan', fields: ['sends', 'approvals', 'host'], at: 'at', opens: 'plan show {id}' },
};
/** The reads of what people begin. The ledger comes last: it has what no other read shows. */
const begun: readonly PaneRead[] = [
  { command: 'ride status --known', ...ride.brief, opens: 'watch ride:{id}' },
  { command: 'store order list', ...storeOrder.brief, opens: 'watch order:{id}' },
  { command: 'wallet withdraw active', ...withdrawal.brief, opens: 'watch withdrawal:{id}' },
  {
    ...{ command: 'ops list', what: '', fields: ['what', 'amount', 'recipient', 'host'], at: 'at' },
    ...{ opens: 'ops show {id}', about: 'subject' },
  },
];
/** The reads of what has happened. */
const happened: readonly PaneRead[] = [
  { command: 'points history', ...pointsChange.brief, opens: 'points history' },
  { command: 'assets incomes', ...income.brief, opens: income.next },
  ...begun,
];

/** The panes of Home. The left column is about the person, the others are about what they have. */
export const homePanes: readonly Pane[] = [
  {
    title: 'Needs you',
    command: 'points missions list',
    shows: 'waiting',
    reads: [missions, plans, ...begun],
    column: 0,
    group: 'Home',
    screen: 'Ledger',
  },
  {
    title: 'Under way',
    command: 'ride status --known',
    shows: 'under way',
    reads: begun,
    column: 0,
    group: 'Ride',
    screen: 'Requests',
  },
  {
    title: 'Latest',
    command: 'ops list',
    shows: 'since',
    reads: happened,
    column: 0,
    group: 'Home',
    screen: 'Ledger',
  },
  {
    title: 'Notifications',
    command: 'notify list',
    shows: 'rows',
    fields: ['createdAt', 'title', 'body'],
    column: 0,
    group: 'Notify',
    screen: 'Notifications',
  },
  {
    title: 'Balances',
    command: 'wallet balance',
    shows: 'rows',
    total: { value: 'valuatedAmount', by: 'valuatedCurrency' },
    column: 1,
    group: 'Wallet',
    screen: 'Balances',
  },
  {
    title: 'Your vehicles',
    command: 'assets vehicles --mine',
    shows: 'rows',
    counts: 'category',
    trend: { title: 'Incomes', command: 'assets incomes' },
    column: 1,
    group: 'Assets',
    screen: 'Mine',
  },
  {
    title: 'Points',
    command: 'points balance',
    shows: 'figures',
    fields: ['amount', 'balance'],
    trend: { title: 'Balance after each change', command: 'points history', chart: course },
    column: 2,
    group: 'Points',
    screen: 'Balance',
  },
  {
    title: 'Price of MVL',
    command: 'wallet price-history',
    shows: 'course',
    column: 2,
    group: 'Wallet',
    screen: 'Prices',
  },
];
