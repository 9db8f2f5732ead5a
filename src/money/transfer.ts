// The transfer pipeline: prepare, evaluate, confirm, record, send, reconcile. The request is built and evaluated once, and the ledger is opened once. An operation
// is recorded before its request is sent, the request is never repeated, and its outcome is recorded afterwards.

import { type Call, kebab } from '../services/catalogue/define.js';
import { duplicateKey } from '../services/duplicate-keys.js';
import type { Cancellation } from '../services/http/cancellation.js';
import { BadInput, Failure, Guarded, LocalFailure, OutcomeUnknown, Refused } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import { bindingTo, type Intent, Ledger, type Operation, ReferenceTaken, type Settlement } from './ledger.js';
import { readAnswer } from './policy/contradiction.js';
import type { PolicyDependencies } from './policy/dependencies.js';
import { type Decision, evaluate, ownedOperations, refuseContracts } from './policy/evaluate.js';
import { type Facts, gatherFacts } from './policy/facts.js';
import { parseLimits } from './policy/limits.js';
import { recoveryCommand } from './recovery.js';
import { type BindingDependencies, bindingOf } from './reference-binding.js';
import type { TransferRequest } from './transfer-request.js';

/** The data and functions that the pipeline needs. */
export interface TransferDependencies extends PolicyDependencies, BindingDependencies {
  /** Has a person confirm a new recipient, then the transfer. @throws {Guarded} {Failure} where they do not */
  readonly confirm: (transfer: TransferRequest, decision: Decision) => Promise<void>;
  /** Sends the request, once. @throws {Failure} */
  readonly send: (transfer: TransferRequest) => Promise<Response>;
  /** How far the service's clock is ahead of `clock`, by its last response, milliseconds; nothing where none has said its time. */
  readonly clockAhead: (url: string) => number | undefined;
  /** Reports a failure at the end of the run, after the output, since the transfer itself was done. */
  readonly deferFailure: (failure: LocalFailure) => void;
  /** A command line as a person may type it next, in a profile: that of this run, or another one. */
  readonly nextCommand: (line: string, profile?: string) => string;
  readonly cancellation: Cancellation;
}

/** A transfer whose request is built and evaluated. */
export interface Transfer {
  readonly facts: Facts;
  /** The policy's decision; nothing for a transfer whose reference was used before. */
  readonly decision: Decision | undefined;
  /** The response of the earlier transfer with the same reference (--client-ref); nothing is sent then. */
  readonly earlierResponse: Response | undefined;
  /** Has a person confirm it. @throws as `TransferDependencies.confirm`; {Guarded} where a read since has named its recipient as the contract of a token */
  confirm(): Promise<void>;
  /**
   * Records it in the ledger, sends it, and records its outcome. @throws what `send` throws, an unknown outcome with the command that reads it;
   * {LocalFailure} where the ledger cannot be written, {Guarded} where another process has used up the limit of the day: nothing is sent then
   */
  send(): Promise<Response>;
}

/** Prepares and evaluates a transfer; the ledger is open while `use` runs. @throws as `evaluate`, `answerOf` and what `use` throws */
export async function withTransfer<Result>(
  transfer: TransferRequest,
  dependencies: TransferDependencies,
  use: (prepared: Transfer) => Promise<Result>,
): Promise<Result> {
  if (transfer.clientRef === undefined) parseLimits(dependencies.profile.limits); // before any read; a reference may have a stored response
  const ledger = new Ledger(dependencies.ledgerFile);
  let hasBegun = false;
  try {
    const facts = await gatherFacts(transfer.call, transfer.request, dependencies, transfer.reads);
    const step: Step = { transfer, facts, ledger, deps: dependencies, intent: await buildIntent(transfer, ledger, dependencies) };
    const operation = ledger.findByReference(step.intent);
    if (operation) {
      const earlier = await earlierResponseOf(operation, step);
      return await use({ facts, decision: undefined, earlierResponse: earlier, confirm: async () => {}, send: async () => earlier });
    }
    const decision = await evaluate(transfer, facts, ownedOperations(ledger, step.intent), dependencies);
    return await use({
      facts,
      decision,
      earlierResponse: undefined,
      confirm: async () => {
        refuseContracts(decision, facts);
        await dependencies.confirm(transfer, decision);
      },
      send: () => {
        hasBegun = true;
        return send(step, decision);
      },
    });
  } catch (error) {
    throw hasBegun ? error : beforeSending(error);
  } finally {
    ledger.close();
  }
}

/** An interruption before the transfer was sent says so, whatever read it interrupted. */
const beforeSending = (error: unknown): unknown =>
  error instanceof Failure && error.kind === 'interrupted'
    ? new Failure('interrupted', error.code, 'Interrupted; nothing was sent.', undefined, {}, error)
    : error;

/** The input of every step of the pipeline. */
interface Step {
  readonly transfer: TransferRequest;
  readonly facts: Facts;
  readonly ledger: Ledger;
  readonly deps: TransferDependencies;
  readonly intent: Intent;
}

