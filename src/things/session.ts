// A session of the signed-in user on some device (platform 2.5).

import { thing } from './thing.js';

export const session = thing({
  name: 'session',
  natural: ['issuedAt'],
  persons: 'name',
  reads: [{ call: 'user listSessions', of: 'user', finds: ['uuid', 'code'] }],
  shownBy: 'auth sessions',
  fields: [
    { path: 'authClient.name', heading: 'client' },
    { path: 'issuedAt', heading: 'signed in', as: 'time' },
    { path: 'lastRefreshedAt', heading: 'renewed', as: 'time' },
    { path: 'validUntil', heading: 'ends', as: 'time' },
    { path: 'country' },
    { path: 'issuedIpAddress', heading: 'from' },
    { path: 'tokenRefreshable', heading: 'renewable' },
    {
      ...{ path: 'authClient.tokenRefreshableDurationMs', heading: 'renewable for' },
      ...{ as: { lasts: 'milliseconds' }, room: 'page', assumed: true },
    },
    { path: 'userIdentifierId', heading: 'identifier', room: 'page' },
    { path: 'id' },
  ],
  actions: [['Revoke', 'auth sessions revoke {id}', { role: 'cancel' }]],
});
