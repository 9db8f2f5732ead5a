// The stored row of a ride request.

import type { Row } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import type { StoredMachine } from '../../core/stored.js';

export type Stop = Ride['origin'];
/** The account that pays the fare. `rawAmount` is in the smallest unit. */
export interface FarePayment {
  readonly account: string;
  readonly unit: string;
  readonly rawAmount: string;
  readonly by: 'points' | 'wallet';
}
/** A ride request as stored. Names are the sandbox's own, where the published ride vocabulary has none (platform 6). */
export interface Ride extends StoredMachine<typeof shapes.RideRequest, 'statusMessage' | 'driverInfo' | 'driverLocation' | 'rideShareUrl'> {
  readonly hidden: Hidden;
}
interface Hidden {
  readonly userId: string;
  readonly minutes: number;
  readonly payment: FarePayment;
  /** Whether the house holds the fare. */
  readonly held: boolean;
  readonly assignedAt: string | null;
  readonly pickupStartTime: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelWhenAssigned: boolean;
  readonly holdUntil: string | null;
}

/** The body with changed hidden fields. */
export const withHidden = ({ body }: Row<Ride>, change: Partial<Hidden>): Ride => ({ ...body, hidden: { ...body.hidden, ...change } });
