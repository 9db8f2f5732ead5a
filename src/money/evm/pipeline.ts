// The steps of an operation on an EVM chain that differ from other chains: nonce, gas, price, funds, simulation.

import {
  BadInput,
  type Failure,
  Guarded,
  partFailure,
  type Refused,
  refusedUnsent,
} from '../../services/http/errors.js';
import { settleOpen } from '../chain/earlier.js';
import type { ChainWarning } from '../chain/effect.js';
import type { PreparedTransaction } from '../chain/family.js';
import type { Outcome, Store } from '../chain/intent.js';
import { runPrepared } from '../chain/pipeline.js';
import { orRefusal } from '../chain/rpc-failures.js';
import type { Observation } from '../chain/store.js';
import { type Adopted, adopt, nothingElsewhere } from '../chain/witness.js';
import type { Journal } from '../ledger/journal.js';
import { whole } from '../values/decimal.js';
import { type Chain, coinDecimals } from './chain.js';
import { userOf } from './chain-state.js';
import { decodeCall } from './contracts.js';
import { describe, type EvmDescribed, effectOf } from './describe.js';
import { checkFee, gasLimitOf, gasPriceOf } from './fees.js';
import { type EvmDependencies, type EvmIntent, noneReserved, type Reservation, reservedBy } from './intent.js';
import type { ShownTransaction } from './rpc.js';
import { simulate, wouldFail } from './simulation.js';
import { maxFeeOf, serialize, type TransactionFields } from './transaction.js';

/** Carries out an intent on an EVM chain. @throws as `runPrepared` */
export const runIntent = (intent: EvmIntent, deps: EvmDependencies): Promise<Outcome> =>
  runPrepared(intent, deps, (store) => prepare(intent, deps, store));

/** Prepares the bytes of an intent. @throws {BadInput} BAD_NONCE; {Guarded} FEE_TOO_HIGH, UNSETTLED_TRANSACTION */
async function prepare(intent: EvmIntent, deps: EvmDependencies, store: Store): Promise<PreparedTransaction> {
  const { from } = intent;
  for (const read of [deps.rpc.balance(from), intent.warnings?.()]) void settled(Promise.resolve(read)); // with the next
  const nonceRead = nextNonce(from, deps, store);
  const minedRead = deps.rpc.nonce(from, 'latest');
  const reservation = reserve(from, nonceRead, minedRead, deps, store);
  const building = settled(build(intent, nonceRead, reservation, deps));
  const reserved = await reservation;
  const { unsigned, dataFee, failure, simulated } = orThrow(await building);
  const before = (ahead: readonly string[]) => (ahead.length === 0 ? reserved : reserved.with(ahead));
  const described = await describe(unsigned, from, { ...deps, dataFee: async () => dataFee });
  const adopted = await witnessed(intent, described.fields, await minedRead, deps, store.journal);
  const unknownFee = dataFee === undefined ? [dataFeeUnknown] : [];
  return {
    unsigned,
    described,
    kind: 'original',
    nonce: described.fields.nonce,
    tokens: async (ahead) => intent.funds?.(before(ahead)),
    coins: (ahead) => checkFunds(described, from, deps, before(ahead).coins),
    simulate: async () => {
      if (failure) throw failure;
      return [...adopted.notes, ...unknownFee, ...orThrow(await simulated)];
    },
    recheck: async (wasAsked) => {
      if (wasAsked) await checkNonce(described.fields, intent, deps, store);
      await adopted.record();
    },
    behind: (count) => {
      const nonce = described.fields.nonce + BigInt(count);
      return { nonce, unsigned: serialize({ ...described.fields, nonce }) };
    },
  };
}

const dataFeeUnknown: ChainWarning = {
  code: 'DATA_FEE_UNKNOWN',
  message: 'The rollup does not say what it charges for the data of the transaction: that comes on top of the fee.',
};

/** The result of a read that was begun early; its failure is thrown in its turn. */
type ReadResult<Value> = { readonly value: Value } | { readonly error: unknown };
const settled = <Value>(promise: Promise<Value>): Promise<ReadResult<Value>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
function orThrow<Value>(result: ReadResult<Value>): Value {
  if ('error' in result) throw result.error;
  return result.value;
}

/**
 * The next nonce of an account: by its node, and behind what this run has sent and follows, which a node that lags does
 * not count.
 */
async function nextNonce(from: string, { rpc, identity, isFollowed }: EvmDependencies, { journal }: Store) {
  const shown = await rpc.nonce(from, 'pending');
  const open = await journal.open(identity, from, shown);
  const followed = open.filter(({ operation }) => isFollowed(operation));
  return followed.reduce((next, { nonce }) => (BigInt(nonce) >= next ? BigInt(nonce) + 1n : next), shown);
}

/**
 * Settles the open operations of an account, and adds up its transactions on their way: the node counts them only when
 * they are mined.
 * @throws {Guarded} UNSETTLED_TRANSACTION
 */
