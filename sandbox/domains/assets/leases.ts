// Lease applications: the state machine of platform 7.3. Its sequence and times are the sandbox's own.

import { json, number, text } from '../../../src/services/catalogue/define.js';
import {
  addMoving,
  badRequest,
  type Context,
  callerId,
  defineKind,
  iso,
  type ResponseOf,
  type Row,
  requireRow,
  rowById,
  type StateMachine,
  scenarioOf,
  seededInteger,
  type Timeline,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { addVehicle } from '../fleet/vehicle.js';
import { requirePhone } from '../rides/phone.js';
import { rowNameOf } from './asset-orders.js';
import type { Lease } from './asset-rows.js';
import { homeOf, recordAssetTransaction } from './asset-transactions.js';
import { paymentKind } from './payment-kind.js';
import { orderPayments, seedLeases } from './payment-seeds.js';
import { giveShare } from './shares.js';
import { vehicleProduct } from './vehicle-products.js';

/** A day to pay. */
const selected: Timeline<Lease> = [['SELECTED', 86_400], ['CANCELLED']];
const happy: Timeline<Lease> = [['APPLIED', 60], ...selected];
const paid: Timeline<Lease> = [['PAID', 600], ['RECEIVED']];
/** Numbers the waiting list and hands over the vehicle. A payment under way prevents the cancellation. */
function onEnter(row: Row<Lease>, context: Context): Lease | { readonly redirectTo: string } | undefined {
  const { status, paymentId } = row.body;
  if (status === 'IN_WAITING_LIST')
    return { ...row.body, waitingNumber: seededInteger(context, 'lease', row.id, 'waiting number', 2, 40) };
  if (status === 'SELECTED') return { ...row.body, waitingNumber: null };
  const paymentStatus = paymentId === null ? undefined : rowById(context, paymentKind, paymentId)?.body.status;
  if (status === 'CANCELLED' && paymentStatus === 'CONFIRM_REQUIRED') return { redirectTo: 'SELECTED' };
  return status === 'RECEIVED' ? receive(row, context) : undefined;
}

/** Adds a leased vehicle in the lessee's region. */
function receive({ id, owner, body }: Row<Lease>, context: Context): Lease {
  const { model, leasePrice: amount, currency } = requireRow(context, vehicleProduct, body.productId).body;
  const spec = {
    model,
    city: homeOf(context, owner!),
    productId: body.productId,
    leased: true,
    ownerUserId: owner,
  } as const;
  const { num, vin } = addVehicle(context, spec);
  giveShare(context, owner!, {
    num,
    offeringId: null,
    amount,
    currency,
    share: '100',
    paymentId: body.paymentId,
  });
  recordAssetTransaction(context, owner!, {
    type: 'RECEIVED',
    num,
    currency,
    amount: '0',
    paymentId: body.paymentId,
    cause: `lease ${id}`,
  });
  return { ...body, vin };
}

export const lease: StateMachine<Lease, ResponseOf<typeof shapes.LeaseApplication>> = defineKind({
  name: 'lease',
  table: 'lease_application',
  noun: 'LEASE_APPLICATION',
  owned: true,
  scenarioPrefix: 'lease',
  scenarios: {
    'waiting list': [
      'APPLIED, IN_WAITING_LIST, then SELECTED',
      [['APPLIED', 60], ['IN_WAITING_LIST', 600], ...selected],
    ],
    cancelled: ['CANCELLED', [['APPLIED', 60], ['CANCELLED']]],
  },
  show: ({ id, owner, body: { scenario, phone, ...fields } }, context) => ({
    id,
    userId: owner!,
    ...fields,
    payment: shownPayment(context, fields),
  }),
  timelines: () => [happy, paid],
  onEnter,
  seed: (opening) => seedLeases(opening, lease, orderPayments + 1),
});

function shownPayment(context: Context, { paymentId }: Pick<Lease, 'paymentId'>) {
  const payment = paymentId === null ? undefined : rowById(context, paymentKind, paymentId);
  return payment ? paymentKind.show(payment, context) : null;
}

/** The product's id may be an ordinal. */
const leaseBody = { productId: json(), months: number(), phone: text() };
const mostMonths = 60;

/** Applies for a lease. */
export const applyForLease = view(
  (context) => {
    const { months, phone } = context.body;
    const name = rowNameOf(context.body.productId) ?? badRequest('productId must be an id or an ordinal.');
    if (!Number.isInteger(months) || months < 1 || months > mostMonths)
      badRequest(`months must be a whole number from 1 to ${mostMonths}.`);
    requirePhone(phone);
    const product = requireRow(context, vehicleProduct, name);
    const body = {
      scenario: scenarioOf(context, lease),
      productId: product.id,
      period: product.body.leasePeriod,
      months,
      phone,
      waitingNumber: null,
      vin: null,
      paymentId: null,
      appliedAt: iso(context.now),
    };
    return lease.show(addMoving(context, lease, 'APPLIED', { owner: callerId(context), body }), context);
  },
  { body: leaseBody },
);
