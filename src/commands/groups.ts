// Every group by name: what a start knows of the commands. A group's own file is loaded when argv names it.
import type { Group } from './command.js';

interface Entry {
  readonly is: string;
  readonly section: 'Everyday' | 'Sign-in and settings' | 'For scripts and CI';
  readonly load: () => Promise<{ group: Group }>;
}

export const groups = {
  assets: {
    is: 'vehicle assets: offerings, vehicles, incomes, orders, leases',
    section: 'Everyday',
    load: () => import('./assets/index.js'),
  },
  ride: { is: 'rides: places, prices, ask for one, watch it, cancel it', section: 'Everyday', load: () => import('./ride/index.js') },
  wallet: {
    is: 'wallets, balances, tokens, prices, histories, withdrawals',
    section: 'Everyday',
    load: () => import('./wallet/index.js'),
  },
  swap: { is: 'swaps: tokens, quotes, the bridge between networks', section: 'Everyday', load: () => import('./swap/index.js') },
  points: {
    is: 'points: balance, missions, ranks, referrals, earn events, apps',
    section: 'Everyday',
    load: () => import('./points/index.js'),
  },
  store: { is: 'the store: products, orders, inventory, forms', section: 'Everyday', load: () => import('./store/index.js') },
  depin: {
    is: 'the vehicle network: chargers, stations, vehicles, heat map',
    section: 'Everyday',
    load: () => import('./depin/index.js'),
  },
  image: { is: 'pictures of a text', section: 'Everyday', load: () => import('./image/index.js') },
  notify: { is: 'notifications: list, dismiss, wait for new ones', section: 'Everyday', load: () => import('./notify/index.js') },
  login: { is: 'sign in', section: 'Sign-in and settings', load: () => import('./login/index.js') },
  logout: { is: 'sign out', section: 'Sign-in and settings', load: () => import('./logout.js') },
  whoami: { is: 'show who is signed in', section: 'Sign-in and settings', load: () => import('./whoami.js') },
  auth: { is: 'the session: status, token, refresh, sessions', section: 'Sign-in and settings', load: () => import('./auth.js') },
  account: { is: 'the account at the services', section: 'Sign-in and settings', load: () => import('./account/index.js') },
  profile: { is: 'whose services: list, show, add, set, use, remove', section: 'Sign-in and settings', load: () => import('./profile.js') },
  doctor: { is: 'look for what is wrong, and say what mends it', section: 'Sign-in and settings', load: () => import('./doctor/index.js') },
  config: { is: 'show every setting and where it comes from', section: 'Sign-in and settings', load: () => import('./config.js') },
  ops: { is: 'the ledger: what moved value, and what became of it', section: 'For scripts and CI', load: () => import('./ops.js') },
  api: { is: 'every call of the services, by name or by path', section: 'For scripts and CI', load: () => import('./api/index.js') },
  smoke: { is: 'call everything that is safe, and report', section: 'For scripts and CI', load: () => import('./smoke/index.js') },
  openapi: { is: 'every call as an OpenAPI document', section: 'For scripts and CI', load: () => import('./openapi.js') },
  completion: {
    is: 'let a shell complete what is typed: bash, zsh, fish',
    section: 'For scripts and CI',
    load: () => import('./completion/index.js'),
  },
  sandbox: { is: 'the back end in a box: serve, status, clock, token', section: 'For scripts and CI', load: () => import('./sandbox.js') },
} as const satisfies Record<string, Entry>;

export type GroupName = keyof typeof groups;
export const groupNames = Object.keys(groups) as GroupName[];
export const isGroup = (name: string): name is GroupName => Object.hasOwn(groups, name);
export const topics = ['exit-codes', 'output', 'environment', 'keys'] as const;