async function reserve(
  from: string,
  nonceRead: Promise<bigint>,
  minedRead: Promise<bigint>,
  deps: EvmDependencies,
  store: Store,
): Promise<Reservation & { readonly with: (ahead: readonly string[]) => Reservation }> {
  const [nonce, mined] = await Promise.all([nonceRead, minedRead]);
  const first = nonce < mined ? nonce : mined; // from here on nothing is in a block, whatever was seen before
  const seen = await settleOpen(from, first, deps, store);
  refuseUnsettled(seen, deps);
  const all = await store.journal.open(deps.identity, from, first);
  const open = all.filter((entry) => BigInt(entry.nonce) >= mined);
  const behind = (ahead: readonly string[]) => ahead.map((raw, at) => ({ raw, nonce: Number(nonce) + at }));
  return { ...reservedBy(open), with: (ahead) => reservedBy([...open, ...behind(ahead)]) };
}

/** @throws {Guarded} UNSETTLED_TRANSACTION if signed bytes may still be sent: nothing else is signed until then */
function refuseUnsettled(seen: readonly Observation[], { nextCommand }: EvmDependencies) {
  const missing = seen.find(({ state }) => state.kind === 'absent' && !state.isPast);
  if (missing === undefined || missing.state.kind !== 'absent') return;
  const { id } = missing.operation;
  throw new Guarded(
    'UNSETTLED_TRANSACTION',
    `The transaction of ${id} (nonce ${missing.state.entry.nonce}) is signed, and the node does not have it. It blocks every later transaction of this account.`,
    `Send the same bytes: ${nextCommand(`tuk wallet tx resume ${id}`)}. Or take its nonce: ${nextCommand(`tuk wallet tx cancel ${id}`)}`,
  );
}

/** A transaction that could be signed, and its simulation. */
interface BuiltTransaction {
  readonly unsigned: string;
  /** As of `EvmReads`. */
  readonly dataFee: bigint | undefined;
  /** Why the node has no estimate of its gas; the bound stands in for it. */
  readonly failure: Failure | undefined;
  readonly simulated: Promise<ReadResult<readonly ChainWarning[]>>;
}

/**
 * Builds the call and checks its effect, then chooses nonce, gas and price.
 * @throws {BadInput} BAD_NONCE; {Guarded} FEE_TOO_HIGH; as its reads
 */
async function build(
  intent: EvmIntent,
  nonceRead: Promise<bigint>,
  reservation: Promise<Reservation>,
  deps: EvmDependencies,
): Promise<BuiltTransaction> {
  const { rpc, chain, tokenAt, isRouter } = deps;
  const { from, fee, gasBound, acceptLess } = intent;
  const built = await intent.build();
  await intent.check(await effectOf(built, chain, tokenAt, isRouter)); // before a node is asked about it
  const probe = { from, ...built, value: intent.isMax ? 1n : built.value };
  const gasRead = fee.gasLimit === undefined ? settled(orRefusal(rpc.estimateGas(probe), wouldFail)) : undefined;
  const priceRead = settled(gasPriceOf(rpc, fee));
  const dataRead = settled(deps.dataFee(serialize({ chainId: chain.chainId, ...built, ...widest })));
  const begin = (call: typeof built) => ({
    simulated: settled(
      intent.lacksAllowance
        ? Promise.resolve([])
        : effectOf(call, chain, tokenAt, isRouter).then((effect) =>
            simulate({ fields: call, effect, from, acceptLess, tokenAt: deps.signedTokenAt }, rpc),
          ),
    ),
  });
  const early = intent.isMax ? undefined : begin(built);
  void settled(intent.funds?.(noneReserved) ?? Promise.resolve()); // its reads go with the others
  const [nonce, gas] = [await nonceRead, await gasRead];
  const estimated = gas && orThrow(gas);
  requireNonce(intent.nonce, nonce);
  const price = orThrow(await priceRead);
  const gasLimit = fee.gasLimit ?? (typeof estimated === 'bigint' ? gasLimitOf(estimated, gasBound, fee) : gasBound);
  const dataFee = orThrow(await dataRead);
  checkFee({ gasLimit, price, dataFee }, chain, gasBound, fee);
  const call = intent.isMax
    ? {
        ...built,
        value: await mostOf(from, maxFeeOf({ gasLimit, price }) + (dataFee ?? 0n), (await reservation).coins, deps),
      }
    : built;
  const unsigned = serialize({ chainId: chain.chainId, nonce, ...call, gasLimit, price });
  const refusedEstimate = typeof estimated === 'bigint' ? undefined : estimated;
  return { unsigned, dataFee, failure: refusedEstimate, ...(early ?? begin(call)) };
}
/** What is not known of a transaction while its data fee is read, as long as it can be. */
const widest = {
  nonce: 2n ** 24n - 1n,
  gasLimit: 2n ** 24n - 1n,
  price: { maxFeePerGas: 2n ** 48n - 1n, maxPriorityFeePerGas: 2n ** 48n - 1n },
};

