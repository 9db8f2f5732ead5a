// The table of command groups, with the data that every start needs. `main` passes it to the command line; a group is
// loaded when argv names it.

import type { GroupEntry, Groups } from './cli/command/command.js';
import { aliasGroup } from './commands/alias/index.js';
import { openWatch } from './commands/app/index.js';
import { boardLists } from './commands/app/lists.js';
import { batchGroup } from './commands/batch/index.js';
import { completionGroup } from './commands/completion/index.js';
import { diffGroup } from './commands/diff/index.js';
import { findGroup } from './commands/find/index.js';
import { flowGroup } from './commands/flow/index.js';
import { mcpGroup } from './commands/mcp/index.js';
import { waitGroup, watchGroup } from './commands/wait/index.js';
import type { CollectReads } from './engine/map/observed.js';

const allGroups = (): Groups => groups;
/** Makes the reads of a profile, as a smoke run does. */
const reads: CollectReads = async (...reading) =>
  (await import('./commands/smoke/collect.js')).collectReads(...reading);

const [everyday, follow, script, check, setUp] = ['Everyday', 'Find and follow', 'Script', 'Check', 'Set up'] as const;

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
  image: { summary: 'draw images of text', section: everyday, load: () => import('./commands/image/index.js') },
  notify: {
    summary: 'notifications: list and dismiss',
    section: everyday,
    load: () => import('./commands/notify/index.js'),
  },
  find: {
    summary: 'find out what an id, hash or address belongs to',
    section: follow,
    load: async () => ({ group: findGroup(allGroups()) }),
  },
  case: {
    summary: 'what is known of an item, as a file',
    section: follow,
    load: async () => {
      const [{ caseGroup }, { searchCase, showCase }, { foundRows }] = await Promise.all([
        import('./commands/case/index.js'),
        import('./commands/app/case-file.js'),
        import('./commands/find/index.js'),
      ]);
      return { group: caseGroup((...of) => searchCase(...of, foundRows), showCase) };
    },
  },
  wait: {
    summary: 'wait for rides, orders, payments or transactions to finish',
    section: follow,
    load: async () => ({ group: waitGroup }),
  },
  watch: {
    summary: 'print each change of rides, orders, payments and transactions',
    section: follow,
    load: async () => ({ group: watchGroup(async (context, runner, watch) => openWatch(context, runner, watch)) }),
  },
  ops: {
    summary: 'the ledger: transfers and their outcomes',
    section: follow,
    load: () => import('./commands/ops/index.js'),
  },
  explain: {
    summary: 'explain a word, error, address or hash',
    section: follow,
    load: () => import('./commands/explain/index.js'),
  },
  api: {
    summary: 'make any call by name or path; convert curl lines, OpenAPI',
    section: script,
    load: async () => {
      const { apiGroup } = await import('./commands/api/index.js');
      return { group: apiGroup(allGroups()) };
    },
  },
  batch: {
    summary: 'run the command lines of a file',
    section: script,
    load: async () => ({ group: batchGroup(allGroups()) }),
  },
  flow: {
    summary: 'run the steps of a file: save, expect, wait',
    section: script,
    load: async () => ({ group: flowGroup(allGroups()) }),
  },
  plan: {
    summary: 'plans: list, approve, apply',
    section: script,
    load: async () => ({ group: (await import('./commands/plan/index.js')).planGroup(allGroups()) }),
  },
  grant: {
    summary: 'grants: let a program spend within bounds',
    section: script,
    load: async () => ({ group: (await import('./commands/grant/index.js')).grantGroup(allGroups()) }),
  },
  diff: {
    summary: 'compare two reads or files',
    section: script,
    load: async () => ({ group: diffGroup(allGroups()) }),
  },
  alias: {
    summary: 'name command lines: set, list, remove, export, import',
    section: script,
    load: async () => ({ group: aliasGroup(allGroups()) }),
  },
  mcp: {
    summary: 'serve the commands as tools to a model (MCP)',
    section: script,
    load: async () => ({ group: mcpGroup(allGroups()) }),
  },
  completion: {
    summary: 'print a completion script for a shell',
    section: script,
    load: async () => ({
      group: completionGroup(allGroups(), boardLists),
    }),
  },
  smoke: {
    summary: 'call every safe endpoint and report failures',
    section: check,
    load: () => import('./commands/smoke/index.js'),
  },
  learn: {
    summary: 'map the responses of a platform: propose, check, show',
    section: check,
    load: async () => ({ group: (await import('./commands/learn/index.js')).learnGroup(reads, allGroups()) }),
  },
  doctor: {
    summary: 'check this machine, the session and the services',
    section: check,
    load: async () => ({ group: (await import('./commands/doctor/index.js')).doctorGroup(allGroups(), reads) }),
  },
  sandbox: {
    summary: 'the embedded back end: clock, faults',
    section: check,
    load: () => import('./commands/sandbox/index.js'),
  },
  login: { summary: 'sign in', section: setUp, load: () => import('./commands/login/index.js') },
  logout: { summary: 'sign out', section: setUp, load: () => import('./commands/logout/index.js') },
  whoami: {
    summary: 'show the signed-in user',
    section: setUp,
    load: () => import('./commands/whoami/index.js'),
  },
  auth: {
    summary: 'the session: status, token, refresh, sessions',
    section: setUp,
    load: () => import('./commands/auth/index.js'),
  },
  account: {
    summary: 'the account at the services',
    section: setUp,
    load: () => import('./commands/account/index.js'),
  },
  profile: {
    summary: 'profiles of services: add, set, use, remove',
    section: setUp,
    load: () => import('./commands/profile/index.js'),
  },
  config: {
    summary: 'settings and their sources',
    section: setUp,
    load: () => import('./commands/config/index.js'),
  },
} as const satisfies Readonly<Record<string, GroupEntry>>;

export type GroupName = keyof typeof groups;
export const groupNames = Object.keys(groups) as GroupName[];
