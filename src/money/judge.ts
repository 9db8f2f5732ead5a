// Gathers what a verdict needs: the facts of the transfer, the policy of the profile, the history of the account. All reads on the way to a transfer are here.

import { Failure } from '../services/http/errors.js';
import type { NamedAddress } from './address-book.js';
import { resolveFacts, type TransferFacts } from './facts.js';
import { bindingTo, type Ledger, type Owner, withinDay } from './ledger.js';
import type { PolicyDependencies, Purse } from './policy/dependencies.js';
import { parseLimits } from './policy/limits.js';
import { isSame } from './policy/recipients.js';
import { readsOf } from './reads.js';
import { parseRequestFields } from './request-fields.js';
import type { TransferFields } from './transfer-fields.js';
import type { TransferRequest } from './transfer-request.js';
import { type OwnedOperation, pricedTokens, type Verdict, verdict } from './verdict.js';

/** The operations of an owner. */
export const ownedOperations = (ledger: Pick<Ledger, 'operationsOf'>, owner: Owner): readonly OwnedOperation[] =>
  ledger.operationsOf(owner).map((line) => ({ ...line, isSure: bindingTo(owner, line) === 'same' }));

/**
 * Judges a transfer: reads what is needed, each thing once, and takes the verdict.
 * @param purse where its value leaves from; the check of a batch compares its sums with it
 * @param fields the locations of its facts, if they are not those of the table: those of a transaction are in its bytes
 * @throws {Guarded} UNREADABLE_LIMIT; {BadInput} for a path that is not percent-encoded; {LocalFailure}; {Failure} if a person interrupts a read
 */
export async function judge(
  transfer: TransferRequest,
  operations: readonly OwnedOperation[],
  dependencies: PolicyDependencies,
  purse: Purse,
  fields?: TransferFields,
): Promise<Verdict> {
  const { profile, clock, log } = dependencies;
  const limits = parseLimits(profile.limits);
  const reads = transfer.reads ?? readsOf(dependencies.read);
  const requestFields = await parseRequestFields(transfer.call, transfer.request, profile.fieldNames);
  const own = operations.filter(({ isSure }) => isSure);
  const facts = await resolveFacts(transfer, requestFields, { reads, operations: own, log }, fields);
  const ahead = limits.day === undefined ? 0 : await clockAhead(transfer, operations, dependencies);
  // Without a clock of the service, an operation whose time by that clock is known counts, however old it is by this machine's.
  const isOfDay = (one: OwnedOperation) => withinDay(one, clock.now(), ahead) || (ahead === undefined && one.serviceAt !== undefined);
  const day = operations.filter(isOfDay);
  const [contacts, contracts, prices] = await Promise.all([
    facts.recipient?.kind === 'address' ? dependencies.contacts() : [],
    facts.recipient?.kind === 'address' && facts.isRead ? dependencies.contracts() : { addresses: [], isComplete: true },
    dependencies.prices(facts.isRead ? pricedTokens(facts, limits, transfer.atMost, { day }) : []),
  ]);
  const wallets = needsWallets(facts, contacts, own, limits.recipients) ? await dependencies.ownWallets() : [];
  const { newRecipient = false, despite = [], atMost } = transfer;
  const policy = {
    profile: profile.name,
    limits,
    prices,
    contacts,
    wallets,
    contracts,
    newRecipient,
    despite,
    atMost,
    nextCommand: dependencies.nextCommand,
  };
  const { batch } = dependencies;
  const history = operations.map((one) => (batch?.resumed.has(one.id) ? { ...one, outcome: 'done' as const } : one));
  const judged = verdict(facts, policy, { operations: history, day: batch ? [...day, ...batch.planned] : day });
  batch?.add(judged, purse); // at once, so that no other row is judged in between
  return judged;
}

/** How far the clock of the service is ahead, milliseconds. If no response has said its time so far and it decides which operations are of this day, one is read for it. */
async function clockAhead(
  { request }: TransferRequest,
  operations: readonly OwnedOperation[],
  { clock, clockAhead: measured, read }: PolicyDependencies,
): Promise<number | undefined> {
  const mayDecide = (one: OwnedOperation) => one.serviceAt !== undefined && !withinDay(one, clock.now());
  if (measured(request.url) !== undefined || !operations.some(mayDecide)) return measured(request.url) ?? 0;
  await read('user', 'getCurrent', {}, { patient: true }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
  });
  return measured(request.url);
}

/** The user's wallets are read only if nothing else knows the address, and the profile allows it. */
function needsWallets(
  { recipient, isRead }: TransferFacts,
  contacts: readonly NamedAddress[],
  own: readonly OwnedOperation[],
  allowed: readonly string[] | undefined,
): boolean {
  if (!isRead || recipient?.kind !== 'address' || allowed !== undefined) return false;
  const known = [
    ...contacts.map(({ address }) => address),
    ...own.flatMap(({ outcome, recipient: one }) => (outcome === 'done' && one !== undefined ? [one] : [])),
  ];
  return !known.some((one) => isSame(one, recipient.id));
}
