// The steps of an operation on a chain: lock, settle open ones, build, describe, judge, simulate, confirm, record,
// sign, record the bytes, broadcast. It is signed once, and sent again only as the same bytes.

import { BadInput, Failure, Guarded, Refused } from '../../services/http/errors.js';
import { whole } from '../amount-text.js';
import { Ledger } from '../ledger.js';
import type { Intent } from '../operation.js';
import type { Signer } from '../signer.js';
import { refusalOf, type Verdict } from '../verdict.js';
import { broadcast } from './broadcast.js';
import { type Chain, coinDecimals } from './chain.js';
import { type ChainWarning, type Described, describe, effectOf, tokensOf, unlistedWarning } from './describe.js';
import { earlierWithReference, settleEarlier, settleOpen } from './earlier.js';
import { checkFee, gasLimitOf, gasPriceOf } from './fees.js';
import { sameAddress } from './hex.js';
import {
  accountOf,
  type ChainDependencies,
  type ChainIntent,
  chainService,
  type Outcome,
  type Store,
} from './intent.js';
import type { Journal, JournalEntry, SignatureKind } from './journal.js';
import { leavingBy } from './movements.js';
import { withWarnings } from './observation.js';
import { noneReserved, type Reserved, reservedBy } from './reserved.js';
import { checkChainId } from './rpc.js';
import { broadcastMethod } from './rpc-batches.js';
import { orRefusal } from './rpc-failures.js';
import { simulate, wouldFail } from './simulation.js';
import { underLock } from './store.js';
import { maxFeeOf, requireSigned, serialize, type TransactionFields } from './transaction.js';

/**
 * Carries out an intent: signs once, and sends the bytes. If its reference was used before, the earlier operation is
 * settled instead. Each fact is read once; those that may change while a person reads the receipt are read again.
 * @throws {Guarded} {Refused} {BadInput} {Failure} before anything is signed; {OutcomeUnknown} afterwards
 */
export async function runIntent(intent: ChainIntent, deps: ChainDependencies): Promise<Outcome> {
  return underLock(intent.from, deps, async (store) => {
    const { rpc } = deps;
    await checkChainId(rpc, deps.chain);
    const base = intentOf(intent, deps, store.ledger);
    const earlier = await earlierWithReference(base, deps, store);
    if (earlier) return settleEarlier(earlier, base, deps, store);
    const { from } = intent;
    const nonceRead = rpc.nonce(from, 'pending');
    const reservation = reserve(from, nonceRead, deps, store);
    const preparation = settled(prepare(intent, nonceRead, reservation, deps));
    const reserved = await reservation;
    const prepared = orThrow(await preparation);
    const described = await describe(prepared.unsigned, intent.from, deps);
    await intent.check(described.effect);
    const { verdict, chainWarnings, refused } = await checkBefore(described, intent, prepared, reserved, deps, store);
    const notes = (await intent.notes?.(described.effect)) ?? [];
    const lines = [...described.lines, ...notes, ...chainWarnings.map(({ message }) => ['▲ Note', message] as const)];
    const receipt = { ...described, lines };
    const warnings = [...chainWarnings, ...(verdict?.warnings ?? [])]; // the verdict's are lines of the policy
    if (deps.dryRun)
      return { kind: 'plan', described: receipt, unsigned: prepared.unsigned, warnings, refused } as const;
    if (refused || verdict === undefined) throw refused;
    await deps.confirm(receipt, verdict);
    rpc.release();
    await Promise.all([intent.recheck?.(), checkNonce(described.fields, intent, deps)]);
    const recorded = { ...base, warnings: withWarnings(undefined, { warnings }) };
    const sent = await signAndSend(prepared.unsigned, described, verdict, recorded, intent, deps, store);
    return { ...sent, kind: 'sent', warnings } as const;
  }).finally(() => deps.rpc.release());
}

