// The screens of the group Ride as data.

import { place } from '../../../things/place.js';
import { ride } from '../../../things/ride.js';
import type { GroupSpec } from '../../../ui/state/screens.js';
import { groupOf } from './group.js';

/** The screens of the group Ride. */
export const rideGroup: GroupSpec = groupOf('2', 'Ride', 'ride-hailing', [
  {
    name: 'Requests',
    command: 'ride status --known',
    every: 10,
    counts: { what: 'rides under way', open: { list: ride.status.list, at: ride.status.at[0] } },
    opens: 'watch ride:{id}',
    empty: ['No ride is known here.', 'Request one on the screen New, or: tuk ride request'],
    note: 'No call lists rides: the one under way, and those of the ledger here.',
    actions: [['Wait for the end…', 'wait ride:{id...}', ['pending', 'needs-you']], ...ride.actions],
  },
  { name: 'New', command: 'ride request', kind: 'form' },
  { name: 'Prices', command: 'ride search', kind: 'form', reads: true },
  {
    name: 'Places',
    command: 'ride places search',
    kind: 'find',
    opens: 'ride places show {id}',
    actions: place.actions,
    openedActions: place.actions,
  },
  {
    name: 'Recommended',
    command: 'ride places recommend',
    opens: 'ride places show {id}',
    actions: place.actions,
    openedActions: place.actions,
    fills: ['ride search --from {id}', 'ride search --to {id}', 'ride places attributes {id}'],
  },
  {
    name: 'Currencies',
    command: 'ride currencies',
    fills: ['ride request --currency {id}', 'ride search --currency {id}'],
  },
  {
    name: 'Cancelling',
    command: 'ride cancel-status',
    notFoundIsEmpty: true,
    empty: ['No ride is under way.', 'This screen shows what a cancellation would cost.'],
  },
]);
