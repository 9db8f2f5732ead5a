// The steps of an operation on a chain: lock, reconcile, build, describe, evaluate, simulate, confirm, record, sign, record the bytes, broadcast, reconcile.
// It is signed once. What was signed is sent again only as the same bytes.

import type { Cancellation } from '../../services/http/cancellation.js';
import { BadInput, Failure, Guarded, OutcomeUnknown, Refused } from '../../services/http/errors.js';
import { whole } from '../amount-text.js';
import { areApart, type Intent, Ledger, type Operation } from '../ledger.js';
import { refuseUnclear } from '../reference-binding.js';
import type { TransferFields } from '../transfer-fields.js';
import { refusalOf, type Verdict } from '../verdict.js';
import { withAccountLock } from './account-lock.js';
import { type Chain, coinDecimals } from './chain.js';
import { arrivedBy, effectOf, policyFields, receiptLines, type TokenAt, type TransactionEffect, wholeAmount } from './describe.js';
import { type FeeChoice, gasLimitOf, gasPriceOf } from './fees.js';
import { sameAddress } from './hex.js';
import { Journal, type JournalEntry, type SignatureKind } from './journal.js';
import { type ChainState, chainStateOf, recordState } from './reconcile.js';
import { checkChainId, isAlreadyKnown, type Rpc, RpcRefusal, reasonOf } from './rpc.js';
import {
  type GasPrice,
  maxFeeOf,
  mostPerGas,
  parseTransaction,
  requireSigned,
  type SigningKey,
  serialize,
  type TransactionFields,
} from './transaction.js';

/** The calls of this pipeline, by the name that the ledger has. */
type ChainCall = 'send' | 'approve' | 'swap';
/** The name of chains in the column `service` of the ledger. */
export const chainService = 'chain';

/** What is to be sent: built anew in each run, under the lock of the account. */
export interface ChainIntent {
  readonly call: ChainCall;
  readonly from: string;
  /** What was asked for, as canonical JSON: a reference stands for it. */
  readonly asked: string;
  readonly clientRef: string | undefined;
  readonly fee: FeeChoice;
  /** The nonce that the person states. */
  readonly nonce: bigint | undefined;
  /** The bound of the gas estimate. */
  readonly gasBound: bigint;
  /** Builds recipient, value and call data. @throws {Failure} where it cannot be done, before anything is signed */
  readonly build: () => Promise<Pick<TransactionFields, 'to' | 'value' | 'data'>>;
  /** Checks that the account has what is sold or sent. @throws {Refused} INSUFFICIENT_FUNDS */
  readonly funds?: () => Promise<void>;
  /** Checks the decoded effect against the intent. @throws {Guarded} */
  readonly check: (effect: TransactionEffect) => void | Promise<void>;
  /** An allowance that is set first is missing, so that the transaction would fail now. */
  readonly lacksAllowance?: boolean;
  /** What is warned of in the transaction that was built last: in the receipt, and in the JSON. */
  readonly warnings?: () => readonly ChainWarning[];
  /** More lines of the receipt. */
  readonly notes?: (effect: TransactionEffect) => Promise<readonly (readonly [string, string])[]>;
  /** Runs after the confirmation, right before the signature: what has changed since. @throws {Guarded} */
  readonly recheck?: () => Promise<void>;
}

/** A warning of a transaction that may be signed all the same. */
export interface ChainWarning {
  readonly code: string;
  readonly message: string;
}

/** A described transaction, as it is confirmed. */
export interface Described {
  readonly title: string;
  readonly fields: TransactionFields;
  readonly effect: TransactionEffect;
  readonly lines: readonly (readonly [string, string])[];
  readonly policy: TransferFields;
}

