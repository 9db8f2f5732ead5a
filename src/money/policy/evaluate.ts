// Evaluates the policy of transfers (docs/money.md 4): recipient, network, amount. Only the profile lifts a limit, and a new recipient needs a person's
// confirmation.
import { existsSync } from 'node:fs';
import type { Call } from '../../services/catalogue/define.js';
import { Failure } from '../../services/http/errors.js';
import { valueAt } from '../../services/json-value.js';
import { saysNo } from '../../services/reported-failure.js';
import type { NamedAddress } from '../address-book.js';
import { decimalOf, decimalText, plus } from '../decimal.js';
import { bindingTo, dayLength, type Intent, Ledger, type Operation, type Owner } from '../ledger.js';
import { type TransferFields, transferFields } from '../transfer-fields.js';
import type { TransferRequest } from '../transfer-request.js';
import { checkRecipientForm } from './address-form.js';
import { checkAgreement } from './agreement.js';
import { checkAtMost, type StatedAmount } from './at-most.js';
import type { PolicyDependencies } from './dependencies.js';
import { amountIn, checkExact, checkFee, checkUnambiguous, firstIn, recipientIn } from './extract.js';
import { type Facts, type FindFact, gatherFacts } from './facts.js';
import { type Figure, type Figures, feeOnTopOf, figuresOf } from './figures.js';
import { checkLimits, type LedgerWindow, type LimitUse } from './limit-check.js';
import { type Limits, limitFor, parseLimits, sameToken, type TransferAmount } from './limits.js';
import { isSame, lookalike, type Recipient } from './recipients.js';
import {
  contractRefused,
  lookalikeRefused,
  networkRefused,
  newRecipient,
  notAvailable,
  type PolicyCase,
  paused,
  queryRefused,
  recipientRefused,
  unlistedRefused,
  unpriced,
} from './refusals.js';

/** A recipient that has a name here. */
export interface KnownAs extends NamedAddress {
  readonly kind: 'contact' | 'wallet';
}

/** The decision about a transfer that no rule stops. */
export interface Decision {
  readonly policyCase: PolicyCase;
  readonly recipient: Recipient | undefined;
  /** The number of earlier transfers to its recipient. */
  readonly earlierTransfers: number;
  readonly isNew: boolean;
  /** The contact or own wallet whose address the recipient is. */
  readonly knownAs: KnownAs | undefined;
  /** The part of the intent that the ledger records. */
  readonly recorded: Pick<
    Intent,
    'amount' | 'token' | 'usd' | 'fee' | 'feeToken' | 'feeUsd' | 'receiptFee' | 'receiptFeeToken' | 'feeLimit' | 'recipient' | 'within'
  >;
  /** What leaves, what arrives, and the fee. */
  readonly figures: Figures;
  /** The use of each limit, this transfer included. */
  readonly uses: readonly LimitUse[];
  /** Checks the limit of a day again, with the ledger as it is when the operation is recorded. @throws {Guarded} */
  readonly checkDay: (window: LedgerWindow) => void;
}

/**
 * Evaluates a transfer by the request that would be sent, and by what the services say of it.
 * @param operations those that the owner of the transfer has made
 * @throws {Guarded} where a rule stops it, and for a new recipient that nobody can confirm; {BadInput} for an invalid amount; {LocalFailure}
 */
export async function evaluate(
  transfer: TransferRequest,
  facts: Facts,
  operations: readonly OwnedOperation[],
  dependencies: PolicyDependencies,
): Promise<Decision> {
  const decision = await evaluateRequest(transfer, facts, operations, dependencies, true);
  const { isNew, recipient, policyCase } = decision;
  if (isNew && !transfer.newRecipient && !(recipient && dependencies.canAskRecipient)) throw newRecipient(policyCase, recipient);
  return decision;
}

/** Refuses a recipient that reads so far have named as the contract of a token. @throws {Guarded} TOKEN_CONTRACT */
export function refuseContracts({ recipient }: Pick<Decision, 'recipient'>, { contracts }: Pick<Facts, 'contracts'>): void {
  if (recipient && [...contracts].some((one) => isSame(one, recipient.id))) throw contractRefused(recipient.id);
}

/** Logs, in a dry run, whether the policy would stop a transfer, as far as that is known without a read. */
export async function previewDecision(transfer: TransferRequest, dependencies: PolicyDependencies, owner: Owner): Promise<void> {
  try {
    const facts = await gatherFacts(transfer.call, transfer.request, dependencies, transfer.reads);
    const { isNew, policyCase, recipient } = await evaluateRequest(
      transfer,
      facts,
      recordedOperations(dependencies.ledgerFile, owner),
      dependencies,
      false,
    );
    if (isNew && !transfer.newRecipient) throw newRecipient(policyCase, recipient);
  } catch (error) {
    if (!(error instanceof Failure) || error.code.endsWith('_UNKNOWN')) return;
    dependencies.log(`▲ The transfer policy would refuse it: ${error.message.replace('; nothing was sent', '')}`);
  }
}