/** The result of a read that was begun early; its failure is thrown in its turn. */
type Settled<Value> = { readonly value: Value } | { readonly error: unknown };
const settled = <Value>(promise: Promise<Value>): Promise<Settled<Value>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
function orThrow<Value>(result: Settled<Value>): Value {
  if ('error' in result) throw result.error;
  return result.value;
}

/**
 * Settles the open operations of an account, and adds up its transactions on their way: the node counts them only when
 * they are mined.
 * @throws {Guarded} UNSETTLED_TRANSACTION
 */
async function reserve(
  from: string,
  nonceRead: Promise<bigint>,
  deps: ChainDependencies,
  store: Store,
): Promise<Reserved> {
  const [nonce, mined] = await Promise.all([nonceRead, deps.rpc.nonce(from, 'latest')]);
  const first = nonce < mined ? nonce : mined; // from here on nothing is in a block, whatever was seen before
  await settleOpen(from, first, deps, store);
  return reservedBy(store.journal.open(deps.identity, from, first).filter((entry) => BigInt(entry.nonce) >= mined));
}

/** A transaction that could be signed, and its simulation. */
interface Prepared {
  readonly unsigned: string;
  /** Why the node has no estimate of its gas; the bound stands in for it. */
  readonly failure: Failure | undefined;
  readonly simulated: Promise<Settled<readonly ChainWarning[]>>;
}

/**
 * Builds the call and checks its effect, then chooses nonce, gas and price.
 * @throws {BadInput} BAD_NONCE; {Guarded} FEE_TOO_HIGH; as its reads
 */
async function prepare(
  intent: ChainIntent,
  nonceRead: Promise<bigint>,
  reservation: Promise<Reserved>,
  deps: ChainDependencies,
): Promise<Prepared> {
  const { rpc, chain, tokenAt, isRouter } = deps;
  const { from, fee, gasBound, acceptLess } = intent;
  const built = await intent.build();
  await intent.check(await effectOf(built, chain, tokenAt, isRouter)); // before a node is asked about it
  const probe = { from, ...built, value: intent.isMax ? 1n : built.value };
  const gasRead = fee.gasLimit === undefined ? orRefusal(rpc.estimateGas(probe), wouldFail) : undefined;
  const priceRead = settled(gasPriceOf(rpc, fee));
  const begin = (call: typeof built) => ({
    simulated: settled(
      intent.lacksAllowance
        ? Promise.resolve([])
        : effectOf(call, chain, tokenAt, isRouter).then((effect) =>
            simulate({ fields: call, effect, from, acceptLess }, rpc),
          ),
    ),
  });
  const early = intent.isMax ? undefined : begin(built);
  void settled(intent.funds?.(noneReserved) ?? Promise.resolve()); // its reads go with the others
  const [nonce, estimated] = [await nonceRead, await gasRead];
  requireNonce(intent.nonce, nonce);
  const price = orThrow(await priceRead);
  const gasLimit = fee.gasLimit ?? (typeof estimated === 'bigint' ? gasLimitOf(estimated, gasBound, fee) : gasBound);
  checkFee({ gasLimit, price }, chain, gasBound, fee);
  const call = intent.isMax
    ? { ...built, value: await mostOf(from, maxFeeOf({ gasLimit, price }), (await reservation).coins, deps) }
    : built;
  const unsigned = serialize({ chainId: chain.chainId, nonce, ...call, gasLimit, price });
  return { unsigned, failure: typeof estimated === 'bigint' ? undefined : estimated, ...(early ?? begin(call)) };
}

/** All coins of an account less the highest fee and the reserved coins. @throws {Refused} INSUFFICIENT_FUNDS */
async function mostOf(from: string, fee: bigint, reserved: bigint, { rpc, chain }: ChainDependencies): Promise<bigint> {
  const has = await rpc.balance(from);
  if (has > fee + reserved) return has - fee - reserved;
  throw insufficient(has, fee, reserved, chain);
}