/** The dependencies of the pipeline, as data and functions. */
export interface ChainDependencies {
  readonly rpc: Rpc;
  readonly chain: Chain;
  /** The identity of the chain, to which operations are bound. */
  readonly identity: string;
  readonly profile: string;
  readonly ledgerFile: string;
  /** The ledger, if it is open for a whole batch. */
  readonly openLedger?: Ledger | undefined;
  /** The file that knows the ledger of this machine. */
  readonly ledgerIdentity: string;
  /** The file of the lock of an account. */
  readonly lockFile: (address: string) => string;
  readonly clock: { now(): number };
  readonly cancellation: Cancellation;
  readonly log: (line: string) => void;
  readonly tokenAt: TokenAt;
  readonly isRouter: (address: string) => boolean;
  /** Judges the transaction. @throws {Failure} with all refusals */
  readonly judge: (described: Described, from: string, ledger: Ledger, except: string | undefined) => Promise<Verdict>;
  /** Prints the receipt and has a person confirm it. @throws {Failure} */
  readonly confirm: (described: Described, verdict: Verdict) => Promise<void>;
  /** Unlocks the key of the account for `use`. @throws {Failure} */
  readonly withKey: <Result>(use: (key: SigningKey) => Promise<Result> | Result) => Promise<Result>;
  /** Ends the use of the key: nothing more is signed. */
  readonly releaseKey: () => void;
  /** A command line to type next. */
  readonly nextCommand: (line: string, profile?: string) => string;
  /** Stops before the confirmation, and sends nothing. */
  readonly dryRun: boolean;
  /** Whether this process has broadcast an operation and follows it to its block: it is settled there. */
  readonly isFollowed: (operation: string) => boolean;
}

/** What a run of the pipeline has done. */
export type Outcome =
  /** A dry run; `refused`: why the transaction would not be signed. */
  | { readonly kind: 'plan'; readonly described: Described; readonly unsigned: string; readonly refused?: Failure }
  | { readonly kind: 'sent' | 'earlier'; readonly operation: Operation; readonly entry: JournalEntry };

/** Runs `use` with the ledger and the journal, while no other process sends from the account. */
async function underLock<Result>(from: string, deps: ChainDependencies, use: (store: Store) => Promise<Result>): Promise<Result> {
  return withAccountLock(
    deps.lockFile(from),
    () => deps.clock.now(),
    deps.cancellation,
    deps.log,
    async () => {
      const ledger = new Ledger(deps.ledgerFile, deps.ledgerIdentity, deps.openLedger);
      const journal = new Journal(deps.ledgerFile);
      try {
        return await use({ ledger, journal });
      } finally {
        journal.close();
        ledger.close();
      }
    },
  );
}
interface Store {
  readonly ledger: Ledger;
  readonly journal: Journal;
}

/** The account of an operation in the ledger. */
export const accountOf = (address: string): string => `address:${address.toLowerCase()}`;

/**
 * Carries out an intent: signs once, and sends what was signed. A reference that was used before has its earlier operation settled instead.
 * @throws {Guarded} {Refused} {BadInput} {Failure} before anything is signed; {OutcomeUnknown} where it was signed and it is not known whether the chain has it
 */
export async function runIntent(intent: ChainIntent, deps: ChainDependencies): Promise<Outcome> {
  return underLock(intent.from, deps, async (store) => {
    await checkChainId(deps.rpc, deps.chain);
    const base = intentOf(intent, deps, store.ledger);
    const earlier = store.ledger.findByReference(base);
    if (earlier) return settleEarlier(earlier, base, deps, store);
    await settleOpen(intent.from, deps, store);
    const { unsigned, wouldFail } = await prepare(intent, deps);
    const described = await describe(unsigned, intent.from, deps);
    await intent.check(described.effect);
    const shown = { ...described, lines: [...described.lines, ...((await intent.notes?.(described.effect)) ?? [])] };
    const { verdict, simulated, refused } = await checkBefore(shown, intent, wouldFail, deps, store);
    if (deps.dryRun) return { kind: 'plan', described: shown, unsigned, ...(refused && { refused }) };
    if (refused || verdict === undefined) throw refused;
    await deps.confirm({ ...shown, lines: [...shown.lines, ...simulated] }, verdict);
    await intent.recheck?.();
    await checkNonce(described.fields, intent, deps);
    return signAndSend(unsigned, described, verdict, base, intent, deps, store);
  });
}

