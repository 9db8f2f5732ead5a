// Where each service's answers live; loaded at the service's first request.
import type { ServiceName } from '../../../services/catalogue/index.js';
import type { Answers } from '../handlers.js';

export const answersOf: { readonly [Name in ServiceName]: () => Promise<{ default: Answers }> } = {
  user: () => import('./user.js'),
  activity: () => import('./activity.js'),
  sale: () => import('./sale.js'),
  clutch: () => import('./clutch.js'),
  push: () => import('./push.js'),
  'image-factory': () => import('./image-factory.js'),
  'vehicle-oracle': () => import('./vehicle-oracle.js'),
  'watcher-worker': () => import('./watcher-worker.js'),
  'bep20-swap': () => import('./bep20-swap.js'),
  'ride-hailing': () => import('./ride-hailing.js'),
  musubi: () => import('./musubi.js'),
  statistics: () => import('./statistics.js'),
  wallet: () => import('./wallet.js'),
  notification: () => import('./notification.js'),
  account: () => import('./account.js'),
};
