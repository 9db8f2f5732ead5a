// The verdict on the recipient of a transfer: its form, whether it is the contract of a token, allowed, like a known
// one, known.

import type { Failure } from '../../services/http/errors.js';
import { transferFields } from '../../things/operations.js';
import type { TransferFacts } from '../facts/facts.js';
import { caught } from '../facts/request-problems.js';
import { hasTakenEffect, mayHaveEffect, type Operation } from '../ledger/operation.js';
import { checkAddress, looksLikeAddress } from '../values/address.js';
import { familyOf } from '../values/networks.js';
import { isSame, lookalike, type Recipient } from '../values/recipients.js';
import type { NamedAddress } from './address-book.js';
import type { Policy, RecordedRecipient, Warning } from './policy.js';
import { contractRefused, lookalikeRefused, type PolicyCase, recipientRefused } from './refusals.js';

/** A recipient with a name. */
interface KnownAs extends NamedAddress {
  readonly kind: 'contact' | 'wallet';
}
/** The verdict on a recipient. */
export interface RecipientVerdict {
  readonly refusals: readonly Failure[];
  readonly warnings: readonly Warning[];
  /** The number of finished transfers to the recipient in the ledger. */
  readonly earlierTransfers: number;
  /** The transfers to the recipient in the ledger that may have taken effect, and are not known to be finished. */
  readonly unfinished: readonly Operation[];
  readonly isNew: boolean;
  /** The contact or own wallet with the address of the recipient. */
  readonly knownAs: KnownAs | undefined;
}

/**
 * Judges the recipient.
 * @param operations recipients of operations that are certainly of the account
 * @param onSubject the operations on the recipient whose outcome is not known, that are certainly of the account
 */
export function recipientVerdict(
  policyCase: PolicyCase,
  facts: TransferFacts,
  policy: Policy,
  operations: readonly RecordedRecipient[],
  onSubject: readonly Operation[],
): RecipientVerdict {
  const { recipient, fields } = facts;
  const allowed = policy.limits.recipients;
  const nobody = { earlierTransfers: 0, unfinished: [], knownAs: undefined, warnings: [] };
  if (fields.to === undefined) return { ...nobody, isNew: false, refusals: [] };
  if (recipient === undefined)
    return {
      ...nobody,
      isNew: allowed === undefined,
      refusals: allowed ? [recipientRefused(policyCase, recipient, allowed)] : [],
    };
  const isAddress = recipient.kind === 'address';
  const isRecipient = (text: string) => isSame(text, recipient.id) || text === recipient.userId;
  const sameKind = operations.filter(
    ({ service, call }) => transferFields[`${service} ${call}`]?.to?.kind === recipient.kind,
  );
  const paid = sameKind.filter(hasTakenEffect);
  const earlierTransfers = paid
    .filter((operation) => isTo(operation, recipient))
    .reduce((sum, { times = 1 }) => sum + times, 0);
  const entryIn = (list: readonly NamedAddress[], kind: KnownAs['kind']) => {
    const entry = isAddress ? list.find(({ address }) => isRecipient(address)) : undefined;
    return entry && { ...entry, kind };
  };
  const knownAs = entryIn(policy.contacts, 'contact') ?? entryIn(policy.wallets, 'wallet');
  const isAllowed = allowed?.some(isRecipient);
  return {
    earlierTransfers,
    unfinished: onSubject.filter(
      (operation) =>
        transferFields[`${operation.service} ${operation.call}`]?.to?.kind === recipient.kind &&
        isTo(operation, recipient) &&
        mayHaveEffect(operation.outcome) &&
        !hasTakenEffect(operation),
    ),
    knownAs,
    isNew: earlierTransfers === 0 && isAllowed !== true && knownAs === undefined,
    refusals: [
      ...(isAddress ? addressProblems(facts, recipient, policy, sameKind) : []),
      ...(isAllowed === false ? [recipientRefused(policyCase, recipient, allowed!)] : []),
    ],
    warnings: isAddress ? addressWarnings(facts, policy) : [],
  };
}

/** The problems of an address: its form, a token's contract, a likeness to a known one. */
function addressProblems(
  { networks, problems }: TransferFacts,
  { id }: Recipient,
  { limits, contacts, wallets, contracts }: Policy,
  earlier: readonly RecordedRecipient[],
): readonly Failure[] {
  if (!looksLikeAddress(id)) return []; // refused by the form of the request
  const before = new Set(problems.map(({ code }) => code));
  const ofNetwork = networks.flatMap((network) =>
    network ? caught(() => checkAddress(id, 'The recipient', network.value)) : [],
  );
  const addresses = [
    ...(limits.recipients ?? []),
    ...earlier.flatMap(({ outcome, recipient = [] }) => (mayHaveEffect(outcome) ? recipient : [])),
    ...[...contacts, ...wallets].map(({ address }) => address),
  ];
  const similar = lookalike(id, addresses);
  return [
    ...ofNetwork.filter(({ code }) => !before.has(code)).slice(0, 1),
    ...(contracts.addresses.some((address) => isSame(address, id)) ? [contractRefused(id)] : []),
    ...(similar ? [lookalikeRefused(id, similar)] : []),
  ];
}
function addressWarnings({ networks, isRead }: TransferFacts, { contracts }: Policy): readonly Warning[] {
  const warnings = networks
    .filter((network) => network && familyOf(network.value) === undefined)
    .map((network) => ({
      code: 'ADDRESS_FORM_UNKNOWN',
      message: `The form of addresses on ${JSON.stringify(network!.value.slice(0, 40))} is not known here: the recipient is one of another network's form.`,
    }));
  if (isRead && !contracts.isComplete)
    warnings.push({
      code: 'NO_TOKEN_LIST',
      message: 'No token list can be read, so it is not known whether the recipient is the contract of a token.',
    });
  return warnings;
}

/** Whether an operation was made to a recipient, by any of its names. */
export const isTo = (
  { recipient, object }: Pick<Operation, 'recipient' | 'object'>,
  { id, userId }: Recipient,
): boolean =>
  recipient !== undefined &&
  (isSame(recipient, id) || (userId !== undefined && (recipient === userId || object === userId)) || object === id);
