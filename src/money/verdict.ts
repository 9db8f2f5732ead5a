// The verdict on a transfer (docs/money.md 1): every refusal and every warning at once, by its facts, the policy of the profile and the history of the account.
// Pure. A command, `tuk api`, a dry run, a batch, a screen and MCP take the same verdict, and differ only in what they do with it.

import { counted } from '../services/counted.js';
import { BadInput, Failure, Guarded } from '../services/http/errors.js';
import { saysNo } from '../services/reported-failure.js';
import { operationName } from '../things/operations.js';
import { checkAddress, familyOf, looksLikeAddress } from './address.js';
import type { NamedAddress } from './address-book.js';
import { decimalOf, decimalText, isMore, plus } from './decimal.js';
import type { TransferFacts } from './facts.js';
import { mayHaveEffect, type Operation, type RecordedFacts } from './ledger.js';
import { isUnfinished } from './operation-status.js';
import { checkAtMost, checkBodyNumbers, type Figure, type StatedAmount, statedValue } from './policy/at-most.js';
import { type Figures, feeOnTopOf, figuresOf } from './policy/figures.js';
import { type LedgerWindow, type LimitedTransfer, type LimitUse, limitVerdict, tokensToPrice } from './policy/limit-check.js';
import { type Limits, limitFor, type PriceLookup, sameToken } from './policy/limits.js';
import { isSame, lookalike, type Recipient } from './policy/recipients.js';
import {
  contractRefused,
  lookalikeRefused,
  networkRefused,
  newRecipient,
  notAvailable,
  openOperation,
  overLimit,
  type PolicyCase,
  paused,
  recipientRefused,
  unpriced,
} from './policy/refusals.js';
import { termProblems } from './policy/service-terms.js';
import { caught } from './request-problems.js';
import { transferFields } from './transfer-fields.js';

/** An operation of the account. `isSure`: it is that of the same account, and not of a session or an address that may be. */
export type OwnedOperation = Operation & { readonly isSure: boolean };
/** A recipient that has a name here. */
interface KnownAs extends NamedAddress {
  readonly kind: 'contact' | 'wallet';
}

/** The contracts of tokens. `isComplete`: all that the platform lists are among them; else its list could not be read. */
export interface TokenContracts {
  readonly addresses: readonly string[];
  readonly isComplete: boolean;
}

/** What the profile and the person of the run say of transfers, and what is known of tokens and addresses. */
export interface Policy {
  readonly profile: string;
  readonly limits: Limits;
  readonly prices: PriceLookup;
  readonly contacts: readonly NamedAddress[];
  /** The user's own wallets. */
  readonly wallets: readonly NamedAddress[];
  readonly contracts: TokenContracts;
  /** The person confirms a new recipient (--new-recipient). */
  readonly newRecipient: boolean;
  /** The open operations that the person has named (--despite). */
  readonly despite: readonly string[];
  /** The most that it may cost (--at-most). */
  readonly atMost: StatedAmount | undefined;
  /** A command line as a person may type it next. */
  readonly nextCommand: (line: string) => string;
}
/** The operations of the account, newest first, and those of the last 24 hours. */
export interface History {
  readonly operations: readonly OwnedOperation[];
  readonly day: LedgerWindow;
}

/** A refusal. `typed`: what a person at a terminal types to lift it; nothing for one that is lifted otherwise, or not at all. */
interface Refusal {
  readonly failure: Failure;
  readonly typed?: 'recipient' | 'operation';
}
/** What does not stop a transfer, and is to be known of it. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}
/** The verdict on a transfer. */
export interface Verdict {
  readonly facts: TransferFacts;
  readonly policyCase: PolicyCase;
  readonly refusals: readonly Refusal[];
  /** For the receipt, and for programs. */
  readonly warnings: readonly Warning[];
  /** The number of earlier transfers to the recipient. */
  readonly earlierTransfers: number;
  readonly isNew: boolean;
  /** The contact or own wallet whose address the recipient is. */
  readonly knownAs: KnownAs | undefined;
  /** The operations whose outcome is not known, of this kind and recipient, that the person has not named. */
  readonly open: readonly Operation[];
  readonly figures: Figures;
  /** The use of each limit, this transfer included. */
  readonly uses: readonly LimitUse[];
  /** The part of the intent that the ledger records. */
  readonly recorded: RecordedFacts;
  /** Checks the limit of a day again, with the ledger as it is when the operation is recorded. @throws {Guarded} */
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
  const compared = atMost && leaves?.token !== undefined && !sameToken(leaves.token, atMost.token) ? [leaves.token, atMost.token] : [];
  return [...tokensToPrice(applying, limitedTransfer(facts, applying, atMost), day), ...compared];
}

