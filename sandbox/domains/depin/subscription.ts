// Vehicle subscriptions: each period is paid ahead from the balance. An unpaid vehicle is suspended.

import { text, word } from '../../../src/services/catalogue/define.js';
import { Period, type SubscriptionStatus } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  callerId,
  day,
  defineKind,
  emit,
  enterState,
  iso,
  minute,
  notFound,
  pick,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
  type StateMachine,
  type Step,
  type StoredMachine,
  scenarioOf,
  schedule,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/vehicle-oracle.js';
import { accounts, toBase, toDecimal } from '../balances/currencies.js';
import { moveValue } from '../balances/ledger.js';
import { changeVehicle, type Vehicle, vehicleByNum, vehicleByVin } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';

type StatusWord = (typeof SubscriptionStatus)[number];

interface Subscription extends StoredMachine<typeof shapes.Subscription, 'userId'> {
  readonly num: number;
  /** The vehicle is off the road for it. */
  readonly suspended: boolean;
}

const periodMs: Readonly<Record<Period, number>> = { DAY: day, WEEK: 7 * day, MONTH: 30 * day };
const periodCount: Readonly<Record<Period, number>> = { DAY: 30, WEEK: 12, MONTH: 12 };
const prices: Readonly<Record<Vehicle['model'], Readonly<Record<Period, string>>>> = {
  T1: { DAY: '2', WEEK: '12', MONTH: '45' },
  X1: { DAY: '8', WEEK: '48', MONTH: '180' },
  X2: { DAY: '1', WEEK: '6', MONTH: '20' },
};
const currency = 'USDC';
const decimals = 6;
const grace = 3 * day;
const suspendedAfter = 14 * day;

function next({ body }: Row<Subscription>, context: Context): Step | undefined {
  const { status, scenario, nextDueAt, overdueSince } = body;
  if (status === 'OVERDUE' && overdueSince !== null)
    return { target: 'suspend', at: Date.parse(overdueSince) + suspendedAfter };
  if (status !== 'ON_TIME') return undefined;
  const first = body.statusLog.length === 1;
  if (first && scenario === 'runs late') return { target: 'OVERDUE', at: context.now + minute };
  if (first && scenario === 'taken back') return { target: 'CANCELLED', at: context.now + minute };
  return { target: 'OVERDUE', at: Date.parse(nextDueAt) + grace };
}

function onEnter({ body }: Row<Subscription>, context: Context): Subscription {
  if (body.status === 'OVERDUE') return { ...body, overdueSince: iso(context.now) };
  if (body.suspended && vehicleByNum(context, body.num).status === 50) changeVehicle(context, body.num, { status: 40 });
  return { ...body, overdueSince: null, suspended: false };
}

function suspend({ body }: Row<Subscription>, context: Context): Subscription {
  if (vehicleByNum(context, body.num).status !== 40) return body;
  changeVehicle(context, body.num, { status: 50 });
  return { ...body, suspended: true };
}

export const subscription: StateMachine<Subscription, ResponseOf<typeof shapes.Subscription>> = defineKind({
  name: 'subscription',
  scenarioPrefix: 'subscription',
  owned: true,
  scenarios: {
    'runs late': 'OVERDUE after a minute; paying makes it ON_TIME again',
    'nearly paid': 'ON_TIME, FINISHED at the next payment',
    'taken back': 'CANCELLED after a minute',
  },
  show: ({ id, owner, body: { statusLog, scenario, suspended, num, ...fields } }) => ({
    id,
    userId: owner!,
    ...fields,
  }),
  next,
  onEnter,
  actions: { suspend },
  seed,
});

/** Lan has one in each state, for four vehicles of Hanoi. Those under way follow their dates. */
function seed(opening: Context): void {
  const owner = findUser(opening, 'lan')!.id;
  const at = opening.now - 100 * day;
  const four: readonly [StatusWord, Period, Partial<Subscription>][] = [
    ['ON_TIME', 'MONTH', { nextDueAt: iso(opening.now + 20 * day), paidCount: 4 }],
    [
      'OVERDUE',
      'WEEK',
      { nextDueAt: iso(opening.now - 5 * day), paidCount: 9, overdueSince: iso(opening.now - 2 * day) },
    ],
    ['FINISHED', 'DAY', { nextDueAt: iso(at + 30 * day), paidCount: 30 }],
    ['CANCELLED', 'MONTH', { nextDueAt: iso(at + 60 * day), paidCount: 2 }],
  ];
  for (const [index, [status, period, facts]] of four.entries()) {
    const vehicle = vehicleByNum(opening, firstOfLan + index);
    const log = (status === 'ON_TIME' ? ([status] as const) : (['ON_TIME', status] as const)).map((word, step) => ({
      status: word,
      at: iso(step === 0 ? at : Date.parse(facts.overdueSince ?? facts.nextDueAt!)),
    }));
    const body = { ...newSubscription(vehicle, period, at), ...facts, status, statusLog: log };
    schedule(opening, subscription, addRow(opening, subscription, { owner, at, body }));
  }
}
const firstOfLan = 42;

