// Gathers the facts of a transfer, the policy of the profile and the history of the account for a verdict. All reads
// before a transfer are made here.

import { partFailure } from '../services/http/errors.js';
import type { TransferFields } from '../things/transfer.js';
import type { NamedAddress } from './address-book.js';
import { resolveFacts, type TransferFacts } from './facts.js';
import type { Ledger } from './ledger.js';
import { withinDay } from './operation.js';
import { bindingTo, type Owner } from './owner.js';
import type { PolicyDependencies, Purse } from './policy/dependencies.js';
import { leavingOf, tokensToPrice } from './policy/leaving.js';
import { unpricedTokens } from './policy/limit-check.js';
import { parseLimits } from './policy/limits.js';
import type { OwnedOperation } from './policy/policy.js';
import { isSame } from './policy/recipients.js';
import { readsOf } from './reads.js';
import { parseRequestFields } from './request-fields.js';
import type { TransferRequest } from './transfer-request.js';
import { type Judged, refusalOf, verdict } from './verdict.js';

/** The operations of an owner. */
export const ownedOperations = (ledger: Pick<Ledger, 'operationsOf'>, owner: Owner): readonly OwnedOperation[] =>
  ledger.operationsOf(owner).map((line) => ({ ...line, isSure: bindingTo(owner, line) === 'same' }));

/**
 * Judges a transfer; each read is made once.
 * @param purse the account that its value leaves; the check of a batch compares its sums with it
 * @param fields the locations of its facts, if not by the table: a transaction has them in its bytes
 * @throws {Guarded} UNREADABLE_LIMIT; {BadInput} BAD_PATH; {LocalFailure}; {Failure} if a person interrupts a read
 */
export async function judge(
  transfer: TransferRequest,
  operations: readonly OwnedOperation[],
  dependencies: PolicyDependencies,
  purse: Purse,
  fields?: TransferFields,
): Promise<Judged> {
  const { profile, clock, log } = dependencies;
  const settings = profile.limits();
  const limits = parseLimits(settings);
  const reads = transfer.reads ?? readsOf(dependencies.read);
  const requestFields = await parseRequestFields(transfer.call, transfer.request, profile.fieldNames);
  const sure = operations.filter(({ isSure }) => isSure);
  const facts = await resolveFacts(transfer, requestFields, { reads, operations: sure, log }, fields);
  const ahead = limits.day === undefined ? 0 : await clockAhead(transfer, operations, dependencies);
  // Without a clock of the service, an operation with a time by that clock counts, however old it is by this machine's.
  const isOfDay = (line: OwnedOperation) =>
    withinDay(line, clock.now(), ahead) || (ahead === undefined && line.serviceAt !== undefined);
  const day = operations.filter(isOfDay);
  const leaving = leavingOf(facts, limits, transfer.atMost);
  const [contacts, contracts, prices] = await Promise.all([
    facts.recipient?.kind === 'address' ? dependencies.contacts() : [],
    facts.recipient?.kind === 'address' && facts.isRead
      ? dependencies.contracts()
      : { addresses: [], isComplete: true },
    dependencies.prices(facts.isRead ? tokensToPrice(leaving, unpricedTokens(day)) : []),
  ]);
  const wallets = needsWallets(facts, contacts, sure, limits.recipients) ? await dependencies.ownWallets() : [];
  const { newRecipient = false, despite = [] } = transfer;
  const policy = {
    profile: profile.name,
    limits,
    prices,
    contacts,
    wallets,
    contracts,
    newRecipient,
    despite,
    nextCommand: dependencies.nextCommand,
  };
  const { batch } = dependencies;
  const history = operations.map((line) =>
    batch?.resumed.has(line.id) ? { ...line, outcome: 'done' as const } : line,
  );
  const today = batch ? [...day, ...batch.planned] : day;
  const judged = verdict(facts, leaving, policy, { operations: history, day: today });
  batch?.add(judged, purse); // at once, so that no other row is judged in between
  return {
    ...judged,
    checkNow: (window = today) => {
      const now = profile.limits();
      if (JSON.stringify(now) === JSON.stringify(settings)) return judged.checkDay(window);
      const newLimits = parseLimits(now);
      const again = verdict(
        facts,
        leavingOf(facts, newLimits, transfer.atMost),
        { ...policy, limits: newLimits },
        { operations: history, day: window },
      );
      const lifted = new Set(judged.refusals.map(({ failure }) => failure.code)); // a person has typed what lifts them
      const refused = refusalOf(again.refusals.flatMap(({ failure }) => (lifted.has(failure.code) ? [] : failure)));
      if (refused) throw refused;
    },
  };
}

/**
 * How far the clock of the service is ahead, milliseconds; it is read if it decides which operations are of this day.
 */
async function clockAhead(
  { request }: TransferRequest,
  operations: readonly OwnedOperation[],
  { clock, clockAhead: measured, read }: PolicyDependencies,
): Promise<number | undefined> {
  const mayDecide = (line: OwnedOperation) => line.serviceAt !== undefined && !withinDay(line, clock.now());
  if (measured(request.url) !== undefined || !operations.some(mayDecide)) return measured(request.url) ?? 0;
  await read('user', 'getCurrent', {}, { patient: true }).catch(partFailure);
  return measured(request.url);
}

/**
 * The user's wallets are read only if neither a contact nor an operation has the address, and the profile lists no
 * recipients.
 */
function needsWallets(
  { recipient, isRead }: TransferFacts,
  contacts: readonly NamedAddress[],
  operations: readonly OwnedOperation[],
  allowed: readonly string[] | undefined,
): boolean {
  if (!isRead || recipient?.kind !== 'address' || allowed !== undefined) return false;
  const isRecipient = (address: string | undefined) => address !== undefined && isSame(address, recipient.id);
  return !(
    contacts.some(({ address }) => isRecipient(address)) ||
    operations.some((line) => line.outcome === 'done' && isRecipient(line.recipient))
  );
}
