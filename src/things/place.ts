// A start or an end of rides (platform 6.2).

import { byId, thing } from './thing.js';

export const place = thing({
  name: 'place',
  group: 'Ride',
  reads: [{ call: 'ride-hailing getPlace', params: byId, finds: ['code'] }],
  next: 'ride places show {id}',
  actions: [
    ['Request a ride from here', 'ride request --from {id}'],
    ['Request a ride to here', 'ride request --to {id}'],
  ],
});