/** What is checked before a signature, at once: the verdict, the funds, whether the transaction would fail. */
async function checkBefore(
  described: Described,
  intent: ChainIntent,
  failure: Refused | undefined,
  deps: ChainDependencies,
  { ledger }: Store,
): Promise<{
  readonly verdict: Verdict | undefined;
  readonly simulated: readonly (readonly [string, string])[];
  readonly refused: Failure | undefined;
}> {
  const refusals: Failure[] = [];
  const collect = async <Result>(check: Promise<Result> | undefined): Promise<Result | undefined> => {
    try {
      return await check;
    } catch (error) {
      if (!(error instanceof Failure) || !/^(usage|guarded|refused)$/.test(error.kind)) throw error;
      refusals.push(...(error.refusals ?? [error]));
      return undefined;
    }
  };
  const { from, lacksAllowance = false } = intent;
  const verdict = await collect(deps.judge(described, from, ledger, undefined));
  await collect(intent.funds?.());
  const isFunded = refusals.every(({ code }) => code !== 'INSUFFICIENT_FUNDS');
  if (isFunded) await collect(checkFunds(described.fields, from, deps));
  const mayBeSimulated = refusals.every(({ code }) => code !== 'INSUFFICIENT_FUNDS') && failure === undefined && !lacksAllowance;
  const simulated = mayBeSimulated ? await collect(simulate(described, from, deps)) : [];
  if (failure && isFunded) refusals.push(failure);
  return { verdict, simulated: simulated ?? [], refused: refusalOf(refusals) };
}

/** Whether the reference of an intent was used before: its operation is settled then, and nothing needs to be read for a new one. */
export function isUsedBefore(intent: Pick<ChainIntent, 'call' | 'asked' | 'clientRef' | 'from'>, deps: ChainDependencies): boolean {
  const ledger = new Ledger(deps.ledgerFile, undefined, deps.openLedger);
  try {
    return ledger.findByReference(intentOf(intent, deps, ledger)) !== undefined;
  } finally {
    ledger.close();
  }
}

/** The line of the ledger, without what the policy records. */
function intentOf(
  { call, asked, clientRef, from }: Pick<ChainIntent, 'call' | 'asked' | 'clientRef' | 'from'>,
  { profile, identity, chain }: ChainDependencies,
  ledger: Ledger,
): Intent {
  return {
    profile,
    service: chainService,
    call,
    method: 'eth_sendRawTransaction',
    url: new URL(chain.rpc).origin,
    body: asked,
    origin: identity,
    account: accountOf(from),
    ...(clientRef === undefined ? {} : { ref: clientRef, asked, digest: ledger.keyedHash(asked) }),
  };
}

/**
 * Builds the call and checks its effect, then chooses nonce, gas and price.
 * @returns the unsigned bytes; `wouldFail`: why the node has no estimate of its gas, whose bound stands in for it then
 */
async function prepare(
  intent: ChainIntent,
  { rpc, chain, tokenAt, isRouter }: ChainDependencies,
): Promise<{ readonly unsigned: string; readonly wouldFail: Refused | undefined }> {
  const { to, value, data } = await intent.build();
  await intent.check(await effectOf({ to, value, data }, chain, tokenAt, isRouter)); // before a node is asked about it
  const nonce = await rpc.nonce(intent.from, 'pending');
  if (intent.nonce !== undefined && intent.nonce !== nonce)
    throw new BadInput(
      'BAD_NONCE',
      `--nonce is ${intent.nonce}, and the next nonce of the account is ${nonce}; nothing was signed.`,
      intent.nonce < nonce
        ? 'A pending transaction is replaced by name: tuk wallet tx speed-up, tuk wallet tx cancel'
        : 'Leave --nonce out.',
    );
  const price = await gasPriceOf(rpc, chain.network, intent.fee);
  const estimated = intent.fee.gasLimit === undefined ? await estimate(rpc, { from: intent.from, to, value, data }) : undefined;
  const gasLimit =
    intent.fee.gasLimit ?? (typeof estimated === 'bigint' ? gasLimitOf(estimated, intent.gasBound, intent.fee) : intent.gasBound);
  const unsigned = serialize({ chainId: chain.chainId, nonce, to, value, data, gasLimit, price });
  return { unsigned, wouldFail: typeof estimated === 'bigint' ? undefined : estimated };
}

