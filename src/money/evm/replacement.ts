// Signs a second transaction for the nonce of an operation: the same with a higher fee, or nothing to the sender
// itself.

import { BadInput, Refused, refusedUnsent } from '../../services/http/errors.js';
import { broadcast } from '../chain/broadcast.js';
import { notSeen, takeOver } from '../chain/earlier.js';
import type { Description } from '../chain/effect.js';
import { type Outcome, requireStanding } from '../chain/intent.js';
import { sign, signingKeyOf } from '../chain/pipeline.js';
import { orRefusal } from '../chain/rpc-failures.js';
import { look, underLock } from '../chain/store.js';
import { whole } from '../values/decimal.js';
import { describe } from './describe.js';
import { checkFee, type FeeChoice, gasBounds, gasLimitOf, gasPriceOf, gweiText } from './fees.js';
import type { EvmDependencies } from './intent.js';
import { checkFunds } from './pipeline.js';
import { checkChainId } from './rpc.js';
import { type GasPrice, mostPerGas, parseTransaction, serialize, type TransactionFields } from './transaction.js';

/**
 * Signs a second transaction for the nonce of an operation. Only one of the two can be mined.
 * @throws {Refused} MINED_BEFORE, NOT_SIGNED; {BadInput} FEE_TOO_LOW; as `runIntent`
 */
export async function replace(
  kind: 'speed-up' | 'cancel',
  id: string,
  from: string,
  fee: FeeChoice,
  deps: EvmDependencies,
): Promise<Outcome> {
  return underLock(from, deps, async (store) => {
    await checkChainId(deps.rpc, deps.chain);
    const { operation, state } = await look((await takeOver(store, id))!, deps, store);
    if (state.kind === 'unsigned')
      throw new Refused('refused', 'NOT_SIGNED', `${id} was never signed: there is nothing to replace.`);
    if ('block' in state)
      throw refusedUnsent(
        'MINED_BEFORE',
        `The nonce of ${id} is used in block ${state.block.number} (${operation.lastStatus ?? 'mined'}).`,
      );
    if (state.kind === 'absent' && state.isPast) throw notSeen(operation, deps);
    const newest = (await store.journal.witnesses(id)).at(-1)!;
    const last = parseTransaction(newest.raw);
    const signature = newest.kind === 'cancel' ? 'cancel' : kind; // a cancellation that is sped up stays one
    const price = raised(last.price, await gasPriceOf(deps.rpc, fee), fee);
    const fields: TransactionFields =
      signature === 'speed-up'
        ? { ...last, price, gasLimit: fee.gasLimit ?? last.gasLimit }
        : { ...last, price, to: from, value: 0n, data: '0x', gasLimit: await cancelGas(from, fee, deps) };
    const unsigned = serialize(fields);
    const described = await describe(unsigned, from, { ...deps, tokenAt: deps.signedTokenAt });
    checkFee({ ...fields, dataFee: described.dataFee }, deps.chain, fields.gasLimit, fee);
    const name = kind === 'cancel' ? 'Cancel' : signature === 'cancel' ? 'Speed up the cancellation of' : 'Speed up';
    const receipt: Description = {
      ...described,
      title: `${name} ${id}: a second signature for the nonce ${last.nonce}`,
    };
    if (deps.dryRun) return { kind: 'plan', described: receipt, unsigned, warnings: [] };
    await checkFunds(described, from, deps);
    // a failing one is not made faster
    if (signature === 'speed-up') await deps.family.simulateAgain(operation, unsigned, from, deps.nextCommand);
    const verdict = await deps.judge(receipt, from, store.ledger, id);
    await deps.confirm(receipt, verdict);
    const entry = await signingKeyOf(from, deps, async (key) => {
      await requireStanding(verdict, deps);
      return sign({ unsigned, kind: signature, nonce: fields.nonce }, id, key, deps, store.journal);
    });
    const sent = await broadcast(operation, entry, deps, store);
    return { kind: 'sent', operation: sent, entry, warnings: [], cancels: signature === 'cancel' ? true : undefined };
  });
}
/** The gas of a cancellation: more than usual on some rollups, and if the account is delegated to a contract. */
async function cancelGas(from: string, fee: FeeChoice, { rpc }: EvmDependencies): Promise<bigint> {
  const estimated = await orRefusal(rpc.estimateGas({ from, to: from }), () => usualGas);
  return gasLimitOf(estimated, gasBounds.coin, fee);
}
const usualGas = 21_000n;

/**
 * A price that nodes take as a replacement: each part an eighth more than before, and at least the proposed one; never
 * above the stated one.
 * @throws {BadInput} FEE_TOO_LOW if the stated one is too low to replace
 */
function raised(before: GasPrice, proposed: GasPrice, { maxFeePerGas, maxPriorityFeePerGas }: FeeChoice): GasPrice {
  const bump = (wei: bigint) => (wei * 1125n) / 1000n + 1n;
  const most = (a: bigint, b: bigint) => (a > b ? a : b);
  const leastMax = bump(mostPerGas(before));
  requireEnough('max', maxFeePerGas, leastMax);
  if ('gasPrice' in before) return { gasPrice: maxFeePerGas ?? most(leastMax, mostPerGas(proposed)) };
  const leastTip = bump(before.maxPriorityFeePerGas);
  requireEnough('tip', maxPriorityFeePerGas, leastTip);
  const tip = maxPriorityFeePerGas ?? most(leastTip, 'gasPrice' in proposed ? 0n : proposed.maxPriorityFeePerGas);
  const max = maxFeePerGas ?? most(most(leastMax, mostPerGas(proposed)), tip);
  requireEnough('max', max, maxPriorityFeePerGas === undefined ? leastTip : maxPriorityFeePerGas);
  return { maxFeePerGas: max, maxPriorityFeePerGas: tip > max ? max : tip };
}
function requireEnough(part: 'max' | 'tip', stated: bigint | undefined, least: bigint) {
  if (stated === undefined || stated >= least) return;
  throw new BadInput(
    'FEE_TOO_LOW',
    `--fee ${part} is ${gweiText(stated)}, and nodes take no replacement below ${gweiText(least)}.`,
    `State at least that: --fee ${part}=${whole(least, 9)}`,
  );
}
