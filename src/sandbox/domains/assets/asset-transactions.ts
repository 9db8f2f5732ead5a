// Transactions of vehicle assets: purchases, returns, token transfers, approvals. Those of the chain service are others.

import { createHash } from 'node:crypto';
import { optional, word } from '../../../services/catalogue/define.js';
import { AssetTransactionFilter } from '../../../services/catalogue/words.js';
import { houseAddress } from '../../chain/addresses.js';
import { day, iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { type ListOptions, paging } from '../../core/handlers.js';
import { addRow, type Kind } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { Answer, Stored } from '../../core/stored.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';
import type { Share } from './asset-rows.js';
import { addressOf } from './buyers.js';

/** A transaction as stored and shown; all names are the sandbox's own. The amount is in whole units of `currency`. */
type Transaction = Stored<typeof shapes.Transactions>;
export const assetTransaction: Kind<Transaction, Answer<typeof shapes.Transactions>> = {
  name: 'asset-transaction',
  table: 'asset_transaction',
  noun: 'TRANSACTION',
  owned: true,
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    const { id } = findUser(opening, 'mina')!;
    for (const [type, num, ago, amount, currency] of seeds)
      recordAssetTransaction({ ...opening, now: opening.now - ago * day }, id, {
        type,
        num,
        amount,
        currency,
        cause: `opening ${type} ${num}`,
      });
  },
};

/** Mina's seeded transactions, the oldest first: each type at least once. */
const seeds: readonly (readonly [type: Transaction['type'], num: number, ago: number, amount: string, currency: Share['currency']])[] = [
  ['PURCHASE', 6, 790, '15000', 'USD'],
  ['APPROVE', 1, 86, '4900', 'USDC'],
  ['PURCHASE', 1, 85, '4900', 'USD'],
  ['PURCHASE', 4, 80, '100', 'USDC'],
  ['RECEIVED', 5, 70, '0', 'USD'],
  ['PURCHASE', 3, 60, '21000', 'USD'],
  ['PURCHASE', 7, 30, '200', 'USDC'],
  ['SENT', 7, 29, '0', 'USDC'],
  ['RETURN', 7, 29, '200', 'USDC'],
  ['PURCHASE', 2, 6, '250', 'USDC'],
];

interface AssetTransactionFacts extends Pick<Transaction, 'type' | 'amount' | 'currency'> {
  readonly num: number;
  /** The source of the hash, where no chain transaction exists. */
  readonly cause: string;
  readonly hash?: string | null;
  readonly orderId?: string | null;
  readonly paymentId?: string | null;
}
/** Where vehicle tokens are: both collections are on this network. */
export const tokenNetwork = 'BASE_SEPOLIA';
const fromHouse: readonly Transaction['type'][] = ['RECEIVED', 'RETURN'];

/** Records a transaction of a user. Money goes to the house or comes back from it; tokens go the other way. */
export function recordAssetTransaction(
  context: SandboxContext,
  owner: string,
  { num, hash, cause, orderId = null, paymentId = null, ...facts }: AssetTransactionFacts,
): void {
  const { vin, tokenId } = vehicleByNum(context, num);
  const [house, own] = [houseAddress(tokenNetwork), addressOf(context, owner) ?? houseAddress(tokenNetwork)];
  const parties = fromHouse.includes(facts.type) ? { from: house, to: own } : { from: own, to: house };
  const transactionHash = hash ?? `0x${createHash('sha256').update(`${context.seed}:${cause}`).digest('hex')}`;
  const body = {
    ...facts,
    orderId,
    paymentId,
    vin,
    tokenId,
    ...parties,
    network: tokenNetwork,
    transactionHash,
    at: iso(context.now),
  } as const;
  addRow(context, assetTransaction, { owner, at: context.now, body });
}

export const transactionQuery = { type: optional(word(AssetTransactionFilter)), ...paging };
/** Filters by the requested type, the newest first. */
export const transactionListing: ListOptions<Transaction> = {
  where: ({ body }, { query: { type = 'ALL' } }) => type === 'ALL' || type === body.type,
  sort: () => (a, b) => b.at - a.at || b.ordinal - a.ordinal,
};
