// Orders and their payments: which line of the ledger moved the value, and the standing of its amount. An order moves
// nothing before its payment.

import type { Ledger } from '../../money/ledger/ledger.js';
import {
  isLikened,
  isOpen,
  isUnfinished,
  isUnseen,
  mayHaveEffect,
  type Operation,
  progressOf,
} from '../../money/ledger/operation.js';

import type { StatusClass } from '../../services/catalogue/statuses.js';
import { awaited } from '../../things/operations.js';

/**
 * The standing of an amount. `begun`: requested, without any status seen. `under way`: in progress when last seen.
 * `unpaid`: ordered or requested, not known to be paid.
 */
export type Standing = 'done' | 'begun' | 'under way' | 'unknown' | 'unpaid' | 'none';

/** The place of an operation in its group: an order, its payments, and their replacements. */
export interface Place {
  /** This line, and no other, has the amount of the group. */
  readonly carriesAmount: boolean;
  readonly amount: string | undefined;
  readonly token: string | undefined;
  readonly standing: Standing;
  /** The payment that carries the value of this order. */
  readonly payment?: Operation;
}

/** Finds the place of each operation in the ledger, newest first. */
export function placesOf(operations: readonly Operation[]): (operation: Operation) => Place {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const rootOf = (operation: Operation): Operation => {
    const chain = [operation];
    for (let outer = byId.get(operation.within ?? ''); outer; outer = byId.get(outer.within ?? '')) {
      if (chain.includes(outer))
        return chain.reduce((first, operation) => (operation.id < first.id ? operation : first)); // a damaged ledger
      chain.push(outer);
    }
    return chain.at(-1)!;
  };
  const payments = new Map<string, Operation[]>();
  for (const operation of operations) {
    const root = rootOf(operation);
    if (root !== operation) payments.set(root.id, [...(payments.get(root.id) ?? []), operation]);
  }
  return (operation) => {
    const root = rootOf(operation);
    const groupPayments = payments.get(root.id) ?? [];
    const carrier = carrierOf(root, groupPayments);
    const amount = carrier.amount ?? root.amount;
    const token = carrier.amount === undefined ? (root.token ?? carrier.token) : carrier.token;
    const carriesAmount = operation === carrier;
    return {
      carriesAmount,
      amount: carriesAmount ? amount : undefined,
      token,
      standing: standingOf(root, carrier),
      payment: operation === root && carrier !== root ? carrier : undefined,
    };
  };
}

/**
 * The line that moved the value of an order: its newest done payment, else its newest possible payment, else the order
 * itself.
 */
const carrierOf = (root: Operation, payments: readonly Operation[]): Operation =>
  payments.find(({ outcome }) => outcome === 'done') ?? payments.find(({ outcome }) => mayHaveEffect(outcome)) ?? root;

function standingOf(root: Operation, carrier: Operation): Standing {
  // the order was refunded
  if (root !== carrier && root.outcome === 'not-done' && root.ending === 'returned') return 'none';
  if (carrier === root && isUnpaid(root)) return 'unpaid';
  if (carrier.outcome === 'done') return isUnfinished(carrier) ? 'under way' : isUnseen(carrier) ? 'begun' : 'done';
  return isOpen(carrier) || carrier.outcome === 'sending' ? 'unknown' : 'none';
}

const classOfStanding: Readonly<Record<Standing, StatusClass>> = {
  done: 'good',
  begun: 'pending',
  'under way': 'pending',
  unknown: 'unknown',
  unpaid: 'needs-you',
  none: 'bad',
};
const classOfOutcome: Readonly<Record<Exclude<Operation['outcome'], 'done'>, StatusClass>> = {
  sending: 'pending',
  accepted: 'pending',
  mined: 'pending',
  refused: 'bad',
  unknown: 'unknown',
  'not-sent': 'bad',
  'not-done': 'bad',
};
/** The class of the state of an operation, as a status of such a class has a sign. */
function stateClassOf(operation: Operation, { carriesAmount, payment, standing }: Place): StatusClass {
  if (operation.outcome !== 'done') return classOfOutcome[operation.outcome];
  if (payment || (carriesAmount && standing === 'unpaid')) return classOfStanding[standing];
  return progressOf(operation)?.class ?? (isUnseen(operation) ? 'pending' : 'good');
}

/** Whether the subject of an operation still awaits a payment, by its last status. */
function isUnpaid(operation: Operation) {
  if (operation.outcome !== 'done' || awaited(operation.service, operation.call) === undefined) return false;
  if (operation.settledBy === 'person' || operation.ending === 'good') return false;
  const progress = progressOf(operation);
  return progress === undefined || progress.class === 'needs-you';
}

/** The state of an unpaid operation in words. */
function unpaidState(operation: Operation, { carriesAmount, standing }: Place): string | undefined {
  if (!carriesAmount || standing !== 'unpaid') return undefined;
  return awaited(operation.service, operation.call) === 'payment'
    ? 'ordered, not paid'
    : 'requested, not known to be paid in';
}

/**
 * The state of an order by its payment, in words. Its own status in the ledger is older, unless a read has shown
 * another since.
 */
function paidState({ lastStatus, outcome }: Operation, { payment }: Place): string | undefined {
  if (payment === undefined || lastStatus !== undefined || outcome !== 'done') return undefined;
  return `payment ${stateOf(payment)} (${payment.id})`;
}

const states: Readonly<Record<Operation['outcome'], string>> = {
  sending: 'being sent',
  done: 'done',
  accepted: 'accepted, not known to be done',
  mined: 'mined, not final yet',
  refused: 'refused',
  unknown: 'unknown',
  'not-sent': 'not sent',
  'not-done': 'not done',
};
const settlers = { person: ', as a person judged', check: ', as a check found', wait: ', as a wait found' } as const;

/**
 * The state of an operation in words, with its finder if that was not its response. An operation in progress has the
 * last seen status (`INCOMING`); a bad end has it in brackets.
 */
function stateOf(operation: Operation) {
  const { outcome, settledBy, lastStatus } = operation;
  const isInProgress = isUnfinished(operation) || (outcome === 'accepted' && lastStatus !== undefined);
  const status = isInProgress ? progressOf(operation)?.status : undefined;
  const doubt = isUnseen(operation)
    ? 'in progress, end not seen'
    : isLikened(operation)
      ? 'unknown, one like it seen'
      : undefined;
  const state = status ?? doubt ?? states[outcome] ?? outcome;
  const ended =
    (outcome === 'not-done' || (outcome === 'mined' && lastStatus === 'FAIL')) && lastStatus !== undefined
      ? ` (${lastStatus})`
      : '';
  return `${state}${ended}${settledBy === undefined ? '' : (settlers[settledBy] ?? '')}`;
}

/** The state of an operation in its place: an order counts its payments. */
export const stateIn = (operation: Operation, place: Place): string =>
  unpaidState(operation, place) ?? paidState(operation, place) ?? stateOf(operation);

/** The fields of a row with the state of an operation: its words, and its class. */
export const stateFields = (operation: Operation, place: Place) => ({
  state: stateIn(operation, place),
  class: stateClassOf(operation, place),
});
/** The state of an operation, as every command prints it. */
export const shownFields = async (operation: Operation, ledger: Ledger) =>
  stateFields(operation, placesOf(await ledger.groupOf(operation))(operation));
export const shownState = async (operation: Operation, ledger: Ledger): Promise<string> =>
  (await shownFields(operation, ledger)).state;
