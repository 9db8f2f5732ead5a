// Writes history rows for executed transactions, and for value that moved without one.

import type { Network } from '../../src/services/catalogue/words.js';
import { addRow, type Context, enterState, type Listener, type Row, rows, saveRow } from '../core/index.js';
import { InvalidCallData, readCall } from './abi.js';
import { type ChainTransaction, type MinedTransaction, nativeCoin, type TokenMove } from './contract-calls.js';
import { tokenAt, wrapped } from './contracts.js';
import { heightOf, type Token, tokens, unitOf } from './networks.js';
import { newTransfer, type Transfer } from './past-transfers.js';
import { recordMove, transfer, transfersOf, transferType } from './transfer.js';

type TransferFacts = Pick<Transfer, 'type' | 'from' | 'to' | 'value' | 'ticker'>;
export const ofToken = (token: Token, from: string, to: string | null, value: bigint): TransferFacts => ({
  type: transferType(token),
  from,
  to,
  value: value.toString(),
  ticker: token.symbol,
});

/** The requested transfer, whether it succeeds or not. */
export function transferFacts({ network, from, to, value, data }: ChainTransaction): TransferFacts {
  const token = to === null ? undefined : tokenAt(network, to);
  const coin = ofToken(nativeCoin(network), from, to, BigInt(value));
  try {
    const read = readCall(data);
    if (token && read?.method === 'transfer') return ofToken(token, from, read.args.address(0), read.args.number(1));
    if (token && read?.method === 'transferFrom')
      return ofToken(token, read.args.address(0), read.args.address(1), read.args.number(2));
  } catch (error) {
    if (!(error instanceof InvalidCallData)) throw error;
  }
  return data === '0x' ? coin : { ...coin, type: 'UNKNOWN' };
}

/** A row for the transaction, and one for each further transfer. */
export function recordExecuted(context: Context, tx: MinedTransaction, moves: readonly TokenMove[]): void {
  const { network, hash, nonce, data, status, receipt } = tx;
  const decoded = transferFacts(tx);
  const main = moves.findIndex(
    ({ token, amount }) => token.symbol === decoded.ticker && amount.toString() === decoded.value,
  );
  const others = moves.filter(({ token }, index) => index !== main && token !== wrapped);
  const entries = [decoded, ...others.map(({ token, from, to, amount }) => ofToken(token, from, to, amount))];
  const registered = transfersOf(context, network, hash).find(({ body }) => body.registered);
  for (const [at, entry] of entries.entries()) {
    const fee = at === 0 ? (BigInt(receipt.gasUsed) * BigInt(receipt.gasPrice)).toString() : '0';
    const place = { fee, blockNumber: receipt.blockNumber, index: receipt.index * 100 + at };
    writeTransfer(
      context,
      { network, existing: at === 0 ? registered : undefined, status },
      { ...entry, ...place, hash, nonce, data },
    );
  }
}

interface WriteTarget {
  readonly network: Network;
  readonly existing: Row<Transfer> | undefined;
  readonly status: Transfer['status'];
}
/** Adds a row, or updates the one that a wallet has reported. */
export function writeTransfer(
  context: Context,
  { network, existing, status }: WriteTarget,
  facts: Omit<Transfer, 'status' | 'statusLog' | 'registered' | 'seen' | 'updatedAt'>,
): void {
  if (existing) {
    enterState(context, transfer, { ...existing, body: { ...existing.body, ...facts, seen: true } }, status);
    return;
  }
  addRow(context, transfer, { owner: network, body: newTransfer(context.now, { ...facts, status }) });
}

/** Updates the registered row of an arrived or replaced transaction. */
export function recordSeen(context: Context, { network, hash }: ChainTransaction, word: 'PENDING' | 'FAIL'): void {
  const row = transfersOf(context, network, hash).find(({ body }) => body.registered);
  if (!row) return;
  if (word === 'FAIL') enterState(context, transfer, row, 'FAIL');
  else saveRow(context, transfer, row, { ...row.body, seen: true });
}

/** Records value that moved without a user's transaction: payouts, deposits, bridges. */
export const historyListener: Listener = {
  on: {
    'chain moved': (data, context) => {
      const { network, hash, from, to, unit, rawAmount } = data as Readonly<Record<string, string>>;
      const token = tokens.find((candidate) => unitOf(candidate) === unit);
      const onNetwork = rows(context, transfer, { owner: token?.network ?? '' });
      const recorded = onNetwork.filter(({ body }) => body.hash === hash);
      if (!token || !network || recorded.some(({ body }) => !body.registered || body.status !== 'PENDING')) return;
      const [reported] = recorded;
      const facts = { ...ofToken(token, from!, to!, BigInt(rawAmount!)), hash: hash! };
      if (!reported) return recordMove(context, token.network, facts);
      const body = { ...reported.body, ...facts, blockNumber: heightOf(context, token.network), seen: true };
      enterState(context, transfer, { ...reported, body }, 'SUCCESS');
    },
  },
};