function requireNonce(stated: bigint | undefined, nonce: bigint): void {
  if (stated === undefined || stated === nonce) return;
  throw new BadInput(
    'BAD_NONCE',
    `--nonce is ${stated}, and the next nonce of the account is ${nonce}; nothing was signed.`,
    stated < nonce
      ? 'A pending transaction is replaced by name: tuk wallet tx speed-up, tuk wallet tx cancel'
      : 'Leave --nonce out.',
  );
}

/** Checks before a signature, with all refusals at once: the verdict, the funds, the simulation. */
async function checkBefore(
  described: Described,
  intent: ChainIntent,
  prepared: Prepared,
  reserved: Reserved,
  deps: ChainDependencies,
  { ledger }: Store,
): Promise<{
  readonly verdict: Verdict | undefined;
  readonly chainWarnings: readonly ChainWarning[];
  readonly refused: Failure | undefined;
}> {
  const refusals: Failure[] = [];
  const collect = async <Result>(check: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Failure) || !/^(usage|guarded|refused)$/.test(error.kind)) throw error;
      refusals.push(...(error.refusals ?? [error]));
      return undefined;
    }
  };
  const isFunded = () => refusals.every(({ code }) => code !== 'INSUFFICIENT_FUNDS');
  const { from } = intent;
  const verdict = await collect(() => deps.judge(described, from, ledger, undefined));
  await collect<unknown>(async () => intent.funds?.(reserved));
  if (isFunded()) await collect(() => checkFunds(described.fields, from, deps, reserved.coins));
  const mayFail = isFunded();
  const simulated =
    mayFail && prepared.failure === undefined ? await collect(async () => orThrow(await prepared.simulated)) : [];
  if (prepared.failure && mayFail) refusals.push(prepared.failure);
  const tokens = tokensOf(described.effect).flatMap(unlistedWarning);
  const chainWarnings = [...((await intent.warnings?.()) ?? []), ...tokens, ...(simulated ?? [])];
  return { verdict, chainWarnings, refused: refusalOf(refusals) };
}

/** @throws {Refused} INSUFFICIENT_FUNDS if the coins do not cover value and fee */
export async function checkFunds(
  fields: TransactionFields,
  from: string,
  { rpc, chain }: ChainDependencies,
  reserved = 0n,
): Promise<void> {
  const [has, needs] = [await rpc.balance(from), fields.value + maxFeeOf(fields)];
  if (has < needs + reserved) throw insufficient(has, needs, reserved, chain);
}
function insufficient(has: bigint, needs: bigint, reserved: bigint, { coin }: Chain): Refused {
  const text = (wei: bigint) => `${whole(wei.toString(), coinDecimals)} ${coin}`;
  return new Refused(
    'refused',
    'INSUFFICIENT_FUNDS',
    `The account has ${text(has)}${reserved === 0n ? '' : `, of which ${text(reserved)} are on their way`}, and the transaction needs up to ${text(needs)} with its fee; nothing was signed.`,
  );
}

/** @throws {Guarded} NONCE_USED if another program has sent from the account since the receipt was shown */
async function checkNonce(
  { nonce }: TransactionFields,
  { from }: ChainIntent,
  { rpc }: ChainDependencies,
): Promise<void> {
  if ((await rpc.nonce(from, 'pending')) === nonce) return;
  throw new Guarded(
    'NONCE_USED',
    'Another program has sent from this account since the receipt was shown; nothing was signed.',
    'Run it again.',
  );
}

/** Whether the reference of an intent was used before, so that nothing needs to be read for a new operation. */
export function isUsedBefore(
  intent: Pick<ChainIntent, 'call' | 'asked' | 'clientRef' | 'from'>,
  deps: ChainDependencies,
): boolean {
  const ledger = new Ledger(deps.ledgerFile, undefined, deps.openLedger);
  try {
    return ledger.findByReference(intentOf(intent, deps, ledger)) !== undefined;
  } finally {
    ledger.close();
  }
}

