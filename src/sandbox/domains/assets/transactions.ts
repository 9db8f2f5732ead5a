// Transactions of vehicle assets: purchases, returns, tokens that came and went, approvals. Not those of the chain service.
import { createHash } from 'node:crypto';
import { optional, word } from '../../../services/catalogue/define.js';
import { AssetTransactionFilter, type AssetTransactionType, type Network } from '../../../services/catalogue/words.js';
import { houseAddress } from '../../chain/addresses.js';
import { day, iso } from '../../core/clock.js';
import { type Listing, paging } from '../../core/handlers.js';
import { addRow, type Kind } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';
import { addressOf } from './buyers.js';
import type { Share } from './shares.js';

/** A transaction as stored and shown; all names are the sandbox's own. The amount is in whole units of `currency`. */
interface Transaction {
  readonly type: (typeof AssetTransactionType)[number];
  readonly vin: string | null;
  readonly tokenId: string | null;
  readonly currency: Share['currency'];
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly network: (typeof Network)[number];
  readonly transactionHash: string;
  readonly at: string;
}
export const transaction: Kind<Transaction> = {
  name: 'asset-transaction',
  table: 'asset_transaction',
  noun: 'TRANSACTION',
  owned: true,
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    const { id } = findUser(opening, 'mina')!;
    for (const [type, num, ago, amount, currency] of seeds)
      note({ ...opening, now: opening.now - ago * day }, id, { type, num, amount, currency, cause: `opening ${type} ${num}` });
  },
};

/** What mina has done, the oldest first: each type once at least. */
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

interface Noted extends Pick<Transaction, 'type' | 'amount' | 'currency'> {
  readonly num: number;
  /** What the hash is made from, where the chain has none. */
  readonly cause: string;
  readonly hash?: string | null;
}
/** Where vehicle tokens are: both collections are on this network. */
export const tokenNetwork = 'BASE_SEPOLIA';
const fromHouse: readonly Transaction['type'][] = ['RECEIVED', 'RETURN'];

/** Notes a transaction of somebody: money goes to the house, and comes back from it; tokens the other way round. */
export function note(moment: Moment, owner: string, { num, hash, cause, ...facts }: Noted): void {
  const { vin, tokenId } = vehicleByNum(moment, num);
  const [house, own] = [houseAddress(tokenNetwork), addressOf(moment, owner) ?? houseAddress(tokenNetwork)];
  const way = fromHouse.includes(facts.type) ? { from: house, to: own } : { from: own, to: house };
  const transactionHash = hash ?? `0x${createHash('sha256').update(`${moment.seed}:${cause}`).digest('hex')}`;
  const body = { ...facts, vin, tokenId, ...way, network: tokenNetwork, transactionHash, at: iso(moment.now) } as const;
  addRow(moment, transaction, { owner, at: moment.now, body });
}

export const transactionQuery = { type: optional(word(AssetTransactionFilter)), ...paging };
/** Of the type asked for, the newest first. */
export const transactionListing: Listing<Transaction> = {
  where: ({ body }, { query: { type = 'ALL' } }) => type === 'ALL' || type === body.type,
  sort: () => (a, b) => b.at - a.at || b.ordinal - a.ordinal,
};
