// A connected app, and its balance in points (platform 4.4).

import { thing } from './thing.js';
import { assumedResponse, decimalsOf } from './transfer.js';

/** The status of a connection, which the response for one app states as a boolean. */
export const connectionStatus = (isConnected: boolean) => (isConnected ? 'CONNECTED' : 'DISCONNECTED');

export const app = thing({
  name: 'app',
  natural: ['name'],
  group: 'Points',
  status: { list: 'IntegrationStatus', at: ['status'] },
  reads: [{ call: 'user listApps', of: 'user', finds: ['uuid', 'number', 'code', 'name'] }],
  shownBy: 'points apps list',
  next: '',
  related: [
    { title: 'Your balance there', line: { by: 'status', is: { CONNECTED: 'points apps balance {id}' } } },
    { title: 'Its earn events', line: 'points earn list --app {id}' },
  ],
  actions: [
    ['Balance', 'points apps balance {id}', { opens: 'screen' }],
    ['Disconnect', 'points apps disconnect {id}', { role: 'cancel' }],
  ],
  operations: {
    'user transferAppBalance': {
      name: 'app balance transfer',
      kind: 'points',
      facts: {
        amount: 'amount',
        decimalsOf: decimalsOf('currency'),
        token: ['currency'],
        to: { kind: 'app-user', at: 'to', paysFor: 'app' },
      },
      response: { ...assumedResponse, shows: 'amount' },
      recoveryCommands: ['points apps balance --users'],
    },
  },
  fields: [
    { path: 'status', as: { status: 'IntegrationStatus' }, ofCaller: true },
    { path: 'name' },
    { path: 'currency' },
    { path: 'connectedAt', heading: 'connected', as: 'time', ofCaller: true },
    { path: 'displayName', heading: 'as', ofCaller: true },
    { path: 'id' },
  ],
});
