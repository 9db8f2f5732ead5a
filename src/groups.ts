// The table of command groups, with the data that every start needs. `main` passes it to the command line; a group is
// loaded when argv names it.

import type { GroupEntry, Groups } from './cli/command.js';
import { aliasGroup } from './commands/alias/index.js';
import { openWatch } from './commands/app/index.js';
import { boardLists } from './commands/app/lists.js';
import { batchGroup } from './commands/batch/index.js';
import { completionGroup } from './commands/completion/index.js';
import { diffGroup } from './commands/diff/index.js';
import { findGroup } from './commands/find/index.js';
import { flowGroup } from './commands/flow/index.js';
import { importGroup } from './commands/import/index.js';
import { mcpGroup } from './commands/mcp/index.js';
import { openapiGroup } from './commands/openapi/index.js';
import { sandboxExamples } from './commands/smoke/examples.js';
import { viewGroup } from './commands/view/index.js';
import { waitGroup, watchGroup } from './commands/wait/index.js';

const allGroups = (): Groups => groups;

const [everyday, settings, scripts] = ['Everyday', 'Sign-in and settings', 'For scripts and CI'] as const;

export const groups = {
  assets: {
    summary: 'vehicle assets: offerings, vehicles, incomes, orders, leases',
    section: everyday,
    load: () => import('./commands/assets/index.js'),
  },
  ride: {
    summary: 'rides: places, prices; request and cancel a ride',
    section: everyday,
    load: () => import('./commands/ride/index.js'),
  },
  wallet: {
    summary: 'wallets, balances, tokens, prices, histories, withdrawals',
    section: everyday,
    load: () => import('./commands/wallet/index.js'),
  },
  swap: {
    summary: 'swaps: tokens, quotes, the bridge between networks',
    section: everyday,
    load: () => import('./commands/swap/index.js'),
  },
  points: {
    summary: 'points: balance, missions, ranks, referrals, earn events, apps',
    section: everyday,
    load: () => import('./commands/points/index.js'),
  },
  store: {
    summary: 'the store: products, orders, inventory, forms',
    section: everyday,
    load: () => import('./commands/store/index.js'),
  },
  depin: {
    summary: 'the vehicle network: chargers, stations, vehicles, heat map',
    section: everyday,
    load: () => import('./commands/depin/index.js'),
  },
  image: { summary: 'images of text', section: everyday, load: () => import('./commands/image/index.js') },
  notify: {
    summary: 'notifications: list and dismiss',
    section: everyday,
    load: () => import('./commands/notify/index.js'),
  },
  find: {
    summary: 'what is known of an id, hash or address',
    section: everyday,
    load: async () => ({ group: findGroup(allGroups()) }),
  },
  wait: {
    summary: 'until rides, orders, payments, transactions have ended',
    section: everyday,
    load: async () => ({ group: waitGroup }),
  },
  watch: {
    summary: 'their states, and each change',
    section: everyday,
    load: async () => ({ group: watchGroup(async (context, runner, watch) => openWatch(context, runner, watch)) }),
  },
  login: { summary: 'sign in', section: settings, load: () => import('./commands/login/index.js') },
  logout: { summary: 'sign out', section: settings, load: () => import('./commands/logout/index.js') },
  whoami: {
    summary: 'show the signed-in user',
    section: settings,
    load: () => import('./commands/whoami/index.js'),
  },
  auth: {
    summary: 'the session: status, token, refresh, sessions',
    section: settings,
    load: () => import('./commands/auth/index.js'),
  },
  account: {
    summary: 'the account at the services',
    section: settings,
    load: () => import('./commands/account/index.js'),
  },
  profile: {
    summary: 'profiles of services: list, show, add, set, use, remove',
    section: settings,
    load: () => import('./commands/profile/index.js'),
  },
  doctor: {
    summary: 'check this machine, the session and the services',
    section: settings,
    load: () => import('./commands/doctor/index.js'),
  },
  config: {
    summary: 'settings, and where they come from',
    section: settings,
    load: () => import('./commands/config/index.js'),
  },
  alias: {
    summary: 'command lines under a name: set, list, remove, export, import',
    section: scripts,
    load: async () => ({ group: aliasGroup(allGroups()) }),
  },
  view: {
    summary: 'saved views: save, list, show, remove',
    section: scripts,
    load: async () => ({ group: viewGroup(allGroups()) }),
  },
  diff: {
    summary: 'differences of a read: two profiles or times',
    section: scripts,
    load: async () => ({ group: diffGroup(allGroups()) }),
  },
  ops: {
    summary: 'the ledger: transfers and their outcomes',
    section: scripts,
    load: () => import('./commands/ops/index.js'),
  },
  api: {
    summary: 'every call, by name or by path',
    section: scripts,
    load: () => import('./commands/api/index.js'),
  },
  import: {
    summary: 'curl lines as tuk api lines',
    section: scripts,
    load: async () => ({ group: importGroup(allGroups()) }),
  },
  batch: {
    summary: 'run the command lines of a file',
    section: scripts,
    load: async () => ({ group: batchGroup(allGroups()) }),
  },
  flow: {
    summary: 'run the steps of a file: save, expect, wait',
    section: scripts,
    load: async () => ({ group: flowGroup(allGroups()) }),
  },
  smoke: {
    summary: 'call every safe endpoint, and report failures',
    section: scripts,
    load: () => import('./commands/smoke/index.js'),
  },
  learn: {
    summary: 'fields of responses, from a browser recording',
    section: scripts,
    load: () => import('./commands/learn/index.js'),
  },
  mcp: {
    summary: 'the commands as tools for a model (MCP)',
    section: scripts,
    load: async () => ({ group: mcpGroup(allGroups()) }),
  },
  explain: {
    summary: 'what a word, error, address or hash means',
    section: scripts,
    load: () => import('./commands/explain/index.js'),
  },
  openapi: {
    summary: 'every call as an OpenAPI document',
    section: scripts,
    load: async () => ({
      group: openapiGroup(async (context) => sandboxExamples(context, allGroups())),
    }),
  },
  completion: {
    summary: 'completion scripts for bash, zsh and fish',
    section: scripts,
    load: async () => ({
      group: completionGroup(allGroups(), boardLists),
    }),
  },
  sandbox: {
    summary: 'the embedded back end: serve, status, clock, token',
    section: scripts,
    load: () => import('./commands/sandbox/index.js'),
  },
} as const satisfies Readonly<Record<string, GroupEntry>>;

export type GroupName = keyof typeof groups;
export const groupNames = Object.keys(groups) as GroupName[];
