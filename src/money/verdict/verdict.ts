// The verdict on a transfer (docs/money.md 1): every refusal and warning at once, by its facts, the policy of the
// profile and the history of the account. Pure. Every door to a transfer takes the same verdict.

import { counted } from '../../services/counted.js';
import { saysNo } from '../../services/decode/outcome.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { awaited, operationName } from '../../things/operations.js';
import type { TransferFacts } from '../facts/facts.js';
import { caught } from '../facts/request-problems.js';
import type { Guard } from '../ledger/ledger.js';
import { isUnfinished, type Operation, type RecordedFacts } from '../ledger/operation.js';
import { approvalsNeeded } from '../policy/approvals.js';
import { beyondCompare, checkAtMost, checkBodyNumbers, statedValue } from '../policy/at-most.js';
import { type LedgerWindow, type LimitUse, limitVerdict } from '../policy/limit-check.js';
import { type Limits, limitFor, type PriceLookup, type PriceUse } from '../policy/limits.js';
import { type Figures, isLimited, type Outflow } from '../policy/outflow.js';

import type { OwnedOperation, Policy, RecordedRecipient, Warning } from '../policy/policy.js';
import { recordedPrices } from '../policy/pricing.js';
import { isTo, type RecipientVerdict, recipientVerdict } from '../policy/recipient-verdict.js';
import {
  networkRefused,
  newRecipient,
  notAvailable,
  openOperation,
  overLimit,
  type PolicyCase,
  paused,
  unlistedRefused,
  unpriced,
} from '../policy/refusals.js';
import { termProblems } from '../policy/service-terms.js';
import { decimalOf, decimalText, isMore, plus } from '../values/decimal.js';
import { type Figure, sameToken } from '../values/token.js';

// The operations of the same kind and recipient, or object, that have not ended: a second one may repeat one of them.

