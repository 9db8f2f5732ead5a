// Transactions of vehicle assets: purchases, returns, token transfers, approvals. The chain service has its own.

import { optional, word } from '../../../src/services/catalogue/define.js';
import { AssetTransactionFilter, type City, City as cityWords } from '../../../src/services/catalogue/words.js';
import { houseAddress, madeHash } from '../../chain/addresses.js';
import { pastTransfer } from '../../chain/past-transfers.js';
import { recordMove } from '../../chain/transfer.js';
import {
  addRow,
  type Context,
  defineKind,
  iso,
  type Kind,
  list,
  paging,
  type Stored,
  seededId,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { ChainTransfer } from '../balances/ledger.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import { linkedAddress } from '../people/main-wallet.js';
import { findUser, liveUser } from '../people/user.js';
import { cities } from '../rides/fares.js';
import { pastShares } from './asset-rows.js';

/** The first city of a user's region, or Phnom Penh. */
export function homeOf(context: Context, userId: string): City {
  const region = liveUser(context, userId)?.body.data.region;
  return cityWords.find((city) => cities[city].region === region) ?? 'PNH';
}

/** The amount is in whole units of `currency`. */
type Transaction = Stored<typeof shapes.Transactions>;
export const assetTransaction: Kind<Transaction> = defineKind({
  name: 'asset-transaction',
  noun: 'TRANSACTION',
  owned: true,
  seed: (opening) => {
    for (const { handle, at, name, ...facts } of pastTransactions(opening)) {
      const transfer = pastTransfer(opening, name);
      recordAssetTransaction({ ...opening, now: at ?? transfer.at }, findUser(opening, handle)!.id, {
        ...facts,
        transfer,
        cause: name,
      });
    }
  },
});

interface PastTransaction extends Omit<AssetTransactionFacts, 'transfer' | 'cause'> {
  readonly handle: string;
  readonly name: Parameters<typeof pastTransfer>[1];
  /** Default: the time of the transfer. A purchase counts from its payment. */
  readonly at?: number;
}
/** Past transactions, the oldest first: of the shares, and of mina, who has every type. */
function pastTransactions(opening: Context): readonly PastTransaction[] {
  const ofShares = pastShares.flatMap(({ handle, num, amount, currency, by, payment }): PastTransaction[] => {
    const [bought, received] = [
      by === 'order' ? (`payment ${payment as 3}` as const) : (`vehicle ${num} bought` as const),
      `vehicle ${num} received` as const,
    ];
    const ids = payment && idsOf(opening, payment);
    const of = { handle, num, currency, ...ids, orderId: by === 'lease' ? null : ids?.orderId };
    const token = { ...of, type: 'RECEIVED', name: received, amount: '0' } as const;
    return by === 'lease'
      ? [token]
      : [{ ...of, type: 'PURCHASE', name: bought, amount, at: pastTransfer(opening, received).at }, token];
  });
  const of7 = { handle: 'mina', num: 7, currency: 'USDC', ...idsOf(opening, 4) } as const;
  const boughtAt = pastTransfer(opening, 'vehicle 7 received').at;
  return [
    { handle: 'mina', type: 'APPROVE', num: 1, name: 'vehicle 1 approved', amount: '4900', currency: 'USDC' } as const,
    ...ofShares,
    { ...of7, type: 'PURCHASE', name: 'payment 4', amount: '200', at: boughtAt } as const,
    { ...of7, type: 'RECEIVED', name: 'vehicle 7 received', amount: '0' } as const,
    { ...of7, type: 'RETURN', name: 'refund of payment 4', amount: '200' } as const,
    { ...of7, type: 'SENT', name: 'vehicle 7 sent', amount: '0' } as const,
  ]
    .map((past) => ({ ...past, at: ('at' in past ? past.at : undefined) ?? pastTransfer(opening, past.name).at }))
    .sort((a, b) => a.at - b.at);
}
/** The ids of an order and its payment; their seeds run separately. */
const idsOf = ({ seed }: Context, ordinal: number) => ({
  orderId: seededId(seed, 'asset-order', ordinal),
  paymentId: seededId(seed, 'payment', ordinal),
});

export type ChainParties = Pick<ChainTransfer, 'hash' | 'from' | 'to'>;
interface AssetTransactionFacts extends Pick<Transaction, 'type' | 'amount' | 'currency'> {
  readonly num: number;
  /** Hashed if the chain has no transaction yet. */
  readonly cause: string;
  readonly transfer?: ChainParties;
  readonly orderId?: string | null;
  readonly paymentId?: string | null;
}
/** The network of both collections. */
export const tokenNetwork = 'BASE_SEPOLIA';
const fromHouse: readonly Transaction['type'][] = ['RECEIVED', 'RETURN'];
const ofToken: readonly Transaction['type'][] = ['RECEIVED', 'SENT'];

/** Records a transaction of a user, on the chain too. Money and tokens go opposite ways. */
export function recordAssetTransaction(
  context: Context,
  owner: string,
  { num, transfer, cause, orderId = null, paymentId = null, ...facts }: AssetTransactionFacts,
): void {
  const { vin, tokenId } = vehicleByNum(context, num);
  const { hash: transactionHash, from, to } = transfer ?? recordParties(context, owner, facts.type, cause);
  const ids = { orderId, paymentId, vin, tokenId };
  const body = { ...facts, ...ids, from, to, network: tokenNetwork, transactionHash, at: iso(context.now) } as const;
  addRow(context, assetTransaction, { owner, body });
}

/** Records a call of the vehicles' contract: a token changes hands. Money through a bank moves no coin. */
function recordParties(context: Context, owner: string, type: Transaction['type'], cause: string): ChainParties {
  const house = houseAddress(tokenNetwork);
  const wallet = linkedAddress(context, owner) ?? house;
  const [from, to] = fromHouse.includes(type) ? [house, wallet] : [wallet, house];
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

/** Of a type or all, the newest first. */
export const listTransactions = list(assetTransaction, {
  query: { type: optional(word(AssetTransactionFilter)), ...paging },
  where: ({ body }, { query: { type = 'ALL' } }) => type === 'ALL' || type === body.type,
  sort: () => (a, b) => b.at - a.at || b.ordinal - a.ordinal,
});