/** Builds the line of the ledger, secrets redacted, with its owner, and with the keyed hash of the request where it has a reference. */
async function buildIntent(transfer: TransferRequest, ledger: Ledger, dependencies: TransferDependencies): Promise<Intent> {
  const { call, request, clientRef, input } = transfer;
  const { redact, profile } = dependencies;
  const intent = {
    ...(await bindingOf(call, request, dependencies, { mayRead: clientRef !== undefined || profile.limits?.day !== undefined })),
    profile: profile.name,
    service: call.service,
    call: call.name,
    method: request.method,
    url: redact.cleanRecord(request.url),
    body: request.body === undefined ? undefined : redact.cleanRecord(request.body),
    ref: clientRef,
    asked: clientRef === undefined || input === undefined ? undefined : redact.cleanRecord(input),
  };
  if (clientRef === undefined) return intent;
  const { pathname, search } = new URL(request.url); // the host is bound by itself
  const exact = JSON.stringify([request.method, pathname + search, input ?? request.body ?? null]);
  return { ...intent, digest: ledger.keyedHash(exact) };
}

/** Records the intent, sends the request, compares its response with the request, and records the outcome. */
async function send(step: Step, decision: Decision): Promise<Response> {
  const { transfer, facts, ledger, deps: dependencies, intent } = step;
  const { call } = transfer;
  const { redact, clock } = dependencies;
  const now = clock.now();
  const ahead = dependencies.clockAhead(transfer.request.url);
  const serviceAt = ahead === undefined ? undefined : new Date(now + ahead).toISOString();
  let id: string;
  try {
    id = ledger.begin({ ...intent, ...decision.recorded, serviceAt }, now, decision.checkDay).id;
  } catch (error) {
    if (error instanceof ReferenceTaken) return earlierResponseOf(error.operation, step); // another process was faster
    throw error;
  }
  const response = await dependencies.send(transfer).catch(async (error: unknown) => {
    settle(step, id, settlementOf(error, call, redact.clean));
    throw error instanceof OutcomeUnknown ? await withRecovery(error, step, id) : error;
  });
  const answer = call.secret ? undefined : redact.cleanRecord(response.text);
  const { contradiction, doneBefore, bare } = await readAnswer(call, facts, decision, response, dependencies).catch(async () => {
    settle(step, id, { outcome: 'unknown', status: response.status, answer, message: 'The response was not compared with the request.' });
    const where = { service: call.service, call: call.name, status: response.status };
    throw await withRecovery(
      new OutcomeUnknown('NOT_COMPARED', 'It was sent, and its response was not compared with the request.', where),
      step,
      id,
    );
  });
  const problem = contradiction ?? doubled(response);
  if (problem) {
    const message = redact.clean(problem.sentence);
    settle(step, id, { outcome: 'unknown', status: response.status, answer, message, stated: problem.amount });
    const where = { service: call.service, call: call.name, status: response.status };
    throw await withRecovery(new OutcomeUnknown('ANSWER_CONTRADICTS', message, where), step, id, problem.cancel);
  }
  if (doneBefore !== undefined) {
    const message = redact.clean(doneBefore);
    settle(step, id, { outcome: 'refused', status: response.status, answer, message });
    const line = await recovery(intent, dependencies);
    const hint = line === undefined ? undefined : `See what was done before: ${line}`;
    throw new Refused('refused', 'DONE_BEFORE', message, hint, { service: call.service, call: call.name, status: response.status });
  }
  const outcome = bare === undefined ? 'done' : 'accepted';
  if (bare !== undefined) dependencies.log(`  Accepted with ${response.status}, and no more is known: ${redact.clean(bare)}.`);
  if (settle(step, id, { outcome, status: response.status, answer })) dependencies.log(`  In the ledger as ${id}.`);
  return { ...response, operation: id };
}

/** A response that has a name twice in one object: readers differ in which value they take, so that neither shows what was done. */
function doubled({ call, status, text }: Response) {
  const name = call.as === 'json' ? duplicateKey(text) : undefined;
  if (name === undefined) return undefined;
  const what = `${call.service} ${kebab(call.name)} was answered ${status}, but with the field ${JSON.stringify(name.slice(0, 60))} twice in one object`;
  return { sentence: `${what}. Whether it was done as requested is not known.`, cancel: undefined, amount: undefined };
}

/** Records the outcome. A failure is reported later and does not stop the command, since the request was sent; the line then reads as unknown. */
function settle({ transfer, ledger, deps: dependencies }: Step, id: string, settlement: Settlement): boolean {
  try {
    const clockAhead = dependencies.clockAhead(transfer.request.url);
    ledger.settle(id, { ...settlement, clockAhead }, dependencies.clock.now());
    return true;
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    const why = `its outcome could not be recorded: ${error.message}`;
    const hint = `Its ledger entry ${id} reads as unknown.`;
    if (settlement.outcome === 'done' || settlement.outcome === 'accepted')
      dependencies.deferFailure(
        new LocalFailure('LEDGER_UNSETTLED', `It was ${settlement.outcome}, but ${why}`, `Do not repeat it. ${hint}`, error),
      );
    else dependencies.log(`  It has ended, but ${why} ${hint}`);
    return false;
  }
}