/** The line of the ledger, without the facts of the verdict. */
function intentOf(
  { call, asked, clientRef, from }: Pick<ChainIntent, 'call' | 'asked' | 'clientRef' | 'from'>,
  { profile, identity, chain }: ChainDependencies,
  ledger: Ledger,
): Intent {
  return {
    profile,
    service: chainService,
    call,
    method: broadcastMethod,
    url: new URL(chain.rpc).origin,
    body: asked,
    origin: identity,
    account: accountOf(from),
    network: chain.network,
    ref: clientRef,
    asked: clientRef === undefined ? undefined : asked,
    digest: clientRef === undefined ? undefined : ledger.keyedHash(asked),
  };
}

/**
 * Signs and sends: ledger, signature, journal, broadcast. The key is unlocked first, so that a wrong password leaves no
 * trace.
 */
async function signAndSend(
  unsigned: string,
  described: Described,
  verdict: Verdict,
  base: Intent,
  { from, acceptLess }: ChainIntent,
  deps: ChainDependencies,
  store: Store,
): Promise<Pick<Outcome & { readonly kind: 'sent' }, 'operation' | 'entry'>> {
  const { ledger, journal } = store;
  const { operation, entry } = await signingKeyOf(from, deps, async (key) => {
    if (deps.cancellation.isStopped())
      throw new Failure('interrupted', 'INTERRUPTED', 'Interrupted; nothing was signed.');
    const now = deps.clock.now();
    const begun = ledger.begin({ ...base, ...recordedOf(described, verdict), acceptLess }, now, verdict.checkDay);
    try {
      return {
        operation: begun,
        entry: await sign(unsigned, begun.id, 'original', key, described.fields, deps, journal),
      };
    } catch (error) {
      ledger.settle(begun.id, { outcome: 'not-sent', message: (error as Error).message }, deps.clock.now());
      throw error;
    }
  });
  return { operation: await broadcast(operation, entry, deps, store), entry };
}

/** Unlocks the key of an account for `use`. @throws {Guarded} WRONG_KEY if the key belongs to another account */
export const signingKeyOf = <Result>(
  from: string,
  deps: ChainDependencies,
  use: (key: Signer) => Promise<Result>,
): Promise<Result> =>
  deps.withKey(async (key) => {
    if (sameAddress(key.address, from)) return use(key);
    throw new Guarded('WRONG_KEY', `The key is that of ${key.address}, and not of ${from}; nothing was signed.`);
  });

/** The facts of a transaction for the ledger: an allowance moves nothing. */
function recordedOf({ effect, fields }: Described, { recorded }: Verdict): Partial<Intent> {
  const maxFee = whole(maxFeeOf(fields).toString(), coinDecimals);
  if (effect.kind !== 'approval') return { ...recorded, maxFee, contract: leavingBy(effect).token.address };
  const { amount: _, token: __, usd: ___, ...rest } = recorded;
  return { ...rest, maxFee, contract: effect.allows.token.address, recipient: effect.spender };
}

/** Signs, and records the signed bytes on the disk. @throws {Guarded} SIGNED_BEFORE, BAD_TRANSACTION */
export async function sign(
  unsigned: string,
  operation: string,
  kind: SignatureKind,
  key: Signer,
  { nonce }: TransactionFields,
  { identity, chain, clock }: ChainDependencies,
  journal: Journal,
): Promise<JournalEntry> {
  const { raw, hash } = requireSigned(
    unsigned,
    await key.sign({ kind: 'transaction', family: 'evm', unsigned }),
    key.address,
  );
  const at = new Date(clock.now()).toISOString();
  const entry = {
    hash,
    operation,
    chain: identity,
    network: chain.network,
    sender: key.address,
    nonce: Number(nonce),
    raw,
    kind,
    at,
  } as const;
  journal.record(entry);
  return { ...entry, state: 'signed' };
}
