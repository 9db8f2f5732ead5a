// The modules of handlers, by service. Each is loaded at the first request to its service.
import type { ServiceName } from '../../../src/services/catalogue/index.js';
import type { Handlers } from '../../core/index.js';

export const endpointModules: { readonly [Name in ServiceName]: () => Promise<{ default: Handlers }> } = {
  user: () => import('./user.js'),
  activity: () => import('./activity.js'),
  sale: () => import('./sale.js'),
  clutch: () => import('./health-only.js'),
  push: () => import('./health-only.js'),
  'image-factory': () => import('./image-factory.js'),
  'vehicle-oracle': () => import('./vehicle-oracle.js'),
  'watcher-worker': () => import('./health-only.js'),
  'bep20-swap': () => import('./bep20-swap.js'),
  'ride-hailing': () => import('./ride-hailing.js'),
  musubi: () => import('./musubi.js'),
  statistics: () => import('./health-only.js'),
  wallet: () => import('./wallet.js'),
  notification: () => import('./notification.js'),
  account: () => import('./account.js'),
};
