// Assumed names of fields that are not public: the sandbox's, and the published ride vocabulary (platform 6).
// A dry run logs them as assumed, and a profile confirms or replaces them.

import type { AssumedNames } from './define.js';
import type { ServiceName } from './index.js';

export const assumedTables = {
  user: () => import('./assumed/user.js'),
  activity: () => import('./assumed/activity.js'),
  sale: () => import('./assumed/sale.js'),
  'image-factory': () => import('./assumed/image-factory.js'),
  'vehicle-oracle': () => import('./assumed/vehicle-oracle.js'),
  'bep20-swap': () => import('./assumed/bep20-swap.js'),
  'ride-hailing': () => import('./assumed/ride-hailing.js'),
  musubi: () => import('./assumed/musubi.js'),
  wallet: () => import('./assumed/wallet.js'),
  notification: () => import('./assumed/notification.js'),
} satisfies Readonly<Partial<Record<ServiceName, () => Promise<{ default: AssumedNames }>>>>;

/** The assumed names of a service, by call. */
export const assumedOf = async (service: string): Promise<AssumedNames> =>
  (await (assumedTables as Readonly<Record<string, () => Promise<{ default: AssumedNames }>>>)[service]?.())?.default ??
  {};

/** The assumed names of a call's fields. */
export const assumedFields = async ({
  service,
  name,
}: {
  readonly service: string;
  readonly name: string;
}): Promise<AssumedNames[string] | undefined> => (await assumedOf(service))[name];
