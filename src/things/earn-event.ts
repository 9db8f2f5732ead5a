// An earn event with a reward for the user to claim (platform 4.5).

import { thing } from './thing.js';

export const earnEvent = thing({
  name: 'earn event',
  group: 'Points',
  reads: [
    {
      call: 'user listEarnEvents',
      of: 'user',
      finds: ['uuid', 'number', 'code', 'name'],
      namedBy: /^(earn)?EventId$/i,
    },
  ],
  shownBy: 'points earn show {id}',
});
