// Orders and their payments: which line of the ledger moved the value, and what its amount counts as. An order moves nothing before it is paid.

import { isOpen, type Ledger, mayHaveEffect, type Operation } from '../../money/ledger.js';
import { isUnfinished, isUnseen, progressOf } from '../../money/operation-status.js';
import { awaited } from '../../things/operations.js';

/** What an amount counts as. `begun`: it was requested, and no status of it was ever seen. `under way`: it went on when it was last seen. `unpaid`: it was ordered or requested, and is not known to be paid. */
export type Standing = 'done' | 'begun' | 'under way' | 'unknown' | 'unpaid' | 'none';

/** The place of an operation among those that carry on one value: an order, its payments, and what has replaced them. */
export interface Place {
  /** The amount of the group stands on this line, and nowhere else. */
  readonly carriesAmount: boolean;
  readonly amount: string | undefined;
  readonly token: string | undefined;
  readonly standing: Standing;
  /** The payment that carries the value of this order. */
  readonly payment?: Operation;
}

/** Finds the place of each operation; `all` are those of the ledger, newest first. */
export function placesOf(all: readonly Operation[]): (operation: Operation) => Place {
  const byId = new Map(all.map((operation) => [operation.id, operation]));
  const rootOf = (operation: Operation): Operation => {
    const chain = [operation];
    for (let outer = byId.get(operation.within ?? ''); outer; outer = byId.get(outer.within ?? '')) {
      if (chain.includes(outer)) return chain.reduce((first, one) => (one.id < first.id ? one : first)); // a damaged ledger
      chain.push(outer);
    }
    return chain.at(-1)!;
  };
  const payments = new Map<string, Operation[]>();
  for (const operation of all) {
    const root = rootOf(operation);
    if (root !== operation) payments.set(root.id, [...(payments.get(root.id) ?? []), operation]);
  }
  return (operation) => {
    const root = rootOf(operation);
    const own = payments.get(root.id) ?? [];
    const carrier = carrierOf(root, own);
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

/** The line that moved the value of an order: the newest payment that was done, else the newest that may have been; the order itself without one. */
const carrierOf = (root: Operation, payments: readonly Operation[]): Operation =>
  payments.find(({ outcome }) => outcome === 'done') ?? payments.find(({ outcome }) => mayHaveEffect(outcome)) ?? root;

function standingOf(root: Operation, carrier: Operation): Standing {
  if (root !== carrier && root.outcome === 'not-done' && root.ending === 'returned') return 'none'; // the order was refunded
  if (carrier === root && isUnpaid(root)) return 'unpaid';
  if (carrier.outcome === 'done') return isUnfinished(carrier) ? 'under way' : isUnseen(carrier) ? 'begun' : 'done';
  return isOpen(carrier) || carrier.outcome === 'sending' ? 'unknown' : 'none';
}

/** Whether what an operation began still waits for a payment, as far as its last status says. */
function isUnpaid(operation: Operation): boolean {
  if (operation.outcome !== 'done' || awaited(operation.service, operation.call) === undefined) return false;
  if (operation.settledBy === 'person' || operation.ending === 'good') return false;
  const progress = progressOf(operation);
  return progress === undefined || progress.class === 'needs-you';
}

/** The state of an operation that is not paid, in words; nothing for any other. */
function unpaidState(operation: Operation, { carriesAmount, standing }: Place): string | undefined {
  if (!carriesAmount || standing !== 'unpaid') return undefined;
  return awaited(operation.service, operation.call) === 'payment' ? 'ordered, not paid' : 'requested, not known to be paid in';
}

/** The state of an order by its payment, in words: its own status in the ledger is that from before, unless a read has shown another since. */
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
 * The state of an operation in words, with who found it where that was not its response. One that goes on has the last status that was seen (`INCOMING`), one
 * that ended badly has it in brackets.
 */
function stateOf(operation: Operation): string {
  const { outcome, settledBy, lastStatus } = operation;
  const isInProgress = isUnfinished(operation) || (outcome === 'accepted' && lastStatus !== undefined);
  const status = isInProgress ? progressOf(operation)?.status : undefined;
  const state = status ?? (isUnseen(operation) ? 'begun, end not seen' : undefined) ?? states[outcome] ?? outcome;
  const ended =
    (outcome === 'not-done' || (outcome === 'mined' && lastStatus === 'FAIL')) && lastStatus !== undefined ? ` (${lastStatus})` : '';
  return `${state}${ended}${settledBy === undefined ? '' : (settlers[settledBy] ?? '')}`;
}

/** The state of an operation in its place: that of an order counts its payments. */
export const stateIn = (operation: Operation, place: Place): string =>
  unpaidState(operation, place) ?? paidState(operation, place) ?? stateOf(operation);

/** The state of an operation as every command says it. */
export const shownState = (operation: Operation, ledger: Ledger): string => stateIn(operation, placesOf(ledger.list())(operation));
