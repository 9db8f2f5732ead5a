// Seeds kenji's lease applications, one in each of the six states. Those under way have no step due.
import { day, iso, minute } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, requireRow } from '../../core/rows.js';
import type { StateMachine } from '../../core/state-machine.js';
import { vehicles } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';
import type { Lease } from './asset-rows.js';
import { vehicleProduct } from './vehicle-products.js';

/** The statuses of each application, and the ordinal of its product: leases by week, month and day. */
const seeds: readonly (readonly [log: readonly Lease['status'][], product: number])[] = [
  [['APPLIED'], 1],
  [['APPLIED', 'CANCELLED'], 2],
  [['APPLIED', 'SELECTED'], 3],
  [['APPLIED', 'IN_WAITING_LIST'], 2],
  [['APPLIED', 'SELECTED', 'PAID'], 4],
  [['APPLIED', 'SELECTED', 'PAID', 'RECEIVED'], 1],
];

/** How many days ago kenji received his vehicle: that of his share. */
const ownSince = 20;

export function seedLeases(opening: SandboxContext, lease: StateMachine<Lease>): void {
  const { id: owner, body: person } = findUser(opening, 'kenji')!;
  const own = vehicles(opening).find(({ ownerUserId }) => ownerUserId === owner);
  for (const [index, [log, ordinal]] of seeds.entries()) {
    const found = requireRow(opening, vehicleProduct, String(ordinal));
    const status = log.at(-1)!;
    const at = status === 'RECEIVED' ? opening.now - ownSince * day - 30 * minute : opening.now - (seeds.length - index) * day;
    const facts = { status, productId: found.id, period: found.body.leasePeriod, months: 12, phone: person.data.phone ?? '' };
    const waitingNumber = status === 'IN_WAITING_LIST' ? 7 : null;
    const statusLog = log.map((word, step) => ({ status: word, at: iso(at + step * 10 * minute) }));
    const rest = { waitingNumber, vin: status === 'RECEIVED' ? (own?.vin ?? null) : null, paymentId: null, appliedAt: iso(at), statusLog };
    const body: Lease = { ...facts, ...rest };
    addRow(opening, lease, { owner, at, body });
  }
}
