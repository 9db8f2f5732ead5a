// An earn event with a reward for the user to claim (platform 4.5).

import { thing } from './thing.js';

export const earnEvent = thing({
  name: 'earn event',
  natural: ['app.name', 'title'],
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
  related: [{ title: 'Your claim', line: 'points earn status {id}' }],
  actions: [
    ['Status of your claim', 'points earn status {id}', { opens: 'screen' }],
    ['Claim its reward', 'points earn claim {id}', { opens: 'form' }],
  ],
  fields: [
    { path: 'title' },
    { path: 'phase', assumed: true },
    { path: 'app.name', heading: 'app' },
    { path: 'eventEndAt', heading: 'ends', as: 'time' },
    { path: 'claimStartAt', heading: 'claim from', as: 'time' },
    { path: 'claimEndAt', heading: 'claim until', as: 'time' },
    { path: 'currency' },
    { path: 'eventStartAt', heading: 'starts', as: 'time' },
    { path: 'claimType', heading: 'claim type' },
    { path: 'isAllowParticipationInClaim', heading: 'open while claiming', room: 'page' },
    { path: 'pointInfoArr', heading: 'what counts', room: 'page' },
    { path: 'id' },
  ],
});