/** The gas of a call; the refusal of a node that says that it would fail. @throws {Failure} of the node */
async function estimate(rpc: Rpc, call: { from: string; to: string; value: bigint; data: string }): Promise<bigint | Refused> {
  try {
    return await rpc.estimateGas(call);
  } catch (error) {
    if (error instanceof RpcRefusal) return wouldFail(error);
    throw error;
  }
}
const wouldFail = (error: RpcRefusal): Refused =>
  new Refused('refused', 'WOULD_REVERT', `The transaction would fail: ${reasonOf(error)}; nothing was signed.`);

/** Describes unsigned or signed bytes. @throws {Guarded} for bytes that do not say what they do */
export async function describe(bytes: string, from: string, { chain, tokenAt, isRouter }: ChainDependencies): Promise<Described> {
  const fields = parseTransaction(bytes);
  if (fields.chainId !== chain.chainId)
    throw new Guarded(
      'OTHER_CHAIN',
      `The transaction is for chain ${fields.chainId}, and ${chain.network} is chain ${chain.chainId}; it was not signed.`,
    );
  const effect = await effectOf(fields, chain, tokenAt, isRouter);
  return {
    title: titleOf(effect),
    fields,
    effect,
    lines: receiptLines(fields, effect, from, chain),
    policy: policyFields(fields, effect, from, chain),
  };
}
function titleOf(effect: TransactionEffect): string {
  if (effect.kind === 'transfer') return `Send ${effect.moves.token.symbol}`;
  if (effect.kind === 'swap') return `Swap ${effect.sells.token.symbol} for ${effect.floor.token.symbol}`;
  return effect.allows.raw === 0n
    ? `Revoke an allowance of ${effect.allows.token.symbol}`
    : `Allow a contract to spend ${effect.allows.token.symbol}`;
}

/** @throws {Refused} INSUFFICIENT_FUNDS where the coins do not cover value and fee */
async function checkFunds(fields: TransactionFields, from: string, { rpc, chain }: ChainDependencies): Promise<void> {
  const [has, needs] = [await rpc.balance(from), fields.value + maxFeeOf(fields)];
  if (has >= needs) return;
  const text = (wei: bigint) => `${whole(wei.toString(), coinDecimals)} ${chain.coin}`;
  throw new Refused(
    'refused',
    'INSUFFICIENT_FUNDS',
    `The account has ${text(has)}, and the transaction needs up to ${text(needs)} with its fee; nothing was signed.`,
  );
}

/**
 * Simulates the transaction on the newest state.
 * @returns a line of the receipt where another amount of a token would arrive than leaves, as with a token that keeps a fee; only of nodes that simulate with logs
 * @throws {Refused} WOULD_REVERT where it fails, or where a token says no without failing
 */
async function simulate(
  { fields, effect }: Described,
  from: string,
  { rpc }: ChainDependencies,
): Promise<readonly (readonly [string, string])[]> {
  const { to, value, data } = fields;
  const call = { from, to, value, data };
  const failed = (error: unknown) => {
    throw error instanceof RpcRefusal ? wouldFail(error) : error;
  };
  const output = await rpc.simulate(call).catch(failed);
  const isToken = effect.kind === 'approval' || (effect.kind === 'transfer' && data !== '0x');
  if (isToken && output !== '0x' && !/^0x0{63}1$/.test(output))
    throw new Refused('refused', 'WOULD_REVERT', 'The token says no to it without failing; nothing was signed.');
  if (effect.kind !== 'transfer' || data === '0x' || sameAddress(from, effect.to)) return [];
  const simulated = await rpc.simulateLogs(call).catch(failed);
  const arrived = simulated && arrivedBy(simulated.logs, effect);
  if (arrived === undefined || arrived.raw === effect.moves.raw) return [];
  return [['▲ Arrives', `${wholeAmount(arrived)} ${arrived.token.symbol} by simulation: the token keeps a part of what is sent`]];
}

