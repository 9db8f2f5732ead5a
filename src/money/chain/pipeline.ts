// The steps of an operation on a chain: lock, earlier reference, prepare, judge, simulate, confirm, record, sign,
// record the bytes, broadcast. It is signed once, and sent again only as the same bytes. The members of a group wait for
// one another before the funds are checked, and are then recorded, signed and broadcast together.

import { Failure, Guarded, partFailure } from '../../services/http/errors.js';
import type { Signer } from '../keys/signer.js';
import type { Journal, JournalEntry } from '../ledger/journal.js';
import type { Ledger } from '../ledger/ledger.js';
import { withLedger } from '../ledger/open.js';
import type { Intent, Operation } from '../ledger/operation.js';
import { whole } from '../values/decimal.js';
import { type Judged, refusalOf, type Verdict } from '../verdict/verdict.js';
import { broadcast } from './broadcast.js';
import { earlierWithReference, settleEarlier } from './earlier.js';
import { type ChainWarning, type Description, leavingBy, tokensOf, unlistedWarning } from './effect.js';
import type { PreparedTransaction } from './family.js';
import { together } from './group.js';
import {
  accountOf,
  type ChainDependencies,
  type ChainIntent,
  chainService,
  type Outcome,
  type Store,
} from './intent.js';
import { withWarnings } from './observation.js';
import { underLock } from './store.js';

/**
 * Carries out an intent: signs once, and sends the bytes. If its reference was used before, the earlier operation is
 * settled instead. Each fact is read once; those that may change while a person reads the receipt are read again.
 * @param prepare builds the bytes by the rules of the kind of chain, under the lock of the account
 * @throws {Guarded} {Refused} {BadInput} {Failure} before anything is signed; {OutcomeUnknown} afterwards
 */
export async function runPrepared(
  intent: ChainIntent,
  deps: ChainDependencies,
  prepare: (store: Store) => Promise<PreparedTransaction>,
): Promise<Outcome> {
  const { group } = deps;
  const run = underLock(intent.from, deps, async (store) => {
    await deps.family.identify();
    const base = await intentOf(intent, deps, store.ledger);
    const earlier = await earlierWithReference(base, deps, store);
    if (earlier) return settleEarlier(earlier, base, deps, store);
    const prepared = await prepare(store);
    const { unsigned } = prepared;
    const described = intent.isStep ? wholeOf(prepared.described) : prepared.described;
    await intent.check(described.effect);
    const { verdict, chainWarnings, refused } = await checkBefore(intent, { ...prepared, described }, deps, store);
    const notes = (await intent.notes?.(described.effect)) ?? [];
    const lines = [
      ...described.lines,
      ...notes,
      ...chainWarnings.map(({ message }) => ['▲ Note', message, 'note'] as const),
    ];
    const receipt = { ...described, lines };
    const warnings = [...chainWarnings, ...(verdict?.warnings ?? [])]; // the verdict's are lines of the policy
    if (deps.dryRun) return { kind: 'plan', described: receipt, unsigned, warnings, refused } as const;
    if (refused || verdict === undefined) throw refused;
    const wasAsked = await deps.confirm(receipt, verdict);
    deps.family.release();
    await Promise.all([intent.recheck?.(), prepared.recheck(wasAsked)]);
    const recorded = { ...base, warnings: withWarnings(undefined, { warnings }) };
    const newest = { ...prepared, ...(wasAsked && (await prepared.renew?.())) };
    const sent = await signingKeyOf(intent.from, deps, (key) =>
      together(group, 'send', { prepared: newest, verdict, base: recorded, intent, deps, key }, (sends) =>
        signAndSend(sends, store),
      ),
    );
    return { ...sent, kind: 'sent', warnings } as const;
  });
  return run
    .finally(() => deps.family.release())
    .then(
      (outcome) => {
        group?.leave(false);
        return outcome;
      },
      (error: unknown) => {
        group?.leave(true);
        throw error;
      },
    );
}

/** A step as a part of its change. */
const wholeOf = (described: Description): Description => ({
  ...described,
  policy: { ...described.policy, takesBack: undefined },
});

