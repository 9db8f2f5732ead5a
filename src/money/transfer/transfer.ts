// The transfer pipeline: judge, confirm, record, send, compare. The request is built and judged once. An operation is
// recorded before its request is sent, the request is never repeated, and its outcome is recorded afterwards.

import { existsSync } from 'node:fs';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { byTrustedMap } from '../../services/decode/spelling.js';
import { duplicateKey } from '../../services/duplicate-keys.js';
import type { Deadline } from '../../services/http/deadline.js';
import { Failure, LocalFailure, OutcomeUnknown, Refused } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText } from '../../services/json-value.js';
import { transferFieldsOf } from '../facts/facts.js';
import { type Reads, readsOf } from '../facts/reads.js';
import { type BindingDependencies, bindingOf } from '../facts/reference-binding.js';
import { parseRequestFields } from '../facts/request-fields.js';
import type { TransferRequest } from '../facts/transfer-request.js';
import { checkIdentity } from '../ledger/identity.js';
import { type Ledger, ReferenceTaken } from '../ledger/ledger.js';
import { withLedger } from '../ledger/open.js';
import type { Intent, Settlement } from '../ledger/operation.js';
import { warnOfOpenFolder } from '../ledger/owner.js';
import { recoveryCommand } from '../outcome/look-up-result.js';
import { type PromisedFacts, type Reading, readResponse } from '../outcome/response.js';
import { readHistory, witnessed } from '../outcome/witness.js';
import { parseLimits } from '../policy/limits.js';
import { decimalOf, decimalText } from '../values/decimal.js';
import type { PolicyDependencies, SourceAccount } from '../verdict/dependencies.js';
import { historyIn, noHistory } from '../verdict/history.js';
import { judge } from '../verdict/judge.js';
import { requestText } from '../verdict/seal.js';
import { type Judged, refusalOf, standing, type Verdict } from '../verdict/verdict.js';
import { earlierResponseOf } from './earlier-response.js';

/** The data and functions that the pipeline needs. */
export interface TransferDependencies extends PolicyDependencies, BindingDependencies {
  /**
   * Has a person type what lifts refusals of the verdict, then confirm the transfer.
   * @throws {Guarded} {Failure} if they do not
   */
  readonly confirm: (call: Call, verdict: Verdict) => Promise<void>;
  /**
   * Checks that the account is signed in for which the transfer was confirmed, and that the request is of that account.
   * @throws {Guarded} OTHER_ACCOUNT; {SignInNeeded}
   */
  readonly requireAccount: () => Promise<void>;
  /** Whether a person can type what lifts a refusal: not in a dry run, but of a plan, when it is applied. */
  readonly canType: boolean;
  /** Earlier refusals. */
  readonly refused: readonly Failure[];
  /** Only judges: the ledger is not written, and nothing is sent. */
  readonly dryRun: boolean;
  /** Sends the request, once. @throws {Failure} */
  readonly send: (transfer: TransferRequest) => Promise<Response>;
  /** Reports a failure at the end of the run, after the output, since the transfer itself was done. */
  readonly deferFailure: (failure: LocalFailure) => void;
  readonly deadline: Deadline;
}

/** A transfer whose request is built and judged. */
export interface Transfer {
  /** The verdict that lets it pass; nothing for a transfer whose reference was used before. */
  readonly verdict: Verdict | undefined;
  /** The response of the earlier transfer with the same reference (--client-ref); nothing is sent then. */
  readonly earlierResponse: Response | undefined;
  /**
   * Has a person confirm it.
   * @param call the call that the confirmation names
   * @throws as `TransferDependencies.confirm`
   */
  confirm(call?: Call): Promise<void>;
  /**
   * Records it in the ledger, sends it, and records its outcome.
   * @throws as `TransferDependencies.send`; without sending {LocalFailure} if the ledger cannot be written, {Guarded}
   * if another account has signed in, if the limits refuse it by now, or if another process has used up the day
   */
  send(): Promise<Response>;
}

/**
 * Prepares and judges a transfer; the ledger is open while `use` runs.
 * @throws {Failure} with all refusals of the verdict; as `judge`, `earlierResponseOf` and `use`
 */
