// The verdict on a transfer (docs/money.md 1): every refusal and warning at once, by its facts, the policy of the
// profile and the history of the account. Pure. Every door to a transfer takes the same verdict.

import { BadInput, Failure, Guarded } from '../services/http/errors.js';
import { saysNo } from '../services/reported-failure.js';
import { operationName } from '../things/operations.js';
import { decimalOf, decimalText, isMore, plus } from './decimal.js';
import type { TransferFacts } from './facts.js';
import type { Operation, RecordedFacts } from './operation.js';
import { checkAtMost, checkBodyNumbers, type Figure, type StatedAmount, statedValue } from './policy/at-most.js';
import { type Figures, feeOnTopOf, figuresOf } from './policy/figures.js';
import {
  type LedgerWindow,
  type LimitedTransfer,
  type LimitUse,
  limitVerdict,
  tokensToPrice,
} from './policy/limit-check.js';
import { type Limits, limitFor, sameToken } from './policy/limits.js';
import { openOperations } from './policy/open-operations.js';
import type { OwnedOperation, Policy } from './policy/policy.js';
import { type RecipientVerdict, recipientVerdict } from './policy/recipient-verdict.js';
import {
  networkRefused,
  newRecipient,
  notAvailable,
  openOperation,
  overLimit,
  type PolicyCase,
  paused,
  unpriced,
} from './policy/refusals.js';
import { termProblems } from './policy/service-terms.js';
import { caught } from './request-problems.js';

/** The operations of the account, newest first, and of the last 24 hours. */
export interface History {
  readonly operations: readonly OwnedOperation[];
  readonly day: LedgerWindow;
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
  /** The use of each limit, this transfer included. */
  readonly uses: readonly LimitUse[];
  /** The part of the intent that the ledger records. */
  readonly recorded: RecordedFacts;
  /** Checks the limit of a day again, with the ledger at the time of the record. @throws {Guarded} */
  readonly checkDay: (window: LedgerWindow) => void;
}

/** The tokens whose prices a verdict needs. */
export function pricedTokens(
  facts: TransferFacts,
  limits: Limits,
  atMost: StatedAmount | undefined,
  { day }: Pick<History, 'day'>,
): readonly string[] {
  const applying = limitsFor(facts, limits);
  const { leaves } = figuresOf(facts, atMost);
  const compared =
    atMost && leaves?.token !== undefined && !sameToken(leaves.token, atMost.token) ? [leaves.token, atMost.token] : [];
  return [...tokensToPrice(applying, limitedTransfer(facts, applying, atMost), day), ...compared];
}

/** The limits that apply to a transfer: of an incoming one only a fee leaves. */
const limitsFor = ({ fields }: TransferFacts, limits: Limits): Limits =>
  fields.incoming ? { ...limits, transfer: undefined, day: undefined, unknown: undefined } : limits;
/** Whether something bounds an unknown cost: --at-most, or `limits.unknown` beside a limit that counts it. */
const isBounded = ({ atMost, limits }: Policy): boolean =>
  atMost !== undefined || (isLimited(limits) && limits.unknown !== undefined);
const isLimited = ({ transfer, day }: Limits): boolean => transfer !== undefined || day !== undefined;

