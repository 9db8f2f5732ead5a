// The steps of an operation on a chain: lock, earlier reference, prepare, judge, simulate, confirm, record, sign,
// record the bytes, broadcast. It is signed once, and sent again only as the same bytes.

import { Failure, Guarded } from '../../services/http/errors.js';
import type { Signer } from '../keys/signer.js';
import type { Journal, JournalEntry } from '../ledger/journal.js';
import type { Ledger } from '../ledger/ledger.js';
import { withLedger } from '../ledger/open.js';
import type { Intent } from '../ledger/operation.js';
import { whole } from '../values/decimal.js';
import { type Judged, refusalOf, type Verdict } from '../verdict/verdict.js';
import { broadcast } from './broadcast.js';
import { earlierWithReference, settleEarlier } from './earlier.js';
import { type ChainWarning, type Description, leavingBy, tokensOf, unlistedWarning } from './effect.js';
import type { PreparedTransaction } from './family.js';
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
  return underLock(intent.from, deps, async (store) => {
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
    await deps.confirm(receipt, verdict);
    deps.family.release();
    await Promise.all([intent.recheck?.(), prepared.recheck()]);
    const recorded = { ...base, warnings: withWarnings(undefined, { warnings }) };
    const newest = { ...prepared, ...(await prepared.renew?.()) };
    const sent = await signAndSend(newest, verdict, recorded, intent, deps, store);
    return { ...sent, kind: 'sent', warnings } as const;
  }).finally(() => deps.family.release());
}

/** A step as a part of its change. */
const wholeOf = (described: Description): Description => ({
  ...described,
  policy: { ...described.policy, takesBack: undefined },
});

/** Checks before a signature, with all refusals at once: the verdict, the funds, the simulation. */
async function checkBefore(
  intent: ChainIntent,
  { described, tokens, coins, simulate }: PreparedTransaction,
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
  await collect(tokens);
  if (isFunded()) await collect(coins);
  const simulated = isFunded() ? await collect(simulate) : [];
  const unseen = simulated?.find(({ code }) => code === 'NOT_SIMULATED');
  if (unseen && verdict?.uses.some(({ key }) => key !== 'fee'))
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

/**
 * Signs and sends: ledger, signature, journal, broadcast. The key is unlocked first, so that a wrong password leaves no
 * trace.
 */
async function signAndSend(
  prepared: PreparedTransaction,
  verdict: Judged,
  base: Intent,
  { from, acceptLess }: ChainIntent,
  deps: ChainDependencies,
  store: Store,
): Promise<Pick<Outcome & { readonly kind: 'sent' }, 'operation' | 'entry'>> {
  const { ledger, journal } = store;
  const { operation, entry } = await signingKeyOf(from, deps, async (key) => {
    if (deps.deadline.isStopped())
      throw new Failure('interrupted', 'INTERRUPTED', 'Interrupted.', undefined, { unsent: true });
    const now = deps.clock.now();
    const recorded = { ...base, ...recordedOf(prepared.described, verdict, deps), acceptLess };
    await deps.requireAccount();
    const begun = await ledger.begin(recorded, now, verdict.guard);
    try {
      return { operation: begun, entry: await sign(prepared, begun.id, key, deps, journal) };
    } catch (error) {
      await ledger.settle(begun.id, { outcome: 'not-sent', message: (error as Error).message }, deps.clock.now());
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
    if (deps.family.isSameAddress(key.address, from)) return use(key);
    throw new Guarded('WRONG_KEY', `The key is that of ${key.address}, and not of ${from}.`);
  });

/** The facts of a transaction for the ledger: an allowance moves nothing. */
function recordedOf(
  { effect, maxFee: units }: Description,
  { recorded }: Verdict,
  { chain }: ChainDependencies,
): Partial<Intent> {
  const maxFee = whole(units.toString(), chain.decimals);
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
