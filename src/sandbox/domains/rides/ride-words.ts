// The 24 words of a ride request, sorted by what they mean here: under way, ended, ended but not for good.
import { RideStatus } from '../../../services/catalogue/words.js';

export type RideWord = (typeof RideStatus)[number];

/** The words of a ride under way, in the order in which they come; the other fourteen are ends. */
export const running = [
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
] as const satisfies readonly RideWord[];
export const isRunning = (word: RideWord): boolean => (running as readonly RideWord[]).includes(word);
export const ended: readonly RideWord[] = RideStatus.filter((word) => !isRunning(word));

/** Ends that may be asked again; the fare stays held for it, for ten minutes. */
export const recallable: readonly RideWord[] = [
  'NOT_MATCHED',
  'DRIVER_CANCELED_RECALLABLE',
  'COMPANY_CANCELED_RECALLABLE',
  'EXPIRED_RECALLABLE',
];
