// An operation of the ledger: its intent, its facts, its outcome, and what follows from them.

import { classOf, type StatusClass, type StatusList, spelled, wordsOf } from '../../services/catalogue/statuses.js';
import { asText, isScalar, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { beginsOnly, declaredResponse, stateReads } from '../../things/operations.js';
import type { chainColumns } from './columns.js';
import type { Owner } from './owner.js';

// The progress of an operation by its last status: in its response, or by a read since.

/** The last status of an operation, and its class. */
interface Progress {
  readonly status: string;
  readonly class: StatusClass;
}

/** The last status of an operation; nothing without one that a list has. */
export function progressOf({ service, call, lastStatus, answer }: Operation): Progress | undefined {
  const { statusList, reads } = stateReads(service, call);
  const inResponse = (): string[] => {
    const response = parsedIfJson(answer);
    const declared = declaredResponse(service, call)?.status;
    const paths = [
      ...reads.map(({ status }) => status),
      ...(declared?.list === statusList ? [declared.at] : []),
      'status',
    ];
    return paths
      .map((path) => valueAt(response, path))
      .flatMap((value) => (isScalar(value) ? [spelled(statusList, asText(value))] : []));
  };
  const status = (lastStatus === undefined ? inResponse() : [lastStatus]).find(
    (word) => classOf(statusList, word) !== 'unknown',
  );
  return status === undefined ? undefined : { status, class: classOf(statusList, status) };
}

/**
 * When the last status was seen: by a read, else in the response; nothing without one, or if an earlier version did not
 * record it.
 */
export function lastSeenAt(operation: Operation): string | undefined {
  if (progressOf(operation) === undefined) return undefined;
  return operation.lastStatus === undefined ? (operation.settledAt ?? operation.at) : operation.seenAt;
}

/** Whether the response has only begun an operation, and no status was seen since: a ride that was requested. */
export const isUnseen = (operation: Operation): boolean =>
  operation.outcome === 'done' &&
  operation.settledBy !== 'person' &&
  beginsOnly(operation.service, operation.call) &&
  progressOf(operation) === undefined;

/** Whether an operation that counts as done has a last status other than a good end. */
export function isUnfinished(operation: Operation): boolean {
  const progress = progressOf(operation);
  return operation.outcome === 'done' && progress !== undefined && progress.class !== 'good';
}

/**
 * The bad ends that return the value; no public source says so of others, such as a cancelled ride or a failed
 * transaction.
 */
const returned =
  /^(CANCELED|CANCELLED|FAILED|EXPIRED|REFUNDED|CANCEL_REFUNDED|PAYMENT_FAILED|EXPIRED_BEFORE_PAY|NOT_MATCHED)$/;

/** The ending by a status; nothing for a status that goes on or is unknown. Whether an assumed bad end returns is unknown. */
export function endingOf(list: StatusList, status: string): Ending | undefined {
  const kind = classOf(list, status);
  if (kind === 'good') return 'good';
  return kind === 'bad' ? (returned.test(status) && wordsOf(list).includes(status) ? 'returned' : 'failed') : undefined;
}

/**
 * The outcome of an operation. `sending`: its request may be under way, or its process died meanwhile. `done`: the
 * response says that it was done or begun. `accepted`: a 2xx whose meaning is not public. `unknown`: it was sent, and
 * no usable response came, or one that contradicts the request. `not-sent`: nothing was sent. `not-done`: it was sent,
 * and had no effect. Of a signed transaction, `accepted`: a node has it; `mined`: its block is not final yet.
 */
type Outcome = 'sending' | 'done' | 'accepted' | 'mined' | 'refused' | 'unknown' | 'not-sent' | 'not-done';
/** Whether an operation may have taken effect: it counts against limits, and its reference is taken. */
export const mayHaveEffect = (outcome: Outcome): boolean => !/^(refused|not-sent|not-done)$/.test(outcome);
/**
 * The ending by the last status of a read. `returned`: badly, and the value is back. `failed`: badly, and the value may
 * be lost.
 */
export type Ending = 'good' | 'returned' | 'failed';
/**
 * Whether an operation counts against the limit of a day: it may have taken effect, its value may be lost, or only a
 * person says that it was not done.
 */
export const countsForDay = ({
  outcome,
  ending,
  settledBy,
}: Pick<Operation, 'outcome' | 'ending' | 'settledBy'>): boolean =>
  mayHaveEffect(outcome) || ending === 'failed' || (outcome === 'not-done' && settledBy === 'person');

/**
 * The recorded facts of a transfer, as far as they are known. Values in US dollars are known if a limit needed them.
 */
export interface RecordedFacts {
  /** In whole tokens. */
  readonly amount?: string;
  readonly token?: string;
  readonly usd?: string;
  /** The most that an amount is that is not known, by --at-most or `limits.unknown`: limits count it. */
  readonly atMost?: string;
  readonly atMostToken?: string;
  /** The prices that its limits used: JSON text. */
  readonly prices?: string;
  /** The fee on top of the amount. */
  readonly fee?: string;
  readonly feeToken?: string;
  readonly feeUsd?: string;
  /**
   * The fee of the receipt, on top or out of the amount, and `limits.fee` in its unit: later reads are compared with
   * them.
   */
  readonly receiptFee?: string;
  readonly receiptFeeToken?: string;
  readonly feeLimit?: string;
  /** The balance of the token just before it was sent, in whole tokens. */
  readonly held?: string;
  /** The recipient: an address, or the id of a user. */
  readonly recipient?: string;
  /** The object of a call without a recipient: an order, a vehicle. */
  readonly object?: string;
  /** The id of the operation whose value this one carries on: the order of a payment. */
  readonly within?: string;
}
/** A transfer as it was confirmed, without secrets. Its binding is also the binding of its reference. */
export interface Intent extends RecordedFacts, Owner {
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
  /** The caller's reference (--client-ref): in a profile, a call with one reference takes effect once. */
  readonly ref?: string;
  /** The input that the reference stands for, if the body differs at each run, as with the id of a search. */
  readonly asked?: string;
  /** The keyed hash of the request, or of the input: a reference must be used with the same request again. */
  readonly digest?: string;
  /** When it was sent, by the clock of the service; `at` is by the clock of this machine. */
  readonly serviceAt?: string;
  /** Of a signed transaction: its network, and the contract of its token; nothing for the coin. */
  readonly network?: string;
  readonly contract?: string;
  /** The highest fee, in coins; `fee` is the paid one as soon as that is known. */
  readonly maxFee?: string;
  /** The share of the sent amount that the person accepts to arrive. */
  readonly acceptLess?: string;
  /** The id of the plan that it is a part of. */
  readonly plan?: string | undefined;
  /** The warnings of its receipt, and later of its chain: JSON text of codes and messages. */
  readonly warnings?: string;
  /** The grant that it was made under (`grants.ts`), which counts it. */
  readonly grantId?: string;
}
/** A line of the ledger. Times are ISO. */
export interface Operation extends Intent {
  readonly id: string;
  readonly at: string;
  readonly pid: number;
  /** What tells its process from a later one with its number, and from one of another container. */
  readonly process?: string;
  /** In a shared ledger: the host of its process, and until when that claims to be sending it, unless it renews that. */
  readonly host?: string;
  readonly claim?: string;
  readonly outcome: Outcome;
  readonly settledAt?: string;
  /** The amount by the response, in whole tokens, if it is more than the requested one. */
  readonly stated?: string;
  readonly status?: number;
  /** The text of the response, unless it was too long: its ids may be the only way to the outcome. */
  readonly answer?: string;
  readonly message?: string;
  /**
   * Who settled it later: a read (`tuk ops check`, `tuk wait`) with its row, or a person (`tuk ops settle`) with a
   * note.
   */
  readonly settledBy?: Settler;
  readonly note?: string;
  readonly found?: string;
  /** A row with the same effect and without its id, JSON text: it says nothing of this operation. */
  readonly oneLike?: string;
  /** The last status by a read, its time, and the ending by it. */
  readonly lastStatus?: string;
  readonly seenAt?: string;
  readonly ending?: Ending;
  /** The facts of a signed transaction by its chain: amounts in whole tokens, the block as a decimal text. */
  readonly hash?: string;
  readonly block?: string;
  readonly blockTime?: string;
  readonly received?: string;
  readonly receivedToken?: string;
  readonly receivedContract?: string;
  readonly spent?: string;
}
/** The state of a signed transaction on its chain. */
export interface Observation {
  readonly outcome: 'unknown' | 'accepted' | 'mined' | 'done' | 'not-done';
  readonly note: string;
  readonly lastStatus: string | undefined;
  readonly ending: Ending | undefined;
  /** JSON text. */
  readonly found: string;
  /** A missing fact is not known any more; without `facts` the recorded ones stay. */
  readonly facts?: { readonly [Name in (typeof chainColumns)[number]]?: string | undefined } | undefined;
}
type Settler = 'check' | 'wait' | 'person';
/** An outcome after the response. `found`: the JSON text of the row that shows it. */
export interface Resolution {
  readonly outcome: 'done' | 'not-done';
  readonly settledBy: Settler;
  readonly note?: string;
  readonly found?: string;
  readonly lastStatus?: string;
  readonly ending?: Ending;
  /** The outcome may replace `done`: the operation had not ended at its response. */
  readonly replacesDone?: boolean;
}
/** The outcome of an operation that has ended. */
export interface Settlement {
  readonly outcome: Exclude<Outcome, 'sending'>;
  readonly status?: number;
  readonly answer?: string;
  readonly message?: string;
  /** The amount by the response, in whole tokens, if it is more than the requested one: limits count it. */
  readonly stated?: string;
  /** The cost by the response, of an operation whose amount was not known: it is booked. */
  readonly cost?: { readonly amount: string; readonly token: string | undefined } | undefined;
  /** How far the clock of the service is ahead by its response, milliseconds: it corrects `serviceAt`. */
  readonly clockAhead?: number;
}

/** Milliseconds. */
export const dayLength = 24 * 60 * 60 * 1000;

/** Whether the service shows an operation with the same effect, and nothing says that it is this one. */
export const isLikened = ({ outcome, oneLike }: Pick<Operation, 'outcome' | 'oneLike'>): boolean =>
  /^(unknown|accepted)$/.test(outcome) && oneLike !== undefined;

/** Whether the outcome of an operation is not final, and nothing sends it any more. */
export const isOpen = ({ outcome }: Pick<Operation, 'outcome'>): boolean => /^(unknown|accepted|mined)$/.test(outcome);

/** Whether a read has shown a bad end: the operation is not done until another read shows otherwise. */
export const endedBadly = ({
  outcome,
  settledBy,
  lastStatus,
}: Pick<Operation, 'outcome' | 'settledBy' | 'lastStatus'>): boolean =>
  outcome === 'not-done' && settledBy !== 'person' && lastStatus !== undefined;

/** Whether an operation has succeeded; a transaction also if its block is not final yet. */
export const hasTakenEffect = ({ outcome, lastStatus }: Pick<Operation, 'outcome' | 'lastStatus'>): boolean =>
  outcome === 'done' || (outcome === 'mined' && lastStatus === 'SUCCESS');
