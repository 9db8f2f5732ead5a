// The panes of Home as data.

import { ride } from '../../things/ride.js';
import type { Thing } from '../../things/thing.js';
import type { Pane } from '../../ui/state/state.js';
import { course } from './boards/points.js';

const fieldsOf = ({ fields = [] }: Thing, paths: readonly string[]) =>
  fields.filter(({ path }) => paths.includes(path));

/** The panes of Home, one read each. */
export const homePanes: readonly Pane[] = [
  {
    title: 'Active ride',
    command: 'ride status --known',
    shows: 'open',
    item: {
      status: { list: ride.status.list, at: ride.status.at[0] },
      line: 'watch ride:{id}',
      lines: ride.watch.brief.map((paths) => fieldsOf(ride, paths)),
      none: ['No ride is under way.', 'Request a ride: type :ride request'],
    },
    counts: 'status',
    group: 'Ride',
    screen: 'Requests',
  },
  {
    title: 'Points',
    command: 'points balance',
    shows: 'figures',
    fields: ['amount', 'balance'],
    trend: {
      title: 'Balance after each change',
      command: 'points history',
      chart: course,
    },
    group: 'Points',
    screen: 'Balance',
  },
  {
    title: 'Balances',
    command: 'wallet balance',
    shows: 'rows',
    total: { value: 'valuatedAmount', by: 'valuatedCurrency' },
    group: 'Wallet',
    screen: 'Balances',
  },
  { title: 'Price of MVL', command: 'wallet price-history', shows: 'course', group: 'Wallet', screen: 'Prices' },
  {
    title: 'Notifications',
    command: 'notify list',
    shows: 'rows',
    fields: ['createdAt', 'title', 'body'],
    counts: 'entityType',
    group: 'Notify',
    screen: 'Notifications',
  },
  {
    title: 'Missions to claim',
    command: 'points missions list',
    shows: 'rows',
    only: 'claimable',
    fields: ['name', 'rewardDescription', 'accomplishProgress'],
    group: 'Points',
    screen: 'Missions',
  },
  {
    title: 'Your vehicles',
    command: 'assets vehicles --mine',
    shows: 'rows',
    counts: 'category',
    trend: { title: 'Incomes', command: 'assets incomes' },
    group: 'Assets',
    screen: 'Mine',
  },
];