/** An operation of an owner. `isSure`: it is that of the same account, and not of a session that may be. */
export type OwnedOperation = Operation & { readonly isSure: boolean };
/** The operations of an owner. */
export const ownedOperations = (ledger: Pick<Ledger, 'operationsOf'>, owner: Owner): OwnedOperation[] =>
  ledger.operationsOf(owner).map((line) => ({ ...line, isSure: bindingTo(owner, line) === 'same' }));

/** The operations of an owner in a ledger, which is opened only if its file exists: a dry run creates none. */
function recordedOperations(file: string, owner: Owner): OwnedOperation[] {
  if (!existsSync(file)) return [];
  const ledger = new Ledger(file);
  try {
    return ownedOperations(ledger, owner);
  } finally {
    ledger.close();
  }
}

/** Refuses a call that is not in the catalogue, since it may move value. @throws {Guarded} in a profile that has limits */
export function checkUnlisted({ name, limits }: Pick<PolicyDependencies['profile'], 'name' | 'limits'>): void {
  if (Object.keys(parseLimits(limits)).length > 0) throw unlistedRefused(name);
}

/** Whether the fields of a call are known. */
const isListed = ({ service, name }: Call): boolean => transferFields[`${service} ${name}`] !== undefined;

async function evaluateRequest(
  { call, request, cost, atMost }: TransferRequest,
  { fields, requestFields, find, contracts, isEmpty }: Facts,
  operations: readonly OwnedOperation[],
  dependencies: PolicyDependencies,
  sends: boolean,
): Promise<Decision> {
  const { profile, clock, redact } = dependencies;
  const limits = parseLimits(profile.limits);
  const policyCase: PolicyCase = { call, fields: fields, profile: profile.name };
  if (limits.pause) throw paused(policyCase);
  if (isListed(call) && call.query === undefined && new URL(request.url).search !== '') throw queryRefused(policyCase);
  if (isListed(call)) checkUnambiguous(fields, request.body, requestFields);
  checkExact(fields, requestFields);
  const ownOperations = operations.filter(({ isSure }) => isSure);
  const order = await findOrder(policyCase, find, ownOperations);
  const earlierCost = cost ?? costOfOrder(order, fields.amount === undefined ? undefined : atMost);
  if (sends) await checkAgreement(fields, requestFields, find, earlierCost);
  const recipient = await recipientIn(fields, find);
  if (recipient) await checkRecipientForm(fields, recipient, find, sends, dependencies.log);
  refuseContracts({ recipient }, { contracts });
  const { earlierTransfers, knownAs } = await checkRecipient(policyCase, limits, recipient, ownOperations, dependencies, sends);
  await checkNetworks(policyCase, limits, find, sends);
  const moved = await movedBy(fields, find, earlierCost, sends, cost === undefined && order?.amount !== undefined);
  if (sends && !atMost && moved.amount === undefined && fields.times === undefined && (await isEmpty(fields.amount)))
    throw unpriced(policyCase);
  const isKnown = moved.amount !== undefined && moved.token !== undefined;
  const counted = { ...(isKnown || !atMost ? moved : atMost), within: order?.id };
  if (saysNo(await find(fields.available, sends))) throw notAvailable(policyCase);
  const figures = await figuresOf(fields, moved, find, sends, atMost);
  await checkFee(fields, find);
  const window = operationsSince(operations, clock.now() - dayLength);
  const feeOnTop = feeOnTopOf(figures);
  if (atMost) await checkAtMost(withFee(moved, feeOnTop), atMost, sends ? dependencies.prices : undefined);
  const { uses, usd, feeUsd, checkDay } = await checkLimits({
    of: policyCase,
    limits,
    moved: counted,
    feeOnTop,
    atMost,
    isStated: !isKnown && atMost !== undefined,
    window,
    find,
    reads: sends,
    prices: dependencies.prices,
  });
  const feeLimit = limitFor(limits.fee ?? [], figures.fee?.token ?? moved.token);
  const isListedRecipient = limits.recipients?.some((one) => recipient && isSame(one, recipient.id)) === true;
  const isNew = fields.to !== undefined && earlierTransfers === 0 && !isListedRecipient && knownAs === undefined;
  return {
    policyCase: policyCase,
    recipient,
    earlierTransfers: earlierTransfers,
    isNew,
    knownAs,
    recorded: {
      ...counted,
      usd,
      fee: feeOnTop?.amount,
      feeToken: feeOnTop?.token,
      feeUsd,
      receiptFee: figures.fee?.amount,
      receiptFeeToken: figures.fee?.token,
      feeLimit: feeLimit?.token === undefined ? undefined : decimalText(feeLimit.max),
      recipient: recipient && redact.clean(recipient.id),
    },
    figures,
    uses,
    checkDay,
  };
}

/** The cost of an order as the ledger has it; nothing where it may be what --at-most stated then, as it does now. */
const costOfOrder = (order: Operation | undefined, atMost: StatedAmount | undefined): TransferRequest['cost'] =>
  order?.amount === undefined || (order.amount === atMost?.amount && sameToken(order.token, atMost.token))
    ? undefined
    : { amount: order.amount, token: order.token };