export async function withTransfer<Result>(
  request: TransferRequest,
  dependencies: TransferDependencies,
  use: (prepared: Transfer) => Promise<Result>,
): Promise<Result> {
  // before any read; a reference may have a stored response
  if (request.clientRef === undefined) parseLimits(dependencies.profile.limits());
  const transfer = { ...request, reads: request.reads ?? readsOf(dependencies.read) };
  let hasBegun = false;
  return withOwnLedger(dependencies, async (ledger) => {
    const intent = await buildIntent(transfer, ledger, dependencies);
    const operation = await ledger?.findByReference(intent);
    if (operation) {
      const earlier = await earlierResponseOf(operation, transfer.call, intent, ledger!, dependencies);
      return use({ verdict: undefined, earlierResponse: earlier, confirm: async () => {}, send: async () => earlier });
    }
    const { batch, ledger: place } = dependencies;
    // the rows of a batch are compared before the first is sent
    const isWitnessed = transfer.clientRef !== undefined && (batch !== undefined || place.lent === undefined);
    const elsewhere = isWitnessed && (await historyRead(transfer, intent, dependencies));
    const open = async () => (ledger ? historyIn(ledger, intent) : noHistory);
    const history = await (batch?.memo(`history ${intent.origin} ${intent.account}`, open) ?? open());
    const account = sourceAccountOf(transfer, intent);
    const verdict = await judge(transfer, history, dependencies, account);
    const granted = await history.grant(dependencies.clock.now());
    const ofOther = granted && (await import('../policy/grant-check.js')).otherAccount(granted, intent);
    const refused = refusalOf([
      ...dependencies.refused,
      ...(ofOther ? [ofOther] : []),
      ...standing(verdict, dependencies.canType),
    ]);
    if (refused) throw refused;
    const isKept = transfer.clientRef !== undefined && !dependencies.dryRun; // what is repeated by its reference may be looked up
    const held = isKept ? account.balance(verdict.recorded.token ?? '') : undefined;
    const shown = elsewhere ? await elsewhere() : undefined;
    const { recorded, facts } = verdict;
    const seen =
      shown && (await witnessed(shown, { intent, recorded, ...facts }, transfer.despite ?? [], ledger, dependencies));
    const adopted = seen?.note === undefined ? [] : [{ code: 'ADOPTED', message: seen.note }];
    const noted = { ...verdict, warnings: [...verdict.warnings, ...adopted] };
    return use({
      verdict: noted,
      earlierResponse: undefined,
      confirm: (call = transfer.call) => dependencies.confirm(call, noted),
      send: async () => {
        hasBegun = true;
        await seen?.record();
        const before = await held;
        const own = { ...intent, held: before && decimalText(before) };
        return send({ transfer, ledger: ledger!, deps: dependencies, intent: own }, verdict);
      },
    });
  }).catch((error: unknown) => {
    throw hasBegun ? error : beforeSending(error);
  });
}
/** Begins to read what the account has sent elsewhere, beside the other reads. */
const historyRead = async (
  { call, request }: TransferRequest,
  intent: Intent,
  { profile, read, batch }: TransferDependencies,
) => readHistory(call, await parseRequestFields(call, request, profile.fieldNames), intent, { read, batch });

/**
 * The account of a transfer: its balance of a currency is public (platform 12.2). Calls that take from elsewhere have
 * none.
 */
const sourceAccountOf = (
  { call, reads }: TransferRequest & { readonly reads: Reads },
  { origin = '', account = '' }: Intent,
): SourceAccount => ({
  account: `${origin} ${account}`,
  balance: async (token) => {
    if (!transferFieldsOf(call).isFromBalance || token === '') return undefined;
    const row = await reads.get('user', 'getBalanceAccount', { currencyId: token }).catch(() => undefined);
    return decimalOf(asText(row?.amount));
  },
});

/**
 * Opens the ledger for `use`. A dry run creates none: without a file it has none.
 * @throws {LocalFailure} as `withLedger`
 */
async function withOwnLedger<Result>(
  { ledger: place, dryRun, log }: TransferDependencies,
  use: (ledger: Ledger | undefined) => Promise<Result>,
): Promise<Result> {
  const { file, identityFile, lent, shared } = place;
  if (lent || shared) return withLedger(place, 'moves', use);
  if (dryRun && !existsSync(file)) {
    await checkIdentity(identityFile, file, undefined);
    return use(undefined);
  }
  warnOfOpenFolder(file, log);
  return withLedger(place, 'moves', use);
}

