// Gathers the facts of a transfer, the policy of the profile and the history of the account for a verdict. All reads
// before a transfer are made here.

import { type Failure, Guarded, partFailure } from '../../services/http/errors.js';
import type { TransferFields } from '../../things/transfer.js';
import { resolveFacts, type TransferFacts } from '../facts/facts.js';
import { readsOf } from '../facts/reads.js';
import { parseRequestFields } from '../facts/request-fields.js';
import type { TransferRequest } from '../facts/transfer-request.js';
import type { Guard } from '../ledger/ledger.js';
import { dayLength } from '../ledger/operation.js';
import type { NamedAddress } from '../policy/address-book.js';
import { type LedgerWindow, unpricedTokens } from '../policy/limit-check.js';
import { type Limits, limitsBeside } from '../policy/limits.js';
import { outflowOf, tokensToPrice } from '../policy/outflow.js';
import type { RecordedRecipient } from '../policy/policy.js';
import { heldPrices } from '../policy/pricing.js';
import { isSame } from '../values/recipients.js';
import type { PolicyDependencies, SourceAccount } from './dependencies.js';
import type { AccountHistory } from './history.js';
import { sealOf } from './seal.js';
import { type Judged, refusalOf, together, verdict } from './verdict.js';

/**
 * Judges a transfer; each read is made once.
 * @param history what the ledger has of its account
 * @param sourceAccount the account that its value leaves; the check of a batch compares its sums with it
 * @param fields the locations of its facts, if not by the table: a transaction has them in its bytes
 * @throws {Guarded} UNREADABLE_LIMIT; {BadInput} BAD_PATH; {LocalFailure}; {Failure} if a person interrupts a read
 */
