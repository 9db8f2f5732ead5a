// What the chains write into histories: the transactions that have run, and value that was moved in other ways.
import type { Network } from '../../services/catalogue/words.js';
import type { Listener } from '../core/effects.js';
import { addRow, type Row, rows, saveRow } from '../core/rows.js';
import { enter } from '../core/state-machine.js';
import type { Moment } from '../core/world.js';
import { BadWords, readCall } from './abi.js';
import { coinOf, type Move } from './calls.js';
import { tokenAt, wrapped } from './contracts.js';
import { heightOf } from './networks.js';
import { type Token, tokens, unitOf } from './tokens.js';
import type { Mined, Transaction } from './transaction.js';
import { type Transfer, transfer, transfersOf, typeOf } from './transfer.js';

type NetworkWord = (typeof Network)[number];
type Said = Pick<Transfer, 'type' | 'from' | 'to' | 'value' | 'ticker'>;
const ofToken = (token: Token, from: string, to: string | null, value: bigint): Said => ({
  type: typeOf(token),
  from,
  to,
  value: value.toString(),
  ticker: token.symbol,
});

/** What a transaction says it does, whether it comes to that or not. */
export function saidBy({ network, from, to, value, data }: Transaction): Said {
  const token = to === null ? undefined : tokenAt(network, to);
  const coin = ofToken(coinOf(network), from, to, BigInt(value));
  try {
    const read = readCall(data);
    if (token && read?.method === 'transfer') return ofToken(token, from, read.args.address(0), read.args.number(1));
    if (token && read?.method === 'transferFrom') return ofToken(token, read.args.address(0), read.args.address(1), read.args.number(2));
  } catch (error) {
    if (!(error instanceof BadWords)) throw error;
  }
  return data === '0x' ? coin : { ...coin, type: 'UNKNOWN' };
}

/** Writes a transaction that has run: a row for itself, and one for each further transfer that it made. */
export function noteExecuted(moment: Moment, tx: Mined, moves: readonly Move[]): void {
  const { network, hash, nonce, data, status, receipt } = tx;
  const said = saidBy(tx);
  const own = moves.findIndex(({ token, amount }) => token.symbol === said.ticker && amount.toString() === said.value);
  const others = moves.filter(({ token }, index) => index !== own && token !== wrapped);
  const all = [said, ...others.map(({ token, from, to, amount }) => ofToken(token, from, to, amount))];
  const registered = transfersOf(moment, network, hash).find(({ body }) => body.registered);
  for (const [at, one] of all.entries()) {
    const fee = at === 0 ? (BigInt(receipt.gasUsed) * BigInt(receipt.gasPrice)).toString() : '0';
    const place = { fee, blockNumber: receipt.blockNumber, index: receipt.index * 100 + at };
    write(moment, { network, known: at === 0 ? registered : undefined, status }, { ...one, ...place, hash, nonce, data });
  }
}

interface Written {
  readonly network: NetworkWord;
  readonly known: Row<Transfer> | undefined;
  readonly status: Transfer['status'];
}
function write(
  moment: Moment,
  { network, known, status }: Written,
  facts: Omit<Transfer, 'status' | 'statusLog' | 'registered' | 'seen' | 'updatedAt'>,
): void {
  const at = new Date(moment.now).toISOString();
  if (known) {
    enter(moment, transfer, { ...known, body: { ...known.body, ...facts, seen: true } }, status);
    return;
  }
  const body: Transfer = { ...facts, status, registered: false, seen: true, updatedAt: at, statusLog: [{ status, at }] };
  addRow(moment, transfer, { owner: network, at: moment.now, body });
}

/** A transaction has come, or was replaced by another: what a wallet had told of it follows. */
export function noteSeen(moment: Moment, { network, hash }: Transaction, word: 'PENDING' | 'FAIL'): void {
  const known = transfersOf(moment, network, hash).find(({ body }) => body.registered);
  if (!known) return;
  if (word === 'FAIL') enter(moment, transfer, known, 'FAIL');
  else saveRow(moment, transfer, known, { ...known.body, seen: true });
}

/** Where rows stand in a block that no transaction of this chain made: behind all that did. */
const besides = 500_000;

/** Hears of value that was moved without a transaction of somebody's own: payouts, deposits, bridges. */
export const history: Listener = {
  hears: {
    'chain moved': (about, moment) => {
      const { network, hash, from, to, unit, rawAmount } = about as Readonly<Record<string, string>>;
      const token = tokens.find((one) => unitOf(one) === unit);
      const known = rows(moment, transfer, { owner: token?.network ?? '' });
      const noted = known.filter(({ body }) => body.hash === hash);
      if (!token || !network || noted.some(({ body }) => !body.registered || body.status !== 'PENDING')) return;
      const place = { blockNumber: heightOf(moment, token.network), index: besides + known.length, nonce: 0 };
      const said = ofToken(token, from!, to!, BigInt(rawAmount!));
      write(
        moment,
        { network: token.network, known: noted[0], status: 'SUCCESS' },
        { ...said, ...place, hash: hash!, fee: '0', data: '0x' },
      );
    },
  },
};
