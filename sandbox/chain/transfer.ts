// The state machine of history rows: transfers on all chains, seen in a block, registered by a wallet, or both. Mina and
// dara have every type and status; whale's rows are computed.

import type { Network } from '../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  day,
  defineKind,
  enterState,
  iso,
  type Kind,
  minute,
  oncePerWorld,
  openedAt,
  pick,
  type Row,
  rowCount,
  rows,
  type StateMachine,
  second,
  seededFraction,
  seededId,
  sha256,
} from '../core/index.js';
import { seedAddress, seedUsers } from '../domains/people/user.js';
import { madeAddress, madeHash } from './addresses.js';
import { heightOf, networks, stateNetwork, type Token } from './networks.js';
import { inNoBlock, newTransfer, pastTransfers, type Transfer } from './past-transfers.js';
import transfers from './transfers.json' with { type: 'json' };

type TransferSeed = readonly [
  ticker: string | null,
  type: Transfer['type'],
  status: Transfer['status'],
  amount: string,
  sent: boolean,
];

/** The newest first. */
const transferSeeds = transfers as unknown as Readonly<Partial<Record<Network, readonly TransferSeed[]>>>;
const addressOf = (network: Network, handle: string): string =>
  madeAddress(network, handle) ??
  seedUsers.find((person) => person.handle === handle)?.address ??
  `0x${sha256(handle).slice(0, 40)}`;

/** Also the transfers of other seeds. PENDING rows have no step due. */
function seedTransfers(opening: Context, kind: Kind<Transfer>): void {
  for (const handle of ['mina', 'dara'] as const)
    for (const [network, story] of Object.entries(transferSeeds) as [Network, readonly TransferSeed[]][])
      for (const [index, sketch] of story.entries())
        addRow(opening, kind, { owner: network, ...seedBody(opening, network, { handle, index, sketch }) });
  for (const [index, { network, at, ...facts }] of pastTransfers(opening).entries()) {
    const place = { blockNumber: heightOf({ now: at }, network), index: firstNamed + index };
    addRow(opening, kind, { owner: network, at, body: newTransfer(at, { ...facts, ...place }) });
  }
}
/** After all others of the block. */
const firstNamed = 400_000;

function seedBody(
  opening: Context,
  network: Network,
  {
    handle,
    index,
    sketch: [ticker, type, status, value, sent],
  }: { handle: string; index: number; sketch: TransferSeed },
): { at: number; body: Transfer } {
  const at =
    opening.now -
    Math.round(
      (index * 2 + 0.3 + seededFraction(opening.seed, 'transfer', `${handle} ${network}`, String(index))) * day,
    );
  const other = handle === 'mina' ? 'dara' : 'mina';
  const [from, to] = (sent ? [handle, other] : [other, handle]).map((name) => addressOf(network, name));
  const fee = network === 'XTZ' ? '1420' : network === 'BITCOIN' ? '2300' : usualFee;
  const facts = {
    type,
    status,
    hash: madeHash(network, `${handle} ${index}`),
    from: from!,
    to: to!,
    value,
    fee,
    ticker,
  };
  const place =
    status === 'PENDING'
      ? { blockNumber: 0, index: inNoBlock + (handle === 'mina' ? 0 : 1) }
      : { blockNumber: heightOf({ now: at }, network), index: 1 + index };
  const nonce = network === 'XTZ' ? 0 : 40 - index;
  const data = type === 'UNKNOWN' ? '0x12345678' : '0x';
  return { at, body: newTransfer(at, { ...facts, ...place, nonce, data, registered: sent }) };
}

const usualFee = '31500000000000';
const whaleRows = 2000;
const whaleAddress = seedAddress('whale');
/** Whale's two thousand transfers of MVL are computed, with amounts of up to 78 digits. */
export function whaleTransfers(context: Context, network: Network, address?: string): readonly WhaleTransfer[] {
  if (network !== 'ETHEREUM_SEPOLIA' || (address !== undefined && address.toLowerCase() !== whaleAddress.toLowerCase()))
    return [];
  return allWhaleTransfers(context);
}
interface WhaleTransfer {
  readonly id: string;
  readonly body: Transfer;
}
const allWhaleTransfers = oncePerWorld((context): readonly WhaleTransfer[] => {
  const { seed } = context;
  return Array.from({ length: whaleRows }, (_, n) => {
    const network = 'ETHEREUM_SEPOLIA';
    const at = openedAt(context) - (n + 1) * 3_600_000;
    const name = `whale ${seed} ${n}`;
    const value = (BigInt(`0x${sha256(name)}`) >> BigInt((n % 8) * 16)).toString();
    const [from, to] =
      n % 2 === 0 ? [whaleAddress, addressOf(network, 'market')] : [addressOf(network, 'market'), whaleAddress];
    const facts = { type: 'SEND_ERC20', hash: madeHash(network, name), from, to, value, fee: usualFee } as const;
    const place = { ticker: 'MVL', blockNumber: heightOf({ now: at }, network), index: 7, nonce: whaleRows - n };
    return { id: seededId(seed, 'whale-transfer', n + 1), body: newTransfer(at, { ...facts, ...place }) };
  });
});

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
  const { to, ticker, index: logIndex, blockNumber } = body;
  const facts = { ...pick(body, 'type', 'status'), id, ...pick(body, 'from', 'hash', 'value', 'fee', 'updatedAt') };
  return { ...facts, logIndex, blockNumber, to: to ?? undefined, ticker: ticker ?? undefined };
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
