// The 24 statuses of a ride request by class: running, ended, recallable.
import { RideStatus } from '../../../services/catalogue/words.js';

export type RideState = (typeof RideStatus)[number];

/** The running states in their order; the other fourteen are ends. */
export const runningStates = [
  'WAITPAY',
  'PAYCONFIRMED',
  'PENDING',
  'MATCHED',
  'CONFIRMED',
  'ASSIGNED',
  'PICKUP',
  'PICKUP_ARRIVED',
  'INUSE',
  'INUSE_WITH_CANCEL_PENDING',
] as const satisfies readonly RideState[];
export const isUnderWay = (word: RideState): boolean => (runningStates as readonly RideState[]).includes(word);
export const endedStates: readonly RideState[] = RideStatus.filter((word) => !isUnderWay(word));

/** Ends that can be retried; the fare stays held for ten minutes. */
export const recallableStates: readonly RideState[] = [
  'NOT_MATCHED',
  'DRIVER_CANCELED_RECALLABLE',
  'COMPANY_CANCELED_RECALLABLE',
  'EXPIRED_RECALLABLE',
];