/**
 * The response of an earlier operation with the same reference. @throws {BadInput} where the reference was used for another request; {Guarded} where it may be
 * of another account; {OutcomeUnknown} where its outcome is not known
 */
async function earlierResponseOf(found: Operation, { transfer: { call }, intent, ledger, deps: dependencies }: Step): Promise<Response> {
  const operation = await waitUntilEnded(found, ledger, dependencies.cancellation);
  const { id, ref, outcome, status = 200 } = operation;
  const showCommand = dependencies.nextCommand(`tuk ops show ${id}`);
  if (bindingTo(intent, operation) === 'unclear')
    throw new Guarded(
      'REF_OF_OTHER_SESSION',
      `--client-ref ${ref} was used in another session (${id}), and it is not known whether by the same account; nothing was sent.`,
      `See ${showCommand}. If it is another account's, use another name.`,
    );
  if (!isSameRequest(intent, operation))
    throw new BadInput('REF_USED', `--client-ref ${ref} was used for something else (${id}); nothing was sent.`, `See ${showCommand}`);
  if (outcome !== 'done' && outcome !== 'accepted')
    throw new OutcomeUnknown(
      'OUTCOME_UNKNOWN',
      `The operation of --client-ref ${ref} was sent before, and its outcome is not known.`,
      {
        service: call.service,
        call: call.name,
        operation: id,
        clientRef: ref,
        look: (await recovery(operation, dependencies)) ?? showCommand,
      },
      undefined,
      `It was not sent again. Look for its outcome: ${dependencies.nextCommand(`tuk ops check ${id}`)} (or ${showCommand})`,
    );
  const answer = operation.answer ?? operation.found ?? '';
  const { settledBy, settledAt = '', note = '' } = operation;
  const whoSays =
    settledBy === 'person'
      ? `, as a person has judged at ${settledAt} (${note})`
      : settledBy === undefined
        ? ''
        : ', as the service shows it';
  const stored = operation.answer !== undefined ? 'this is its stored response' : 'this is what the service showed of it';
  const what = answer === '' ? 'no response of it is stored' : stored;
  dependencies.log(`  ${outcome === 'accepted' ? 'Accepted' : 'Done'} before, as ${id}${whoSays}: ${what}; nothing was sent.`);
  const bytes = Buffer.from(answer);
  const data = answer === '' ? undefined : JSON.parse(answer);
  return { call, status, headers: {}, bytes, text: answer, data, operation: id, isEarlier: true };
}

/** Whether an operation had the same request: by its hash, or, for one of an earlier version without a hash, by its path and body. */
function isSameRequest(intent: Intent, line: Operation): boolean {
  if (line.digest !== undefined) return line.digest === intent.digest;
  const place = (address: string) => new URL(address).pathname;
  const same = intent.asked === line.asked && (intent.asked !== undefined || intent.body === line.body);
  return same && place(intent.url) === place(line.url);
}

/** Waits up to 10 s for an operation that another process is sending. */
async function waitUntilEnded(found: Operation, ledger: Ledger, cancellation: Cancellation): Promise<Operation> {
  let operation = found;
  for (const wait = cancellation.within(patience); operation.outcome === 'sending' && !wait.isOver(); ) {
    await wait.sleep(beat).catch(() => {}); // stopped: the outcome is unknown
    operation = ledger.find(found.id) ?? { ...found, outcome: 'unknown' };
  }
  return operation;
}
const beat = 100; // milliseconds
const patience = 10_000; // the same

function settlementOf(error: unknown, { name }: Call, clean: (text: string) => string): Settlement {
  if (!(error instanceof Failure)) return { outcome: 'unknown', message: 'tuk failed while it was sent' };
  const { kind, where } = error;
  const message = clean(error.message);
  if (kind === 'unknown') return { outcome: 'unknown', status: where.status, message };
  // A request that was answered with a 4xx was not done, and neither was one that was not sent before the connection broke.
  if (where.call !== undefined && where.call !== name) return { outcome: 'refused', message }; // a renewal that failed: the call itself was answered 401
  return { outcome: where.status === undefined ? 'not-sent' : 'refused', status: where.status, message };
}

const recovery = (operation: Intent, { profile, nextCommand }: TransferDependencies): Promise<string | undefined> =>
  recoveryCommand(operation, { fieldNames: profile.fieldNames, nextCommand });

/** Adds the commands that show the operation and read its outcome to a failure with an unknown outcome. */
async function withRecovery(
  failure: OutcomeUnknown,
  { intent, deps: dependencies }: Step,
  id: string,
  cancel?: string,
): Promise<OutcomeUnknown> {
  const { code, message, where, cause } = failure;
  const cancelling = cancel === undefined ? '' : `Cancel it while that can be done: ${dependencies.nextCommand(cancel)}. `;
  const showCommand = dependencies.nextCommand(`tuk ops show ${id}`);
  const hint = `${cancelling}It may have taken effect. It was not sent again. Check its outcome before you repeat it: ${showCommand}`;
  const look = (await recovery(intent, dependencies)) ?? showCommand;
  return new OutcomeUnknown(code, message, { ...where, operation: id, clientRef: intent.ref, look }, cause, hint);
}