/** Checks before a signature, with all refusals at once: the verdict, the funds, the simulation. */
async function checkBefore(
  intent: ChainIntent,
  { unsigned, described, tokens, coins, simulate }: PreparedTransaction,
  deps: ChainDependencies,
  { ledger }: Store,
): Promise<{
  readonly verdict: Judged | undefined;
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
  const verdict = await collect(() => deps.judge(described, intent.from, ledger, undefined));
  await collect(() =>
    together(
      deps.group,
      'funds',
      async (ahead: readonly string[]) => {
        await collect(() => tokens(ahead));
        if (isFunded()) await coins(ahead);
        return unsigned;
      },
      (members) => checkFundsOf(members, deps.dryRun),
    ),
  );
  const simulated = isFunded() ? await collect(simulate) : [];
  const unseen = simulated?.find(({ code }) => code === 'NOT_SIMULATED');
  if (unseen && verdict && (verdict.persons !== undefined || verdict.uses.some(({ key }) => key !== 'fee')))
    refusals.push(
      new Guarded(
        'NOT_SIMULATED',
        unseen.message,
        'A limit applies. Name another node: tuk profile set NAME rpc.NETWORK URL',
      ),
    );
  const unlisted = tokensOf(described.effect).flatMap(unlistedWarning);
  const chainWarnings = [...((await intent.warnings?.()) ?? []), ...unlisted, ...(simulated ?? [])];
  return { verdict, chainWarnings, refused: refusalOf(refusals) };
}

/** Checks the funds of the members of a group: each needs what those ahead of it leave; not so in a plan. */
async function checkFundsOf(
  members: readonly ((ahead: readonly string[]) => Promise<string>)[],
  areApart: boolean,
): Promise<readonly PromiseSettledResult<string>[]> {
  const ahead: string[] = [];
  const settled: PromiseSettledResult<string>[] = [];
  for (const member of members) {
    const [one] = await Promise.allSettled([member(ahead)]);
    settled.push(one!);
    if (one!.status === 'fulfilled' && !areApart) ahead.push(one!.value);
  }
  return settled;
}

/** Whether the reference of an intent was used before, so that nothing needs to be read for a new operation. */
export const isUsedBefore = (
  intent: Pick<ChainIntent, 'call' | 'asked' | 'clientRef' | 'from'>,
  deps: ChainDependencies,
): Promise<boolean> =>
  withLedger(
    deps.ledger,
    'reads',
    async (ledger) => (await ledger.findByReference(await intentOf(intent, deps, ledger))) !== undefined,
  );

/** The line of the ledger, without the facts of the verdict. */
async function intentOf(
  { call, asked, clientRef, from }: Pick<ChainIntent, 'call' | 'asked' | 'clientRef' | 'from'>,
  { profile, identity, chain, family }: ChainDependencies,
  ledger: Ledger,
): Promise<Intent> {
  return {
    profile,
    service: chainService,
    call,
    method: family.sendMethod,
    url: new URL(chain.rpc).origin,
    body: asked,
    origin: identity,
    account: accountOf(from),
    network: chain.network,
    ref: clientRef,
    asked: clientRef === undefined ? undefined : asked,
    digest: clientRef === undefined ? undefined : (await ledger.hasher())(asked),
  };
}

/** A transaction that may be signed: its key is unlocked, so that a wrong password leaves no trace. */
interface Send {
  readonly prepared: PreparedTransaction;
  readonly verdict: Judged;
  readonly base: Intent;
  readonly intent: ChainIntent;
  readonly deps: ChainDependencies;
  readonly key: Signer;
}
type Sent = Pick<Outcome & { readonly kind: 'sent' }, 'operation' | 'entry' | 'behind'>;

/**
 * Records transactions in one write, then signs them in their order, with consecutive nonces, then broadcasts them.
 * After one that is not signed no other is: nothing is sent that would wait for its nonce.
 */