/** The limits that apply to a transfer: an incoming one has no amount that leaves, and may have a fee. */
const limitsFor = ({ fields }: TransferFacts, limits: Limits): Limits =>
  fields.incoming ? { ...limits, transfer: undefined, day: undefined, unknown: undefined } : limits;
/** Whether something bounds a cost that is not known: --at-most, or `limits.unknown` beside a limit that counts it. */
const isBounded = ({ atMost, limits }: Policy): boolean => atMost !== undefined || (isLimited(limits) && limits.unknown !== undefined);
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
  const own = operations.filter(({ isSure }) => isSure);
  const recipient = recipientVerdict(policyCase, facts, policy, own);
  const history = openOperations(facts, operations, policy.nextCommand);
  const open = history.unknown.filter(({ id }) => !policy.despite.includes(id));
  const refused: readonly Failure[] = [
    ...facts.problems,
    ...(limits.pause ? [paused(policyCase)] : []),
    ...recipient.refusals,
    ...(facts.isRead
      ? [
          ...termProblems(facts),
          ...networkRefusals(policyCase, facts, limits),
          ...(saysNo(facts.available?.value) ? [notAvailable(policyCase)] : []),
          ...(facts.isWithoutPrice && facts.amount === undefined && facts.fields.times === undefined && !isBounded(policy)
            ? [unpriced(policyCase)]
            : []),
          ...atMostProblems(facts, figures, transfer, policy),
        ]
      : []),
    ...unknownAmount(policyCase, facts, transfer, policy),
    ...limited.refusals,
  ];
  const feeOnTop = feeOnTopOf(figures);
  const feeLimit = limitFor(limits.fee ?? [], figures.fee?.token ?? facts.token?.value);
  return {
    facts,
    policyCase,
    refusals: [
      ...refused.map((failure) => ({ failure })),
      ...open.map(
        (one): Refusal => ({
          failure: openOperation(one, `a ${operationName(one.service, one.call)}`, policy.nextCommand),
          typed: 'operation',
        }),
      ),
      ...(recipient.isNew && !policy.newRecipient
        ? [{ failure: newRecipient(policyCase, facts.recipient), ...(facts.recipient && { typed: 'recipient' as const }) }]
        : []),
    ],
    warnings: [...recipient.warnings, ...history.warnings],
    earlierTransfers: recipient.earlierTransfers,
    isNew: recipient.isNew,
    knownAs: recipient.knownAs,
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

/**
 * What leaves, as limits and ledger see it: the amount of the facts; one that is not known counts as --at-most says. Under a limit that needs `limits.unknown`,
 * which also is what an amount without --at-most counts as.
 */
function limitedTransfer(facts: TransferFacts, limits: Limits, atMost: StatedAmount | undefined): LimitedTransfer {
  const { amount, token, order } = facts;
  const isKnown = amount !== undefined && token !== undefined;
  const known = { amount: amount && decimalText(amount.value), token: token?.value };
  const [admitted] = limits.unknown === undefined ? [] : [limitFor(limits.unknown, token?.value) ?? limits.unknown[0]];
  const stated = admitted && (atMost ?? { amount: decimalText(admitted.max), token: admitted.token ?? 'USD' });
  const counted = isKnown ? known : ((isLimited(limits) ? stated : atMost) ?? known);
  const figures = figuresOf(facts, atMost);
  return { moved: { ...counted, within: order?.id }, feeOnTop: feeOnTopOf(figures), fee: figures.fee, stated };
}

/** What --at-most, or the setting, says of an unknown amount is compared with `limits.unknown` itself. */
function unknownAmount(
  policyCase: PolicyCase,
  { amount, token, isRead }: TransferFacts,
  { stated }: LimitedTransfer,
  { limits: { unknown }, prices }: Policy,
): readonly Failure[] {
  if (!isRead || unknown === undefined || stated === undefined || (amount !== undefined && token !== undefined)) return [];
  const limit = limitFor(unknown, stated.token);
  const value = limit?.token === undefined ? statedValue(stated, prices) : decimalOf(stated.amount);
  if (limit && value && !isMore(value, limit.max)) return [];
  return [overLimit(policyCase, 'unknown', unknown, limit ?? unknown[0]!, value ?? decimalOf(stated.amount)!)];
}

/** What leaves, and every number of the body whose meaning no list declares, is at most what was stated. */
function atMostProblems(
  { requestFields, fields }: TransferFacts,
  figures: Figures,
  { moved, stated }: LimitedTransfer,
  { atMost, prices, limits }: Policy,
): readonly Failure[] {
  const most = atMost ?? (figures.leaves === undefined && isLimited(limits) ? stated : undefined);
  if (most === undefined) return [];
  const declared = [...requestFields.names.flatMap((name) => requestFields.fieldOf(name) ?? []), ...(fields.otherFields ?? [])];
  const leaving = figures.leaves && withFee(figures.leaves, feeOnTopOf(figures));
  return [
    ...(atMost && leaving ? caught(() => checkAtMost(leaving, atMost, prices)) : []),
    ...(moved.amount === undefined ? [] : caught(() => checkBodyNumbers(requestFields.body, declared, most))),
  ];
}
/** What leaves with a fee on top of it, if both are in one unit. */
const withFee = (leaves: Figure, fee: Figure | undefined): Figure =>
  fee !== undefined && sameToken(fee.token, leaves.token)
    ? { amount: decimalText(plus(decimalOf(leaves.amount)!, decimalOf(fee.amount)!)), token: leaves.token }
    : leaves;

/** The networks that the profile does not allow, and those that are not known while it allows only some. */
function networkRefusals(policyCase: PolicyCase, { networks }: TransferFacts, { networks: allowed }: Limits): readonly Failure[] {
  if (!allowed) return [];
  return networks.flatMap((network) =>
    network === undefined || !allowed.includes(network.value) ? [networkRefused(policyCase, network?.value, allowed)] : [],
  );
}

interface RecipientVerdict extends Pick<Verdict, 'earlierTransfers' | 'isNew' | 'knownAs' | 'warnings'> {
  readonly refusals: readonly Failure[];
}
/** Judges the recipient: its form, whether it is a token's contract, allowed, like a known one, known. */
function recipientVerdict(policyCase: PolicyCase, facts: TransferFacts, policy: Policy, own: readonly Operation[]): RecipientVerdict {
  const { recipient, fields } = facts;
  const allowed = policy.limits.recipients;
  const nobody = { earlierTransfers: 0, knownAs: undefined, warnings: [] };
  if (fields.to === undefined) return { ...nobody, isNew: false, refusals: [] };
  if (recipient === undefined)
    return { ...nobody, isNew: allowed === undefined, refusals: allowed ? [recipientRefused(policyCase, recipient, allowed)] : [] };
  const isRecipient = (one: string) => isSame(one, recipient.id) || one === recipient.userId;
  const sameKind = own.filter(({ service, call }) => transferFields[`${service} ${call}`]?.to?.kind === recipient.kind);
  const paid = sameKind.filter(({ outcome, lastStatus }) => outcome === 'done' || (outcome === 'mined' && lastStatus === 'SUCCESS'));
  const earlierTransfers = paid.filter((one) => isTo(one, recipient)).length;
  const named = (list: readonly NamedAddress[], kind: KnownAs['kind']) => {
    const found = recipient.kind === 'address' ? list.find(({ address }) => isRecipient(address)) : undefined;
    return found && { ...found, kind };
  };
  const knownAs = named(policy.contacts, 'contact') ?? named(policy.wallets, 'wallet');
  const isAllowed = allowed?.some(isRecipient);
  return {
    earlierTransfers,
    knownAs,
    isNew: earlierTransfers === 0 && isAllowed !== true && knownAs === undefined,
    refusals: [
      ...(recipient.kind === 'address' ? addressProblems(facts, recipient, policy, sameKind) : []),
      ...(isAllowed === false ? [recipientRefused(policyCase, recipient, allowed!)] : []),
    ],
    warnings: recipient.kind === 'address' ? addressWarnings(facts, policy) : [],
  };
}

/** What is wrong with an address: its form, a token's contract, a likeness to a known one. */
function addressProblems(
  { networks, problems }: TransferFacts,
  { id }: Recipient,
  policy: Policy,
  earlier: readonly Operation[],
): readonly Failure[] {
  if (!looksLikeAddress(id)) return []; // said by the form of the request
  const before = new Set(problems.map(({ code }) => code));
  const ofNetwork = networks.flatMap((network) => (network ? caught(() => checkAddress(id, 'The recipient', network.value)) : []));
  const known = [
    ...(policy.limits.recipients ?? []),
    ...earlier.flatMap(({ outcome, recipient }) => (mayHaveEffect(outcome) && recipient !== undefined ? [recipient] : [])),
    ...[...policy.contacts, ...policy.wallets].map(({ address }) => address),
  ];
  const similar = lookalike(id, known);
  return [
    ...ofNetwork.filter(({ code }) => !before.has(code)).slice(0, 1),
    ...(policy.contracts.addresses.some((one) => isSame(one, id)) ? [contractRefused(id)] : []),
    ...(similar ? [lookalikeRefused(id, similar)] : []),
  ];
}
const addressWarnings = ({ networks, isRead }: TransferFacts, { contracts }: Policy): readonly Warning[] => [
  ...networks.flatMap((network) =>
    network && familyOf(network.value) === undefined
      ? [
          {
            code: 'ADDRESS_FORM_UNKNOWN',
            message: `The form of addresses on ${JSON.stringify(network.value.slice(0, 40))} is not known here: the recipient is one of another network's form.`,
          },
        ]
      : [],
  ),
  ...(isRead && !contracts.isComplete
    ? [
        {
          code: 'NO_TOKEN_LIST',
          message: 'No token list can be read, so it is not known whether the recipient is the contract of a token.',
        },
      ]
    : []),
];

/**
 * The operations of the same kind and recipient, or object, that have not ended: `unknown` has those whose outcome is not known, and the warnings name the others.
 */
function openOperations(
  { call, fields, recipient, object }: TransferFacts,
  operations: readonly Operation[],
  nextCommand: Policy['nextCommand'],
): {
  readonly unknown: readonly Operation[];
  readonly warnings: readonly Warning[];
} {
  if (fields.incoming && fields.object === undefined) return { unknown: [], warnings: [] }; // an allowance that is taken back
  const isObject = object !== undefined && (fields.incoming === true || recipient === undefined);
  const isSameSubject = (one: Operation) => (isObject ? one.object === object : recipient === undefined || isTo(one, recipient));
  const name = operationName(call.service, call.name); // versions of a call have one name
  const same = operations.filter(
    (one) => one.service === call.service && operationName(one.service, one.call) === name && isSameSubject(one),
  );
  const under = ([first, ...others]: readonly Operation[], what: string): readonly Warning[] => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'other')})`;
    const subject = isObject ? 'object' : 'recipient';
    const message = `${first.id}${more}, a ${name} to the same ${subject}, ${what}: ${nextCommand(`tuk ops check ${first.id}`)}`;
    return [{ code: 'NOT_ENDED', message }];
  };
  return {
    unknown: same.filter(({ outcome }) => outcome === 'unknown'),
    warnings: [
      ...under(
        same.filter(({ outcome, lastStatus }) => outcome === 'accepted' && lastStatus === undefined),
        'was only accepted',
      ),
      ...under(
        same.filter((one) => isUnfinished(one) || (one.outcome === 'accepted' && one.lastStatus !== undefined)),
        'has not ended',
      ),
    ],
  };
}

/** Whether an operation was made to a recipient, by any name that both are known by. */
const isTo = ({ recipient, object }: Operation, { id, userId }: Recipient): boolean =>
  recipient !== undefined &&
  (isSame(recipient, id) || (userId !== undefined && (recipient === userId || object === userId)) || object === id);

/** The refusals that stop a transfer: all of them, save those that a person types away. */
export const standing = ({ refusals }: Pick<Verdict, 'refusals'>, canType: boolean): readonly Failure[] =>
  refusals.filter(({ typed }) => !canType || typed === undefined).map(({ failure }) => failure);

/**
 * The failure of a refused transfer: the first refusal, misuse before safety before all others, with the others beside it. Nothing if none stands.
 */
export function refusalOf(refusals: readonly Failure[]): Failure | undefined {
  const rank = ({ kind }: Failure) => (kind === 'usage' ? 0 : kind === 'guarded' ? 1 : 2);
  const sorted = [...refusals].sort((one, other) => rank(one) - rank(other));
  const [first] = sorted;
  return first && withRefusals(first, sorted);
}
function withRefusals({ kind, code, message, hint, where }: Failure, refusals: readonly Failure[]): Failure {
  if (kind === 'usage') return new BadInput(code, message, hint, refusals);
  if (kind === 'guarded') return new Guarded(code, message, hint, refusals);
  return new Failure(kind, code, message, hint, where, undefined, refusals);
}
