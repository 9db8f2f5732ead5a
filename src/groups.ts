// Every group by name: what a start knows of the commands. A group's own file is loaded when argv names it.
import type { Group } from './cli/command.js';

interface Entry {
  readonly is: string;
  readonly section: 'Everyday' | 'Sign-in and settings' | 'For scripts and CI';
  readonly load: () => Promise<{ group: Group }>;
}

export const groups = {
  assets: {
    is: 'vehicle assets: offerings, vehicles, incomes, orders, leases',
    section: 'Everyday',
    load: () => import('./commands/assets/index.js'),
  },
  ride: {
    is: 'rides: places, prices, ask for one, watch it, cancel it',
    section: 'Everyday',
    load: () => import('./commands/ride/index.js'),
  },
  wallet: {
    is: 'wallets, balances, tokens, prices, histories, withdrawals',
    section: 'Everyday',
    load: () => import('./commands/wallet/index.js'),
  },
  swap: { is: 'swaps: tokens, quotes, the bridge between networks', section: 'Everyday', load: () => import('./commands/swap/index.js') },
  points: {
    is: 'points: balance, missions, ranks, referrals, earn events, apps',
    section: 'Everyday',
    load: () => import('./commands/points/index.js'),
  },
  store: { is: 'the store: products, orders, inventory, forms', section: 'Everyday', load: () => import('./commands/store/index.js') },
  depin: {
    is: 'the vehicle network: chargers, stations, vehicles, heat map',
    section: 'Everyday',
    load: () => import('./commands/depin/index.js'),
  },
  image: { is: 'pictures of a text', section: 'Everyday', load: () => import('./commands/image/index.js') },
  notify: { is: 'notifications: list, dismiss, wait for new ones', section: 'Everyday', load: () => import('./commands/notify/index.js') },
  login: { is: 'sign in', section: 'Sign-in and settings', load: () => import('./commands/login/index.js') },
  logout: { is: 'sign out', section: 'Sign-in and settings', load: () => import('./commands/logout/index.js') },
  whoami: { is: 'show who is signed in', section: 'Sign-in and settings', load: () => import('./commands/whoami/index.js') },
  auth: {
    is: 'the session: status, token, refresh, sessions',
    section: 'Sign-in and settings',
    load: () => import('./commands/auth/index.js'),
  },
  account: { is: 'the account at the services', section: 'Sign-in and settings', load: () => import('./commands/account/index.js') },
  profile: {
    is: 'whose services: list, show, add, set, use, remove',
    section: 'Sign-in and settings',
    load: () => import('./commands/profile/index.js'),
  },
  doctor: {
    is: 'look for what is wrong, and say what mends it',
    section: 'Sign-in and settings',
    load: () => import('./commands/doctor/index.js'),
  },
  config: {
    is: 'show every setting and where it comes from',
    section: 'Sign-in and settings',
    load: () => import('./commands/config/index.js'),
  },
  ops: {
    is: 'the ledger: what moved value, and what became of it',
    section: 'For scripts and CI',
    load: () => import('./commands/ops/index.js'),
  },
  api: {
    is: 'every call of the services, by name or by path',
    section: 'For scripts and CI',
    load: () => import('./commands/api/index.js'),
  },
  smoke: { is: 'call everything that is safe, and report', section: 'For scripts and CI', load: () => import('./commands/smoke/index.js') },
  openapi: { is: 'every call as an OpenAPI document', section: 'For scripts and CI', load: () => import('./commands/openapi/index.js') },
  completion: {
    is: 'let a shell complete what is typed: bash, zsh, fish',
    section: 'For scripts and CI',
    load: () => import('./commands/completion/index.js'),
  },
  sandbox: {
    is: 'the back end in a box: serve, status, clock, token',
    section: 'For scripts and CI',
    load: () => import('./commands/sandbox/index.js'),
  },
} as const satisfies Record<string, Entry>;

export type GroupName = keyof typeof groups;
export const groupNames = Object.keys(groups) as GroupName[];
export const isGroup = (name: string): name is GroupName => Object.hasOwn(groups, name);
export const topics = ['exit-codes', 'output', 'environment', 'keys'] as const;