/** All coins of an account less the highest fee and the reserved coins. @throws {Refused} INSUFFICIENT_FUNDS */
async function mostOf(from: string, fee: bigint, reserved: bigint, { rpc, chain }: EvmDependencies): Promise<bigint> {
  const has = await rpc.balance(from);
  if (has > fee + reserved) return has - fee - reserved;
  throw insufficient(has, fee, reserved, chain);
}

function requireNonce(stated: bigint | undefined, nonce: bigint) {
  if (stated === undefined || stated === nonce) return;
  throw new BadInput(
    'BAD_NONCE',
    `--nonce is ${stated}, and the next nonce of the account is ${nonce}.`,
    stated < nonce
      ? 'A pending transaction is replaced by name: tuk wallet tx speed-up, tuk wallet tx cancel'
      : 'Leave --nonce out.',
  );
}

/** @throws {Refused} INSUFFICIENT_FUNDS if the coins do not cover value and fee */
export async function checkFunds(
  { fields, maxFee }: Pick<EvmDescribed, 'fields' | 'maxFee'>,
  from: string,
  { rpc, chain }: EvmDependencies,
  reserved = 0n,
): Promise<void> {
  const [has, needs] = [await rpc.balance(from), fields.value + maxFee];
  if (has < needs + reserved) throw insufficient(has, needs, reserved, chain);
}
function insufficient(has: bigint, needs: bigint, reserved: bigint, { coin }: Chain): Refused {
  const text = (wei: bigint) => `${whole(wei, coinDecimals)} ${coin}`;
  return refusedUnsent(
    'INSUFFICIENT_FUNDS',
    `The account has ${text(has)}${reserved === 0n ? '' : `, of which ${text(reserved)} are on their way`}, and the transaction needs up to ${text(needs)} with its fee.`,
  );
}

/** @throws {Guarded} NONCE_USED if another program has sent from the account since the receipt was shown */
async function checkNonce({ nonce }: TransactionFields, { from }: EvmIntent, deps: EvmDependencies, store: Store) {
  if ((await nextNonce(from, deps, store)) === nonce) return;
  throw new Guarded(
    'NONCE_USED',
    'Another program has sent from this account since the receipt was shown.',
    'Run it again.',
  );
}

// What an account has sent elsewhere on an EVM chain: by its nonce.

/** The most transactions that are read. */
const mostRead = 40;

/**
 * Compares the nonce of an account with the journal before a reference counts as new.
 * @param call what is to be signed
 * @param mined the number of the account's transactions in blocks
 * @throws {Failure} as `adopt`; of a read
 */
async function witnessed(
  intent: Pick<EvmIntent, 'from' | 'clientRef'>,
  call: Pick<TransactionFields, 'nonce' | 'to' | 'value' | 'data'>,
  mined: bigint,
  deps: EvmDependencies,
  journal: Journal,
): Promise<Adopted> {
  if (intent.clientRef === undefined) return nothingElsewhere;
  const { nonce: next } = call;
  const known = await journal.lastKnown(deps.identity, intent.from, 'nonce');
  const isNew = known === undefined;
  const first = isNew ? 0n : known + 1n;
  const count = next > first ? next - first : 0n;
  const shown = count > mostRead || isNew ? [] : await read(first, next, mined, intent.from, deps);
  const seen = shown.flatMap((one) =>
    one === undefined ? [] : [{ nonce: one.nonce, hash: one.hash, effect: effectKey(one) }],
  );
  const isUnread = !isNew && BigInt(seen.length) < count;
  const ahead = { isNew, count: Number(count), seen, isUnread, last: next - 1n, word: 'nonce' } as const;
  return adopt(intent, ahead, (effect) => effect === effectKey(call), deps, journal);
}

/** The transactions of an account by nonce, in blocks or on their way; nothing for one that the node does not show. */
async function read(
  first: bigint,
  next: bigint,
  mined: bigint,
  sender: string,
  { rpc, chain }: EvmDependencies,
): Promise<readonly ((ShownTransaction & { readonly nonce: number }) | undefined)[]> {
  if (next <= first) return [];
  const height = await rpc.blockNumber();
  return Promise.all(
    Array.from({ length: Number(next - first) }, async (_, index) => {
      const nonce = Number(first) + index;
      const reading =
        nonce < mined
          ? userOf(rpc, { sender, nonce }, height, chain.finality).then((user) => user?.transaction)
          : rpc.transactionIn('pending', sender, BigInt(nonce));
      const transaction = await reading.catch((error: unknown) => {
        partFailure(error);
        return undefined;
      });
      return transaction && { ...transaction, nonce };
    }),
  );
}

/** An effect as text: recipient, value and data; of a swap without its floor and deadline, which differ each time. */
function effectKey({ to = '', value, data }: Pick<ShownTransaction, 'to' | 'value' | 'data'>) {
  const swap = decodeCall('router', data);
  const { amountIn = '', path = [], to: recipient = '' } = swap?.args ?? {};
  const parts = swap ? [swap.name, String(amountIn), ...(path as readonly string[]), String(recipient)] : [data];
  return [to, value.toString(), ...parts].join(' ').toLowerCase();
}