const newSubscription = ({ vin, num, model }: Vehicle, period: Period, at: number): Subscription => ({
  status: 'ON_TIME',
  vin,
  num,
  period,
  price: prices[model][period],
  currency,
  nextDueAt: iso(at + periodMs[period]),
  paidCount: 1,
  overdueSince: null,
  suspended: false,
  statusLog: [{ status: 'ON_TIME', at: iso(at) }],
});

const isRunning = (status: StatusWord): boolean => status === 'ON_TIME' || status === 'OVERDUE';

/** A user's last subscription for a vehicle, or null. */
export function subscriptionOf(context: Context, userId: string, vin: string) {
  const last = rows(context, subscription, { owner: userId }).findLast(({ body }) => body.vin === vin);
  if (!last) return null;
  return { id: last.id, ...pick(last.body, 'status', 'period', 'nextDueAt', 'overdueSince') };
}

/** Pays for the first period at once. */
export const subscribe = view(
  (context) => {
    const { vin, period } = context.body;
    const userId = callerId(context);
    const vehicle = vehicleByVin(context, vin) ?? notFound('VEHICLE', vin);
    if (vehicle.ownerUserId !== null && vehicle.ownerUserId !== userId)
      refuse(409, 'The vehicle belongs to another user.', 'NOT_AVAILABLE');
    if (vehicle.status !== 40) refuse(422, `The vehicle’s status is ${vehicle.status}; it must be 40.`, 'NOT_OPEN');
    const running = rows(context, subscription, { status: ['ON_TIME', 'OVERDUE'] }).some(
      ({ body }) => body.vin === vehicle.vin,
    );
    if (running) refuse(409, 'There is a subscription for this vehicle already.', 'ALREADY_SUBSCRIBED');
    const scenario = scenarioOf(context, subscription);
    const paidCount = scenario === 'nearly paid' ? periodCount[period] - 1 : 1;
    const body = { ...newSubscription(vehicle, period, context.now), paidCount, scenario };
    const row = addRow(context, subscription, { owner: userId, body });
    pay(context, row, 1);
    schedule(context, subscription, row);
    return subscription.show(row, context);
  },
  { body: { vin: text(), period: word(Period) } },
);

/** @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
function pay(context: Context, { id, owner, body }: Row<Subscription>, periods: number): void {
  const amount = toBase(body.price, decimals) * BigInt(periods);
  moveValue(
    context,
    accounts.balance(owner!, currency),
    accounts.subscriptions,
    currency,
    amount,
    `subscription ${id}`,
  );
  const description = `Subscription for ${body.vin}`;
  emit(context, 'balance changed', {
    userId: owner,
    currencyId: currency,
    amount: toDecimal(-amount, decimals),
    description,
  });
}

/** Pays for all begun periods or the next, or cancels without a refund. */
export const updateSubscription = view(
  (context) => {
    const { id, action } = context.body;
    const row = requireRow(context, subscription, id, callerId(context));
    const { status, period, nextDueAt, paidCount } = row.body;
    if (!isRunning(status))
      refuse(422, `The subscription is ${status}; it must be ON_TIME or OVERDUE.`, 'NOT_CHANGEABLE');
    if (action === 'cancel') return subscription.show(enterState(context, subscription, row, 'CANCELLED'), context);
    const begun = Math.floor((context.now - Date.parse(nextDueAt)) / periodMs[period]) + 1;
    const periods = Math.min(Math.max(1, begun), periodCount[period] - paidCount);
    pay(context, row, periods);
    const body = {
      ...row.body,
      nextDueAt: iso(Date.parse(nextDueAt) + periods * periodMs[period]),
      paidCount: paidCount + periods,
    };
    const word = body.paidCount === periodCount[period] ? 'FINISHED' : 'ON_TIME';
    return subscription.show(enterState(context, subscription, { ...row, body }, word), context);
  },
  { body: { id: text(), action: word(['pay', 'cancel'] as const) } },
);
