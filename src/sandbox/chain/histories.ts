// Histories of addresses as the wallet service tells them: pages, single rows, details, and how a transaction stands now.
import { number, optional, text, word } from '../../services/catalogue/define.js';
import { Network } from '../../services/catalogue/words.js';
import { notFound, refuse } from '../core/refusal.js';
import { type Row, rowById, rows } from '../core/rows.js';
import type { Moment, World } from '../core/world.js';
import { saidBy } from './history-notes.js';
import { networks, stateNetwork } from './networks.js';
import { type Transaction, transaction } from './transaction.js';
import { sameName, showHistoryRow, showOlderRow, type Transfer, transfer, transfersOf } from './transfer.js';
import { whaleTransfers } from './transfer-seeds.js';

type NetworkWord = (typeof Network)[number];
type Shown = Pick<Row<Transfer>, 'id' | 'body'>;
/** The query of version 1.1, which very likely is that of version 1 (CONTRACT.md section 3, INFERRED). */
export const olderQuery = {
  network: word(Network),
  address: text(),
  beforeblock: number(),
  beforeindex: number(),
  ticker: optional(text()),
  filter: optional(text()),
  limit: optional(number()),
};
const usualPage = 20;
const largestPage = 100;

/** Everything that an address has sent and received on a network, the newest first. */
function ofAddress(world: World, network: NetworkWord, address: string): Shown[] {
  const at = stateNetwork(network);
  const stored = rows(world, transfer, { owner: at }).filter(
    ({ body }) => sameName(body.from, address) || (body.to !== null && sameName(body.to, address)),
  );
  return [...stored, ...whaleTransfers(world, at, address)].sort(
    (a, b) => b.body.blockNumber - a.body.blockNumber || b.body.index - a.body.index,
  );
}

interface Asked {
  readonly network: NetworkWord;
  readonly address: string;
  readonly filter?: string;
  readonly ticker?: string;
}
function listed(world: World, before: { block: number; index: number }, limit: number): Shown[] {
  const { network, address, filter, ticker } = world.query as unknown as Asked;
  const wanted = ({ body }: Shown) =>
    (ticker === undefined || body.ticker === ticker) &&
    (filter !== 'SEND' || sameName(body.from, address)) &&
    (filter !== 'RECEIVE' || (body.to !== null && sameName(body.to, address)));
  const older = ({ body }: Shown) => body.blockNumber < before.block || (body.blockNumber === before.block && body.index < before.index);
  return ofAddress(world, network, address)
    .filter((row) => wanted(row) && older(row))
    .slice(0, limit);
}

/** GET /v1/wallets/transactions: before a block and a place in it (CONTRACT.md 1.6). */
export function listOlder(world: World): unknown[] {
  const { beforeblock, beforeindex, limit = usualPage } = world.query as { beforeblock: number; beforeindex: number; limit?: number };
  const size = Math.max(1, Math.min(largestPage, Math.floor(limit)));
  return listed(world, { block: beforeblock, index: beforeindex }, size).map(showOlderRow);
}

/** GET /v2/wallets/transaction/history: after the row whose `blockNumber` and `logIndex` are given. */
export function listHistory(world: World): unknown[] {
  const { blockNumber = Number.POSITIVE_INFINITY, logIndex = Number.POSITIVE_INFINITY } = world.query as {
    blockNumber?: number;
    logIndex?: number;
  };
  return listed(world, { block: blockNumber, index: logIndex }, usualPage).map(showHistoryRow);
}

/** GET .../history/{id}: also one of whale's, which are not stored. */
export function showRow(world: World): unknown {
  const id = world.path.id ?? '';
  const stored = /^[1-9]\d{0,8}$/.test(id) ? rows(world, transfer)[Number(id) - 1] : rowById(world, transfer, id);
  const found = stored ?? whaleTransfers(world, 'ETHEREUM_SEPOLIA').find((row) => row.id === id);
  return found ? showHistoryRow(found) : notFound(transfer.noun, id);
}

/** A transaction as it stands: as a history has it, or as it waits for its block. */
function named(moment: Moment, network: NetworkWord, hash: string): Shown | undefined {
  const known = transfersOf(moment, network, hash)[0];
  if (known) return known;
  const waiting = rowById(moment, transaction, hash.toLowerCase());
  return waiting?.body.network === stateNetwork(network) ? asTransfer(waiting) : undefined;
}
function asTransfer({ id, body }: Row<Transaction>): Shown {
  const { hash, status, statusLog, nonce, data } = body;
  const fee = (BigInt(body.gasLimit) * BigInt(body.feeCap)).toString();
  const place = { blockNumber: 0, index: 0, registered: false, seen: true, updatedAt: statusLog[0]?.at ?? '' };
  return { id, body: { ...saidBy(body), hash, status, statusLog, nonce, data, fee, ...place } };
}
const theTransaction = (world: World, network: NetworkWord, hash: string): Shown =>
  named(world, network, hash) ??
  whaleTransfers(world, stateNetwork(network)).find(({ body }) => body.hash === hash) ??
  notFound(transfer.noun, hash);

/** GET /v1/transactions: CONTRACT.md 8.1 TransactionDetailDto. */
export function showTransaction(world: World): unknown {
  const { network, hash } = world.query as { network: string; hash: string };
  const known = Object.hasOwn(networks, network) ? (network as NetworkWord) : notFound('NETWORK', network);
  return detail(known, theTransaction(world, known, hash));
}
function detail(network: NetworkWord, { body }: Shown): unknown {
  const { status, type, hash, from, to, value, fee, data, nonce } = body;
  return { network, status, type, hash, from, to: to ?? '', value, fee, data, nonce };
}

/** GET .../transactions/refresh: CONTRACT.md 8.1 RefreshTransactionResponseDto. */
export function refresh(world: World): unknown {
  const { network, hash } = world.query as { network: NetworkWord; hash: string };
  return refreshed(network, theTransaction(world, network, hash));
}
function refreshed(network: NetworkWord, { body }: Shown): unknown {
  const { status, type, hash, from, to, value, fee, data, nonce, index } = body;
  return { hash, network, status, from, to, value, type, fee, data, nonce, index };
}
/** GET .../refresh-bulk: hashes joined by commas, which is the sandbox's own; one is answered as one, several as a list. */
export function refreshBulk(world: World): unknown {
  const { network, hash } = world.query as { network: NetworkWord; hash: string };
  const all = hash.split(',').filter(Boolean);
  if (all.length === 0) refuse(400, 'hash holds no hash.', 'INVALID_REQUEST');
  const answers = all.map((one) => refreshed(network, theTransaction(world, network, one)));
  return answers.length === 1 ? answers[0] : answers;
}

/** GET /v1/block-transactions: the transactions of a block. The names of its query are the sandbox's own. */
export const blockQuery = { network: word(Network), blockNumber: number() };
export function listBlock(world: World): unknown[] {
  const { network, blockNumber } = world.query as { network: NetworkWord; blockNumber: number };
  return rows(world, transfer, { owner: stateNetwork(network) })
    .filter(({ body }) => body.blockNumber === blockNumber && body.status !== 'PENDING')
    .sort((a, b) => a.body.index - b.body.index)
    .map((row) => detail(network, row));
}
