// Taking in a signed transaction: everything that is checked before it may wait for its block.
import type { Network } from '../../services/catalogue/words.js';
import { iso, rateOfClock } from '../core/clock.js';
import { type Row, rowById, saveRow } from '../core/rows.js';
import { enter, schedule } from '../core/state-machine.js';
import type { Moment } from '../core/world.js';
import { balanceAt, coinOf, intrinsicGas } from './calls.js';
import type { SignedTransaction } from './decode.js';
import { baseFeeOf } from './fees.js';
import { noteSeen } from './history-notes.js';
import { putRow } from './keyed.js';
import { networks } from './networks.js';
import { RpcError } from './rpc-error.js';
import { mine, newestBlock, nonceOf, type Transaction, transaction, waitingOf } from './transaction.js';

type NetworkWord = (typeof Network)[number];
const refuse = (why: string): never => {
  throw new RpcError(-32000, why);
};

/** The most gas that a block holds, in the sandbox. */
export const blockGas = 30_000_000n;
/** How far ahead of its turn a transaction may come. */
const farthestNonce = 64;

/** Takes a transaction in. @returns its hash @throws {RpcError} -32000 with the words that nodes commonly use */
export function send(moment: Moment, network: NetworkWord, tx: SignedTransaction, scenario: string | undefined): string {
  if (rowById(moment, transaction, tx.hash)) refuse('already known');
  checkChain(network, tx);
  checkGas(moment, network, tx);
  const waiting = waitingOf(moment, network, tx.from);
  const other = checkNonce(moment, network, tx, waiting);
  checkBalance(
    moment,
    network,
    tx,
    waiting.filter((row) => row !== other),
  );
  if (other) replace(moment, other);
  const row = putRow(moment, transaction, tx.hash, { owner: network, at: moment.now, body: bodyOf(moment, network, tx, scenario) });
  noteSeen(moment, row.body, 'PENDING');
  if (rateOfClock(moment.state) > 0) schedule(moment, transaction, row);
  else mine(moment, row);
  return tx.hash;
}

function checkChain(network: NetworkWord, { chainId }: SignedTransaction): void {
  if (chainId === undefined) refuse('only replay-protected (EIP-155) transactions allowed over RPC');
  if (chainId !== BigInt(networks[network].chainId!)) refuse(`invalid chain id: have ${chainId} want ${networks[network].chainId}`);
}

function checkGas(moment: Moment, network: NetworkWord, { gasLimit, data, feeCap, tip }: SignedTransaction): void {
  const need = intrinsicGas(data);
  if (gasLimit < need) refuse(`intrinsic gas too low: gas ${gasLimit}, minimum needed ${need}`);
  if (gasLimit > blockGas) refuse('exceeds block gas limit');
  if (tip > feeCap) refuse('max priority fee per gas higher than max fee per gas');
  const base = baseFeeOf(moment, network, newestBlock(moment, network) + 1);
  if (feeCap < base) refuse(`max fee per gas less than block base fee: maxFeePerGas: ${feeCap}, baseFee: ${base}`);
}

/** The transaction that waits under the same nonce, where this one may take its place. */
function checkNonce(
  moment: Moment,
  network: NetworkWord,
  { from, nonce, feeCap, tip }: SignedTransaction,
  waiting: readonly Row<Transaction>[],
): Row<Transaction> | undefined {
  const next = nonceOf(moment, network, from);
  if (nonce < BigInt(next)) refuse(`nonce too low: next nonce ${next}, tx nonce ${nonce}`);
  if (nonce > BigInt(next + farthestNonce)) refuse(`nonce too high: next nonce ${next}, tx nonce ${nonce}`);
  const other = waiting.find(({ body }) => BigInt(body.nonce) === nonce);
  const enough = (mine: bigint, theirs: string) => mine * 10n >= BigInt(theirs) * 11n;
  if (other && !(enough(feeCap, other.body.feeCap) && enough(tip, other.body.tip))) refuse('replacement transaction underpriced');
  return other;
}

/** What the sender holds must be enough for the value and the gas of all that wait. */
function checkBalance(moment: Moment, network: NetworkWord, tx: SignedTransaction, waiting: readonly Row<Transaction>[]): void {
  const before = waiting.reduce((sum, { body }) => sum + BigInt(body.value) + BigInt(body.gasLimit) * BigInt(body.feeCap), 0n);
  const balance = balanceAt(moment, coinOf(network), tx.from);
  const want = before + tx.value + tx.gasLimit * tx.feeCap;
  if (balance < want) refuse(`insufficient funds for gas * price + value: address ${tx.from} have ${balance} want ${want}`);
}

function replace(moment: Moment, row: Row<Transaction>): void {
  const gone = enter(moment, transaction, row, 'FAIL');
  saveRow(moment, transaction, gone, { ...gone.body, replaced: true });
  noteSeen(moment, gone.body, 'FAIL');
}

function bodyOf({ now }: Moment, network: NetworkWord, tx: SignedTransaction, scenario: string | undefined): Transaction {
  const { hash, type, from, to, data, nonce, value, gasLimit, feeCap, tip, signature } = tx;
  const { v, yParity, r, s } = signature;
  return {
    status: 'PENDING',
    scenario,
    statusLog: [{ status: 'PENDING', at: iso(now) }],
    ...{ network, hash, type, from, to, data, nonce: Number(nonce) },
    value: value.toString(),
    gasLimit: gasLimit.toString(),
    feeCap: feeCap.toString(),
    tip: tip.toString(),
    signature: { v: v.toString(), yParity, r: r.toString(), s: s.toString() },
  };
}
