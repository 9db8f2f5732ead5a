// The numbers beside the groups, as data: the reads whose rows are counted.

import type { Badge } from '../../ui/state/badges.js';

export const badges: readonly Badge[] = [
  {
    group: 'Ride',
    line: 'ride status --known',
    during: { list: 'RideStatus', at: 'status', is: ['pending', 'needs-you'] },
  },
  { group: 'Points', line: 'points missions list', only: 'claimable' },
  { group: 'Notify', line: 'notify list' },
];
