// Kenji's lease applications: one in each of the six states. Those under way stand still.
import { day, iso, minute } from '../../core/clock.js';
import { addRow, theRow } from '../../core/rows.js';
import type { MovingKind } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { vehicles } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';
import type { Lease } from './leases.js';
import { product } from './products.js';

/** What each has been through, and which product it is of: leases by the week, the month and the day. */
const seeds: readonly (readonly [log: readonly Lease['status'][], product: number])[] = [
  [['APPLIED'], 1],
  [['APPLIED', 'CANCELLED'], 2],
  [['APPLIED', 'SELECTED'], 3],
  [['APPLIED', 'IN_WAITING_LIST'], 2],
  [['APPLIED', 'SELECTED', 'PAID'], 4],
  [['APPLIED', 'SELECTED', 'PAID', 'RECEIVED'], 1],
];

export function seedLeases(opening: Moment, lease: MovingKind<Lease>): void {
  const { id: owner, body: person } = findUser(opening, 'kenji')!;
  const own = vehicles(opening).find(({ ownerUserId }) => ownerUserId === owner);
  for (const [index, [log, ordinal]] of seeds.entries()) {
    const found = theRow(opening, product, String(ordinal));
    const at = opening.now - (seeds.length - index) * day;
    const status = log.at(-1)!;
    const facts = { status, productId: found.id, period: found.body.leasePeriod, months: 12, phone: person.data.phone ?? '' };
    const waitingNumber = status === 'IN_WAITING_LIST' ? 7 : null;
    const statusLog = log.map((word, step) => ({ status: word, at: iso(at + step * 10 * minute) }));
    const rest = { waitingNumber, vin: status === 'RECEIVED' ? (own?.vin ?? null) : null, paymentId: null, appliedAt: iso(at), statusLog };
    const body: Lease = { ...facts, ...rest };
    addRow(opening, lease, { owner, at, body });
  }
}