/** Simulates bytes that were signed before: what has changed since, such as a deadline that has passed, may make them fail. @throws {Guarded} WOULD_FAIL_NOW */
async function simulateAgain(described: Described, id: string, from: string, deps: ChainDependencies): Promise<void> {
  try {
    await simulate(described, from, deps);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'WOULD_REVERT') throw error;
    throw new Guarded(
      'WOULD_FAIL_NOW',
      `The signed transaction of ${id} would fail now, and only cost its fee: ${error.message.replace('; nothing was signed.', '')}; it was not sent.`,
      `Take its nonce, so that it can never be mined: ${deps.nextCommand(`tuk wallet tx cancel ${id}`)}`,
    );
  }
}

/** @throws {Guarded} NONCE_USED where another program has sent from the account since the transaction was shown */
async function checkNonce({ nonce }: TransactionFields, { from }: ChainIntent, { rpc }: ChainDependencies): Promise<void> {
  if ((await rpc.nonce(from, 'pending')) === nonce) return;
  throw new Guarded(
    'NONCE_USED',
    'Another program has sent from this account since the receipt was shown; nothing was signed.',
    'Run it again.',
  );
}

/** Settles the open operations of an account. @throws {Guarded} UNSETTLED_TRANSACTION where bytes of one may still be sent: nothing else is signed then */
async function settleOpen(from: string, deps: ChainDependencies, store: Store): Promise<void> {
  const operations = new Set(store.journal.open(deps.identity, from).map(({ operation }) => operation));
  for (const { id, service, outcome, origin, account } of store.ledger.list())
    if (service === chainService && outcome === 'unknown' && !areApart(origin ?? '', deps.identity) && account === accountOf(from))
      operations.add(id);
  for (const id of operations) {
    if (deps.isFollowed(id)) continue;
    const operation = takeOver(store, id);
    if (operation === undefined) continue;
    const state = await chainStateOf(store.journal.of(id), deps.rpc);
    recordState(operation, state, store.journal, store.ledger, deps.clock.now());
    if (state.kind !== 'absent') continue;
    throw new Guarded(
      'UNSETTLED_TRANSACTION',
      `The transaction of ${id} (nonce ${state.entry.nonce}) was signed, and the node does not have it; nothing else is signed for this account until that is settled.`,
      `Send the same bytes: ${deps.nextCommand(`tuk wallet tx resume ${id}`)}. Or take its nonce: ${deps.nextCommand(`tuk wallet tx cancel ${id}`)}`,
    );
  }
}

/** The operation, with an unknown outcome where its process died: nothing else sends it while this process has the lock of its account. */
function takeOver({ ledger }: Store, id: string): Operation | undefined {
  const operation = ledger.find(id);
  if (operation?.outcome !== 'sending') return operation;
  ledger.settle(id, { outcome: 'unknown', message: 'Its process ended before it was broadcast.' }, Date.parse(operation.at));
  return ledger.find(id);
}