/** Judges a transfer. */
export function verdict(facts: TransferFacts, profilePolicy: Policy, { operations, day }: History): Verdict {
  const policy = { ...profilePolicy, limits: limitsFor(facts, profilePolicy.limits) };
  const { limits, atMost, prices } = policy;
  const policyCase: PolicyCase = { call: facts.call, fields: facts.fields, profile: policy.profile };
  const figures = figuresOf(facts, atMost);
  const transfer = limitedTransfer(facts, limits, atMost);
  const limited = facts.isRead
    ? limitVerdict(policyCase, limits, transfer, day, prices)
    : { refusals: [], uses: [], usd: undefined, feeUsd: undefined, checkDay: () => {} };
  const { refusals: recipientRefusals, ...recipient } = recipientVerdict(
    policyCase,
    facts,
    policy,
    operations.filter(({ isSure }) => isSure),
  );
  const history = openOperations(facts, operations, policy.nextCommand);
  const open = history.unknown.filter(({ id }) => !policy.despite.includes(id));
  const refused: readonly Failure[] = [
    ...facts.problems,
    ...(limits.pause ? [paused(policyCase)] : []),
    ...recipientRefusals,
    ...(facts.isRead ? serviceRefusals(policyCase, facts, figures, transfer, policy) : []),
    ...unknownAmount(policyCase, facts, transfer, policy),
    ...limited.refusals,
  ];
  const refusals: Refusal[] = refused.map((failure) => ({ failure }));
  for (const line of open) {
    const failure = openOperation(line, `a ${operationName(line.service, line.call)}`, policy.nextCommand);
    refusals.push({ failure, typed: 'operation' });
  }
  if (recipient.isNew && !policy.newRecipient)
    refusals.push({ failure: newRecipient(policyCase, facts.recipient), typed: facts.recipient && 'recipient' });
  const feeOnTop = feeOnTopOf(figures);
  const feeLimit = limitFor(limits.fee ?? [], figures.fee?.token ?? facts.token?.value);
  return {
    ...recipient,
    facts,
    policyCase,
    refusals,
    warnings: [...recipient.warnings, ...history.warnings],
    open,
    figures,
    uses: limited.uses,
    recorded: {
      amount: transfer.moved.amount,
      token: transfer.moved.token,
      within: facts.order?.id,
      usd: limited.usd,
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

/** The refusals by facts of the services. */
const serviceRefusals = (
  policyCase: PolicyCase,
  facts: TransferFacts,
  figures: Figures,
  transfer: LimitedTransfer,
  policy: Policy,
): readonly Failure[] => [
  ...termProblems(facts),
  ...networkRefusals(policyCase, facts, policy.limits),
  ...(saysNo(facts.available?.value) ? [notAvailable(policyCase)] : []),
  ...(facts.isWithoutPrice && facts.amount === undefined && facts.fields.times === undefined && !isBounded(policy)
    ? [unpriced(policyCase)]
    : []),
  ...atMostProblems(facts, figures, transfer, policy),
];

/**
 * The leaving amount as limits and ledger see it. An unknown amount counts as --at-most; under a limit only with
 * `limits.unknown`, which also stands in for --at-most.
 */
function limitedTransfer(facts: TransferFacts, limits: Limits, atMost: StatedAmount | undefined): LimitedTransfer {
  const { amount, token, order } = facts;
  const isKnown = amount !== undefined && token !== undefined;
  const ofFacts = { amount: amount && decimalText(amount.value), token: token?.value };
  const [admitted] = limits.unknown === undefined ? [] : [limitFor(limits.unknown, token?.value) ?? limits.unknown[0]];
  const stated = admitted && (atMost ?? { amount: decimalText(admitted.max), token: admitted.token ?? 'USD' });
  const counted = isKnown ? ofFacts : ((isLimited(limits) ? stated : atMost) ?? ofFacts);
  const figures = figuresOf(facts, atMost);
  return { moved: { ...counted, within: order?.id }, feeOnTop: feeOnTopOf(figures), fee: figures.fee, stated };
}

/** Compares the stated value of an unknown amount with `limits.unknown`. */
function unknownAmount(
  policyCase: PolicyCase,
  { amount, token, isRead }: TransferFacts,
  { stated }: LimitedTransfer,
  { limits: { unknown }, prices }: Policy,
): readonly Failure[] {
  if (!isRead || unknown === undefined || stated === undefined || (amount !== undefined && token !== undefined))
    return [];
  const limit = limitFor(unknown, stated.token);
  const value = limit?.token === undefined ? statedValue(stated, prices) : decimalOf(stated.amount);
  if (limit && value && !isMore(value, limit.max)) return [];
  return [overLimit(policyCase, 'unknown', unknown, limit ?? unknown[0]!, value ?? decimalOf(stated.amount)!)];
}

/** The leaving amount, and any undeclared number of the body, above the stated amount. */
function atMostProblems(
  { requestFields, fields }: TransferFacts,
  figures: Figures,
  { moved, stated }: LimitedTransfer,
  { atMost, prices, limits }: Policy,
): readonly Failure[] {
  const most = atMost ?? (figures.leaves === undefined && isLimited(limits) ? stated : undefined);
  if (most === undefined) return [];
  const declared = [
    ...requestFields.names.flatMap((name) => requestFields.fieldOf(name) ?? []),
    ...(fields.otherFields ?? []),
  ];
  const leaving = figures.leaves && withFee(figures.leaves, feeOnTopOf(figures));
  return [
    ...(atMost && leaving ? caught(() => checkAtMost(leaving, atMost, prices)) : []),
    ...(moved.amount === undefined ? [] : caught(() => checkBodyNumbers(requestFields.body, declared, most))),
  ];
}
/** The leaving amount with a fee on top, if both are in one unit. */
const withFee = (leaves: Figure, fee: Figure | undefined): Figure =>
  fee !== undefined && sameToken(fee.token, leaves.token)
    ? { amount: decimalText(plus(decimalOf(leaves.amount)!, decimalOf(fee.amount)!)), token: leaves.token }
    : leaves;

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
  if (kind === 'usage') return new BadInput(code, message, hint, refusals);
  if (kind === 'guarded') return new Guarded(code, message, hint, refusals);
  return new Failure(kind, code, message, hint, where, undefined, refusals);
}