/**
 * What leaves: the amount and unit that the request or the service states, else those of an earlier response. These count as a pair.
 * @param mustRead whether they are of the ledger: they count only if the service, asked now, states no amount, and a read that fails is thrown, since the order
 * may have changed
 */
async function movedBy(
  fields: TransferFields,
  find: FindFact,
  earlier: TransferRequest['cost'],
  sends: boolean,
  mustRead: boolean,
): Promise<Pick<TransferAmount, 'amount' | 'token'>> {
  const amount = await amountIn(fields, find, sends && mustRead ? 'required' : sends);
  const token = await firstIn(fields.token, find, sends);
  if (!earlier) return { amount, token };
  if (amount !== undefined) return { amount, token: token ?? (amount === earlier.amount ? earlier.token : undefined) };
  const isSameUnit = token === undefined || earlier.token === undefined || sameToken(token, earlier.token);
  return isSameUnit ? { amount: earlier.amount, token: token ?? earlier.token } : { amount: undefined, token };
}

/** What leaves with a fee on top of it, where both are in one unit. */
const withFee = (moved: Pick<TransferAmount, 'amount' | 'token'>, fee: Figure | undefined): Pick<TransferAmount, 'amount' | 'token'> =>
  moved.amount !== undefined && fee !== undefined && sameToken(fee.token, moved.token)
    ? { amount: decimalText(plus(decimalOf(moved.amount)!, decimalOf(fee.amount)!)), token: moved.token }
    : moved;

const operationsSince = (operations: readonly Operation[], from: number): LedgerWindow =>
  operations.filter(({ at }) => Date.parse(at) > from);

/**
 * Checks the recipient. The user's wallets are read only where nothing else knows the address, and not in a dry run.
 * @returns the number of earlier transfers to it, and the contact or wallet that it is
 * @throws {Guarded} for a recipient that is not allowed, and for a near miss of a known one
 */
async function checkRecipient(
  policyCase: PolicyCase,
  { recipients }: Limits,
  recipient: Recipient | undefined,
  operations: readonly Operation[],
  { contacts, ownWallets }: Pick<PolicyDependencies, 'contacts' | 'ownWallets'>,
  sends: boolean,
): Promise<{ readonly earlierTransfers: number; readonly knownAs: KnownAs | undefined }> {
  if (policyCase.fields.to === undefined) return { earlierTransfers: 0, knownAs: undefined };
  if (!recipient) {
    if (recipients) throw recipientRefused(policyCase, recipient, recipients);
    return { earlierTransfers: 0, knownAs: undefined };
  }
  const { kind, id } = recipient;
  const isRecipient = (one: string) => isSame(one, id);
  const same = operations.filter(
    ({ outcome, service, call }) => outcome === 'done' && transferFields[`${service} ${call}`]?.to?.kind === kind,
  );
  const recipientIds = same.flatMap((line) => line.recipient ?? []);
  const isAllowed = recipients?.some(isRecipient);
  let knownAs: KnownAs | undefined;
  if (kind === 'address') {
    const find = (list: readonly NamedAddress[], of: KnownAs['kind']) => {
      const named = list.find(({ address }) => isRecipient(address));
      return named && { ...named, kind: of };
    };
    const book = await contacts();
    knownAs = find(book, 'contact');
    const knownIds = [...(recipients ?? []), ...recipientIds, ...book.map(({ address }) => address)];
    refuseLookalike(id, knownIds);
    if (!knownIds.some(isRecipient) && isAllowed !== false && sends) {
      const wallets = await ownWallets();
      knownAs = find(wallets, 'wallet');
      refuseLookalike(
        id,
        wallets.map(({ address }) => address),
      );
    }
  }
  if (isAllowed === false) throw recipientRefused(policyCase, recipient, recipients!);
  return { earlierTransfers: recipientIds.filter(isRecipient).length, knownAs };
}

/** @throws {Guarded} LOOKALIKE_ADDRESS */
function refuseLookalike(address: string, known: readonly string[]): void {
  const similar = lookalike(address, known);
  if (similar !== undefined) throw lookalikeRefused(address, similar);
}

/** @throws {Guarded} for a network that the profile does not allow, or that is not known */
async function checkNetworks(policyCase: PolicyCase, { networks }: Limits, find: FindFact, sends: boolean): Promise<void> {
  if (!networks) return;
  for (const place of policyCase.fields.networks ?? []) {
    const network = await find(place, sends);
    if (network === undefined || !networks.includes(network)) throw networkRefused(policyCase, network, networks);
  }
}

/** Finds the operation whose value this call carries on, such as the order of a payment: its response has the id that this request names. */
async function findOrder(
  { call, fields: move }: PolicyCase,
  find: FindFact,
  operations: readonly Operation[],
): Promise<Operation | undefined> {
  const id = await find(move.of?.id);
  if (id === undefined) return undefined;
  return operations.find(
    (line) =>
      line.service === call.service &&
      line.call === move.of?.call &&
      line.outcome === 'done' &&
      String(valueAt(parseAnswer(line.answer), 'id')) === id,
  );
}

function parseAnswer(answer: string | undefined): unknown {
  try {
    return JSON.parse(answer ?? '');
  } catch {
    return undefined;
  }
}