/** The operation of a reference that was used before: nothing new is signed; bytes that the chain does not have are sent again. */
async function settleEarlier(found: Operation, intent: Intent, deps: ChainDependencies, store: Store): Promise<Outcome> {
  const show = deps.nextCommand(`tuk ops show ${found.id}`);
  refuseUnclear(intent, found, show);
  if (found.digest !== intent.digest)
    throw new BadInput(
      'REF_USED',
      `--client-ref ${intent.ref} was used for something else (${found.id}); nothing was signed.`,
      `See ${show}`,
    );
  const operation = takeOver(store, found.id) ?? found;
  const entries = store.journal.of(operation.id);
  const state = await chainStateOf(entries, deps.rpc);
  if (state.kind === 'unsigned') {
    recordState(operation, state, store.journal, store.ledger, deps.clock.now());
    throw new Guarded(
      'NOT_SIGNED',
      `${operation.id} was recorded for --client-ref ${intent.ref} and never signed; its reference is free now.`,
      'Run it again.',
    );
  }
  if (state.kind === 'absent') {
    if (deps.dryRun) throw unsettledRef(operation, intent, deps);
    const described = await describe(state.entry.raw, state.entry.sender, deps);
    await simulateAgain(described, operation.id, state.entry.sender, deps);
    await deps.confirm(described, await deps.judge(described, state.entry.sender, store.ledger, operation.id));
    return { kind: 'sent', operation: await broadcast(operation, state.entry, deps, store), entry: state.entry };
  }
  const now = recordState(operation, state, store.journal, store.ledger, deps.clock.now());
  deps.log(`  ${now.outcome === 'done' ? 'Sent' : 'Ended'} before, as ${now.id}; nothing new was signed.`);
  return { kind: 'earlier', operation: now, entry: state.entry };
}
const unsettledRef = ({ id }: Operation, { ref }: Intent, { nextCommand }: ChainDependencies): Guarded =>
  new Guarded(
    'UNSETTLED_TRANSACTION',
    `--client-ref ${ref} is ${id}, which was signed and has not reached the chain.`,
    nextCommand(`tuk wallet tx resume ${id}`),
  );

/** Signs and sends, in this order: ledger, signature, journal, broadcast. The key is unlocked first, so that a wrong password leaves no trace. */
async function signAndSend(
  unsigned: string,
  described: Described,
  verdict: Verdict,
  base: Intent,
  intent: ChainIntent,
  deps: ChainDependencies,
  store: Store,
): Promise<Outcome> {
  const { ledger, journal } = store;
  const { operation, entry } = await deps.withKey(async (key) => {
    if (!sameAddress(key.address, intent.from))
      throw new Guarded('WRONG_KEY', `The key is that of ${key.address}, and not of ${intent.from}; nothing was signed.`);
    if (deps.cancellation.isStopped()) throw new Failure('interrupted', 'INTERRUPTED', 'Interrupted; nothing was signed.');
    const now = deps.clock.now();
    const begun = ledger.begin({ ...base, ...recordedOf(described, verdict) }, now, verdict.checkDay);
    try {
      return { operation: begun, entry: await sign(unsigned, begun.id, 'original', key, described.fields, deps, journal) };
    } catch (error) {
      ledger.settle(begun.id, { outcome: 'not-sent', message: (error as Error).message }, deps.clock.now());
      throw error;
    }
  });
  return { kind: 'sent', operation: await broadcast(operation, entry, deps, store), entry };
}

/** The amounts that the ledger records: an allowance moves nothing. */
function recordedOf({ effect }: Described, { recorded }: Verdict): Partial<Intent> {
  if (effect.kind !== 'approval') return recorded;
  const { amount: _, token: __, usd: ___, ...rest } = recorded;
  return { ...rest, recipient: effect.spender };
}

