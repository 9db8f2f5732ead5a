// What no call can know of a kind of text. Data.

import type { ScrapKind } from './scrap.js';

const endedWithdrawal =
  'A withdrawal that has ended is on no list: it is found by its own whole id, and through the ledger of this machine if it was made here.';

/** Said with every result of that kind. */
export const unknowable: Readonly<Partial<Record<ScrapKind, readonly string[]>>> = {
  email: [
    'No call finds a person, a ride or an order by an e-mail address: it is compared with the account of this session and the users that it has invited.',
  ],
  phone: ['No call finds a person, a ride or an order by a phone number: it is compared with the account and the rides of this session.'],
  plate: [
    'No call finds a vehicle, a driver or a ride by a plate: a plate is compared with the ride under way only. Vehicles are known by VIN and number.',
  ],
  address: ['A transfer by link that nobody has received yet is on no list.', endedWithdrawal],
  uuid: [
    'Rides, orders, payments and withdrawals of other people cannot be read: for them the services answer as if there were none.',
    'No call shows an asset payment by its id: it is seen in the asset transactions after it was paid.',
  ],
  part: [
    'The beginning of an id is compared with the lists of this account and with the ledger of this machine. Rides and withdrawals that have ended, and orders of the store, are on no list: unless they were made on this machine, they are found by their whole id only.',
  ],
  hash: ['Test networks are asked with --network only.', endedWithdrawal],
};