async function signAndSend(sends: readonly Send[], store: Store): Promise<readonly PromiseSettledResult<Sent>[]> {
  const { ledger, journal } = store;
  type Run = Send & { operation?: Operation; entry?: JournalEntry; failure?: { readonly error: unknown } };
  const runs: Run[] = sends.map((send) => ({ ...send }));
  const standing = () => runs.filter(({ failure }) => failure === undefined);
  const goesOn = sends[0]!.deps.group?.keepsGoing === true;
  /** Passes each to `use`; after a failure no other, if it stops. */
  const inOrder = async (use: (run: Run, at: number) => Promise<void>, stops: boolean) => {
    let hasFailed = false;
    for (const [at, run] of standing().entries())
      try {
        if (stops && hasFailed) throw notBegun();
        await use(run, at);
      } catch (error) {
        hasFailed = true;
        run.failure = { error };
      }
  };
  await inOrder(async ({ deps }) => {
    if (deps.group?.isStopped()) throw notBegun();
    if (deps.deadline.isStopped())
      throw new Failure('interrupted', 'INTERRUPTED', 'Interrupted.', undefined, { unsent: true });
    await deps.requireAccount();
  }, !goesOn);
  const ready = standing();
  const planned = ready.map(({ prepared, verdict, base, intent: { acceptLess }, deps }) => ({
    intent: { ...base, ...recordedOf(prepared.described, verdict, deps), acceptLess },
    now: deps.clock.now(),
    guard: verdict.guard,
  }));
  const begun = ready.length === 0 ? [] : await ledger.beginAll(planned, goesOn);
  for (const [at, run] of ready.entries()) {
    const one = begun[at];
    if (one?.status === 'fulfilled') run.operation = one.value;
    else run.failure = { error: one ? one.reason : notBegun() };
  }
  const recorded = standing();
  await inOrder(async (run, at) => {
    const { prepared, key, deps } = run;
    run.entry = await sign({ ...prepared, ...prepared.behind?.(at) }, run.operation!.id, key, deps, journal);
  }, true);
  for (const { operation, entry, failure, deps } of recorded)
    if (!entry) {
      const { message } = failure!.error as Error;
      await ledger.settle(operation!.id, { outcome: 'not-sent', message }, deps.clock.now()).catch(partFailure); // it has no bytes
    }
  const signed = standing();
  const send = async (run: Run, operation: Operation) => {
    const [end] = await Promise.allSettled([broadcast(operation, run.entry!, run.deps, store)]);
    run.failure = end!.status === 'rejected' ? { error: end!.reason } : undefined;
    if (end!.status === 'fulfilled') run.operation = end!.value;
  };
  await Promise.all(signed.map((run) => send(run, run.operation!)));
  const last = signed.findLastIndex(({ failure }) => failure === undefined);
  for (const run of signed.slice(0, Math.max(last, 0))) {
    const operation =
      run.failure && (await ledger.find(run.operation!.id).catch((error: unknown) => void partFailure(error)));
    if (operation?.outcome === 'unknown') await send(run, operation); // a later nonce waits for it: the same bytes
  }
  const refused = signed.findIndex(({ failure, prepared }) => failure && prepared.behind);
  const behind = refused === -1 ? undefined : signed[refused]!.operation!.id;
  return runs.map((run) => {
    const { operation, entry, failure } = run;
    if (failure) return { status: 'rejected', reason: failure.error };
    const isBehind = refused !== -1 && signed.indexOf(run) > refused;
    return {
      status: 'fulfilled',
      value: { operation: operation!, entry: entry!, behind: isBehind ? behind : undefined },
    };
  });
}

const notBegun = (): Failure =>
  new Failure('local', 'NOT_BEGUN', 'Not sent: one before it has failed.', undefined, { unsent: true });

/** Unlocks the key of an account for `use`. @throws {Guarded} WRONG_KEY if the key belongs to another account */
export const signingKeyOf = <Result>(
  from: string,
  deps: ChainDependencies,
  use: (key: Signer) => Promise<Result>,
): Promise<Result> =>
  deps.withKey(async (key) => {
    if (deps.family.isSameAddress(key.address, from)) return use(key);
    throw new Guarded('WRONG_KEY', `The key belongs to ${key.address}, not to ${from}.`);
  });

/** The facts of a transaction for the ledger: an allowance moves nothing. */
function recordedOf(
  { effect, maxFee: units }: Description,
  { recorded }: Verdict,
  { chain }: ChainDependencies,
): Partial<Intent> {
  const maxFee = whole(units, chain.decimals);
  if (effect.kind !== 'approval') return { ...recorded, maxFee, contract: leavingBy(effect).token.address };
  const { amount: _, token: __, usd: ___, ...rest } = recorded;
  return { ...rest, maxFee, contract: effect.allows.token.address, recipient: effect.spender };
}

/**
 * Signs, and records the signed bytes on the disk. What an external signer is given is recorded before: it may sign and
 * send it whatever it responds.
 * @throws {Guarded} SIGNED_BEFORE, BAD_TRANSACTION
 */
export async function sign(
  { unsigned, kind, nonce, since }: Pick<PreparedTransaction, 'unsigned' | 'kind' | 'nonce' | 'since'>,
  operation: string,
  key: Signer,
  { family, identity, chain, clock }: ChainDependencies,
  journal: Journal,
): Promise<JournalEntry> {
  const common = {
    operation,
    chain: identity,
    network: chain.network,
    sender: key.address,
    nonce: Number(nonce),
    since: since === undefined ? null : Number(since),
    at: new Date(clock.now()).toISOString(),
  } as const;
  if (key.capabilities.mayWait && kind === 'original')
    await journal.record({ ...common, hash: `offered:${operation}`, raw: unsigned, kind: 'offered' });
  const { raw, hash } = family.requireSigned(
    unsigned,
    await key.sign({ kind: 'transaction', family: family.name, unsigned }),
    key.address,
  );
  const entry = { ...common, hash, raw, kind } as const;
  await journal.record(entry);
  return { ...entry, state: 'signed' };
}
