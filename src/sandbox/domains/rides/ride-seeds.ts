// The rides of a new world: mina's thirty past ones, and one ride of each rider standing still in one running word.
import { iso, second } from '../../core/clock.js';
import { among, pick } from '../../core/ids.js';
import { addRow, type Kind, type Row } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { accounts } from '../balances/accounts.js';
import { move } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import { cities } from './cities.js';
import { fareRaw, offersFor, wayBetween } from './fares.js';
import { type Place, stops } from './places.js';
import type { Ride, Stop } from './ride-body.js';
import { ended, type RideWord, running } from './ride-words.js';

/** What a ride went through before an end. */
const course: readonly RideWord[] = running.slice(0, -1);
const upTo = (word: RideWord): readonly RideWord[] => course.slice(0, course.indexOf(word) + 1);
const before: Readonly<Partial<Record<RideWord, readonly RideWord[]>>> = {
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

const pastRides = 30;
const dayAndAHalf = 36 * 3600 * second;

/** Seeds rides; those in a running word have no step due, so that they stand until somebody moves them. */
export function seedRides(opening: Moment, ride: Kind<Ride>): void {
  const mina = findUser(opening, 'mina')!;
  for (let n = 0; n < pastRides; n++) {
    const at = opening.now - (pastRides - n) * dayAndAHalf;
    addSeed(opening, ride, { owner: mina, status: ended[n] ?? 'FINISHED', at, city: n % 3 === 0 ? 'SIN' : 'PNH' });
  }
  for (const [index, word] of running.entries()) {
    const rider = findUser(opening, `rider-${index + 1}`)!;
    const row = addSeed(opening, ride, { owner: rider, status: word, at: opening.now - 300 * second, city: 'PNH' });
    const { account, unit, rawAmount } = row.body.hidden.payment;
    if (row.body.hidden.held) move(opening, account, accounts.rides, unit, BigInt(rawAmount), `ride ${row.id}`);
  }
}

type Person = Row<{ readonly name: string; readonly data: { readonly phone: string | null } }>;

interface Seed {
  readonly owner: Person;
  readonly status: RideWord;
  readonly at: number;
  readonly city: 'SIN' | 'PNH';
}
const addSeed = (opening: Moment, ride: Kind<Ride>, seed: Seed): Row<Ride> =>
  addRow(opening, ride, (id) => ({ owner: seed.owner.id, at: seed.at, body: seedBody(opening, id, seed) }));

function seedBody(opening: Moment, id: string, { owner, status, at, city }: Seed): Ride {
  const [origin, destination] = twoStops(opening, id, city);
  const way = wayBetween(city, origin, destination);
  const { productCode, payAmount, currency } = offersFor(city, way)[0]!;
  const { region } = cities[city];
  const words = [...(before[status] ?? upTo(status)), ...(course.includes(status) ? [] : [status])];
  const timeOf = (word: RideWord) => (words.includes(word) ? iso(at + words.indexOf(word) * 20 * second) : null);
  return {
    status,
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
    statusLog: words.map((word) => ({ status: word, at: timeOf(word)! })),
    hidden: {
      userId: owner.id,
      minutes: way.minutes,
      held: running.indexOf(status as 'PENDING') > 0,
      payment: {
        account: accounts.ride(owner.id, region),
        unit: currency,
        rawAmount: fareRaw(payAmount, currency).toString(),
        by: 'points',
      },
      assignedAt: timeOf('ASSIGNED'),
      pickupStartTime: timeOf('PICKUP'),
      cancelRequestedAt: null,
      cancelWhenAssigned: false,
      holdUntil: null,
    },
  };
}

function twoStops({ seed }: Moment, id: string, city: 'SIN' | 'PNH'): [Stop, Stop] {
  const all = stops(city) as readonly [Place, ...Place[]];
  const from = among(all, pick(seed, 'ride', id, 'origin'));
  const others = all.filter((place) => place !== from) as unknown as readonly [Place, ...Place[]];
  return [stopOf(from), stopOf(among(others, pick(seed, 'ride', id, 'destination')))];
}
const stopOf = ({ name, address, locationPoint }: Place): Stop => ({ ...locationPoint!, name, address });