/** An interruption before the request was sent says so. */
const beforeSending = (error: unknown): unknown =>
  error instanceof Failure && error.kind === 'interrupted'
    ? new Failure('interrupted', error.code, 'Interrupted.', undefined, { unsent: true }, error)
    : error;

/** The input of every step of the pipeline. */
interface Step {
  readonly transfer: TransferRequest;
  readonly ledger: Ledger;
  readonly deps: TransferDependencies;
  readonly intent: Intent;
}

/**
 * Builds the line of the ledger, secrets redacted, with its owner, and with the keyed hash of the request for its
 * reference.
 */
async function buildIntent(
  transfer: TransferRequest,
  ledger: Ledger | undefined,
  dependencies: TransferDependencies,
): Promise<Intent> {
  const { call, request, clientRef, input } = transfer;
  const { redact, profile, ledger: place } = dependencies;
  const limits = [profile.limits(), ...((await ledger?.book.rules(profile.origins)) ?? [])];
  const intent = {
    ...(await bindingOf(call, request, dependencies, {
      mayRead: clientRef !== undefined || place.grant !== undefined || limits.some((one) => one?.day !== undefined),
    })),
    profile: profile.name,
    service: call.service,
    call: call.name,
    method: request.method,
    url: redact.cleanRecord(request.url),
    body: request.body === undefined ? undefined : redact.cleanRecord(request.body),
    ref: clientRef,
    asked: clientRef === undefined || input === undefined ? undefined : redact.cleanRecord(input),
  };
  if (clientRef === undefined || ledger === undefined) return intent;
  return { ...intent, digest: (await ledger.hasher())(requestText(request, input)) };
}

/** Records the intent, sends the request, compares its response with the request, and records the outcome. */
async function send(step: Step, verdict: Judged): Promise<Response> {
  const { transfer, ledger, deps: dependencies, intent } = step;
  const { call } = transfer;
  const { redact, clock } = dependencies;
  const now = clock.now();
  const ahead = dependencies.clockAhead(transfer.request.url);
  const serviceAt = ahead === undefined ? undefined : new Date(now + ahead).toISOString();
  await dependencies.requireAccount();
  let id: string;
  try {
    const { recorded, guard } = verdict;
    const recipient = recorded.recipient && redact.clean(recorded.recipient);
    ({ id } = await ledger.begin({ ...intent, ...recorded, recipient, serviceAt }, now, guard));
  } catch (error) {
    // another process was faster
    if (error instanceof ReferenceTaken) return earlierResponseOf(error.operation, call, intent, ledger, dependencies);
    throw error;
  }
  const response = await dependencies.send(transfer).catch(async (error: unknown) => {
    await settle(step, id, settlementOf(error, call, redact.clean));
    throw error instanceof OutcomeUnknown ? await withRecovery(error, step, id) : error;
  });
  const named = byTrustedMap(response);
  const answer = call.secret ? undefined : redact.cleanRecord(named.text);
  const where = { service: call.service, call: call.name, status: response.status };
  let reading: Reading;
  try {
    reading = doubled(response) ?? readResponse(promisedBy(verdict, response.call), response);
  } catch {
    await settle(step, id, {
      outcome: 'unknown',
      status: response.status,
      answer,
      message: 'The response was not compared with the request.',
    });
    const failure = new OutcomeUnknown(
      'NOT_COMPARED',
      'It was sent, and its response was not compared with the request.',
      where,
    );
    throw await withRecovery(failure, step, id);
  }
  switch (reading.outcome) {
    case 'contradicts': {
      const message = redact.clean(reading.sentence);
      await settle(step, id, { outcome: 'unknown', status: response.status, answer, message, stated: reading.higher });
      throw await withRecovery(new OutcomeUnknown('ANSWER_CONTRADICTS', message, where), step, id, reading.cancel);
    }
    case 'done before': {
      const message = redact.clean(reading.sentence);
      await settle(step, id, { outcome: 'refused', status: response.status, answer, message });
      const line = await recovery(intent, dependencies);
      throw new Refused(
        'refused',
        'DONE_BEFORE',
        message,
        line === undefined ? undefined : `See the earlier operation: ${line}`,
        where,
      );
    }
    case 'accepted':
      dependencies.log(`  Accepted with ${response.status}, and no more is known: ${redact.clean(reading.why)}.`);
  }
  const { outcome, cost } = reading;
  if (await settle(step, id, { outcome, cost, status: response.status, answer }))
    dependencies.log(`  In the ledger as ${id}.`);
  return { ...named, operation: id };
}