/** Finds the operations of unknown outcome, and the warnings about other open ones. */
function openOperations(
  { call, fields, recipient, object }: TransferFacts,
  operations: readonly Operation[],
  nextCommand: Policy['nextCommand'],
): {
  readonly unknown: readonly Operation[];
  readonly warnings: readonly Warning[];
} {
  // an allowance that is taken back
  if (fields.incoming && fields.object === undefined) return { unknown: [], warnings: [] };
  const isObject = object !== undefined && (fields.incoming === true || recipient === undefined);
  const isSameSubject = (line: Operation) =>
    isObject ? line.object === object : recipient === undefined || isTo(line, recipient);
  const name = operationName(call.service, call.name); // versions of a call have one name
  const same = operations.filter(
    (line) => line.service === call.service && operationName(line.service, line.call) === name && isSameSubject(line),
  );
  const warningOf = ([first, ...others]: readonly Operation[], state: string): readonly Warning[] => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'other')})`;
    const subject = isObject ? 'object' : 'recipient';
    const message = `${first.id}${more}, a ${name} to the same ${subject}, ${state}: ${nextCommand(`tuk ops check ${first.id}`)}`;
    return [{ code: 'NOT_ENDED', message }];
  };
  const accepted = same.filter(({ outcome, lastStatus }) => outcome === 'accepted' && lastStatus === undefined);
  const goingOn = same.filter(
    (line) => isUnfinished(line) || (line.outcome === 'accepted' && line.lastStatus !== undefined),
  );
  return {
    unknown: same.filter(({ outcome }) => outcome === 'unknown'),
    warnings: [...warningOf(accepted, 'was only accepted'), ...warningOf(goingOn, 'has not ended')],
  };
}

/** The operations of the account on the subject of a transfer, newest first, and those of the last 24 hours. */
export interface History {
  readonly operations: readonly OwnedOperation[];
  /** The recorded recipients that are the recipient of the transfer or like it; by default those of the operations. */
  readonly recipients?: readonly RecordedRecipient[];
  readonly day: LedgerWindow;
  /** What the line moves before this transfer: the rows of a batch, the steps of a flow. */
  readonly sameLine?: LedgerWindow | undefined;
}

/** A refusal. `typed`: the kind of text that a person at a terminal types to lift it, if that is possible. */
interface Refusal {
  readonly failure: Failure;
  readonly typed?: 'recipient' | 'operation';
}
/** The verdict on a transfer. Its warnings are for the receipt, and for programs. */
export interface Verdict extends Omit<RecipientVerdict, 'refusals'> {
  readonly facts: TransferFacts;
  readonly policyCase: PolicyCase;
  readonly refusals: readonly Refusal[];
  /** The operations of unknown outcome, of this kind and recipient, that the person has not named. */
  readonly open: readonly Operation[];
  readonly figures: Figures;
  /** How many persons approve its plan; nothing if no limit asks for that. */
  readonly persons: number | undefined;
  /** What it lacks of approvals. @param given how many of the approvers have approved its plan; nothing without one */
  readonly lacking: (given?: (approvers: readonly string[]) => number) => readonly Failure[];
  /** The use of each limit, this transfer included. */
  readonly uses: readonly LimitUse[];
  /** The prices that the limits and --at-most use. */
  readonly prices: readonly PriceUse[];
  /** The part of the intent that the ledger records. */
  readonly recorded: RecordedFacts;
  /** Checks the limit of a day again, with the ledger at the time of the record. @throws {Guarded} */
  readonly checkDay: (window: LedgerWindow) => void;
  /** The grant of the run, and what is left of it after this transfer. */
  readonly grant?: string | undefined;
}

/** A verdict that can be asked again at the moment of the record. */
export interface Judged extends Verdict {
  /** Compares the transfer with its plan and the limits that the profile has in the write of the ledger. */
  readonly guard: Guard;
  /** Compares it with the limits that the profile has now, and with the day of the verdict. @throws {Guarded} */
  readonly checkNow: () => Promise<void>;
}

/** Whether something bounds an unknown cost: --at-most, or `limits.unknown` beside a limit that counts it. */
const isBounded = ({ figures: { atMost }, limits }: Outflow) =>
  atMost !== undefined || (isLimited(limits) && limits.unknown !== undefined);

/** Judges a transfer. @param outflow as `outflowOf` has it for these facts and the limits of this policy */
export function verdict(
  facts: TransferFacts,
  outflow: Outflow,
  policy: Policy,
  { operations, recipients, day, sameLine }: History,
): Verdict {
  const { limits, figures, moved } = outflow;
  const { call, fields } = facts;
  const { profile } = policy;
  const holder = policy.inLedger === true ? 'the shared ledger' : `the profile ${profile}`;
  const policyCase: PolicyCase = { call, fields, profile, holder };
  const limited = facts.isRead
    ? limitVerdict(policyCase, outflow, day, policy.prices, sameLine)
    : { refusals: [], uses: [], usd: undefined, feeUsd: undefined, persons: undefined, checkDay: () => {} };
  const { refusals: recipientRefusals, ...recipient } = recipientVerdict(
    policyCase,
    facts,
    policy,
    recipients ?? operations.filter(({ isSure }) => isSure),
    operations.filter(({ isSure }) => isSure),
  );
  const history = openOperations(facts, operations, policy.nextCommand);
  const open = history.unknown.filter(({ id }) => !policy.despite.includes(id));
  const refused: readonly Failure[] = [
    ...facts.problems,
    ...(call.name === 'unlisted' && Object.keys(policy.limits).length > 0 ? [unlistedRefused(policyCase)] : []),
    ...(limits.pause && !facts.fields.takesBack ? [paused(policyCase)] : []),
    ...recipientRefusals,
    ...(facts.isRead ? serviceRefusals(policyCase, facts, outflow, policy) : []),
    ...unknownAmount(policyCase, facts, outflow, policy.prices),
    ...limited.refusals,
  ];
  const refusals: Refusal[] = refused.map((failure) => ({ failure }));
  for (const line of open) {
    const failure = openOperation(line, `a ${operationName(line.service, line.call)}`, policy.nextCommand);
    refusals.push({ failure, typed: 'operation' });
  }
  if (recipient.isNew && !policy.newRecipient)
    refusals.push({ failure: newRecipient(policyCase, facts.recipient), typed: facts.recipient && 'recipient' });
  const { feeOnTop } = figures;
  const feeLimit = limitFor(limits.fee ?? [], figures.fee?.token ?? facts.token?.value);
  return {
    ...recipient,
    facts,
    policyCase,
    refusals,
    warnings: [...recipient.warnings, ...history.warnings],
    open,
    figures,
    persons: limited.persons,
    lacking: (given) => {
      const [needed, count] = [limited.persons ?? 0, given?.(limits.approvers ?? [])];
      return needed > (count ?? 0) ? [approvalsNeeded(policyCase, limits, needed, count)] : [];
    },
    uses: limited.uses,
    prices: policy.prices.uses ?? [],
    recorded: {
      ...(outflow.bound
        ? { atMost: outflow.bound.amount, atMostToken: outflow.bound.token }
        : { amount: moved.amount, token: moved.token }),
      within: facts.order?.id,
      usd: limited.usd,
      prices: recordedPrices(policy.prices),
      fee: feeOnTop?.amount,
      feeToken: feeOnTop?.token,
      feeUsd: limited.feeUsd,
      receiptFee: figures.fee?.amount,
      receiptFeeToken: figures.fee?.token,
      feeLimit: feeLimit?.token === undefined ? undefined : decimalText(feeLimit.max),
      recipient: facts.recipient?.id,
      object: facts.object ?? facts.recipient?.userId,
    },
    checkDay: limited.checkDay,
  };
}

const known = (facts: RecordedFacts): RecordedFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
/** A transfer under several limits: what one of them refuses is refused. The first is the profile's. */
export function together(verdicts: readonly Verdict[]): Verdict {
  const [first] = verdicts as readonly [Verdict];
  if (verdicts.length === 1) return first;
  const refusals = verdicts.flatMap((one) => one.refusals);
  const counts = verdicts.flatMap(({ persons }) => persons ?? []);
  return {
    ...first,
    isNew: verdicts.some(({ isNew }) => isNew),
    refusals: [...new Map(refusals.map((one) => [one.failure.message, one])).values()],
    persons: counts.length === 0 ? undefined : Math.max(...counts),
    lacking: (given) => verdicts.flatMap((one) => one.lacking(given)),
    uses: verdicts.flatMap(({ uses }) => uses),
    recorded: Object.assign({}, ...[...verdicts].reverse().map(({ recorded }) => known(recorded))),
    checkDay: (window) => {
      for (const { checkDay } of verdicts) checkDay(window);
    },
  };
}

/** The refusals by facts of the services. */
const serviceRefusals = (
  policyCase: PolicyCase,
  facts: TransferFacts,
  outflow: Outflow,
  { prices }: Policy,
): readonly Failure[] => [
  ...termProblems(facts),
  ...networkRefusals(policyCase, facts, outflow.limits),
  ...(saysNo(facts.available?.value) ? [notAvailable(policyCase)] : []),
  ...(facts.isWithoutPrice && facts.amount === undefined && facts.fields.times === undefined && !isBounded(outflow)
    ? [unpriced(policyCase)]
    : []),
  ...atMostProblems(facts, outflow, prices),
];

/** Compares the stated value of an unknown amount with `limits.unknown`. */
function unknownAmount(
  policyCase: PolicyCase,
  { amount, token, isRead }: TransferFacts,
  { stated, limits: { unknown } }: Outflow,
  prices: PriceLookup,
): readonly Failure[] {
  if (!isRead || unknown === undefined || stated === undefined || (amount !== undefined && token !== undefined))
    return [];
  const limit = limitFor(unknown, stated.token);
  const value = limit?.token === undefined ? statedValue(stated, prices) : decimalOf(stated.amount);
  if (limit && value && !isMore(value, limit.max)) return [];
  return [overLimit(policyCase, 'unknown', unknown, limit ?? unknown[0]!, value ?? decimalOf(stated.amount)!)];
}

/** The leaving amount, and any undeclared number of the body, above the stated amount. */
function atMostProblems(facts: TransferFacts, outflow: Outflow, prices: PriceLookup): readonly Failure[] {
  const { requestFields, fields } = facts;
  const { limits, moved, stated, figures } = outflow;
  const { leaves, feeOnTop, atMost } = figures;
  const most = atMost ?? (leaves === undefined && isLimited(limits) ? stated : undefined);
  if (most === undefined) return [];
  const declared = [
    ...requestFields.names.flatMap((name) => requestFields.fieldOf(name) ?? []),
    ...(fields.otherFields ?? []),
  ];
  const cost = leaves && withFee(leaves, feeOnTop, prices);
  const unread =
    unreadCost(facts, outflow) ?? (leaves && !cost ? 'The fee is in a unit without a known price' : undefined);
  return [
    ...(atMost && unread !== undefined ? [beyondCompare(unread, atMost)] : []),
    ...(atMost && cost ? caught(() => checkAtMost(cost, atMost, prices)) : []),
    ...(moved.amount === undefined ? [] : caught(() => checkBodyNumbers(requestFields.body, declared, most))),
  ];
}
/**
 * The part of the cost that a service states, and that could not be read; nothing for a cost that no service states
 * before, and for an order, whose payment has the cost.
 */
function unreadCost({ call, fields, isWithoutPrice }: TransferFacts, { figures }: Outflow): string | undefined {
  if (fields.incoming || awaited(call.service, call.name) === 'payment') return undefined;
  const isStated = typeof fields.amount === 'object' && 'read' in fields.amount && !isWithoutPrice;
  if (isStated && figures.leaves === undefined) return 'The cost could not be read in the response of the service';
  return figures.leaves && figures.isFeeUnknown ? 'The fee comes on top of the amount, and is unknown' : undefined;
}
/** The leaving amount with a fee on top: in its unit, else in US dollars; undefined if a price is not known. */
function withFee(leaves: Figure, fee: Figure | undefined, prices: PriceLookup): Figure | undefined {
  if (fee === undefined) return leaves;
  const isOneUnit = sameToken(fee.token, leaves.token);
  const [cost, charge] = [leaves, fee].map(({ amount, token }) =>
    isOneUnit ? decimalOf(amount) : token === undefined ? undefined : statedValue({ amount, token }, prices),
  );
  return cost && charge && { amount: decimalText(plus(cost, charge)), token: isOneUnit ? leaves.token : 'USD' };
}

/** The networks that the profile does not allow, and unknown networks if it allows only some. */
function networkRefusals(
  policyCase: PolicyCase,
  { networks }: TransferFacts,
  { networks: allowed }: Limits,
): readonly Failure[] {
  if (!allowed) return [];
  return networks.flatMap((network) =>
    network === undefined || !allowed.includes(network.value)
      ? [networkRefused(policyCase, network?.value, allowed)]
      : [],
  );
}

/** The refusals that stop a transfer: all except the refusals that a person lifts by typing. */
export const standing = ({ refusals }: Pick<Verdict, 'refusals'>, canType: boolean): readonly Failure[] =>
  refusals.filter(({ typed }) => !canType || typed === undefined).map(({ failure }) => failure);

/**
 * The failure of a refused transfer: the first refusal with the others beside it, misuse before safety before all
 * others.
 */
export function refusalOf(refusals: readonly Failure[]): Failure | undefined {
  const rank = ({ kind }: Failure) => (kind === 'usage' ? 0 : kind === 'guarded' ? 1 : 2);
  const sorted = [...refusals].sort((a, b) => rank(a) - rank(b));
  const [first] = sorted;
  return first && withRefusals(first, sorted);
}
function withRefusals({ kind, code, message, hint, where }: Failure, refusals: readonly Failure[]): Failure {
  if (kind === 'usage') return new BadInput({ code }, message, hint, refusals);
  if (kind === 'guarded') return new Guarded({ code }, message, hint, refusals);
  return new Failure(kind, code, message, hint, where, undefined, refusals);
}
