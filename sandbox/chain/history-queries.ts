// The transaction histories of the wallet service: pages, rows, details and the current state of a transaction.
import { number, optional, text, word } from '../../src/services/catalogue/define.js';
import { Network } from '../../src/services/catalogue/words.js';
import {
  badRequest,
  type Context,
  type HandlerContext,
  notFound,
  pick,
  type Row,
  rowById,
  rows,
  view,
} from '../core/index.js';
import type { ChainTransaction } from './contract-calls.js';
import { transferFacts } from './history-writer.js';
import { networks, stateNetwork } from './networks.js';
import type { Transfer } from './past-transfers.js';
import { chainTransaction, newestBlock } from './transaction.js';
import { sameText, showHistoryRow, showHistoryRowV1, transfer, transfersOf, whaleTransfers } from './transfer.js';

type HistoryRow = Pick<Row<Transfer>, 'id' | 'body'>;
/** Very likely the query of version 1 (platform 3.5, inferred). */
export const historyQueryV1 = {
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

/** From and to an address, the newest first. */
function ofAddress(context: HandlerContext, network: Network, address: string): HistoryRow[] {
  const at = stateNetwork(network);
  const stored = rows(context, transfer, { owner: at }).filter(
    ({ body }) => sameText(body.from, address) || (body.to !== null && sameText(body.to, address)),
  );
  const block = blockOrder(context, at);
  return [...stored, ...whaleTransfers(context, at, address)].sort(
    (a, b) => block(b.body.blockNumber) - block(a.body.blockNumber) || b.body.index - a.body.index,
  );
}
/** Transfers outside a block (0) come after the newest block. */
function blockOrder(context: Context, network: Network): (blockNumber: number) => number {
  const next = newestBlock(context, network) + 1;
  return (blockNumber) => (blockNumber === 0 ? next : blockNumber);
}

interface HistoryQuery {
  readonly network: Network;
  readonly address: string;
  readonly filter?: string;
  readonly ticker?: string;
}
function historyPage(context: HandlerContext, before: { block: number; index: number }, limit: number): HistoryRow[] {
  const { network, address, filter, ticker } = context.query as unknown as HistoryQuery;
  const wanted = ({ body }: HistoryRow) =>
    (ticker === undefined || body.ticker === ticker) &&
    (filter !== 'SEND' || sameText(body.from, address)) &&
    (filter !== 'RECEIVE' || (body.to !== null && sameText(body.to, address)));
  const block = blockOrder(context, stateNetwork(network));
  const older = ({ body }: HistoryRow) =>
    block(body.blockNumber) < block(before.block) || (body.blockNumber === before.block && body.index < before.index);
  return ofAddress(context, network, address)
    .filter((row) => wanted(row) && older(row))
    .slice(0, limit);
}

/** A page of transfers before a block and an index in it (platform 1.6). */
export function listHistoryV1(context: HandlerContext) {
  const {
    beforeblock,
    beforeindex,
    limit = usualPage,
  } = context.query as { beforeblock: number; beforeindex: number; limit?: number };
  const size = Math.max(1, Math.min(largestPage, Math.floor(limit)));
  return historyPage(context, { block: beforeblock, index: beforeindex }, size).map(showHistoryRowV1);
}

/** A page of transfers after the row with this `blockNumber` and `logIndex`. */
export function listHistory(context: HandlerContext) {
  const { blockNumber = Number.POSITIVE_INFINITY, logIndex = Number.POSITIVE_INFINITY } = context.query as {
    blockNumber?: number;
    logIndex?: number;
  };
  return historyPage(context, { block: blockNumber, index: logIndex }, usualPage).map(showHistoryRow);
}

/** A row by id or ordinal, also whale's rows, which are not stored. */
export function showRow(context: HandlerContext) {
  const id = context.path.id ?? '';
  const stored = /^[1-9]\d{0,8}$/.test(id) ? rows(context, transfer)[Number(id) - 1] : rowById(context, transfer, id);
  const row = stored ?? whaleTransfers(context, 'ETHEREUM_SEPOLIA').find((transfer) => transfer.id === id);
  return row ? showHistoryRow(row) : notFound(transfer.noun, id);
}

/** In the history, or among the pending ones. */
function findTransaction(context: Context, network: Network, hash: string): HistoryRow | undefined {
  const recorded = transfersOf(context, network, hash)[0];
  if (recorded) return recorded;
  const waiting = rowById(context, chainTransaction, hash.toLowerCase());
  return waiting?.body.network === stateNetwork(network) ? asTransfer(waiting) : undefined;
}
function asTransfer({ id, body }: Row<ChainTransaction>): HistoryRow {
  const { hash, status, statusLog, nonce, data } = body;
  const fee = (BigInt(body.gasLimit) * BigInt(body.feeCap)).toString();
  const place = { blockNumber: 0, index: 0, registered: false, seen: true, updatedAt: statusLog[0]?.at ?? '' };
  return { id, body: { ...transferFacts(body), hash, status, statusLog, nonce, data, fee, ...place } };
}
const requireTransaction = (context: HandlerContext, network: Network, hash: string): HistoryRow =>
  findTransaction(context, network, hash) ??
  whaleTransfers(context, stateNetwork(network)).find(({ body }) => body.hash === hash) ??
  notFound(transfer.noun, hash);

/** TransactionDetailDto (platform 12.1). */
export function showTransaction(context: HandlerContext) {
  const { network, hash } = context.query as { network: string; hash: string };
  const chain = Object.hasOwn(networks, network) ? (network as Network) : notFound('NETWORK', network);
  return transactionDetail(chain, requireTransaction(context, chain, hash));
}
function transactionDetail(network: Network, { body }: HistoryRow) {
  const parties = { ...pick(body, 'status', 'type', 'hash', 'from'), to: body.to ?? '' };
  return { network, ...parties, ...pick(body, 'value', 'fee', 'data', 'nonce') };
}

/** RefreshTransactionResponseDto (platform 12.1). */
export function refresh(context: HandlerContext) {
  const { network, hash } = context.query as { network: Network; hash: string };
  return refreshResponse(network, requireTransaction(context, network, hash));
}
function refreshResponse(network: Network, { body }: HistoryRow) {
  const names = ['status', 'from', 'to', 'value', 'type', 'fee', 'data', 'nonce', 'index'] as const;
  return { hash: body.hash, network, ...pick(body, ...names) };
}
/** Hashes joined by commas, the sandbox's own form. One hash returns an object, several a list. */
export function refreshBulk(context: HandlerContext) {
  const { network, hash } = context.query as { network: Network; hash: string };
  const hashes = hash.split(',').filter(Boolean);
  if (hashes.length === 0) badRequest('hash holds no hash.');
  const responses = hashes.map((part) => refreshResponse(network, requireTransaction(context, network, part)));
  return responses.length === 1 ? responses[0] : responses;
}

/** The names of its query are the sandbox's own. */
const blockQuery = { network: word(Network), blockNumber: number() };
export const listBlock = view(
  (context) => {
    const { network, blockNumber } = context.query;
    return rows(context, transfer, { owner: stateNetwork(network) })
      .filter(({ body }) => body.blockNumber === blockNumber && body.status !== 'PENDING')
      .sort((a, b) => a.body.index - b.body.index)
      .map((row) => transactionDetail(network, row));
  },
  { query: blockQuery },
);
