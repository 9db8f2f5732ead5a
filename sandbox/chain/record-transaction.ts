// Records transactions and transfers by link that a wallet reports. A report must match a hash that the chain knows.

import { number, optional, text, word } from '../../src/services/catalogue/define.js';
import { Network, WalletTransactionType } from '../../src/services/catalogue/words.js';
import {
  addRow,
  badRequest,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  list,
  type ResponseOf,
  type Row,
  refuse,
  rowById,
  rows,
  saveRow,
  scenarioOf,
  schedule,
  type ValuesOf,
  view,
} from '../core/index.js';
import type * as shapes from '../core/shapes/wallet.js';
import type { ChainTransaction } from './contract-calls.js';
import { transferFacts } from './history-writer.js';
import { networks, stateNetwork, tokensOf } from './networks.js';
import { inNoBlock, newTransfer, type Transfer } from './past-transfers.js';
import { chainTransaction } from './transaction.js';
import { sameText, showHistoryRow, showHistoryRowV1, transfer, transfersOf } from './transfer.js';

/** Like RegisterTransactionDto (platform 3.5, inferred). */
const recordBody = {
  network: word(Network),
  type: word(WalletTransactionType),
  value: text(),
  from: text(),
  to: text(),
  hash: text(),
  data: optional(text()),
  nonce: number(),
};
type TransactionReport = ValuesOf<typeof recordBody>;

/** Refuses a registered hash. */
export function recordTransaction(context: HandlerContext) {
  const report = context.body as unknown as TransactionReport;
  const existing = findRegistered(context, report);
  if (existing)
    refuse(400, `already existing transaction network=${report.network} hash=${report.hash}`, 'EXISTING_TRANSACTION');
  return showHistoryRow(record(context, report));
}
/** Returns the first row of a registered hash. */
export const recordTransactionV1 = view(
  (context) => showHistoryRowV1(findRegistered(context, context.body) ?? record(context, context.body)),
  { body: recordBody },
);
/** Records a swap. */
export function recordSwap(context: HandlerContext): void {
  const network = context.path.network as Network;
  const { nonce, ...sent } = context.body as unknown as Omit<TransactionReport, 'network' | 'type' | 'nonce'> & {
    nonce?: number;
  };
  const report: TransactionReport = { ...sent, network, type: 'UNKNOWN', nonce: nonce ?? 0 };
  if (!findRegistered(context, report)) record(context, report, nonce !== undefined);
}

const findRegistered = (context: HandlerContext, { network, hash }: TransactionReport): Row<Transfer> | undefined =>
  transfersOf(context, network, hash).find(({ body }) => body.registered);

function record(context: HandlerContext, report: TransactionReport, withNonce = true): Row<Transfer> {
  const { nature } = networks[report.network];
  if (nature === 'closed' || nature === 'not a chain')
    refuse(400, `Not support Network: ${report.network}`, 'NOT_SUPPORTED_NETWORK');
  if (!/^\d{1,78}$/.test(report.value)) badRequest('value must be a whole number of base units.');
  const network = stateNetwork(report.network);
  const tx = rowById(context, chainTransaction, report.hash.toLowerCase())?.body;
  const ownTx = tx && tx.network === network ? tx : undefined;
  if (ownTx) refuseMismatch(report, ownTx, withNonce);
  const existing = transfersOf(context, network, report.hash)[0];
  if (existing) return saveRow(context, transfer, existing, { ...existing.body, registered: true });
  return addReported(context, network, report, ownTx);
}

/** @throws {Refusal} 400 MISMATCHED_TRANSACTION */
function refuseMismatch(report: TransactionReport, tx: ChainTransaction, withNonce: boolean): void {
  const decoded = transferFacts(tx);
  const isTo = (address: string | null) => address !== null && sameText(address, report.to);
  const wrong = [
    ...(sameText(decoded.from, report.from) || sameText(tx.from, report.from) ? [] : ['from']),
    ...(isTo(decoded.to) || isTo(tx.to) ? [] : ['to']),
    ...(report.value === decoded.value || report.value === tx.value ? [] : ['value']),
    ...(report.type === decoded.type || report.type === 'UNKNOWN' || decoded.type === 'UNKNOWN' ? [] : ['type']),
    ...(withNonce && report.nonce !== tx.nonce ? ['nonce'] : []),
  ];
  if (wrong.length > 0)
    refuse(400, `The transaction on the chain has another ${wrong.join(', ')}.`, 'MISMATCHED_TRANSACTION');
}

function addReported(
  context: HandlerContext,
  network: Network,
  report: TransactionReport,
  tx: ChainTransaction | undefined,
): Row<Transfer> {
  const { type, value, from, to, hash, data = '', nonce } = report;
  const decoded = tx && transferFacts(tx);
  const coin = tokensOf(network).find(({ contractAddress }) => contractAddress === null);
  const token = tokensOf(network).find(
    ({ contractAddress }) => contractAddress !== null && sameText(contractAddress, to),
  );
  const index = inNoBlock + rows(context, transfer, { owner: network }).length;
  const body = newTransfer(context.now, {
    status: 'PENDING',
    scenario: scenarioOf(context, transfer),
    type,
    hash,
    from,
    to,
    value,
    ...decoded,
    nonce,
    data,
    index,
    ticker: decoded?.ticker ?? token?.symbol ?? coin?.symbol ?? null,
    blockNumber: 0,
    registered: true,
    seen: tx?.status === 'PENDING',
  });
  const row = addRow(context, transfer, { owner: network, body });
  schedule(context, transfer, row);
  return row;
}

type LinkTransfer = ResponseOf<typeof shapes.LinkTransfers>;
const linkTransfer: Kind<LinkTransfer> = defineKind({
  name: 'link-transfer',
  show: ({ body }) => body,
});

/** LinkTransferLogDto (platform 12.3). The value is a number. */
export function logLinkTransfer(context: HandlerContext): void {
  const {
    network,
    tokenAddress = null,
    address,
    value,
  } = context.body as Omit<LinkTransfer, 'tokenAddress'> & { tokenAddress?: string };
  const body = { network, tokenAddress, address, value, receivedAt: iso(context.now) };
  addRow(context, linkTransfer, { owner: context.caller?.userId ?? null, body });
}

/** The query is not public: one address, or all. */
export const receiveLinkTransfer = list(linkTransfer, {
  query: { address: optional(text()) },
  where: ({ body }, { query: { address } }) =>
    address === undefined || body.address.toLowerCase() === address.toLowerCase(),
});