/** The promise of the receipt, for the comparison with the response. */
const promisedBy = ({ facts, figures, recorded }: Verdict, call: Response['call']): PromisedFacts => ({
  call,
  fields: facts.fields,
  requestFields: facts.requestFields,
  figures,
  recipient: facts.recipient,
  decimals: facts.decimals?.value,
  ids: facts.ids,
  networks: facts.networks.flatMap((network) => network?.value ?? []),
  recorded,
});

/** The reading of a response with a name twice in one object: readers differ in the value that they take. */
function doubled({ call, status, text }: Response): Reading | undefined {
  const name = call.as === 'json' ? duplicateKey(text) : undefined;
  if (name === undefined) return undefined;
  const what = `${call.service} ${kebab(call.name)} was answered ${status}, but with the field ${JSON.stringify(name.slice(0, 60))} twice in one object`;
  return {
    outcome: 'contradicts',
    sentence: `${what}. Whether it was done as requested is not known.`,
    cancel: undefined,
    higher: undefined,
  };
}

/** Records the outcome. A failure is reported later and does not stop the command, since the request was sent. */
async function settle({ transfer, ledger, deps: dependencies }: Step, id: string, settlement: Settlement) {
  try {
    const clockAhead = dependencies.clockAhead(transfer.request.url);
    await ledger.settle(id, { ...settlement, clockAhead }, dependencies.clock.now());
    return true;
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    const why = `its outcome could not be recorded: ${error.message}`;
    const hint = `Its ledger entry ${id} reads as unknown.`;
    if (settlement.outcome === 'done' || settlement.outcome === 'accepted')
      dependencies.deferFailure(
        new LocalFailure(
          'LEDGER_UNSETTLED',
          `It was ${settlement.outcome}, but ${why}`,
          `Do not repeat it. ${hint}`,
          error,
        ),
      );
    else dependencies.log(`  It has ended, but ${why} ${hint}`);
    return false;
  }
}

function settlementOf(error: unknown, { name }: Call, clean: (text: string) => string): Settlement {
  if (!(error instanceof Failure)) return { outcome: 'unknown', message: 'tuk failed while it was sent' };
  const { kind, where } = error;
  const message = clean(error.message);
  if (kind === 'unknown') return { outcome: 'unknown', status: where.status, message };
  // A 4xx means that the request was not done, and so does a connection that broke before it was sent.
  // a failed renewal after a 401
  if (where.call !== undefined && where.call !== name) return { outcome: 'refused', message };
  return { outcome: where.status === undefined ? 'not-sent' : 'refused', status: where.status, message };
}

const recovery = (operation: Intent, { profile, nextCommand }: TransferDependencies): Promise<string | undefined> =>
  recoveryCommand(operation, { fieldNames: profile.fieldNames, nextCommand });

/** Adds the commands that show the operation and read its outcome to a failure. */
async function withRecovery(
  failure: OutcomeUnknown,
  { intent, deps: dependencies }: Step,
  id: string,
  cancel?: string,
): Promise<OutcomeUnknown> {
  const { code, message, where, cause } = failure;
  const cancelling =
    cancel === undefined ? '' : `Cancel it while that can be done: ${dependencies.nextCommand(cancel)}. `;
  const showCommand = dependencies.nextCommand(`tuk ops show ${id}`);
  const hint = `${cancelling}It may have taken effect. It was not sent again. Check its outcome before you repeat it: ${showCommand}`;
  const look = (await recovery(intent, dependencies)) ?? showCommand;
  return new OutcomeUnknown({ code }, message, { ...where, operation: id, clientRef: intent.ref, look }, cause, hint);
}
