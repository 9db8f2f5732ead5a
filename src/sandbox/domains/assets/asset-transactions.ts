// Transactions of vehicle assets: purchases, returns, token transfers, approvals. Those of the chain service are others.

import { optional, word } from '../../../services/catalogue/define.js';
import { AssetTransactionFilter } from '../../../services/catalogue/words.js';
import { houseAddress, madeHash } from '../../chain/addresses.js';
import { pastTransfer } from '../../chain/past-transfers.js';
import { recordMove } from '../../chain/transfer.js';
import { iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { type ListOptions, paging } from '../../core/handlers.js';
import { addRow, type Kind } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { Answer, Stored } from '../../core/stored.js';
import type { ChainTransfer } from '../balances/chain-transfers.js';
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
    for (const [type, num, name, amount, currency, ordinal] of seeds) {
      const transfer = pastTransfer(opening, name);
      const ids =
        ordinal === undefined
          ? {}
          : { orderId: seededId(opening.seed, 'asset-order', ordinal), paymentId: seededId(opening.seed, 'payment', ordinal) };
      recordAssetTransaction({ ...opening, now: transfer.at }, id, { type, num, amount, currency, transfer, cause: name, ...ids });
    }
  },
};

/** Mina's seeded transactions, the oldest first: each type at least once. Two are of her payments, by their ordinals. */
const seeds: readonly (readonly [
  type: Transaction['type'],
  num: number,
  name: Parameters<typeof pastTransfer>[1],
  amount: string,
  currency: Share['currency'],
  payment?: number,
])[] = [
  ['PURCHASE', 6, 'vehicle 6 bought', '15000', 'USD'],
  ['APPROVE', 1, 'vehicle 1 approved', '4900', 'USDC'],
  ['PURCHASE', 1, 'vehicle 1 bought', '4900', 'USD'],
  ['PURCHASE', 4, 'vehicle 4 bought', '100', 'USDC'],
  ['RECEIVED', 5, 'vehicle 5 received', '0', 'USD'],
  ['PURCHASE', 3, 'vehicle 3 bought', '21000', 'USD'],
  ['PURCHASE', 7, 'payment 4', '200', 'USDC', 4],
  ['SENT', 7, 'vehicle 7 sent', '0', 'USDC'],
  ['RETURN', 7, 'refund of payment 4', '200', 'USDC', 4],
  ['PURCHASE', 2, 'payment 3', '250', 'USDC', 3],
];

/** What is known of the transfer on the chain. */
export type ChainParties = Pick<ChainTransfer, 'hash' | 'from' | 'to'>;
interface AssetTransactionFacts extends Pick<Transaction, 'type' | 'amount' | 'currency'> {
  readonly num: number;
  /** The source of the hash, where the chain has no transaction of it yet. */
  readonly cause: string;
  readonly transfer?: ChainParties | undefined;
  readonly orderId?: string | null;
  readonly paymentId?: string | null;
}
/** Where vehicle tokens are: both collections are on this network. */
export const tokenNetwork = 'BASE_SEPOLIA';
const fromHouse: readonly Transaction['type'][] = ['RECEIVED', 'RETURN'];
const ofToken: readonly Transaction['type'][] = ['RECEIVED', 'SENT'];

/** Records a transaction of a user, on the chain too. Money goes to the house or comes back from it; tokens go the other way. */
export function recordAssetTransaction(
  context: SandboxContext,
  owner: string,
  { num, transfer, cause, orderId = null, paymentId = null, ...facts }: AssetTransactionFacts,
): void {
  const { vin, tokenId } = vehicleByNum(context, num);
  const { hash: transactionHash, from, to } = transfer ?? recordParties(context, owner, facts.type, cause);
  const ids = { orderId, paymentId, vin, tokenId };
  const body = { ...facts, ...ids, from, to, network: tokenNetwork, transactionHash, at: iso(context.now) } as const;
  addRow(context, assetTransaction, { owner, at: context.now, body });
}

/** Records a call of the vehicles' contract: a token changes hands, or no coin moves, because the money went through a bank. */
function recordParties(context: SandboxContext, owner: string, type: Transaction['type'], cause: string): ChainParties {
  const [house, own] = [houseAddress(tokenNetwork), addressOf(context, owner) ?? houseAddress(tokenNetwork)];
  const [from, to] = fromHouse.includes(type) ? [house, own] : [own, house];
  const hash = madeHash(tokenNetwork, `${context.seed}:${cause}`);
  const token = ofToken.includes(type);
  recordMove(context, tokenNetwork, {
    type: token ? 'SEND_ERC721' : 'UNKNOWN',
    ticker: token ? null : 'ETH',
    value: token ? '1' : '0',
    hash,
    from,
    to,
  });
  return { hash, from, to };
}

export const transactionQuery = { type: optional(word(AssetTransactionFilter)), ...paging };
/** Filters by the requested type, the newest first. */
export const transactionListing: ListOptions<Transaction> = {
  where: ({ body }, { query: { type = 'ALL' } }) => type === 'ALL' || type === body.type,
  sort: () => (a, b) => b.at - a.at || b.ordinal - a.ordinal,
};
