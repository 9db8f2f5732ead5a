// Lease applications: the machine of SPEC.md's six words. Their sequence and times are the sandbox's own.
import { json, number, text } from '../../../services/catalogue/define.js';
import type { LeaseApplicationStatus, Period } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rowById, theRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { type Moving, type MovingKind, nextOn, schedule, type Way } from '../../core/state-machine.js';
import { caller, type Moment, pickBetween, type World } from '../../core/world.js';
import { addVehicle } from '../fleet/vehicle.js';
import { homeOf } from './buyers.js';
import { seedLeases } from './lease-seeds.js';
import { nameIn } from './orders.js';
import { payment } from './payments.js';
import { product } from './products.js';
import { giveShare } from './shares.js';
import { note } from './transactions.js';

/** An application as stored; all names are the sandbox's own. */
export interface Lease extends Moving {
  readonly status: (typeof LeaseApplicationStatus)[number];
  readonly productId: string;
  readonly period: (typeof Period)[number];
  readonly months: number;
  readonly phone: string;
  /** The place in the waiting list, while it is in it. */
  readonly waitingNumber: number | null;
  readonly vin: string | null;
  readonly paymentId: string | null;
  readonly appliedAt: string;
}

/** Whoever is selected has a day to pay. */
const selected: Way<Lease> = [['SELECTED', 86_400], ['CANCELLED']];
const happy: Way<Lease> = [['APPLIED', 60], ...selected];
const paid: Way<Lease> = [['PAID', 600], ['RECEIVED']];
const scenarios: Readonly<Record<string, Way<Lease>>> = {
  'waiting list': [['APPLIED', 60], ['IN_WAITING_LIST', 600], ...selected],
  cancelled: [['APPLIED', 60], ['CANCELLED']],
};

/** Who waits has a number; who was paid for receives a vehicle. A payment under way keeps the application. */
function entered(row: Row<Lease>, moment: Moment): Lease | { readonly instead: string } | undefined {
  const { status, paymentId } = row.body;
  if (status === 'IN_WAITING_LIST') return { ...row.body, waitingNumber: pickBetween(moment, 'lease', row.id, 'waiting number', 2, 40) };
  if (status === 'SELECTED') return { ...row.body, waitingNumber: null };
  const paying = paymentId === null ? undefined : rowById(moment, payment, paymentId)?.body.status;
  if (status === 'CANCELLED' && paying === 'CONFIRM_REQUIRED') return { instead: 'SELECTED' };
  return status === 'RECEIVED' ? receive(row, moment) : undefined;
}

/** A new vehicle on a lease, in a city of the lessee's region. */
function receive({ id, owner, body }: Row<Lease>, moment: Moment): Lease {
  const { model, leasePrice: amount, currency } = theRow(moment, product, body.productId).body;
  const of = { model, city: homeOf(moment, owner!), productId: body.productId, leased: true, ownerUserId: owner } as const;
  const { num, vin } = addVehicle(moment, of);
  giveShare(moment, owner!, { num, offeringId: null, amount, currency, share: '100', paymentId: body.paymentId, at: moment.now });
  note(moment, owner!, { type: 'RECEIVED', num, currency, amount: '0', cause: `lease ${id}` });
  return { ...body, vin };
}

export const lease: MovingKind<Lease> = {
  name: 'lease',
  table: 'lease_application',
  noun: 'LEASE_APPLICATION',
  owned: true,
  word: 'lease',
  scenarios: {
    'waiting list': 'APPLIED, IN_WAITING_LIST, then SELECTED',
    cancelled: 'CANCELLED',
  },
  show: ({ id, owner, body: { scenario, phone, ...shown } }, moment) => ({
    id,
    userId: owner,
    ...shown,
    payment: shownPayment(moment, shown),
  }),
  next: (row, moment) => nextOn([scenarios[row.body.scenario ?? ''], happy, paid], row, moment),
  entered,
  seed: (opening) => seedLeases(opening, lease),
};

function shownPayment(moment: Moment, { paymentId }: Pick<Lease, 'paymentId'>): unknown {
  const found = paymentId === null ? undefined : rowById(moment, payment, paymentId);
  return found ? payment.show(found, moment) : null;
}

/** What POST /v1/lease-application/submit takes; the product's id may be an ordinal. */
export const leaseBody = { productId: json(), months: number(), phone: text() };
const mostMonths = 60;

/** POST /v1/lease-application/submit. */
export function applyForLease(world: World): unknown {
  const { months, phone } = world.body as { months: number; phone: string };
  const name = nameIn(world.body.productId) ?? refuse(400, 'productId must be an id or an ordinal.', 'INVALID_REQUEST');
  if (!Number.isInteger(months) || months < 1 || months > mostMonths)
    refuse(400, `months must be a whole number from 1 to ${mostMonths}.`, 'INVALID_REQUEST');
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) refuse(400, 'phone must be a number with + and the country (E.164).', 'INVALID_REQUEST');
  const found = theRow(world, product, name);
  const at = iso(world.now);
  const body: Lease = {
    status: 'APPLIED',
    scenario: scenarioOf(world, lease),
    productId: found.id,
    period: found.body.leasePeriod,
    months,
    phone,
    waitingNumber: null,
    vin: null,
    paymentId: null,
    appliedAt: at,
    statusLog: [{ status: 'APPLIED', at }],
  };
  const made = addRow(world, lease, { owner: caller(world).userId, at: world.now, body });
  schedule(world, lease, made);
  return lease.show(made, world);
}
