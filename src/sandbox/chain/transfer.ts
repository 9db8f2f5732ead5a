// The state machine of history rows: transfers on all chains, seen in a block, registered by a wallet, or both.
import type { Network } from '../../services/catalogue/words.js';
import {
  addRow,
  type Context,
  defineKind,
  enterState,
  iso,
  minute,
  pick,
  type Row,
  rowCount,
  rows,
  type StateMachine,
  second,
} from '../core/index.js';
import { heightOf, networks, stateNetwork, type Token } from './networks.js';
import { newTransfer, type Transfer } from './past-transfers.js';
import { seedTransfers } from './transfer-seeds.js';

/** An unknown hash is pending so long, and a transfer on a read-only chain takes so long. */
const unseenMs = 10 * minute;
const uncheckedMs = 30 * second;

export const transfer: StateMachine<Transfer> = defineKind({
  name: 'transfer',
  table: 'chain_transfer',
  noun: 'TRANSACTION',
  scenarioPrefix: 'tx',
  scenarios: { stuck: 'PENDING, and no further' },
  show: showHistoryRow,
  next: ({ owner, body }, context) => {
    if (body.status !== 'PENDING' || body.scenario === 'stuck' || body.seen) return undefined;
    const live = networks[owner as Network].nature === 'live here';
    return live
      ? { target: 'unseen', at: context.now + unseenMs }
      : { target: 'SUCCESS', at: context.now + uncheckedMs };
  },
  onEnter: ({ owner, body }, context) => {
    const unmined = body.status === 'SUCCESS' && body.blockNumber === 0; // the block of a read-only chain is unknown
    return {
      ...body,
      updatedAt: iso(context.now),
      blockNumber: unmined ? heightOf(context, owner as Network) : body.blockNumber,
    };
  },
  actions: {
    unseen: (row, context) =>
      row.body.seen || row.body.status !== 'PENDING' ? row.body : enterState(context, transfer, row, 'FAIL').body,
  },
  seed: (opening) => seedTransfers(opening, transfer),
});

/** Rows without a transaction come after all others of the block. */
const offChainIndex = 500_000;

/** Records a transfer without a user's transaction. */
export function recordMove(
  context: Context,
  network: Network,
  facts: Pick<Transfer, 'type' | 'hash' | 'from' | 'to' | 'value' | 'ticker'>,
): void {
  const index = offChainIndex + rowCount(context, transfer, { owner: network });
  const place = { blockNumber: heightOf(context, network), index };
  addRow(context, transfer, { owner: network, body: newTransfer(context.now, { ...facts, ...place }) });
}

/** TransferTransactionHistoryResponseDto (platform 12.1). */
export function showHistoryRow({ id, body }: Pick<Row<Transfer>, 'id' | 'body'>) {
  const { type, status, from, to, hash, value, fee, updatedAt, ticker, index, blockNumber } = body;
  const optional = { to: to ?? undefined, ticker: ticker ?? undefined };
  return { type, status, id, from, hash, value, fee, updatedAt, logIndex: index, blockNumber, ...optional };
}
/** TransactionsResponseDto (platform 12.1). */
export function showHistoryRowV1({ body }: Pick<Row<Transfer>, 'body'>) {
  const names = [
    'type',
    'status',
    'from',
    'hash',
    'value',
    'fee',
    'updatedAt',
    'blockNumber',
    'index',
    'nonce',
  ] as const;
  return { ...pick(body, ...names), to: body.to ?? undefined, ticker: body.ticker ?? undefined };
}

/** The first is the transaction's own. */
export const transfersOf = (context: Context, network: Network, hash: string): Row<Transfer>[] =>
  rows(context, transfer, { owner: stateNetwork(network) })
    .filter(({ body }) => sameText(body.hash, hash))
    .sort((a, b) => Number(b.body.registered) - Number(a.body.registered) || a.body.index - b.body.index);

/** Hexadecimal texts without regard to case, others exactly. */
export const sameText = (a: string, b: string): boolean =>
  a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b;

export function transferType({ network, tokenType }: Pick<Token, 'network' | 'tokenType'>): Transfer['type'] {
  if (network === 'XTZ') return 'SEND_XTZ';
  if (network === 'BITCOIN') return 'SEND_BTC';
  if (tokenType === 'ERC20') return 'SEND_ERC20';
  if (tokenType === 'BEP20') return 'SEND_BEP20';
  if (tokenType !== 'COIN') return 'UNKNOWN';
  return network === 'BSC_TEST' ? 'SEND_BNB' : networks[network].symbol === 'ETH' ? 'SEND_ETH' : 'UNKNOWN';
}
