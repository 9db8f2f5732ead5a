// Ride requests: the state machine of platform 6.1. Its sequence and times are the sandbox's own.

import {
  addPast,
  type Context,
  defineKind,
  emit,
  iso,
  nextStep,
  pickFrom,
  type ResponseOf,
  type Row,
  type StateMachine,
  type Step,
  second,
  seededFraction,
  seededInteger,
  stepOnTimelines,
  type Timeline,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { accounts, percent } from '../balances/currencies.js';
import { moveValue } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import driverNames from './driver-names.json' with { type: 'json' };
import { between, cities, fareRaw, offersFor, type Point, routeBetween } from './fares.js';
import { type Place, stops } from './places.js';
import {
  affords,
  endedStates,
  finish,
  giveBack,
  inUseSeconds,
  isUnderWay,
  lateShare,
  pay,
  type Ride,
  type RideState,
  raw,
  recallableStates,
  runningStates,
  type Stop,
  stopAfter,
  withHidden,
  withoutDriver,
} from './ride-row.js';

const course: readonly RideState[] = runningStates.slice(0, -1);
const upTo = (word: RideState): readonly RideState[] => course.slice(0, course.indexOf(word) + 1);
const before: Readonly<Partial<Record<RideState, readonly RideState[]>>> = {
  NOT_MATCHED: upTo('PENDING'),
  EXPIRED_RECALLABLE: upTo('PENDING'),
  EXPIRED: [...upTo('PENDING'), 'EXPIRED_RECALLABLE'],
  FINISHED: course,
  USER_CANCELED: upTo('ASSIGNED'),
  USER_CANCELED_NO_FREE: upTo('PICKUP'),
  USER_CANCELED_BEFORE_CALL: upTo('WAITPAY'),
  EXPIRED_BEFORE_PAY: upTo('WAITPAY'),
  ERROR_PAYMENT: upTo('WAITPAY'),
  COMPANY_CANCELED: upTo('ASSIGNED'),
  COMPANY_CANCELED_RECALLABLE: upTo('ASSIGNED'),
  DRIVER_CANCELED: upTo('PICKUP'),
  DRIVER_CANCELED_RECALLABLE: upTo('PICKUP'),
  ERROR: upTo('INUSE'),
  INUSE_WITH_CANCEL_PENDING: upTo('INUSE'),
};

/** In seconds, for states that a rider caused. */
const caused: Readonly<Partial<Record<RideState, number>>> = {
  USER_CANCELED_BEFORE_CALL: 0.5,
  USER_CANCELED: 2,
  USER_CANCELED_NO_FREE: 45,
  INUSE_WITH_CANCEL_PENDING: 20,
};

const pastRides = 30;
const dayAndAHalf = 36 * 3600 * second;

/** Running rides have no step due: they stay until a user moves them. */
function seedRides(opening: Context, ride: StateMachine<Ride>): void {
  const mina = findUser(opening, 'mina')!;
  for (let n = 0; n < pastRides; n++) {
    const at = opening.now - (pastRides - n) * dayAndAHalf;
    addSeed(opening, ride, {
      owner: mina,
      status: endedStates[n] ?? 'FINISHED',
      at,
      city: n % 3 === 0 ? 'SIN' : 'PNH',
    });
  }
  for (const [index, word] of runningStates.entries()) {
    const rider = findUser(opening, `rider-${index + 1}`)!;
    const row = addSeed(opening, ride, { owner: rider, status: word, at: opening.now - 300 * second, city: 'PNH' });
    const { account, unit, rawAmount } = row.body.hidden.payment;
    if (row.body.hidden.held) moveValue(opening, account, accounts.rides, unit, BigInt(rawAmount), `ride ${row.id}`);
  }
}

type Person = Row<{ readonly name: string; readonly data: { readonly phone: string | null } }>;

interface Seed {
  readonly owner: Person;
  readonly status: RideState;
  readonly at: number;
  readonly city: 'SIN' | 'PNH';
}
function addSeed(opening: Context, ride: StateMachine<Ride>, seed: Seed): Row<Ride> {
  const { status } = seed;
  const words = [...(before[status] ?? upTo(status)), ...(course.includes(status) ? [] : [status])];
  return addPast(opening, ride, (id) => draftOf(opening, id, seed), {
    words,
    caused,
    facts: (timeOf, { hidden }) => {
      const cancelRequestedAt = status in caused ? timeOf(status) : null;
      return {
        hidden: { ...hidden, assignedAt: timeOf('ASSIGNED'), pickupStartTime: timeOf('PICKUP'), cancelRequestedAt },
      };
    },
  });
}

function draftOf(opening: Context, id: string, { owner, status, at, city }: Seed) {
  const [origin, destination] = twoStops(opening, id, city);
  const route = routeBetween(city, origin, destination);
  const { productCode, payAmount, currency } = offersFor(city, route)[0]!;
  const { region } = cities[city];
  const body = {
    region,
    city,
    searchId: `${id.slice(0, 8)}-search`,
    productCode,
    origin,
    destination,
    rider: { name: owner.body.name, phone: owner.body.data.phone ?? '' },
    fare: payAmount,
    currency,
    payCurrency: 'POINT',
    walletProviderId: null,
    tries: 1,
    requestedAt: iso(at),
    hidden: {
      userId: owner.id,
      minutes: route.minutes,
      held: runningStates.indexOf(status as 'PENDING') > 0,
      payment: {
        account: accounts.ride(owner.id, region),
        unit: currency,
        rawAmount: fareRaw(payAmount, currency).toString(),
        by: 'points' as const,
      },
      ...withoutDriver,
    },
  };
  return { owner: owner.id, at, body };
}

function twoStops({ seed }: Context, id: string, city: 'SIN' | 'PNH'): [Stop, Stop] {
  const places = stops(city) as readonly [Place, ...Place[]];
  const from = pickFrom(places, seededFraction(seed, 'ride', id, 'origin'));
  const others = places.filter((place) => place !== from) as unknown as readonly [Place, ...Place[]];
  return [stopOf(from), stopOf(pickFrom(others, seededFraction(seed, 'ride', id, 'destination')))];
}
const stopOf = ({ name, address, locationPoint }: Place): Stop => ({ ...locationPoint!, name, address });

type RideFacts = Pick<
  Ride,
  'city' | 'region' | 'origin' | 'destination' | 'productCode' | 'tries' | 'status' | 'statusLog'
>;

const [names, families] = [driverNames.names, driverNames.families] as unknown as readonly [Names, Names];
type Names = readonly [string, ...string[]];
const colours = ['white', 'blue', 'silver', 'green', 'red'] as const;
const models: Readonly<Record<string, string>> = { BIKE: 'X2 Bike', KH: 'T1 Tuk-tuk' };

/** In the published words (platform 6.6). One of forty drivers, another at each try. */
function driverOf(context: Context, rideId: string, ride: RideFacts, ofCaller: boolean) {
  const number = seededInteger(context, 'ride', rideId, `driver ${ride.tries}`, 1, 40);
  const choose = <T>(list: readonly [T, ...T[]], purpose: string): T =>
    pickFrom(list, seededFraction(context.seed, 'driver', String(number), purpose));
  const name = `${choose(names, 'name')} ${choose(families, 'family')}`;
  const carModel = models[ride.productCode] ?? models[ride.region] ?? 'X1 Car';
  const carPlate = ofCaller
    ? 'OWN-000001'
    : `${ride.city}-${seededInteger(context, 'driver', String(number), 'plate', 1000, 9999)}`;
  return {
    name,
    carPlate,
    carModel,
    carColor: choose(colours, 'colour'),
    profilePhotoUrl: `https://pictures.sandbox.invalid/driver-${number}.png`,
  };
}

/** In milliseconds. */
const reportedEvery = 5000;
interface DriverLocation extends Point {
  readonly at: string;
}
/** The last reported location: a kilometre away, then at the origin, then towards the destination. */
function driverAt(context: Context, rideId: string, ride: RideFacts, minutes: number): DriverLocation | null {
  const since = Date.parse(ride.statusLog.at(-1)?.at ?? '');
  const reported = Math.max(since, context.now - (context.now % reportedEvery));
  const point = pointAt(
    context,
    rideId,
    ride,
    (seconds) => Math.min(1, Math.max(0, (reported - since) / (seconds * 1000))),
    minutes,
  );
  return point && { ...point, at: iso(reported) };
}
function pointAt(
  context: Context,
  rideId: string,
  ride: RideFacts,
  share: (seconds: number) => number,
  minutes: number,
): Point | null {
  const { origin, destination, status } = ride;
  const away = (purpose: string) => (seededFraction(context.seed, 'ride', rideId, purpose) - 0.5) / 50;
  const start = { latitude: origin.latitude + away('from north'), longitude: origin.longitude + away('from east') };
  if (status === 'ASSIGNED') return between(start, origin, 0);
  if (status === 'PICKUP') return between(start, origin, share(90));
  if (status === 'PICKUP_ARRIVED') return between(origin, origin, 0);
  const onTheWay = status === 'INUSE' || status === 'INUSE_WITH_CANCEL_PENDING';
  return onTheWay ? between(origin, destination, share(minutes * 15)) : null;
}

const recallSeconds = 600;
const happy: Timeline<Ride> = [
  ['WAITPAY', ({ body }) => (body.hidden.payment.by === 'points' ? 1 : 6)],
  ['PAYCONFIRMED', 2],
  ['PENDING', 8],
  ['MATCHED', 2],
  ['CONFIRMED', 2],
  ['ASSIGNED', 3],
  ['PICKUP', (row, context) => seededInteger(context, 'ride', row.id, `pickup ${row.body.tries}`, 60, 120)],
  ['PICKUP_ARRIVED', 20],
  ['INUSE', inUseSeconds],
  ['FINISHED'],
];
const always: Timeline<Ride> = [['INUSE_WITH_CANCEL_PENDING', stopAfter], ['FINISHED']];
const unpaid: Timeline<Ride> = [['WAITPAY', 180], ['EXPIRED_BEFORE_PAY']];

/** No driver, and no retry. */
const expired: Timeline<Ride> = [['EXPIRED_RECALLABLE', recallSeconds], ['EXPIRED']];

function next(row: Row<Ride>, context: Context): Step | undefined {
  const { status, hidden } = row.body;
  if (recallableStates.includes(status) && status !== 'EXPIRED_RECALLABLE')
    return hidden.held ? { target: 'release', at: context.now + recallSeconds * second } : undefined;
  // The simulated wallet pays only up to its balance.
  const broke = status === 'WAITPAY' && hidden.payment.by === 'wallet' && !affords(row, context);
  return broke ? nextStep([unpaid], row, context) : stepOnTimelines(ride, row, context);
}

/** Collects, holds or refunds the fare, and stores the times of the cancellation fee. */
function onEnter(row: Row<Ride>, context: Context): Ride | { readonly redirectTo: string } | undefined {
  const { hidden, status } = row.body;
  const at = iso(context.now);
  emitRideEvents(row, context);
  if (status === 'PAYCONFIRMED') return affords(row, context) ? pay(row, context) : { redirectTo: 'ERROR_PAYMENT' };
  if (status === 'ASSIGNED')
    return hidden.cancelWhenAssigned ? { redirectTo: 'USER_CANCELED' } : withHidden(row, { assignedAt: at });
  if (status === 'PICKUP') return withHidden(row, { pickupStartTime: at });
  if (status === 'FINISHED') return finish(row, context);
  if (status === 'USER_CANCELED_NO_FREE') return giveBack(row, context, raw(row) - percent(raw(row), lateShare));
  if (!isUnderWay(status) && !recallableStates.includes(status)) return giveBack(row, context, raw(row));
  return undefined;
}

/** For the fleet, the missions and the owners' incomes. */
function emitRideEvents({ id, body }: Row<Ride>, context: Context): void {
  const { status, hidden, region, city, fare, currency, scenario } = body;
  const data = { rideId: id, userId: hidden.userId, region, city, fare, currency, own: scenario === 'my vehicle' };
  if (status === 'ASSIGNED' && !hidden.cancelWhenAssigned) emit(context, 'ride assigned', data);
  else if (status === 'FINISHED') emit(context, 'ride finished', data);
  else if (hidden.assignedAt !== null && !isUnderWay(status)) emit(context, 'ride dropped', data);
}

const messages: Readonly<Partial<Record<RideState, string>>> = {
  WAITPAY: 'Waiting for payment',
  PAYCONFIRMED: 'Paid',
  PENDING: 'Looking for a driver',
  ASSIGNED: 'A driver has accepted',
  PICKUP: 'The driver is on the way',
  PICKUP_ARRIVED: 'The driver is waiting',
  INUSE: 'On the way',
  FINISHED: 'Arrived',
  NOT_MATCHED: 'No driver was found',
};

function show({ id, body: { hidden, scenario, ...fields } }: Row<Ride>, context: Context) {
  const ride = { id, ...fields, statusMessage: messages[fields.status] ?? null };
  const withDriver = hidden.assignedAt !== null && fields.status !== 'PENDING';
  const driverInfo = withDriver ? driverOf(context, id, fields, scenario === 'my vehicle') : null;
  const driverLocation = withDriver && isUnderWay(fields.status) ? driverAt(context, id, fields, hidden.minutes) : null;
  return {
    ...ride,
    driverInfo,
    driverLocation,
    rideShareUrl: withDriver ? `https://rides.sandbox.invalid/${id}` : null,
  };
}

export const ride: StateMachine<Ride, ResponseOf<typeof shapes.RideRequest>> = defineKind({
  name: 'ride',
  table: 'ride_request',
  noun: 'RIDE_REQUEST',
  scenarioPrefix: 'ride',
  scenarios: {
    'not paid': ['EXPIRED_BEFORE_PAY', unpaid],
    'payment fails': ['ERROR_PAYMENT', [['WAITPAY', 6], ['ERROR_PAYMENT']]],
    'no driver': ['NOT_MATCHED', [['PENDING', 60], ['NOT_MATCHED']]],
    'nobody answers': [
      'EXPIRED_RECALLABLE, then EXPIRED',
      [['PENDING', 60], ['EXPIRED_RECALLABLE', recallSeconds], ['EXPIRED']],
    ],
    'driver cancels': ['DRIVER_CANCELED_RECALLABLE', [['PICKUP', 20], ['DRIVER_CANCELED_RECALLABLE']]],
    'driver cancels for good': ['DRIVER_CANCELED', [['PICKUP', 20], ['DRIVER_CANCELED']]],
    'company cancels': ['COMPANY_CANCELED_RECALLABLE', [['ASSIGNED', 5], ['COMPANY_CANCELED_RECALLABLE']]],
    'company cancels for good': ['COMPANY_CANCELED', [['ASSIGNED', 5], ['COMPANY_CANCELED']]],
    breaks: ['ERROR', [['INUSE', 20], ['ERROR']]],
    'my vehicle': 'FINISHED, in a vehicle of the caller',
    hold: 'a cancellation is refused for 30 s',
  },
  owned: true,
  show,
  timelines: () => [happy, always, expired],
  next,
  onEnter,
  actions: { release: (row, context) => giveBack(row, context, raw(row)) ?? row.body },
  seed: (opening) => seedRides(opening, ride),
});
