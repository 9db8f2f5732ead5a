// Seeds kenji's lease applications, one in each of the six states. Those under way have no step due.
import { day, iso, minute } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { requireRow } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import { addPast, type StateMachine } from '../../core/state-machine.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';
import type { Lease, Payable } from './asset-rows.js';
import { leasedByKenji } from './past-shares.js';
import { vehicleProduct } from './vehicle-products.js';

/** The statuses of each application, and the ordinal of its product: leases by week, month and day. */
const seeds: readonly (readonly [words: readonly Lease['status'][], product: number])[] = [
  [['APPLIED'], 1],
  [['APPLIED', 'CANCELLED'], 2],
  [['APPLIED', 'SELECTED'], 3],
  [['APPLIED', 'IN_WAITING_LIST'], 2],
  [['APPLIED', 'SELECTED', 'PAID'], 4],
  [['APPLIED', 'SELECTED', 'PAID', 'RECEIVED'], 1],
];

/** After how long whoever was selected began to pay, and had paid through a bank. */
const [payingAfter, paidAfter] = [7 * minute, 10 * minute];
/** From the application until the vehicle was received: a minute, the payment, ten minutes. */
const receivedAfter = minute + paidAfter + 10 * minute;

/** When the application of an index was made: the last so that its vehicle was received when the share of it began. */
const appliedAt = (opening: SandboxContext, index: number): number =>
  index === seeds.length - 1 ? opening.now - leasedByKenji.ago * day - receivedAfter : opening.now - (seeds.length - index) * day;
const isPaid = ([words]: (typeof seeds)[number]): boolean => words.includes('PAID');

/** The payments of the leases that are paid, in their order. */
export const leasePayments = (
  opening: SandboxContext,
): readonly { readonly at: number; readonly payable: Pick<Payable, 'orderId' | 'leaseApplicationId' | 'amount' | 'currency'> }[] =>
  seeds.flatMap((seed, index) => {
    if (!isPaid(seed)) return [];
    const { leasePrice: amount, currency } = requireRow(opening, vehicleProduct, String(seed[1])).body;
    const payable = { orderId: null, leaseApplicationId: seededId(opening.seed, 'lease', index + 1), amount, currency };
    return [{ at: appliedAt(opening, index) + minute + payingAfter, payable }];
  });

/** @param firstPayment the ordinal of the first payment of a lease */
export function seedLeases(opening: SandboxContext, lease: StateMachine<Lease>, firstPayment: number): void {
  const { id: owner, body: person } = findUser(opening, 'kenji')!;
  for (const [index, seed] of seeds.entries()) {
    const [words, ordinal] = seed;
    const { id: productId, body: product } = requireRow(opening, vehicleProduct, String(ordinal));
    const at = appliedAt(opening, index);
    const paymentId = isPaid(seed) ? seededId(opening.seed, 'payment', firstPayment + seeds.slice(0, index).filter(isPaid).length) : null;
    const body = {
      productId,
      period: product.leasePeriod,
      months: 12,
      phone: person.data.phone ?? '',
      waitingNumber: words.includes('IN_WAITING_LIST') ? 7 : null,
      vin: words.includes('RECEIVED') ? vehicleByNum(opening, leasedByKenji.num).vin : null,
      paymentId,
      appliedAt: iso(at),
    };
    addPast(opening, lease, { owner, at, body }, { words, caused: { PAID: paidAfter / 1000 } });
  }
}