export async function judge(
  transfer: TransferRequest,
  history: AccountHistory,
  dependencies: PolicyDependencies,
  sourceAccount: SourceAccount,
  fields?: TransferFields,
): Promise<Judged> {
  const { profile, clock, log } = dependencies;
  const settings = [profile.limits(), ...(await history.rules(profile.origins))];
  const all = limitsBeside(settings);
  const reads = transfer.reads ?? readsOf(dependencies.read);
  const requestFields = await parseRequestFields(transfer.call, transfer.request, profile.fieldNames);
  const facts = await resolveFacts(transfer, requestFields, { reads, responding: history.responding, log }, fields);
  const now = clock.now();
  const day = all.every((limits) => limits.day === undefined)
    ? []
    : await history.day(now, await clockAhead(transfer, history, now, dependencies));
  const recipients = await history.recipients(facts);
  const outflows = all.map((limits) => outflowOf(facts, limits, transfer.atMost));
  const isGranted = dependencies.ledger.grant !== undefined;
  const grants = isGranted ? await import('../policy/grant-check.js') : undefined;
  const use = grants && (await history.grant(now));
  const inGrant =
    use && grants?.needsPrices(use)
      ? [outflows[0]!.moved.token, outflows[0]!.figures.feeOnTop?.token].flatMap(present)
      : [];
  const [contacts, contracts, stated] = await Promise.all([
    facts.recipient?.kind === 'address' ? dependencies.contacts() : [],
    facts.recipient?.kind === 'address' && facts.isRead
      ? dependencies.contracts()
      : { addresses: [], isComplete: true },
    dependencies.prices(
      facts.isRead ? [...outflows.flatMap((one) => tokensToPrice(one, unpricedTokens(day))), ...inGrant] : [],
    ),
  ]);
  const prices = heldPrices(stated, await history.prices(now));
  const wallets = needsWallets(facts, contacts, recipients, all[0]?.recipients) ? await dependencies.ownWallets() : [];
  const { newRecipient = false, despite = [] } = transfer;
  const policy = {
    profile: profile.name,
    prices,
    contacts,
    wallets,
    contracts,
    newRecipient,
    despite,
    nextCommand: dependencies.nextCommand,
  };
  const { batch, sealing } = dependencies;
  const operations = (await history.onSubject(facts)).map((line) =>
    batch?.resumed.has(line.id) ? { ...line, outcome: 'done' as const } : line,
  );
  const sameLine = batch && [...batch.planned]; // it grows
  const judgedBy = (beside: readonly Limits[], of: LedgerWindow) =>
    together(
      beside.map((limits, at) =>
        verdict(
          facts,
          outflowOf(facts, limits, transfer.atMost),
          { ...policy, limits, inLedger: at > 0 },
          { operations, recipients, day: of, sameLine },
        ),
      ),
    );
  const today = batch ? [...day, ...batch.planned] : day;
  const judged = judgedBy(all, today);
  const { service, name } = facts.call;
  const moving = { ...judged.recorded, service, call: name };
  const planned = use && { ...use, spent: [...(batch?.planned ?? []), ...use.spent] };
  const ungranted = grants?.grantRefusals(planned, moving) ?? [];
  batch?.add(judged, sourceAccount); // at once, so that no other row is judged in between
  const given = sealing?.approvals?.(sourceAccount.account);
  const moved = sealing?.take(sealOf(transfer, judged, sourceAccount.account)) ?? [];
  const check: Guard['check'] = (rules) => {
    const now = [profile.limits(), ...rules];
    const newLimits = limitsBeside(now);
    const isUnchanged = JSON.stringify(now) === JSON.stringify(settings);
    const judgeDay = (dayNow: LedgerWindow) => {
      if (isUnchanged) return judged.checkDay(dayNow);
      const again = judgedBy(newLimits, dayNow);
      const lifted = new Set(judged.refusals.map(({ failure }) => failure.code)); // a person has typed what lifts them
      const others = again.refusals.flatMap(({ failure }) => (lifted.has(failure.code) ? [] : failure));
      const refused = refusalOf([...others, ...again.lacking(given)]);
      if (refused) throw refused;
    };
    if (newLimits.some(({ day: ofDay }) => ofDay !== undefined)) return judgeDay;
    judgeDay([]);
    return undefined;
  };
  return {
    ...judged,
    refusals: [
      ...judged.refusals.map((one) =>
        isGranted && one.typed === 'recipient' ? { failure: strange(one.failure) } : one,
      ),
      ...[...moved, ...judged.lacking(given), ...ungranted].map((failure) => ({ failure })),
    ],
    grant: planned && `${planned.grant.id}: ${grants?.leftText(planned, moving)}`,
    guard: { origins: profile.origins, plan: sealing?.write, check, grant: grants?.requireGrant },
    checkNow: async () => check(await history.rules(profile.origins))?.(today),
  };
}

const present = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);
/** A new recipient under a grant, which stands for no option that widens. */
const strange = ({ message }: Failure): Guarded =>
  new Guarded(
    'NEW_RECIPIENT',
    message,
    'A grant accepts no new recipient. A person pays it once, or names it in limits.recipients.',
  );

/**
 * How far the clock of the service is ahead, milliseconds; it is read if it decides which operations are of this day.
 */
async function clockAhead(
  { request }: TransferRequest,
  history: AccountHistory,
  now: number,
  { clockAhead: measured, read }: PolicyDependencies,
): Promise<number | undefined> {
  if (measured(request.url) !== undefined || !(await history.hasTimedBefore(now - dayLength)))
    return measured(request.url) ?? 0;
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
  recorded: readonly RecordedRecipient[],
  allowed: readonly string[] | undefined,
) {
  if (!isRead || recipient?.kind !== 'address' || allowed !== undefined) return false;
  const isRecipient = (address: string | undefined) => address !== undefined && isSame(address, recipient.id);
  return !(
    contacts.some(({ address }) => isRecipient(address)) ||
    recorded.some((line) => line.outcome === 'done' && isRecipient(line.recipient))
  );
}
