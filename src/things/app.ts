// A connected app, and its balance in points (platform 4.4).

import { thing } from './thing.js';

export const app = thing({
  name: 'app',
  group: 'Points',
  status: { list: 'IntegrationStatus', at: ['status'] },
  reads: [{ call: 'user listApps', of: 'user', finds: ['uuid', 'number', 'code', 'name'] }],
  shownBy: 'points apps list',
  operations: {
    'user transferAppBalance': { name: 'app balance transfer', kind: 'points', look: ['points apps balance --users'] },
  },
});
