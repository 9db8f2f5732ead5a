// What a wallet tells of a transaction it has sent. Nothing is sent on: a hash that the chain knows takes the chain's word.
import { number, optional, text, word } from '../../services/catalogue/define.js';
import { Network, WalletTransactionType } from '../../services/catalogue/words.js';
import { iso } from '../core/clock.js';
import { refuse } from '../core/refusal.js';
import { addRow, type Row, rowById, rows, saveRow } from '../core/rows.js';
import { scenarioOf } from '../core/scenarios.js';
import { schedule } from '../core/state-machine.js';
import type { World } from '../core/world.js';
import { saidBy } from './history-notes.js';
import { networks, stateNetwork } from './networks.js';
import { tokensOf } from './tokens.js';
import { newestBlock, type Transaction, transaction } from './transaction.js';
import { sameName, showHistoryRow, showOlderRow, type Transfer, transfer, transfersOf } from './transfer.js';

type NetworkWord = (typeof Network)[number];
/** The body of version 1.1: RegisterTransactionDto like the others (CONTRACT.md section 3, INFERRED). */
export const registerBody = {
  network: word(Network),
  type: word(WalletTransactionType),
  value: text(),
  from: text(),
  to: text(),
  hash: text(),
  data: optional(text()),
  nonce: number(),
};
interface Told {
  readonly network: NetworkWord;
  readonly type: Transfer['type'];
  readonly value: string;
  readonly from: string;
  readonly to: string;
  readonly hash: string;
  readonly data?: string;
  readonly nonce: number;
}

/** POST /v2/wallets/transaction. A hash that was registered before is refused. */
export function register(world: World): unknown {
  const told = world.body as unknown as Told;
  const known = registered(world, told);
  if (known) refuse(400, `already existing transaction network=${told.network} hash=${told.hash}`, 'EXISTING_TRANSACTION');
  return showHistoryRow(record(world, told));
}
/** POST /v1/wallets/transactions: answers the first row for a hash that was registered before. */
export function registerOlder(world: World): unknown {
  const told = world.body as unknown as Told;
  return showOlderRow(registered(world, told) ?? record(world, told));
}
/** POST .../native-swap/{network}/broadcast: records a swap. */
export function recordSwap(world: World): void {
  const network = world.path.network as NetworkWord;
  const { nonce, ...sent } = world.body as unknown as Omit<Told, 'network' | 'type' | 'nonce'> & { nonce?: number };
  const told: Told = { ...sent, network, type: 'UNKNOWN', nonce: nonce ?? 0 };
  if (!registered(world, told)) record(world, told, nonce !== undefined);
}

const registered = (world: World, { network, hash }: Told): Row<Transfer> | undefined =>
  transfersOf(world, network, hash).find(({ body }) => body.registered);

function record(world: World, told: Told, withNonce = true): Row<Transfer> {
  const { nature } = networks[told.network];
  if (nature === 'closed' || nature === 'not a chain') refuse(400, `Not support Network: ${told.network}`, 'NOT_SUPPORTED_NETWORK');
  if (!/^\d{1,78}$/.test(told.value)) refuse(400, 'value must be a whole number of base units.', 'INVALID_REQUEST');
  const network = stateNetwork(told.network);
  const tx = rowById(world, transaction, told.hash.toLowerCase())?.body;
  const own = tx && tx.network === network ? tx : undefined;
  if (own) compare(told, own, withNonce);
  const noted = transfersOf(world, network, told.hash)[0];
  if (noted) return saveRow(world, transfer, noted, { ...noted.body, registered: true });
  return addTold(world, network, told, own);
}

/** What is told must be what the chain has. @throws {Refusal} 400 MISMATCHED_TRANSACTION */
function compare(told: Told, tx: Transaction, withNonce: boolean): void {
  const said = saidBy(tx);
  const either = (...known: (string | null)[]) => known.some((one) => one !== null && sameName(one, told.to));
  const wrong = [
    ...(sameName(said.from, told.from) || sameName(tx.from, told.from) ? [] : ['from']),
    ...(either(said.to, tx.to) ? [] : ['to']),
    ...(told.value === said.value || told.value === tx.value ? [] : ['value']),
    ...(told.type === said.type || told.type === 'UNKNOWN' || said.type === 'UNKNOWN' ? [] : ['type']),
    ...(withNonce && told.nonce !== tx.nonce ? ['nonce'] : []),
  ];
  if (wrong.length > 0) refuse(400, `The transaction on the chain has another ${wrong.join(', ')}.`, 'MISMATCHED_TRANSACTION');
}

/** Where rows stand that are in no block yet: behind all that are. */
const pending = 1_000_000;

function addTold(world: World, network: NetworkWord, told: Told, tx: Transaction | undefined): Row<Transfer> {
  const { type, value, from, to, hash, data = '', nonce } = told;
  const said = tx && saidBy(tx);
  const coin = tokensOf(network).find(({ contractAddress }) => contractAddress === null);
  const token = tokensOf(network).find(({ contractAddress }) => contractAddress !== null && sameName(contractAddress, to));
  const at = iso(world.now);
  const index = pending + rows(world, transfer, { owner: network }).length;
  const body: Transfer = {
    status: 'PENDING',
    scenario: scenarioOf(world, transfer),
    statusLog: [{ status: 'PENDING', at }],
    ...{ type, hash, from, to, value, ...said, nonce, data, index },
    fee: '0',
    ticker: said?.ticker ?? token?.symbol ?? coin?.symbol ?? null,
    blockNumber: newestBlock(world, network) + 1,
    registered: true,
    seen: tx?.status === 'PENDING',
    updatedAt: at,
  };
  const row = addRow(world, transfer, { owner: network, at: world.now, body });
  schedule(world, transfer, row);
  return row;
}
