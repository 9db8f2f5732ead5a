// Seeds thirty past rides of mina, and a ride of each rider in one running state.

import {
  addPast,
  type Context,
  iso,
  pickFrom,
  type Row,
  type StateMachine,
  second,
  seededFraction,
} from '../../core/index.js';
import { accounts } from '../balances/currencies.js';
import { moveValue } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import { cities, fareRaw, offersFor, routeBetween } from './fares.js';
import { type Place, stops } from './places.js';
import { endedStates, type Ride, type RideState, runningStates, type Stop, withoutDriver } from './ride-row.js';

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
export function seedRides(opening: Context, ride: StateMachine<Ride>): void {
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
