// The stored row of a ride request, and its 24 statuses by class: running, ended, recallable.

import { RideStatus } from '../../../services/catalogue/words.js';
import type { Row, StoredMachine } from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';

export type Stop = Ride['origin'];
/** `rawAmount` is in the smallest unit. */
export interface FarePayment {
  readonly account: string;
  readonly unit: string;
  readonly rawAmount: string;
  readonly by: 'points' | 'wallet';
}
/** Names are the sandbox's own if the published ride vocabulary has none (platform 6). */
export interface Ride
  extends StoredMachine<typeof shapes.RideRequest, 'statusMessage' | 'driverInfo' | 'driverLocation' | 'rideShareUrl'> {
  readonly hidden: Hidden;
}
interface Hidden {
  readonly userId: string;
  readonly minutes: number;
  readonly payment: FarePayment;
  /** The house holds the fare. */
  readonly held: boolean;
  readonly assignedAt: string | null;
  readonly pickupStartTime: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelWhenAssigned: boolean;
  readonly holdUntil: string | null;
}

/** The hidden fields of a ride before it has a driver. */
export const withoutDriver = {
  assignedAt: null,
  pickupStartTime: null,
  cancelRequestedAt: null,
  cancelWhenAssigned: false,
  holdUntil: null,
} as const;

/** A ride with changed hidden fields; saves nothing. */
export const withHidden = ({ body }: Row<Ride>, change: Partial<Hidden>): Ride => ({
  ...body,
  hidden: { ...body.hidden, ...change },
});

export type RideState = (typeof RideStatus)[number];

/** The running states in order; the other fourteen are ends. */
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
/** False for the fourteen ends. */
export const isUnderWay = (word: RideState): boolean => (runningStates as readonly RideState[]).includes(word);
export const endedStates: readonly RideState[] = RideStatus.filter((word) => !isUnderWay(word));

/** These can be retried while the fare stays held, for ten minutes. */
export const recallableStates: readonly RideState[] = [
  'NOT_MATCHED',
  'DRIVER_CANCELED_RECALLABLE',
  'COMPANY_CANCELED_RECALLABLE',
  'EXPIRED_RECALLABLE',
];
