// The stored row of a ride request.
import type { City, Fiat, Region, WalletProviderId } from '../../../services/catalogue/words.js';
import type { Row } from '../../core/rows.js';
import type { MachineBody } from '../../core/state-machine.js';
import type { Point } from './cities.js';
import type { RideState } from './ride-statuses.js';

export interface Stop extends Point {
  readonly name: string;
  readonly address: string;
}
/** The account that pays the fare. `rawAmount` is in the smallest unit. */
export interface FarePayment {
  readonly account: string;
  readonly unit: string;
  readonly rawAmount: string;
  readonly by: 'points' | 'wallet';
}
/** A ride request as stored. Names are the sandbox's own, where the published ride vocabulary has none (CONTRACT.md section 5). */
export interface Ride extends MachineBody {
  readonly status: RideState;
  readonly region: (typeof Region)[number];
  readonly city: (typeof City)[number];
  readonly searchId: string;
  readonly productCode: string;
  readonly origin: Stop;
  readonly destination: Stop;
  readonly rider: { readonly name: string; readonly phone: string };
  /** In whole units of `currency`. */
  readonly fare: string;
  readonly currency: (typeof Fiat)[number];
  readonly payCurrency: string;
  readonly walletProviderId: (typeof WalletProviderId)[number] | null;
  readonly tries: number;
  readonly requestedAt: string;
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
