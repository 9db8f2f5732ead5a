// The reads that show operations of the ledger, and are compared with it. Every read loads this file, and no more.

import { existsSync } from 'node:fs';
import type { Context } from '../../cli/command/command.js';
import type { Call } from '../../services/catalogue/define.js';
import { paths } from '../../session/paths.js';

/**
 * The calls whose responses show operations: the reads of `state` in `things/`. A list, since a plain read loads no
 * thing.
 */
export const comparedCalls: ReadonlySet<string> = new Set([
  'activity getRankingClaim',
  'bep20-swap listBridgeSwaps',
  'bep20-swap listSwaps',
  'musubi listTransactions',
  'ride-hailing getActiveRequest',
  'ride-hailing getRequest',
  'sale getOrder',
  'user getClaimStatus',
  'user getWithdrawal',
  'user listActiveWithdrawals',
  'user listPointsHistory',
  'wallet getMigration',
  'wallet refreshTransaction',
]);
/** Whether what a call shows is compared with the ledger of this machine: whether there is one. */
export const isCompared = ({ service, name }: Call, { world }: Pick<Context, 'world'>): boolean =>
  comparedCalls.has(`${service} ${name}`) && existsSync(paths(world).ledger);
