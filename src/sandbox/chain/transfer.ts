// Rows of histories: transfers on all chains, seen in blocks, registered by a wallet, or both.
import type { Network, WalletTransactionStatus, WalletTransactionType } from '../../services/catalogue/words.js';
import { minute, second } from '../core/clock.js';
import { type Row, rows } from '../core/rows.js';
import { enter, type Moving, type MovingKind } from '../core/state-machine.js';
import type { Moment } from '../core/world.js';
import { networks, stateNetwork } from './networks.js';
import type { Token } from './tokens.js';
import { seedTransfers } from './transfer-seeds.js';

type NetworkWord = (typeof Network)[number];

/** A transfer as stored; its owner is the network that holds its state. Amounts are in base units, as texts. */
export interface Transfer extends Moving {
  readonly status: (typeof WalletTransactionStatus)[number];
  readonly type: (typeof WalletTransactionType)[number];
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly fee: string;
  readonly ticker: string | null;
  readonly blockNumber: number;
  /** Its place in the block, unique there. */
  readonly index: number;
  readonly nonce: number;
  readonly data: string;
  /** A wallet has told of it. */
  readonly registered: boolean;
  /** The chain has it, in a block or waiting for one. */
  readonly seen: boolean;
  readonly updatedAt: string;
}

/** How long a hash that nobody has seen is waited for, and how long a chain that is not run here takes. */
const unseenMs = 10 * minute;
const uncheckedMs = 30 * second;

export const transfer: MovingKind<Transfer> = {
  name: 'transfer',
  table: 'chain_transfer',
  noun: 'TRANSACTION',
  owned: false,
  word: 'tx',
  scenarios: { stuck: 'PENDING, and no further' },
  show: showHistoryRow,
  next: ({ owner, body }, moment) => {
    if (body.status !== 'PENDING' || body.scenario === 'stuck' || body.seen) return undefined;
    const live = networks[owner as NetworkWord].nature === 'live here';
    return live ? { word: 'unseen', at: moment.now + unseenMs } : { word: 'SUCCESS', at: moment.now + uncheckedMs };
  },
  entered: ({ body }, moment) => ({ ...body, updatedAt: new Date(moment.now).toISOString() }),
  acts: {
    unseen: (row, moment) => (row.body.seen || row.body.status !== 'PENDING' ? row.body : enter(moment, transfer, row, 'FAIL').body),
  },
  seed: (opening) => seedTransfers(opening, transfer),
};

/** A row of the history: CONTRACT.md 8.1 TransferTransactionHistoryResponseDto. */
export function showHistoryRow({ id, body }: Pick<Row<Transfer>, 'id' | 'body'>): unknown {
  const { type, status, from, to, hash, value, fee, updatedAt, ticker, index, blockNumber } = body;
  const optional = { ...(to !== null && { to }), ...(ticker !== null && { ticker }) };
  return { type, status, id, from, hash, value, fee, updatedAt, logIndex: index, blockNumber, ...optional };
}
/** A row of the older history: CONTRACT.md 8.1 TransactionsResponseDto. */
export function showOlderRow({ body }: Pick<Row<Transfer>, 'body'>): unknown {
  const { type, status, from, to, hash, value, fee, updatedAt, ticker, index, blockNumber, nonce } = body;
  const optional = { ...(to !== null && { to }), ...(ticker !== null && { ticker }) };
  return { type, status, from, hash, value, fee, updatedAt, blockNumber, index, nonce, ...optional };
}

/** The transfers of a hash, the first of which is the transaction's own. */
export const transfersOf = (moment: Moment, network: NetworkWord, hash: string): Row<Transfer>[] =>
  rows(moment, transfer, { owner: stateNetwork(network) })
    .filter(({ body }) => sameName(body.hash, hash))
    .sort((a, b) => Number(b.body.registered) - Number(a.body.registered) || a.body.index - b.body.index);

/** Addresses and hashes in hexadecimal digits are the same in any case; all others are taken as they are. */
export const sameName = (one: string, other: string): boolean =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other;

/** The word for the transfer of a token. */
export function typeOf({ network, tokenType }: Pick<Token, 'network' | 'tokenType'>): Transfer['type'] {
  if (network === 'XTZ') return 'SEND_XTZ';
  if (network === 'BITCOIN') return 'SEND_BTC';
  if (tokenType === 'ERC20') return 'SEND_ERC20';
  if (tokenType === 'BEP20') return 'SEND_BEP20';
  if (tokenType !== 'COIN') return 'UNKNOWN';
  return network === 'BSC_TEST' ? 'SEND_BNB' : networks[network].symbol === 'ETH' ? 'SEND_ETH' : 'UNKNOWN';
}
