// The fifteen services of the back end (platform 1.1), one line each. A catalogue is loaded on first use.
import type { Call, Service } from './define.js';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<{ default: Service }>;
}

export const services = {
  user: {
    summary: 'sign-in, users, accounts, wallets, points, apps, earn events, games',
    load: () => import('./user.js'),
  },
  activity: { summary: 'missions, rankings, referrals, banners', load: () => import('./activity.js') },
  sale: { summary: 'the store: products, orders, inventory', load: () => import('./sale.js') },
  clutch: { summary: 'health and metrics only', load: () => import('./clutch.js') },
  push: { summary: 'health and metrics only', load: () => import('./push.js') },
  'image-factory': { summary: 'images of text', load: () => import('./image-factory.js') },
  'vehicle-oracle': {
    summary: 'the vehicle network: chargers, stations, vehicles, rides',
    load: () => import('./vehicle-oracle.js'),
  },
  'watcher-worker': { summary: 'health and metrics only', load: () => import('./watcher-worker.js') },
  'bep20-swap': { summary: 'bridge and legacy swaps', load: () => import('./bep20-swap.js') },
  'ride-hailing': { summary: 'places, prices, ride requests', load: () => import('./ride-hailing.js') },
  musubi: {
    summary: 'vehicle assets: offerings, vehicles, incomes, leases, orders',
    load: () => import('./musubi.js'),
  },
  statistics: { summary: 'health and metrics only', load: () => import('./statistics.js') },
  wallet: { summary: 'tokens, prices, fees, transactions, native swaps', load: () => import('./wallet.js') },
  notification: { summary: 'notifications of missions and items', load: () => import('./notification.js') },
  account: { summary: 'the session calls of the wallet client', load: () => import('./account.js') },
} as const satisfies Record<string, Entry>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
/** Whether a name is one of the fifteen services (platform 1.1). */
export const isService = (name: string): name is ServiceName => Object.hasOwn(services, name);

/** Loaded catalogues: the calls of one run need the same few. */
const loaded: Partial<Record<ServiceName, Promise<Service>>> = {};

/** The catalogue of one service. */
export async function catalogue(name: ServiceName): Promise<Service> {
  loaded[name] ??= services[name].load().then((module) => module.default as Service);
  return loaded[name];
}

/** The call of a service, by names; undefined for an unknown name. */
export const findCall = async (service: string, name: string): Promise<Call | undefined> =>
  isService(service) ? (await catalogue(service)).calls[name] : undefined;

/** Loads the catalogue of every service, in the order of `serviceNames`. */
export async function catalogues(): Promise<Service[]> {
  return Promise.all(serviceNames.map(catalogue));
}
