// Accepts a signed transaction after every check, to wait for its block.
import type { Network } from '../../src/services/catalogue/words.js';
import { type Context, clockRate, enterState, iso, type Row, rowById, saveRow, schedule } from '../core/index.js';
import { RpcError } from './abi.js';
import { balanceAt, type ChainTransaction, intrinsicGas, nativeCoin, putRow } from './contract-calls.js';
import type { SignedTransaction } from './decode.js';
import { recordSeen } from './history-writer.js';
import { baseFeeOf, networks } from './networks.js';
import { chainTransaction, mine, newestBlock, nonceOf, pendingOf } from './transaction.js';

const refuse = (why: string): never => {
  throw new RpcError(-32000, why);
};

export const blockGas = 30_000_000n;
/** The distance from the next nonce. */
const farthestNonce = 64;

/** Returns the hash. @throws {RpcError} -32000 with the usual words of nodes */
export function submitTransaction(
  context: Context,
  network: Network,
  tx: SignedTransaction,
  scenario: string | undefined,
): string {
  if (rowById(context, chainTransaction, tx.hash)) refuse('already known');
  checkChain(network, tx);
  checkGas(context, network, tx);
  const waiting = pendingOf(context, network, tx.from);
  const other = checkNonce(context, network, tx, waiting);
  checkBalance(
    context,
    network,
    tx,
    waiting.filter((row) => row !== other),
  );
  if (other) replace(context, other);
  const row = putRow(context, chainTransaction, tx.hash, {
    owner: network,
    body: bodyOf(context, network, tx, scenario),
  });
  recordSeen(context, row.body, 'PENDING');
  if (clockRate(context.state) > 0) schedule(context, chainTransaction, row);
  else mine(context, row);
  return tx.hash;
}

function checkChain(network: Network, { chainId }: SignedTransaction): void {
  if (chainId === undefined) refuse('only replay-protected (EIP-155) transactions allowed over RPC');
  if (chainId !== BigInt(networks[network].chainId!))
    refuse(`invalid chain id: have ${chainId} want ${networks[network].chainId}`);
}

function checkGas(context: Context, network: Network, { gasLimit, data, feeCap, tip }: SignedTransaction): void {
  const need = intrinsicGas(data);
  if (gasLimit < need) refuse(`intrinsic gas too low: gas ${gasLimit}, minimum needed ${need}`);
  if (gasLimit > blockGas) refuse('exceeds block gas limit');
  if (tip > feeCap) refuse('max priority fee per gas higher than max fee per gas');
  const base = baseFeeOf(context, network, newestBlock(context, network) + 1);
  if (feeCap < base) refuse(`max fee per gas less than block base fee: maxFeePerGas: ${feeCap}, baseFee: ${base}`);
}

/** The pending transaction of the same nonce, if this one may replace it. */
function checkNonce(
  context: Context,
  network: Network,
  { from, nonce, feeCap, tip }: SignedTransaction,
  waiting: readonly Row<ChainTransaction>[],
): Row<ChainTransaction> | undefined {
  const next = nonceOf(context, network, from);
  if (nonce < BigInt(next)) refuse(`nonce too low: next nonce ${next}, tx nonce ${nonce}`);
  if (nonce > BigInt(next + farthestNonce)) refuse(`nonce too high: next nonce ${next}, tx nonce ${nonce}`);
  const other = waiting.find(({ body }) => BigInt(body.nonce) === nonce);
  const enough = (mine: bigint, theirs: string) => mine * 10n >= BigInt(theirs) * 11n;
  if (other && !(enough(feeCap, other.body.feeCap) && enough(tip, other.body.tip)))
    refuse('replacement transaction underpriced');
  return other;
}

/** The balance must cover the value and the gas of all pending transactions. */
function checkBalance(
  context: Context,
  network: Network,
  tx: SignedTransaction,
  waiting: readonly Row<ChainTransaction>[],
): void {
  const before = waiting.reduce(
    (sum, { body }) => sum + BigInt(body.value) + BigInt(body.gasLimit) * BigInt(body.feeCap),
    0n,
  );
  const balance = balanceAt(context, nativeCoin(network), tx.from);
  const want = before + tx.value + tx.gasLimit * tx.feeCap;
  if (balance < want)
    refuse(`insufficient funds for gas * price + value: address ${tx.from} have ${balance} want ${want}`);
}

function replace(context: Context, row: Row<ChainTransaction>): void {
  const gone = enterState(context, chainTransaction, row, 'FAIL');
  saveRow(context, chainTransaction, gone, { ...gone.body, replaced: true });
  recordSeen(context, gone.body, 'FAIL');
}

function bodyOf(
  { now }: Context,
  network: Network,
  tx: SignedTransaction,
  scenario: string | undefined,
): ChainTransaction {
  const { hash, type, from, to, data, nonce, value, gasLimit, feeCap, tip, signature } = tx;
  const { v, yParity, r, s } = signature;
  return {
    status: 'PENDING',
    scenario,
    statusLog: [{ status: 'PENDING', at: iso(now) }],
    network,
    hash,
    type,
    from,
    to,
    data,
    nonce: Number(nonce),
    value: value.toString(),
    gasLimit: gasLimit.toString(),
    feeCap: feeCap.toString(),
    tip: tip.toString(),
    signature: { v: v.toString(), yParity, r: r.toString(), s: s.toString() },
  };
}