/** Signs, checks the signed bytes and records them on the disk. @throws {Guarded} BAD_TRANSACTION, SIGNED_BEFORE; what the key throws */
async function sign(
  unsigned: string,
  operation: string,
  kind: SignatureKind,
  key: SigningKey,
  { nonce }: TransactionFields,
  { identity, chain, clock }: ChainDependencies,
  journal: Journal,
): Promise<JournalEntry> {
  const { raw, hash } = requireSigned(unsigned, await key.sign(unsigned), key.address);
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

/**
 * Broadcasts recorded bytes, once, and records the outcome. What a node answers is settled by the hash of the bytes.
 * @throws {OutcomeUnknown} where the chain does not show them; {Refused} where another transaction has used their nonce
 */
async function broadcast(
  operation: Operation,
  entry: JournalEntry,
  deps: ChainDependencies,
  { ledger, journal }: Store,
): Promise<Operation> {
  const { rpc, clock, nextCommand } = deps;
  const { id } = operation;
  const hint = `Its bytes are signed and recorded. Look for them, and send the same bytes again: ${nextCommand(`tuk wallet tx resume ${id}`)}. Or take its nonce: ${nextCommand(`tuk wallet tx cancel ${id}`)}`;
  const unknown = (code: string, message: string, cause?: unknown) => {
    ledger.settle(id, { outcome: 'unknown', message }, clock.now());
    return new OutcomeUnknown(
      code,
      `${message} Hash: ${entry.hash}`,
      {
        service: chainService,
        call: 'eth_sendRawTransaction',
        operation: id,
        clientRef: operation.ref,
        look: nextCommand(`tuk wallet tx resume ${id}`),
      },
      cause,
      hint,
    );
  };
  let problem: unknown;
  try {
    const answered = await rpc.broadcast(entry.raw);
    if (answered !== entry.hash)
      throw unknown('OTHER_HASH', `The node answered the hash ${answered}, which is not that of the signed bytes.`);
  } catch (error) {
    if (error instanceof OutcomeUnknown && error.code === 'OTHER_HASH') throw error;
    problem = isAlreadyKnown(error) ? undefined : error;
  }
  if (problem !== undefined) {
    const state = await chainStateOf(journal.of(id), rpc).catch(() => undefined);
    if (state === undefined || state.kind === 'absent') {
      const why = problem instanceof Error ? problem.message : String(problem);
      throw unknown('OUTCOME_UNKNOWN', `It was signed, and it is not known whether the chain has it: ${why}`, problem);
    }
    if (state.kind === 'replaced') {
      recordState(operation, state, journal, ledger, clock.now());
      throw new Refused(
        'refused',
        'NONCE_USED',
        `Another transaction has used the nonce ${entry.nonce}, so this one can never be mined. Nothing left.`,
        nextCommand(`tuk ops show ${id}`),
      );
    }
  }
  journal.mark(entry.hash, 'sent');
  const { network, hash, nonce } = entry;
  ledger.settle(id, { outcome: 'done', answer: JSON.stringify({ hash, network, nonce, status: 'PENDING' }) }, clock.now());
  return ledger.find(id)!;
}

/** Looks what has become of an operation, and records it. Sends nothing. */
export async function refresh(
  operation: Operation,
  deps: ChainDependencies,
  confirmations = 1n,
): Promise<{ readonly operation: Operation; readonly state: ChainState }> {
  const ledger = new Ledger(deps.ledgerFile, undefined, deps.openLedger);
  const journal = new Journal(deps.ledgerFile);
  try {
    const state = await chainStateOf(journal.of(operation.id), deps.rpc);
    const isEarly = state.kind === 'mined' && state.confirmations < confirmations;
    const isUnderWay = operation.outcome === 'sending' && state.kind === 'unsigned'; // its process may be about to sign
    if (isEarly || isUnderWay) return { operation: ledger.find(operation.id) ?? operation, state };
    return { operation: recordState(ledger.find(operation.id) ?? operation, state, journal, ledger, deps.clock.now()), state };
  } finally {
    journal.close();
    ledger.close();
  }
}

/**
 * Resumes an operation: looks first, and sends the same bytes where the node does not have them.
 * @throws as `runIntent`; {Refused} NOT_SIGNED where it was never signed
 */
export async function resume(id: string, from: string, deps: ChainDependencies): Promise<Outcome> {
  return underLock(from, deps, async (store) => {
    await checkChainId(deps.rpc, deps.chain);
    const operation = takeOver(store, id)!;
    const state = await chainStateOf(store.journal.of(id), deps.rpc);
    if (state.kind === 'unsigned') {
      recordState(operation, state, store.journal, store.ledger, deps.clock.now());
      throw new Refused(
        'refused',
        'NOT_SIGNED',
        `${id} was never signed, so nothing was sent and nothing can be.`,
        'Run its command again.',
      );
    }
    if (state.kind !== 'absent')
      return {
        kind: 'earlier',
        operation: recordState(operation, state, store.journal, store.ledger, deps.clock.now()),
        entry: state.entry,
      };
    const described = await describe(state.entry.raw, from, deps);
    if (deps.dryRun) return { kind: 'plan', described, unsigned: serialize(parseTransaction(state.entry.raw)) };
    await simulateAgain(described, id, from, deps);
    await deps.confirm(described, await deps.judge(described, from, store.ledger, id));
    return { kind: 'sent', operation: await broadcast(operation, state.entry, deps, store), entry: state.entry };
  });
}

/**
 * Signs a second transaction for the nonce of an operation: the same with a higher fee, or nothing to the sender itself.
 * @throws {Refused} MINED_BEFORE, NOT_SIGNED; as `runIntent`
 */
export async function replace(
  kind: 'speed-up' | 'cancel',
  id: string,
  from: string,
  fee: FeeChoice,
  deps: ChainDependencies,
): Promise<Outcome> {
  return underLock(from, deps, async (store) => {
    await checkChainId(deps.rpc, deps.chain);
    const operation = takeOver(store, id)!;
    const entries = store.journal.of(id);
    const state = await chainStateOf(entries, deps.rpc);
    if (state.kind === 'unsigned') throw new Refused('refused', 'NOT_SIGNED', `${id} was never signed: there is nothing to replace.`);
    if (state.kind === 'mined' || state.kind === 'replaced') {
      const now = recordState(operation, state, store.journal, store.ledger, deps.clock.now());
      throw new Refused(
        'refused',
        'MINED_BEFORE',
        `The nonce of ${id} is used on the chain (${now.lastStatus ?? 'mined'}); nothing was signed.`,
      );
    }
    const last = parseTransaction(entries.at(-1)!.raw);
    const price = raised(last.price, await gasPriceOf(deps.rpc, deps.chain.network, fee));
    const fields: TransactionFields =
      kind === 'speed-up' ? { ...last, price } : { ...last, price, to: from, value: 0n, data: '0x', gasLimit: cancelGas };
    const unsigned = serialize(fields);
    const described = await describe(unsigned, from, deps);
    const name = kind === 'cancel' ? 'Cancel' : 'Speed up';
    const shown: Described = {
      ...described,
      title: `${name} ${id}: a second signature for the nonce ${last.nonce}`,
      policy: kind === 'cancel' ? feeOnly(described.policy) : described.policy,
    };
    if (deps.dryRun) return { kind: 'plan', described: shown, unsigned };
    await checkFunds(fields, from, deps);
    if (kind === 'speed-up') await simulateAgain(described, id, from, deps); // what would fail is not made faster
    await deps.confirm(shown, await deps.judge(shown, from, store.ledger, id));
    const entry = await deps.withKey(async (key) => {
      if (!sameAddress(key.address, from))
        throw new Guarded('WRONG_KEY', `The key is that of ${key.address}, and not of ${from}; nothing was signed.`);
      return sign(unsigned, id, kind, key, fields, deps, store.journal);
    });
    return { kind: 'sent', operation: await broadcast(operation, entry, deps, store), entry };
  });
}
const cancelGas = 21_000n;
/** What the policy reads of a transaction that costs its fee alone. */
const feeOnly = ({ networks, fee }: TransferFields): TransferFields => ({
  ...(networks && { networks }),
  ...(fee && { fee }),
  incoming: true,
});

/** A price that nodes take as a replacement: at least a tenth more than before, each part of it, and at least what is proposed now. */
function raised(before: GasPrice, proposed: GasPrice): GasPrice {
  const bump = (wei: bigint) => (wei * 1125n) / 1000n + 1n;
  const most = (one: bigint, other: bigint) => (one > other ? one : other);
  if ('gasPrice' in before) return { gasPrice: most(bump(before.gasPrice), mostPerGas(proposed)) };
  const tip = 'gasPrice' in proposed ? 0n : proposed.maxPriorityFeePerGas;
  const maxPriorityFeePerGas = most(bump(before.maxPriorityFeePerGas), tip);
  const maxFeePerGas = most(most(bump(before.maxFeePerGas), mostPerGas(proposed)), maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas };
}
